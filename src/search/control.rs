//! The signal that ends a search, and the node counter that watches it.
//!
//! [`Control`] is shared between the session, which may stop a search or change its deadline at any
//! moment, and the searcher. [`Meter`] belongs to one searching thread: it counts nodes and looks
//! at the control after some of them, at most [`POLL_INTERVAL`], so that a node costs no system call. Meters of one
//! search add up in its [`LazySmp`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::clock::Instant;
use super::lazy_smp::LazySmp;
use super::limits::{Budget, Limits};
use super::time_manager::TimeManager;
use crate::sync::atomic::AtomicU64;

/// Most nodes between two checks of the clock and the stop flag: usually a millisecond of search or less. Not a
/// parameter: it does not change the search.
pub const POLL_INTERVAL: u64 = 512;
/// Nodes before the first check, and the least number between two checks.
const FIRST_INTERVAL: u64 = 16;
/// Target time between two checks. Nodes that touch memory for the first time can take fifty times as long as others:
/// with 512 of them between two checks, moves of 30 ms took up to 48.
const POLL_TIME: Duration = Duration::from_micros(250);

const NEVER: u64 = u64::MAX;

/// The stop signal and the clock of one search, shared between threads.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stop: Arc<AtomicBool>,
    optimum_us: AtomicU64,
    maximum_us: AtomicU64,
    deadline_us: AtomicU64,
}

fn to_us(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(NEVER)
}

impl Control {
    /// A control whose time runs from `started`, usually the moment at which the command was read.
    pub fn new(started: Instant, budget: Option<Budget>) -> Control {
        let control = Control {
            started,
            stop: Arc::default(),
            optimum_us: AtomicU64::new(NEVER),
            maximum_us: AtomicU64::new(NEVER),
            deadline_us: AtomicU64::new(NEVER),
        };
        control.set_budget(budget);
        control
    }

    /// A control without a deadline, for searches bounded by depth or nodes.
    pub fn unlimited() -> Control {
        Control::new(Instant::now(), None)
    }

    /// The same control, which `stop` also stops.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Control {
        Control { stop, ..self }
    }

    /// Asks the search to end and return its result so far.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn was_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Replaces the time to spend, also while the search runs.
    pub fn set_budget(&self, budget: Option<Budget>) {
        self.optimum_us.store(budget.map_or(NEVER, |b| to_us(b.optimum)), Relaxed);
        self.maximum_us.store(budget.map_or(NEVER, |b| to_us(b.maximum)), Relaxed);
    }

    /// Ends the search within `time`. Unlike a budget, this does not affect time management: until then, the
    /// search runs as if it had no time limit.
    pub fn end_within(&self, time: Duration) {
        self.deadline_us.fetch_min(to_us(self.elapsed().saturating_add(time)), Relaxed);
    }

    /// The current budget.
    pub fn budget(&self) -> Option<Budget> {
        let maximum = self.maximum_us.load(Relaxed);
        let us = Duration::from_micros;
        (maximum != NEVER)
            .then(|| Budget { optimum: us(self.optimum_us.load(Relaxed)), maximum: us(maximum) })
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must end now.
    pub fn must_stop(&self) -> bool {
        let end = self.maximum_us.load(Relaxed).min(self.deadline_us.load(Relaxed));
        self.was_stopped() || end != NEVER && self.started.elapsed().as_micros() >= u128::from(end)
    }
}

