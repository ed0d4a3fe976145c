//! The searcher's board: stones with everything derived from them kept up to date by each move.
//!
//! Invariant: for every empty point the shapes, codes and class sets, and for the whole board lines,
//! evaluation sum, accumulator, hash and neighbourhood, equal those of a board built afresh from the
//! same stones ([`Board::new`], which the tests use as the oracle). Occupied points keep whatever they
//! had when they were taken, which is right again when the stone is lifted, since moves are undone in
//! reverse order. Legality under renju is not judged here.

use std::sync::Arc;

use super::lines::{self, CENTER, Lines, VisibleCell};
use super::neighborhood::Neighborhood;
use super::profile::Profile;
use super::shape::{self, Shape, key_shift};
use super::squares::SquareSet;
use super::tables::{Accumulator, OrderTables, PointSummary, Tables, ValueDelta};
use super::threat::Threat;
use super::threat_sets::ThreatSets;
use super::zobrist;
use crate::color::Color;
use crate::gomoku::rules::grid::{CELLS, Cell, Direction, Grid, Square};
use crate::gomoku::rules::rule::Rule;

/// What is known of an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
struct PointState {
    /// Four bits for each line: Black's shapes in the lower half, White's in the upper.
    packed: u32,
    /// CodeTables of Black's and of White's shapes.
    codes: [u16; 2],
    /// What a move has to know of both codes.
    summary: PointSummary,
    /// The point itself, which makes this a record of what a move changed.
    square: Square,
}

/// State before a move that is cheaper to keep than to work out backwards.
#[derive(Clone, Copy)]
struct Undo {
    square: Square,
    value: i32,
    hash: u64,
    near: [u64; 3],
    accumulator: Accumulator,
    /// Number of changes before the move.
    changes: usize,
    /// Which of the changes took a point to another class.
    reclassified: u64,
}

/// Board of a search.
#[derive(Clone)]
pub struct Board {
    tables: Arc<Tables>,
    side: Color,
    hash: u64,
    value: i32,
    /// What the networks of both sides see: the sum over the empty points of what each adds.
    accumulator: Accumulator,
    empty_count: usize,
    empty: SquareSet,
    near: Neighborhood,
    lines: Lines,
    sets: ThreatSets,
    grid: Grid,
    points: [PointState; CELLS],
    records: Vec<Undo>,
    /// Changed points as they were, in the first `change_count` places.
    changes: Vec<PointState>,
    change_count: usize,
}

impl Board {
    /// The board with the stones of `grid` and `side` to move.
    pub fn new(tables: Arc<Tables>, grid: &Grid, side: Color) -> Board {
        let blank = PointState {
            packed: 0,
            codes: [0; 2],
            summary: PointSummary::ZERO,
            square: Square::from_index(0),
        };
        let mut board = Board {
            tables,
            side,
            hash: 0,
            value: 0,
            accumulator: Accumulator::ZERO,
            empty_count: grid.empty_squares().count(),
            empty: grid.empty_squares().collect(),
            near: Neighborhood::EMPTY,
            lines: Lines::new(grid),
            sets: ThreatSets::EMPTY,
            grid: grid.clone(),
            points: std::array::from_fn(|i| PointState { square: Square::from_index(i), ..blank }),
            records: Vec::with_capacity(512),
            changes: vec![blank; 512 * 16],
            change_count: 0,
        };
        board.hash = board.full_hash();
        for square in grid.squares() {
            match grid.get(square) {
                Cell::Black | Cell::White => {
                    board.near.add(square);
                }
                Cell::Empty => board.read_point(square),
                Cell::Wall => {}
            }
        }
        board
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.tables.rule()
    }

    /// The stones.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Hash of stones, side to move, rule, size and unusable points.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Sum over the empty points of what they are worth to Black less what they are worth to White.
    #[inline]
    pub fn value(&self) -> i32 {
        self.value
    }

