//! The board of a terminal with its lines: two columns per point, so that it looks square.
//!
//! Gomoku is played on a wooden board with star points, Othello on green squares.

use unicode_width::UnicodeWidthChar;

use crate::color::Color;
use crate::coord::{Point, Size};
use crate::formats::ansi::{self, Colors};
use crate::formats::picture;
use crate::formats::svg::{self, RowOne};
use crate::game::Position;

/// Darker than in pictures, because White's stones are thin rings.
const WOOD: &str = "#af875f";
/// Every other square of Othello.
const DARK_SQUARE: &str = "#1f6b3e";
const LEGAL: &str = "#8fd4ac";
const FORBIDDEN: &str = "#870000";

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub colors: Option<Colors>,
    pub symbols: Symbols,
    pub row_one: RowOne,
}

/// How wide a terminal draws symbols such as lines and discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// One column.
    Narrow,
    /// Two columns, as in some Chinese and Japanese terminals.
    Wide,
}

impl Symbols {
    fn width(self, symbol: char) -> usize {
        let width = match self {
            Symbols::Narrow => symbol.width(),
            Symbols::Wide => symbol.width_cjk(),
        };
        width.unwrap_or(0)
    }
}

impl Look {
    /// The stone of `color` for a line of text.
    pub fn stone(self, position: &Position, color: Color) -> String {
        let symbol = disc(color);
        match self.colors {
            None => symbol.to_string(),
            Some(colors) => {
                let ink = svg::STONE_FILLS[color.index()];
                let paint = ansi::paint(colors, ink, ground(position));
                format!("{paint} {symbol} {}", ansi::RESET)
            }
        }
    }
}

const fn disc(color: Color) -> char {
    match color {
        Color::Black => '●',
        Color::White => '○',
    }
}

const fn ground(position: &Position) -> &'static str {
    match position {
        Position::Gomoku(_) => WOOD,
        Position::Othello(_) => svg::ground(position),
    }
}

/// The most columns of a board of `size` with its row numbers.
pub fn width(size: Size) -> usize {
    2 * usize::from(size.width()) + 6
}

/// The lines from the top: column letters, rows with their numbers, column letters.
pub fn lines(position: &Position, look: Look) -> Vec<String> {
    let size = position.size();
    let letters = (b'a'..).take(size.width().into()).map(|c| format!("{} ", char::from(c)));
    let letters = format!("   {}", letters.collect::<String>().trim_end());
    let mut rows: Vec<u8> = (0..size.height()).collect();
    if look.row_one == RowOne::Bottom {
        rows.reverse();
    }
    let board = Board {
        position,
        look,
        rows: rows.clone(),
        stressed: picture::stressed_points(position),
        marked: picture::marked_points(position),
        stars: svg::star_points(size),
    };
    let mut lines = vec![letters.clone()];
    lines.extend(rows.iter().map(|&y| format!("{:>2}{}{}", y + 1, board.row(y), y + 1)));
    lines.push(letters);
    lines
}

/// The drawing of one point, or of the space between two.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    symbol: char,
    ink: &'static str,
    ground: &'static str,
}

struct Board<'a> {
    position: &'a Position,
    look: Look,
    /// From the top.
    rows: Vec<u8>,
    stressed: Vec<Point>,
    marked: Vec<(Point, char)>,
    stars: Vec<Point>,
}

