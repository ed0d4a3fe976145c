//! Training from scratch: self-play games, and the weights fitted to them.
//!
//! `selfplay` plays games, `record` writes a game as a line of text, `samples` are positions with target
//! scores, `tune` fits the weights to them, tables stage by stage or a `network`, and `deviation` fits
//! the margins of ProbCut to the weights. The same seed gives the same result.

pub mod deviation;
mod network;
pub mod record;
mod samples;
pub mod selfplay;
pub mod tune;
