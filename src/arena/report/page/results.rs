//! Elo differences with intervals, the ranking, results by colour and by pair, times and lengths of games,
//! and, for two engines, the course of the match.

use std::time::Duration;

use super::html::{Column, View, panel, result_bar, section, table, wide_panel};
use crate::arena::ending::PlayedGame;
use crate::arena::report::chart::{Axis, Chart, Whisker, thinned, whiskers};
use crate::arena::report::words::{elo, escape, percent, plain, time};
use crate::arena::schedule::Pairings;
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::Duel;
use crate::arena::stats::score::{Estimate, Interval, Wdl};
use crate::arena::stats::standings::Row;
use crate::color::Color;
use crate::coord::Move;

pub fn standing(view: &View) -> String {
    let note = "Whiskers are 95 % intervals; an arrow marks an open end.";
    let mut panels = Vec::new();
    if let Some((chart, title)) = chart(view) {
        panels.push(panel(&title, &chart, note));
    }
    let note = if view.engines() > 2 { "Elo is relative to the mean of all engines." } else { "" };
    panels.push(panel("Table", &ranking(view), note));
    if view.engines() > 2 {
        let note = "Wins, draws and losses of the row's engine against the column's engine.";
        panels.push(wide_panel("Crosstable", &crosstable(view), note));
    }
    section("strength", "Strength", &panels)
}

/// The Elo chart and its title: against every opponent, or in a round robin relative to the mean.
fn chart(view: &View) -> Option<(String, String)> {
    let field = view.engines() > 2 && view.facts.pairings == Pairings::RoundRobin;
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

/// Points, without `.0` for whole numbers.
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
    table("Results of every pairing", &columns, &rows)
}

fn cross_cell(view: &View, row: usize, column: usize) -> String {
    let duel = Duel::of(view.facts.games, row, column);
    let wdl = view.standings.crosstable[row][column];
    let Some(strength) = Strength::of(&duel) else {
        return "<span class=\"quiet\">–</span>".to_owned();
    };
    // The farther the score is from even, the stronger the colour.
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

/// Points of the first engine from a pair: label and CSS class.
const PAIR_RESULTS: [(&str, &str); 5] = [
    ("0", "bar-loss"),
    ("½", "bar-loss half"),
    ("1", "bar-draw"),
    ("1½", "bar-win half"),
    ("2", "bar-win"),
];

pub fn scores(view: &View) -> String {
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
    section("results", "Results", &panels)
}

/// A bar per engine; with two engines, bars of the first one by colour.
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
    let title = format!("Pairs of games by points of {}", view.name(0));
    let names = ("points of a pair", "pairs");
    let chart = Chart::columns(&title, names, &columns, |index| PAIR_RESULTS[index].1);
    let note = format!(
        "{} pairs of games with the same opening and colours reversed; points of {}.",
        pairs.pairs(),
        view.name(0)
    );
    Some(panel("Pairs (pentanomial)", &chart.finish(), &note))
}

/// Black's results in all games, with a note.
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
    let note = "Openings are balanced if Black and White both score 50 %.";
    (html, note)
}

/// Maximum number of points of a curve.
const POINTS: usize = 300;

/// Minimum number of games for a curve.
const FEWEST_GAMES: usize = 4;

/// Empty unless there are two engines and enough games.
pub fn course(view: &View) -> String {
    if view.engines() != 2 || view.facts.games.len() < FEWEST_GAMES {
        return String::new();
    }
    let mut panels = vec![panel(
        "Elo over games",
        &elo_curve(view),
        "Line: the estimate after that many games. Band: its 95 % interval.",
    )];
    panels.push(match llr_curve(view) {
        Some(curve) => {
            let note = "The test ends when the log-likelihood ratio crosses one of the two bounds.";
            panel("Sequential test", &curve, note)
        }
        None => {
            let note = format!("Points of {} minus points of {}.", view.name(0), view.name(1));
            panel("Lead over games", &lead_curve(view), &note)
        }
    });
    section("course", "Course", &panels)
}

