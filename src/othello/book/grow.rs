//! Book growth: which position to expand next, and how it is searched.
//!
//! Drop-out expansion (T. Lincke), best first. The cost of a leaf is the sum, along the path to it, of a
//! charge per ply and of the loss of each move compared with the best one; the cheapest leaf is next. One
//! side is assumed to use the book and play its best moves, while the other may play anything. So the cost is
//! computed with either side as the user, whose own losses count `OWN_LOSS` times, and the lower cost counts.
//!
//! Positions are searched in batches; the costs are updated after each. The positions of a book depend only
//! on the recipe and their number, not on threads or interruptions: an interrupted batch is searched again.
//! Only a book first planned smaller may differ, because its last batch was cut to size.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use super::graph::{Book, Recipe, successors};
use crate::color::Color;
use crate::coord::Move;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::othello::rules::game::Game;
use crate::othello::search::Searcher;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::Request;
use crate::train::produce::produce;

/// The cost of a ply, in 1/100 disc: a loss of this size shortens a line by one ply.
const PLY: i32 = 25;
/// Weight of the losses of the side that uses the book.
const OWN_LOSS: i32 = 4;
/// Positions per batch.
const BATCH: usize = 64;
/// The searches that select the moves for the full search: their depth, and how far a move's loss may exceed the margin,
/// in 1/100 disc.
const SURVEYS: [(u32, i32); 2] = [(6, 200), (14, 100)];
/// Size of the transposition table in bytes. It is cleared before every position, so it must be small.
const TABLE_BYTES: usize = 16 << 20;

/// How far to grow a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthPlan {
    /// Target number of expanded positions.
    pub positions: usize,
    /// Threads.
    pub threads: usize,
}