    /// [`Board::value`] before the last move; without one, the same.
    #[inline]
    pub fn previous_value(&self) -> i32 {
        self.records.last().map_or(self.value, |record| record.value)
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> &SquareSet {
        &self.empty
    }

    /// Number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The empty points near some stone: where a sensible move can be.
    #[inline]
    pub fn candidates(&self) -> SquareSet {
        self.near.among(&self.empty)
    }

    /// The empty points where a stone of `color` has exactly the class `threat`.
    ///
    /// # Panics
    /// Unless `threat` is an open three or better, or the suspect four: of weaker classes and of
    /// those that renju forbids no sets are kept.
    #[inline]
    pub fn points(&self, color: Color, threat: Threat) -> &SquareSet {
        self.sets.of(color, threat)
    }

    /// Whether there is a point in [`Board::points`], which is quicker to ask.
    ///
    /// # Panics
    /// Like [`Board::points`].
    #[inline]
    pub fn has(&self, color: Color, threat: Threat) -> bool {
        self.sets.has(color, threat)
    }

    /// The empty points where a stone of `color` makes a four but no five. Suspect points are among
    /// them, forbidden ones are not.
    #[inline]
    pub fn four_points(&self, color: Color) -> SquareSet {
        self.sets.fours(color)
    }

    /// Whether `color` has a point that makes a four or a five.
    #[inline]
    pub fn has_four(&self, color: Color) -> bool {
        self.sets.has(color, Threat::Five) || self.sets.has_four(color)
    }

    /// Class of the empty point `square` for `color`.
    #[inline]
    pub fn threat(&self, color: Color, square: Square) -> Threat {
        self.tables.threat(color, self.points[square.index()].codes[color.index()])
    }

    /// Shape on `line` of a stone of `color` on the empty point `square`.
    #[inline]
    pub fn shape(&self, color: Color, square: Square, line: Direction) -> Shape {
        let packed = self.points[square.index()].packed;
        Shape::ALL[(packed >> (16 * color.index() + 4 * line as usize) & 15) as usize]
    }

    /// Class for `attacker` of the empty point `target` if the point `distance` steps from it on `line`,
    /// forwards or `backwards`, held an enemy stone.
    pub(in crate::gomoku) fn threat_if_blocked(
        &self,
        attacker: Color,
        target: Square,
        line: Direction,
        (distance, backwards): (usize, bool),
    ) -> Threat {
        let stone = Cell::stone(!attacker) as u32;
        let key = self.key(target, line);
        let shift = key_shift(self.tables.radius(), distance, backwards);
        let packed = self.points[target.index()].packed;
        let key = key ^ (Cell::Empty as u32 ^ stone) << shift;
        let packed = with_shapes(packed, 4 * line as u32, self.tables.lookup().shapes(key));
        self.tables.threat(attacker, self.tables.lookup().codes(packed)[attacker.index()])
    }

    /// CodeTables of the empty point `square` for Black and White.
    #[inline]
    pub(in crate::gomoku) fn codes(&self, square: Square) -> [u16; 2] {
        self.points[square.index()].codes
    }

    /// What both sides threaten.
    #[inline]
    pub fn profile(&self) -> Profile {
        Profile::of(&self.sets, self.side)
    }

    /// What the threats of both sides are worth to the side to move.
    #[inline]
    pub(in crate::gomoku) fn threat_worth(&self) -> i32 {
        self.tables.threat_worth(self.side, self.profile())
    }

    /// What all points together are worth to the side to move beyond their sum.
    #[inline]
    pub(in crate::gomoku) fn network_worth(&self) -> i32 {
        self.tables.network_worth(self.side, &self.accumulator)
    }

    /// Shape on `line` of a stone of `color` on the empty point `target` if another one of its stones
    /// stood `steps` cells along the line, at most [`Board::radius`], on a point that is empty.
    pub(in crate::gomoku) fn shape_after(
        &self,
        color: Color,
        target: Square,
        line: Direction,
        steps: i32,
    ) -> Shape {
        let toggle = Cell::Empty as u32 ^ Cell::stone(color) as u32;
        let shift = key_shift(self.tables.radius(), steps.unsigned_abs() as usize, steps < 0);
        let key = self.key(target, line) ^ toggle << shift;
        Shape::ALL[usize::from(self.tables.lookup().shapes(key) >> (4 * color.index()) & 15)]
    }

    /// Cells that matter on each side of a point.
    pub(in crate::gomoku) fn radius(&self) -> usize {
        self.tables.radius()
    }

    /// What the moves of the side to move are ordered by.
    #[inline]
    pub(super) fn order_tables(&self) -> OrderTables<'_> {
        self.tables.order(self.side)
    }

