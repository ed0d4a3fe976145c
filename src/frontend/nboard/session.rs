//! A game of Othello shown by NBoard: what it asks and is told.
//!
//! Whatever is asked while the searcher thinks ends that first, and its result is not told: it would be
//! taken for one of the new position. NBoard alone changes the game, also by the move it asked for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::command::Command;
use super::reply::Reply;
use crate::coord::Move;
use crate::engine::{Event, Job, Order, Searcher};
use crate::formats::ggf::GgfGame;
use crate::frontend::desk::{Settings, share_of_clock};
use crate::frontend::gomocup::session::playable;
use crate::game::Position;
use crate::othello::rules::game::Game;
use crate::search::clock::Clock;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Progress, Request, Score};

/// Depth until NBoard says which.
const USUAL_DEPTH: u32 = 12;
/// A search to a depth sees the end of the game from so many more empty squares.
const BEYOND: u32 = 4;

/// What a search is for.
#[derive(Debug)]
enum Purpose {
    Hint,
    Go,
    /// The position after so many plies, in an analysis that goes on towards the first.
    Analysis(usize),
}

/// A search.
#[derive(Debug)]
struct Thinking {
    id: u64,
    control: Arc<Control>,
    purpose: Purpose,
}

/// The state between commands.
#[derive(Debug)]
pub struct Session {
    game: Game,
    /// What was wrong with the last game that was told: until a sound one follows, what NBoard shows is
    /// not known.
    fault: Option<String>,
    settings: Settings,
    searcher: Searcher,
    depth: u32,
    /// What both sides have left.
    left: [Option<Duration>; 2],
    thinking: Option<Thinking>,
    next_job: u64,
    /// What is to be told.
    replies: Vec<Reply>,
}

impl Session {
    /// A new game, searched by `searcher`; `settings` say how the book is used.
    pub fn new(settings: Settings, searcher: Searcher) -> Session {
        Session {
            game: Game::new(),
            fault: None,
            settings,
            searcher,
            depth: USUAL_DEPTH,
            left: [None; 2],
            thinking: None,
            next_job: 0,
            replies: Vec::new(),
        }
    }

