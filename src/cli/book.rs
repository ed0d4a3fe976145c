//! Arguments of `book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::learned::WeightsArgs;
use super::parse_hundredths;

/// What to do about a book.
#[derive(Debug, Subcommand)]
pub enum BookJob {
    /// Build a book by the program's own search, or let one grow
    ///
    /// Searches the position next that both sides come to by giving away least, and tells at the end
    /// how large the book is and what it thinks best. The file is written now and then; after an
    /// interruption the same command with --from and the file goes on. The same arguments make the same
    /// book whatever the number of threads.
    Build(BuildArgs),
    /// Show the moves of a position, best first: move, value in discs, best line
    Show {
        /// Moves from the start position, such as f5d6c3
        #[arg(default_value = "")]
        moves: String,
        /// Book to look into [default: the program's own]
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
}

/// Arguments of `book build`.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// How many positions have moves in the end
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub positions: usize,
    /// Depth of the search of each position [default: 12, or that of --from]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60), value_name = "PLIES")]
    pub depth: Option<u32>,
    /// How much worse than the best one a move may be [default: 4, or that of --from]
    #[arg(long, value_parser = parse_hundredths, value_name = "DISCS")]
    pub margin: Option<i32>,
    /// Book to start from
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// File for the book
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Positions searched at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), value_name = "N")]
    pub threads: u16,
    /// By what positions are judged
    #[command(flatten)]
    pub weights: WeightsArgs,
}
