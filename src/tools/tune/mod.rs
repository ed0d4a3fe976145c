//! Trains weights on files of games and reports progress.

pub mod gomoku;
pub mod othello;

use std::io::{self, BufRead};

use crate::train::Record;
use crate::train::game_file::GameReader;

/// Games read from files.
#[derive(Clone, Debug)]
pub struct Reading<G> {
    /// The valid games.
    pub games: Vec<G>,
    /// Errors of the invalid games, with file name and line or game number.
    pub faults: Vec<String>,
}

impl<G> Default for Reading<G> {
    fn default() -> Reading<G> {
        Reading { games: Vec::new(), faults: Vec::new() }
    }
}

impl<G: Record> Reading<G> {
    /// Adds the games of a file, compact or as text, called `name` in messages; `accept` checks a game.
    ///
    /// # Errors
    /// I/O errors on `file`, or a file of something else.
    pub fn read(
        &mut self,
        name: &str,
        file: &mut dyn BufRead,
        accept: &dyn Fn(G) -> Result<G, String>,
    ) -> io::Result<()> {
        let mut reader = GameReader::new::<G>(file)?;
        while let Some(game) = reader.next_game::<G>()? {
            match game.and_then(accept) {
                Ok(game) => self.games.push(game),
                Err(fault) => self.faults.push(format!("{name}:{}: {fault}", reader.number())),
            }
        }
        Ok(())
    }
}
