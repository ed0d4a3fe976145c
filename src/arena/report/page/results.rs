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
    let mut panels = Vec::new();
    if let Some((chart, title)) = chart(view) {
        panels.push(panel(&title, &chart, &view.say("report-whiskers")));
    }
    let note = if view.engines() > 2 { view.say("report-table-note") } else { String::new() };
    panels.push(panel(&view.say("report-table"), &ranking(view), &note));
    if view.engines() > 2 {
        let (title, note) = (view.say("report-crosstable"), view.say("report-crosstable-note"));
        panels.push(wide_panel(&title, &crosstable(view), &note));
    }
    section("strength", &view.say("report-strength"), &panels)
}

/// The Elo chart and its title: against every opponent, or in a round robin relative to the mean.
fn chart(view: &View) -> Option<(String, String)> {
    let field = view.engines() > 2 && view.facts.pairings == Pairings::RoundRobin;
    let mut rows = Vec::new();
    if field {
        for engine in view.standings.ranking() {
            rows.push(row(view, view.name(engine), interval(view.standings.rows[engine].elo)));
        }
    } else {
        for other in 1..view.engines() {
            if let Some(strength) = Strength::of(&Duel::of(view.facts.games, 0, other)) {
                rows.push(row(view, view.name(other), strength.elo));
                if view.engines() == 2 && strength.normalized_elo.value.is_finite() {
                    rows[0].name = view.say("report-logistic");
                    let normalized = interval(strength.normalized_elo);
                    rows.push(row(view, &view.say("report-normalized"), normalized));
                }
            }
        }
    }
    let title = match view.engines() {
        _ if field => view.say("report-elo-of-all"),
        2 => of_two(view, "report-elo-of-two"),
        _ => view.say_with("report-elo-of-one", &[("first", view.name(0).into())]),
    };
    (!rows.is_empty()).then(|| (whiskers(&title, "Elo", &rows), title))
}

fn row(view: &View, name: &str, interval: Interval) -> Whisker {
    Whisker { name: name.to_owned(), interval, text: elo(&interval, view.facts.words) }
}

/// The text named `key` about the first two engines.
fn of_two(view: &View, key: &str) -> String {
    view.say_with(key, &[("first", view.name(0).into()), ("second", view.name(1).into())])
}

fn interval(Estimate { value, error }: Estimate) -> Interval {
    Interval { value, low: value - error, high: value + error }
}

fn ranking(view: &View) -> String {
    let field = view.engines() > 2;
    let mut columns = vec![Column::Text(view.say("report-engine"))];
    let names = ["report-points", "report-games", "report-score"].map(|key| view.say(key));
    columns.extend(names.map(Column::Number));
    columns.extend(["+", "=", "−"].map(|sign| Column::Number(sign.to_owned())));
    if field {
        columns.push(Column::Number("Elo".to_owned()));
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
                cells.push(elo(&interval(row.elo), view.facts.words));
            }
            cells
        })
        .collect();
    table(&view.say("report-points-of-all"), &columns, &rows)
}

/// Points, without `.0` for whole numbers.
pub fn points(wdl: &Wdl) -> String {
    plain(wdl.points(), 1).trim_end_matches(".0").to_owned()
}

fn crosstable(view: &View) -> String {
    let order = view.standings.ranking();
    let mut columns = vec![Column::Text(view.say("report-engine"))];
    columns.extend(order.iter().map(|&engine| Column::Box(view.name(engine).to_owned())));
    let rows: Vec<Vec<String>> = order
        .iter()
        .map(|&row| {
            let mut cells = vec![escape(view.name(row)).into_owned()];
            cells.extend(order.iter().map(|&column| cross_cell(view, row, column)));
            cells
        })
        .collect();
    table(&view.say("report-crosstable"), &columns, &rows)
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
        escape(&elo(&strength.elo, view.facts.words)),
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
    let (bars, balance) = (bars(view), balance(view));
    let (results, evenness) = (view.say("report-wdl"), view.say("report-balance"));
    let note = view.say("report-balance-note");
    let mut panels = Vec::new();
    if view.engines() == 2 {
        let both = format!("{bars}<h3 class=\"second\">{}</h3>{balance}", escape(&evenness));
        panels.push(panel(&results, &both, &note));
        panels.extend(pairs(view));
    } else {
        panels.push(panel(&results, &bars, ""));
        panels.push(panel(&evenness, &balance, &note));
    }
    section("results", &view.say("report-all-results"), &panels)
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
        html += &result_bar(view, view.name(0), &all(0));
        html += &result_bar(view, &view.say("report-as-black"), &by_color(0, Color::Black));
        html += &result_bar(view, &view.say("report-as-white"), &by_color(0, Color::White));
    } else {
        for engine in 0..view.engines() {
            html += &result_bar(view, view.name(engine), &all(engine));
        }
    }
    let [won, drawn, lost] = ["report-won", "report-drawn", "report-lost"].map(|key| view.say(key));
    html + &format!(
        "</div><p class=\"legend\"><span class=\"key win\"></span>{won} \
         <span class=\"key draw\"></span>{drawn} <span class=\"key loss\"></span>{lost}</p>"
    )
}

