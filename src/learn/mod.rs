//! What learning from self-play is for either game: many games played on several threads, and
//! parameters fitted to samples of them.

pub mod produce;
pub mod train;

use std::fmt::Display;

use crate::color::Color;

/// A finished game of self-play, which is one line of text.
pub trait Record: Display + Send {
    /// Who won; nobody if it is drawn.
    fn winner(&self) -> Option<Color>;

    /// Its length in moves.
    fn plies(&self) -> usize;
}
