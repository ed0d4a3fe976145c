//! Limits of a search. They combine: the first one reached ends the search.

use std::time::Duration;

/// Limits of a search; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes. With one thread, a search limited by depth and nodes only is deterministic.
    pub nodes: Option<u64>,
    /// Time limit.
    pub time: Option<Budget>,
}

/// Time for one move, counted from [`Control`](super::control::Control)'s start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Planned time; [`TimeManager`](super::time_manager::TimeManager) lengthens or shortens it during the
    /// search. It equals `maximum` if saving time has no value.
    pub optimum: Duration,
    /// Hard limit: the search stops here.
    pub maximum: Duration,
}

impl Budget {
    /// A budget of `time` to use up: saving any of it has no value.
    pub const fn exactly(time: Duration) -> Budget {
        Budget { optimum: time, maximum: time }
    }

    /// The tighter of the two; `None` is no limit.
    pub fn lesser(a: Option<Budget>, b: Option<Budget>) -> Option<Budget> {
        match (a, b) {
            (Some(a), Some(b)) => Some(Budget {
                optimum: a.optimum.min(b.optimum),
                maximum: a.maximum.min(b.maximum),
            }),
            (a, b) => a.or(b),
        }
    }

    /// The budget counted from a start that was `before` earlier.
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
}