    /// Hash of the position after a stone of the side to move on the empty point `square`.
    #[inline]
    pub fn hash_after(&self, square: Square) -> u64 {
        self.hash ^ zobrist::stone(self.side, square) ^ zobrist::WHITE_TO_MOVE
    }

    /// Puts a stone of the side to move on the empty point `square`.
    pub fn play(&mut self, square: Square) {
        debug_assert_eq!(self.grid.get(square), Cell::Empty);
        let stone = Cell::stone(self.side);
        let (value, hash, changes) = (self.value, self.hash, self.change_count);
        let accumulator = self.accumulator;
        let near = self.near.add(square);
        let PointState { summary, codes, .. } = self.points[square.index()];
        self.value -= summary.value();
        for color in Color::ALL {
            let part = self.tables.lookup().contribution(color, codes[color.index()]);
            self.accumulator.add(part, &Accumulator::ZERO);
        }
        self.sets.reclassify(square, summary.classes(), PointSummary::ZERO.classes());
        self.empty.remove(square);
        self.empty_count -= 1;
        self.grid.set(square, stone);
        self.lines.toggle_stone(square, stone);
        self.hash = self.hash_after(square);
        self.side = !self.side;
        let reclassified = match self.tables.radius() {
            4 => self.refresh_around::<4>(square),
            _ => self.refresh_around::<5>(square),
        };
        self.records.push(Undo { square, value, hash, near, accumulator, changes, reclassified });
    }

    /// Takes back the last move, which was a [`Board::play`].
    pub fn undo(&mut self) {
        let record = self.records.pop().expect("every undo follows a play");
        let Undo { square, value, hash, near, accumulator, changes, reclassified } = record;
        self.side = !self.side;
        self.hash = hash;
        self.value = value;
        self.accumulator = accumulator;
        self.near.restore(square, near);
        self.lines.toggle_stone(square, Cell::stone(self.side));
        self.grid.set(square, Cell::Empty);
        self.empty.insert(square);
        self.empty_count += 1;
        self.reclassify(changes, reclassified, true);
        for change in &self.changes[changes..self.change_count] {
            self.points[change.square.index() % CELLS] = *change;
        }
        self.change_count = changes;
        let summary = self.points[square.index()].summary;
        self.sets.reclassify(square, PointSummary::ZERO.classes(), summary.classes());
    }

