//! `tengen perft`: leaves of the Othello game tree.

use std::io;

use clap::Args;
use tengen::formats::obf;
use tengen::othello::rules::board::Board;
use tengen::tools::perft;

use super::options::FormatArgs;
use super::streams::invalid;

/// Count the leaves of the Othello game tree
///
/// Prints the count, the time and the speed of every depth up to DEPTH; the last line is the count at
/// DEPTH alone. A forced pass is a ply, and a game that ends earlier is one leaf, as in published counts.
///
/// Columns with --format tsv, fields with json: depth, leaves, milliseconds, nodes_per_second.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Depth in plies
    depth: u32,
    /// Start position: 64 squares of X, O and - from a1, a space and the side to move
    #[arg(long, value_name = "OBF", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
}

impl PerftArgs {
    /// Prints the counts; returns the exit code.
    pub fn run(&self) -> io::Result<u8> {
        let board = match self.position.as_deref().map(obf::parse_line) {
            None => Board::START,
            Some(Ok(Some(problem))) => problem.game.board(),
            Some(Ok(None)) => return Err(invalid("--position is empty")),
            Some(Err(error)) => return Err(invalid(format!("--position: {error}"))),
        };
        perft::run(board, self.depth, self.format.format(), &mut io::stdout().lock())?;
        Ok(0)
    }
}
