//! The journal of a match: every finished game, once, in a file that survives a crash.
//!
//! `journal.jsonl` in the folder of a match has a first line with the plan and the openings, then a line of
//! JSON per finished game, in the order in which the games finished. Openings that are generated during the
//! match have separate lines, `{"openings":["h8 i9"]}`; an empty one says that no more were found. An extension of the
//! match has a line, too, `{"games":80}`.
//! A line is synced to disk before its game counts. An incomplete last line is dropped when the journal is
//! reopened, and its game is played again.
//! A second runner cannot open it; it may be read at any time.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ending::{Ending, PlayedGame, Reason};
use super::plan::{MatchPlan, PlanError};
use super::reported::Reported;
use super::tournament::Tournament;
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::exclusive;
use crate::formats::date::DateTime;
use crate::formats::game::TimedMove;

/// File name of the journal.
pub const FILE: &str = "journal.jsonl";
/// Format version, in the first line.
const VERSION: u32 = 1;
/// Start of the first line.
const FIRST_LINE: &[u8] = b"{\"tengen_match\":";
/// The longest time of a ply in microseconds: some thirty years, so that times can be added.
const LONGEST_US: u64 = 1_000_000_000_000_000;

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// A file operation failed.
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Another runner has it open.
    InUse(PathBuf),
    /// A line is not valid.
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Description of the defect.
        message: String,
    },
    /// It belongs to a match with other options.
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// The options that differ.
        differences: Vec<String>,
    },
}

impl JournalError {
    /// The match in `folder` differs in these options.
    pub(super) fn other_plan(folder: &Path, differences: Vec<String>) -> JournalError {
        JournalError::OtherPlan { path: folder.join(FILE), differences }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            JournalError::InUse(path) => {
                write!(f, "{}: in use by another match", path.display())
            }
            JournalError::Corrupt { path, line, message } => {
                write!(f, "{}: line {line}: {message}", path.display())
            }
            JournalError::OtherPlan { path, differences } => write!(
                f,
                "{}: belongs to a match with other values of {} (repeat its options or choose another --out)",
                path.display(),
                differences.join(", ")
            ),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<JournalError> for PlanError {
    fn from(error: JournalError) -> PlanError {
        PlanError(error.to_string())
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    tengen_match: u32,
    /// The whole plan.
    pub plan: MatchPlan,
    /// The first openings by number, each as its moves; empty in swap2.
    pub openings: Vec<String>,
}

/// A line with further openings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningsLine {
    openings: Vec<String>,
}

/// Start of such a line.
const OPENINGS_LINE: &[u8] = b"{\"openings\":";

/// A line with the new number of games of every encounter, written when a match was extended.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GamesLine {
    games: usize,
}

/// Start of such a line.
const GAMES_LINE: &[u8] = b"{\"games\":";

impl Header {
    /// The first line of a new journal.
    pub fn new(plan: MatchPlan, openings: Vec<String>) -> Header {
        Header { tengen_match: VERSION, plan, openings }
    }

    /// Checks that the journal in `folder` belongs to the match of `plan`.
    ///
    /// # Errors
    /// The options that differ.
    pub fn must_be_of(&self, plan: &MatchPlan, folder: &Path) -> Result<(), JournalError> {
        let differences = self.plan.identity().differences(&plan.identity());
        if differences.is_empty() {
            return Ok(());
        }
        Err(JournalError::other_plan(folder, differences))
    }
}

impl Contents {
    /// Checks that the games belong to `tournament` and are legal, which later steps rely on.
    ///
    /// # Errors
    /// The first game for which this is not true.
    pub fn must_be_of(&self, tournament: &Tournament, folder: &Path) -> Result<(), JournalError> {
        let Ok(start) = tournament.conditions.variant.start() else {
            return Ok(());
        };
        for (&line, game) in self.lines.iter().zip(&self.games) {
            let mut position = start.clone();
            let mut plies = game.moves.iter();
            let legal = plies.all(|timed| position.play(timed.mv).is_ok());
            if !legal || !tournament.schedule.is_game(game.number, game.players) {
                let message = format!("game {} does not belong to this match", game.number);
                return Err(JournalError::Corrupt { path: folder.join(FILE), line, message });
            }
        }
        Ok(())
    }
}

/// The parsed contents of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The first line, with all openings and the last number of games.
    pub header: Header,
    /// The games in the order in which they finished.
    pub games: Vec<PlayedGame>,
    /// Whether no more openings were found than the header has.
    pub has_all_openings: bool,
    /// The line of each game, from 1.
    lines: Vec<usize>,
    /// Length of the complete lines in bytes.
    sound_bytes: u64,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    played: BTreeSet<usize>,
}