    /// Gives the move to the other side; passing again takes it back.
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.hash ^= zobrist::WHITE_TO_MOVE;
    }

    /// Brings the empty points that see `square` up to date and returns which of the changes, by their
    /// order, took a point to another class. The first loop has no branches, which nothing could
    /// predict: nearly every point seen changes, few of them their class.
    #[inline]
    fn refresh_around<const RADIUS: usize>(&mut self, square: Square) -> u64 {
        let views = Direction::ALL.map(|line| self.lines.view(square, line));
        let mut visible_empty = lines::visible_empty::<RADIUS>(&views);
        let (first, end) =
            (self.change_count, self.change_count + visible_empty.count_ones() as usize);
        if self.changes.len() < end {
            self.changes.resize(2 * end, self.points[0]);
        }
        let changes = &mut self.changes[first..end];
        let lookup = self.tables.lookup();
        let (mut gain, mut accumulator) = (ValueDelta::default(), self.accumulator);
        let mut reclassified = 0;
        for (number, change) in changes.iter_mut().enumerate() {
            let seen = VisibleCell::of(visible_empty.trailing_zeros());
            visible_empty &= visible_empty.wrapping_sub(1);
            let point = &mut self.points[square.index().wrapping_add_signed(seen.offset()) % CELLS];
            let shapes = lookup.shapes(shape::key::<RADIUS>(views[seen.line()], seen.place()));
            let packed = with_shapes(point.packed, seen.shift(), shapes);
            let codes = lookup.codes(packed);
            let summary = lookup.summary(codes);
            gain.add(point.summary, summary);
            for color in Color::ALL {
                let part = |codes: [u16; 2]| lookup.contribution(color, codes[color.index()]);
                accumulator.add(part(point.codes), part(codes));
            }
            reclassified |= u64::from(summary.is_reclassified(point.summary)) << (number % 64);
            *change = *point;
            *point = PointState { packed, codes, summary, square: point.square };
        }
        self.change_count = end;
        self.value += gain.total();
        self.accumulator = accumulator;
        self.reclassify(first, reclassified, false);
        reclassified
    }

    /// Enters into the sets those changes from number `first` on whose bits are set in `reclassified`, or
    /// their reverse.
    #[inline]
    fn reclassify(&mut self, first: usize, mut reclassified: u64, backwards: bool) {
        while reclassified != 0 {
            let old = self.changes[first + reclassified.trailing_zeros() as usize];
            let new = self.points[old.square.index() % CELLS];
            let (from, to) = if backwards { (new, old) } else { (old, new) };
            self.sets.reclassify(old.square, from.summary.classes(), to.summary.classes());
            reclassified &= reclassified - 1;
        }
    }

    fn key(&self, square: Square, line: Direction) -> u32 {
        let view = self.lines.view(square, line);
        match self.tables.radius() {
            4 => shape::key::<4>(view, CENTER),
            _ => shape::key::<5>(view, CENTER),
        }
    }

    /// Works out everything about one empty point from the stones around it.
    fn read_point(&mut self, square: Square) {
        let mut packed = 0;
        for line in Direction::ALL {
            let key = self.key(square, line);
            packed = with_shapes(packed, 4 * line as u32, self.tables.lookup().shapes(key));
        }
        let codes = self.tables.lookup().codes(packed);
        let summary = self.tables.lookup().summary(codes);
        self.points[square.index()] = PointState { packed, codes, summary, square };
        self.value += summary.value();
        for color in Color::ALL {
            let part = self.tables.lookup().contribution(color, codes[color.index()]);
            self.accumulator.add(&Accumulator::ZERO, part);
        }
        self.sets.reclassify(square, PointSummary::ZERO.classes(), summary.classes());
    }

    fn full_hash(&self) -> u64 {
        let size = self.grid.size();
        let tag =
            (self.rule() as u64) << 16 | u64::from(size.width()) << 8 | u64::from(size.height());
        let side = if self.side == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        self.grid.squares().fold(zobrist::game(tag) ^ side, |hash, square| {
            hash ^ match self.grid.get(square) {
                Cell::Wall => zobrist::wall(square),
                Cell::Empty => 0,
                cell => cell.color().map_or(0, |color| zobrist::stone(color, square)),
            }
        })
    }
}

