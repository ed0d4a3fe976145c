//! Trains weights on files of games and reports progress.

pub mod gomoku;
pub mod othello;

use std::io::{self, BufRead};

/// Games read from files.
#[derive(Clone, Debug)]
pub struct Reading<G> {
    /// The valid games.
    pub games: Vec<G>,
    /// Errors of the invalid lines, with file name and line number.
    pub faults: Vec<String>,
}

impl<G> Default for Reading<G> {
    fn default() -> Reading<G> {
        Reading { games: Vec::new(), faults: Vec::new() }
    }
}

impl<G> Reading<G> {
    /// Adds the games of a file, called `name` in messages; `read` parses a line.
    ///
    /// # Errors
    /// I/O errors on `file`.
    pub fn read(
        &mut self,
        name: &str,
        file: &mut dyn BufRead,
        read: &dyn Fn(&str) -> Result<G, String>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            if file.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            match read(line.trim_end_matches(['\n', '\r'])) {
                Ok(game) => self.games.push(game),
                Err(fault) => self.faults.push(format!("{name}:{number}: {fault}")),
            }
        }
        Ok(())
    }
}
