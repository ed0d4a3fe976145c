//! What the moves of a game were worth, and which of its positions are puzzles: for people who study games.
//!
//! [`gomoku`] and [`othello`] judge every ply of a game from the last to the first, so that the transposition
//! table already covers the following positions. The result is the same kind of [`Analysis`] for both games.

pub mod gomoku;
pub mod othello;
pub mod puzzles;
mod review;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::coord::Move;
use crate::engine::Learned;
use crate::game::Position;
pub use review::{Analysis, Bounds, Mark, Review, Tally};

/// Judges games of both kinds.
pub struct Judge {
    bounds: Bounds,
    learned: Learned,
    stop: Arc<AtomicBool>,
    gomoku: Option<gomoku::Judge>,
    othello: Option<othello::Judge>,
}

impl Judge {
    /// A judge that searches within `bounds` and evaluates with the weights of `learned`.
    pub fn new(bounds: Bounds, learned: &Learned) -> Judge {
        let (learned, stop) = (learned.clone(), Arc::default());
        Judge { bounds, learned, stop, gomoku: None, othello: None }
    }

    /// The same judge, which `stop` can end: an analysis in progress then lacks its first plies.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Judge {
        Judge { stop, ..self }
    }

    /// Judges every ply of a game that begins in `start`. The result does not depend on earlier games. Calls
    /// `watch` after each ply.
    ///
    /// # Panics
    /// A move is illegal.
    pub fn judge(&mut self, start: &Position, moves: &[Move], watch: &mut dyn FnMut()) -> Analysis {
        match start {
            Position::Gomoku(game) => {
                let (stop, weights) = (self.stop.clone(), self.learned.for_gomoku());
                let new = || gomoku::Judge::new(self.bounds, weights).stopped_by(stop);
                self.gomoku.get_or_insert_with(new).judge(game, moves, watch)
            }
            Position::Othello(game) => {
                let (stop, weights) = (self.stop.clone(), self.learned.for_othello());
                let new = || othello::Judge::new(self.bounds, weights).stopped_by(stop);
                self.othello.get_or_insert_with(new).judge(game, moves, watch)
            }
        }
    }

    /// Nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.gomoku.as_ref().map_or(0, gomoku::Judge::nodes)
            + self.othello.as_ref().map_or(0, othello::Judge::nodes)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::coord::parse_points;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;

    fn game(variant: Variant) -> (Position, Vec<Move>) {
        let moves = if variant.is_gomoku() { "h8i9g7h9h7i7" } else { "f5d6c3d3c4f4" };
        let moves = parse_points(moves).unwrap().into_iter().map(Move::Place).collect();
        (variant.start().unwrap(), moves)
    }

    #[test]
    fn a_stopped_analysis_lacks_the_first_plies() {
        for variant in [Variant::gomoku(Rule::Renju), Variant::Othello] {
            let (start, moves) = game(variant);
            let stop = Arc::new(AtomicBool::new(false));
            let judge = Judge::new(Bounds::QUICK, &Learned::default());
            let mut judge = judge.stopped_by(Arc::clone(&stop));
            let mut plies = 0;
            let analysis = judge.judge(&start, &moves, &mut || {
                plies += 1;
                stop.store(plies == 2, Relaxed);
            });
            let played: Vec<Move> = analysis.reviews.iter().map(|review| review.played.0).collect();
            assert_eq!(played, moves[4..]);
            assert!(judge.judge(&start, &moves, &mut || ()).reviews.is_empty());
            stop.store(false, Relaxed);
            assert_eq!(judge.judge(&start, &moves, &mut || ()).reviews.len(), 6);
        }
    }

    #[test]
    fn a_search_without_an_end_can_be_stopped() {
        for variant in [Variant::gomoku(Rule::Freestyle), Variant::Othello] {
            let (start, moves) = game(variant);
            let stop = Arc::new(AtomicBool::new(false));
            let bounds = Bounds { nodes: Some(u64::MAX / 8), solve_from: 60, ..Bounds::QUICK };
            let mut judge = Judge::new(bounds, &Learned::default()).stopped_by(Arc::clone(&stop));
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(50));
                stop.store(true, Relaxed);
            });
            assert!(judge.judge(&start, &moves, &mut || ()).reviews.len() < moves.len());
        }
    }
}
