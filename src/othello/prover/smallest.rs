//! The smallest trees near the end, by trying every move.

use crate::othello::proof::play::{Ply, after, plies, settled};
use crate::othello::rules::board::Board;

/// A move of the proving side, and the nodes of the smallest tree that begins with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smallest {
    pub answer: Ply,
    pub nodes: u32,
}

/// The smallest tree, of fewer than `limit` nodes, by which the side to move in `board` scores at least `bound`.
/// `None` without one, which is so where it scores less. The game is not settled. Positions count as often as they
/// are reached.
pub fn smallest(board: Board, bound: i32, mut limit: u32) -> Option<Smallest> {
    let mut best = None;
    for answer in plies(board) {
        if limit < 2 {
            break;
        }
        if let Some(below) = nodes_below(after(board, answer), bound, limit - 1) {
            limit = 1 + below;
            best = Some(Smallest { answer, nodes: limit });
        }
    }
    best
}

/// The nodes, fewer than `limit`, that the replies in `board` take.
fn nodes_below(board: Board, bound: i32, limit: u32) -> Option<u32> {
    if let Some(score) = settled(board) {
        return (-score >= bound).then_some(0);
    }
    let mut nodes = 0;
    for reply in plies(board) {
        let next = after(board, reply);
        match settled(next) {
            Some(score) if score < bound => return None,
            Some(_) => {}
            None => nodes += smallest(next, bound, limit - nodes)?.nodes,
        }
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// The exact score of `board` by trying everything.
    fn score(board: Board) -> i32 {
        if board.is_over() {
            return board.final_score();
        }
        plies(board).map(|ply| -score(after(board, ply))).max().unwrap()
    }

    /// The size of the smallest tree, without pruning.
    fn size(board: Board, bound: i32) -> Option<u32> {
        let below = |next: Board| {
            if let Some(score) = settled(next) {
                return (-score >= bound).then_some(0);
            }
            plies(next)
                .map(|reply| {
                    let board = after(next, reply);
                    match settled(board) {
                        Some(score) => (score >= bound).then_some(0),
                        None => size(board, bound),
                    }
                })
                .sum::<Option<u32>>()
        };
        plies(board).filter_map(|ply| below(after(board, ply))).min().map(|below| 1 + below)
    }

    /// Random positions with five empty squares.
    fn endings() -> impl Iterator<Item = Board> {
        let mut random = Rng::with_seed(1);
        std::iter::repeat_with(move || {
            let mut board = Board::START;
            while board.empty_count() > 5 && !board.is_over() {
                let all: Vec<Ply> = plies(board).collect();
                board = after(board, all[random.usize(..all.len())]);
            }
            board
        })
        .filter(|board| settled(*board).is_none())
    }

    #[test]
    fn the_smallest_tree_is_found_where_there_is_one() {
        let mut sizes = 0;
        for board in endings().take(100) {
            let score = score(board);
            for bound in [score - 2, score, score + 2] {
                let found = smallest(board, bound, u32::MAX);
                assert_eq!(found.map(|found| found.nodes), size(board, bound));
                assert_eq!(found.is_some(), bound <= score);
                sizes += found.map_or(0, |found| found.nodes);
            }
        }
        assert!(sizes > 500, "{sizes}");
    }

    #[test]
    fn nobody_has_a_choice_with_one_empty_square() {
        let mut seen = 0;
        for mut board in endings().take(200) {
            while settled(board).is_none() {
                board = after(board, plies(board).last().unwrap());
            }
            assert_eq!(settled(board), Some(score(board)));
            seen += u32::from(!board.is_over());
        }
        assert!(seen > 50, "{seen}");
    }
}
