//! Learns weights from files of games and tells how it goes.

pub mod gomoku;
pub mod othello;

use std::io::{self, BufRead};

/// Games read from files.
#[derive(Clone, Debug)]
pub struct Reading<G> {
    /// The sound ones.
    pub games: Vec<G>,
    /// Lines that are none, each with what is wrong.
    pub faults: Vec<String>,
}

impl<G> Default for Reading<G> {
    fn default() -> Reading<G> {
        Reading { games: Vec::new(), faults: Vec::new() }
    }
}

impl<G> Reading<G> {
    /// Adds the games of one more file, called `name` in messages, whose lines `read` understands.
    ///
    /// # Errors
    /// What `file` reports.
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
