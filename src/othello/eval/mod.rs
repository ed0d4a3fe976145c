//! The static evaluation.
//!
//! `shape` defines the sets of squares that are evaluated together, and `features` updates the pattern
//! on each of them as moves are played. `input` is what of a position counts. `weights` turn it into a value, by tables for each stage of
//! the game or by a `network`; `deviation` says how far a search may trust it. `weight_file` stores
//! weights, and training starts from those of `seed`. Nothing here searches.

mod avx;
pub mod deviation;
pub mod features;
pub mod input;
pub mod network;
pub mod seed;
pub mod shape;
pub mod weight_file;
pub mod weights;
