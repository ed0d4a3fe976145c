//! Reads the positions to prove: lines of moves, or a table with named columns.

use std::fmt;

use crate::color::Color;
use crate::coord::{NoSize, Point, Size, parse_points};
use crate::formats::game::one_line;
use crate::formats::psq::rule_named;
use crate::gomoku::rules::game::{Game, SetUpError, Stone};
use crate::gomoku::rules::rule::{Rule, UnknownRule};

/// A named position.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The `id` column, or the line number.
    pub id: String,
    pub game: Game,
}

/// Why a line is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// This text does not begin with a point.
    NoPoint(String),
    /// The stones cannot be placed on the board.
    SetUp(SetUpError),
    /// The game is over before the first move.
    Over,
    /// The row has no field in the column `moves`.
    NoMoves,
    /// Unknown rule.
    Rule(String),
    /// Invalid board size.
    Size(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NoPoint(text) => {
                write!(f, "invalid move '{text}' (expected one such as h8)")
            }
            ReadError::SetUp(error) => error.fmt(f),
            ReadError::Over => f.write_str("the game is over"),
            ReadError::NoMoves => f.write_str("the row has no moves"),
            ReadError::Rule(text) => write!(f, "unknown rule '{text}' ({UnknownRule})"),
            ReadError::Size(text) => write!(f, "invalid board size '{text}' ({NoSize})"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Column indices of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Columns {
    id: Option<usize>,
    rule: Option<usize>,
    size: Option<usize>,
    moves: Option<usize>,
}

/// Reads lines in order and stores the table header.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    rule: Rule,
    size: Size,
    columns: Option<Columns>,
}

impl Reader {
    /// A reader with a default `rule` and `size`, for lines that do not name one.
    pub fn new(rule: Rule, size: Size) -> Reader {
        Reader { rule, size, columns: None }
    }

    /// Reads the line `number`; `None` if it is blank, a comment (`#`) or a header.
    ///
    /// # Errors
    /// The line is not a position.
    pub fn read(&mut self, number: usize, line: &str) -> Result<Option<Problem>, ReadError> {
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        if self.columns.is_none() && fields.contains(&"moves") {
            let place = |name: &str| fields.iter().position(|field| *field == name);
            self.columns = Some(Columns {
                id: place("id"),
                rule: place("rule"),
                size: place("size"),
                moves: place("moves"),
            });
            return Ok(None);
        }
        let columns = self.columns.unwrap_or(Columns { moves: Some(0), ..Columns::default() });
        let field = |place: Option<usize>| fields.get(place?).copied();
        let given = |place| field(place).filter(|text| !matches!(*text, "" | "-"));
        let id = given(columns.id).map_or_else(|| number.to_string(), one_line);
        // Lines of POS state rule and size in separate fields.
        let named = |key: &str| fields.iter().find_map(|field| field.strip_prefix(key));
        let rule = match (given(columns.rule), named("rule=")) {
            (Some(text), _) => parse_rule(text)?,
            (None, Some(text)) => rule_named(text).map_or_else(|| parse_rule(text), Ok)?,
            (None, None) => self.rule,
        };
        let size = given(columns.size).or(named("size=")).map_or(Ok(self.size), parse_size)?;
        let game = game(rule, size, field(columns.moves).ok_or(ReadError::NoMoves)?)?;
        Ok(Some(Problem { id, game }))
    }
}

/// The position after `moves`, with the colours alternating, Black first. The order of play is not
/// checked against the rules.
fn game(rule: Rule, size: Size, moves: &str) -> Result<Game, ReadError> {
    let points =
        parse_points(moves).map_err(|rest| ReadError::NoPoint(rest.chars().take(12).collect()))?;
    let stones: Vec<(Point, Stone)> =
        points.into_iter().zip(Color::ALL.into_iter().cycle().map(Stone::Of)).collect();
    let game = Game::set_up(rule, size, &stones).map_err(ReadError::SetUp)?;
    if game.outcome().is_some() { Err(ReadError::Over) } else { Ok(game) }
}

fn parse_rule(text: &str) -> Result<Rule, ReadError> {
    text.parse().map_err(|_| ReadError::Rule(text.to_owned()))
}

fn parse_size(text: &str) -> Result<Size, ReadError> {
    text.parse().map_err(|_| ReadError::Size(text.to_owned()))
}
