//! A board drawn as SVG: one element within a page.
//!
//! Stones, numbers and marks have their own colours, so that the picture needs no style sheet and looks the
//! same on light and dark pages. It also carries the changes of every ply for a script that steps through
//! the game; without the script it shows the final board.

use std::borrow::Cow;
use std::fmt::Write;

use crate::color::Color;
use crate::coord::{Point, Size};
use crate::game::{Outcome, Position};
use crate::gomoku;

/// Fill of the stones of Black and White.
pub const STONE_FILLS: [&str; 2] = ["#1d1d1f", "#fafaf5"];
/// Colour of the numbers on the stones of Black and White.
pub const NUMBER_FILLS: [&str; 2] = ["#f4f4ee", "#1d1d1f"];

/// Side of a square, or distance of two lines, in picture units.
pub const CELL: u32 = 20;
/// Space for the coordinates at the left and at the top.
pub const MARGIN: u32 = 18;
/// Space at the right and at the bottom.
const EDGE: u32 = 4;
const MARK: &str = "#e03131";

/// `text` escaped for SVG and HTML, attributes included; control characters become blanks.
pub fn escape(text: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '&' | '<' | '>' | '"' | '\'') || c.is_control();
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// The picture of `position` with the ply numbers of its history. `title` describes it for screen readers.
/// The first `opening_plies` have an inner ring.
///
/// The attribute `data-steps` has the changes of every ply: plies are separated by `;`, changed points by
/// blanks, the placed one first; `h8b` is a black stone on h8. A pass changes nothing.
pub fn draw(position: &Position, title: &str, opening_plies: usize) -> String {
    let mut picture = Picture { position, opening_plies, text: String::new() };
    picture.head(title);
    match position {
        Position::Gomoku(_) => picture.wooden_board(),
        Position::Othello(_) => picture.green_board(),
    }
    picture.coordinates();
    picture.winning_row();
    picture.stones();
    picture.mark_last();
    picture.text.push_str("</svg>");
    picture.text
}

struct Picture<'a> {
    position: &'a Position,
    opening_plies: usize,
    text: String,
}

