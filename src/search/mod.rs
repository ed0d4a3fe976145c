//! What the searches of both games share: limits, the stop signal and node count, deadlines from a
//! clock, the memory of the transposition tables, and the plain data a search reports.
//!
//! Nothing here knows a game.

pub mod clock;
pub mod control;
pub mod limits;
pub mod report;
pub mod table;
