//! Weights and the opening book: the options that name their files, and how the files are read.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use tengen::engine::Learned;
use tengen::frontend::setting::Setting;
use tengen::othello::book::Book;
use tengen::{gomoku, othello};

use super::options::{self, GLOBAL};
use super::streams::{invalid, invalid_in, read_bytes};

type GomokuWeights = gomoku::eval::weights::WeightSet;
type OthelloWeights = othello::eval::weights::Weights;

#[derive(Debug, Args)]
pub struct LearnedArgs {
    /// Use the weights in this file, made by tengen tune, instead of the built-in ones; once for each game
    #[arg(long, value_name = "FILE", global = true, help_heading = GLOBAL)]
    weights: Vec<PathBuf>,

    /// Othello opening book for the protocols and play: on, off, or a file made by tengen book
    /// [default: on]
    #[arg(long, value_name = "on|off|FILE", global = true, help_heading = GLOBAL)]
    book: Option<BookArg>,

    /// Vary the opening: play book moves up to DISCS below the best [default: 0]
    #[arg(long, value_name = "DISCS", value_parser = options::hundredths)]
    #[arg(global = true, help_heading = GLOBAL)]
    book_variety: Option<i32>,
}

/// The book that openings are played from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BookArg {
    BuiltIn,
    Off,
    File(PathBuf),
}

impl From<OsString> for BookArg {
    fn from(text: OsString) -> BookArg {
        match text.to_str() {
            Some("on") => BookArg::BuiltIn,
            Some("off") => BookArg::Off,
            _ => BookArg::File(text.into()),
        }
    }
}

impl LearnedArgs {
    /// Reads the weights and the book that are named; the others are the built-in ones.
    pub fn read(&self) -> io::Result<Learned> {
        let mut learned = Learned::default();
        if let Some(BookArg::File(file)) = &self.book {
            learned.book = Some(Arc::new(read_book(file)?));
        }
        for file in &self.weights {
            let bytes = read_bytes(file)?;
            let is_second = if bytes.starts_with(othello::eval::weight_file::TITLE.as_bytes()) {
                learned.othello.replace(Arc::new(othello_weights(file, &bytes)?)).is_some()
            } else {
                learned.gomoku.replace(Arc::new(gomoku_weights(file, &bytes)?)).is_some()
            };
            if is_second {
                return Err(invalid("--weights names two files for one game"));
            }
        }
        Ok(learned)
    }

    /// The settings of a session that follow from the options about the book.
    pub fn settings(&self) -> Vec<Setting> {
        let on = self.book.as_ref().map(|book| Setting::Book(*book != BookArg::Off));
        let variety = self.book_variety.map(i32::unsigned_abs).map(Setting::BookVariety);
        on.into_iter().chain(variety).collect()
    }
}

/// The Gomoku weights in `bytes`, the content of `file`.
pub fn gomoku_weights(file: &Path, bytes: &[u8]) -> io::Result<GomokuWeights> {
    GomokuWeights::from_bytes(bytes).map_err(|error| invalid_in(file, error))
}

/// The Othello weights in `bytes`, the content of `file`.
pub fn othello_weights(file: &Path, bytes: &[u8]) -> io::Result<OthelloWeights> {
    OthelloWeights::from_bytes(bytes).map_err(|error| invalid_in(file, error))
}

/// The opening book in `file`.
pub fn read_book(file: &Path) -> io::Result<Book> {
    Book::from_bytes(&read_bytes(file)?).map_err(|error| invalid_in(file, error))
}
