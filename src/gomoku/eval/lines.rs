//! Line bitboards: the cells of every line of the padded field, one 64-bit word a line.
//!
//! Every row, column and diagonal has 32 cells of two bits each, the codes of [`Cell`]. A diagonal that
//! leaves the field continues on the opposite side; the walls around a board are wide enough that its two
//! parts never see each other.

use crate::gomoku::rules::grid::{Cell, Direction, Grid, STRIDE, Square};

/// Bit of the centre cell of a view.
pub(super) const CENTER: u32 = 20;

/// A bit for every other bit of a word.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// All lines of a board, by direction and number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    words: [[u64; STRIDE]; 4],
}

impl Lines {
    pub fn new(grid: &Grid) -> Lines {
        let mut lines = Lines { words: [[0; STRIDE]; 4] };
        grid.squares().for_each(|square| lines.toggle(square, grid.get(square) as u64));
        lines
    }

    /// Flips `bits` of the cell `square`: the old code XOR the new one.
    #[inline]
    pub fn toggle(&mut self, square: Square, bits: u64) {
        for line in Direction::ALL {
            let (number, place) = address(square, line);
            self.words[line as usize][number] ^= bits << (2 * place);
        }
    }

    /// Puts `stone` on the empty point `square`, or removes it.
    #[inline]
    pub fn toggle_stone(&mut self, square: Square, stone: Cell) {
        self.toggle(square, (Cell::Empty as u64) ^ stone as u64);
    }

    /// Whether `square` is an empty point of the board.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.view(square, Direction::Row) >> CENTER & 3 == Cell::Empty as u64
    }

    /// The line through `square`, rotated so that `square` is at bit [`CENTER`] and the next cell along
    /// `line` two bits higher.
    #[inline]
    pub fn view(&self, square: Square, line: Direction) -> u64 {
        let (number, place) = address(square, line);
        self.words[line as usize][number].rotate_right((2 * place).wrapping_sub(CENTER))
    }
}

/// The empty cells within `RADIUS` steps of the centre of four views, one for each direction, as one
/// word. [`VisibleCell::of`] decodes a bit.
#[inline]
pub(super) fn visible_empty<const RADIUS: usize>(views: &[u64; 4]) -> u64 {
    // Bit 0 of a word is the cell five steps back, bit 10 is the centre.
    const FIRST: u32 = CENTER - 10;
    let visible = EVEN & ((4 << (4 * RADIUS)) - 1) << (10 - 2 * RADIUS) & !(1 << 10);
    let empty = |view: u64| (view & view >> 1) >> FIRST & visible;
    let pair = |a: u64, b: u64| empty(a) | empty(b) << 1;
    pair(views[0], views[1]) | pair(views[2], views[3]) << 32
}

/// A cell as seen from a centre, decoded from a bit of [`visible_empty`]. Packed into one number: offset in the padded
/// field, direction, bit in the view, and four times the direction.
#[derive(Clone, Copy)]
pub(super) struct VisibleCell(i32);

impl VisibleCell {
    #[inline]
    pub fn of(bit: u32) -> VisibleCell {
        VISIBLE_CELLS[bit as usize % 64]
    }

    const fn new(bit: u32) -> VisibleCell {
        let line = Direction::ALL[(bit >> 5 << 1 | bit & 1) as usize];
        let (steps, number) = ((bit & 30) as i32 / 2 - 5, line as i32);
        let place = CENTER as i32 + 2 * steps;
        VisibleCell((line.stride() * steps) << 16 | number << 14 | place << 8 | number << 2)
    }

    /// Offset from the centre in the padded field.
    #[inline]
    pub fn offset(self) -> isize {
        (self.0 >> 16) as isize
    }

    /// Number of the direction.
    #[inline]
    pub fn line(self) -> usize {
        (self.0 >> 14 & 3) as usize
    }

    /// First bit of the cell in its view, below 64.
    #[inline]
    pub fn place(self) -> u32 {
        (self.0 >> 8) as u32 & 63
    }

