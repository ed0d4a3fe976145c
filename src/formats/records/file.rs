//! Files of games and the files beside them.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::database::Companions;
use super::reader::{Hints, Reader};
use crate::formats::bounded::read_file_at_most;
use crate::formats::format::RecordFormat;
use crate::formats::wthor::Names;

/// The federation's names for all years.
const COMMON_STEM: &str = "WTHOR";

/// Largest file of names, in MiB. The header counts at most 65,535 names, each of at most 26 bytes.
const LARGEST: u64 = 2;

/// Opens a file of games. The names of the players and tournaments of WTHOR come from the companion `.jou` and `.trn`
/// files: those of the same name, or of the name `WTHOR`, or the only ones in the folder. If several others are there,
/// the first game has a fault that says so.
///
/// # Errors
/// A file cannot be read, or the names are malformed.
pub fn open(path: &Path, hints: Hints) -> io::Result<Reader<Box<dyn Read>>> {
    let file: Box<dyn Read> = Box::new(File::open(path)?);
    let mut reader = Reader::new(file, hints)?;
    if reader.format() == RecordFormat::Wthor {
        let mut unclear = None;
        let players = read_names(path, "jou", Names::read_players, &mut unclear)?;
        let tournaments = read_names(path, "trn", Names::read_tournaments, &mut unclear)?;
        reader.set_names(Companions { players, tournaments }, unclear);
    }
    Ok(reader)
}

/// The names in the file with that extension; none if there is no such file or it is `unclear` which one to read.
fn read_names(
    games: &Path,
    extension: &str,
    read: fn(&[u8]) -> Result<Names, &'static str>,
    unclear: &mut Option<String>,
) -> io::Result<Names> {
    let path = match beside(games, extension)?.as_slice() {
        [] => return Ok(Names::default()),
        [path] => path.clone(),
        _ => {
            unclear.get_or_insert_with(|| {
                format!(
                    "names are missing because no .{extension} file is named like the games or WTHOR"
                )
            });
            return Ok(Names::default());
        }
    };
    let about = |kind, message: &dyn Display| {
        io::Error::new(kind, format!("{}: {message}", path.display()))
    };
    let bytes = read_file_at_most(LARGEST, &path).map_err(|error| about(error.kind(), &error))?;
    read(&bytes).map_err(|message| about(io::ErrorKind::InvalidData, &message))
}

/// The file with that extension that belongs to `games`, or all that may.
fn beside(games: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
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
    let named = |stem: &OsStr| {
        let is_named = |path: &&PathBuf| {
            path.file_stem().is_some_and(|found| found.eq_ignore_ascii_case(stem))
        };
        found.iter().find(is_named).cloned()
    };
    let stem = games.file_stem().unwrap_or_default();
    let named = named(stem).or_else(|| named(OsStr::new(COMMON_STEM)));
    Ok(named.map_or(found, |path| vec![path]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::date::DateTime;
    use crate::formats::records::Writer;
    use crate::formats::wthor::NameNumbers;
    use crate::game::Variant;

    #[test]
    fn names_come_from_the_closest_file_or_a_fault_says_why_not() {
        let folder = std::env::temp_dir().join(format!("tengen-wthor-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut games = Vec::new();
        let mut writer = Writer::new(&mut games, RecordFormat::Wthor).unwrap();
        let moves = Reader::new(&b"f5d6c3\nf5f6e6"[..], Hints::of(Variant::Othello)).unwrap();
        for mut game in moves.map(Result::unwrap) {
            // The first name in each file of names.
            game.record.players[0] = "Ann".into();
            writer.write(&game).unwrap();
        }
        let header = writer.finish().unwrap().files.unwrap().header;
        games[..header.len()].copy_from_slice(&header);
        let path = folder.join("a.wtb");
        fs::write(&path, games).unwrap();
        let name = |file: &str| {
            let mut names = NameNumbers::players();
            names.number(&format!("of {file}"));
            fs::write(folder.join(file), names.file(DateTime::from_unix(0))).unwrap();
        };
        let read = || {
            let games: Vec<_> =
                open(&path, Hints::default()).unwrap().map(Result::unwrap).collect();
            assert!(games[1].fault.is_none() && games.iter().all(|game| game.has_all_moves));
            let fault = games[0].fault.as_ref().map(|fault| fault.to_string());
            fault.unwrap_or_else(|| games[1].record.players[0].clone())
        };
        assert_eq!(read(), "?");
        name("b.jou");
        assert_eq!(read(), "of b.jou");
        name("c.jou");
        let unclear =
            "game 1: names are missing because no .jou file is named like the games or WTHOR";
        assert_eq!(read(), unclear);
        name("Wthor.JOU");
        assert_eq!(read(), "of Wthor.JOU");
        name("A.jou");
        assert_eq!(read(), "of A.jou");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_of_names_that_is_too_large_is_refused_with_the_size() {
        let folder = std::env::temp_dir().join(format!("tengen-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (games, players) = (folder.join("a.wtb"), folder.join("a.jou"));
        fs::write(&games, "").unwrap();
        let fault = |size| {
            File::create(&players).unwrap().set_len(size).unwrap();
            let hints = Hints { format: Some(RecordFormat::Wthor), ..Hints::default() };
            open(&games, hints).err().unwrap().to_string()
        };
        let about = |message| format!("{}: {message}", players.display());
        assert_eq!(fault(2 << 20), about("no WTHOR header"));
        assert_eq!(fault((2 << 20) + 1), about("larger than 2 MiB"));
        fs::remove_dir_all(folder).unwrap();
    }
}
