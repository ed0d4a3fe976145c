//! Played games made up for tests: only what the statistics look at is filled in.

use std::time::Duration;

use crate::arena::ending::{Ending, PlayedGame, Reason};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::formats::date::DateTime;
use crate::formats::game::TimedMove;

/// A game without moves.
pub fn game(number: usize, players: [usize; 2], winner: Option<Color>) -> PlayedGame {
    let reason = if winner.is_some() { Reason::Five } else { Reason::FullBoard };
    PlayedGame {
        number,
        players,
        opening_plies: 0,
        moves: Vec::new(),
        ending: Ending { winner, reason, detail: String::new() },
        margin: None,
        began: DateTime::from_unix(0),
    }
}

/// The same game with plies of these times in ms, of which the first `opening_plies` were given; a
/// time of `None` is a pass.
pub fn with_times(
    mut game: PlayedGame,
    opening_plies: usize,
    times_ms: &[Option<u64>],
) -> PlayedGame {
    let point = Point::new(7, 7).expect("the point is on the board");
    game.opening_plies = opening_plies;
    game.moves = times_ms
        .iter()
        .map(|time_ms| TimedMove {
            mv: time_ms.map_or(Move::Pass, |_| Move::Place(point)),
            time: Duration::from_millis(time_ms.unwrap_or(0)),
        })
        .collect();
    game
}
