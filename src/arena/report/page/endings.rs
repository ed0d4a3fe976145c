//! How games ended, and every fault with its game.

use super::View;
use super::html::{Column, section as html_section, table, wide_panel};
use crate::arena::ending::PlayedGame;
use crate::arena::report::words::{counted, escape};
use crate::color::Color;

/// Most faults that are told one by one.
const MOST_FAULTS: usize = 40;

/// The section.
pub fn section(view: &View) -> String {
    let note = "Games that ended for this reason, by who won; faults are set apart.";
    let mut panels = vec![wide_panel("Reasons", &reasons(view), note)];
    panels.extend(faults(view));
    html_section("endings", "How games ended", &panels)
}

/// The engine that won.
pub fn winner(game: &PlayedGame) -> Option<usize> {
    game.ending.winner.map(|color| game.players[color.index()])
}

/// The engine that lost.
pub fn loser(game: &PlayedGame) -> Option<usize> {
    game.ending.winner.map(|color: Color| game.players[(!color).index()])
}

fn reasons(view: &View) -> String {
    let wins: Vec<String> =
        (0..view.engines()).map(|engine| format!("Won by {}", view.name(engine))).collect();
    let mut columns = vec![Column::Text("Reason"), Column::Number("Games")];
    columns.extend(wins.iter().map(|text| Column::Number(text)));
    columns.push(Column::Number("Drawn"));
    let mut rows = Vec::new();
    for &(reason, count) in &view.standings.endings {
        let games = || view.facts.games.iter().filter(move |game| game.ending.reason == reason);
        let title = match reason.is_fault() {
            true => format!("<span class=\"fault\">{reason}</span>"),
            false => reason.to_string(),
        };
        let mut row = vec![title, count.to_string()];
        let won = |engine| games().filter(|game| winner(game) == engine).count();
        row.extend((0..view.engines()).map(|engine| quiet_zero(won(Some(engine)))));
        row.push(quiet_zero(won(None)));
        rows.push(row);
    }
    table("Games by reason and winner", &columns, &rows)
}

fn quiet_zero(count: usize) -> String {
    if count == 0 { "<span class=\"quiet\">·</span>".to_owned() } else { count.to_string() }
}

fn faults(view: &View) -> Option<String> {
    let faults: Vec<&PlayedGame> =
        view.facts.games.iter().filter(|game| game.ending.reason.is_fault()).collect();
    if faults.is_empty() {
        return None;
    }
    let rows: Vec<Vec<String>> = faults
        .iter()
        .take(MOST_FAULTS)
        .map(|game| {
            vec![
                (game.number + 1).to_string(),
                loser(game).map_or("?".into(), |engine| escape(view.name(engine)).into_owned()),
                format!("<span class=\"fault\">{}</span>", game.ending.reason),
                escape(&game.ending.detail).into_owned(),
                game.moves.len().to_string(),
            ]
        })
        .collect();
    let columns = [
        Column::Text("Game"),
        Column::Text("Engine"),
        Column::Text("Fault"),
        Column::Text("Detail"),
        Column::Number("Ply"),
    ];
    let note = match faults.len().checked_sub(MOST_FAULTS) {
        None | Some(0) => String::new(),
        Some(rest) => format!("and {} more", counted(rest, "fault")),
    };
    let title = format!("Lost by fault: {}", counted(faults.len(), "game"));
    Some(wide_panel(&title, &table("Faults", &columns, &rows), &note))
}
