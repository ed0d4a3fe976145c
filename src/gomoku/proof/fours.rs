//! Where one more stone of the defender could upset a win by fours.
//!
//! Most answers to "every other reply" are wins by fours that most replies do not affect. Instead of playing such a win
//! out after each of them, the check plays it out once, as if the defender had passed, and records the points that it
//! depends on. A stone elsewhere changes nothing, because all of the following remains true:
//!
//! - The attacker's moves and fives are on empty points. Where a five blocked at both ends does not win, the points at
//!   its ends are recorded, too.
//! - The attacker's moves are not forbidden: they make fewer than two shapes, and stones of the defender make none.
//! - The replies that stop a five are legal and have branches. Others still lose to it.
//! - The defender makes no five: that takes the stone and three others in five cells, of the position or of replies,
//!   and the empty points of such cells are recorded.

use super::answers::{Answer, Answers};
use super::position::{MadeBy, Position};
use super::tree::{NodeId, Replies, Tree};
use crate::gomoku::rules::forbidden::is_plainly_legal;
use crate::gomoku::rules::grid::{CELLS, Square};

/// A set of points.
pub(super) struct Points([bool; CELLS]);

impl Points {
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.index()]
    }

    fn insert(&mut self, square: Square) {
        self.0[square.index()] = true;
    }
}

/// The points that the win by the node `id` depends on; the attacker is to move. `None` if it is no win by fours, if
/// other points matter, or if `left` runs out: each move of the attacker takes a step.
pub(super) fn points_of_win(
    tree: &Tree,
    id: NodeId,
    position: &mut Position,
    left: &mut u64,
) -> Option<Points> {
    let mut walk = Walk { tree, left, points: Points([false; CELLS]) };
    position.for_threes(MadeBy::Anything, |empty| walk.points.insert(empty));
    walk.attack(position, id).then_some(walk.points)
}

struct Walk<'a> {
    tree: &'a Tree,
    left: &'a mut u64,
    points: Points,
}

impl Walk<'_> {
    /// Whether the attacker, to move, wins by fours; records the points that the win depends on. The position is
    /// unchanged afterwards.
    fn attack(&mut self, position: &mut Position, id: NodeId) -> bool {
        let square = self.tree.get(id).square;
        let attacker = position.attacker();
        let has_fouls = position.rule().forbids(attacker);
        let Some(left) = self.left.checked_sub(1) else { return false };
        *self.left = left;
        if !position.is_empty(square) || has_fouls && !is_plainly_legal(position.grid(), square) {
            return false;
        }
        if position.wins(attacker, square) {
            self.note_five(position, square);
            return true;
        }
        self.points.insert(square);
        position.place(attacker, square);
        let is_won = self.defend(position, id);
        position.take_back();
        is_won
    }

    fn note_five(&mut self, position: &Position, five: Square) {
        self.points.insert(five);
        if position.rule().blocked_five_fails() {
            position.for_ends_around(five, |end| self.points.insert(end));
        }
    }

    fn defend(&mut self, position: &mut Position, id: NodeId) -> bool {
        let node = self.tree.get(id);
        let answers = Answers::new(position, node);
        if answers.fives().is_empty() || position.danger().is_some() {
            return false;
        }
        answers.fives().iter().for_each(|&five| self.note_five(position, five));
        let defender = !position.attacker();
        for reply in answers.replies(position) {
            let branch = match answers.to(position, reply) {
                Answer::Five => continue,
                Answer::Branch(branch) => branch,
                Answer::None => return false,
            };
            // A stone elsewhere might make a forbidden reply legal. A branch for all other replies is no win by fours.
            if branch.replies == Replies::Others || !position.is_legal(defender, reply) {
                return false;
            }
            position.place(defender, reply);
            position.for_threes(MadeBy::LastStone, |empty| self.points.insert(empty));
            let is_won = self.attack(position, branch.node);
            position.take_back();
            if !is_won {
                return false;
            }
        }
        true
    }
}
