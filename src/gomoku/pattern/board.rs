//! The searcher's board: stones with everything derived from them kept up to date by each move.
//!
//! Invariant: for every empty point the line keys, shape codes and threat sets, and for the whole
//! board evaluation sum, hash and neighbourhood, equal those of a board built afresh from the same
//! stones ([`Board::new`], which the tests use as the oracle). Occupied points keep whatever they had
//! when they were taken, which is right again when the stone is lifted, since moves are undone in
//! reverse order. Legality under renju is not judged here.

use std::sync::Arc;

use super::shape::{Shape, key_shift};
use super::squares::SquareSet;
use super::tables::Tables;
use super::threat::{THREATS, Threat};
use super::zobrist;
use crate::color::Color;
use crate::gomoku::grid::{CELLS, Cell, Direction, Grid, Square};
use crate::gomoku::rule::Rule;

/// Rows of the neighbourhood of a stone, the 5x5 square around it, bit 2 being its own column. With
/// the third cell on each line added, self-play at equal nodes lost 33 Elo.
const NEAR_ROWS: [u32; 5] = [0b11111; 5];
const NEAR_REACH: usize = 2;

/// What a point had before a move changed it.
#[derive(Clone, Copy)]
struct Change {
    square: Square,
    packed: [u16; 2],
    codes: [u16; 2],
}

/// State before a move that is cheaper to keep than to work out backwards.
#[derive(Clone, Copy)]
struct Record {
    square: Square,
    changes: usize,
    value: i32,
    near: SquareSet,
}

/// Board of a search.
#[derive(Clone)]
pub struct Board {
    tables: Arc<Tables>,
    grid: Grid,
    side: Color,
    hash: u64,
    value: i32,
    empty: SquareSet,
    empty_count: usize,
    near: SquareSet,
    sets: [[SquareSet; THREATS]; 2],
    keys: [[u32; 4]; CELLS],
    packed: [[u16; 2]; CELLS],
    codes: [[u16; 2]; CELLS],
    records: Vec<Record>,
    changes: Vec<Change>,
}

