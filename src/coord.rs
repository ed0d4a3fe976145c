//! Points of a board, board sizes and moves, with their text forms.
//!
//! A point has a column `x` counted from the left and a row `y` counted from the top, both from 0.
//! Its text form is a letter for the column and a number for the row, from 1: `h8` is `7,7`. Every
//! letter is used, `i` too. Both games share this form: in Othello `x` is the file, `y` the rank.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;

/// Shortest side of a board that a game is played on.
pub const MIN_SIDE: u8 = 5;
/// Longest side of any board.
pub const MAX_SIDE: u8 = 22;

/// A point within the largest board (`x` and `y` below [`MAX_SIDE`]); use
/// [`Size::contains`] to check it against a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    x: u8,
    y: u8,
}

impl Point {
    /// The point in column `x` and row `y`, if both are below [`MAX_SIDE`].
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < MAX_SIDE && y < MAX_SIDE { Some(Point { x, y }) } else { None }
    }

    /// Column, 0 at the left.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// Row, 0 at the top.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// Parses the point at the start of `text`; returns it with the rest.
    ///
    /// # Example
    /// ```
    /// use tengen::Point;
    /// let (point, rest) = Point::split_text("h10i9").unwrap();
    /// assert_eq!((point.x(), point.y(), rest), (7, 9, "i9"));
    /// ```
    pub fn split_text(text: &str) -> Option<(Point, &str)> {
        let letter = text.bytes().next()?.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let row: u8 = text[1..1 + digits].parse().ok()?;
        let point = Point::new(letter - b'a', row.checked_sub(1)?)?;
        Some((point, &text[1 + digits..]))
    }

    /// Parses `text` as a point.
    pub fn from_text(text: &str) -> Option<Point> {
        match Point::split_text(text)? {
            (point, "") => Some(point),
            _ => None,
        }
    }
}

impl fmt::Display for Point {
    /// The text form, such as `h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x) as char, self.y + 1)
    }
}

/// Parses moves written without separators (`h8i9g7`), as in game records and test positions.
///
/// # Errors
/// The rest of `text` from the first invalid point on.
pub fn parse_points(text: &str) -> Result<Vec<Point>, &str> {
    let mut points = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (point, tail) = Point::split_text(rest).ok_or(rest)?;
        points.push(point);
        rest = tail;
    }
    Ok(points)
}

/// Width and height of a board, each from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A board of `width` columns and `height` rows, if both are within 1..=[`MAX_SIDE`].
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        let fits = width >= 1 && width <= MAX_SIDE && height >= 1 && height <= MAX_SIDE;
        if fits { Some(Size { width, height }) } else { None }
    }

    /// The shorter side.
    pub const fn shorter_side(self) -> u8 {
        if self.width < self.height { self.width } else { self.height }
    }

    /// Number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether `point` is on the board.
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// The middle point; of two middle columns or rows, the higher.
    pub const fn center(self) -> Point {
        Point { x: self.width / 2, y: self.height / 2 }
    }

    /// All points, row by row from the top.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point { x, y }))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The error for an invalid board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSize;

impl FromStr for Size {
    type Err = NoSize;

    /// Parses `15`, or `20x15` for 20 columns and 15 rows. Sides range from [`MIN_SIDE`] to [`MAX_SIDE`].
    fn from_str(text: &str) -> Result<Size, NoSize> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |text: &str| text.parse().map_err(|_| NoSize);
        let size = Size::new(side(width)?, side(height)?);
        size.filter(|size| size.shorter_side() >= MIN_SIDE).ok_or(NoSize)
    }
}

impl fmt::Display for NoSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected N or WxH from {MIN_SIDE} to {MAX_SIDE}")
    }
}

impl std::error::Error for NoSize {}

/// One ply of either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone or disc on a point.
    Place(Point),
    /// A pass: forced in Othello without a legal move, and in renju when every empty point is
    /// forbidden to Black.
    Pass,
}

impl Move {
    /// The point of a placed stone.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// Parses a point or a pass: `pass`, `pa` or `ps`, in either case.
    pub fn from_text(text: &str) -> Option<Move> {
        let is_pass = ["pass", "pa", "ps"].iter().any(|pass| text.eq_ignore_ascii_case(pass));
        if is_pass { Some(Move::Pass) } else { Point::from_text(text).map(Move::Place) }
    }
}

impl fmt::Display for Move {
    /// The text form, such as `h8` or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(point) => point.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// A move with the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The side that played.
    pub color: Color,
    /// The move.
    pub mv: Move,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_over_the_largest_board() {
        for point in Size::new(MAX_SIDE, MAX_SIDE).unwrap().points() {
            assert_eq!(Point::from_text(&point.to_string()), Some(point));
            assert_eq!(Point::from_text(&point.to_string().to_uppercase()), Some(point));
        }
    }

    #[test]
    fn a_size_is_one_side_or_columns_by_rows() {
        assert_eq!("15".parse(), Ok(Size::new(15, 15).unwrap()));
        assert_eq!("20x15".parse(), Ok(Size::new(20, 15).unwrap()));
        assert_eq!("5X22".parse(), Ok(Size::new(5, 22).unwrap()));
        for text in ["", "4", "23", "15x4", "15x", "x15", "15x15x15", "-15", "fifteen"] {
            assert_eq!(text.parse::<Size>(), Err(NoSize), "{text:?}");
        }
    }

    #[test]
    fn every_spelling_of_a_pass_is_parsed() {
        for text in ["pass", "PA", "Ps"] {
            assert_eq!(Move::from_text(text), Some(Move::Pass));
        }
        let place = Point::from_text("f5").map(Move::Place);
        assert!(place.is_some() && Move::from_text("F5") == place);
        assert_eq!(["", "p", "pass1", "f"].map(Move::from_text), [None; 4]);
    }

    #[test]
    fn invalid_points_are_refused() {
        for text in ["", "h", "8", "h0", "h23", "w1", "h8x", "8h", "h-1", "é1", "h999999999999"] {
            assert_eq!(Point::from_text(text), None, "{text:?}");
        }
    }

    #[test]
    fn moves_without_separators_are_split() {
        let points = parse_points("h8a15v22").unwrap();
        let texts: Vec<String> = points.iter().map(Point::to_string).collect();
        assert_eq!(texts, ["h8", "a15", "v22"]);
        assert_eq!(parse_points("h8?9"), Err("?9"));
    }
}
