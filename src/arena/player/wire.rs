//! The lines between the referee and a program, in any protocol.
//!
//! Every wait ends: with a line, at its deadline, at the end of the program, or when the game is abandoned.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::contract::{GameContext, PlayerFault, Trouble};
use crate::arena::clock::seconds;
use crate::arena::ending::Reason;
use crate::arena::reported::Reported;
use crate::arena::tournament::Engine;
use crate::process::{Arrival, Exit, Heard, Process};
use crate::quotation::{on_one_line, shortened};

/// Interval at which the stop signal is checked.
const SLICE: Duration = Duration::from_millis(20);
/// Time for a program to end when the match is interrupted.
const HURRIED: Duration = Duration::from_secs(1);
/// Replaces waits that are too long for an `Instant`.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// Maximum number of characters of a line that a report quotes.
const QUOTED: usize = 80;

/// A program and its lines.
#[derive(Debug)]
pub struct Wire {
    process: Process,
    name: String,
    /// The parser of chatter.
    read: Reader,
    /// The data of the chatter since the last request.
    said: Reported,
}

/// Adds the search data in a line of chatter.
pub type Reader = fn(&mut Reported, &str);

/// An expected line.
#[derive(Clone, Copy, Debug)]
pub struct Awaited<'a> {
    /// The request that it answers.
    pub request: &'a str,
    pub from: Instant,
    pub wait: Duration,
}

impl Awaited<'_> {
    fn until(&self) -> Instant {
        self.from.checked_add(self.wait).unwrap_or(self.from + FOREVER)
    }
}

/// Unsolicited output of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// Nothing but chatter.
    Nothing,
    /// This line.
    Line(String),
    /// Its output is closed.
    Closed,
}

impl Wire {
    /// Starts the program of `engine`, whose chatter is parsed by `read`.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start(engine: &Engine, read: Reader) -> Result<Wire, Trouble> {
        match Process::start(&engine.command, engine.dir.as_deref(), &engine.name) {
            Ok(process) => {
                let said = Reported::default();
                Ok(Wire { process, name: engine.name.clone(), read, said })
            }
            Err(error) => Trouble::fault(Reason::NoStart, on_one_line(&error.to_string())),
        }
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes `text`, which consists of complete lines.
    pub fn send(&self, text: &str) {
        self.process.send(text);
    }

    /// The next line that is not chatter.
    ///
    /// # Errors
    /// No line comes in time, the output is closed, or the game is abandoned.
    pub fn hear(
        &mut self,
        awaited: Awaited,
        stop: &AtomicBool,
        is_chatter: fn(&str) -> bool,
    ) -> Result<Arrival, Trouble> {
        let until = awaited.until();
        loop {
            if stop.load(Relaxed) {
                return Err(Trouble::Stopped);
            }
            match self.process.hear(until.min(Instant::now() + SLICE)) {
                // The deadline must hold even if lines never stop arriving.
                Heard::Line(line) if line.at > until => return Err(self.silent(awaited)),
                Heard::Line(line) if is_chatter(&line.text) => {
                    (self.read)(&mut self.said, &line.text);
                }
                Heard::Line(line) => return Ok(line),
                Heard::Closed => return Trouble::fault(Reason::Crash, self.last_words()),
                Heard::Nothing if Instant::now() >= until => return Err(self.silent(awaited)),
                Heard::Nothing => {}
            }
        }
    }

    /// The search data in the chatter since the last request for a move.
    pub fn said(&self) -> Reported {
        self.said
    }

    /// The fault of a program that did not answer. A program that crashed may have left a child process that keeps its
    /// output open.
    fn silent(&mut self, awaited: Awaited) -> Trouble {
        if !self.process.is_running() {
            return Trouble::Fault(PlayerFault::new(Reason::Crash, self.last_words()));
        }
        log::debug!("{} is silent", self.name);
        let (request, wait) = (awaited.request, seconds(awaited.wait));
        Trouble::Fault(PlayerFault::new(
            Reason::Silence,
            format!("no answer to {request} in {wait}"),
        ))
    }

    fn last_words(&mut self) -> String {
        shortened(&on_one_line(&self.process.last_words()), 4 * QUOTED).into_owned()
    }

    /// The unread output so far, without chatter.
    pub fn unasked(&self, is_chatter: fn(&str) -> bool) -> Unasked {
        let began = Instant::now();
        loop {
            match self.process.hear(began) {
                Heard::Line(line) if !is_chatter(&line.text) => return Unasked::Line(line.text),
                Heard::Line(line) if line.at >= began => return Unasked::Nothing,
                Heard::Line(_) => {}
                Heard::Closed => return Unasked::Closed,
                Heard::Nothing => return Unasked::Nothing,
            }
        }
    }

    /// Checks before a request for a move that no line is pending, so that the next one is its answer.
    ///
    /// # Errors
    /// A line is pending, or the output is closed.
    pub fn expect_quiet(&mut self, is_chatter: fn(&str) -> bool) -> Result<(), Trouble> {
        self.said = Reported::default();
        match self.unasked(is_chatter) {
            Unasked::Nothing => Ok(()),
            Unasked::Line(line) => {
                Trouble::fault(Reason::Garbage, format!("{} without a request", quoted(&line)))
            }
            Unasked::Closed => Trouble::fault(Reason::Crash, self.last_words()),
        }
    }

    /// Sends `farewell` and waits for the process to end: for the patience of the match, or for [`HURRIED`] once the match
    /// is interrupted.
    pub fn end(mut self, farewell: &str, context: GameContext) {
        self.send(farewell);
        self.process.close_input();
        let (name, asked) = (self.name, Instant::now());
        let mut deadline = asked.checked_add(context.patience()).unwrap_or(asked + FOREVER);
        let mut is_hurried = false;
        let exit = self.process.finish(|| {
            if !is_hurried && context.stop.load(Relaxed) {
                is_hurried = true;
                deadline = deadline.min(Instant::now() + HURRIED);
            }
            deadline
        });
        match exit {
            Exit::Left(status) if status.success() => {}
            Exit::Left(status) => log::warn!("{name} ended with {status}"),
            Exit::Killed => {
                log::warn!("{name} did not end in {} and was killed", seconds(asked.elapsed()))
            }
        }
    }
}

/// The fault of a program that answered `request` with `line`, which is not an answer.
pub fn garbage<T>(request: &str, line: &str) -> Result<T, Trouble> {
    Trouble::fault(Reason::Garbage, format!("{request} was answered by {}", quoted(line)))
}

/// A line as quoted in reports.
pub fn quoted(line: &str) -> String {
    format!("'{}'", shortened(&on_one_line(line), QUOTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_line_is_short_and_one_line() {
        assert_eq!(quoted("7,7"), "'7,7'");
        assert_eq!(quoted("a\tb\x1b[0m"), "'a b [0m'");
        let long = quoted(&"é".repeat(1000));
        assert_eq!(long.chars().count(), QUOTED + 5);
        assert!(long.ends_with("...'"));
    }

    #[test]
    fn a_wait_too_long_to_count_is_a_long_one() {
        let from = Instant::now();
        let awaited = Awaited { request: "", from, wait: Duration::MAX };
        assert_eq!(awaited.until(), from + FOREVER);
    }
}
