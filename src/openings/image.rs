//! Symmetric images: openings rotated or mirrored.
//!
//! Invariant: the image of a legal game is legal, and its positions have the same value. A square board has
//! eight symmetries, any other rectangle four; in Othello, four of the eight keep the start position.

use crate::color::Color;
use crate::coord::Move;
use crate::game::{Position, Variant};
use crate::symmetry::Symmetry;

/// Number of images of an opening of `variant`, itself included.
pub fn count(variant: Variant) -> usize {
    Symmetry::all(variant).len()
}

/// Image number `index` of `moves`, modulo [`count`]; 0 is the identity.
pub fn image(moves: &[Move], variant: Variant, index: usize) -> Vec<Move> {
    let all = Symmetry::all(variant);
    let symmetry = all[index % all.len()];
    let size = variant.size();
    let image = |mv: &Move| match *mv {
        Move::Place(point) => Move::Place(symmetry.apply(point, size)),
        Move::Pass => Move::Pass,
    };
    moves.iter().map(image).collect()
}

/// A key that is equal for images of one position: the side to move, and the stones of the smallest image.
pub(super) fn key(position: &Position, variant: Variant) -> Vec<u8> {
    let size = variant.size();
    let stones = |symmetry: &Symmetry| {
        let mut cells = vec![0; size.area() + 1];
        cells[size.area()] = code(Some(position.side_to_move()));
        for point in size.points() {
            let image = symmetry.apply(point, size);
            let index = usize::from(image.y()) * usize::from(size.width()) + usize::from(image.x());
            cells[index] = code(position.stone(point));
        }
        cells
    };
    Symmetry::all(variant).iter().map(stones).min().expect("there is the identity")
}

const fn code(stone: Option<Color>) -> u8 {
    match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Point, Size};
    use crate::formats::game::tests::random_game;
    use crate::gomoku::rules::rule::Rule;
    use proptest::prelude::*;

    fn gomoku(rule: Rule, width: u8, height: u8) -> Variant {
        Variant::Gomoku { rule, size: Size::new(width, height).unwrap() }
    }

    fn variants() -> [Variant; 4] {
        [
            gomoku(Rule::Renju, 15, 15),
            gomoku(Rule::Freestyle, 20, 15),
            gomoku(Rule::Caro, 6, 6),
            Variant::Othello,
        ]
    }

    fn points(variant: Variant) -> Vec<Move> {
        variant.size().points().map(Move::Place).collect()
    }

    #[test]
    fn the_numbers_are_right_and_the_first_is_the_identity() {
        assert_eq!(variants().map(count), [8, 4, 8, 4]);
        for variant in variants() {
            let moves = points(variant);
            assert_eq!(image(&moves, variant, 0), moves);
            assert_eq!(image(&moves, variant, count(variant) + 1), image(&moves, variant, 1));
            assert_eq!(image(&[Move::Pass], variant, 1), [Move::Pass]);
        }
    }

    #[test]
    fn images_are_different_and_images_of_images_are_images() {
        for variant in variants() {
            let all: Vec<_> =
                (0..count(variant)).map(|i| image(&points(variant), variant, i)).collect();
            for (i, first) in all.iter().enumerate() {
                assert!(!all[..i].contains(first));
                for second in 0..all.len() {
                    assert!(all.contains(&image(first, variant, second)));
                }
            }
        }
    }

    #[test]
    fn a_point_off_the_board_stays_off_it() {
        let off = [Move::Place(Point::new(21, 21).unwrap())];
        for variant in variants() {
            assert_eq!(image(&off, variant, 1), off);
        }
    }

    proptest! {
        #[test]
        fn images_of_legal_games_are_legal_and_the_same_to_the_key(
            seed: u64, plies in 1..40usize, which in 0..4usize,
        ) {
            let variant = variants()[which];
            let game = random_game(variant, seed, plies, None);
            let moves: Vec<Move> = game.moves.iter().map(|timed| timed.mv).collect();
            let mut keys = Vec::new();
            for index in 0..count(variant) {
                let mut position = variant.start().unwrap();
                for mv in image(&moves, variant, index) {
                    prop_assert_eq!(position.play(mv), Ok(()));
                }
                keys.push(key(&position, variant));
            }
            prop_assert!(keys.iter().all(|key| *key == keys[0]));
            let mut shorter = variant.start().unwrap();
            moves[..moves.len() - 1].iter().for_each(|&mv| shorter.play(mv).unwrap());
            prop_assert!(key(&shorter, variant) != keys[0]);
        }
    }
}