impl Picture<'_> {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        self.text.write_fmt(element).expect("a String can always be written to");
    }

    fn size(&self) -> Size {
        self.position.size()
    }

    /// Width and height of the board without its margins.
    fn extent(&self) -> (u32, u32) {
        (u32::from(self.size().width()) * CELL, u32::from(self.size().height()) * CELL)
    }

    fn head(&mut self, title: &str) {
        let (width, height) = self.extent();
        let (width, height) = (width + MARGIN + EDGE, height + MARGIN + EDGE);
        let (title, steps) = (escape(title), steps(self.position));
        self.add(format_args!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
             font-family=\"system-ui,sans-serif\" text-anchor=\"middle\" \
             data-steps=\"{steps}\"><title>{title}</title>"
        ));
    }

    fn background(&mut self, fill: &str) {
        let (width, height) = self.extent();
        let (width, height) = (width + MARGIN + EDGE, height + MARGIN + EDGE);
        self.add(format_args!(
            "<rect width=\"{width}\" height=\"{height}\" rx=\"5\" fill=\"{fill}\"/>"
        ));
    }

    fn wooden_board(&mut self) {
        self.background("#e3b771");
        let (right, bottom) = (last_center(self.size().width()), last_center(self.size().height()));
        let first = last_center(1);
        let mut lines = String::new();
        for x in 0..self.size().width() {
            let at = last_center(x + 1);
            let _ = write!(lines, "M{at} {first}V{bottom}");
        }
        for y in 0..self.size().height() {
            let at = last_center(y + 1);
            let _ = write!(lines, "M{first} {at}H{right}");
        }
        self.add(format_args!(
            "<path d=\"{lines}\" stroke=\"#7a5c2e\" fill=\"none\" stroke-linecap=\"square\"/>"
        ));
        for point in star_points(self.size()) {
            let (x, y) = center(point);
            self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2.4\" fill=\"#7a5c2e\"/>"));
        }
        for point in self.size().points().filter(|&point| self.position.is_blocked(point)) {
            let (x, y) = corner(point);
            self.add(format_args!(
                "<rect class=\"blocked\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" \
                 fill=\"#7a5c2e\"/>"
            ));
        }
    }

    fn green_board(&mut self) {
        self.background("#14512f");
        let (width, height) = self.extent();
        let (right, bottom) = (MARGIN + width, MARGIN + height);
        self.add(format_args!(
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" \
             fill=\"#2b8a53\"/>"
        ));
        let mut lines = String::new();
        for x in 0..=self.size().width() {
            let _ = write!(lines, "M{} {MARGIN}V{bottom}", MARGIN + u32::from(x) * CELL);
        }
        for y in 0..=self.size().height() {
            let _ = write!(lines, "M{MARGIN} {}H{right}", MARGIN + u32::from(y) * CELL);
        }
        self.add(format_args!("<path d=\"{lines}\" stroke=\"#0f3d24\" fill=\"none\"/>"));
        for (x, y) in [(2, 2), (6, 2), (2, 6), (6, 6)] {
            let (x, y) = (MARGIN + x * CELL, MARGIN + y * CELL);
            self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"#0f3d24\"/>"));
        }
    }

    fn coordinates(&mut self) {
        let fill = match self.position {
            Position::Gomoku(_) => "#5c4420",
            Position::Othello(_) => "#dcefe3",
        };
        self.add(format_args!("<g font-size=\"9\" fill=\"{fill}\">"));
        for x in 0..self.size().width() {
            let letter = char::from(b'a' + x);
            self.add(format_args!("<text x=\"{}\" y=\"13\">{letter}</text>", last_center(x + 1)));
        }
        for y in 0..self.size().height() {
            let at = last_center(y + 1) + 3;
            self.add(format_args!("<text x=\"10\" y=\"{at}\">{}</text>", y + 1));
        }
        self.text.push_str("</g>");
    }

    /// A band under the row that won. A script shows it only at the last ply, which completed the row.
    fn winning_row(&mut self) {
        let Some(Outcome::Gomoku(gomoku::rules::game::Outcome::Win { line, .. })) =
            self.position.outcome(false)
        else {
            return;
        };
        if let (Some(&first), Some(&last)) = (line.first(), line.last()) {
            let ((x1, y1), (x2, y2)) = (center(first), center(last));
            self.add(format_args!(
                "<path class=\"row\" d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{MARK}\" \
                 stroke-width=\"25\" stroke-linecap=\"round\" stroke-opacity=\".75\"/>"
            ));
        }
    }

    fn stones(&mut self) {
        self.text.push_str("<g class=\"stones\" stroke=\"#1d1d1f\" stroke-width=\".8\">");
        let numbers = ply_numbers(self.position);
        for point in self.size().points() {
            if let Some(color) = self.position.stone(point) {
                let number = numbers.iter().rev().find(|&&(placed, _)| placed == point);
                self.stone(point, color, number.map(|&(_, number)| number));
            }
        }
        self.text.push_str("</g>");
    }

    fn stone(&mut self, point: Point, color: Color, number: Option<usize>) {
        let (x, y) = center(point);
        let (fill, ink) = (STONE_FILLS[color.index()], NUMBER_FILLS[color.index()]);
        self.add(format_args!(
            "<g data-at=\"{point}\" fill=\"{fill}\" color=\"{ink}\">\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"9.2\"/>"
        ));
        if number.is_some_and(|number| number <= self.opening_plies) {
            self.add(format_args!(
                "<circle class=\"opening\" cx=\"{x}\" cy=\"{y}\" r=\"7.4\" fill=\"none\" \
                 stroke=\"currentColor\" stroke-opacity=\".7\"/>"
            ));
        }
        if let Some(number) = number {
            let (font, drop) = if number < 100 { (9, 3) } else { (8, 3) };
            self.add(format_args!(
                "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"currentColor\" \
                 stroke=\"none\">{number}</text>",
                y + drop
            ));
        }
        self.text.push_str("</g>");
    }

    /// A ring around the last stone, unless the last ply was a pass.
    fn mark_last(&mut self) {
        if let Some(point) = self.position.history().last().and_then(|ply| ply.mv.point()) {
            let (x, y) = center(point);
            self.add(format_args!(
                "<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"9.6\" fill=\"none\" \
                 stroke=\"{MARK}\" stroke-width=\"2.4\"/>"
            ));
        }
    }
}

/// The centre of the last of `count` columns or rows.
fn last_center(count: u8) -> u32 {
    MARGIN + u32::from(count) * CELL - CELL / 2
}

