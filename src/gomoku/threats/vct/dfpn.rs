//! Depth-first proof-number search (df-pn). Positions of the attacker are OR nodes, which one winning move
//! proves; positions of the defender are AND nodes, where every reply must be refuted.
//!
//! A node is searched until one of its numbers reaches the threshold at which another node becomes more
//! promising. All results are stored in the table, so an interrupted search resumes where it stopped.
//! Stones are only added, so no line repeats a position.
//!
//! The order of a search is the number of quiet moves that the attacker may play on a line: moves that
//! threaten no VCF but a win of order 0. To find the replies to such a threat, the search asks
//! `proof_tree` for the relevance zone of that win. That walk calls the search at order 0 where the table
//! has lost part of the proof.

use std::cmp::Reverse;

use super::moves::{self, Attack, Defence};
use super::proof_table::{INFINITE, ProofEntry, ProofNumbers, ProofTable};
use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::zobrist;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::params::VctParams;
use crate::gomoku::threats::tactics;
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;

/// Longest line, in plies. Not a parameter: it only bounds the recursion, far beyond any win found.
const MAX_PLIES: usize = 100;

/// A move of the node being searched, and the node it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    square: Square,
    numbers: ProofNumbers,
    plies: u16,
}

/// The moves of a node, and the order of the search below them.
struct Moves {
    set: SquareSet,
    order: u8,
}

/// The proof numbers of a node and, if it is proven, the plies to the five.
pub(super) type Outcome = (ProofNumbers, u16);

/// A node without a win within the bounds.
const DISPROVEN: Result<Moves, Outcome> = Err((ProofNumbers::DISPROVEN, 0));

/// One search for one attacker.
pub(super) struct Dfpn<'a, 'b> {
    pub board: &'a mut Board,
    pub meter: &'a mut Meter<'b>,
    pub table: &'a mut ProofTable,
    pub vcf: &'a mut Vcf,
    pub stack: &'a mut Vec<Child>,
    pub attacker: Color,
    pub params: &'a VctParams,
    /// Count of the meter at which to stop.
    pub node_limit: u64,
}

/// The numbers of a node, computed from its children.
struct Summary {
    numbers: ProofNumbers,
    /// Index of the most-proving child, or of the deciding one if the node is solved.
    best: usize,
    /// The number of the second-best child, on which the threshold of the best depends.
    second: u32,
}

impl Dfpn<'_, '_> {
    /// Searches the position on the board until it is solved, one of the `thresholds` is reached or
    /// the search must stop.
    pub fn run(&mut self, thresholds: ProofNumbers, order: u8, ply: usize) -> Outcome {
        self.meter.count();
        let key = self.key(self.board.hash(), order);
        let known = self.table.load(key);
        if let Some(entry) = known
            && entry.numbers.is_solved()
        {
            return (entry.numbers, entry.plies);
        }
        let before = self.meter.nodes();
        let examined = if self.board.side() == self.attacker {
            self.examine_attack(known.is_some(), order, ply)
        } else {
            self.examine_defence(order, ply)
        };
        let moves = match examined {
            Ok(moves) => moves,
            // A VCF search that was cut short disproves nothing.
            Err((numbers, _)) if numbers.proof != 0 && self.is_over() => {
                return (ProofNumbers::UNKNOWN, 0);
            }
            Err((numbers, plies)) => {
                let work = (self.meter.nodes() - before) as u32;
                self.table.store(key, ProofEntry { numbers, work, best: None, plies });
                return (numbers, plies);
            }
        };
        let start = self.stack.len();
        self.push_children(&moves);
        let (numbers, best, plies) = self.deepen(start, thresholds, moves.order, ply);
        self.stack.truncate(start);
        let spent = (self.meter.nodes() - before).min(u64::from(u32::MAX / 2)) as u32;
        let work = known.map_or(0, |entry| entry.work).saturating_add(spent);
        self.table.store(key, ProofEntry { numbers, work, best: Some(best), plies });
        (numbers, plies)
    }

    /// The table's entry of the position on the board.
    pub fn known(&self, order: u8) -> Option<ProofEntry> {
        self.table.load(self.key(self.board.hash(), order))
    }

    /// Whether the search must stop.
    fn is_over(&self) -> bool {
        self.meter.stopped() || self.meter.nodes() >= self.node_limit
    }

    /// The moves of an OR node, or its outcome.
    fn examine_attack(&mut self, is_known: bool, order: u8, ply: usize) -> Result<Moves, Outcome> {
        if order > 0 && !is_known {
            let found = self.probe(self.params.attack_probe, ply);
            if found.0.proof == 0 {
                return Err(found);
            }
        }
        let skip_fours = is_known || order > 0;
        match moves::examine_attack(
            self.board,
            self.vcf,
            self.meter,
            self.params,
            skip_fours,
            order > 0,
        ) {
            Attack::Won(plies) => Err((ProofNumbers::PROVEN, plies as u16)),
            Attack::Failed => DISPROVEN,
            Attack::Moves(set) if set.is_empty() || ply >= MAX_PLIES => DISPROVEN,
            Attack::Moves(set) => Ok(Moves { set, order }),
        }
    }

    /// The moves of an AND node, or its outcome.
    fn examine_defence(&mut self, order: u8, ply: usize) -> Result<Moves, Outcome> {
        let (set, order) =
            match moves::examine_defence(self.board, self.vcf, self.meter, self.params) {
                Defence::Lost(plies) => return Err((ProofNumbers::PROVEN, plies as u16)),
                Defence::Won => return DISPROVEN,
                Defence::Free if order == 0 => return DISPROVEN,
                Defence::Free => match self.quiet_threat(ply) {
                    Some(set) => (set, order - 1),
                    None => return DISPROVEN,
                },
                Defence::Replies(set) => (set, order),
            };
        let set = tactics::legal(self.board, set);
        // Only in renju: every reply is a foul, and any other move loses to the threat.
        if set.is_empty() { Err((ProofNumbers::PROVEN, 4)) } else { Ok(Moves { set, order }) }
    }

