//! What results mean: scores, Elo, and tests of one engine against another.
//!
//! Nothing here knows processes, files or engines' names: games go in, numbers come out. Every
//! count is from the view of one side, which is the first of two engines unless something else is
//! said.

pub mod duel;
pub mod elo;
mod likelihood;
mod rating;
pub mod score;
pub mod simulate;
pub mod sprt;
pub mod standings;
