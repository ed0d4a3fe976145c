//! Options that name files of weights and books: of the program, and of the subcommands that use them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::parse_hundredths;

/// Names of these options, which may stand before a subcommand that takes them, too.
pub const NAMES: [&str; 3] = ["weights", "book", "book-variety"];

/// By what positions are judged.
#[derive(Debug, Default, Args)]
pub struct WeightsArgs {
    /// Judge positions by the weights in this file, which tengen tune made, instead of the program's
    /// own; may be given for each of the games
    #[arg(long = "weights", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// From what openings are played.
#[derive(Debug, Default, Args)]
pub struct BookArgs {
    /// Play the opening of Othello from a book: on, off, or the one in this file, which tengen book
    /// made; a manager may change it with INFO book [default: on]
    #[arg(long, value_name = "on|off|FILE")]
    pub book: Option<BookArg>,

    /// How much worse than the best one a move from the book may be, so that openings vary; a manager
    /// may change it with INFO book_variety [default: 0]
    #[arg(long, value_name = "DISCS", value_parser = parse_hundredths)]
    pub book_variety: Option<i32>,
}

/// Whether a book is played from, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookArg {
    /// The program's own.
    On,
    /// None.
    Off,
    /// The one in this file.
    File(PathBuf),
}

impl From<OsString> for BookArg {
    fn from(text: OsString) -> BookArg {
        match text.to_str() {
            Some("on") => BookArg::On,
            Some("off") => BookArg::Off,
            _ => BookArg::File(text.into()),
        }
    }
}
