//! Othello.
//!
//! The files here are the rules: `square` and `board` with `moves`, `flip` and their vector twins in
//! `avx`, `stable` discs, and `game` (a game with its history). `pattern` judges positions, `search` plays
//! and solves, `learn` makes the weights, `book` keeps openings that were searched beforehand.

mod avx;
pub mod board;
pub mod book;
pub mod flip;
pub mod game;
pub mod learn;
pub mod moves;
pub mod pattern;
pub mod search;
pub mod square;
pub mod stable;
