//! Victory by continuous fours: a search in which the attacker only makes fours and the defender
//! only blocks them, until the attacker makes five.
//!
//! A win found is a win under every rule: fouls of a black attacker are never played, a block that
//! is a foul counts as no block, a block that threatens five must itself be met by a four. A
//! position without such a win is remembered, unless the search was cut short.

use super::params::{VCF_MAX_PLIES, VCF_TABLE_SIZE};
use super::tactics;
use crate::coord::Point;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::squares::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::eval::zobrist;
use crate::gomoku::rules::grid::{CELLS, Square};
use crate::search::control::Meter;

/// Numbers of the keys of squares, above those of plies.
const LAST_KEYS: u64 = 1 << 10;

/// More plies than any win has.
const UNLIMITED: usize = usize::MAX;

/// The classes of moves that make a four, most promising first.
const FOURS: [Threat; 5] =
    [Threat::OpenFour, Threat::FourThree, Threat::FourPlus, Threat::Four, Threat::SuspectFour];

/// Searcher for continuous fours.
pub struct Vcf {
    /// Hashes of positions whose side to move has no such win.
    failed: Box<[u64]>,
    line: Vec<Square>,
    budget: u32,
    /// Longest win looked for, in plies.
    max_plies: usize,
    complete: bool,
    /// If any, every four is near the attacker's stone before it, the first near this one.
    last: Option<Square>,
    /// For every cell what is near it.
    near: Box<[SquareSet]>,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf::new()
    }
}

impl Vcf {
    /// A searcher that remembers nothing yet.
    pub fn new() -> Vcf {
        Vcf {
            failed: vec![0; VCF_TABLE_SIZE].into_boxed_slice(),
            line: Vec::with_capacity(VCF_MAX_PLIES + 1),
            budget: 0,
            max_plies: UNLIMITED,
            complete: true,
            last: None,
            near: (0..CELLS).map(|index| around(Square::from_index(index))).collect(),
        }
    }

    /// The number of plies in which the side to move makes five by continuous fours, if it does and
    /// `budget` nodes suffice to find it. Not necessarily the shortest way.
    pub fn solve(&mut self, board: &mut Board, meter: &mut Meter, budget: u32) -> Option<u32> {
        self.solve_near(board, meter, budget, None)
    }

    /// Like [`Vcf::solve`], but if there is a `last` stone of the attacker's, the first four has to be
    /// near it, and each of the others near the four before.
    pub fn solve_near(
        &mut self,
        board: &mut Board,
        meter: &mut Meter,
        budget: u32,
        last: Option<Square>,
    ) -> Option<u32> {
        self.max_plies = UNLIMITED;
        self.last = last;
        self.start(board, meter, budget)
    }

    /// Like [`Vcf::solve`], but the shortest such win that `budget` nodes suffice to find.
    pub fn solve_shortest(
        &mut self,
        board: &mut Board,
        meter: &mut Meter,
        budget: u32,
    ) -> Option<u32> {
        let mut plies = self.solve(board, meter, budget)?;
        let mut line = self.line.clone();
        while plies > 3 {
            self.max_plies = plies as usize - 2;
            let Some(shorter) = self.start(board, meter, budget) else {
                break;
            };
            plies = shorter;
            line.clone_from(&self.line);
        }
        self.line = line;
        Some(plies)
    }

    /// Whether the last search, if it found nothing, proved that there is nothing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    fn start(&mut self, board: &mut Board, meter: &mut Meter, budget: u32) -> Option<u32> {
        self.budget = budget;
        self.complete = true;
        self.line.clear();
        let plies = self.attack(board, meter, 0);
        self.line.reverse();
        plies
    }

    /// The moves of the last solution, the attacker's first; the last four and the five may be left
    /// out.
    pub fn line(&self) -> &[Square] {
        &self.line
    }

    /// The attacker is to move.
    fn attack(&mut self, board: &mut Board, meter: &mut Meter, ply: usize) -> Option<u32> {
        meter.count();
        let me = board.side();
        if let Some(five) = board.points(me, Threat::Five).first() {
            self.line.push(five);
            return Some(1);
        }
        if ply + 3 > self.max_plies {
            return None;
        }
        let mut moves = board.four_points(me);
        if board.has(!me, Threat::Five) {
            moves &= tactics::five_blocks(board, !me);
        } else if let Some(four) = board.points(me, Threat::OpenFour).first() {
            self.line.push(four);
            return Some(3);
        } else if let Some(last) = self.last {
            moves &= self.near[last.index()];
        }
        let key = self.memo_key(board.hash(), ply);
        if moves.is_empty() || self.failed[slot(key)] == key {
            return None;
        }
        if self.budget == 0 || ply >= VCF_MAX_PLIES || meter.stopped() {
            self.complete = false;
            return None;
        }
        self.budget -= 1;
        let found = self.try_fours(board, meter, ply, moves);
        if found.is_none() && self.complete {
            self.failed[slot(key)] = key;
        }
        found
    }

    fn try_fours(
        &mut self,
        board: &mut Board,
        meter: &mut Meter,
        ply: usize,
        moves: SquareSet,
    ) -> Option<u32> {
        let me = board.side();
        for class in FOURS {
            for square in (moves & *board.points(me, class)).iter() {
                if class == Threat::SuspectFour && tactics::is_foul(board, square) {
                    continue;
                }
                board.play(square);
                let last = self.last;
                self.last = last.and(Some(square));
                let plies = self.defend(board, meter, ply + 1);
                self.last = last;
                board.undo();
                if let Some(plies) = plies {
                    self.line.push(square);
                    return Some(plies + 1);
                }
                if !self.complete {
                    return None;
                }
            }
        }
        None
    }

    /// The defender is to move and has to stop a five.
    fn defend(&mut self, board: &mut Board, meter: &mut Meter, ply: usize) -> Option<u32> {
        let mut longest = 2;
        self.line.clear();
        for square in tactics::five_blocks(board, !board.side()).iter() {
            if !tactics::is_legal(board, square) {
                continue;
            }
            self.line.clear();
            board.play(square);
            let plies = self.attack(board, meter, ply + 1);
            board.undo();
            longest = longest.max(plies? + 1);
            self.line.push(square);
        }
        Some(longest)
    }

    /// Key of a failure, which holds only for the number of plies that were left, if limited, and for
    /// the same last stone.
    fn memo_key(&self, hash: u64, ply: usize) -> u64 {
        let plies = match self.max_plies {
            UNLIMITED => 0,
            limit => zobrist::game((limit - ply) as u64),
        };
        let last = self.last.map_or(0, |last| zobrist::game(LAST_KEYS + last.index() as u64));
        hash ^ plies ^ last
    }
}

/// The points near `square`: two away at most, or up to four on a line.
fn around(square: Square) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let Some(point) = square.point() else {
        return set;
    };
    for (dx, dy) in (-4i32..=4).flat_map(|dy| (-4i32..=4).map(move |dx| (dx, dy))) {
        let is_on_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let is_near = is_on_line || dx.abs().max(dy.abs()) <= 2;
        let moved = |from: u8, by: i32| u8::try_from(i32::from(from) + by);
        if is_near
            && let (Ok(x), Ok(y)) = (moved(point.x(), dx), moved(point.y(), dy))
            && let Some(other) = Point::new(x, y)
        {
            set.insert(Square::of(other));
        }
    }
    set
}

fn slot(hash: u64) -> usize {
    hash as usize % VCF_TABLE_SIZE
}
