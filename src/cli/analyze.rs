//! `tengen analyze`: what the moves of Othello games lost.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tengen::engine::Learned;
use tengen::tools::analyze::{self, AnalysisOptions, judge::Bounds};

use super::streams::{FOUND_FAULTS, line_bar, read_text};

/// Depth of a search without --time.
const DEFAULT_DEPTH: u32 = 12;

const MANUAL: &str = "\
Input is GGF, SGF, or transcripts: the moves of a game on each line (f5d6c3), with or without passes \
(pass, pa, --). Lines with a colon, such as \"result: black 40-24\", belong to the game above.

A line is printed for every ply, with tabs between its columns:

  1  49  black  g7  -12.00  b7  +2.00  14.00  exact  12

These are: game, ply, side, move played, its score, best move, its score, loss, exact or estimate, \
depth. Scores are final disc differences for the side to move; empty squares count for the winner. The \
loss is the difference of the two scores. \"exact\" means that both are final scores, \"estimate\" that at least \
one comes from a search that did not see the end. The depth is less than --depth once a search sees the \
end of the game.

Summary lines:
  after each game, for each side   game, black or white, moves, mean loss, accuracy
  last line                        total, games, moves, mean loss, accuracy, nodes, milliseconds

Accuracy is the percentage of moves that lost less than one disc. Final scores are even numbers, so a solved \
move counts only if it loses nothing. Forced moves are listed but not scored.

A game that cannot be read keeps its number and is reported on standard error with its line; the other \
games are analyzed, and the exit code is 1. Each game is searched from its last position to its first, so \
that searches near the end speed up the earlier ones. It begins with an empty table, so no game depends on \
another. Results with several threads are not deterministic, except for solved positions.

Example:
  tengen analyze --depth 14 --solve 22 games.ggf";

/// Report what each move of an Othello game lost
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct AnalyzeArgs {
    /// Depth of each search [default: 12 without --time]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60), value_name = "PLIES")]
    depth: Option<u32>,
    /// Time of each search; a move that is not the best gets a second search to the same depth
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Solve positions with at most N empty squares, without limits
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=60), value_name = "N")]
    solve: u32,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
    threads: u16,
    /// Size of the transposition table
    #[arg(long, default_value_t = 64, value_name = "MIB")]
    hash: usize,
    /// Input file, or - for standard input
    file: PathBuf,
}

impl AnalyzeArgs {
    /// Prints the analysis of every game; the exit code.
    pub fn run(&self, learned: &Learned) -> io::Result<u8> {
        let text = read_text(&self.file)?;
        let source = self.file.display().to_string();
        let options = AnalysisOptions {
            bounds: Bounds {
                depth: self.depth.or_else(|| self.time.is_none().then_some(DEFAULT_DEPTH)),
                time: self.time.map(Duration::from_millis),
                solve_from: self.solve,
            },
            table_bytes: self.hash.saturating_mul(1 << 20),
            threads: self.threads.into(),
            weights: learned.for_othello(),
        };
        let (mut out, mut errors) = (io::stdout().lock(), io::stderr().lock());
        let summary = analyze::run(&source, &text, &options, &line_bar(), &mut out, &mut errors)?;
        Ok(if summary.unreadable == 0 { 0 } else { FOUND_FAULTS })
    }
}
