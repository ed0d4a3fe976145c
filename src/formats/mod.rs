//! Positions and games as text: pictures of boards, problem files, game records.
//!
//! One format per file. Knows the rules of the games, never how they are played well.

pub mod archive;
pub mod collection;
pub mod date;
pub mod details;
pub mod error;
pub mod format;
pub mod game;
pub mod ggf;
pub mod obf;
pub mod picture;
pub mod pos;
pub mod psq;
pub mod sgf;
pub mod sgf_othello;
pub mod svg;
mod times;
pub mod transcript;
mod tree;

pub use game::GameRecord;
