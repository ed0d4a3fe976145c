//! Games in files: saving, and loading again.

use std::io;
use std::path::Path;

use crate::formats::format::RecordFormat;
use crate::formats::records::{self, Hints, StoredGame, Writer};
use crate::replacement::replace;

/// Why a game was not saved or loaded.
#[derive(Debug)]
pub enum Failure {
    /// The ending of the name belongs to no format.
    UnknownEnding,
    /// The file is there, and is not one of this sitting.
    Exists,
    /// There is no game in the file, or it breaks the rules.
    Game(String),
    File(io::Error),
}

/// Writes `game` to `file`, in the format of its ending. `may_replace` says whether the file may be there.
///
/// # Errors
/// The [`Failure`]; the file stays as it was.
pub fn save(file: &Path, game: &StoredGame, may_replace: bool) -> Result<(), Failure> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = RecordFormat::of_extension(ending);
    // Positions and databases hold no single game.
    let is_record =
        |format: &RecordFormat| !matches!(format, RecordFormat::Obf | RecordFormat::Wthor);
    let format = format.filter(is_record).ok_or(Failure::UnknownEnding)?;
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, format).map_err(Failure::File)?;
    let written = writer.write(game).and_then(|()| writer.finish());
    let finish = written.map_err(Failure::File)?;
    if let Some(reason) = finish.tally.refused.into_keys().next() {
        return Err(Failure::Game(reason.to_owned()));
    }
    if !may_replace && file.exists() {
        return Err(Failure::Exists);
    }
    replace(file, &bytes).map_err(Failure::File)
}

/// The first game of `file`.
///
/// # Errors
/// The [`Failure`].
pub fn load(file: &Path, hints: Hints) -> Result<StoredGame, Failure> {
    let games = records::open(file, hints).map_err(Failure::File)?;
    records::first(games).map_err(Failure::Game)
}
