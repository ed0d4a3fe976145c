//! The positions of a book and their values, and the move to play.
//!
//! Symmetric images and transpositions share one position. A position is either expanded, in which case its
//! moves were searched and the good ones lead to positions of the book, or a leaf with the value of that
//! search. The value of an expanded position is that of its best move. Moves are not stored: every legal
//! move to a position of the book is a book move.

use std::sync::{Arc, OnceLock};

use fastrand::Rng;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::coord::Move;
use crate::othello::rules::board::Board;
use crate::othello::rules::square::{Squares, to_point};
use crate::search::report::{Line, Score};

/// How a book was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Depth of the search of every position, in plies.
    pub depth: u32,
    /// Largest loss of a book move compared with the best one, in 1/100 disc.
    pub margin: i32,
}

/// The data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BookEntry {
    /// For the side to move, in 1/100 disc.
    pub value: i32,
    pub is_expanded: bool,
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    pub mv: Move,
    /// Its value for the side that plays it, in 1/100 disc.
    pub value: i32,
    /// The position after it, seen from the other side.
    pub board: Board,
    /// Whether the book has moves in that position, too.
    pub goes_on: bool,
}

/// An opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    recipe: Recipe,
    /// By the canonical image.
    positions: FxHashMap<Board, BookEntry>,
    expanded: usize,
}

impl Book {
    /// A book that contains only the start position, as a leaf.
    pub fn new(recipe: Recipe) -> Book {
        let start = BookEntry { value: 0, is_expanded: false };
        let positions = [(Board::START.canonical(), start)].into_iter().collect();
        Book { recipe, positions, expanded: 0 }
    }

    /// A book to be filled by [`Book::insert`], with memory for `capacity` positions.
    pub(super) fn without_positions(recipe: Recipe, capacity: usize) -> Book {
        let positions = FxHashMap::with_capacity_and_hasher(capacity, FxBuildHasher);
        Book { recipe, positions, expanded: 0 }
    }

    /// How its positions were searched.
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Number of positions that have moves.
    pub fn len(&self) -> usize {
        self.expanded
    }

    /// Whether no position has moves.
    pub fn is_empty(&self) -> bool {
        self.expanded == 0
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.positions.len() - self.expanded
    }

    /// The value of `board` for the side to move in 1/100 disc, if the book has the position.
    pub fn value(&self, board: Board) -> Option<i32> {
        self.entry(board).map(|entry| entry.value)
    }

    /// Whether the book has moves in `board`.
    pub fn has_moves(&self, board: Board) -> bool {
        self.entry(board).is_some_and(|entry| entry.is_expanded)
    }

    /// The moves in `board`, best first, equal ones in the order of their squares; none at the edge of the book and
    /// beyond. Includes all moves that are images of each other.
    pub fn moves(&self, board: Board) -> Vec<BookMove> {
        if !self.has_moves(board) {
            return Vec::new();
        }
        let known = |(mv, board): (Move, Board)| {
            let entry = self.entry(board)?;
            Some(BookMove { mv, value: -entry.value, board, goes_on: entry.is_expanded })
        };
        let mut moves: Vec<BookMove> = successors(board).filter_map(known).collect();
        moves.sort_by_key(|book_move| -book_move.value);
        moves
    }

    /// The embedded book, read on first use.
    pub fn embedded() -> Arc<Book> {
        static EMBEDDED: OnceLock<Arc<Book>> = OnceLock::new();
        let read = || {
            let bytes = include_bytes!("book.bin");
            Arc::new(Book::from_bytes(bytes).expect("the program's own book is sound"))
        };
        EMBEDDED.get_or_init(read).clone()
    }

    /// Expands the leaf `board` with moves to these positions, given with their values for the side to move
    /// there. Positions already in the book keep their values. Call [`Book::settle`] before reading values
    /// again.
    ///
    /// Nothing changes without moves, or if `board` is not a leaf.
    pub(super) fn expand(&mut self, board: Board, moves: &[(Board, i32)]) {
        let entry = self.positions.get_mut(&board.canonical());
        let Some(entry) = entry.filter(|entry| !entry.is_expanded && !moves.is_empty()) else {
            return;
        };
        entry.is_expanded = true;
        self.expanded += 1;
        for &(after, value) in moves {
            let leaf = BookEntry { value, is_expanded: false };
            self.positions.entry(after.canonical()).or_insert(leaf);
        }
    }

