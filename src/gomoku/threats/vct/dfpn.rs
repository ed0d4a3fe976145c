//! Proof-number search, depth first: the attacker's positions need one winning move, the defender's
//! need every reply refuted.
//!
//! A position is searched until one of its numbers reaches the threshold above which another one
//! is more promising. All that is learned goes through the table, so that a search cut short is
//! taken up again where it stopped. Stones are only added, so no line repeats a position.
//!
//! The order of a search is the number of times that the attacker may play a quiet move: one that
//! threatens no win by fours, but one by threats of order 0.

use std::cmp::Reverse;

use super::attack::{self, Attack};
use super::defence::{self, Defence};
use super::line::UNLIMITED;
use super::relevance;
use super::table::{Entry, INFINITE, Numbers, Table};
use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::squares::SquareSet;
use crate::gomoku::eval::zobrist;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics;
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;

/// Longest line looked at, in plies.
const MAX_PLIES: usize = 100;
/// A position is left when it is this part harder than the next best one.
const PATIENCE: u32 = 4;
/// Nodes for a win of order 0 before quiet moves are tried, and for one that is threatened.
const PLAIN_BUDGET: u64 = 100;
const THREAT_BUDGET: u64 = 150;

/// A move of the position being searched, and the position it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    square: Square,
    numbers: Numbers,
    plies: u16,
}

/// The moves of a position, and the order of the positions they lead to.
struct Moves {
    set: SquareSet,
    order: u8,
}

/// The numbers of a position, and if it is proven the plies to the five.
pub(super) type Found = (Numbers, u16);

/// No win within the bounds.
const FAILED: Result<Moves, Found> = Err((Numbers::DISPROVEN, 0));

/// One search for one attacker.
pub(super) struct Search<'a, 'b> {
    pub board: &'a mut Board,
    pub meter: &'a mut Meter<'b>,
    pub table: &'a mut Table,
    pub vcf: &'a mut Vcf,
    pub stack: &'a mut Vec<Child>,
    pub attacker: Color,
    /// Count of the meter at which to stop.
    pub node_limit: u64,
}

/// What the children of a position say together.
struct Sum {
    numbers: Numbers,
    /// Index of the child to go on with, which decides if the position is solved.
    best: usize,
    /// Its rival's number, on which its threshold depends.
    second: u32,
}

