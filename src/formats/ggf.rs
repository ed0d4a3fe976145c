//! GGF: games of Othello in the Generic Game Format of the server GGS, many per file.
//!
//! One line each: `(;GM[Othello]PC[..]DT[..]PB[..]PW[..]RE[+12.00]TY[8]BO[8 <squares> *]B[F5//0.12]
//! ...W[PA];)`. `RE` is Black's discs minus White's, with `:r` resigned, `:t` on time, `:s` agreed;
//! a move is `point/evaluation/seconds`. Nothing can be escaped: square brackets in texts become
//! parentheses. Details without a dedicated property are comments `C[key: value]`. Of variations, only the main line
//! is read.

use std::mem;
use std::time::Duration;

use super::date::DateTime;
use super::error::excerpt;
use super::game::{Claim, Details, GameRecord, Loss, Replay, TimedMove, Verdict, one_line};
use super::records::loss;
use super::tree::{self, Escapes, GameTree, Property, has_moves};
use super::{TextError, unexpected};
use crate::color::Color;
use crate::coord::Move;
use crate::game::{Outcome, Position, Variant};
use crate::othello::rules::game::{Game, Outcome as Discs};
use crate::othello::rules::square::SIZE;

/// Properties that are read.
const READ: [&str; 12] = ["GM", "PC", "DT", "PB", "PW", "RE", "TI", "TY", "BO", "B", "W", "C"];

/// Seconds from 1970 to the end of the year 9999.
const END_OF_DATES: u64 = 253_402_300_800;

/// A game with its start position.
#[derive(Clone, Debug, PartialEq)]
pub struct GgfGame {
    /// The position before the first move, without history.
    pub start: Game,
    /// The game. If `start` is not the standard start position, its moves begin there, with the side to move
    /// in `start`.
    pub record: GameRecord,
    /// The clocks of Black and White before the first move, as in the file: `TB` and `TW`, or `TI` for
    /// both.
    pub clocks: [Option<String>; 2],
    /// Whether the last move of the record is a pass that the file does not state.
    pub has_unstated_pass: bool,
    /// The first fault of the game; the moves of the record end before the first illegal one.
    pub fault: Option<TextError>,
    /// Whether the record has every move of the file.
    pub has_all_moves: bool,
    /// The parts of the game in the file that the record lacks.
    pub omitted: Vec<loss::Loss>,
}

impl GgfGame {
    /// A game from the standard start position, without clocks.
    pub fn from_start(record: GameRecord) -> GgfGame {
        GgfGame {
            start: Game::new(),
            record,
            clocks: [None, None],
            has_unstated_pass: false,
            fault: None,
            has_all_moves: true,
            omitted: Vec::new(),
        }
    }

    /// The game, if it has no fault.
    ///
    /// # Errors
    /// The fault.
    pub(super) fn flawless(self) -> Result<GgfGame, TextError> {
        match self.fault {
            None => Ok(self),
            Some(fault) => Err(fault),
        }
    }

    /// Removes an implied pass after the last move.
    pub fn drop_unstated_pass(&mut self) {
        if mem::take(&mut self.has_unstated_pass) {
            self.record.moves.pop();
        }
    }
}

/// The line of an Othello game from the standard start position, with its line end.
pub fn write(record: &GameRecord) -> String {
    write_from(&Game::new(), record)
}

/// The line of an Othello game from `start`, with its line end. A decided game without a known margin is
/// written as 64 discs.
pub fn write_from(start: &Game, record: &GameRecord) -> String {
    let mut text = "(;".to_owned();
    let mut property = |name: &str, value: &str| {
        let value = value.replace('[', "(").replace(']', ")");
        text += &format!("{name}[{value}]");
    };
    let details = &record.details;
    property("GM", "Othello");
    property("PC", &one_line(details.event.as_deref().unwrap_or("?")));
    if let Some(date) = record.date {
        let date = date.to_string().replace('-', ".").replace(' ', "_");
        property("DT", &format!("{date}.UTC"));
    }
    let [black, white] = record.players.each_ref().map(|name| one_line(name));
    property("PB", &black);
    property("PW", &white);
    if let Some(result) = result_text(&record.verdict, details) {
        property("RE", &result);
    }
    for (key, value) in details.entries() {
        match key {
            "event" => {}
            "time control" if is_clock(&value) => property("TI", &value),
            _ => property("C", &format!("{key}: {value}")),
        }
    }
    property("TY", "8");
    property("BO", &board_text(start));
    let mut side = start.side_to_move();
    for timed in &record.moves {
        let point = timed.mv.point().map_or("PA".to_owned(), |point| point.to_string());
        let name = if side == Color::Black { "B" } else { "W" };
        property(name, &(point.to_uppercase() + &time_text(timed)));
        side = !side;
    }
    text + ";)\n"
}

