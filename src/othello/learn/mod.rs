//! How the weights are learned from nothing: games of the engine against itself, and what they teach.
//!
//! `selfplay` plays games, `record` is a game as a line of text, `samples` are the positions of one stage
//! with the scores that they should have, `tune` fits the weights to them, stage by stage, `deviation` the
//! selective cuts of the search to the weights. Everything repeats exactly for the same seed.

pub mod deviation;
pub mod record;
mod samples;
pub mod selfplay;
pub mod tune;
