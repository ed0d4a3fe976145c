//! A board drawn in plain characters.
//!
//! Stones are `x` for Black and `o` for White, empty points dots; `!` marks a point forbidden to
//! the side to move in renju, `+` a point where a disc can be placed in Othello. The last stone, or
//! the row that won, is in capitals, and in brackets where there is room.

use super::svg::RowOne;
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::{Outcome, Position};
use crate::gomoku;

/// How wide a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One character: twice as high as wide on most terminals.
    Narrow,
    /// Two characters: about square.
    Wide,
}

/// The lines of the picture from the top: the board and a caption with the `outcome`, if the game is over.
pub fn lines(position: &Position, outcome: Option<&Outcome>, style: Style) -> Vec<String> {
    let mut lines = board(position, style, RowOne::Top);
    lines.push(caption(position, outcome));
    lines
}

/// The board between its column letters and row numbers, from the top.
pub fn board(position: &Position, style: Style, row_one: RowOne) -> Vec<String> {
    let size = position.size();
    let marks = marked_points(position);
    let stressed = stressed_points(position);
    let row_text = |y: u8| {
        let cells = (0..size.width()).filter_map(|x| Point::new(x, y));
        let cells: Vec<Cell> =
            cells.map(|point| cell(position, point, &stressed, &marks)).collect();
        format!("{:>2}{}{}", y + 1, row(&cells, style), y + 1)
    };
    let letters: Vec<String> =
        (b'a'..).take(size.width().into()).map(|c| char::from(c).to_string()).collect();
    let letters = match style {
        Style::Narrow => letters.concat(),
        Style::Wide => letters.join(" "),
    };
    let mut lines = vec![format!("   {letters}")];
    match row_one {
        RowOne::Top => lines.extend((0..size.height()).map(row_text)),
        RowOne::Bottom => lines.extend((0..size.height()).rev().map(row_text)),
    }
    lines.push(format!("   {letters}"));
    lines
}

/// The drawing of one point.
struct Cell {
    symbol: char,
    stressed: bool,
}

/// A row with one character before, between (if wide) and after its cells.
fn row(cells: &[Cell], style: Style) -> String {
    match style {
        Style::Narrow => format!(" {} ", cells.iter().map(|cell| cell.symbol).collect::<String>()),
        Style::Wide => {
            let mut text = String::new();
            let mut before = false;
            for cell in cells {
                text.push(bracket(before, cell.stressed));
                text.push(cell.symbol);
                before = cell.stressed;
            }
            text.push(bracket(before, false));
            text
        }
    }
}

/// The character between two cells; `left` and `right` say whether they are highlighted.
const fn bracket(left: bool, right: bool) -> char {
    match (left, right) {
        (false, true) => '(',
        (true, false) => ')',
        _ => ' ',
    }
}

/// The row that won, or else the last stone.
pub fn stressed_points(position: &Position) -> Vec<Point> {
    match position.outcome(false) {
        Some(Outcome::Gomoku(gomoku::rules::game::Outcome::Win { line, .. })) => line,
        _ => last_point(position).into_iter().collect(),
    }
}

fn last_point(position: &Position) -> Option<Point> {
    position.history().last().and_then(|ply| ply.mv.point())
}

/// Points forbidden to Black in renju and legal ones in Othello, with their mark.
pub fn marked_points(position: &Position) -> Vec<(Point, char)> {
    match position {
        Position::Gomoku(game) => {
            game.forbidden_to_black().into_iter().map(|(point, _)| (point, '!')).collect()
        }
        Position::Othello(game) => {
            game.legal_moves().into_iter().map(|point| (point, '+')).collect()
        }
    }
}

fn cell(position: &Position, point: Point, stressed: &[Point], marks: &[(Point, char)]) -> Cell {
    let stressed = stressed.contains(&point);
    let symbol = match position.stone(point) {
        Some(Color::Black) if stressed => 'X',
        Some(Color::Black) => 'x',
        Some(Color::White) if stressed => 'O',
        Some(Color::White) => 'o',
        None if position.is_blocked(point) => '#',
        None => {
            let mark = marks.iter().find(|&&(marked, _)| marked == point);
            mark.map_or('.', |&(_, mark)| mark)
        }
    };
    Cell { symbol, stressed }
}

/// The rule or the discs, the number of plies, the last ply, and the side to move or the `outcome`.
fn caption(position: &Position, outcome: Option<&Outcome>) -> String {
    let head = match position {
        Position::Gomoku(game) => game.rule().to_string(),
        Position::Othello(_) => {
            let discs = |color| {
                position.size().points().filter(|&p| position.stone(p) == Some(color)).count()
            };
            format!("x {}, o {}", discs(Color::Black), discs(Color::White))
        }
    };
    let plies = position.history().len();
    let last = match position.history().last().map(|ply| ply.mv) {
        None => String::new(),
        Some(Move::Pass) => ", last a pass".to_owned(),
        Some(Move::Place(point)) => format!(", last {point}"),
    };
    let next = match outcome {
        Some(outcome) => outcome.to_string(),
        None => format!("{} to move", position.side_to_move()),
    };
    let noun = if plies == 1 { "ply" } else { "plies" };
    format!("{head}, {plies} {noun}{last}, {next}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::game::Variant;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::rule::Rule;
    use crate::othello;

    fn drawn(position: &Position, style: Style) -> Vec<String> {
        lines(position, position.outcome(false).as_ref(), style)
    }

    fn gomoku(rule: Rule, side: u8, moves: &str) -> Position {
        let size = Size::new(side, side).unwrap();
        position_after(Variant::Gomoku { rule, size }, moves)
    }

    #[test]
    fn the_last_stone_is_stressed() {
        let position = gomoku(Rule::Freestyle, 5, "c3d3");
        let narrow = [
            "   abcde",
            " 1 ..... 1",
            " 2 ..... 2",
            " 3 ..xO. 3",
            " 4 ..... 4",
            " 5 ..... 5",
            "   abcde",
            "freestyle, 2 plies, last d3, black to move",
        ];
        assert_eq!(drawn(&position, Style::Narrow), narrow);
        let wide = drawn(&position, Style::Wide);
        assert_eq!((wide[0].as_str(), wide[3].as_str()), ("   a b c d e", " 3 . . x(O). 3"));
    }

    #[test]
    fn the_row_that_won_is_stressed_as_one() {
        let position = gomoku(Rule::Freestyle, 10, "a10a1b10b1c10c1d10d1e10");
        assert_eq!(drawn(&position, Style::Wide)[10], "10(X X X X X). . . . . 10");
        assert_eq!(drawn(&position, Style::Narrow)[10], "10 XXXXX..... 10");
        let caption = "freestyle, 9 plies, last e10, black five a10 b10 c10 d10 e10";
        assert_eq!(drawn(&position, Style::Wide).last().unwrap(), caption);
    }

    #[test]
    fn what_may_and_may_not_be_played_is_marked() {
        let renju = gomoku(Rule::Renju, 15, "f8a1g8a3h6a5h7a7");
        assert_eq!(drawn(&renju, Style::Narrow)[8], " 8 .....xx!....... 8");
        let othello = Position::Othello(othello::rules::game::Game::new());
        assert_eq!(drawn(&othello, Style::Wide)[3], " 3 . . . + . . . . 3");
        assert_eq!(drawn(&othello, Style::Wide)[10], "x 2, o 2, 0 plies, black to move");
    }
}
