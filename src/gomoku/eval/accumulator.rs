//! The first layer of the network for all points, updated move by move.
//!
//! It is costly, and most positions of a proof are never evaluated. So the accumulator lags behind the board:
//! [`Accumulator::sync`] lets it catch up when an evaluation is asked for.

use super::lines::{self, CENTER, Lines, VisibleCell};
use super::network::{CHANNELS, ONE, Pool, REGIONS, Row};
use super::shape;
use super::window::{REACH, WINDOWS, Windows};
use crate::color::Color;
use crate::gomoku::rules::grid::{CELLS, Cell, Direction, Grid, Square};

/// Channels of both sides: those with Black to move, then those with White to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Channels([i16; 2 * CHANNELS]);

impl Channels {
    const ZERO: Channels = Channels([0; 2 * CHANNELS]);

    fn of([black, white]: [&Row; 2]) -> Channels {
        let mut both = Channels::ZERO;
        both.0[..CHANNELS].copy_from_slice(black);
        both.0[CHANNELS..].copy_from_slice(white);
        both
    }

    #[inline]
    fn add(&mut self, other: &Channels) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum = sum.wrapping_add(number));
    }

    #[inline]
    fn subtract(&mut self, other: &Channels) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum = sum.wrapping_sub(number));
    }

    #[inline]
    fn clipped(&self) -> Channels {
        Channels(self.0.map(|number| number.clamp(0, ONE)))
    }
}

/// The rows of both networks of a rule.
pub(super) struct RowTables {
    windows: Windows,
    /// By the number of the window, in which Black's stones count as own.
    rows: Box<[Channels]>,
    bias: Channels,
}

impl RowTables {
    /// The tables for the `rows` and biases with Black and with White to move.
    pub fn new(rows: [&[Row; WINDOWS]; 2], biases: [&Row; 2]) -> RowTables {
        let windows = Windows::new();
        let of =
            |window: usize| Channels::of([&rows[0][window], &rows[1][windows.exchanged(window)]]);
        let rows = (0..WINDOWS).map(of).collect();
        RowTables { windows, rows, bias: Channels::of(biases) }
    }

    /// The row of the window around bit `place` of a line view.
    #[inline]
    fn row(&self, view: u64, place: u32) -> &Channels {
        &self.rows[self.windows.of(shape::key::<REACH>(view, place))]
    }

    /// The sum of the rows of a point and the bias.
    fn sum(&self, lines: &Lines, square: Square) -> Channels {
        let mut sum = self.bias;
        for line in Direction::ALL {
            sum.add(self.row(lines.view(square, line), CENTER));
        }
        sum
    }
}

/// A stone on the board of the accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    square: Square,
    stone: Cell,
    /// Number of changed points before it.
    changes: usize,
}

/// The sums of all empty points and the pools of all regions.
#[derive(Clone)]
pub(super) struct Accumulator {
    lines: Lines,
    /// The empty board.
    blank: Lines,
    region_of: Box<[u8; CELLS]>,
    sums: Box<[Channels; CELLS]>,
    pools: [Channels; REGIONS],
    placed: Vec<Placed>,
    /// The pools before each of these stones.
    pools_before: Vec<[Channels; REGIONS]>,
    /// The changed points, and their sums before.
    changed: Vec<Square>,
    sums_before: Vec<Channels>,
}

