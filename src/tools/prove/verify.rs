//! Walks the whole tree of a proof: one move of the attacker, proven anew wherever it is asked for,
//! against every legal reply of the defender.
//!
//! Fives, fouls and what is legal come from the rules alone, not from the patterns of the search.

use std::collections::HashSet;

use crate::color::Color;
use crate::gomoku::forbidden::foul_at;
use crate::gomoku::grid::{Cell, Square};
use crate::gomoku::pattern::board::Board;
use crate::gomoku::wins::winning_line;

/// Finds the next move of a proof: a winning one for the side to move, or none.
pub type Answer<'a> = dyn FnMut(&mut Board) -> Option<Square> + 'a;

/// A walk through one proof.
pub struct Walk<'a, 'b> {
    answer: &'a mut Answer<'b>,
    attacker: Color,
    /// Positions of the attacker already seen to be won.
    won: HashSet<u64>,
    /// Moves that may still be asked for.
    budget: u64,
}

/// Whether the side to move on `board` wins by the moves of `answer` whatever the other side
/// replies; `false` also if more than `budget` moves are needed to tell.
pub fn holds(board: &mut Board, budget: u64, answer: &mut Answer) -> bool {
    let attacker = board.side();
    Walk { answer, attacker, won: HashSet::new(), budget }.attack(board)
}

impl Walk<'_, '_> {
    fn attack(&mut self, board: &mut Board) -> bool {
        if !fives(board, self.attacker).is_empty() || self.won.contains(&board.hash()) {
            return true;
        }
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let Some(square) = (self.answer)(board).filter(|&square| is_legal(board, square)) else {
            return false;
        };
        board.play(square);
        let holds = self.defend(board);
        board.undo();
        if holds {
            self.won.insert(board.hash());
        }
        holds
    }

    fn defend(&mut self, board: &mut Board) -> bool {
        if !fives(board, !self.attacker).is_empty() {
            return false;
        }
        let replies: Vec<Square> =
            self.open_replies(board).into_iter().filter(|&s| is_legal(board, s)).collect();
        replies.into_iter().all(|square| {
            board.play(square);
            let holds = self.attack(board);
            board.undo();
            holds
        }) && (has_legal(board) || self.attack_after_pass(board))
    }

    /// The replies that the attacker does not answer at once by a five that was there before.
    fn open_replies(&self, board: &Board) -> Vec<Square> {
        let fives = fives(board, self.attacker);
        match fives.len() {
            // A stone elsewhere may be the second that blocks a five.
            _ if board.rule().blocked_five_fails() => board.empty().iter().collect(),
            0 => board.empty().iter().collect(),
            1 => fives,
            _ => Vec::new(),
        }
    }

    /// Black in renju must pass if every point is forbidden.
    fn attack_after_pass(&mut self, board: &mut Board) -> bool {
        board.pass();
        let holds = board.empty_count() > 0 && self.attack(board);
        board.pass();
        holds
    }
}

/// The points where `color` makes a winning row.
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
