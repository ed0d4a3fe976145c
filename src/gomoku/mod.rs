//! Gomoku under every rule.
//!
//! `rules` says what may be played and what wins, `eval` keeps the line shapes of every point and
//! judges positions, `threats` finds forced wins, `search` plays, and `train` learns the weights from
//! games of the engine against itself.

pub mod eval;
pub(crate) mod opening_stones;
pub mod rules;
pub mod search;
pub mod threats;
pub mod train;
