//! A game over the Go Text Protocol: the answer to every command.
//!
//! Each command is answered before the next one is read. Hosts differ about whose turn it is. In Othello, if the
//! other side must pass when a side moves, that pass is played for it: some managers send forced passes and some
//! do not. In Gomoku either side may move at any time, because hosts for Go set up positions in this way; the
//! other side then passes.

use std::path::Path;
use std::time::{Duration, Instant};

use super::analysis::Reports;
use super::board;
use super::command::{Analysis, Command, GAMES, NAMES};
use super::record;
use crate::color::Color;
use crate::coord::{Move, Size};
use crate::engine::{Event, Order};
use crate::formats::vertex::{self, Vertex};
use crate::frontend::desk::{Desk, DeskEvent, Inquiry, RunningJob, Settings, SideClock};
use crate::frontend::setting::{RuleBits, Setting};
use crate::game::{Position, Variant};
use crate::othello::rules::game::Game as Othello;
use crate::search::report::{Progress, Request};

/// Number of moves that `tengen-best_moves` shows.
const BEST_MOVES: usize = 5;

/// An answer, or the reason for a failure.
pub type Answer = Result<String, String>;

/// The effect of a command.
#[derive(Debug)]
pub enum Step {
    /// An immediate answer.
    Answered(Answer),
    /// [`Session::take_answer`] will return the answer.
    Waiting,
    /// The same, with reports before the answer.
    Reporting,
    /// The last answer.
    Over(Answer),
}

/// What to do with the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// `genmove`: play the move.
    Play,
    /// `reg_genmove`: report the move only.
    Tell,
    /// `tengen-best_moves`: report the best moves.
    Rank,
    /// No further action: the analysis has been reported.
    Analyze,
}

/// The state between commands.
#[derive(Debug)]
pub struct Session {
    desk: Desk<Purpose>,
    /// The clock at the beginning of a game.
    full: SideClock,
    /// The number of plies before each pass that the manager did not send.
    unsent: Vec<usize>,
    /// The number of passes after the end of the game.
    idle: usize,
    /// The reports of the running analysis.
    reports: Option<Reports>,
    /// The answer to the pending command, once it is known.
    answer: Option<Answer>,
}

impl Session {
    /// A new game within the limits of `settings`, for Gomoku on a board of `size`.
    pub fn new(settings: Settings, size: Size) -> Session {
        let position = match fresh(&settings, size) {
            Ok(position) => position,
            Err(_) => Position::Othello(Othello::new()),
        };
        Session {
            desk: Desk::new(settings, position),
            full: SideClock::default(),
            unsent: Vec::new(),
            idle: 0,
            reports: None,
            answer: None,
        }
    }

    /// Orders for the searcher since the last call.
    pub fn take_orders(&mut self) -> Vec<Order> {
        self.desk.take_orders()
    }

    /// The answer to the pending command, if it is complete.
    pub fn take_answer(&mut self) -> Option<Answer> {
        self.answer.take()
    }

    /// When the next report of an analysis is due; `None` if there is nothing to report.
    pub fn report_due(&self) -> Option<Instant> {
        self.reports.as_ref()?.due()
    }

    /// The report of an analysis, if it is due at `now`. The last one is always due.
    pub fn take_report(&mut self, now: Instant) -> Option<String> {
        let reports = self.reports.as_mut()?;
        if self.answer.is_some() { reports.take_last() } else { reports.take(now) }
    }

    /// Records that another command waits, which ends an analysis.
    pub fn end_analysis(&mut self) {
        if let Some(reports) = self.reports.as_mut().filter(|reports| !reports.analysis.plays) {
            reports.are_ending = true;
            self.desk.stop();
            if self.desk.running().is_none() {
                self.answer = Some(Ok(String::new()));
            }
        }
    }

    /// Ends the running search, whose answer follows.
    pub fn stop(&self) {
        self.desk.stop();
    }

    /// Records the end of the input: a search limited by time ends at once, others soon.
    pub fn end_of_input(&mut self) {
        self.desk.hurry(true);
        self.end_analysis();
    }

