//! Shapes: what a stone makes on one line, and the table that gives them for both colours.
//!
//! A line key holds the neighbours of a cell on one line in order, two bits each (the codes of
//! [`Cell`]), the farthest one backwards lowest; the cell itself is left out. A shape describes the line
//! *with* a stone on the cell. Only fives that contain that stone count.

use crate::color::Color;
use crate::gomoku::rules::grid::Cell;
use crate::gomoku::rules::rule::Rule;

/// What a stone makes on one line, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five is possible on the line.
    Dead = 0,
    /// Six or more in a row where that does not win; a foul for Black in renju.
    Overline = 1,
    /// Needs four more stones, and makes no open two on the way.
    ClosedOne = 2,
    /// One more stone makes an open two.
    OpenOne = 3,
    /// One more stone makes a closed three, none an open three.
    ClosedTwo = 4,
    /// A stone on one of one or two points makes an open three.
    OpenTwo = 5,
    /// A stone on one of three points makes an open three.
    BroadTwo = 6,
    /// A stone on one of four or more points makes an open three.
    FreeTwo = 7,
    /// One more stone makes a four, none an open four.
    ClosedThree = 8,
    /// A stone on one point makes an open four.
    Three = 9,
    /// A stone on one of two or more points makes an open four.
    FreeThree = 10,
    /// One more stone makes a five, and one enemy stone prevents it.
    Four = 11,
    /// Renju, Black: two fours on the same line, a foul.
    DoubleFour = 12,
    /// No single enemy stone prevents a five.
    OpenFour = 13,
    /// A winning row.
    Five = 14,
}

pub const SHAPES: usize = 15;

impl Shape {
    pub const ALL: [Shape; SHAPES] = [
        Shape::Dead,
        Shape::Overline,
        Shape::ClosedOne,
        Shape::OpenOne,
        Shape::ClosedTwo,
        Shape::OpenTwo,
        Shape::BroadTwo,
        Shape::FreeTwo,
        Shape::ClosedThree,
        Shape::Three,
        Shape::FreeThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// Whether one more stone makes an open four.
    pub const fn is_three(self) -> bool {
        matches!(self, Shape::Three | Shape::FreeThree)
    }

    /// Whether one more stone makes an open three.
    pub const fn is_open_two(self) -> bool {
        matches!(self, Shape::OpenTwo | Shape::BroadTwo | Shape::FreeTwo)
    }
}

/// Largest [`radius`].
pub const MAX_RADIUS: usize = 5;

/// Cells on each side of the centre that a shape depends on. Only freestyle needs no fifth cell:
/// elsewhere a five depends on the cells next to its ends.
pub const fn radius(rule: Rule) -> usize {
    if matches!(rule, Rule::Freestyle) { 4 } else { MAX_RADIUS }
}

/// First bit in a line key of the cell `distance` (at least 1) steps forwards or backwards.
#[inline]
pub(in crate::gomoku) const fn key_shift(radius: usize, distance: usize, backwards: bool) -> usize {
    2 * if backwards { radius - distance } else { radius + distance - 1 }
}

/// Line key of the cell at bit `place` of a line view.
#[inline]
pub(super) fn key<const RADIUS: usize>(view: u64, place: u32) -> u32 {
    let cells = (view >> (place - 2 * RADIUS as u32)) as u32;
    let side = (1 << (2 * RADIUS)) - 1;
    cells & side | cells >> 2 & side << (2 * RADIUS)
}

/// Shapes of both colours for every line key of a rule, a byte each: Black's in the low half, White's in
/// the high half.
pub(in crate::gomoku) fn shape_table(rule: Rule) -> Box<[u8]> {
    let radius = radius(rule);
    let side_keys = 1usize << (2 * radius);
    let mut table = vec![0u8; side_keys * side_keys].into_boxed_slice();
    for color in Color::ALL {
        let solver = ShapeSolver::new(rule, color);
        let index = |key| solver.index(solver.side(key));
        let forwards: Vec<usize> = (0..side_keys).map(index).collect();
        let backwards: Vec<usize> =
            (0..side_keys).map(|key| forwards[mirrored(key, radius)]).collect();
        let (sides, shapes) = (solver.sides, solver.solve());
        for (entries, forwards) in table.chunks_exact_mut(side_keys).zip(forwards) {
            let shapes = &shapes[forwards * sides..][..sides];
            for (entry, &backwards) in entries.iter_mut().zip(&backwards) {
                *entry |= shapes[backwards] << (4 * color.index());
            }
        }
    }
    table
}

/// The two-bit cells of a side in reverse order.
fn mirrored(side_key: usize, radius: usize) -> usize {
    (0..radius).map(|i| (side_key >> (2 * i) & 3) << (2 * (radius - 1 - i))).sum()
}

/// What ends one side of the centre.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Nothing within the radius.
    Unseen,
    /// An enemy stone, or a wall if the rule treats both alike; merging them leaves fewer lines to solve.
    Enemy,
    /// A wall.
    Wall,
}

