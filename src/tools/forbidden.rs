//! Lists the points forbidden to Black in each position.
//!
//! Input: one position per line, written as its moves without separators, Black first (`h8i9g7`). Of the
//! fields after a tab, only the board's size of a line of POS matters (`size=9x9`). Output: the moves, a tab
//! and the forbidden points sorted by column and then by row, separated by commas, or `-`. Comments (`#`)
//! and blank lines are copied, so that correct output for boards of the given size, fed in again, comes out
//! unchanged. With reasons, each position is followed by one line per forbidden point: two blanks, the point
//! and what makes it forbidden, in the words of a language.

use std::fmt;
use std::io::{self, BufRead, Write};

use serde_json::Value;

use crate::color::Color;
use crate::coord::{NoSize, Point, Size, parse_points};
use crate::formats::spoken;
use crate::gomoku::rules::forbidden::explain;
use crate::gomoku::rules::forbidden::forbidden_points;
use crate::gomoku::rules::grid::{Cell, Grid, Square};
use crate::language::Words;
use crate::table::{Format, Table};

/// Whether to give reasons after each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasons {
    /// List the points only.
    Omit,
    /// Add a line for each point with its foul and the shapes that cause it.
    Give,
}

/// The columns of a table of positions.
const COLUMNS: &[&str] = &["moves", "forbidden", "reasons"];

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions examined.
    pub positions: usize,
    /// Invalid lines, for which nothing was written.
    pub errors: Vec<LineError>,
}

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Line number, from 1.
    pub line: usize,
    pub problem: Problem,
}

/// Why a line is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// This text does not begin with a point.
    NoPoint(String),
    /// A point outside the board.
    OffBoard(Point, Size),
    /// A point played twice.
    Repeated(Point),
    /// Invalid board size.
    Size(String),
}

/// Finds the forbidden points in every position of `input`, on a board of `size` unless the line names another.
///
/// # Errors
/// I/O errors on the streams. Malformed lines are reported in the summary.
pub fn run(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    size: Size,
    (reasons, format): (Reasons, Format),
    words: &Words,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let table = Table::new(format, COLUMNS);
    output.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\n', '\r']);
        if text.starts_with('#') || text.trim().is_empty() {
            if table.is_none() {
                writeln!(output, "{text}")?;
            }
            continue;
        }
        let moves = text.split('\t').next().unwrap_or(text).trim();
        match own_size(text).and_then(|own| position(moves, own.unwrap_or(size))) {
            Ok(grid) => {
                summary.positions += 1;
                match table {
                    Some(table) => {
                        output.write_all(table.row(cells(moves, &grid, reasons)).as_bytes())?;
                    }
                    None => write_verdict(output, moves, &grid, reasons, words)?,
                }
            }
            Err(problem) => summary.errors.push(LineError { line, problem }),
        }
    }
    output.flush()?;
    Ok(summary)
}

/// The size that a line of POS names.
fn own_size(line: &str) -> Result<Option<Size>, Problem> {
    let field = line.split('\t').skip(1).find_map(|field| field.trim().strip_prefix("size="));
    field.map(|text| text.parse().map_err(|_| Problem::Size(excerpt(text)))).transpose()
}

/// The position after `moves`.
fn position(moves: &str, size: Size) -> Result<Grid, Problem> {
    let mut grid = Grid::new(size);
    let points = parse_points(moves).map_err(|rest| Problem::NoPoint(excerpt(rest)))?;
    for (point, color) in points.into_iter().zip(Color::ALL.into_iter().cycle()) {
        if !size.contains(point) {
            return Err(Problem::OffBoard(point, size));
        }
        if grid.get(Square::of(point)) != Cell::Empty {
            return Err(Problem::Repeated(point));
        }
        grid.set(Square::of(point), Cell::stone(color));
    }
    Ok(grid)
}

/// The first characters of `text`, enough to locate the error.
fn excerpt(text: &str) -> String {
    text.chars().take(12).collect()
}

/// A position as cells of [`COLUMNS`].
fn cells(moves: &str, grid: &Grid, reasons: Reasons) -> Vec<Value> {
    let points = forbidden_points(grid);
    let names: Vec<String> = points.iter().map(|(point, _)| point.to_string()).collect();
    let explained = || -> Vec<String> {
        let explain = |&(point, _): &(Point, _)| {
            explain(grid, Square::of(point)).map(|reason| format!("{point} {reason}"))
        };
        points.iter().filter_map(explain).collect()
    };
    vec![moves.into(), names.into(), (reasons == Reasons::Give).then(explained).into()]
}