fn pairs(view: &View) -> Option<String> {
    let duel = Duel::of(view.facts.games, 0, 1);
    let pairs = duel.pairs();
    if pairs.pairs() == 0 {
        return None;
    }
    let columns: Vec<(String, u64)> =
        PAIR_RESULTS.iter().zip(pairs.0).map(|(&(text, _), count)| (text.into(), count)).collect();
    let values = [("pairs", pairs.pairs().into()), ("first", view.name(0).into())];
    let note = view.say_with("report-pairs-note", &values);
    let names = (view.say("report-pair-points"), view.say("report-pairs"));
    let chart =
        Chart::columns(&note, (&names.0, &names.1), &columns, |index| PAIR_RESULTS[index].1);
    Some(panel(&view.say("report-pentanomial"), &chart.finish(), &note))
}

/// Black's results in all games.
fn balance(view: &View) -> String {
    let black = view.standings.black;
    let row = |color: String, wdl: &Wdl| {
        vec![
            color,
            wdl.wins.to_string(),
            wdl.draws.to_string(),
            wdl.losses.to_string(),
            percent(wdl.score()),
        ]
    };
    let mut columns = vec![Column::Text(view.say("report-colour"))];
    let names = ["report-won", "report-drawn", "report-lost", "report-score"];
    columns.extend(names.map(|key| Column::Number(view.say(key))));
    let [of_black, of_white] = ["black-title", "white-title"].map(|key| view.say(key));
    let bar = result_bar(view, &of_black, &black);
    let rows = [row(of_black, &black), row(of_white, &black.reversed())];
    format!(
        "<div class=\"bars\">{bar}</div>{}",
        table(&view.say("report-balance"), &columns, &rows)
    )
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
    let elo = view.say("report-elo-over-games");
    let mut panels = vec![panel(&elo, &elo_curve(view), &view.say("report-elo-over-games-note"))];
    panels.push(match llr_curve(view) {
        Some(curve) => panel(&view.say("report-llr"), &curve, &view.say("report-llr-note")),
        None => {
            panel(&view.say("report-lead"), &lead_curve(view), &of_two(view, "report-lead-note"))
        }
    });
    section("course", &view.say("report-course"), &panels)
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
    let (title, games) = (of_two(view, "report-elo-of-two"), view.say("report-axis-games"));
    let mut chart = Chart::new(&title, (Axis::games(view.facts.games.len()), &games), (y, "Elo"));
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
    let (title, games) = (of_two(view, "report-llr-of-two"), view.say("report-axis-games"));
    let axes = ((Axis::games(view.facts.games.len()), &*games), (Axis::around(ends, 6), "LLR"));
    let mut chart = Chart::new(&title, axes.0, axes.1);
    let bound = |what, elo, llr| format!("{what} (Elo {}): {}", plain(elo, 1), plain(llr, 2));
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
    let (games, points_of) = (view.say("report-axis-games"), view.say("report-axis-points"));
    let title = of_two(view, "report-lead-note");
    let x = Axis::games(view.facts.games.len());
    let mut chart = Chart::new(&title, (x, &games), (y, &points_of));
    chart.line("line", &points);
    chart.finish()
}

/// Maximum number of engines with a chart of their times.
const MOST_CHARTS: usize = 4;
/// Approximate number of columns of a histogram.
const COLUMNS: u64 = 12;

