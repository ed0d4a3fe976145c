//! The console of Edax, for Othello: the commands of Edax without an option such as `-nboard`.
//!
//! Only the line of a move counts; boards, tables and prompts are chatter, and no command is acknowledged.
//! `setboard` begins a game; unlike `init`, it forces no first move. Later moves are sent by `play`, since another
//! `setboard` would clear the hash table. After `play`, Edax plays forced passes itself, for either side.

use std::time::{Duration, Instant};

use super::contract::{Answer, GameContext, Player, Timed, Trouble};
use super::wire::{Awaited, Unasked, Wire, garbage};
use crate::arena::clock::{Clock, TimeControl};
use crate::arena::reported::Reported;
use crate::arena::tournament::Engine;
use crate::coord::{Move, Ply};
use crate::game::Position;

/// Start of the line with a move.
const MOVE: &str = "Edax plays ";
/// The level of an engine limited only by time: to the end of the game.
const DEEPEST: u32 = 60;
/// The start position with the side to move.
const START: &str = "---------------------------O*------*O--------------------------- *";

/// A program that speaks this dialect.
#[derive(Debug)]
pub struct Edax {
    wire: Wire,
    /// Number of plies of the game that the program knows.
    known: usize,
}

impl Edax {
    /// Starts the program of `engine`.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(engine: &Engine, context: GameContext) -> Result<Edax, Trouble> {
        let mut wire = Wire::start(engine, Reported::read_edax)?;
        // Edax waits for a command to move; its prompt becomes a line with the first command.
        let request = "mode 3";
        wire.send(&format!("{request}\n"));
        let awaited = Awaited { request, from: Instant::now(), wait: context.patience() };
        wire.hear(awaited, context.stop, |_| false).map_err(Trouble::before_a_game)?;
        Ok(Edax { wire, known: 0 })
    }
}

impl Player for Edax {
    fn is_fit(&mut self) -> bool {
        self.wire.unasked(is_chatter) == Unasked::Nothing
    }

    fn new_game(&mut self, engine: &Engine, _: GameContext) -> Result<(), Trouble> {
        self.known = 0;
        self.wire.send(&setup(engine));
        Ok(())
    }

    fn turn(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Answer>, Trouble> {
        self.wire.expect_quiet(is_chatter)?;
        if position.must_pass() {
            return Ok((Answer::Move(Move::Pass), Duration::ZERO));
        }
        let history = position.history();
        let mut request = String::new();
        if let (Some(_), Some(allowed)) = (clock.turn(), clock.allowed()) {
            request += &format!("move-time {}\n", seconds(allowed));
        }
        if let Some(news @ [_, ..]) = history.get(self.known..) {
            request += &format!("play {}\n", moves(news));
        }
        let from = Instant::now();
        self.wire.send(&format!("{request}go\n"));
        let awaited = Awaited { request: "go", from, wait: clock.wait(context.patience()) };
        let line = self.wire.hear(awaited, context.stop, is_chatter)?;
        self.known = history.len() + 1;
        match parse_answer(&line.text) {
            Some(mv) => Ok((Answer::Move(mv), line.at.saturating_duration_since(from))),
            None => garbage("go", &line.text),
        }
    }

    fn reported(&self) -> Reported {
        self.wire.said()
    }

    fn end(self: Box<Self>, context: GameContext) {
        self.wire.end("quit\n", context);
    }
}

fn is_chatter(line: &str) -> bool {
    !line.starts_with(MOVE)
}

fn parse_answer(line: &str) -> Option<Move> {
    Move::from_text(line.strip_prefix(MOVE)?.trim())
}

/// The commands that begin a game. A level cancels a time limit, so it comes first. Edax's clock starts with the board;
/// Edax supports no increment.
fn setup(engine: &Engine) -> String {
    let TimeControl { turn, game, depth, .. } = engine.time;
    let mut lines = String::new();
    if let Some(level) = depth.or((!engine.time.is_without_clock()).then_some(DEEPEST)) {
        lines += &format!("level {level}\n");
    }
    for (key, value) in &engine.options {
        lines += &format!("{key} {value}\n");
    }
    if let (None, Some(game)) = (turn, game) {
        lines += &format!("game-time {}\n", seconds(game));
    }
    lines + &format!("setboard {START}\n")
}

fn seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}

/// Moves without separators: `f5d6pa`.
fn moves(plies: &[Ply]) -> String {
    let text = |ply: &Ply| ply.mv.point().map_or("pa".to_owned(), |point| point.to_string());
    plies.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::samples;
    use crate::color::Color;

    fn engine(time: TimeControl) -> Engine {
        let options = vec![("n-tasks".to_owned(), "2".to_owned())];
        Engine { options, time, ..samples::engine("edax") }
    }

    #[test]
    fn only_the_line_of_a_move_counts() {
        let place = |text| Some(Move::from_text(text).unwrap());
        assert_eq!(parse_answer("Edax plays F5"), place("f5"));
        assert_eq!(parse_answer("Edax plays PA"), place("pass"));
        assert_eq!(parse_answer("Edax plays ??"), None);
        for line in ["", ">", "You play D6", "    4   +00        0:00.000   1007   c5 F6"] {
            assert!(is_chatter(line), "{line}");
        }
    }

    #[test]
    fn limits_are_sent_before_the_board_and_levels_before_times() {
        let none = TimeControl::default();
        let seconds = |seconds| Some(Duration::from_millis(seconds));
        for (time, sent) in [
            (TimeControl { depth: Some(8), ..none }, "level 8; n-tasks 2; "),
            (TimeControl { turn: seconds(1500), ..none }, "level 60; n-tasks 2; "),
            (
                TimeControl { game: seconds(60_250), depth: Some(9), ..none },
                "level 9; n-tasks 2; game-time 60.250; ",
            ),
            (TimeControl { nodes: Some(5), ..none }, "n-tasks 2; "),
        ] {
            let lines = setup(&engine(time)).lines().collect::<Vec<_>>().join("; ");
            assert_eq!(lines, format!("{sent}setboard {START}"));
        }
    }

    #[test]
    fn moves_are_sent_without_separators() {
        let ply = |text| Ply { color: Color::Black, mv: Move::from_text(text).unwrap() };
        assert_eq!(moves(&[ply("f5"), ply("pass"), ply("d6")]), "f5pad6");
    }
}
