//! How the Elo difference, and the test or the lead, developed from game to game; only for two
//! engines.

use super::View;
use super::html::{panel, section as html_section};
use crate::arena::report::chart::{Axis, Chart, thinned};
use crate::arena::report::words::plain;
use crate::arena::stats::duel::Duel;
use crate::arena::stats::elo::Strength;

/// Most points of a curve: more cannot be told apart.
const POINTS: usize = 300;

/// Fewest games of which a curve tells something.
const FEWEST_GAMES: usize = 4;

/// The section; empty if there are not two engines or hardly any games.
pub fn section(view: &View) -> String {
    if view.engines() != 2 || view.facts.games.len() < FEWEST_GAMES {
        return String::new();
    }
    let mut panels = vec![panel(
        "Elo over games",
        &elo_curve(view),
        "The line is the estimate after so many games, the band its 95 % interval at that time.",
    )];
    panels.push(match llr_curve(view) {
        Some(curve) => {
            let note = "The test ends when the log-likelihood ratio crosses one of the two bounds.";
            panel("Sequential test", &curve, note)
        }
        None => {
            let note = format!("Points of {} less those of {}.", view.name(0), view.name(1));
            panel("Lead over games", &lead_curve(view), &note)
        }
    });
    html_section("course", "Course", &panels)
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
    // The first games say so little that their intervals would hide all the rest.
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
