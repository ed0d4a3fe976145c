//! The inputs of a search besides the position and its limits.

use super::report::Score;
use crate::coord::Point;

/// How much of a search looks for forced wins by threats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreatSearch {
    #[default]
    Usual,
    /// Half of it.
    Half,
    /// All of it. Without such a win, the answer is the best move of the first iteration.
    Only,
}

/// Guidance for one search. Positions are given by the moves that lead there from the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guidance {
    /// The first iteration, in plies; 0 is 1.
    pub first_depth: u32,
    pub threats: ThreatSearch,
    /// Lines of at least two moves. The last is not played after the others, in whatever order these were played.
    pub barred: Vec<Vec<Point>>,
    /// Points where Black and White do not play.
    pub closed: [Vec<Point>; 2],
    /// Positions whose values are known.
    pub known: Vec<Known>,
}

impl Guidance {
    /// Whether it keeps moves from being played. If so, the results are not those of the position.
    pub fn restricts(&self) -> bool {
        !self.barred.is_empty() || self.closed.iter().any(|points| !points.is_empty())
    }
}

/// The known value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub moves: Vec<Point>,
    /// For the side to move.
    pub score: Score,
    /// Depth of the search that found it, in plies.
    pub depth: u32,
    /// Whether the true score is no less.
    pub is_lower_bound: bool,
    /// Whether the true score is no more.
    pub is_upper_bound: bool,
}