impl Board<'_> {
    /// A row without its numbers: a piece before, between and after its points.
    fn row(&self, y: u8) -> String {
        let mut pieces = Vec::new();
        let mut before = None;
        for point in (0..self.position.size().width()).filter_map(|x| Point::new(x, y)) {
            let piece = self.point(point);
            // A wide symbol leaves no room between the points.
            if before.is_none() || self.look.symbols.width(pieces_end(&pieces)) == 1 {
                pieces.push(self.between(before, Some(point)));
            }
            pieces.push(piece);
            before = Some(point);
        }
        pieces.push(self.between(before, None));
        self.painted(&pieces)
    }

    fn painted(&self, pieces: &[Piece]) -> String {
        let Some(colors) = self.look.colors else {
            return pieces.iter().map(|piece| piece.symbol).collect();
        };
        let mut text = String::new();
        let mut last: Option<&Piece> = None;
        for piece in pieces {
            if last.is_none_or(|last| (last.ink, last.ground) != (piece.ink, piece.ground)) {
                text += &ansi::paint(colors, piece.ink, piece.ground);
            }
            text.push(piece.symbol);
            last = Some(piece);
        }
        text + ansi::RESET
    }

    /// The drawing between two points, or beside the board.
    fn between(&self, left: Option<Point>, right: Option<Point>) -> Piece {
        let stressed = |point: Option<Point>| point.filter(|point| self.stressed.contains(point));
        let ground = left.map_or(ground(self.position), |point| self.ground(point));
        // A wide disc leaves no room for brackets.
        let (symbol, of) = match (stressed(left), stressed(right)) {
            _ if self.look.symbols == Symbols::Wide => (' ', None),
            (Some(_), Some(right)) => ('─', Some(right)),
            (None, Some(right)) => ('(', Some(right)),
            (Some(left), None) => (')', Some(left)),
            (None, None) => (self.link(left, right), None),
        };
        let stone = of.and_then(|point| self.position.stone(point));
        let ink =
            stone.map_or(svg::line_ink(self.position), |color| svg::STONE_FILLS[color.index()]);
        Piece { symbol, ink, ground }
    }

    /// The line between two points of Gomoku.
    fn link(&self, left: Option<Point>, right: Option<Point>) -> char {
        let is_open = |point: Option<Point>| point.is_some_and(|p| !self.position.is_blocked(p));
        let has_lines = matches!(self.position, Position::Gomoku(_));
        if has_lines && is_open(left) && is_open(right) { '─' } else { ' ' }
    }

    fn ground(&self, point: Point) -> &'static str {
        match self.position {
            Position::Othello(_) if (point.x() + point.y()) % 2 == 1 => DARK_SQUARE,
            position => ground(position),
        }
    }

    fn point(&self, point: Point) -> Piece {
        let ground = self.ground(point);
        let Some(color) = self.position.stone(point) else {
            let (symbol, ink) = self.empty(point);
            return Piece { symbol, ink, ground };
        };
        let is_stressed = self.stressed.contains(&point);
        let symbol = match color {
            _ if !is_stressed || self.look.symbols == Symbols::Narrow => disc(color),
            Color::Black => '▲',
            Color::White => '△',
        };
        Piece { symbol, ink: svg::STONE_FILLS[color.index()], ground }
    }

    fn empty(&self, point: Point) -> (char, &'static str) {
        let ink = svg::line_ink(self.position);
        let is_marked = self.marked.iter().any(|&(marked, _)| marked == point);
        match self.position {
            Position::Gomoku(_) if self.position.is_blocked(point) => ('#', ink),
            Position::Gomoku(_) if is_marked => ('×', FORBIDDEN),
            Position::Gomoku(_) if self.stars.contains(&point) => ('╋', ink),
            Position::Gomoku(_) => (self.crossing(point), ink),
            Position::Othello(_) if is_marked => ('+', LEGAL),
            Position::Othello(_) if self.look.colors.is_some() => (' ', ink),
            Position::Othello(_) => ('·', ink),
        }
    }

    /// The crossing of two lines, which end at the edges.
    fn crossing(&self, point: Point) -> char {
        let width = self.position.size().width();
        let is_first = self.rows.first() == Some(&point.y());
        let is_last = self.rows.last() == Some(&point.y());
        let row = match (is_first, is_last) {
            (true, _) => ['┌', '┬', '┐'],
            (_, true) => ['└', '┴', '┘'],
            _ => ['├', '┼', '┤'],
        };
        match point.x() {
            0 => row[0],
            x if x + 1 == width => row[2],
            _ => row[1],
        }
    }
}