pub fn pace(view: &View) -> String {
    let mut panels =
        vec![panel(&view.say("report-times"), &time_table(view), &view.say("report-times-note"))];
    let note = match view.standings.mean_plies() {
        Some(mean) => view.say_with("report-mean-plies", &[("plies", plain(mean, 1).into())]),
        None => String::new(),
    };
    panels.push(panel(&view.say("report-lengths"), &lengths(view), &note));
    if view.engines() <= MOST_CHARTS {
        for engine in 0..view.engines() {
            let name = view.name(engine);
            let title = view.say_with("report-times-of", &[("name", name.into())]);
            let times = times(view.facts.games, engine);
            if !times.is_empty() {
                let note = view.say("report-logarithmic");
                panels.push(panel(&title, &time_chart(view, &title, &times), &note));
            }
        }
    }
    section("pace", &view.say("report-pace"), &panels)
}

/// The times of the moves that are counted in the [`Times`] of `engine`, in microseconds.
///
/// [`Times`]: crate::arena::stats::standings::Times
fn times(games: &[PlayedGame], engine: usize) -> Vec<u64> {
    let mut times = Vec::new();
    for game in games {
        for (ply, timed) in game.moves.iter().enumerate().skip(game.opening_plies) {
            if game.players[ply % 2] == engine && timed.mv != Move::Pass {
                times.push(timed.time.as_micros() as u64);
            }
        }
    }
    times
}

fn time_table(view: &View) -> String {
    let mut columns = vec![Column::Text(view.say("report-engine"))];
    let names = ["report-moves", "report-mean", "report-longest", "report-in-game"];
    columns.extend(names.map(|key| Column::Number(view.say(key))));
    let time = |duration| time(duration, view.facts.words);
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
    table(&view.say("report-times"), &columns, &rows)
}

fn time_chart(view: &View, title: &str, times: &[u64]) -> String {
    let labelled: Vec<(String, u64)> =
        logarithmic(times).iter().map(|&(low, count)| (short_time(low), count)).collect();
    let names = (view.say("report-axis-time"), view.say("report-axis-moves"));
    Chart::columns(title, (&names.0, &names.1), &labelled, |_| "bar-plain").finish()
}

/// A round time in microseconds with its unit, such as `20ms`.
fn short_time(microseconds: u64) -> String {
    match microseconds {
        0..1000 => format!("{microseconds}µs"),
        1000..1_000_000 => format!("{}ms", microseconds / 1000),
        _ => format!("{}s", microseconds / 1_000_000),
    }
}

fn lengths(view: &View) -> String {
    let plies: Vec<u64> = view.facts.games.iter().map(|game| game.moves.len() as u64).collect();
    let labelled: Vec<(String, u64)> =
        histogram(&plies).iter().map(|&(low, count)| (low.to_string(), count)).collect();
    let names = (view.say("report-axis-plies"), view.say("report-axis-games"));
    let title = view.say("report-lengths");
    Chart::columns(&title, (&names.0, &names.1), &labelled, |_| "bar-plain").finish()
}

/// The numbers of `values` in the ranges that begin at 0, 1, 2, 5, 10, 20, 50 ..., each with the lower end of its
/// range. Empty ranges at both ends are omitted.
fn logarithmic(values: &[u64]) -> Vec<(u64, u64)> {
    let mut columns: Vec<(u64, u64)> = vec![(0, 0)];
    let most = values.iter().copied().max().unwrap_or(0);
    let mut low = 1;
    while low <= most {
        columns.push((low, 0));
        low = round_width(low + 1);
    }
    for value in values {
        let next = columns.partition_point(|&(low, _)| low <= *value);
        columns[next - 1].1 += 1;
    }
    let first = columns.iter().position(|&(_, count)| count > 0).unwrap_or(0);
    columns.split_off(first)
}

/// The numbers of `values` in about [`COLUMNS`] equal ranges, each with the lower end of its range.
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
    let mut power: u64 = 1;
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

    #[test]
    fn logarithmic_histograms_begin_at_round_numbers() {
        assert_eq!(logarithmic(&[]), [(0, 0)]);
        assert_eq!(logarithmic(&[0, 7]), [(0, 1), (1, 0), (2, 0), (5, 1)]);
        assert_eq!(
            logarithmic(&[1000, 1999, 2000, 49_999]),
            [(1000, 2), (2000, 1), (5000, 0), (10_000, 0), (20_000, 1)]
        );
        let times: Vec<u64> = (0..5000).map(|i| i * i * i).collect();
        let columns = logarithmic(&times);
        assert_eq!(columns.iter().map(|&(_, count)| count).sum::<u64>(), 5000);
        assert_eq!((short_time(500), short_time(20_000)), ("500µs".into(), "20ms".into()));
        assert_eq!(short_time(5_000_000), "5s");
    }
}
