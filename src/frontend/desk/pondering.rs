//! Searching in the opponent's time.

use std::sync::Arc;

use super::Desk;
use crate::engine::{Job, Order};
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::Request;

impl<P> Desk<P> {
    /// Whether the settings want a search in the opponent's time, and the game goes on.
    pub fn may_ponder(&self) -> bool {
        self.settings.ponders(self.position.variant()) && self.outcome().is_none()
    }

    /// Orders a search of the position, where the opponent is to move, until [`Desk::stop_pondering`]. It has no result:
    /// what it finds stays in the searcher's table.
    pub fn ponder(&mut self) {
        let position = self.position.clone();
        if self.memory.must_forget_before(&position) {
            self.orders.push(Order::Clear);
        }
        let guidance = self.guidance(&position, true, true);
        self.archive.forget_change();
        let control = Arc::new(Control::unlimited());
        self.pondering = Some(Arc::clone(&control));
        let search = Order::Search(Box::new(Job {
            id: self.take_id(),
            position,
            // Else a single reply would not be searched.
            request: Request { is_analysis: true, ..Request::best_move(Limits::default()) },
            control,
            book: None,
            known: None,
            balance: None,
            guidance,
            is_watched: false,
        }));
        // Points that this side avoids are open to the opponent.
        self.orders.extend([Order::Avoid(Vec::new()), search, Order::Avoid(self.avoided.clone())]);
    }

    /// Ends the search in the opponent's time, if there is one.
    pub fn stop_pondering(&mut self) {
        if let Some(control) = self.pondering.take() {
            control.stop();
        }
    }
}