fn center(point: Point) -> (u32, u32) {
    (last_center(point.x() + 1), last_center(point.y() + 1))
}

/// The upper left corner of the square around `point`.
fn corner(point: Point) -> (u32, u32) {
    let (x, y) = center(point);
    (x - CELL / 2, y - CELL / 2)
}

/// The star points of a large Gomoku board: near the corners, and the centre if there is one.
fn star_points(size: Size) -> Vec<Point> {
    let (width, height) = (size.width(), size.height());
    let mut points = Vec::new();
    if width >= 9 && height >= 9 {
        let inset = if width.min(height) >= 13 { 3 } else { 2 };
        for y in [inset, height - 1 - inset] {
            for x in [inset, width - 1 - inset] {
                points.extend(Point::new(x, y));
            }
        }
    }
    if width % 2 == 1 && height % 2 == 1 {
        points.push(size.center());
    }
    points
}

/// Where stones were placed, with the numbers of their plies from 1, oldest first.
fn ply_numbers(position: &Position) -> Vec<(Point, usize)> {
    let plies = position.history().iter().enumerate();
    plies.filter_map(|(index, ply)| Some((ply.mv.point()?, index + 1))).collect()
}

/// The changes of every ply, in the form that [`draw`] describes.
fn steps(position: &Position) -> String {
    changes(position, position.history().len()).join(";")
}