impl Board {
    /// The board with the stones of `grid` and `side` to move.
    pub fn new(tables: Arc<Tables>, grid: &Grid, side: Color) -> Board {
        let mut board = Board {
            tables,
            grid: grid.clone(),
            side,
            hash: 0,
            value: 0,
            empty: grid.empty_squares().collect(),
            empty_count: grid.empty_squares().count(),
            near: SquareSet::EMPTY,
            sets: [[SquareSet::EMPTY; THREATS]; 2],
            keys: [[0; 4]; CELLS],
            packed: [[0; 2]; CELLS],
            codes: [[0; 2]; CELLS],
            records: Vec::with_capacity(512),
            changes: Vec::with_capacity(512 * 40),
        };
        board.hash = board.full_hash();
        for square in grid.squares() {
            match grid.get(square) {
                Cell::Black | Cell::White => board.add_neighbourhood(square),
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
        self.near & self.empty
    }

    /// The empty points where a stone of `color` has exactly the class `threat`.
    #[inline]
    pub fn points(&self, color: Color, threat: Threat) -> &SquareSet {
        &self.sets[color.index()][threat as usize]
    }

    /// The empty points where a stone of `color` makes a four but no five. Suspect points are among
    /// them, forbidden ones are not.
    pub fn four_points(&self, color: Color) -> SquareSet {
        let sets = &self.sets[color.index()];
        sets[Threat::Four as usize]
            | sets[Threat::FourPlus as usize]
            | sets[Threat::FourThree as usize]
            | sets[Threat::OpenFour as usize]
            | sets[Threat::SuspectFour as usize]
    }

    /// Whether `color` has a point that makes a four or a five.
    pub fn has_four(&self, color: Color) -> bool {
        !self.points(color, Threat::Five).is_empty() || !self.four_points(color).is_empty()
    }

    /// Class of the empty point `square` for `color`.
    #[inline]
    pub fn threat(&self, color: Color, square: Square) -> Threat {
        self.tables.threat(color, self.codes[square.index()][color.index()])
    }

    /// Shape on `line` of a stone of `color` on the empty point `square`.
    #[inline]
    pub fn shape(&self, color: Color, square: Square, line: Direction) -> Shape {
        let packed = self.packed[square.index()][color.index()];
        Shape::ALL[usize::from(packed >> (4 * line as u32) & 15)]
    }

    /// Class for `attacker` of the empty point `target` if `defender_at`, `distance` steps from it on
    /// `line`, held an enemy stone.
    pub(in crate::gomoku) fn threat_if_blocked(
        &self,
        attacker: Color,
        target: Square,
        line: Direction,
        (distance, backwards): (usize, bool),
    ) -> Threat {
        let enemy = Cell::stone(!attacker) as u32;
        let key = self.keys[target.index()][line as usize];
        let key = key ^ (Cell::Empty as u32 ^ enemy) << key_shift(distance, backwards);
        let shape = u16::from(self.tables.shapes(key) >> (4 * attacker.index()) & 15);
        let packed = self.packed[target.index()][attacker.index()];
        let packed = packed & !(15 << (4 * line as u32)) | shape << (4 * line as u32);
        self.tables.threat(attacker, self.tables.code(packed))
    }

    /// Cells that matter on each side of a point.
    pub(in crate::gomoku) fn radius(&self) -> usize {
        self.tables.radius()
    }

    /// Ordering score of the empty point `square` for the side to move.
    #[inline]
    pub(in crate::gomoku) fn order_score(&self, square: Square) -> i32 {
        let (me, enemy) = (self.side, !self.side);
        let codes = self.codes[square.index()];
        self.tables.attack(me, codes[me.index()]) + self.tables.defend(enemy, codes[enemy.index()])
    }

    /// Puts a stone of the side to move on the empty point `square`.
    pub fn play(&mut self, square: Square) {
        debug_assert_eq!(self.grid.get(square), Cell::Empty);
        self.records.push(Record {
            square,
            changes: self.changes.len(),
            value: self.value,
            near: self.near,
        });
        for color in Color::ALL {
            let code = self.codes[square.index()][color.index()];
            let threat = self.tables.threat(color, code);
            self.sets[color.index()][threat as usize].remove(square);
            self.value -= signed(color, self.tables.value(color, code));
        }
        self.empty.remove(square);
        self.empty_count -= 1;
        self.grid.set(square, Cell::stone(self.side));
        self.add_neighbourhood(square);
        self.see_stone::<true>(square, Cell::stone(self.side));
        self.hash ^= zobrist::stone(self.side, square) ^ zobrist::WHITE_TO_MOVE;
        self.side = !self.side;
    }

    /// Takes back the last move, which was a [`Board::play`].
    pub fn undo(&mut self) {
        let record = self.records.pop().expect("every undo follows a play");
        let square = record.square;
        self.side = !self.side;
        self.hash ^= zobrist::stone(self.side, square) ^ zobrist::WHITE_TO_MOVE;
        self.see_stone::<false>(square, Cell::stone(self.side));
        while self.changes.len() > record.changes {
            if let Some(change) = self.changes.pop() {
                self.restore(change);
            }
        }
        self.grid.set(square, Cell::Empty);
        self.empty.insert(square);
        self.empty_count += 1;
        self.near = record.near;
        self.value = record.value;
        for color in Color::ALL {
            let threat = self.threat(color, square);
            self.sets[color.index()][threat as usize].insert(square);
        }
    }

    /// Gives the move to the other side; passing again takes it back.
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.hash ^= zobrist::WHITE_TO_MOVE;
    }

    /// Enters a stone into (or, the same operation, wipes it from) the line keys of the empty points
    /// around; `FORWARD` also brings their shapes up to date.
    #[inline]
    fn see_stone<const FORWARD: bool>(&mut self, square: Square, stone: Cell) {
        let toggle = Cell::Empty as u32 ^ stone as u32;
        let radius = self.tables.radius();
        for line in Direction::ALL {
            for (step, seen_backwards) in [(line.stride(), true), (-line.stride(), false)] {
                let mut index = square.index() as i32;
                for distance in 1..=radius {
                    index += step;
                    let other = Square::from_index(index as usize & (CELLS - 1));
                    match self.grid.get(other) {
                        Cell::Wall => break,
                        Cell::Black | Cell::White => continue,
                        Cell::Empty => {}
                    }
                    let key = &mut self.keys[other.index()][line as usize];
                    *key ^= toggle << key_shift(distance, seen_backwards);
                    if FORWARD {
                        let shapes = self.tables.shapes(*key);
                        self.set_shapes(other, line, shapes);
                    }
                }
            }
        }
    }

    #[inline]
    fn set_shapes(&mut self, square: Square, line: Direction, shapes: u8) {
        let shift = 4 * line as u32;
        let old = self.packed[square.index()];
        let codes = self.codes[square.index()];
        let diff = [
            (old[0] >> shift ^ u16::from(shapes)) & 15,
            (old[1] >> shift ^ u16::from(shapes >> 4)) & 15,
        ];
        if diff == [0, 0] {
            return;
        }
        self.changes.push(Change { square, packed: old, codes });
        for color in Color::ALL {
            let c = color.index();
            if diff[c] == 0 {
                continue;
            }
            let packed = old[c] ^ diff[c] << shift;
            let code = self.tables.code(packed);
            let before = self.tables.threat(color, codes[c]);
            let after = self.tables.threat(color, code);
            self.packed[square.index()][c] = packed;
            self.codes[square.index()][c] = code;
            let gain = self.tables.value(color, code) - self.tables.value(color, codes[c]);
            self.value += signed(color, gain);
            if before != after {
                self.sets[c][before as usize].remove(square);
                self.sets[c][after as usize].insert(square);
            }
        }
    }

    #[inline]
    fn restore(&mut self, change: Change) {
        let Change { square, packed, codes } = change;
        for color in Color::ALL {
            let c = color.index();
            let after = self.tables.threat(color, self.codes[square.index()][c]);
            let before = self.tables.threat(color, codes[c]);
            if before != after {
                self.sets[c][after as usize].remove(square);
                self.sets[c][before as usize].insert(square);
            }
        }
        self.packed[square.index()] = packed;
        self.codes[square.index()] = codes;
    }

    fn add_neighbourhood(&mut self, square: Square) {
        let (x, y) = (square.index() % 32, square.index() / 32);
        for (i, row) in NEAR_ROWS.into_iter().enumerate() {
            self.near.insert_row(y + i - NEAR_REACH, row << (x - NEAR_REACH));
        }
    }

    /// Works out everything about one empty point from the stones around it.
    fn read_point(&mut self, square: Square) {
        let mut packed = [0u16; 2];
        for line in Direction::ALL {
            let mut key = 0;
            for distance in 1..=self.tables.radius() {
                for (steps, backwards) in [(distance as i32, false), (-(distance as i32), true)] {
                    let cell = self.grid.get(square.step(line, steps)) as u32;
                    key |= cell << key_shift(distance, backwards);
                }
            }
            let key = wall_behind_walls(key, self.tables.radius());
            self.keys[square.index()][line as usize] = key;
            let shapes = u16::from(self.tables.shapes(key));
            packed[0] |= (shapes & 15) << (4 * line as u32);
            packed[1] |= (shapes >> 4) << (4 * line as u32);
        }
        self.packed[square.index()] = packed;
        self.codes[square.index()] = packed.map(|packed| self.tables.code(packed));
        for color in Color::ALL {
            let code = self.codes[square.index()][color.index()];
            let threat = self.tables.threat(color, code);
            self.sets[color.index()][threat as usize].insert(square);
            self.value += signed(color, self.tables.value(color, code));
        }
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

/// `value` as seen by Black.
#[inline]
fn signed(color: Color, value: i16) -> i32 {
    match color {
        Color::Black => i32::from(value),
        Color::White => -i32::from(value),
    }
}

/// The key with everything behind the first wall of each side made wall too: no line crosses a
/// wall, and moves behind one are not entered into the key.
fn wall_behind_walls(mut key: u32, radius: usize) -> u32 {
    for backwards in [false, true] {
        let mut walled = false;
        for distance in 1..=radius {
            let shift = key_shift(distance, backwards);
            walled |= key >> shift & 3 == Cell::Wall as u32;
            if walled {
                key &= !(3 << shift);
            }
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;

    /// Compares everything that is kept up to date with a board built from the stones.
    fn check_against_oracle(board: &Board) {
        let oracle = Board::new(board.tables.clone(), &board.grid, board.side);
        assert_eq!(board.hash, oracle.hash);
        assert_eq!(board.value, oracle.value);
        assert_eq!(board.empty, oracle.empty);
        assert_eq!(board.empty_count, oracle.empty_count);
        assert_eq!(board.near, oracle.near);
        assert!(board.sets == oracle.sets);
        for square in board.grid.empty_squares() {
            let i = square.index();
            assert_eq!(board.keys[i], oracle.keys[i]);
            assert_eq!((board.packed[i], board.codes[i]), (oracle.packed[i], oracle.codes[i]));
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
