//! A game of Othello over the Go Text Protocol: the answer to every command.
//!
//! Each command is answered before the next one is read. If the other side must pass when a side moves, that
//! pass is played for it: some managers send forced passes and some do not.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use super::command::{Command, GAME, NAMES, RulesQuestion};
use crate::color::Color;
use crate::coord::Move;
use crate::engine::{Event, Order};
use crate::formats::game::{TimedMove, one_line};
use crate::formats::ggf::{self, Care};
use crate::formats::picture::{self, Style};
use crate::formats::{collection, sgf_othello};
use crate::frontend::desk::{Desk, DeskEvent, Inquiry, Settings, SideClock};
use crate::frontend::setting::Setting;
use crate::game::{Outcome, Position};
use crate::othello::rules::game::Game;
use crate::othello::rules::square::SIZE;
use crate::search::report::Request;

/// An answer, or the reason for a failure.
pub type Answer = Result<String, String>;

/// The effect of a command.
#[derive(Debug)]
pub enum Step {
    /// An immediate answer.
    Answered(Answer),
    /// The searcher thinks. [`Session::hear`] will have the answer.
    Thinking,
    /// The last answer.
    Over(Answer),
}

/// What to do with the move found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// `genmove`: play it.
    Play,
    /// `reg_genmove`: only report it.
    Tell,
}

/// The state between commands.
#[derive(Debug)]
pub struct Session {
    desk: Desk<Purpose>,
    /// The clock at the start of a game.
    full: SideClock,
    /// The number of plies before each pass that the manager did not send.
    unsent: Vec<usize>,
    /// The number of passes after the end of the game.
    idle: usize,
}

impl Session {
    /// A new game within the limits of `settings`.
    pub fn new(settings: Settings) -> Session {
        Session {
            desk: Desk::new(settings, Position::Othello(Game::new())),
            full: SideClock::default(),
            unsent: Vec::new(),
            idle: 0,
        }
    }

    /// Orders for the searcher since the last call.
    pub fn take_orders(&mut self) -> Vec<Order> {
        self.desk.take_orders()
    }

