//! A game of Othello shown by NBoard: its commands and the replies.
//!
//! Any command that arrives during a search stops it first. The result is discarded, because NBoard would
//! take it for a result of the new position. The exception is a `ping` during `go`: until the `pong`, NBoard
//! ignores a move anyway, and other hosts wait for it. Only NBoard changes the game: it even sends back the
//! move that it requested.

use std::time::{Duration, Instant};

use super::protocol::{Command, Reply, parse};
use crate::coord::Move;
use crate::engine::{Event, Order};
use crate::formats::ggf::GgfGame;
use crate::frontend::desk::{Desk, DeskEvent, Inquiry, RunningJob, Settings, SideClock};
use crate::frontend::exchange;
use crate::game::{Outcome, Position};
use crate::othello::rules::game::Game;
use crate::search::limits::Limits;
use crate::search::report::{Progress, Request, Score};

const DEFAULT_DEPTH: u32 = 12;
/// A search to a depth becomes a solve if at most this many more squares are empty.
const BEYOND: u32 = 4;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Hint,
    Go,
    /// The position after this many plies, in an analysis that proceeds towards the first.
    Analysis(usize),
}

/// The state between commands.
#[derive(Debug)]
pub struct Session {
    desk: Desk<Purpose>,
    /// The error of the last game. Until a valid one follows, the position shown by NBoard is unknown.
    fault: Option<String>,
    depth: u32,
    /// The number of a ping that follows the move of a stopped `go`.
    ping: Option<i64>,
    is_over: bool,
    replies: Vec<Reply>,
}

impl Session {
    /// A new game. `settings` configure the book.
    pub fn new(settings: Settings) -> Session {
        Session {
            desk: Desk::new(settings, Position::Othello(Game::new())),
            fault: None,
            depth: DEFAULT_DEPTH,
            ping: None,
            is_over: false,
            replies: Vec::new(),
        }
    }

    /// Stops the running search and discards its result.
    fn abandon(&mut self) {
        if self.desk.abandon().is_some() {
            self.be_idle();
        }
    }

    /// Reports why a command cannot be carried out.
    fn refuse(&mut self, error: &str) {
        self.abandon();
        self.complain(error);
    }

    fn complain(&mut self, error: &str) {
        self.replies.push(Reply::Status(error.to_owned()));
    }

    /// Makes NBoard show that the engine is idle.
    fn be_idle(&mut self) {
        self.replies.push(Reply::Status(String::new()));
    }

    /// Carries out a command that was read at `at`.
    fn carry_out(&mut self, command: Command, at: Instant) {
        let is_choosing = self.desk.running().is_some_and(|job| job.purpose == Purpose::Go);
        if let (Command::Ping(number), true) = (&command, is_choosing) {
            self.ping = Some(*number);
            self.desk.stop();
            return;
        }
        self.abandon();
        if let (true, Some(fault)) = (command.needs_game(), &self.fault) {
            self.complain(&format!("no game: {fault}"));
            return;
        }
        match command {
            Command::Hello(_) => self.introduce(),
            Command::Depth(depth) => {
                self.depth = depth.max(1);
                self.introduce();
            }
            Command::Game(Ok(game)) => self.set_game(*game),
            Command::Game(Err(fault)) => {
                self.complain(&fault);
                self.fault = Some(fault);
            }
            Command::Play(mv, time) => self.play(mv, time),
            Command::Hint(lines) => {
                self.replies.push(Reply::Status("Analyzing".to_owned()));
                self.look_at(self.desk.position.clone(), lines, Purpose::Hint, at);
            }
            Command::Go => self.go(at),
            Command::Ping(number) => self.replies.push(Reply::Pong(number)),
            Command::Learn => self.replies.push(Reply::Learned),
            Command::Analyze => self.analyze(self.desk.position.history().len(), at),
            Command::Quit => self.is_over = true,
        }
    }

    fn introduce(&mut self) {
        self.replies.push(Reply::Name("Tengen".to_owned()));
    }

    fn set_game(&mut self, mut sent: GgfGame) {
        // NBoard sends a pass that the game lacks as `move`, so the game ends at the position before the pass.
        sent.drop_unstated_pass();
        let GgfGame { start, record, clocks, .. } = sent;
        self.desk.position = Position::Othello(start);
        self.fault = None;
        self.desk.clocks =
            clocks.map(|clock| SideClock { left: clock.and_then(|c| main_time(&c)), period: None });
        for timed in record.moves {
            self.play(timed.mv, timed.time);
        }
    }

    fn play(&mut self, mv: Move, time: Duration) {
        // Some front ends send forced passes and some do not.
        let is_pass_unsent = mv != Move::Pass && self.desk.position.must_pass();
        if is_pass_unsent {
            self.play(Move::Pass, Duration::ZERO);
        }
        let side = self.desk.position.side_to_move();
        match self.desk.position.play(mv) {
            Ok(()) => self.desk.clocks[side.index()].spend(time),
            Err(error) => {
                if is_pass_unsent {
                    self.desk.position.undo();
                }
                self.complain(&error.to_string());
            }
        }
    }

    /// Bounds of a search of `position`.
    fn limits(&self, position: &Position) -> Limits {
        let squares = position.size().points();
        let empty = squares.filter(|&square| position.stone(square).is_none()).count() as u32;
        let is_endgame = empty <= self.depth.saturating_add(BEYOND);
        Limits { depth: Some(if is_endgame { empty } else { self.depth }), ..Limits::default() }
    }