    /// Carries out a command that was read at `at`.
    pub fn carry_out(&mut self, command: Command, at: Instant) -> Step {
        self.reports = None;
        let answer = match command {
            Command::Quit => return Step::Over(Ok(String::new())),
            Command::SetGame(setting) => return self.set_game(setting),
            Command::ClearBoard => return self.start_anew(self.desk.position.size()),
            Command::BoardSize(width, height) => return self.resize(width, height),
            Command::GenMove(side) => return self.think(side, Purpose::Play, at),
            Command::RegGenMove(side) => return self.think(side, Purpose::Tell, at),
            Command::BestMoves => {
                return self.think(self.desk.position.side_to_move(), Purpose::Rank, at);
            }
            Command::Analyze(analysis) => return self.analyze(analysis, at),
            Command::Info(setting) => return self.set(setting),
            Command::Play(side, vertex) => self.play(side, vertex),
            Command::PlaySequence(moves) => self.play_all(&moves),
            Command::Undo => self.undo(),
            Command::LoadSgf(file, plies) => return self.load(&file, plies),
            Command::TimeSettings(main, period, moves) => {
                self.set_clocks(main, period, moves);
                Ok(String::new())
            }
            Command::TimeLeft(side, left, moves) => {
                self.desk.clocks[side.index()].announce(left, moves);
                Ok(String::new())
            }
            question => self.tell(&question),
        };
        Step::Answered(answer)
    }

    /// The answer to a query, which changes nothing.
    fn tell(&self, question: &Command) -> Answer {
        let position = &self.desk.position;
        Ok(match question {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => "Tengen".to_owned(),
            Command::Version => env!("CARGO_PKG_VERSION").to_owned(),
            Command::KnownCommand(name) => NAMES.contains(&name.as_str()).to_string(),
            Command::ListCommands => NAMES.join("\n"),
            Command::ListGames => GAMES.join("\n"),
            Command::ShowBoard => {
                format!("\n{}", board::picture(position, self.desk.outcome().as_ref()))
            }
            Command::FinalScore => self.final_score()?,
            Command::CpuTime => return cpu_time(),
            Command::Settings => self.settings(),
            Command::AnalyzeCommands => ANALYZE_COMMANDS.join("\n"),
            Command::Forbidden => match position {
                Position::Gomoku(game) => {
                    let points = game.forbidden().into_iter().map(|(point, _)| point);
                    board::points(points, position.variant())
                }
                Position::Othello(_) => String::new(),
            },
            Command::Rules(question) => {
                board::rules(position, self.desk.outcome().as_ref(), *question)
            }
            _ => String::new(),
        })
    }

    fn settings(&self) -> String {
        let values = self.desk.settings.values().into_iter();
        values.map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join("\n")
    }

    fn final_score(&self) -> Answer {
        self.desk.outcome().as_ref().map(board::score).ok_or("the game is not over".to_owned())
    }

    fn is_over(&self) -> bool {
        self.desk.outcome().is_some()
    }
}

/// The entries of GoGui's menu for the program.
const ANALYZE_COMMANDS: [&str; 5] = [
    "pspairs/Best Moves/tengen-best_moves",
    "plist/Forbidden Points/tengen-forbidden",
    "string/Final Score/final_score",
    "string/Processor Time/cputime",
    "param/Settings/info",
];

/// The processor time of the process in seconds.
fn cpu_time() -> Answer {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Ok(format!("{}.{:03}", time.tv_sec, time.tv_nsec / 1_000_000))
    }
    #[cfg(not(unix))]
    Err("this system does not report it".to_owned())
}

/// The start of a game by `settings`, for Gomoku on a board of `size`.
fn fresh(settings: &Settings, size: Size) -> Result<Position, String> {
    let variant = match settings.variant() {
        Variant::Gomoku { rule, .. } => Variant::Gomoku { rule, size },
        Variant::Othello => Variant::Othello,
    };
    match variant.start() {
        Ok(Position::Gomoku(game)) => Ok(Position::Gomoku(game.ended_by(settings.ending()))),
        Ok(position) if position.size() == size => Ok(position),
        _ => Err("unacceptable size".to_owned()),
    }
}

/// The game and its start.
impl Session {
    /// Starts a game at `position`, with full clocks and an empty table.
    fn start(&mut self, position: Position) {
        self.desk.start_game(position);
        self.desk.forget();
        self.desk.clocks = [self.full; 2];
        self.unsent.clear();
        self.idle = 0;
    }

    /// Starts a game on an empty board of `size`. The answer follows when the searcher is ready.
    fn start_anew(&mut self, size: Size) -> Step {
        match fresh(&self.desk.settings, size) {
            Err(error) => Step::Answered(Err(error)),
            Ok(position) => {
                self.start(position);
                self.desk.prepare();
                Step::Waiting
            }
        }
    }

