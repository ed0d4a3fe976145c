//! The opening book: positions evaluated in advance by the engine's own search.
//!
//! [`Book`] holds the positions, propagates the values of the leaves and selects the move to play, [`grow`]
//! selects and searches new positions, and [`book_file`] is the file format.

pub mod book_file;
mod graph;
pub mod grow;

pub use graph::{Book, BookMove, Recipe, Variety};
