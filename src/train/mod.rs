//! What the training of both games shares: self-play on several threads, gradient descent, and files of
//! numbers.

pub mod descent;
pub mod number_file;
pub mod produce;
pub mod spsa;

use std::fmt::Display;

use crate::color::Color;

/// A finished game of self-play; displayed as one line of text.
pub trait Record: Display + Send {
    /// The winner; `None` for a draw.
    fn winner(&self) -> Option<Color>;

    fn plies(&self) -> usize;
}

/// Whether `game` belongs to the validation split, as one game in `one_in` does. This depends only on the
/// game and `seed`, so adding games to the training never moves a game between the splits.
pub fn is_held_out(game: &dyn Record, one_in: u64, seed: u64) -> bool {
    // FNV-1a, then the high bits of a product, which depend on all bits of the hash.
    let hash = game.to_string().bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(one_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Named(String);

    impl Display for Named {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(&self.0)
        }
    }

    impl Record for Named {
        fn winner(&self) -> Option<Color> {
            None
        }

        fn plies(&self) -> usize {
            0
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
