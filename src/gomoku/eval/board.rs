//! The search's board: the stones and everything derived from them, updated by each move.
//!
//! Invariant: the shapes, codes and threat class of every empty point, and the line words, hash,
//! neighbourhood and evaluation of the board, equal those of a board built from the same stones by
//! [`Board::new`], which is the oracle of the tests. An occupied point keeps the state it had
//! before it was taken. That state is valid again when the stone is removed, because moves are undone in
//! reverse order. The board does not judge legality under renju.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::context::Context;
use super::lines::{self, CENTER, Lines, VisibleCell};
use super::network::Hidden;
use super::profile::Profile;
use super::shape::{self, Shape, key_shift};
use super::square_set::Neighborhood;
use super::square_set::SquareSet;
use super::tables::{Coded, OrderTables, Tables};
use super::threat::Threat;
use super::threat::ThreatSets;
use super::weights::EVAL_LIMIT;
use super::zobrist;
use crate::color::Color;
use crate::gomoku::rules::grid::{CELLS, Cell, Direction, Grid, Square};
use crate::gomoku::rules::rule::Rule;
use crate::search::calibration::Calibration;

/// The state of an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
struct PointState {
    /// Shapes, four bits a line: Black's in the lower half, White's in the upper.
    packed: u32,
    /// Codes of Black's and White's shapes.
    coded: [Coded; 2],
    /// The point itself, so that a copy of the state is a complete undo record.
    square: Square,
}

/// State that undoing a move restores from a copy, which is cheaper than computing it backwards.
#[derive(Clone, Copy)]
struct Undo {
    square: Square,
    hash: u64,
    near: [u64; 3],
    /// Length of the change stack before the move.
    changes: usize,
    /// Bit `n` is set if the move's change number `n` moved a point to another threat class.
    reclassified: u64,
}

/// A position as the search sees it.
#[derive(Clone)]
pub struct Board {
    tables: Arc<Tables>,
    side: Color,
    hash: u64,
    /// By the side to move.
    accumulators: [Accumulator; 2],
    /// Number of moves from the start of the undo stack that each accumulator has applied.
    known: [usize; 2],
    empty_count: usize,
    empty: SquareSet,
    near: Neighborhood,
    lines: Lines,
    sets: ThreatSets,
    grid: Grid,
    points: [PointState; CELLS],
    undo_stack: Vec<Undo>,
    /// Stack of changed points as they were before; the first `change_count` are in use.
    changes: Vec<PointState>,
    change_count: usize,
}

impl Board {
    /// The board with the stones of `grid` and `side` to move.
    pub fn new(tables: Arc<Tables>, grid: &Grid, side: Color) -> Board {
        let blank =
            PointState { packed: 0, coded: [Coded::NONE; 2], square: Square::from_index(0) };
        let mut board = Board {
            tables: tables.clone(),
            side,
            hash: 0,
            accumulators: Color::ALL.map(|side| Accumulator::new(tables.rows(side), grid)),
            known: [0; 2],
            empty_count: grid.empty_squares().count(),
            empty: grid.empty_squares().collect(),
            near: Neighborhood::EMPTY,
            lines: Lines::new(grid),
            sets: ThreatSets::EMPTY,
            grid: grid.clone(),
            points: std::array::from_fn(|i| PointState { square: Square::from_index(i), ..blank }),
            undo_stack: Vec::with_capacity(512),
            changes: vec![blank; 512 * 16],
            change_count: 0,
        };
        board.hash = board.full_hash();
        for square in grid.squares() {
            match grid.get(square) {
                Cell::Black | Cell::White => {
                    board.near.add(square);
                }
                Cell::Empty => board.init_point(square),
                Cell::Wall => {}
            }
        }
        board
    }

