//! Moves that the search does not play wherever their position occurs: the ends of blocked lines, and points
//! closed to a side.
//!
//! Forced wins that are proven without playing them are checked by their main line only.

use std::collections::HashMap;

use crate::coord::Point;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::{Cell, Square};
use crate::search::guidance::Guidance;

/// The barred moves of a search.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Barred {
    /// By the hash of the position.
    ends: HashMap<u64, SquareSet>,
    /// By side.
    closed: [SquareSet; 2],
}

impl Barred {
    /// The moves that `guidance` bars below the position on `board`. Lines with an impossible move are left out.
    pub fn new(board: &Board, guidance: &Guidance) -> Barred {
        let set = |points: &[Point]| points.iter().copied().map(Square::of).collect();
        let [black, white] = &guidance.closed;
        let mut barred = Barred { ends: HashMap::new(), closed: [set(black), set(white)] };
        for line in &guidance.barred {
            let Some((&last, before)) = line.split_last() else { continue };
            if let Some(hash) = hash_after(board, before) {
                barred.ends.entry(hash).or_default().insert(Square::of(last));
            }
        }
        barred
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.closed == [SquareSet::EMPTY; 2]
    }

    /// The moves barred in the position on `board`.
    pub fn on(&self, board: &Board) -> SquareSet {
        let closed = self.closed[board.side().index()];
        self.ends.get(&board.hash()).map_or(closed, |&ends| ends | closed)
    }

    /// Whether `line` has a barred move.
    pub fn bars(&self, board: &mut Board, line: &[Square]) -> bool {
        let mut played = 0;
        let mut is_barred = false;
        for &square in line {
            is_barred = self.on(board).contains(square);
            if is_barred {
                break;
            }
            board.play(square);
            played += 1;
        }
        (0..played).for_each(|_| board.undo());
        is_barred
    }
}

/// The position on `board` after `moves`; `None` if one of them is not possible.
pub(super) fn after(board: &Board, moves: &[Point]) -> Option<Box<Board>> {
    let mut after = Box::new(board.clone());
    for square in moves.iter().copied().map(Square::of) {
        let is_over = after.threat(after.side(), square) == Threat::Five;
        if after.grid().get(square) != Cell::Empty || is_over {
            return None;
        }
        after.play(square);
    }
    Some(after)
}

fn hash_after(board: &Board, moves: &[Point]) -> Option<u64> {
    Some(after(board, moves)?.hash())
}
