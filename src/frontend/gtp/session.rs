//! A game of Othello by the Go Text Protocol: what every command is answered.
//!
//! Each command is answered before the next one is looked at. A side that must pass is passed for when
//! the other side's move comes: some managers tell forced passes, some do not.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::command::{Command, GAME, NAMES, Rules};
use super::load;
use crate::color::Color;
use crate::coord::Move;
use crate::engine::{Event, Job, Order, Searcher};
use crate::formats::picture::{self, Style};
use crate::frontend::desk::{Settings, share_of_clock};
use crate::frontend::gomocup::session::{hurry, playable};
use crate::frontend::setting::Setting;
use crate::game::Position;
use crate::othello::rules::game::Game;
use crate::othello::rules::square::SIZE;
use crate::search::clock::{Clock, Share};
use crate::search::control::Control;
use crate::search::limits::Budget;
use crate::search::report::Request;

/// An answer, or why there is none.
pub type Answer = Result<String, String>;

/// What a command leads to.
#[derive(Debug)]
pub enum Step {
    /// This is the answer.
    Answered(Answer),
    /// The searcher thinks; its result goes to [`Session::finish`].
    Thinking(Thinking),
    /// This is the last answer.
    Over(Answer),
}

/// A search that an answer waits for.
#[derive(Debug)]
pub struct Thinking {
    control: Arc<Control>,
    id: u64,
    is_played: bool,
}

impl Thinking {
    /// Nothing more will come: ends it if time bounds it, and has it end before long if not.
    pub fn hurry(&self) {
        hurry(&self.control, true);
    }
}

/// The clock of one side as the manager told it last.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    left: Option<Duration>,
    /// For one move.
    period: Option<Duration>,
}

/// The state between commands.
#[derive(Debug)]
pub struct Session {
    game: Game,
    settings: Settings,
    searcher: Searcher,
    /// The clocks at the start of a game.
    full: Side,
    clocks: [Side; 2],
    /// How many plies the game had before each of the passes that nobody told.
    untold: Vec<usize>,
    /// How many passes were told or answered after the end of the game.
    idle: usize,
    next_job: u64,
    /// When the last search was answered; a command read before that starts its time there.
    answered: Instant,
}

impl Side {
    /// What the next move may take if it may have this `share` of the main time; `None` if nothing bounds
    /// it. A share that is less than the period is not kept to: what exceeds the main time begins the period.
    fn budget(self, share: Share) -> Option<Budget> {
        let period = Clock { turn: self.period, remaining: None }.budget(share);
        let main = Clock { turn: None, remaining: self.left }.budget(share);
        match (main, period) {
            (Some(main), Some(period)) if main.optimum < period.optimum => Some(period),
            (main, period) => main.or(period),
        }
    }

    /// Takes what the manager says is `left`, for so many moves or with 0 for all; none left for all is
    /// where the period begins.
    fn note(&mut self, left: Duration, moves: u32) {
        match moves {
            0 if left.is_zero() && self.period.is_some() => self.left = None,
            0 => self.left = Some(left),
            moves => *self = Side { left: None, period: Some(left / moves) },
        }
    }

    /// Takes a move's time off the main time; at its end the period begins.
    fn spend(&mut self, elapsed: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(elapsed));
        if self.period.is_some() {
            self.left = self.left.filter(|left| !left.is_zero());
        }
    }
}

impl Session {
    /// A new game, searched by `searcher` within what `settings` allow.
    pub fn new(settings: Settings, searcher: Searcher) -> Session {
        Session {
            game: Game::new(),
            settings,
            searcher,
            full: Side::default(),
            clocks: Default::default(),
            untold: Vec::new(),
            idle: 0,
            next_job: 0,
            answered: Instant::now(),
        }
    }

