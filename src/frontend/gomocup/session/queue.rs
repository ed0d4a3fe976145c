//! Requests that wait for their turn.
//!
//! Requests are answered in the order in which they came. Those that come while an answer is due wait here.

use std::collections::VecDeque;
use std::time::Instant;

use crate::frontend::gomocup::protocol::Command;
use crate::frontend::gomocup::protocol::dialect::Rejected;

/// A request with the moment it was read, from which its time runs.
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

    /// Whether somebody waits for the search that is running.
    pub fn is_pressing(&self) -> bool {
        self.is_closed || self.has_start()
    }

    /// `STOP` while nothing is searched: it is meant for the search that waits, if one does.
    pub fn stop_next(&mut self) {
        self.stops_next = self.has_search();
    }

    /// Whether the search that has just been asked for is to be stopped. Says so once.
    pub fn take_stop(&mut self) -> bool {
        std::mem::take(&mut self.stops_next)
    }
}