    pub fn rule(&self) -> Rule {
        self.tables.rule()
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Zobrist hash of stones, side to move, rule, size and blocked points.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    pub fn empty(&self) -> &SquareSet {
        &self.empty
    }

    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// Whether neither side can make a five by filling empty points. The shapes assume a stone of one side on the
    /// point, so where overlines do not win, a few such boards are not recognized.
    #[inline]
    pub fn is_dead(&self) -> bool {
        /// The bit in which dead lines and overlines differ.
        const OVERLINE: u32 = Shape::Overline as u32 * 0x1111_1111;
        self.empty.iter().all(|square| self.points[square.index()].packed & !OVERLINE == 0)
    }

    /// The candidate moves: the empty points near a stone.
    #[inline]
    pub fn candidates(&self) -> SquareSet {
        self.near.among(&self.empty)
    }

    /// The empty points where a stone of `color` makes exactly `threat`.
    ///
    /// # Panics
    /// If `threat` has no set: only open threes, fours, fives and what may be a foul have one.
    #[inline]
    pub fn points(&self, color: Color, threat: Threat) -> &SquareSet {
        self.sets.of(color, threat)
    }

    /// Whether [`Board::points`] is not empty; cheaper than asking for the set.
    ///
    /// # Panics
    /// Like [`Board::points`].
    #[inline]
    pub fn has(&self, color: Color, threat: Threat) -> bool {
        self.sets.has(color, threat)
    }

    /// The empty points where a stone of `color` makes a four but no five, including those that may be
    /// fouls in renju, excluding those that certainly are.
    #[inline]
    pub fn four_points(&self, color: Color) -> SquareSet {
        self.sets.fours(color)
    }

    /// Whether a stone of `color` makes a four or a five somewhere.
    #[inline]
    pub fn has_four(&self, color: Color) -> bool {
        self.sets.has(color, Threat::Five) || self.sets.has_four(color)
    }

    /// White's threat classes at the empty points that are or may be forbidden to Black.
    #[inline]
    pub(in crate::gomoku) fn foul_classes(&self) -> impl Iterator<Item = Threat> {
        let fouls = self.sets.fouls(Color::Black);
        fouls.iter().map(|square| self.threat(Color::White, square))
    }

    /// Threat class of a stone of `color` on the empty point `square`.
    #[inline]
    pub fn threat(&self, color: Color, square: Square) -> Threat {
        self.tables.threat(color, self.points[square.index()].coded[color.index()].code())
    }

    /// Shape on `line` of a stone of `color` on the empty point `square`.
    #[inline]
    pub fn shape(&self, color: Color, square: Square, line: Direction) -> Shape {
        let packed = self.points[square.index()].packed;
        Shape::ALL[(packed >> (16 * color.index() + 4 * line as usize) & 15) as usize]
    }

    /// Threat class of a stone of `attacker` on the empty point `target` if an enemy stone stood
    /// `distance` steps away on `line`, forwards or `backwards`.
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
        self.tables.threat(attacker, self.tables.lookup().coded(packed)[attacker.index()].code())
    }

    /// Codes of the empty point `square` for Black and White.
    #[inline]
    pub(in crate::gomoku) fn codes(&self, square: Square) -> [u16; 2] {
        self.points[square.index()].coded.map(Coded::code)
    }

    /// Whether a stone of `color` on the empty point `square` makes an open three or more, and no foul.
    #[inline]
    pub(in crate::gomoku) fn is_threat(&self, color: Color, square: Square) -> bool {
        self.points[square.index()].coded[color.index()].set() >= Threat::Three as usize
    }

    /// The threat profile of the position.
    #[inline]
    pub fn profile(&self) -> Profile {
        Profile::of(&self.sets, self.side)
    }

    /// The inputs of the network besides the points of the position.
    #[inline]
    pub(in crate::gomoku) fn context(&self) -> Context {
        let points = self.grid.size().area();
        Context::new(self.profile(), points - self.empty_count, points)
    }

