//! What is played, and a game in progress, whichever of the two games it is.
//!
//! Only the edges of the program (front ends, records, tools) need this view; the searches work on
//! their own game's types.

mod position;
mod variant;

pub use position::{IllegalMove, Outcome, Ply, Position};
pub use variant::{UnknownVariant, Variant};
