//! What `tengen db` prints of a position database.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::Value as Cell;

use crate::coord::Size;
use crate::database::check::Report;
use crate::database::{Failure, Record, Value, View, lookup};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::language::Words;
use crate::table::{Format, Table};

/// The columns of a table of positions.
const POSITIONS: &[&str] =
    &["position", "move", "mark", "value", "depth", "bound", "caption", "label", "comment"];
/// The columns of a table of numbers.
const COUNTS: &[&str] =
    &["rule", "size", "positions", "marks", "values", "comments", "labels", "longest"];

/// The columns of a check.
const CHECKED: &[&str] =
    &["positions", "misplaced", "unmarked", "contradicted", "fixed", "repaired"];

/// A table of positions; `None` as text.
pub fn positions(format: Format) -> Option<Table> {
    Table::new(format, POSITIONS)
}

/// Writes a row of `table` for the position of `game` after `moves` and one for each known move.
///
/// # Errors
/// The database cannot be read, or `out` cannot be written.
pub fn query_rows(
    view: &View<'_>,
    (moves, game): (&str, &Game),
    table: Table,
    out: &mut dyn Write,
) -> Result<(), QueryError> {
    let own = lookup::position(view, game)?.map(|record| cells(moves, None, &record, ""));
    let known = lookup::moves(view, game)?.into_iter().map(|known| {
        let record = known.record.unwrap_or_default();
        cells(moves, Some(known.point.to_string()), &record, &known.label)
    });
    for cells in own.into_iter().chain(known) {
        out.write_all(table.row(cells).as_bytes())?;
    }
    Ok(())
}

fn cells(moves: &str, mv: Option<String>, record: &Record, label: &str) -> Vec<Cell> {
    let text = |text: &str| if text.is_empty() { Cell::Null } else { text.into() };
    vec![
        text(moves),
        mv.into(),
        record.mark.map(|mark| mark.to_string()).into(),
        record.value.score.into(),
        record.value.depth.into(),
        record.value.bound.name().into(),
        text(&record.caption()),
        text(label),
        text(&record.comment),
    ]
}

/// Writes a line for the position of `game` and one for each known move, with tabs between the columns: `-` or the
/// move, mark, value for the side to move, depth, bound, caption, label of the point, comment; `-` means that a value
/// is missing.
///
/// # Errors
/// The database cannot be read, or `out` cannot be written.
pub fn query(view: &View<'_>, game: &Game, out: &mut dyn Write) -> Result<(), QueryError> {
    if let Some(record) = lookup::position(view, game)? {
        writeln!(out, "-\t{}", columns(&record, ""))?;
    }
    for known in lookup::moves(view, game)? {
        let record = known.record.unwrap_or_default();
        writeln!(out, "{}\t{}", known.point, columns(&record, &known.label))?;
    }
    Ok(())
}

/// Why a query failed.
#[derive(Debug)]
pub enum QueryError {
    Database(Failure),
    Output(io::Error),
}

impl From<Failure> for QueryError {
    fn from(error: Failure) -> QueryError {
        QueryError::Database(error)
    }
}

impl From<io::Error> for QueryError {
    fn from(error: io::Error) -> QueryError {
        QueryError::Output(error)
    }
}

fn columns(record: &Record, label: &str) -> String {
    let or_dash = |text: &str| match text {
        "" => "-".to_owned(),
        text => text.replace(['\n', '\t'], " "),
    };
    let mark = record.mark.map(|mark| mark.to_string()).unwrap_or_default();
    let value = record.value;
    let columns = [
        or_dash(&mark),
        value.score.to_string(),
        value.depth.to_string(),
        value.bound.name().to_owned(),
        or_dash(&record.caption()),
        or_dash(label),
        or_dash(&record.comment),
    ];
    columns.join("\t")
}

/// Position counts for one rule and board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    pub rule: Rule,
    pub size: Size,
    pub positions: u64,
    /// Counts by mark.
    pub marks: BTreeMap<char, u64>,
    /// Positions with a value.
    pub valued: u64,
    pub commented: u64,
    /// Positions with labels of points.
    pub labelled: u64,
    /// Largest number of stones.
    pub longest: usize,
}

