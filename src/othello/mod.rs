//! Othello.
//!
//! The files here are the rules: `square` and `board` with `moves`, `flip` and their vector twins in
//! `avx`, `stable` discs, and `game` (a game with its history). `search` plays and solves.

mod avx;
pub mod board;
pub mod flip;
pub mod game;
pub mod moves;
pub mod search;
pub mod square;
pub mod stable;