    /// Static evaluation for the side to move, for positions without forced moves: in units of
    /// [`EVAL_SCALE`](super::weights::EVAL_SCALE), within ±[`EVAL_LIMIT`].
    pub fn static_eval(&mut self) -> i32 {
        let context = self.context();
        let hidden = self.hidden(context);
        let value = self.tables.weights(self.side).network.output(&hidden, context);
        let threats = self.tables.threat_value(self.side, context.profile);
        (value + threats + self.foul_value()).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The part of the evaluation for the points that may be forbidden to Black.
    #[inline]
    fn foul_value(&self) -> i32 {
        let values = &self.tables.weights(self.side).fouls;
        self.foul_classes().map(|class| i32::from(values[class as usize])).sum()
    }

    /// The calibration of this position: the win and draw chances of its scores.
    pub fn calibration(&mut self) -> Calibration {
        let (hidden, size) = (self.hidden(self.context()), self.grid.size());
        let stones = size.area() - self.empty_count;
        self.tables.weights(self.side).calibration.of(&hidden, stones, size)
    }

    /// The hidden layer of the network for the side to move, in the `context` of the position.
    #[inline]
    pub(in crate::gomoku) fn hidden(&mut self, context: Context) -> Hidden {
        let accumulator = &mut self.accumulators[self.side.index()];
        let known = &mut self.known[self.side.index()];
        let stone = |undo: &Undo| (undo.square, self.grid.get(undo.square));
        let stones = self.undo_stack[*known..].iter().map(stone);
        accumulator.sync(self.tables.rows(self.side), *known, stones);
        *known = self.undo_stack.len();
        accumulator.hidden(&self.tables.weights(self.side).network, context)
    }

    /// Shape on `line` of a stone of `color` on the empty point `target` if `color` also took the empty
    /// point `steps` cells along the line, at most [`Board::radius`] away.
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

    /// Cells on each side of a point that its shapes depend on.
    pub(in crate::gomoku) fn radius(&self) -> usize {
        self.tables.radius()
    }

    /// Move-ordering tables of the side to move.
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
        let (hash, changes) = (self.hash, self.change_count);
        let near = self.near.add(square);
        let coded = self.points[square.index()].coded;
        self.sets.reclassify(square, coded.map(Coded::set), [0; 2]);
        self.empty.remove(square);
        self.empty_count -= 1;
        self.grid.set(square, stone);
        self.lines.toggle_stone(square, stone);
        self.hash = self.hash_after(square);
        self.side = !self.side;
        let reclassified = match self.tables.radius() {
            4 => self.update_around::<4>(square),
            _ => self.update_around::<5>(square),
        };
        self.undo_stack.push(Undo { square, hash, near, changes, reclassified });
    }

    /// Undoes the last [`Board::play`].
    pub fn undo(&mut self) {
        let undo = self.undo_stack.pop().expect("every undo follows a play");
        self.known = self.known.map(|known| known.min(self.undo_stack.len()));
        let Undo { square, hash, near, changes, reclassified } = undo;
        self.side = !self.side;
        self.hash = hash;
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
        let coded = self.points[square.index()].coded;
        self.sets.reclassify(square, [0; 2], coded.map(Coded::set));
    }

