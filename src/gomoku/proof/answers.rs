//! The answers of a proof's node to the replies.

use super::position::Position;
use super::tree::{Branch, Node, Replies};
use crate::gomoku::rules::grid::Square;

/// A stone can block a five at most this many points away.
const REACH: u32 = 5;

/// The answers of a node to the replies in one position.
pub(super) struct Answers<'a> {
    node: &'a Node,
    others: Option<&'a Branch>,
    /// The points of the node where the attacker makes five unless the reply prevents it.
    fives: Vec<Square>,
}

/// The answer to a reply.
pub(super) enum Answer<'a> {
    Five,
    Branch(&'a Branch),
    None,
}

impl<'a> Answers<'a> {
    pub fn new(position: &Position, node: &'a Node) -> Answers<'a> {
        let attacker = position.attacker();
        let wins = |&square: &Square| position.is_empty(square) && position.wins(attacker, square);
        let fives = node.fives.iter().copied().filter(wins).collect();
        let is_for_others = |branch: &&Branch| branch.replies == Replies::Others;
        Answers { node, others: node.branches.iter().find(is_for_others), fives }
    }

    /// The replies to examine, row by row from the top: every empty point, or, where a five answers every reply far
    /// from it, only the few others.
    pub fn replies(&self, position: &Position) -> Vec<Square> {
        if self.fives.is_empty() || position.rule().blocked_five_fails() {
            return position.empty_squares().collect();
        }
        let listed = self.node.branches.iter().flat_map(|branch| match &branch.replies {
            Replies::These(replies) => replies.as_slice(),
            Replies::Others | Replies::Pass => &[],
        });
        let mut replies: Vec<Square> = listed
            .chain(&self.fives)
            .copied()
            .filter(|&square| position.is_empty(square))
            .collect();
        replies.sort_unstable();
        replies.dedup();
        replies
    }

    /// The branch for all other replies.
    pub fn others(&self) -> Option<&'a Branch> {
        self.others
    }

    /// Where the attacker makes five, unless the reply prevents it.
    pub fn fives(&self) -> &[Square] {
        &self.fives
    }

    /// The answer to `reply`; a branch for it has precedence.
    pub fn to(&self, position: &mut Position, reply: Square) -> Answer<'a> {
        let is_for = |branch: &&Branch| match &branch.replies {
            Replies::These(replies) => replies.contains(&reply),
            Replies::Others | Replies::Pass => false,
        };
        if let Some(branch) = self.node.branches.iter().find(is_for) {
            return Answer::Branch(branch);
        }
        if !stops(position, &self.fives, reply) {
            return Answer::Five;
        }
        self.others.map_or(Answer::None, Answer::Branch)
    }
}

/// Whether a stone of the defender on `reply` stops all `fives` that the attacker threatens.
pub fn stops(position: &mut Position, fives: &[Square], reply: Square) -> bool {
    !fives.iter().any(|&five| still_wins(position, five, reply))
}

/// Whether the attacker still makes five on `five` after a stone of the defender on `reply`.
fn still_wins(position: &mut Position, five: Square, reply: Square) -> bool {
    if five == reply {
        return false;
    }
    if !position.rule().blocked_five_fails() || five.distance(reply) > REACH {
        return true;
    }
    position.place(!position.attacker(), reply);
    let wins = position.wins(position.attacker(), five);
    position.take_back();
    wins
}
