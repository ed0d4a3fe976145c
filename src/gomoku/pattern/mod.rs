//! Line patterns, kept up to date move by move.
//!
//! From the bottom up: `shape` (what a stone makes on one line), `threat` (what it makes on all four
//! together), `weights` and `tables` (what that is worth, per rule), `board` (the position with all of
//! it for every empty point). `squares` are sets of points, `zobrist` hashes positions. Nothing here
//! searches.

pub mod board;
pub mod shape;
pub mod squares;
pub mod tables;
pub mod threat;
mod weights;
pub(in crate::gomoku) mod zobrist;
