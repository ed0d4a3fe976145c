//! The end of a game: its result, its record, and the question for another.

use std::io;

use super::request::{self, Answer, Request};
use super::table::{Flow, Table};
use super::{Player, text};
use crate::formats::game::{Details, TimedMove, Verdict};
use crate::formats::{GameRecord, format};

impl Table<'_> {
    /// Shows and saves a finished game and asks what comes next. Taking moves back lets the game
    /// go on.
    pub(super) fn finish(&mut self, verdict: Verdict) -> io::Result<Flow> {
        if !self.drawn {
            self.draw()?;
        }
        self.screen.say(&text::verdict(&verdict))?;
        self.save(verdict)?;
        loop {
            let Some(line) = self.screen.ask("Another game? [y/n]")? else {
                return Ok(Flow::Leave);
            };
            match request::parse(&line) {
                _ if line.is_empty() => {}
                Ok(Request::Answer(Answer::Yes) | Request::New) => return Ok(Flow::Again),
                Ok(Request::Answer(Answer::No) | Request::Quit) => return Ok(Flow::Leave),
                Ok(Request::Undo(moves)) => {
                    self.undo(moves)?;
                    if !self.drawn {
                        return Ok(Flow::GoOn);
                    }
                }
                Ok(Request::Swap) => self.exchange_sides()?,
                Ok(
                    request @ (Request::Moves
                    | Request::Result
                    | Request::Board
                    | Request::Style(_)
                    | Request::Level(_)
                    | Request::Help),
                ) => {
                    self.obey(request)?;
                }
                _ => self.screen.say(
                    "The game is over: y begins another, n leaves.\n\
                     undo, swap, level, moves, board and result work here, too.",
                )?,
            }
        }
    }

    /// The players of the next game change sides.
    fn exchange_sides(&mut self) -> io::Result<()> {
        self.players.reverse();
        let sentence = match self.players {
            [Player::Human, Player::Engine] => "In the next game you play black.",
            [Player::Engine, Player::Human] => "In the next game you play white.",
            _ => "Both sides are played alike.",
        };
        self.screen.say(sentence)
    }

    /// Saves the game if games are kept. A failure costs the file, not the game.
    fn save(&mut self, verdict: Verdict) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let history = self.client.position().history();
        let timed = history.iter().zip(&self.times);
        let record = GameRecord {
            variant: self.variant,
            players: self.players.map(|player| name(player).to_owned()),
            date: Some(self.began),
            moves: timed.map(|(ply, &time)| TimedMove { mv: ply.mv, time }).collect(),
            verdict,
            details: Details::default(),
        };
        let sentence = match format::save(folder, &record) {
            Ok(path) => format!("Saved as {}", path.display()),
            Err(error) => format!("The game could not be saved in {}: {error}", folder.display()),
        };
        self.screen.say(&sentence)
    }
}

/// The name in records.
const fn name(player: Player) -> &'static str {
    match player {
        Player::Human => "Human",
        Player::Engine => "Tengen",
    }
}
