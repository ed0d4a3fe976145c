//! Writes games one by one in any format.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::database::Companions;
use super::forest::Forest;
use super::holds::losses;
use super::loss::Loss;
use super::stored::StoredGame;
use crate::color::Color;
use crate::formats::date::DateTime;
use crate::formats::format::RecordFormat;
use crate::formats::game::{Claim, Verdict};
use crate::formats::renlib;
use crate::formats::wthor::{self, Header, NameNumbers, Names, StoredMoves};
use crate::formats::{ggf, obf, pos, psq, sgf, sgf_othello, transcript};
use crate::game::{Outcome, Position, Variant};
use crate::othello::rules::game::Game;
use crate::othello::rules::square::SIZE;

/// Writes games in a format, and counts the parts that it cannot store.
pub struct Writer<W> {
    out: W,
    format: RecordFormat,
    tally: Tally,
    /// The games of a library, which is written at the end.
    library: Forest,
    wthor: WthorNames,
}

/// The numbers of games written and not written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub written: u64,
    /// The number of games that lost each part.
    pub losses: BTreeMap<Loss, u64>,
    /// Number of games that were not written, by reason.
    pub refused: BTreeMap<&'static str, u64>,
}

/// The numbers of players and tournaments in WTHOR, and the data of its headers.
struct WthorNames {
    players: NameNumbers,
    tournaments: NameNumbers,
    /// The last date of a game that a header can state.
    last: Option<DateTime>,
}

/// The companion files of WTHOR, and the header of the file of games, which contains their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorFiles {
    pub header: [u8; wthor::HEADER_BYTES],
    pub players: Vec<u8>,
    pub tournaments: Vec<u8>,
}

/// The data to write after the last game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    pub tally: Tally,
    /// For WTHOR.
    pub files: Option<WthorFiles>,
}

impl WthorFiles {
    /// The names for a reader of the games.
    ///
    /// # Errors
    /// The companion files were modified.
    pub fn names(&self) -> Result<Companions, &'static str> {
        Ok(Companions {
            players: Names::read_players(&self.players)?,
            tournaments: Names::read_tournaments(&self.tournaments)?,
        })
    }
}

impl<W: Write> Writer<W> {
    /// A writer to `out`. In WTHOR, a header follows that must be overwritten at the end.
    ///
    /// # Errors
    /// Writing fails.
    pub fn new(mut out: W, format: RecordFormat) -> io::Result<Writer<W>> {
        if format == RecordFormat::Wthor {
            out.write_all(&[0; wthor::HEADER_BYTES])?;
        }
        let wthor = WthorNames {
            players: NameNumbers::players(),
            tournaments: NameNumbers::tournaments(),
            last: None,
        };
        Ok(Writer { out, format, tally: Tally::default(), library: Forest::new(), wthor })
    }

    /// Writes `game` in one call, unless the format cannot store it.
    ///
    /// # Errors
    /// Writing fails.
    pub fn write(&mut self, game: &StoredGame) -> io::Result<()> {
        let format = self.format.for_variant(game.record.variant);
        if let Some(reason) = refusal(format, game) {
            *self.tally.refused.entry(reason).or_default() += 1;
            return Ok(());
        }
        let mut lost: Vec<Loss> = losses(format, game).collect();
        match format {
            RecordFormat::Lib => self.library.add(game),
            RecordFormat::Wthor => {
                let bytes = self.wthor.encode(game, &mut lost);
                self.out.write_all(&bytes)?;
            }
            _ => self.out.write_all(text(format, game).as_bytes())?,
        }
        lost.sort_unstable();
        lost.dedup();
        lost.into_iter().for_each(|loss| *self.tally.losses.entry(loss).or_default() += 1);
        self.tally.written += 1;
        Ok(())
    }

    /// Writes everything that follows the last game.
    ///
    /// # Errors
    /// Writing fails.
    pub fn finish(mut self) -> io::Result<Finish> {
        let mut files = None;
        match self.format {
            RecordFormat::Lib => {
                let bytes = renlib::write(&self.library.into_library());
                self.out.write_all(&bytes.map_err(io::Error::other)?)?;
            }
            RecordFormat::Wthor => files = Some(self.wthor.files(self.tally.written)),
            _ => {}
        }
        self.out.flush()?;
        Ok(Finish { tally: self.tally, files })
    }
}