impl Journal {
    /// Creates `folder` and a journal in it.
    ///
    /// # Errors
    /// There is one already, or a file operation fails.
    pub fn create(folder: &Path, header: &Header) -> Result<Journal, JournalError> {
        let path = folder.join(FILE);
        let io = |error| JournalError::Io { path: path.clone(), error };
        // A path that is not UTF-8 cannot be written as text.
        let header = serde_json::to_string(header).map_err(|error| io(error.into()))?;
        fs::create_dir_all(folder).map_err(io)?;
        let file = open(File::options().write(true).create_new(true), &path)?;
        let mut journal = Journal { path, file, played: BTreeSet::new() };
        journal.write(&header)?;
        // The directory entry, too, must survive a power failure.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(journal)
    }

    /// Opens the journal in `folder` for more games and drops an incomplete last line. `None` if there is no
    /// journal or not even a complete first line.
    ///
    /// # Errors
    /// Another runner has it open, it is damaged, or a file operation fails.
    pub fn resume(folder: &Path) -> Result<Option<(Journal, Contents)>, JournalError> {
        let path = folder.join(FILE);
        let io = |error| JournalError::Io { path: path.clone(), error };
        let mut file = match open(File::options().read(true).write(true), &path) {
            Err(JournalError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            file => file?,
        };
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let Some(contents) = parse(&text, &path)? else {
            // Else somebody else's file would be removed.
            if !is_begun(&text, FIRST_LINE) {
                let message = "not the beginning of a match".to_owned();
                return Err(JournalError::Corrupt { path, line: 1, message });
            }
            drop(file);
            fs::remove_file(&path).map_err(io)?;
            return Ok(None);
        };
        if contents.sound_bytes < text.len() as u64 {
            log::warn!("{}: dropped an incomplete last line", path.display());
            exclusive::cut(&mut file, contents.sound_bytes).map_err(io)?;
            file.sync_all().map_err(io)?;
        }
        let played = contents.games.iter().map(|game| game.number).collect();
        Ok(Some((Journal { path, file, played }, contents)))
    }

    /// Removes the journal, so that another match can begin in its folder.
    ///
    /// # Errors
    /// A file operation fails.
    pub fn remove(self) -> Result<(), JournalError> {
        let Journal { path, file, .. } = self;
        drop(file);
        fs::remove_file(&path).map_err(|error| JournalError::Io { path, error })
    }

    /// Whether the journal has the game with that number.
    pub fn has(&self, number: usize) -> bool {
        self.played.contains(&number)
    }

    /// Adds a finished game and syncs it to disk.
    ///
    /// # Errors
    /// A file operation fails.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), JournalError> {
        debug_assert!(!self.has(game.number), "game {} is already in the journal", game.number);
        self.write(&write_line(game))?;
        self.played.insert(game.number);
        Ok(())
    }

    /// Adds openings that were generated.
    ///
    /// # Errors
    /// A file operation fails.
    pub fn add_openings(&mut self, openings: &[String]) -> Result<(), JournalError> {
        if openings.is_empty() {
            return Ok(());
        }
        self.write_openings(openings.to_vec())
    }

    /// Records that no more openings were found.
    ///
    /// # Errors
    /// A file operation fails.
    pub fn end_openings(&mut self) -> Result<(), JournalError> {
        self.write_openings(Vec::new())
    }

    fn write_openings(&mut self, openings: Vec<String>) -> Result<(), JournalError> {
        let line = OpeningsLine { openings };
        self.write(&serde_json::to_string(&line).expect("text can be written"))
    }

    /// Records that the match was extended to this number of games of every encounter.
    ///
    /// # Errors
    /// A file operation fails.
    pub fn extend(&mut self, games: usize) -> Result<(), JournalError> {
        self.write(&serde_json::to_string(&GamesLine { games }).expect("numbers can be written"))
    }

