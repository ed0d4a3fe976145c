//! Tournaments: games between programs that run as processes of their own.
//!
//! ```text
//!  tournament   what is to be played, by whom, under which conditions
//!     |
//!  schedule     which game is which: encounters, openings, colours      opening  books, images
//!     |
//!  referee      plays one game and believes nobody      player  a program and its protocol
//!     |                                                 process  pipes, deadlines, killing
//!  journal      every finished game, once
//!     |
//!  stats        what the results mean
//!     |
//!  report       what a person reads
//! ```
//!
//! A player is only ever spoken to as a process: nothing here reaches into the engine, although the
//! referee uses the rules, and the opening generator and the adjudication use the searches.

mod adjudicate;
mod clock;
pub mod ending;
mod folder;
pub mod journal;
pub mod merge;
pub mod pace;
pub mod plan;
mod player;
pub mod progress;
pub mod referee;
mod repertoire;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod seat;
pub mod stats;
mod swap2;
pub mod tournament;

pub use player::is_remark;
