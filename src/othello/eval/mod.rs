//! The static evaluation.
//!
//! `shape` defines the sets of squares that are evaluated together, and `features` updates the pattern
//! on each of them as moves are played. `rows` says which patterns share numbers, and `input` selects the inputs.
//! `weights` turn them into a value, with tables for each stage of the game or with a `network`. `tempo` corrects
//! the mean error of searches, and `deviation` models how far they scatter. Nothing here searches.

pub mod deviation;
pub mod features;
pub mod input;
pub mod network;
pub mod rows;
pub mod shape;
pub mod tempo;
pub mod weights;
