//! Random openings before anybody judges them: legal, not ended, not far-fetched.
//!
//! Drawn as 32-bit and 64-bit numbers, so that a seed means the same on every machine.

use fastrand::Rng;

use crate::coord::{Move, Point};
use crate::game::Position;
use crate::gomoku::opening_stones;
use crate::gomoku::rules::game::Game;

/// How far from the middle the first stone lies at most, in columns and in rows.
const FIRST_REACH: i32 = 3;
/// How far from another stone the later ones lie at most, unless they are spread.
const REACH: i32 = 4;
/// Of so many stones, one lies anywhere.
const ONE_SPREAD_IN: u32 = 6;
/// Fewest points the next player must have to choose from.
const CHOICE: usize = 2;

/// The position after `plies` random plies from `start`, passes counted; `None` if they lead to
/// nothing usable. The game goes on and the next player has a choice.
pub(super) fn draw(start: &Position, plies: usize, random: &mut Rng) -> Option<Position> {
    let mut position = start.clone();
    for _ in 0..plies {
        let mv = match &position {
            _ if position.must_pass() => Move::Pass,
            Position::Gomoku(game) => Move::Place(stone(game, random)?),
            Position::Othello(game) => Move::Place(choice(&game.legal_moves(), random)?),
        };
        position.play(mv).ok()?;
        if position.outcome(true).is_some() {
            return None;
        }
    }
    (position.legal_points().take(CHOICE).count() == CHOICE).then_some(position)
}

/// A legal point: the first near the middle, the others near any stone or anywhere.
fn stone(game: &Game, random: &mut Rng) -> Option<Point> {
    let size = game.size();
    let first = |random: &mut Rng| opening_stones::around(size.center(), FIRST_REACH, random);
    let later = |stone, random: &mut Rng| match random.u32(0..ONE_SPREAD_IN) {
        0 => opening_stones::anywhere(size, random),
        _ => opening_stones::around(stone, REACH, random),
    };
    opening_stones::stone(game, random, first, later)
}

/// Any of `points`.
fn choice(points: &[Point], random: &mut Rng) -> Option<Point> {
    match points.len() {
        0 => None,
        count => Some(points[random.u64(0..count as u64) as usize]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;

    fn gomoku(rule: Rule, side: u8) -> Position {
        let size = Size::new(side, side).unwrap();
        Variant::Gomoku { rule, size }.start().unwrap()
    }

    fn drawn(start: &Position, plies: usize) -> Vec<Position> {
        let mut random = Rng::with_seed(1);
        (0..300).filter_map(|_| draw(start, plies, &mut random)).collect()
    }

    #[test]
    fn games_go_on_and_leave_a_choice() {
        let othello = Variant::Othello.start().unwrap();
        for (start, plies) in [
            (gomoku(Rule::Renju, 15), 30),
            (gomoku(Rule::Freestyle, 5), 22),
            (gomoku(Rule::Caro, 6), 12),
            (othello.clone(), 45),
            (othello, 8),
        ] {
            let drawn = drawn(&start, plies);
            assert!(!drawn.is_empty(), "{plies}");
            for position in drawn {
                assert_eq!(position.history().len(), plies);
                assert_eq!(position.outcome(true), None);
                assert!(position.legal_points().nth(1).is_some());
            }
        }
    }

    #[test]
    fn the_first_stone_lies_near_the_middle_and_the_others_not_only() {
        let start = gomoku(Rule::Freestyle, 15);
        let away = |point: Point| point.x().abs_diff(7).max(point.y().abs_diff(7));
        let farthest = |position: &Position| {
            position.history().iter().filter_map(|ply| ply.mv.point()).map(away).max()
        };
        let firsts: Vec<_> = drawn(&start, 1).iter().filter_map(farthest).collect();
        assert_eq!((firsts.len(), firsts.iter().max()), (300, Some(&3)));
        let later: Vec<_> = drawn(&start, 2).iter().filter_map(farthest).collect();
        assert_eq!(later.iter().max(), Some(&7));
        assert!(later.iter().filter(|&&away| away <= 3).count() > 50);
    }

    #[test]
    fn a_long_opening_that_cannot_be_is_no_endless_search() {
        assert!(drawn(&gomoku(Rule::Freestyle, 5), 25).is_empty());
        assert!(drawn(&Variant::Othello.start().unwrap(), 100).is_empty());
    }

    #[test]
    fn a_seed_means_the_same_on_every_machine() {
        let first = |start: &Position, plies| -> String {
            let position = &drawn(start, plies)[0];
            position.history().iter().map(|ply| ply.mv.to_string()).collect()
        };
        assert_eq!(first(&gomoku(Rule::Standard, 19), 6), "k11h9k9j11n14k10");
        assert_eq!(first(&Variant::Othello.start().unwrap(), 8), "f5d6c4f4f3g3f6g5");
    }
}
