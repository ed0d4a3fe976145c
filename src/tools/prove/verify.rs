//! Verifies a proof by walking its tree: one move of the attacker against every legal reply of the
//! defender.
//!
//! Fives, fouls and legality come from the rules, independently of the search's patterns.

use std::collections::HashSet;

use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::rules::forbidden::foul_at;
use crate::gomoku::rules::grid::{Cell, Square};
use crate::gomoku::rules::wins::winning_line;

/// Finds a winning move for the side to move, or none.
pub type Answer<'a> = dyn FnMut(&mut Board) -> Option<Square> + 'a;

/// Why a proof could not be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It takes more moves than allowed.
    TooLong,
    /// No winning move was found after these moves of both sides (passes omitted).
    Unanswered(Vec<Square>),
    /// After these moves the defender can make five.
    Refuted(Vec<Square>),
}

/// A walk through one proof.
struct Walk<'a, 'b> {
    answer: &'a mut Answer<'b>,
    attacker: Color,
    /// Hashes of positions already verified as won for the attacker.
    won: HashSet<u64>,
    /// Attacking moves left.
    budget: u64,
    /// Moves from the root.
    path: Vec<Square>,
}

/// Verifies that the side to move on `board` wins with the moves of `answer` against every reply, using at
/// most `budget` attacking moves.
///
/// # Errors
/// The first gap in the proof.
pub fn walk(board: &mut Board, budget: u64, answer: &mut Answer) -> Result<(), Gap> {
    let attacker = board.side();
    Walk { answer, attacker, won: HashSet::new(), budget, path: Vec::new() }.attack(board)
}

impl Walk<'_, '_> {
    fn attack(&mut self, board: &mut Board) -> Result<(), Gap> {
        if !fives(board, self.attacker).is_empty() || self.won.contains(&board.hash()) {
            return Ok(());
        }
        self.budget = self.budget.checked_sub(1).ok_or(Gap::TooLong)?;
        let square = (self.answer)(board)
            .filter(|&square| is_legal(board, square))
            .ok_or_else(|| Gap::Unanswered(self.path.clone()))?;
        self.after(board, square, Self::defend)?;
        self.won.insert(board.hash());
        Ok(())
    }

    fn defend(&mut self, board: &mut Board) -> Result<(), Gap> {
        if !fives(board, !self.attacker).is_empty() {
            return Err(Gap::Refuted(self.path.clone()));
        }
        let replies: Vec<Square> =
            self.open_replies(board).into_iter().filter(|&s| is_legal(board, s)).collect();
        for square in replies {
            self.after(board, square, Self::attack)?;
        }
        if has_legal(board) { Ok(()) } else { self.attack_after_pass(board) }
    }

    /// The result of `go_on` after a move to `square`.
    fn after(
        &mut self,
        board: &mut Board,
        square: Square,
        go_on: fn(&mut Self, &mut Board) -> Result<(), Gap>,
    ) -> Result<(), Gap> {
        board.play(square);
        self.path.push(square);
        let found = go_on(self, board);
        self.path.pop();
        board.undo();
        found
    }

    /// The replies that do not lose at once to a five that was already threatened.
    fn open_replies(&self, board: &Board) -> Vec<Square> {
        let fives = fives(board, self.attacker);
        match fives.len() {
            // A distant stone may block the other end of a five.
            _ if board.rule().blocked_five_fails() => board.empty().iter().collect(),
            0 => board.empty().iter().collect(),
            1 => fives,
            _ => Vec::new(),
        }
    }

    /// In renju Black must pass if every point is forbidden.
    fn attack_after_pass(&mut self, board: &mut Board) -> Result<(), Gap> {
        if board.empty_count() == 0 {
            return Err(Gap::Unanswered(self.path.clone()));
        }
        board.pass();
        let found = self.attack(board);
        board.pass();
        found
    }
}

/// The points where `color` completes a winning row.
fn fives(board: &Board, color: Color) -> Vec<Square> {
    let mut grid = board.grid().clone();
    let wins = |&square: &Square| {
        grid.set(square, Cell::stone(color));
        let wins = winning_line(&grid, board.rule(), square).is_some();
        grid.set(square, Cell::Empty);
        wins
    };
    board.empty().iter().filter(wins).collect()
}

fn is_legal(board: &Board, square: Square) -> bool {
    let fouls = board.rule().forbids(board.side());
    board.grid().get(square) == Cell::Empty && (!fouls || foul_at(board.grid(), square).is_none())
}

fn has_legal(board: &Board) -> bool {
    board.empty().iter().any(|square| is_legal(board, square))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::Grid;
    use crate::gomoku::rules::rule::Rule;

    fn square(text: &str) -> Square {
        Square::of(parse_points(text).unwrap()[0])
    }

    /// The result for Black, who is to move and has an open three, with these answers in turn.
    fn found(budget: u64, answers: &[&str]) -> Result<(), Gap> {
        found_after("h8a1i8c1j8e1", budget, answers)
    }

    /// The same about the position after `moves`.
    fn found_after(moves: &str, budget: u64, answers: &[&str]) -> Result<(), Gap> {
        let grid = Grid::new(Size::new(15, 15).unwrap());
        let tables = Arc::new(Tables::new(Rule::Freestyle));
        let mut board = Board::new(tables, &grid, Color::Black);
        let moves = parse_points(moves).unwrap();
        moves.into_iter().for_each(|point| board.play(Square::of(point)));
        let hash = board.hash();
        let mut answers = answers.iter().map(|text| square(text));
        let found = walk(&mut board, budget, &mut |_| answers.next());
        assert_eq!(board.hash(), hash);
        found
    }

    #[test]
    fn an_open_four_wins_and_every_gap_says_where_it_is() {
        assert_eq!(found(1, &["k8"]), Ok(()));
        assert_eq!(found(0, &["k8"]), Err(Gap::TooLong));
        assert_eq!(found(9, &[]), Err(Gap::Unanswered(vec![])));
        assert_eq!(found(9, &["h8"]), Err(Gap::Unanswered(vec![])), "occupied");
        // A closed four is blocked, and the attack is over.
        let blocked = Err(Gap::Unanswered(vec![square("l8"), square("k8")]));
        assert_eq!(found(9, &["l8"]), blocked);
    }

    #[test]
    fn a_five_of_the_defender_refutes() {
        let refuted = Err(Gap::Refuted(vec![square("a15")]));
        assert_eq!(found_after("h8e1i8f1k4g1k6h1", 9, &["a15"]), refuted);
    }
}
