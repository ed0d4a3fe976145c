//! The root of a search: its moves, kept in order of merit, and the windows they are searched with.
//!
//! Aspiration windows and principal variation search, for the midgame search and the exact solver alike:
//! a [`Valuer`] is either of them.

use super::eval::{LIMIT, evaluate};
use crate::coord::Move;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::othello::rules::square::{Squares, to_point};

/// Evaluates positions for the root.
pub trait Valuer {
    /// Half width of the first aspiration window in 1/100 disc, and its growth when it fails.
    fn window(&self) -> (i32, i32);

    /// The fail-soft value of the position after a root move in 1/100 disc, for the side that moves
    /// there.
    fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32;

    /// Whether the search was stopped, so that values returned since are invalid.
    fn stopped(&self) -> bool;
}

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// The position after it, from the other side.
    pub board: Board,
    /// Its latest value for the side to move at the root, in 1/100 disc.
    pub value: i32,
}

/// The moves of `board`, best first by static value; a forced pass is one. None if the game is over.
pub fn moves(board: Board, weights: &Weights) -> Vec<RootMove> {
    let root_move = |mv, board| RootMove { mv, board, value: -evaluate(board, weights) };
    let places = board.legal_moves();
    if places == 0 {
        let passed = board.pass();
        return if board.is_over() { Vec::new() } else { vec![root_move(Move::Pass, passed)] };
    }
    let mut moves: Vec<RootMove> = Squares(places)
        .map(|square| root_move(Move::Place(to_point(square)), board.play(square)))
        .collect();
    moves.sort_by_key(|root_move| -root_move.value);
    moves
}

/// Which root moves need a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesWanted {
    /// The best move only.
    Best,
    /// All legal moves.
    All,
}

/// Moves the best `lines` moves to the front with their true values, best first. `guesses` are the expected
/// values.
///
/// Returns whether it was completed. If not, the front is still the best known: a move comes forward only
/// once it is proved better than the move it replaces.
pub fn search<V: Valuer>(
    moves: &mut [RootMove],
    lines: usize,
    valuer: &mut V,
    guesses: &[i32],
) -> bool {
    let lines = lines.min(moves.len());
    for slot in 0..lines {
        let guess = guesses.get(slot).copied().unwrap_or(0);
        if !search_slot(&mut moves[slot..], valuer, guess) {
            return false;
        }
    }
    moves[..lines].sort_by_key(|root_move| -root_move.value);
    true
}

/// Finds the best of `moves` with an aspiration window around `guess` and brings it to the front.
///
/// Searches may contradict each other, as in the midgame when the table answers from different depths. They end
/// in the full window, which cannot fail.
fn search_slot<V: Valuer>(moves: &mut [RootMove], valuer: &mut V, guess: i32) -> bool {
    let full = (-LIMIT - 1, LIMIT + 1);
    let (mut margin, growth) = valuer.window();
    let (mut failed_low, mut failed_high) = (false, false);
    let (mut alpha, mut beta) = (guess - margin, guess + margin);
    loop {
        (alpha, beta) =
            if failed_low && failed_high { full } else { (alpha.max(full.0), beta.min(full.1)) };
        let Some(value) = search_window(moves, valuer, alpha, beta) else {
            return false;
        };
        margin = growth * margin + 1;
        if value <= alpha && alpha > full.0 {
            failed_low = true;
            (alpha, beta) = (value - margin, value + 1);
        } else if value >= beta && beta < full.1 {
            failed_high = true;
            (alpha, beta) = (value - 1, value + margin);
        } else {
            return true;
        }
    }
}

/// Principal variation search of `moves` within `alpha..beta`; the best comes to the front. `None` when
/// stopped.
pub fn search_window<V: Valuer>(
    moves: &mut [RootMove],
    valuer: &mut V,
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    let mut best = -valuer.value(moves[0].board, -beta, -alpha);
    if valuer.stopped() {
        return None;
    }
    moves[0].value = best;
    for i in 1..moves.len() {
        let lower = alpha.max(best);
        if lower >= beta {
            break;
        }
        // A null window shows whether the move is better; only then is its value worth another search.
        let mut value = -valuer.value(moves[i].board, -lower - 1, -lower);
        if valuer.stopped() {
            return None;
        }
        if value > lower {
            // It is better, whether or not the other search is stopped.
            moves[i].value = value;
            moves[..=i].rotate_right(1);
            if value < beta {
                value = -valuer.value(moves[0].board, -beta, -lower);
                if valuer.stopped() {
                    return None;
                }
                if value > lower {
                    moves[0].value = value;
                } else {
                    moves[..=i].rotate_left(1);
                }
            }
        }
        best = best.max(value);
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A valuer that fails alternately high and low.
    struct Fickle {
        high: bool,
        calls: u32,
    }

    impl Valuer for Fickle {
        fn window(&self) -> (i32, i32) {
            (150, 2)
        }

        fn value(&mut self, _: Board, alpha: i32, beta: i32) -> i32 {
            self.calls += 1;
            self.high = !self.high;
            let value = if self.high { beta + 1 } else { alpha - 1 };
            value.clamp(-LIMIT, LIMIT)
        }

        fn stopped(&self) -> bool {
            false
        }
    }

    #[test]
    fn contradicting_searches_come_to_an_end() {
        for guess in [-6400, 0, 6400] {
            let mut moves = moves(Board::START, &Weights::seed());
            let mut valuer = Fickle { high: true, calls: 0 };
            assert!(search(&mut moves, 2, &mut valuer, &[guess, guess]));
            assert!(valuer.calls < 100);
        }
    }

    /// A valuer that prefers one board, and is stopped when asked for its exact value.
    struct Stopped {
        liked: Board,
        stopped: bool,
    }

    impl Valuer for Stopped {
        fn window(&self) -> (i32, i32) {
            (150, 2)
        }

        fn value(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
            self.stopped = board == self.liked && beta - alpha > 1;
            if board == self.liked { alpha } else { 0 }
        }

        fn stopped(&self) -> bool {
            self.stopped
        }
    }

    #[test]
    fn a_better_move_comes_forward_before_its_value_is_known() {
        let mut moves = moves(Board::START, &Weights::seed());
        let liked = moves[2].board;
        let mut valuer = Stopped { liked, stopped: false };
        assert_eq!(search_window(&mut moves, &mut valuer, -1000, 1000), None);
        assert_eq!(moves[0].board, liked);
    }

    #[test]
    fn a_forced_pass_is_a_root_move_and_a_finished_game_has_none() {
        let weights = Weights::seed();
        let pass = Board { player: 2, opponent: 1 };
        assert_eq!(
            moves(pass, &weights).iter().map(|root_move| root_move.mv).collect::<Vec<_>>(),
            [Move::Pass]
        );
        assert!(moves(Board { player: 1, opponent: 0 }, &weights).is_empty());
        assert_eq!(moves(Board::START, &weights).len(), 4);
    }
}
