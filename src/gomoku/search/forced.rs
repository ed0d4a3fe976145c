//! Forced wins that the root looks for by other means than its iterations.
//!
//! A solver gets a board, the meter that can stop it and a budget in nodes, and gives a [`Win`] that is
//! proven, or nothing. Solvers take their turns in order of their cost, each until it has nothing left
//! to look at; together they get a first budget and then a share of the search's nodes. They know
//! nothing of iterations, and the root nothing of how they work.

use super::worker::Worker;
use crate::gomoku::rules::grid::Square;
use crate::search::limits::{Budget, Limits};

/// Most nodes before the first iteration.
const FIRST_BUDGET: u64 = 50_000;
/// Of a search bounded by nodes, no more than one in so many are spent before it.
const FIRST_SHARE: u64 = 8;
/// Of a search bounded by time, no more than so many for every millisecond that it may take: an eighth of
/// it, if a solver does some 800 in one.
const FIRST_PER_MS: u64 = 100;
/// One node in so many goes to the solvers once the iterations have begun.
const SHARE: u64 = 16;
/// Fewest nodes worth a further call.
const LEAST_BUDGET: u64 = 2_000;

/// A forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Win {
    /// Plies to the winning move, which counts.
    pub plies: u32,
    /// Its moves, the winner's first; the last ones may be left out.
    pub line: Vec<Square>,
}

/// The solvers of one search.
#[derive(Debug)]
pub(super) struct Solvers {
    /// Nodes before the first iteration.
    first_budget: u64,
    /// Nodes that went to them.
    spent: u64,
    /// Whether no win by continuous fours is left to be found.
    fours_are_done: bool,
}

impl Solvers {
    /// Those of a search within `limits` that may take `time`.
    pub fn new(limits: &Limits, time: Option<Budget>) -> Solvers {
        let by_nodes = limits.nodes.map_or(FIRST_BUDGET, |nodes| nodes / FIRST_SHARE);
        let by_time = time.map_or(FIRST_BUDGET, |budget| {
            let ms = u64::try_from(budget.maximum.as_millis()).unwrap_or(u64::MAX);
            ms.saturating_mul(FIRST_PER_MS)
        });
        let first_budget = FIRST_BUDGET.min(by_nodes).min(by_time);
        Solvers { first_budget, spent: 0, fours_are_done: false }
    }

    /// What is looked for before the first iteration: continuous fours, which are found or excluded
    /// quickly.
    pub fn begin(&mut self, worker: &mut Worker) -> Option<Win> {
        self.by_fours(worker, self.first_budget)
    }

    /// What is looked for after an iteration.
    pub fn go_on(&mut self, worker: &mut Worker) -> Option<Win> {
        let budget = allowance(worker.meter.nodes(), self.spent)?;
        let before = self.spent;
        let win = self.by_fours(worker, budget);
        let left = budget.saturating_sub(self.spent - before);
        if win.is_none() && left >= LEAST_BUDGET / 2 { self.by_threats(worker, left) } else { win }
    }

    fn by_fours(&mut self, worker: &mut Worker, budget: u64) -> Option<Win> {
        if self.fours_are_done {
            return None;
        }
        let before = worker.meter.nodes();
        let vcf = &mut worker.memory.vcf;
        let plies = vcf.solve_shortest(worker.board, &mut worker.meter, budget as u32);
        self.fours_are_done = vcf.is_complete();
        self.spent += worker.meter.nodes() - before;
        Some(Win { plies: plies?, line: worker.memory.vcf.line().to_vec() })
    }

    fn by_threats(&mut self, worker: &mut Worker, budget: u64) -> Option<Win> {
        let before = worker.meter.nodes();
        let win = worker.memory.vct.solve(worker.board, &mut worker.meter, budget);
        self.spent += worker.meter.nodes() - before;
        win.map(|win| Win { plies: win.plies, line: win.line })
    }
}

/// Nodes for the solvers when a search has come to `nodes`, of which `spent` were theirs.
fn allowance(nodes: u64, spent: u64) -> Option<u64> {
    let budget = (nodes / SHARE).saturating_sub(spent);
    (budget >= LEAST_BUDGET).then_some(budget)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::gomoku::search::worker::Memory;
    use crate::gomoku::search::worker::tests::board_after;
    use crate::search::control::Control;
    use crate::search::table::Table;

    #[test]
    fn a_win_that_needs_threes_is_found_once_nodes_are_there_for_it() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 16));
        let (mut board, mut memory) = (board_after("h8g5i10j5f7h5f5g3"), Memory::new());
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut solvers = Solvers::new(&Limits::default(), None);
        assert_eq!(solvers.begin(&mut worker), None, "fours alone do not win");
        assert_eq!(solvers.go_on(&mut worker), None, "nothing is left of the share");
        worker.meter.count_many(SHARE * 200_000);
        let win = solvers.go_on(&mut worker).unwrap();
        assert!(win.plies >= 7 && win.line.len() as u32 == win.plies, "{win:?}");
        assert!(solvers.spent > 0);
    }

    #[test]
    fn a_short_search_leaves_most_of_itself_to_the_iterations() {
        let first = |nodes, time| Solvers::new(&Limits { nodes, ..Limits::default() }, time);
        let ms = |ms| Some(Budget::exactly(Duration::from_millis(ms)));
        assert_eq!(first(None, None).first_budget, FIRST_BUDGET);
        assert_eq!(first(Some(2_000), None).first_budget, 250);
        assert_eq!(first(None, ms(10)).first_budget, 1_000);
        assert_eq!(first(Some(2_000), ms(10_000)).first_budget, 250);
        assert_eq!(first(None, ms(u64::MAX)).first_budget, FIRST_BUDGET);
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 16));
        let (mut board, mut memory) = (board_after("h8g5i10j5f7h5f5g3"), Memory::new());
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut solvers = first(Some(16), None);
        solvers.begin(&mut worker);
        assert!(solvers.spent <= 2, "{}", solvers.spent);
    }

    #[test]
    fn solvers_get_their_share_and_no_more() {
        assert_eq!(allowance(SHARE * LEAST_BUDGET - 1, 0), None);
        assert_eq!(allowance(SHARE * LEAST_BUDGET, 0), Some(LEAST_BUDGET));
        assert_eq!(allowance(SHARE * 90_000, 50_000), Some(40_000));
        assert_eq!(allowance(SHARE * 90_000, FIRST_BUDGET + 90_000), None);
    }
}
