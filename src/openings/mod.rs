//! Openings: read from books, turned and mirrored, chosen for the pairs of games, and made.
//!
//! Every opening that leaves this module is legal from the start position under its variant, has
//! the forced passes in it, and leaves the next player a move. Nothing here knows a tournament's
//! players or its schedule.

pub mod book;
pub mod generate;
pub mod image;
pub mod select;