    /// Passes: a null move. A second pass undoes it.
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.hash ^= zobrist::WHITE_TO_MOVE;
    }

    /// Updates the empty points that see `square`. Bit `n` of the result is set if change number `n`
    /// moved a point to another threat class. The first loop has no branches: nearly all points change,
    /// and which of them change class is unpredictable.
    #[inline]
    fn update_around<const RADIUS: usize>(&mut self, square: Square) -> u64 {
        let views = Direction::ALL.map(|line| self.lines.view(square, line));
        let mut visible_empty = lines::visible_empty::<RADIUS>(&views);
        let (first, end) =
            (self.change_count, self.change_count + visible_empty.count_ones() as usize);
        if self.changes.len() < end {
            self.changes.resize(2 * end, self.points[0]);
        }
        let changes = &mut self.changes[first..end];
        let lookup = self.tables.lookup();
        let mut reclassified = 0;
        for (number, change) in changes.iter_mut().enumerate() {
            let seen = VisibleCell::of(visible_empty.trailing_zeros());
            visible_empty &= visible_empty.wrapping_sub(1);
            let point = &mut self.points[square.index().wrapping_add_signed(seen.offset()) % CELLS];
            let shapes = lookup.shapes(shape::key::<RADIUS>(views[seen.line()], seen.place()));
            let packed = with_shapes(point.packed, seen.shift(), shapes);
            let coded = lookup.coded(packed);
            let moves = coded[0].moves(point.coded[0]) | coded[1].moves(point.coded[1]);
            reclassified |= u64::from(moves) << (number % 64);
            *change = *point;
            *point = PointState { packed, coded, square: point.square };
        }
        self.change_count = end;
        self.reclassify(first, reclassified, false);
        reclassified
    }

    /// Applies to the sets the changes from number `first` on whose bits are set in `reclassified`, or
    /// reverts them if `backwards`.
    #[inline]
    fn reclassify(&mut self, first: usize, mut reclassified: u64, backwards: bool) {
        while reclassified != 0 {
            let old = self.changes[first + reclassified.trailing_zeros() as usize];
            let new = self.points[old.square.index() % CELLS];
            let (from, to) = if backwards { (new, old) } else { (old, new) };
            self.sets.reclassify(old.square, from.coded.map(Coded::set), to.coded.map(Coded::set));
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

    /// Computes the state of an empty point from scratch.
    fn init_point(&mut self, square: Square) {
        let mut packed = 0;
        for line in Direction::ALL {
            let key = self.key(square, line);
            packed = with_shapes(packed, 4 * line as u32, self.tables.lookup().shapes(key));
        }
        let coded = self.tables.lookup().coded(packed);
        self.points[square.index()] = PointState { packed, coded, square };
        self.sets.reclassify(square, [0; 2], coded.map(Coded::set));
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

/// `packed` with the shapes of line number `shift / 4` replaced by `shapes`, Black's in the low half.
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
    use crate::gomoku::eval::threat::{THREATS, set_index};
    use crate::gomoku::eval::weights::{WeightKey, WeightSet, Weights};
    use crate::gomoku::rules::wins::{find_win, five_possible};

    /// Compares all incremental state with a board built from the stones.
    fn check_against_oracle(board: &Board) {
        let oracle = Board::new(board.tables.clone(), &board.grid, board.side);
        assert_eq!(board.hash, oracle.hash);
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

    const SIZES: [(u8, u8); 6] = [(5, 5), (15, 15), (20, 20), (22, 22), (7, 22), (1, 9)];

    /// A board without stones; all but 15x15 have some blocked points.
    fn some_grid((width, height): (u8, u8), random: &mut fastrand::Rng) -> Grid {
        let mut grid = Grid::new(Size::new(width, height).unwrap());
        if width != 15 {
            let squares: Vec<Square> = grid.squares().collect();
            (0..3).for_each(|_| grid.set(squares[random.usize(..squares.len())], Cell::Wall));
        }
        grid
    }

    #[test]
    fn incremental_state_equals_a_board_built_from_scratch() {
        let mut random = fastrand::Rng::with_seed(1);
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            for size in SIZES {
                let grid = some_grid(size, &mut random);
                let start = Board::new(tables.clone(), &grid, Color::Black);
                let mut board = start.clone();
                for _ in 0..300 {
                    let empty: Vec<Square> = board.empty.iter().collect();
                    if empty.is_empty() || random.u8(..4) == 0 && !board.undo_stack.is_empty() {
                        board.undo();
                    } else {
                        board.play(empty[random.usize(..empty.len())]);
                    }
                    check_against_oracle(&board);
                }
                while !board.undo_stack.is_empty() {
                    board.undo();
                }
                check_against_oracle(&board);
                assert_eq!(board.hash, start.hash);
            }
        }
    }

    #[test]
    fn possible_fouls_add_their_values_to_the_evaluation() {
        let mut random = fastrand::Rng::with_seed(3);
        let values: [i16; THREATS] = std::array::from_fn(|_| random.i16(-99..99));
        let tables = |rule, fouls| {
            let mut set = (*WeightSet::embedded()).clone();
            for key in WeightKey::ALL {
                set.put(key, Weights { fouls, ..set.get(key).clone() });
            }
            Arc::new(Tables::with_weights(rule, &set))
        };
        for rule in Rule::ALL {
            let all = [[0; THREATS], values].map(|fouls| tables(rule, fouls));
            let mut seen = 0;
            for _ in 0..20 {
                let grid = Grid::new(Size::new(9, 9).unwrap());
                let mut boards =
                    all.each_ref().map(|tables| Board::new(tables.clone(), &grid, Color::Black));
                for _ in 0..40 {
                    let empty: Vec<Square> = boards[0].empty.iter().collect();
                    let square = empty[random.usize(..empty.len())];
                    boards.iter_mut().for_each(|board| board.play(square));
                    let [without, with] = boards.each_mut().map(Board::static_eval);
                    let board = &boards[0];
                    let fouls = board.grid.empty_squares().filter(|&square| {
                        let threat = board.threat(Color::Black, square);
                        threat == Threat::Forbidden || threat.is_suspect()
                    });
                    let of = |at| i32::from(values[board.threat(Color::White, at) as usize]);
                    let of_fouls: Vec<i32> = fouls.map(of).collect();
                    assert_eq!(with, without + of_fouls.iter().sum::<i32>(), "{rule}");
                    seen += of_fouls.len();
                }
            }
            assert_eq!(seen > 100, rule == Rule::Renju, "{rule}: {seen}");
        }
    }

    #[test]
    fn threat_if_blocked_is_the_threat_after_the_block() {
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
                    // A cell beyond a wall may be empty, but does not belong to this line.
                    let path = (1..place.0 as i32).map(|i| target.step(line, steps.signum() * i));
                    let walled = path.into_iter().any(|s| board.grid.get(s) == Cell::Wall);
                    if walled || board.grid.get(block) != Cell::Empty {
                        continue;
                    }
                    let predicted = board.threat_if_blocked(attacker, target, line, place);
                    board.play(block);
                    assert_eq!(board.threat(attacker, target), predicted);
                    board.undo();
                }
            }
        }
    }

    #[test]
    fn a_dead_board_has_no_five() {
        let mut random = fastrand::Rng::with_seed(5);
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            let (mut dead, mut missed) = (0, 0);
            for _ in 0..100 {
                let grid = Grid::new(Size::new(6, 7).unwrap());
                let mut board = Board::new(tables.clone(), &grid, Color::Black);
                while board.empty_count() > 0 && find_win(&board.grid, rule).is_none() {
                    let is_possible =
                        Color::ALL.into_iter().any(|color| five_possible(&board.grid, rule, color));
                    assert!(!board.is_dead() || !is_possible, "{rule}");
                    dead += usize::from(board.is_dead());
                    missed += usize::from(!board.is_dead() && !is_possible);
                    let empty: Vec<Square> = board.empty.iter().collect();
                    board.play(empty[random.usize(..empty.len())]);
                }
            }
            assert!(dead > 20 && missed * 4 < dead, "{rule}: {dead} {missed}");
        }
    }

    #[test]
    fn every_rule_size_and_blocked_point_has_its_own_hash() {
        let mut hashes = std::collections::HashSet::new();
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            for (width, height) in [(15, 15), (15, 16), (16, 15)] {
                let mut grid = Grid::new(Size::new(width, height).unwrap());
                let hash = |grid: &Grid| Board::new(tables.clone(), grid, Color::Black).hash();
                assert!(hashes.insert(hash(&grid)), "{rule} {width}x{height}");
                grid.set(Square::of(grid.size().center()), Cell::Wall);
                assert!(hashes.insert(hash(&grid)), "{rule} {width}x{height} blocked");
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

    /// Number of random walks on each board: 1, or the value of the environment variable `TENGEN_SOAK`.
    fn walks() -> usize {
        std::env::var("TENGEN_SOAK").map_or(1, |walks| walks.parse().unwrap())
    }

    #[test]
    fn the_evaluation_does_not_depend_on_the_way_to_a_position() {
        let mut random = fastrand::Rng::with_seed(3);
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            for size in SIZES {
                for _ in 0..walks() {
                    walk_and_compare(&tables, size, &mut random);
                }
            }
        }
    }

    /// Plays and takes back random moves, and evaluates after some of them.
    fn walk_and_compare(tables: &Arc<Tables>, size: (u8, u8), random: &mut fastrand::Rng) {
        let grid = some_grid(size, random);
        let mut board = Board::new(tables.clone(), &grid, Color::Black);
        for step in 0..600 {
            let empty: Vec<Square> = board.empty.iter().collect();
            if empty.is_empty() || random.u8(..5) < 2 && !board.undo_stack.is_empty() {
                board.undo();
            } else {
                board.play(empty[random.usize(..empty.len())]);
            }
            if random.bool() {
                let mut oracle = Board::new(tables.clone(), &board.grid, board.side);
                assert_eq!(board.static_eval(), oracle.static_eval(), "{step}");
            }
        }
    }
}
