//! Puzzles: positions of games with exactly one winning move in Gomoku, or one best move in an endgame of
//! Othello, and why every other move is wrong.

mod gomoku;
mod othello;
mod puzzle;

use crate::coord::Move;
use crate::engine::Learned;
use crate::game::Position;

pub use puzzle::{Criteria, DEEPEST, Fault, Goal, HARDEST, Key, Puzzle, Wrong};

/// Finds puzzles in games of both kinds.
pub struct Finder {
    criteria: Criteria,
    learned: Learned,
    gomoku: Option<gomoku::Finder>,
    othello: Option<othello::Finder>,
}

impl Finder {
    pub fn new(criteria: Criteria, learned: &Learned) -> Finder {
        Finder { criteria, learned: learned.clone(), gomoku: None, othello: None }
    }

    /// The puzzles among the positions of a game that begins in `start`, in their order. The result does not
    /// depend on earlier games. A position that follows the line of a puzzle, or whose right move is that of
    /// the last puzzle of the same side, is not a separate puzzle.
    ///
    /// # Panics
    /// A move is illegal.
    pub fn find(&mut self, start: &Position, moves: &[Move]) -> Vec<Puzzle> {
        self.forget();
        let mut position = start.clone();
        let mut puzzles = Vec::new();
        // The moves that continue the last puzzle, and the last right move of each side.
        let mut expected: Vec<Move> = Vec::new();
        let mut keys = [None; 2];
        for ply in 0..=moves.len() {
            let puzzle = expected.is_empty().then(|| self.puzzle(&position)).flatten();
            if let Some(puzzle) = puzzle {
                expected = puzzle.line.iter().rev().copied().collect();
                let side = position.side_to_move().index();
                let key = puzzle.line.first().copied();
                if std::mem::replace(&mut keys[side], key) != key {
                    puzzles.push(puzzle);
                }
            }
            let Some(&mv) = moves.get(ply) else { break };
            if expected.pop() != Some(mv) {
                expected.clear();
            }
            position.play(mv).expect("the moves of a record are legal");
        }
        puzzles
    }

    fn forget(&mut self) {
        self.gomoku.iter_mut().for_each(gomoku::Finder::forget);
        self.othello.iter_mut().for_each(othello::Finder::forget);
    }

    /// The puzzle in `position`, if it is one.
    fn puzzle(&mut self, position: &Position) -> Option<Puzzle> {
        if position.outcome(false).is_some() {
            return None;
        }
        let criteria = self.criteria;
        match position {
            Position::Gomoku(game) => {
                let new = || gomoku::Finder::new(criteria, self.learned.for_gomoku());
                self.gomoku.get_or_insert_with(new).puzzle(game)
            }
            Position::Othello(game) => {
                let new = || othello::Finder::new(criteria, self.learned.for_othello());
                self.othello.get_or_insert_with(new).puzzle(game)
            }
        }
    }
}
