//! Othello.
//!
//! `rules` says what may be played, `eval` judges positions, `search` plays and solves, `train` learns
//! the weights, and `book` keeps openings that were searched beforehand.

pub mod book;
pub mod eval;
pub mod rules;
pub mod search;
pub mod train;
