//! The analysis as a self-contained HTML page with a board to step through.
//!
//! The data are those of the JSON output, with the changes on the board of every move: the script of the page has
//! no rules.

use serde::Serialize;
use serde_json::json;

use super::json::Game;
use super::reviewed::{Reviewed, Totals};
use super::text;
use crate::coord::Move;
use crate::formats::study::{self, Study};
use crate::formats::svg::RowOne;
use crate::formats::{spoken, svg};
use crate::game::Position;
use crate::language::Words;

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
const BODY: &str = include_str!("page/body.html");

/// The texts that the page shows, by their names in the catalogue.
const TEXTS: &[&str] = &[
    "analyze-accuracy",
    "analyze-after",
    "analyze-before",
    "analyze-best",
    "analyze-loss",
    "analyze-mean-loss",
    "analyze-move",
    "analyze-moves",
    "analyze-ply",
    "analyze-side",
    "page-analysis",
    "page-answer",
    "page-back",
    "page-better",
    "page-black-chance",
    "page-black-discs",
    "page-blunders",
    "page-exact",
    "page-first",
    "page-forbidden",
    "page-game",
    "page-graph",
    "page-hints",
    "page-keys",
    "page-last",
    "page-moves",
    "page-next",
    "page-none",
    "page-previous",
    "page-start",
    "page-summary",
    "page-turning",
];

/// A game with the data that the script needs to draw it.
#[derive(Debug, Serialize)]
struct PageGame {
    #[serde(flatten)]
    game: Game,
    /// The game and its ending in words.
    title: String,
    ending: String,
    /// An SVG of the board before the first ply.
    picture: String,
    /// The changes of every ply.
    steps: Vec<String>,
    /// For every ply, the changes of the best line instead of it.
    best_steps: Vec<Vec<String>>,
    /// For every ply, the changes of the best line after it.
    answer_steps: Vec<Vec<String>>,
}

/// The whole page.
pub fn write(words: &Words, games: &[Reviewed], totals: &Totals, row_one: RowOne) -> String {
    let games: Vec<PageGame> =
        games.iter().map(|game| PageGame::of(words, game, row_one)).collect();
    let title = match games.as_slice() {
        [only] => format!("{} – {}", only.title, words.say("page-analysis")),
        _ => words.say("page-analysis"),
    };
    let study = Study {
        title: &title,
        style: STYLE,
        body: BODY,
        script: SCRIPT,
        texts: TEXTS,
        footer: &text::totals(words, totals).trim_end().replace('\n', " · "),
    };
    study::page(words, &study, json!({ "games": games }))
}

impl PageGame {
    fn of(words: &Words, reviewed: &Reviewed, row_one: RowOne) -> PageGame {
        let analysis = &reviewed.analysis;
        let moves: Vec<Move> = analysis.reviews.iter().map(|review| review.played.0).collect();
        let end = after(&analysis.start, &moves);
        let about = spoken::game(words, reviewed.variant());
        let [black, white] = &reviewed.record.players;
        let is_named = (black.as_str(), white.as_str()) != ("?", "?");
        let title = if is_named { format!("{black} – {white}") } else { about.clone() };
        let ending = spoken::ending(words, &reviewed.record);
        let before = [
            spoken::occasion(words, &reviewed.record.details),
            is_named.then(|| about.clone()),
            text::fault(words, reviewed),
        ];
        let ending = before
            .iter()
            .flatten()
            .rev()
            .fold(ending, |ending, before| spoken::sentences(words, before, &ending));
        let mut position = analysis.start.clone();
        let (mut best_steps, mut answer_steps) = (Vec::new(), Vec::new());
        for (index, review) in analysis.reviews.iter().enumerate() {
            best_steps.push(study::steps(&position, &review.best.moves));
            let _ = position.play(review.played.0);
            let answer = analysis.answer(index).map_or(&[][..], |line| &line.moves);
            answer_steps.push(study::steps(&position, answer));
        }
        PageGame {
            game: Game::of(reviewed, row_one, &|reason| spoken::explanation(words, reason)),
            picture: svg::draw(&analysis.start, &title, 0, row_one),
            title,
            ending,
            steps: svg::changes(&end, moves.len()),
            best_steps,
            answer_steps,
        }
    }
}

/// The position after `moves`, up to the first illegal one.
fn after(position: &Position, moves: &[Move]) -> Position {
    let mut position = position.clone();
    let _ = moves.iter().try_for_each(|&mv| position.play(mv));
    position
}
