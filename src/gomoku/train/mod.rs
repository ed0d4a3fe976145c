//! Training of the weights from self-play, from scratch.
//!
//! `selfplay` plays games, `record` is their text format and `code` their compact one. `extract` turns games
//! into samples for two models: `value` (with its `network`) and `policy`; a third one, `calibration`, learns the
//! chances of scores from the results. `layout` maps weights to parameters, `tune` runs it all. The same seed gives
//! the same result.

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
