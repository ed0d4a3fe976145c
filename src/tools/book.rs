//! Shows an Othello opening book: the moves of a position, the tree below it, or a summary.
//!
//! Moves are written one per line, best first: the move, its value in discs for the side that plays it,
//! and the best continuation, or `-` at the edge of the book. In a tree, replies follow their move, farther to the
//! right.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

use serde_json::Value;

use crate::coord::Move;
use crate::formats::{RecordError, transcript};
use crate::language::Words;
use crate::othello::book::{Book, BookMove, Recipe};
use crate::othello::rules::board::Board;
use crate::othello::rules::game::Game;
use crate::table::{Format, Table};

/// The columns of a table of moves.
const COLUMNS: &[&str] = &["move", "value", "line"];
/// The columns of a table of the lines of a tree: the line, the value of its last move for the side that plays it,
/// and the number of replies that the book has to it.
const TREE_COLUMNS: &[&str] = &["line", "value", "replies"];

/// Why a book or position cannot be shown.
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
            Failure::Unknown => f.write_str("the book has no moves for this position"),
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

/// The part of a tree that is shown.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Longest line, in plies.
    pub plies: usize,
    /// Largest loss of a move compared with the best one of its position, in 1/100 disc.
    pub within: i32,
}

/// Writes the tree of the moves in `book` after `moves` from the start position, within `extent`. Of several symmetric
/// moves only the first is shown.
///
/// # Errors
/// As for [`show`].
pub fn show_tree(
    book: &Book,
    moves: &str,
    extent: Extent,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let board = position(moves)?;
    if !book.has_moves(board) {
        return Err(Failure::Unknown);
    }
    let table = Table::new(format, TREE_COLUMNS);
    out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    let mut tree = Tree { book, extent, table, line: Vec::new(), out };
    tree.write(board)?;
    Ok(())
}

/// A tree being written.
struct Tree<'a> {
    book: &'a Book,
    extent: Extent,
    table: Option<Table>,
    /// The moves to the current position.
    line: Vec<Move>,
    out: &'a mut dyn Write,
}

impl Tree<'_> {
    /// Writes the moves in `board`, each with its replies.
    fn write(&mut self, board: Board) -> io::Result<()> {
        if self.line.len() == self.extent.plies {
            return Ok(());
        }
        for book_move in self.moves(board) {
            self.line.push(book_move.mv);
            self.write_last(&book_move)?;
            self.write(book_move.board)?;
            self.line.pop();
        }
        Ok(())
    }

    /// Writes the last move of the line.
    fn write_last(&mut self, last: &BookMove) -> io::Result<()> {
        let replies = self.moves(last.board).len();
        let discs = f64::from(last.value) / 100.0;
        if let Some(table) = self.table {
            let line: Vec<Value> = self.line.iter().map(|mv| mv.to_string().into()).collect();
            let cells = vec![line.into(), discs.into(), replies.into()];
            return self.out.write_all(table.row(cells).as_bytes());
        }
        let indent = 2 * (self.line.len() - 1);
        let is_cut = replies > 0 && self.line.len() == self.extent.plies;
        let rest = if is_cut { " ..." } else { "" };
        writeln!(self.out, "{:indent$}{} {discs:+.2}{rest}", "", last.mv)
    }

    /// The moves in `board` that are shown.
    fn moves(&self, board: Board) -> Vec<BookMove> {
        let mut moves = self.book.moves(board);
        let least = moves.first().map_or(0, |best| best.value - self.extent.within);
        let mut met = HashSet::new();
        moves.retain(|mv| mv.value >= least && met.insert(mv.board.canonical()));
        moves
    }
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
        ("positions", book.len().into()),
        ("leaves", book.leaves().into()),
        ("depth", depth.into()),
        ("discs", format!("{:.2}", f64::from(margin) / 100.0).into()),
        ("plies", line.len().into()),
        ("line", joined(&line).into()),
    ];
    words.say_with("book-summary", &values)
}

/// A note on the positions omitted from a book of another program; `None` if there are none.
pub fn left_out(unreachable: usize, words: &Words) -> Option<String> {
    let count = [("count", unreachable.to_string().into())];
    (unreachable > 0).then(|| words.say_with("book-left-out", &count))
}

fn joined(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(" ")
}
