//! Games in files, for `loadsgf`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::formats::game::{TimedMove, one_line};
use crate::formats::ggf::{self, Care};
use crate::formats::{collection, sgf_othello};
use crate::othello::rules::game::Game;

/// Distinguishes GGF from SGF; both use parentheses.
const GGF_KIND: &str = "gm[othello]";

/// Maximum file size. A game takes a few hundred bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The first game of a file in SGF, GGF or transcripts: its first position and its moves.
///
/// # Errors
/// The reason, on one line, because an empty line would end the answer.
pub fn read(file: &Path) -> Result<(Game, Vec<TimedMove>), String> {
    text(file)
        .map_err(|error| error.to_string())
        .and_then(|text| first_game(text.trim_start_matches('\u{feff}')))
        .map_err(|fault| format!("cannot load file: {}", one_line(&fault)))
}

fn text(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("it is larger than 16 MiB"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn first_game(text: &str) -> Result<(Game, Vec<TimedMove>), String> {
    let in_ggf = text.to_ascii_lowercase().contains(GGF_KIND);
    let game = if in_ggf {
        ggf::read_first(text, Care::Position).map_err(|error| error.to_string())?
    } else if collection::has_parentheses(text) {
        return sgf_othello::read(text).map_err(|error| error.to_string());
    } else {
        collection::transcripts(text).next().transpose().map_err(|fault| fault.to_string())?
    };
    let mut game = game.ok_or("no game")?;
    game.drop_unstated_pass();
    Ok((game.start, game.record.moves))
}
