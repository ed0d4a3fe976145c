//! Line windows: the surroundings of a point on one line, as the number of a row of the network.
//!
//! A window is the [`REACH`] cells on each side of a point, each own, enemy, empty or, from the first wall
//! on, out of sight. A window and its mirror image have the same number.

use super::shape::{self, Shape};
use crate::gomoku::rules::grid::Cell;
use crate::gomoku::rules::rule::Rule;

/// Cells on each side of a point that its windows show.
pub const REACH: usize = 4;
/// Sides of a window: 3^n ways to fill n cells before a wall, for n from 0 to [`REACH`].
const SIDES: usize = 121;
/// Unordered pairs of sides.
pub const WINDOWS: usize = SIDES * (SIDES + 1) / 2;
/// Line keys of [`REACH`] cells each way.
const KEYS: usize = 1 << (4 * REACH);

/// One side of a window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side(u16);

impl Side {
    /// The side with these cells, the nearest first.
    fn of(cells: [Cell; REACH]) -> Side {
        let seen = cells.iter().take_while(|&&cell| cell != Cell::Wall);
        let digit = |cell: &Cell| match cell {
            Cell::Black => 1,
            Cell::White => 2,
            Cell::Empty | Cell::Wall => 0,
        };
        seen.enumerate().fold(Side(0), |Side(number), (index, cell)| {
            // 3^index sides are shorter by one cell.
            Side(number + 3u16.pow(index as u32) * (1 + digit(cell)))
        })
    }
}

/// Number of the window with these sides.
fn number([a, b]: [Side; 2]) -> u16 {
    let (low, high) = (a.min(b).0, a.max(b).0);
    low + high * (high + 1) / 2
}

/// The two sides of a window in a line key, whose farthest cell backwards is lowest, the nearest cell of each
/// side first.
fn sides(key: usize) -> [[Cell; REACH]; 2] {
    const CELLS: [Cell; 4] = [Cell::Wall, Cell::Black, Cell::White, Cell::Empty];
    let cell = |index: usize| CELLS[key >> (2 * index) & 3];
    [std::array::from_fn(|i| cell(REACH - 1 - i)), std::array::from_fn(|i| cell(REACH + i))]
}

/// Numbers of windows.
pub struct Windows {
    /// By line key. Black's stones count as own.
    by_key: Box<[u16; KEYS]>,
    /// By number, the number with the colours exchanged.
    exchanged: Box<[u16]>,
}

impl Windows {
    pub fn new() -> Windows {
        let mut by_key = vec![0; KEYS].into_boxed_slice();
        let mut exchanged = vec![0; WINDOWS].into_boxed_slice();
        for (key, entry) in by_key.iter_mut().enumerate() {
            let sides = sides(key);
            *entry = number(sides.map(Side::of));
            exchanged[usize::from(*entry)] = number(sides.map(|side| Side::of(side.map(exchange))));
        }
        let by_key = by_key.try_into().expect("there is a number for each key");
        Windows { by_key, exchanged }
    }

    /// Number of the window with `key`, in which Black's stones count as own.
    #[inline]
    pub fn of(&self, key: u32) -> usize {
        usize::from(self.by_key[key as usize % KEYS])
    }

    /// Number of the window `number` with the colours exchanged.
    #[inline]
    pub fn exchanged(&self, number: usize) -> usize {
        usize::from(self.exchanged[number])
    }
}

/// The cell with the colour of a stone exchanged.
fn exchange(cell: Cell) -> Cell {
    cell.color().map_or(cell, |color| Cell::stone(!color))
}

/// For each window, what an own and an enemy stone in its middle would make under the freestyle rule.
pub fn shapes() -> Vec<[Shape; 2]> {
    const { assert!(shape::radius(Rule::Freestyle) == REACH) };
    let table = shape::shape_table(Rule::Freestyle);
    let mut shapes = vec![[Shape::Dead; 2]; WINDOWS];
    for (key, &both) in table.iter().enumerate() {
        let number = number(sides(key).map(Side::of));
        shapes[usize::from(number)] = [both & 15, both >> 4].map(|at| Shape::ALL[usize::from(at)]);
    }
    shapes
}

/// For each window, the number of the one that shows only the nearest `reach` cells on each side.
pub fn inner(reach: usize) -> Vec<u16> {
    let mut inner = vec![0; WINDOWS];
    for key in 0..KEYS {
        let sides = sides(key);
        let cut = sides.map(|mut side| {
            side[reach..].fill(Cell::Wall);
            Side::of(side)
        });
        inner[usize::from(number(sides.map(Side::of)))] = number(cut);
    }
    inner
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line key of these cells, the farthest backwards first: `x` own, `o` enemy, `.` empty, `#` wall.
    fn key(cells: &str) -> u32 {
        let code = |cell| match cell {
            'x' => Cell::Black as u32,
            'o' => Cell::White as u32,
            '.' => Cell::Empty as u32,
            _ => Cell::Wall as u32,
        };
        cells.chars().rev().fold(0, |key, cell| key << 2 | code(cell))
    }

    #[test]
    fn windows_that_look_alike_share_a_number() {
        let windows = Windows::new();
        let of = |cells| windows.of(key(cells));
        assert_eq!(of("..x.o..#"), of("#..o.x.."), "mirrored");
        assert_eq!(of("x#x..o.."), of(".#x..o.."), "behind a wall");
        assert_ne!(of("..x.o..."), of("..x...o."));
        assert_eq!(windows.exchanged(of("..x.oo..")), of("..o.xx.."));
        let mut numbers: Vec<usize> = (0..KEYS as u32).map(|key| windows.of(key)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert!(numbers.into_iter().eq(0..WINDOWS));
    }

    #[test]
    fn inner_windows_end_sooner() {
        let (windows, inner) = (Windows::new(), inner(2));
        let of = |cells| windows.of(key(cells));
        assert_eq!(usize::from(inner[of("xo.xo.ox")]), of("##.xo.##"));
        assert_eq!(inner[of("xo.xo.ox")], inner[of("...xo...")]);
        assert_ne!(inner[of("xo.xo.ox")], inner[of("xoxxo.ox")]);
    }

    #[test]
    fn shapes_are_those_of_a_stone_in_the_middle() {
        let (windows, shapes) = (Windows::new(), shapes());
        let of = |cells| shapes[windows.of(key(cells))];
        assert_eq!(of("xxxx####"), [Shape::Five, Shape::Dead]);
        assert_eq!(of("..ooo...")[1], Shape::OpenFour);
        assert_eq!(of("########"), [Shape::Dead; 2]);
    }
}