    /// Inserts `board`, and returns whether it is new. If it is expanded, its successors must be inserted, too, and
    /// [`Book::settle`] called unless the value follows from theirs.
    pub(super) fn insert(&mut self, board: Board, entry: BookEntry) -> bool {
        let before = self.positions.insert(board.canonical(), entry);
        let was_expanded = before.is_some_and(|entry| entry.is_expanded);
        self.expanded += usize::from(entry.is_expanded);
        self.expanded -= usize::from(was_expanded);
        before.is_none()
    }

    /// Propagates the values of the leaves to all positions before them.
    pub(super) fn settle(&mut self) {
        for board in self.in_order().into_iter().rev() {
            let values = successors(board).filter_map(|(_, after)| self.value(after));
            if let (Some(worst), Some(entry)) = (values.min(), self.positions.get_mut(&board)) {
                entry.value = -worst;
            }
        }
    }

    /// The expanded positions, each before its successors.
    pub(super) fn in_order(&self) -> Vec<Board> {
        let expanded = self.positions.iter().filter(|(_, entry)| entry.is_expanded);
        let mut boards: Vec<Board> = expanded.map(|(&board, _)| board).collect();
        // A move adds a disc; a pass leads to a position that has a move.
        boards.sort_unstable_by_key(|board| {
            (64 - board.empty_count(), board.legal_moves() != 0, *board)
        });
        boards
    }

    /// All positions, in no particular order.
    pub(super) fn boards(&self) -> impl Iterator<Item = Board> {
        self.positions.keys().copied()
    }

    fn entry(&self, board: Board) -> Option<BookEntry> {
        self.positions.get(&board.canonical()).copied()
    }
}

/// The legal moves of `board` in the order of their squares, a forced pass among them, with the
/// positions after them; none if the game is over.
pub(super) fn successors(board: Board) -> impl Iterator<Item = (Move, Board)> {
    let places = board.legal_moves();
    let is_pass = places == 0 && board.pass().legal_moves() != 0;
    let pass = is_pass.then(|| (Move::Pass, board.pass()));
    let place = move |square| (Move::Place(to_point(square)), board.play(square));
    Squares(places).map(place).chain(pass)
}

/// Longest line reported, in plies.
const LONGEST_LINE: usize = 60;

/// How much the moves played from a book may vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// Play moves up to this much below the best, in 1/100 disc; 0 always plays the same move.
    pub tolerance: i32,
    /// Random seed.
    pub seed: u64,
}

impl Book {
    /// The move to play in `board`, and the expected line after it.
    ///
    /// Only moves to expanded positions are played, and none if the best one leads to a leaf: there, a search
    /// is as good as the book.
    pub fn choose(&self, board: Board, variety: Variety) -> Option<Line> {
        let moves = self.moves(board);
        let best = moves.first().filter(|best| best.goes_on)?;
        let is_good = |book_move: &&BookMove| {
            book_move.goes_on && book_move.value + variety.tolerance >= best.value
        };
        let good: Vec<&BookMove> = moves.iter().filter(is_good).collect();
        let at = if variety.tolerance > 0 {
            Rng::with_seed(variety.seed).usize(..good.len())
        } else {
            0
        };
        let chosen = good[at];
        let mut moves = vec![chosen.mv];
        moves.extend(self.line(chosen.board));
        Some(Line { score: Score::Discs(chosen.value), moves })
    }

