//! Training from scratch: self-play games, and the weights fitted to them.
//!
//! `selfplay` plays games, `record` writes a game as a line of text, `samples` are positions with target
//! scores, and `tune` fits the weights to them, tables stage by stage or a `network`. `searches` measures how
//! searches with the weights differ, and `fit` derives their `tempo` and the `deviation` that ProbCut needs from
//! these differences. The same seed gives the same result.

mod deviation;
pub mod fit;
mod linear;
mod network;
pub mod record;
mod samples;
pub mod searches;
pub mod selfplay;
mod tempo;
pub mod tune;
