//! The rules of Othello on bitboards: moves, flips and stable discs, with vector kernels.

pub mod board;
pub mod game;
pub mod moves;
pub mod square;
pub mod stable;