    /// Records the end of the input: a search limited by time ends at once, others soon.
    pub fn end_of_input(&self) {
        self.desk.hurry(true);
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
            Command::SetGame | Command::ClearBoard | Command::BoardSize(8) => self.start_anew(),
            Command::Quit => return Step::Over(Ok(String::new())),
            Command::BoardSize(_) => Err("unacceptable size".to_owned()),
            Command::Komi => Ok(String::new()),
            Command::Play(side, mv) => self.play(side, mv),
            Command::GenMove(side) => return self.think(side, Purpose::Play, at),
            Command::RegGenMove(side) => return self.think(side, Purpose::Tell, at),
            Command::Undo => self.undo(),
            Command::LoadSgf(file, plies) => self.load(&file, plies),
            Command::TimeSettings(main, period, moves) => {
                self.set_clocks(main, period, moves);
                Ok(String::new())
            }
            Command::TimeLeft(side, left, moves) => {
                self.desk.clocks[side.index()].announce(left, moves);
                Ok(String::new())
            }
            Command::ShowBoard => {
                Ok(format!("\n{}", picture::lines(&self.desk.position, Style::Wide).join("\n")))
            }
            Command::FinalScore => self.final_score(),
            Command::Info(Setting::Rule(_) | Setting::Othello(_)) => {
                Err(format!("only {GAME} is played"))
            }
            Command::Info(setting) => {
                self.desk.set(setting);
                Ok(String::new())
            }
            Command::Rules(question) => Ok(self.rules(question)),
        };
        Step::Answered(answer)
    }

    fn start(&mut self, position: Position) {
        self.desk.start_game(position);
        self.desk.forget();
        self.desk.clocks = [self.full; 2];
        self.unsent.clear();
        self.idle = 0;
    }

    fn start_anew(&mut self) -> Answer {
        self.start(Position::Othello(Game::new()));
        Ok(String::new())
    }

    /// Sets up the game in `file`, after this many of its plies or at its end.
    fn load(&mut self, file: &Path, plies: Option<usize>) -> Answer {
        let (start, moves) = read_game(file)?;
        self.start(Position::Othello(start));
        for timed in moves.iter().take(plies.unwrap_or(usize::MAX)) {
            self.desk.position.play(timed.mv).expect("the moves of a record are legal");
        }
        Ok(String::new())
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

    fn is_over(&self) -> bool {
        self.desk.outcome().is_some()
    }

    /// Gives the turn to `side`, by a pass of the other side if that is forced.
    fn turn_to(&mut self, side: Color) -> Result<(), String> {
        let position = &mut self.desk.position;
        if position.side_to_move() == side || position.outcome(false).is_some() {
            return Ok(());
        }
        if !position.must_pass() {
            return Err("not the turn of this side".to_owned());
        }
        self.unsent.push(position.history().len());
        position.play(Move::Pass).map_err(|error| error.to_string())
    }

    fn play(&mut self, side: Color, mv: Move) -> Answer {
        if mv == Move::Pass && self.is_over() {
            self.idle += 1;
            return Ok(String::new());
        }
        self.turn_to(side)?;
        if self.desk.position.play(mv).is_err() {
            self.take_back_unsent();
            return Err("illegal move".to_owned());
        }
        Ok(String::new())
    }

    fn set_clocks(&mut self, main: Duration, period: Duration, moves: u32) {
        let left = (!main.is_zero()).then_some(main);
        // In the standard, a period for no moves means no limit. Some managers send it with a main time as an
        // increment for every move, which the next `time_left` includes.
        let period = (moves > 0).then(|| period / moves);
        self.full = SideClock { left, period };
        self.desk.clocks = [self.full; 2];
    }

    fn think(&mut self, side: Color, purpose: Purpose, at: Instant) -> Step {
        if let Err(error) = self.turn_to(side) {
            return Step::Answered(Err(error));
        }
        self.desk.settings.begin_move();
        if self.is_over() {
            self.idle += usize::from(purpose == Purpose::Play);
            return Step::Answered(Ok("PASS".to_owned()));
        }
        if self.desk.position.must_pass() {
            return Step::Answered(Ok(self.answer(Some(Move::Pass), purpose)));
        }
        let request = Request::best_move(self.desk.limits());
        let position = self.desk.position.clone();
        self.desk.search(Inquiry { position, request, is_book_open: true, purpose }, at);
        Step::Thinking
    }

    /// The answer to the pending command, if `event` completes it.
    pub fn hear(&mut self, event: Event) -> Option<Answer> {
        let DeskEvent::Finished(job, result) = self.desk.hear(event)? else { return None };
        if job.purpose == Purpose::Play {
            self.desk.charge(&job);
        }
        Some(Ok(self.answer(result.best_move(), job.purpose)))
    }

    fn answer(&mut self, chosen: Option<Move>, purpose: Purpose) -> String {
        let mv = match purpose {
            Purpose::Play => self.desk.play_chosen(chosen),
            Purpose::Tell => {
                let mv = self.desk.playable(chosen.unwrap_or(Move::Pass));
                self.take_back_unsent();
                mv
            }
        };
        mv.to_string().to_ascii_uppercase()
    }

    fn final_score(&self) -> Answer {
        let Some(Outcome::Othello(outcome)) = self.desk.outcome() else {
            return Err("the game is not over".to_owned());
        };
        Ok(match outcome.score(Color::Black) {
            0 => "0".to_owned(),
            score if score > 0 => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }

    fn rules(&self, question: RulesQuestion) -> String {
        let position = &self.desk.position;
        match question {
            RulesQuestion::GameId => GAME.to_owned(),
            RulesQuestion::BoardSize => SIZE.width().to_string(),
            RulesQuestion::Board => board(position),
            RulesQuestion::SideToMove => position.side_to_move().to_string(),
            RulesQuestion::LegalMoves if position.must_pass() => "pass".to_owned(),
            RulesQuestion::LegalMoves => {
                position.legal_points().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
            }
            RulesQuestion::FinalResult => self.final_score().unwrap_or_default(),
        }
    }
}

/// The rows of the board, the lowest number first, which GoGui draws at the bottom.
fn board(position: &Position) -> String {
    let cell = |point| match position.stone(point) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None => ".",
    };
    let cells: Vec<&str> = SIZE.points().map(cell).collect();
    let rows = cells.chunks(SIZE.width().into()).rev();
    rows.map(|row| format!("\n{}", row.join(" "))).collect()
}

/// Distinguishes GGF from SGF; both use parentheses.
const GGF_KIND: &str = "gm[othello]";

/// Maximum file size. A game takes a few hundred bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The first game of a file in SGF, GGF or transcripts: its first position and its moves.
///
/// # Errors
/// The reason, on one line, because an empty line would end the answer.
fn read_game(file: &Path) -> Result<(Game, Vec<TimedMove>), String> {
    read_text(file)
        .map_err(|error| error.to_string())
        .and_then(|text| first_game(text.trim_start_matches('\u{feff}')))
        .map_err(|fault| format!("cannot load file: {}", one_line(&fault)))
}

fn read_text(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("it is larger than 16 MiB"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn first_game(text: &str) -> Result<(Game, Vec<TimedMove>), String> {
    let in_ggf = text.to_ascii_lowercase().contains(GGF_KIND);
    let game = if in_ggf {
        ggf::read_first(text, Care::Position).map_err(|error| error.to_string())?
    } else if collection::has_parentheses(text) {
        return sgf_othello::read(text).map_err(|error| error.to_string());
    } else {
        collection::transcripts(text).next().transpose().map_err(|fault| fault.to_string())?
    };
    let mut game = game.ok_or("no game")?;
    game.drop_unstated_pass();
    Ok((game.start, game.record.moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::search::report::{Line, Progress, Score, Selectivity};

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
        assert!(matches!(session.carry_out(Command::GenMove(side), at), Step::Thinking));
    }

    /// Plays the searcher: answers the last job.
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
        };
        session.hear(Event::Finished { id: job.id, result })
    }

    #[test]
    fn a_command_that_waited_has_its_whole_time() {
        let mut session = Session::new(settings());
        let full = Duration::from_secs(600);
        session.carry_out(Command::TimeSettings(full, Duration::ZERO, 0), Instant::now());
        let long_ago = Instant::now() - Duration::from_secs(60);
        for side in Color::ALL {
            think(&mut session, side, long_ago);
            assert!(session.desk.control().elapsed() < Duration::from_secs(30));
            assert!(finish(&mut session).is_some_and(|answer| answer.is_ok()));
            let clocks = session.desk.clocks;
            assert!(clocks[side.index()].left > s(570), "{clocks:?}");
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
            let mut session = Session::new(settings);
            think(&mut session, Color::Black, Instant::now());
            session.end_of_input();
            let control = session.desk.control();
            assert_eq!(control.must_stop(), is_ended, "{setting:?}");
            assert_eq!(control.budget().is_some(), is_ended, "a count ends as ever");
        }
    }

    #[test]
    fn the_least_of_all_limits_counts() {
        let mut session = Session::new(settings());
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
        assert_eq!(most(&mut session), Some(Duration::from_millis(450)));
        session.set_clocks(Duration::from_secs(1), Duration::ZERO, 0);
        assert!(most(&mut session) < Some(Duration::from_millis(400)));
    }

    #[test]
    fn a_new_game_begins_with_full_clocks() {
        let mut session = Session::new(settings());
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
        let mut session = Session::new(settings);
        let full = session.desk.limits();
        session.desk.settings.spend(Duration::from_millis(99));
        assert_ne!(session.desk.limits(), full);
        session.carry_out(Command::ClearBoard, Instant::now());
        assert_eq!(session.desk.limits(), full);
    }
}