/// `packed` with the shapes of the line with number `shift / 4` replaced by `shapes`, Black's in the
/// low half.
#[inline]
fn with_shapes(packed: u32, shift: u32, shapes: u8) -> u32 {
    let shapes = u32::from(shapes);
    let apart = (shapes | shapes << 12) & 0x000F_000F;
    packed & !(0x000F_000F << shift) | apart << shift
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::gomoku::eval::threat_sets::set_index;

    /// Compares everything that is kept up to date with a board built from the stones.
    fn check_against_oracle(board: &Board) {
        let oracle = Board::new(board.tables.clone(), &board.grid, board.side);
        assert_eq!(board.hash, oracle.hash);
        assert_eq!(board.value, oracle.value);
        assert_eq!(board.accumulator, oracle.accumulator);
        assert_eq!(board.empty, oracle.empty);
        assert_eq!(board.empty_count, oracle.empty_count);
        assert_eq!(board.near, oracle.near);
        assert!(board.sets == oracle.sets);
        let classes = Threat::ALL.into_iter().filter(|&threat| set_index(threat) != 0);
        for (threat, color) in classes.flat_map(|t| Color::ALL.map(|color| (t, color))) {
            let points = board.grid.empty_squares().filter(|&s| board.threat(color, s) == threat);
            assert_eq!(*board.points(color, threat), points.collect());
            assert_eq!(board.has(color, threat), !board.points(color, threat).is_empty());
        }
        assert!(board.lines == oracle.lines);
        for square in board.grid.empty_squares() {
            assert_eq!(board.points[square.index()], oracle.points[square.index()]);
        }
    }

    #[test]
    fn incremental_state_equals_a_board_built_afresh() {
        let mut random = fastrand::Rng::with_seed(1);
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            for (width, height) in [(5, 5), (15, 15), (20, 20), (22, 22), (7, 22), (1, 9)] {
                let mut grid = Grid::new(Size::new(width, height).unwrap());
                if width != 15 {
                    let squares: Vec<Square> = grid.squares().collect();
                    (0..3)
                        .for_each(|_| grid.set(squares[random.usize(..squares.len())], Cell::Wall));
                }
                let start = Board::new(tables.clone(), &grid, Color::Black);
                let mut board = start.clone();
                for _ in 0..300 {
                    let empty: Vec<Square> = board.empty.iter().collect();
                    if empty.is_empty() || random.u8(..4) == 0 && !board.records.is_empty() {
                        board.undo();
                    } else {
                        board.play(empty[random.usize(..empty.len())]);
                    }
                    check_against_oracle(&board);
                }
                while !board.records.is_empty() {
                    board.undo();
                }
                check_against_oracle(&board);
                assert_eq!(board.hash, start.hash);
            }
        }
    }

    #[test]
    fn a_blocked_point_is_judged_as_if_the_block_stood() {
        let mut random = fastrand::Rng::with_seed(2);
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            let mut board = Board::new(tables, &Grid::new(Size::new(7, 9).unwrap()), Color::Black);
            for _ in 0..40 {
                let empty: Vec<Square> = board.empty.iter().collect();
                board.play(empty[random.usize(..empty.len())]);
                let target = board.empty.iter().nth(random.usize(..empty.len() - 1)).unwrap();
                let attacker = !board.side;
                let places = (1..=board.radius()).flat_map(|d| [(d, false), (d, true)]);
                for (line, place) in
                    places.flat_map(|place| Direction::ALL.map(|line| (line, place)))
                {
                    let steps = if place.1 { -(place.0 as i32) } else { place.0 as i32 };
                    let block = target.step(line, steps);
                    // A cell behind a wall may be empty, but is none of this line's business.
                    let path = (1..place.0 as i32).map(|i| target.step(line, steps.signum() * i));
                    let walled = path.into_iter().any(|s| board.grid.get(s) == Cell::Wall);
                    if walled || board.grid.get(block) != Cell::Empty {
                        continue;
                    }
                    let foreseen = board.threat_if_blocked(attacker, target, line, place);
                    board.play(block);
                    assert_eq!(board.threat(attacker, target), foreseen);
                    board.undo();
                }
            }
        }
    }

    #[test]
    fn two_passes_change_nothing() {
        let tables = Arc::new(Tables::new(Rule::Freestyle));
        let mut board = Board::new(tables, &Grid::new(Size::new(9, 9).unwrap()), Color::White);
        let hash = board.hash();
        board.pass();
        check_against_oracle(&board);
        assert_ne!(board.hash(), hash);
        board.pass();
        assert_eq!((board.hash(), board.side()), (hash, Color::White));
    }
}
