//! Requests to a search and its reports, as plain data.

use std::time::Duration;

use super::calibration::{Calibration, Chances, logistic};
use crate::coord::{Move, Point};

/// Value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Gomoku: an estimate in hundredths of a point. 0 is even; at 266 the odds are e to 1.
    Points(i32),
    /// Gomoku: a proven win in this many plies (1: the next move wins).
    Win(u32),
    /// Gomoku: a proven loss in this many plies, the last of them the opponent's winning move.
    Loss(u32),
    /// Othello: an estimate in hundredths of a disc.
    Discs(i32),
    /// Othello: the exact final disc difference, -64..=64.
    Exact(i32),
}

impl Score {
    /// Expected score of the side to move, 0..=1, with a draw as 1/2. For an estimate, a logistic function
    /// whose scale roughly fits self-play.
    pub fn winning_chance(self) -> f64 {
        /// Hundredths at which the odds are e : 1. Not parameters: they are units of the evaluations.
        const POINTS: f64 = 266.0;
        const DISCS: f64 = 400.0;
        match self {
            Score::Points(n) => logistic(f64::from(n) / POINTS),
            Score::Discs(n) => logistic(f64::from(n) / DISCS),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
            Score::Exact(n) => f64::from(n.signum() + 1) / 2.0,
        }
    }

    /// The chances of the side to move.
    pub fn chances(self, calibration: Calibration) -> Chances {
        match self {
            Score::Win(_) => Chances::WIN,
            Score::Loss(_) => Chances::LOSS,
            Score::Points(n) | Score::Discs(n) | Score::Exact(n) => calibration.chances(n),
        }
    }

    /// Expected score of the side to move, 0..=1, with a draw as 1/2: by `calibration`, or by
    /// [`Score::winning_chance`] without one.
    pub fn expected(self, calibration: Option<Calibration>) -> f64 {
        let chances = calibration.map(|calibration| self.chances(calibration));
        chances.map_or(self.winning_chance(), |chances| chances.expected_score())
    }

    /// An Othello score in 1/100 disc.
    ///
    /// # Panics
    /// On a Gomoku score.
    #[doc(hidden)]
    pub fn disc_hundredths(self) -> i32 {
        match self {
            Score::Discs(n) => n,
            Score::Exact(discs) => 100 * discs,
            Score::Points(_) | Score::Win(_) | Score::Loss(_) => {
                unreachable!("{self:?} is not in discs")
            }
        }
    }

    /// A Gomoku score one ply earlier, for the other side.
    pub(crate) const fn negated(self) -> Score {
        match self {
            Score::Points(n) => Score::Points(-n),
            Score::Win(plies) => Score::Loss(plies + 1),
            Score::Loss(plies) => Score::Win(plies + 1),
            Score::Discs(n) => Score::Discs(-n),
            Score::Exact(n) => Score::Exact(-n),
        }
    }

    /// Whether the side to move is worse.
    pub const fn is_negative(self) -> bool {
        match self {
            Score::Win(_) => false,
            Score::Loss(_) => true,
            Score::Points(n) | Score::Discs(n) | Score::Exact(n) => n < 0,
        }
    }
}

/// The static evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// For the side to move.
    pub score: Score,
    /// The chances at this score; `None` in Othello.
    pub calibration: Option<Calibration>,
}

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Value for the side to move at the root.
    pub score: Score,
    /// The expected line of play, root move first; never empty.
    pub moves: Vec<Move>,
}

/// How an iteration differs from a full search to its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Selectivity {
    /// Gomoku: the selective depth, the plies of the longest line searched.
    Extended(u32),
    /// Othello: the confidence of selective cut-offs, in per cent.
    Cut(u32),
    /// Othello: the same where the depth is the end of the game; at 100 the scores are exact.
    CutToTheEnd(u32),
}

/// State of a search after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Finished iteration, in plies.
    pub depth: u32,
    /// How it differs from a full search to that depth.
    pub selectivity: Selectivity,
    pub nodes: u64,
    pub elapsed: Duration,
    /// Best lines, best first: as many as requested.
    pub lines: Vec<Line>,
    /// The chances of the scores; `None` in Othello, and if nothing was searched.
    pub calibration: Option<Calibration>,
}

impl Progress {
    /// `lines` that are known without a search.
    pub fn unsearched(lines: Vec<Line>, elapsed: Duration) -> Progress {
        let selectivity = Selectivity::Extended(0);
        Progress { depth: 0, selectivity, nodes: 0, elapsed, lines, calibration: None }
    }

    /// [`Score::expected`] by the search's own calibration.
    pub fn expected_score(&self, score: Score) -> f64 {
        score.expected(self.calibration)
    }

    /// The move of the best line, if there is a line.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// An event of a running search at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootMark {
    /// An iteration begins.
    Iteration,
    /// The search of this move begins.
    Searching(Point),
    /// The search of this move has ended.
    Searched(Point),
    /// This move loses.
    Lost(Point),
    /// This move is the best so far.
    Best(Point),
}

/// Receives the marks of a running search.
pub type Watch = Box<dyn FnMut(RootMark) + Send>;

/// Receives the result of a search.
pub type AnswerCallback = Box<dyn FnOnce(&Progress) + Send>;

/// The goal of a search for moves that give the position a certain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Number of moves, 1 or 2.
    pub moves: u8,
    /// The score for the side to move at the root, in hundredths of a point.
    pub score: i32,
}

/// A request for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub limits: super::limits::Limits,
    /// Number of root moves to report (MultiPV), at least 1.
    pub lines: usize,
    /// Whether the score matters as well as the move. If so, forced moves are searched like any other, and in
    /// Gomoku moves far from all stones count as defences.
    pub is_analysis: bool,
}

impl Request {
    /// The best move within `limits`, to be played.
    pub fn best_move(limits: super::limits::Limits) -> Request {
        Request { limits, lines: 1, is_analysis: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_score() {
        let chances = [
            Score::Loss(2),
            Score::Points(-266),
            Score::Points(0),
            Score::Points(266),
            Score::Points(20_000),
        ]
        .map(Score::winning_chance);
        assert!(chances.is_sorted() && chances[0] == 0.0 && chances[2] == 0.5);
        assert!((chances[3] - 0.731).abs() < 0.001 && (chances[1] - 0.269).abs() < 0.001);
        assert_eq!(Score::Win(9).winning_chance(), 1.0);
        let calibration = Calibration { unit: 133, margin: 0 };
        assert_eq!(Score::Win(9).expected(Some(calibration)), 1.0);
        let expected = Score::Points(266).expected(Some(calibration));
        assert!((expected - 0.881).abs() < 0.001, "{expected}");
        assert_eq!([-2, 0, 64].map(|n| Score::Exact(n).winning_chance()), [0.0, 0.5, 1.0]);
    }
}
