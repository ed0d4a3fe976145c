//! Training of the weights from self-play, starting from nothing.
//!
//! `selfplay` plays games, `record` is their text format and `code` their compact one. `extract` turns games
//! into samples for two models: `value` (with its `network`) and `policy`; a third one, `calibration`, learns from
//! the result what scores mean. `layout` maps weights to parameters, `tune` runs it all. The same seed gives the
//! same result.

mod calibration;
mod code;
mod extract;
mod layout;
mod network;
mod policy;
pub mod record;
pub mod selfplay;
pub mod tune;
mod value;
