//! Line patterns, evaluation and move ordering, updated move by move. Nothing here searches.
//!
//! From the bottom up:
//! - `square_set`: sets of points. `zobrist`: hash keys.
//! - `shape`: what a stone makes on one line. `threat`: what it makes on all four lines.
//! - `threat_sets`: the points by threat class. `profile`: what both sides threaten, as one number.
//! - `network`: the NNUE. `offset`: the distance of a move from the last ones.
//! - `weights`: all trained numbers. `seed`: their initial values. `weight_file`: their file format.
//! - `tables`: lookup tables of one rule, made from the weights.
//! - `board`: the position with the state of every empty point, over `lines` (line bitboards) and
//!   `neighborhood` (candidate moves).
//! - `order_scores`: move-ordering scores.

pub mod board;
mod lines;
mod neighborhood;
pub mod network;
pub mod offset;
pub mod order_scores;
pub mod profile;
mod seed;
pub mod shape;
pub mod square_set;
pub mod tables;
pub mod threat;
mod threat_sets;
pub mod weight_file;
pub mod weights;
pub(in crate::gomoku) mod zobrist;
