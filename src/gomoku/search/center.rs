//! The centre of the board: while no stone is near it, its points are candidate moves, too.

use super::params::Params;
use crate::coord::Point;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::rules::grid::{Cell, Square};

/// The empty points around the centre, unless a stone is near. The search tries only moves near stones, so
/// without these a game begun at the edge would stay there.
pub fn open(board: &Board, params: &Params) -> SquareSet {
    let within = |most: u8| {
        let points = board.grid().size().points();
        points.filter(move |&point| from_center(board, point) <= most).map(Square::of)
    };
    if within(params.center_taken).any(|square| board.grid().get(square).color().is_some()) {
        return SquareSet::EMPTY;
    }
    within(params.center_radius).filter(|&square| board.grid().get(square) == Cell::Empty).collect()
}

/// Orders the moves of a board without stones. The central one suffices if only the best matters.
pub fn nearest_first(board: &Board, mut squares: Vec<Square>, lines: usize) -> Vec<Square> {
    let center = board.grid().size().center();
    squares.sort_by_key(|square| {
        square.point().map(|point| {
            let (dx, dy) = (point.x().abs_diff(center.x()), point.y().abs_diff(center.y()));
            u32::from(dx).pow(2) + u32::from(dy).pow(2)
        })
    });
    if lines == 1 {
        squares.truncate(1);
    }
    squares
}

/// Chebyshev distance of `point` from the centre.
fn from_center(board: &Board, point: Point) -> u8 {
    let center = board.grid().size().center();
    point.x().abs_diff(center.x()).max(point.y().abs_diff(center.y()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::Grid;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::search::worker::tests::board_after;

    #[test]
    fn the_middle_is_open_until_a_stone_is_near() {
        let middle: SquareSet =
            parse_points("g7g8g9h7h8h9i7i8i9").unwrap().into_iter().map(Square::of).collect();
        assert_eq!(open(&board_after("a1o15o1d8"), &Params::default()), middle);
        assert_eq!(open(&board_after("a1e8"), &Params::default()), SquareSet::EMPTY);
    }

    #[test]
    fn a_blocked_point_is_no_stone_and_no_move() {
        let mut grid = Grid::new(Size::new(15, 15).unwrap());
        grid.set(Square::of(parse_points("h8").unwrap()[0]), Cell::Wall);
        let board = Board::new(Arc::new(Tables::new(Rule::Freestyle)), &grid, Color::Black);
        assert_eq!(open(&board, &Params::default()).iter().count(), 8);
    }
}
