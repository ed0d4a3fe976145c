//! Arguments of `datagen` and `tune`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tengen::coord::Size;
use tengen::gomoku::learn::tune::Kind;

use super::{RuleArg, parse_size};

/// Arguments of `datagen`.
#[derive(Debug, Args)]
pub struct DatagenArgs {
    /// Rule
    #[arg(long, value_enum, default_value_t = RuleArg::Freestyle)]
    pub rule: RuleArg,
    /// Boards, used in turn
    #[arg(long, value_delimiter = ',', default_value = "15", value_parser = parse_size, value_name = "N|WxH,..")]
    pub size: Vec<Size>,
    /// How many games the file has in the end
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub games: u64,
    /// Nodes of each search
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub nodes: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), value_name = "N")]
    pub threads: u16,
    /// Another number makes other games
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// File for the games; what it has already is kept, and the games go on from there
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Rule whose weights are learned
    #[arg(long, value_enum, default_value_t = RuleArg::Freestyle)]
    pub rule: RuleArg,
    /// Weights to start from, also for the other rules: a file, or seed for those before any learning
    /// [default: the program's own]
    #[arg(long, value_name = "FILE|seed")]
    pub from: Option<PathBuf>,
    /// Start from what another rule has learned
    #[arg(long, value_enum, value_name = "RULE")]
    pub like: Option<RuleArg>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Leave these weights as they are
    #[arg(long, value_enum, value_name = "KIND")]
    pub keep: Option<KindArg>,
    /// How much the result of a game counts against the score of the search, from 0 to 1
    #[arg(long, default_value_t = 0.7, value_parser = parse_share, value_name = "SHARE")]
    pub lambda: f32,
    /// Passes over all positions
    #[arg(long, default_value_t = 15, value_name = "N")]
    pub epochs: usize,
    /// Threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
    pub threads: u16,
    /// Another number holds other games out
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Files of datagen; without any the weights are written as they are
    #[arg(value_name = "GAMES")]
    pub files: Vec<PathBuf>,
}

/// Kinds of weights by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindArg {
    /// What points and threats are worth
    Value,
    /// Which moves are tried first
    Policy,
}

impl From<KindArg> for Kind {
    fn from(kind: KindArg) -> Kind {
        match kind {
            KindArg::Value => Kind::Value,
            KindArg::Policy => Kind::Policy,
        }
    }
}

/// Reads a number from 0 to 1.
fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is wanted".to_owned())
}
