//! Builds the proof of an exact score: a tree for each of its two bounds.
//!
//! At every position of the proving side the solver names a move that reaches the bound. Its table still has most of
//! the positions behind the score, so its best moves come first; of the others, the one that leaves the fewest replies
//! tends to have the smallest tree. Positions farther from the end are stored, so that transpositions share one tree.

use std::collections::hash_map::Entry;
use std::fmt;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::othello::proof::play::{PLAYED_OUT, Ply, after, is_end, plies};
use crate::othello::proof::text::{Answer, Claim, Node, Nodes, Reply, write};
use crate::othello::rules::board::Board;
use crate::othello::search::Searcher;
use crate::othello::search::bound::BoundSearch;
use crate::proof::LONGEST_TEXT;
use crate::search::clock::Instant;
use crate::search::control::Control;
use crate::search::limits::Budget;

/// Positions with at most this many empty squares are not stored: their trees are small, and looking them up takes
/// longer than it saves.
const FORGOTTEN_EMPTIES: u32 = 7;
/// After an answer with at most this many empty squares, nodes follow only if there is a pass, so any answer that
/// reaches the bound will do.
const LAST_EMPTIES: u32 = PLAYED_OUT + 2;
/// Most bytes of a stored position: its share of a map that has just grown and of the smaller map before.
const POSITION_BYTES: usize = 88;
/// Most bytes of a node.
const NODE_BYTES: usize = 3 * size_of::<Found>();
/// Bytes of the shortest line of a node.
const LINE_BYTES: usize = "0 a1 a1\n".len();
/// Upper bound on the length of a proof's header.
const HEADER_BYTES: usize = 1 << 10;

/// Bounds of the construction of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Time limit.
    pub time: Option<Duration>,
    /// Limit on the memory for nodes and positions in bytes.
    pub memory: usize,
}

/// A proof of an exact score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The text of the proof.
    pub text: String,
    /// The nodes of both trees.
    pub nodes: usize,
}

/// Why a proof could not be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclosed {
    /// The time limit was reached.
    Time,
    /// There is no memory for a tree with more positions than this.
    Memory(usize),
    /// Its text would be longer than any checker reads.
    Text,
    /// The claimed score is wrong.
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
            Unclosed::Untrue => f.write_str("no proof: the score is wrong"),
        }
    }
}

/// Builds the proof of `claim`, which `searcher` has just solved.
///
/// # Errors
/// Why the proof cannot be completed.
pub fn prove(searcher: &mut Searcher, claim: &Claim, bounds: &Bounds) -> Result<Proof, Unclosed> {
    let control = Control::new(Instant::now(), bounds.time.map(Budget::exactly));
    searcher.with_bounds(&control, |search| {
        let mut room = LONGEST_TEXT - HEADER_BYTES;
        let mut tree = |bound, is_own_turn| {
            // Nobody scores less than -64.
            if bound == -64 {
                return Ok(Nodes::default());
            }
            let (known, nodes, search) = (FxHashMap::default(), Vec::new(), &mut *search);
            let (memory, control) = (bounds.memory, &control);
            let candidates = Vec::new();
            let mut tree = Tree { search, control, bound, memory, room, known, nodes, candidates };
            tree.find(claim.board, is_own_turn)?;
            let nodes = written(&tree.nodes);
            room = room.checked_sub(nodes.text_len()).ok_or(Unclosed::Text)?;
            Ok(nodes)
        };
        let (at_least, at_most) = (tree(claim.score, true)?, tree(-claim.score, false)?);
        let nodes = at_least.count() + at_most.count();
        Ok(Proof { text: write(claim, &at_least, &at_most), nodes })
    })
}

/// A node of a tree under construction, in the order of the lines of its text.
struct Found {
    depth: u8,
    reply: Reply,
    answer: Choice,
}

/// The continuation after the reply of a node.
#[derive(Clone, Copy)]
enum Choice {
    /// The proving side plays this ply; `true` if other nodes have the same position.
    Play(Ply, bool),
    /// The position is that of the node with this index.
    Same(u32),
}

/// A tree under construction.
struct Tree<'a, 'b, 'c> {
    search: &'a mut BoundSearch<'b, 'c>,
    control: &'a Control,
    /// The score that the proving side must reach.
    bound: i32,
    /// Bytes that nodes and positions may take.
    memory: usize,
    /// Bytes that the text may have.
    room: usize,
    nodes: Vec<Found>,
    /// The indices of the nodes whose positions are stored.
    known: FxHashMap<Board, u32>,
    /// The candidate moves at a node: empty between nodes, but kept for its memory.
    candidates: Vec<Candidate>,
}

/// A ply that may reach the bound. The smallest is tried first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// Its rank among the best moves in the table.
    rank: u8,
    replies: u8,
    ply: Ply,
}

