//! The board and the rules of the game, as hosts ask for them.

use super::command::RulesQuestion;
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::formats::picture::{self, Style};
use crate::formats::vertex;
use crate::game::{Outcome, Position, Variant};

/// The answer to GoGui's `question`; `outcome` is how the game ended.
pub fn rules(position: &Position, outcome: Option<&Outcome>, question: RulesQuestion) -> String {
    let variant = position.variant();
    match question {
        RulesQuestion::GameId => variant.game_name().to_owned(),
        RulesQuestion::BoardSize => match (variant.size().width(), variant.size().height()) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width} {height}"),
        },
        RulesQuestion::Board => rows(position).map(|(_, row)| format!("\n{row}")).collect(),
        RulesQuestion::SideToMove => position.side_to_move().to_string(),
        // GoGui considers a game without a legal move over.
        RulesQuestion::LegalMoves if outcome.is_some() => String::new(),
        // GoGui looks for its own spelling of a move: points in upper case, passes in lower case.
        RulesQuestion::LegalMoves if position.must_pass() => "pass".to_owned(),
        RulesQuestion::LegalMoves => points(position.legal_points(), variant),
        RulesQuestion::FinalResult => outcome.map(result).unwrap_or_default(),
    }
}

/// The result in words.
fn result(outcome: &Outcome) -> String {
    match (outcome, outcome.winner()) {
        (Outcome::Othello(_), _) => score(outcome),
        (_, Some(Color::Black)) => "Black wins".to_owned(),
        (_, Some(Color::White)) => "White wins".to_owned(),
        (_, None) => "Draw".to_owned(),
    }
}

/// `B+12`, `W+4` or `0`. A game of Gomoku is won by 1 point.
pub fn score(outcome: &Outcome) -> String {
    let black = match outcome {
        Outcome::Othello(outcome) => outcome.score(Color::Black),
        Outcome::Gomoku(outcome) => match outcome.winner() {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        },
    };
    match black {
        0 => "0".to_owned(),
        score if score > 0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    }
}

/// `points` as a list.
pub fn points(points: impl Iterator<Item = Point>, variant: Variant) -> String {
    points.map(|point| vertex::text(Move::Place(point), variant)).collect::<Vec<_>>().join(" ")
}

/// The board drawn with the names of its points, and the side to move or the `outcome`.
pub fn picture(position: &Position, outcome: Option<&Outcome>) -> String {
    let variant = position.variant();
    if variant.is_othello() {
        return picture::lines(position, outcome, Style::Wide).join("\n");
    }
    let letters: Vec<String> = vertex::letters(variant.size()).map(String::from).collect();
    let letters = format!("   {}", letters.join(" "));
    let mut lines = vec![letters.clone()];
    lines.extend(rows(position).map(|(number, row)| format!("{number:>2} {row} {number}")));
    lines.push(letters);
    let state = match outcome {
        Some(outcome) => outcome.to_string(),
        None => format!("{} to move", position.side_to_move()),
    };
    lines.push(format!("   {variant}, {state}"));
    lines.join("\n")
}

/// The rows as hosts draw them, the highest number first, each with its number.
fn rows(position: &Position) -> impl Iterator<Item = (u8, String)> {
    let variant = position.variant();
    let cell = |point| match position.stone(point) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None if position.is_blocked(point) => "?",
        None => ".",
    };
    let size = variant.size();
    let mut rows: Vec<(u8, String)> = (0..size.height())
        .map(|y| {
            let cells = (0..size.width()).filter_map(|x| Point::new(x, y)).map(cell);
            (vertex::number(y, variant), cells.collect::<Vec<_>>().join(" "))
        })
        .collect();
    rows.sort_by_key(|&(number, _)| std::cmp::Reverse(number));
    rows.into_iter()
}
