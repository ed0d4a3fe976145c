//! Arguments of `solve`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use tengen::coord::Size;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::othello::eval::weights::Weights;
use tengen::othello::search::root::MovesWanted;
use tengen::tools::solve;

use super::learned::WeightsArgs;

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// Game
    #[arg(long, default_value = "othello")]
    pub game: Variant,
    /// Othello: compare with the scores in the file, with --all-moves those of every move, with --wld
    /// only who wins; exit with 1 if one differs. With --depth tell how near the estimates come
    #[arg(long)]
    pub check: bool,
    /// Othello: find out only who wins, which takes fewer nodes
    #[arg(long)]
    pub wld: bool,
    /// Othello: solve for every legal move
    #[arg(long)]
    pub all_moves: bool,
    /// Othello: search each position to this depth instead of solving it, without a book and for itself
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    #[arg(conflicts_with_all = ["wld", "all_moves"])]
    pub depth: Option<u32>,
    /// Othello: threads that search together [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Gomoku: rule of positions that do not tell [default: freestyle]
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Gomoku: board of positions that do not tell [default: 15]
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<Size>,
    /// Gomoku: time for each position [default: 5000 without --nodes]
    #[arg(long, value_name = "MS")]
    pub time: Option<u64>,
    /// Gomoku: nodes for each position, so that the answer repeats
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Gomoku: try every reply to every move of a proof, each answered by the line printed or by a proof
    /// of its own; adds a column: verified, or why not, with the moves after which no win was found, and
    /// to the totals how many of each; exit with 1 unless all are verified
    #[arg(long)]
    pub verify: bool,
    /// Size of the transposition table [default: 256, in Gomoku and with --depth 64]
    #[arg(long, value_name = "MIB")]
    pub hash: Option<usize>,
    /// By what positions are judged
    #[command(flatten)]
    pub weights: WeightsArgs,
    /// File to read, or - for standard input
    pub file: PathBuf,
}

impl SolveArgs {
    /// Whether an option is given that Gomoku has no use for.
    pub fn is_for_othello(&self) -> bool {
        let is_deep = self.depth.is_some() || self.threads.is_some();
        self.check || self.wld || self.all_moves || is_deep
    }

    /// How Othello is to be solved by `weights` with a table of that size.
    pub fn for_othello(&self, table_bytes: usize, weights: Arc<Weights>) -> solve::Options {
        solve::Options {
            goal: match self.depth {
                Some(depth) => solve::Goal::Estimate(depth),
                None if self.wld => solve::Goal::Wld,
                None => solve::Goal::Score,
            },
            moves_wanted: if self.all_moves { MovesWanted::All } else { MovesWanted::Best },
            mode: if self.check { solve::Mode::Check } else { solve::Mode::Solve },
            table_bytes,
            threads: self.threads.unwrap_or(1).into(),
            weights,
        }
    }
}