impl Tree<'_, '_, '_> {
    /// Finds the nodes from `board` on, where the proving side is to move or, if not `is_own_turn`, the other one.
    fn find(&mut self, board: Board, is_own_turn: bool) -> Result<(), Unclosed> {
        if is_own_turn && !is_end(board) {
            return self.attack(board, 0, Reply::Start);
        }
        let most = if is_own_turn { self.bound - 1 } else { -self.bound };
        let is_at_most = self.search.is_at_most(board, most).ok_or(Unclosed::Time)?;
        if is_at_most == is_own_turn {
            return Err(Unclosed::Untrue);
        }
        if is_own_turn { Ok(()) } else { self.defend(board, 0) }
    }

    /// Finds the node at `depth` after the `reply` that led to `board`, and all below it. The proving side is to move
    /// and can reach its bound.
    fn attack(&mut self, board: Board, depth: u8, reply: Reply) -> Result<(), Unclosed> {
        if is_end(board) {
            return Ok(());
        }
        self.check_bounds()?;
        let index = self.nodes.len();
        if board.empty_count() > FORGOTTEN_EMPTIES {
            match self.known.entry(board) {
                Entry::Occupied(known) => {
                    let same = *known.get();
                    if let Choice::Play(_, is_shared) = &mut self.nodes[same as usize].answer {
                        *is_shared = true;
                    }
                    self.nodes.push(Found { depth, reply, answer: Choice::Same(same) });
                    return Ok(());
                }
                Entry::Vacant(vacant) => vacant.insert(index as u32),
            };
        }
        let ply = self.answer(board)?;
        self.nodes.push(Found { depth, reply, answer: Choice::Play(ply, false) });
        self.defend(after(board, ply), depth + 1)
    }

    /// Finds the nodes at `depth` for the replies in `board`.
    fn defend(&mut self, board: Board, depth: u8) -> Result<(), Unclosed> {
        if is_end(board) {
            return Ok(());
        }
        plies(board)
            .try_for_each(|reply| self.attack(after(board, reply), depth, Reply::Played(reply)))
    }

    fn check_bounds(&self) -> Result<(), Unclosed> {
        let nodes = self.nodes.len();
        if self.control.must_stop() {
            Err(Unclosed::Time)
        } else if nodes * NODE_BYTES + self.known.len() * POSITION_BYTES >= self.memory {
            Err(Unclosed::Memory(nodes))
        } else if nodes >= self.room / LINE_BYTES {
            Err(Unclosed::Text)
        } else {
            Ok(())
        }
    }

    /// A ply that reaches the bound.
    fn answer(&mut self, board: Board) -> Result<Ply, Unclosed> {
        if board.empty_count() <= LAST_EMPTIES && board.legal_moves() != 0 {
            return self.last_answer(board);
        }
        let known = self.search.known_moves(board);
        let candidate = |ply: Ply| {
            let rank = known.iter().position(|&square| Some(square) == ply).unwrap_or(known.len());
            let replies = after(board, ply).legal_moves().count_ones();
            Candidate { rank: rank as u8, replies: replies as u8, ply }
        };
        self.candidates.clear();
        self.candidates.extend(plies(board).map(candidate));
        // Usually the first one reaches the bound, so sorting them all would take longer.
        while let Some(best) = (0..self.candidates.len()).min_by_key(|&at| self.candidates[at]) {
            let ply = self.candidates.swap_remove(best).ply;
            if self.reaches(board, ply)? {
                return Ok(ply);
            }
        }
        Err(Unclosed::Untrue)
    }

    /// A move that reaches the bound, so near the end that hardly any nodes follow.
    fn last_answer(&mut self, board: Board) -> Result<Ply, Unclosed> {
        for square in BoundSearch::moves_near_the_end(board) {
            if self.reaches(board, Some(square))? {
                return Ok(Some(square));
            }
        }
        Err(Unclosed::Untrue)
    }

    /// Whether the proving side reaches the bound by this `ply`.
    fn reaches(&mut self, board: Board, ply: Ply) -> Result<bool, Unclosed> {
        self.search.is_at_most(after(board, ply), -self.bound).ok_or(Unclosed::Time)
    }
}

/// The lines of a tree, with labels for the nodes that others refer to.
fn written(nodes: &[Found]) -> Nodes {
    let (mut lines, mut labels) = (Nodes::default(), FxHashMap::default());
    for (index, &Found { depth, reply, answer }) in nodes.iter().enumerate() {
        let answer = match answer {
            Choice::Same(node) => Answer::Same(labels[&node]),
            Choice::Play(ply, false) => Answer::Play(ply, None),
            Choice::Play(ply, true) => {
                let label = labels.len() + 1;
                labels.insert(index as u32, label);
                Answer::Play(ply, Some(label))
            }
        };
        lines.add(Node { depth: depth.into(), reply, answer });
    }
    lines
}
