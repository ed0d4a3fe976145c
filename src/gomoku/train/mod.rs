//! How the weights are learned from nothing: games of the engine against itself, and what they teach.
//!
//! `opening` begins games, `selfplay` plays them, `record` is a game as a line of text. `extract` turns
//! games into samples for the two models, `value` (with its `network`) and `policy`; `layout` tells which
//! of their parameters is which weight, `tune` is all of it together. Everything repeats exactly for the
//! same seed.

mod extract;
mod layout;
mod network;
mod opening;
mod policy;
pub mod record;
pub mod selfplay;
pub mod tune;
mod value;
