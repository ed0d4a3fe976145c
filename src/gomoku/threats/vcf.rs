//! Victory by continuous fours (VCF): the attacker only makes fours, the defender only blocks them, until
//! the attacker makes five.
//!
//! A win found holds under every rule: a black attacker plays no fouls, a block that is a foul counts as
//! no block, and a block that threatens five must be met by a four. Positions without a VCF are stored in
//! a table, unless the search was cut short.

use super::tactics;
use crate::coord::Point;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::eval::zobrist;
use crate::gomoku::rules::grid::{CELLS, Square};
use crate::search::control::Meter;

/// Most stones of both sides in one sequence. Not a parameter: it only bounds the recursion, far beyond any win found.
const MAX_PLIES: usize = 96;
/// Entries of the table of positions without a VCF: 2 MiB. Not a parameter: the processor's cache sets it.
const TABLE_SIZE: usize = 1 << 18;

/// First number of the hash keys of squares, above those of plies.
const LAST_KEYS: u64 = 1 << 10;

/// No limit on the length of a win.
const UNLIMITED: usize = usize::MAX;

/// The threat classes with a four, in the order in which they are tried.
const FOURS: [Threat; 5] =
    [Threat::OpenFour, Threat::FourThree, Threat::FourPlus, Threat::Four, Threat::SuspectFour];

/// The VCF searcher.
pub struct Vcf {
    /// Hashes of positions whose side to move has no VCF.
    failed: Box<[u64]>,
    line: Vec<Square>,
    budget: u32,
    /// Longest win searched for, in plies.
    max_plies: usize,
    complete: bool,
    /// If set, every four must be near the attacker's previous stone, the first near this one.
    last: Option<Square>,
    /// The points near each cell.
    near: Box<[SquareSet]>,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf::new()
    }
}

impl Vcf {
    /// A searcher for which only points on a line with each other are near.
    pub fn new() -> Vcf {
        Vcf::with_near(0)
    }

    /// A searcher whose [`Vcf::solve_near`] counts points up to `distance` away as near, and those up to four
    /// away on a line.
    pub fn with_near(distance: u8) -> Vcf {
        let around = |index| around(Square::from_index(index), distance.into());
        Vcf {
            failed: vec![0; TABLE_SIZE].into_boxed_slice(),
            line: Vec::with_capacity(MAX_PLIES + 1),
            budget: 0,
            max_plies: UNLIMITED,
            complete: true,
            last: None,
            near: (0..CELLS).map(around).collect(),
        }
    }

    /// The number of plies to a five by continuous fours of the side to move, if `budget` nodes suffice to find such a
    /// win, which need not be the shortest.
    pub fn solve(&mut self, board: &mut Board, meter: &mut Meter, budget: u32) -> Option<u32> {
        self.solve_near(board, meter, budget, None)
    }

    /// Like [`Vcf::solve`], but if `last` is given, the first four must be near it and every other one near
    /// the four before.
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

    /// Like [`Vcf::solve`], but finds the shortest win for which `budget` nodes suffice.
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

    /// Whether the last search, if it found no win, proved that there is none.
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

    /// The moves of the last win, the attacker's first. The last four and the five may be missing.
    pub fn line(&self) -> &[Square] {
        &self.line
    }

    /// An OR node: the attacker is to move.
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
        let key = self.table_key(board.hash(), ply);
        if moves.is_empty() || self.failed[slot(key)] == key {
            return None;
        }
        if self.budget == 0 || ply >= MAX_PLIES || meter.stopped() {
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

    /// An AND node: the defender is to move and must stop a five.
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

    /// Table key of a position without a VCF. That result depends on the plies left, if they are limited,
    /// and on the last stone, if it matters.
    fn table_key(&self, hash: u64, ply: usize) -> u64 {
        let plies = match self.max_plies {
            UNLIMITED => 0,
            limit => zobrist::game((limit - ply) as u64),
        };
        let last = self.last.map_or(0, |last| zobrist::game(LAST_KEYS + last.index() as u64));
        hash ^ plies ^ last
    }
}

/// The points within `distance` of `square`, or within four on a line.
fn around(square: Square, distance: i32) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let Some(point) = square.point() else {
        return set;
    };
    for (dx, dy) in (-4i32..=4).flat_map(|dy| (-4i32..=4).map(move |dx| (dx, dy))) {
        let is_on_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let is_near = is_on_line || dx.abs().max(dy.abs()) <= distance;
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
    hash as usize % TABLE_SIZE
}
