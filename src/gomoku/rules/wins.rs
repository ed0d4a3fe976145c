//! Winning rows under each rule, and whether one is still possible.
//!
//! Judges the stones alone, not whether the moves were legal or whose turn it is.

use super::grid::{Cell, Direction, Grid, Square};
use super::rule::Rule;
use crate::color::Color;
use crate::coord::Point;

/// The winning row of the stone on `square`, in order along the line; `None` if there is no stone or it
/// does not win.
pub fn winning_line(grid: &Grid, rule: Rule, square: Square) -> Option<Vec<Point>> {
    let color = grid.get(square).color()?;
    Direction::ALL.into_iter().find_map(|line| {
        let reach = row_reach(grid, square, line);
        row_wins(grid, rule, color, square, line, reach).then(|| row_points(square, line, reach))
    })
}

/// Whether a stone of `color` on the empty `square` would complete a winning row.
pub fn would_win(grid: &Grid, rule: Rule, color: Color, square: Square) -> bool {
    Direction::ALL.into_iter().any(|line| {
        let reach = reach_of(grid, Cell::stone(color), square, line);
        row_wins(grid, rule, color, square, line, reach)
    })
}

/// A winning row anywhere on the board: of several, the one with the first stone in reading order.
pub fn find_win(grid: &Grid, rule: Rule) -> Option<(Color, Vec<Point>)> {
    grid.squares().find_map(|square| {
        let color = grid.get(square).color()?;
        Some((color, winning_line(grid, rule, square)?))
    })
}

/// Whether filling empty points can give `color` a winning row. Turn order and fouls are ignored, so
/// `true` may be too optimistic; `false` is certain.
pub fn five_possible(grid: &Grid, rule: Rule, color: Color) -> bool {
    grid.squares().any(|square| {
        Direction::ALL.into_iter().any(|line| {
            let window = Window::starting_at(grid, square, line, color);
            window.can_become_five(rule, color)
        })
    })
}

/// The row of stones of one colour through the stone on `square` along `line`.
pub(in crate::gomoku) fn row_through(grid: &Grid, square: Square, line: Direction) -> Vec<Point> {
    row_points(square, line, row_reach(grid, square, line))
}

/// Length of the row of the stone on `square` backwards and forwards, without the stone itself.
fn row_reach(grid: &Grid, square: Square, line: Direction) -> (i32, i32) {
    reach_of(grid, grid.get(square), square, line)
}

/// The same for a stone `own` on `square`, which need not be there.
fn reach_of(grid: &Grid, own: Cell, square: Square, line: Direction) -> (i32, i32) {
    let reach = |sign: i32| {
        let mut steps = 0;
        while grid.get(square.step(line, sign * (steps + 1))) == own {
            steps += 1;
        }
        steps
    };
    (reach(-1), reach(1))
}

fn row_points(square: Square, line: Direction, (back, ahead): (i32, i32)) -> Vec<Point> {
    (-back..=ahead).filter_map(|steps| square.step(line, steps).point()).collect()
}

fn row_wins(
    grid: &Grid,
    rule: Rule,
    color: Color,
    square: Square,
    line: Direction,
    (back, ahead): (i32, i32),
) -> bool {
    match back + 1 + ahead {
        ..5 => false,
        5 => {
            let enemy = Cell::stone(!color);
            let blocked = grid.get(square.step(line, -back - 1)) == enemy
                && grid.get(square.step(line, ahead + 1)) == enemy;
            !(blocked && rule.blocked_five_fails())
        }
        6.. => rule.overline_wins(color),
    }
}

/// Five cells in a row and their two neighbours, from the view of one side.
struct Window {
    /// None of the five is an enemy stone or a wall.
    is_free: bool,
    /// The neighbours before and after.
    ends: [Cell; 2],
}

impl Window {
    fn starting_at(grid: &Grid, square: Square, line: Direction, color: Color) -> Window {
        let key = grid.line_key(square, line);
        let cell = |steps: u32| match (key >> (2 * (steps + 4))) & 3 {
            0 => Cell::Wall,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::Empty,
        };
        let usable = [Cell::stone(color), Cell::Empty];
        Window {
            is_free: (1..=5).all(|steps| usable.contains(&cell(steps))),
            ends: [cell(0), cell(6)],
        }
    }

    /// Whether the five cells filled with stones of `color` win, alone or, where overlines win, with more
    /// stones at their ends.
    fn can_become_five(&self, rule: Rule, color: Color) -> bool {
        let own_at_end = self.ends.contains(&Cell::stone(color));
        let blocked = self.ends == [Cell::stone(!color); 2];
        self.is_free
            && (rule.overline_wins(color) || !own_at_end)
            && !(rule.blocked_five_fails() && blocked)
    }
}
