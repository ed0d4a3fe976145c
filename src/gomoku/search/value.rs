//! The units of the search: values, which hold estimates and distances to the end of the game on one scale,
//! depths and types of nodes.

pub(super) use crate::gomoku::eval::weights::EVAL_LIMIT;
use crate::search::report::Score;

/// Value of a position for the side to move.
pub(super) type Value = i32;

/// Depth left to search, in parts of [`PLY`].
pub(super) type Depth = i32;
/// One ply of depth.
pub(super) const PLY: Depth = 16;

/// Value of a win at the root. A win in `n` plies is worth `n` less.
const MATE: Value = 30_000;
/// Above every value of an undecided game.
const DECIDED: Value = 29_000;
/// Most plies of a known win. No game has as many, and the value stays decided for 200 plies from the root, more than
/// any line of the search has.
const LONGEST_KNOWN: u32 = 800;
/// Above every value.
pub(super) const INFINITE: Value = 32_000;
/// Value of a full board.
pub(super) const DRAW: Value = 0;

/// The expected type of a node, given the window it is searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeType {
    /// Some move fails high.
    Cut,
    /// Every move fails low, or the window is open.
    All,
}

impl NodeType {
    /// The type after any move but an expected refutation.
    pub fn child(self) -> NodeType {
        match self {
            NodeType::Cut => NodeType::All,
            NodeType::All => NodeType::Cut,
        }
    }
}

/// Value if the winning move is the `plies`-th from the root, counted from 1.
pub(super) const fn win_in(plies: usize) -> Value {
    MATE - plies as Value
}

/// Value if the opponent's winning move is the `plies`-th from the root.
pub(super) const fn loss_in(plies: usize) -> Value {
    plies as Value - MATE
}

/// Whether the game is decided.
pub(super) const fn is_decided(value: Value) -> bool {
    value.abs() > DECIDED
}

/// Whether the game is won for the side to move.
pub(super) const fn is_win(value: Value) -> bool {
    value > DECIDED
}

/// Whether the game is lost for the side to move.
pub(super) const fn is_loss(value: Value) -> bool {
    value < -DECIDED
}

/// Plies to the end of a decided game.
pub(super) const fn distance(value: Value) -> u32 {
    (MATE - value.abs()) as u32
}

/// Converts distances from the root to distances from a node `ply` plies deeper, as stored in table entries.
pub(super) const fn from_node(value: Value, ply: usize) -> Value {
    match value {
        v if is_win(v) => v + ply as Value,
        v if is_loss(v) => v - ply as Value,
        v => v,
    }
}

/// The inverse of [`from_node`].
pub(super) const fn from_root(value: Value, ply: usize) -> Value {
    match value {
        v if is_win(v) => v - ply as Value,
        v if is_loss(v) => v + ply as Value,
        v => v,
    }
}

/// The value as reported.
pub(super) fn to_score(value: Value) -> Score {
    match value {
        v if is_win(v) => Score::Win(distance(v)),
        v if is_loss(v) => Score::Loss(distance(v)),
        v => Score::Points(v),
    }
}

/// The inverse of [`to_score`], within the range of undecided or decided values. A win or loss of unknown length stays
/// decided wherever a search finds it.
pub(super) fn of_score(score: Score) -> Value {
    let plies = |plies: u32| plies.min(LONGEST_KNOWN) as usize;
    match score {
        Score::Win(n) => win_in(plies(n)),
        Score::Loss(n) => loss_in(plies(n)),
        Score::Points(n) | Score::Discs(n) | Score::Exact(n) => n.clamp(-EVAL_LIMIT, EVAL_LIMIT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        for value in [win_in(9), loss_in(8), 0, 1234, -EVAL_LIMIT] {
            assert_eq!(from_root(from_node(value, 6), 6), value);
        }
        assert_eq!(to_score(from_root(from_node(win_in(9), 6), 0)), Score::Win(3));
        assert_eq!(to_score(loss_in(4)), Score::Loss(4));
        assert_eq!(to_score(-17), Score::Points(-17));
        for score in [Score::Win(3), Score::Loss(4), Score::Points(-17)] {
            assert_eq!(to_score(of_score(score)), score);
        }
        assert!(is_win(of_score(Score::Win(u32::MAX))) && is_loss(of_score(Score::Loss(5000))));
        for ply in [1, 2, 128, 199] {
            assert!(is_win(from_root(of_score(Score::Win(999)), ply)), "{ply}");
            assert!(is_loss(from_root(of_score(Score::Loss(999)), ply)), "{ply}");
        }
    }
}
