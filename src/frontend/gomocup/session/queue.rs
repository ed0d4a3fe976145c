//! Requests that arrive while an answer is pending, in order of arrival.

use std::collections::VecDeque;
use std::time::Instant;

use crate::frontend::gomocup::protocol::Command;
use crate::frontend::gomocup::protocol::dialect::Rejected;

/// A request with its time of arrival, from which its clock runs.
#[derive(Clone, Debug)]
pub struct Input {
    pub at: Instant,
    pub request: Result<Command, Rejected>,
}

impl Input {
    pub fn asks_for_search(&self) -> bool {
        matches!(
            self.request,
            Ok(Command::Begin
                | Command::Turn(_)
                | Command::Board(_)
                | Command::Swap2Board(_)
                | Command::NBest(_)
                | Command::YxNBest(_))
        )
    }

    pub fn starts_a_game(&self) -> bool {
        matches!(self.request, Ok(Command::Start { .. } | Command::Restart))
    }

    fn is_setting(&self) -> bool {
        matches!(self.request, Ok(Command::Info(_)))
    }
}

/// The waiting requests, oldest first.
#[derive(Debug, Default)]
pub struct Queue {
    waiting: VecDeque<Input>,
    /// Whether the input has ended, so that no more requests will come.
    pub is_closed: bool,
    /// Whether a `STOP` came for the search that a waiting request will start.
    stops_next: bool,
}

impl Queue {
    pub fn push(&mut self, input: Input) {
        self.waiting.push_back(input);
    }

    /// The next request to be answered.
    pub fn pop(&mut self) -> Option<Input> {
        let next = self.waiting.pop_front();
        self.stops_next &= next.is_some();
        next
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether nothing waits that could change or show the position.
    pub fn has_only_settings(&self) -> bool {
        self.waiting.iter().all(Input::is_setting)
    }

    pub fn has_search(&self) -> bool {
        self.waiting.iter().any(Input::asks_for_search)
    }

    pub fn has_start(&self) -> bool {
        self.waiting.iter().any(Input::starts_a_game)
    }

    /// Whether any request waits for the running search.
    pub fn is_pressing(&self) -> bool {
        self.is_closed || self.has_start()
    }

    /// `STOP` without a running search: it applies to the waiting search, if there is one.
    pub fn stop_next(&mut self) {
        self.stops_next = self.has_search();
    }

    /// Whether to stop the search just started. Resets the flag.
    pub fn take_stop(&mut self) -> bool {
        std::mem::take(&mut self.stops_next)
    }
}
