//! A folder of played games: one file each, named after its beginning and what was played.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::date::DateTime;
use super::game::GameRecord;
use super::{psq, transcript};
use crate::game::Variant;

/// Saves `record` in `folder`, which is made if it is missing, and returns the new file's path,
/// such as `2026-11-21_14-03-59-freestyle.psq`. A file that is there already stays: the name is
/// numbered from 2 then.
///
/// # Errors
/// The folder or the file cannot be made or written.
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
