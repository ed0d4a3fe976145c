//! The tunable parameters of the Othello search.
//!
//! All are read at run time, even in the innermost nodes. "Empties" are numbers of empty squares,
//! "levels" are selectivity levels, numbered as in [`Certainty::ALL`](super::probcut::Certainty::ALL).
//! The ranges keep the layers of the solver in order, whatever is combined. Sizes of tables are not
//! here: the processor's caches set them.

use crate::search::params::params;
use crate::search::time_manager::TimeParams;

params! {
    /// The parameters of the search.
    pub struct Params {
        // Iterative deepening and widening.

        /// The solve follows the midgame iteration whose depth is the number of empties minus this.
        solve_ahead: u32 = 2, 1..=12, 1, "400 games at 20,000 nodes against 10: 8 +30, 6 +42, 4 +44, 13 -60 (each +- 20) Elo; 600 against 4: 3 +4, 2 +16, 1 +14 (each +- 11)";
        /// The same if the solve comes early: the iterations before it only order the moves.
        seed_ahead: u32 = 10, 4..=16, 2, "by hand";
        /// Deepest of these iterations.
        seed_depth: u32 = 7, 3..=12, 1, "by hand";
        /// Most empties at which a search limited by depth alone solves that early.
        soon_solved: u32 = 24, 16..=28, 2, "by hand: with more empties a solve may never finish";
        /// Selectivity of the iterations to a depth.
        midgame_level: usize = 0, 0..=3, 1, "1000 games at 20,000 nodes against level 1: +38 +- 19 Elo; depth gains more than certainty";
        /// Selectivity of the last iteration if depth is the only limit.
        last_level: usize = 2, 0..=6, 1, "144 hard positions with 30 empties at depth 15: 79 % best moves instead of 73 %, 2.7 times the time";
        /// Fewest empties at which selective solves come before the exact one.
        selective_solve: u32 = 16, 12..=24, 2, "by hand";
        /// Selectivity of the first solve.
        first_solve_level: usize = 1, 0..=5, 1, "600 games at 30,000 nodes: +39 +- 26 Elo; level 0 gave the same";
        /// Selectivity of the two solves before the exact one if only the exact score counts.
        first_seed_level: usize = 1, 0..=2, 1, "by hand";
        second_seed_level: usize = 3, 3..=5, 1, "by hand";
        /// Minimum node limit of a search for trying a solve.
        solve_nodes: u64 = 20_000, 1_000..=1_000_000, 10_000, "by hand: the solver counts nodes coarsely and must not exceed the limit noticeably";

        // Aspiration windows, in 1/100 disc.

        /// Half width of the first window of a midgame iteration.
        midgame_window: i32 = 150, 20..=600, 30, "by hand; 1400 games at 20,000 nodes with 300: -4 +- 15 Elo";
        /// Half width of the first window of a solve.
        solve_window: i32 = 100, 100..=800, 100, "by hand; scores are even discs";
        /// Growth factor of a window that failed.
        window_growth: i32 = 2, 2..=5, 1, "common practice";

        // Midgame: least depths, in plies.

        /// Prefetching of the table entries of replies.
        prefetch_depth: u32 = 3, 2..=6, 1, "60 positions to depth 16: 2.75 s from depth 5, 2.49 s from 3";
        /// Move ordering by the static values after the moves.
        value_order_depth: u32 = 4, 2..=8, 1, "time to a depth: below, values cost more than the nodes they save";
        /// Enhanced transposition cut-offs.
        etc_depth: u32 = 4, 2..=8, 1, "by hand";
        /// ABDADA: threads defer each other's moves.
        abdada_depth: u32 = 4, 2..=10, 1, "by hand";

        // Exact ends of midgame searches.

        /// Most empties at which the solver takes over.
        exact_empties: u32 = 9, 0..=12, 1, "144 hard positions with 30 empties to depth 25: error 0.88 discs in 50 s, 1.15 in 61 s without";
        /// Most plies that the search would miss.
        exact_missing: u32 = 5, 0..=8, 1, "by hand";

        // Multi-ProbCut.

        /// Least depth that is probed.
        probcut_depth: u32 = 2, 2..=6, 1, "by hand; at depth 1 +17 and -16 (each +- 32) Elo";
        /// A probe has two plies for this many plies of the search.
        probcut_divisor: u32 = 4, 4..=8, 1, "600 games with probes of 3/8 of the depth: -4 +- 25 Elo";
        /// Most nested probes.
        probcut_nesting: u32 = 3, 1..=6, 1, "400 games at 35 ms a move against 2: +35 +- 27 Elo";
        /// Percentage of a probe's margin by which the static value must be beyond the window: for a probe expected to
        /// fail high, and for one expected to fail low.
        probcut_static_share: i32 = 50, 0..=120, 10, "1600 games at 20,000 nodes: +16 +- 15 Elo; 60 +23 +- 21, 80 -2 +- 28";
        probcut_low_share: i32 = 100, 0..=300, 10, "1400 games at 20,000 nodes: 50 -8 +- 13 Elo";
        /// Percentage of a probe's margin by which the value that it returns is beyond the window.
        probcut_softness: i32 = 50, 0..=100, 10, "600 games at 20,000 nodes: +21 +- 24 Elo; 100 +3 +- 16 more";
        /// Margin at each selectivity level, in hundredths of a standard deviation.
        sigmas_55: u32 = 75, 30..=150, 10, "at 20,000 nodes against 110: +38 +- 19 Elo; 60 +35 +- 19, 90 +19 +- 19";
        sigmas_73: u32 = 110, 60..=180, 10, "normal distribution";
        sigmas_87: u32 = 150, 100..=220, 10, "normal distribution";
        sigmas_95: u32 = 200, 150..=280, 15, "normal distribution";
        sigmas_98: u32 = 260, 200..=350, 20, "normal distribution, increased because large errors are more frequent";
        sigmas_99: u32 = 330, 260..=450, 25, "normal distribution, increased because large errors are more frequent";
        /// Empties at which a solve is probed by a search of one ply. Nothing is probed below `selective_empties`.
        solve_probe_empties: u32 = 13, 13..=20, 1, "by hand";
        /// Empties for every further ply of that search.
        solve_probe_step: u32 = 3, 2..=5, 1, "by hand";

        // Endgame: layers by empties.

        /// Most empties at which moves are tried by parity, unsorted.
        parity_empties: u32 = 6, 5..=8, 1, "by hand";
        /// Fewest empties at which positions are kept in the shared table.
        shared_empties: u32 = 10, 9..=12, 1, "by hand";
        /// Fewest empties for enhanced transposition cut-offs.
        etc_empties: u32 = 11, 10..=18, 1, "by hand";
        /// Fewest empties at which threads defer each other's moves.
        abdada_empties: u32 = 12, 10..=18, 1, "by hand";
        /// Fewest empties at which moves are ordered by searches and ProbCut may cut.
        selective_empties: u32 = 14, 13..=18, 1, "by hand";

        // Endgame: cut-offs and move ordering.

        /// Empties at which moves are ordered by static values.
        order_search_empties: u32 = 15, 13..=24, 1, "by hand";
        /// Empties for every ply of the search that orders them instead.
        order_search_step: u32 = 3, 2..=6, 1, "by hand";
        /// Deepest such search.
        order_search_depth: u32 = 4, 0..=8, 1, "by hand";
        /// How much shallower it is where no move is expected to exceed the window.
        order_search_all: u32 = 1, 0..=4, 1, "40 positions of hard25: 2,549 million nodes instead of 2,670";
        /// Weight of one disc of that search's value, relative to the other features of a move.
        order_value: i32 = 6, 0..=40, 2, "fewest nodes of 20-empty test positions";
        /// Stable discs are counted from this alpha on: a term per empty square, and a constant.
        stability_slope: i32 = 2, 0..=4, 1, "by hand";
        stability_offset: i32 = -4, -30..=30, 4, "by hand";
        /// Twice the number of discs a side must have beyond the stable ones it needs.
        stability_slack: i32 = 12, 0..=40, 4, "solving time: it is rare that all discs are stable";

        /// Most empties at which a missing move of a solved line is found by solving again.
        line_empties: u32 = 11, 4..=16, 1, "by hand: a few thousand nodes";

        // Move ordering: weights of the features of a move.

        /// Cost of each reply left to the opponent.
        order_reply: i32 = 16, 4..=40, 2, "fewest nodes of 20-empty test positions";
        /// Additional cost of a corner left to the opponent.
        order_corner_reply: i32 = 24, 0..=60, 4, "fewest nodes of 20-empty test positions";
        /// Bonus of an odd quadrant.
        order_parity: i32 = 10, 0..=40, 2, "fewest nodes of 20-empty test positions";
        /// Cost of each potential reply.
        order_potential_reply: i32 = 5, 0..=20, 1, "fewest nodes of 20-empty test positions";
        /// Bonus of each stable disc on an edge.
        order_stable_edge: i32 = 4, 0..=20, 1, "fewest nodes of 20-empty test positions";
        /// Bonuses of the squares in a quarter of the board; mirrored squares have the same.
        square_a1: i32 = 11, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_b1: i32 = 2, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_c1: i32 = 10, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_d1: i32 = 7, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_b2: i32 = 1, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_c2: i32 = 4, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_d2: i32 = 5, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_c3: i32 = 9, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_d3: i32 = 6, 0..=40, 2, "fewest nodes of 20-empty test positions";
        square_d4: i32 = 0, 0..=40, 2, "fewest nodes of 20-empty test positions";
    }
    /// Time management.
    with time: TimeParams;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::{ParamSet, assert_sound};

    #[test]
    fn the_table_is_sound() {
        assert_sound(&Params::default());
    }

    #[test]
    fn no_combination_puts_the_layers_of_the_solver_out_of_order() {
        let table = Params::default().table();
        let range = |name| {
            let param = table.iter().find(|param| param.name == name).unwrap();
            (param.min, param.max)
        };
        let layers = ["parity_empties", "shared_empties", "selective_empties"].map(range);
        assert!(layers[0].0 > 4, "the last four squares have code of their own");
        assert!(layers.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
