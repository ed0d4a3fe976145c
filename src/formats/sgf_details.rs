//! The contents of an SGF game of either kind apart from its points: players, result, date, times, comments.
//!
//! SGF has no properties for the time of day, the time per move and the reason for the end: they are lines
//! `key: value` of the game's comment `GC`. `C[12ms]` is the time of a move, `C[opening move]` marks a move of
//! the opening.

use std::collections::BTreeMap;
use std::time::Duration;

use super::date::DateTime;
use super::error::{TextError, excerpt};
use super::game::{self, Claim, Details, GameRecord, Loss, TimedMove, Verdict, one_line};
use super::records::loss;
use super::sgf_tree::escape;
use super::tree::{GameTree, Property, has_moves};
use crate::color::Color;
use crate::coord::{Point, Size};
use crate::game::{Outcome, Position, Variant};

/// Moves on a line.
const MOVES_PER_LINE: usize = 8;
const OPENING_MOVE: &str = "opening move";

/// Keys of the lines of a game's comment.
const GAME_KEYS: [&str; 3] = ["began", "reason", "time control"];

/// Properties that are read.
const READ: [&str; 22] = [
    "FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE", "EV", "RO", "DT", "GC", "TE", "TM", "OT",
    "B", "W", "AB", "AW", "AE", "PL",
];

/// A game from its first parenthesis up to its first move. `kind` is the number of the game in SGF.
pub(super) fn write_begin(
    record: &GameRecord,
    kind: u8,
    board: &str,
    rule: Option<&str>,
) -> String {
    let mut text = format!("(;FF[4]GM[{kind}]CA[UTF-8]AP[Tengen:{}]", env!("CARGO_PKG_VERSION"));
    let [black, white] = record.players.each_ref().map(|name| one_line(name));
    let mut property = |name: &str, value: &str| text += &format!("{name}[{}]", escape(value));
    property("SZ", board);
    if let Some(rule) = rule {
        property("RU", rule);
    }
    property("PB", &black);
    property("PW", &white);
    property("RE", &result_text(&record.verdict, &record.details));
    let (mut comment, mut date) = (Vec::new(), None);
    for (key, value) in record.details.entries() {
        match key {
            "event" => property("EV", &value),
            "round" => property("RO", &value),
            // Opening moves have marks of their own.
            "opening plies" => {}
            _ => comment.push(format!("{key}: {value}")),
        }
    }
    if let Some(began) = record.date.map(|began| began.to_string()) {
        date = began.split(' ').next().map(str::to_owned);
        comment.push(format!("began: {began}"));
    }
    if let Some(day) = date {
        property("DT", &day);
    }
    if !comment.is_empty() {
        property("GC", &comment.join("\n"));
    }
    text
}

/// The stones of a start position on a board of `size`, and `side`, which is to move.
pub(super) fn write_set_up(
    size: Size,
    stone: impl Fn(Point) -> Option<Color>,
    side: Color,
    write_point: impl Fn(Point) -> String,
) -> String {
    let mut text = String::new();
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let points = size.points().filter(|&point| stone(point) == Some(color));
        let values: String = points.map(|point| format!("[{}]", write_point(point))).collect();
        if !values.is_empty() {
            text += &format!("{name}{values}");
        }
    }
    text + if side == Color::Black { "PL[B]" } else { "PL[W]" }
}

/// The moves of a game that `first` begins.
pub(super) fn write_moves(
    record: &GameRecord,
    first: Color,
    write_point: impl Fn(Point) -> String,
) -> String {
    let mut text = String::new();
    for (ply, timed) in record.moves.iter().enumerate() {
        text += if ply.is_multiple_of(MOVES_PER_LINE) { "\n;" } else { ";" };
        let color = ["B", "W"][(ply + first.index()) % 2];
        let point = timed.mv.point().map_or(String::new(), &write_point);
        text += &format!("{color}[{point}]");
        let comment = move_comment(record, ply);
        if !comment.is_empty() {
            text += &format!("C[{comment}]");
        }
    }
    text
}

/// The time of the ply with this number, from 0, and whether it belongs to the opening; empty if there is nothing to
/// state.
pub(super) fn move_comment(record: &GameRecord, ply: usize) -> String {
    let time = match record.moves.get(ply).map_or(0, |timed| timed.time.as_millis()) {
        0 => String::new(),
        milliseconds => format!("{milliseconds}ms"),
    };
    match (ply < record.details.opening_plies, time.as_str()) {
        (true, "") => OPENING_MOVE.to_owned(),
        (true, time) => format!("{OPENING_MOVE} {time}"),
        (false, time) => time.to_owned(),
    }
}

/// `B+`, `B+12` discs, `W+Resign`, `B+Time`, `B+Forfeit`, `Draw`, `Void`.
fn result_text(verdict: &Verdict, details: &Details) -> String {
    let winner = match verdict.claim() {
        None => return "Void".to_owned(),
        Some(Claim::Draw) => return "Draw".to_owned(),
        Some(Claim::Win(Color::Black)) => "B",
        Some(Claim::Win(Color::White)) => "W",
    };
    let reason = match verdict {
        Verdict::Resigned(_) => match details.loss() {
            Loss::Resignation => "Resign",
            Loss::Time => "Time",
            Loss::Forfeit => "Forfeit",
        }
        .to_owned(),
        Verdict::Board(Outcome::Othello(discs)) => discs.score(Color::Black).abs().to_string(),
        Verdict::Adjudicated { margin: Some(margin), .. } => margin.abs().to_string(),
        _ => String::new(),
    };
    format!("{winner}+{reason}")
}

