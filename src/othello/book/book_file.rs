//! The file format of a book: a head like that of [number files](crate::train::number_file), then a zlib stream.
//!
//! Positions are visited depth first from the start position. An expanded position has a mark for every
//! legal successor, in the order of squares on the canonical board: not in the book, visited before, a leaf, or an
//! expanded position, whose successors follow immediately. After all marks come the values of the leaves in order
//! of visit, as little-endian 16-bit numbers. The other values follow from these.
//!
//! Most successors are not in the book, so a reader need not look them up.

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::graph::{Book, BookEntry, Recipe, successors};
use crate::othello::rules::board::Board;
use crate::train::number_file::{FormatError, read_head, read_stream, write};

/// First words of a book file.
pub const TITLE: &str = "tengen othello book";
const VERSION: &str = "2";

/// Maximum size of a decompressed book in bytes: some ten million positions.
const LARGEST: usize = 64 << 20;

/// Most positions for which memory is taken before they are read.
const MOST_RESERVED: usize = 1 << 20;

/// Valid depths and margins of a book: no game is longer, and no two values are farther apart.
const DEPTHS: RangeInclusive<u32> = 1..=60;
const MARGINS: RangeInclusive<i32> = 0..=12_800;

/// Marks of successors.
const ABSENT: u8 = 0;
const LEAF: u8 = 1;
const EXPANDED: u8 = 2;
const VISITED: u8 = 3;

impl Book {
    /// The bytes of a book file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer =
            Writer { book: self, visited: FxHashSet::default(), marks: vec![], values: vec![] };
        writer.put(Board::START);
        let Recipe { depth, margin } = self.recipe();
        let values: Vec<u8> = writer.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let contents = format!("depth {depth} margin {margin} leaves {}", writer.values.len());
        write(TITLE, VERSION, &contents, &[writer.marks, values].concat())
    }

    /// Reads a book file.
    ///
    /// # Errors
    /// `bytes` are not a valid book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, FormatError> {
        let (contents, stream) = read_head(bytes, TITLE, VERSION)?;
        let (recipe, leaves) = read_contents(&contents).ok_or(FormatError::Damaged)?;
        let raw = read_stream(stream, LARGEST)?;
        let marks = leaves.checked_mul(2).and_then(|bytes| raw.len().checked_sub(bytes));
        let (marks, values) = raw.split_at(marks.ok_or(FormatError::Damaged)?);
        let values = values.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let entries = marks.iter().filter(|&&mark| mark == LEAF || mark == EXPANDED).count();
        let mut reader = Reader {
            book: Book::without_positions(recipe, entries.min(MOST_RESERVED)),
            marks: marks.iter().copied(),
            values: values.collect::<Vec<_>>().into_iter(),
        };
        if reader.take(Board::START)?.is_none() {
            return Err(FormatError::Damaged);
        }
        let is_whole = reader.marks.next().is_none() && reader.values.next().is_none();
        if is_whole { Ok(reader.book) } else { Err(FormatError::Damaged) }
    }
}

/// Reads `depth 12 margin 400 leaves 999`.
fn read_contents(text: &str) -> Option<(Recipe, usize)> {
    let words: Vec<&str> = text.split(' ').collect();
    let ["depth", depth, "margin", margin, "leaves", leaves] = words[..] else { return None };
    let recipe = Recipe { depth: depth.parse().ok()?, margin: margin.parse().ok()? };
    let is_possible = DEPTHS.contains(&recipe.depth) && MARGINS.contains(&recipe.margin);
    is_possible.then_some((recipe, leaves.parse().ok()?))
}

struct Writer<'a> {
    book: &'a Book,
    /// Canonical positions visited so far, all of them in the book.
    visited: FxHashSet<Board>,
    marks: Vec<u8>,
    values: Vec<i16>,
}

impl Writer<'_> {
    fn put(&mut self, board: Board) {
        let board = board.canonical();
        let Some(value) = self.book.value(board) else {
            self.marks.push(ABSENT);
            return;
        };
        if !self.visited.insert(board) {
            self.marks.push(VISITED);
        } else if self.book.has_moves(board) {
            self.marks.push(EXPANDED);
            successors(board).for_each(|(_, after)| self.put(after));
        } else {
            self.marks.push(LEAF);
            let limited = value.clamp(i16::MIN.into(), i16::MAX.into());
            self.values.push(limited as i16);
        }
    }
}

struct Reader<M, V> {
    book: Book,
    marks: M,
    values: V,
}

