//! Othello.
//!
//! `rules` defines legal moves, `eval` evaluates positions, `search` plays and solves, `train` trains the
//! weights, and `book` holds openings searched in advance.

pub mod book;
pub mod eval;
pub mod rules;
pub mod search;
pub mod train;
