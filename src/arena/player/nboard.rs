//! The NBoard protocol, for Othello.
//!
//! The referee plays NBoard's part: it sends the whole game before every move, and a `ping` to be sure that the
//! program has read it. The protocol has a clock for the game, but none for a move. A program may ignore the
//! clock; all of them obey `set depth`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::contract::{Answer, GameContext, Player, Timed, Trouble};
use super::wire::{Awaited, Unasked, Wire, garbage};
use crate::arena::clock::Clock;
use crate::arena::reported::Reported;
use crate::arena::tournament::Engine;
use crate::color::Color;
use crate::coord::{Move, Ply};
use crate::game::Position;

/// The depth of an engine that is not limited by `depth=`: to the end of the game.
const DEEPEST: u32 = 60;
/// Start of the line with a move.
const MOVE: &str = "===";
/// The start position in GGF.
const START: &str =
    "8 --------  --------  --------  ---O*---  ---*O---  --------  --------  -------- *";

/// A program that speaks this protocol.
#[derive(Debug)]
pub struct NBoard {
    wire: Wire,
    /// The number of the last ping.
    pings: u32,
    /// The line of the last move.
    answer: String,
}

impl NBoard {
    /// Starts the program of `engine`.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(engine: &Engine, context: GameContext) -> Result<NBoard, Trouble> {
        let mut nboard = NBoard {
            wire: Wire::start(engine, Reported::read_nboard)?,
            pings: 0,
            answer: String::new(),
        };
        nboard.wire.send("nboard 2\n");
        nboard.synchronize(context).map_err(Trouble::before_a_game)?;
        Ok(nboard)
    }

    /// Waits until the program has read everything.
    fn synchronize(&mut self, context: GameContext) -> Result<(), Trouble> {
        self.pings += 1;
        let request = format!("ping {}", self.pings);
        let pong = format!("pong {}", self.pings);
        self.wire.send(&format!("{request}\n"));
        let awaited = Awaited { request: &request, from: Instant::now(), wait: context.patience() };
        loop {
            let line = self.wire.hear(awaited, context.stop, is_chatter)?.text;
            if line.trim() == pong {
                return Ok(());
            }
            // The answer to an earlier ping.
            if !line.starts_with("pong") {
                return garbage(&request, &line);
            }
        }
    }
}

impl Player for NBoard {
    fn is_fit(&mut self) -> bool {
        self.wire.unasked(is_chatter) == Unasked::Nothing
    }

    fn new_game(&mut self, engine: &Engine, context: GameContext) -> Result<(), Trouble> {
        let mut lines = format!("set depth {}\n", engine.time.depth.unwrap_or(DEEPEST));
        for (key, value) in &engine.options {
            lines += &format!("set {key} {value}\n");
        }
        self.wire.send(&lines);
        self.synchronize(context).map_err(Trouble::before_a_game)
    }

    fn turn(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Answer>, Trouble> {
        self.wire.expect_quiet(is_chatter)?;
        self.wire.send(&format!("set game {}\n", ggf(position.history(), clock.left())));
        self.synchronize(context)?;
        let from = Instant::now();
        self.wire.send("go\n");
        let awaited = Awaited { request: "go", from, wait: clock.wait(context.patience()) };
        let line = self.wire.hear(awaited, context.stop, is_chatter)?;
        self.answer.clone_from(&line.text);
        match parse_answer(&line.text) {
            Some(mv) => Ok((Answer::Move(mv), line.at.saturating_duration_since(from))),
            None => garbage("go", &line.text),
        }
    }

    fn reported(&self) -> Reported {
        let mut reported = self.wire.said();
        reported.read_nboard_answer(&self.answer);
        reported
    }

    fn end(self: Box<Self>, context: GameContext) {
        self.wire.end("quit\n", context);
    }
}

/// Whether a line is neither a move nor the answer to a ping: programs write arbitrary lines.
fn is_chatter(line: &str) -> bool {
    let line = line.trim_start();
    !line.starts_with(MOVE) && !line.starts_with("pong")
}

/// The move of `=== F5/1.5/0.2`. Some programs insert blanks between the parts.
fn parse_answer(line: &str) -> Option<Move> {
    let text = line.trim_start().strip_prefix(MOVE)?.trim_start();
    match text.split(['/', ' ', '\t']).next()? {
        "--" => Some(Move::Pass),
        mv => Move::from_text(mv),
    }
}

/// The game after `history`, in which both sides have `left` on their clocks.
fn ggf(history: &[Ply], left: Option<Duration>) -> String {
    let mut text = "(;GM[Othello]PC[Tengen]PB[black]PW[white]RE[?]".to_owned();
    let mut add = |arguments: std::fmt::Arguments| {
        text.write_fmt(arguments).expect("a string takes any text");
    };
    if let Some(left) = left {
        // Programs may use no time at all for a game without a clock.
        let seconds = left.as_secs().max(1);
        add(format_args!("TI[{}:{:02}]", seconds / 60, seconds % 60));
    }
    add(format_args!("TY[8]BO[{START}]"));
    for ply in history {
        let side = if ply.color == Color::Black { 'B' } else { 'W' };
        match ply.mv {
            Move::Pass => add(format_args!("{side}[PA]")),
            Move::Place(point) => {
                add(format_args!("{side}[{}]", point.to_string().to_ascii_uppercase()));
            }
        }
    }
    text + ";)"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::ggf::{Care, read};
    use crate::formats::transcript;

    #[test]
    fn moves_are_read_as_programs_write_them() {
        let f5 = Move::from_text("f5");
        for line in ["=== F5", "=== f5/-1.00/0.2", "=== f5 -1.00 0.2", "===F5//0.1"] {
            assert_eq!(parse_answer(line), f5, "{line}");
        }
        for line in ["=== PA", "=== pass/0/0", "=== --"] {
            assert_eq!(parse_answer(line), Some(Move::Pass), "{line}");
        }
        for line in ["===", "=== resign", "== f5", "f5"] {
            assert_eq!(parse_answer(line), None, "{line}");
        }
    }

    #[test]
    fn the_game_is_sent_with_its_moves_and_the_time_that_is_left() {
        let moves = transcript::read("f5d6c5f4e7f6g5e6e3").unwrap().moves;
        let history: Vec<Ply> = moves
            .iter()
            .zip(Color::ALL.into_iter().cycle())
            .map(|(timed, color)| Ply { color, mv: timed.mv })
            .collect();
        let text = ggf(&history, Some(Duration::from_millis(125_999)));
        let game = read(&text, Care::Position).unwrap();
        assert_eq!(game.record.moves.len(), 9);
        assert_eq!(game.clocks, [Some("2:05".to_owned()), Some("2:05".to_owned())]);
        let late = ggf(&history, Some(Duration::from_millis(40)));
        assert!(late.contains("TI[0:01]"), "{late}");
        let passed = ggf(&[Ply { color: Color::White, mv: Move::Pass }], None);
        assert!(passed.ends_with("*]W[PA];)") && !passed.contains("TI["), "{passed}");
    }
}
