//! A conversation with the program under test: send, wait for the one reply, report anything else. Whatever
//! goes wrong is a [`Finding`].
//!
//! Every wait ends, whatever the program does, and every unsolicited line is a finding. Lines for people
//! (`MESSAGE`, `DEBUG`) are skipped.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::peer::{Departure, Peer};
use crate::coord::{Move, Point};
use crate::gomoku::rules::game::Game;
use crate::process::{Arrival, Heard, is_remark};
use crate::quotation::shortened;

/// The line end that Gomocup's managers send.
pub const CRLF: &str = "\r\n";
/// Wait for a stray second reply after a move.
pub const AFTER_MOVE: Duration = Duration::from_millis(60);
/// Time to listen when checking for silence.
pub const SILENCE: Duration = Duration::from_millis(300);
/// The finding about a program that should have exited.
pub const GOES_ON: &str = "still running";
/// Wait beyond the limit, to report how late an answer is.
const OVERDUE: Duration = Duration::from_secs(2);
/// Lines of a conversation that a finding quotes.
const QUOTED: usize = 12;
/// Characters of an answer that a finding quotes.
const QUOTED_LINE: usize = 120;
/// Characters of a line of a conversation that a finding quotes.
const SAID_LINE: usize = 400;

/// Time allowed for answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For an answer that needs no search.
    pub answer: Duration,
    /// Time allowed beyond the limit of a move, and for the exit after `END`.
    pub tolerance: Duration,
}

/// The one reply to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its text.
    pub text: String,
    /// Time since the request.
    pub took: Duration,
}

/// A conversation.
pub struct Conversation {
    peer: Box<dyn Peer>,
    patience: Patience,
    /// Time at which the conversation is abandoned.
    end: Instant,
    asked: Instant,
    unread: VecDeque<Arrival>,
    log: VecDeque<String>,
    /// Time and limit of the latest move relative to its limit.
    slowest: Option<(Duration, Duration)>,
    latest: Duration,
    /// Whether late answers count as faults.
    is_timed: bool,
}

impl Conversation {
    /// A conversation with `peer` that lasts until `end` at most.
    pub fn new(peer: Box<dyn Peer>, patience: Patience, end: Instant) -> Conversation {
        Conversation {
            peer,
            patience,
            end,
            asked: Instant::now(),
            unread: VecDeque::new(),
            log: VecDeque::new(),
            slowest: None,
            latest: Duration::ZERO,
            is_timed: false,
        }
    }

    /// The same conversation, but late answers count as faults. Most checks do not use this, because they would all
    /// fail on a busy machine.
    pub fn timed(self) -> Conversation {
        Conversation { is_timed: true, ..self }
    }

    /// Sends `line`, or several lines with [`CRLF`] between them, and a line end.
    pub fn say(&mut self, line: &str) {
        self.say_raw(&format!("{line}{CRLF}"));
    }

    /// Sends `text` unchanged.
    pub fn say_raw(&mut self, text: &str) {
        let quoted = if text.ends_with(CRLF) {
            text.trim_end().replace(CRLF, " | ")
        } else {
            format!("\"{}\"", text.escape_debug())
        };
        self.note('>', &quoted);
        self.asked = Instant::now();
        self.peer.send(text);
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.note('>', "(end of input)");
        self.asked = Instant::now();
        self.peer.close_input();
    }

    /// The time of the last move.
    pub fn latest(&self) -> Duration {
        self.latest
    }

    /// Peak memory so far.
    pub fn peak_memory(&self) -> Option<u64> {
        self.peer.peak_memory()
    }

    /// The next line other than messages, if it arrives before `deadline`.
    pub fn listen(&mut self, deadline: Instant) -> Heard {
        let deadline = deadline.min(self.end);
        loop {
            let heard = match self.unread.pop_front() {
                Some(arrival) => Heard::Line(arrival),
                None => self.peer.hear(deadline),
            };
            match heard {
                Heard::Line(arrival) if arrival.at > deadline => {
                    self.unread.push_front(arrival);
                    return Heard::Nothing;
                }
                Heard::Line(arrival) if is_remark(&arrival.text) => {}
                Heard::Line(arrival) => {
                    self.note('<', &arrival.text);
                    return Heard::Line(arrival);
                }
                other => return other,
            }
        }
    }

