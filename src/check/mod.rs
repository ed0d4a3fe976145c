//! Checks any program that claims to speak the Gomocup protocol, from outside.
//!
//! ```text
//!  mod        which checks are made, in which order, and the report
//!     |
//!  cases      the checks, one file for each part of the protocol
//!     |
//!  exam       what every check has at hand            table   positions and their requests
//!     |
//!  driver     a conversation: say, wait, notice the rest
//!     |
//!  peer       the program as a process                case    what a check is, what comes of it
//! ```
//!
//! The program is believed nothing: it may be silent, talk too much or end at any point, and the
//! next check starts it anew.

pub mod case;
pub mod cases;
pub mod driver;
pub mod exam;
pub mod peer;
pub mod report;
pub mod table;

#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use case::{Case, Finding, Level};
use exam::{Exam, Options};
use peer::Launch;
use report::{Format, Tally};

/// The longest that a check may take, besides what follows from the options.
const LONGEST: Duration = Duration::from_secs(60);
/// Answers without thought that a check may wait for with patience, one of them in vain.
const MOST_WAITS: u32 = 20;

/// The longest that a check may take: the longest one asks for the moves of two games that fill half of the
/// board each.
fn longest(options: &Options) -> Duration {
    let moves = u32::from(options.size).pow(2);
    let waits = MOST_WAITS * (options.patience + options.tolerance);
    LONGEST + waits + moves * (options.movetime + options.tolerance)
}

/// The checks that `options` ask for, of those named in `only`: names or sections; all if it is
/// empty.
///
/// # Errors
/// The first word of `only` that names none.
pub fn select(options: &Options, only: &[String]) -> Result<Vec<Case>, String> {
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

/// Writes the names and titles of `cases`.
///
/// # Errors
/// What `out` reports.
pub fn list(cases: &[Case], out: &mut dyn Write) -> io::Result<()> {
    cases.iter().try_for_each(|case| writeln!(out, "{:<18} {}", case.name, case.title))
}

/// Makes the checks `cases` of the program that `launcher` starts and reports each when it is made.
///
/// # Errors
/// What `out` reports.
pub fn run(
    launcher: &dyn Launch,
    options: &Options,
    cases: &[Case],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<Tally> {
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
        report::write(format, case, &verdict, out)?;
    }
    if format == Format::Text {
        writeln!(out, "{tally}")?;
    }
    Ok(tally)
}
