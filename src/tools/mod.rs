//! The work behind the subcommands. Each reads and writes text through the streams it is given; files,
//! standard streams and exit codes are the caller's.

pub mod analyze;
pub mod bench;
pub mod book;
pub mod convert;
pub mod database;
pub mod datagen;
pub mod forbidden;
pub mod packed;
pub mod perft;
pub mod picture;
pub mod prove;
pub mod puzzles;
pub mod solve;
pub mod tune;
pub mod verify;
