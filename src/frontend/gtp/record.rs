//! Games in files, for `loadsgf`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::coord::Move;
use crate::formats::game::one_line;
use crate::formats::records::{Hints, Reader, StoredGame};
use crate::game::{Position, Variant};

/// Maximum file size. A game takes a few hundred bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The first game of a file in any format: its first position and its moves. `current` is the game being played; its
/// rule applies if the file names none. Only the position must be valid, not the result. In SGF of Gomoku, passes are
/// moves as in Go.
///
/// # Errors
/// The reason, on one line, because an empty line would end the answer.
pub fn read(file: &Path, current: Variant) -> Result<(Position, Vec<Move>), String> {
    open(file)
        .map_err(|error| error.to_string())
        .and_then(|file| first_game(file, current))
        .map_err(|fault| format!("cannot load file: {}", one_line(&fault)))
}

fn open(file: &Path) -> io::Result<impl Read> {
    let file = File::open(file)?;
    if file.metadata()?.len() > MOST_BYTES {
        return Err(io::Error::other("larger than 16 MiB"));
    }
    Ok(file.take(MOST_BYTES))
}

fn first_game(file: impl Read, current: Variant) -> Result<(Position, Vec<Move>), String> {
    let hints = Hints { allows_passes: true, ..Hints::of(current) };
    let mut games = Reader::new(file, hints).map_err(|error| error.to_string())?;
    let mut game = games.next().ok_or("no game")?.map_err(|error| error.to_string())?;
    match game.fault {
        Some(fault) if !game.has_all_moves => return Err(fault.to_string()),
        _ if game.record.variant.is_othello() != current.is_othello() => {
            let [found, expected] = [game.record.variant, current].map(Variant::game_name);
            return Err(format!("it is a game of {found} (expected {expected})"));
        }
        _ => {}
    }
    game.drop_unstated_pass();
    let StoredGame { start, record, .. } = game;
    Ok((start, record.moves.into_iter().map(|timed| timed.mv).collect()))
}