/// What the properties before the first move set up.
pub(super) struct SetUp {
    /// The stones; `None` if no property is about them.
    pub stones: Option<BTreeMap<Point, Color>>,
    /// The side to move by `PL`.
    pub side: Option<Color>,
}

/// Reads what the properties before the first move set up. `read_point` reads points on the board such as `example`.
/// Two of them with a colon are opposite corners of a rectangle of points.
pub(super) fn read_set_up(
    game: &GameTree<'_>,
    read_point: impl Fn(&str) -> Option<Point>,
    example: &str,
) -> Result<SetUp, TextError> {
    let mut set_up = SetUp { stones: None, side: None };
    let properties = game.main_line.iter().flatten();
    for property in properties.take_while(|property| property.mover().is_none()) {
        let (name, text) = (property.name.as_str(), property.value.trim());
        if name == "PL" {
            set_up.side = read_side(text);
        }
        if !property.sets_up() {
            continue;
        }
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let corners = read_point(from).zip(read_point(to)).ok_or_else(|| {
            let found = excerpt(text);
            let message =
                format!("{name}: invalid square '{found}' (expected one such as {example})");
            game.error(Some(property), message)
        })?;
        let stones = set_up.stones.get_or_insert_default();
        for point in rectangle(corners) {
            match name {
                "AB" => stones.insert(point, Color::Black),
                "AW" => stones.insert(point, Color::White),
                _ => stones.remove(&point),
            };
        }
    }
    Ok(set_up)
}

/// The points of the rectangle with these opposite corners.
fn rectangle((a, b): (Point, Point)) -> impl Iterator<Item = Point> {
    let xs = a.x().min(b.x())..=a.x().max(b.x());
    let ys = a.y().min(b.y())..=a.y().max(b.y());
    ys.flat_map(move |y| xs.clone().filter_map(move |x| Point::new(x, y)))
}

fn read_side(text: &str) -> Option<Color> {
    match text.to_ascii_uppercase().as_str() {
        "B" | "BLACK" => Some(Color::Black),
        "W" | "WHITE" => Some(Color::White),
        _ => None,
    }
}

/// Reads the details of the game, everything except its points. The moves, beginning with those of the opening, led to
/// `end`; a contradiction becomes the `fault` if there is none yet.
pub(super) fn read(
    game: &GameTree<'_>,
    variant: Variant,
    (moves, opening_plies): (Vec<TimedMove>, usize),
    end: &Position,
    fault: &mut Option<TextError>,
) -> GameRecord {
    let details = Details {
        event: game.line("EV"),
        round: game.line("RO"),
        time_control: time_control(game),
        opening_plies,
        // In the standard, `TE` has a number and marks a good move.
        termination: game.line("TE").filter(|text| text.parse::<u32>().is_err()),
    };
    let mut record = GameRecord {
        variant,
        players: ["PB", "PW"].map(|name| game.line(name).unwrap_or("?".to_owned())),
        date: game.find("DT").and_then(|property| read_day(property.value.trim())),
        moves,
        verdict: Verdict::of_board(end),
        details,
    };
    if let Some(comment) = game.find("GC") {
        read_comment(&comment.value, &mut record);
    }
    if let Some(result) = game.find("RE") {
        let text = result.value.trim();
        match read_result(text, end, &mut record.details) {
            Ok(verdict) => record.verdict = verdict,
            Err(message) => {
                fault.get_or_insert_with(|| game.error(Some(result), message));
            }
        }
    }
    record
}

/// The parts of the game that a record cannot store.
pub(super) fn omitted(game: &GameTree<'_>) -> Vec<loss::Loss> {
    let mut omitted = Vec::new();
    if has_moves(&game.variations) {
        omitted.push(loss::Loss::Variations);
    }
    for property in game.nodes().flat_map(|(_, node)| node) {
        let loss = match property.name.as_str() {
            "C" if is_own_comment(property.value.trim()) => continue,
            "GC" if property.value.lines().all(is_own_line) => continue,
            "C" | "GC" => loss::Loss::Comments,
            "LB" | "MA" => loss::Loss::Labels,
            "DT" if is_unread(property.value.trim()) => loss::Loss::Date,
            name if READ.contains(&name) => continue,
            _ => loss::Loss::Other,
        };
        if !omitted.contains(&loss) {
            omitted.push(loss);
        }
    }
    omitted
}

/// The lines of the game's comment that are not read.
pub(super) fn unread_lines<'a>(game: &'a GameTree<'_>) -> impl Iterator<Item = &'a str> {
    let comments = game.nodes().flat_map(|(_, node)| node).filter(|property| property.name == "GC");
    comments.flat_map(|comment| comment.value.lines()).filter(|line| !is_own_line(line))
}