/// The last symbol so far.
fn pieces_end(pieces: &[Piece]) -> char {
    pieces.last().map_or(' ', |piece| piece.symbol)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::rule::Rule;
    use unicode_width::UnicodeWidthStr;

    const PLAIN: Look = Look { colors: None, symbols: Symbols::Narrow, row_one: RowOne::Top };

    fn gomoku(rule: Rule, side: u8, moves: &str) -> Position {
        let size = Size::new(side, side).unwrap();
        position_after(Variant::Gomoku { rule, size }, moves)
    }

    #[test]
    fn gomoku_has_lines_stars_and_a_mark_on_the_last_move() {
        let position = gomoku(Rule::Freestyle, 9, "e5f5");
        let expected = [
            "   a b c d e f g h i",
            " 1 ┌─┬─┬─┬─┬─┬─┬─┬─┐ 1",
            " 2 ├─┼─┼─┼─┼─┼─┼─┼─┤ 2",
            " 3 ├─┼─╋─┼─┼─┼─╋─┼─┤ 3",
            " 4 ├─┼─┼─┼─┼─┼─┼─┼─┤ 4",
            " 5 ├─┼─┼─┼─●(○)┼─┼─┤ 5",
            " 6 ├─┼─┼─┼─┼─┼─┼─┼─┤ 6",
            " 7 ├─┼─╋─┼─┼─┼─╋─┼─┤ 7",
            " 8 ├─┼─┼─┼─┼─┼─┼─┼─┤ 8",
            " 9 └─┴─┴─┴─┴─┴─┴─┴─┘ 9",
            "   a b c d e f g h i",
        ];
        assert_eq!(lines(&position, PLAIN), expected);
        let bottom = lines(&position, Look { row_one: RowOne::Bottom, ..PLAIN });
        assert_eq!(bottom[1], " 9 ┌─┬─┬─┬─┬─┬─┬─┬─┐ 9");
        assert_eq!(bottom[5], expected[5]);
        assert_eq!(bottom[9], " 1 └─┴─┴─┴─┴─┴─┴─┴─┘ 1");
    }

    #[test]
    fn the_row_that_won_and_forbidden_points_are_marked() {
        let won = gomoku(Rule::Freestyle, 9, "a9a1b9b1c9c1d9d1e9");
        assert_eq!(lines(&won, PLAIN)[9], " 9(●─●─●─●─●)┴─┴─┴─┘ 9");
        let renju = gomoku(Rule::Renju, 15, "f8a1g8a3h6a5h7a7");
        assert!(lines(&renju, PLAIN)[8].contains("●─●─×─"));
    }

    #[test]
    fn othello_shows_where_a_disc_can_go() {
        let position = Variant::Othello.start().unwrap();
        let drawn = lines(&position, PLAIN);
        assert_eq!(drawn[3], " 3 · · · + · · · · 3");
        assert_eq!(drawn[4], " 4 · · + ○ ● · · · 4");
        let green = lines(&position, Look { colors: Some(Colors::All), ..PLAIN }).join("\n");
        assert!(green.contains("38;2;250;250;245;48;2;43;138;83m○"), "{green}");
    }

    #[test]
    fn no_line_is_wider_than_said_whatever_the_symbols() {
        for (side, moves) in [(5, "a1e5"), (15, "h8"), (22, "v22a22")] {
            let position = gomoku(Rule::Freestyle, side, moves);
            for line in lines(&position, PLAIN) {
                assert!(line.width() <= width(position.size()), "{line}");
            }
            let look = Look { symbols: Symbols::Wide, ..PLAIN };
            for line in lines(&position, look) {
                assert!(line.width_cjk() <= width(position.size()), "{line}");
            }
            assert!(width(position.size()) < 80);
        }
    }
}
