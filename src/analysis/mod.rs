//! What the moves of a game were worth, and which of its positions are puzzles: for people who study games.
//!
//! [`gomoku`] and [`othello`] judge every ply of a game from the last to the first, so that the transposition
//! table already has what follows. The result is the same kind of [`Analysis`] for both games.

pub mod gomoku;
pub mod othello;
pub mod puzzles;
mod review;

use crate::coord::Move;
use crate::engine::Learned;
use crate::game::Position;
pub use review::{Analysis, Bounds, Mark, Review, Tally};

/// Judges games of both kinds.
pub struct Judge {
    bounds: Bounds,
    learned: Learned,
    gomoku: Option<gomoku::Judge>,
    othello: Option<othello::Judge>,
}

impl Judge {
    /// A judge that searches within `bounds` and evaluates with what is `learned`.
    pub fn new(bounds: Bounds, learned: &Learned) -> Judge {
        Judge { bounds, learned: learned.clone(), gomoku: None, othello: None }
    }

    /// Judges every ply of a game that begins in `start`. The result does not depend on earlier games. Calls
    /// `watch` after each ply.
    ///
    /// # Panics
    /// A move is illegal.
    pub fn judge(&mut self, start: &Position, moves: &[Move], watch: &mut dyn FnMut()) -> Analysis {
        match start {
            Position::Gomoku(game) => {
                let new = || gomoku::Judge::new(self.bounds, self.learned.for_gomoku());
                self.gomoku.get_or_insert_with(new).judge(game, moves, watch)
            }
            Position::Othello(game) => {
                let new = || othello::Judge::new(self.bounds, self.learned.for_othello());
                self.othello.get_or_insert_with(new).judge(game, moves, watch)
            }
        }
    }

    /// Nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.gomoku.as_ref().map_or(0, gomoku::Judge::nodes)
            + self.othello.as_ref().map_or(0, othello::Judge::nodes)
    }
}
