//! WTHOR: the database of the French Othello federation: games (`.wtb`), players (`.jou`), tournaments (`.trn`).
//!
//! Each file has a header of 16 bytes: the date of the file (century, year, month, day), the number of games
//! (4 bytes), of players or tournaments (2 bytes), the year of the games (2 bytes), the side of the board (0
//! or 8), the kind of games, the depth of the theoretical scores, and a zero. Numbers begin with their lowest
//! byte. A game has 68 bytes: the numbers of its tournament and of both players, from 0 (2 bytes each);
//! Black's discs at the end with the empty squares of the winner, as played and in theory; 60 moves, `10 * row +
//! column` from 1 or 0 after the last, without passes. A player is 20 bytes, a tournament 26, with a zero after
//! the text, in Latin-1.

use std::collections::HashMap;

use super::date::DateTime;
use super::game::{Claim, Verdict};
use crate::color::Color;
use crate::coord::Point;
use crate::game::{Outcome, Position};
use crate::othello::rules::square::SIZE;
use crate::quotation::on_one_line;

pub const HEADER_BYTES: usize = 16;
pub const GAME_BYTES: usize = 68;
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;
/// The moves of a game, each a byte.
const MOST_MOVES: usize = 60;
/// First byte of the moves of a game.
const MOVES: usize = 8;

/// The depth that the header states for theoretical scores; the ones written here are the actual scores.
const DEPTH: u8 = 0;

/// The header of any of the three files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Number of games in a file of games.
    pub games: u32,
    /// Number of names in a file of players or tournaments.
    pub names: u16,
    /// Year of the games; 0 if there are several or none is known.
    pub year: u16,
    /// The side of the board; 0 also means 8.
    pub side: u8,
}

impl Header {
    /// The header at the beginning of `bytes`; `None` if there is none. Its first byte, a century, does not occur in
    /// text.
    pub fn read(bytes: &[u8]) -> Option<Header> {
        let bytes: &[u8; HEADER_BYTES] = bytes.first_chunk()?;
        let [century, year, month, day, ..] = *bytes;
        let is_date = (19..=20).contains(&century)
            && year < 100
            && (1..=12).contains(&month)
            && (1..=31).contains(&day);
        is_date.then(|| Header {
            games: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            names: u16::from_le_bytes([bytes[8], bytes[9]]),
            year: u16::from_le_bytes([bytes[10], bytes[11]]),
            side: bytes[12],
        })
    }

    /// The header of a file that was made on the day of `date`.
    pub fn write(self, date: DateTime) -> [u8; HEADER_BYTES] {
        let (year, month, day) = date.day();
        let mut bytes = [0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&[(year / 100) as u8, (year % 100) as u8, month, day]);
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        bytes[12] = self.side;
        bytes[14] = DEPTH;
        bytes
    }
}

/// Whether a header can state the day of `date`: its century tells the file from text.
pub fn holds_date(date: DateTime) -> bool {
    (1900..2100).contains(&date.day().0)
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMoves {
    /// Numbers of the tournament, of Black and of White.
    pub tournament: u16,
    pub players: [u16; 2],
    /// Black's discs at the end, with the empty squares of the winner; as played and in theory.
    pub score: u8,
    pub theoretical_score: u8,
    /// The moves as they are stored, up to the first zero.
    pub moves: Vec<u8>,
}

impl StoredMoves {
    pub fn read(bytes: &[u8; GAME_BYTES]) -> StoredMoves {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        StoredMoves {
            tournament: number(0),
            players: [number(2), number(4)],
            score: bytes[6],
            theoretical_score: bytes[7],
            moves: bytes[MOVES..].iter().copied().take_while(|&byte| byte != 0).collect(),
        }
    }

    /// At most 60 moves are written.
    pub fn write(&self) -> [u8; GAME_BYTES] {
        let mut bytes = [0; GAME_BYTES];
        bytes[0..2].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.players[0].to_le_bytes());
        bytes[4..6].copy_from_slice(&self.players[1].to_le_bytes());
        bytes[6..8].copy_from_slice(&[self.score, self.theoretical_score]);
        for (byte, &stored) in bytes[MOVES..].iter_mut().zip(&self.moves) {
            *byte = stored;
        }
        bytes
    }

    /// Whether all moves fit.
    pub fn fits(&self) -> bool {
        self.moves.len() <= MOST_MOVES
    }
}