/// One side of the centre, up to the first cell that its colour can never take.
#[derive(Clone, Copy)]
struct Side {
    /// Cells before the end.
    len: usize,
    /// Bit `i` is set for an own stone `i + 1` steps from the centre, clear for an empty cell.
    own: usize,
    end: End,
}

impl Side {
    /// Own stones next to the centre.
    fn run(self) -> usize {
        (!self.own).trailing_zeros() as usize
    }
}

/// Finds the shapes of one colour under one rule by trying every continuation, with memoization.
struct ShapeSolver {
    radius: usize,
    overline_wins: bool,
    blocked_five_fails: bool,
    one_four_at_a_time: bool,
    color: Color,
    sides: usize,
    known: Vec<Option<Shape>>,
}

impl ShapeSolver {
    fn new(rule: Rule, color: Color) -> ShapeSolver {
        let radius = radius(rule);
        let sides = 3 * (1 << radius) - 2;
        ShapeSolver {
            radius,
            overline_wins: rule.overline_wins(color),
            blocked_five_fails: rule.blocked_five_fails(),
            one_four_at_a_time: rule.forbids(color),
            color,
            sides,
            known: vec![None; sides * sides],
        }
    }

    /// The shapes of all lines, by the indices of their sides. These lines are few, because many keys share a side.
    fn solve(mut self) -> Vec<u8> {
        let keys = 0..1usize << (2 * self.radius);
        let mut sides = vec![None; self.sides];
        for side in keys.map(|key| self.side(key)) {
            sides[self.index(side)] = Some(side);
        }
        let sides: Vec<Side> = sides.into_iter().flatten().collect();
        for &f in &sides {
            for &b in &sides {
                self.shape(f, b);
            }
        }
        self.known.into_iter().map(|shape| shape.map_or(0, |shape| shape as u8)).collect()
    }

    /// Decodes a side key, whose nearest cell is lowest.
    fn side(&self, key: usize) -> Side {
        let mut own = 0;
        for i in 0..self.radius {
            let cell = key >> (2 * i) & 3;
            if cell == Cell::stone(self.color) as usize {
                own |= 1 << i;
            } else if cell != Cell::Empty as usize {
                let wall = cell == Cell::Wall as usize && self.blocked_five_fails;
                return Side { len: i, own, end: if wall { End::Wall } else { End::Enemy } };
            }
        }
        Side { len: self.radius, own, end: End::Unseen }
    }

    /// Dense index of a side, below `self.sides`.
    fn index(&self, side: Side) -> usize {
        let blocked = (1 << side.len) - 1 + side.own;
        match side.end {
            End::Unseen => side.own,
            End::Enemy => (1 << self.radius) + blocked,
            End::Wall => (2 << self.radius) - 1 + blocked,
        }
    }

