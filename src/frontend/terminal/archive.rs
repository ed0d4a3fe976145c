//! Saves games to files and loads them.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::formats::date::DateTime;
use crate::formats::format::RecordFormat;
use crate::formats::records::{self, Hints, Loss, StoredGame, Writer};
use crate::game::Variant;
use crate::replacement::{Replacement, replace};

/// Why a game was not saved or loaded.
#[derive(Debug)]
pub enum Failure {
    /// The file name extension belongs to no format.
    UnknownEnding,
    /// The file name extension is not that of a page.
    NoPage,
    /// The file exists and was not saved in this session.
    Exists,
    /// There is no legal game in the file.
    Game(String),
    File(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::UnknownEnding => f.write_str("the file name must end in a known format"),
            Failure::NoPage => f.write_str("the ending must be .html"),
            Failure::Exists => f.write_str("the file already exists"),
            Failure::Game(reason) => f.write_str(reason),
            Failure::File(error) => error.fmt(f),
        }
    }
}

/// Writes `game` to `file`, in the format of its extension, and returns the parts of the game that this cannot store.
/// `may_replace`: an existing file may be replaced.
///
/// # Errors
/// The [`Failure`]; the file is unchanged.
pub fn save(file: &Path, game: &StoredGame, may_replace: bool) -> Result<Vec<Loss>, Failure> {
    let format = RecordFormat::of_extension(ending(file));
    // Formats of positions and databases are not for single games.
    let is_record =
        |format: &RecordFormat| !matches!(format, RecordFormat::Obf | RecordFormat::Wthor);
    let format = format.filter(is_record).ok_or(Failure::UnknownEnding)?;
    let (bytes, losses) = encoded(game, format)?;
    if !may_replace && file.exists() {
        return Err(Failure::Exists);
    }
    replace(file, &bytes).map_err(Failure::File)?;
    Ok(losses)
}

fn ending(file: &Path) -> &str {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// The content of a file in `format` that contains only `game`, and the parts of the game that it lacks.
fn encoded(game: &StoredGame, format: RecordFormat) -> Result<(Vec<u8>, Vec<Loss>), Failure> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, format).map_err(Failure::File)?;
    let written = writer.write(game).and_then(|()| writer.finish());
    let finish = written.map_err(Failure::File)?;
    match finish.tally.refused.into_keys().next() {
        None => Ok((bytes, finish.tally.losses.into_keys().collect())),
        Some(reason) => Err(Failure::Game(reason.to_owned())),
    }
}

/// Saves `game` in `folder`, which is created if it is missing, and returns the path of the new file, such as
/// `2026-11-21_14-03-59-freestyle.psq`. Existing files are kept; if necessary, the new name gets a number, from 2 on.
///
/// # Errors
/// The [`Failure`].
pub fn save_in(folder: &Path, game: &StoredGame) -> Result<PathBuf, Failure> {
    let variant = game.record.variant;
    let (format, ending) = match variant {
        Variant::Gomoku { .. } if game.is_standard() => (RecordFormat::Psq, "psq"),
        Variant::Gomoku { .. } => (RecordFormat::Sgf, "sgf"),
        // A transcript has at least one move.
        Variant::Othello if game.is_standard() && !game.record.moves.is_empty() => {
            (RecordFormat::Transcript, "txt")
        }
        Variant::Othello => (RecordFormat::Ggf, "ggf"),
    };
    let (bytes, _) = encoded(game, format)?;
    fs::create_dir_all(folder).map_err(Failure::File)?;
    let date = game.record.date.unwrap_or_else(DateTime::now);
    let stem = format!("{}-{variant}", date.file_stem());
    let path = create_new(folder, &stem, ending).map_err(Failure::File)?;
    if let Err(error) = replace(&path, &bytes) {
        // The empty file only reserved the name. If it cannot be removed, the first error still tells more.
        let _ = fs::remove_file(&path);
        return Err(Failure::File(error));
    }
    Ok(path)
}

/// Creates an empty file under an unused name.
fn create_new(folder: &Path, stem: &str, ending: &str) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}{suffix}.{ending}"));
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Checks that a page can be written to `file`, before the work for it begins.
///
/// # Errors
/// The [`Failure`] of writing it.
pub fn check_page(file: &Path, may_replace: bool) -> Result<(), Failure> {
    let ending = ending(file);
    if !["html", "htm"].iter().any(|known| known.eq_ignore_ascii_case(ending)) {
        return Err(Failure::NoPage);
    }
    if !may_replace && file.exists() {
        return Err(Failure::Exists);
    }
    Replacement::new(file).map(drop).map_err(Failure::File)
}

/// The first game of `file`.
///
/// # Errors
/// The [`Failure`].
pub fn load(file: &Path, hints: Hints) -> Result<StoredGame, Failure> {
    let games = records::open(file, hints).map_err(Failure::File)?;
    records::first(games).map_err(Failure::Game)
}
