//! Opening books: one opening per line.
//!
//! A line that begins with a letter holds moves (`h8i9g7`, `f5d6c3`, blanks and commas allowed between
//! them). A line that begins with a digit or a sign holds offsets from the centre of the board
//! (`-1,3, -2,-1`). A file may have both. Blank lines, lines that begin with `#`, and text after a tab are
//! skipped. Every opening is replayed, so that none is illegal.

use std::fmt;

use crate::coord::{Move, Point, Size};
use crate::game::{IllegalMove, Outcome, Position, Variant};
use crate::gomoku::rules::game::UnsupportedSize;

/// Openings in file order, including repeated ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook {
    /// Each from the start position, forced passes included; at least one.
    pub openings: Vec<Vec<Move>>,
}

/// An error in a book and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct BookError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    pub problem: BookProblem,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq)]
pub enum BookProblem {
    /// The board size is not supported.
    Size(UnsupportedSize),
    /// The text has no opening.
    Empty,
    /// Not a move.
    NoMove(String),
    /// Not a number.
    NoOffset(String),
    /// Offsets without a comma between them.
    NoComma(String),
    /// Offsets in an Othello opening.
    OffsetsInOthello,
    /// Offsets (right, down) that lead off the board.
    OffBoard(i32, i32, Size),
    /// A pass although the side can move.
    NeedlessPass,
    /// The move of that number, from 1 with passes counted, is illegal.
    Illegal(usize, IllegalMove),
    /// The move of that number ends the game.
    Ends(usize, Point, Outcome),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl fmt::Display for BookProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookProblem::Size(size) => size.fmt(f),
            BookProblem::Empty => f.write_str("no opening found"),
            BookProblem::NoMove(found) => {
                write!(f, "invalid move '{found}' (expected one such as h8)")
            }
            BookProblem::NoOffset(found) => {
                write!(f, "invalid offset '{found}' (expected one such as -3)")
            }
            BookProblem::NoComma(found) => {
                write!(f, "invalid text '{found}' (expected a comma after the offset)")
            }
            BookProblem::OffsetsInOthello => {
                f.write_str("invalid offsets (expected Othello moves such as f5d6)")
            }
            BookProblem::OffBoard(x, y, size) => {
                write!(f, "{x},{y} from the centre is not on the {size} board")
            }
            BookProblem::NeedlessPass => f.write_str("a pass that is not forced"),
            BookProblem::Illegal(number, illegal) => write!(f, "move {number}: {illegal}"),
            BookProblem::Ends(number, point, outcome) => {
                write!(f, "move {number}: {point} ends the game: {outcome}")
            }
        }
    }
}

impl std::error::Error for BookError {}

impl OpeningBook {
    /// Reads the openings of a game of `variant`.
    ///
    /// # Errors
    /// The first invalid or illegal entry, or a book without openings.
    ///
    /// # Example
    /// ```
    /// use tengen::openings::book::OpeningBook;
    /// use tengen::game::Variant;
    /// let book = OpeningBook::read("# two openings\nf5d6c3\nF5 f6 E6 f4\t+0.12\n", Variant::Othello);
    /// assert_eq!(book.unwrap().openings.len(), 2);
    /// ```
    pub fn read(text: &str, variant: Variant) -> Result<OpeningBook, BookError> {
        let start = variant.start().map_err(|size| BookError {
            line: 1,
            column: 1,
            problem: BookProblem::Size(size),
        })?;
        let mut openings = Vec::new();
        let text = text.trim_start_matches('\u{feff}');
        for (line, text) in (1..).zip(text.lines()) {
            let opening = text.split('\t').next().unwrap_or(text).trim_end();
            let begin = opening.len() - opening.trim_start().len();
            if opening.is_empty() || opening[begin..].starts_with('#') {
                continue;
            }
            let moves = Line { text: opening, at: begin }.read(start.clone());
            openings.push(moves.map_err(|(at, problem)| BookError {
                line,
                column: opening[..at].chars().count() + 1,
                problem,
            })?);
        }
        if openings.is_empty() {
            return Err(BookError { line: 1, column: 1, problem: BookProblem::Empty });
        }
        Ok(OpeningBook { openings })
    }
}

