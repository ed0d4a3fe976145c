//! The opening book: positions evaluated in advance by the engine's own search.
//!
//! [`Book`] holds the positions and propagates the values of the leaves, [`grow`] selects and searches new
//! positions, [`book_file`] is the file format, and [`choose`] selects the move to play.

pub mod book_file;
pub mod choose;
mod graph;
pub mod grow;

pub use graph::{Book, BookMove, Recipe};
