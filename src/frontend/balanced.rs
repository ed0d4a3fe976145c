//! Balanced openings of three stones.

use crate::coord::{Move, Point, Size};
use crate::frontend::desk::Target;
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;

/// The opening for boards too small for the balanced ones.
const COMPACT: Opening = [(0, 0), (1, 1), (2, 2)];

/// Plays the first balanced opening, from index `next` on, that fits on the empty board of `game`; returns its stones.
pub fn place(game: &mut Game, next: usize) -> Vec<Point> {
    let openings = balanced(game.rule(), game.size());
    let from_next = openings.iter().cycle().skip(next % openings.len());
    let stones = from_next
        .take(openings.len())
        .chain([&COMPACT])
        .find_map(|offsets| placed(offsets, game.size()))
        .expect("the compact opening fits on every board");
    for &point in &stones {
        game.play(Move::Place(point)).expect("the points are empty and no foul is near");
    }
    stones
}

/// The points at `offsets` from the middle, if all are on the board.
fn placed(offsets: &[Offset], size: Size) -> Option<Vec<Point>> {
    let center = size.center();
    let point = |&(dx, dy): &Offset| {
        let target = Target {
            x: i32::from(center.x()) + i32::from(dx),
            y: i32::from(center.y()) + i32::from(dy),
        };
        target.on(size).ok()?.point()
    };
    offsets.iter().map(point).collect()
}

/// A stone's distance from the middle of the board: columns to the right, rows down.
type Offset = (i8, i8);

/// Three stones: black, white, black.
type Opening = [Offset; 3];

/// Boards whose shorter side is at least this use the openings of 20x20, which are closer to even there.
const LARGE: u8 = 18;

/// Openings that are about even under `rule` on a board of similar `size`.
///
/// Found by `scripts/balanced_openings.py ENGINE --seed 12`, once for 15x15 and once with `--size 20`: the
/// search gives neither side more than 0.4 points after 200,000 nodes. See scripts/README.md.
fn balanced(rule: Rule, size: Size) -> &'static [Opening] {
    let is_large = size.width().min(size.height()) >= LARGE;
    let [standard, large] = match rule {
        Rule::Freestyle => [&FREESTYLE_15, &FREESTYLE_20],
        Rule::Standard => [&STANDARD_15, &STANDARD_20],
        Rule::Renju => [&RENJU_15, &RENJU_20],
        Rule::Caro => [&CARO_15, &CARO_20],
        Rule::CaroExact => [&CARO_EXACT_15, &CARO_EXACT_20],
    };
    if is_large { large } else { standard }
}

const FREESTYLE_15: [Opening; 12] = [
    [(0, -1), (-3, 3), (-3, 4)],
    [(-1, 1), (-2, 2), (-2, 5)],
    [(1, 3), (0, 3), (1, 6)],
    [(0, 2), (1, 3), (1, -2)],
    [(-2, 3), (-3, 1), (-5, 4)],
    [(-3, 0), (0, -2), (0, -4)],
    [(-3, 3), (-3, 2), (-3, 6)],
    [(-3, -2), (-2, 1), (0, -5)],
    [(3, -1), (-2, -3), (-3, -2)],
    [(-2, 3), (0, 3), (-1, -1)],
    [(1, 2), (-3, -2), (-2, -3)],
    [(1, -1), (-3, 2), (-3, 3)],
];

const STANDARD_15: [Opening; 12] = [
    [(0, -1), (2, -1), (5, -1)],
    [(1, -1), (3, -3), (6, -2)],
    [(-2, -2), (-2, -1), (-2, -6)],
    [(-1, 0), (1, 2), (4, 1)],
    [(2, -1), (2, -2), (3, 3)],
    [(2, -1), (1, -2), (1, -5)],
    [(-1, -1), (2, -3), (4, -3)],
    [(0, -1), (0, -2), (4, 1)],
    [(1, -2), (-1, 2), (-2, 0)],
    [(1, 0), (1, -3), (-3, -2)],
    [(-1, 2), (3, -1), (2, -1)],
    [(3, -2), (2, -1), (-1, 2)],
];

const RENJU_15: [Opening; 12] = [
    [(3, 1), (-2, 2), (0, 2)],
    [(-3, 0), (-2, -1), (-4, 1)],
    [(0, -3), (0, -2), (0, 0)],
    [(1, -3), (-1, -3), (-3, -1)],
    [(-1, 2), (-1, 0), (2, -1)],
    [(-1, 3), (-2, 0), (1, -1)],
    [(-2, 2), (-3, 3), (-4, 2)],
    [(2, 2), (0, -3), (5, -2)],
    [(-2, 0), (-2, -2), (-5, -1)],
    [(1, 0), (2, 0), (-1, -2)],
    [(-2, -1), (0, 0), (0, -3)],
    [(1, 0), (2, 1), (-2, 0)],
];

const CARO_15: [Opening; 12] = [
    [(3, -1), (-1, 3), (-1, 4)],
    [(-3, 3), (3, 1), (2, 1)],
    [(2, 0), (2, -3), (4, -5)],
    [(3, -3), (0, 1), (0, -2)],
    [(0, -3), (-1, -2), (0, -6)],
    [(0, 3), (-2, 3), (-2, 6)],
    [(-1, -1), (0, -3), (0, -6)],
    [(-1, 0), (-1, 1), (1, 5)],
    [(1, 2), (-2, 2), (3, 5)],
    [(3, 2), (2, 3), (6, 3)],
    [(-3, -2), (-2, 1), (-3, 4)],
    [(2, 1), (1, 1), (-4, 1)],
];

