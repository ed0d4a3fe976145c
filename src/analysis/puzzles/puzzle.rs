//! What a puzzle is: a position with one right move, its solution, and why every other move is wrong.

use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::game::Position;
use crate::gomoku::rules::rule::Rule;
use crate::othello::rules::board::Board;
use crate::symmetry::Symmetry;

/// Depth of the deepest search that rates the difficulty of a puzzle.
pub const DEEPEST: u32 = 8;
/// The hardest grade.
pub const HARDEST: u8 = 5;

/// Which positions are puzzles, and how long each is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Gomoku: most nodes of the threat search that proves the win, and of each that finds none after a wrong move. The
    /// search for the opponent's own win has a quarter of them.
    pub nodes: u64,
    /// Gomoku: least and most plies of the win.
    pub plies: (u32, u32),
    /// Othello: most empty squares.
    pub empties: u32,
    /// Othello: discs by which the best move is better than all others, at least 1.
    pub margin: i32,
}

/// The task of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The only move that wins by force, in this many plies including the five.
    Win { plies: u32 },
    /// The only best move: its final score in discs for the side to move, and that of the second best.
    Best { score: i32, second: i32 },
}

/// The fault of a wrong move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The opponent wins by force in this many plies after the move.
    Loses(u32),
    /// No win is found after the opponent's reply.
    NoWin,
    /// The final score in discs for the side that plays the move.
    Score(i32),
}

/// A wrong move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub point: Point,
    pub fault: Fault,
    /// The move and its refutation.
    pub line: Vec<Move>,
}

/// A position with one right move.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position with the history of its game.
    pub position: Position,
    pub goal: Goal,
    /// The right move and its continuation.
    pub line: Vec<Move>,
    /// All other legal moves.
    pub wrong: Vec<Wrong>,
    /// Whether every wrong move was refuted without reaching the limit of the search.
    pub is_complete: bool,
    /// The least depth from which on a shallow search always finds the right move; `None` if there is none up to
    /// [`DEEPEST`].
    pub seen_at: Option<u32>,
}

/// A position up to symmetry: two with the same key are the same puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Gomoku { rule: Rule, size: Size, side: Color, stones: Vec<u8> },
    Othello(Board),
}

impl Puzzle {
    /// How hard it is, from 1 to [`HARDEST`]: by the number of own moves to the end, and by the depth at which a
    /// shallow search sees the first of them.
    pub fn grade(&self) -> u8 {
        let own_moves = self.line.len().div_ceil(2) as u32;
        let depth = self.seen_at.unwrap_or(DEEPEST + 1);
        let grade = own_moves.saturating_add(depth).saturating_sub(1) / 3;
        grade.clamp(1, HARDEST.into()) as u8
    }

    /// The position up to symmetry.
    pub fn key(&self) -> Key {
        match (&self.position, self.position.variant()) {
            (Position::Othello(game), _) => Key::Othello(game.board().canonical()),
            (Position::Gomoku(game), variant) => {
                let size = game.size();
                let images = Symmetry::all(variant).iter().map(|symmetry| {
                    let cell = |point| cell(&self.position, symmetry.apply(point, size));
                    size.points().map(cell).collect()
                });
                let stones = images.min().unwrap_or_default();
                Key::Gomoku { rule: game.rule(), size, side: game.side_to_move(), stones }
            }
        }
    }
}

/// The content of `point`.
fn cell(position: &Position, point: Point) -> u8 {
    match position.stone(point) {
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
        None if position.is_blocked(point) => 3,
        None => 0,
    }
}

/// The least depth from which on `finds` is always true, up to [`DEEPEST`].
pub fn least_depth(mut finds: impl FnMut(u32) -> bool) -> Option<u32> {
    let found: Vec<bool> = (1..=DEEPEST).map(&mut finds).collect();
    let misses = found.iter().rposition(|&finds| !finds).map_or(0, |index| index + 1);
    (misses < found.len()).then_some(misses as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::parse_points;
    use crate::game::Variant;
    use crate::game::tests::position_after;

    fn puzzle(variant: Variant, moves: &str) -> Puzzle {
        let position = position_after(variant, moves);
        let goal = Goal::Win { plies: 5 };
        let line = parse_points("a1b1c1d1e1").unwrap().into_iter().map(Move::Place).collect();
        Puzzle { position, goal, line, wrong: Vec::new(), is_complete: true, seen_at: None }
    }

    #[test]
    fn turned_boards_and_other_orders_have_the_same_key() {
        let key = |moves: &str| puzzle(Variant::gomoku(Rule::Renju), moves).key();
        for same in ["j8h8g9", "g9h8j8", "h10h8i7"] {
            assert_eq!(key(same), key("g9h8j8"), "{same}");
        }
        for other in ["h8g9j8", "g9h8", "g9h8j9"] {
            assert_ne!(key(other), key("g9h8j8"), "{other}");
        }
        let freestyle = puzzle(Variant::gomoku(Rule::Freestyle), "g9h8j8").key();
        assert_ne!(freestyle, key("g9h8j8"));
        let othello = |moves: &str| puzzle(Variant::Othello, moves).key();
        assert_eq!(othello("f5"), othello("d3"));
        assert_ne!(othello("f5f6"), othello("f5d6"));
    }

    #[test]
    fn a_grade_grows_with_the_length_and_the_depth() {
        let puzzle = puzzle(Variant::gomoku(Rule::Freestyle), "");
        let graded = |plies: usize, seen_at| {
            let line = puzzle.line.iter().cycle().take(plies).copied().collect();
            Puzzle { line, seen_at, ..puzzle.clone() }.grade()
        };
        assert_eq!([graded(5, Some(1)), graded(9, Some(4)), graded(9, None)], [1, 2, 4]);
        assert_eq!(graded(31, None), HARDEST);
    }

    #[test]
    fn the_least_depth_is_that_from_which_on_the_move_is_found() {
        assert_eq!(least_depth(|_| true), Some(1));
        assert_eq!(least_depth(|depth| depth != 2), Some(3));
        assert_eq!(least_depth(|depth| depth > 5), Some(6));
        assert_eq!(least_depth(|depth| depth != DEEPEST), None);
    }
}
