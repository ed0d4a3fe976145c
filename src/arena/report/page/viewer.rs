//! All games, to filter and to step through: the data for the script of the page, and the elements that show them.

use serde_json::{Map, Value, json};

use super::games;
use super::html::{View, section};
use crate::arena::ending::PlayedGame;
use crate::arena::journal::moves_text;
use crate::arena::report::Facts;
use crate::arena::report::words::reason;
use crate::arena::reported::Reported;
use crate::formats::spoken;
use crate::formats::study::Stones;
use crate::formats::svg::{self, RowOne};
use crate::game::{Position, Variant};

/// Most games on a page; if there are more, the last ones.
pub const MOST_GAMES: usize = 5000;

const BODY: &str = include_str!("viewer.html");

/// The texts that the script shows.
pub const TEXTS: &[&str] = &[
    "black",
    "page-first",
    "page-last",
    "page-next",
    "page-previous",
    "report-all",
    "report-blunder-both",
    "report-blunder-opponent",
    "report-blunder-own",
    "report-blunders",
    "report-blunders-note",
    "report-curves",
    "report-curves-note",
    "report-depth",
    "report-draw",
    "report-engine",
    "report-from",
    "report-keys",
    "report-length",
    "report-more",
    "report-no-blunders",
    "report-none",
    "report-number",
    "report-opening",
    "report-opponent",
    "report-own",
    "report-plies",
    "report-reason",
    "report-result",
    "report-shown",
    "report-start",
    "report-telling",
    "report-to",
    "report-won-by",
    "white",
];

/// The section; empty without games.
pub fn viewer(view: &View) -> String {
    let left_out = view.facts.games.len().saturating_sub(MOST_GAMES);
    let note = match left_out {
        0 => String::new(),
        count => format!("<p class=\"note\">{}</p>", view.counted(count, "report-left-out")),
    };
    section("games", &view.say("report-all-games"), &[format!("{BODY}{note}")])
}

/// The data that the script reads.
pub fn data(view: &View) -> Map<String, Value> {
    let facts = view.facts;
    let shown = &facts.games[facts.games.len().saturating_sub(MOST_GAMES)..];
    let engines: Vec<&str> = (0..view.engines()).map(|engine| view.name(engine)).collect();
    let reasons: Map<String, Value> = (view.standings.endings.iter())
        .map(|&(why, _)| (why.name().to_owned(), reason(why, facts.words).into()))
        .collect();
    let is_shown = |number: usize| shown.iter().any(|game| game.number == number);
    let telling: Vec<Value> = (games::chosen(view).into_iter())
        .filter(|choice| is_shown(choice.game.number))
        .map(|choice| json!([choice.game.number + 1, choice.why]))
        .collect();
    let games: Vec<Value> = shown.iter().map(|game| record(game, facts)).collect();
    let title = spoken::game(facts.words, facts.variant);
    let picture = facts.variant.start().map(|start| svg::draw(&start, &title, 0, RowOne::Top));
    let start = facts.variant.start().map(|start| json!(Stones::of(&start)));
    let mut data = Map::new();
    let mut add = |key: &str, value: Value| data.insert(key.to_owned(), value);
    add("engines", engines.into());
    add("reasons", reasons.into());
    add("telling", telling.into());
    add("games", games.into());
    add("picture", picture.unwrap_or_default().into());
    add("start", start.unwrap_or_default());
    add("isDiscs", facts.variant.is_othello().into());
    data
}

/// A game, as short as possible, because there may be thousands: number, engines with Black and White, winner (`b`, `w`
/// or nothing), reason, details, plies of the opening, moves, scores with depths, milliseconds, and in Othello the
/// changes of every ply. The script derives the changes in Gomoku by itself.
fn record(game: &PlayedGame, facts: &Facts<'_>) -> Value {
    let winner = game.ending.winner.map_or(String::new(), |winner| winner.to_string()[..1].into());
    let moves = moves_text(game.moves.iter().map(|timed| timed.mv));
    let times: Vec<String> =
        game.moves.iter().map(|timed| timed.time.as_millis().to_string()).collect();
    let mut fields = vec![
        json!(game.number + 1),
        json!(game.players[0]),
        json!(game.players[1]),
        json!(winner),
        json!(game.ending.reason.name()),
        json!(facts.words.detail(&game.ending.detail)),
        json!(game.opening_plies),
        json!(moves),
        json!(scores(&game.reports)),
        json!(times.join(" ")),
    ];
    if facts.variant.is_othello()
        && let Some(end) = last_position(game, facts.variant)
    {
        fields.push(json!(svg::changes(&end, end.history().len()).join(";")));
    }
    fields.into()
}

/// Score and depth of every ply as in journals; empty if there are none.
fn scores(reports: &[Reported]) -> String {
    if reports.iter().all(Reported::is_empty) {
        return String::new();
    }
    let short = |report: &Reported| Reported { nodes: None, time_ms: None, ..*report }.to_string();
    reports.iter().map(short).collect::<Vec<_>>().join(" ")
}

/// The position at the end, or before the first illegal move.
fn last_position(game: &PlayedGame, variant: Variant) -> Option<Position> {
    let mut position = variant.start().ok()?;
    let _ = game.moves.iter().try_for_each(|timed| position.play(timed.mv));
    Some(position)
}
