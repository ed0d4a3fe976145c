//! Random points for the stones of openings.
//!
//! Drawn as 32-bit and 64-bit numbers, so that a seed means the same on every machine.

use fastrand::Rng;

use super::rules::game::Game;
use crate::coord::{Move, Point, Size};

/// Points tried for one stone.
const TRIES: u32 = 50;

/// A legal point in `game`, if one is soon found: on the empty board one that `first` draws, then one that
/// `later` draws for any of the stones.
pub(crate) fn stone(
    game: &Game,
    random: &mut Rng,
    first: impl Fn(&mut Rng) -> Option<Point>,
    later: impl Fn(Point, &mut Rng) -> Option<Point>,
) -> Option<Point> {
    let stones: Vec<Point> = game.history().iter().filter_map(|ply| ply.mv.point()).collect();
    (0..TRIES)
        .filter_map(|_| match stones.len() as u64 {
            0 => first(random),
            count => later(stones[random.u64(0..count) as usize], random),
        })
        .find(|&point| game.legal(Move::Place(point)).is_ok())
}

/// A point at most `reach` columns and rows away; it may lie off the board.
pub(crate) fn around(point: Point, reach: i32, random: &mut Rng) -> Option<Point> {
    let x = i32::from(point.x()) + random.i32(-reach..=reach);
    let y = i32::from(point.y()) + random.i32(-reach..=reach);
    Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}

/// Any point of the board.
pub(crate) fn anywhere(size: Size, random: &mut Rng) -> Option<Point> {
    Point::new(random.u8(0..size.width()), random.u8(0..size.height()))
}
