//! Static evaluation of a position in which nothing is forced.

use super::value::{ESTIMATE_LIMIT, Value};
use crate::color::Color;
use crate::gomoku::eval::board::Board;

/// Value for the side to move, which expects to win with the probability
/// 1 / (1 + e^(-value / 200)): what the points are worth to both sides, as the mean of this and the
/// previous ply because every stone helps its own side, what the best points threaten, and what the
/// network sees in all of them together.
pub(super) fn evaluate(board: &Board) -> Value {
    let sum = (board.value() + board.previous_value()) / 2;
    let sum = if board.side() == Color::Black { sum } else { -sum };
    (sum + board.threat_value() + board.network_value()).clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT)
}
