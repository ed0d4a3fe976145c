//! The conditions and amounts of pruning, reductions and extensions, as functions of the parameters.
//!
//! The forms follow common practice. Depths are in parts of [`PLY`], margins are static evaluations.

use super::params::Params;
use super::value::{Depth, NodeType, PLY, Value, is_decided};
use crate::gomoku::eval::weights::ORDER_SCALE;

impl Params {
    /// Whether a position is so far above the window that it will probably stay there, unless the enemy threatens to win.
    pub(super) fn reverse_futility(
        &self,
        depth: Depth,
        evaluation: Value,
        beta: Value,
        improving: bool,
    ) -> bool {
        let saved = if improving { self.reverse_futility_improving } else { 0 };
        let margin = self.reverse_futility_step * (depth - saved).max(0) / PLY;
        depth < self.reverse_futility_depth && evaluation - margin >= beta
    }

    /// Whether a position is so good that a pass may fail high, unless the enemy threatens to win.
    pub(super) fn null_move(&self, depth: Depth, evaluation: Value, beta: Value) -> bool {
        let margin = self.null_move_margin - self.null_move_step * depth / PLY;
        depth >= self.null_move_depth && evaluation >= beta + margin
    }

    /// Depth to which the position after a pass is searched.
    pub(super) fn after_null_move(&self, depth: Depth) -> Depth {
        depth - self.null_move_reduction - depth / self.null_move_divisor
    }

    /// Whether a position is hopeless unless it has a VCF.
    pub(super) fn razoring(&self, depth: Depth, evaluation: Value, alpha: Value) -> bool {
        let margin = self.razor_base + self.razor_step * depth / PLY;
        depth < self.razor_depth && evaluation + margin < alpha
    }

    /// Reduction of a node for which the table has no move.
    pub(super) fn internal_iterative_reduction<const PV: bool>(
        &self,
        depth: Depth,
        node_type: NodeType,
    ) -> Depth {
        let applies = depth >= self.iir_depth && (PV || node_type == NodeType::Cut);
        if applies { self.iir_reduction } else { 0 }
    }

    /// Extension of the answer to a four at `ply` of an iteration of `root_depth` plies. In overlong lines it is
    /// exactly the ply that the answer takes, whatever the parameter: with more, they might never end.
    pub(super) fn forced_reply(&self, ply: usize, root_depth: i32) -> Depth {
        if self.is_overlong(ply, root_depth) { PLY } else { self.forced_reply_extension }
    }

    /// Whether a line of `ply` plies is too long for an iteration of `root_depth` to be extended.
    pub(super) fn is_overlong(&self, ply: usize, root_depth: i32) -> bool {
        ply as i32 >= self.overlong_factor * root_depth
    }

    /// How far all other moves must be below the table's move for it to be singular.
    pub(super) fn singular_margin(&self, depth: Depth) -> Value {
        self.singular_step * depth / PLY
    }

    /// Depth of the search of all other moves, which decides whether the table's move is singular.
    pub(super) fn singular_search(&self, depth: Depth) -> Depth {
        (depth - PLY) / self.singular_divisor
    }

    /// Extension of a singular move whose lead over all others exceeds the margin by `excess`.
    pub(super) fn extension<const PV: bool>(&self, excess: Value) -> Depth {
        let is_double = !PV && excess > self.double_extension_margin;
        if is_double { self.double_extension } else { self.singular_extension }
    }

    /// Whether a quiet move that would be searched to `depth` cannot be expected to reach the window.
    pub(super) fn futility(&self, depth: Depth, evaluation: Value, alpha: Value) -> bool {
        let margin = self.futility_margin + self.futility_step * depth / PLY;
        depth < self.futility_depth && evaluation + margin <= alpha
    }

    /// The part of a reduction that depends on the type of the node and the kind of the move.
    pub(super) fn adjustment<const PV: bool>(
        &self,
        node_type: NodeType,
        improving: bool,
        is_quiet: bool,
        is_forced: bool,
    ) -> Depth {
        let part = |applies: bool, part: Depth| if applies { part } else { 0 };
        part(node_type == NodeType::Cut, self.lmr_cut_node) + part(!improving, self.lmr_worsening)
            - part(PV, self.lmr_pv)
            - part(!is_quiet, self.lmr_threat)
            - part(is_forced, self.lmr_forced)
    }

