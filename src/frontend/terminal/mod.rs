//! Games at a terminal: a person against the engine, two people, or the engine against itself.
//!
//! The desk handles rules, position and search. This module handles the players, their input, the display
//! and saved games.

mod archive;
mod board;
mod input;
mod options;
mod partner;
mod play;
mod request;
mod screen;
mod text;

pub use board::Symbols;
pub use input::{Input, Lines};
pub use options::{BoardStyle, Display, Level, OutputKind, PlayOptions, Player, UnknownLevel};
pub use play::{Analyst, run};
