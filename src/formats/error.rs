//! Errors in texts and files with games, with their places.

use std::borrow::Cow;
use std::fmt;

use crate::quotation::shortened;

/// An error in a text with games and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl TextError {
    /// The error at the byte `offset` of `text`, which is the beginning of a character or the end.
    pub(super) fn at(text: &str, offset: usize, message: String) -> TextError {
        TextError::behind(START, &text[..offset], message)
    }

    /// The error directly after `text`, which begins at `start`.
    pub(super) fn behind(start: Spot, text: &str, message: String) -> TextError {
        let (line, column) = behind(start, text);
        TextError { line, column, message }
    }
}

/// A line and a column, from 1.
pub(super) type Spot = (usize, usize);

/// Where a text begins.
pub(super) const START: Spot = (1, 1);

/// The place after `text`, which begins at this line and column.
pub(super) fn behind((line, column): Spot, text: &str) -> Spot {
    match text.rfind('\n') {
        Some(end) => (line + text.matches('\n').count(), text[end + 1..].chars().count() + 1),
        None => (line, column + text.chars().count()),
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// The message for `found`, the next character of `text` (`None` at its end), where `expected` is required.
pub(super) fn unexpected(found: Option<char>, text: &str, expected: &str) -> String {
    match found {
        Some(c) => format!("invalid character '{c}' (expected {expected})"),
        None => format!("unexpected end of the {text} (expected {expected})"),
    }
}

/// `text` to be quoted in a message: its beginning if it is long.
pub(super) fn excerpt(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 60;
    shortened(text, LONGEST)
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Line of a text, from 1.
    Line(usize),
    /// Line of a text and its column in characters, both from 1.
    Column(usize, usize),
    /// Byte of a binary file, from 0.
    Byte(usize),
    /// Number of the game in a binary file, from 1.
    Game(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Column(line, column) => write!(f, "line {line}, column {column}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Game(number) => write!(f, "game {number}"),
        }
    }
}

impl Place {
    /// Converts a place in a part of a text to a place in the whole text. The part begins at `line`, from 1, after
    /// `before` characters of that line.
    pub(super) fn in_part(self, line: usize, before: usize) -> Place {
        match self {
            Place::Line(own) => Place::Line(line + own - 1),
            Place::Column(1, column) => Place::Column(line, before + column),
            Place::Column(own, column) => Place::Column(line + own - 1, column),
            Place::Byte(_) | Place::Game(_) => self,
        }
    }
}

/// An error in a game and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    pub place: Place,
    /// What was found and what was expected.
    pub message: String,
}

impl RecordError {
    /// The error on `line`, from 1.
    pub fn on_line(line: usize, message: String) -> RecordError {
        RecordError { place: Place::Line(line), message }
    }
}

impl From<TextError> for RecordError {
    fn from(error: TextError) -> RecordError {
        RecordError { place: Place::Column(error.line, error.column), message: error.message }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for RecordError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        let text = "ab\né?\n";
        let places = [(0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 2, 2), (7, 3, 1)];
        for (offset, line, column) in places {
            let error = TextError::at(text, offset, "x".into());
            assert_eq!((error.line, error.column), (line, column), "{offset}");
        }
        assert_eq!(TextError::at(text, 5, "x".into()).to_string(), "line 2, column 2: x");
    }

    #[test]
    fn the_place_in_a_part_becomes_the_place_in_the_whole() {
        for (place, whole) in [
            (Place::Line(1), "line 10"),
            (Place::Column(1, 4), "line 10, column 7"),
            (Place::Column(2, 4), "line 11, column 4"),
            (Place::Byte(20), "byte 20"),
            (Place::Game(2), "game 2"),
        ] {
            assert_eq!(place.in_part(10, 3).to_string(), whole);
        }
    }
}
