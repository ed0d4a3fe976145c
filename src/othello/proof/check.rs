//! The check of a proof by the rules alone, in one pass over its lines.
//!
//! The proving side has one move in every node, and every reply of the other side leads to a node, unless the tree ends
//! after it: then the check searches the rest. A reference leads to a position above it, so it proves nothing new. No
//! position can recur in a game, so no proof depends on itself.

use std::collections::HashMap;
use std::fmt;

use super::play::{after, is_end, plies, reaches, score};
use super::text::{
    AT_LEAST, AT_MOST, Answer, Claim, Node, Reply, read_claim, read_count, read_node,
};
use crate::coord::Point;
use crate::othello::rules::board::Board;
use crate::othello::rules::square::to_point;
use crate::proof::{END, Lines, ParseError, Problem, value_in};

/// Why a proof is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The text is not a proof.
    Text(Problem),
    /// The move of the proving side turns no disc or is on a taken square.
    Illegal(Point),
    /// The proving side has a move and may not pass.
    Pass,
    /// The reply is not legal here, or the tree ends after it.
    NotDue(Reply),
    /// There is no answer to this reply.
    Unanswered(Reply),
    /// The label belongs to another position.
    Elsewhere(usize),
    /// Best play ends with this score of the side to move at the root, which is below the bound.
    Below(i32, i32),
    /// Best play ends with this score of the side to move at the root, which is above the bound.
    Above(i32, i32),
    /// The proof has more nodes than this.
    TooLong(u64),
}

/// A flaw and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line that fails; for a missing reply, the line of the move before it.
    pub line: usize,
    pub flaw: Flaw,
}

/// A valid proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    pub claim: Claim,
    /// The nodes of both trees.
    pub nodes: usize,
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Fault {
        Fault { line: error.line, flaw: Flaw::Text(error.problem) }
    }
}

impl From<Problem> for Flaw {
    fn from(problem: Problem) -> Flaw {
        Flaw::Text(problem)
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Text(problem) => problem.fmt(f),
            Flaw::Illegal(point) => write!(f, "{point} is not a legal move"),
            Flaw::Pass => f.write_str("a pass is not legal here"),
            Flaw::NotDue(reply) => write!(f, "no node may follow {reply} here"),
            Flaw::Unanswered(Reply::Start) => f.write_str("the first move is missing"),
            Flaw::Unanswered(Reply::Played(None)) => f.write_str("no answer to a pass"),
            Flaw::Unanswered(reply) => write!(f, "no answer to {reply}"),
            Flaw::Elsewhere(label) => write!(f, "label {label} belongs to another position"),
            Flaw::Below(score, bound) => {
                write!(f, "the game ends with {score:+} (expected at least {bound:+})")
            }
            Flaw::Above(score, bound) => {
                write!(f, "the game ends with {score:+} (expected at most {bound:+})")
            }
            Flaw::TooLong(steps) => write!(f, "the check takes more than {steps} steps"),
        }
    }
}

/// Checks the proof `text`, which may have at most `steps` nodes.
///
/// # Errors
/// The first flaw.
pub fn check(text: &str, steps: u64) -> Result<Checked, Fault> {
    let mut lines = Lines::new(text)?;
    let claim = read_claim(&mut lines)?;
    let Claim { board, score, .. } = claim;
    let mut allowed = Steps { all: steps, left: steps };

    let first = lines.value(AT_LEAST)?;
    let expected = read_count(first)?;
    let is_end = |line: &str| line.split(' ').next() == Some(AT_MOST);
    let mut tree = Tree::new(Side::Own, score, board, first.0)?;
    let end = tree.read(&mut lines, &mut allowed, is_end)?;
    let mut nodes = tree.close(first.0, expected)?;

    let second = value_in(end, AT_MOST)?;
    let expected = read_count(second)?;
    let mut tree = Tree::new(Side::Other, score, board, second.0)?;
    tree.read(&mut lines, &mut allowed, |line| line == END)?;
    nodes += tree.close(second.0, expected)?;
    lines.nothing_more()?;
    Ok(Checked { claim, nodes })
}

/// The nodes that a check may still read.
struct Steps {
    all: u64,
    left: u64,
}

impl Steps {
    fn take(&mut self) -> Result<(), Flaw> {
        self.left = self.left.checked_sub(1).ok_or(Flaw::TooLong(self.all))?;
        Ok(())
    }
}

/// The side that proves a bound: the one to move at the root, or the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Own,
    Other,
}

/// The replies that lead to nodes: a bit for each square, one for a pass and one for the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Replies(u128);

impl Replies {
    const NONE: Replies = Replies(0);

    fn of(reply: Reply) -> Replies {
        Replies(1 << Replies::index(reply))
    }

    fn index(reply: Reply) -> u8 {
        match reply {
            Reply::Played(Some(square)) => square,
            Reply::Played(None) => 64,
            Reply::Start => 65,
        }
    }

    fn first(self) -> Option<Reply> {
        match self.0.trailing_zeros() {
            128 => None,
            65 => Some(Reply::Start),
            64 => Some(Reply::Played(None)),
            square => Some(Reply::Played(Some(square as u8))),
        }
    }

    fn contains(self, reply: Reply) -> bool {
        self.0 & Replies::of(reply).0 != 0
    }

    fn without(self, other: Replies) -> Replies {
        Replies(self.0 & !other.0)
    }

    fn with(self, reply: Reply) -> Replies {
        Replies(self.0 | Replies::of(reply).0)
    }
}

/// A node that the next line may continue, or the root.
struct Branching {
    line: usize,
    /// The position in which the replies are made.
    board: Board,
    /// The replies that need a node.
    due: Replies,
    /// The replies that have a node.
    answered: Replies,
}

