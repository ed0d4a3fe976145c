//! One thread of a search: what it needs to value positions, whether by depth (`midgame`) or to the end
//! (`endgame`).

use super::abdada::Abdada;
use super::local_table::LocalTable;
use super::order::{Candidate, OrderWeights, Stack};
use super::params::Params;
use super::probcut::Certainty;
use super::transposition::{TranspositionTable, TtEntry};
use crate::othello::eval::weights::Weights;
use crate::search::control::Meter;

/// A searching thread. Once its meter says stop, every value on the way up is meaningless and nothing
/// is stored.
pub struct Worker<'a, 'c> {
    /// Counts nodes and says when to stop.
    pub meter: &'a mut Meter<'c>,
    pub table: &'a TranspositionTable,
    /// What this thread remembers of positions near the end.
    pub local: &'a mut LocalTable,
    pub weights: &'a Weights,
    /// How certain cuts have to be.
    pub certainty: Certainty,
    /// The moves that threads are searching, if there are several.
    pub(super) abdada: Option<&'a Abdada>,
    /// A copy of the search's, one step nearer to the nodes that read it.
    pub(super) params: Params,
    pub(super) order: OrderWeights,
    pub(super) stack: Stack,
    /// Nodes visited since the meter was last told.
    pub(super) uncounted: u64,
    /// ProbCut probes on the path.
    pub(super) probes: u32,
}

impl<'a, 'c> Worker<'a, 'c> {
    /// A thread on its own that prunes nothing.
    pub fn new(
        meter: &'a mut Meter<'c>,
        table: &'a TranspositionTable,
        local: &'a mut LocalTable,
        weights: &'a Weights,
        params: &Params,
    ) -> Worker<'a, 'c> {
        Worker {
            meter,
            table,
            local,
            weights,
            certainty: Certainty::Full,
            abdada: None,
            params: params.clone(),
            order: OrderWeights::new(params),
            stack: Stack::default(),
            uncounted: 0,
            probes: 0,
        }
    }

    /// Whether the search has to end: values returned since are meaningless.
    pub fn stopped(&self) -> bool {
        self.meter.stopped()
    }

    /// The best candidate of the list from `start` on that is left from `at` on. With ABDADA, moves that
    /// other threads are searching come last, and the table is to be told when the candidate is done.
    #[inline]
    pub(super) fn next_move(
        &mut self,
        start: usize,
        at: usize,
        abdada: Option<&Abdada>,
    ) -> Option<Candidate> {
        match abdada {
            None => self.stack.pick(at),
            Some(abdada) => self.stack.pick_or_defer(start, at, abdada),
        }
    }

    #[inline]
    pub(super) fn count(&mut self) {
        self.meter.count_many(1 + std::mem::take(&mut self.uncounted));
    }
}

impl Drop for Worker<'_, '_> {
    /// The last nodes count, too.
    fn drop(&mut self) {
        self.meter.count_many(self.uncounted);
    }
}

/// What the bounds `lower..=upper` say about a search in the window `alpha..beta`, if they settle it.
#[inline]
pub(super) fn settled((lower, upper): (i32, i32), alpha: i32, beta: i32) -> Option<i32> {
    if lower >= beta || lower == upper {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

/// The bounds of an entry.
#[inline]
pub(super) fn bounds(entry: &TtEntry) -> (i32, i32) {
    (entry.lower.into(), entry.upper.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::control::Control;
    use crate::search::limits::Limits;

    #[test]
    fn the_last_nodes_are_counted_when_a_worker_is_done() {
        let (control, weights) = (Control::unlimited(), Weights::embedded());
        let mut meter = Meter::new(&control, &Limits::default());
        let (table, mut local) = (TranspositionTable::new(1 << 12), LocalTable::default());
        let mut worker = Worker::new(&mut meter, &table, &mut local, &weights, &Params::default());
        worker.count();
        worker.uncounted += 7;
        drop(worker);
        assert_eq!(meter.nodes(), 8);
    }
}