/// Whether the format keeps `text` as it is.
pub(super) fn keeps_text(text: &str) -> bool {
    !text.contains(['[', ']'])
}

/// `//12.345`: seconds after an unknown evaluation; empty without a time.
fn time_text(timed: &TimedMove) -> String {
    match timed.time.as_millis() {
        0 => String::new(),
        time => format!("//{}.{:03}", time / 1000, time % 1000),
    }
}

/// Whether `text` is a clock of the server, such as `05:00//02:00`, and not words.
fn is_clock(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || ":/.,".contains(c))
}

fn result_text(verdict: &Verdict, details: &Details) -> Option<String> {
    let decided = |claim| match claim {
        Claim::Win(Color::Black) => 64,
        Claim::Win(Color::White) => -64,
        Claim::Draw => 0,
    };
    let (margin, flag) = match verdict {
        Verdict::Board(Outcome::Othello(outcome)) => (outcome.score(Color::Black), ""),
        Verdict::Adjudicated { claim: claim @ Claim::Win(_), margin } => {
            (margin.unwrap_or(decided(*claim)), ":s")
        }
        Verdict::Resigned(_) if details.loss() == Loss::Time => (decided(verdict.claim()?), ":t"),
        Verdict::Resigned(_) => (decided(verdict.claim()?), ":r"),
        _ => (decided(verdict.claim()?), ":s"),
    };
    Some(format!("{margin:+}.00{flag}"))
}

/// `8 `, eight rows of `*` for Black, `O` for White and `-`, and the side to move.
fn board_text(start: &Game) -> String {
    let disc = |color| if color == Color::Black { '*' } else { 'O' };
    let mut text = "8 ".to_owned();
    for point in SIZE.points() {
        text.push(start.cell(point).map_or('-', disc));
        if point.x() + 1 == SIZE.width() {
            text.push(' ');
        }
    }
    text.push(disc(start.side_to_move()));
    text
}

/// How strictly a game is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Everything recognized must be valid.
    Record,
    /// Only board and moves must be valid: invalid times count as 0, and result and comments are ignored.
    Position,
}

/// Reads the only game of `text` with this `care`. Other properties are skipped.
///
/// # Errors
/// The first relevant part that is invalid, illegal, or contradicted by the board; no game, or more than one.
pub fn read(text: &str, care: Care) -> Result<GgfGame, TextError> {
    read_game(&tree::only(text, tree::read_all(text, Escapes::None)?)?, care)?.flawless()
}

/// Reads the first game of `text` with this `care`, whatever follows it; `None` if no game begins there.
///
/// # Errors
/// As [`read`], in that game.
pub fn read_first(text: &str, care: Care) -> Result<Option<GgfGame>, TextError> {
    let first = tree::read_first(text, Escapes::None)?;
    first.map(|game| read_game(&game, care)?.flawless()).transpose()
}

/// Reads all games of `text`, none if it is blank, with the care of a record.
///
/// # Errors
/// As [`read`], in any of them.
pub fn read_all(text: &str) -> Result<Vec<GgfGame>, TextError> {
    read_each(text)?.into_iter().collect()
}

/// Reads all games of `text` as [`read_all`]; an error in one game does not affect others.
///
/// # Errors
/// The first error in the structure of the text.
pub fn read_each(text: &str) -> Result<Vec<Result<GgfGame, TextError>>, TextError> {
    Ok(tree::read_all(text, Escapes::None)?
        .iter()
        .map(|game| read_game(game, Care::Record)?.flawless())
        .collect())
}

