//! Forbidden points against an independent, slow oracle.

use tengen::coord::{Point, Size};
use tengen::gomoku::rules::forbidden::foul_at;
use tengen::gomoku::rules::grid::{Cell, Grid, Square};

use crate::properties::oracle::Oracle;

/// Enough for every board size and every kind of foul at the border.
const POSITIONS: usize = 4_000;

/// A random position of any size, its stones in a window that often touches the border.
fn random_rows(random: &mut fastrand::Rng) -> Vec<Vec<u8>> {
    let (width, height) = (random.usize(5..=22), random.usize(5..=22));
    let black = random.u32(12..38);
    let (white, walls) = (random.u32(2..22), random.u32(0..2));
    let (left, top) = (random.usize(0..width), random.usize(0..height));
    let (right, bottom) = (left + random.usize(5..=9), top + random.usize(5..=9));
    let mut rows = vec![vec![b'.'; width]; height];
    for row in rows.iter_mut().take(bottom).skip(top) {
        for cell in row.iter_mut().take(right).skip(left) {
            *cell = match random.u32(0..100) {
                n if n < black => b'X',
                n if n < black + white => b'O',
                n if n < black + white + walls => b'#',
                _ => b'.',
            };
        }
    }
    rows
}

fn grid_of(rows: &[Vec<u8>]) -> Grid {
    let mut grid = Grid::new(Size::new(rows[0].len() as u8, rows.len() as u8).unwrap());
    for (y, row) in (0..).zip(rows) {
        for (x, &cell) in (0..).zip(row) {
            let cell = match cell {
                b'X' => Cell::Black,
                b'O' => Cell::White,
                b'.' => Cell::Empty,
                _ => Cell::Wall,
            };
            grid.set(Square::of(Point::new(x, y).unwrap()), cell);
        }
    }
    grid
}

#[test]
fn fouls_agree_with_the_oracle() {
    let mut random = fastrand::Rng::with_seed(20_240_607);
    let mut seen = [0; 4];
    for _ in 0..POSITIONS {
        let rows = random_rows(&mut random);
        let grid = grid_of(&rows);
        let mut oracle = Oracle { rows };
        for square in grid.empty_squares() {
            let point = square.point().unwrap();
            let expected = oracle.foul((point.x().into(), point.y().into()));
            assert_eq!(foul_at(&grid, square), expected, "{point} on\n{grid:?}");
            seen[expected.map_or(3, |foul| foul as usize)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > POSITIONS / 20), "{seen:?}");
}