fn elo_curve(view: &View) -> String {
    let mut duel = Duel::new(0, 1);
    let mut points = Vec::new();
    let shown = thinned(&Vec::from_iter(1..=view.facts.arrived.len()), POINTS);
    let mut shown = shown.into_iter().peekable();
    for (number, game) in (1..).zip(view.facts.arrived) {
        duel.add(game);
        if shown.next_if_eq(&number).is_some()
            && let Some(strength) = Strength::of(&duel)
        {
            points.push((duel.wdl().games() as f64, strength.elo));
        }
    }
    // The wide intervals of the first games would flatten the rest of the curve.
    let settled = &points[points.len() / 8..];
    let ends = settled.iter().flat_map(|(_, elo)| [elo.low, elo.high]);
    let y = Axis::around(ends.chain([0.0]), 5);
    let title = format!("Elo of {} against {}", view.name(0), view.name(1));
    let mut chart = Chart::new(&title, (Axis::games(view.facts.games.len()), "games"), (y, "Elo"));
    let band: Vec<_> = points.iter().map(|&(games, elo)| (games, elo.low, elo.high)).collect();
    chart.band("band", &band);
    let line: Vec<_> = points.iter().map(|&(games, elo)| (games, elo.value)).collect();
    chart.line("line", &line);
    chart.finish()
}

fn llr_curve(view: &View) -> Option<String> {
    let sprt = view.facts.sprt?;
    let [low, high] = sprt.bounds();
    let curve = sprt.curve(view.facts.arrived, POINTS);
    let curve: Vec<(f64, f64)> =
        curve.into_iter().map(|(games, llr)| (games as f64, llr)).collect();
    let room = 0.12 * (high - low);
    let ends = curve.iter().map(|&(_, llr)| llr).chain([low - room, high + room]);
    let title = format!("Log-likelihood ratio of {} against {}", view.name(0), view.name(1));
    let axes = ((Axis::games(view.facts.games.len()), "games"), (Axis::around(ends, 6), "LLR"));
    let mut chart = Chart::new(&title, axes.0, axes.1);
    let bound = |what, elo, llr| format!("{what} (Elo {}) at {}", plain(elo, 1), plain(llr, 2));
    chart.level("bound win", high, &bound("H1", sprt.elo1, high));
    chart.level("bound loss", low, &bound("H0", sprt.elo0, low));
    chart.line("line", &curve);
    Some(chart.finish())
}

fn lead_curve(view: &View) -> String {
    let mut duel = Duel::new(0, 1);
    let mut points = vec![(0.0, 0.0)];
    for game in view.facts.arrived {
        duel.add(game);
        let wdl = duel.wdl();
        points.push((wdl.games() as f64, wdl.wins as f64 - wdl.losses as f64));
    }
    let points = thinned(&points, POINTS);
    let y = Axis::around(points.iter().map(|&(_, lead)| lead), 5);
    let title = format!("Lead of {} over {} in points", view.name(0), view.name(1));
    let mut chart =
        Chart::new(&title, (Axis::games(view.facts.games.len()), "games"), (y, "points"));
    chart.line("line", &points);
    chart.finish()
}

/// Maximum number of engines with a chart of their times.
const MOST_CHARTS: usize = 4;
/// Approximate number of columns of a histogram.
const COLUMNS: u64 = 12;

pub fn pace(view: &View) -> String {
    let mut panels = vec![panel(
        "Time per move",
        &time_table(view),
        "Opening moves and passes are not counted.",
    )];
    let note = match view.standings.mean_plies() {
        Some(mean) => format!("{} plies on average.", plain(mean, 1)),
        None => String::new(),
    };
    panels.push(panel("Length of the games", &lengths(view), &note));
    if view.engines() <= MOST_CHARTS {
        for engine in 0..view.engines() {
            let title = format!("Times of {}", view.name(engine));
            let times_ms = times_ms(view.facts.games, engine);
            if !times_ms.is_empty() {
                panels.push(panel(&title, &time_chart(&title, &times_ms), ""));
            }
        }
    }
    section("pace", "Time and length", &panels)
}