    /// The one reply to the last request, within `wait`. `expected` describes it for the finding.
    ///
    /// # Errors
    /// There is none, or a line arrived before the request.
    pub fn reply(&mut self, wait: Duration, expected: &str) -> Result<Reply, Finding> {
        match self.listen(self.asked + wait) {
            Heard::Line(arrival) if arrival.at < self.asked => {
                let came = format!("{}, before the request was sent", quote(&arrival.text));
                Err(self.failed("no unsolicited line", &came))
            }
            Heard::Line(Arrival { at, text }) => Ok(Reply { text, took: at - self.asked }),
            Heard::Closed => Err(self.ended(expected)),
            Heard::Nothing if Instant::now() >= self.end => {
                Err(self.failed(expected, "nothing before the time limit of this check"))
            }
            Heard::Nothing => {
                let waited = self.asked.elapsed().min(wait);
                Err(self.failed(expected, &format!("nothing in {}", in_ms(waited))))
            }
        }
    }

    /// Expects silence for `wait`, except for messages; `after` names the preceding event.
    ///
    /// # Errors
    /// A line arrived, or the program ended.
    pub fn quiet(&mut self, wait: Duration, after: &str) -> Result<(), Finding> {
        let expected = format!("silence after {after}");
        match self.listen(Instant::now() + wait) {
            Heard::Nothing => Ok(()),
            Heard::Line(arrival) => Err(self.failed(&expected, &quote(&arrival.text))),
            Heard::Closed => Err(self.ended(&expected)),
        }
    }

    /// Sends `request`, expects `OK`, and returns the time it took.
    ///
    /// # Errors
    /// Any other answer.
    pub fn ask_ok(&mut self, request: &str) -> Result<Duration, Finding> {
        self.say(request);
        let expected = format!("OK in answer to {request}");
        let reply = self.reply(self.patience.answer, &expected)?;
        match reply.text.as_str() {
            "OK" => Ok(reply.took),
            other => Err(self.failed(&expected, &quote(other))),
        }
    }

    /// Sends `request` and expects a refusal in one line.
    ///
    /// # Errors
    /// It was not refused, or more lines followed.
    pub fn ask_refusal(&mut self, request: &str) -> Result<String, Finding> {
        self.say(request);
        let expected = format!("one line ERROR or UNKNOWN in answer to {request}");
        let reply = self.reply(self.patience.answer, &expected)?;
        if !is_refusal(&reply.text) {
            return Err(self.failed(&expected, &quote(&reply.text)));
        }
        self.quiet(AFTER_MOVE, &format!("the one answer to {}", first_line(request)))?;
        Ok(reply.text)
    }

    /// Sends `request`, expects a legal move in `game` within `limit`, and plays it.
    ///
    /// # Errors
    /// Anything else.
    pub fn ask_move(
        &mut self,
        game: &mut Game,
        request: &str,
        limit: Duration,
    ) -> Result<Point, Finding> {
        self.say(request);
        self.take_move(game, first_line(request), limit)
    }

    /// Like [`Conversation::ask_move`], for a request that was already sent; findings call it `name`.
    ///
    /// # Errors
    /// Anything but a legal move in time.
    pub fn take_move(
        &mut self,
        game: &mut Game,
        name: &str,
        limit: Duration,
    ) -> Result<Point, Finding> {
        let point = self.take_move_at_once(game, name, limit)?;
        self.quiet(AFTER_MOVE, &format!("the move in answer to {name}"))?;
        Ok(point)
    }

    /// Like [`Conversation::take_move`], without waiting for stray lines after the move.
    ///
    /// # Errors
    /// Anything but a legal move in time.
    pub fn take_move_at_once(
        &mut self,
        game: &mut Game,
        name: &str,
        limit: Duration,
    ) -> Result<Point, Finding> {
        let overdue = if self.is_timed { OVERDUE } else { self.patience.answer };
        let expected = format!("a legal move x,y in answer to {name}");
        let reply = self.reply(limit + self.patience.tolerance + overdue, &expected)?;
        let Some((x, y)) = coordinates(&reply.text) else {
            return Err(self.failed(&expected, &quote(&reply.text)));
        };
        let point = Point::new(x, y).filter(|&point| game.size().contains(point));
        let Some(point) = point else {
            let came = format!("{x},{y}, which is not on the {} board", game.size());
            return Err(self.failed(&expected, &came));
        };
        if let Err(illegal) = game.play(Move::Place(point)) {
            return Err(
                self.failed(&expected, &format!("{}, which is illegal: {illegal}", reply.text))
            );
        }
        self.clock(name, reply.took, limit)?;
        Ok(point)
    }

