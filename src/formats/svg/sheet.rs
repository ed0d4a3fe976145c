//! Many boards on one sheet, each with a caption: an SVG file to print.

use super::canvas::{Canvas, Letters, RowOne, escape};
use super::{annotations, board};
use crate::coord::Point;
use crate::game::Position;

/// Boards in a row.
const COLUMNS: usize = 3;
/// Width of a board with its space, in picture units.
const WIDTH: u32 = 340;
/// Space between boards, and at the edges of the sheet.
const GAP: u32 = 20;
/// Height of a line of text.
const LINE: u32 = 22;

/// A board on a sheet.
#[derive(Clone, Debug)]
pub struct Figure<'a> {
    pub position: &'a Position,
    /// Points to cross out.
    pub forbidden: &'a [Point],
    /// Lines under the board.
    pub caption: [String; 2],
}

/// The sheet: a title, the boards without numbers on their stones, and `notes` at the end, one to a line. The
/// texts need a font with their characters.
pub fn sheet(title: &str, figures: &[Figure], notes: &[String]) -> String {
    let width = COLUMNS as u32 * (WIDTH + GAP) + GAP;
    let mut text = String::new();
    let mut top = GAP + LINE;
    text += &words(GAP, top, 18, title);
    top += GAP;
    for row in figures.chunks(COLUMNS) {
        let boards: Vec<(String, u32)> = row.iter().map(picture).collect();
        let tallest = boards.iter().map(|&(_, height)| height).max().unwrap_or(0);
        for (column, (figure, (board, height))) in row.iter().zip(&boards).enumerate() {
            let x = GAP + column as u32 * (WIDTH + GAP);
            text += &format!(
                "<svg x=\"{x}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{height}\" {board}</svg>\n"
            );
            for (line, caption) in (1..).zip(&figure.caption) {
                text += &words(x + 4, top + tallest + line * LINE - 4, 14, caption);
            }
        }
        top += tallest + 2 * LINE + GAP;
    }
    for note in notes {
        text += &words(GAP, top, 12, note);
        top += LINE - 4;
    }
    let height = top + GAP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui,sans-serif\">\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{text}</svg>\n",
        escape(title)
    )
}

/// The element of a board, without the beginning that states its place, and its height.
fn picture(figure: &Figure) -> (String, u32) {
    let mut canvas = Canvas::new(figure.position.size(), RowOne::Top, Letters::Strokes);
    let (width, height) = canvas.whole();
    board::board(&mut canvas, figure.position);
    annotations::forbidden(&mut canvas, figure.forbidden);
    board::stones(&mut canvas, figure.position, 0, |_, _| None);
    let element = format!(
        "viewBox=\"0 0 {width} {height}\" class=\"board\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">{}",
        canvas.text
    );
    (element, (WIDTH * height).div_ceil(width))
}

fn words(x: u32, y: u32, size: u32, text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#1d1d1f\">{}</text>\n",
        escape(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn every_board_has_its_place_and_its_caption() {
        let size = Size::new(9, 20).unwrap();
        let tall = Variant::Gomoku { rule: Rule::Freestyle, size }.start().unwrap();
        let green = Variant::Othello.start().unwrap();
        let figure = |position| Figure {
            position,
            forbidden: &[],
            caption: ["a <b>".to_owned(), "★".to_owned()],
        };
        let figures = [figure(&green), figure(&tall), figure(&green), figure(&green)];
        let text = sheet("Title & more", &figures, &["1. f5".to_owned()]);
        assert_eq!(text.matches("class=\"board\"").count(), 4);
        assert_eq!(text.matches("a &lt;b&gt;").count(), 4);
        assert_eq!(text.matches("<svg x=\"20\"").count(), 2, "the fourth begins a row");
        assert!(text.contains("Title &amp; more") && text.contains(">1. f5</text>"));
    }
}