    fn go(&mut self, at: Instant) {
        let position = &self.desk.position;
        if self.desk.outcome().is_some() || position.must_pass() {
            self.replies.push(Reply::Best(Move::Pass, None, at.elapsed()));
            return;
        }
        self.replies.push(Reply::Status("Thinking".to_owned()));
        let limits = Limits { time: self.desk.clock_budget(), ..self.limits(position) };
        let request = Request::best_move(limits);
        let (position, purpose) = (position.clone(), Purpose::Go);
        let (is_book_open, is_for_play) = (true, true);
        self.desk.search(Inquiry { position, request, is_book_open, is_for_play, purpose }, at);
    }

    /// Evaluates the position after `plies` plies of the game, and then the earlier ones.
    fn analyze(&mut self, plies: usize, at: Instant) {
        let mut position = self.desk.position.clone();
        while position.history().len() > plies {
            position.undo();
        }
        if let Some(Outcome::Othello(outcome)) = position.outcome(false) {
            let score = outcome.score(position.side_to_move());
            self.replies.push(Reply::Value(plies, Score::Exact(score)));
            self.analyze_before(plies, at);
            return;
        }
        self.look_at(position, 1, Purpose::Analysis(plies), at);
    }

    fn analyze_before(&mut self, plies: usize, at: Instant) {
        match plies.checked_sub(1) {
            Some(before) => self.analyze(before, at),
            None => self.be_idle(),
        }
    }

    /// Starts a search for the best `lines` of `position`.
    fn look_at(&mut self, position: Position, lines: usize, purpose: Purpose, at: Instant) {
        let request = Request { limits: self.limits(&position), lines, is_analysis: true };
        let (is_book_open, is_for_play) = (false, false);
        self.desk.search(Inquiry { position, request, is_book_open, is_for_play, purpose }, at);
    }

    /// Reports an iteration, except in an analysis, where NBoard expects only the values.
    fn show(&mut self, progress: &Progress) {
        if let Some(RunningJob { purpose: Purpose::Analysis(_), .. }) = self.desk.running() {
            return;
        }
        let Progress { depth, selectivity, .. } = *progress;
        let lines = progress.lines.iter().cloned();
        self.replies.extend(lines.map(|line| Reply::Search(line, depth, selectivity)));
        self.replies.push(Reply::Stats(progress.nodes, progress.elapsed));
    }

    fn finish(&mut self, job: &RunningJob<Purpose>, result: &Progress) {
        let score = result.lines.first().map(|best| best.score);
        match job.purpose {
            Purpose::Hint => self.be_idle(),
            Purpose::Go => {
                let mv = self.desk.playable(result.best_move().unwrap_or(Move::Pass));
                self.replies.push(Reply::Best(mv, score, job.elapsed()));
                self.be_idle();
                self.replies.extend(self.ping.take().map(Reply::Pong));
            }
            Purpose::Analysis(plies) => {
                self.replies.extend(score.map(|score| Reply::Value(plies, score)));
                self.analyze_before(plies, Instant::now());
            }
        }
    }
}

impl exchange::Session for Session {
    type Reply = Reply;

    fn receive(&mut self, line: &str, at: Instant) {
        match parse(line) {
            Ok(Some(command)) => self.carry_out(command, at),
            Ok(None) => {}
            Err(error) => self.refuse(&error),
        }
    }

    fn hear(&mut self, event: Event) {
        match self.desk.hear(event) {
            Some(DeskEvent::Progress(progress)) => self.show(&progress),
            Some(DeskEvent::Booked(line)) => self.replies.push(Reply::Book(line)),
            Some(DeskEvent::Finished(job, result)) => self.finish(&job, &result),
            Some(
                DeskEvent::Prepared
                | DeskEvent::Mark(_)
                | DeskEvent::Filed(_)
                | DeskEvent::Evaluated(_),
            )
            | None => {}
        }
    }

    fn hasten(&mut self) {
        self.desk.stop();
    }

    fn is_thinking(&self) -> bool {
        self.desk.is_busy()
    }

    /// The move of a stopped `go` must be sent before the answer to its `ping`.
    fn is_concluding(&self) -> bool {
        self.ping.is_some()
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn take_orders(&mut self) -> Vec<Order> {
        self.desk.take_orders()
    }

    fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }
}

/// The main time of a clock as NBoard writes it: `days.hours:minutes:seconds`, without leading parts that are 0
/// and with optional decimals. It ends at a `/`. 0 means no clock.
fn main_time(text: &str) -> Option<Duration> {
    let clock = text.split('/').next()?.trim();
    let (minutes, seconds) = clock.rsplit_once(':').unwrap_or(("0", clock));
    let (hours, minutes) = minutes.rsplit_once(':').unwrap_or(("0", minutes));
    let (days, hours) = hours.split_once('.').unwrap_or(("0", hours));
    let [days, hours, minutes] = [days, hours, minutes].map(|part| part.parse::<u32>().ok());
    let whole = Duration::from_secs((u64::from(days?) * 24 + u64::from(hours?)) * 3600)
        + Duration::from_secs(u64::from(minutes?) * 60);
    let rest = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    whole.checked_add(rest).filter(|time| !time.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_ggf_are_read() {
        for (text, seconds) in [
            ("15:00", Some(900)),
            ("5:00//02:00", Some(300)),
            ("1:00:05", Some(3605)),
            ("2", Some(2)),
            ("0:02", Some(2)),
            ("2.01:00:05", Some(176_405)),
            ("0", None),
            ("", None),
            ("1 s/move", None),
            ("18446744073709551615:00", None),
        ] {
            assert_eq!(main_time(text), seconds.map(Duration::from_secs), "{text}");
        }
        assert_eq!(main_time("1:00.25"), Some(Duration::from_millis(60_250)));
    }
}
