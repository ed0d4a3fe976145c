//! The moves of either side.
//!
//! The attacker's are those that threaten to win, each with an initial proof number. A missing one can only
//! cost a win, never invent one, so the selection is a matter of effort.
//!
//! The defender's are every reply that might stop the threat, and few others. A reply is left out only if the
//! attacker's VCF, found as if the defender had passed, still works against it move by move. So a win proven
//! against these replies is a win against every reply. If that is expensive to decide, every point counts as a
//! reply.

use std::cmp::Reverse;

use super::zone::{DefenderStones, RelevanceZone, points_of};
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
pub(super) fn examine_attack(
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
    let legal = |set| tactics::legal(board, set);
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

/// The static verdict on a position with the defender to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defence {
    /// No reply helps: the attacker makes five in this many plies.
    Lost(u32),
    /// The defender wins first.
    Won,
    /// The attacker threatens no VCF.
    Free,
    /// Every other move loses to the threat. Some of these may be fouls.
    Replies(SquareSet),
}

/// Examines the position with the defender to move.
pub(super) fn examine_defence(
    board: &mut Board,
    vcf: &mut Vcf,
    meter: &mut Meter,
    params: &VctParams,
) -> Defence {
    let situation = tactics::assess(board);
    match situation {
        Situation::Win(_) => return Defence::Won,
        Situation::Loss(plies) => return Defence::Lost(plies),
        Situation::MustBlock(moves) => return Defence::Replies(moves),
        Situation::MustDefend(_) | Situation::Free => {}
    }
    let has_fours = !board.four_points(board.side()).is_empty();
    if has_fours && vcf.solve(board, meter, params.counter_vcf).is_some() {
        return Defence::Won;
    }
    match situation {
        Situation::MustDefend(moves) => Defence::Replies(moves),
        _ => threat(board, vcf, meter, params.threat_vcf).map_or(Defence::Free, Defence::Replies),
    }
}

/// The moves that may stop the VCF that the attacker threatens; `None` if `vcf_nodes` nodes find no VCF.
pub(super) fn threat(
    board: &mut Board,
    vcf: &mut Vcf,
    meter: &mut Meter,
    vcf_nodes: u32,
) -> Option<SquareSet> {
    let fours = board.four_points(board.side());
    let mut zone =
        RelevanceZone { set: fours, vcf, meter, vcf_nodes, against: DefenderStones::One };
    zone.add_threat(board).map(|is_known| if is_known { zone.set } else { *board.empty() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::threats::vct::test_boards;
    use crate::search::control::Control;
    use crate::search::limits::Limits;

    #[test]
    fn every_other_reply_loses_to_the_threat() {
        let mut random = fastrand::Rng::with_seed(6);
        let control = Control::unlimited();
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            let (mut vcf, mut other) = (Vcf::new(), Vcf::new());
            let (mut threats, mut lost, mut left_out) = (0, 0, 0);
            for _ in 0..3_000 {
                let side = random.u8(7..10);
                let mut board = test_boards::board(&mut random, &tables, side, 15..60);
                let mut meter = Meter::new(&control, &Limits::default());
                let replies = match examine_defence(
                    &mut board,
                    &mut vcf,
                    &mut meter,
                    &VctParams::default(),
                ) {
                    Defence::Won | Defence::Free => continue,
                    Defence::Lost(_) => SquareSet::EMPTY,
                    Defence::Replies(set) => set,
                };
                threats += usize::from(!replies.is_empty());
                lost += usize::from(replies.is_empty());
                for square in (*board.empty() & !replies).iter() {
                    if !tactics::is_legal(&board, square) {
                        continue;
                    }
                    left_out += 1;
                    board.play(square);
                    let is_won = other.solve(&mut board, &mut meter, 100_000).is_some();
                    board.undo();
                    assert!(is_won, "{rule} {:?}\n{:?}", square.point(), board.grid());
                }
            }
            assert!(threats > 200 && lost > 20 && left_out > 5_000, "{threats} {lost} {left_out}");
        }
    }
}
