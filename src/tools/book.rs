//! Shows an Othello opening book: the moves of a position, or a summary.
//!
//! Moves are written one per line, best first: the move, its value in discs for the side that plays it,
//! and the best continuation, or `-` at the edge of the book.

use std::fmt;
use std::io::{self, Write};

use serde_json::Value;

use crate::coord::Move;
use crate::formats::{RecordError, transcript};
use crate::language::Words;
use crate::othello::book::{Book, Recipe};
use crate::othello::rules::board::Board;
use crate::othello::rules::game::Game;
use crate::table::{Format, Table};

/// The columns of a table of moves.
const COLUMNS: &[&str] = &["move", "value", "line"];

/// Why nothing can be shown.
#[derive(Debug)]
pub enum Failure {
    /// The moves are invalid.
    NoMoves(RecordError),
    /// The book has no moves in the position.
    Unknown,
    /// Writing failed.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoMoves(error) => f.write_str(&error.message),
            Failure::Unknown => f.write_str("the book has no moves there"),
            Failure::Output(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Writes the moves in `book` after `moves` from the start position. Forced passes may be omitted.
///
/// # Errors
/// `moves` are invalid, the book does not have the position, or writing to `out` fails.
pub fn show(book: &Book, moves: &str, format: Format, out: &mut dyn Write) -> Result<(), Failure> {
    let board = position(moves)?;
    let known = book.moves(board);
    if known.is_empty() {
        return Err(Failure::Unknown);
    }
    let table = Table::new(format, COLUMNS);
    out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    for book_move in known {
        let line = book.line(book_move.board);
        let discs = f64::from(book_move.value) / 100.0;
        if let Some(table) = table {
            let moves: Vec<Value> = line.iter().map(|mv| mv.to_string().into()).collect();
            let line = if moves.is_empty() { Value::Null } else { moves.into() };
            let cells = vec![book_move.mv.to_string().into(), discs.into(), line];
            out.write_all(table.row(cells).as_bytes())?;
            continue;
        }
        let line = if line.is_empty() { "-".to_owned() } else { joined(&line) };
        writeln!(out, "{}\t{discs:+.2}\t{line}", book_move.mv)?;
    }
    Ok(())
}

fn position(moves: &str) -> Result<Board, Failure> {
    let record = transcript::read(moves).map_err(Failure::NoMoves)?;
    let mut game = Game::new();
    for timed in &record.moves {
        game.play(timed.mv).expect("the moves of a record are legal");
    }
    Ok(game.board())
}

/// Size, depth and best line of a book, in one line.
pub fn summary(book: &Book, words: &Words) -> String {
    let Recipe { depth, margin } = book.recipe();
    let line = book.line(Board::START);
    let values = [
        ("positions", book.len().to_string()),
        ("leaves", book.leaves().to_string()),
        ("depth", depth.to_string()),
        ("discs", format!("{:.2}", f64::from(margin) / 100.0)),
        ("plies", line.len().to_string()),
        ("line", joined(&line)),
    ];
    words.say_with("book-summary", &values.map(|(name, text)| (name, text.into())))
}

fn joined(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(" ")
}
