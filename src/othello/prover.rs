//! Builds the proof of an exact score: a tree for each of its two bounds.
//!
//! At every position of the proving side the solver, whose table still holds most of what the score rests on, names a
//! move that reaches the bound; of several that which leaves the fewest replies is tried first, because it tends to
//! have the smallest tree. Near the end `smallest` finds the smallest tree itself. Positions farther from the end are
//! remembered, so that all ways to them share one tree.

mod smallest;

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::othello::proof::play::{Ply, after, plies, settled};
use crate::othello::proof::text::{Answer, Claim, Node, Nodes, Reply, write};
use crate::othello::rules::board::Board;
use crate::othello::search::Searcher;
use crate::othello::search::bound::BoundSearch;
use crate::proof::LONGEST_TEXT;
use crate::search::clock::Instant;
use crate::search::control::Control;
use crate::search::limits::Budget;
use smallest::smallest;

/// Positions with at most this many empty squares are not remembered: to solve them again takes no longer.
const FORGOTTEN_EMPTIES: u32 = 4;
/// Bytes of memory that a remembered position takes at most: its share of a map that has just grown, and of the one
/// it grew from.
const POSITION_BYTES: usize = 88;
/// More than the header of a proof takes.
const HEADER_BYTES: usize = 1 << 10;

/// Bounds of the construction of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Time limit.
    pub time: Option<Duration>,
    /// Limit on the memory for positions in bytes.
    pub memory: usize,
}

/// A proof of an exact score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Its text.
    pub text: String,
    /// The nodes of both trees.
    pub nodes: usize,
}

/// Why a proof was not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclosed {
    /// The time is over.
    Time,
    /// One of its trees has more positions than this.
    Memory(usize),
    /// Its text would be longer than any checker reads.
    Text,
    /// The score is not the right one.
    Untrue,
}

impl fmt::Display for Unclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unclosed::Time => f.write_str("no proof within the time limit"),
            Unclosed::Memory(positions) => {
                write!(f, "no proof within the memory for {positions} positions")
            }
            Unclosed::Text => write!(f, "the proof is longer than {} MiB", LONGEST_TEXT >> 20),
            Unclosed::Untrue => f.write_str("no proof: the score is not the right one"),
        }
    }
}

/// Builds the proof of `claim`, which `searcher` has just solved.
///
/// # Errors
/// Why the proof does not close.
pub fn prove(searcher: &mut Searcher, claim: &Claim, bounds: &Bounds) -> Result<Proof, Unclosed> {
    let control = Control::new(Instant::now(), bounds.time.map(Budget::to_the_end));
    let most = bounds.memory / POSITION_BYTES;
    searcher.with_bounds(&control, |search| {
        let mut room = LONGEST_TEXT - HEADER_BYTES;
        let mut tree = |bound, is_own_turn| {
            let known = HashMap::new();
            let mut construction =
                Construction { search: &mut *search, control: &control, bound, known, most };
            let nodes = construction.build(claim.board, is_own_turn, room)?;
            room -= nodes.text_len();
            Ok(nodes)
        };
        let (at_least, at_most) = (tree(claim.score, true)?, tree(-claim.score, false)?);
        let nodes = at_least.count() + at_most.count();
        Ok(Proof { text: write(claim, &at_least, &at_most), nodes })
    })
}

/// What is known of a position with the proving side to move.
#[derive(Clone, Copy, Debug)]
struct Known {
    answer: Ply,
    /// Whether several ways lead to it.
    is_shared: bool,
    /// Its label, once it is written.
    label: Option<NonZeroU32>,
}

/// A tree under construction.
struct Construction<'a, 'b, 'c> {
    search: &'a mut BoundSearch<'b, 'c>,
    control: &'a Control,
    /// What the proving side has to score.
    bound: i32,
    known: HashMap<Board, Known>,
    /// Positions that may be known.
    most: usize,
}

