//! Black-box tests of conformance to the Gomocup protocol.
//!
//! ```text
//!  mod        which checks run, in which order, and the report
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
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::table::{Format, Table};
use driver::{CheckResult, Finding, Level};
use exam::{Case, CheckOptions, Exam};
use peer::Launch;

/// Longest time of a check, apart from what the options add.
const LONGEST: Duration = Duration::from_secs(60);
/// Most answers that a check waits for with the full patience.
const MOST_WAITS: u32 = 20;

/// Longest time of a check. The longest check plays two games that fill half of the board each.
fn longest(options: &CheckOptions) -> Duration {
    let moves = u32::from(options.size).pow(2);
    let waits = MOST_WAITS * (options.patience + options.tolerance);
    LONGEST + waits + moves * (options.movetime + options.tolerance)
}

/// The checks for the rules of `options`. If `only` is not empty, only those with one of its names or in
/// one of its sections.
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

/// Writes the names and titles of `cases`.
///
/// # Errors
/// I/O errors on `out`.
pub fn list(cases: &[Case], format: Format, out: &mut dyn Write) -> io::Result<()> {
    let table = Table::new(format, LISTED);
    out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    cases.iter().try_for_each(|case| match table {
        None => writeln!(out, "{:<NAME_WIDTH$} {}", case.name, case.title),
        Some(table) => {
            out.write_all(table.row(vec![case.name.into(), case.title.into()]).as_bytes())
        }
    })
}

/// Runs `cases` on the program that `launcher` starts, and reports each as soon as it is done.
///
/// # Errors
/// I/O errors on `out`.
pub fn run(
    launcher: &dyn Launch,
    options: &CheckOptions,
    cases: &[Case],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<Tally> {
    let table = Table::new(format, COLUMNS);
    out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
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
        write_result(table, case, &verdict, out)?;
    }
    match table {
        None => writeln!(out, "{tally}")?,
        Some(table) => out.write_all(table.total(&tally.fields()).as_bytes())?,
    }
    Ok(tally)
}

/// Columns of a check's name.
const NAME_WIDTH: usize = 18;

/// The columns of a list of checks.
const LISTED: &[&str] = &["check", "title"];
/// The columns of a table of results.
const COLUMNS: &[&str] = &["result", "check", "title", "note", "expected"];

/// Numbers of checks by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub warnings: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Tally {
    fn fields(&self) -> [(&'static str, Value); 4] {
        let Tally { passed, warnings, failed, skipped } = *self;
        let counts = [("passed", passed), ("warnings", warnings), ("failed", failed)];
        let [a, b, c] = counts.map(|(name, count)| (name, count.into()));
        [a, b, c, ("skipped", skipped.into())]
    }

    /// Counts one more.
    pub fn add(&mut self, verdict: &CheckResult) {
        *match verdict {
            Ok(_) => &mut self.passed,
            Err(Finding { level: Level::Warning, .. }) => &mut self.warnings,
            Err(Finding { level: Level::Failed, .. }) => &mut self.failed,
            Err(Finding { level: Level::Skipped, .. }) => &mut self.skipped,
        } += 1;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { passed, warnings, failed, skipped } = self;
        write!(f, "{passed} passed, {warnings} warnings, {failed} failed, {skipped} skipped")
    }
}

/// The verdict in one word.
fn word(verdict: &CheckResult) -> &'static str {
    match verdict {
        Ok(_) => "passed",
        Err(Finding { level: Level::Warning, .. }) => "warning",
        Err(Finding { level: Level::Failed, .. }) => "failed",
        Err(Finding { level: Level::Skipped, .. }) => "skipped",
    }
}

/// Writes the result of `case`.
///
/// # Errors
/// I/O errors on `out`.
fn write_result(
    table: Option<Table>,
    case: &Case,
    verdict: &CheckResult,
    out: &mut dyn Write,
) -> io::Result<()> {
    match table {
        None => write_text(case, verdict, out)?,
        Some(table) => out.write_all(table.row(cells(case, verdict)).as_bytes())?,
    }
    // Checks may take long: show each result at once.
    out.flush()
}

fn write_text(case: &Case, verdict: &CheckResult, out: &mut dyn Write) -> io::Result<()> {
    let note = match verdict {
        Ok(note) if note.is_empty() => String::new(),
        Ok(note) => format!(": {note}"),
        Err(finding) if finding.level == Level::Skipped => format!(": {}", finding.came),
        Err(_) => String::new(),
    };
    let (result, name, title) = (word(verdict), case.name, case.title);
    writeln!(out, "{result:<8} {name:<NAME_WIDTH$} {title}{note}")?;
    let Err(finding) = verdict else {
        return Ok(());
    };
    if finding.level != Level::Skipped {
        writeln!(out, "    expected  {}", finding.expected)?;
        writeln!(out, "    found     {}", finding.came)?;
        for (index, line) in finding.said.iter().enumerate() {
            let label = if index == 0 { "log" } else { "" };
            writeln!(out, "    {label:<8}  {line}")?;
        }
    }
    Ok(())
}

/// A result as cells of [`COLUMNS`].
fn cells(case: &Case, verdict: &CheckResult) -> Vec<Value> {
    let (note, expected) = match verdict {
        Ok(note) => (note.as_str(), ""),
        Err(finding) => (finding.came.as_str(), finding.expected.as_str()),
    };
    let text = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
    vec![word(verdict).into(), case.name.into(), case.title.into(), text(note), text(expected)]
}
