//! The searcher thread and its two channels.
//!
//! [`Searcher`] takes orders and returns events. It never blocks its owner: the
//! [`Control`](crate::search::control::Control) of a job ends its search, and the answer arrives as an
//! event. Each game's searcher is driven through the trait [`Search`](crate::search::Search). Nothing here
//! handles text, the clocks of managers or whose turn it is.

mod messages;
mod worker;

use crate::game::Variant;
use crate::search::lazy_smp::STACK;
use crate::search::params::{Param, ParamSet};
use crate::sync::channel::{Receiver, Sender, bounded, unbounded};
use crate::sync::thread;
use crate::{gomoku, othello};

pub use messages::{Event, Job, Learned, Order, Setup};

/// The search parameters of the game of `variant`.
pub fn search_params(variant: Variant) -> &'static [Param] {
    match variant {
        Variant::Gomoku { .. } => gomoku::search::params::Params::default().table(),
        Variant::Othello => othello::search::params::Params::default().table(),
    }
}

/// Handle of the searcher thread. Once it is dropped, the thread ends after the running job.
#[derive(Debug)]
pub struct Searcher {
    orders: Sender<Order>,
    events: Receiver<Event>,
}

impl Searcher {
    /// Starts the thread and waits until it is ready, so that no move waits for weights to be read.
    ///
    /// # Errors
    /// The thread cannot be started, or fails to get ready.
    pub fn start(setup: Setup) -> std::io::Result<Searcher> {
        let (orders, their_orders) = unbounded();
        let (their_events, events) = unbounded();
        let (ready, is_ready) = bounded(1);
        thread::Builder::new()
            .name("searcher".into())
            .stack_size(STACK)
            .spawn(move || worker::run(setup, &their_orders, &their_events, &ready))?;
        is_ready
            .recv()
            .map_err(|_| std::io::Error::other("the searcher thread failed to start"))?;
        Ok(Searcher { orders, events })
    }

    /// Sends an order. If the thread is gone, it is lost, which the log records.
    pub fn order(&self, order: Order) {
        if self.orders.send(order).is_err() {
            log::error!("the searcher thread is gone");
        }
    }

    /// Where the events arrive.
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }
}
