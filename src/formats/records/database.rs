//! The games of a file of WTHOR.

use std::io::{self, Read};
use std::time::Duration;

use super::loss::Loss;
use super::stored::StoredGame;
use crate::formats::error::{Place, RecordError};
use crate::formats::game::{Details, GameRecord, Replay, Verdict};
use crate::formats::wthor::{self, GAME_BYTES, HEADER_BYTES, Header, Names, StoredMoves};
use crate::game::Variant;

const NO_HEADER: &str = "no WTHOR header";

/// The names in the companion files of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Companions {
    pub players: Names,
    pub tournaments: Names,
}

/// Reads the games one by one.
pub(super) struct DatabaseGames<R> {
    input: R,
    names: Companions,
    /// Why there are no names, until that is reported.
    unclear: Option<String>,
    /// Read before the first game.
    header: Option<Header>,
    /// Games so far.
    number: u32,
    is_over: bool,
}

impl<R: Read> DatabaseGames<R> {
    pub fn new(input: R) -> DatabaseGames<R> {
        let names = Companions::default();
        DatabaseGames { input, names, unclear: None, header: None, number: 0, is_over: false }
    }

    /// Sets the names of players and tournaments, or why they are `unclear`.
    pub fn set_names(&mut self, names: Companions, unclear: Option<String>) {
        (self.names, self.unclear) = (names, unclear);
    }

    fn header(&mut self) -> Result<Header, String> {
        if let Some(header) = self.header {
            return Ok(header);
        }
        let mut bytes = [0; HEADER_BYTES];
        self.input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => NO_HEADER.to_owned(),
            _ => error.to_string(),
        })?;
        let header = Header::read(&bytes).ok_or(NO_HEADER)?;
        if ![0, 8].contains(&header.side) {
            let side = header.side;
            return Err(format!("invalid size '{side}x{side}' (expected 8x8)"));
        }
        self.header = Some(header);
        Ok(header)
    }

    fn game(&mut self) -> Result<Option<StoredGame>, String> {
        let header = self.header()?;
        if self.number == header.games {
            return Ok(None);
        }
        let mut bytes = [0; GAME_BYTES];
        self.input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                format!("the file ends after {} of {} games", self.number, header.games)
            }
            _ => error.to_string(),
        })?;
        self.number += 1;
        Ok(Some(self.read(&StoredMoves::read(&bytes), header)))
    }

    fn read(&mut self, stored: &StoredMoves, header: Header) -> StoredGame {
        let place = Place::Game(self.number as usize);
        let start = Variant::Othello.start().expect("Othello has one board");
        let mut replay = Replay::new(start.clone());
        let mut fault = play(&stored.moves, &mut replay).err();
        let has_all_moves = fault.is_none();
        let verdict = wthor::verdict(stored.score, &replay.position).unwrap_or_else(|| {
            let verdict = Verdict::of_board(&replay.position);
            fault.get_or_insert_with(|| {
                format!("Black's score is {}, which the board contradicts", stored.score)
            });
            verdict
        });
        let name = |number| self.names.players.get(number).unwrap_or("?").to_owned();
        let has_unstated_pass = replay.has_unstated_pass();
        let record = GameRecord {
            variant: Variant::Othello,
            players: stored.players.map(name),
            date: None,
            moves: replay.moves,
            verdict,
            details: Details { event: self.event(stored.tournament, header), ..Details::default() },
        };
        let fault = fault.or_else(|| self.unclear.take());
        let has_theory = stored.theoretical_score != stored.score;
        StoredGame {
            fault: fault.map(|message| RecordError { place, message }),
            has_all_moves,
            has_unstated_pass,
            place,
            omitted: has_theory.then_some(Loss::Scores).into_iter().collect(),
            ..StoredGame::new(start, record)
        }
    }

    /// The name of the tournament, with the year of the games.
    fn event(&self, tournament: u16, header: Header) -> Option<String> {
        let name = self.names.tournaments.get(tournament).filter(|&name| name != "?");
        match (name, header.year) {
            (name, 0) => name.map(str::to_owned),
            (None, year) => Some(year.to_string()),
            (Some(name), year) if name.contains(&year.to_string()) => Some(name.to_owned()),
            (Some(name), year) => Some(format!("{name} {year}")),
        }
    }
}

/// Plays the moves up to the first illegal one.
fn play(moves: &[u8], replay: &mut Replay) -> Result<(), String> {
    for (number, &byte) in (1..).zip(moves) {
        let point = wthor::point(byte)
            .ok_or_else(|| format!("move {number}: invalid move '{byte}' (expected 11 to 88)"))?;
        replay
            .place(point, Duration::ZERO)
            .map_err(|illegal| format!("move {number}: {illegal}"))?;
    }
    Ok(())
}

impl<R: Read> Iterator for DatabaseGames<R> {
    type Item = Result<StoredGame, RecordError>;

    fn next(&mut self) -> Option<Result<StoredGame, RecordError>> {
        if self.is_over {
            return None;
        }
        let place = Place::Game(self.number as usize + 1);
        let game = self.game().map_err(|message| RecordError { place, message }).transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}
