//! How much less to search of moves and positions that promise little, and how much more of those
//! that matter: every tuned number of the alpha-beta search below the root but those of move
//! ordering, which stand in [`super::order`].
//!
//! Depths are in parts of [`PLY`], margins are static evaluations. The forms follow common
//! practice. Most numbers were tuned together, by SPSA over games at 12,000 nodes a move, and
//! rounded; they fit each other more than they mean something one by one. A remark tells what matches
//! at 10,000 nodes said of a number by itself.

use super::value::{Depth, NodeType, PLY, Value, is_decided};
use crate::gomoku::eval::weights::ORDER_SCALE;

/// Below this depth hopeless positions are given up.
const RAZOR_DEPTH: Depth = 3 * PLY;
/// How far below the window they are, and how much farther for every ply of depth.
const RAZOR_BASE: Value = 210;
const RAZOR_STEP: Value = 225;

/// Whether a position is hopeless unless it has a win by fours.
pub(super) fn razoring(depth: Depth, evaluation: Value, alpha: Value) -> bool {
    depth < RAZOR_DEPTH && evaluation + RAZOR_BASE + RAZOR_STEP * depth / PLY < alpha
}

/// Below this depth a position far above the window is taken to stay there.
const CUT_DEPTH: Depth = 10 * PLY;
/// How far, for every ply of depth.
const CUT_STEP: Value = 32;

/// Whether a position without enemy threats is too good to be worth a search.
pub(super) fn reverse_futility(
    depth: Depth,
    evaluation: Value,
    beta: Value,
    improving: bool,
) -> bool {
    let depth_left = (depth - i32::from(improving) * PLY).max(0);
    depth < CUT_DEPTH && evaluation - CUT_STEP * depth_left / PLY >= beta
}

/// From this depth on, the side to move of a position far above the window may pass. Mostly deeper
/// ones come to that, as others are cut before.
const PASS_FROM: Depth = 8 * PLY;
/// How far it must be, and how much less for every ply of depth.
const PASS_BASE: Value = 600;
const PASS_STEP: Value = 28;
/// Depth that passing costs, and one part in so many of the depth besides.
const PASS_COST: Depth = 15 * PLY / 4;
const PASS_SHARE: Depth = 7;

/// Whether a position without enemy threats is so good that a pass may fail high.
pub(super) fn null_move(depth: Depth, evaluation: Value, beta: Value) -> bool {
    depth >= PASS_FROM && evaluation >= beta + PASS_BASE - PASS_STEP * depth / PLY
}

/// Depth to which the position after a pass is searched.
pub(super) fn null_move_depth(depth: Depth) -> Depth {
    depth - PASS_COST - depth / PASS_SHARE
}

/// Below this depth quiet moves far below the window are left out.
const FUTILITY_DEPTH: Depth = 5 * PLY;
/// How far below it the position is, and how much farther for every ply of depth.
const FUTILITY_BASE: Value = 20;
const FUTILITY_STEP: Value = 65;

/// Whether a quiet move that would be searched to `depth` cannot be expected to reach the window.
pub(super) fn futility(depth: Depth, evaluation: Value, alpha: Value) -> bool {
    depth < FUTILITY_DEPTH && evaluation + FUTILITY_BASE + FUTILITY_STEP * depth / PLY <= alpha
}

/// Nodes of the search for continuous fours at a leaf. Not less, because there are long ones and
/// most are near one another; 1,000 instead of 32 made no difference.
pub(super) const VCF_LEAF: u32 = 32;

/// Depth for the answer to a four: a little more than the ply it takes. 8 instead: -61 Elo.
const FORCED_REPLY: Depth = 17;

/// Depth that the answer to a four at `ply` of an iteration of `root_depth` plies gets back. In
/// lines of more than twice the iteration's depth it is the ply it takes, lest they never end.
pub(super) fn forced_reply_extension(ply: usize, root_depth: i32) -> Depth {
    if is_overlong(ply, root_depth) { PLY } else { FORCED_REPLY }
}

/// Whether a line of `ply` plies is too long for an iteration of `root_depth` to be extended.
pub(super) fn is_overlong(ply: usize, root_depth: i32) -> bool {
    ply as i32 >= 2 * root_depth
}

