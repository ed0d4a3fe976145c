//! How the games ended, every fault, and boards of a few sample games.
//!
//! The same match always shows the same games.

use super::html::{Column, View, section, table, wide_panel};
use crate::arena::ending::PlayedGame;
use crate::arena::report::words::{counted, escape};
use crate::color::Color;
use crate::formats::svg;
use crate::game::Position;

/// Maximum number of faults listed.
const MOST_FAULTS: usize = 40;

pub fn endings(view: &View) -> String {
    let note = "Games by reason and winner; faults are marked.";
    let mut panels = vec![wide_panel("Reasons", &reasons(view), note)];
    panels.extend(faults(view));
    section("endings", "How games ended", &panels)
}

/// The winner.
fn winner(game: &PlayedGame) -> Option<usize> {
    game.ending.winner.map(|color| game.players[color.index()])
}

/// The loser.
fn loser(game: &PlayedGame) -> Option<usize> {
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

/// Maximum number of sample games.
const MOST: usize = 8;

/// A game and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenGame<'a> {
    pub game: &'a PlayedGame,
    /// The reason, not escaped.
    pub why: String,
}

/// Up to [`MOST`] different games, the most interesting first. The earliest of equal games is chosen.
pub fn chosen<'a>(view: &View<'a>) -> Vec<ChosenGame<'a>> {
    let mut choices: Vec<ChosenGame> = Vec::new();
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
    add(won().min_by_key(|game| game.moves.len()), "shortest win".into());
    add(games.iter().find(|game| game.ending.reason.is_fault()), "first fault".into());
    let largest = won().filter(|game| game.margin.is_some());
    let largest = largest.min_by_key(|game| -game.margin.unwrap_or(0).abs());
    add(largest, "largest margin".into());
    add(clean().find(|game| game.ending.winner.is_none()), "first draw".into());
    // The first of equally long games; `max_by_key` would take the last.
    let longest = clean().min_by_key(|game| usize::MAX - game.moves.len());
    add(longest, "longest game".into());
    for engine in 0..view.engines() {
        let lost = won().find(|game| loser(game) == Some(engine));
        add(lost, format!("first loss of {}", view.name(engine)));
    }
    add(games.last(), "last game".into());
    choices
}

pub fn boards(view: &View) -> String {
    let boards: Vec<String> =
        chosen(view).iter().filter_map(|choice| figure(view, choice)).collect();
    if boards.is_empty() {
        return String::new();
    }
    let grid = format!("<div class=\"boards\">{}</div>", boards.concat());
    section("games", "Sample games", &[grid])
}

/// A board with its caption; `None` if it cannot be drawn.
fn figure(view: &View, choice: &ChosenGame) -> Option<String> {
    let game = choice.game;
    let position = last_position(view, game)?;
    let caption = caption(view, choice);
    let title = format!("Board at the end of game {}", game.number + 1);
    let plies = position.history().len();
    Some(format!(
        "<figure class=\"game\">{}<div class=\"steps\" hidden=\"hidden\">\
         <button type=\"button\" aria-label=\"one ply back\">‹</button>\
         <input type=\"range\" min=\"0\" max=\"{plies}\" value=\"{plies}\" aria-label=\"ply\"/>\
         <button type=\"button\" aria-label=\"one ply on\">›</button>\
         <output>{plies}/{plies}</output></div>{caption}</figure>",
        svg::draw(&position, &title, game.opening_plies)
    ))
}

/// The position at the end, or before the first illegal move.
fn last_position(view: &View, game: &PlayedGame) -> Option<Position> {
    let mut position = view.facts.variant.start().ok()?;
    for timed in &game.moves {
        if position.play(timed.mv).is_err() {
            break;
        }
    }
    Some(position)
}

fn caption(view: &View, choice: &ChosenGame) -> String {
    let game = choice.game;
    let player = |color: Color| {
        let text = escape(view.name(game.players[color.index()]));
        if game.ending.winner == Some(color) { format!("<b>{text}</b>") } else { text.into_owned() }
    };
    let result = match (winner(game), loser(game)) {
        (Some(winner), Some(loser)) if game.ending.reason.is_fault() => format!(
            "{} loses by <span class=\"fault\">{}</span>, {} wins",
            escape(view.name(loser)),
            game.ending.reason,
            escape(view.name(winner))
        ),
        (Some(winner), _) => {
            format!("{} wins by {}", escape(view.name(winner)), game.ending.reason)
        }
        _ => format!("draw by {}", game.ending.reason),
    };
    let mut details = vec![counted(game.moves.len(), "ply").replace("plys", "plies")];
    if let Some(margin) = game.margin {
        details.push(format!("by {} discs", margin.abs()));
    }
    if game.opening_plies > 0 {
        let opening: Vec<String> = game.opening().map(|mv| mv.to_string()).collect();
        details.push(format!("opening {}", opening.join(" ")));
    }
    if !game.ending.detail.is_empty() {
        details.push(game.ending.detail.clone());
    }
    format!(
        "<figcaption><p class=\"why\">Game {} · {}</p><p>Black: {} · White: {}</p><p>{result}</p>\
         <p class=\"note\">{}</p></figcaption>",
        game.number + 1,
        escape(&choice.why),
        player(Color::Black),
        player(Color::White),
        escape(&details.join(" · "))
    )
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
