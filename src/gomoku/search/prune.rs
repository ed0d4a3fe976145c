//! How much less to search of moves and positions that promise little: every tuned number of the
//! alpha-beta search.
//!
//! Depths are plies, margins are values of [`super::eval`]. The forms follow common practice. The
//! numbers are first guesses; of margins twice as wide or as narrow, neither played better.

use super::value::Value;

/// Deepest node at which hopeless positions are given up after a search for continuous fours.
const RAZOR_DEPTH: i32 = 2;
const RAZOR_BASE: Value = 180;
const RAZOR_STEP: Value = 150;

/// Deepest node at which a position far above the window is taken to stay there.
const CUT_DEPTH: i32 = 5;
const CUT_STEP: Value = 80;

/// Deepest node at which quiet moves far below the window are left out.
const FUTILITY_DEPTH: i32 = 5;
const FUTILITY_BASE: Value = 70;
const FUTILITY_STEP: Value = 75;

/// Deepest node at which only so many quiet moves are tried.
const COUNT_DEPTH: i32 = 8;
const COUNT_BASE: i32 = 6;

/// Most nodes of the search for continuous fours at a leaf, and deeper in the tree.
const VCF_LEAF: u32 = 64;
const VCF_INNER: u32 = 512;

/// Most answers to a threat of an open four for the search of each to go one ply deeper.
const NARROW_ANSWERS: usize = 5;
/// Plies from the root, counted in depth, within which answers are not extended: the iterations
/// get there anyway, and a short search loses more depth by it than it gains.
const PLAIN_PLIES: i32 = 4;

/// Least depth, and least number of a move at its node, for a reduction.
pub(super) const REDUCE_FROM_DEPTH: i32 = 3;
pub(super) const REDUCE_FROM_MOVE: usize = 3;
/// History score worth one ply of reduction.
pub(super) const HISTORY_PER_PLY: i32 = 2048;

/// Depths and move numbers from which reductions no longer grow.
const REDUCTION_LIMIT: usize = 64;

/// Whether a position without a win by fours is hopeless.
pub(super) fn is_hopeless(depth: i32, evaluation: Value, alpha: Value) -> bool {
    depth <= RAZOR_DEPTH && evaluation + RAZOR_BASE + RAZOR_STEP * depth < alpha
}

/// Whether a position without enemy threats is too good to be worth a search.
pub(super) fn is_safe(depth: i32, evaluation: Value, beta: Value, improving: bool) -> bool {
    depth <= CUT_DEPTH && evaluation - CUT_STEP * (depth - i32::from(improving)).max(1) >= beta
}

/// Whether a quiet move cannot be expected to reach the window.
pub(super) fn is_futile(depth: i32, evaluation: Value, alpha: Value) -> bool {
    depth <= FUTILITY_DEPTH && evaluation + FUTILITY_BASE + FUTILITY_STEP * depth <= alpha
}

/// Number of moves after which quiet ones are left out.
pub(super) fn move_limit(depth: i32, improving: bool) -> usize {
    if depth > COUNT_DEPTH {
        return usize::MAX;
    }
    let limit = COUNT_BASE + depth * depth.max(1) * 3 / 4 + 2 * depth;
    (if improving { limit } else { limit * 2 / 3 }) as usize
}

/// Whether the only `answers` to a threat, at `ply` of an iteration of `root_depth`, are searched one
/// ply deeper. Lines of more than twice the iteration's depth are not, lest they never end.
pub(super) fn extends_answer(depth: i32, answers: usize, ply: usize, root_depth: i32) -> bool {
    answers <= NARROW_ANSWERS && depth < root_depth - PLAIN_PLIES && (ply as i32) < 2 * root_depth
}

/// Nodes granted to the search for continuous fours at a node of that depth.
pub(super) fn vcf_budget(depth: i32) -> u32 {
    if depth <= 1 { VCF_LEAF } else { VCF_INNER }
}

/// Reductions of late moves by depth and move number.
pub(super) struct Reductions {
    logs: [i32; REDUCTION_LIMIT],
}

impl Reductions {
    /// Tabulates 16 times the natural logarithm.
    pub fn new() -> Reductions {
        Reductions { logs: std::array::from_fn(|i| (16.0 * (i.max(1) as f64).ln()).round() as i32) }
    }

    /// Plies by which the `number`-th move of a node (from 1) is searched less deep at first.
    pub fn of(&self, depth: i32, number: usize) -> i32 {
        let depth = self.logs[(depth.max(0) as usize).min(REDUCTION_LIMIT - 1)];
        let number = self.logs[number.min(REDUCTION_LIMIT - 1)];
        (depth * number * 10 / 16 + 100) / 256
    }
}
