//! Puzzles as positions: lines of POS for Gomoku, of OBF with the scores of all moves for Othello.

use std::io::{self, Write};
use std::time::Duration;

use super::found::Found;
use crate::analysis::puzzles::{Fault, Goal};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::formats::game::{Details, GameRecord, TimedMove, Verdict};
use crate::formats::{obf, pos};
use crate::game::{Position, Variant};
use crate::language::Words;
use crate::othello::rules::game::Game;

/// The text of a file of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    pub text: String,
    /// Number of positions that are not in the text: those of the game other than the first, and those of Gomoku whose
    /// stones do not alternate.
    pub left_out: usize,
}

impl Positions {
    /// Reports on `errors` how many positions are omitted, if any.
    ///
    /// # Errors
    /// I/O errors on `errors`.
    pub fn report_left_out(&self, words: &Words, errors: &mut dyn Write) -> io::Result<()> {
        if self.left_out == 0 {
            return Ok(());
        }
        let count = [("count", self.left_out.into())];
        writeln!(errors, "tengen: {}", words.say_with("puzzle-left-out", &count))
    }
}

/// The positions of `puzzles`. A file contains positions of one game only, that of the first puzzle.
pub fn write(puzzles: &[Found]) -> Positions {
    let mut positions = Positions::default();
    let is_first_game = |found: &Found| {
        puzzles
            .first()
            .is_some_and(|first| first.variant().is_gomoku() == found.variant().is_gomoku())
    };
    for found in puzzles {
        match Some(found).filter(|found| is_first_game(found)).and_then(line) {
            Some(line) => positions.text += &line,
            None => positions.left_out += 1,
        }
    }
    positions
}

fn line(found: &Found) -> Option<String> {
    let name = format!("puzzle {}", found.number);
    match (&found.puzzle.position, found.variant()) {
        (Position::Othello(game), _) => {
            Some(obf::write(&without_history(game), &scores(found), &name))
        }
        (position, variant @ Variant::Gomoku { rule, size }) => {
            let timed = |point| TimedMove { mv: Move::Place(point), time: Duration::ZERO };
            let record = GameRecord {
                variant,
                players: ["?".to_owned(), "?".to_owned()],
                date: None,
                moves: order_of_play(found, position)?.into_iter().map(timed).collect(),
                verdict: Verdict::Unfinished,
                details: Details { event: Some(name), ..Details::default() },
            };
            Some(pos::write(&record, rule, size))
        }
        (Position::Gomoku(_), Variant::Othello) => None,
    }
}

fn without_history(game: &Game) -> Game {
    Game::from_board(game.board(), game.side_to_move())
}

/// The final scores of all moves, best first.
fn scores(found: &Found) -> Vec<(Move, i32)> {
    let best = match found.puzzle.goal {
        Goal::Best { score, .. } => Some((found.puzzle.line[0], score)),
        Goal::Win { .. } => None,
    };
    let others = found.puzzle.wrong.iter().filter_map(|wrong| match wrong.fault {
        Fault::Score(score) => Some((Move::Place(wrong.point), score)),
        Fault::Loses(_) | Fault::NoWin => None,
    });
    let mut scores: Vec<(Move, i32)> = best.into_iter().chain(others).collect();
    scores.sort_by_key(|&(_, score)| -score);
    scores
}

/// The stones as moves from the empty board, Black first: in the order of the game, or in some order if the game did
/// not begin there. `None` if they do not alternate or points are blocked.
fn order_of_play(found: &Found, position: &Position) -> Option<Vec<Point>> {
    let points = || position.size().points();
    let [black, white] = Color::ALL.map(|color| {
        points().filter(|&point| position.stone(point) == Some(color)).collect::<Vec<Point>>()
    });
    let whites_turn = position.side_to_move() == Color::White;
    if black.len() != white.len() + usize::from(whites_turn)
        || points().any(|p| position.is_blocked(p))
    {
        return None;
    }
    let played: Vec<Point> = position.history().iter().filter_map(|ply| ply.mv.point()).collect();
    let is_whole =
        played.len() == black.len() + white.len() && played.len() == position.history().len();
    if is_whole && found.start.history().is_empty() {
        return Some(played);
    }
    let mut whites = white.into_iter();
    Some(black.into_iter().flat_map(|point| [Some(point), whites.next()]).flatten().collect())
}
