//! Choosing a move from a book.

use fastrand::Rng;

use super::graph::{Book, BookMove};
use crate::coord::Move;
use crate::othello::rules::board::Board;
use crate::search::report::{Line, Score};

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
    use super::*;
    use crate::othello::book::Recipe;
    use crate::othello::rules::square::to_point;
    use std::collections::BTreeSet;

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