/// Whether a line of a game's comment is blank or is read.
fn is_own_line(line: &str) -> bool {
    let key = line.split_once(": ").map(|(key, _)| key);
    line.trim().is_empty() || key.is_some_and(|key| GAME_KEYS.contains(&key))
}

/// Whether the comment of a move contains nothing but its time and an opening mark.
pub(super) fn is_own_comment(text: &str) -> bool {
    let (is_opening, time) = parse_comment(text);
    let is_time = text.ends_with("ms") && text.split_whitespace().count() == 1 && time.is_some();
    text.is_empty() || is_time || is_opening && (text == OPENING_MOVE || time.is_some())
}

/// Whether the move of a node belongs to the opening, and its time.
pub(super) fn read_move_comment(node: &[Property]) -> (bool, Duration) {
    let comments = || node.iter().filter(|property| property.name == "C").map(|c| c.value.trim());
    let own = comments().find(|text| !text.is_empty() && is_own_comment(text));
    let (is_opening, time) = parse_comment(own.or_else(|| comments().next()).unwrap_or_default());
    (is_opening, time.unwrap_or_default())
}

/// Whether the comment of a move marks it as an opening move, and its time.
pub(super) fn parse_comment(text: &str) -> (bool, Option<Duration>) {
    let text = text.trim();
    let (is_opening, rest) =
        text.strip_prefix(OPENING_MOVE).map_or((false, text), |rest| (true, rest.trim_start()));
    let milliseconds = rest.strip_suffix("ms").and_then(|number| number.parse().ok());
    (is_opening, milliseconds.map(Duration::from_millis))
}

/// The day of `2026-11-21`, also with dots and with the time of day. A record cannot store the other forms of the
/// standard, such as years, months and lists of days.
fn read_day(text: &str) -> Option<DateTime> {
    let text = text.replace('.', "-");
    DateTime::from_text(&text).or_else(|| DateTime::from_text(&format!("{text} 00:00:00")))
}

/// Whether there is a date that a record cannot store.
fn is_unread(date: &str) -> bool {
    !date.is_empty() && read_day(date).is_none()
}

/// The time control in `TM`, the seconds of a game, and `OT`, a description of the overtime.
fn time_control(game: &GameTree<'_>) -> Option<String> {
    let main = game.line("TM").map(|seconds| format!("{seconds} s"));
    match (main, game.line("OT")) {
        (Some(main), Some(beyond)) => Some(format!("{main}, {beyond}")),
        (main, beyond) => main.or(beyond),
    }
}

/// Reads the known lines of a game's comment; other programs may write anything there.
fn read_comment(text: &str, record: &mut GameRecord) {
    for (key, value) in text.lines().filter_map(|line| line.split_once(": ")) {
        match key {
            "began" => record.date = DateTime::from_text(value.trim()).or(record.date),
            "reason" => record.details.termination = game::detail(value),
            "time control" => record.details.time_control = game::detail(value),
            _ => {}
        }
    }
}

fn read_result(text: &str, position: &Position, details: &mut Details) -> Result<Verdict, String> {
    let expected = "one such as B+Resign, Draw or Void";
    let invalid = || format!("invalid result '{}' (expected {expected})", excerpt(text));
    let lower = text.to_lowercase();
    let (claim, reason) = match lower.split_once('+') {
        Some(("b", reason)) => (Some(Claim::Win(Color::Black)), reason),
        Some(("w", reason)) => (Some(Claim::Win(Color::White)), reason),
        Some(_) => return Err(invalid()),
        None => match lower.as_str() {
            "0" | "draw" => (Some(Claim::Draw), ""),
            "" | "void" | "?" | "*" => (None, ""),
            _ => return Err(invalid()),
        },
    };
    let default = match reason {
        "r" | "resign" => None,
        "t" | "time" => Some("time"),
        "f" | "forfeit" => Some("forfeit"),
        _ if reason.is_empty() || reason.parse::<f64>().is_ok() => None,
        _ => return Err(invalid()),
    };
    let is_off_board = reason.starts_with(['r', 't', 'f']);
    let verdict = if is_off_board { Verdict::of_loss } else { Verdict::from_claim };
    let verdict = verdict(claim, position)
        .ok_or_else(|| format!("the result '{text}' does not match the board"))?;
    if !matches!(verdict, Verdict::Resigned(_)) {
        return Ok(verdict);
    }
    if details.termination.is_none() {
        details.termination = default.map(str::to_owned);
    }
    match claim {
        Some(claim) if !is_off_board => {
            let margin = matches!(position, Position::Othello(_)).then(|| margin(claim, reason));
            Ok(Verdict::Adjudicated { claim, margin: margin.flatten() })
        }
        _ => Ok(verdict),
    }
}

/// Black's discs minus White's for a win by that number of discs.
fn margin(claim: Claim, discs: &str) -> Option<i32> {
    let discs = discs.parse().ok().filter(|discs| (0..=64).contains(discs))?;
    Some(if claim == Claim::Win(Color::Black) { discs } else { -discs })
}