    /// Where the searcher tells of itself.
    pub fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    /// Carries out a command that was read at `at`.
    pub fn carry_out(&mut self, command: Command, at: Instant) -> Step {
        let answer = match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok("Tengen".to_owned()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Command::KnownCommand(name) => Ok(NAMES.contains(&name.as_str()).to_string()),
            Command::ListCommands => Ok(NAMES.join("\n")),
            Command::ListGames => Ok(GAME.to_owned()),
            Command::SetGame(true) => {
                self.start();
                Ok(String::new())
            }
            Command::SetGame(false) => Err(format!("only {GAME} is played")),
            Command::Quit => return Step::Over(Ok(String::new())),
            Command::BoardSize(8) => {
                self.start();
                Ok(String::new())
            }
            Command::BoardSize(_) => Err("unacceptable size".to_owned()),
            Command::ClearBoard => {
                self.start();
                Ok(String::new())
            }
            Command::Komi => Ok(String::new()),
            Command::Play(side, mv) => self.play(side, mv),
            Command::GenMove(side) => return self.think(side, true, at),
            Command::RegGenMove(side) => return self.think(side, false, at),
            Command::Undo => self.undo(),
            Command::LoadSgf(file, plies) => self.load(&file, plies),
            Command::TimeSettings(main, period, moves) => {
                self.set_clock(main, period, moves);
                Ok(String::new())
            }
            Command::TimeLeft(side, left, moves) => {
                self.clocks[side.index()].note(left, moves);
                Ok(String::new())
            }
            Command::ShowBoard => {
                let position = Position::Othello(self.game.clone());
                Ok(format!("\n{}", picture::lines(&position, Style::Wide).join("\n")))
            }
            Command::FinalScore => self.final_score(),
            Command::Info(Setting::Rule(_) | Setting::Othello(_)) => {
                Err(format!("only {GAME} is played"))
            }
            Command::Info(setting) => {
                self.set(setting);
                Ok(String::new())
            }
            Command::Rules(question) => Ok(self.rules(question)),
        };
        Step::Answered(answer)
    }

    fn start(&mut self) {
        self.game = Game::new();
        self.untold.clear();
        self.idle = 0;
        self.clocks = [self.full; 2];
        self.settings.start_clock();
        self.searcher.order(Order::Clear);
    }

    /// Begins a new game with the one in `file`, after so many of its plies or at its end.
    fn load(&mut self, file: &Path, plies: Option<usize>) -> Answer {
        let (start, moves) = load::read(file)?;
        self.start();
        self.game = start;
        for timed in moves.iter().take(plies.unwrap_or(usize::MAX)) {
            self.game.play(timed.mv).expect("the moves of a record are legal");
        }
        Ok(String::new())
    }

    /// Takes back the last move that was told or asked for, and the passes that came with it untold.
    fn undo(&mut self) -> Answer {
        if let Some(idle) = self.idle.checked_sub(1) {
            self.idle = idle;
            return Ok(String::new());
        }
        self.take_back_untold();
        let undone = self.game.undo().ok_or("cannot undo")?;
        log::debug!("{undone:?} is taken back");
        self.take_back_untold();
        Ok(String::new())
    }

    fn take_back_untold(&mut self) {
        if self.untold.pop_if(|&mut plies| plies + 1 == self.game.history().len()).is_some() {
            self.game.undo();
        }
    }

    fn set(&mut self, setting: Setting) {
        if self.settings.set(setting) {
            self.searcher.order(Order::Resize(self.settings.table_bytes()));
            self.searcher.order(Order::Threads(self.settings.threads()));
        }
    }

    /// Gives the turn to `side` by the pass it needs, if that is forced.
    fn turn_to(&mut self, side: Color) -> Result<(), String> {
        if self.game.side_to_move() == side || self.game.outcome().is_some() {
            return Ok(());
        }
        if !self.game.must_pass() {
            return Err("not the turn of this side".to_owned());
        }
        self.untold.push(self.game.history().len());
        self.game.play(Move::Pass).map_err(|error| error.to_string())
    }

    fn play(&mut self, side: Color, mv: Move) -> Answer {
        if mv == Move::Pass && self.game.outcome().is_some() {
            self.idle += 1;
            return Ok(String::new());
        }
        self.turn_to(side)?;
        if self.game.play(mv).is_err() {
            self.take_back_untold();
            return Err("illegal move".to_owned());
        }
        Ok(String::new())
    }

    fn set_clock(&mut self, main: Duration, period: Duration, moves: u32) {
        let some = |time: Duration| (!time.is_zero()).then_some(time);
        // A period for no moves means no limit in the standard; beside a main time it is what some
        // managers add for every move, which the next `time_left` includes.
        let clock = match moves {
            0 => Side { left: some(main), period: None },
            moves => Side { left: some(main), period: some(period / moves) },
        };
        self.full = clock;
        self.clocks = [clock; 2];
    }

