//! Games at a terminal: a person against the engine, two people, or the engine against itself.
//!
//! A client of the same session that managers talk to, in typed commands and replies. The rules,
//! the position and the search stay behind it; here are only people: who plays which side, what
//! they type, what they are shown, and where their games are kept.

mod client;
mod finish;
mod level;
mod obey;
mod request;
mod screen;
mod table;
mod text;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use crate::engine::Learned;
use crate::formats::picture::Style;
use crate::frontend::setting::Setting;
use crate::game::Variant;

pub use level::{Level, NoLevel};

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The person at the terminal.
    Human,
    /// The engine.
    Engine,
}

/// What the output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// A terminal with somebody before it: lines may be drawn over, searches are shown.
    Interactive,
    /// Anything else: plain lines.
    Plain,
}

/// What is played and how.
#[derive(Clone, Debug)]
pub struct Options {
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
    /// What the output is.
    pub terminal: Terminal,
    /// What the engine judges by and plays from.
    pub learned: Learned,
    /// Settings of the session beside those of the level.
    pub settings: Vec<Setting>,
    /// Of what is left to chance.
    pub seed: u64,
}

/// Plays games until the person leaves or `input` ends.
///
/// # Errors
/// `input` or `output` fails, there is no board of that size, or no thread can be started.
pub fn run(options: Options, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let screen = screen::Screen::new(input, output, options.terminal, options.style);
    table::Table::new(options, screen)?.run()
}
