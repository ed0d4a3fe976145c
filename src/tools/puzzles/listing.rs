//! Puzzles with their solutions as text, as a table and as JSON.

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::found::{Found, Summary};
use crate::analysis::puzzles::{Fault, Goal, HARDEST, Wrong};
use crate::coord::Move;
use crate::formats::spoken;
use crate::formats::study::Stones;
use crate::language::Words;
use crate::table::millis;

/// Columns of a terminal.
const WIDTH: usize = 80;
/// Blanks before the lines of a puzzle after the first.
const INDENT: &str = "   ";

/// The names of the columns, with the end of the line.
pub const HEADER: &str = "puzzle\tfile\tgame\tply\trule\tsize\tside\tgoal\tmove\tplies\tscore\tsecond\
    \tgrade\tdepth\tcertainty\tstones\tline\n";

/// A puzzle; fields that do not apply are missing.
#[derive(Debug, Serialize)]
struct Object {
    puzzle: usize,
    file: String,
    game: usize,
    ply: usize,
    /// `othello` or the name of the rule.
    rule: String,
    /// Width and height.
    board: [u8; 2],
    side: String,
    #[serde(flatten)]
    stones: Stones,
    /// `win` or `best`.
    goal: &'static str,
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<i32>,
    grade: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    certainty: &'static str,
    line: Vec<String>,
    wrong: Vec<WrongObject>,
}

#[derive(Debug, Serialize)]
struct WrongObject {
    #[serde(rename = "move")]
    mv: String,
    /// Plies of the opponent's win.
    #[serde(skip_serializing_if = "Option::is_none")]
    loses: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    line: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Total {
    puzzles: usize,
    games: usize,
    faulty: usize,
    repeated: usize,
    milliseconds: u64,
}

/// A puzzle as readable text, on lines of at most [`WIDTH`] columns unless a word is longer.
pub fn text(words: &Words, found: &Found) -> String {
    let puzzle = &found.puzzle;
    let depth = match puzzle.seen_at {
        Some(depth) => words.say_with("puzzle-seen", &[("depth", depth.into())]),
        None => words.say("puzzle-unseen"),
    };
    let task = format!("{}. {} {}", found.number, task(words, found), stars(puzzle.grade()));
    let solution = [("line", spoken::line(words, &puzzle.line).into())];
    let mut lines = vec![
        place(words, found),
        format!("{} {depth}", outcome(words, found)),
        words.say_with("puzzle-solution", &solution),
    ];
    lines.extend((!puzzle.is_complete).then(|| words.say("puzzle-limited")));
    let lines: String = lines.iter().map(|line| wrapped(line)).collect();
    format!("{task}\n{lines}\n")
}

/// The game, and where in the file the puzzle is from.
pub fn place(words: &Words, found: &Found) -> String {
    let place =
        [("file", (&*found.source).into()), ("game", found.game.into()), ("ply", found.ply.into())];
    let game = spoken::game(words, found.variant());
    spoken::sentences(words, &game, &words.say_with("puzzle-place", &place))
}

/// The task of the puzzle.
pub fn task(words: &Words, found: &Found) -> String {
    let side = [("side", spoken::title(words, found.side()).into())];
    match found.puzzle.goal {
        Goal::Win { .. } => words.say_with("puzzle-task-win", &side),
        Goal::Best { .. } => words.say_with("puzzle-task-best", &side),
    }
}

/// The outcome after the right move.
pub fn outcome(words: &Words, found: &Found) -> String {
    match found.puzzle.goal {
        Goal::Win { plies } => words.say_with("puzzle-win-in", &[("plies", plies.into())]),
        Goal::Best { score, second } => {
            let values = [("score", signed(score).into()), ("second", signed(second).into())];
            words.say_with("puzzle-discs", &values)
        }
    }
}

/// The grade as stars.
pub fn stars(grade: u8) -> String {
    (1..=HARDEST).map(|star| if star <= grade { '★' } else { '☆' }).collect()
}

/// Discs with their sign.
pub fn signed(discs: i32) -> String {
    if discs == 0 { "0".to_owned() } else { format!("{discs:+}") }
}

/// `text` on indented lines.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut line = INDENT.to_owned();
    for word in text.split_whitespace() {
        if line != INDENT && line.width() + 1 + word.width() > WIDTH {
            lines += &format!("{line}\n");
            line = INDENT.to_owned();
        }
        if line != INDENT {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

/// A puzzle as a row of the table.
pub fn row(found: &Found) -> String {
    let object = Object::of(found);
    let or_none = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
    let [width, height] = object.board;
    [
        object.puzzle.to_string(),
        object.file,
        object.game.to_string(),
        object.ply.to_string(),
        object.rule,
        format!("{width}x{height}"),
        object.side,
        object.goal.to_owned(),
        object.mv,
        or_none(object.plies.map(|plies| plies.to_string())),
        or_none(object.score.map(signed)),
        or_none(object.second.map(signed)),
        object.grade.to_string(),
        or_none(object.depth.map(|depth| depth.to_string())),
        object.certainty.to_owned(),
        format!("{}/{}", object.stones.black.concat(), object.stones.white.concat()),
        object.line.join(" "),
    ]
    .map(|cell| cell.replace(['\t', '\n'], " "))
    .join("\t")
        + "\n"
}

/// A puzzle as a line.
pub fn json(found: &Found) -> String {
    to_line(&Object::of(found))
}

/// The last line of the readable text.
pub fn totals_text(words: &Words, summary: &Summary) -> String {
    let values = [
        ("puzzles", summary.puzzles.len().into()),
        ("games", summary.games.into()),
        ("repeated", summary.repeated.into()),
        ("seconds", format!("{:.1}", summary.elapsed.as_secs_f64()).into()),
    ];
    words.say_with("puzzle-total", &values) + "\n"
}

/// The last line of JSON: `{"total": ...}`.
pub fn totals_json(summary: &Summary) -> String {
    #[derive(Serialize)]
    struct Last {
        total: Total,
    }
    let total = Total {
        puzzles: summary.puzzles.len(),
        games: summary.games,
        faulty: summary.faulty,
        repeated: summary.repeated,
        milliseconds: millis(summary.elapsed),
    };
    to_line(&Last { total })
}

fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the fields are plain data") + "\n"
}

impl Object {
    fn of(found: &Found) -> Object {
        let puzzle = &found.puzzle;
        let (goal, plies, score, second) = match puzzle.goal {
            Goal::Win { plies } => ("win", Some(plies), None, None),
            Goal::Best { score, second } => ("best", None, Some(score), Some(second)),
        };
        let size = found.variant().size();
        Object {
            puzzle: found.number,
            file: found.source.to_string(),
            game: found.game,
            ply: found.ply,
            rule: found.variant().to_string(),
            board: [size.width(), size.height()],
            side: found.side().to_string(),
            stones: Stones::of(&puzzle.position),
            goal,
            mv: puzzle.line[0].to_string(),
            plies,
            score,
            second,
            grade: puzzle.grade(),
            depth: puzzle.seen_at,
            certainty: if puzzle.is_complete { "complete" } else { "limited" },
            line: names(&puzzle.line),
            wrong: puzzle.wrong.iter().map(WrongObject::of).collect(),
        }
    }
}

impl WrongObject {
    fn of(wrong: &Wrong) -> WrongObject {
        let (loses, score) = match wrong.fault {
            Fault::Loses(plies) => (Some(plies), None),
            Fault::NoWin => (None, None),
            Fault::Score(score) => (None, Some(score)),
        };
        WrongObject { mv: wrong.point.to_string(), loses, score, line: names(&wrong.line) }
    }
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