/// The changes of the last `plies` plies, each in the form that [`draw`] describes.
pub fn changes(position: &Position, plies: usize) -> Vec<String> {
    let mut position = position.clone();
    let points: Vec<Point> = position.size().points().collect();
    let stones = |position: &Position| -> Vec<Option<Color>> {
        points.iter().map(|&point| position.stone(point)).collect()
    };
    let mut after = stones(&position);
    let mut texts = Vec::new();
    for _ in 0..plies {
        let Some(ply) = position.undo() else { break };
        let before = stones(&position);
        let changed = points.iter().zip(before.iter().zip(&after)).filter(|(_, (a, b))| a != b);
        let mut changed: Vec<(Point, Option<Color>)> =
            changed.map(|(&point, (_, &stone))| (point, stone)).collect();
        changed.sort_by_key(|&(point, _)| Some(point) != ply.mv.point());
        let change = |&(point, stone): &(Point, Option<Color>)| {
            format!("{point}{}", if stone == Some(Color::Black) { 'b' } else { 'w' })
        };
        texts.push(changed.iter().map(change).collect::<Vec<_>>().join(" "));
        after = before;
    }
    texts.reverse();
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, parse_points};
    use crate::formats::game::tests::random_game;
    use crate::game::Variant;
    use crate::gomoku::rules::game::{Game, Stone};
    use crate::gomoku::rules::rule::Rule;

    fn gomoku(width: u8, height: u8, moves: &str) -> Position {
        let size = Size::new(width, height).unwrap();
        let mut position = Variant::Gomoku { rule: Rule::Freestyle, size }.start().unwrap();
        for point in parse_points(moves).unwrap() {
            position.play(Move::Place(point)).unwrap();
        }
        position
    }

    fn othello(moves: &str) -> Position {
        let mut position = Variant::Othello.start().unwrap();
        for point in parse_points(moves).unwrap() {
            position.play(Move::Place(point)).unwrap();
        }
        position
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escape("a <b> & \"c\" 'd'\n"), "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; ");
        assert!(matches!(escape("Tengen 1.0"), Cow::Borrowed("Tengen 1.0")));
        let text = draw(&gomoku(5, 5, ""), "<x> & \"y\"", 0);
        assert!(text.contains("<title>&lt;x&gt; &amp; &quot;y&quot;</title>"));
        assert!(!text.contains("<x>"));
    }

    #[test]
    fn row_one_is_at_the_top() {
        let text = draw(&gomoku(7, 5, "a1g5"), "board", 0);
        assert!(text.contains("viewBox=\"0 0 162 122\""));
        assert!(text.contains(
            "<g data-at=\"a1\" fill=\"#1d1d1f\" color=\"#f4f4ee\"><circle cx=\"28\" cy=\"28\""
        ));
        assert!(text.contains(
            "<g data-at=\"g5\" fill=\"#fafaf5\" color=\"#1d1d1f\"><circle cx=\"148\" cy=\"108\""
        ));
        assert!(text.contains("class=\"last\" cx=\"148\" cy=\"108\""));
        assert!(text.contains(">g</text>") && !text.contains(">h</text>"));
        assert!(text.contains(">5</text>") && !text.contains(">6</text>"));
    }

    #[test]
    fn numbers_rings_and_the_winning_row_are_drawn() {
        let won = gomoku(10, 10, "a10a1b10b1c10c1d10d1e10");
        let text = draw(&won, "won", 3);
        assert_eq!(count(&text, "class=\"opening\""), 3);
        assert_eq!(count(&text, "stroke=\"none\""), 9);
        assert!(text.contains("class=\"row\" d=\"M28 208L108 208\""));
        assert_eq!(count(&draw(&won, "won", 0), "class=\"opening\""), 0);
        assert_eq!(count(&draw(&gomoku(10, 10, "a10"), "board", 0), "class=\"row\""), 0);
    }

    #[test]
    fn othello_has_its_first_discs_without_numbers() {
        let text = draw(&othello("f5f6e6f4"), "board", 0);
        assert_eq!(count(&text, "data-at="), 8);
        assert_eq!(count(&text, "stroke=\"none\""), 4);
        assert!(text.contains("class=\"last\" cx=\"128\" cy=\"88\""));
        // White's disc on f4 has turned f5, which keeps its number.
        assert!(text.contains("<g data-at=\"f5\" fill=\"#fafaf5\""));
    }

    #[test]
    fn blocked_points_are_drawn() {
        let point = |text| Point::from_text(text).unwrap();
        let stones = [(point("c3"), Stone::Blocked)];
        let position = Position::Gomoku(
            Game::set_up(Rule::Freestyle, Size::new(5, 5).unwrap(), &stones).unwrap(),
        );
        let text = draw(&position, "blocked", 0);
        assert!(text.contains("class=\"blocked\" x=\"58\" y=\"58\""));
        assert_eq!(count(&text, "class=\"blocked\""), 1);
    }

    #[test]
    fn steps_tell_what_every_ply_changed() {
        let text = draw(&othello("f5f6"), "steps", 0);
        assert!(text.contains(" data-steps=\"f5b e5b;f6w e5w\""), "{text}");
        assert!(steps(&gomoku(5, 5, "a1c3")) == "a1b;c3w");
        assert_eq!(steps(&gomoku(5, 5, "")), "");
    }

    #[test]
    fn steps_lead_to_the_board_that_is_drawn() {
        let size = Size::new(22, 6).unwrap();
        for variant in [Variant::Gomoku { rule: Rule::Renju, size }, Variant::Othello] {
            for seed in 0..5 {
                let game = random_game(variant, seed, 200, None);
                let mut position = variant.start().unwrap();
                let points = position.size().points();
                let mut stones: Vec<_> = points.map(|p| (p, position.stone(p))).collect();
                for timed in &game.moves {
                    position.play(timed.mv).unwrap();
                }
                let steps = steps(&position);
                assert_eq!(steps.split(';').count(), position.history().len());
                for change in steps.split([';', ' ']).filter(|change| !change.is_empty()) {
                    let (at, color) = change.split_at(change.len() - 1);
                    let at = Point::from_text(at).unwrap();
                    let color = if color == "b" { Color::Black } else { Color::White };
                    stones.iter_mut().filter(|(p, _)| *p == at).for_each(|s| s.1 = Some(color));
                }
                assert!(stones.iter().all(|&(point, stone)| position.stone(point) == stone));
                let text = draw(&position, "board", 0);
                let placed = stones.iter().filter(|(_, stone)| stone.is_some()).count();
                assert_eq!(count(&text, "data-at="), placed);
            }
        }
    }

    #[test]
    fn every_size_can_be_drawn() {
        for (width, height) in [(5, 5), (5, 22), (22, 5), (15, 15), (22, 22), (9, 12)] {
            let text = draw(&gomoku(width, height, "e5"), "board", 0);
            assert!(text.starts_with("<svg viewBox=") && text.ends_with("</svg>"));
            for point in star_points(Size::new(width, height).unwrap()) {
                assert!(point.x() < width && point.y() < height);
            }
        }
        assert_eq!(star_points(Size::new(15, 15).unwrap()).len(), 5);
        assert_eq!(star_points(Size::new(20, 20).unwrap()).len(), 4);
    }
}
