//! The report: a line for every check, with details of what went wrong below it.

use std::fmt;
use std::io::{self, Write};

use crate::check::exam::Case;
use crate::check::finding::{CheckResult, Finding, Level};

/// Columns of a check's name.
const NAME_WIDTH: usize = 18;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// A table with explanations.
    Text,
    /// Result, name, title, note or what came, and what was expected, with tabs between them.
    Tsv,
}

/// Numbers of checks by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub warnings: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Tally {
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
pub fn write(
    format: ReportFormat,
    case: &Case,
    verdict: &CheckResult,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        ReportFormat::Text => write_text(case, verdict, out)?,
        ReportFormat::Tsv => write_tsv(case, verdict, out)?,
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

fn write_tsv(case: &Case, verdict: &CheckResult, out: &mut dyn Write) -> io::Result<()> {
    let (note, expected) = match verdict {
        Ok(note) => (note.as_str(), ""),
        Err(finding) => (finding.came.as_str(), finding.expected.as_str()),
    };
    let plain = |text: &str| text.replace(['\t', '\r', '\n'], " ");
    let (note, expected) = (plain(note), plain(expected));
    writeln!(out, "{}\t{}\t{}\t{note}\t{expected}", word(verdict), case.name, case.title)
}