impl Construction<'_, '_, '_> {
    /// The tree that begins with `board`, where the proving side is to move or, if not `is_own_turn`, the other one.
    /// Its text may have `room` bytes.
    fn build(&mut self, board: Board, is_own_turn: bool, room: usize) -> Result<Nodes, Unclosed> {
        let (nodes, labels) = (Nodes::default(), 0);
        // Nobody scores less than -64.
        if self.bound == -64 {
            return Ok(nodes);
        }
        if !is_own_turn {
            self.defend(board)?;
            let mut writing = Writing { construction: self, nodes, labels, room };
            writing.defend(board, 0)?;
            return Ok(writing.nodes);
        }
        match settled(board) {
            Some(score) => self.count(score)?,
            None => self.attack(board)?,
        }
        let mut writing = Writing { construction: self, nodes, labels, room };
        if settled(board).is_none() {
            writing.attack(board, 0, Reply::Start)?;
        }
        Ok(writing.nodes)
    }

    /// Finds the answers in `board`, where the proving side is to move, and everywhere below.
    fn attack(&mut self, board: Board) -> Result<(), Unclosed> {
        if board.empty_count() <= FORGOTTEN_EMPTIES {
            return self.last(board).map(|_| ());
        }
        if let Some(known) = self.known.get_mut(&board) {
            known.is_shared = true;
            return Ok(());
        }
        if self.control.must_stop() {
            return Err(Unclosed::Time);
        }
        if self.known.len() >= self.most {
            return Err(Unclosed::Memory(self.most));
        }
        let answer = self.answer(board)?;
        self.known.insert(board, Known { answer, is_shared: false, label: None });
        self.defend(after(board, answer))
    }

    /// The same for `board` where the other side is to move.
    fn defend(&mut self, board: Board) -> Result<(), Unclosed> {
        if let Some(score) = settled(board) {
            return self.count(-score);
        }
        for reply in plies(board) {
            let next = after(board, reply);
            match settled(next) {
                Some(score) => self.count(score)?,
                None => self.attack(next)?,
            }
        }
        Ok(())
    }

    /// A ply that reaches the bound.
    fn answer(&mut self, board: Board) -> Result<Ply, Unclosed> {
        let mut candidates: Vec<(Ply, Board)> =
            plies(board).map(|ply| (ply, after(board, ply))).collect();
        candidates.sort_by_key(|(_, next)| next.legal_moves().count_ones());
        for (ply, next) in candidates {
            if self.search.is_at_most(next, -self.bound).ok_or(Unclosed::Time)? {
                return Ok(ply);
            }
        }
        Err(Unclosed::Untrue)
    }

    /// The answer that the smallest tree begins with.
    fn last(&self, board: Board) -> Result<Ply, Unclosed> {
        smallest(board, self.bound, u32::MAX).map(|found| found.answer).ok_or(Unclosed::Untrue)
    }

    fn count(&self, score: i32) -> Result<(), Unclosed> {
        if score >= self.bound { Ok(()) } else { Err(Unclosed::Untrue) }
    }
}

/// The lines of a tree whose answers are known.
struct Writing<'a, 'b, 'c, 'd> {
    construction: &'a mut Construction<'b, 'c, 'd>,
    nodes: Nodes,
    /// The last label.
    labels: u32,
    room: usize,
}

impl Writing<'_, '_, '_, '_> {
    /// Writes the node of `board`, where the proving side is to move, and all below it.
    fn attack(&mut self, board: Board, depth: usize, reply: Reply) -> Result<(), Unclosed> {
        if self.nodes.text_len() > self.room {
            return Err(Unclosed::Text);
        }
        let answer = match self.construction.known.get_mut(&board) {
            Some(Known { label: Some(label), .. }) => Answer::Same(label.get() as usize),
            Some(known) if known.is_shared => {
                self.labels += 1;
                known.label = NonZeroU32::new(self.labels);
                Answer::Play(known.answer, Some(self.labels as usize))
            }
            Some(known) => Answer::Play(known.answer, None),
            None => Answer::Play(self.construction.last(board)?, None),
        };
        self.nodes.add(Node { depth, reply, answer });
        match answer {
            Answer::Play(ply, _) => self.defend(after(board, ply), depth + 1),
            Answer::Same(_) => Ok(()),
        }
    }

    /// Writes the nodes at `depth` for the replies in `board`.
    fn defend(&mut self, board: Board, depth: usize) -> Result<(), Unclosed> {
        if settled(board).is_some() {
            return Ok(());
        }
        for reply in plies(board) {
            let next = after(board, reply);
            if settled(next).is_none() {
                self.attack(next, depth, Reply::Played(reply))?;
            }
        }
        Ok(())
    }
}
