//! Files of weights and books that the arguments name.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tengen::engine::Learned;
use tengen::gomoku;
use tengen::othello;
use tengen::othello::book::Book;

use super::fault::{about, invalid};
use crate::cli::Cli;
use crate::cli::learned::BookArg;

type GomokuWeights = gomoku::eval::weights::WeightSet;
type OthelloWeights = othello::eval::weights::Weights;

/// The weights and the book of the options; where they give none, the program's own are taken.
pub fn learned(cli: &Cli) -> io::Result<Learned> {
    let mut learned = Learned::default();
    if let (Some(BookArg::File(file)), _) = cli.book() {
        learned.book = Some(read_book(file)?);
    }
    for file in cli.weights() {
        let bytes = std::fs::read(file).map_err(|error| about(file, &error))?;
        let is_another = if bytes.starts_with(othello::eval::weight_file::TITLE.as_bytes()) {
            learned.othello.replace(Arc::new(othello_weights(file, &bytes)?)).is_some()
        } else {
            learned.gomoku.replace(Arc::new(gomoku_weights(file, &bytes)?)).is_some()
        };
        if is_another {
            return Err(invalid("--weights has two files for one game"));
        }
    }
    Ok(learned)
}

/// The weights of Gomoku that are the content of `file`.
pub fn gomoku_weights(file: &Path, bytes: &[u8]) -> io::Result<GomokuWeights> {
    GomokuWeights::from_bytes(bytes)
        .map_err(|error| invalid(&format!("{}: {error}", file.display())))
}

/// The weights of Othello that are the content of `file`.
pub fn othello_weights(file: &Path, bytes: &[u8]) -> io::Result<OthelloWeights> {
    OthelloWeights::from_bytes(bytes)
        .map_err(|error| invalid(&format!("{}: {error}", file.display())))
}

/// The book in a file.
pub fn read_book(file: &Path) -> io::Result<Arc<Book>> {
    let bytes = std::fs::read(file).map_err(|error| about(file, &error))?;
    let book = Book::from_bytes(&bytes);
    book.map(Arc::new).map_err(|error| invalid(&format!("{}: {error}", file.display())))
}
