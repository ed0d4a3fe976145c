//! The tunable numbers of the Othello search.
//!
//! Selectivity levels are numbered as in [`Certainty::ALL`](super::probcut::Certainty::ALL). "Empties" are
//! numbers of empty squares. Sizes of tables are not here: they are a matter of the processor's caches.

use crate::search::params::params;

params! {
    /// What the search reads its numbers from.
    pub struct Params {
        // Iterative deepening.

        /// The solve begins after the midgame iteration to the number of empties less this.
        solve_ahead: u32 = 4, 1..=12, 1, "an unfinished solve is wasted, and a deep midgame iteration plays nearly as well";
        /// The same where the solve comes soon, so that the iterations only have to order the moves.
        seed_ahead: u32 = 10, 4..=16, 2, "fewest nodes to the exact score";
        /// Deepest of these iterations.
        seed_depth: u32 = 7, 3..=12, 1, "fewest nodes to the exact score";
        /// Most empties at which a search for a move that is bounded by depth alone is solved as soon.
        soon_solved: u32 = 24, 16..=28, 2, "from more a solve may never be finished";
        /// Selectivity of the iterations to a depth.
        midgame_level: usize = 0, 0..=3, 1, "matches: far more depth is worth the doubt";
        /// Selectivity of the last iteration where a depth alone bounds the search.
        last_level: usize = 2, 0..=6, 1, "144 hard positions with 30 empties: depth 15 found 79 % of the best moves instead of 73 %, in 2.7 times the time";
        /// Fewest empties at which selective solves come before the exact one.
        selective_solve: u32 = 16, 12..=24, 2, "time to the exact score";
        /// Selectivity of the first solve.
        first_solve_level: usize = 1, 0..=5, 1, "one as doubtful as the iterations to a depth is not worth its time";
        /// Selectivity of the two solves before the exact one, where only that one counts.
        first_seed_level: usize = 1, 0..=2, 1, "fewest nodes to the exact score";
        second_seed_level: usize = 3, 3..=5, 1, "fewest nodes to the exact score";
        /// Fewest nodes a search must be allowed to try a solve.
        solve_nodes: u64 = 20_000, 1_000..=1_000_000, 10_000, "the solver counts nodes coarsely, and must not exceed the limit noticeably";
    }
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
