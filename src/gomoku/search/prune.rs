//! How much less to search of moves and positions that promise little, and how much more of those
//! that matter: every tuned number of the alpha-beta search.
//!
//! Depths are in parts of [`PLY`], margins are values of [`super::eval`]. The forms follow common
//! practice. Of the numbers, those with a remark were chosen by matches at 10,000 nodes a move; the
//! others are first guesses that no match contradicted.

use super::node::Expect;
use super::value::{Value, is_decided};

/// Depth left to search, in parts of [`PLY`].
pub(super) type Depth = i32;
/// One ply of depth.
pub(super) const PLY: Depth = 16;

/// Below this depth hopeless positions are given up.
const RAZOR_DEPTH: Depth = 5 * PLY / 2;
const RAZOR_BASE: Value = 180;
const RAZOR_STEP: Value = 150;

/// Below this depth a position far above the window is taken to stay there.
const CUT_DEPTH: Depth = 8 * PLY;
/// Margin for a ply. 45 against 70, together with the margins of futility: +33 +- 35 Elo.
const CUT_STEP: Value = 45;

/// Below this depth quiet moves far below the window are left out.
const FUTILITY_DEPTH: Depth = 6 * PLY;
const FUTILITY_BASE: Value = 40;
const FUTILITY_STEP: Value = 45;

/// Quiet moves tried at a node: so many and a power of the depth in plies.
const COUNT_BASE: f64 = 4.0;
const COUNT_POWER: f64 = 1.4;
/// Share of them where the position does not improve.
const COUNT_WORSENING: f64 = 0.6;
/// Times as many with an open window.
const COUNT_OPEN: f64 = 2.0;

/// Nodes of the search for continuous fours at a leaf. Not less, because there are long ones and
/// most are near one another; 1,000 instead of 32 made no difference.
pub(super) const VCF_LEAF: u32 = 32;

/// Depth for the answer to a four: a little more than the ply it takes. 8 instead: -61 Elo.
const FORCED_REPLY: Depth = 18;

/// From this depth on, a node without a table move is searched less deep.
const UNKNOWN_FROM: Depth = 4 * PLY;
const UNKNOWN: Depth = 3 * PLY / 4;

/// Depths between which the moves after one that raised alpha are searched less deep.
const RAISED_ABOVE: Depth = 2 * PLY;
const RAISED_BELOW: Depth = 12 * PLY;
const RAISED: Depth = PLY / 2;

/// Least depth at which a table move is compared with all others, and how much less deep its entry
/// may be.
pub(super) const SINGULAR_FROM: Depth = 6 * PLY;
pub(super) const SINGULAR_ENTRY: Depth = 3 * PLY;
/// How far all other moves must fall behind, for a ply of depth.
const SINGULAR_STEP: Value = 4;
/// A move that is so much better than all others is extended half as much again.
const VERY_SINGULAR: Value = 60;
/// Less depth for a table move that fails high where others do too.
pub(super) const PLURAL_REDUCTION: Depth = PLY;

/// Least depth, and least number of a move at its node, for a reduction.
pub(super) const REDUCE_FROM_DEPTH: Depth = 2 * PLY;
pub(super) const REDUCE_FROM_MOVE: usize = 2;
/// History score worth one ply of reduction.
pub(super) const HISTORY_PER_PLY: i32 = 4096;
/// Less reduction where the table's entry was searched with an open window.
pub(super) const PV_ENTRY: Depth = PLY / 2;
/// Reduction as a multiple of ln(depth in plies) ln(number of the move), and a constant. 16 against
/// 9, of PLY: +45 Elo.
const REDUCTION_FACTOR: i64 = 16;
const REDUCTION_BASE: Depth = 4;

/// Whether a position without a win by fours is hopeless.
pub(super) fn is_hopeless(depth: Depth, evaluation: Value, alpha: Value) -> bool {
    depth < RAZOR_DEPTH && evaluation + RAZOR_BASE + RAZOR_STEP * depth / PLY < alpha
}

/// Whether a position without enemy threats is too good to be worth a search.
pub(super) fn is_safe(depth: Depth, evaluation: Value, beta: Value, improving: bool) -> bool {
    let depth_left = (depth - i32::from(improving) * PLY).max(0);
    depth < CUT_DEPTH && evaluation - CUT_STEP * depth_left / PLY >= beta
}

/// Whether a quiet move that would be searched to `depth` cannot be expected to reach the window.
pub(super) fn is_futile(depth: Depth, evaluation: Value, alpha: Value) -> bool {
    depth < FUTILITY_DEPTH && evaluation + FUTILITY_BASE + FUTILITY_STEP * depth / PLY <= alpha
}

/// Depth that the answer to a four at `ply` of an iteration of `root_depth` plies gets back. In
/// lines of more than twice the iteration's depth it is the ply it takes, lest they never end.
pub(super) fn forced_reply_extension(ply: usize, root_depth: i32) -> Depth {
    if is_long(ply, root_depth) { PLY } else { FORCED_REPLY }
}

/// Whether a line of `ply` plies is too long for an iteration of `root_depth` to be extended.
pub(super) fn is_long(ply: usize, root_depth: i32) -> bool {
    ply as i32 >= 2 * root_depth
}

/// Depth taken off a node of which the table knows no move.
pub(super) fn unknown_reduction<const PV: bool>(depth: Depth, expect: Expect) -> Depth {
    if depth >= UNKNOWN_FROM && (PV || expect == Expect::Cut) { UNKNOWN } else { 0 }
}

/// Depth taken off the moves that follow one that raised alpha to `value`.
pub(super) fn raised_reduction(depth: Depth, value: Value) -> Depth {
    let applies = depth > RAISED_ABOVE && depth < RAISED_BELOW && !is_decided(value);
    if applies { RAISED } else { 0 }
}

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

/// What is added to a reduction because of the kind of the node and of the move.
pub(super) fn adjustment<const PV: bool>(
    expect: Expect,
    improving: bool,
    is_quiet: bool,
    is_forced: bool,
) -> Depth {
    let count = |condition: bool| i32::from(condition) * PLY;
    count(expect == Expect::Cut) + count(!improving) * 5 / 8
        - count(PV)
        - count(!is_quiet)
        - count(is_forced)
}

/// Depths in plies, and move numbers, from which reductions and move counts no longer grow.
const TABLE_LIMIT: usize = 64;

/// What depends on depth and move number by powers and logarithms, tabulated.
pub(super) struct Reductions {
    /// 256 times the natural logarithm of the number of plies or moves, by parts of [`PLY`].
    logs: Box<[i32]>,
    /// Quiet moves tried, by depth in parts of [`PLY`].
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
    pub fn of(&self, depth: Depth, number: usize) -> Depth {
        let last = self.logs.len() - 1;
        let depth = i64::from(self.logs[(depth.max(0) as usize).min(last)]);
        let number = i64::from(self.logs[(number * PLY as usize).min(last)]);
        (((depth * number * REDUCTION_FACTOR) >> 16) as Depth + REDUCTION_BASE).max(0)
    }

    /// Number of moves after which quiet ones are left out.
    pub fn move_limit<const PV: bool>(&self, depth: Depth, improving: bool) -> usize {
        let last = self.counts.len() - 1;
        let count = self.counts[(depth.max(0) as usize).min(last)];
        let count = if improving { count } else { count * COUNT_WORSENING };
        let count = if PV { count * COUNT_OPEN } else { count };
        count as usize + 1
    }
}