/// The times in ms of the moves counted in the [`Times`] of `engine`.
///
/// [`Times`]: crate::arena::stats::standings::Times
fn times_ms(games: &[PlayedGame], engine: usize) -> Vec<u64> {
    let mut times = Vec::new();
    for game in games {
        for (ply, timed) in game.moves.iter().enumerate().skip(game.opening_plies) {
            if game.players[ply % 2] == engine && timed.mv != Move::Pass {
                times.push(timed.time.as_millis() as u64);
            }
        }
    }
    times
}

fn time_table(view: &View) -> String {
    let mut columns = vec![Column::Text("Engine")];
    columns.extend(["Moves", "Mean", "Longest", "in game"].map(Column::Number));
    let mut rows = Vec::new();
    for (engine, row) in view.standings.rows.iter().enumerate() {
        let times = row.times;
        let mean = times.mean_ms().map(|ms| time(Duration::from_secs_f64(ms / 1000.0)));
        let none = || "–".to_owned();
        rows.push(vec![
            escape(view.name(engine)).into_owned(),
            times.moves.to_string(),
            mean.unwrap_or_else(none),
            times.worst.map_or_else(none, |(worst, _)| time(worst)),
            times.worst.map_or_else(none, |(_, game)| (game + 1).to_string()),
        ]);
    }
    table("Time per move", &columns, &rows)
}

fn time_chart(title: &str, times_ms: &[u64]) -> String {
    let columns = histogram(times_ms);
    let labelled: Vec<(String, u64)> =
        columns.iter().map(|&(low, count)| (low.to_string(), count)).collect();
    Chart::columns(title, ("ms, from", "moves"), &labelled, |_| "bar-plain").finish()
}

fn lengths(view: &View) -> String {
    let plies: Vec<u64> = view.facts.games.iter().map(|game| game.moves.len() as u64).collect();
    let labelled: Vec<(String, u64)> =
        histogram(&plies).iter().map(|&(low, count)| (low.to_string(), count)).collect();
    let names = ("plies, from", "games");
    Chart::columns("Games by length", names, &labelled, |_| "bar-plain").finish()
}

/// How many of `values` lie in each of about [`COLUMNS`] equal ranges, with the lower end of each.
fn histogram(values: &[u64]) -> Vec<(u64, u64)> {
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let width = round_width((most - least) / COLUMNS + 1);
    let first = least / width;
    let mut columns: Vec<(u64, u64)> =
        (first..=most / width).map(|index| (index * width, 0)).collect();
    for value in values {
        columns[(value / width - first) as usize].1 += 1;
    }
    columns
}

/// `width` rounded up to 1, 2, 5, 10, 20, 50 ...
fn round_width(width: u64) -> u64 {
    let mut power = 1;
    loop {
        if let Some(factor) = [1, 2, 5].into_iter().find(|factor| factor * power >= width) {
            return factor * power;
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_count_everything_once() {
        assert!(histogram(&[]).is_empty());
        assert_eq!(histogram(&[7]), [(7, 1)]);
        assert_eq!(
            histogram(&[0, 19, 20, 41]),
            [(0, 1), (5, 0), (10, 0), (15, 1), (20, 1), (25, 0), (30, 0), (35, 0), (40, 1)]
        );
        let values: Vec<u64> = (13..977).collect();
        let columns = histogram(&values);
        assert!((5..=14).contains(&columns.len()));
        assert_eq!(columns.iter().map(|&(_, count)| count).sum::<u64>(), 964);
        assert_eq!((round_width(1), round_width(3), round_width(51)), (1, 5, 100));
    }
}
