//! The opening book: positions evaluated in advance by the engine's own search.
//!
//! [`Book`] holds the positions, propagates the values of the leaves and selects the move to play, [`grow`]
//! selects and searches new positions, [`book_file`] is the file format, and [`exchange`] reads and writes the books
//! of other programs.

pub mod book_file;
pub mod exchange;
mod graph;
pub mod grow;

pub use graph::{Book, BookMove, Recipe, Variety};