impl Accumulator {
    /// The accumulator of the board with the stones of `grid`. These are not among those that
    /// [`Accumulator::sync`] counts.
    pub fn new(tables: &RowTables, grid: &Grid) -> Accumulator {
        let (mut empty, mut stones) = (grid.clone(), Vec::new());
        for square in grid.squares().filter(|&square| grid.get(square).color().is_some()) {
            stones.push((square, grid.get(square)));
            empty.set(square, Cell::Empty);
        }
        let lines = Lines::new(&empty);
        let mut sums = vec![Channels::ZERO; CELLS].into_boxed_slice();
        let mut region_of = vec![0; CELLS].into_boxed_slice();
        for square in empty.squares() {
            sums[square.index()] = tables.sum(&lines, square);
            region_of[square.index()] = region(grid, square);
        }
        let mut accumulator = Accumulator {
            blank: lines.clone(),
            lines,
            region_of: region_of.try_into().expect("there is a region for each cell"),
            sums: sums.try_into().expect("there is a sum for each cell"),
            pools: [Channels::ZERO; REGIONS],
            placed: Vec::new(),
            pools_before: Vec::new(),
            changed: Vec::new(),
            sums_before: Vec::new(),
        };
        stones.into_iter().for_each(|(square, stone)| accumulator.place(tables, square, stone));
        accumulator.placed.clear();
        accumulator.pools_before.clear();
        accumulator.changed.clear();
        accumulator.sums_before.clear();
        accumulator
    }

    /// Takes back all stones but the first `kept`, then adds `stones`.
    #[inline]
    pub fn sync(
        &mut self,
        tables: &RowTables,
        kept: usize,
        stones: impl Iterator<Item = (Square, Cell)>,
    ) {
        while self.placed.len() > kept {
            self.undo();
        }
        stones.for_each(|(square, stone)| self.place(tables, square, stone));
    }

    /// The pools for `color` to move.
    #[inline]
    pub fn pools(&self, color: Color) -> [&Pool; REGIONS] {
        self.pools.each_ref().map(|Channels(both)| {
            let (black, white) = both.split_at(CHANNELS);
            let pool = if color == Color::Black { black } else { white };
            pool.try_into().expect("each side has half of the channels")
        })
    }

    fn place(&mut self, tables: &RowTables, square: Square, stone: Cell) {
        self.placed.push(Placed { square, stone, changes: self.changed.len() });
        self.pools_before.push(self.pools);
        // The point itself is empty no more.
        let pool = &mut self.pools[usize::from(self.region_of[square.index()]) % REGIONS];
        pool.subtract(&self.sums[square.index()].clipped());
        pool.add(&tables.sum(&self.blank, square).clipped());

        let before = Direction::ALL.map(|line| self.lines.view(square, line));
        self.lines.toggle_stone(square, stone);
        let after = Direction::ALL.map(|line| self.lines.view(square, line));
        let mut visible_empty = lines::visible_empty::<REACH>(&after);
        while visible_empty != 0 {
            let seen = VisibleCell::of(visible_empty.trailing_zeros());
            visible_empty &= visible_empty - 1;
            let at = square.index().wrapping_add_signed(seen.offset()) % CELLS;
            let sum = &mut self.sums[at];
            self.changed.push(Square::from_index(at));
            self.sums_before.push(*sum);
            let pool = &mut self.pools[usize::from(self.region_of[at]) % REGIONS];
            pool.subtract(&sum.clipped());
            sum.subtract(tables.row(before[seen.line()], seen.place()));
            sum.add(tables.row(after[seen.line()], seen.place()));
            pool.add(&sum.clipped());
        }
    }

    /// Takes back the last stone.
    fn undo(&mut self) {
        let Some(Placed { square, stone, changes }) = self.placed.pop() else { return };
        self.lines.toggle_stone(square, stone);
        for (square, sum) in self.changed[changes..].iter().zip(&self.sums_before[changes..]) {
            self.sums[square.index()] = *sum;
        }
        self.changed.truncate(changes);
        self.sums_before.truncate(changes);
        if let Some(pools) = self.pools_before.pop() {
            self.pools = pools;
        }
    }
}

/// The region of a point.
pub(super) fn region(grid: &Grid, square: Square) -> u8 {
    let size = grid.size();
    let third = |place: u8, side: u8| match place {
        _ if place < side / 3 => 0,
        _ if place >= side - side / 3 => 2,
        _ => 1,
    };
    square
        .point()
        .map_or(0, |point| 3 * third(point.y(), size.height()) + third(point.x(), size.width()))
}
