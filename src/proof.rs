//! The text format shared by the proofs of both games: a title, a header with a value on each line, and faults with
//! their lines. protocol.md describes the formats.

use std::fmt;
use std::str::FromStr;

use crate::coord::Point;

/// The first word of a proof.
pub const TITLE: &str = "tengen-proof";
/// The version of the format.
pub const VERSION: &str = "2";
/// What ends a proof.
pub const END: &str = "end";
/// Longest text of a proof in bytes, so that a small compressed file cannot fill the memory.
pub const LONGEST_TEXT: usize = 256 << 20;
/// Most digits of a number.
const MOST_DIGITS: usize = 18;

/// Why a text is not a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It does not begin with the title.
    Foreign,
    /// Another version of the format.
    Version(String),
    /// The line does not give the value of this key.
    Key(&'static str),
    /// This is no value of the key.
    Value(&'static str, String),
    /// A point is off the board or taken.
    Stone(Point),
    /// The line is not a node.
    NoNode,
    /// The depth of the node, which neither its predecessor nor one above that leads to.
    Depth(usize),
    /// The reply already has a branch: a point, `*`, `-` or `pass`.
    Twice(String),
    /// The label is defined already, or is not.
    Label(String),
    /// The number of nodes that the header states.
    Count(usize),
    /// The text ends before the end of the proof.
    CutOff,
    /// Something follows the end.
    Trailing,
}

/// A problem and its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: usize,
    pub problem: Problem,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Foreign => write!(f, "not a proof (expected {TITLE} {VERSION})"),
            Problem::Version(version) => {
                write!(f, "unknown version '{version}' (expected {VERSION})")
            }
            Problem::Key(key) => write!(f, "expected a line that begins with {key}"),
            Problem::Value(key, value) => write!(f, "invalid {key} '{value}'"),
            Problem::Stone(point) => write!(f, "{point} is off the board or taken"),
            Problem::NoNode => f.write_str("not a node (expected depth, replies, move)"),
            Problem::Depth(depth) => write!(f, "no node leads to depth {depth}"),
            Problem::Twice(reply) => write!(f, "{reply} is answered twice"),
            Problem::Label(label) => write!(f, "label {label} is defined twice or not at all"),
            Problem::Count(1) => f.write_str("the header says 1 node"),
            Problem::Count(nodes) => write!(f, "the header says {nodes} nodes"),
            Problem::CutOff => f.write_str("the proof is cut off"),
            Problem::Trailing => f.write_str("text after the end of the proof"),
        }
    }
}

/// The number of a line, the key in it and its value.
pub type Value<'a> = (usize, &'static str, &'a str);

/// The lines of a proof. Those that begin with `#` after the first one are comments, which are skipped.
pub struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The number of the last line, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// The lines after the title.
    ///
    /// # Errors
    /// The first line is not the title of this version.
    pub fn new(text: &'a str) -> Result<Lines<'a>, ParseError> {
        let mut lines = text.lines().enumerate();
        let error = |problem| ParseError { line: 1, problem };
        let (_, line) = lines.next().ok_or(error(Problem::Foreign))?;
        let (title, version) = line.split_once(' ').unwrap_or((line, ""));
        match (title, version) {
            (TITLE, VERSION) => Ok(Lines { lines, number: 1 }),
            (TITLE, other) => Err(error(Problem::Version(other.chars().take(20).collect()))),
            _ => Err(error(Problem::Foreign)),
        }
    }

    /// The next line and its number.
    ///
    /// # Errors
    /// There is none.
    pub fn line(&mut self) -> Result<(usize, &'a str), ParseError> {
        let next = self.lines.by_ref().find(|(_, line)| !line.starts_with('#'));
        let (index, line) =
            next.ok_or(ParseError { line: self.number, problem: Problem::CutOff })?;
        self.number = index + 1;
        Ok((self.number, line))
    }

    /// The value of `key`, which the next line gives.
    ///
    /// # Errors
    /// The line is missing, or has another key.
    pub fn value(&mut self, key: &'static str) -> Result<Value<'a>, ParseError> {
        let line = self.line()?;
        value_in(line, key)
    }

    /// # Errors
    /// There is another line.
    pub fn nothing_more(&mut self) -> Result<(), ParseError> {
        match self.line() {
            Ok((line, _)) => Err(ParseError { line, problem: Problem::Trailing }),
            Err(_) => Ok(()),
        }
    }
}

/// The value of `key`, which this line gives.
///
/// # Errors
/// It gives something else.
pub fn value_in<'a>(
    (line, text): (usize, &'a str),
    key: &'static str,
) -> Result<Value<'a>, ParseError> {
    let value = text.split_once(' ').filter(|(name, _)| *name == key);
    let (_, value) = value.ok_or(ParseError { line, problem: Problem::Key(key) })?;
    Ok((line, key, value))
}

/// The game that a proof is about; `None` if its text does not say so.
pub fn game(text: &str) -> Option<&str> {
    let (_, _, game) = Lines::new(text).ok()?.value("game").ok()?;
    Some(game)
}

/// The error that a value is none.
pub fn invalid((line, key, value): Value) -> ParseError {
    let value = value.chars().take(20).collect();
    ParseError { line, problem: Problem::Value(key, value) }
}

/// The value if its text is the one that is written for it.
///
/// # Errors
/// It is not.
pub fn exactly<T: FromStr + ToString>(value: Value) -> Result<T, ParseError> {
    let (_, _, text) = value;
    let parsed = text.parse().ok().filter(|parsed: &T| parsed.to_string() == text);
    parsed.ok_or_else(|| invalid(value))
}

/// The points of a value, `-` for none.
///
/// # Errors
/// The value is something else.
pub fn points(value: Value) -> Result<Vec<Point>, ParseError> {
    match value {
        (_, _, "-") => Ok(Vec::new()),
        (_, _, text) => points_of(text).ok_or_else(|| invalid(value)),
    }
}

/// One or more points without separators, each as it is written.
pub fn points_of(text: &str) -> Option<Vec<Point>> {
    let (mut points, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (point, tail) = Point::split_text(rest)?;
        if rest[..rest.len() - tail.len()] != *point.to_string() {
            return None;
        }
        points.push(point);
        rest = tail;
    }
    (!points.is_empty()).then_some(points)
}

/// Points without separators, or `-`.
pub fn written(points: impl Iterator<Item = Point>) -> String {
    let text: String = points.map(|point| point.to_string()).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// A number as it is written.
pub fn natural(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (text.len() <= MOST_DIGITS && number.to_string() == text).then_some(number)
}

/// The number of nodes that a value states.
///
/// # Errors
/// It states none.
pub fn count(value: Value) -> Result<usize, ParseError> {
    natural(value.2).ok_or_else(|| invalid(value))
}
