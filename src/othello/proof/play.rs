//! How the game continues in a proof, and how it ends: near the end of the game all moves are searched.

use crate::othello::rules::board::Board;
use crate::othello::rules::square::Squares;

/// A move to a square, or a pass.
pub type Ply = Option<u8>;

/// Positions with at most this many empty squares have no nodes: the check plays them out.
pub const PLAYED_OUT: u32 = 4;

/// Whether a proof ends here: the game is over, or a check plays out the rest.
pub fn is_end(board: Board) -> bool {
    board.empty_count() <= PLAYED_OUT || board.is_over()
}

/// Whether the side to move scores at least `bound`, by playing out everything.
pub fn reaches(board: Board, bound: i32) -> bool {
    let moves = board.legal_moves();
    if moves != 0 {
        return Squares(moves).any(|square| !reaches(board.play(square), 1 - bound));
    }
    let passed = board.pass();
    if passed.legal_moves() == 0 {
        return board.final_score() >= bound;
    }
    !reaches(passed, 1 - bound)
}

/// The score of the side to move with best play, in the same way.
pub fn score(board: Board) -> i32 {
    let mut scores = (-32..=32).rev().map(|half| 2 * half);
    scores.find(|&score| reaches(board, score)).unwrap_or(-64)
}

/// The position after a legal `ply`, seen from the other side.
pub fn after(board: Board, ply: Ply) -> Board {
    ply.map_or_else(|| board.pass(), |square| board.play(square))
}

/// The legal plies in a game that is not over: moves in ascending order of squares, or a pass if there is none.
pub fn plies(board: Board) -> impl Iterator<Item = Ply> {
    let moves = board.legal_moves();
    let pass = (moves == 0).then_some(None);
    pass.into_iter().chain(Squares(moves).map(Some))
}
