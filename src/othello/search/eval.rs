//! Search nodes: positions with their patterns, updated incrementally.

use crate::othello::eval::features::Features;
use crate::othello::eval::input::EvalInput;
use crate::othello::eval::shape::INSTANCES;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;

/// Largest value, in 1/100 disc; the smallest is its negative.
pub const LIMIT: i32 = 6400;

/// A position with its patterns.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub board: Board,
    features: Features,
}

impl Node {
    pub fn of(board: Board) -> Node {
        Node { board, features: Features::of(board) }
    }

    /// The node after the move on `square` that leads to `next`.
    #[inline]
    pub fn after(&self, square: u8, next: Board) -> Node {
        let flipped = next.player ^ self.board.opponent;
        Node { board: next, features: self.features.after(square, flipped) }
    }

    /// The node with the other side to move.
    #[inline]
    pub fn pass(&self) -> Node {
        Node { board: self.board.pass(), features: self.features.pass() }
    }

    /// Its value in 1/100 disc for the side to move, within ±[`LIMIT`]. `moves` are that side's moves and must
    /// not be empty.
    #[inline]
    pub fn value(&self, moves: u64, weights: &Weights) -> i32 {
        value(self.board, self.features.patterns(), moves, weights)
    }

    /// The [`Node::value`] after the move on `square` that leads to `next`, whose moves are `moves`.
    #[inline]
    pub fn value_after(&self, square: u8, next: Board, moves: u64, weights: &Weights) -> i32 {
        let flipped = next.player ^ self.board.opponent;
        let patterns = self.features.patterns_after(square, flipped);
        value(next, patterns.all(), moves, weights)
    }
}

#[inline]
fn value(board: Board, patterns: &[u16; INSTANCES], moves: u64, weights: &Weights) -> i32 {
    let input = EvalInput {
        patterns,
        empties: board.empty_count(),
        own_moves: moves.count_ones(),
        other_moves: board.pass().legal_moves().count_ones(),
    };
    // The limit itself is for games that are over.
    weights.value(input).clamp(1 - LIMIT, LIMIT - 1)
}

/// The static value of `board` in 1/100 disc for the side to move, after the pass if it is forced; the
/// final score of a finished game.
pub fn evaluate(board: Board, weights: &Weights) -> i32 {
    let moves = board.legal_moves();
    if moves != 0 {
        return Node::of(board).value(moves, weights);
    }
    let passed = board.pass();
    match passed.legal_moves() {
        0 => board.final_score() * 100,
        replies => -Node::of(passed).value(replies, weights),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_positions() -> impl Iterator<Item = Board> {
        let mut random = fastrand::Rng::with_seed(9);
        std::iter::repeat_with(move || {
            let (a, b) = (random.u64(..), random.u64(..));
            Board { player: a & b, opponent: a & !b }
        })
    }

    #[test]
    fn values_stay_in_range_and_images_are_worth_the_same() {
        let weights = Weights::embedded();
        for board in random_positions().take(3000) {
            let value = evaluate(board, &weights);
            assert!((-LIMIT..=LIMIT).contains(&value));
            assert!(board.images().iter().all(|&image| evaluate(image, &weights) == value));
        }
        assert_eq!(evaluate(Board { player: !0, opponent: 0 }, &weights), 6400);
    }

    #[test]
    fn a_forced_pass_is_worth_what_follows() {
        let weights = Weights::seed();
        let board = Board { player: 2, opponent: 1 };
        assert_eq!(board.legal_moves(), 0);
        let reply = board.pass();
        assert_eq!(
            evaluate(board, &weights),
            -Node::of(reply).value(reply.legal_moves(), &weights)
        );
    }

    #[test]
    fn a_node_carries_its_patterns() {
        let weights = Weights::seed();
        let next = Board::START.play(19);
        let node = Node::of(Board::START).after(19, next);
        let value = |node: &Node| node.value(node.board.legal_moves(), &weights);
        let start = Node::of(Board::START);
        assert_eq!(value(&node), start.value_after(19, next, next.legal_moves(), &weights));
        assert_eq!(value(&node), value(&Node::of(next)));
        assert_eq!(value(&node.pass()), value(&Node::of(next.pass())));
    }
}
