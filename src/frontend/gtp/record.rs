//! Games in files, for `loadsgf`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::coord::Move;
use crate::formats::game::one_line;
use crate::formats::{collection, sgf};
use crate::game::{Position, Variant};

/// Maximum file size. A game takes a few hundred bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The first game of a file: its first position and its moves. Othello has SGF, GGF and transcripts, Gomoku has
/// SGF. `current` is the game that is played; its rule counts if the file names none.
///
/// # Errors
/// The reason, on one line, because an empty line would end the answer.
pub fn read(file: &Path, current: Variant) -> Result<(Position, Vec<Move>), String> {
    read_text(file)
        .map_err(|error| error.to_string())
        .and_then(|text| first_game(text.trim_start_matches('\u{feff}'), current))
        .map_err(|fault| format!("cannot load file: {}", one_line(&fault)))
}

fn read_text(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("it is larger than 16 MiB"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn first_game(text: &str, current: Variant) -> Result<(Position, Vec<Move>), String> {
    let (start, moves) = match current {
        Variant::Gomoku { rule, .. } => {
            sgf::read_moves_of_first(text, rule).map_err(|error| error.to_string())?
        }
        Variant::Othello => {
            let mut game = collection::read_first(text)?;
            game.drop_unstated_pass();
            (Position::Othello(game.start), game.record.moves)
        }
    };
    Ok((start, moves.into_iter().map(|timed| timed.mv).collect()))
}