    /// Reduction of the moves that follow one that raised alpha to `value`.
    pub(super) fn after_alpha_raise(&self, depth: Depth, value: Value) -> Depth {
        let applies =
            depth > self.alpha_raise_above && depth < self.alpha_raise_below && !is_decided(value);
        if applies { self.alpha_raise_reduction } else { 0 }
    }

    /// The history bonus of a refutation at `depth`.
    pub(super) fn bonus(&self, depth: Depth) -> i32 {
        let plies = depth / PLY;
        (self.history_bonus * plies * plies).min(self.history_bonus_limit)
    }

    /// The correction history update of a search to `depth` whose value exceeds the evaluation by `error`.
    pub(super) fn correction(&self, error: Value, depth: Depth) -> i32 {
        let lesson = error * (depth / PLY) / self.correction_divisor;
        lesson.clamp(-self.correction_limit, self.correction_limit)
    }
}

/// Depth in plies, and move number, beyond which reductions and move counts no longer grow. Not a parameter: it is the
/// size of tables, and few searches reach it.
const TABLE_LIMIT: usize = 64;

/// Late move reductions and move counts, which depend on depth and move number by powers and logarithms.
pub(super) struct Reductions {
    /// 256 times the natural logarithm of the number of plies or moves, by parts of [`PLY`].
    logs: Box<[i32]>,
    /// Moves tried, by depth in parts of [`PLY`].
    move_counts: Box<[f64]>,
    /// Factors of the move counts where the position does not improve, and with an open window.
    worsening: f64,
    pv: f64,
}

impl Reductions {
    pub fn new(params: &Params) -> Reductions {
        let hundredths = |number: i32| f64::from(number) / 100.0;
        let (base, power) =
            (hundredths(params.move_count_base), hundredths(params.move_count_power));
        let parts = || (0..TABLE_LIMIT * PLY as usize).map(|i| i as f64 / f64::from(PLY));
        Reductions {
            logs: parts().map(|x| (256.0 * x.max(1.0).ln()).round() as i32).collect(),
            move_counts: parts().map(|x| base + x.powf(power)).collect(),
            worsening: hundredths(params.move_count_worsening),
            pv: hundredths(params.move_count_pv),
        }
    }

    /// Reduction of the `number`-th move of a node (from 1).
    pub fn by_number(&self, params: &Params, depth: Depth, number: usize) -> Depth {
        let last = self.logs.len() - 1;
        let depth = i64::from(self.logs[(depth.max(0) as usize).min(last)]);
        let number = i64::from(self.log_of(number));
        (((depth * number * params.lmr_factor) >> 16) as Depth + params.lmr_base).max(0)
    }

    /// Reduction of the `number`-th move of a node for a surprisal beyond what is usual for its number.
    pub fn by_surprisal(&self, params: &Params, surprisal: i32, number: usize) -> Depth {
        let usual = params.surprisal_base + params.surprisal_factor * self.log_of(number) / 256;
        let reduction = (surprisal - usual) * params.surprisal_ply / ORDER_SCALE;
        reduction.clamp(-params.surprisal_limit, params.surprisal_limit)
    }

    /// Number of moves after which all others are pruned, whatever they threaten.
    pub fn move_limit<const PV: bool>(&self, depth: Depth, improving: bool) -> usize {
        let last = self.move_counts.len() - 1;
        let count = self.move_counts[(depth.max(0) as usize).min(last)];
        let count = if improving { count } else { count * self.worsening };
        let count = if PV { count * self.pv } else { count };
        count as usize + 1
    }

    /// 256 ln(number).
    fn log_of(&self, number: usize) -> i32 {
        self.logs[(number * PLY as usize).min(self.logs.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surprising_moves_are_reduced_and_likely_ones_spared() {
        let params = Params::default();
        let reductions = Reductions::new(&params);
        let Params { surprisal_base, surprisal_factor, surprisal_ply, surprisal_limit, .. } =
            params;
        let of = |surprisal, number| reductions.by_surprisal(&params, surprisal, number);
        assert_eq!(of(surprisal_base, 1), 0);
        assert_eq!(of(surprisal_base + ORDER_SCALE, 1), surprisal_ply);
        assert_eq!(of(surprisal_base - ORDER_SCALE, 1), -surprisal_ply);
        // ln 20 is 3.0.
        let usual = surprisal_base + 3 * surprisal_factor;
        assert_eq!(of(usual, 20), 0);
        assert!(of(usual, 10) > 0 && of(usual, 40) < 0);
        assert_eq!(of(1 << 20, 100), surprisal_limit);
        assert_eq!(of(-(1 << 20), 100), -surprisal_limit);
    }
}
