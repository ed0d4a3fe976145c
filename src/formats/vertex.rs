//! Points as the Go Text Protocol writes them: a letter for the column, without I, and a number for the row.
//!
//! Hosts draw row 1 at the bottom. In Gomoku it is the lowest row, so that a host shows a board as SGF means it.
//! Othello keeps its own numbers, which count from the top.

use crate::coord::{Move, Point, Size};
use crate::game::Variant;

/// A point or a pass as written, not yet on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertex {
    Pass,
    At {
        /// 0 for A.
        column: u8,
        /// From 1.
        number: u8,
    },
}

impl Vertex {
    /// Reads `D3`, `d3` or `pass`.
    pub fn from_text(text: &str) -> Option<Vertex> {
        let mut characters = text.chars();
        let letter = characters.next()?.to_ascii_lowercase();
        let column = match letter {
            'a'..='h' => letter as u8 - b'a',
            'j'..='z' => letter as u8 - b'b',
            _ => return None,
        };
        let digits = characters.as_str();
        match digits.parse() {
            Ok(number) if number > 0 && !digits.starts_with('+') => {
                Some(Vertex::At { column, number })
            }
            _ => (Move::from_text(text) == Some(Move::Pass)).then_some(Vertex::Pass),
        }
    }

    /// The move in a game of `variant`; `None` if the point is off the board.
    pub fn on(self, variant: Variant) -> Option<Move> {
        let Vertex::At { column, number } = self else { return Some(Move::Pass) };
        let size = variant.size();
        let y = match variant {
            Variant::Gomoku { .. } => size.height().checked_sub(number)?,
            Variant::Othello => number - 1,
        };
        Point::new(column, y).filter(|&point| size.contains(point)).map(Move::Place)
    }
}

/// The text of a move in a game of `variant`: `H8` or `PASS`.
pub fn text(mv: Move, variant: Variant) -> String {
    mv.point().map_or("PASS".to_owned(), |point| {
        format!("{}{}", letter(point.x()), number(point.y(), variant))
    })
}

/// The letters of the columns of a board.
pub fn letters(size: Size) -> impl Iterator<Item = char> {
    (0..size.width()).map(letter)
}

fn letter(column: u8) -> char {
    char::from(if column < 8 { b'A' + column } else { b'B' + column })
}

/// The number of row `y`, which counts from the top.
pub fn number(y: u8, variant: Variant) -> u8 {
    match variant {
        Variant::Gomoku { size, .. } => size.height() - y,
        Variant::Othello => y + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn every_point_is_read_as_it_is_written() {
        let wide = Size::new(22, 6).unwrap();
        for variant in [Variant::Gomoku { rule: Rule::Caro, size: wide }, Variant::Othello] {
            for point in variant.size().points() {
                let mv = Move::Place(point);
                let text = text(mv, variant);
                for text in [&text, &text.to_lowercase()] {
                    assert_eq!(Vertex::from_text(text).unwrap().on(variant), Some(mv), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_letter_i_is_skipped_and_gomoku_counts_rows_from_the_bottom() {
        let gomoku = Variant::gomoku(Rule::Freestyle);
        let place = |x, y| Move::Place(Point::new(x, y).unwrap());
        assert_eq!(text(place(7, 7), gomoku), "H8");
        assert_eq!(text(place(8, 0), gomoku), "J15");
        assert_eq!(text(place(0, 0), Variant::Othello), "A1");
        assert_eq!(text(Move::Pass, gomoku), "PASS");
        assert_eq!(letters(Size::new(10, 5).unwrap()).collect::<String>(), "ABCDEFGHJK");
    }

    #[test]
    fn other_text_is_no_vertex() {
        for text in ["", "i5", "a", "a0", "a-1", "a+1", "a256", "5a", "aa", "é1", "passe"] {
            assert_eq!(Vertex::from_text(text), None, "{text}");
        }
        assert_eq!(Vertex::from_text("Pass"), Some(Vertex::Pass));
        let far = Vertex::from_text("z25").unwrap();
        assert_eq!(far.on(Variant::Othello).or(far.on(Variant::gomoku(Rule::Renju))), None);
    }
}
