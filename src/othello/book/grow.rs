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

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::graph::{Book, Recipe, successors};
use crate::color::Color;
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
const BATCH: usize = 16;
/// Depth of the search that selects the moves for the full search.
const SURVEY_DEPTH: u32 = 6;
/// How far a move's loss in that search may exceed the margin, in 1/100 disc.
const SURVEY_SLACK: i32 = 200;
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
    let recipe = book.recipe();
    while book.len() < plan.positions {
        let batch = next_batch(book, BATCH.min(plan.positions - book.len()));
        if batch.is_empty() {
            break;
        }
        let player = || {
            let mut searcher = Searcher::with_weights(TABLE_BYTES, weights.clone());
            let batch = batch.clone();
            move |index: u64| {
                let board = batch[index as usize];
                (board, moves_of(&mut searcher, board, recipe))
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
fn costs(book: &Book) -> HashMap<Board, Cost> {
    let mut costs = HashMap::new();
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

/// The positions after the good moves of `board`, with their values for the side to move there.
fn moves_of(searcher: &mut Searcher, board: Board, recipe: Recipe) -> Vec<(Board, i32)> {
    searcher.clear();
    let game = Game::from_board(board, Color::Black);
    let mut lines = |depth: u32, count: usize| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = Request { limits, lines: count, is_analysis: true };
        let found = searcher.search(&game, &request, &Control::unlimited(), &mut |_| ());
        found
            .lines
            .iter()
            .map(|line| (line.moves[0], line.score.disc_hundredths()))
            .collect::<Vec<_>>()
    };
    let survey = lines(SURVEY_DEPTH.min(recipe.depth), successors(board).count());
    let good = lines(recipe.depth, within(&survey, recipe.margin + SURVEY_SLACK));
    let good = &good[..within(&good, recipe.margin)];
    let value_of = |mv| good.iter().find(|(other, _)| *other == mv).map(|&(_, value)| -value);
    successors(board).filter_map(|(mv, after)| Some((after, value_of(mv)?))).collect()
}

/// The number of these moves, best first, that are at most `margin` worse than the first.
fn within<T>(moves: &[(T, i32)], margin: i32) -> usize {
    moves.iter().take_while(|(_, value)| value + margin >= moves[0].1).count()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let plan = GrowthPlan { positions: 80, threads: 1 };
        let whole = grown(Book::new(RECIPE), 80, 1);
        assert_eq!(whole.len(), 80);
        assert!(whole.leaves() > 80);
        assert!(grown(Book::new(RECIPE), 80, 3) == whole);
        let mut part = Book::new(RECIPE);
        grow_until(&mut part, plan, 20);
        assert!((20..20 + BATCH).contains(&part.len()), "{}", part.len());
        let before = part.clone();
        grow_until(&mut part, plan, 0);
        assert_eq!(part.len(), before.len() + BATCH, "it was told after a batch");
        assert!(grown(part, 80, 2) == whole);
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
        for board in book.in_order() {
            let good = moves_of(&mut searcher, board, RECIPE);
            assert!(!good.is_empty());
            assert!(good.iter().all(|&(after, _)| book.value(after).is_some()));
            let best = good.iter().map(|&(_, value)| value).min().unwrap();
            assert!(good.iter().all(|&(_, value)| value <= best + RECIPE.margin));
        }
    }

    #[test]
    fn good_lines_are_longer_than_bad_ones() {
        let book = grown(Book::new(RECIPE), 200, 1);
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
