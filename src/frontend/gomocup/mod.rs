//! The protocol of Gomocup and Piskvork, with Othello in the same grammar: bytes in, bytes out.
//!
//! A separate thread reads, so that a burst of commands never fills the pipe and every command gets its
//! time of arrival. The loop waits for the next request or event, never for a search. Each reply is one
//! write of complete lines.

pub mod protocol;
pub mod session;

use std::io::{self, Read, Write};
use std::time::Instant;

use crate::engine::{Learned, Searcher};
use crate::frontend::desk::Settings;
use crate::sync::channel::{Receiver, Sender, never, select_biased, unbounded};
use crate::sync::thread;
use protocol::Reply;
use protocol::dialect::{Dialect, LINE_END, MAX_LINE};
use protocol::render::render;
use session::{Effect, Input, Session};

/// Serves until `END`, until `input` has ended and every request is answered, or until `output` is closed.
/// `seed` selects the first swap2 opening; `learned` holds weights and book.
///
/// # Errors
/// The searcher or the reader thread cannot be started, or `output` cannot be written; of the kind `BrokenPipe` if it
/// is closed.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    settings: Settings,
    seed: u64,
    learned: Learned,
) -> io::Result<()> {
    let searcher = Searcher::start(settings.searcher(learned))?;
    let (requests, inputs) = unbounded();
    thread::Builder::new().name("reader".into()).spawn(move || read(input, &requests))?;
    let mut text = String::new();
    run(Session::new(settings, seed), &inputs, &searcher, &mut |reply| {
        send(&reply, &mut text, output)
    })
}

/// Runs a session until it ends or `reply` fails. The input ends when `inputs` is closed.
fn run(
    mut session: Session,
    inputs: &Receiver<Input>,
    searcher: &Searcher,
    reply: &mut dyn FnMut(Reply) -> io::Result<()>,
) -> io::Result<()> {
    let closed = never();
    let mut inputs = inputs;
    loop {
        select_biased! {
            recv(inputs) -> input => match input {
                Ok(input) => session.receive(input),
                Err(_) => {
                    inputs = &closed;
                    session.end_of_input();
                }
            },
            recv(searcher.events()) -> event => match event {
                Ok(event) => session.hear(event),
                Err(_) => {
                    log::error!("the searcher thread is gone");
                    return Ok(());
                }
            },
        }
        for effect in session.take_effects() {
            match effect {
                Effect::Order(order) => searcher.order(order),
                Effect::Exit => return Ok(()),
                Effect::Reply(answer) => reply(answer)?,
            }
        }
    }
}

fn send(reply: &Reply, text: &mut String, output: &mut dyn Write) -> io::Result<()> {
    text.clear();
    render(reply, text);
    log::debug!("-> {}", text.trim_end());
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Forwards commands until the input ends or the receiver is gone.
fn read(mut input: impl Read, requests: &Sender<Input>) {
    let mut dialect = Dialect::new();
    let mut lines = LineSplitter::default();
    let mut buffer = [0; 4096];
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("cannot read: {error}");
                break;
            }
        };
        let at = Instant::now();
        for &byte in &buffer[..count] {
            if let Some(line) = lines.push(byte)
                && !pass_on(&line, at, &mut dialect, requests)
            {
                return;
            }
        }
    }
    if let Some(line) = lines.rest() {
        pass_on(&line, Instant::now(), &mut dialect, requests);
    }
    if let Some(request) = dialect.end() {
        // If the receiver is gone, no one waits for the answer.
        let _ = requests.send(Input { at: Instant::now(), request });
    }
}

fn pass_on(line: &[u8], at: Instant, dialect: &mut Dialect, requests: &Sender<Input>) -> bool {
    log::debug!("<- {}", String::from_utf8_lossy(line));
    match dialect.feed(line) {
        Some(request) => requests.send(Input { at, request }).is_ok(),
        None => true,
    }
}

/// Splits bytes into lines at CR, LF or CRLF. Keeps the beginning and the end of an overlong line.
#[derive(Default)]
struct LineSplitter {
    line: Vec<u8>,
}

impl LineSplitter {
    /// Adds a byte. Returns the line that it ends, unless that line is empty.
    fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        match byte {
            b'\r' | b'\n' => self.rest(),
            _ => {
                if self.line.len() == MAX_LINE + LINE_END {
                    self.line.remove(MAX_LINE);
                }
                self.line.push(byte);
                None
            }
        }
    }

    /// The unfinished line, unless it is empty.
    fn rest(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        (!line.is_empty()).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;

    /// The text written between two flushes.
    #[derive(Default)]
    struct Pieces {
        written: Vec<Vec<u8>>,
        flushed: usize,
    }

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.flushed += 1;
            Ok(())
        }
    }

    #[test]
    fn every_reply_is_one_write_of_whole_lines() {
        let mut output = Pieces::default();
        let settings = Settings::new(Variant::gomoku(Rule::Freestyle), false);
        let requests = "START 15\nSHOW\nINFO rule 1\nTURN 99,99\nOPTIONS\nINFO max_depth 1\nBEGIN";
        serve(Cursor::new(requests), &mut output, settings, 0, Learned::default()).unwrap();
        let pieces: Vec<&str> =
            output.written.iter().map(|piece| std::str::from_utf8(piece).unwrap()).collect();
        assert_eq!(output.flushed, pieces.len());
        assert!(pieces.iter().all(|piece| piece.ends_with('\n')), "{pieces:?}");
        assert_eq!(pieces[1].lines().count(), 18, "the picture is one reply");
        assert_eq!(pieces[2], "ERROR 99,99 is not on the 15x15 board\n");
    }

    #[test]
    fn a_block_that_is_cut_off_has_an_answer() {
        let mut output = Pieces::default();
        let settings = Settings::new(Variant::gomoku(Rule::Freestyle), false);
        let requests = Cursor::new("START 15\nBOARD\n7,7,2");
        serve(requests, &mut output, settings, 0, Learned::default()).unwrap();
        let replies = "OK\nERROR BOARD: expected DONE, found the end of the input\n";
        assert_eq!(String::from_utf8(output.written.concat()).unwrap(), replies);
    }

    fn split(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut splitter = LineSplitter::default();
        let mut lines: Vec<Vec<u8>> =
            bytes.iter().filter_map(|&byte| splitter.push(byte)).collect();
        lines.extend(splitter.rest());
        lines
    }

    #[test]
    fn every_line_end_ends_a_line() {
        assert_eq!(split(b"a\r\nb\nc\rd\r\r\n\ne"), [b"a", b"b", b"c", b"d", b"e"]);
    }

    #[test]
    fn overlong_lines_are_cut_and_bad_bytes_kept() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b" DONE\nok \xff\n");
        let lines = split(&bytes);
        assert_eq!(lines[0].len(), MAX_LINE + LINE_END);
        assert!(lines[0].ends_with(b"xxx DONE"));
        assert_eq!(lines[1], b"ok \xff");
    }
}
