//! Files that take long to make: written beside the one before, which they replace when they are complete.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::fault::about;

/// Writes `file` anew: whoever is interrupted keeps the one before.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = beside(file);
    let written = std::fs::write(&new, bytes);
    written.and_then(|()| std::fs::rename(&new, file)).map_err(|error| about(file, &error))
}

/// Finds out whether `file` could be written, and leaves nothing behind.
pub fn try_out(file: &Path) -> io::Result<()> {
    let new = beside(file);
    let written = std::fs::write(&new, []);
    written.and_then(|()| std::fs::remove_file(&new)).map_err(|error| about(file, &error))
}

fn beside(file: &Path) -> OsString {
    let mut new = file.as_os_str().to_owned();
    new.push(".new");
    new
}
