//! Matches between programs that run as separate processes.
//!
//! ```text
//!  plan         a match as its user describes it, resolved to a `Tournament`
//!     |
//!  tournament   the game, the engines and the conditions
//!  schedule     which game is which: encounters, openings, colours     repertoire   its openings
//!     |
//!  runner       workers that play the games, and one place where results come in
//!     |
//!  referee      plays one game, trusting neither      player   a program and its protocol
//!     |                                               clock    its time
//!  journal      every finished game, once             folder   records and reports beside it
//!     |
//!  stats        what the results mean
//!     |
//!  report       what a person reads
//! ```
//!
//! Players are processes, Tengen included: nothing here calls the engine. Only the referee uses the rules, and
//! only the adjudication and the opening generator search.

mod adjudicate;
pub mod agreement;
pub mod clock;
pub mod ending;
mod folder;
pub mod journal;
pub mod merge;
mod new_folder;
pub mod plan;
pub mod player;
pub mod progress;
pub mod referee;
mod repertoire;
pub mod report;
pub mod reported;
pub mod runner;
pub mod schedule;
pub mod stats;
pub mod tournament;
pub mod tuning;
mod workers;
