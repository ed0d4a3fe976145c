//! The board of a check: stones are only placed and taken back, and the points where the defender may make five
//! are kept.

use crate::color::Color;
use crate::gomoku::rules::forbidden::foul_at;
use crate::gomoku::rules::grid::{Cell, Direction, Grid, Square};
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::rules::wins::would_win;

/// Points of a row of five.
const FIVE: i32 = 5;

/// A position in a proof.
#[derive(Clone, Debug)]
pub struct Position {
    rule: Rule,
    attacker: Color,
    grid: Grid,
    empty: usize,
    /// Every point of the board, row by row from the top.
    points: Vec<Square>,
    /// A superset of the points where the defender makes five: a new stone of the defender adds the points on its
    /// lines, and a stone of the attacker adds none. Some may be occupied or no longer fives.
    dangers: Vec<Square>,
    /// A superset, by first cell, of all five cells in a row in which the defender has three or more stones and the
    /// rest is empty: a new stone of the defender adds those around it. Some may contain a stone of the attacker by
    /// now.
    threes: Vec<(Square, Direction)>,
    /// The stones placed, each with the number of dangers and of threes before it.
    placed: Vec<(Square, usize, usize)>,
}

/// Selects threes by the stone that made them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeBy {
    /// All.
    Anything,
    /// Only those that the last stone made.
    LastStone,
}

/// Five cells in a row as one side sees them.
struct Row {
    /// The stones of that side.
    stones: usize,
    /// Whether all other cells are empty.
    is_free: bool,
}

