//! The state of one search thread, used by both `midgame` and `endgame`.

use super::abdada::Abdada;
use super::eval::Node;
use super::order::{Candidate, OrderWeights, Stack};
use super::params::Params;
use super::probcut::Certainty;
use super::transposition::{LocalTable, TranspositionTable, TtEntry, hash};
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::search::control::Meter;

/// A search thread. Once its meter stops, all values on the way up are invalid and nothing is stored.
pub struct Worker<'a, 'c> {
    /// Counts nodes and says when to stop.
    pub meter: &'a mut Meter<'c>,
    pub table: &'a TranspositionTable,
    /// This thread's private tables.
    pub local: &'a mut LocalTable,
    pub weights: &'a Weights,
    /// Required certainty of selective cut-offs.
    pub certainty: Certainty,
    /// The positions being searched, if there are several threads.
    pub(super) abdada: Option<&'a Abdada>,
    /// A copy of the search's parameters, closer to the code that reads it.
    pub(super) params: Params,
    pub(super) order: OrderWeights,
    pub(super) stack: Stack,
    /// Nodes not yet reported to the meter.
    pub(super) uncounted: u64,
    /// ProbCut probes on the path.
    pub(super) probes: u32,
}

impl<'a, 'c> Worker<'a, 'c> {
    /// A single thread without selective pruning.
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

    /// Whether the search must end; values returned since are invalid.
    pub fn stopped(&self) -> bool {
        self.meter.stopped()
    }

    /// The best remaining candidate, from `at` on, of the list from `start` on. With ABDADA, moves that other
    /// threads are searching come last, and the caller must report when the candidate is done.
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

    /// The [`Node::value`] of `node`, which may be known.
    #[inline]
    pub(super) fn value(&mut self, node: &Node, moves: u64) -> i32 {
        self.local.evaluations.get(hash(node.board), || node.value(moves, self.weights))
    }

    /// The [`Node::value_after`] a move at `node`, which may be known.
    #[inline]
    pub(super) fn value_after(&mut self, node: &Node, square: u8, next: Board, moves: u64) -> i32 {
        let value = || node.value_after(square, next, moves, self.weights);
        self.local.evaluations.get(hash(next), value)
    }

    #[inline]
    pub(super) fn count(&mut self) {
        self.meter.count_many(1 + std::mem::take(&mut self.uncounted));
    }
}

impl Drop for Worker<'_, '_> {
    /// Reports the remaining nodes.
    fn drop(&mut self) {
        self.meter.count_many(self.uncounted);
    }
}

/// The value of a search in the window `alpha..beta` if the bounds `lower..=upper` determine it.
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

/// The bounds of an entry in 1/100 disc.
#[inline]
pub(super) fn bounds_in_hundredths(entry: &TtEntry) -> (i32, i32) {
    let unit = if entry.draft.is_solved() { 100 } else { 1 };
    let (lower, upper) = bounds(entry);
    (lower * unit, upper * unit)
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
