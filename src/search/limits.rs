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
    /// After this no new iteration starts.
    pub soft: Duration,
    /// At this the search stops wherever it is.
    pub hard: Duration,
}

impl Budget {
    /// A budget that spends exactly `time`.
    pub const fn exactly(time: Duration) -> Budget {
        Budget { soft: time, hard: time }
    }
}
