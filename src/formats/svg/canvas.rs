//! The text of a picture, and the coordinates of its points.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::lettering;
use crate::coord::{Point, Size};

/// Side of a square, or distance between two lines, in picture units.
pub const CELL: u32 = 20;
/// Space for the coordinates: at the left, and above or below the board.
pub const MARGIN: u32 = 18;
/// Space at the other sides.
pub const EDGE: u32 = 4;

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

/// The position of row 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowOne {
    #[default]
    Top,
    Bottom,
}

impl RowOne {
    /// `top` or `bottom`.
    pub const fn name(self) -> &'static str {
        match self {
            RowOne::Top => "top",
            RowOne::Bottom => "bottom",
        }
    }
}

/// How letters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// As text, in a font of the viewer.
    Text,
    /// As strokes, which look the same everywhere.
    Strokes,
}

/// A short text, centred.
pub struct Label<'a> {
    pub text: &'a str,
    /// Its middle.
    pub x: u32,
    pub baseline: u32,
    /// Size of the font.
    pub size: u32,
    pub ink: &'a str,
}

/// A picture under construction.
pub struct Canvas {
    pub text: String,
    size: Size,
    row_one: RowOne,
    letters: Letters,
}

impl Canvas {
    pub fn new(size: Size, row_one: RowOne, letters: Letters) -> Canvas {
        Canvas { text: String::new(), size, row_one, letters }
    }

    pub fn add(&mut self, element: fmt::Arguments<'_>) {
        self.text.write_fmt(element).expect("a String can always be written to");
    }

    /// Writes `label`. Only characters of [`lettering`] can be drawn as strokes.
    pub fn label(&mut self, label: &Label) {
        let &Label { text, x, baseline, size, ink } = label;
        match self.letters {
            Letters::Text => self.add(format_args!(
                "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\" fill=\"{ink}\" \
                 stroke=\"none\">{}</text>",
                escape(text)
            )),
            Letters::Strokes => {
                let strokes = lettering::strokes(text, x, baseline, size, ink);
                self.text.push_str(&strokes);
            }
        }
    }

    /// Width and height of the board without its margins.
    pub fn extent(&self) -> (u32, u32) {
        (u32::from(self.size.width()) * CELL, u32::from(self.size.height()) * CELL)
    }

    /// Width and height of the board with its margins.
    pub fn whole(&self) -> (u32, u32) {
        let (width, height) = self.extent();
        (width + MARGIN + EDGE, height + MARGIN + EDGE)
    }

    /// The upper edge of the squares.
    pub fn top(&self) -> u32 {
        match self.row_one {
            RowOne::Top => MARGIN,
            RowOne::Bottom => EDGE,
        }
    }

    /// The baseline of the letters of the columns.
    pub fn letters_baseline(&self) -> u32 {
        match self.row_one {
            RowOne::Top => 13,
            RowOne::Bottom => self.whole().1 - 7,
        }
    }

    /// The middle of column `x`, from 0.
    pub fn column(&self, x: u8) -> u32 {
        MARGIN + u32::from(x) * CELL + CELL / 2
    }

    /// The middle of row `y`, from 0.
    pub fn row(&self, y: u8) -> u32 {
        let from_top = match self.row_one {
            RowOne::Top => y,
            RowOne::Bottom => self.size.height() - 1 - y,
        };
        self.top() + u32::from(from_top) * CELL + CELL / 2
    }

    pub fn center(&self, point: Point) -> (u32, u32) {
        (self.column(point.x()), self.row(point.y()))
    }

    /// The upper left corner of the square around `point`.
    pub fn corner(&self, point: Point) -> (u32, u32) {
        let (x, y) = self.center(point);
        (x - CELL / 2, y - CELL / 2)
    }
}
