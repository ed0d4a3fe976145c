//! What bounds one search. Bounds combine: the first one reached ends the search.

use std::time::Duration;

/// Bounds of a search; `None` leaves that dimension unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Most nodes to visit. With one thread a search bounded by depth and nodes alone repeats
    /// exactly.
    pub nodes: Option<u64>,
    /// Time to spend.
    pub time: Option<Budget>,
}

/// Time for one move, counted from [`Control`](super::control::Control)'s start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What a move should take; [`TimeManager`](super::time_manager::TimeManager) takes more or less by how the search
    /// goes. The same as `maximum` if saved time is worth nothing; later than that if not even an
    /// iteration that cannot end is to be spared.
    pub optimum: Duration,
    /// At this the search stops wherever it is.
    pub maximum: Duration,
}

impl Budget {
    /// A budget that may spend all of `time` and gains nothing by sparing it.
    pub const fn exactly(time: Duration) -> Budget {
        Budget { optimum: time, maximum: time }
    }

    /// A budget to spend to its end, for a search that a part of an iteration can answer too.
    pub const fn to_the_end(time: Duration) -> Budget {
        Budget { optimum: Duration::MAX, maximum: time }
    }

    /// The budget that keeps within both; `None` is no limit.
    pub fn lesser(a: Option<Budget>, b: Option<Budget>) -> Option<Budget> {
        match (a, b) {
            (Some(a), Some(b)) => Some(Budget {
                optimum: a.optimum.min(b.optimum),
                maximum: a.maximum.min(b.maximum),
            }),
            (a, b) => a.or(b),
        }
    }

    /// The budget of a move that had been thought about for `before` when this one began to count.
    pub fn after(self, before: Duration) -> Budget {
        Budget {
            optimum: self.optimum.saturating_add(before),
            maximum: self.maximum.saturating_add(before),
        }
    }

    /// Whether time not spent on this move is there for later ones.
    pub fn rewards_sparing(&self) -> bool {
        self.optimum < self.maximum
    }

    /// Whether the search goes on as long as any time is left.
    pub fn is_to_the_end(&self) -> bool {
        self.optimum > self.maximum
    }
}
