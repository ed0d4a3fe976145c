//! The files beside a journal: game records, the plan as a configuration file, and the report. All can be
//! rebuilt from the journal.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::ending::{PlayedGame, Reason};
use super::plan::{MatchPlan, PlanError};
use super::report::words::reason;
use super::report::{self, Facts};
use super::tournament::Tournament;
use crate::color::Color;
use crate::formats::format::RecordFormat;
use crate::formats::game::{Claim, Details, GameRecord, Verdict};
use crate::language::Words;
use crate::replacement::replace;

/// The plan as a configuration file.
const PLAN: &str = "match.toml";
/// The report for a terminal.
const REPORT_TEXT: &str = "report.txt";
/// The report for a browser.
const REPORT_PAGE: &str = "report.html";

/// Refuses a folder that contains files which a match would replace. Without a journal, they are not files of a match.
pub fn must_be_free(path: &Path, tournament: &Tournament) -> Result<(), PlanError> {
    let records = tournament.records.iter().map(|&format| records_name(format));
    let names = [PLAN, REPORT_TEXT, REPORT_PAGE].map(str::to_owned).into_iter().chain(records);
    match names.map(|name| path.join(name)).find(|file| file.exists()) {
        Some(file) => {
            Err(PlanError(format!("{}: already exists (choose another --out)", file.display())))
        }
        None => Ok(()),
    }
}

/// Whether `path` has games in a format that the records of the tournament lack, where they would stay incomplete.
pub fn has_other_records(path: &Path, tournament: &Tournament) -> bool {
    let formats = RecordFormat::for_game(tournament.conditions.variant).iter();
    let mut others = formats.filter(|format| !tournament.records.contains(format));
    // A match that ended before its first game leaves empty files.
    let has_games = |file: fs::Metadata| file.is_dir() || file.len() > 0;
    others.any(|&format| fs::metadata(path.join(records_name(format))).is_ok_and(has_games))
}

/// The folder of a tournament.
#[derive(Debug)]
pub struct Folder<'a> {
    path: PathBuf,
    tournament: &'a Tournament,
}

impl<'a> Folder<'a> {
    /// The folder at `path`, which exists.
    pub fn new(path: &Path, tournament: &'a Tournament) -> Folder<'a> {
        Folder { path: path.to_owned(), tournament }
    }

    /// Writes the plan.
    ///
    /// # Errors
    /// A file cannot be written; errors name it.
    pub fn write_plan(&self, plan: &MatchPlan) -> Result<(), PlanError> {
        self.replace(PLAN, &plan.to_toml())
    }

    /// Rewrites the records of all games.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_records(&self, games: &[PlayedGame]) -> Result<(), PlanError> {
        for &format in &self.tournament.records {
            if format.is_collection() {
                let path = self.path.join(records_name(format));
                fs::write(&path, "").map_err(PlanError::about(&path))?;
            }
        }
        games.iter().try_for_each(|game| self.add_record(game))
    }

    /// Adds the records of a game.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn add_record(&self, game: &PlayedGame) -> Result<(), PlanError> {
        let record = self.record(game);
        for &format in &self.tournament.records {
            // Plans contain no formats of the other game.
            let Some(text) = format.write(&record) else {
                continue;
            };
            let place = self.path.join(records_name(format));
            if format.is_collection() {
                append(&place, &text).map_err(PlanError::about(&place))?;
            } else {
                let path = place.join(format!("{:06}.{}", game.number + 1, format.extension()));
                fs::create_dir_all(&place)
                    .and_then(|()| fs::write(&path, text))
                    .map_err(PlanError::about(&path))?;
            }
        }
        Ok(())
    }

    /// The path of the report as a page.
    pub fn report_page(&self) -> PathBuf {
        self.path.join(REPORT_PAGE)
    }

    /// Writes the report as text and as a page.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_report(&self, facts: &Facts<'_>) -> Result<(), PlanError> {
        self.replace(REPORT_TEXT, &report::text::write(facts))?;
        self.replace(REPORT_PAGE, &report::page::write(facts))
    }

    /// Replaces a file atomically: a reader sees the old text or the new one.
    fn replace(&self, name: &str, text: &str) -> Result<(), PlanError> {
        let path = self.path.join(name);
        replace(&path, text.as_bytes()).map_err(PlanError::about(&path))
    }

    fn record(&self, game: &PlayedGame) -> GameRecord {
        let engines = game.players.map(|player| &self.tournament.engines[player]);
        let [black, white] = engines.map(|engine| engine.time.to_string());
        let time_control = if black == white { black } else { format!("{black} - {white}") };
        let detail = &game.ending.detail;
        let reason = game.ending.reason;
        let termination =
            if detail.is_empty() { reason.to_string() } else { format!("{reason}: {detail}") };
        GameRecord {
            variant: self.tournament.conditions.variant,
            players: engines.map(|engine| engine.name.clone()),
            date: Some(game.began),
            moves: game.moves.clone(),
            verdict: self.verdict(game),
            details: Details {
                event: self.tournament.event.clone(),
                round: Some((game.number + 1).to_string()),
                time_control: Some(time_control),
                opening_plies: game.opening_plies,
                termination: Some(termination),
            },
        }
    }

    fn verdict(&self, game: &PlayedGame) -> Verdict {
        let claim = game.ending.winner.map_or(Claim::Draw, Claim::Win);
        match (game.ending.reason, game.ending.winner) {
            (Reason::Five | Reason::FullBoard | Reason::Discs, _) => self.verdict_on_board(game),
            (
                Reason::DeadDraw
                | Reason::Solved
                | Reason::MoveLimit
                | Reason::AgreedWin
                | Reason::AgreedDraw,
                _,
            ) => Verdict::Adjudicated { claim, margin: game.margin },
            (_, Some(winner)) => Verdict::Resigned(!winner),
            (_, None) => Verdict::AgreedDraw,
        }
    }

    fn verdict_on_board(&self, game: &PlayedGame) -> Verdict {
        let start = self.tournament.conditions.variant.start();
        let mut position = start.expect("the board was made before");
        let replayed = game.moves.iter().try_for_each(|timed| position.play(timed.mv));
        match (replayed, position.outcome(false)) {
            (Ok(()), Some(outcome)) => Verdict::Board(outcome),
            _ => Verdict::Unfinished,
        }
    }
}

/// The line about a finished game: `game 17: a - b 1-0 five (43 plies)`, Black first.
pub fn headline(game: &PlayedGame, tournament: &Tournament, words: &Words) -> String {
    let [black, white] = game.players.map(|player| tournament.engines[player].name.as_str());
    let result = match game.ending.winner {
        Some(Color::Black) => "1-0",
        Some(Color::White) => "0-1",
        None => "1/2-1/2",
    };
    let detail = words.detail(&game.ending.detail);
    let separator = if detail.is_empty() { "" } else { ": " };
    let ending = format!("{}{separator}{detail}", reason(game.ending.reason, words));
    let values = [
        ("number", (game.number + 1).into()),
        ("black", black.into()),
        ("white", white.into()),
        ("result", result.into()),
        ("ending", ending.into()),
        ("plies", game.moves.len().into()),
    ];
    words.say_with("match-game", &values)
}

/// The name of the file with the records of all games, or of the folder with their files.
fn records_name(format: RecordFormat) -> String {
    if format.is_collection() {
        format!("games.{}", format.extension())
    } else {
        format.name().to_owned()
    }
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    File::options().create(true).append(true).open(path)?.write_all(text.as_bytes())
}
