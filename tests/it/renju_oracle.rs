//! Forbidden points against an independent, slow oracle that follows the text of the rule: it places
//! stones, measures rows, and shares no code with the engine.

use std::collections::BTreeSet;

use tengen::coord::{Point, Size};
use tengen::gomoku::rules::forbidden::{Foul, foul_at};
use tengen::gomoku::rules::grid::{Cell, Grid, Square};

/// Enough for every board size and every kind of foul at the border.
const POSITIONS: usize = 4_000;

const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

type Spot = (i32, i32);

/// The board as rows of letters: `X` black, `O` white, `.` empty, anything else blocked.
struct Oracle {
    rows: Vec<Vec<u8>>,
}

impl Oracle {
    fn at(&self, (x, y): Spot) -> u8 {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        let cell = row.and_then(|row| row.get(usize::try_from(x).ok()?));
        cell.copied().unwrap_or(b'#')
    }

    fn put(&mut self, (x, y): Spot, cell: u8) {
        self.rows[y as usize][x as usize] = cell;
    }

    fn along((x, y): Spot, (dx, dy): (i32, i32), steps: i32) -> Spot {
        (x + dx * steps, y + dy * steps)
    }

    /// The unbroken row of black stones through `spot`.
    fn row(&self, spot: Spot, line: (i32, i32)) -> Vec<Spot> {
        let mut first = 0;
        while self.at(Self::along(spot, line, first - 1)) == b'X' {
            first -= 1;
        }
        (first..)
            .map(|steps| Self::along(spot, line, steps))
            .take_while(|&spot| self.at(spot) == b'X')
            .collect()
    }

    fn makes_five(&self, spot: Spot) -> bool {
        LINES.iter().any(|&line| self.row(spot, line).len() == 5)
    }

    /// Whether a stone on the empty `spot` makes exactly five along `line`.
    fn completes_five(&mut self, spot: Spot, line: (i32, i32)) -> bool {
        if self.at(spot) != b'.' {
            return false;
        }
        self.put(spot, b'X');
        let five = self.row(spot, line).len() == 5;
        self.put(spot, b'.');
        five
    }

    fn fours(&mut self, spot: Spot) -> usize {
        let mut sets = BTreeSet::new();
        for line in LINES {
            for start in -4..=0 {
                let window: Vec<Spot> =
                    (start..start + 5).map(|k| Self::along(spot, line, k)).collect();
                let (stones, others): (Vec<Spot>, Vec<Spot>) =
                    window.into_iter().partition(|&s| self.at(s) == b'X');
                if stones.len() == 4 && self.completes_five(others[0], line) {
                    sets.insert(stones);
                }
            }
        }
        sets.len()
    }

    fn threes(&mut self, spot: Spot) -> usize {
        let mut sets = BTreeSet::new();
        for line in LINES {
            for steps in -3..=3 {
                let fourth = Self::along(spot, line, steps);
                if self.at(fourth) != b'.' {
                    continue;
                }
                self.put(fourth, b'X');
                let mut row = self.row(fourth, line);
                let ends =
                    [Self::along(row[0], line, -1), Self::along(row[row.len() - 1], line, 1)];
                let straight = row.len() == 4 && ends.iter().all(|&e| self.completes_five(e, line));
                let reaches = straight && row.contains(&spot) && !self.makes_five(fourth);
                self.put(fourth, b'.');
                if reaches && self.foul(fourth).is_none() {
                    row.retain(|&s| s != fourth);
                    sets.insert(row);
                }
            }
        }
        sets.len()
    }

    fn foul(&mut self, spot: Spot) -> Option<Foul> {
        self.put(spot, b'X');
        let foul = if self.makes_five(spot) {
            None
        } else if LINES.iter().any(|&line| self.row(spot, line).len() > 5) {
            Some(Foul::Overline)
        } else if self.fours(spot) > 1 {
            Some(Foul::DoubleFour)
        } else if self.threes(spot) > 1 {
            Some(Foul::DoubleThree)
        } else {
            None
        };
        self.put(spot, b'.');
        foul
    }
}

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