    /// Adds many games at once.
    ///
    /// # Errors
    /// A file operation fails.
    pub fn add_all(&mut self, games: &[PlayedGame]) -> Result<(), JournalError> {
        let lines: Vec<String> = games.iter().map(write_line).collect();
        if !lines.is_empty() {
            self.write(&lines.join("\n"))?;
        }
        self.played.extend(games.iter().map(|game| game.number));
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let text = format!("{line}\n");
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// Reads the journal in `folder` while a match may be writing to it; `None` if there is none yet, or none with a
/// complete first line.
///
/// # Errors
/// It is damaged, or a file operation fails.
pub fn read_if_begun(folder: &Path) -> Result<Option<Contents>, JournalError> {
    let path = folder.join(FILE);
    match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(JournalError::Io { path, error }),
        Ok(text) => parse(&text, &path),
    }
}

/// Reads the journal in `folder`, without an incomplete last line.
///
/// # Errors
/// There is none, it is damaged, or a file operation fails.
pub fn read(folder: &Path) -> Result<Contents, JournalError> {
    let path = folder.join(FILE);
    let text = fs::read(&path).map_err(|error| JournalError::Io { path: path.clone(), error })?;
    let missing = || JournalError::Corrupt {
        path: path.clone(),
        line: 1,
        message: "the first line is missing".to_owned(),
    };
    parse(&text, &path)?.ok_or_else(missing)
}

/// Opens the journal at `path` for one runner.
///
/// # Errors
/// Another runner has it open, or the system refuses.
fn open(options: &OpenOptions, path: &Path) -> Result<File, JournalError> {
    exclusive::open(options, path).map_err(|error| match error.kind() {
        io::ErrorKind::ResourceBusy => JournalError::InUse(path.to_owned()),
        _ => JournalError::Io { path: path.to_owned(), error },
    })
}

/// Whether `text` may be the beginning of a first line that starts with `start`.
pub(super) fn is_begun(text: &[u8], start: &[u8]) -> bool {
    let common = text.len().min(start.len());
    text[..common] == start[..common]
}

/// Parses a journal; `None` if not even the first line is complete.
fn parse(text: &[u8], path: &Path) -> Result<Option<Contents>, JournalError> {
    let corrupt = |line, message| JournalError::Corrupt { path: path.to_owned(), line, message };
    // Anything after the last line end is incomplete.
    let sound = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = (1..).zip(text[..sound].split_inclusive(|&byte| byte == b'\n'));
    let Some((_, first)) = lines.next() else {
        return Ok(None);
    };
    let mut header: Header =
        serde_json::from_slice(first).map_err(|error| corrupt(1, error.to_string()))?;
    if header.tengen_match != VERSION {
        let message =
            format!("unknown format version {} (expected {VERSION})", header.tengen_match);
        return Err(corrupt(1, message));
    }
    let (mut games, mut game_lines, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut has_all_openings = false;
    for (number, line) in lines {
        if line.starts_with(OPENINGS_LINE) {
            let more: Result<OpeningsLine, _> = serde_json::from_slice(line);
            let more = more.map_err(|e| corrupt(number, e.to_string()))?.openings;
            has_all_openings |= more.is_empty();
            header.openings.extend(more);
            continue;
        }
        if line.starts_with(GAMES_LINE) {
            let extended: Result<GamesLine, _> = serde_json::from_slice(line);
            header.plan.games = Some(extended.map_err(|e| corrupt(number, e.to_string()))?.games);
            continue;
        }
        let game = read_line(line).map_err(|message| corrupt(number, message))?;
        if !seen.insert(game.number) {
            return Err(corrupt(number, format!("game {} occurs twice", game.number)));
        }
        games.push(game);
        game_lines.push(number);
    }
    let (lines, sound_bytes) = (game_lines, sound as u64);
    Ok(Some(Contents { header, games, has_all_openings, lines, sound_bytes }))
}

const PASS: &str = "pass";
const DRAW: &str = "draw";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    game: usize,
    black: usize,
    white: usize,
    winner: String,
    reason: String,
    detail: String,
    margin: Option<i32>,
    opening: usize,
    began: String,
    /// Points and passes, separated by blanks.
    moves: String,
    /// Microseconds of every ply.
    us: Vec<u64>,
    /// The engines' reports on every ply: words as [`Reported`] writes them, separated by blanks. Omitted if they
    /// reported nothing, and in journals of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    said: String,
}

/// The line of `game`, without its end.
fn write_line(game: &PlayedGame) -> String {
    let entry = GameLine {
        game: game.number,
        black: game.players[0],
        white: game.players[1],
        winner: game.ending.winner.map_or(DRAW.to_owned(), |color| color.to_string()),
        reason: game.ending.reason.name().to_owned(),
        detail: game.ending.detail.clone(),
        margin: game.margin,
        opening: game.opening_plies,
        began: game.began.to_string(),
        moves: moves_text(game.moves.iter().map(|timed| timed.mv)),
        us: game.moves.iter().map(|timed| micros(timed.time)).collect(),
        said: reports_text(&game.reports),
    };
    serde_json::to_string(&entry).expect("text and numbers can be written")
}

/// Moves as text: points and `pass`, separated by blanks.
pub(super) fn moves_text(moves: impl Iterator<Item = Move>) -> String {
    let words = moves.map(|mv| mv.point().map_or(PASS.to_owned(), |point| point.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

/// The reports of every ply, separated by blanks; empty if all are empty.
fn reports_text(reports: &[Reported]) -> String {
    if reports.iter().all(Reported::is_empty) {
        return String::new();
    }
    reports.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads the text written by [`reports_text`] for `plies` plies.
///
/// # Errors
/// The first word that is not a report, or a wrong number of reports.
fn read_reports(text: &str, plies: usize) -> Result<Vec<Reported>, String> {
    if text.is_empty() {
        return Ok(vec![Reported::default(); plies]);
    }
    let read = |word| Reported::from_word(word).ok_or_else(|| format!("invalid report '{word}'"));
    let reports: Vec<Reported> = text.split(' ').map(read).collect::<Result<_, _>>()?;
    if reports.len() != plies {
        return Err("the numbers of moves and reports disagree".to_owned());
    }
    Ok(reports)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Reads a line.
///
/// # Errors
/// The reason why it is invalid.
fn read_line(line: &[u8]) -> Result<PlayedGame, String> {
    let entry: GameLine = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let winner = match entry.winner.as_str() {
        DRAW => None,
        name => Some(
            Color::ALL
                .into_iter()
                .find(|color| color.to_string() == name)
                .ok_or_else(|| format!("unknown winner '{name}'"))?,
        ),
    };
    let reason = Reason::from_name(&entry.reason)
        .ok_or_else(|| format!("unknown reason '{}'", entry.reason))?;
    let moves = read_moves(&entry.moves)?;
    if let Some(us) = entry.us.iter().find(|&&us| us > LONGEST_US) {
        return Err(format!("invalid time '{us}'"));
    }
    if moves.len() != entry.us.len() || entry.opening > moves.len() {
        return Err("the numbers of moves, times and opening plies disagree".to_owned());
    }
    let reports = read_reports(&entry.said, moves.len())?;
    if let Some(margin) = entry.margin.filter(|margin| !(-64..=64).contains(margin)) {
        return Err(format!("invalid margin '{margin}'"));
    }
    let timed = moves.into_iter().zip(entry.us);
    Ok(PlayedGame {
        number: entry.game,
        players: [entry.black, entry.white],
        opening_plies: entry.opening,
        moves: timed.map(|(mv, us)| TimedMove { mv, time: Duration::from_micros(us) }).collect(),
        reports,
        ending: Ending { winner, reason, detail: entry.detail },
        margin: entry.margin,
        began: DateTime::from_text(&entry.began)
            .ok_or_else(|| format!("invalid date '{}'", entry.began))?,
    })
}

/// Reads the text written by [`moves_text`].
///
/// # Errors
/// The first word that is not a move.
pub(super) fn read_moves(text: &str) -> Result<Vec<Move>, String> {
    text.split_whitespace().map(read_move).collect()
}

fn read_move(word: &str) -> Result<Move, String> {
    if word == PASS {
        return Ok(Move::Pass);
    }
    Point::from_text(word).map(Move::Place).ok_or_else(|| format!("invalid move '{word}'"))
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::*;
    use crate::arena::ending::{Ending, Reason};
    use crate::arena::reported::ReportedScore;
    use crate::color::Color;
    use crate::formats::date::DateTime;
    use crate::formats::game::tests::random_game;
    use crate::game::Variant;

    /// A temporary folder, deleted on drop.
    pub struct Scratch(pub PathBuf);

    impl Scratch {
        pub fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn header() -> Header {
        Header::new(
            MatchPlan { games: Some(8), ..MatchPlan::default() },
            vec!["h8 i9".to_owned(), "f5 pass".to_owned()],
        )
    }

    #[cfg(unix)]
    #[test]
    fn a_path_without_text_makes_no_journal() {
        use std::os::unix::ffi::OsStrExt;
        let scratch = Scratch::new("journal-no-text");
        let openings = PathBuf::from(std::ffi::OsStr::from_bytes(b"bad\xff.txt"));
        let plan = MatchPlan { openings: Some(openings), ..MatchPlan::default() };
        let error = Journal::create(&scratch.0, &Header::new(plan, Vec::new())).unwrap_err();
        assert!(error.to_string().contains("UTF-8"), "{error}");
        assert!(!scratch.0.exists());
    }

    /// Reports of some plies, none at all for one seed in four.
    fn reports(plies: usize, seed: u64) -> Vec<Reported> {
        let report = |ply: usize| match (ply as u64 + seed) % 4 {
            _ if seed.is_multiple_of(4) => Reported::default(),
            0 => Reported::default(),
            1 => Reported { score: Some(ReportedScore::Loss(3)), ..Reported::default() },
            _ => Reported {
                score: Some(ReportedScore::Value(-7)),
                depth: Some(ply as u32),
                nodes: Some(seed),
                time_ms: None,
            },
        };
        (0..plies).map(report).collect()
    }

    fn game(number: usize, seed: u64) -> PlayedGame {
        let record = random_game(Variant::Othello, seed, 60, None);
        let reason = Reason::ALL[seed as usize % Reason::ALL.len()];
        PlayedGame {
            number,
            players: [number % 2, 1 - number % 2],
            opening_plies: record.moves.len() / 2,
            reports: reports(record.moves.len(), seed),
            moves: record.moves,
            ending: Ending {
                winner: [None, Some(Color::Black), Some(Color::White)][seed as usize % 3],
                reason,
                detail: "h8 \"said\"\tline".to_owned(),
            },
            margin: seed.is_multiple_of(2).then_some((seed % 65) as i32 - 32),
            began: DateTime::from_unix(seed % 4_000_000_000),
        }
    }

    #[test]
    fn a_journal_goes_on_where_it_stopped() {
        let folder = Scratch::new("goes-on");
        let mut journal = Journal::create(&folder.0, &header()).unwrap();
        for number in [4, 1, 0] {
            journal.add(&game(number, number as u64)).unwrap();
        }
        assert!(matches!(Journal::create(&folder.0, &header()), Err(JournalError::Io { .. })));
        assert!(matches!(Journal::resume(&folder.0), Err(JournalError::InUse(_))));
        drop(journal);
        let (mut journal, contents) = Journal::resume(&folder.0).unwrap().unwrap();
        assert_eq!(contents.header, header());
        assert_eq!(contents.games, [4, 1, 0].map(|number| game(number, number as u64)));
        assert!(journal.has(4) && !journal.has(2));
        journal.add_all(&[game(2, 9), game(3, 10)]).unwrap();
        assert_eq!(read(&folder.0).unwrap().games.len(), 5);
    }

    #[test]
    fn wherever_the_power_fails_whole_games_stay_and_the_rest_goes() {
        let folder = Scratch::new("power");
        let mut journal = Journal::create(&folder.0, &header()).unwrap();
        journal.add(&game(0, 1)).unwrap();
        journal.add(&game(1, 2)).unwrap();
        drop(journal);
        let whole = fs::read(folder.0.join(FILE)).unwrap();
        let ends: Vec<usize> =
            (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
        for length in (0..whole.len()).step_by(7).chain(ends.iter().copied()) {
            fs::write(folder.0.join(FILE), &whole[..length]).unwrap();
            let resumed = Journal::resume(&folder.0).unwrap();
            if length < ends[0] {
                assert!(resumed.is_none() && !folder.0.join(FILE).exists(), "{length}");
                continue;
            }
            let (mut journal, contents) = resumed.unwrap();
            let kept = ends[1..].iter().filter(|&&end| end <= length).count();
            assert_eq!(contents.games.len(), kept, "{length}");
            journal.add(&game(7, 3)).unwrap();
            drop(journal);
            assert_eq!(read(&folder.0).unwrap().games.len(), kept + 1, "{length}");
        }
    }

    #[test]
    fn the_notes_of_somebody_else_are_not_removed() {
        let folder = Scratch::new("journal-notes");
        fs::create_dir(&folder.0).unwrap();
        for notes in ["{\"my\":\"notes\"}", "{\"tengen_notes"] {
            fs::write(folder.0.join(FILE), notes).unwrap();
            assert!(matches!(Journal::resume(&folder.0), Err(JournalError::Corrupt { .. })));
            assert_eq!(fs::read_to_string(folder.0.join(FILE)).unwrap(), notes);
        }
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let folder = Scratch::new("damage");
        drop(Journal::create(&folder.0, &header()).unwrap());
        let path = folder.0.join(FILE);
        let first = fs::read_to_string(&path).unwrap();
        let line = write_line(&game(3, 4));
        for (text, message) in [
            (format!("{first}{line}\n{line}\n"), "line 3: game 3 occurs twice"),
            (format!("{first}nonsense\n{line}\n"), "line 2: expected"),
            (
                first.replace("\"tengen_match\":1", "\"tengen_match\":9"),
                "line 1: unknown format version 9",
            ),
            (
                format!("{first}{}\n", line.replace("\"us\":[", "\"us\":[7,")),
                "opening plies disagree",
            ),
            (
                format!("{first}{}\n", line.replace("\"us\"", "\"said\":\"- 1\",\"us\"")),
                "reports disagree",
            ),
            (
                format!("{first}{}\n", line.replace("\"margin\":-28", "\"margin\":-2147483648")),
                "line 2: invalid margin '-2147483648'",
            ),
            (
                format!("{first}{}\n", line.replace("\"us\":[", "\"us\":[10000000000000000000,")),
                "line 2: invalid time '10000000000000000000'",
            ),
        ] {
            fs::write(&path, text).unwrap();
            let error = read(&folder.0).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
            assert!(matches!(Journal::resume(&folder.0), Err(JournalError::Corrupt { .. })));
        }
    }

    #[test]
    fn journals_without_reports_are_read() {
        let silent = game(1, 4);
        let line = write_line(&silent);
        assert!(!line.contains("\"said\":"), "{line}");
        assert_eq!(read_line(line.as_bytes()), Ok(silent));
        let line = write_line(&game(1, 5));
        assert!(line.contains("\"said\":\"-M3 -7/1/5 "), "{line}");
    }

    #[test]
    fn openings_are_added_between_games() {
        let folder = Scratch::new("openings");
        let mut journal = Journal::create(&folder.0, &header()).unwrap();
        journal.add_openings(&["a1 b2".to_owned()]).unwrap();
        journal.add(&game(0, 1)).unwrap();
        journal.add_openings(&[]).unwrap();
        journal.add_openings(&["c3".to_owned(), "d4".to_owned()]).unwrap();
        let contents = read(&folder.0).unwrap();
        assert_eq!(contents.header.openings, ["h8 i9", "f5 pass", "a1 b2", "c3", "d4"]);
        assert_eq!((contents.games.len(), &contents.lines[..]), (1, &[3][..]));
        assert!(!contents.has_all_openings);
        journal.end_openings().unwrap();
        let ended = read(&folder.0).unwrap();
        assert!(ended.has_all_openings && ended.header == contents.header);
    }

    #[test]
    fn a_match_is_extended_between_games() {
        let folder = Scratch::new("extended");
        let mut journal = Journal::create(&folder.0, &header()).unwrap();
        journal.add(&game(0, 1)).unwrap();
        journal.extend(80).unwrap();
        journal.add(&game(1, 1)).unwrap();
        let contents = read(&folder.0).unwrap();
        assert_eq!((contents.header.plan.games, contents.games.len()), (Some(80), 2));
        let plan = MatchPlan { games: Some(80), ..header().plan };
        assert_eq!(contents.header, Header { plan, ..header() });
    }

    #[test]
    fn another_tournament_is_refused() {
        let other = MatchPlan { size: Some("20".to_owned()), ..header().plan };
        let error = header().must_be_of(&other, "folder".as_ref()).unwrap_err().to_string();
        assert!(error.contains("other values of size"), "{error}");
        let longer = MatchPlan { games: Some(80), ..header().plan };
        assert!(header().must_be_of(&longer, "folder".as_ref()).is_ok());
    }

    proptest! {
        #[test]
        fn a_game_reads_as_it_was_written(number in 0usize..100_000, seed: u64) {
            let played = game(number, seed);
            prop_assert_eq!(read_line(write_line(&played).as_bytes()), Ok(played));
        }

        #[test]
        fn no_line_is_too_strange(
            seed: u64,
            changes in proptest::collection::vec((0.0..1.0_f64, 0..3usize, "[-+0-9a-z/. ]{0,3}"), 1..4),
        ) {
            let mut line = write_line(&game(3, seed)).into_bytes();
            for (place, removed, put) in changes {
                let from = (place * line.len() as f64) as usize;
                let to = (from + removed).min(line.len());
                line.splice(from..to, put.into_bytes());
            }
            if let Ok(read) = read_line(&line) {
                prop_assert_eq!(read_line(write_line(&read).as_bytes()), Ok(read));
            }
        }
    }
}