const CARO_EXACT_15: [Opening; 12] = [
    [(2, -1), (3, 3), (4, 4)],
    [(-1, -3), (-3, -3), (-5, -4)],
    [(3, 1), (1, 3), (-2, 5)],
    [(-1, 2), (2, -1), (3, -2)],
    [(-1, -1), (0, 3), (0, 5)],
    [(2, 1), (2, 0), (3, 5)],
    [(3, -3), (1, 3), (1, 2)],
    [(1, -3), (-1, -1), (-5, 0)],
    [(-3, 3), (-2, 3), (4, 2)],
    [(-2, -1), (-3, -1), (3, -1)],
    [(-2, 1), (-1, 0), (2, 4)],
    [(1, 3), (0, 3), (5, -2)],
];

const FREESTYLE_20: [Opening; 12] = [
    [(-3, 0), (0, -2), (0, -4)],
    [(-3, -3), (-1, -3), (-5, -6)],
    [(-1, 2), (-3, 2), (-3, -2)],
    [(1, -2), (-3, -2), (5, -1)],
    [(-1, -1), (1, 2), (3, 2)],
    [(-2, 1), (-1, 2), (2, 0)],
    [(-3, -2), (1, 0), (0, 0)],
    [(3, -1), (-1, -1), (-1, 1)],
    [(-2, 2), (-3, -1), (-3, -3)],
    [(3, 2), (-1, 0), (0, 0)],
    [(3, 2), (0, 0), (-1, -1)],
    [(-2, -2), (-3, -2), (1, -5)],
];

const STANDARD_20: [Opening; 12] = [
    [(0, -1), (2, -1), (5, -1)],
    [(1, -3), (1, -1), (5, -1)],
    [(-2, -3), (-2, 0), (-3, 1)],
    [(2, -3), (1, -3), (4, 0)],
    [(3, -2), (1, -2), (-2, -4)],
    [(2, 0), (1, 0), (-2, 2)],
    [(-1, 0), (0, 2), (-3, 4)],
    [(2, 3), (0, 2), (-3, 1)],
    [(-2, -2), (-3, -1), (-5, 2)],
    [(1, 0), (-2, 2), (-2, 4)],
    [(-3, -1), (-1, -1), (-1, -5)],
    [(-1, -2), (3, 1), (1, 1)],
];

const RENJU_20: [Opening; 12] = [
    [(-1, -1), (-1, 2), (-3, 2)],
    [(1, -3), (-1, -3), (-3, -1)],
    [(1, 3), (2, 1), (4, 3)],
    [(-2, 0), (0, 2), (2, 1)],
    [(0, 3), (-2, 3), (-4, 1)],
    [(0, -3), (3, -3), (3, -6)],
    [(-1, -1), (-1, 2), (-1, 3)],
    [(0, -2), (-3, 0), (4, 0)],
    [(-1, 3), (-2, 2), (-4, 2)],
    [(1, -3), (3, -2), (5, -2)],
    [(-2, 0), (-3, -1), (-4, 2)],
    [(3, 0), (3, 1), (6, 0)],
];

const CARO_20: [Opening; 12] = [
    [(3, -1), (-1, 3), (-1, 4)],
    [(-1, 2), (-3, 2), (2, 0)],
    [(1, -1), (3, -1), (6, 2)],
    [(-2, -3), (-2, -1), (3, -1)],
    [(0, 3), (0, 0), (3, 4)],
    [(3, -1), (-2, 0), (-1, 1)],
    [(-3, 1), (-2, -1), (0, -5)],
    [(0, 0), (1, -2), (-1, -6)],
    [(-1, 0), (-3, 2), (2, -1)],
    [(0, 1), (-1, 3), (-5, 2)],
    [(-3, -1), (-1, 3), (1, 4)],
    [(3, -1), (-2, 0), (-1, -1)],
];

const CARO_EXACT_20: [Opening; 12] = [
    [(2, 2), (1, 3), (4, -3)],
    [(0, -1), (0, -2), (-2, -6)],
    [(-1, 2), (2, -1), (3, -2)],
    [(-3, 2), (-3, 1), (-6, -4)],
    [(-1, -1), (0, 3), (0, 5)],
    [(-2, 0), (-1, 3), (1, -2)],
    [(-3, 2), (0, -1), (1, 1)],
    [(0, 0), (-2, 1), (1, 4)],
    [(-2, 1), (-1, 0), (2, 4)],
    [(-2, -1), (1, 1), (3, 3)],
    [(0, -2), (-1, -3), (4, -6)],
    [(-2, -1), (3, 2), (4, 3)],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::MIN_SIDE;
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn the_compact_opening_fits_on_the_smallest_board() {
        let smallest = Size::new(MIN_SIDE, MIN_SIDE).unwrap();
        assert!(placed(&COMPACT, smallest).is_some());
    }

    #[test]
    fn the_others_fit_on_15x15_and_20x20() {
        for (rule, side) in Rule::ALL.into_iter().flat_map(|rule| [(rule, 15), (rule, 20)]) {
            let size = Size::new(side, side).unwrap();
            for offsets in balanced(rule, size) {
                let stones = placed(offsets, size).unwrap();
                let mut game = Game::new(rule, size).unwrap();
                stones.iter().for_each(|&point| game.play(Move::Place(point)).unwrap());
            }
        }
    }
}
