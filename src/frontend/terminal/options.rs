//! What is played at the terminal, and how.

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

/// Where the output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A terminal with somebody in front of it: lines may be drawn over, searches are shown.
    Interactive,
    /// Anything else: plain lines.
    Plain,
}

/// What is played and how.
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
    /// Folder for finished games, if they are to be kept.
    pub record: Option<PathBuf>,
    pub output: OutputKind,
    /// Weights and opening book of the engine.
    pub learned: Learned,
    /// Settings beside those of the level.
    pub settings: Vec<Setting>,
    /// Decides everything that is left to chance.
    pub seed: u64,
}
