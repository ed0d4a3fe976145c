//! Positions and games as text: pictures of boards, problem files, game records.
//!
//! One format per file. Knows the rules of the games, but not how to play them well.

pub mod collection;
pub mod date;
pub mod format;
pub mod game;
pub mod ggf;
pub mod lz4;
pub mod obf;
pub mod picture;
pub mod pos;
pub mod psq;
pub mod renlib;
pub mod sgf;
pub mod sgf_othello;
pub mod svg;
pub mod transcript;
mod tree;
pub mod vertex;

use std::fmt;

pub use game::GameRecord;

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
    fn at(text: &str, offset: usize, message: String) -> TextError {
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        TextError { line, column: before[start..].chars().count() + 1, message }
    }
}

/// The message for `found`, the next character of `text`, where `expected` must stand; `None` is its end.
fn unexpected(found: Option<char>, text: &str, expected: &str) -> String {
    match found {
        Some(c) => format!("invalid character '{c}' (expected {expected})"),
        None => format!("unexpected end of the {text} (expected {expected})"),
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}

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
}
