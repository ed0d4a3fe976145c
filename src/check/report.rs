//! The checks and their results, as text for people and as tables for programs.
//!
//! Checks speak English. Text for people is translated here; tables and conversations are not.

use std::io::{self, Write};

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::driver::{CheckResult, Finding, Level};
use super::exam::Case;
use crate::language::Words;
use crate::table::{Format, Table};

/// Columns of a check's name.
const NAME_WIDTH: usize = 18;
/// Columns between the columns of a text.
const GAP: usize = 2;

/// The columns of a list of checks.
const LISTED: &[&str] = &["check", "title"];
/// The columns of a table of results.
const COLUMNS: &[&str] = &["result", "check", "title", "note", "expected"];
/// The prefix of the names of texts.
const PREFIX: &str = "checked-";
/// The names of the possible results.
const RESULTS: &[&str] =
    &["checked-passed", "checked-warning", "checked-failed", "checked-skipped"];
/// The names of the details reported for a check that did not pass.
const DETAILS: [&str; 3] = ["checked-expected", "checked-found", "checked-log"];

/// Numbers of checks by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub warnings: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Tally {
    fn fields(&self) -> [(&'static str, usize); 4] {
        let Tally { passed, warnings, failed, skipped } = *self;
        [("passed", passed), ("warnings", warnings), ("failed", failed), ("skipped", skipped)]
    }

    /// Counts one more result.
    pub fn add(&mut self, verdict: &CheckResult) {
        *match verdict {
            Ok(_) => &mut self.passed,
            Err(Finding { level: Level::Warning, .. }) => &mut self.warnings,
            Err(Finding { level: Level::Failed, .. }) => &mut self.failed,
            Err(Finding { level: Level::Skipped, .. }) => &mut self.skipped,
        } += 1;
    }
}

/// The format and language of the results.
pub struct Report<'a> {
    words: &'a Words,
    format: Format,
}

impl Report<'_> {
    /// A report in `format`; text is in the language of `words`.
    pub fn new(words: &Words, format: Format) -> Report<'_> {
        Report { words, format }
    }

    /// Writes the names and titles of `cases`.
    ///
    /// # Errors
    /// I/O errors on `out`.
    pub fn list(&self, cases: &[Case], out: &mut dyn Write) -> io::Result<()> {
        let table = Table::new(self.format, LISTED);
        out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
        cases.iter().try_for_each(|case| match table {
            None => writeln!(out, "{:<NAME_WIDTH$} {}", case.name, self.words.check(case.title)),
            Some(table) => {
                out.write_all(table.row(vec![case.name.into(), case.title.into()]).as_bytes())
            }
        })
    }

    /// Writes the text before the first result.
    ///
    /// # Errors
    /// I/O errors on `out`.
    pub fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = self.table().map_or_else(String::new, |table| table.header());
        out.write_all(header.as_bytes())
    }

    /// Writes the result of `case`.
    ///
    /// # Errors
    /// I/O errors on `out`.
    pub fn result(
        &self,
        case: &Case,
        verdict: &CheckResult,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = match self.table() {
            None => self.text(case, verdict),
            Some(table) => table.row(cells(case, verdict)),
        };
        out.write_all(text.as_bytes())?;
        // Checks may take long: show each result at once.
        out.flush()
    }

    /// Writes the totals.
    ///
    /// # Errors
    /// I/O errors on `out`.
    pub fn end(&self, tally: Tally, out: &mut dyn Write) -> io::Result<()> {
        let text = match self.table() {
            None => {
                let values = tally.fields().map(|(name, count)| (name, count.into()));
                self.words.say_with("checked-total", &values) + "\n"
            }
            Some(table) => table.total(&tally.fields().map(|(name, count)| (name, count.into()))),
        };
        out.write_all(text.as_bytes())
    }

    fn table(&self) -> Option<Table> {
        Table::new(self.format, COLUMNS)
    }

    /// A result as readable text.
    fn text(&self, case: &Case, verdict: &CheckResult) -> String {
        let note = match verdict {
            Ok(note) => note,
            Err(finding) if finding.level == Level::Skipped => &finding.came,
            Err(_) => "",
        };
        let title = self.words.check(case.title);
        let title = if note.is_empty() {
            title.into_owned()
        } else {
            let values = [("title", title.into()), ("note", self.words.check(note).into())];
            self.words.say_with("checked-note", &values)
        };
        let result = self.padded(key(verdict), RESULTS);
        let mut text = format!("{result}{:<NAME_WIDTH$} {title}\n", case.name);
        if let Err(finding) = verdict
            && finding.level != Level::Skipped
        {
            text += &self.details(finding);
        }
        text
    }

    /// The expected and the actual result, and the conversation.
    fn details(&self, finding: &Finding) -> String {
        let [expected, found, log] = DETAILS.map(|key| self.padded(key, &DETAILS));
        let blanks = " ".repeat(log.width());
        let mut text = format!("    {expected}{}\n", self.words.check(&finding.expected));
        text += &format!("    {found}{}\n", self.words.check(&finding.came));
        for (index, line) in finding.said.iter().enumerate() {
            let label = if index == 0 { &log } else { &blanks };
            text += &format!("    {label}{line}\n");
        }
        text
    }

    /// The word named `key`, padded to the width of the widest of `keys`.
    fn padded(&self, key: &str, keys: &[&str]) -> String {
        let widths = keys.iter().map(|key| self.words.say(key).width());
        let width = widths.max().unwrap_or_default() + GAP;
        let word = self.words.say(key);
        let blanks = width.saturating_sub(word.width());
        word + &" ".repeat(blanks)
    }
}

/// The name of the word for the verdict.
fn key(verdict: &CheckResult) -> &'static str {
    match verdict {
        Ok(_) => "checked-passed",
        Err(Finding { level: Level::Warning, .. }) => "checked-warning",
        Err(Finding { level: Level::Failed, .. }) => "checked-failed",
        Err(Finding { level: Level::Skipped, .. }) => "checked-skipped",
    }
}

/// The verdict in one English word.
fn word(verdict: &CheckResult) -> &'static str {
    key(verdict).trim_start_matches(PREFIX)
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