/// A problem with its byte offset in the line.
type Fault = (usize, BookProblem);

/// A move as it is written.
enum Written {
    Stone(Point),
    Pass,
}

/// One line being read, up to byte `at`.
struct Line<'a> {
    text: &'a str,
    at: usize,
}

impl Line<'_> {
    /// The moves of the line, replayed from `position`.
    fn read(mut self, mut position: Position) -> Result<Vec<Move>, Fault> {
        let offsets = self.rest().starts_with(is_number);
        if offsets && position.variant().is_othello() {
            return Err((self.at, BookProblem::OffsetsInOthello));
        }
        let mut may_pass = false;
        while !self.rest().is_empty() {
            let begin = self.at;
            let written = if offsets { self.offset(position.size()) } else { self.place() }?;
            may_pass = match written {
                Written::Stone(point) => {
                    play(&mut position, point).map_err(|problem| (begin, problem))?
                }
                Written::Pass if may_pass => false,
                Written::Pass => return Err((begin, BookProblem::NeedlessPass)),
            };
            if offsets {
                self.skip_blanks();
                if !self.rest().is_empty() {
                    self.comma()?;
                }
            } else {
                self.skip(|c| c == ' ' || c == ',');
            }
        }
        Ok(position.history().iter().map(|ply| ply.mv).collect())
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// A move in text form, or a pass: `pass`, `pa`, `ps`.
    fn place(&mut self) -> Result<Written, Fault> {
        let rest = self.rest();
        for pass in ["pass", "pa", "ps"] {
            if rest.get(..pass.len()).is_some_and(|word| word.eq_ignore_ascii_case(pass)) {
                self.at += pass.len();
                return Ok(Written::Pass);
            }
        }
        let Some((point, tail)) = Point::split_text(rest) else {
            return Err(self.fault(BookProblem::NoMove));
        };
        self.at = self.text.len() - tail.len();
        Ok(Written::Stone(point))
    }

    /// Two offsets with a comma between them.
    fn offset(&mut self, size: Size) -> Result<Written, Fault> {
        let begin = self.at;
        let x = self.number()?;
        self.skip_blanks();
        self.comma()?;
        let y = self.number()?;
        let from_middle = |middle: u8, offset: i32| {
            offset.checked_add(middle.into()).and_then(|place| u8::try_from(place).ok())
        };
        from_middle(size.center().x(), x)
            .zip(from_middle(size.center().y(), y))
            .and_then(|(x, y)| Point::new(x, y))
            .filter(|&point| size.contains(point))
            .map(Written::Stone)
            .ok_or((begin, BookProblem::OffBoard(x, y, size)))
    }

    fn number(&mut self) -> Result<i32, Fault> {
        let rest = self.rest();
        let length = rest.find(|c| !is_number(c)).unwrap_or(rest.len());
        let number = rest[..length].parse().map_err(|_| self.fault(BookProblem::NoOffset))?;
        self.at += length;
        Ok(number)
    }

    /// Skips a comma and the blanks after it.
    fn comma(&mut self) -> Result<(), Fault> {
        if !self.rest().starts_with(',') {
            return Err(self.fault(BookProblem::NoComma));
        }
        self.at += 1;
        self.skip_blanks();
        if self.rest().is_empty() {
            return Err(self.fault(BookProblem::NoOffset));
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        self.skip(|c| c == ' ');
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        self.at = self.text.len() - self.rest().trim_start_matches(skipped).len();
    }

    /// `problem` with the start of the text found instead.
    fn fault(&self, problem: fn(String) -> BookProblem) -> Fault {
        (self.at, problem(self.rest().chars().take(8).collect()))
    }
}

/// Characters of numbers.
fn is_number(c: char) -> bool {
    c.is_ascii_digit() || c == '-' || c == '+'
}

/// Plays on `point`, then a pass if one is forced; returns whether it was.
fn play(position: &mut Position, point: Point) -> Result<bool, BookProblem> {
    let number = position.history().len() + 1;
    position.play(Move::Place(point)).map_err(|why| BookProblem::Illegal(number, why))?;
    match position.outcome(false) {
        Some(outcome) => Err(BookProblem::Ends(number, point, outcome)),
        None => Ok(position.play(Move::Pass).is_ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::game::tests::random_game;
    use crate::gomoku::rules::rule::Rule;
    use proptest::prelude::*;

    fn gomoku(rule: Rule, side: u8) -> Variant {
        Variant::Gomoku { rule, size: Size::new(side, side).unwrap() }
    }

    fn texts(text: &str, variant: Variant) -> Vec<String> {
        let book = OpeningBook::read(text, variant).unwrap_or_else(|error| panic!("{error}"));
        let text = |moves: &Vec<Move>| moves.iter().map(Move::to_string).collect::<String>();
        book.openings.iter().map(text).collect()
    }

    fn error(text: &str, variant: Variant) -> String {
        OpeningBook::read(text, variant).unwrap_err().to_string()
    }

    /// Lines from books in use.
    const FREESTYLE_20: &str = "j16m15m16m18m19l16j18j17\nk11k9i12j10i9h9i10i11\nh5b9c8e8\n";
    const RENJU_15: &str = "n10o8m10m8k13\ne12a13c8f10a12d10\nj10i9i11f13d13\n";
    const STANDARD_15: &str = "f10f8e7d7c7\ng4k7i8f7h7k8j3i9\ni11k9m10l11k11k13o11h9\n";
    const XOT: &str = "f5d6c3d3c2d2c7b1\nf5d6c3d3c2f3e3f4\nf5d6c3d3c2g5c6b6\n";

    #[test]
    fn moves_are_read_as_books_have_them() {
        for (text, variant) in [
            (FREESTYLE_20, gomoku(Rule::Freestyle, 20)),
            (RENJU_15, gomoku(Rule::Renju, 15)),
            (STANDARD_15, gomoku(Rule::Standard, 15)),
            (XOT, Variant::Othello),
        ] {
            assert_eq!(texts(text, variant), text.lines().collect::<Vec<_>>());
            assert_eq!(texts(&text.to_uppercase(), variant), texts(text, variant));
        }
    }

    #[test]
    fn offsets_count_from_the_middle_of_any_board() {
        let text = "-1,3, -2,-1, 1,6";
        assert_eq!(texts(text, gomoku(Rule::Freestyle, 15)), ["g11f7i14"]);
        assert_eq!(texts(text, gomoku(Rule::Freestyle, 20)), ["j14i10l17"]);
        let size = Size::new(20, 15).unwrap();
        let wide = Variant::Gomoku { rule: Rule::Caro, size };
        assert_eq!(texts(text, wide), ["j11i7l14"]);
        let spaced = ["-1,3,-2,-1,1,6", " - 1", "+1 , 3 ,0 , 0 "];
        assert_eq!(texts(spaced[0], wide), ["j11i7l14"]);
        assert!(error(spaced[1], wide).contains("column 2: invalid offset"));
        assert_eq!(texts(spaced[2], wide), ["l11k8"]);
    }

    #[test]
    fn notations_mix_and_what_is_no_opening_is_skipped() {
        let text = "\u{feff}# moves\r\nh8i9g7\r\n\r\n  # offsets\n\th1\n0,0, 1,1, -1,-1\t+0.12\n \
                    h8, i9 G7,\th8\nh8i9g7";
        assert_eq!(texts(text, gomoku(Rule::Freestyle, 15)), ["h8i9g7"; 4]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let freestyle = gomoku(Rule::Freestyle, 15);
        for (text, message) in [
            ("h8i9\nh8 i9é7", "line 2, column 6: invalid move 'é7' (expected one such as h8)"),
            ("h8i9h8", "line 1, column 5: move 3: h8 is occupied by black"),
            ("éh8", "line 1, column 1: invalid move 'éh8' (expected one such as h8)"),
            ("h8p9", "line 1, column 3: move 2: p9 is not on the 15x15 board"),
            ("h8pass", "line 1, column 3: a pass that is not forced"),
            ("1,2, 3", "line 1, column 7: invalid text '' (expected a comma after the offset)"),
            ("1,2 3,4", "line 1, column 5: invalid text '3,4' (expected a comma after the offset)"),
            ("1,2,", "line 1, column 5: invalid offset '' (expected one such as -3)"),
            ("1,-,2", "line 1, column 3: invalid offset '-,2' (expected one such as -3)"),
            ("0,0, 8,0", "line 1, column 6: 8,0 from the centre is not on the 15x15 board"),
            ("0,-8", "line 1, column 1: 0,-8 from the centre is not on the 15x15 board"),
            (
                "99999999999,0",
                "line 1, column 1: invalid offset '99999999' (expected one such as -3)",
            ),
            ("2147483647,0", "line 1, column 1: 2147483647,0 from the centre is not"),
            ("a1a2b1b2c1c2d1d2e1f5?", "line 1, column 17: move 9: e1 ends the game: black five"),
            ("# nothing\n\n", "line 1, column 1: no opening found"),
        ] {
            let found = error(text, freestyle);
            assert!(found.starts_with(message), "{text}: {found}");
        }
        assert!(error("0,0", Variant::Othello).contains("invalid offsets"));
        assert!(error("f5f6g7", Variant::Othello).contains("column 5: move 3: g7 turns no disc"));
        assert!(
            error("e6f4e3f6g5d6e7f5c5", Variant::Othello).contains("c5 ends the game: black discs")
        );
        assert!(error("a1", gomoku(Rule::Renju, 4)).contains("unsupported board size 4x4"));
        let double_three = "g8a1h7a3h9c1i8c3h8";
        assert!(error(double_three, gomoku(Rule::Renju, 15)).contains("h8 is forbidden for black"));
        assert_eq!(texts(double_three, freestyle), [double_three]);
    }

    #[test]
    fn forced_passes_are_inserted_and_may_be_written_once() {
        let game = (0..)
            .map(|seed| random_game(Variant::Othello, seed, 40, None))
            .find(|game| game.moves.iter().any(|timed| timed.mv == Move::Pass))
            .unwrap();
        let moves: Vec<Move> = game.moves.iter().map(|timed| timed.mv).collect();
        let text = |pass: &str| -> String {
            let text = |mv: &Move| mv.point().map_or(pass.into(), |point| point.to_string());
            moves.iter().map(text).collect()
        };
        for pass in ["", "pa", "PS", " Pass,"] {
            let book = OpeningBook::read(&text(pass), Variant::Othello).unwrap();
            assert_eq!(book.openings, std::slice::from_ref(&moves));
        }
        assert!(error(&text("papa"), Variant::Othello).contains("a pass that is not forced"));
    }

    proptest! {
        #[test]
        fn every_opening_leaves_a_move(seed: u64, plies in 1..50usize, othello: bool) {
            let variant = if othello { Variant::Othello } else { gomoku(Rule::Renju, 9) };
            let game = random_game(variant, seed, plies, None);
            let text: String = game.placed().map(|(point, _)| point.to_string()).collect();
            if let Ok(book) = OpeningBook::read(&text, variant) {
                let mut position = variant.start().unwrap();
                book.openings[0].iter().for_each(|&mv| position.play(mv).unwrap());
                prop_assert!(position.legal_points().next().is_some());
            }
        }

        #[test]
        fn no_text_is_too_strange(text in "([a-p]1?[1-9]|[-+ ,é\t0-9#]|pa)*(\n[ -~]{0,9})?") {
            let _ = OpeningBook::read(&text, gomoku(Rule::Freestyle, 15));
            let _ = OpeningBook::read(&text, Variant::Othello);
        }
    }
}
