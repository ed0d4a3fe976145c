//! Random points for the stones of an opening.
//!
//! All draws are of 32-bit or 64-bit numbers, so a seed gives the same stones on every machine.

use fastrand::Rng;

use super::rules::game::Game;
use crate::coord::{Move, Point, Size};

/// Attempts to find a legal point for a stone.
const TRIES: u32 = 50;

/// A random legal point in `game`: drawn by `first` on an empty board, otherwise by `later` from a random stone of the
/// board. `None` if all attempts are illegal.
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

/// A point at most `reach` columns and rows from `point`; it may be off the board.
pub(crate) fn around(point: Point, reach: i32, random: &mut Rng) -> Option<Point> {
    let x = i32::from(point.x()) + random.i32(-reach..=reach);
    let y = i32::from(point.y()) + random.i32(-reach..=reach);
    Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}

/// A random point of the board.
pub(crate) fn anywhere(size: Size, random: &mut Rng) -> Option<Point> {
    Point::new(random.u8(0..size.width()), random.u8(0..size.height()))
}