impl Search<'_, '_> {
    /// Searches the position on the board until it is solved, a threshold reached or the search
    /// stopped.
    pub fn run(&mut self, thresholds: Numbers, order: u8, ply: usize) -> Found {
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
            // A search cut short proves nothing.
            Err((numbers, _)) if numbers.proof != 0 && self.is_over() => {
                return (Numbers::UNKNOWN, 0);
            }
            Err((numbers, plies)) => {
                let work = (self.meter.nodes() - before) as u32;
                self.table.store(key, Entry { numbers, work, best: None, plies });
                return (numbers, plies);
            }
        };
        let start = self.stack.len();
        self.push_children(&moves);
        let (numbers, best, plies) = self.improve(start, thresholds, moves.order, ply);
        self.stack.truncate(start);
        let spent = (self.meter.nodes() - before).min(u64::from(u32::MAX / 2)) as u32;
        let work = known.map_or(0, |entry| entry.work).saturating_add(spent);
        self.table.store(key, Entry { numbers, work, best: Some(best), plies });
        (numbers, plies)
    }

    /// What the table knows of the position on the board.
    pub fn known(&self, order: u8) -> Option<Entry> {
        self.table.load(self.key(self.board.hash(), order))
    }

    /// Whether the search is to unwind.
    fn is_over(&self) -> bool {
        self.meter.stopped() || self.meter.nodes() >= self.node_limit
    }

    /// The moves of a position of the attacker, or what it is worth.
    fn examine_attack(&mut self, is_known: bool, order: u8, ply: usize) -> Result<Moves, Found> {
        if order > 0 && !is_known {
            let found = self.probe(PLAIN_BUDGET, ply);
            if found.0.proof == 0 {
                return Err(found);
            }
        }
        let skip_fours = is_known || order > 0;
        match attack::examine(self.board, self.vcf, self.meter, skip_fours, order > 0) {
            Attack::Won(plies) => Err((Numbers::PROVEN, plies as u16)),
            Attack::Failed => FAILED,
            Attack::Moves(set) if set.is_empty() || ply >= MAX_PLIES => FAILED,
            Attack::Moves(set) => Ok(Moves { set, order }),
        }
    }

    /// The moves of a position of the defender, or what it is worth.
    fn examine_defence(&mut self, order: u8, ply: usize) -> Result<Moves, Found> {
        let (set, order) = match defence::examine(self.board, self.vcf, self.meter) {
            Defence::Lost(plies) => return Err((Numbers::PROVEN, plies as u16)),
            Defence::Won => return FAILED,
            Defence::Free if order == 0 => return FAILED,
            Defence::Free => match self.quiet_threat(ply) {
                Some(set) => (set, order - 1),
                None => return FAILED,
            },
            Defence::Replies(set) => (set, order),
        };
        let set: SquareSet =
            set.iter().filter(|&square| tactics::is_legal(self.board, square)).collect();
        // Only in renju: a black stone anywhere loses to a five within three plies, or later.
        if set.is_empty() { Err((Numbers::PROVEN, 4)) } else { Ok(Moves { set, order }) }
    }

    /// Every reply that may stop the win of order 0 that the attacker threatens, if one is found.
    fn quiet_threat(&mut self, ply: usize) -> Option<SquareSet> {
        self.board.pass();
        let (numbers, _) = self.probe(THREAT_BUDGET, ply);
        let set = (numbers.proof == 0).then(|| relevance::of_win(self));
        self.board.pass();
        Some(set? | self.board.four_points(self.board.side()))
    }

    /// A short search of order 0.
    fn probe(&mut self, node_budget: u64, ply: usize) -> Found {
        let outer = self.node_limit;
        self.node_limit = outer.min(self.meter.nodes() + node_budget);
        let found = self.run(UNLIMITED, 0, ply);
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
                None if is_attack => {
                    (Numbers { proof: attack::prior(self.board, square), disproof: 1 }, 0)
                }
                None => (Numbers::UNKNOWN, 0),
            };
            self.stack.push(Child { square, numbers, plies });
        }
        let board = &*self.board;
        self.stack[start..].sort_by_cached_key(|child| Reverse(board.order_score(child.square)));
    }

    /// Searches the most promising child again and again; the numbers of the position, its move
    /// and, if it is proven, the plies to the five.
    fn improve(
        &mut self,
        start: usize,
        thresholds: Numbers,
        order: u8,
        ply: usize,
    ) -> (Numbers, Square, u16) {
        let is_attack = self.board.side() == self.attacker;
        loop {
            let children = &self.stack[start..];
            let sum = if is_attack { any_of(children) } else { all_of(children) };
            let child = children[sum.best];
            let numbers = sum.numbers;
            let done = numbers.is_solved()
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof;
            if done || self.is_over() {
                return (numbers, child.square, child.plies + 1);
            }
            let rival = sum.second.saturating_add(1 + sum.second / PATIENCE);
            let Numbers { proof, disproof } = child.numbers;
            let thresholds = if is_attack {
                let others = numbers.disproof.saturating_sub(disproof);
                Numbers {
                    proof: thresholds.proof.min(rival),
                    disproof: thresholds.disproof.saturating_sub(others),
                }
            } else {
                let others = numbers.proof.saturating_sub(proof);
                Numbers {
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

    /// Key of a position with that hash: numbers are for one attacker and one order.
    fn key(&self, hash: u64, order: u8) -> u64 {
        let is_white = u64::from(self.attacker == Color::White);
        hash ^ zobrist::game(1 << 40 | u64::from(order) << 1 | is_white)
    }
}

/// The attacker's choice: the easiest child is to be proven, all are to be disproven.
fn any_of(children: &[Child]) -> Sum {
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
        0 => Numbers::PROVEN,
        _ if disproof == 0 => Numbers::DISPROVEN,
        _ => Numbers { proof, disproof: disproof.min(INFINITE - 1) },
    };
    Sum { numbers, best, second }
}

/// The defender's choice: all children are to be proven, the easiest to be disproven. Of a proven
/// position the best move is the one that holds out longest.
fn all_of(children: &[Child]) -> Sum {
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
        0 => Numbers::DISPROVEN,
        _ if proof == 0 => Numbers::PROVEN,
        _ => Numbers { proof: proof.min(INFINITE - 1), disproof },
    };
    if proof == 0 {
        best = (0..children.len()).max_by_key(|&i| children[i].plies).unwrap_or(0);
    }
    Sum { numbers, best, second }
}
