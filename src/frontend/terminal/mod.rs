//! Games at a terminal: a person against the engine, two people, or the engine against itself.
//!
//! The desk handles rules, position and search. This module handles the players, their input, the display
//! and saved games.

mod level;
mod options;
mod partner;
mod play;
mod request;
mod screen;
mod takeback;
mod text;

pub use level::{Level, UnknownLevel};
pub use options::{OutputKind, PlayOptions, Player};
pub use play::run;