/// Reads a game with this `care`, as far as it follows the rules.
///
/// # Errors
/// It is another game, or its board is malformed.
pub(super) fn read_game(game: &GameTree<'_>, care: Care) -> Result<GgfGame, TextError> {
    let kind = game.find("GM");
    if kind.is_none_or(|kind| !kind.value.trim().eq_ignore_ascii_case("Othello")) {
        return Err(game.wrong_kind(kind, "GM[Othello]"));
    }
    if let Some(kind) = game.find("TY").filter(|kind| kind.value.to_lowercase().contains('a')) {
        let message = format!("type '{}' means that the fewest discs win", kind.value);
        return Err(game.error(Some(kind), message));
    }
    let start = match game.find("BO") {
        None => Game::new(),
        Some(board) => {
            read_board(&board.value).map_err(|message| game.error(Some(board), message))?
        }
    };
    let mut replay = Replay::new(Position::Othello(start.clone()));
    let mut fault = None;
    let has_all_moves = read_moves(game, care, &mut replay, &mut fault);
    let mut details = Details {
        event: game.line("PC").filter(|place| place != "?"),
        time_control: game.line("TI"),
        ..Details::default()
    };
    let mut result = None;
    if care == Care::Record {
        if let Err(error) = read_comments(game, replay.moves.len(), &mut details) {
            fault.get_or_insert(error);
        }
        result = game.find("RE");
    }
    let text = result.map_or("", |result| result.value.trim());
    let verdict = read_result(text, &replay.position, &mut details).unwrap_or_else(|message| {
        fault.get_or_insert_with(|| game.error(result, message));
        Verdict::of_board(&replay.position)
    });
    let has_unstated_pass = replay.has_unstated_pass();
    let record = GameRecord {
        variant: Variant::Othello,
        players: ["PB", "PW"].map(|name| game.line(name).unwrap_or("?".to_owned())),
        date: game.find("DT").and_then(|date| read_date(date.value.trim())),
        moves: replay.moves,
        verdict,
        details,
    };
    let clocks = ["TB", "TW"].map(|name| game.line(name).or_else(|| game.line("TI")));
    let omitted = omitted(game);
    Ok(GgfGame { start, record, clocks, has_unstated_pass, fault, has_all_moves, omitted })
}

/// The parts of the game that a record cannot store.
fn omitted(game: &GameTree<'_>) -> Vec<loss::Loss> {
    let mut omitted = Vec::new();
    if has_moves(&game.variations) {
        omitted.push(loss::Loss::Variations);
    }
    for property in game.nodes().flat_map(|(_, node)| node) {
        let text = property.value.as_str();
        let loss = match property.name.as_str() {
            "B" | "W" if has_evaluation(text) => loss::Loss::Scores,
            "C" if !is_detail(text) => loss::Loss::Comments,
            "DT" if !text.is_empty() && read_date(text.trim()).is_none() => loss::Loss::Date,
            name if READ.contains(&name) => continue,
            _ => loss::Loss::Other,
        };
        if !omitted.contains(&loss) {
            omitted.push(loss);
        }
    }
    omitted
}

/// Whether a move has an evaluation between its point and its time.
fn has_evaluation(text: &str) -> bool {
    text.split('/').nth(1).is_some_and(|evaluation| !evaluation.trim().is_empty())
}

/// Whether a comment is a detail of the game.
fn is_detail(text: &str) -> bool {
    let key = text.split_once(": ").map(|(key, _)| key);
    key.is_some_and(|key| Details::default().set(key, "0", 0) == Ok(true))
}

/// Plays the moves up to the first illegal one; returns whether all are legal. An invalid time is a `fault`, too.
fn read_moves(
    game: &GameTree<'_>,
    care: Care,
    replay: &mut Replay,
    fault: &mut Option<TextError>,
) -> bool {
    for property in game.main_line.iter().flatten() {
        let Some(color) = property.mover() else { continue };
        match read_move(property, color, care, replay) {
            Ok(None) => {}
            Ok(Some(message)) => {
                fault.get_or_insert_with(|| game.error(Some(property), message));
            }
            Err(message) => {
                fault.get_or_insert_with(|| game.error(Some(property), message));
                return false;
            }
        }
    }
    true
}

