//! Puzzles as a sheet of boards, with the solutions at its end.

use super::found::Found;
use super::listing::{stars, task};
use crate::coord::Point;
use crate::formats::spoken;
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
    let solutions = puzzles.iter().map(|found| solution(words, found));
    let heading = words.say("puzzle-solutions");
    let notes: Vec<String> = [heading].into_iter().chain(solutions).collect();
    svg::sheet(&words.say("puzzle-title"), &figures, &notes)
}

/// The beginning of the solution, as far as it fits on a line.
fn solution(words: &Words, found: &Found) -> String {
    let line = &found.puzzle.line;
    let moves = spoken::line(words, &line[..line.len().min(SHOWN)]);
    let rest = if line.len() > SHOWN { " …" } else { "" };
    format!("{}. {moves}{rest}", found.number)
}

/// The points forbidden to the side to move.
pub fn forbidden(found: &Found) -> Vec<Point> {
    match &found.puzzle.position {
        Position::Gomoku(game) => game.forbidden().into_iter().map(|(point, _)| point).collect(),
        Position::Othello(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::puzzles::{Goal, Puzzle};
    use crate::coord::Move;
    use crate::game::Variant;
    use crate::language::Language;

    #[test]
    fn a_pass_in_a_solution_is_named_in_the_language() {
        let position = Variant::Othello.start().unwrap();
        let puzzle = Puzzle {
            position: position.clone(),
            goal: Goal::Best { score: 4, second: 0 },
            line: vec![Move::Place(Point::from_text("f5").unwrap()), Move::Pass],
            wrong: Vec::new(),
            is_complete: true,
            seen_at: None,
        };
        let found =
            Found { number: 1, source: "x".into(), game: 1, ply: 0, start: position, puzzle };
        let text = write(&Words::new(Language::Chinese), &[found]);
        assert!(text.contains(">1. f5 停着</text>"), "{text}");
    }
}
