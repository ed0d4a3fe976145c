//! Arguments of `analyze`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tengen::tools::analyze::judge::Bounds;

use super::learned::WeightsArgs;

/// Depth of a search where nothing bounds it.
const USUAL_DEPTH: u32 = 12;

/// Arguments of `analyze`.
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// Plies of each search [default: 12 without --time]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60), value_name = "PLIES")]
    pub depth: Option<u32>,
    /// Time of each search; a move that is not the best one takes a second search, to the same depth
    #[arg(long, value_name = "MS")]
    pub time: Option<u64>,
    /// Empty squares from which positions are solved exactly, however long that takes
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=60), value_name = "N")]
    pub solve: u32,
    /// Threads that search together; what several find may differ from run to run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
    pub threads: u16,
    /// Size of the transposition table
    #[arg(long, default_value_t = 64, value_name = "MIB")]
    pub hash: usize,
    /// By what positions are judged
    #[command(flatten)]
    pub weights: WeightsArgs,
    /// File to read, or - for standard input
    pub file: PathBuf,
}

impl AnalyzeArgs {
    /// How far positions are searched.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            depth: self.depth.or_else(|| self.time.is_none().then_some(USUAL_DEPTH)),
            time: self.time.map(Duration::from_millis),
            solve_from: self.solve,
        }
    }
}