/// The counts for every rule and board, in the order of the file.
///
/// # Errors
/// The database cannot be read.
pub fn count(view: &View<'_>) -> Result<Vec<Counts>, Failure> {
    let mut all: Vec<Counts> = Vec::new();
    for entry in view.entries(None)? {
        let (key, record) = entry?;
        let (rule, size) = (key.rule(), key.size());
        if all.last().is_none_or(|last| (last.rule, last.size) != (rule, size)) {
            all.push(Counts::none(rule, size));
        }
        let counts = all.last_mut().expect("one was just added");
        counts.positions += 1;
        if let Some(mark) = record.mark {
            *counts.marks.entry(mark.letter().into()).or_default() += 1;
        }
        counts.valued += u64::from(record.value != Value::default());
        counts.commented += u64::from(!record.comment.is_empty());
        counts.labelled += u64::from(!record.labels.is_empty());
        counts.longest = counts.longest.max(key.plies());
    }
    Ok(all)
}

impl Counts {
    fn none(rule: Rule, size: Size) -> Counts {
        let marks = BTreeMap::new();
        let (positions, valued, commented, labelled, longest) = (0, 0, 0, 0, 0);
        Counts { rule, size, positions, marks, valued, commented, labelled, longest }
    }
}

/// Writes the counts, a line for each rule and board. As text, the columns are separated by tabs, under a line with
/// their names.
///
/// # Errors
/// `out` cannot be written.
pub fn write_counts(all: &[Counts], format: Format, out: &mut dyn Write) -> io::Result<()> {
    if let Some(table) = Table::new(format, COUNTS) {
        let rows: String = all.iter().map(|counts| table.row(count_cells(counts))).collect();
        return out.write_all((table.header() + &rows).as_bytes());
    }
    writeln!(out, "{}", COUNTS.join("\t"))?;
    for counts in all {
        let marks = marks_of(counts).unwrap_or_else(|| "-".to_owned());
        let Counts { rule, size, positions, valued, commented, labelled, longest, .. } = counts;
        writeln!(
            out,
            "{rule}\t{size}\t{positions}\t{marks}\t{valued}\t{commented}\t{labelled}\t{longest}"
        )?;
    }
    Ok(())
}

/// The marks with their numbers; `None` without marks.
fn marks_of(counts: &Counts) -> Option<String> {
    let mark = |(mark, count): (&char, &u64)| format!("{mark} {count}");
    let marks: Vec<String> = counts.marks.iter().map(mark).collect();
    (!marks.is_empty()).then(|| marks.join(", "))
}

fn count_cells(counts: &Counts) -> Vec<Cell> {
    vec![
        counts.rule.to_string().into(),
        counts.size.to_string().into(),
        counts.positions.into(),
        marks_of(counts).into(),
        counts.valued.into(),
        counts.commented.into(),
        counts.labelled.into(),
        counts.longest.into(),
    ]
}

/// The result of a check of a database.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The contradictions found.
    pub report: Report,
    /// Number of changes made; `None` without repairs.
    pub fixed: Option<u64>,
    /// Whether the file was damaged and has been repaired; `None` without repairs.
    pub repaired: Option<bool>,
}

/// Writes the result of a check: as text, a line for each kind of fault that was found, in `words`.
///
/// # Errors
/// `out` cannot be written.
pub fn write_check(
    checked: &Checked,
    format: Format,
    words: &Words,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Checked { report, fixed, repaired } = checked;
    let [misplaced, unmarked, contradicted] =
        [report.misplaced.len(), report.unmarked.len(), report.contradicted.len()];
    if let Some(table) = Table::new(format, CHECKED) {
        let counts = [misplaced, unmarked, contradicted].map(Cell::from);
        let done = [(*fixed).into(), (*repaired).into()];
        let cells = [report.positions.into()].into_iter().chain(counts).chain(done);
        return out.write_all((table.header() + &table.row(cells.collect())).as_bytes());
    }
    if *repaired == Some(true) {
        writeln!(out, "{}", words.say("db-repaired"))?;
    }
    let mut say = |key: &str, count: u64| {
        writeln!(out, "{}", words.say_with(key, &[("count", count.into())]))
    };
    say("db-positions", report.positions)?;
    for (count, key) in
        [(misplaced, "db-misplaced"), (unmarked, "db-unmarked"), (contradicted, "db-contradicted")]
    {
        if count > 0 {
            say(key, count as u64)?;
        }
    }
    match fixed {
        Some(fixed) if report.faults() > 0 => say("db-fixed", *fixed),
        _ => Ok(()),
    }
}
