//! Checks files with proofs of either game.
//!
//! Writes a tab-separated line for each file (name, `holds` or `refused`, rule, nodes, steps, milliseconds) and a
//! last line with the totals. Faults are reported with the name of the file and the line.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::proof::{self, ParseError};
use crate::table::{Format, Table, millis};

/// The columns of a table of results.
const COLUMNS: &[&str] = &["file", "result", "rule", "nodes", "steps", "milliseconds"];

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files whose proof holds.
    pub hold: u32,
    /// Files that are not a proof, cannot be read or whose proof does not hold.
    pub refused: u32,
    /// Nodes of the proofs that hold.
    pub nodes: u64,
    /// Steps of their checks.
    pub steps: u64,
    /// Time of all checks.
    pub elapsed: Duration,
}

/// A run over several files.
pub struct Run<'a> {
    table: Option<Table>,
    /// Maximum number of steps of each check.
    steps: u64,
    summary: Summary,
    out: &'a mut dyn Write,
    errors: &'a mut dyn Write,
}

/// The data of a proof that holds.
struct Checked {
    rule: String,
    nodes: usize,
    steps: u64,
}

impl<'a> Run<'a> {
    /// Starts a run that writes to `out` in `format` and reports on `errors`.
    ///
    /// # Errors
    /// I/O errors on `out`.
    pub fn new(
        format: Format,
        steps: u64,
        out: &'a mut dyn Write,
        errors: &'a mut dyn Write,
    ) -> io::Result<Run<'a>> {
        let table = Table::new(format, COLUMNS);
        out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
        Ok(Run { table, steps, summary: Summary::default(), out, errors })
    }

    /// Checks the proof in the file `name`, whose text is `text` if it could be read.
    ///
    /// # Errors
    /// I/O errors on the streams of the run.
    pub fn add(&mut self, name: &str, text: io::Result<String>) -> io::Result<()> {
        let started = Instant::now();
        let found = match text {
            Ok(text) => judge(&text, self.steps),
            Err(error) => Err(error.to_string()),
        };
        let elapsed = started.elapsed();
        self.summary.elapsed += elapsed;
        match &found {
            Ok(checked) => {
                self.summary.hold += 1;
                self.summary.nodes += checked.nodes as u64;
                self.summary.steps += checked.steps;
            }
            Err(reason) => {
                self.summary.refused += 1;
                writeln!(self.errors, "{name}: {reason}")?;
            }
        }
        let row = self.row(name, found.ok(), elapsed);
        self.out.write_all(row.as_bytes())
    }

    fn row(&self, name: &str, checked: Option<Checked>, elapsed: Duration) -> String {
        let result = if checked.is_some() { "holds" } else { "refused" };
        let millis = millis(elapsed);
        if let Some(table) = self.table {
            let checked = checked.as_ref();
            return table.row(vec![
                name.into(),
                result.into(),
                checked.map(|checked| checked.rule.clone()).into(),
                checked.map(|checked| checked.nodes).into(),
                checked.map(|checked| checked.steps).into(),
                millis.into(),
            ]);
        }
        match checked {
            Some(Checked { rule, nodes, steps }) => {
                format!("{name}\t{result}\t{rule}\t{nodes}\t{steps}\t{millis}\n")
            }
            None => format!("{name}\t{result}\t-\t-\t-\t{millis}\n"),
        }
    }

    /// Writes the totals.
    ///
    /// # Errors
    /// I/O errors on the output.
    pub fn finish(self) -> io::Result<Summary> {
        let Summary { hold, refused, nodes, steps, elapsed } = self.summary;
        let millis = millis(elapsed);
        let line = match self.table {
            Some(table) => table.total(&[
                ("hold", hold.into()),
                ("refused", refused.into()),
                ("nodes", nodes.into()),
                ("steps", steps.into()),
                ("milliseconds", Value::from(millis)),
            ]),
            None => {
                let holding = if hold == 1 { "1 holds".to_owned() } else { format!("{hold} hold") };
                format!("total\t{holding}, {refused} refused\t-\t{nodes}\t{steps}\t{millis}\n")
            }
        };
        self.out.write_all(line.as_bytes())?;
        Ok(self.summary)
    }
}

/// Reads and checks a proof of either game.
///
/// # Errors
/// The error, after its line number.
fn judge(text: &str, steps: u64) -> Result<Checked, String> {
    if proof::game(text) == Some("othello") { endgame(text, steps) } else { win(text, steps) }
}

/// Checks a proof of a win in Gomoku.
fn win(text: &str, steps: u64) -> Result<Checked, String> {
    use crate::gomoku::proof::check::{Fault, check};
    use crate::gomoku::proof::text::parse;
    let told = |ParseError { line, problem }| format!("line {line}: {problem}");
    let proof = parse(text).map_err(told)?;
    let steps =
        check(&proof, steps).map_err(|Fault { line, flaw }| format!("line {line}: {flaw}"))?;
    Ok(Checked { rule: proof.rule.to_string(), nodes: proof.lines(), steps })
}

/// Checks a proof of a score in Othello.
fn endgame(text: &str, steps: u64) -> Result<Checked, String> {
    use crate::othello::proof::check::{Fault, check};
    let told = |Fault { line, flaw }| format!("line {line}: {flaw}");
    let nodes = check(text, steps).map_err(told)?.nodes;
    Ok(Checked { rule: "othello".to_owned(), nodes, steps: nodes as u64 })
}
