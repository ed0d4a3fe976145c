//! The exchange of lines between a host and a session whose searches do not block its commands.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::time::Instant;

use super::lines::{self, Lines};
use crate::engine::{Event, Order, Searcher};
use crate::sync::channel::{never, select};

/// The state between commands.
pub trait Session {
    /// A reply, of one or more lines without the last line end.
    type Reply: Display;

    /// Handles a line that was read at `at`.
    fn receive(&mut self, line: &str, at: Instant);

    /// Handles an event of the searcher.
    fn hear(&mut self, event: Event);

    /// Speeds up the running search, because the input has ended.
    fn hasten(&mut self);

    /// Whether a search is running.
    fn is_thinking(&self) -> bool;

    /// Whether the next line must wait for the running search.
    fn is_concluding(&self) -> bool {
        false
    }

    /// Whether the host has ended the session.
    fn is_over(&self) -> bool;

    /// Orders for the searcher since the last call.
    fn take_orders(&mut self) -> Vec<Order>;

    /// Replies since the last call, oldest first.
    fn take_replies(&mut self) -> Vec<Self::Reply>;
}

/// Serves until the session is over, until `input` has ended and no search is running, or until `output` is closed.
///
/// # Errors
/// The reader thread cannot be started, or `output` cannot be written; of the kind `BrokenPipe` if it is closed.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    searcher: &Searcher,
    session: &mut impl Session,
) -> io::Result<()> {
    converse(session, &lines::start(input)?, searcher, output)
}

fn converse(
    session: &mut impl Session,
    lines: &Lines,
    searcher: &Searcher,
    output: &mut dyn Write,
) -> io::Result<()> {
    let later = never();
    while !session.is_over() {
        let due = if session.is_concluding() { &later } else { lines };
        select! {
            recv(due) -> line => {
                let Ok((line, at)) = line else { break };
                log::debug!("<- {line}");
                session.receive(&line, at);
            },
            recv(searcher.events()) -> event => {
                let Ok(event) = event else { break };
                session.hear(event);
            },
        }
        pass_on(session, searcher, output)?;
    }
    while session.is_thinking() && !session.is_over() {
        session.hasten();
        let Ok(event) = searcher.events().recv() else { break };
        session.hear(event);
        pass_on(session, searcher, output)?;
    }
    Ok(())
}

/// Forwards the orders and replies of the session.
fn pass_on(
    session: &mut impl Session,
    searcher: &Searcher,
    output: &mut dyn Write,
) -> io::Result<()> {
    session.take_orders().into_iter().for_each(|order| searcher.order(order));
    let text: String = session.take_replies().iter().map(|reply| format!("{reply}\n")).collect();
    if text.is_empty() {
        return Ok(());
    }
    log::debug!("-> {}", text.trim_end());
    output.write_all(text.as_bytes())?;
    output.flush()
}
