//! Files of games and the files beside them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::database::Companions;
use super::reader::{Hints, Reader};
use crate::formats::format::RecordFormat;
use crate::formats::wthor::Names;

/// Opens a file of games. The names of the players and tournaments of WTHOR come from the companion `.jou` and `.trn`
/// files: those of the same name, or the only ones in the folder.
///
/// # Errors
/// A file cannot be read, or the names are malformed.
pub fn open(path: &Path, hints: Hints) -> io::Result<Reader<Box<dyn Read>>> {
    let file: Box<dyn Read> = Box::new(File::open(path)?);
    let mut reader = Reader::new(file, hints)?;
    if reader.format() == RecordFormat::Wthor {
        let players = read_names(path, "jou", Names::read_players)?;
        let tournaments = read_names(path, "trn", Names::read_tournaments)?;
        reader.set_names(Companions { players, tournaments });
    }
    Ok(reader)
}

fn read_names(
    games: &Path,
    extension: &str,
    read: fn(&[u8]) -> Result<Names, &'static str>,
) -> io::Result<Names> {
    let Some(path) = beside(games, extension)? else { return Ok(Names::default()) };
    read(&fs::read(&path)?).map_err(|message| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {message}", path.display()))
    })
}

/// The file with that extension that belongs to `games`.
fn beside(games: &Path, extension: &str) -> io::Result<Option<PathBuf>> {
    let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        let has_extension =
            path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension));
        if has_extension {
            found.push(path);
        }
    }
    let stem = games.file_stem().unwrap_or_default();
    let same = found
        .iter()
        .find(|path| path.file_stem().is_some_and(|found| found.eq_ignore_ascii_case(stem)));
    Ok(match (same, found.as_slice()) {
        (Some(same), _) => Some(same.clone()),
        (None, [only]) => Some(only.clone()),
        (None, _) => None,
    })
}