    /// The replies that may stop the win of order 0 that the attacker threatens; `None` if none is
    /// found.
    fn quiet_threat(&mut self, ply: usize) -> Option<SquareSet> {
        self.board.pass();
        let (numbers, _) = self.probe(self.params.threat_probe, ply);
        let set = (numbers.proof == 0).then(|| self.zone_of_win());
        self.board.pass();
        Some(set? | self.board.four_points(self.board.side()))
    }

    /// A search of order 0 with a small node budget.
    fn probe(&mut self, node_budget: u64, ply: usize) -> Outcome {
        let outer = self.node_limit;
        self.node_limit = outer.min(self.meter.nodes() + node_budget);
        let found = self.run(ProofNumbers::UNREACHED, 0, ply);
        self.node_limit = outer;
        found
    }

    fn push_children(&mut self, moves: &Moves) {
        let me = self.board.side();
        let is_attack = me == self.attacker;
        let parent = self.board.hash() ^ zobrist::WHITE_TO_MOVE;
        let start = self.stack.len();
        for square in moves.set.iter() {
            let hash = parent ^ zobrist::stone(me, square);
            let known = self.table.load(self.key(hash, moves.order));
            let (numbers, plies) = match known {
                Some(entry) => (entry.numbers, entry.plies),
                None if is_attack => (
                    ProofNumbers {
                        proof: moves::initial_proof_number(self.board, square, self.params),
                        disproof: 1,
                    },
                    0,
                ),
                None => (ProofNumbers::UNKNOWN, 0),
            };
            self.stack.push(Child { square, numbers, plies });
        }
        let board = &*self.board;
        self.stack[start..].sort_by_cached_key(|child| Reverse(board.order_score(child.square)));
    }

    /// Multiple iterative deepening: searches the most-proving child again and again. Returns the
    /// numbers of the node, its best move and, if it is proven, the plies to the five.
    fn deepen(
        &mut self,
        start: usize,
        thresholds: ProofNumbers,
        order: u8,
        ply: usize,
    ) -> (ProofNumbers, Square, u16) {
        let is_attack = self.board.side() == self.attacker;
        loop {
            let children = &self.stack[start..];
            let sum = if is_attack { or_node(children) } else { and_node(children) };
            let child = children[sum.best];
            let numbers = sum.numbers;
            let done = numbers.is_solved()
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof;
            if done || self.is_over() {
                return (numbers, child.square, child.plies + 1);
            }
            let rival = sum.second.saturating_add(1 + sum.second / self.params.epsilon_divisor);
            let ProofNumbers { proof, disproof } = child.numbers;
            let thresholds = if is_attack {
                let others = numbers.disproof.saturating_sub(disproof);
                ProofNumbers {
                    proof: thresholds.proof.min(rival),
                    disproof: thresholds.disproof.saturating_sub(others),
                }
            } else {
                let others = numbers.proof.saturating_sub(proof);
                ProofNumbers {
                    proof: thresholds.proof.saturating_sub(others),
                    disproof: thresholds.disproof.min(rival),
                }
            };
            self.board.play(child.square);
            let (numbers, plies) = self.run(thresholds, order, ply + 1);
            self.board.undo();
            let child = &mut self.stack[start + sum.best];
            (child.numbers, child.plies) = (numbers, plies);
        }
    }

    /// Table key of the position with `hash`: entries are for one attacker and one order.
    fn key(&self, hash: u64, order: u8) -> u64 {
        let is_white = u64::from(self.attacker == Color::White);
        hash ^ zobrist::game(1 << 40 | u64::from(order) << 1 | is_white)
    }
}

/// An OR node: proving it takes the child with the least proof number, disproving it takes all children.
fn or_node(children: &[Child]) -> Summary {
    let (mut best, mut proof, mut second, mut disproof) = (0, INFINITE, INFINITE, 0u32);
    for (i, child) in children.iter().enumerate() {
        disproof = disproof.saturating_add(child.numbers.disproof);
        if child.numbers.proof < proof {
            (best, second, proof) = (i, proof, child.numbers.proof);
        } else {
            second = second.min(child.numbers.proof);
        }
    }
    let numbers = match proof {
        0 => ProofNumbers::PROVEN,
        _ if disproof == 0 => ProofNumbers::DISPROVEN,
        _ => ProofNumbers { proof, disproof: disproof.min(INFINITE - 1) },
    };
    Summary { numbers, best, second }
}

/// An AND node: proving it takes all children, disproving it takes the child with the least disproof
/// number. The best move of a proven node is the one that delays the five longest.
fn and_node(children: &[Child]) -> Summary {
    let (mut best, mut disproof, mut second, mut proof) = (0, INFINITE, INFINITE, 0u32);
    for (i, child) in children.iter().enumerate() {
        proof = proof.saturating_add(child.numbers.proof);
        if child.numbers.disproof < disproof {
            (best, second, disproof) = (i, disproof, child.numbers.disproof);
        } else {
            second = second.min(child.numbers.disproof);
        }
    }
    let numbers = match disproof {
        0 => ProofNumbers::DISPROVEN,
        _ if proof == 0 => ProofNumbers::PROVEN,
        _ => ProofNumbers { proof: proof.min(INFINITE - 1), disproof },
    };
    if proof == 0 {
        best = (0..children.len()).max_by_key(|&i| children[i].plies).unwrap_or(0);
    }
    Summary { numbers, best, second }
}
