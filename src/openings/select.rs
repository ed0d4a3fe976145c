//! The opening of each pair of games.
//!
//! In one round every opening occurs once, all in the same image; the next round has the next image, so
//! nothing repeats before everything has been played. A pure function of its parameters: an interrupted
//! match resumes with the same openings.

use fastrand::Rng;

/// The order of the openings in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningOrder {
    /// The order of the book.
    Sequential,
    /// Shuffled, differently for every image.
    Random,
}

/// A selection of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    book_len: usize,
    images: usize,
    /// Index of the first opening in its round, below `book_len`.
    start: usize,
    /// The order of each round; empty for that of the book.
    shuffled: Vec<Vec<usize>>,
}

impl Selection {
    /// A selection from `book_len` openings in `images` images each; 0 counts as 1 for both. Every round
    /// begins with opening number `start` of the order, from 0, modulo `book_len`. `seed` determines the
    /// random order, the same on every machine.
    pub fn new(
        book_len: usize,
        images: usize,
        order: OpeningOrder,
        seed: u64,
        start: usize,
    ) -> Selection {
        let (book_len, images) = (book_len.max(1), images.max(1));
        let mut random = Rng::with_seed(seed);
        let rounds = if order == OpeningOrder::Random { images } else { 0 };
        let shuffled = (0..rounds).map(|_| permutation(book_len, &mut random)).collect();
        Selection { book_len, images, start: start % book_len, shuffled }
    }

    /// The opening, by its place in the book, and the image of the `k`-th pair of an encounter,
    /// counted from 0.
    pub fn pick(&self, k: usize) -> (usize, usize) {
        let image = k / self.book_len % self.images;
        let place = (k % self.book_len + self.start) % self.book_len;
        let opening = self.shuffled.get(image).map_or(place, |order| order[place]);
        (opening, image)
    }
}

/// The numbers below `count`, shuffled with 64-bit random numbers, independent of the width of `usize`.
fn permutation(count: usize, random: &mut Rng) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        numbers.swap(last, random.u64(0..=last as u64) as usize);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn openings(selection: &Selection, pairs: std::ops::Range<usize>) -> Vec<usize> {
        pairs.map(|k| selection.pick(k).0).collect()
    }

    #[test]
    fn the_sequence_is_the_books() {
        let selection = Selection::new(3, 2, OpeningOrder::Sequential, 9, 4);
        let picks: Vec<_> = (0..7).map(|k| selection.pick(k)).collect();
        assert_eq!(picks, [(1, 0), (2, 0), (0, 0), (1, 1), (2, 1), (0, 1), (1, 0)]);
    }

    #[test]
    fn a_random_order_is_the_same_everywhere_and_new_in_every_round() {
        let selection = Selection::new(8, 2, OpeningOrder::Random, 1, 0);
        let drawn = [4, 7, 2, 0, 6, 1, 3, 5, 2, 1, 3, 7, 5, 0, 4, 6];
        assert_eq!(openings(&selection, 0..16), drawn);
        let other = Selection::new(8, 2, OpeningOrder::Random, 2, 0);
        assert_ne!(openings(&selection, 0..8), openings(&other, 0..8));
        assert_ne!(openings(&selection, 0..8), openings(&selection, 8..16));
        let later = Selection::new(8, 2, OpeningOrder::Random, 1, 3);
        assert_eq!(openings(&later, 0..5), openings(&selection, 3..8));
    }

    #[test]
    fn every_opening_has_every_place() {
        let firsts: std::collections::BTreeSet<usize> = (0..200)
            .map(|seed| Selection::new(6, 1, OpeningOrder::Random, seed, 0).pick(0).0)
            .collect();
        assert_eq!(firsts.len(), 6);
    }

    #[test]
    fn nothing_to_choose_from_is_one_opening() {
        for order in [OpeningOrder::Sequential, OpeningOrder::Random] {
            assert_eq!(Selection::new(0, 0, order, 0, 7).pick(usize::MAX), (0, 0));
        }
    }

    proptest! {
        #[test]
        fn nothing_repeats_before_everything_was_played(
            book_len in 1..30usize, images in 1..9usize, random: bool, seed: u64, start in 0..60usize,
        ) {
            let order = if random { OpeningOrder::Random } else { OpeningOrder::Sequential };
            let selection = Selection::new(book_len, images, order, seed, start);
            let all = book_len * images;
            let mut seen = std::collections::BTreeSet::new();
            for k in 0..all {
                let pick = selection.pick(k);
                prop_assert!(pick.0 < book_len && pick.1 < images);
                prop_assert!(seen.insert(pick));
                prop_assert_eq!(pick.1, k / book_len);
                prop_assert_eq!(selection.pick(k + all), pick);
            }
        }
    }
}