    fn resize(&mut self, width: u32, height: u32) -> Step {
        let side = |side| u8::try_from(side).ok();
        match side(width).zip(side(height)).and_then(|(width, height)| Size::new(width, height)) {
            Some(size) => self.start_anew(size),
            None => Step::Answered(Err("unacceptable size".to_owned())),
        }
    }

    /// Starts the game that `setting` selects, on the current board if a game of that kind is in progress.
    fn set_game(&mut self, setting: Setting) -> Step {
        self.desk.set(setting);
        let variant = self.desk.settings.variant();
        let current = self.desk.position.variant();
        let is_same = variant.is_gomoku() == current.is_gomoku();
        self.start_anew(if is_same { current.size() } else { variant.size() })
    }

    /// `info`. A new rule applies to the stones on the board, and the answer follows when the searcher is ready for it;
    /// a change of the game starts a new one.
    fn set(&mut self, setting: Setting) -> Step {
        let step = self.apply(setting);
        // A game that goes on is no longer followed by passes.
        if !self.is_over() {
            self.idle = 0;
        }
        step
    }

    fn apply(&mut self, setting: Setting) -> Step {
        let is_rule = matches!(setting, Setting::Rule(_) | Setting::Othello(_));
        self.desk.set(setting);
        if !is_rule {
            return Step::Answered(Ok(String::new()));
        }
        let ending = self.desk.settings.ending();
        match (&mut self.desk.position, self.desk.settings.variant()) {
            (Position::Gomoku(game), Variant::Gomoku { rule, .. }) => {
                *game = game.clone().under(rule).ended_by(ending);
                self.desk.prepare();
                Step::Waiting
            }
            (Position::Othello(_), Variant::Othello) => Step::Answered(Ok(String::new())),
            (_, variant) => self.start_anew(variant.size()),
        }
    }

    /// Sets up the game in `file`, after this many of its plies or at its end. The answer follows when the searcher is
    /// ready, because its rule may need other tables.
    fn load(&mut self, file: &Path, plies: Option<usize>) -> Step {
        let (start, moves) = match record::read(file, self.desk.position.variant()) {
            Ok(game) => game,
            Err(error) => {
                // Reading a large file takes long even if it fails.
                self.desk.note_answer();
                return Step::Answered(Err(error));
            }
        };
        if let Variant::Gomoku { rule, .. } = start.variant()
            && self.desk.settings.variant() != Variant::gomoku(rule)
        {
            self.desk.set(Setting::Rule(RuleBits::of(rule)));
        }
        let start = match start {
            Position::Gomoku(game) => Position::Gomoku(game.ended_by(self.desk.settings.ending())),
            othello => othello,
        };
        self.start(start);
        for &mv in moves.iter().take(plies.unwrap_or(usize::MAX)) {
            self.desk.position.play_as_in_go(mv).expect("the moves of a record are legal");
        }
        self.desk.prepare();
        Step::Waiting
    }

    /// Takes back the last move sent or requested, and the unsent passes around it.
    fn undo(&mut self) -> Answer {
        if let Some(idle) = self.idle.checked_sub(1) {
            self.idle = idle;
            return Ok(String::new());
        }
        self.take_back_unsent();
        let undone = self.desk.position.undo().ok_or("cannot undo")?;
        log::debug!("{undone:?} is taken back");
        self.take_back_unsent();
        Ok(String::new())
    }

    fn take_back_unsent(&mut self) {
        let played = self.desk.position.history().len();
        if self.unsent.pop_if(|&mut plies| plies + 1 == played).is_some() {
            self.desk.position.undo();
        }
    }

    /// Makes `side` the side to move by a pass of the other side, in Othello only if that pass is forced.
    fn turn_to(&mut self, side: Color) -> Result<(), String> {
        if self.desk.position.side_to_move() == side || self.is_over() {
            return Ok(());
        }
        let position = &mut self.desk.position;
        let before = position.history().len();
        match position {
            Position::Gomoku(game) => game.give_turn_to(side),
            Position::Othello(game) => {
                game.play(Move::Pass).map_err(|_| "not the turn of this side".to_owned())?;
            }
        }
        self.unsent.push(before);
        Ok(())
    }

    fn play(&mut self, side: Color, vertex: Vertex) -> Answer {
        // The board alone does not know whether a dead draw ends the game.
        if self.is_over() {
            if vertex != Vertex::Pass {
                return Err("illegal move".to_owned());
            }
            self.idle += 1;
            return Ok(String::new());
        }
        let mv = vertex.on(self.desk.position.variant()).ok_or("illegal move")?;
        self.turn_to(side)?;
        if self.desk.position.play_as_in_go(mv).is_err() {
            self.take_back_unsent();
            return Err("illegal move".to_owned());
        }
        Ok(String::new())
    }