    /// Checks the time of an answer.
    fn clock(&mut self, name: &str, took: Duration, limit: Duration) -> Result<(), Finding> {
        self.latest = took;
        let overrun = took.as_secs_f64() - limit.as_secs_f64();
        if self.worst_overrun().is_none_or(|worst| overrun > worst) {
            self.slowest = Some((took, limit));
        }
        if self.is_timed && took > limit + self.patience.tolerance {
            let expected = format!(
                "an answer to {name} within {} and {} tolerance",
                in_ms(limit),
                in_ms(self.patience.tolerance)
            );
            return Err(self.failed(&expected, &format!("an answer after {}", in_ms(took))));
        }
        Ok(())
    }

    /// How far the slowest move exceeded its limit, in seconds; negative within the limit.
    pub fn worst_overrun(&self) -> Option<f64> {
        self.slowest.map(|(took, limit)| took.as_secs_f64() - limit.as_secs_f64())
    }

    /// The result of a check that has passed so far: a warning if a move exceeded its limit, though within the
    /// tolerance.
    ///
    /// # Errors
    /// The warning.
    pub fn in_time(&self, note: &str) -> CheckResult {
        match self.slowest {
            None => Ok(note.to_owned()),
            Some((took, limit)) if took <= limit => {
                Ok(format!("{note}, slowest {} of {}", in_ms(took), in_ms(limit)))
            }
            Some((took, limit)) => {
                let came = format!("{} after it was asked for", in_ms(took));
                Err(self.warning(&format!("every move within {}", in_ms(limit)), &came))
            }
        }
    }

    /// Waits for the program to end silently; `after` names the cause.
    ///
    /// # Errors
    /// It keeps running, or writes something.
    pub fn depart(
        &mut self,
        wait: Duration,
        after: &str,
    ) -> Result<(Departure, Duration), Finding> {
        let deadline = (self.asked + wait).min(self.end);
        let expected = format!("the end of the process within {} of {after}", in_ms(wait));
        let Some(departure) = self.peer.depart(deadline) else {
            return Err(self.failed(&expected, GOES_ON));
        };
        let took = departure.at.saturating_duration_since(self.asked);
        if let Heard::Line(arrival) = self.listen(Instant::now() + AFTER_MOVE)
            && arrival.at >= self.asked
        {
            return Err(self.warning(&format!("silence after {after}"), &quote(&arrival.text)));
        }
        Ok((departure, took))
    }

    /// A failure.
    pub fn failed(&self, expected: &str, came: &str) -> Finding {
        self.finding(Level::Failed, expected, came)
    }

    /// A warning.
    pub fn warning(&self, expected: &str, came: &str) -> Finding {
        self.finding(Level::Warning, expected, came)
    }

    fn finding(&self, level: Level, expected: &str, came: &str) -> Finding {
        let said = self.log.iter().cloned().collect();
        Finding { level, expected: expected.to_owned(), came: came.to_owned(), said, ended: false }
    }

    /// The finding that the program exited unexpectedly.
    pub fn ended(&mut self, expected: &str) -> Finding {
        let words = self.peer.last_words();
        Finding { ended: true, ..self.failed(expected, &format!("end of output: {words}")) }
    }

    fn note(&mut self, mark: char, text: &str) {
        if self.log.len() == QUOTED {
            self.log.pop_front();
        }
        self.log.push_back(format!("{mark} {}", plain(&shortened(text, SAID_LINE))));
    }
}

/// Whether a line refuses a request.
pub fn is_refusal(text: &str) -> bool {
    let word = text.split(' ').next().unwrap_or(text);
    word.eq_ignore_ascii_case("error") || word.eq_ignore_ascii_case("unknown")
}

/// The coordinates of a move in the strict form: two numbers separated by a comma.
pub fn coordinates(text: &str) -> Option<(u8, u8)> {
    let number = |part: &str| -> Option<u8> {
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten()
    };
    let (x, y) = text.split_once(',')?;
    Some((number(x)?, number(y)?))
}

/// The first of several lines.
fn first_line(request: &str) -> &str {
    request.lines().find(|line| !line.starts_with("INFO")).unwrap_or(request)
}

/// A line in quotes, shortened.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", plain(&shortened(text, QUOTED_LINE)))
}