    /// First bit of the direction in packed shapes: four times its number.
    #[inline]
    pub fn shift(self) -> u32 {
        self.0 as u32 & 31
    }
}

static VISIBLE_CELLS: [VisibleCell; 64] = {
    let mut seen = [VisibleCell(0); 64];
    let mut bit = 0;
    while bit < 64 {
        seen[bit as usize] = VisibleCell::new(bit);
        bit += 1;
    }
    seen
};

/// The number of the line through `square` in its direction, and the index of the cell on it.
#[inline]
fn address(square: Square, line: Direction) -> (usize, u32) {
    let (x, y) = (square.index() % STRIDE, square.index() / STRIDE % STRIDE);
    match line {
        Direction::Row => (y, x as u32),
        Direction::Column => (x, y as u32),
        Direction::Diagonal => ((STRIDE + x - y) % STRIDE, y as u32),
        Direction::Antidiagonal => ((x + y) % STRIDE, y as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;

    /// Boards of all shapes, a quarter of the points of each kind.
    fn random_grids() -> impl Iterator<Item = Grid> {
        let mut random = fastrand::Rng::with_seed(1);
        [(22, 22), (15, 15), (5, 5), (1, 22), (22, 1)].into_iter().map(move |(width, height)| {
            let mut grid = Grid::new(Size::new(width, height).unwrap());
            for square in grid.squares() {
                let cells = [Cell::Wall, Cell::Black, Cell::White, Cell::Empty];
                grid.set(square, cells[random.usize(..4)]);
            }
            grid
        })
    }

    #[test]
    fn every_cell_sees_five_cells_each_way() {
        for grid in random_grids() {
            let lines = Lines::new(&grid);
            for square in grid.squares() {
                for line in Direction::ALL {
                    let seen = lines.view(square, line) >> (CENTER - 10) & 0x3F_FFFF;
                    assert_eq!(seen, u64::from(grid.line_key(square, line)));
                }
            }
        }
    }

    #[test]
    fn every_empty_cell_within_the_radius_is_a_bit() {
        for grid in random_grids() {
            let lines = Lines::new(&grid);
            for square in grid.squares() {
                let views = Direction::ALL.map(|line| lines.view(square, line));
                let (bits, fewer) = (visible_empty::<5>(&views), visible_empty::<4>(&views));
                let mut found = 0;
                for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                    let seen = VisibleCell::of(bit);
                    let other = square.index().wrapping_add_signed(seen.offset());
                    let other = Square::from_index(other);
                    let steps = (seen.place() as i32 - CENTER as i32) / 2;
                    assert_eq!(other, square.step(Direction::ALL[seen.line()], steps));
                    assert_eq!(seen.shift() as usize, 4 * seen.line());
                    assert_eq!(grid.get(other), Cell::Empty);
                    found += 1;
                }
                let expected = |reach: i32| {
                    let around = Direction::ALL.into_iter().flat_map(|line| {
                        (-reach..=reach).filter(|&i| i != 0).map(move |i| square.step(line, i))
                    });
                    around.filter(|&other| grid.get(other) == Cell::Empty).count()
                };
                assert_eq!((found, fewer & !bits), (expected(5), 0));
                assert_eq!(fewer.count_ones() as usize, expected(4));
            }
        }
    }

    #[test]
    fn a_removed_stone_leaves_no_trace() {
        let grid = Grid::new(Size::new(9, 7).unwrap());
        let empty = Lines::new(&grid);
        for square in grid.squares() {
            for stone in [Cell::Black, Cell::White] {
                let (mut grid, mut lines) = (grid.clone(), empty.clone());
                grid.set(square, stone);
                lines.toggle_stone(square, stone);
                assert_eq!(lines, Lines::new(&grid));
                lines.toggle_stone(square, stone);
                assert_eq!(lines, empty);
            }
        }
    }
}
