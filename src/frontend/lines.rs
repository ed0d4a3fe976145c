//! Lines of text for GTP, NBoard and Cassio, each with the moment it arrived.

use std::io::{self, BufRead, BufReader, Read};
use std::time::Instant;

use crate::formats::encoding::BYTE_ORDER_MARK;
use crate::sync::channel::{Receiver, Sender, unbounded};
use crate::sync::thread;

/// Longest line in bytes. The rest of a longer one is dropped.
pub const LONGEST: usize = 1 << 16;

/// The channel on which lines arrive until the stream ends.
pub type Lines = Receiver<(String, Instant)>;

/// Reads `input` on a separate thread.
///
/// # Errors
/// The thread cannot be started.
pub fn start(input: impl Read + Send + 'static) -> io::Result<Lines> {
    let (sender, lines) = unbounded();
    thread::Builder::new().name("reader".into()).spawn(move || read(input, &sender))?;
    Ok(lines)
}

/// Forwards lines until the input ends or the receiver is gone. Invalid UTF-8 becomes replacement characters, and a
/// byte order mark is dropped.
fn read(input: impl Read, lines: &Sender<(String, Instant)>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let line = (&mut input).take(LONGEST as u64).read_until(b'\n', &mut bytes);
        match line {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("the input cannot be read: {error}");
                return;
            }
        }
        let is_whole = bytes.last() == Some(&b'\n');
        if !is_whole && bytes.len() >= LONGEST && skip_line(&mut input).is_err() {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        let text =
            text.trim_start_matches(BYTE_ORDER_MARK).trim_end_matches(['\n', '\r']).to_owned();
        if lines.send((text, Instant::now())).is_err() {
            return;
        }
    }
}

/// Drops the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let count = end.map_or(bytes.len(), |at| at + 1);
        input.consume(count);
        if end.is_some() || count == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_without_their_ends_and_long_ones_are_cut() {
        let long = "x".repeat(2 * LONGEST + 5);
        let exact = "y".repeat(LONGEST);
        let text = format!("\u{feff}one\r\n\n{long}\n{exact}\nlast");
        let lines: Vec<String> =
            start(Cursor::new(text.into_bytes())).unwrap().iter().map(|(line, _)| line).collect();
        assert_eq!(lines[..2], ["one", ""]);
        assert_eq!((lines[2].len(), lines[3].len()), (LONGEST, LONGEST));
        assert_eq!(lines[4..], ["last"]);
        let noise: Vec<String> =
            start(Cursor::new(b"\xff\xfe\n".to_vec())).unwrap().iter().map(|line| line.0).collect();
        assert_eq!(noise, ["\u{fffd}\u{fffd}"]);
    }
}
