//! A page with a board that a script draws: what analyses and puzzles have in common.
//!
//! The page has its data as JSON and its texts from the catalogue. The script has no rules: the data contain the
//! changes on the board of every move, from [`svg::changes`].

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{html, svg};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::Position;
use crate::language::Words;

const SCRIPT: &str = include_str!("study.js");
const STYLE: &str = include_str!("study.css");

/// The texts that the common script shows.
const TEXTS: &[&str] = &["analyze-pass", "black-title", "white-title"];

/// The parts specific to one kind of page.
pub struct Study<'a> {
    /// The title as plain text, not escaped.
    pub title: &'a str,
    pub style: &'a str,
    /// The body as HTML. An element with `data-say` gets the text of that name.
    pub body: &'a str,
    pub script: &'a str,
    /// The names of the texts that the page shows.
    pub texts: &'a [&'a str],
    /// The last line, not escaped.
    pub footer: &'a str,
}

/// The stones on a board by their points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stones {
    /// `black` or `white`.
    pub to_move: String,
    pub black: Vec<String>,
    pub white: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
}

impl Stones {
    pub fn of(position: &Position) -> Stones {
        let points = |is: &dyn Fn(Point) -> bool| {
            let points = position.size().points().filter(|&point| is(point));
            points.map(|point| point.to_string()).collect()
        };
        Stones {
            to_move: position.side_to_move().to_string(),
            black: points(&|point| position.stone(point) == Some(Color::Black)),
            white: points(&|point| position.stone(point) == Some(Color::White)),
            blocked: points(&|point| position.is_blocked(point)),
        }
    }
}

/// The whole page. Its script reads `data`, an object, the texts, and the looks of the board.
pub fn page(words: &Words, study: &Study, mut data: Value) -> String {
    let texts = TEXTS.iter().chain(study.texts);
    let texts: Map<String, Value> =
        texts.map(|&key| (key.to_owned(), words.say(key).into())).collect();
    data["words"] = texts.into();
    let [black, white] = svg::STONE_FILLS;
    let [on_black, on_white] = svg::NUMBER_FILLS;
    data["grid"] = json!({ "margin": svg::MARGIN, "cell": svg::CELL });
    data["fills"] = json!({ "b": black, "w": white });
    data["inks"] = json!({ "b": on_black, "w": on_white });
    let body = format!(
        "{}<footer>{}</footer>\n<script type=\"application/json\" id=\"data\">{}</script>\n",
        study.body,
        svg::escape(study.footer),
        html::script_json(&data.to_string())
    );
    let style = format!("{STYLE}{}", study.style);
    let script = format!("{SCRIPT}{}", study.script);
    html::page(words.language().name(), study.title, &style, &body, &script)
}

/// The changes that the moves of `line` make in `position`, up to the first illegal one.
pub fn steps(position: &Position, line: &[Move]) -> Vec<String> {
    let mut end = position.clone();
    let _ = line.iter().try_for_each(|&mv| end.play(mv));
    svg::changes(&end, end.history().len() - position.history().len())
}
