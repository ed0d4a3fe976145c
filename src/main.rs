//! The program: checks the processor, then runs the command line.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

/// Public for `scripts/release/pick.rs`.
pub fn main() -> ExitCode {
    if !cli::processor::is_sufficient() {
        let _ = io::stderr().write_all(cli::processor::REFUSAL);
        return ExitCode::from(cli::FAILED);
    }
    start()
}

// Not inlined: `main` must reach the check without executing the instructions it checks for.
#[inline(never)]
fn start() -> ExitCode {
    cli::run()
}
