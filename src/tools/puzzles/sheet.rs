//! Puzzles as a sheet of boards, with the solutions at its end.

use super::found::Found;
use super::listing::{stars, task};
use crate::coord::Point;
use crate::formats::svg::{self, Figure};
use crate::game::Position;
use crate::language::Words;

/// Moves of a solution that are shown.
const SHOWN: usize = 25;

/// The whole sheet.
pub fn write(words: &Words, puzzles: &[Found]) -> String {
    let forbidden: Vec<Vec<Point>> = puzzles.iter().map(forbidden).collect();
    let figures = puzzles.iter().zip(&forbidden).map(|(found, forbidden)| Figure {
        position: &found.puzzle.position,
        forbidden,
        caption: [format!("{}. {}", found.number, task(words, found)), stars(found.puzzle.grade())],
    });
    let figures: Vec<Figure> = figures.collect();
    let solutions = puzzles.iter().map(solution);
    let heading = words.say("puzzle-solutions");
    let notes: Vec<String> = [heading].into_iter().chain(solutions).collect();
    svg::sheet(&words.say("puzzle-title"), &figures, &notes)
}

/// The beginning of the solution, as far as it fits on a line.
fn solution(found: &Found) -> String {
    let line = &found.puzzle.line;
    let moves: Vec<String> = line.iter().take(SHOWN).map(ToString::to_string).collect();
    let rest = if line.len() > SHOWN { " …" } else { "" };
    format!("{}. {}{rest}", found.number, moves.join(" "))
}

/// The points forbidden to the side to move.
pub fn forbidden(found: &Found) -> Vec<Point> {
    match &found.puzzle.position {
        Position::Gomoku(game) => game.forbidden().into_iter().map(|(point, _)| point).collect(),
        Position::Othello(_) => Vec::new(),
    }
}
