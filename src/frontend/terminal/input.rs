//! The input of a person.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{mem, thread};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

use crate::formats::encoding::BYTE_ORDER_MARK;

/// The interval at which a wait checks for an interruption.
pub const POLL: Duration = Duration::from_millis(50);

/// A source of typed lines.
pub trait Input {
    /// Writes `prompt`, which may have colours, and reads a line. `None` at the end of the input, and when the user
    /// interrupts.
    ///
    /// # Errors
    /// Reading or writing fails.
    fn ask(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>>;
}

/// Lines without editing, read ahead by a thread so that an interruption ends the wait for them.
pub struct Lines {
    lines: Receiver<io::Result<String>>,
    interrupt: Arc<AtomicBool>,
}

impl Lines {
    /// Reads the lines of `input`. Setting `interrupt` ends the wait for a line.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn new(
        mut input: impl BufRead + Send + 'static,
        interrupt: Arc<AtomicBool>,
    ) -> io::Result<Lines> {
        let (sender, lines) = unbounded();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            let mut is_first = true;
            let mut next = || {
                let mut bytes = Vec::new();
                let length = input.read_until(b'\n', &mut bytes)?;
                let line = String::from_utf8_lossy(&bytes);
                let is_first = mem::take(&mut is_first);
                let text = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first);
                Ok((length > 0).then(|| text.unwrap_or(&line).to_owned()))
            };
            while let Some(line) = next().transpose() {
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    break;
                }
            }
        })?;
        Ok(Lines { lines, interrupt })
    }
}

impl Input for Lines {
    fn ask(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        write!(output, "{prompt}")?;
        output.flush()?;
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return line.map(Some),
                Err(RecvTimeoutError::Timeout) if !self.interrupt.swap(false, Relaxed) => {}
                Err(_) => return Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_the_input() {
        let mut input = Lines::new(&b"\xef\xbb\xbfa\nb"[..], Arc::default()).unwrap();
        let mut output = Vec::new();
        let mut ask = || input.ask("> ", &mut output).unwrap();
        assert_eq!([ask(), ask(), ask()], [Some("a\n".to_owned()), Some("b".to_owned()), None]);
        assert_eq!(output, b"> > > ");
    }

    #[test]
    fn an_interruption_ends_the_wait() {
        let (reader, _writer) = io::pipe().unwrap();
        let interrupt = Arc::new(AtomicBool::new(true));
        let mut input = Lines::new(io::BufReader::new(reader), Arc::clone(&interrupt)).unwrap();
        assert_eq!(input.ask("> ", &mut Vec::new()).unwrap(), None);
        assert!(!interrupt.load(Relaxed));
    }
}
