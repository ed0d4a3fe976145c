//! The tunable parameters of the Gomoku search.
//!
//! All are read at run time; `prune` and `order` derive tables from some of them when
//! they change. Depths are in sixteenths of a ply unless said otherwise, margins are static evaluations,
//! whose unit is [`EVAL_SCALE`](crate::gomoku::eval::weights::EVAL_SCALE). Sizes of tables are
//! not here.
//!
//! The source "SPSA" is two runs over all these numbers together, of 16 games an iteration: freestyle 15x15, 1,500
//! iterations at 6,000 nodes a move; then, from its result, freestyle 20x20, 828 iterations at 8,000 nodes, each number
//! the mean of the last 200, rounded. They were tuned together; one alone means little. "Ablation" is 400 games at
//! 20,000 nodes, freestyle 15x15, with the technique switched off; where the number is from SPSA, the ablation is older
//! than it.

use crate::gomoku::threats::params::VctParams;
use crate::search::params::params;
use crate::search::time_manager::TimeParams;

params! {
    /// The parameters as the search reads them.
    pub struct Params {
        // Root.

        /// Half width of the first aspiration window.
        window: i32 = 19, 2..=200, 3, "SPSA";
        /// Growth factor of a window that failed.
        window_growth: i32 = 3, 2..=6, 1, "by hand";
        /// Least depth of an aspiration window, in plies.
        window_depth: u32 = 4, 2..=10, 1, "by hand";
        /// Root moves searched to full depth.
        root_full_moves: usize = 4, 1..=20, 1, "by hand";
        /// Least depth at which the other root moves are reduced.
        root_lmr_depth: i32 = 48, 16..=160, 16, "by hand";
        /// How much less these moves are reduced than moves elsewhere.
        root_lmr_relief: i32 = 16, 0..=64, 8, "by hand";

        /// Radius of the square at the centre whose points are tried although no stone is near.
        center_radius: u8 = 1, 0..=3, 1, "by hand";
        /// These points are not tried if a stone is within this distance of the centre.
        center_taken: u8 = 3, 1..=7, 1, "by hand";

        // Reverse futility pruning.

        /// Depth below which it applies.
        reverse_futility_depth: i32 = 93, 0..=320, 16, "SPSA; ablation -52 +- 32 Elo";
        /// Margin for every ply of depth.
        reverse_futility_step: i32 = 58, 5..=150, 5, "SPSA";
        /// Depth subtracted for an improving position.
        reverse_futility_improving: i32 = 12, 0..=48, 4, "SPSA";

        // Null move pruning.

        /// Least depth. Shallower positions are mostly pruned by reverse futility.
        null_move_depth: i32 = 125, 32..=256, 16, "SPSA; ablation +17 +- 22 Elo, but it pays off in deeper searches";
        /// Margin, and how much smaller it is for every ply of depth.
        null_move_margin: i32 = 573, 0..=1500, 50, "SPSA";
        null_move_step: i32 = 24, 0..=100, 5, "SPSA";
        /// Reduction: a constant, plus the depth divided by the second number.
        null_move_reduction: i32 = 50, 16..=128, 8, "SPSA";
        null_move_divisor: i32 = 11, 3..=20, 1, "SPSA";

        // Leaves and razoring.

        /// Nodes of the VCF at leaves and before razoring. Some wins are long, but their fours are mostly near
        /// one another.
        vcf_nodes: u32 = 32, 1..=1000, 8, "by hand: 1,000 made no difference; ablation at leaves +10 +- 33 Elo, but it pays off in deeper searches";
        /// Each of its fours is within this distance of the one before, or on a line with it and within 4: the
        /// reach of a five.
        vcf_near: u8 = 2, 0..=4, 1, "by hand";
        /// Depth below which razoring applies.
        razor_depth: i32 = 68, 0..=128, 8, "SPSA; ablation +12 +- 29 Elo, but it pays off in deeper searches";
        /// Margin, and how much larger it is for every ply of depth.
        razor_base: i32 = 195, 0..=800, 30, "SPSA";
        razor_step: i32 = 207, 0..=800, 30, "SPSA";

        // Reductions and extensions of whole nodes.

        /// Least depth of an internal iterative reduction.
        iir_depth: i32 = 61, 16..=160, 8, "SPSA; ablation -37 +- 29 Elo";
        /// The reduction.
        iir_reduction: i32 = 7, 0..=64, 4, "SPSA";
        /// Extension of the answer to a four: about the ply that it takes.
        forced_reply_extension: i32 = 15, 8..=24, 1, "SPSA; ablation -39 +- 32 Elo; with 8 -61 Elo";
        /// Lines longer than this multiple of the iteration's depth are not extended.
        overlong_factor: i32 = 2, 1..=4, 1, "by hand: without it lines might never end";

        // Singular extension and multi-cut.

        /// Least depth.
        singular_depth: i32 = 120, 48..=160, 8, "SPSA; ablation +6 +- 31 Elo, but it pays off in deeper searches";
        /// How much shallower than the node the table's entry may be.
        singular_entry_depth: i32 = 83, 0..=96, 8, "SPSA";
        /// Margin for every ply of depth.
        singular_step: i32 = 9, 1..=40, 1, "SPSA";
        /// The other moves are searched to the depth minus one ply, divided by this.
        singular_divisor: i32 = 2, 2..=4, 1, "common practice";
        /// Extension of a singular move.
        singular_extension: i32 = 23, 0..=32, 2, "SPSA";
        /// Extension of one that exceeds the margin by more than the next number.
        double_extension: i32 = 33, 0..=48, 2, "SPSA";
        double_extension_margin: i32 = 29, 0..=200, 8, "SPSA";
        /// Reduction of a table move that fails high where others nearly do.
        negative_extension: i32 = 51, 0..=64, 4, "SPSA";

        // Late move pruning: moves tried at a node where some move does not lose.

        /// A constant in hundredths, plus a power of the depth in plies with this exponent in hundredths.
        move_count_base: i32 = 85, 0..=800, 20, "SPSA; ablation -306 +- 46 Elo";
        move_count_power: i32 = 128, 80..=220, 6, "SPSA";
        /// Percentage of these moves where the position does not improve.
        move_count_worsening: i32 = 66, 20..=100, 5, "SPSA";
        /// Percentage of these moves with an open window.
        move_count_pv: i32 = 274, 100..=400, 15, "SPSA";

        // Futility pruning.

        /// Depth after reduction below which it applies.
        futility_depth: i32 = 100, 0..=200, 8, "SPSA; ablation -31 +- 30 Elo";
        /// Margin, and how much larger it is for every ply of depth.
        futility_margin: i32 = 5, 0..=300, 10, "SPSA";
        futility_step: i32 = 73, 10..=300, 8, "SPSA";

        // Late move reduction.

        /// Least depth, and least number of a move.
        lmr_depth: i32 = 32, 16..=96, 8, "by hand; ablation of reductions -25 +- 31 Elo";
        lmr_number: usize = 2, 1..=8, 1, "by hand";
        /// Reduction as a multiple of ln(depth in plies) ln(number of the move), and a constant.
        lmr_factor: i64 = 14, 4..=40, 1, "SPSA";
        lmr_base: i32 = 2, -32..=48, 3, "SPSA";
        /// Usual surprisal of a move by its number, in 64ths of a nat: a constant, plus a multiple of ln(number).
        surprisal_base: i32 = 52, 0..=300, 10, "SPSA";
        surprisal_factor: i32 = 71, 0..=200, 8, "SPSA";
        /// Reduction for every nat beyond that, and the limit of its amount in either direction.
        surprisal_ply: i32 = 24, 0..=40, 3, "SPSA; with 8 +23 +- 30, 24 against 16 +4 +- 14 Elo at 8,000 nodes";
        surprisal_limit: i32 = 127, 0..=200, 12, "SPSA";
        /// History score worth one ply, of a move by itself and as a reply.
        history_ply: i32 = 2344, 1000..=20000, 400, "SPSA";
        reply_ply: i32 = 6489, 1000..=30000, 600, "SPSA; reply history as a whole +18 +- 14 Elo";
        /// Additional reduction where some move is expected to fail high.
        lmr_cut_node: i32 = 32, 0..=64, 4, "SPSA";
        /// Additional reduction where the position does not improve.
        lmr_worsening: i32 = 26, 0..=32, 3, "SPSA";
        /// Smaller reduction with an open window.
        lmr_pv: i32 = 18, 0..=48, 3, "SPSA";
        /// Smaller reduction of moves that threaten or answer something.
        lmr_threat: i32 = 2, 0..=48, 3, "SPSA";
        /// Smaller reduction where a threat must be answered.
        lmr_forced: i32 = 1, 0..=48, 3, "SPSA";
        /// Smaller reduction where the table's entry was searched with an open window.
        lmr_pv_entry: i32 = 20, 0..=48, 3, "SPSA";
        /// Smaller reduction of a threat near the last own stone, within this many rows and columns.
        lmr_attack: i32 = 2, 0..=48, 3, "SPSA";
        attack_distance: u32 = 4, 1..=8, 1, "by hand";
        /// Reduction of the moves after one that raised alpha, above the first and below the second depth.
        alpha_raise_reduction: i32 = 9, 0..=32, 2, "SPSA; ablation +3 +- 31 Elo, but it pays off in deeper searches";
        alpha_raise_above: i32 = 32, 0..=96, 8, "common practice";
        alpha_raise_below: i32 = 192, 96..=320, 16, "common practice";

        // Move ordering, in ordering scores.

        /// Divisors of the history scores of a move by itself and as a reply.
        order_history: i32 = 30, 4..=63, 2, "SPSA";
        order_reply: i32 = 25, 4..=63, 2, "SPSA; reply history as a whole +18 +- 14 Elo";
        /// Bonus of a move that threatens something. Such moves are not best more often than their scores predict, but
        /// they are cheap to search.
        order_threat: i32 = 160, 0..=500, 15, "an earlier SPSA; a later one gave 61, which is no stronger (320 games: -9 +- 32 Elo) and finds forced wins later";
        /// Bonus of a move that refuted a sibling.
        order_killer: i32 = 37, 0..=300, 10, "SPSA";
        /// Bonus of a move that refuted the previous move elsewhere.
        order_counter: i32 = 118, 0..=300, 10, "SPSA";
        /// A refutation adds this multiple of the squared depth in plies to the history, at most the
        /// second number.
        history_bonus: i32 = 39, 4..=128, 6, "SPSA";
        history_bonus_limit: i32 = 1024, 128..=4096, 128, "common practice";

        // Correction history.

        /// Units of a running error worth one of evaluation.
        correction_unit: i32 = 19, 4..=64, 2, "SPSA; correction history as a whole +21 +- 21 Elo in 800 games at 8,000 nodes";
        /// A search adds its error times its depth in plies, divided by this, at most the second number.
        correction_divisor: i32 = 5, 1..=64, 2, "SPSA";
        correction_limit: i32 = 256, 32..=1024, 32, "by hand";

        // Transposition table: which entry is replaced.

        /// Depth by which an entry is devalued for every search since its own.
        tt_age: i32 = 64, 0..=256, 16, "by hand";
        /// An entry is kept if the new one of its position is shallower by more than this.
        tt_keep: i32 = 48, 0..=160, 16, "by hand";
        /// Depth added to an entry of a decided game, because it ends searches of any depth.
        tt_decided: i32 = 64, 0..=256, 16, "by hand";

        // Solvers at the root.

        /// Most nodes before the first iteration.
        solver_first_nodes: u64 = 50_000, 0..=1_000_000, 10_000, "by hand";
        /// With a node limit, at most that limit divided by this.
        solver_first_divisor: u64 = 8, 2..=64, 2, "by hand: a VCF search may use all of it";
        /// With a time limit, at most this many per millisecond: an eighth of a solver's speed.
        solver_first_per_ms: u64 = 100, 10..=1_000, 20, "by hand";
        /// Afterwards the solvers get the nodes of the search divided by this.
        solver_divisor: u64 = 16, 2..=128, 2, "by hand";
        /// The search for a refutation of the best move gets the nodes of the search divided by this.
        refutation_divisor: u64 = 16, 4..=1024, 4, "by hand";
        /// Fewest nodes that are worth a further call.
        solver_least_nodes: u64 = 2_000, 100..=100_000, 500, "by hand";
        /// Fewest nodes left after the VCF that are worth a VCT.
        solver_vct_least_nodes: u64 = 1_000, 0..=100_000, 250, "by hand";
        /// Nodes of the VCF that completes the line of a decided game.
        line_vcf_nodes: u32 = 2_000, 100..=100_000, 500, "by hand";

        // Votes of the threads.

        /// Weight of the worst result, in hundredths of winning chance; a result better by this amount counts twice.
        vote_base: i32 = 5, 1..=100, 2, "by hand";
        /// Results at most this many plies shallower than the deepest have a vote.
        vote_depth_margin: u32 = 1, 0..=8, 1, "by hand";
    }
    /// The VCT search.
    with vct: VctParams;
    /// Time management.
    with time: TimeParams;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::assert_sound;

    #[test]
    fn the_table_is_sound() {
        assert_sound(&Params::default());
    }
}