impl Position {
    /// The position of `grid`, in which neither side has won.
    pub fn new(rule: Rule, attacker: Color, grid: Grid) -> Position {
        let points: Vec<Square> = grid.squares().collect();
        let is_empty = |&square: &Square| grid.get(square) == Cell::Empty;
        let empty = points.iter().copied().filter(is_empty).count();
        let wins =
            |&square: &Square| is_empty(&square) && would_win(&grid, rule, !attacker, square);
        let dangers = points.iter().copied().filter(wins).collect();
        let (threes, placed) = (Vec::new(), Vec::new());
        let mut position =
            Position { rule, attacker, grid, empty, points, dangers, threes, placed };
        for square in position.points.clone() {
            for line in Direction::ALL {
                position.note_three(square, line);
            }
        }
        position
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn attacker(&self) -> Color {
        self.attacker
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Places a stone of `color` on the empty `square`.
    pub fn place(&mut self, color: Color, square: Square) {
        self.placed.push((square, self.dangers.len(), self.threes.len()));
        self.grid.set(square, Cell::stone(color));
        self.empty -= 1;
        if color == self.attacker {
            return;
        }
        for (first, line) in rows_with(square) {
            if self.note_three(first, line) == Some(FIVE as usize - 1)
                && let Some(gap) = cells(first, line).find(|&next| self.is_empty(next))
                && self.wins(color, gap)
            {
                self.dangers.push(gap);
            }
        }
    }

    /// Records the five cells from `first` if they are a three; if so, returns the number of stones in them.
    fn note_three(&mut self, first: Square, line: Direction) -> Option<usize> {
        let row = self.row(first, line, !self.attacker);
        let is_three = row.is_free && row.stones >= 3;
        is_three.then(|| {
            self.threes.push((first, line));
            row.stones
        })
    }

    /// The five cells from `first` as `color` sees them.
    fn row(&self, first: Square, line: Direction, color: Color) -> Row {
        let own = Cell::stone(color);
        let mut row = Row { stones: 0, is_free: true };
        for next in cells(first, line) {
            match self.grid.get(next) {
                Cell::Empty => {}
                cell if cell == own => row.stones += 1,
                _ => return Row { is_free: false, ..row },
            }
        }
        row
    }

    /// Takes the last stone back.
    pub fn take_back(&mut self) {
        if let Some((square, dangers, threes)) = self.placed.pop() {
            self.grid.set(square, Cell::Empty);
            self.empty += 1;
            self.dangers.truncate(dangers);
            self.threes.truncate(threes);
        }
    }

    /// Whether no empty point is left.
    pub fn is_full(&self) -> bool {
        self.empty == 0
    }

    /// The empty points, row by row from the top.
    pub fn empty_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.points.iter().copied().filter(|&square| self.is_empty(square))
    }

    /// Whether `square` is on the board and empty.
    pub fn is_empty(&self, square: Square) -> bool {
        self.grid.get(square) == Cell::Empty
    }

    /// Whether `color` may place a stone on `square`.
    pub fn is_legal(&self, color: Color, square: Square) -> bool {
        self.is_empty(square)
            && (!self.rule.forbids(color) || foul_at(&self.grid, square).is_none())
    }

    /// Whether the defender has a legal point.
    pub fn defender_may_place(&self) -> bool {
        self.empty_squares().any(|square| self.is_legal(!self.attacker, square))
    }

    /// Whether a stone of `color` on the empty `square` wins. No such move is a foul.
    pub fn wins(&self, color: Color, square: Square) -> bool {
        would_win(&self.grid, self.rule, color, square)
    }

    /// The first point from the top where the defender makes five.
    pub fn danger(&self) -> Option<Square> {
        let wins = |&square: &Square| self.is_empty(square) && self.wins(!self.attacker, square);
        self.dangers.iter().copied().filter(wins).min()
    }

    /// Calls `found` for the empty points of all five cells in a row in which the defender has three or more stones and
    /// the rest is empty.
    pub fn for_threes(&self, made_by: MadeBy, mut found: impl FnMut(Square)) {
        let before = match made_by {
            MadeBy::Anything => 0,
            MadeBy::LastStone => self.placed.last().map_or(0, |&(_, _, threes)| threes),
        };
        for &(first, line) in &self.threes[before..] {
            if self.row(first, line, !self.attacker).is_free {
                cells(first, line).filter(|&next| self.is_empty(next)).for_each(&mut found);
            }
        }
    }

    /// In each direction from `square`, calls `found` for the first point without a stone of the attacker.
    pub fn for_ends_around(&self, square: Square, mut found: impl FnMut(Square)) {
        let own = Cell::stone(self.attacker);
        for line in Direction::ALL {
            for sign in [-1, 1] {
                let mut end = square.step(line, sign);
                while self.grid.get(end) == own {
                    end = end.step(line, sign);
                }
                found(end);
            }
        }
    }

    /// The points where the attacker makes five with the stone on `square`, each once, provided that there were none
    /// before it.
    pub fn fives_with(&self, square: Square) -> Vec<Square> {
        let mut found = Vec::new();
        for (first, line) in rows_with(square) {
            let row = self.row(first, line, self.attacker);
            if row.is_free
                && row.stones + 1 == FIVE as usize
                && let Some(gap) = cells(first, line).find(|&next| self.is_empty(next))
                && !found.contains(&gap)
                && self.wins(self.attacker, gap)
            {
                found.push(gap);
            }
        }
        found
    }
}

/// The five cells along `line` from `first`. If one of them is a point of the board, the others are at most four steps
/// from it.
fn cells(first: Square, line: Direction) -> impl Iterator<Item = Square> + Clone {
    (0..FIVE).map(move |steps| first.step(line, steps))
}

/// The first cell and the line of every five cells in a row that include `square`.
///
/// If a stone lets its side win with one more, some such five cells contain four stones of that side: were the winning
/// row longer, five of its cells without the stone would have been a four before.
fn rows_with(square: Square) -> impl Iterator<Item = (Square, Direction)> {
    let lines = Direction::ALL.into_iter();
    lines.flat_map(move |line| (1 - FIVE..=0).map(move |start| (square.step(line, start), line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;

    /// The points where `color` makes five, found by examining every point.
    fn fives(position: &Position, color: Color) -> Vec<Square> {
        position.empty_squares().filter(|&square| position.wins(color, square)).collect()
    }

    /// The empty points of threes of the defender, found by examining every five cells.
    fn threes(position: &Position) -> Vec<Square> {
        let mut found = Vec::new();
        for first in position.grid().squares() {
            for line in Direction::ALL {
                let row: Vec<Cell> =
                    cells(first, line).map(|next| position.grid().get(next)).collect();
                let count = |cell| row.iter().filter(|&&other| other == cell).count();
                let stones = count(Cell::stone(!position.attacker()));
                if stones >= 3 && stones + count(Cell::Empty) == 5 {
                    found.extend(cells(first, line).filter(|&next| position.is_empty(next)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn fives_and_threes_are_known_after_every_stone() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut dangers, mut attacks) = (0, 0);
        for (game, rule) in (0..400).zip(Rule::ALL.into_iter().cycle()) {
            let mut grid = Grid::new(Size::new(8, 6).unwrap());
            let squares: Vec<Square> = grid.squares().collect();
            let mut draw = || squares[random.usize(..squares.len())];
            (0..2).for_each(|_| grid.set(draw(), Cell::Wall));
            // The defender may already have stones there.
            (0..6).for_each(|_| grid.set(draw(), Cell::White));
            let mut position = Position::new(rule, Color::Black, grid);
            let mut depth = 0;
            loop {
                let found = fives(&position, Color::White).into_iter().min();
                assert_eq!(position.danger(), found, "{rule} {:?}", position.grid());
                dangers += usize::from(found.is_some());
                let mut noted = Vec::new();
                position.for_threes(MadeBy::Anything, |square| noted.push(square));
                noted.sort_unstable();
                noted.dedup();
                assert_eq!(noted, threes(&position), "{rule} {:?}", position.grid());
                let side = Color::ALL[(depth + game) % 2];
                let before = fives(&position, Color::Black);
                let free: Vec<Square> = position.empty_squares().collect();
                let quiet: Vec<Square> =
                    free.into_iter().filter(|&square| !position.wins(side, square)).collect();
                let Some(&square) = quiet.get(random.usize(..quiet.len().max(1))) else { break };
                position.place(side, square);
                depth += 1;
                if side == Color::Black && before.is_empty() {
                    let mut made = position.fives_with(square);
                    made.sort_unstable();
                    assert_eq!(
                        made,
                        fives(&position, Color::Black),
                        "{rule} {:?}",
                        position.grid()
                    );
                    attacks += usize::from(!made.is_empty());
                }
            }
            let after = position.grid().clone();
            for _ in 0..depth / 2 {
                let (square, ..) = position.placed[position.placed.len() - 1];
                let cell = position.grid().get(square);
                position.take_back();
                assert_eq!(position.danger(), fives(&position, Color::White).into_iter().min());
                assert!(position.is_empty(square) && after.get(square) == cell);
            }
        }
        assert!(dangers > 200 && attacks > 50, "{dangers} {attacks}");
    }
}
