//! How the game goes on in a proof: moves and passes until nobody has a choice any more.

use crate::othello::rules::board::Board;
use crate::othello::rules::square::Squares;

/// A move to a square, or a pass.
pub type Ply = Option<u8>;

/// The final score for the side to move where nobody has a choice: the game is over, or at most one square is
/// empty. `None` elsewhere.
pub fn settled(board: Board) -> Option<i32> {
    if board.empty_count() > 1 {
        return board.is_over().then(|| board.final_score());
    }
    let (own, other) = (board.legal_moves(), board.pass().legal_moves());
    Some(match (own, other) {
        (0, 0) => board.final_score(),
        (0, _) => board.pass().play(other.trailing_zeros() as u8).final_score(),
        _ => -board.play(own.trailing_zeros() as u8).final_score(),
    })
}

/// The position after a legal `ply`, seen from the other side.
pub fn after(board: Board, ply: Ply) -> Board {
    ply.map_or_else(|| board.pass(), |square| board.play(square))
}

/// What the side to move may do in a game that is not over, squares in rising order: it passes only if it has no
/// move.
pub fn plies(board: Board) -> impl Iterator<Item = Ply> {
    let moves = board.legal_moves();
    let pass = (moves == 0).then_some(None);
    pass.into_iter().chain(Squares(moves).map(Some))
}
