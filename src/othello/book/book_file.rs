//! The file format of a book: a head like that of [number files](crate::train::number_file), then a zlib stream.
//!
//! Positions are visited depth first from the start position. An expanded position has a mark for every
//! legal successor not visited before, in the order of squares on the canonical board: not in the book, a
//! leaf, or an expanded position, whose successors follow immediately. After all marks come the values of the
//! leaves in order of visit, as little-endian 16-bit numbers. The other values follow from these.

use std::ops::RangeInclusive;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::graph::{Book, BookEntry, Recipe, successors};
use crate::othello::rules::board::Board;
use crate::train::number_file::{FormatError, read_head, read_stream, write};

/// First words of a book file.
pub const TITLE: &str = "tengen othello book";
const VERSION: &str = "1";

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

impl Book {
    /// The bytes of a book file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer =
            Writer { book: self, met: FxHashSet::default(), marks: vec![], values: vec![] };
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
        let visited = marks.len().min(MOST_RESERVED);
        let mut reader = Reader {
            book: Book::new(recipe),
            met: FxHashMap::with_capacity_and_hasher(visited, FxBuildHasher),
            marks: marks.iter().copied(),
            values: values.collect::<Vec<_>>().into_iter(),
        };
        reader.take(Board::START)?;
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
    /// Canonical positions that already have a mark.
    met: FxHashSet<Board>,
    marks: Vec<u8>,
    values: Vec<i16>,
}

impl Writer<'_> {
    fn put(&mut self, board: Board) {
        let board = board.canonical();
        if !self.met.insert(board) {
            return;
        }
        match self.book.value(board) {
            None => self.marks.push(ABSENT),
            Some(_) if self.book.has_moves(board) => {
                self.marks.push(EXPANDED);
                successors(board).for_each(|(_, after)| self.put(after));
            }
            Some(value) => {
                self.marks.push(LEAF);
                let limited = value.clamp(i16::MIN.into(), i16::MAX.into());
                self.values.push(limited as i16);
            }
        }
    }
}

struct Reader<M, V> {
    book: Book,
    /// The canonical positions that had a mark, with their values if they are in the book.
    met: FxHashMap<Board, Option<i32>>,
    marks: M,
    values: V,
}

impl<M: Iterator<Item = u8>, V: Iterator<Item = i16>> Reader<M, V> {
    /// Reads `board` and its successors from the marks, unless it was visited before, and returns its value for the
    /// side to move if it is in the book. The recursion ends because games do.
    fn take(&mut self, board: Board) -> Result<Option<i32>, FormatError> {
        let board = board.canonical();
        if let Some(&value) = self.met.get(&board) {
            return Ok(value);
        }
        let entry = match self.marks.next() {
            Some(ABSENT) => None,
            Some(LEAF) => {
                let value = self.values.next().ok_or(FormatError::Damaged)?;
                Some(BookEntry { value: value.into(), is_expanded: false })
            }
            Some(EXPANDED) => {
                let value = -self.take_successors(board)?;
                Some(BookEntry { value, is_expanded: true })
            }
            _ => return Err(FormatError::Damaged),
        };
        if let Some(entry) = entry {
            self.book.insert(board, entry);
        }
        let value = entry.map(|entry| entry.value);
        self.met.insert(board, value);
        Ok(value)
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
        let one = "depth 1 margin 2 leaves 1";
        assert_eq!(read(one, &[EXPANDED, LEAF, 7, 0]), Ok(1));
        for (contents, raw) in [
            (one, &[EXPANDED, LEAF, 7][..]),
            (one, &[EXPANDED, 3, 7, 0]),
            (one, &[EXPANDED, LEAF, LEAF, 7, 0]),
            (one, &[EXPANDED, EXPANDED, LEAF, 7, 0]),
            (one, &[7, 0]),
            (one, &[]),
            ("depth 1 margin 2 leaves 2", &[EXPANDED, LEAF, 7, 0, 7, 0]),
            ("depth 1 margin 2 leaves 0", &[EXPANDED, ABSENT]),
            ("depth 1 margin 2 leaves 18446744073709551615", &[EXPANDED, LEAF, 7, 0]),
            ("depth 1 margin 2147483647 leaves 1", &[EXPANDED, LEAF, 7, 0]),
            ("depth 1 margin -1 leaves 1", &[EXPANDED, LEAF, 7, 0]),
            ("depth 0 margin 2 leaves 1", &[EXPANDED, LEAF, 7, 0]),
            ("depth 1 margin x leaves 1", &[EXPANDED, LEAF, 7, 0]),
            ("leaves 1", &[EXPANDED, LEAF, 7, 0]),
        ] {
            assert_eq!(read(contents, raw), Err(FormatError::Damaged), "{contents} {raw:?}");
        }
    }
}
