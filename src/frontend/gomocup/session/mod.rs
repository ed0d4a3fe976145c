//! The session between a manager and the searcher.
//!
//! [`State`] is pure: a command or an event goes in, replies and orders come out. [`run`] is the
//! loop around it that waits for whichever comes next and never blocks on the search.

mod balanced;
mod board;
mod opening;
mod query;
mod state;
mod takeback;
#[cfg(test)]
mod tests;
mod think;

use std::ops::ControlFlow;
use std::time::Instant;

use crossbeam_channel::{Receiver, never, select_biased};

use crate::engine::Searcher;
use crate::frontend::gomocup::protocol::dialect::Rejected;
use crate::frontend::gomocup::protocol::{Command, Reply};

pub use state::{Effect, State};
pub use think::{hurry, playable};

/// A request with the moment it was read: its time runs from there.
#[derive(Clone, Debug)]
pub struct Input {
    /// When it was read.
    pub at: Instant,
    /// What was read.
    pub request: Result<Command, Rejected>,
}

/// Carries on a session until it ends: by `END`, by the end of the input (the closing of `inputs`)
/// once everything asked before is answered, or by `reply` breaking off.
pub fn run(
    mut state: State,
    inputs: &Receiver<Input>,
    searcher: &Searcher,
    reply: &mut dyn FnMut(Reply) -> ControlFlow<()>,
) {
    let closed = never();
    let mut inputs = inputs;
    loop {
        select_biased! {
            recv(inputs) -> input => match input {
                Ok(input) => state.receive(input),
                Err(_) => {
                    inputs = &closed;
                    state.end_of_input();
                }
            },
            recv(searcher.events()) -> event => match event {
                Ok(event) => state.hear(event),
                Err(_) => {
                    log::error!("the searcher thread is gone");
                    return;
                }
            },
        }
        for effect in state.take_effects() {
            match effect {
                Effect::Order(order) => searcher.order(order),
                Effect::Exit => return,
                Effect::Reply(answer) => {
                    if reply(answer).is_break() {
                        return;
                    }
                }
            }
        }
    }
}
