//! The rules of Othello on bitboards: moves, turned discs and stable discs, with vector versions.

mod avx;
pub mod board;
pub mod flip;
pub mod game;
pub mod moves;
pub mod square;
pub mod stable;
