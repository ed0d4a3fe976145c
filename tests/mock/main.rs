//! A program that plays random legal moves and misbehaves on request, for the tests of the match runner; see
//! `--help`. It shares only the rules with the library: its side of each protocol is independent.

#![allow(clippy::unwrap_used)] // A mistake in a test program may end it.

mod edax;
mod fault;
mod gomocup;
mod gtp;
mod nboard;
mod options;

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread;
use std::time::Duration;

use tengen::coord::Move;
use tengen::game::Position;

use crate::fault::Fault;
use crate::options::{Options, Protocol};

fn main() {
    // Only the message, even if the tests run with backtraces.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let options = Options::from_arguments();
    if options.fault == Some(Fault::ExitBeforeStart) {
        eprintln!("no licence found");
        exit(2);
    }
    let random = fastrand::Rng::with_seed(options.seed);
    let mut mock = Mock { options, random };
    match mock.options.protocol {
        Protocol::Gomocup => gomocup::run(&mut mock),
        Protocol::Gtp => gtp::run(&mut mock),
        Protocol::NBoard => nboard::run(&mut mock),
        Protocol::Edax => edax::run(&mut mock),
    }
}

/// What the protocols share.
struct Mock {
    options: Options,
    random: fastrand::Rng,
}

impl Mock {
    /// A random legal move.
    fn choose(&mut self, position: &Position) -> Move {
        let points: Vec<_> = position.legal_points().collect();
        self.random.choice(&points).map_or(Move::Pass, |&point| Move::Place(point))
    }

    /// Whether the fault is due in `position` after that many plies.
    fn fault_at(&self, plies: usize) -> Option<Fault> {
        self.options.fault.filter(|_| self.options.at.is_none_or(|at| at == plies))
    }
}

/// The next line of standard input, trimmed. The program exits at its end, unless told to hang.
fn next_line(options: &Options) -> String {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) if options.fault == Some(Fault::EndHang) => hang(),
        Ok(0) | Err(_) => exit(0),
        Ok(_) => line.trim().to_owned(),
    }
}

/// Writes and flushes a line; exits if the output is closed.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Exits on request.
fn leave(options: &Options) -> ! {
    match options.fault {
        Some(Fault::EndHang) => hang(),
        Some(Fault::EndCrash) => exit(3),
        _ => exit(0),
    }
}

/// Sleeps longer than any manager waits, but not for ever.
fn hang() -> ! {
    thread::sleep(Duration::from_secs(120));
    exit(4)
}