fn read_board(text: &str) -> Result<Game, String> {
    let (size, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    if size != "8" {
        return Err(format!("invalid board size '{size}' (expected 8)"));
    }
    let mut discs = rest.chars().filter(|c| !c.is_whitespace());
    let mut disc = |what: &str| match discs.next() {
        Some('*') => Ok(Some(Color::Black)),
        Some('O' | 'o') => Ok(Some(Color::White)),
        Some('-') => Ok(None),
        found => Err(unexpected(found, "board", &format!("*, O or - for {what}"))),
    };
    let mut squares = [None; 64];
    for (i, square) in squares.iter_mut().enumerate() {
        *square = disc(&format!("square {} of 64", i + 1))?;
    }
    let side = disc("the side to move")?.ok_or("invalid side to move '-' (expected * or O)")?;
    match discs.next() {
        None => Ok(Game::set_up(&squares, side)),
        found => Err(unexpected(found, "board", "the end of the board")),
    }
}

/// Plays `F5/evaluation/seconds`; only the point is required. Returns the fault of the time.
///
/// # Errors
/// The move is illegal.
fn read_move(
    property: &Property,
    color: Color,
    care: Care,
    replay: &mut Replay,
) -> Result<Option<String>, String> {
    let number = replay.moves.len() + 1;
    let mut fields = property.value.split('/').map(str::trim);
    let text = fields.next().unwrap_or_default();
    let mv = Move::from_text(text).ok_or_else(|| {
        let text = excerpt(text);
        format!("move {number}: invalid move '{text}' (expected one such as F5)")
    })?;
    let _evaluation = fields.next();
    let text = fields.next().unwrap_or_default();
    let time = if text.is_empty() { Some(Duration::ZERO) } else { seconds(text) };
    replay
        .play(color, mv, time.unwrap_or_default())
        .map_err(|message| format!("move {number}: {message}"))?;
    let is_wrong = time.is_none() && care == Care::Record;
    Ok(is_wrong.then(|| format!("move {number}: invalid time '{text}' (expected seconds)")))
}

/// Seconds as a decimal number, to the millisecond.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    let sensible = (0.0..1e9).contains(&seconds);
    sensible.then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// Reads the comments that are details; ignores the others.
fn read_comments(
    game: &GameTree<'_>,
    plies: usize,
    details: &mut Details,
) -> Result<(), TextError> {
    for comment in game.main_line.iter().flatten().filter(|property| property.name == "C") {
        if let Some((key, value)) = comment.value.split_once(": ") {
            details
                .set(key, value.trim(), plies)
                .map_err(|message| game.error(Some(comment), message))?;
        }
    }
    Ok(())
}

/// `2004.09.18_05:54:38.UTC`, or seconds since 1970. Other time zones are not supported.
fn read_date(text: &str) -> Option<DateTime> {
    if let Ok(seconds) = text.parse::<u64>() {
        return (seconds < END_OF_DATES).then(|| DateTime::from_unix(seconds));
    }
    let (date, time) = text.split_once('_')?;
    let (time, zone) = time.split_once('.')?;
    let is_utc = ["UTC", "GMT", "Z"].iter().any(|name| zone.eq_ignore_ascii_case(name));
    is_utc.then(|| DateTime::from_text(&format!("{} {time}", date.replace('.', "-")))).flatten()
}

fn read_result(text: &str, position: &Position, details: &mut Details) -> Result<Verdict, String> {
    let expected = "one such as +12 or -64:r";
    let invalid = || format!("invalid result '{}' (expected {expected})", excerpt(text));
    let (number, flag) = text.split_once(':').unwrap_or((text, ""));
    let number = match number.trim() {
        "" | "?" => None,
        number => Some(number.parse::<f64>().map_err(|_| invalid())?),
    };
    let is_margin = number.is_none_or(|n| n.abs() <= 64.0 && n.fract() == 0.0);
    if !is_margin || !["", "r", "t", "s"].contains(&flag.trim()) {
        return Err(invalid());
    }
    let Some(margin) = number.map(|number| number as i32) else {
        let verdict = Verdict::from_claim(None, position);
        return verdict.ok_or_else(invalid);
    };
    let claim = Claim::of_margin(margin);
    if let Some(Outcome::Othello(outcome)) = position.outcome(false) {
        let was_ended = ["r", "t"].contains(&flag.trim());
        let agrees = margin == outcome.score(Color::Black)
            || margin == difference(outcome)
            || was_ended && claim == Claim::of_margin(outcome.score(Color::Black));
        if agrees {
            return Ok(Verdict::Board(Outcome::Othello(outcome)));
        }
        // A side that resigned or lost on time at its last move has lost, regardless of the discs.
        if !was_ended {
            return Err(format!("the result is '{text}', but the board gives '{outcome}'"));
        }
    }
    Ok(match (claim, flag.trim()) {
        (Claim::Draw, _) => Verdict::AgreedDraw,
        (Claim::Win(winner), "r") => Verdict::Resigned(!winner),
        (Claim::Win(winner), "t") => {
            details.termination.get_or_insert_with(|| "time".to_owned());
            Verdict::Resigned(!winner)
        }
        (claim, _) => Verdict::Adjudicated { claim, margin: Some(margin) },
    })
}

/// Black's discs minus White's, without the empty squares, as written by some programs.
fn difference(outcome: Discs) -> i32 {
    outcome.black as i32 - outcome.white as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::game::tests::{adjudicate, any_record, random_game};
    use proptest::prelude::*;

    /// A game as the server writes it: a set-up position, White to move first, unknown properties.
    const FOREIGN: &str = "1 (;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[ann]PW[bob]\
        RB[1500.00]RW[1600.00]TI[05:00//02:00]TY[8r3]RE[+7.00:t]\
        BO[8 O*------ -------- -------- ---O*--- ---*O--- -------- -------- -------- O]\
        W[c1/3.5/1.25]B[d3//12]W[c3/-1.00];)\n";

    fn read(text: &str) -> Result<GgfGame, TextError> {
        super::read(text, Care::Record)
    }

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn clocks_may_differ() {
        let clocks = |text: &str| read(&FOREIGN.replace("TI[05:00//02:00]", text)).unwrap().clocks;
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(clocks("TI[05:00//02:00]"), [some("05:00//02:00"), some("05:00//02:00")]);
        assert_eq!(clocks("TB[1:00]TW[30]"), [some("1:00"), some("30")]);
        assert_eq!(clocks("TW[30]TI[2:00]"), [some("2:00"), some("30")]);
        assert_eq!(clocks(""), [None, None]);
    }

    #[test]
    fn games_of_the_server_are_read() {
        let game = read(FOREIGN).unwrap();
        assert_ne!(game.start, Game::new());
        assert_eq!(game.start.side_to_move(), Color::White);
        assert_eq!(game.start.legal_moves().len(), 5);
        let record = &game.record;
        let moves: Vec<String> = record.moves.iter().map(|timed| timed.mv.to_string()).collect();
        assert_eq!(moves, ["c1", "d3", "c3"]);
        let times = record.moves.iter().map(|timed| timed.time.as_millis());
        assert_eq!(times.collect::<Vec<_>>(), [1250, 12_000, 0]);
        assert_eq!(record.verdict, Verdict::Resigned(Color::White));
        assert_eq!((record.date, &record.players), (None, &["ann".into(), "bob".into()]));
        let details = Details {
            event: Some("GGS/os".into()),
            time_control: Some("05:00//02:00".into()),
            termination: Some("time".into()),
            ..Details::default()
        };
        assert_eq!(record.details, details);
        let omitted = [loss::Loss::Date, loss::Loss::Other, loss::Loss::Scores];
        assert_eq!(game.omitted, omitted);
        let kept = GgfGame { omitted: Vec::new(), ..game.clone() };
        assert_eq!(read(&write_from(&game.start, record)), Ok(kept));
        let seconds = FOREIGN.replace("2004.09.18_05:54:38.MDT", "945277754");
        let date = read(&seconds).unwrap().record.date.unwrap();
        assert_eq!(date.to_string(), "1999-12-15 17:09:14");
    }

    #[test]
    fn of_variations_the_first_is_the_game() {
        for text in [
            "(;GM[Othello]B[f5](W[d6]B[c3])(W[f6]B[e6/1.2]);)",
            "(;GM[Othello];B[f5](;W[d6];B[c3])(;W[f6];B[e6/1.2]))",
        ] {
            let game = read(text).unwrap();
            let moves = game.record.moves.iter().map(|timed| timed.mv.to_string());
            assert_eq!(moves.collect::<Vec<_>>(), ["f5", "d6", "c3"], "{text}");
            assert_eq!(game.omitted, [loss::Loss::Variations, loss::Loss::Scores], "{text}");
        }
    }

    #[test]
    fn a_game_is_one_line_with_all_that_is_known() {
        let mut record = read("(;GM[othello]B[e6/1/0.0125]W[F4];)").unwrap().record;
        assert_eq!(record.verdict, Verdict::Unfinished);
        record.moves[0].time = Duration::from_millis(1_005);
        record.players = ["a[b]".into(), "\n".into()];
        record.date = DateTime::from_text("2026-11-21 14:03:59");
        record.details.opening_plies = 1;
        record.details.time_control = Some("1 s/move".into());
        record.verdict =
            Verdict::Adjudicated { claim: Claim::Win(Color::White), margin: Some(-12) };
        assert_eq!(
            write(&record),
            "(;GM[Othello]PC[?]DT[2026.11.21_14:03:59.UTC]PB[a(b)]PW[?]RE[-12.00:s]\
             C[time control: 1 s/move]C[opening plies: 1]TY[8]BO[8 -------- -------- -------- \
             ---O*--- ---*O--- -------- -------- -------- *]B[E6//1.005]W[F4];)\n"
        );
    }

    #[test]
    fn results_agree_with_the_board() {
        let wipe_out = "(;GM[Othello]RE[X]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)";
        for text in ["+64.00", "+13", "+64:s", "1:r", "", "?"] {
            let record = read(&wipe_out.replace('X', text)).unwrap().record;
            assert!(matches!(record.verdict, Verdict::Board(_)), "{text}");
        }
        for text in ["-1:r", "-64:t"] {
            let record = read(&wipe_out.replace('X', text)).unwrap().record;
            assert_eq!(record.verdict, Verdict::Resigned(Color::Black), "{text}");
        }
        for text in ["+12", "-64", "0", "-1:s"] {
            let error = format!(
                "line 1, column 17: the result is '{text}', but the board gives 'discs 13-0'"
            );
            assert_eq!(message(&wipe_out.replace('X', text)), error);
        }
        for text in ["+65", "0.5", "nan", "+3:x", "black"] {
            let error = format!(
                "line 1, column 17: invalid result '{text}' (expected one such as +12 or -64:r)"
            );
            assert_eq!(message(&wipe_out.replace('X', text)), error);
        }
    }

    #[test]
    fn for_the_position_only_board_and_moves_must_be_right() {
        let position = |text: &str| super::read(text, Care::Position);
        for (from, to) in [
            ("/1.25", "/1:02"),
            ("RE[+7.00:t]", "RE[nobody]"),
            ("RE[+7.00:t]", "C[opening plies: 400]"),
        ] {
            let text = FOREIGN.replace(from, to);
            assert!(read(&text).is_err(), "{to}");
            let record = position(&text).unwrap().record;
            assert_eq!((record.moves.len(), record.verdict), (3, Verdict::Unfinished), "{to}");
        }
        let wipe_out = "(;GM[Othello]RE[-1]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)";
        assert!(matches!(position(wipe_out).unwrap().record.verdict, Verdict::Board(_)));
        for (from, to) in [("[c1/", "[c2/"), ("BO[8", "BO[10"), ("TY[8r3]", "TY[8a]")] {
            assert!(position(&FOREIGN.replace(from, to)).is_err(), "{to}");
        }
    }

    #[test]
    fn passes_are_stated_or_follow() {
        let stated = "(;GM[Othello]BO[8 *O------ -------- -------- -------- -------- -------- \
                      -------- -------- O]W[PA]B[C1];)";
        assert_eq!(read(stated).unwrap().record.moves.len(), 2);
        let error = message(&stated.replace("W[PA]", ""));
        assert!(error.ends_with("move 1: c1 by black, but white is to move"), "{error}");
        assert_eq!(
            message("(;GM[Othello]B[PA])"),
            "line 1, column 16: move 1: black has moves and may not pass"
        );
        let passing = (0..)
            .map(|seed| random_game(Variant::Othello, seed, 60, None))
            .find(|game| game.moves.iter().any(|timed| timed.mv == Move::Pass));
        let record = passing.unwrap();
        let text = write(&record);
        let without = text.replace("B[PA]", "").replace("W[PA]", "");
        assert_ne!(text, without);
        assert_eq!(read(&text), read(&without));
        assert!(read(&text.replace("[PA]", "[PA]B[PA]")).is_err());
    }

    #[test]
    fn errors_name_the_place_and_the_fault() {
        for (from, to, error) in [
            ("GM[Othello]", "GM[Amazons]", "8: invalid game 'Amazons' (expected GM[Othello])"),
            ("GM[Othello]", "", "3: no GM (expected GM[Othello])"),
            ("TY[8r3]", "TY[8a]", "108: type '8a' means that the fewest discs win"),
            ("BO[8", "BO[10", "126: invalid board size '10' (expected 8)"),
            ("8 O*", "8 Ox", "126: invalid character 'x' (expected *, O or - for square 2 of 64)"),
            (
                "- O]",
                "-]",
                "126: unexpected end of the board (expected *, O or - for the side to move)",
            ),
            ("- O]", "- -]", "126: invalid side to move '-' (expected * or O)"),
            ("- O]", "- O*]", "126: invalid character '*' (expected the end of the board)"),
            ("[c1/", "[i1/", "204: move 1: i1 is not on the 8x8 board"),
            ("[c1/", "[c9x/", "204: move 1: invalid move 'c9x' (expected one such as F5)"),
            ("1.25", "1:25", "204: move 1: invalid time '1:25' (expected seconds)"),
            ("1.25", "-1", "204: move 1: invalid time '-1' (expected seconds)"),
            (
                "RB[1500.00]",
                "C[opening plies: 4]",
                "69: invalid number of plies '4' (expected at most 3)",
            ),
        ] {
            let text = FOREIGN.replace(from, to);
            assert_eq!(message(&text), format!("line 1, column {error}"), "{to}");
        }
    }

    #[test]
    fn the_place_of_every_fault_is_told() {
        let game = "(;GM[Othello]B[a1];)";
        let games = read_each(&format!("x\n{game} é\n é {game}")).unwrap();
        let faults = games.iter().map(|game| game.as_ref().unwrap_err().to_string());
        let places: Vec<String> = faults.map(|fault| fault[..17].to_owned()).collect();
        assert_eq!(places, ["line 2, column 16", "line 3, column 19"]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            mut record in any_record(Just(Variant::Othello), "[^\\pC\\s\\[\\]]{1,12}"),
            discs in proptest::option::of(1..=64i32),
        ) {
            record.details.event = record.details.event.filter(|event| event != "?");
            if discs.is_some() {
                adjudicate(&mut record, discs);
            }
            let text = write(&record);
            prop_assert_eq!(text.lines().count(), 1);
            let clock = record.details.time_control.clone().filter(|clock| is_clock(clock));
            let game = GgfGame { clocks: [clock.clone(), clock], ..GgfGame::from_start(record) };
            prop_assert_eq!(read_all(&text.repeat(2)), Ok(vec![game.clone(); 2]));
            prop_assert_eq!(read(&text), Ok(game));
        }

        #[test]
        fn a_game_may_begin_anywhere(seed: u64, first in 0usize..40, most in 3usize..=20) {
            let before = random_game(Variant::Othello, seed, first, None);
            let mut game = Game::new();
            for timed in &before.moves {
                game.play(timed.mv).unwrap();
            }
            let start = Game::from_board(game.board(), game.side_to_move());
            let mut replay = Replay::new(Position::Othello(start.clone()));
            for _ in 0..most {
                let Some(point) = replay.position.legal_points().next() else {
                    break;
                };
                replay.place(point, Duration::from_millis(seed % 100_000)).unwrap();
            }
            let verdict = Verdict::from_claim(None, &replay.position).unwrap();
            let record = GameRecord { moves: replay.moves, verdict, ..before };
            let text = write_from(&start, &record);
            prop_assert_eq!(read(&text), Ok(GgfGame { start, ..GgfGame::from_start(record) }));
        }

        #[test]
        fn no_text_is_too_strange(
            text in "\\(;GM\\[Othello\\]((B|W|RE|BO|DT|TY|C|[A-Z]{1,2})\\[(([a-h][1-8]|PA)(/[0-9.]{0,3}){0,2}|[ -~é]{0,9})\\]){0,9};\\)"
        ) {
            let _ = read(&text);
        }
    }
}