/// The point of a stored move; `None` if it is off the board.
pub fn point(byte: u8) -> Option<Point> {
    let point = Point::new((byte % 10).checked_sub(1)?, (byte / 10).checked_sub(1)?)?;
    SIZE.contains(point).then_some(point)
}

/// The byte of a stored move.
pub fn stored(point: Point) -> u8 {
    10 * (point.y() + 1) + point.x() + 1
}

/// Black's stored score for a margin of discs.
pub fn score(margin: i32) -> u8 {
    ((64 + margin.clamp(-64, 64)) / 2) as u8
}

/// The verdict of a game that ended in `position` with the stored `score`; `None` if they contradict each
/// other.
pub fn verdict(score: u8, position: &Position) -> Option<Verdict> {
    let margin = 2 * i32::from(score) - 64;
    if let Some(outcome) = position.outcome(false) {
        let Outcome::Othello(discs) = &outcome else { return None };
        return (discs.score(Color::Black) == margin).then_some(Verdict::Board(outcome));
    }
    Some(match Claim::of_margin(margin) {
        Claim::Draw => Verdict::AgreedDraw,
        claim => Verdict::Adjudicated { claim, margin: (margin.abs() <= 64).then_some(margin) },
    })
}

/// The names of players or tournaments, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(Vec<String>);

impl Names {
    /// The players of a `.jou` file.
    ///
    /// # Errors
    /// It has no header, or is too short.
    pub fn read_players(bytes: &[u8]) -> Result<Names, &'static str> {
        Names::read(bytes, PLAYER_BYTES)
    }

    /// The tournaments of a `.trn` file.
    ///
    /// # Errors
    /// It has no header, or is too short.
    pub fn read_tournaments(bytes: &[u8]) -> Result<Names, &'static str> {
        Names::read(bytes, TOURNAMENT_BYTES)
    }

    fn read(bytes: &[u8], length: usize) -> Result<Names, &'static str> {
        let header = Header::read(bytes).ok_or("no WTHOR header")?;
        let names: Vec<String> = bytes[HEADER_BYTES..]
            .chunks_exact(length)
            .take(header.names.into())
            .map(|name| {
                let text = name.iter().take_while(|&&byte| byte != 0);
                on_one_line(text.map(|&byte| char::from(byte)).collect::<String>().trim())
            })
            .collect();
        if names.len() < header.names.into() {
            Err("fewer names than stated")
        } else {
            Ok(Names(names))
        }
    }

    /// The name with that number, if it is known and not blank.
    pub fn get(&self, number: u16) -> Option<&str> {
        self.0.get(usize::from(number)).map(String::as_str).filter(|name| !name.is_empty())
    }
}

/// Assigns numbers to names in the order of their first use.
#[derive(Clone, Debug)]
pub struct NameNumbers {
    length: usize,
    numbers: HashMap<String, u16>,
    /// The names as they are stored.
    bytes: Vec<u8>,
}

impl NameNumbers {
    /// No players but the unknown one.
    pub fn players() -> NameNumbers {
        NameNumbers::new(PLAYER_BYTES)
    }

    /// No tournaments but the unknown one.
    pub fn tournaments() -> NameNumbers {
        NameNumbers::new(TOURNAMENT_BYTES)
    }

    fn new(length: usize) -> NameNumbers {
        let mut names = NameNumbers { length, numbers: HashMap::new(), bytes: Vec::new() };
        names.number("?");
        names
    }

