//! The first layer of the network for all points, updated move by move.
//!
//! It is costly, most positions of a threat search are never evaluated, and most leaves of a search only for one
//! side to move. So there is an [`Accumulator`] for each side to move, and it lags behind the board:
//! [`Accumulator::sync`] updates it when an evaluation is requested.

use std::sync::Arc;

use super::context::Context;
use super::lines::{self, CENTER, Lines, VisibleCell};
use super::network::{
    CHANNELS, FEATURES, Features, Hidden, KIND_OF, Network, ONE, Pool, REGIONS, Row,
};
use super::shape;
use super::window::{REACH, WINDOWS, Windows};
use crate::color::Color;
use crate::gomoku::rules::grid::{CELLS, Cell, Direction, Grid, Square};
use crate::search::table::prefetch;

/// The channels of a row, a point or a pool, in one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Channels([i16; CHANNELS]);

impl Channels {
    const ZERO: Channels = Channels([0; CHANNELS]);

    #[inline]
    fn plus(&self, other: &Channels) -> Channels {
        Channels(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    #[inline]
    fn minus(&self, other: &Channels) -> Channels {
        Channels(std::array::from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
    }

    #[inline]
    fn clipped(&self) -> Channels {
        Channels(self.0.map(|number| number.clamp(0, ONE)))
    }
}

/// The rows of a network for one side to move.
pub(super) struct RowTable {
    windows: Arc<Windows>,
    /// By window number; Black's stones count as own.
    rows: Box<[Channels]>,
    bias: Channels,
}

impl RowTable {
    /// The table for the `rows` and the bias of the network with `side` to move.
    pub fn new(windows: Arc<Windows>, side: Color, rows: &[Row; WINDOWS], bias: &Row) -> RowTable {
        let number = |window| match side {
            Color::Black => window,
            Color::White => windows.exchanged(window),
        };
        let rows = (0..WINDOWS).map(|window| Channels(rows[number(window)])).collect();
        RowTable { windows, rows, bias: Channels(*bias) }
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
            sum = sum.plus(self.row(lines.view(square, line), CENTER));
        }
        sum
    }
}

/// The sums of the board after a stone.
#[derive(Clone, Copy)]
struct Frame {
    pools: [Channels; REGIONS],
    /// The features of the regions, except those in `stale`.
    features: [Features; REGIONS],
    /// A bit for each region whose pool has changed since its features were computed.
    stale: u16,
    square: Square,
    stone: Cell,
    /// Number of changed points before the stone.
    changes: usize,
}

impl Frame {
    /// Adds `change` to the pool of `region`.
    #[inline]
    fn add(&mut self, region: u8, change: &Channels) {
        let region = usize::from(region) % REGIONS;
        self.stale |= 1 << region;
        self.pools[region] = self.pools[region].plus(change);
    }
}

/// The sums of all empty points, and the pools of all regions after every stone, for one side to move.
#[derive(Clone)]
pub(super) struct Accumulator {
    lines: Lines,
    /// By cell, the clipped sum of the point on the empty board.
    blank: Arc<[Channels]>,
    region_of: Arc<[u8]>,
    sums: Box<[Channels; CELLS]>,
    /// The first frame is the initial board, before any stone.
    frames: Vec<Frame>,
    /// The changed points, with their sums before the change.
    changed: Vec<Square>,
    sums_before: Vec<Channels>,
}

impl Accumulator {
    /// The accumulator of the board with the stones of `grid`, which [`Accumulator::sync`] does not count.
    pub fn new(table: &RowTable, grid: &Grid) -> Accumulator {
        let (mut empty, mut stones) = (grid.clone(), Vec::new());
        for square in grid.squares().filter(|&square| grid.get(square).color().is_some()) {
            stones.push((square, grid.get(square)));
            empty.set(square, Cell::Empty);
        }
        let lines = Lines::new(&empty);
        let mut sums = Box::new([Channels::ZERO; CELLS]);
        let mut region_of = vec![0; CELLS];
        for square in empty.squares() {
            sums[square.index()] = table.sum(&lines, square);
            region_of[square.index()] = region(grid, square);
        }
        let first = Frame {
            pools: [Channels::ZERO; REGIONS],
            features: [[0; FEATURES]; REGIONS],
            stale: (1 << REGIONS) - 1,
            square: Square::from_index(0),
            stone: Cell::Empty,
            changes: 0,
        };
        let mut accumulator = Accumulator {
            lines,
            blank: sums.iter().map(Channels::clipped).collect(),
            region_of: region_of.into(),
            sums,
            frames: vec![first],
            changed: Vec::new(),
            sums_before: Vec::new(),
        };
        stones.into_iter().for_each(|(square, stone)| accumulator.place(table, square, stone));
        let placed = accumulator.frames.len() - 1;
        accumulator.frames.drain(..placed);
        accumulator.frames[0].changes = 0;
        accumulator.changed.clear();
        accumulator.sums_before.clear();
        accumulator
    }

    /// Takes back all stones but the first `kept`, then adds `stones`.
    #[inline]
    pub fn sync(
        &mut self,
        table: &RowTable,
        kept: usize,
        stones: impl Iterator<Item = (Square, Cell)>,
    ) {
        while self.frames.len() > kept + 1 {
            self.undo();
        }
        stones.for_each(|(square, stone)| self.place(table, square, stone));
    }

    /// The hidden layer of `network` after the last stone, in `context`.
    #[inline]
    pub fn hidden(&mut self, network: &Network, context: Context) -> Hidden {
        let frame = self.frames.last_mut().expect("there is a first frame");
        while frame.stale != 0 {
            let region = frame.stale.trailing_zeros() as usize % REGIONS;
            frame.stale &= frame.stale - 1;
            frame.features[region] = network.features(KIND_OF[region], &frame.pools[region].0);
        }
        let pools: [&Pool; REGIONS] = frame.pools.each_ref().map(|Channels(pool)| pool);
        network.hidden(pools, &frame.features, context)
    }

    fn place(&mut self, table: &RowTable, square: Square, stone: Cell) {
        let before = Direction::ALL.map(|line| self.lines.view(square, line));
        self.lines.toggle_stone(square, stone);
        let after = Direction::ALL.map(|line| self.lines.view(square, line));
        let mut visible_empty = lines::visible_empty::<REACH>(&after);

        let first = self.changed.len();
        let end = first + visible_empty.count_ones() as usize;
        self.changed.resize(end, square);
        self.sums_before.resize(end, Channels::ZERO);
        let parent = self.frames.len() - 1;
        self.frames.extend_from_within(parent..);
        let frame = &mut self.frames[parent + 1];
        (frame.square, frame.stone, frame.changes) = (square, stone, first);

        // The point itself is no longer empty.
        let own = square.index() % CELLS;
        frame.add(self.region_of[own], &self.blank[own].minus(&self.sums[own].clipped()));

        // The rows exceed the fastest caches: prefetch them all before the first is used.
        let mut rows = [&table.bias; 16 * REACH];
        let (changes, _) = rows.as_chunks_mut::<2>();
        for (changed, rows) in self.changed[first..].iter_mut().zip(changes) {
            let seen = VisibleCell::of(visible_empty.trailing_zeros());
            visible_empty &= visible_empty.wrapping_sub(1);
            let at = square.index().wrapping_add_signed(seen.offset()) % CELLS;
            *changed = Square::from_index(at);
            *rows = [&before, &after].map(|views| table.row(views[seen.line()], seen.place()));
            rows.iter().for_each(|row| prefetch(*row));
        }
        let (changes, _) = rows.as_chunks::<2>();
        let changed = self.changed[first..].iter().zip(&mut self.sums_before[first..]);
        for ((changed, sum_before), [before, after]) in changed.zip(changes) {
            let at = changed.index() % CELLS;
            let old = self.sums[at];
            let new = old.minus(before).plus(after);
            *sum_before = old;
            self.sums[at] = new;
            frame.add(self.region_of[at], &new.clipped().minus(&old.clipped()));
        }
    }

    /// Takes back the last stone.
    fn undo(&mut self) {
        let Some(Frame { square, stone, changes, .. }) = self.frames.pop() else { return };
        self.lines.toggle_stone(square, stone);
        for (square, sum) in self.changed[changes..].iter().zip(&self.sums_before[changes..]) {
            self.sums[square.index() % CELLS] = *sum;
        }
        self.changed.truncate(changes);
        self.sums_before.truncate(changes);
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