fn write_verdict(
    output: &mut dyn Write,
    moves: &str,
    grid: &Grid,
    reasons: Reasons,
    words: &Words,
) -> io::Result<()> {
    let points = forbidden_points(grid);
    write!(output, "{moves}\t")?;
    for (index, (point, _)) in points.iter().enumerate() {
        write!(output, "{}{point}", if index == 0 { "" } else { "," })?;
    }
    writeln!(output, "{}", if points.is_empty() { "-" } else { "" })?;
    if reasons == Reasons::Give {
        for (point, _) in points {
            if let Some(explanation) = explain(grid, Square::of(point)) {
                let (comma, reason) =
                    (words.say("comma"), spoken::explanation(words, &explanation));
                writeln!(output, "  {point}{comma}{reason}")?;
            }
        }
    }
    Ok(())
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            Problem::NoPoint(rest) => write!(f, "no point at \"{}\"", rest.escape_default()),
            Problem::OffBoard(point, size) => write!(f, "{point} is not on the {size} board"),
            Problem::Repeated(point) => write!(f, "{point} is played twice"),
            Problem::Size(text) => {
                write!(f, "invalid board size '{}' ({NoSize})", text.escape_default())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn judge(input: &[u8], size: Size, reasons: Reasons) -> (String, Vec<String>) {
        let mut output = Vec::new();
        let (format, words) = (Format::Text, Words::new(Language::English));
        let summary = run(&mut &input[..], &mut output, size, (reasons, format), &words).unwrap();
        let errors = summary.errors.iter().map(LineError::to_string).collect();
        (String::from_utf8(output).unwrap(), errors)
    }

    fn standard_size() -> Size {
        Size::new(15, 15).unwrap()
    }

    #[test]
    fn comments_and_old_verdicts_do_no_harm() {
        let input = b"# two threes\r\n\nf8o2h7o3h6o6g8c15\told\tnote\r\n\t-\nh8";
        let (output, errors) = judge(input, standard_size(), Reasons::Omit);
        assert_eq!(output, "# two threes\n\nf8o2h7o3h6o6g8c15\th8\n\t-\nh8\t-\n");
        assert!(errors.is_empty());
    }

    #[test]
    fn reasons_follow_their_position() {
        let (output, _) = judge(b"f8o2h7o3h6o6g8c15", standard_size(), Reasons::Give);
        let reason = "a double-three: three f8 g8 h8 (straight four at e8 i8), \
                      three h6 h7 h8 (straight four at h5 h9)";
        assert_eq!(output, format!("f8o2h7o3h6o6g8c15\th8\n  h8, {reason}\n"));
    }

    #[test]
    fn bad_lines_are_reported_by_number_and_skipped() {
        let input = b"h8h9h8\n# c\nh8?9\nh8p1\n\xff\xfe\nw1\nh8i9\n";
        let (output, errors) = judge(input, standard_size(), Reasons::Give);
        assert_eq!(output, "# c\nh8i9\t-\n");
        assert_eq!(
            errors,
            [
                "line 1: h8 is played twice",
                "line 3: no point at \"?9\"",
                "line 4: p1 is not on the 15x15 board",
                "line 5: no point at \"\\u{fffd}\\u{fffd}\"",
                "line 6: no point at \"w1\"",
            ]
        );
        let wide = Size::new(16, 5).unwrap();
        assert_eq!(judge(b"h5p1\n", wide, Reasons::Omit).0, "h5p1\t-\n");
    }

    #[test]
    fn a_line_may_name_its_board() {
        let input = b"h8p1\trule=renju\tsize=16x16\nh8p1\nh8\tsize=4\n";
        let (output, errors) = judge(input, standard_size(), Reasons::Omit);
        assert_eq!(output, "h8p1\t-\n");
        assert_eq!(
            errors,
            [
                "line 2: p1 is not on the 15x15 board",
                "line 3: invalid board size '4' (expected N or WxH from 5 to 22)",
            ]
        );
    }
}
