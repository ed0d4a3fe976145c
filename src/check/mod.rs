//! Black-box tests of conformance to the Gomocup protocol.
//!
//! ```text
//!  mod        which checks run, in which order
//!     |   \
//!     |    report   the results as text and tables
//!     |
//!  cases      the checks, by part of the protocol
//!     |
//!  exam       a check and its context                 positions   positions and their requests
//!     |
//!  driver     a conversation: send, wait, check; findings
//!     |
//!  peer       the program as a process
//! ```
//!
//! Nothing is assumed about the program: it may be silent, write too much or exit at any point. Every check
//! starts a new process.

pub mod cases;
pub mod driver;
pub mod exam;

#[cfg(test)]
mod fake;
pub mod peer;
pub mod positions;
pub mod report;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod translations;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use driver::{Finding, Level};
use exam::{Case, CheckOptions, Exam};
use peer::Launch;
use report::{Report, Tally};

/// Maximum time of a check, without what the options add.
const LONGEST: Duration = Duration::from_secs(60);
/// Most answers that a check waits for with the full patience.
const MOST_WAITS: u32 = 20;

/// Maximum time of a check. The longest check plays two games, each of which fills half of the board.
fn longest(options: &CheckOptions) -> Duration {
    let moves = u32::from(options.size).pow(2);
    let waits = MOST_WAITS * (options.patience + options.tolerance);
    LONGEST + waits + moves * (options.movetime + options.tolerance)
}

/// The checks for the rules of `options`. If `only` is not empty, only those named in it or in one of the sections
/// named in it.
///
/// # Errors
/// The first word of `only` that is neither a name nor a section.
pub fn select(options: &CheckOptions, only: &[String]) -> Result<Vec<Case>, String> {
    let named = |case: &Case, word: &str| case.name == word || case.section() == word;
    for word in only {
        if !cases::all().any(|case| named(&case, word)) {
            return Err(word.clone());
        }
    }
    let wanted = |case: &Case| {
        (only.is_empty() || only.iter().any(|word| named(case, word)))
            && case.rule.is_none_or(|rule| options.rules.contains(&rule))
    };
    Ok(cases::all().filter(wanted).collect())
}

/// Runs `cases` on the program that `launcher` starts, and reports each to `out` as soon as it is done.
///
/// # Errors
/// I/O errors on `out`.
pub fn run(
    launcher: &dyn Launch,
    options: &CheckOptions,
    cases: &[Case],
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<Tally> {
    report.begin(out)?;
    let mut tally = Tally::default();
    let mut starts = true;
    for case in cases {
        let verdict = if starts {
            let end = Instant::now() + longest(options);
            (case.run)(&Exam::new(launcher, options, end))
        } else {
            Err(Finding::skipped("it does not start"))
        };
        if case.name == cases::FIRST && matches!(&verdict, Err(f) if f.level == Level::Failed) {
            starts = false;
        }
        tally.add(&verdict);
        report.result(case, &verdict, out)?;
    }
    report.end(tally, out)?;
    Ok(tally)
}
