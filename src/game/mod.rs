//! What is played, whichever of the two games it is.
//!
//! Only the edges of the program (front ends, records, tools) need this view; the searches work on
//! their own game's types.

mod position;

pub use position::{GameKind, IllegalMove, Outcome, Ply, Position};
