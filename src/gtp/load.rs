//! Games in files, for `loadsgf`.

use std::path::Path;

use crate::othello::game::Game;
use crate::record::game::{TimedMove, one_line};
use crate::record::{collection, sgf_othello};

/// What makes a game in parentheses one in GGF, and not in SGF.
const GGF_KIND: &str = "gm[othello]";

/// The first game of a file in SGF, GGF or transcripts: the position that it begins in and its moves.
///
/// # Errors
/// Why there is none, on one line: an empty one would end the answer.
pub fn read(file: &Path) -> Result<(Game, Vec<TimedMove>), String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string());
    let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    text.and_then(|text| first_game(text.trim_start_matches('\u{feff}')))
        .map_err(|fault| format!("cannot load file: {}", one_line(&fault)))
}

fn first_game(text: &str) -> Result<(Game, Vec<TimedMove>), String> {
    if text.contains("(;") && !text.to_ascii_lowercase().contains(GGF_KIND) {
        return sgf_othello::read(text).map_err(|error| error.to_string());
    }
    let first = collection::read_all(text).into_iter().next().ok_or("no game")?;
    let mut game = first.map_err(|fault| fault.to_string())?;
    if game.has_unstated_pass {
        game.record.moves.pop();
    }
    Ok((game.start, game.record.moves))
}
