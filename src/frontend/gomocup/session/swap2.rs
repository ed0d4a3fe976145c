//! Swap2: an opening in which one player places three stones and the other chooses.
//!
//! The chooser may take either side, or add two stones and hand the choice back. Tengen takes the side that
//! its search prefers, which it values at 0 or more. Two more stones leave the better side to the opponent
//! and are worth 0 or less, so by evaluation they are never the better choice. Black and white stones
//! alternate on the board: White is to move after three stones and after five.

use crate::coord::{Move, Point, Size};
use crate::frontend::desk::{Refusal, Target};
use crate::frontend::gomocup::protocol::Problem;
use crate::game::IllegalMove;
use crate::gomoku::rules::game::Game;

use super::balanced::{Offset, Opening, balanced};
use super::board::bad_line;

/// The opening for boards too small for the balanced ones.
const COMPACT: Opening = [(0, 0), (1, 1), (2, 2)];

/// `game` from its start with `points` played.
pub fn opened(game: &Game, points: &[Target]) -> Result<Game, Problem> {
    if ![0, 3, 5].contains(&points.len()) {
        return Err(Problem::BadSwap2(points.len()));
    }
    let size = game.size();
    let start = Game::new(game.rule(), size).expect("the size is in use");
    let mut opening = start.ended_by(game.ending());
    for (index, &target) in points.iter().enumerate() {
        let bad = |refusal: Refusal| bad_line(index, refusal.into());
        let mv = target.on(size).map_err(bad)?;
        let illegal = |illegal| bad(Refusal::Illegal(IllegalMove::Gomoku(illegal)));
        opening.play(mv).map_err(illegal)?;
    }
    Ok(opening)
}

/// Plays the first balanced opening, from index `next`, that fits on the empty board of `game`; returns its
/// stones.
pub fn place_balanced(game: &mut Game, next: usize) -> Vec<Point> {
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