/// Grows `book` with searches that use `weights` until it has the planned size, no leaf is left to expand,
/// or `interrupt` is set, which discards the current batch. `watch` receives the book after every batch.
///
/// # Errors
/// Errors of `watch`, or a thread that cannot be started.
pub fn grow(
    book: &mut Book,
    plan: GrowthPlan,
    weights: &Arc<Weights>,
    interrupt: &AtomicBool,
    watch: &mut dyn FnMut(&Book) -> io::Result<()>,
) -> io::Result<()> {
    while book.len() < plan.positions {
        let batch = next_batch(book, BATCH.min(plan.positions - book.len()));
        if batch.is_empty() {
            break;
        }
        let (batch, so_far) = (&batch, &*book);
        let player = || {
            let mut searcher = Searcher::with_weights(TABLE_BYTES, weights.clone());
            move |index: u64| {
                let board = batch[index as usize];
                (board, moves_of(&mut searcher, so_far, board))
            }
        };
        let mut searched = Vec::new();
        produce(&player, 0..batch.len() as u64, plan.threads, &mut |found| {
            searched.push(found);
            if interrupt.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if searched.len() < batch.len() {
            break;
        }
        for (board, moves) in searched {
            book.expand(board, &moves);
        }
        book.settle();
        watch(book)?;
    }
    Ok(())
}

/// The `count` cheapest leaves, or as many as there are.
fn next_batch(book: &Book, count: usize) -> Vec<Board> {
    let mut leaves: Vec<(i32, Board)> = costs(book)
        .into_iter()
        .filter(|(board, _)| !book.has_moves(*board) && !board.is_over())
        .map(|(board, cost)| (cost.for_mover.min(cost.for_other), board))
        .collect();
    leaves.sort_unstable();
    leaves.truncate(count);
    leaves.into_iter().map(|(_, board)| board).collect()
}

/// The cost of reaching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cost {
    /// The cost if the side to move uses the book.
    for_mover: i32,
    /// The cost if the other side does.
    for_other: i32,
}

/// The costs of all positions, by canonical image.
fn costs(book: &Book) -> FxHashMap<Board, Cost> {
    let mut costs = FxHashMap::default();
    costs.insert(Board::START.canonical(), Cost { for_mover: 0, for_other: 0 });
    for board in book.in_order() {
        let (Some(&here), Some(best)) = (costs.get(&board), book.value(board)) else { continue };
        for (_, after) in successors(board) {
            let Some(value) = book.value(after) else { continue };
            let loss = best + value;
            let cost = Cost {
                for_mover: here.for_other + PLY + loss,
                for_other: here.for_mover + PLY + OWN_LOSS * loss,
            };
            let known = costs.entry(after.canonical()).or_insert(cost);
            known.for_mover = known.for_mover.min(cost.for_mover);
            known.for_other = known.for_other.min(cost.for_other);
        }
    }
    costs
}

/// The positions after the good moves of `board`, with their values for the side to move there: those that they have in
/// `book`, or else those of a search.
fn moves_of(searcher: &mut Searcher, book: &Book, board: Board) -> Vec<(Board, i32)> {
    let Recipe { depth, margin } = book.recipe();
    searcher.clear();
    let mut candidates: Vec<(Move, Board)> = successors(board).collect();
    for (plies, slack) in SURVEYS.into_iter().filter(|&(plies, _)| plies < depth) {
        let lines = best_moves(searcher, board, plies, candidates.len());
        let worst = lines[0].1 - margin - slack;
        let is_good = |mv| lines.iter().any(|&(other, value)| other == mv && value >= worst);
        // A deeper search may prefer moves that a shallower one left out.
        candidates = successors(board).filter(|&(mv, _)| is_good(mv)).collect();
    }
    let mut value_of = |after: Board| match book.value(after) {
        Some(value) => value,
        None if after.is_over() => 100 * after.final_score(),
        None => best_moves(searcher, after, (depth - 1).max(1), 1)[0].1,
    };
    let mut moves: Vec<(Board, i32)> =
        candidates.into_iter().map(|(_, after)| (after, value_of(after))).collect();
    let best = moves.iter().map(|&(_, value)| value).min();
    moves.retain(|&(_, value)| best.is_some_and(|best| value <= best + margin));
    moves
}

/// The best `count` moves of `board`, which must have one, found at `depth`, with their values in 1/100 disc.
fn best_moves(searcher: &mut Searcher, board: Board, depth: u32, count: usize) -> Vec<(Move, i32)> {
    let game = Game::from_board(board, Color::Black);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { limits, lines: count, is_analysis: true };
    let found = searcher.search(&game, &request, &Control::unlimited(), &mut |_| ());
    let lines = found.lines.iter();
    lines.map(|line| (line.moves[0], line.score.disc_hundredths())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::book::graph::BookEntry;

    const RECIPE: Recipe = Recipe { depth: 2, margin: 300 };

    fn grown(mut book: Book, positions: usize, threads: usize) -> Book {
        grow_until(&mut book, GrowthPlan { positions, threads }, usize::MAX);
        book
    }

    /// Grows `book` as planned, but is interrupted once it has `most` positions.
    fn grow_until(book: &mut Book, plan: GrowthPlan, most: usize) {
        let weights = Arc::new(Weights::seed());
        let interrupt = AtomicBool::new(false);
        let mut watch = |book: &Book| {
            interrupt.store(book.len() >= most, Relaxed);
            Ok(())
        };
        grow(book, plan, &weights, &interrupt, &mut watch).unwrap();
    }

    #[test]
    fn threads_and_interruptions_change_nothing() {
        let plan = GrowthPlan { positions: 200, threads: 1 };
        let whole = grown(Book::new(RECIPE), 200, 1);
        assert_eq!(whole.len(), 200);
        assert!(whole.leaves() > 200);
        assert!(grown(Book::new(RECIPE), 200, 3) == whole);
        let mut part = Book::new(RECIPE);
        grow_until(&mut part, plan, 20);
        assert!((20..20 + BATCH).contains(&part.len()), "{}", part.len());
        let before = part.clone();
        grow_until(&mut part, plan, 0);
        assert_eq!(part.len(), before.len() + BATCH, "it was told after a batch");
        assert!(grown(part, 200, 2) == whole);
    }

    #[test]
    fn an_unfinished_batch_leaves_no_trace() {
        let mut book = grown(Book::new(RECIPE), 20, 1);
        let before = book.clone();
        let (weights, now) = (Arc::new(Weights::seed()), AtomicBool::new(true));
        let plan = GrowthPlan { positions: 80, threads: 1 };
        grow(&mut book, plan, &weights, &now, &mut |_| Ok(())).unwrap();
        assert!(book == before);
    }

    #[test]
    fn every_move_of_a_book_is_within_the_margin_of_a_search() {
        let book = grown(Book::new(RECIPE), 40, 1);
        let mut searcher = Searcher::with_weights(1 << 20, Arc::new(Weights::seed()));
        let nothing = Book::new(RECIPE);
        for board in book.in_order() {
            let good = moves_of(&mut searcher, &nothing, board);
            assert!(!good.is_empty());
            assert!(good.iter().all(|&(after, _)| book.value(after).is_some()));
            let best = good.iter().map(|&(_, value)| value).min().unwrap();
            assert!(good.iter().all(|&(_, value)| value <= best + RECIPE.margin));
        }
    }

    #[test]
    fn a_deeper_survey_may_prefer_a_move_that_a_shallower_one_left_out() {
        let board = Board { player: 0x2131_203c_1804, opponent: 0x160e_1e03_0400 };
        let book = Book::new(Recipe { depth: 15, margin: 400 });
        let mut searcher = Searcher::new(TABLE_BYTES);
        assert!(!moves_of(&mut searcher, &book, board).is_empty());
    }

    #[test]
    fn a_move_to_a_position_of_the_book_has_its_value() {
        let (d3, c3) = (Board::START.play(19), Board::START.play(19).play(18));
        let mut book = Book::new(RECIPE);
        book.expand(Board::START, &[(d3, 0)]);
        let mut searcher = Searcher::with_weights(1 << 20, Arc::new(Weights::seed()));
        let searched = moves_of(&mut searcher, &book, d3);
        let value = |moves: &[(Board, i32)]| {
            moves.iter().find(|&&(after, _)| after == c3).map(|&(_, value)| value)
        };
        assert!(value(&searched).is_some_and(|value| value != -77));
        book.insert(c3, BookEntry { value: -77, is_expanded: false });
        assert_eq!(value(&moves_of(&mut searcher, &book, d3)), Some(-77));
    }

    #[test]
    fn good_lines_are_longer_than_bad_ones() {
        let book = grown(Book::new(RECIPE), 10 * BATCH, 1);
        // The length of the best line; if `worst`, its second move is the worst one.
        let length = |worst: bool| {
            let (mut board, mut plies) = (Board::START, 0);
            loop {
                let moves = book.moves(board);
                let next = if worst && plies == 1 { moves.last() } else { moves.first() };
                let Some(next) = next else { return plies };
                (board, plies) = (next.board, plies + 1);
            }
        };
        assert!(length(false) > length(true), "{} {}", length(false), length(true));
        assert!(length(false) >= 6);
    }

    #[test]
    fn the_cost_of_a_leaf_is_that_of_its_cheapest_way() {
        let mut book = Book::new(RECIPE);
        let first = Board::START.play(19);
        book.expand(Board::START, &[(first, 0)]);
        book.expand(first, &[(first.play(18), 100), (first.play(20), 250)]);
        book.settle();
        let costs = costs(&book);
        let cost = |board: Board| costs[&board.canonical()];
        let plies = 2 * PLY;
        assert_eq!(cost(first.play(18)), Cost { for_mover: plies, for_other: plies });
        let bad = Cost { for_mover: plies + 150, for_other: plies + OWN_LOSS * 150 };
        assert_eq!(cost(first.play(20)), bad);
        assert_eq!(next_batch(&book, 1), [first.play(18).canonical()]);
        assert_eq!(next_batch(&book, 9).len(), 2);
    }
}
