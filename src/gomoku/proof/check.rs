//! The check of a proof by the rules alone.
//!
//! Every reply that the rules allow is answered by the tree: by a branch for it, else by a five, else by the branch
//! for all others, which is followed for each of them. So the check trusts nothing but the rules.

use std::collections::HashSet;
use std::fmt;

use super::answers::{Answer, Answers};
use super::fours::{Points, points_of_win};
use super::position::Position;
use super::tree::{Branch, Node, NodeId, Proof, Replies, Tree};
use crate::color::Color;
use crate::coord::Point;
use crate::gomoku::rules::forbidden::{Foul, foul_at};
use crate::gomoku::rules::grid::{Cell, Square};
use crate::gomoku::rules::wins::winning_line;

/// Most stored positions in which shared nodes held: enough for any proof of reasonable size, and bounded.
const MOST_HELD: usize = 1 << 18;

/// Why a proof is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The game is over before the first move.
    Over,
    /// The move is off the board or on a taken point.
    Taken(Point),
    /// The attacker would commit a foul.
    Foul(Point, Foul),
    /// The defender wins with this reply.
    Lost(Point),
    /// There is no answer to this reply; `None` is a pass.
    Unanswered(Option<Point>),
    /// The board is full, and neither side has won.
    Full,
    /// The check takes more steps than allowed.
    TooLong(u64),
}

/// A flaw and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the move that fails, as in [`Node::line`], or of the stones with a winning row.
    pub line: usize,
    pub flaw: Flaw,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Over => f.write_str("the game is over"),
            Flaw::Taken(point) => write!(f, "{point} is not an empty point"),
            Flaw::Foul(point, foul) => write!(f, "{point} is forbidden for black: {foul}"),
            Flaw::Lost(point) => write!(f, "the defender wins with {point}"),
            Flaw::Unanswered(Some(point)) => write!(f, "no answer to {point}"),
            Flaw::Unanswered(None) => f.write_str("no answer to a pass"),
            Flaw::Full => f.write_str("the board is full without a five"),
            Flaw::TooLong(steps) => write!(f, "the check takes more than {steps} steps"),
        }
    }
}

/// Checks `proof` with at most `steps` moves of the attacker, counted in every position where they are played.
/// Returns the steps it took.
///
/// # Errors
/// The first flaw.
pub fn check(proof: &Proof, steps: u64) -> Result<u64, Fault> {
    for (color, line) in [Color::Black, Color::White].into_iter().zip(proof.stone_lines) {
        if has_won(proof, color) {
            return Err(Fault { line, flaw: Flaw::Over });
        }
    }
    let mut position = Position::new(proof.rule, proof.attacker, proof.grid.clone());
    let references = proof.tree.references(proof.root);
    let mut check = Check {
        tree: &proof.tree,
        references: &references,
        held: HashSet::new(),
        allowed: steps,
        left: steps,
    };
    check.attack(&mut position, proof.root)?;
    Ok(steps - check.left)
}

/// Whether `color` has a winning row before the first move.
fn has_won(proof: &Proof, color: Color) -> bool {
    let is_in_row = |square| winning_line(&proof.grid, proof.rule, square).is_some();
    proof.squares(Cell::stone(color)).any(is_in_row)
}

/// Whether the attacker, to move in `position`, wins by the node `id`, within `left` steps. Subtracts the steps taken
/// from `left`.
pub fn holds(tree: &Tree, id: NodeId, position: &mut Position, left: &mut u64) -> bool {
    let mut check =
        Check { tree, references: &[], held: HashSet::new(), allowed: *left, left: *left };
    let found = check.attack(position, id);
    *left = check.left;
    found.is_ok()
}

/// The members of `replies` after which the attacker wins by the node `id`. The attacker is to move in `position`, as
/// if the defender had passed. Subtracts the steps taken from `left`.
pub fn lost_replies(
    tree: &Tree,
    id: NodeId,
    position: &mut Position,
    replies: &[Square],
    left: &mut u64,
) -> HashSet<Square> {
    let by_fours = points_of_win(tree, id, position, left);
    let mut is_lost = |reply: &Square| {
        if is_harmless(by_fours.as_ref(), *reply) {
            return true;
        }
        position.place(!position.attacker(), *reply);
        let is_lost = holds(tree, id, position, left);
        position.take_back();
        is_lost
    };
    replies.iter().copied().filter(|reply| is_lost(reply)).collect()
}

