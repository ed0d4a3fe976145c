//! The memory of a tournament: every finished game, once, in a file that survives anything.
//!
//! The folder of a tournament holds `journal.jsonl`: a first line with the plan and the openings,
//! then a line of JSON for every finished game in the order of their ends. A line is written at once
//! and forced to the disk before the game counts; a line torn by a power failure is dropped when the
//! journal is opened again, and its game is played anew. A lock keeps a second runner out.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ending::PlayedGame;
use super::plan::{Plan, PlanError};
use super::tournament::Tournament;

pub(super) mod entry;
#[cfg(test)]
mod tests;

/// Name of the file in the folder of a tournament.
pub const FILE: &str = "journal.jsonl";
/// Version of the format, in the first line.
const VERSION: u32 = 1;

/// What cannot be done with a journal.
#[derive(Debug)]
pub enum JournalError {
    /// The system refuses.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another runner has it open.
    InUse(PathBuf),
    /// A line is not one of a journal.
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// It belongs to a tournament that differs in these points.
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// Names of options.
        differences: Vec<String>,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            JournalError::InUse(path) => {
                write!(f, "{}: another match is running here", path.display())
            }
            JournalError::Corrupt { path, line, message } => {
                write!(f, "{}, line {line}: {message}", path.display())
            }
            JournalError::OtherPlan { path, differences } => write!(
                f,
                "{} is of a match that differs in {}: choose another --out, or the same options",
                path.display(),
                differences.join(", ")
            ),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<JournalError> for PlanError {
    fn from(error: JournalError) -> PlanError {
        PlanError(error.to_string())
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    tengen_match: u32,
    /// What is played.
    pub plan: Plan,
    /// The openings by number, each as its moves; empty in swap2.
    pub openings: Vec<String>,
}

impl Header {
    /// The first line of a new journal.
    pub fn new(plan: Plan, openings: Vec<String>) -> Header {
        Header { tengen_match: VERSION, plan, openings }
    }

    /// Whether its tournament, in `folder`, is the one of `plan`.
    ///
    /// # Errors
    /// It is not: where they differ.
    pub fn must_be_of(&self, plan: &Plan, folder: &Path) -> Result<(), JournalError> {
        let differences = self.plan.identity().differences(&plan.identity());
        if differences.is_empty() {
            return Ok(());
        }
        Err(JournalError::OtherPlan { path: folder.join(FILE), differences })
    }
}

impl Contents {
    /// Makes sure that the games, found in `folder`, are of `tournament` and by the rules: what
    /// follows relies on it.
    ///
    /// # Errors
    /// The first game that is not.
    pub fn must_be_of(&self, tournament: &Tournament, folder: &Path) -> Result<(), JournalError> {
        let Ok(start) = tournament.conditions.variant.start() else {
            return Ok(());
        };
        for (line, game) in (2..).zip(&self.games) {
            let mut position = start.clone();
            let mut plies = game.moves.iter();
            let legal = plies.all(|timed| position.play(timed.mv).is_ok());
            if !legal || !tournament.schedule.is_game(game.number, game.players) {
                let message = format!("game {} is none of this match", game.number);
                return Err(JournalError::Corrupt { path: folder.join(FILE), line, message });
            }
        }
        Ok(())
    }
}

/// What a journal says.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The first line.
    pub header: Header,
    /// The games in the order of their ends.
    pub games: Vec<PlayedGame>,
    /// Bytes of the lines that are whole.
    sound_bytes: u64,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    played: BTreeSet<usize>,
}

impl Journal {
    /// Begins a journal in `folder`, which is made.
    ///
    /// # Errors
    /// There is one already, or the system refuses.
    pub fn create(folder: &Path, header: &Header) -> Result<Journal, JournalError> {
        let path = folder.join(FILE);
        let io = |error| JournalError::Io { path: path.clone(), error };
        fs::create_dir_all(folder).map_err(io)?;
        let file = File::options().append(true).read(true).create_new(true).open(&path);
        let mut journal =
            Journal { file: lock(file.map_err(io)?, &path)?, path, played: BTreeSet::new() };
        journal.write(&serde_json::to_string(header).expect("a plan is text and numbers"))?;
        // The name of the file, too, must outlive a power failure.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(journal)
    }

