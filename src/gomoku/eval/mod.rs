//! Line patterns, kept up to date move by move.
//!
//! From the bottom up: `shape` (what a stone makes on one line), `threat` (what it makes on all four
//! together), `weights` and `tables` (what that is worth, per rule), `board` (the position with all of
//! it for every empty point), which keeps `lines` (the stones, line by line), `sets` (points by
//! class) and `near` (points near stones), `profile` (what both sides threaten in it), `network` (what
//! all points together are worth beyond their sum), `place` (where a move lies from the last ones),
//! `promise` (how promising a move looks). `seed` are the weights that learning starts from,
//! `weight_file` is their form on disk. `squares` are sets of points, `zobrist` hashes positions.
//! Nothing here searches.

pub mod board;
mod lines;
mod neighborhood;
pub mod network;
pub mod place;
pub mod profile;
pub mod promise;
mod seed;
pub mod shape;
pub mod squares;
pub mod tables;
pub mod threat;
mod threat_sets;
pub mod weight_file;
pub mod weights;
pub(in crate::gomoku) mod zobrist;
