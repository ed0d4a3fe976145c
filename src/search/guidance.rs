//! The inputs of a search besides the position and its limits.

use super::report::Score;
use crate::coord::Point;

/// The share of a search spent on forced wins by threats.
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
    /// Depth of the first iteration, in plies; 0 counts as 1.
    pub first_depth: u32,
    pub threats: ThreatSearch,
    /// Lines of at least two moves. The last move is not played after the others, whatever their order.
    pub barred: Vec<Vec<Point>>,
    /// Points where Black and White do not play.
    pub closed: [Vec<Point>; 2],
    /// Positions whose values are known.
    pub known: Vec<Known>,
    /// Whether what earlier searches found by values known to them still counts.
    pub keeps_known: bool,
}

impl Guidance {
    /// Whether it bars moves. If so, the results are not those of the position.
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
    /// Whether the score is a lower bound of the true one.
    pub is_lower_bound: bool,
    /// Whether the score is an upper bound of the true one.
    pub is_upper_bound: bool,
}
