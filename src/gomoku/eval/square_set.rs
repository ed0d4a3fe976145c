//! Sets of points of a board: bitboards with one bit per cell of the padded field; and the neighbourhood of
//! the stones, from which the search takes its candidate moves.
//!
//! Only the rows that a board can use are stored, two to a word. Iteration runs row by row from the top,
//! so results never depend on the order of insertion.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::gomoku::rules::grid::{STRIDE, Square};

/// Words before the first one that a board can use: rows 0 to 3 are always walls.
const FIRST_WORD: usize = 2;
/// Words in use: rows 4 to 27.
const WORDS: usize = 12;

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet {
    words: [u64; WORDS],
}

impl SquareSet {
    pub const EMPTY: SquareSet = SquareSet { words: [0; WORDS] };

    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.words[word(square)] |= bit(square);
    }

    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.words[word(square)] &= !bit(square);
    }

    /// Adds `square`, or removes it if present.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        self.words[word(square)] ^= bit(square);
    }

    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words[word(square)] & bit(square) != 0
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The topmost point, the leftmost one of its row.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The points, row by row.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.words, index: 0 }
    }

    /// The points that are also in `rows`, a whole padded field with two rows to a word.
    #[inline]
    pub(super) fn and_rows(&self, rows: &[u64; STRIDE / 2]) -> SquareSet {
        let mut set = *self;
        set.words.iter_mut().zip(&rows[FIRST_WORD..]).for_each(|(a, b)| *a &= b);
        set
    }
}

#[inline]
fn word(square: Square) -> usize {
    square.index() / 64 - FIRST_WORD
}

#[inline]
fn bit(square: Square) -> u64 {
    1 << (square.index() % 64)
}

/// Iterator over a [`SquareSet`].
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    index: usize,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.index < WORDS {
            let word = &mut self.words[self.index];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Square::from_index((self.index + FIRST_WORD) * 64 + bit));
            }
            self.index += 1;
        }
        None
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(mut self, other: SquareSet) -> SquareSet {
        self &= other;
        self
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: SquareSet) {
        self.words.iter_mut().zip(other.words).for_each(|(a, b)| *a &= b);
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self |= other;
        self
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.words.iter_mut().zip(other.words).for_each(|(a, b)| *a |= b);
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet { words: self.words.map(|word| !word) }
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// Columns of the 5x5 square around a stone; bit 0 is two columns to its left. Adding the third cell on each line lost
/// 33 Elo in self-play at equal nodes.
const COLUMNS: u64 = 0b11111;
const REACH: usize = 2;

/// The cells near a stone, walls included, two rows of the padded field to a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Neighborhood {
    words: [u64; STRIDE / 2],
}

impl Neighborhood {
    pub const EMPTY: Neighborhood = Neighborhood { words: [0; STRIDE / 2] };

    /// Adds the neighbourhood of `square`. Returns the overwritten words for [`Neighborhood::restore`].
    #[inline]
    pub fn add(&mut self, square: Square) -> [u64; 3] {
        let (x, y) = (square.index() % STRIDE, square.index() / STRIDE);
        let row = COLUMNS << (x - REACH);
        let both = row | row << STRIDE;
        let [first, last] = if y % 2 == 0 { [both, row] } else { [row << STRIDE, both] };
        let words = self.around(square);
        let before = *words;
        words[0] |= first;
        words[1] |= both;
        words[2] |= last;
        before
    }

    /// Undoes the last [`Neighborhood::add`], which was for `square` and returned `before`.
    #[inline]
    pub fn restore(&mut self, square: Square, before: [u64; 3]) {
        *self.around(square) = before;
    }

    /// The members of `set` that are near a stone.
    #[inline]
    pub fn among(&self, set: &SquareSet) -> SquareSet {
        set.and_rows(&self.words)
    }

    /// The words of the five rows around `square`.
    #[inline]
    fn around(&mut self, square: Square) -> &mut [u64; 3] {
        let first = square.index() / STRIDE / 2 - 1;
        (&mut self.words[first..first + 3]).try_into().expect("the length is three")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{MAX_SIDE, Size};

    #[test]
    fn every_point_of_the_largest_board_is_its_own_bit() {
        let squares: Vec<Square> =
            Size::new(MAX_SIDE, MAX_SIDE).unwrap().points().map(Square::of).collect();
        let mut set = SquareSet::EMPTY;
        for (i, &square) in squares.iter().enumerate() {
            assert!(!set.contains(square));
            set.insert(square);
            assert_eq!(set.len(), i + 1);
        }
        assert!(set.iter().eq(squares.iter().copied()));
        squares.iter().for_each(|&square| set.remove(square));
        assert!(set.is_empty() && set.first().is_none());
    }

    #[test]
    fn near_is_at_most_two_columns_and_two_rows_away() {
        let squares: Vec<Square> =
            Size::new(MAX_SIDE, MAX_SIDE).unwrap().points().map(Square::of).collect();
        let all: SquareSet = squares.iter().copied().collect();
        let place = |square: Square| (square.index() % STRIDE, square.index() / STRIDE);
        for &stone in &squares {
            let mut near = Neighborhood::EMPTY;
            let before = near.add(stone);
            let (x, y) = place(stone);
            let is_near = |&square: &Square| {
                let (other_x, other_y) = place(square);
                x.abs_diff(other_x) <= 2 && y.abs_diff(other_y) <= 2
            };
            assert_eq!(near.among(&all), squares.iter().copied().filter(is_near).collect());
            near.restore(stone, before);
            assert_eq!(near, Neighborhood::EMPTY);
        }
    }
}
