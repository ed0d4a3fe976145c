//! The signal that ends a search, and the node counter that watches it.
//!
//! [`Control`] is shared between the session, which may stop a search or change its deadline at any
//! moment, and the searcher. [`Meter`] belongs to one searching thread: it counts nodes and looks
//! at the control every so many of them, so that a node costs no system call.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::limits::{Budget, Limits};

/// Nodes between two looks at the clock and the stop flag: about a millisecond of search.
const POLL_INTERVAL: u64 = 512;

const NEVER: u64 = u64::MAX;

/// Shared switch of one search.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stop: AtomicBool,
    soft_us: AtomicU64,
    hard_us: AtomicU64,
}

impl Control {
    /// A control whose time runs from `started`, usually the moment the command was read.
    pub fn new(started: Instant, budget: Option<Budget>) -> Control {
        let control = Control {
            started,
            stop: AtomicBool::new(false),
            soft_us: AtomicU64::new(NEVER),
            hard_us: AtomicU64::new(NEVER),
        };
        control.set_budget(budget);
        control
    }

    /// A control without a deadline, for searches bounded by depth or nodes.
    pub fn unlimited() -> Control {
        Control::new(Instant::now(), None)
    }

    /// Asks the search to end with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Replaces the deadlines, also while the search runs.
    pub fn set_budget(&self, budget: Option<Budget>) {
        let us = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(NEVER);
        self.soft_us.store(budget.map_or(NEVER, |b| us(b.soft)), Relaxed);
        self.hard_us.store(budget.map_or(NEVER, |b| us(b.hard)), Relaxed);
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must end now.
    pub fn must_stop(&self) -> bool {
        self.stop.load(Relaxed) || self.passed(&self.hard_us)
    }

    /// Whether no further iteration should be started.
    pub fn past_soft(&self) -> bool {
        self.stop.load(Relaxed) || self.passed(&self.soft_us)
    }

    fn passed(&self, deadline_us: &AtomicU64) -> bool {
        let deadline = deadline_us.load(Relaxed);
        deadline != NEVER && self.started.elapsed().as_micros() >= u128::from(deadline)
    }
}

/// Node counter of one searching thread.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control,
    nodes: u64,
    node_limit: u64,
    next_poll: u64,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// A counter at zero that obeys `control` and the node bound of `limits`.
    pub fn new(control: &'a Control, limits: &Limits) -> Meter<'a> {
        let node_limit = limits.nodes.unwrap_or(NEVER);
        Meter {
            control,
            nodes: 0,
            node_limit,
            next_poll: POLL_INTERVAL.min(node_limit),
            stopped: false,
        }
    }

    /// Counts one node.
    #[inline]
    pub fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Counts `nodes` at once, for a search that keeps its own count below the nodes at which it can
    /// stop. A node limit may be passed by that many.
    #[inline]
    pub fn count_many(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Whether the search must unwind. Once true, it stays true: every value computed after that
    /// is to be thrown away.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the control's start.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Whether a further iteration is worth starting.
    pub fn may_deepen(&self) -> bool {
        !self.stopped && !self.control.past_soft()
    }

    #[cold]
    fn poll(&mut self) {
        self.stopped |= self.nodes >= self.node_limit || self.control.must_stop();
        self.next_poll = (self.nodes + POLL_INTERVAL).min(self.node_limit.max(self.nodes + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        for limit in [1, 100, 512, 513, 5000] {
            let control = Control::unlimited();
            let mut meter =
                Meter::new(&control, &Limits { nodes: Some(limit), ..Limits::default() });
            while !meter.stopped() {
                meter.count();
            }
            assert_eq!(meter.nodes(), limit);
        }
    }

    #[test]
    fn a_stop_and_a_shortened_deadline_end_a_running_search() {
        for shorten in
            [Control::stop as fn(&Control), |c| c.set_budget(Some(Budget::exactly(Duration::ZERO)))]
        {
            let control = Control::unlimited();
            let mut meter = Meter::new(&control, &Limits::default());
            (0..POLL_INTERVAL * 2).for_each(|_| meter.count());
            assert!(!meter.stopped() && meter.may_deepen());
            shorten(&control);
            (0..POLL_INTERVAL).for_each(|_| meter.count());
            assert!(meter.stopped() && !meter.may_deepen());
        }
    }
}