    /// Plays all of `moves`, or none if one is illegal.
    fn play_all(&mut self, moves: &[(Color, Vertex)]) -> Answer {
        for (played, &(side, vertex)) in moves.iter().enumerate() {
            if let Err(error) = self.play(side, vertex) {
                for _ in 0..played {
                    self.undo()?;
                }
                return Err(error);
            }
        }
        Ok(String::new())
    }

    fn set_clocks(&mut self, main: Duration, period: Duration, moves: u32) {
        let left = (!main.is_zero()).then_some(main);
        // In the standard, a period for no moves means no limit. Some managers send it with a main time as an increment
        // per move, which the next `time_left` includes.
        let period = (moves > 0).then(|| period / moves);
        self.full = SideClock { left, period };
        self.desk.clocks = [self.full; 2];
    }
}

/// Searches and their results.
impl Session {
    fn think(&mut self, side: Color, purpose: Purpose, at: Instant) -> Step {
        if let Err(error) = self.turn_to(side) {
            return Step::Answered(Err(error));
        }
        self.desk.settings.begin_move();
        if purpose == Purpose::Rank && (self.is_over() || self.desk.position.must_pass()) {
            return Step::Answered(Ok(String::new()));
        }
        if self.is_over() {
            self.idle += usize::from(purpose == Purpose::Play);
            return Step::Answered(Ok("PASS".to_owned()));
        }
        if self.desk.position.must_pass() {
            return Step::Answered(Ok(self.chosen(Some(Move::Pass), purpose)));
        }
        let best = Request::best_move(self.desk.limits());
        let request = match purpose {
            Purpose::Rank => Request { lines: BEST_MOVES, is_analysis: true, ..best },
            _ => best,
        };
        self.search(request, purpose, at);
        Step::Waiting
    }

    /// Starts an analysis. Unless it plays a move, it lasts until another command arrives, regardless of time limits.
    fn analyze(&mut self, analysis: Analysis, at: Instant) -> Step {
        let side = analysis.side.unwrap_or(self.desk.position.side_to_move());
        if let Err(error) = self.turn_to(side) {
            return Step::Answered(Err(error));
        }
        self.desk.settings.begin_move();
        if self.is_over() {
            if !analysis.plays {
                return Step::Answered(Err("the game is over".to_owned()));
            }
            self.idle += 1;
            self.answer = Some(Ok("play PASS".to_owned()));
            return Step::Reporting;
        }
        let mut limits = self.desk.limits();
        if !analysis.plays {
            limits.time = None;
        }
        let lines = analysis.lines.min(self.desk.position.size().area());
        let request = Request { limits, lines, is_analysis: !analysis.plays };
        let purpose = if analysis.plays { Purpose::Play } else { Purpose::Analyze };
        self.search(request, purpose, at);
        self.reports = Some(Reports::new(analysis));
        Step::Reporting
    }

    fn search(&mut self, request: Request, purpose: Purpose, at: Instant) {
        let position = self.desk.position.clone();
        let is_move = matches!(purpose, Purpose::Play | Purpose::Tell);
        let (is_book_open, is_for_play) = (is_move, is_move);
        self.desk.search(Inquiry { position, request, is_book_open, is_for_play, purpose }, at);
    }

    /// Handles an event of the searcher.
    pub fn hear(&mut self, event: Event) {
        match self.desk.hear(event) {
            Some(DeskEvent::Prepared) => {
                self.desk.note_answer();
                self.answer = Some(Ok(String::new()));
            }
            Some(DeskEvent::Progress(progress)) => self.hold(&progress),
            Some(DeskEvent::Booked(line)) => {
                self.hold(&Progress::unsearched(vec![line], Duration::ZERO));
            }
            Some(DeskEvent::Finished(job, result)) => self.finish(&job, &result),
            Some(DeskEvent::Evaluated(_) | DeskEvent::Mark(_) | DeskEvent::Filed(_)) | None => {}
        }
    }

    fn hold(&mut self, progress: &Progress) {
        if let Some(reports) = &mut self.reports {
            reports.hold(progress, self.desk.position.variant());
        }
    }