impl<M: Iterator<Item = u8>, V: Iterator<Item = i16>> Reader<M, V> {
    /// Reads `board` and its successors from the marks, and returns its value for the side to move if it is in the
    /// book. The recursion ends because games do.
    fn take(&mut self, board: Board) -> Result<Option<i32>, FormatError> {
        let (value, is_expanded) = match self.marks.next() {
            Some(ABSENT) => return Ok(None),
            Some(VISITED) => return self.book.value(board).ok_or(FormatError::Damaged).map(Some),
            Some(LEAF) => (self.values.next().ok_or(FormatError::Damaged)?.into(), false),
            Some(EXPANDED) => (-self.take_successors(board.canonical())?, true),
            _ => return Err(FormatError::Damaged),
        };
        if !self.book.insert(board, BookEntry { value, is_expanded }) {
            return Err(FormatError::Damaged);
        }
        Ok(Some(value))
    }

    /// Reads the successors of an expanded position, and returns the value of the best move, for the opponent. One of
    /// them must be in the book.
    fn take_successors(&mut self, board: Board) -> Result<i32, FormatError> {
        let mut least: Option<i32> = None;
        for (_, after) in successors(board) {
            if let Some(value) = self.take(after)? {
                least = Some(least.map_or(value, |least| least.min(value)));
            }
        }
        least.ok_or(FormatError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::book::grow::{GrowthPlan, grow};
    use crate::othello::eval::weights::Weights;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn grown(positions: usize) -> Book {
        let mut book = Book::new(Recipe { depth: 1, margin: 400 });
        let plan = GrowthPlan { positions, threads: 1 };
        let (weights, never) = (Arc::new(Weights::seed()), AtomicBool::new(false));
        grow(&mut book, plan, &weights, &never, &mut |_| Ok(())).unwrap();
        book
    }

    #[test]
    fn a_book_comes_back_as_it_went_out() {
        for positions in [0, 1, 300] {
            let book = grown(positions);
            assert_eq!(book.len(), positions);
            let bytes = book.to_bytes();
            assert!(Book::from_bytes(&bytes) == Ok(book), "{positions}");
            assert!(bytes.len() < 100 + 6 * positions, "{} bytes", bytes.len());
        }
    }

    #[test]
    fn what_is_no_book_is_refused_with_the_reason() {
        let refused = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err().to_string();
        let book = grown(20);
        let good = book.to_bytes();
        assert!(refused(b"").contains("not a file of tengen othello book"));
        assert!(refused(&Weights::seed().to_bytes()).contains("not a file of"));
        for cut in 0..good.len() {
            refused(&good[..cut]);
        }
        let followed = [&good[..], b"more"].concat();
        assert_eq!(refused(&followed), "too long: 4 bytes after the numbers");
        let line_ends = good.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let head = line_ends.map(|(at, _)| at).nth(1).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            // A changed byte in the head may be another valid depth or margin, and some bits at the end of the stream
            // mean nothing.
            let is_another = Book::from_bytes(&bad).is_ok_and(|read| read != book);
            assert!(at < head || !is_another, "byte {at}");
        }
    }

    #[test]
    fn marks_that_make_no_book_are_refused() {
        let read = |contents: &str, raw: &[u8]| {
            Book::from_bytes(&write(TITLE, VERSION, contents, raw)).map(|book| book.len())
        };
        // The four first moves are images of each other.
        let one = "depth 1 margin 2 leaves 1";
        let good = [EXPANDED, LEAF, VISITED, VISITED, VISITED, 7, 0];
        assert_eq!(read(one, &good), Ok(1));
        for contents in [
            "depth 1 margin 2 leaves 2",
            "depth 1 margin 2 leaves 0",
            "depth 1 margin 2 leaves 18446744073709551615",
            "depth 1 margin 2147483647 leaves 1",
            "depth 1 margin -1 leaves 1",
            "depth 0 margin 2 leaves 1",
            "depth 1 margin x leaves 1",
            "leaves 1",
        ] {
            assert_eq!(read(contents, &good), Err(FormatError::Damaged), "{contents}");
        }
        let two = "depth 1 margin 2 leaves 2";
        for (contents, raw) in [
            (one, &[EXPANDED, LEAF, VISITED, VISITED, VISITED, 7][..]),
            (one, &[EXPANDED, LEAF, VISITED, VISITED, VISITED, ABSENT, 7, 0]),
            (one, &[EXPANDED, LEAF, VISITED, VISITED, 7, 0]),
            (one, &[EXPANDED, VISITED, LEAF, VISITED, VISITED, 7, 0]),
            (one, &[EXPANDED, EXPANDED, VISITED, VISITED, VISITED, 7, 0]),
            (one, &[EXPANDED, LEAF, 4, VISITED, VISITED, 7, 0]),
            (two, &[EXPANDED, LEAF, LEAF, VISITED, VISITED, 7, 0, 7, 0]),
            ("depth 1 margin 2 leaves 0", &[EXPANDED, ABSENT, ABSENT, ABSENT, ABSENT]),
            ("depth 1 margin 2 leaves 0", &[ABSENT]),
            ("depth 1 margin 2 leaves 0", &[VISITED]),
            (one, &[7, 0]),
            (one, &[]),
        ] {
            assert_eq!(read(contents, raw), Err(FormatError::Damaged), "{contents} {raw:?}");
        }
    }
}
