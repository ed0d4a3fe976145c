//! What learning from self-play is for either game: many games played on several threads, and
//! parameters fitted to samples of them.

pub mod descent;
pub mod number_file;
pub mod produce;

use std::fmt::Display;

use crate::color::Color;

/// A finished game of self-play, which is one line of text.
pub trait Record: Display + Send {
    /// Who won; nobody if it is drawn.
    fn winner(&self) -> Option<Color>;

    /// Its length in moves.
    fn plies(&self) -> usize;
}

/// Whether a game is held out to validate by, one of `one_in` being so. It depends on the game and on
/// `seed` alone, so that whatever else is learned from, nothing is validated by what was learned
/// before.
pub fn is_held_out(game: &dyn Record, one_in: u64, seed: u64) -> bool {
    // FNV-1a, then the high bits of a product, on which all of them count.
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
    fn one_game_in_so_many_is_held_out_and_other_seeds_hold_out_others() {
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
