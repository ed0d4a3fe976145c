//! Static evaluation of a position in which nothing is forced.

use super::value::{ESTIMATE_LIMIT, Value};
use crate::color::Color;
use crate::gomoku::pattern::board::Board;
use crate::gomoku::pattern::threat::{THREATS, Threat};

/// Worth of having the move.
const TEMPO: Value = 20;
/// Worth of a point of that class to the side to move.
const OWN: [Value; THREATS] = [0, 0, 0, 0, 0, 0, 0, 0, 15, 25, 60, 0, 15, 80, 0, 0];
/// Harm of a point of that class to the side to move.
const ENEMY: [Value; THREATS] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 30, 0, 10, 50, 60, 0];

/// Value for the side to move: what the points are worth to both sides, as the mean of this and the
/// previous ply because every stone helps its own side, and what the best points threaten.
pub(super) fn evaluate(board: &Board) -> Value {
    let me = board.side();
    let sum = (board.value() + board.previous_value()) / 2;
    let sum = if me == Color::Black { sum } else { -sum };
    (sum + TEMPO + OWN[best(board, me)] - ENEMY[best(board, !me)])
        .clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT)
}

/// Index of the best class, of those with a worth of their own, of which `color` has a point.
fn best(board: &Board, color: Color) -> usize {
    const CLASSES: [Threat; 6] = [
        Threat::OpenFour,
        Threat::FourThree,
        Threat::DoubleThree,
        Threat::FourPlus,
        Threat::ThreePlus,
        Threat::Three,
    ];
    let best = CLASSES.into_iter().find(|&class| !board.points(color, class).is_empty());
    best.unwrap_or(Threat::Quiet) as usize
}
