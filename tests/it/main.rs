//! One integration binary.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests, which clippy.toml cannot tell.

mod arena_mock;
mod mirror;
mod program;
#[path = "../fuzz/properties/mod.rs"]
mod properties;
#[cfg(unix)]
mod pseudo_terminal;
mod scratch;

mod analyze;
mod arena_faults;
mod arena_referee;
mod bench;
mod book;
mod check;
mod cluster;
mod convert;
mod database;
mod endgame;
mod endgame_proofs;
mod fuzz;
mod game;
mod games;
mod gomoku_guidance;
mod gomoku_openings;
mod gomoku_search;
mod gomoku_tactics;
mod gomoku_threads;
mod gomoku_threats;
mod nboard;
mod othello_search;
mod picture;
mod play;
#[cfg(unix)]
mod play_terminal;
mod process;
mod proofs;
mod property_check;
mod public_api;
mod puzzles;
mod records;
mod renju;
mod renju_oracle;
mod requests;
mod scripts;
mod thinking;
mod tidy;
mod tools;
mod tournament;
mod transcripts;
mod tuning;
#[cfg(unix)]
mod welcome;