/// The check of a tree.
struct Tree {
    side: Side,
    /// The claimed score of the side to move at the root.
    score: i32,
    /// The root and the last node at each depth; none at a reference.
    path: Vec<Branching>,
    labels: HashMap<usize, Board>,
    nodes: usize,
}

impl Tree {
    /// The tree by which `side` proves its bound on the score of `board`. It begins after the line `line`.
    fn new(side: Side, score: i32, board: Board, line: usize) -> Result<Tree, Fault> {
        let (labels, path) = (HashMap::new(), Vec::new());
        let mut tree = Tree { side, score, path, labels, nodes: 0 };
        let due = match side {
            // Nobody scores less than -64.
            _ if tree.bound() == -64 => Ok(Replies::NONE),
            Side::Other => tree.due(board),
            Side::Own if is_end(board) => tree.count(board, true).map(|()| Replies::NONE),
            Side::Own => Ok(Replies::of(Reply::Start)),
        };
        let due = due.map_err(|flaw| Fault { line, flaw })?;
        tree.path.push(Branching { line, board, due, answered: Replies::NONE });
        Ok(tree)
    }

    /// The score that the proving side must reach.
    fn bound(&self) -> i32 {
        match self.side {
            Side::Own => self.score,
            Side::Other => -self.score,
        }
    }

    /// Reads nodes up to the line that ends the tree, and returns that line.
    fn read<'a>(
        &mut self,
        lines: &mut Lines<'a>,
        steps: &mut Steps,
        is_end: impl Fn(&str) -> bool,
    ) -> Result<(usize, &'a str), Fault> {
        loop {
            let (number, line) = lines.line()?;
            if is_end(line) {
                return Ok((number, line));
            }
            let fault = |flaw| Fault { line: number, flaw };
            steps.take().map_err(fault)?;
            let node = read_node(line).map_err(|problem| fault(problem.into()))?;
            if node.depth >= self.path.len() {
                return Err(fault(Problem::Depth(node.depth).into()));
            }
            self.leave(node.depth + 1)?;
            self.add(number, node).map_err(fault)?;
            self.nodes += 1;
        }
    }

    /// Drops all but the first `kept` nodes of the path. All replies that are due in the dropped nodes must have been
    /// answered.
    fn leave(&mut self, kept: usize) -> Result<(), Fault> {
        for left in self.path.drain(kept..).rev() {
            if let Some(reply) = left.due.without(left.answered).first() {
                return Err(Fault { line: left.line, flaw: Flaw::Unanswered(reply) });
            }
        }
        Ok(())
    }

    /// Adds a node to the last one of the path.
    fn add(&mut self, line: usize, Node { reply, answer, .. }: Node) -> Result<(), Flaw> {
        let parent = self.path.last_mut().ok_or(Flaw::NotDue(reply))?;
        if !parent.due.contains(reply) {
            return Err(Flaw::NotDue(reply));
        }
        if parent.answered.contains(reply) {
            return Err(Problem::Twice(reply.to_string()).into());
        }
        parent.answered = parent.answered.with(reply);
        let board = match reply {
            Reply::Start => parent.board,
            Reply::Played(ply) => after(parent.board, ply),
        };
        let (ply, label) = match answer {
            Answer::Same(label) => {
                return match self.labels.get(&label) {
                    None => Err(Problem::Label(label.to_string()).into()),
                    Some(known) if *known == board => Ok(()),
                    Some(_) => Err(Flaw::Elsewhere(label)),
                };
            }
            Answer::Play(ply, label) => (ply, label),
        };
        let moves = board.legal_moves();
        match ply {
            Some(square) if moves >> square & 1 == 0 => {
                return Err(Flaw::Illegal(to_point(square)));
            }
            None if moves != 0 => return Err(Flaw::Pass),
            _ => {}
        }
        if let Some(label) = label
            && self.labels.insert(label, board).is_some()
        {
            return Err(Problem::Label(label.to_string()).into());
        }
        let next = after(board, ply);
        let due = self.due(next)?;
        self.path.push(Branching { line, board: next, due, answered: Replies::NONE });
        Ok(())
    }

    /// The replies in `board`, with the other side to move, that need a node. After the other replies the tree ends,
    /// and the check plays them out.
    fn due(&self, board: Board) -> Result<Replies, Flaw> {
        let mut due = Replies::NONE;
        if is_end(board) {
            self.count(board, false)?;
            return Ok(due);
        }
        for reply in plies(board) {
            let next = after(board, reply);
            if is_end(next) {
                self.count(next, true)?;
            } else {
                due = due.with(Reply::Played(reply));
            }
        }
        Ok(due)
    }

    /// Checks that the proving side reaches its bound in `board`, where a proof ends.
    fn count(&self, board: Board, is_provers_turn: bool) -> Result<(), Flaw> {
        let bound = if is_provers_turn { self.bound() } else { 1 - self.bound() };
        if reaches(board, bound) == is_provers_turn {
            return Ok(());
        }
        let is_root_turn = is_provers_turn == (self.side == Side::Own);
        let score = if is_root_turn { score(board) } else { -score(board) };
        Err(match self.side {
            Side::Own => Flaw::Below(score, self.score),
            Side::Other => Flaw::Above(score, self.score),
        })
    }

    /// The number of nodes of the complete tree, which must be `expected`, as stated on its first line.
    fn close(mut self, line: usize, expected: usize) -> Result<usize, Fault> {
        self.leave(0)?;
        if self.nodes == expected {
            Ok(self.nodes)
        } else {
            Err(Fault { line, flaw: Problem::Count(expected).into() })
        }
    }
}