    fn think(&mut self, side: Color, is_played: bool, at: Instant) -> Step {
        if let Err(error) = self.turn_to(side) {
            return Step::Answered(Err(error));
        }
        self.settings.begin_move();
        if self.game.outcome().is_some() {
            self.idle += usize::from(is_played);
            return Step::Answered(Ok("PASS".to_owned()));
        }
        if self.game.must_pass() {
            return Step::Answered(self.answer(Move::Pass, is_played));
        }
        let position = Position::Othello(self.game.clone());
        let told = self.clocks[side.index()].budget(share_of_clock(&position));
        let limits = self.settings.limits_beside(&position, told);
        let control = Arc::new(Control::new(at.max(self.answered), limits.time));
        self.next_job += 1;
        let id = self.next_job;
        let request = Request::best_move(limits);
        let book = self.settings.next_from_book();
        let job = Job { id, position, request, control: control.clone(), book };
        self.searcher.order(Order::Search(Box::new(job)));
        Step::Thinking(Thinking { control, id, is_played })
    }

    /// The answer to the command that `thinking` belongs to, if `event` brings it.
    pub fn finish(&mut self, thinking: &Thinking, event: Event) -> Option<Answer> {
        let Event::Finished { id, result } = event else { return None };
        if id != thinking.id {
            return None;
        }
        self.answered = Instant::now();
        if thinking.is_played {
            self.clocks[self.game.side_to_move().index()].spend(thinking.control.elapsed());
            self.settings.spend(thinking.control.elapsed());
        }
        let position = Position::Othello(self.game.clone());
        let mv = playable(&position, result.best_move().unwrap_or(Move::Pass));
        Some(self.answer(mv, thinking.is_played))
    }

    fn answer(&mut self, mv: Move, is_played: bool) -> Answer {
        if is_played {
            self.game.play(mv).map_err(|error| error.to_string())?;
        } else {
            self.take_back_untold();
        }
        Ok(mv.to_string().to_ascii_uppercase())
    }