    fn shape(&mut self, f: Side, b: Side) -> Shape {
        let index = self.index(f) * self.sides + self.index(b);
        if let Some(shape) = self.known[index] {
            return shape;
        }
        let shape = self.run_shape(f, b).unwrap_or_else(|| self.shape_by_best_addition(f, b));
        self.known[index] = Some(shape);
        shape
    }

    /// The shape of a line whose centre is in a row of five or more.
    fn run_shape(&self, f: Side, b: Side) -> Option<Shape> {
        let run = 1 + f.run() + b.run();
        let blocked = |side: Side| side.run() == side.len && side.end == End::Enemy;
        match run {
            0..=4 => None,
            5 if self.blocked_five_fails && blocked(f) && blocked(b) => Some(Shape::Dead),
            5 => Some(Shape::Five),
            _ => Some(if self.overline_wins { Shape::Five } else { Shape::Overline }),
        }
    }

    fn shape_by_best_addition(&mut self, f: Side, b: Side) -> Shape {
        let mut count = [0usize; SHAPES];
        for (f, b) in self.additions(f, b) {
            count[self.shape(f, b) as usize] += 1;
        }
        let made = |shape: Shape| count[shape as usize];
        if made(Shape::Five) > 0 {
            return self.four(f, b);
        }
        let threes = made(Shape::Three) + made(Shape::FreeThree);
        let twos = made(Shape::OpenTwo) + made(Shape::BroadTwo) + made(Shape::FreeTwo);
        match () {
            () if made(Shape::OpenFour) >= 2 => Shape::FreeThree,
            () if made(Shape::OpenFour) == 1 => Shape::Three,
            () if made(Shape::Four) + made(Shape::DoubleFour) > 0 => Shape::ClosedThree,
            () if threes >= 4 => Shape::FreeTwo,
            () if threes == 3 => Shape::BroadTwo,
            () if threes > 0 => Shape::OpenTwo,
            () if made(Shape::ClosedThree) > 0 => Shape::ClosedTwo,
            () if twos > 0 => Shape::OpenOne,
            () if made(Shape::ClosedTwo) > 0 => Shape::ClosedOne,
            () => Shape::Dead,
        }
    }

    /// The kind of four on a line where one more stone makes a five.
    fn four(&mut self, f: Side, b: Side) -> Shape {
        let survives = |solver: &mut ShapeSolver, (f, b): (Side, Side)| {
            solver.additions(f, b).into_iter().any(|(f, b)| solver.shape(f, b) == Shape::Five)
        };
        if !self.enemy_replies(f, b).into_iter().all(|line| survives(self, line)) {
            return Shape::Four;
        }
        // A straight four is a row of four. Two fives from other stones are two fours.
        let straight = 1 + f.run() + b.run() == 4;
        if self.one_four_at_a_time && !straight { Shape::DoubleFour } else { Shape::OpenFour }
    }

    /// The lines with one more own stone.
    fn additions(&self, f: Side, b: Side) -> Vec<(Side, Side)> {
        let add = |side: Side| {
            (0..side.len)
                .filter(move |i| side.own >> i & 1 == 0)
                .map(move |i| Side { own: side.own | 1 << i, ..side })
        };
        add(f).map(|f| (f, b)).chain(add(b).map(|b| (f, b))).collect()
    }

