//! Positions and games as text: pictures of boards, problem files, game records.
//!
//! One format per file. Knows the rules of the games, never how they are played well.

pub mod archive;
pub mod date;
pub mod game;
pub mod obf;
pub mod picture;
pub mod psq;
pub mod transcript;

pub use game::GameRecord;