    fn final_score(&self) -> Answer {
        let outcome = self.game.outcome().ok_or("the game is not over")?;
        Ok(match outcome.score(Color::Black) {
            0 => "0".to_owned(),
            score if score > 0 => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }

    fn rules(&self, question: Rules) -> String {
        match question {
            Rules::GameId => GAME.to_owned(),
            Rules::BoardSize => SIZE.width().to_string(),
            Rules::Board => {
                let cell = |point| match self.game.cell(point) {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None => ".",
                };
                let cells: Vec<&str> = SIZE.points().map(cell).collect();
                // The first row is the lowest number, which GoGui draws at the bottom.
                let rows = cells.chunks(SIZE.width().into()).rev();
                rows.map(|row| format!("\n{}", row.join(" "))).collect()
            }
            Rules::SideToMove => match self.game.side_to_move() {
                Color::Black => "black".to_owned(),
                Color::White => "white".to_owned(),
            },
            Rules::LegalMoves if self.game.must_pass() => "pass".to_owned(),
            Rules::LegalMoves => {
                let moves = self.game.legal_moves();
                moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            Rules::FinalResult => self.final_score().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Learned;
    use crate::game::Variant;

    const fn s(seconds: u64) -> Option<Duration> {
        Some(Duration::from_secs(seconds))
    }

    fn session(settings: Settings) -> Session {
        let searcher = Searcher::start(settings.searcher(Learned::default())).unwrap();
        Session::new(settings, searcher)
    }

    fn settings() -> Settings {
        let mut settings = Settings::new(Variant::Othello, false);
        settings.set(Setting::Book(false));
        settings.set(Setting::HashSize(Some(1024)));
        settings
    }

    /// Begins to think for `side` by a command that came at `at`.
    fn think(session: &mut Session, side: Color, at: Instant) -> Thinking {
        match session.carry_out(Command::GenMove(side), at) {
            Step::Thinking(thinking) => thinking,
            step => panic!("{step:?}"),
        }
    }

    #[test]
    fn a_command_that_waited_has_its_whole_time() {
        let mut settings = settings();
        settings.set(Setting::MaxNode(Some(100)));
        let mut session = session(settings);
        let full = Duration::from_secs(600);
        session.carry_out(Command::TimeSettings(full, Duration::ZERO, 0), Instant::now());
        let long_ago = Instant::now() - Duration::from_secs(60);
        for side in Color::ALL {
            let thinking = think(&mut session, side, long_ago);
            let answer = loop {
                let event = session.searcher().events().recv().unwrap();
                if let Some(answer) = session.finish(&thinking, event) {
                    break answer;
                }
            };
            assert!(answer.is_ok() && thinking.control.elapsed() < Duration::from_secs(30));
            assert!(session.clocks[side.index()].left > s(570), "{:?}", session.clocks);
        }
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
            let mut session = session(settings);
            let thinking = think(&mut session, Color::Black, Instant::now());
            thinking.hurry();
            assert_eq!(thinking.control.must_stop(), is_ended, "{setting:?}");
            assert_eq!(thinking.control.budget().is_some(), is_ended, "a count ends as ever");
            thinking.control.stop();
        }
    }

    #[test]
    fn the_least_of_all_limits_counts() {
        let mut session = session(settings());
        let hour = Duration::from_secs(3600);
        let most = |session: &mut Session| {
            session.start();
            let thinking = think(session, Color::Black, Instant::now());
            thinking.control.stop();
            thinking.control.budget().map(|budget| budget.maximum)
        };
        assert_eq!(most(&mut session), s(5), "nothing limits it");
        session.set_clock(hour, Duration::ZERO, 0);
        assert!(most(&mut session) > s(60));
        session.set(Setting::TimeoutTurn(500));
        assert_eq!(most(&mut session), Some(Duration::from_millis(450)));
        session.set_clock(Duration::from_secs(1), Duration::ZERO, 0);
        assert!(most(&mut session) < Some(Duration::from_millis(400)));
    }

    #[test]
    fn a_new_game_begins_with_full_clocks() {
        let mut session = session(settings());
        let now = Instant::now();
        let (main, none) = (Duration::from_secs(600), Duration::ZERO);
        session.carry_out(Command::TimeSettings(main, none, 0), now);
        session.carry_out(Command::TimeLeft(Color::White, Duration::from_secs(7), 0), now);
        assert_eq!(session.clocks.map(|side| side.left), [s(600), s(7)]);
        session.carry_out(Command::ClearBoard, now);
        assert_eq!(session.clocks.map(|side| side.left), [s(600); 2]);
    }

    #[test]
    fn a_clock_that_info_sets_is_spent_and_full_again() {
        let mut settings = settings();
        settings.set(Setting::TimeoutMatch(Some(100)));
        let mut session = session(settings);
        let position = Position::Othello(Game::new());
        let full = session.settings.limits(&position);
        session.settings.spend(Duration::from_millis(99));
        assert_ne!(session.settings.limits(&position), full);
        session.carry_out(Command::ClearBoard, Instant::now());
        assert_eq!(session.settings.limits(&position), full);
    }

    #[test]
    fn the_period_begins_when_the_main_time_is_over() {
        let mut side = Side { left: s(100), period: s(2) };
        assert_eq!(side.budget(TENTH), main(100));
        side.spend(Duration::from_secs(82));
        assert_eq!(side.budget(TENTH), period(2), "a tenth of 18 s is less");
        side.spend(Duration::from_secs(19));
        assert_eq!((side.left, side.budget(TENTH)), (None, period(2)));
        let mut sudden = Side { left: s(1), period: None };
        sudden.spend(Duration::from_secs(2));
        assert_eq!(sudden.budget(TENTH), main(0));
        assert_eq!(Side::default().budget(TENTH), None);
    }

    const TENTH: Share = Share { usual: 0.1, most: 0.3 };

    fn main(left: u64) -> Option<Budget> {
        Clock { turn: None, remaining: s(left) }.budget(TENTH)
    }

    fn period(time: u64) -> Option<Budget> {
        Clock { turn: s(time), remaining: None }.budget(TENTH)
    }

    #[test]
    fn what_a_manager_says_is_left_counts() {
        let mut side = Side { left: s(10), period: s(2) };
        side.note(Duration::from_secs(7), 0);
        assert_eq!((side.left, side.period), (s(7), s(2)));
        side.note(Duration::ZERO, 0);
        assert_eq!(side.budget(TENTH), period(2));
        side.note(Duration::from_secs(9), 3);
        assert_eq!((side.left, side.period), (None, s(3)));
        let mut sudden = Side { left: s(1), period: None };
        sudden.note(Duration::ZERO, 0);
        assert_eq!(sudden.budget(TENTH), main(0));
    }
}
