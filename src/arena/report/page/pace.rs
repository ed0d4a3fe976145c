//! How long the engines thought, and how long the games were.

use std::time::Duration;

use super::html::{Column, View, panel, section as html_section, table};
use crate::arena::ending::PlayedGame;
use crate::arena::report::chart::Chart;
use crate::arena::report::words::{escape, plain, time};
use crate::coord::Move;

/// Most engines with a chart of their times.
const MOST_CHARTS: usize = 4;
/// Approximate number of columns of a histogram.
const COLUMNS: u64 = 12;

pub fn section(view: &View) -> String {
    let mut panels = vec![panel(
        "Time for a move",
        &time_table(view),
        "Moves of the openings and passes do not count.",
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
    html_section("pace", "Time and length", &panels)
}

/// The times in ms of the moves that the [`Times`] of `engine` count.
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

/// The next of 1, 2, 5, 10, 20, 50 ... that is not below `width`.
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