/// From this depth on, a node without a table move is searched less deep.
const UNKNOWN_FROM: Depth = 4 * PLY;
/// By so much.
const UNKNOWN: Depth = 5 * PLY / 4;

/// Depth taken off a node of which the table knows no move.
pub(super) fn internal_iterative_reduction<const PV: bool>(
    depth: Depth,
    node_type: NodeType,
) -> Depth {
    if depth >= UNKNOWN_FROM && (PV || node_type == NodeType::Cut) { UNKNOWN } else { 0 }
}

/// Depths between which the moves after one that raised alpha are searched less deep.
const RAISED_ABOVE: Depth = 2 * PLY;
const RAISED_BELOW: Depth = 12 * PLY;
/// By so much.
const RAISED: Depth = 10;

/// Depth taken off the moves that follow one that raised alpha to `value`.
pub(super) fn alpha_raise_reduction(depth: Depth, value: Value) -> Depth {
    let applies = depth > RAISED_ABOVE && depth < RAISED_BELOW && !is_decided(value);
    if applies { RAISED } else { 0 }
}

/// Least depth at which a table move is compared with all others, and how much less deep its entry
/// may be.
pub(super) const SINGULAR_FROM: Depth = 5 * PLY;
pub(super) const SINGULAR_ENTRY: Depth = 4 * PLY;
/// How far all other moves must fall behind, for a ply of depth.
const SINGULAR_STEP: Value = 8;
/// A move that is so much better than all others is extended half as much again.
const VERY_SINGULAR: Value = 40;
/// Less depth for a table move that fails high where others do too.
pub(super) const NEGATIVE_EXTENSION: Depth = 26;

/// How far all other moves must fall behind the table's for it to be singular.
pub(super) fn singular_margin(depth: Depth) -> Value {
    SINGULAR_STEP * depth / PLY
}

/// Depth to which all other moves are searched to see that.
pub(super) fn singular_depth(depth: Depth) -> Depth {
    (depth - PLY) / 2
}

/// Depth added for a singular move, ahead of all others by `excess` more than it had to be.
pub(super) fn singular_extension<const PV: bool>(excess: Value) -> Depth {
    if !PV && excess > VERY_SINGULAR { 3 * PLY / 2 } else { PLY }
}

/// Least depth, and least number of a move at its node, for a reduction.
pub(super) const REDUCE_FROM_DEPTH: Depth = 2 * PLY;
pub(super) const REDUCE_FROM_MOVE: usize = 2;
/// History score worth one ply of reduction, and that of a move as a reply.
pub(super) const HISTORY_PER_PLY: i32 = 4000;
pub(super) const REPLY_PER_PLY: i32 = 6000;
/// Less reduction where the table's entry was searched with an open window.
pub(super) const PV_ENTRY: Depth = PLY / 2;
/// Less reduction for a three near the last own stone, that is within so many rows and columns.
pub(super) const ATTACK: Depth = PLY / 2;
pub(super) const ATTACK_REACH: u32 = 4;
/// More reduction where some move is expected to fail high, and where the position gets worse.
const EXPECTED_CUT: Depth = 2 * PLY;
const WORSENING: Depth = 4;
/// Less reduction with an open window, for moves that threaten something, and where something must
/// be answered.
const OPEN_WINDOW: Depth = 12;
const THREATENING: Depth = PLY;
const FORCED: Depth = 6;

/// What is added to a reduction because of the kind of the node and of the move.
pub(super) fn adjustment<const PV: bool>(
    node_type: NodeType,
    improving: bool,
    is_quiet: bool,
    is_forced: bool,
) -> Depth {
    let part = |applies: bool, part: Depth| if applies { part } else { 0 };
    part(node_type == NodeType::Cut, EXPECTED_CUT) + part(!improving, WORSENING)
        - part(PV, OPEN_WINDOW)
        - part(!is_quiet, THREATENING)
        - part(is_forced, FORCED)
}

/// Reduction as a multiple of ln(depth in plies) ln(number of the move), and a constant.
const REDUCTION_FACTOR: i64 = 13;
const REDUCTION_BASE: Depth = 6;