    /// The lines with one more enemy stone.
    fn enemy_replies(&self, f: Side, b: Side) -> Vec<(Side, Side)> {
        let block = |side: Side| {
            (0..side.len).filter(move |i| side.own >> i & 1 == 0).map(move |i| Side {
                len: i,
                own: side.own & ((1 << i) - 1),
                end: End::Enemy,
            })
        };
        block(f).map(|f| (f, b)).chain(block(b).map(|b| (f, b))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a stone of `color` on the `*` of a line drawn with `X` black, `O` white, `.`
    /// empty and `#` wall; walls lie beyond the drawing.
    fn shape(rule: Rule, color: Color, line: &str) -> Shape {
        let cells: Vec<Cell> = line
            .chars()
            .map(|c| match c {
                'X' => Cell::Black,
                'O' => Cell::White,
                '#' => Cell::Wall,
                _ => Cell::Empty,
            })
            .collect();
        let center = line.find('*').unwrap() as i32;
        let at = |i: i32| {
            usize::try_from(i).ok().and_then(|i| cells.get(i)).copied().unwrap_or(Cell::Wall)
        };
        let (mut key, radius) = (0, radius(rule));
        for d in 1..=radius {
            key |= (at(center + d as i32) as usize) << key_shift(radius, d, false);
            key |= (at(center - d as i32) as usize) << key_shift(radius, d, true);
        }
        let both = shape_table(rule)[key];
        Shape::ALL[usize::from(both >> (4 * color.index()) & 15)]
    }

    #[track_caller]
    fn check(line: &str, expected: [Shape; 5]) {
        for (rule, expected) in Rule::ALL.into_iter().zip(expected) {
            assert_eq!(shape(rule, Color::Black, line), expected, "{rule} {line}");
            let swapped: String = line
                .chars()
                .map(|c| {
                    if c == 'X' {
                        'O'
                    } else if c == 'O' {
                        'X'
                    } else {
                        c
                    }
                })
                .collect();
            if rule != Rule::Renju {
                assert_eq!(shape(rule, Color::White, &swapped), expected, "{rule} {swapped}");
            } else {
                let free = shape(Rule::Freestyle, Color::Black, line);
                assert_eq!(shape(rule, Color::White, &swapped), free, "white in renju, {swapped}");
            }
        }
    }

    use Shape::*;

    #[test]
    fn rows_of_five_and_six() {
        check("..XX*XX..", [Five; 5]);
        check("OXX*XX..", [Five; 5]);
        check("OXX*XXO", [Five, Five, Five, Dead, Dead]);
        check("#XX*XX#", [Five; 5]);
        check("#XX*XXO", [Five; 5]);
        check(".XXX*XX.", [Five, Overline, Overline, Five, Overline]);
        check("OXXX*XXO", [Five, Overline, Overline, Five, Overline]);
    }

    #[test]
    fn fours() {
        check("..XX*X...", [OpenFour; 5]);
        check("OXX*X...", [Four; 5]);
        check("O.XX*X.O", [OpenFour, OpenFour, OpenFour, Four, Four]);
        check("#.XX*X.#", [OpenFour; 5]);
        check("OXX*X.O", [Four, Four, Four, Dead, Dead]);
        check("#XX*X.#", [Four; 5]);
        check("..X.*XX.X..", [OpenFour, OpenFour, DoubleFour, OpenFour, OpenFour]);
        check("..XX.*X.XX..", [OpenFour, OpenFour, DoubleFour, OpenFour, OpenFour]);
        check("..X.XX*..", [Four; 5]);
        // One end makes six.
        check("..X.XX*X..", [OpenFour, Four, Four, OpenFour, Four]);
    }

    #[test]
    fn threes_and_less() {
        check("....XX*....", [FreeThree; 5]);
        check("...X.X*...", [Three; 5]);
        check("O.XX*..O", [Three, Three, Three, ClosedThree, ClosedThree]);
        check("#.XX*..#", [Three; 5]);
        check("#.XX*.#", [ClosedThree; 5]);
        check("OXX*..", [ClosedThree; 5]);
        check("OXX*.", [Dead; 5]);
        // Neither four can be straight: at one end it would become six.
        check("X..XX*..X", [FreeThree, ClosedThree, ClosedThree, FreeThree, ClosedThree]);
    }

    #[test]
    fn twos_and_ones() {
        check(".....X*.....", [FreeTwo; 5]);
        check("....X.*....", [BroadTwo; 5]);
        check("....X..*....", [OpenTwo; 5]);
        check("OX*....", [ClosedTwo; 5]);
        check("......*......", [OpenOne; 5]);
        check("O*....O", [ClosedOne, ClosedOne, ClosedOne, Dead, Dead]);
        check("O*...O", [Dead; 5]);
    }
}