    /// Opens the journal in `folder` to go on with it, and drops what a sudden end left of its last
    /// line. `None` if there is none, or nothing but a torn first line.
    ///
    /// # Errors
    /// Another runner has it open, it is damaged, or the system refuses.
    pub fn resume(folder: &Path) -> Result<Option<(Journal, Contents)>, JournalError> {
        let path = folder.join(FILE);
        let io = |error| JournalError::Io { path: path.clone(), error };
        let file = match File::options().append(true).read(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => lock(file.map_err(io)?, &path)?,
        };
        let mut text = Vec::new();
        (&file)
            .seek(SeekFrom::Start(0))
            .and_then(|_| (&file).read_to_end(&mut text))
            .map_err(io)?;
        let Some(contents) = parse(&text, &path)? else {
            drop(file);
            fs::remove_file(&path).map_err(io)?;
            return Ok(None);
        };
        if contents.sound_bytes < text.len() as u64 {
            log::warn!("{}: a torn last line is dropped", path.display());
            file.set_len(contents.sound_bytes).and_then(|()| file.sync_all()).map_err(io)?;
        }
        let played = contents.games.iter().map(|game| game.number).collect();
        Ok(Some((Journal { path, file, played }, contents)))
    }

    /// Whether the game of that number is in it.
    pub fn has(&self, number: usize) -> bool {
        self.played.contains(&number)
    }

    /// Keeps a finished game. When this returns, the game is on the disk.
    ///
    /// # Errors
    /// The system refuses.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), JournalError> {
        debug_assert!(!self.has(game.number), "game {} is there already", game.number);
        self.write(&entry::write(game))?;
        self.played.insert(game.number);
        Ok(())
    }

    /// Keeps many games at once.
    ///
    /// # Errors
    /// The system refuses.
    pub fn add_all(&mut self, games: &[PlayedGame]) -> Result<(), JournalError> {
        let lines: Vec<String> = games.iter().map(entry::write).collect();
        if !lines.is_empty() {
            self.write(&lines.join("\n"))?;
        }
        self.played.extend(games.iter().map(|game| game.number));
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let text = format!("{line}\n");
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// Reads the journal in `folder` without opening it for more games. A torn last line is left out.
///
/// # Errors
/// There is none, it is damaged, or the system refuses.
pub fn read(folder: &Path) -> Result<Contents, JournalError> {
    let path = folder.join(FILE);
    let text = fs::read(&path).map_err(|error| JournalError::Io { path: path.clone(), error })?;
    let missing = || JournalError::Corrupt {
        path: path.clone(),
        line: 1,
        message: "the first line is missing".to_owned(),
    };
    parse(&text, &path)?.ok_or_else(missing)
}

fn lock(file: File, path: &Path) -> Result<File, JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(JournalError::Io { path: path.to_owned(), error }),
    }
}

/// What `text` says; `None` if not even the first line is whole.
fn parse(text: &[u8], path: &Path) -> Result<Option<Contents>, JournalError> {
    let corrupt = |line, message| JournalError::Corrupt { path: path.to_owned(), line, message };
    // What follows the last end of a line was never finished.
    let sound = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = (1..).zip(text[..sound].split_inclusive(|&byte| byte == b'\n'));
    let Some((_, first)) = lines.next() else {
        return Ok(None);
    };
    let header: Header =
        serde_json::from_slice(first).map_err(|error| corrupt(1, error.to_string()))?;
    if header.tengen_match != VERSION {
        let message = format!("version {} of the format, not {VERSION}", header.tengen_match);
        return Err(corrupt(1, message));
    }
    let (mut games, mut seen) = (Vec::new(), BTreeSet::new());
    for (number, line) in lines {
        let game = entry::read(line).map_err(|message| corrupt(number, message))?;
        if !seen.insert(game.number) {
            return Err(corrupt(number, format!("game {} is there twice", game.number)));
        }
        games.push(game);
    }
    Ok(Some(Contents { header, games, sound_bytes: sound as u64 }))
}
