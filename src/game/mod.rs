//! One view of both games: variants, and a game in progress.
//!
//! For the edges of the program (front ends, records, tools). The searches work on the types of their
//! own game.

mod position;
mod variant;

pub use position::{IllegalMove, Outcome, Ply, Position};
pub use variant::{UnknownVariant, Variant};