    fn finish(&mut self, job: &RunningJob<Purpose>, result: &Progress) {
        if job.purpose == Purpose::Play {
            self.desk.charge(job);
        }
        let answer = match job.purpose {
            Purpose::Play | Purpose::Tell => {
                let text = self.chosen(result.best_move(), job.purpose);
                if self.reports.is_some() { format!("play {text}") } else { text }
            }
            Purpose::Rank => ranked(result, self.desk.position.variant()),
            Purpose::Analyze => {
                self.take_back_unsent();
                // It ends with the next command.
                if self.reports.as_ref().is_some_and(|reports| !reports.are_ending) {
                    return;
                }
                String::new()
            }
        };
        self.answer = Some(Ok(answer));
    }

    /// The move of a search, which `genmove` plays.
    fn chosen(&mut self, chosen: Option<Move>, purpose: Purpose) -> String {
        let mv = if purpose == Purpose::Play {
            self.desk.play_chosen(chosen)
        } else {
            let mv = self.desk.playable(chosen.unwrap_or(Move::Pass));
            self.take_back_unsent();
            mv
        };
        vertex::text(mv, self.desk.position.variant())
    }
}

/// The best moves, each with the chance to win after it.
fn ranked(result: &Progress, variant: Variant) -> String {
    let lines = result.lines.iter().filter_map(|line| {
        let chance = 100.0 * result.expected_score(line.score);
        Some(format!("{} {chance:.0}%", vertex::text(*line.moves.first()?, variant)))
    });
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::rule::Rule;
    use crate::othello::rules::square::SIZE;
    use crate::search::report::{Line, Score, Selectivity};

    const fn s(seconds: u64) -> Option<Duration> {
        Some(Duration::from_secs(seconds))
    }

    fn settings() -> Settings {
        let mut settings = Settings::new(Variant::Othello, false);
        settings.set(Setting::Book(false));
        settings.set(Setting::HashSize(Some(1024)));
        settings
    }

    /// Starts a search for `side`, for a command that arrived at `at`.
    fn think(session: &mut Session, side: Color, at: Instant) {
        assert!(matches!(session.carry_out(Command::GenMove(side), at), Step::Waiting));
    }

    /// Acts as the searcher: answers the last job.
    fn finish(session: &mut Session) -> Option<Answer> {
        let orders = session.take_orders();
        let Some(Order::Search(job)) = orders.last() else { panic!("{orders:?}") };
        let point = job.position.legal_points().next().expect("somebody can move");
        let line = Line { score: Score::Discs(0), moves: vec![Move::Place(point)] };
        let result = Progress {
            depth: 1,
            selectivity: Selectivity::Cut(100),
            nodes: 1,
            elapsed: Duration::ZERO,
            lines: vec![line],
            calibration: None,
        };
        session.hear(Event::Finished { id: job.id, result });
        session.take_answer()
    }

    #[test]
    fn a_command_that_waited_has_its_whole_time() {
        let mut session = Session::new(settings(), SIZE);
        let full = Duration::from_secs(600);
        session.carry_out(Command::TimeSettings(full, Duration::ZERO, 0), Instant::now());
        let long_ago = Instant::now() - Duration::from_secs(60);
        for side in Color::ALL {
            think(&mut session, side, long_ago);
            assert!(session.desk.control().elapsed() < Duration::from_secs(30));
            session.desk.pretend_answered(long_ago);
            assert!(finish(&mut session).is_some_and(|answer| answer.is_ok()));
            let clocks = session.desk.clocks;
            assert!(clocks[side.index()].left > s(570), "{clocks:?}");
        }
    }

    #[test]
    fn a_command_that_waited_for_a_new_game_has_its_whole_time() {
        let mut session = Session::new(settings(), SIZE);
        let long_ago = Instant::now() - Duration::from_secs(60);
        session.desk.pretend_answered(long_ago);
        let step = session.carry_out(Command::ClearBoard, long_ago);
        assert!(matches!(step, Step::Waiting), "{step:?}");
        session.hear(Event::Prepared);
        think(&mut session, Color::Black, long_ago);
        assert!(session.desk.control().elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_command_that_waited_for_a_game_that_cannot_be_read_has_its_whole_time() {
        let mut session = Session::new(settings(), SIZE);
        let long_ago = Instant::now() - Duration::from_secs(60);
        session.desk.pretend_answered(long_ago);
        let step = session.carry_out(Command::LoadSgf("no such file".into(), None), long_ago);
        assert!(matches!(step, Step::Answered(Err(_))), "{step:?}");
        think(&mut session, Color::Black, long_ago);
        assert!(session.desk.control().elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn the_end_of_the_input_ends_searches_that_time_bounds() {
        for (setting, is_ended) in [
            (Setting::TimeoutTurn(3_600_000), true),
            (Setting::MaxDepth(Some(40)), false),
            (Setting::MaxNode(Some(u64::MAX)), false),
        ] {
            let mut settings = settings();
            settings.set(setting.clone());
            let mut session = Session::new(settings, SIZE);
            think(&mut session, Color::Black, Instant::now());
            session.end_of_input();
            let control = session.desk.control();
            assert_eq!(control.must_stop(), is_ended, "{setting:?}");
            assert_eq!(control.budget().is_some(), is_ended, "a count ends as ever");
        }
    }

    #[test]
    fn the_least_of_all_limits_counts() {
        let mut session = Session::new(settings(), SIZE);
        let hour = Duration::from_secs(3600);
        let most = |session: &mut Session| {
            session.carry_out(Command::ClearBoard, Instant::now());
            think(session, Color::Black, Instant::now());
            let budget = session.desk.control().budget();
            finish(session);
            budget.map(|budget| budget.maximum)
        };
        assert_eq!(most(&mut session), s(5), "nothing limits it");
        session.set_clocks(hour, Duration::ZERO, 0);
        assert!(most(&mut session) > s(60));
        session.desk.set(Setting::TimeoutTurn(500));
        assert_eq!(most(&mut session), Some(Duration::from_millis(475)));
        session.set_clocks(Duration::from_secs(1), Duration::ZERO, 0);
        assert!(most(&mut session) < Some(Duration::from_millis(400)));
    }

    #[test]
    fn a_new_game_begins_with_full_clocks() {
        let mut session = Session::new(settings(), SIZE);
        let now = Instant::now();
        let (main, none) = (Duration::from_secs(600), Duration::ZERO);
        session.carry_out(Command::TimeSettings(main, none, 0), now);
        session.carry_out(Command::TimeLeft(Color::White, Duration::from_secs(7), 0), now);
        assert_eq!(session.desk.clocks.map(|side| side.left), [s(600), s(7)]);
        session.carry_out(Command::ClearBoard, now);
        assert_eq!(session.desk.clocks.map(|side| side.left), [s(600); 2]);
    }

    #[test]
    fn a_clock_that_info_sets_is_spent_and_full_again() {
        let mut settings = settings();
        settings.set(Setting::TimeoutMatch(Some(100)));
        let mut session = Session::new(settings, SIZE);
        let full = session.desk.limits();
        session.desk.settings.spend(Duration::from_millis(99));
        assert_ne!(session.desk.limits(), full);
        session.carry_out(Command::ClearBoard, Instant::now());
        assert_eq!(session.desk.limits(), full);
    }

    #[test]
    fn a_loaded_game_is_answered_when_the_searcher_is_ready_for_it() {
        let file = std::env::temp_dir().join(format!("tengen-ready-{}", std::process::id()));
        std::fs::write(&file, "f5d6c3\n").unwrap();
        let mut session = Session::new(settings(), SIZE);
        let step = session.carry_out(Command::LoadSgf(file.clone(), None), Instant::now());
        std::fs::remove_file(&file).unwrap();
        assert!(matches!(step, Step::Waiting), "{step:?}");
        let orders = session.take_orders();
        let Some(Order::Prepare(position)) = orders.last() else { panic!("{orders:?}") };
        assert_eq!(position.history().len(), 3);
        assert_eq!(session.take_answer(), None);
        session.hear(Event::Prepared);
        assert_eq!(session.take_answer(), Some(Ok(String::new())));
    }

    #[test]
    fn a_new_rule_is_answered_when_the_searcher_is_ready_for_it() {
        let size = Size::new(15, 15).unwrap();
        let settings = Settings::new(Variant::gomoku(Rule::Freestyle), false);
        let mut session = Session::new(settings, size);
        let renju = Command::Info(Setting::Rule(RuleBits::of(Rule::Renju)));
        let step = session.carry_out(renju, Instant::now());
        assert!(matches!(step, Step::Waiting), "{step:?}");
        let orders = session.take_orders();
        let Some(Order::Prepare(position)) = orders.last() else { panic!("{orders:?}") };
        assert_eq!(position.variant(), Variant::Gomoku { rule: Rule::Renju, size });
        session.hear(Event::Prepared);
        assert_eq!(session.take_answer(), Some(Ok(String::new())));
    }
}
