//! A few games as boards: which ones, and how they are shown.

use super::View;
use super::endings::{loser, winner};
use super::games::Choice;
use super::html::section as html_section;
use crate::arena::ending::PlayedGame;
use crate::arena::report::words::{counted, escape};
use crate::color::Color;
use crate::formats::svg;
use crate::game::Position;

/// The section.
pub fn section(view: &View) -> String {
    let boards: Vec<String> =
        super::games::chosen(view).iter().filter_map(|choice| figure(view, choice)).collect();
    if boards.is_empty() {
        return String::new();
    }
    let grid = format!("<div class=\"boards\">{}</div>", boards.concat());
    html_section("games", "Some of the games", &[grid])
}

/// A board with its caption; `None` if there is no such board.
fn figure(view: &View, choice: &Choice) -> Option<String> {
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

/// The board at the end, or before the first move that does not fit.
fn last_position(view: &View, game: &PlayedGame) -> Option<Position> {
    let mut position = view.facts.variant.start().ok()?;
    for timed in &game.moves {
        if position.play(timed.mv).is_err() {
            break;
        }
    }
    Some(position)
}

fn caption(view: &View, choice: &Choice) -> String {
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