/// Node counter of one searching thread.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control,
    /// The threads that search together; `None` if this is the only one.
    smp: Option<&'a LazySmp>,
    nodes: u64,
    /// Nodes already reported to the other threads.
    reported: u64,
    node_limit: u64,
    next_poll: u64,
    /// Nodes between the last check and the next one, unless the node limit is nearer.
    interval: u64,
    /// Time of the last check.
    polled: Duration,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// A counter at zero that obeys `control` and the node limit in `limits`.
    pub fn new(control: &'a Control, limits: &Limits) -> Meter<'a> {
        let node_limit = limits.nodes.unwrap_or(NEVER);
        Meter {
            control,
            smp: None,
            nodes: 0,
            reported: 0,
            node_limit,
            next_poll: FIRST_INTERVAL.min(node_limit),
            interval: FIRST_INTERVAL,
            polled: control.elapsed(),
            stopped: false,
        }
    }

    /// From now on counts together with the threads of `smp`, and ends with them. The node limit applies to their
    /// total, which may exceed it by [`POLL_INTERVAL`] nodes for every thread.
    pub fn join(&mut self, smp: &'a LazySmp) {
        self.smp = Some(smp);
        self.poll();
    }

    /// Counts one node.
    #[inline]
    pub fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Counts `nodes` at once, for a search that counts nodes itself where it cannot stop. It may exceed a node
    /// limit by that many.
    #[inline]
    pub fn count_many(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Whether the search must unwind. Once true, it stays true, and every value computed after that is
    /// meaningless.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes counted so far by this thread.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes counted so far by all threads of the search.
    pub fn total_nodes(&self) -> u64 {
        self.smp.map_or(self.nodes, |smp| smp.nodes() + self.nodes - self.reported)
    }

    /// Time since the control's start.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Whether a further iteration is worth starting.
    pub fn may_deepen(&self, time: &TimeManager) -> bool {
        !self.stopped
            && !self.control.must_stop()
            && time.may_deepen(self.elapsed(), self.control.budget())
    }

    #[cold]
    fn poll(&mut self) {
        let total = match self.smp {
            Some(smp) => {
                let total = smp.add(self.nodes - self.reported);
                self.reported = self.nodes;
                self.stopped |= smp.is_halted();
                total
            }
            None => self.nodes,
        };
        self.stopped |= total >= self.node_limit || self.control.must_stop();
        let now = self.elapsed();
        self.interval = next_interval(self.interval, now.saturating_sub(self.polled));
        self.polled = now;
        let left = self.node_limit.saturating_sub(total).max(1);
        self.next_poll = self.nodes + self.interval.min(left);
    }
}

/// Nodes until the next check, after `nodes` took this `time`. The number at most doubles, because the next nodes may
/// be slower.
fn next_interval(nodes: u64, time: Duration) -> u64 {
    let fitting = u128::from(nodes) * POLL_TIME.as_nanos() / time.as_nanos().max(1);
    let most = POLL_INTERVAL.min(2 * nodes);
    u64::try_from(fitting).unwrap_or(most).clamp(FIRST_INTERVAL, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_nodes_are_looked_at_more_often() {
        let us = Duration::from_micros;
        assert_eq!(next_interval(512, us(400)), 320);
        assert_eq!(next_interval(512, us(30_000)), FIRST_INTERVAL);
        assert_eq!(next_interval(64, us(50)), 128);
        assert_eq!(next_interval(400, Duration::ZERO), POLL_INTERVAL);
        assert_eq!(next_interval(FIRST_INTERVAL, Duration::MAX), FIRST_INTERVAL);
    }

    #[test]
    fn a_late_end_is_noticed_after_the_first_nodes() {
        let control = Control::unlimited();
        let mut meter = Meter::new(&control, &Limits::default());
        control.stop();
        (0..FIRST_INTERVAL).for_each(|_| meter.count());
        assert!(meter.stopped());
    }

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
        for shorten in [
            Control::stop as fn(&Control),
            |c| c.set_budget(Some(Budget::exactly(Duration::ZERO))),
            |c| c.end_within(Duration::ZERO),
        ] {
            let control = Control::unlimited();
            let mut meter = Meter::new(&control, &Limits::default());
            (0..POLL_INTERVAL * 2).for_each(|_| meter.count());
            let time = TimeManager::default();
            assert!(!meter.stopped() && meter.may_deepen(&time));
            shorten(&control);
            assert!(!meter.may_deepen(&time));
            (0..POLL_INTERVAL).for_each(|_| meter.count());
            assert!(meter.stopped());
        }
    }

    #[test]
    fn a_deadline_is_no_budget() {
        let control = Control::unlimited();
        control.end_within(Duration::from_secs(60));
        control.end_within(Duration::from_secs(90));
        assert!(control.deadline_us.load(Relaxed) < 90_000_000, "the first one holds");
        assert_eq!((control.budget(), control.must_stop()), (None, false));
    }

    #[test]
    fn threads_share_its_nodes_and_its_end() {
        let control = Control::unlimited();
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let smp = LazySmp::new(2);
        let mut meters = [Meter::new(&control, &limits), Meter::new(&control, &limits)];
        meters[0].count_many(100);
        meters.iter_mut().for_each(|meter| meter.join(&smp));
        while !meters[0].stopped() {
            meters.iter_mut().for_each(Meter::count);
        }
        assert!((5000..5000 + 2 * POLL_INTERVAL).contains(&meters[0].total_nodes()));
        assert_eq!(smp.nodes() + meters[1].nodes() - meters[1].reported, meters[1].total_nodes());
        let mut third = Meter::new(&control, &Limits::default());
        third.join(&smp);
        assert!(!third.stopped());
        smp.halt();
        third.count_many(POLL_INTERVAL);
        assert!(third.stopped() && !control.must_stop());
    }

    #[test]
    fn the_budget_comes_back_as_it_was_set() {
        let control = Control::unlimited();
        assert_eq!(control.budget(), None);
        let budget =
            Budget { optimum: Duration::from_millis(7), maximum: Duration::from_millis(9) };
        control.set_budget(Some(budget));
        assert_eq!(control.budget(), Some(budget));
    }
}
