//! What bounds one search. Bounds combine: the first one reached ends the search.

use std::time::Duration;

/// Bounds of a search; `None` is no bound.
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
    /// What a move should take; [`TimeManager`](super::time_manager::TimeManager) stretches or shortens
    /// it as the search goes. Equal to `maximum` if saved time is worth nothing; above it if iterations
    /// are to start even if they cannot finish.
    pub optimum: Duration,
    /// At this the search stops wherever it is.
    pub maximum: Duration,
}

impl Budget {
    /// A budget of `time`, of which nothing is worth saving.
    pub const fn exactly(time: Duration) -> Budget {
        Budget { optimum: time, maximum: time }
    }

    /// A budget to use up, for a search whose unfinished iterations count, too.
    pub const fn to_the_end(time: Duration) -> Budget {
        Budget { optimum: Duration::MAX, maximum: time }
    }

    /// The tighter of both; `None` is no limit.
    pub fn lesser(a: Option<Budget>, b: Option<Budget>) -> Option<Budget> {
        match (a, b) {
            (Some(a), Some(b)) => Some(Budget {
                optimum: a.optimum.min(b.optimum),
                maximum: a.maximum.min(b.maximum),
            }),
            (a, b) => a.or(b),
        }
    }

    /// The budget counted from a start that lies `before` earlier.
    pub fn after(self, before: Duration) -> Budget {
        Budget {
            optimum: self.optimum.saturating_add(before),
            maximum: self.maximum.saturating_add(before),
        }
    }

    /// Whether later moves get the time that this one saves.
    pub fn rewards_sparing(&self) -> bool {
        self.optimum < self.maximum
    }

    /// Whether iterations start as long as any time is left.
    pub fn is_to_the_end(&self) -> bool {
        self.optimum > self.maximum
    }
}
