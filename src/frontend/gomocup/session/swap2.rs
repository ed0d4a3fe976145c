//! Swap2: an opening in which one player places three stones and the other chooses.
//!
//! The chooser may take either side, or add two stones and hand the choice back. Tengen takes the side that
//! its search prefers, whose value is 0 or more. Adding two stones leaves the better side to the opponent, so
//! its value is 0 or less and it is never the better choice. Black and white stones alternate on the board:
//! White is to move after three stones and after five.

use crate::coord::Move;
use crate::frontend::desk::{Refusal, Target};
use crate::frontend::gomocup::protocol::Problem;
use crate::game::IllegalMove;
use crate::gomoku::rules::game::Game;

/// `game` from its start with `points` played, which must be 0, 3 or 5.
pub fn opened(game: &Game, points: &[Target]) -> Result<Game, Problem> {
    if ![0, 3, 5].contains(&points.len()) {
        return Err(Problem::BadSwap2(points.len()));
    }
    from_start(game, points)
}

/// `game` from its start with `points` played.
pub fn from_start(game: &Game, points: &[Target]) -> Result<Game, Problem> {
    let start = Game::new(game.rule(), game.size()).expect("the size is in use");
    let mut opening = start.ended_by(game.ending());
    for (index, &target) in points.iter().enumerate() {
        place(&mut opening, index, target)?;
    }
    Ok(opening)
}

/// Places the stone at `index` of a block, which cannot be a pass.
///
/// # Errors
/// A stone on `target` is illegal.
pub fn place(game: &mut Game, index: usize, target: Target) -> Result<(), Problem> {
    let size = game.size();
    let placed = match target.on(size) {
        Ok(Move::Pass) => Err(Refusal::OffBoard { target, size }),
        Ok(mv) => game.play(mv).map_err(|illegal| Refusal::Illegal(IllegalMove::Gomoku(illegal))),
        Err(refusal) => Err(refusal),
    };
    placed.map_err(|refusal| Problem::from(refusal).at_line(index))
}
