//! The opening book: positions valued beforehand by the program's own search.
//!
//! [`Book`] holds the positions and what follows from the values of those at its edge, [`grow`] decides
//! which positions come next and searches them, [`book_file`] is the form in which a book is kept, and
//! [`choose`] plays from it. Nothing here knows text for people.

pub mod book_file;
pub mod choose;
mod graph;
pub mod grow;

pub use graph::{Book, BookMove, Recipe};