/// `text` with control characters escaped.
pub fn plain(text: &str) -> String {
    let plain =
        |c: char| if matches!(c, '\'' | '"') { vec![c] } else { c.escape_debug().collect() };
    text.chars().flat_map(plain).collect()
}

/// A time in whole milliseconds.
pub fn in_ms(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The program violates the protocol.
    Failed,
    /// The protocol recommends something else but current managers accept this, or it is a matter of playing strength.
    Warning,
    /// Nothing to check: the program does not support this, or the system does not report it.
    Skipped,
}

/// Why a check did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub level: Level,
    /// What was expected; empty if skipped.
    pub expected: String,
    /// What was found instead, or why the check was skipped.
    pub came: String,
    /// The end of the conversation: lines sent after `> `, lines received after `< `.
    pub said: Vec<String>,
    /// Whether the program exited unexpectedly.
    pub ended: bool,
}

/// A note, or a finding.
pub type CheckResult = Result<String, Finding>;

impl Finding {
    /// The finding of a skipped check.
    pub fn skipped(reason: &str) -> Finding {
        let came = reason.to_owned();
        Finding {
            level: Level::Skipped,
            expected: String::new(),
            came,
            said: Vec::new(),
            ended: false,
        }
    }

    /// The same finding as a warning, unless the program exited, which is always a failure.
    pub fn softened(self) -> Finding {
        let soft = self.level == Level::Failed && !self.ended;
        Finding { level: if soft { Level::Warning } else { self.level }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that writes the same line forever, and never exits.
    struct Flood(&'static str);

    impl Peer for Flood {
        fn send(&mut self, _: &str) {}
        fn hear(&mut self, _: Instant) -> Heard {
            Heard::Line(Arrival { at: Instant::now(), text: self.0.to_owned() })
        }
        fn close_input(&mut self) {}
        fn last_words(&mut self) -> String {
            String::new()
        }
        fn peak_memory(&self) -> Option<u64> {
            None
        }
        fn depart(&mut self, _: Instant) -> Option<Departure> {
            None
        }
    }

    fn talk_with(line: &'static str, lasting: Duration) -> Conversation {
        let patience =
            Patience { answer: Duration::from_millis(20), tolerance: Duration::from_millis(20) };
        Conversation::new(Box::new(Flood(line)), patience, Instant::now() + lasting)
    }

    #[test]
    fn a_flood_does_not_hold_up_the_checks() {
        let minute = Duration::from_secs(60);
        let mut talk = talk_with("MESSAGE depth 3", minute);
        assert!(talk.ask_ok("START 15").unwrap_err().came.starts_with("nothing in 20 ms"));
        assert_eq!(talk.quiet(Duration::from_millis(20), "START"), Ok(()));
        assert_eq!(talk.depart(Duration::from_millis(20), "END").unwrap_err().came, GOES_ON);
        let mut talk = talk_with("OK", minute);
        assert!(talk.ask_ok("START 15").is_ok());
        assert_eq!(talk.quiet(minute, "OK").unwrap_err().came, "\"OK\"");
    }

    #[test]
    fn a_check_ends_when_its_time_is_over() {
        let mut talk = talk_with("MESSAGE", Duration::from_millis(30));
        talk.say("BEGIN");
        let finding = talk.reply(Duration::from_secs(600), "a move").unwrap_err();
        assert!(finding.came.contains("before the time limit of this check"), "{finding:?}");
    }

    #[test]
    fn a_line_from_before_the_request_is_no_answer() {
        let mut talk = talk_with("OK", Duration::from_secs(60));
        let before = Instant::now() - Duration::from_millis(2);
        talk.unread.push_back(Arrival { at: before, text: "7,7".to_owned() });
        let finding = talk.ask_ok("START 15").unwrap_err();
        assert_eq!(finding.came, "\"7,7\", before the request was sent");
    }

    #[test]
    fn a_move_is_two_numbers_and_a_comma() {
        assert_eq!(coordinates("7,10"), Some((7, 10)));
        for text in ["7, 7", " 7,7", "7,7 ", "7,7,7", "+7,7", "-1,-1", "7", "7,", "h8", "7,300"] {
            assert_eq!(coordinates(text), None, "{text:?}");
        }
    }

    #[test]
    fn refusals_are_told_by_their_first_word() {
        assert!(is_refusal("ERROR") && is_refusal("unknown command") && !is_refusal("ERRORS"));
    }
}
