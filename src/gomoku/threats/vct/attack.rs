//! The attacker's moves: those that threaten to win, each with an initial proof number.
//!
//! A missing move can only cost a win, never invent one, so the selection here is a matter of effort.

use std::cmp::Reverse;

use super::zone::points_of;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::params::VctParams;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;

/// The static verdict on a position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// The attacker makes five in this many plies.
    Won(u32),
    /// The defender wins first.
    Failed,
    /// The moves to try; may be empty.
    Moves(SquareSet),
}

/// Examines the position with the attacker to move. `is_known`: an earlier visit found no VCF, so the VCF
/// search is skipped. `with_quiet`: includes moves that threaten no VCF.
pub(super) fn examine(
    board: &mut Board,
    vcf: &mut Vcf,
    meter: &mut Meter,
    params: &VctParams,
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
        && let Some(plies) = vcf.solve(board, meter, params.attack_vcf)
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
    if !with_quiet {
        return Attack::Moves(forced);
    }
    Attack::Moves(forced | best_of(board, legal(others), params.quiet_moves))
}

/// The moves short of a four that make a three or prepare fours.
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

/// The `count` most promising of `moves`.
fn best_of(board: &Board, moves: SquareSet, count: usize) -> SquareSet {
    let mut list: Vec<Square> = moves.iter().collect();
    list.sort_by_cached_key(|&square| Reverse(board.order_score(square)));
    list.truncate(count);
    list.into_iter().collect()
}

/// Initial proof number of the move to `square`: moves with stronger threats are tried first.
pub(super) fn initial_proof_number(board: &Board, square: Square, params: &VctParams) -> u32 {
    match board.threat(board.side(), square) {
        Threat::FourThree | Threat::OpenFour | Threat::Five | Threat::DoubleThree => {
            params.proof_double
        }
        Threat::FourPlus | Threat::SuspectFour | Threat::ThreePlus | Threat::Suspect => {
            params.proof_strong
        }
        Threat::Four | Threat::Three => params.proof_plain,
        Threat::ClosedThree | Threat::ClosedThreePlus => params.proof_preparing,
        _ => params.proof_quiet,
    }
}