    /// Where the searcher tells of itself.
    pub fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    /// What is to be told, oldest first; it is not told again.
    pub fn replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }

    /// Whether a search is under way.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Ends the search under way, whose result is told.
    pub fn hurry(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
    }

    /// Ends the search under way, whose result is not told, and has NBoard no longer show it.
    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.control.stop();
            self.replies.push(Reply::Status(String::new()));
        }
    }

    /// Tells what is wrong with a command that cannot be carried out.
    pub fn refuse(&mut self, error: &str) {
        self.stop();
        self.complain(error);
    }

    fn complain(&mut self, error: &str) {
        self.replies.push(Reply::Status(error.to_owned()));
    }

    /// Carries out a command that was read at `at`.
    pub fn carry_out(&mut self, command: Command, at: Instant) {
        self.stop();
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
                let limits = self.limits(self.game.board().empty_count());
                let request = Request { limits, lines, is_analysis: true };
                self.think(self.game.clone(), request, Purpose::Hint, at);
            }
            Command::Go => self.go(at),
            Command::Ping(number) => self.replies.push(Reply::Pong(number)),
            Command::Learn => self.replies.push(Reply::Learned),
            Command::Analyze => self.analyze(self.game.history().len(), at),
            Command::Quit => {}
        }
    }

    fn introduce(&mut self) {
        self.replies.push(Reply::Name("Tengen".to_owned()));
    }

    fn set_game(&mut self, mut told: GgfGame) {
        // NBoard tells a pass by `move` if it does not by the game: the position is that before it.
        told.drop_unstated_pass();
        let GgfGame { start, record, clocks, .. } = told;
        self.game = start;
        self.fault = None;
        self.left = clocks.map(|clock| main_time(&clock?));
        for timed in record.moves {
            self.play(timed.mv, timed.time);
        }
    }

    fn play(&mut self, mv: Move, time: Duration) {
        // Some front ends tell forced passes and some do not.
        if mv != Move::Pass && self.game.must_pass() {
            self.play(Move::Pass, Duration::ZERO);
        }
        let side = self.game.side_to_move();
        match self.game.play(mv) {
            Ok(()) => {
                let left = &mut self.left[side.index()];
                *left = left.map(|left| left.saturating_sub(time));
            }
            Err(error) => self.complain(&error.to_string()),
        }
    }

    /// The depth of a search with so many empty squares.
    fn limits(&self, empties: u32) -> Limits {
        let depth = if empties <= self.depth.saturating_add(BEYOND) { empties } else { self.depth };
        Limits { depth: Some(depth), ..Limits::default() }
    }

    fn go(&mut self, at: Instant) {
        if self.game.outcome().is_some() || self.game.must_pass() {
            self.replies.push(Reply::Best(Move::Pass, None, at.elapsed()));
            return;
        }
        self.replies.push(Reply::Status("Thinking".to_owned()));
        let mut limits = self.limits(self.game.board().empty_count());
        if let Some(left) = self.left[self.game.side_to_move().index()] {
            let clock = Clock { turn: None, remaining: Some(left) };
            limits.time = clock.budget(share_of_clock(&Position::Othello(self.game.clone())));
        }
        self.think(self.game.clone(), Request::best_move(limits), Purpose::Go, at);
    }

    /// Values the position after `plies` plies of the game, and then those before it.
    fn analyze(&mut self, plies: usize, at: Instant) {
        let mut game = self.game.clone();
        while game.history().len() > plies {
            game.undo();
        }
        if let Some(outcome) = game.outcome() {
            let score = outcome.score(game.side_to_move());
            self.replies.push(Reply::Value(plies, Score::Exact(score)));
            self.analyze_before(plies, at);
            return;
        }
        let limits = self.limits(game.board().empty_count());
        let request = Request { limits, lines: 1, is_analysis: true };
        self.think(game, request, Purpose::Analysis(plies), at);
    }

    fn analyze_before(&mut self, plies: usize, at: Instant) {
        match plies.checked_sub(1) {
            Some(before) => self.analyze(before, at),
            None => self.replies.push(Reply::Status(String::new())),
        }
    }

    fn think(&mut self, game: Game, request: Request, purpose: Purpose, at: Instant) {
        self.next_job += 1;
        let id = self.next_job;
        let control = Arc::new(Control::new(at, request.limits.time));
        let position = Position::Othello(game);
        let book = match purpose {
            Purpose::Go => self.settings.next_from_book(),
            Purpose::Hint | Purpose::Analysis(_) => None,
        };
        let job = Job { id, position, request, control: Arc::clone(&control), book };
        self.searcher.order(Order::Search(Box::new(job)));
        self.thinking = Some(Thinking { id, control, purpose });
    }

    /// Takes what the searcher tells.
    pub fn hear(&mut self, event: Event) {
        let Some(thinking) = &self.thinking else { return };
        match event {
            Event::Progress { id, progress }
                if id == thinking.id && !matches!(thinking.purpose, Purpose::Analysis(_)) =>
            {
                self.tell(&progress);
            }
            Event::Booked { id, line } if id == thinking.id => {
                self.replies.push(Reply::Book(line));
            }
            Event::Finished { id, result } if id == thinking.id => {
                let thinking = self.thinking.take();
                if let Some(thinking) = thinking {
                    self.finish(&thinking, &result);
                }
            }
            _ => {}
        }
    }

    fn tell(&mut self, progress: &Progress) {
        let Progress { depth, selectivity, .. } = *progress;
        let lines = progress.lines.iter().cloned();
        self.replies.extend(lines.map(|line| Reply::Search(line, depth, selectivity)));
        self.replies.push(Reply::Stats(progress.nodes, progress.elapsed));
    }

    fn finish(&mut self, thinking: &Thinking, result: &Progress) {
        let best = result.lines.first();
        match thinking.purpose {
            Purpose::Hint => self.replies.push(Reply::Status(String::new())),
            Purpose::Go => {
                let position = Position::Othello(self.game.clone());
                let mv = playable(&position, result.best_move().unwrap_or(Move::Pass));
                let elapsed = thinking.control.elapsed();
                self.replies.push(Reply::Best(mv, best.map(|line| line.score), elapsed));
                self.replies.push(Reply::Status(String::new()));
            }
            Purpose::Analysis(plies) => {
                self.replies.extend(best.map(|line| Reply::Value(plies, line.score)));
                self.analyze_before(plies, Instant::now());
            }
        }
    }
}

/// The main time of a clock as NBoard writes it, `days.hours:minutes:seconds` from the first part that is
/// not 0, the seconds with decimals if need be; what follows a `/` is something else. NBoard writes 0 where
/// there is no clock.
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
