//! Line patterns, evaluation and move ordering, updated move by move. Nothing here searches.
//!
//! From the bottom up:
//! - `square_set`: sets of points, the points near stones. `zobrist`: hash keys.
//! - `shape`: what a stone makes on one line. `threat`: what it makes on all four lines, the points by threat
//!   class. `profile`: the threats of both sides as one number.
//! - `window`: the exact surroundings of a point on one line. `network`: the NNUE over the windows of all points.
//!   `context`: its other inputs.
//! - `offset`: the distance of a move from the last ones.
//! - `weights`: all trained numbers, their initial values and their file format.
//! - `tables`: lookup tables of one rule, made from the weights.
//! - `accumulator`: the first layer of the network, updated move by move, over `lines` (line bitboards).
//! - `points`: the same input from scratch, for training.
//! - `calibration`: win chances of scores, from the network.
//! - `board`: the position with the state of every empty point.
//! - `order_scores`: move-ordering scores.

pub(in crate::gomoku) mod accumulator;
pub mod board;
pub mod calibration;
pub mod context;
mod lines;
pub mod network;
pub mod offset;
pub mod order_scores;
pub(in crate::gomoku) mod points;
pub mod profile;
pub mod shape;
pub mod square_set;
pub mod tables;
pub mod threat;
pub mod weights;
pub(in crate::gomoku) mod window;
pub(in crate::gomoku) mod zobrist;
