//! Who stands where: Elo differences with their intervals, the table, everybody against everybody.

use super::View;
use super::html::{Column, panel, section as html_section, table, wide_panel};
use crate::arena::report::chart::{Whisker, whiskers};
use crate::arena::report::words::{elo, escape, percent, plain};
use crate::arena::stats::duel::Duel;
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::{Estimate, Interval, Wdl};
use crate::arena::tournament::Format;

/// The section.
pub fn section(view: &View) -> String {
    let note = "Whiskers are 95 % intervals; an arrow has no end.";
    let mut panels = Vec::new();
    if let Some((chart, title)) = chart(view) {
        panels.push(panel(&title, &chart, note));
    }
    let note = if view.engines() > 2 { "Elo is relative to the mean of all engines." } else { "" };
    panels.push(panel("Table", &ranking(view), note));
    if view.engines() > 2 {
        let note = "Wins, draws and losses of the engine of the row against that of the column.";
        panels.push(wide_panel("Everybody against everybody", &crosstable(view), note));
    }
    html_section("strength", "Strength", &panels)
}

/// Elo against every opponent, or in a round robin against the mean of all; with a title.
fn chart(view: &View) -> Option<(String, String)> {
    let field = view.engines() > 2 && view.facts.format == Format::RoundRobin;
    let mut rows = Vec::new();
    if field {
        for engine in view.standings.ranking() {
            rows.push(row(view.name(engine), interval(view.standings.rows[engine].elo)));
        }
    } else {
        for other in 1..view.engines() {
            if let Some(strength) = Strength::of(&Duel::of(view.facts.games, 0, other)) {
                rows.push(row(view.name(other), strength.elo));
                if view.engines() == 2 && strength.normalized_elo.value.is_finite() {
                    rows[0].name = "logistic".to_owned();
                    rows.push(row("normalized", interval(strength.normalized_elo)));
                }
            }
        }
    }
    let title = match view.engines() {
        _ if field => "Elo relative to the mean of all".to_owned(),
        2 => format!("Elo of {} against {}", view.name(0), view.name(1)),
        _ => format!("Elo of {} against", view.name(0)),
    };
    (!rows.is_empty()).then(|| (whiskers(&title, "Elo", &rows), title))
}

fn row(name: &str, interval: Interval) -> Whisker {
    Whisker { name: name.to_owned(), interval, text: elo(&interval) }
}

fn interval(Estimate { value, error }: Estimate) -> Interval {
    Interval { value, low: value - error, high: value + error }
}

fn ranking(view: &View) -> String {
    let field = view.engines() > 2;
    let mut columns = vec![Column::Text("Engine")];
    columns.extend(["Points", "Games", "Score", "+", "=", "−"].map(Column::Number));
    if field {
        columns.push(Column::Number("Elo"));
    }
    let rows: Vec<Vec<String>> = view
        .standings
        .ranking()
        .into_iter()
        .map(|engine| {
            let row = &view.standings.rows[engine];
            let wdl = row.wdl();
            let mut cells = vec![
                escape(view.name(engine)).into_owned(),
                points(&wdl),
                wdl.games().to_string(),
                percent(wdl.score()),
                wdl.wins.to_string(),
                wdl.draws.to_string(),
                wdl.losses.to_string(),
            ];
            if field {
                cells.push(elo(&interval(row.elo)));
            }
            cells
        })
        .collect();
    table("Points of all engines", &columns, &rows)
}

/// Points without a needless `.0`.
pub fn points(wdl: &Wdl) -> String {
    plain(wdl.points(), 1).trim_end_matches(".0").to_owned()
}

fn crosstable(view: &View) -> String {
    let order = view.standings.ranking();
    let mut columns = vec![Column::Text("Engine")];
    columns.extend(order.iter().map(|&engine| Column::Box(view.name(engine))));
    let rows: Vec<Vec<String>> = order
        .iter()
        .map(|&row| {
            let mut cells = vec![escape(view.name(row)).into_owned()];
            cells.extend(order.iter().map(|&column| cross_cell(view, row, column)));
            cells
        })
        .collect();
    table("Results of every two engines", &columns, &rows)
}

fn cross_cell(view: &View, row: usize, column: usize) -> String {
    let duel = Duel::of(view.facts.games, row, column);
    let wdl = view.standings.crosstable[row][column];
    let Some(strength) = Strength::of(&duel) else {
        return "<span class=\"quiet\">–</span>".to_owned();
    };
    // How far the score is from even decides how strong the colour is.
    let ahead = wdl.score() - 0.5;
    let class = if ahead >= 0.0 { "ahead" } else { "behind" };
    let strong = (ahead.abs() * 2.0).clamp(0.0, 1.0) * 55.0;
    format!(
        "<span class=\"cross {class}\" style=\"--strong:{strong:.0}%\" title=\"Elo {}\">{}\
         <small>+{} ={} −{}</small></span>",
        escape(&elo(&strength.elo)),
        percent(wdl.score()),
        wdl.wins,
        wdl.draws,
        wdl.losses
    )
}
