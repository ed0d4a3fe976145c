//! Gomoku under every rule.
//!
//! `rules`: legal moves and winning rows. `eval`: line patterns, evaluation and move ordering.
//! `threats`: forced wins. `search`: the alpha-beta search. `prover`: both together, to prove a win.
//! `proof`: proofs that can be checked by the rules alone.
//! `train`: self-play and training of the weights. `opening_stones`: random stones for openings of
//! self-play and of matches.

pub mod eval;
pub(crate) mod opening_stones;
pub mod proof;
pub mod prover;
pub mod rules;
pub mod search;
pub mod threats;
pub mod train;
