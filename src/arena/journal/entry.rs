//! One line of the journal: a finished game as JSON.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::arena::ending::{Ending, PlayedGame, Reason};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::formats::date::DateTime;
use crate::formats::game::TimedMove;

const PASS: &str = "pass";
const DRAW: &str = "draw";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    game: usize,
    black: usize,
    white: usize,
    winner: String,
    reason: String,
    detail: String,
    margin: Option<i32>,
    opening: usize,
    began: String,
    /// Points and passes, separated by blanks.
    moves: String,
    /// Microseconds of every ply.
    us: Vec<u64>,
}

/// The line of `game`, without its end.
pub fn write(game: &PlayedGame) -> String {
    let entry = Entry {
        game: game.number,
        black: game.players[0],
        white: game.players[1],
        winner: game.ending.winner.map_or(DRAW.to_owned(), |color| color.to_string()),
        reason: game.ending.reason.name().to_owned(),
        detail: game.ending.detail.clone(),
        margin: game.margin,
        opening: game.opening_plies,
        began: game.began.to_string(),
        moves: moves_text(game.moves.iter().map(|timed| timed.mv)),
        us: game.moves.iter().map(|timed| micros(timed.time)).collect(),
    };
    serde_json::to_string(&entry).expect("text and numbers can be written")
}

/// Moves as text: points and `pass`, separated by blanks.
pub fn moves_text(moves: impl Iterator<Item = Move>) -> String {
    let words = moves.map(|mv| mv.point().map_or(PASS.to_owned(), |point| point.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Reads a line.
///
/// # Errors
/// What is wrong with it.
pub fn read(line: &[u8]) -> Result<PlayedGame, String> {
    let entry: Entry = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let winner = match entry.winner.as_str() {
        DRAW => None,
        name => Some(
            Color::ALL
                .into_iter()
                .find(|color| color.to_string() == name)
                .ok_or_else(|| format!("'{name}' is no winner"))?,
        ),
    };
    let reason = Reason::from_name(&entry.reason)
        .ok_or_else(|| format!("'{}' is no reason", entry.reason))?;
    let moves = read_moves(&entry.moves)?;
    if moves.len() != entry.us.len() || entry.opening > moves.len() {
        return Err("moves, times and opening do not fit together".to_owned());
    }
    let timed = moves.into_iter().zip(entry.us);
    Ok(PlayedGame {
        number: entry.game,
        players: [entry.black, entry.white],
        opening_plies: entry.opening,
        moves: timed.map(|(mv, us)| TimedMove { mv, time: Duration::from_micros(us) }).collect(),
        ending: Ending { winner, reason, detail: entry.detail },
        margin: entry.margin,
        began: DateTime::from_text(&entry.began)
            .ok_or_else(|| format!("'{}' is no date", entry.began))?,
    })
}

/// Reads what [`moves_text`] writes.
///
/// # Errors
/// The first word that is no move.
pub fn read_moves(text: &str) -> Result<Vec<Move>, String> {
    text.split_whitespace().map(read_move).collect()
}

fn read_move(word: &str) -> Result<Move, String> {
    if word == PASS {
        return Ok(Move::Pass);
    }
    Point::from_text(word).map(Move::Place).ok_or_else(|| format!("'{word}' is no move"))
}
