//! A board drawn as SVG: as an element of a page, or as a file of its own.
//!
//! Stones, numbers and marks have their own colours, so that the picture needs no style sheet and looks the
//! same on light and dark pages. In a page it also carries the changes of every ply for a script that steps
//! through the game; without the script it shows the final board. In a file, letters are strokes, so that it
//! looks the same everywhere.

mod annotations;
mod board;
mod canvas;
mod graph;
mod lettering;
mod sheet;
mod steps;

use std::str::FromStr;

pub use annotations::{Heat, Mark};
pub use board::{MARK, NUMBER_FILLS, STONE_FILLS, ground, line_ink, star_points};
pub use canvas::{CELL, MARGIN, RowOne, escape};
pub use graph::Course;
pub use sheet::{Figure, sheet};
pub use steps::changes;

use crate::coord::Point;
use crate::game::Position;
use canvas::{Canvas, Letters};

/// The picture of `position` with the ply numbers of its history, for a page. `title` describes it for screen
/// readers. The first `opening_plies` have an inner ring.
///
/// For a script, `data-row1` is the middle of row 1 and `data-step` the distance from there to row 2.
///
/// The attribute `data-steps` has the changes of every ply: plies are separated by `;`, changed points by
/// blanks, the placed one first; `h8b` is a black stone on h8. A pass changes nothing.
pub fn draw(position: &Position, title: &str, opening_plies: usize, row_one: RowOne) -> String {
    let mut canvas = Canvas::new(position.size(), row_one, Letters::Text);
    let (row1, row2) = (canvas.row(0), canvas.row(1));
    let step = i64::from(row2) - i64::from(row1);
    let ((width, height), title) = (canvas.whole(), escape(title));
    let steps = steps::steps(position);
    canvas.add(format_args!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"system-ui,sans-serif\" text-anchor=\"middle\" \
         data-row1=\"{row1}\" data-step=\"{step}\" data-steps=\"{steps}\"><title>{title}</title>"
    ));
    board::board(&mut canvas, position);
    board::winning_row(&mut canvas, position);
    board::stones(&mut canvas, position, opening_plies, |_, ply| Some(ply));
    board::last_move(&mut canvas, position);
    canvas.text.push_str("</svg>");
    canvas.text
}

/// Which stones have the numbers of their plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    #[default]
    All,
    Last,
    None,
    /// Those from this ply on.
    From(usize),
}

impl Numbers {
    /// Whether the stone of `ply` has its number after `plies` plies.
    pub fn include(self, ply: usize, plies: usize) -> bool {
        match self {
            Numbers::All => true,
            Numbers::Last => ply == plies,
            Numbers::None => false,
            Numbers::From(first) => ply >= first,
        }
    }
}

impl FromStr for Numbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Numbers, &'static str> {
        match text {
            "all" => Ok(Numbers::All),
            "last" => Ok(Numbers::Last),
            "none" => Ok(Numbers::None),
            ply => ply.parse().map(Numbers::From).map_err(|_| "expected all, last, none or a ply"),
        }
    }
}

/// The contents of a picture besides the stones and the last move.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// Description for screen readers.
    pub title: &'a str,
    /// Width in pixels.
    pub width: u32,
    pub row_one: RowOne,
    pub numbers: Numbers,
    /// Highlighted points; all are on the board.
    pub marks: &'a [Mark],
    pub forbidden: &'a [Point],
    /// Good moves, best first.
    pub heat: &'a [Heat],
    pub course: Option<Course<'a>>,
}

impl View<'_> {
    /// Whether the stone on `point` shows its number, which a label replaces.
    pub fn has_number(&self, point: Point, ply: usize, plies: usize) -> bool {
        let is_label = |mark: &Mark| mark.point == point && mark.label.is_some();
        self.numbers.include(ply, plies) && !self.marks.iter().any(is_label)
    }
}

#[cfg(test)]
impl View<'_> {
    /// A board with numbers only, for tests.
    pub const PLAIN: View<'static> = View {
        title: "board",
        width: 322,
        row_one: RowOne::Top,
        numbers: Numbers::All,
        marks: &[],
        forbidden: &[],
        heat: &[],
        course: None,
    };
}

