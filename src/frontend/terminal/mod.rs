//! Games at a terminal: a person against the engine, two people, or the engine against itself.
//!
//! Rules, position and search belong to the desk. What is here concerns people: who plays which side, what
//! they type, what they see, and where their games are kept.

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
