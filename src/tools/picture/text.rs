//! A board of Unicode characters, three for each point.

use std::fmt::Write;

use crate::color::Color;
use crate::coord::Point;
use crate::formats::ansi::{self, Colors};
use crate::formats::svg::{self, Heat, RowOne, View};
use crate::game::Position;
use crate::language::Words;

/// Moves that are listed below the board.
const LISTED: usize = 5;
/// Maximum width of a chart of the course of a game.
const CHART: usize = 60;

/// A point as three characters with their colours.
struct Cell {
    text: String,
    ink: String,
    ground: String,
}

/// The board, its title, the best moves and the course of the game.
pub fn board(words: &Words, position: &Position, view: &View, is_colored: bool) -> String {
    let size = position.size();
    let letters: String =
        (b'a'..).take(size.width().into()).map(|c| format!(" {} ", char::from(c))).collect();
    let letters = format!("   {}\n", letters.trim_end());
    let mut text = letters.clone();
    let rows: Vec<u8> = match view.row_one {
        RowOne::Top => (0..size.height()).collect(),
        RowOne::Bottom => (0..size.height()).rev().collect(),
    };
    for y in rows {
        let _ = write!(text, "{:>2} ", y + 1);
        for point in (0..size.width()).filter_map(|x| Point::new(x, y)) {
            text.push_str(&cell(position, view, point, is_colored).write(is_colored));
        }
        let _ = writeln!(text, " {}", y + 1);
    }
    text.push_str(&letters);
    let _ = writeln!(text, "{}", view.title);
    if !view.heat.is_empty() {
        let moves = view.heat.iter().take(LISTED).map(best).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "{}", words.say_with("picture-best", &[("moves", moves.into())]));
    }
    if let Some(course) = view.course {
        let chart = chart(course.chances);
        let _ = writeln!(text, "{}", words.say_with("picture-course", &[("chart", chart.into())]));
    }
    text
}

fn best(heat: &Heat) -> String {
    match heat.label.starts_with(['+', '-']) {
        true => format!("{} {}", heat.point, heat.label),
        false => format!("{} {} %", heat.point, heat.label),
    }
}

impl Cell {
    fn write(&self, is_colored: bool) -> String {
        let text = format!("{:^3}", self.text);
        match is_colored {
            true => {
                let paint = ansi::paint(Colors::All, &self.ink, &self.ground);
                format!("{paint}{text}{}", ansi::RESET)
            }
            false => text,
        }
    }
}

fn cell(position: &Position, view: &View, point: Point, is_colored: bool) -> Cell {
    let history = position.history();
    let plies = history.len();
    let ply = history.iter().rposition(|ply| ply.mv.point() == Some(point)).map(|index| index + 1);
    let label = view.marks.iter().find(|mark| mark.point == point).map(|mark| match &mark.label {
        Some(label) => label.clone(),
        None => "◇".to_owned(),
    });
    if let Some(color) = position.stone(point) {
        // Without colours, a number would not show whose stone it is.
        let number = ply.filter(|&ply| is_colored && view.has_number(point, ply, plies));
        let stone = if color == Color::Black { "●" } else { "○" };
        let text = match (label, number) {
            (Some(label), _) => label,
            (None, Some(number)) => number.to_string(),
            (None, None) if ply == Some(plies) => format!("({stone})"),
            (None, None) => stone.to_owned(),
        };
        let index = color.index();
        let is_last = ply == Some(plies);
        let ink = if is_last { svg::MARK } else { svg::NUMBER_FILLS[index] };
        return Cell { text, ink: ink.to_owned(), ground: svg::STONE_FILLS[index].to_owned() };
    }
    let ground = svg::ground(position).to_owned();
    let ink = svg::NUMBER_FILLS[1].to_owned();
    if let Some(text) = label {
        return Cell { text, ink, ground };
    }
    if let Some(heat) = view.heat.iter().find(|heat| heat.point == point) {
        let [r, g, b] = heat.color();
        let ground = format!("#{r:02x}{g:02x}{b:02x}");
        return Cell { text: heat.label.clone(), ink: heat.ink().to_owned(), ground };
    }
    if view.forbidden.contains(&point) {
        return Cell { text: "✕".to_owned(), ink: svg::MARK.to_owned(), ground };
    }
    let text = if position.is_blocked(point) { "#" } else { "·" };
    Cell { text: text.to_owned(), ink, ground }
}

/// Black's win chances as bars of eight heights, at most [`CHART`] of them.
fn chart(chances: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let step = chances.len().div_ceil(CHART).max(1);
    let bar = |chance: &f64| BARS[((chance * 8.0) as usize).min(7)];
    chances.iter().step_by(step).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, Size, parse_points};
    use crate::formats::svg::Course;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;
    use crate::language::Language;

    fn drawn(view: &View, is_colored: bool) -> String {
        let size = Size::new(5, 5).unwrap();
        let mut position = Variant::Gomoku { rule: Rule::Renju, size }.start().unwrap();
        for point in parse_points("a1b1c3").unwrap() {
            position.play(Move::Place(point)).unwrap();
        }
        board(&Words::new(Language::English), &position, view, is_colored)
    }

    #[test]
    fn stones_and_annotations_are_characters() {
        let point = |text| Point::from_text(text).unwrap();
        let heat = Heat { point: point("d4"), chance: 0.61, label: "61".to_owned() };
        let marks = ["e5=AB".parse().unwrap(), "e1".parse().unwrap()];
        let view = View {
            row_one: RowOne::Bottom,
            marks: &marks,
            forbidden: &[point("a5")],
            heat: std::slice::from_ref(&heat),
            course: Some(Course { chances: &[0.0, 0.5, 1.0], ply: 2 }),
            ..View::PLAIN
        };
        let expected = [
            "    a  b  c  d  e",
            " 5  ✕  ·  ·  · AB  5",
            " 4  ·  ·  · 61  ·  4",
            " 3  ·  · (●) ·  ·  3",
            " 2  ·  ·  ·  ·  ·  2",
            " 1  ●  ○  ·  ·  ◇  1",
            "    a  b  c  d  e",
            "board",
            "Best moves: d4 61 %",
            "Black's win chance: ▁▅█",
        ];
        let text = drawn(&view, false);
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn colours_show_whose_number_it_is() {
        let text = drawn(&View::PLAIN, true);
        assert!(text.contains("\x1b[38;2;244;244;238;48;2;29;29;31m 1 \x1b[0m"), "{text}");
        assert!(text.contains("\x1b[38;2;29;29;31;48;2;250;250;245m 2 \x1b[0m"), "{text}");
        assert!(text.contains("\x1b[38;2;224;49;49;48;2;29;29;31m 3 \x1b[0m"), "{text}");
    }
}
