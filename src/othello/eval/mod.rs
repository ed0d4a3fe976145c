//! What a position looks like to the evaluation, and what that is worth.
//!
//! `shape` names the sets of squares that are looked at together, `features` keeps the pattern on
//! every one of them as moves are played, `weights` says what they are worth, by tables of each stage of
//! the game or by a `network`, and `deviation` how far that may be trusted, `weight_file` is their form on
//! disk and `seed` the weights that learning starts from. Nothing here searches.

mod avx;
pub mod deviation;
pub mod features;
pub mod network;
pub mod seed;
pub mod shape;
pub mod weight_file;
pub mod weights;
