//! Errors of the program with what they are about.

use std::io;
use std::path::Path;

/// `error` with the file it is about.
pub fn about(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// An error of arguments or of what they name.
pub fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
