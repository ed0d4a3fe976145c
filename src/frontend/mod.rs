//! Front ends: one folder for each language in which the engine is asked to play.

pub mod gomocup;
pub mod gtp;
mod lines;
pub mod nboard;
pub mod terminal;
