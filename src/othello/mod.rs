//! Othello.
//!
//! `rules` defines legal moves, `eval` evaluates positions, `search` plays and solves, `train` trains the
//! weights, and `book` holds openings searched in advance. `proof` checks proofs of exact scores by the rules alone;
//! `prover` builds them.

pub mod book;
pub mod eval;
pub mod proof;
pub mod prover;
pub mod rules;
pub mod search;
pub mod train;
