//! Openings: books, symmetric images, and the generator.
//!
//! Every opening from here is legal from the start position of its variant, includes forced passes, and
//! leaves the next player a move. Nothing here knows the players or the schedule of a match.

pub mod book;
pub mod generate;
pub mod image;