/// Why `format` cannot store `game`.
fn refusal(format: RecordFormat, game: &StoredGame) -> Option<&'static str> {
    let variant = game.record.variant;
    match (format, variant) {
        (RecordFormat::Psq | RecordFormat::Pos | RecordFormat::Lib, Variant::Othello) => {
            Some("the format is for Gomoku")
        }
        (
            RecordFormat::Ggf | RecordFormat::Transcript | RecordFormat::Obf | RecordFormat::Wthor,
            Variant::Gomoku { .. },
        ) => Some("the format is for Othello"),
        (RecordFormat::Lib, Variant::Gomoku { size, .. }) if size != renlib::SIZE => {
            Some("the format supports only 15x15 boards")
        }
        (
            RecordFormat::Psq
            | RecordFormat::Pos
            | RecordFormat::Lib
            | RecordFormat::Transcript
            | RecordFormat::Moves
            | RecordFormat::Wthor,
            _,
        ) if !game.is_standard() => Some("the format cannot store start positions"),
        (RecordFormat::Transcript | RecordFormat::Moves, _) if game.record.moves.is_empty() => {
            Some("the format cannot store games without moves")
        }
        _ => None,
    }
}

/// The text of a game in a text format that can store it.
fn text(format: RecordFormat, game: &StoredGame) -> String {
    let record = &game.record;
    match (format, record.variant, &game.start) {
        (RecordFormat::Psq, Variant::Gomoku { rule, size }, _) => psq::write(record, rule, size),
        (RecordFormat::Pos, Variant::Gomoku { rule, size }, _) => pos::write(record, rule, size),
        (RecordFormat::Sgf, _, Position::Gomoku(start)) => {
            sgf::write_from(start, record, game.tree.as_ref())
        }
        (RecordFormat::Sgf, _, Position::Othello(start)) => sgf_othello::write(start, record),
        (RecordFormat::Ggf, _, Position::Othello(start)) => ggf::write_from(start, record),
        (RecordFormat::Transcript, ..) => transcript::write(record),
        (RecordFormat::Obf, ..) => problem_text(game),
        _ => record.placed().map(|(point, _)| point.to_string()).collect::<String>() + "\n",
    }
}

/// The position at the end of a game of Othello as a line of OBF.
fn problem_text(game: &StoredGame) -> String {
    let Position::Othello(end) = game.end() else { return String::new() };
    obf::write(&end, &[], game.record.details.event.as_deref().unwrap_or_default())
}

impl WthorNames {
    /// The bytes of `game`; adds the parts that do not fit to `lost`.
    fn encode(&mut self, game: &StoredGame, lost: &mut Vec<Loss>) -> [u8; wthor::GAME_BYTES] {
        let record = &game.record;
        let event = record.details.event.as_deref().unwrap_or("?");
        let fits = record.players.iter().all(|name| self.players.holds(name));
        lost.extend((!fits).then_some(Loss::Players));
        lost.extend((!self.tournaments.holds(event)).then_some(Loss::Event));
        self.last = self.last.max(record.date.filter(|&date| wthor::holds_date(date)));
        let end = game.end();
        let margin = margin(&record.verdict, &end);
        let score = wthor::score(margin);
        let told = Claim::of_margin(2 * i32::from(score) - 64);
        let is_told = record.verdict.claim() == Some(told);
        lost.extend((!is_told).then_some(Loss::Result));
        lost.extend((margin % 2 != 0).then_some(Loss::Ending));
        let stored = StoredMoves {
            tournament: self.tournaments.number(event),
            players: record.players.each_ref().map(|name| self.players.number(name)),
            score,
            theoretical_score: score,
            moves: record.placed().map(|(point, _)| wthor::stored(point)).collect(),
        };
        stored.write()
    }

    /// The files after `games` games.
    fn files(&self, games: u64) -> WthorFiles {
        let date = self.last.unwrap_or(DateTime::from_unix(0));
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        let header = Header { games, names: 0, year: 0, side: 8 };
        WthorFiles {
            header: header.write(date),
            players: self.players.file(date),
            tournaments: self.tournaments.file(date),
        }
    }
}

/// Black's discs minus White's by the verdict, or else on the board.
fn margin(verdict: &Verdict, end: &Position) -> i32 {
    let Position::Othello(game) = end else { return 0 };
    // The reader rejects any other score than that of a finished board.
    if let Some(Outcome::Othello(discs)) = end.outcome(false) {
        return discs.score(Color::Black);
    }
    match verdict {
        Verdict::Adjudicated { margin: Some(margin), .. } => *margin,
        verdict => match verdict.claim() {
            Some(Claim::Win(Color::Black)) => 64,
            Some(Claim::Win(Color::White)) => -64,
            Some(Claim::Draw) => 0,
            None => difference(game),
        },
    }
}

/// Black's discs minus White's.
fn difference(game: &Game) -> i32 {
    let discs =
        |color| SIZE.points().filter(|&point| game.cell(point) == Some(color)).count() as i32;
    discs(Color::Black) - discs(Color::White)
}
