//! A self-contained, interactive page of the puzzles, with an answer to every move.

use serde::Serialize;
use serde_json::json;

use super::found::Found;
use super::listing::{outcome, place, signed, stars, task};
use super::sheet::forbidden;
use crate::analysis::puzzles::{Fault, Wrong};
use crate::coord::Move;
use crate::formats::study::{self, Stones, Study};
use crate::formats::svg::RowOne;
use crate::formats::{spoken, svg};
use crate::game::Position;
use crate::language::Words;

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
const BODY: &str = include_str!("page/body.html");

/// The texts that the page shows, by their names in the catalogue.
const TEXTS: &[&str] = &[
    "puzzle-again",
    "puzzle-back",
    "puzzle-choice",
    "puzzle-elsewhere",
    "puzzle-forbidden",
    "puzzle-forth",
    "puzzle-illegal",
    "puzzle-keys",
    "puzzle-next",
    "puzzle-on",
    "puzzle-previous",
    "puzzle-right",
    "puzzle-show",
    "puzzle-solved",
    "puzzle-solved-count",
    "puzzle-title",
    "puzzle-wrong",
    "puzzle-your-move",
];

/// A puzzle as the script reads it.
#[derive(Debug, Serialize)]
struct PagePuzzle {
    task: String,
    stars: String,
    /// Game, file and ply.
    place: String,
    /// The outcome after the right move.
    outcome: String,
    /// The reservation about a puzzle whose refutations are incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    limited: Option<String>,
    board: [u8; 2],
    start: Stones,
    /// An SVG of the board without its stones, which the script draws.
    picture: String,
    forbidden: Vec<String>,
    line: Vec<String>,
    steps: Vec<String>,
    wrong: Vec<PageWrong>,
}

/// A wrong move and its refutation.
#[derive(Debug, Serialize)]
struct PageWrong {
    #[serde(rename = "move")]
    mv: String,
    why: String,
    line: Vec<String>,
    steps: Vec<String>,
}

/// The whole page.
pub fn write(words: &Words, puzzles: &[Found]) -> String {
    let title = words.say("puzzle-title");
    let study = Study {
        title: &title,
        style: STYLE,
        body: BODY,
        script: SCRIPT,
        texts: TEXTS,
        footer: &words.say("puzzle-made-by"),
    };
    let puzzles: Vec<PagePuzzle> =
        puzzles.iter().map(|found| PagePuzzle::of(words, found)).collect();
    study::page(words, &study, json!({ "puzzles": puzzles }))
}

impl PagePuzzle {
    fn of(words: &Words, found: &Found) -> PagePuzzle {
        let puzzle = &found.puzzle;
        let task = task(words, found);
        let size = found.variant().size();
        PagePuzzle {
            stars: stars(puzzle.grade()),
            place: place(words, found),
            outcome: outcome(words, found),
            limited: (!puzzle.is_complete).then(|| words.say("puzzle-limited")),
            board: [size.width(), size.height()],
            start: Stones::of(&puzzle.position),
            picture: svg::draw(&puzzle.position, &task, 0, RowOne::Top),
            forbidden: forbidden(found).iter().map(ToString::to_string).collect(),
            line: names(&puzzle.line),
            steps: study::steps(&puzzle.position, &puzzle.line),
            wrong: puzzle
                .wrong
                .iter()
                .map(|wrong| PageWrong::of(words, &puzzle.position, wrong))
                .collect(),
            task,
        }
    }
}

impl PageWrong {
    fn of(words: &Words, position: &Position, wrong: &Wrong) -> PageWrong {
        let side = ("side", spoken::title(words, !position.side_to_move()).into());
        let why = match wrong.fault {
            Fault::Loses(plies) => words.say_with("puzzle-loses", &[side, ("plies", plies.into())]),
            Fault::NoWin => words.say_with("puzzle-no-win", &[side]),
            Fault::Score(score) => {
                words.say_with("puzzle-score", &[("score", signed(score).into())])
            }
        };
        PageWrong {
            mv: wrong.point.to_string(),
            why,
            line: names(&wrong.line),
            steps: study::steps(position, &wrong.line),
        }
    }
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
