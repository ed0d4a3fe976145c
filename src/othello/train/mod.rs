//! How the weights are learned from nothing: games of the engine against itself, and what they teach.
//!
//! `selfplay` plays games, `record` is a game as a line of text, `samples` are positions with the
//! scores that they should have, `tune` fits the weights to them, tables stage by stage or a `network`,
//! `deviation` the selective cuts of the search to the weights. Everything repeats exactly for the same seed.

pub mod deviation;
mod network;
pub mod record;
mod samples;
pub mod selfplay;
pub mod tune;
