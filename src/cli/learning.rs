//! Arguments of `datagen` and `tune`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tengen::coord::Size;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::train::tune::Keep;

use super::learned::WeightsArgs;

/// Arguments of `datagen`.
#[derive(Debug, Args)]
pub struct DatagenArgs {
    /// Game
    #[arg(long, default_value = "gomoku")]
    pub game: Variant,
    /// Rule of Gomoku [default: freestyle]
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Boards of Gomoku, used in turn [default: 15]
    #[arg(long, value_delimiter = ',', value_name = "N|WxH,..")]
    pub size: Vec<Size>,
    /// How many games the file has in the end
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub games: u64,
    /// Nodes of each search in Gomoku [default: 2000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub nodes: Option<u64>,
    /// Depth of each search in Othello [default: 6]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60), value_name = "PLIES")]
    pub depth: Option<u32>,
    /// Empty squares from which a game of Othello is solved [default: 16]
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=30), value_name = "N")]
    pub solve: Option<u32>,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), value_name = "N")]
    pub threads: u16,
    /// Another number makes other games
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// File for the games; what it has already is kept, and the games go on from there
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// By what positions are judged
    #[command(flatten)]
    pub weights: WeightsArgs,
}

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Game
    #[arg(long, default_value = "gomoku")]
    pub game: Variant,
    /// Rule of Gomoku whose weights are learned [default: freestyle]
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Weights to start from, also for the other rules: a file, seed for those before any learning, or
    /// network for Othello's network before any learning [default: the program's own]
    #[arg(long, value_name = "FILE|seed|network")]
    pub from: Option<PathBuf>,
    /// Start from what another rule of Gomoku has learned
    #[arg(long, value_name = "RULE")]
    pub like: Option<Rule>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Leave these weights of Gomoku as they are
    #[arg(long, value_enum, value_name = "WHAT")]
    pub keep: Option<KeepArg>,
    /// How much the result of a game counts against the scores of the searches, from 0 to 1; in Othello
    /// once more for every ply until it was solved [default: 0.7, Othello 0.85]
    #[arg(long, value_parser = parse_share, value_name = "SHARE")]
    pub lambda: Option<f32>,
    /// Keep the weights of Othello and fit to them, at so many positions, how far searches of different
    /// depths are apart: selective searches cut by that
    #[arg(long, value_name = "POSITIONS")]
    pub deviation: Option<usize>,
    /// Passes over all positions
    #[arg(long, default_value_t = 15, value_name = "N")]
    pub epochs: usize,
    /// Times the usual first steps of the descent: less than 1 for weights that are good already
    #[arg(long, default_value_t = 1.0, value_parser = parse_factor, value_name = "FACTOR")]
    pub rate: f32,
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

/// What stays as it is, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KeepArg {
    /// What points and threats are worth
    Value,
    /// Which moves are tried first
    Policy,
    /// Both, as far as they go by the shapes of points: all but the worth of being near the last moves
    Shapes,
}

impl From<KeepArg> for Keep {
    fn from(keep: KeepArg) -> Keep {
        match keep {
            KeepArg::Value => Keep::Value,
            KeepArg::Policy => Keep::Policy,
            KeepArg::Shapes => Keep::Shapes,
        }
    }
}

/// Reads a number above 0, at most 10.
fn parse_factor(text: &str) -> Result<f32, String> {
    let factor = text.parse().ok().filter(|&factor| factor > 0.0 && factor <= 10.0);
    factor.ok_or_else(|| "a number above 0, at most 10, is wanted".to_owned())
}

/// Reads a number from 0 to 1.
fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is wanted".to_owned())
}
