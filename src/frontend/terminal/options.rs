//! Options of a game at the terminal.

use std::path::PathBuf;

use crate::engine::Learned;
use crate::formats::picture::Style;
use crate::frontend::setting::Setting;
use crate::game::Variant;

use super::level::Level;

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The person at the terminal.
    Human,
    Engine,
}

/// The kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// An interactive terminal: lines may be redrawn, and searches are shown.
    Interactive,
    /// Anything else: plain lines.
    Plain,
}

/// The options.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// Game, rule and board.
    pub variant: Variant,
    /// Who plays Black and White at the start.
    pub players: [Player; 2],
    /// Level of the engine.
    pub level: Level,
    /// How the board is drawn.
    pub style: Style,
    /// Folder for finished games; `None` does not save them.
    pub record: Option<PathBuf>,
    pub output: OutputKind,
    /// Weights and opening book of the engine.
    pub learned: Learned,
    /// Settings besides the level.
    pub settings: Vec<Setting>,
    /// Seed of all random choices.
    pub seed: u64,
}
