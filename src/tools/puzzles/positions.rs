//! Puzzles as positions: lines of POS for Gomoku, of OBF with the scores of all moves for Othello.

use std::io::{self, Write};
use std::time::Duration;

use super::found::Found;
use crate::analysis::puzzles::{Fault, Goal};
use crate::color::Color;
use crate::coord::{Move, Ply, Point, Size};
use crate::formats::game::{Details, GameRecord, TimedMove, Verdict};
use crate::formats::{obf, pos};
use crate::game::{Position, Variant};
use crate::gomoku::rules::order::ordered;
use crate::gomoku::rules::rule::Rule;
use crate::language::Words;
use crate::othello::rules::game::Game;

/// The text of a file of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    pub text: String,
    /// Number of positions that are not in the text: those of the game other than the first, and those of Gomoku whose
    /// stones no legal game leads to.
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
                moves: order_of_play(position, rule, size)?.into_iter().map(timed).collect(),
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

/// The stones as moves from the empty board: in the order of the game, or in another order of legal moves if the game
/// did not begin there. `None` if there is none, or if points are blocked.
fn order_of_play(position: &Position, rule: Rule, size: Size) -> Option<Vec<Point>> {
    let stones = Color::ALL.map(|color| {
        size.points().filter(|&point| position.stone(point) == Some(color)).collect::<Vec<Point>>()
    });
    if size.points().any(|point| position.is_blocked(point)) {
        return None;
    }
    let points = |plies: &[Ply]| plies.iter().map(|ply| ply.mv.point()).collect();
    let history = position.history();
    let is_by_black = history.first().is_none_or(|first| first.color == Color::Black);
    if is_by_black && history.len() == stones.iter().map(Vec::len).sum::<usize>() {
        return points(history);
    }
    points(ordered(rule, size, stones, position.side_to_move()).ok()??.history())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::position_after;
    use crate::{coord, gomoku};

    #[test]
    fn stones_that_were_set_up_are_played_without_a_foul() {
        let (rule, size) = (Rule::Renju, Size::new(15, 15).unwrap());
        // Row by row, h10 would come last and make two threes.
        let stones =
            ["h8h9f10g10h10", "a1c1e1g1"].map(|points| coord::parse_points(points).unwrap());
        let placed = stones.iter().zip(Color::ALL);
        let placed =
            placed.flat_map(|(points, color)| points.iter().map(move |&point| (point, color)));
        let game =
            gomoku::rules::game::Game::from_stones(rule, size, placed, Color::White).unwrap();
        let order = order_of_play(&Position::Gomoku(game.clone()), rule, size).unwrap();
        let text: String = order.iter().map(Point::to_string).collect();
        let played = position_after(Variant::Gomoku { rule, size }, &text);
        assert!(size.points().all(|point| played.stone(point) == game.stone(point)));
        assert_eq!(played.outcome(false), None);
    }

    #[test]
    fn a_game_keeps_its_order_and_one_that_white_begins_has_none() {
        let (rule, size) = (Rule::Freestyle, Size::new(15, 15).unwrap());
        let moves = "h8a1g8";
        let played = position_after(Variant::Gomoku { rule, size }, moves);
        assert_eq!(order_of_play(&played, rule, size), coord::parse_points(moves).ok());
        let mut game =
            gomoku::rules::game::Game::from_stones(rule, size, [], Color::White).unwrap();
        game.play(Move::Place(Point::new(3, 3).unwrap())).unwrap();
        assert_eq!(order_of_play(&Position::Gomoku(game), rule, size), None);
    }
}