/// Whether `reply` does not affect the win by fours that depends on `points`.
fn is_harmless(points: Option<&Points>, reply: Square) -> bool {
    points.is_some_and(|points| !points.contains(reply))
}

/// A check in progress.
struct Check<'a> {
    tree: &'a Tree,
    /// How many branches lead to each node; nodes beyond the end of the slice count as not shared.
    references: &'a [u32],
    /// The shared nodes found to hold, each with its position.
    held: HashSet<(NodeId, Box<[u64]>)>,
    /// Number of allowed steps.
    allowed: u64,
    /// Number of steps left.
    left: u64,
}

impl Check<'_> {
    /// Checks a node. The attacker is to move. The position is unchanged afterwards.
    fn attack(&mut self, position: &mut Position, id: NodeId) -> Result<(), Fault> {
        let node = self.tree.get(id);
        let is_shared = self.references.get(id.0 as usize).is_some_and(|&count| count > 1);
        let key = is_shared.then(|| (id, stones(position)));
        if key.as_ref().is_some_and(|key| self.held.contains(key)) {
            return Ok(());
        }
        let fault = |flaw| Fault { line: node.line, flaw };
        let too_long = fault(Flaw::TooLong(self.allowed));
        self.left = self.left.checked_sub(1).ok_or(too_long)?;
        legal(position, node.square).map_err(fault)?;
        let is_won = position.wins(position.attacker(), node.square);
        if !is_won {
            position.place(position.attacker(), node.square);
            let found = self.defend(position, node);
            position.take_back();
            found?;
        }
        if let Some(key) = key.filter(|_| self.held.len() < MOST_HELD) {
            self.held.insert(key);
        }
        Ok(())
    }

    /// Checks the replies. The defender is to move, after the attacker's move of `node`.
    fn defend(&mut self, position: &mut Position, node: &Node) -> Result<(), Fault> {
        let fault = |flaw| Fault { line: node.line, flaw };
        if position.is_full() {
            return Err(fault(Flaw::Full));
        }
        if let Some(five) = position.danger() {
            return Err(fault(five.point().map_or(Flaw::Over, Flaw::Lost)));
        }
        let defender = !position.attacker();
        let answers = Answers::new(position, node);
        // Where the attacker threatens no five, the answer to all other replies is often a win by fours.
        let by_fours = answers
            .others()
            .filter(|_| answers.fives().is_empty())
            .and_then(|others| points_of_win(self.tree, others.node, position, &mut self.left));
        let mut may_place = false;
        for reply in answers.replies(position) {
            let branch = match answers.to(position, reply) {
                Answer::Five => continue,
                Answer::Branch(branch)
                    if branch.replies == Replies::Others
                        && is_harmless(by_fours.as_ref(), reply) =>
                {
                    continue;
                }
                _ if !position.is_legal(defender, reply) => continue,
                Answer::Branch(branch) => branch,
                Answer::None => return Err(fault(Flaw::Unanswered(reply.point()))),
            };
            may_place = true;
            position.place(defender, reply);
            let found = self.attack(position, branch.node);
            position.take_back();
            found?;
        }
        if may_place || position.defender_may_place() {
            return Ok(());
        }
        // In renju Black must pass if every point is forbidden.
        if !answers.fives().is_empty() {
            return Ok(());
        }
        let is_for_pass = |branch: &&Branch| branch.replies == Replies::Pass;
        match node.branches.iter().find(is_for_pass).or(answers.others()) {
            Some(branch) => self.attack(position, branch.node),
            None => Err(fault(Flaw::Unanswered(None))),
        }
    }
}

/// Whether the attacker may move to `square`.
fn legal(position: &Position, square: Square) -> Result<(), Flaw> {
    let point = square.point().ok_or(Flaw::Over)?;
    if !position.is_empty(square) {
        return Err(Flaw::Taken(point));
    }
    let has_fouls = position.rule().forbids(position.attacker());
    match foul_at(position.grid(), square).filter(|_| has_fouls) {
        Some(foul) => Err(Flaw::Foul(point, foul)),
        None => Ok(()),
    }
}

/// The stones of a position: two bits for each point.
fn stones(position: &Position) -> Box<[u64]> {
    let squares: Vec<Square> = position.grid().squares().collect();
    let bits = |cell| match cell {
        Cell::Black => 1,
        Cell::White => 2,
        Cell::Wall | Cell::Empty => 0,
    };
    let word = |chunk: &[Square]| {
        chunk.iter().fold(0, |word, &square| word << 2 | bits(position.grid().get(square)))
    };
    squares.chunks(32).map(word).collect()
}
