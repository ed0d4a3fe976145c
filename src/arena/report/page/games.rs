//! How the games ended, every fault, and the most notable games.
//!
//! The same match always names the same games.

use super::html::{Column, View, section, table, wide_panel};
use crate::arena::ending::PlayedGame;
use crate::arena::report::words::{escape, reason};
use crate::color::Color;

/// Maximum number of faults listed.
const MOST_FAULTS: usize = 40;

pub fn endings(view: &View) -> String {
    let (title, note) = (view.say("report-reasons"), view.say("report-reasons-note"));
    let mut panels = vec![wide_panel(&title, &reasons(view), &note)];
    panels.extend(faults(view));
    section("endings", &view.say("report-endings"), &panels)
}

fn winner(game: &PlayedGame) -> Option<usize> {
    game.ending.winner.map(|color| game.players[color.index()])
}

fn loser(game: &PlayedGame) -> Option<usize> {
    game.ending.winner.map(|color: Color| game.players[(!color).index()])
}

fn reasons(view: &View) -> String {
    let won_by = |engine| view.say_with("report-won-by", &[("name", view.name(engine).into())]);
    let mut columns = vec![Column::Text(view.say("report-reason"))];
    columns.push(Column::Number(view.say("report-games")));
    columns.extend((0..view.engines()).map(|engine| Column::Number(won_by(engine))));
    columns.push(Column::Number(view.say("report-drawn-games")));
    let mut rows = Vec::new();
    for &(why, count) in &view.standings.endings {
        let games = || view.facts.games.iter().filter(move |game| game.ending.reason == why);
        let text = reason(why, view.facts.words);
        let title = match why.is_fault() {
            true => format!("<span class=\"fault\">{}</span>", escape(&text)),
            false => escape(&text).into_owned(),
        };
        let mut row = vec![title, count.to_string()];
        let won = |engine| games().filter(|game| winner(game) == engine).count();
        row.extend((0..view.engines()).map(|engine| quiet_zero(won(Some(engine)))));
        row.push(quiet_zero(won(None)));
        rows.push(row);
    }
    table(&view.say("report-reasons"), &columns, &rows)
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
                format!(
                    "<span class=\"fault\">{}</span>",
                    escape(&reason(game.ending.reason, view.facts.words))
                ),
                escape(&view.facts.words.detail(&game.ending.detail)).into_owned(),
                game.moves.len().to_string(),
            ]
        })
        .collect();
    let mut columns: Vec<Column> =
        ["report-number", "report-engine", "report-fault", "report-detail"]
            .map(|key| Column::Text(view.say(key)))
            .into();
    columns.push(Column::Number(view.say("report-ply")));
    let note = match faults.len().checked_sub(MOST_FAULTS) {
        None | Some(0) => String::new(),
        Some(rest) => view.counted(rest, "report-more-faults"),
    };
    let title = view.counted(faults.len(), "report-faults");
    Some(wide_panel(&title, &table(&title, &columns, &rows), &note))
}

/// Maximum number of notable games.
const MOST: usize = 8;

/// A notable game and the reason for choosing it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenGame<'a> {
    pub game: &'a PlayedGame,
    /// The reason, not escaped.
    pub why: String,
}

/// Up to [`MOST`] different games, the most interesting first. Among equals, the earliest is chosen.
pub fn chosen<'a>(view: &View<'a>) -> Vec<ChosenGame<'a>> {
    let mut choices: Vec<ChosenGame> = Vec::new();
    let say = |key| view.say(key);
    let mut add = |game: Option<&'a PlayedGame>, why: String| {
        let Some(game) = game else {
            return;
        };
        let has_room = choices.len() < MOST;
        match choices.iter_mut().find(|choice| choice.game.number == game.number) {
            Some(known) => known.why = format!("{}, {why}", known.why),
            None if has_room => choices.push(ChosenGame { game, why }),
            None => {}
        }
    };
    let games = view.facts.games;
    let clean = || games.iter().filter(|game| !game.ending.reason.is_fault());
    let won = || clean().filter(|game| game.ending.winner.is_some());
    add(won().min_by_key(|game| game.moves.len()), say("report-shortest-win"));
    add(games.iter().find(|game| game.ending.reason.is_fault()), say("report-first-fault"));
    let largest = won().filter(|game| game.margin.is_some());
    let largest = largest.min_by_key(|game| -game.margin.unwrap_or(0).abs());
    add(largest, say("report-largest-margin"));
    add(clean().find(|game| game.ending.winner.is_none()), say("report-first-draw"));
    // The first of equally long games; `max_by_key` would take the last.
    let longest = clean().min_by_key(|game| usize::MAX - game.moves.len());
    add(longest, say("report-longest-game"));
    for engine in 0..view.engines() {
        let lost = won().find(|game| loser(game) == Some(engine));
        add(lost, view.say_with("report-first-loss", &[("name", view.name(engine).into())]));
    }
    add(games.last(), say("report-last-game"));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::report::page::tests::{Made, gomoku};
    use crate::arena::stats::standings::Standings;
    use crate::game::Variant;

    fn numbers_and_whys(made: &Made) -> Vec<(usize, String)> {
        let facts = &made.facts();
        let view = View { facts, standings: Standings::of(facts.engines.len(), facts.games) };
        chosen(&view).into_iter().map(|choice| (choice.game.number, choice.why)).collect()
    }

    #[test]
    fn games_are_few_different_and_always_the_same() {
        for (variant, count) in [(gomoku(), 300), (Variant::Othello, 300), (gomoku(), 2)] {
            let made = Made::new(variant, &["a", "b", "c"], count);
            let choices = numbers_and_whys(&made);
            assert_eq!(choices, numbers_and_whys(&made));
            assert!((1..=MOST).contains(&choices.len()));
            let mut numbers: Vec<usize> = choices.iter().map(|&(number, _)| number).collect();
            numbers.sort_unstable();
            assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        }
        assert!(numbers_and_whys(&Made::new(gomoku(), &["a", "b"], 0)).is_empty());
    }

    #[test]
    fn the_telling_games_are_among_them() {
        let whys = |variant| -> Vec<String> {
            let made = Made::new(variant, &["a", "b"], 400);
            numbers_and_whys(&made).into_iter().map(|(_, why)| why).collect()
        };
        let reasons = ["shortest win", "first fault", "first draw", "longest game", "last game"];
        for why in reasons {
            assert!(whys(gomoku()).iter().any(|whys| whys.contains(why)), "{why}");
        }
        assert!(whys(Variant::Othello).iter().any(|whys| whys.contains("largest margin")));
    }
}