    /// The number of `name`; 0, the unknown name, if there are too many.
    pub fn number(&mut self, name: &str) -> u16 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let Ok(number) = u16::try_from(self.numbers.len()) else { return 0 };
        if number == u16::MAX {
            return 0;
        }
        self.numbers.insert(name.to_owned(), number);
        let mut stored = vec![0; self.length];
        for (byte, c) in stored[..self.length - 1].iter_mut().zip(name.chars()) {
            *byte = u8::try_from(c).unwrap_or(b'?');
        }
        self.bytes.extend(stored);
        number
    }

    /// Whether `name` is read back unchanged.
    pub fn holds(&self, name: &str) -> bool {
        let fits = name.chars().count() < self.length && name.chars().all(|c| c <= '\u{ff}');
        let has_number = self.numbers.contains_key(name) || self.numbers.len() < u16::MAX.into();
        fits && has_number
    }

    /// The file of these names.
    pub fn file(&self, date: DateTime) -> Vec<u8> {
        let names = self.numbers.len() as u16;
        let header = Header { games: 0, names, year: 0, side: 0 };
        [&header.write(date)[..], &self.bytes].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_database() {
        // The header of a file from 2001-12-24 with 2 games of 1977.
        let bytes = [20, 1, 12, 24, 2, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 0, 0];
        let header = Header { games: 2, names: 0, year: 1977, side: 8 };
        assert_eq!(Header::read(&bytes), Some(header));
        assert_eq!(header.write(DateTime::from_text("2001-12-24 00:00:00").unwrap()), bytes);
        assert_eq!(Header::read(b"Piskvorky 15x15, 0:0, 0"), None);
        assert_eq!(Header::read(&bytes[..15]), None);
        let mut bytes = [0; GAME_BYTES];
        bytes[..11].copy_from_slice(&[1, 2, 3, 0, 4, 0, 40, 38, 56, 64, 33]);
        let game = StoredMoves::read(&bytes);
        assert_eq!((game.tournament, game.players), (0x201, [3, 4]));
        assert_eq!((game.score, game.theoretical_score), (40, 38));
        let points: Vec<String> =
            game.moves.iter().map(|&byte| point(byte).unwrap().to_string()).collect();
        assert_eq!(points, ["f5", "d6", "c3"]);
        assert_eq!(game.write(), bytes);
        for byte in [0, 9, 10, 19, 89, 91, 255] {
            assert_eq!(point(byte), None, "{byte}");
        }
        for point_of_board in SIZE.points() {
            assert_eq!(point(stored(point_of_board)), Some(point_of_board));
        }
    }

    #[test]
    fn names_have_numbers_from_1_on() {
        let mut players = NameNumbers::players();
        let numbers = ["?", "Ann", "Zo\u{eb}", "Ann"].map(|name| players.number(name));
        assert_eq!(numbers, [0, 1, 2, 1]);
        assert!(players.holds("nineteen characters") && !players.holds("twenty characters ab"));
        assert!(!players.holds("\u{141}"));
        let date = DateTime::from_text("2001-12-24 00:00:00").unwrap();
        let file = players.file(date);
        assert_eq!(file.len(), HEADER_BYTES + 3 * PLAYER_BYTES);
        let names = Names::read_players(&file).unwrap();
        assert_eq!(
            [names.get(1), names.get(2), names.get(3)],
            [Some("Ann"), Some("Zo\u{eb}"), None]
        );
        assert!(Names::read_players(&file[..file.len() - 1]).is_err());
        assert!(Names::read_tournaments(b"h8i9").is_err());
    }

    #[test]
    fn names_beyond_the_last_number_are_unknown() {
        let mut players = NameNumbers::players();
        let last = (1..70_000).map(|number| players.number(&number.to_string())).max();
        assert_eq!(last, Some(u16::MAX - 1));
        assert_eq!(players.number("one more"), 0);
        assert!(!players.holds("one more") && players.holds("1"));
    }
}
