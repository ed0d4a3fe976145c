//! Moves that the search does not play wherever their position occurs: the ends of blocked lines, and points
//! closed to a side.
//!
//! Forced wins that are proven without playing them are checked by their main line only.

use std::collections::HashMap;

use crate::color::Color;
use crate::coord::Point;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::{Cell, Square};
use crate::search::guidance::Guidance;

/// The barred moves of a search.
#[derive(Debug, Default)]
pub(super) struct Barred {
    /// By the hash of the position.
    ends: HashMap<u64, End>,
    /// By side.
    closed: [SquareSet; 2],
}

/// The moves barred in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    moves: SquareSet,
    /// The stones of the position, by side.
    stones: [SquareSet; 2],
}

impl End {
    /// Whether its position has the stones of `root` and others.
    fn is_below(&self, root: &[SquareSet; 2]) -> bool {
        let has_all = |(own, of_root): (&SquareSet, &SquareSet)| (*of_root & !*own).is_empty();
        self.stones != *root && self.stones.iter().zip(root).all(has_all)
    }
}

impl Barred {
    /// The moves that `guidance` bars below the position on `board`. Lines with an impossible move are left out.
    pub fn new(board: &Board, guidance: &Guidance) -> Barred {
        let set = |points: &[Point]| points.iter().copied().map(Square::of).collect();
        let [black, white] = &guidance.closed;
        let mut barred = Barred { ends: HashMap::new(), closed: [set(black), set(white)] };
        for line in &guidance.barred {
            let Some((&last, before)) = line.split_last() else { continue };
            if let Some(after) = after(board, before) {
                let none = || End { moves: SquareSet::EMPTY, stones: stones(&after) };
                let end = barred.ends.entry(after.hash()).or_insert_with(none);
                end.moves.insert(Square::of(last));
            }
        }
        barred
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.closed == [SquareSet::EMPTY; 2]
    }

    /// Whether the moves of `other`, which are below the position on `board`, are all that are barred there.
    pub fn agrees_with(&self, other: &Barred, board: &Board) -> bool {
        let root = stones(board);
        let is_common = |(hash, end): (&u64, &End)| self.ends.get(hash) == Some(end);
        let stays =
            |(hash, end): (&u64, &End)| other.ends.contains_key(hash) || !end.is_below(&root);
        self.closed == other.closed
            && other.ends.iter().all(is_common)
            && self.ends.iter().all(stays)
    }

    /// Bars the moves of `other`, too. Its closed points replace the others.
    pub fn add(&mut self, other: &Barred) {
        self.ends.extend(&other.ends);
        self.closed = other.closed;
    }

    /// The moves barred in the position on `board`.
    pub fn on(&self, board: &Board) -> SquareSet {
        let closed = self.closed[board.side().index()];
        self.ends.get(&board.hash()).map_or(closed, |end| end.moves | closed)
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

/// The stones on `board`, by side.
fn stones(board: &Board) -> [SquareSet; 2] {
    let grid = board.grid();
    Color::ALL.map(|color| {
        grid.squares().filter(|&square| grid.get(square) == Cell::stone(color)).collect()
    })
}
