//! What the searches of both games share: limits, the stop signal and node count, deadlines from a
//! clock and how a search paces itself within them, threads that search together, the memory of the
//! transposition tables, the files of what was learned, and the plain data a search reports.
//!
//! Nothing here knows a game.

pub mod clock;
pub mod control;
pub mod crew;
pub mod limits;
pub mod pace;
pub mod params;
pub mod report;
pub mod table;
pub mod vote;
