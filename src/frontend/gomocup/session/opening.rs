//! Swap2: the opening in which one player places three stones and the other chooses.
//!
//! The chooser may take either side, or add two stones and hand the choice back; Tengen takes the
//! side that its search prefers. That side is worth nothing or more to it, while two stones more leave
//! the better side to the opponent and are worth nothing or less: by evaluation they are never the
//! better choice. Black and white stones alternate on the board, so White is to move after three stones
//! and after five.

use std::time::Instant;

use crate::coord::{Move, Point, Size};
use crate::frontend::gomocup::protocol::{Problem, Reply, Target};
use crate::game::{IllegalMove, Position};
use crate::gomoku::rules::game::Game;
use crate::search::report::Line;

use super::State;
use super::balanced::{Offset, Opening, balanced};
use super::think::Purpose;

/// The opening for boards on which none of the balanced ones fits.
const COMPACT: Opening = [(0, 0), (1, 1), (2, 2)];

impl State {
    /// One step of the opening: `points` are the stones on the board.
    pub(super) fn swap2(&mut self, points: &[Target], at: Instant) -> Result<(), Problem> {
        let position = self.settled()?;
        let Position::Gomoku(game) = &*position else {
            return Err(Problem::GomokuOnly("SWAP2BOARD"));
        };
        if ![0, 3, 5].contains(&points.len()) {
            return Err(Problem::BadSwap2(points.len()));
        }
        *position = Position::Gomoku(opened(game, points)?);
        if points.is_empty() {
            self.place_balanced_stones();
            return Ok(());
        }
        self.think(Purpose::Swap2, at)
    }

    /// Plays the next of the balanced openings that fit on the empty board.
    fn place_balanced_stones(&mut self) {
        let Some(Position::Gomoku(position)) = &mut self.position else {
            return;
        };
        let openings = balanced(position.rule(), position.size());
        let from_next = openings.iter().cycle().skip(self.opening % openings.len());
        let stones = from_next
            .take(openings.len())
            .chain([&COMPACT])
            .find_map(|offsets| placed(offsets, position.size()))
            .expect("the compact opening fits on every board");
        self.opening = self.opening.wrapping_add(1);
        for &point in &stones {
            position.play(Move::Place(point)).expect("the points are empty and no foul is near");
        }
        self.reply(Reply::Stones(stones));
    }

    /// The choice after three or five stones: White with its best move, or Black.
    pub(super) fn decide_swap2(&mut self, best: Option<&Line>) {
        match best {
            Some(line) if !line.score.is_negative() => self.play_out(line.moves[0]),
            _ => self.reply(Reply::Swap),
        }
    }
}

/// `game` from its beginning with `points` played.
fn opened(game: &Game, points: &[Target]) -> Result<Game, Problem> {
    let size = game.size();
    let mut opening = Game::new(game.rule(), size).expect("the size is in use");
    for (index, &target) in points.iter().enumerate() {
        let bad = |problem| Problem::BadBlockMove { line: index + 1, problem: Box::new(problem) };
        let mv = target.on(size).ok_or_else(|| bad(Problem::OffBoard { target, size }))?;
        opening.play(mv).map_err(|illegal| bad(Problem::Illegal(IllegalMove::Gomoku(illegal))))?;
    }
    Ok(opening)
}

/// The points at `offsets` from the middle, if all are on the board.
fn placed(offsets: &[Offset], size: Size) -> Option<Vec<Point>> {
    let center = size.center();
    let point = |&(dx, dy): &Offset| {
        let target = Target {
            x: i32::from(center.x()) + i32::from(dx),
            y: i32::from(center.y()) + i32::from(dy),
        };
        target.on(size)?.point()
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
    fn the_others_fit_on_the_usual_boards() {
        for (rule, side) in Rule::ALL.into_iter().flat_map(|rule| [(rule, 15), (rule, 20)]) {
            let usual = Size::new(side, side).unwrap();
            for offsets in balanced(rule, usual) {
                let stones = placed(offsets, usual).unwrap();
                let mut game = Game::new(rule, usual).unwrap();
                stones.iter().for_each(|&point| game.play(Move::Place(point)).unwrap());
            }
        }
    }
}
