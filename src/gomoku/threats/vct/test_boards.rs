//! Random positions for tests of the threat search.

use std::ops::Range;
use std::sync::Arc;

use crate::color::Color;
use crate::coord::Size;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::rules::grid::{Cell, Grid, Square};
use crate::gomoku::rules::wins::find_win;

/// A `side` x `side` board with `percent` of its points taken, in one case of four with a blocked
/// point and without a winning row.
pub(super) fn board(
    random: &mut fastrand::Rng,
    tables: &Arc<Tables>,
    side: u8,
    percent: Range<usize>,
) -> Board {
    loop {
        let mut grid = Grid::new(Size::new(side, side).expect("sides are small"));
        let squares: Vec<Square> = grid.squares().collect();
        for i in 0..squares.len() * random.usize(percent.clone()) / 100 {
            let square = squares[random.usize(..squares.len())];
            grid.set(square, Cell::stone(Color::ALL[i % 2]));
        }
        if random.u8(..4) == 0 {
            grid.set(squares[random.usize(..squares.len())], Cell::Wall);
        }
        if find_win(&grid, tables.rule()).is_none() {
            return Board::new(tables.clone(), &grid, Color::ALL[random.usize(..2)]);
        }
    }
}