/// The picture of `position` as an SVG file.
pub fn file(position: &Position, view: &View) -> String {
    let mut canvas = Canvas::new(position.size(), view.row_one, Letters::Strokes);
    let (width, board) = canvas.whole();
    let height = board + if view.course.is_some() { graph::HEIGHT } else { 0 };
    let pixels = (u64::from(view.width) * u64::from(height)).div_ceil(width.into());
    let title = escape(view.title);
    canvas.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{pixels}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"><title>{title}</title>",
        view.width
    ));
    board::board(&mut canvas, position);
    annotations::heat(&mut canvas, view.heat);
    annotations::forbidden(&mut canvas, view.forbidden);
    board::winning_row(&mut canvas, position);
    let plies = position.history().len();
    board::stones(&mut canvas, position, 0, |point, ply| {
        view.has_number(point, ply, plies).then_some(ply)
    });
    board::last_move(&mut canvas, position);
    for mark in view.marks {
        let (ground, ink) = match position.stone(mark.point) {
            Some(color) => (STONE_FILLS[color.index()], NUMBER_FILLS[color.index()]),
            None => (board::ground(position), NUMBER_FILLS[1]),
        };
        annotations::mark(&mut canvas, mark, ground, ink);
    }
    if let Some(course) = view.course {
        graph::graph(&mut canvas, course);
    }
    canvas.text.push_str("</svg>\n");
    canvas.text.replace("><", ">\n<")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    use crate::color::Color;
    use crate::coord::Size;
    use crate::formats::game::tests::random_game;
    use crate::game::Variant;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::game::{Game, Stone};
    use crate::gomoku::rules::rule::Rule;

    fn gomoku(width: u8, height: u8, moves: &str) -> Position {
        let size = Size::new(width, height).unwrap();
        position_after(Variant::Gomoku { rule: Rule::Freestyle, size }, moves)
    }

    fn othello(moves: &str) -> Position {
        position_after(Variant::Othello, moves)
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escape("a <b> & \"c\" 'd'\n"), "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; ");
        assert!(matches!(escape("Tengen 1.0"), Cow::Borrowed("Tengen 1.0")));
        let text = draw(&gomoku(5, 5, ""), "<x> & \"y\"", 0, RowOne::Top);
        assert!(text.contains("<title>&lt;x&gt; &amp; &quot;y&quot;</title>"));
        assert!(!text.contains("<x>"));
    }

    #[test]
    fn row_one_is_at_the_top() {
        let text = draw(&gomoku(7, 5, "a1g5"), "board", 0, RowOne::Top);
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
        let text = draw(&won, "won", 3, RowOne::Top);
        assert_eq!(count(&text, "class=\"opening\""), 3);
        assert_eq!(count(&text, "fill=\"currentColor\""), 9);
        assert!(text.contains("class=\"row\" d=\"M28 208L108 208\""));
        assert_eq!(count(&draw(&won, "won", 0, RowOne::Top), "class=\"opening\""), 0);
        assert_eq!(
            count(&draw(&gomoku(10, 10, "a10"), "board", 0, RowOne::Top), "class=\"row\""),
            0
        );
    }

    #[test]
    fn othello_has_its_first_discs_without_numbers() {
        let text = draw(&othello("f5f6e6f4"), "board", 0, RowOne::Top);
        assert_eq!(count(&text, "data-at="), 8);
        assert_eq!(count(&text, "fill=\"currentColor\""), 4);
        assert!(text.contains("class=\"last\" cx=\"128\" cy=\"88\""));
        // White's move to f4 has flipped f5, which keeps its number.
        assert!(text.contains("<g data-at=\"f5\" fill=\"#fafaf5\""));
    }

    #[test]
    fn blocked_points_are_drawn() {
        let point = |text| Point::from_text(text).unwrap();
        let stones = [(point("c3"), Stone::Blocked)];
        let position = Position::Gomoku(
            Game::set_up(Rule::Freestyle, Size::new(5, 5).unwrap(), &stones).unwrap(),
        );
        let text = draw(&position, "blocked", 0, RowOne::Top);
        assert!(text.contains("class=\"blocked\" x=\"58\" y=\"58\""));
        assert_eq!(count(&text, "class=\"blocked\""), 1);
    }

    #[test]
    fn steps_tell_what_every_ply_changed() {
        let text = draw(&othello("f5f6"), "steps", 0, RowOne::Top);
        assert!(text.contains(" data-steps=\"f5b e5b;f6w e5w\""), "{text}");
        assert_eq!(steps::steps(&gomoku(5, 5, "a1c3")), "a1b;c3w");
        assert_eq!(steps::steps(&gomoku(5, 5, "")), "");
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
                let steps = steps::steps(&position);
                assert_eq!(steps.split(';').count(), position.history().len());
                for change in steps.split([';', ' ']).filter(|change| !change.is_empty()) {
                    let (at, color) = change.split_at(change.len() - 1);
                    let at = Point::from_text(at).unwrap();
                    let color = if color == "b" { Color::Black } else { Color::White };
                    stones.iter_mut().filter(|(p, _)| *p == at).for_each(|s| s.1 = Some(color));
                }
                assert!(stones.iter().all(|&(point, stone)| position.stone(point) == stone));
                let text = draw(&position, "board", 0, RowOne::Top);
                let placed = stones.iter().filter(|(_, stone)| stone.is_some()).count();
                assert_eq!(count(&text, "data-at="), placed);
            }
        }
    }

    #[test]
    fn every_size_can_be_drawn() {
        for (width, height) in [(5, 5), (5, 22), (22, 5), (15, 15), (22, 22), (9, 12)] {
            let text = draw(&gomoku(width, height, "e5"), "board", 0, RowOne::Top);
            assert!(text.starts_with("<svg viewBox=") && text.ends_with("</svg>"));
        }
    }

    fn point(text: &str) -> Point {
        Point::from_text(text).unwrap()
    }

    #[test]
    fn a_file_has_its_size_and_no_text() {
        let position = gomoku(15, 15, "h8i9");
        let text = file(&position, &View { width: 644, ..View::PLAIN });
        assert!(
            text.starts_with(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"644\" height=\"644\""
            )
        );
        assert!(!text.contains("<text") && !text.contains("data-steps"));
        let chances = [0.5, 0.4, 0.6];
        let with_graph = View { course: Some(Course { chances: &chances, ply: 2 }), ..View::PLAIN };
        let text = file(&position, &with_graph);
        assert!(text.contains("height=\"400\"") && text.contains("class=\"graph\""), "{text}");
    }

    #[test]
    fn numbers_are_chosen() {
        let position = gomoku(9, 9, "a1b1c1d1");
        let shown = |numbers| {
            let text = file(&position, &View { numbers, ..View::PLAIN });
            count(&text, "stroke=\"currentColor\"")
        };
        let choices = ["all", "last", "none", "3", "9"].map(|text| text.parse().unwrap());
        assert_eq!(choices.map(shown), [4, 1, 0, 2, 0]);
        assert!("some".parse::<Numbers>().is_err());
    }

    #[test]
    fn row_one_may_be_at_the_bottom() {
        let text = file(&gomoku(9, 7, "a1"), &View { row_one: RowOne::Bottom, ..View::PLAIN });
        assert!(text.contains("<circle cx=\"28\" cy=\"134\" r=\"9.2\"/>"), "{text}");
        assert!(text.contains("viewBox=\"0 0 202 162\""), "{text}");
    }

    #[test]
    fn points_are_annotated() {
        let heat = Heat { point: point("c3"), chance: 0.5, label: "50".to_owned() };
        let marks = ["a1=X", "b1=Y", "e5"].map(|mark| mark.parse().unwrap());
        let view = View {
            marks: &marks,
            forbidden: &[point("d4")],
            heat: std::slice::from_ref(&heat),
            ..View::PLAIN
        };
        let text = file(&gomoku(9, 9, "a1a2"), &view);
        let marks = [
            "class=\"mark\" cx=\"28\" cy=\"28\" r=\"7.6\" fill=\"#1d1d1f\"",
            "class=\"mark\" cx=\"48\" cy=\"28\" r=\"7.6\" fill=\"#e3b771\"",
            "class=\"mark\" cx=\"108\" cy=\"108\" r=\"5.5\"",
            "class=\"forbidden\" d=\"M83 83l",
            "class=\"heat\" x=\"60\" y=\"60\" width=\"16\" height=\"16\" rx=\"3\" fill=\"#f8f9fa\"",
        ];
        for mark in marks {
            assert_eq!(count(&text, mark), 1, "{mark} in {text}");
        }
        assert_eq!(count(&text, "stroke=\"currentColor\""), 1, "the label replaces a number");
    }
}
