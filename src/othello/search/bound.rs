//! Tests for one position after another whether it reaches a score, with one thread and the searcher's tables.

use super::Searcher;
use super::endgame::by_parity;
use super::order::odd_quadrants;
use super::transposition::NO_MOVE;
use super::worker::Worker;
use crate::othello::rules::board::Board;
use crate::search::control::{Control, Meter};
use crate::search::limits::Limits;

/// A thread that bounds exact scores.
pub struct BoundSearch<'a, 'c> {
    worker: Worker<'a, 'c>,
}

impl Searcher {
    /// Runs `ask` with a thread that `control` can stop.
    pub fn with_bounds<R>(
        &mut self,
        control: &Control,
        ask: impl FnOnce(&mut BoundSearch) -> R,
    ) -> R {
        let mut meter = Meter::new(control, &Limits::default());
        let local = self.locals.first_mut().expect("a leader has a table");
        let worker = Worker::new(&mut meter, &self.table, local, &self.weights, &self.params);
        ask(&mut BoundSearch { worker })
    }
}

impl BoundSearch<'_, '_> {
    /// Whether the exact score of `board` for the side to move is at most `most`; `None` once the control has
    /// ended the search.
    pub fn is_at_most(&mut self, board: Board, most: i32) -> Option<bool> {
        let value = self.worker.bound(board, most);
        (!self.worker.stopped()).then_some(value <= most)
    }

    /// The moves of `board` in the order in which the solver tries them near the end.
    pub fn moves_near_the_end(board: Board) -> impl Iterator<Item = u8> {
        by_parity(board.legal_moves(), odd_quadrants(board.empties()))
    }

    /// The best moves of `board` in the table, best first; [`NO_MOVE`] for none. The table has only positions far from
    /// the end.
    pub fn known_moves(&self, board: Board) -> [u8; 2] {
        if board.empty_count() < self.worker.params.shared_empties {
            return [NO_MOVE; 2];
        }
        self.worker.table.probe(board).map_or([NO_MOVE; 2], |entry| entry.moves)
    }
}
