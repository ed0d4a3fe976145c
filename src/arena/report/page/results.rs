//! What the single games and pairs of games brought, and how even the openings were.

use super::View;
use super::html::{Column, panel, result_bar, section as html_section, table};
use crate::arena::report::chart::Chart;
use crate::arena::report::words::percent;
use crate::arena::stats::duel::Duel;
use crate::arena::stats::score::Wdl;
use crate::arena::stats::standings::Row;
use crate::color::Color;

/// Points of the first engine from a pair, in words and in the colour of the chart.
const PAIR_RESULTS: [(&str, &str); 5] = [
    ("0", "bar-loss"),
    ("½", "bar-loss half"),
    ("1", "bar-draw"),
    ("1½", "bar-win half"),
    ("2", "bar-win"),
];

/// The section.
pub fn section(view: &View) -> String {
    let (bars, (balance, note)) = (bars(view), balance(view));
    let (results, evenness) = ("Wins, draws, losses", "Balance of the openings");
    let mut panels = Vec::new();
    if view.engines() == 2 {
        let both = format!("{bars}<h3 class=\"second\">{evenness}</h3>{balance}");
        panels.push(panel(results, &both, note));
        panels.extend(pairs(view));
    } else {
        panels.push(panel(results, &bars, ""));
        panels.push(panel(evenness, &balance, note));
    }
    html_section("results", "Results", &panels)
}

/// A bar for every engine, of two engines one for each colour too.
fn bars(view: &View) -> String {
    let by_color = |engine: usize, color: Color| {
        let row = view.standings.rows.get(engine);
        row.map_or(Wdl::default(), |row| row.by_color[color.index()])
    };
    let all = |engine: usize| view.standings.rows.get(engine).map_or(Wdl::default(), Row::wdl);
    let mut html = String::from("<div class=\"bars\">");
    if view.engines() == 2 {
        html += &result_bar(view.name(0), &all(0));
        html += &result_bar("as Black", &by_color(0, Color::Black));
        html += &result_bar("as White", &by_color(0, Color::White));
    } else {
        for engine in 0..view.engines() {
            html += &result_bar(view.name(engine), &all(engine));
        }
    }
    html + "</div><p class=\"legend\"><span class=\"key win\"></span>won \
            <span class=\"key draw\"></span>drawn <span class=\"key loss\"></span>lost</p>"
}

fn pairs(view: &View) -> Option<String> {
    let duel = Duel::of(view.facts.games, 0, 1);
    let pairs = duel.pairs();
    if pairs.pairs() == 0 {
        return None;
    }
    let columns: Vec<(String, u64)> =
        PAIR_RESULTS.iter().zip(pairs.0).map(|(&(text, _), count)| (text.into(), count)).collect();
    let title = format!("Pairs of games by the points of {}", view.name(0));
    let names = ("points of a pair", "pairs");
    let chart = Chart::columns(&title, names, &columns, |index| PAIR_RESULTS[index].1);
    let note = format!(
        "{} pairs, each of two games with one opening and changed colours; points of {}.",
        pairs.pairs(),
        view.name(0)
    );
    Some(panel("Pairs (pentanomial)", &chart.finish(), &note))
}

/// Black's results in all games, and what they mean.
fn balance(view: &View) -> (String, &'static str) {
    let black = view.standings.black;
    let row = |color: &str, wdl: &Wdl| {
        vec![
            color.to_owned(),
            wdl.wins.to_string(),
            wdl.draws.to_string(),
            wdl.losses.to_string(),
            percent(wdl.score()),
        ]
    };
    let columns = [
        Column::Text("Colour"),
        Column::Number("Won"),
        Column::Number("Drawn"),
        Column::Number("Lost"),
        Column::Number("Score"),
    ];
    let rows = [row("Black", &black), row("White", &black.reversed())];
    let html = format!(
        "<div class=\"bars\">{}</div>{}",
        result_bar("Black", &black),
        table("Results by colour", &columns, &rows)
    );
    let note = "Openings are even when both colours score 50 %, whoever plays them.";
    (html, note)
}