    /// The best moves of both sides from `board` on, to the edge of the book.
    pub fn line(&self, mut board: Board) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(best) = self.moves(board).first()
            && moves.len() < LONGEST_LINE
        {
            moves.push(best.mv);
            board = best.board;
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::othello::book::Recipe;
    use crate::othello::rules::square::to_point;

    const RECIPE: Recipe = Recipe { depth: 4, margin: 500 };

    fn after(moves: &[u8]) -> Board {
        moves.iter().fold(Board::START, |board, &square| board.play(square))
    }

    #[test]
    fn values_come_back_from_the_edge() {
        // All first moves are symmetric. The replies: parallel, diagonal and perpendicular.
        let replies = [[19, 20], [19, 18], [19, 34]].map(|moves| after(&moves));
        let mut book = Book::new(RECIPE);
        assert!(book.is_empty() && book.moves(Board::START).is_empty());
        book.expand(Board::START, &[(after(&[19]), 30)]);
        book.expand(after(&[44]), &[(replies[0], 400), (replies[1], -20), (replies[2], 50)]);
        book.settle();
        assert_eq!((book.len(), book.leaves()), (2, 3));
        assert_eq!((book.value(Board::START), book.value(after(&[37]))), (Some(-20), Some(20)));
        let first = book.moves(Board::START);
        assert_eq!(first.len(), 4, "all images of the first move");
        assert!(first.iter().all(|book_move| book_move.goes_on && book_move.value == -20));
        let moves = book.moves(after(&[19]));
        assert_eq!(moves.iter().map(|m| m.value).collect::<Vec<_>>(), [20, -50, -400]);
        assert_eq!(moves[0].board, replies[1]);
        assert!(moves.iter().all(|book_move| !book_move.goes_on));
        assert!(book.moves(replies[0]).is_empty());
    }

    #[test]
    fn a_position_reached_in_two_ways_is_one() {
        // f5 d6 c3 d3 c4, and with c3 and c4 exchanged.
        let ways = [[37, 43, 18, 19, 26], [37, 43, 26, 19, 18]];
        let reached = after(&ways[0]);
        assert_eq!(reached, after(&ways[1]));
        let mut book = Book::new(RECIPE);
        book.expand(after(&[]), &[(after(&[37]), 0)]);
        book.expand(after(&[37]), &[(after(&[37, 43]), 0)]);
        book.expand(after(&[37, 43]), &ways.map(|way| (after(&way[..3]), 0)));
        for (way, value) in ways.iter().zip([70, 5000]) {
            book.expand(after(&way[..3]), &[(after(&way[..4]), 0)]);
            book.expand(after(&way[..4]), &[(reached, value)]);
        }
        book.settle();
        assert_eq!(book.value(reached), Some(70), "what is known stays");
        assert_eq!((book.len(), book.leaves()), (7, 1));
        for way in ways {
            let moves = book.moves(after(&way[..4]));
            assert_eq!(
                moves.iter().map(|m| (m.value, m.board)).collect::<Vec<_>>(),
                [(-70, reached)]
            );
        }
    }

    #[test]
    fn a_forced_pass_is_a_move_and_a_finished_game_has_none() {
        let blocked = Board { player: 2, opponent: 1 };
        assert_eq!(successors(blocked).collect::<Vec<_>>(), [(Move::Pass, blocked.pass())]);
        assert_eq!(successors(Board { player: 1, opponent: 0 }).count(), 0);
        assert_eq!(successors(Board::START).count(), 4);
    }

    /// After d3 the reply c3 is worth 0, e3 -100 and c5 -60, which is the edge.
    fn book() -> Book {
        let mut book = Book::new(Recipe { depth: 1, margin: 500 });
        let d3 = Board::START.play(19);
        let [c3, e3, c5] = [18, 20, 34].map(|square| d3.play(square));
        book.expand(Board::START, &[(d3, 0)]);
        book.expand(d3, &[(c3, 0), (e3, 0), (c5, 60)]);
        let next = |board: Board| board.play(board.legal_moves().trailing_zeros() as u8);
        book.expand(c3, &[(next(c3), 0)]);
        book.expand(e3, &[(next(e3), -100)]);
        book.settle();
        book
    }

    fn played(board: Board, tolerance: i32) -> BTreeSet<Option<(String, i32)>> {
        let book = book();
        let choose = |seed| book.choose(board, Variety { tolerance, seed });
        let told = |line: Line| match line.score {
            Score::Discs(value) => (line.moves[0].to_string(), value),
            other => unreachable!("{other:?}"),
        };
        (0..40).map(|seed| choose(seed).map(told)).collect()
    }

    #[test]
    fn a_move_varies_as_much_as_it_may() {
        let d3 = Board::START.play(19);
        let moves = |tolerance| -> Vec<String> {
            let told = played(d3, tolerance).into_iter().map(Option::unwrap);
            told.map(|(mv, value)| format!("{mv} {value}")).collect()
        };
        assert_eq!(moves(0), ["c3 0"]);
        assert_eq!(moves(99), ["c3 0"]);
        assert_eq!(moves(100), ["c3 0", "e3 -100"]);
        assert_eq!(played(Board::START, 0).len(), 1);
        assert_eq!(played(Board::START, 1).len(), 4, "all images");
    }

    #[test]
    fn at_the_edge_and_beyond_nothing_is_played() {
        let d3 = Board::START.play(19);
        let nothing = BTreeSet::from([None]);
        assert_eq!(played(d3.play(18), 1000), nothing, "only a leaf follows");
        assert_eq!(played(d3.play(34), 0), nothing);
        assert_eq!(played(d3.play(18).pass(), 0), nothing);
    }

    #[test]
    fn the_line_follows_the_best_moves_to_the_edge() {
        let line = book().choose(Board::START, Variety { tolerance: 0, seed: 0 }).unwrap();
        assert_eq!(line.moves[..2], [19, 18].map(|square| Move::Place(to_point(square))));
        assert_eq!(line.moves.len(), 3);
        assert_eq!(line.score, Score::Discs(0));
    }
}
