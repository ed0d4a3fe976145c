//! What an attacker can try: the moves that threaten to win, and how promising each is.
//!
//! Leaving a move out can only lose a win, never invent one, so the choice here is about effort.

use std::cmp::Reverse;

use super::zone::points_of;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::squares::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;

/// Nodes for a win by fours alone at every position of the attacker.
pub(super) const FOURS_BUDGET: u32 = 128;
/// Quiet moves tried at a position.
const QUIET_MOVES: usize = 12;

/// How hard a move is taken to be to prove before it was looked at: a four or two threats at once,
/// a threat with something besides, a plain threat, a move that may prepare fours, any other.
const DOUBLE: u32 = 1;
const STRONG: u32 = 2;
const PLAIN: u32 = 3;
const PREPARING: u32 = 6;
const QUIET: u32 = 10;

/// The attacker, to move, as far as threats tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// Five in so many plies.
    Won(u32),
    /// The defender wins first.
    Failed,
    /// The moves to try, perhaps none.
    Moves(SquareSet),
}

/// Judges the position of the side to move as the attacker. `is_known` tells that it was looked at
/// before and no win by fours found; `with_quiet` asks for moves that threaten nothing by fours, too.
pub(super) fn examine(
    board: &mut Board,
    vcf: &mut Vcf,
    meter: &mut Meter,
    is_known: bool,
    with_quiet: bool,
) -> Attack {
    let situation = tactics::assess(board);
    match situation {
        Situation::Win(plies) => return Attack::Won(plies),
        Situation::Loss(_) => return Attack::Failed,
        _ => {}
    }
    let fours = board.four_points(board.side());
    if !is_known
        && !fours.is_empty()
        && let Some(plies) = vcf.solve(board, meter, FOURS_BUDGET)
    {
        return Attack::Won(plies);
    }
    let threats = fours | threats(board);
    let legal = |set: SquareSet| -> SquareSet {
        set.iter().filter(|&square| tactics::is_legal(board, square)).collect()
    };
    let (forced, others) = match situation {
        Situation::MustBlock(moves) => (moves, SquareSet::EMPTY),
        Situation::MustDefend(moves) => (legal(moves & threats), moves & !threats),
        _ => (legal(threats), board.candidates() & !threats),
    };
    Attack::Moves(if with_quiet { forced | best_of(board, legal(others)) } else { forced })
}

/// The moves short of a four that make a three, or may make fours possible.
fn threats(board: &Board) -> SquareSet {
    const CLASSES: [Threat; 6] = [
        Threat::Suspect,
        Threat::ClosedThree,
        Threat::ClosedThreePlus,
        Threat::Three,
        Threat::ThreePlus,
        Threat::DoubleThree,
    ];
    points_of(board, board.side(), &CLASSES)
}

/// The most promising of `moves`.
fn best_of(board: &Board, moves: SquareSet) -> SquareSet {
    let mut list: Vec<Square> = moves.iter().collect();
    list.sort_by_cached_key(|&square| Reverse(board.order_score(square)));
    list.truncate(QUIET_MOVES);
    list.into_iter().collect()
}

/// How hard a win by `square` is taken to be to prove before it was looked at.
pub(super) fn prior(board: &Board, square: Square) -> u32 {
    match board.threat(board.side(), square) {
        Threat::FourThree | Threat::OpenFour | Threat::Five | Threat::DoubleThree => DOUBLE,
        Threat::FourPlus | Threat::SuspectFour | Threat::ThreePlus | Threat::Suspect => STRONG,
        Threat::Four | Threat::Three => PLAIN,
        Threat::ClosedThree | Threat::ClosedThreePlus => PREPARING,
        _ => QUIET,
    }
}
