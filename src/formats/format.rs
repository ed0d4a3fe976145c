//! The formats of played games: their names and files, which game they are for, and a folder of played
//! games.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::date::DateTime;
use super::game::GameRecord;
use super::{ggf, pos, psq, sgf, transcript};
use crate::game::Variant;

/// A format of played games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordFormat {
    /// Gomoku in the format of Piskvork and Gomocup: [`psq`].
    Psq,
    /// Gomoku in the Smart Game Format: [`sgf`].
    Sgf,
    /// Gomoku, moves on one line: [`pos`].
    Pos,
    /// Othello in the Generic Game Format: [`ggf`].
    Ggf,
    /// Othello, moves on one line: [`transcript`].
    Transcript,
    /// Positions of Othello with scores: [`obf`](super::obf).
    Obf,
    /// A tree of moves of Gomoku: [`renlib`](super::renlib).
    Lib,
}

impl RecordFormat {
    /// The formats for `variant`, the default first.
    pub const fn for_game(variant: Variant) -> &'static [RecordFormat] {
        match variant {
            Variant::Gomoku { .. } => &[RecordFormat::Psq, RecordFormat::Sgf, RecordFormat::Pos],
            Variant::Othello => &[RecordFormat::Transcript, RecordFormat::Ggf],
        }
    }

    /// The name on the command line: `psq`, `sgf`, `pos`, `ggf`, `transcript`, `obf`, `lib`.
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Psq => "psq",
            RecordFormat::Sgf => "sgf",
            RecordFormat::Pos => "pos",
            RecordFormat::Ggf => "ggf",
            RecordFormat::Transcript => "transcript",
            RecordFormat::Obf => "obf",
            RecordFormat::Lib => "lib",
        }
    }

    /// File name extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            RecordFormat::Transcript => "txt",
            _ => self.name(),
        }
    }

    /// Whether a file may hold many games, concatenated. Otherwise every game has its own file.
    pub const fn is_collection(self) -> bool {
        match self {
            RecordFormat::Sgf | RecordFormat::Pos | RecordFormat::Ggf | RecordFormat::Obf => true,
            RecordFormat::Psq | RecordFormat::Transcript | RecordFormat::Lib => false,
        }
    }

    /// The text of a game, with the end of its last line; `None` if the format is for the other
    /// game.
    pub fn write(self, record: &GameRecord) -> Option<String> {
        match (self, record.variant) {
            (RecordFormat::Psq, Variant::Gomoku { rule, size }) => {
                Some(psq::write(record, rule, size))
            }
            (RecordFormat::Sgf, Variant::Gomoku { rule, size }) => {
                Some(sgf::write(record, rule, size))
            }
            (RecordFormat::Pos, Variant::Gomoku { rule, size }) => {
                Some(pos::write(record, rule, size))
            }
            (RecordFormat::Ggf, Variant::Othello) => Some(ggf::write(record)),
            (RecordFormat::Transcript, Variant::Othello) => Some(transcript::write(record)),
            _ => None,
        }
    }
}

/// Saves `record` in `folder`, which is created if missing, and returns the path of the new file, such as
/// `2026-11-21_14-03-59-freestyle.psq`. Existing files stay; the new name gets a number from 2 on.
///
/// # Errors
/// The folder or the file cannot be created or written.
pub fn save(folder: &Path, record: &GameRecord) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let (text, extension) = match record.variant {
        Variant::Gomoku { rule, size } => (psq::write(record, rule, size), "psq"),
        Variant::Othello => (transcript::write(record), "txt"),
    };
    let date = record.date.unwrap_or_else(DateTime::now);
    let stem = format!("{}-{}", date.file_stem(), record.variant);
    let (path, mut file) = create_new(folder, &stem, extension)?;
    file.write_all(text.as_bytes())?;
    Ok(path)
}

fn create_new(folder: &Path, stem: &str, extension: &str) -> io::Result<(PathBuf, File)> {
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}{suffix}.{extension}"));
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::formats::game::tests::random_game;
    use crate::gomoku::rules::rule::Rule;

    const ALL: [RecordFormat; 5] = [
        RecordFormat::Psq,
        RecordFormat::Sgf,
        RecordFormat::Pos,
        RecordFormat::Ggf,
        RecordFormat::Transcript,
    ];

    #[test]
    fn every_format_writes_its_own_game_and_no_other() {
        let size = Size::new(15, 15).unwrap();
        for variant in [Variant::Gomoku { rule: Rule::Renju, size }, Variant::Othello] {
            let record = random_game(variant, 1, 20, None);
            for format in ALL {
                let text = format.write(&record);
                let fits = RecordFormat::for_game(variant).contains(&format);
                assert_eq!(text.is_some(), fits, "{format:?}");
                assert!(text.is_none_or(|text| text.ends_with('\n')), "{format:?}");
            }
        }
    }

    #[test]
    fn the_texts_of_collections_can_be_joined() {
        let size = Size::new(15, 15).unwrap();
        let gomoku = random_game(Variant::Gomoku { rule: Rule::Caro, size }, 2, 20, None);
        let othello = random_game(Variant::Othello, 2, 20, None);
        let twice = |format: RecordFormat, record| format.write(record).unwrap().repeat(2);
        assert_eq!(ALL.map(RecordFormat::is_collection), [false, true, true, true, false]);
        let read = sgf::read_all(&twice(RecordFormat::Sgf, &gomoku), Rule::Renju);
        assert_eq!(read.unwrap(), [gomoku.clone(), gomoku.clone()]);
        let read = pos::read_all(&twice(RecordFormat::Pos, &gomoku), Rule::Renju, size);
        assert_eq!(read.unwrap(), [gomoku.clone(), gomoku.clone()]);
        let read = ggf::read_all(&twice(RecordFormat::Ggf, &othello)).unwrap();
        assert!(read.len() == 2 && read.iter().all(|game| game.record == othello));
    }
}