/// Surprisal usual at a number, in parts of [`ORDER_SCALE`]: so much, and a multiple of ln(number). Fitted to
/// the searches of `tengen bench`.
const SURPRISAL_BASE: i32 = 3 * ORDER_SCALE / 2;
const SURPRISAL_FACTOR: i32 = 70;
/// Reduction for every factor of e by which a move is less probable than that, and the most it takes
/// or gives.
const SURPRISAL: Depth = PLY;
const SURPRISAL_LIMIT: Depth = 6 * PLY;

/// Moves tried at a node where one of them does not lose: so many and a power of the depth in plies.
const COUNT_BASE: f64 = 1.6;
const COUNT_POWER: f64 = 1.43;
/// Share of them where the position does not improve.
const COUNT_WORSENING: f64 = 0.5;
/// Times as many with an open window.
const COUNT_OPEN: f64 = 2.0;

/// Depths in plies, and move numbers, from which reductions and move counts no longer grow.
const TABLE_LIMIT: usize = 64;

/// What depends on depth and move number by powers and logarithms, tabulated.
pub(super) struct Reductions {
    /// 256 times the natural logarithm of the number of plies or moves, by parts of [`PLY`].
    logs: Box<[i32]>,
    /// Moves tried, by depth in parts of [`PLY`].
    counts: Box<[f64]>,
}

impl Reductions {
    /// Fills the tables.
    pub fn new() -> Reductions {
        let parts = || (0..TABLE_LIMIT * PLY as usize).map(|i| i as f64 / f64::from(PLY));
        Reductions {
            logs: parts().map(|x| (256.0 * x.max(1.0).ln()).round() as i32).collect(),
            counts: parts().map(|x| COUNT_BASE + x.powf(COUNT_POWER)).collect(),
        }
    }

    /// Depth by which the `number`-th move of a node (from 1) is searched less deep at first.
    pub fn by_number(&self, depth: Depth, number: usize) -> Depth {
        let last = self.logs.len() - 1;
        let depth = i64::from(self.logs[(depth.max(0) as usize).min(last)]);
        let number = i64::from(self.logs[(number * PLY as usize).min(last)]);
        (((depth * number * REDUCTION_FACTOR) >> 16) as Depth + REDUCTION_BASE).max(0)
    }

    /// Reduction of the `number`-th move of a node for a surprisal beyond what is usual at its place.
    pub fn by_surprisal(&self, surprisal: i32, number: usize) -> Depth {
        let last = self.logs.len() - 1;
        let log = self.logs[(number * PLY as usize).min(last)];
        let excess = surprisal - SURPRISAL_BASE - SURPRISAL_FACTOR * log / 256;
        (excess * SURPRISAL / ORDER_SCALE).clamp(-SURPRISAL_LIMIT, SURPRISAL_LIMIT)
    }

    /// Number of moves after which all others are left out, whatever they threaten.
    pub fn move_limit<const PV: bool>(&self, depth: Depth, improving: bool) -> usize {
        let last = self.counts.len() - 1;
        let count = self.counts[(depth.max(0) as usize).min(last)];
        let count = if improving { count } else { count * COUNT_WORSENING };
        let count = if PV { count * COUNT_OPEN } else { count };
        count as usize + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surprising_moves_are_reduced_and_likely_ones_spared() {
        let reductions = Reductions::new();
        assert_eq!(reductions.by_surprisal(SURPRISAL_BASE, 1), 0);
        assert_eq!(reductions.by_surprisal(SURPRISAL_BASE + ORDER_SCALE, 1), SURPRISAL);
        assert_eq!(reductions.by_surprisal(SURPRISAL_BASE - ORDER_SCALE, 1), -SURPRISAL);
        // ln 20 is 3.0.
        let usual = SURPRISAL_BASE + 3 * SURPRISAL_FACTOR;
        assert_eq!(reductions.by_surprisal(usual, 20), 0);
        assert!(reductions.by_surprisal(usual, 10) > 0 && reductions.by_surprisal(usual, 40) < 0);
        assert_eq!(reductions.by_surprisal(1 << 20, 100), SURPRISAL_LIMIT);
        assert_eq!(reductions.by_surprisal(0, 1 << 20), -SURPRISAL_LIMIT);
    }
}
