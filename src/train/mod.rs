//! The code shared by the training of both games: self-play on several threads, gradient descent, and files of
//! numbers.

pub mod adam;
pub mod bits;
pub mod checkpoint;
pub mod descent;
pub mod game_file;
pub mod number_file;
pub mod produce;
pub mod spsa;

use std::fmt::Display;
use std::io;
use std::str::FromStr;

use crate::color::Color;
use bits::{Decoder, Encoder};

/// A finished game of self-play; displayed as one line of text, which parses as the same game.
pub trait Record: Sized + Display + FromStr<Err: Display> + Send {
    /// Distinguishes the files of one game from those of the other.
    const LETTER: u8;

    /// Checks that every move is legal.
    ///
    /// # Errors
    /// The first error.
    fn check(&self) -> Result<(), <Self as FromStr>::Err>;

    /// The game, if [`Record::check`] accepts it, or why not.
    ///
    /// # Errors
    /// The first error as text.
    fn checked(self) -> Result<Self, String> {
        match self.check() {
            Ok(()) => Ok(self),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Writes the compact code.
    ///
    /// # Errors
    /// A number is too large for the code.
    fn encode(&self, bits: &mut Encoder) -> io::Result<()>;

    /// Reads the compact code.
    ///
    /// # Errors
    /// The bits are not the code of a game.
    fn decode(bits: &mut Decoder<'_>) -> io::Result<Self>;

    /// The winner; `None` for a draw.
    fn winner(&self) -> Option<Color>;

    fn plies(&self) -> usize;

    /// Searched positions.
    fn positions(&self) -> usize;
}

/// Whether `game` belongs to the validation split, as one game in `one_in` does. This depends only on the
/// game and `seed`, so adding games to the training never moves a game between the splits.
pub fn is_held_out(game: &dyn Display, one_in: u64, seed: u64) -> bool {
    // FNV-1a, then the high bits of a product, which depend on all bits of the hash.
    let hash = game.to_string().bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(one_in)
}

/// The error that nothing is left to learn from after one game in `one_in` is held out: the initial weights would pass
/// for learned ones.
pub fn too_few_games(one_in: u64) -> io::Error {
    let message =
        format!("too few games to learn from (one in {one_in} is held out for validation)");
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Named(String);

    impl Display for Named {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(&self.0)
        }
    }

    #[test]
    fn the_validation_split_has_its_share_and_depends_on_the_seed() {
        let held_out = |seed: u64| -> Vec<bool> {
            let games = (0..4000).map(|i| Named(format!("game {i}")));
            games.map(|game| is_held_out(&game, 20, seed)).collect()
        };
        let (one, two) = (held_out(1), held_out(2));
        let count = one.iter().filter(|&&held| held).count();
        assert!((140..260).contains(&count), "{count}");
        assert!(one.iter().zip(&two).filter(|(a, b)| **a && **b).count() < 40);
        assert_eq!(held_out(1), one);
    }
}
