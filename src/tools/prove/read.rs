//! Positions to be proven, read from text: a line of moves, or a table with named columns.

use std::fmt;

use crate::color::Color;
use crate::coord::{Point, Size, parse_points};
use crate::gomoku::rules::game::{Game, SetUpError, Stone};
use crate::gomoku::rules::rule::Rule;

/// A position with its name.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The table's `id`, or the number of the line.
    pub id: String,
    /// The position.
    pub game: Game,
}

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The moves from here on begin with no point.
    NoPoint(String),
    /// The stones do not fit on the board.
    SetUp(SetUpError),
    /// The game is over before the first move.
    Over,
    /// A row of a table without the column `moves`, or with fewer fields than that.
    NoMoves,
    /// No rule has this name.
    Rule(String),
    /// No board has this size.
    Size(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NoPoint(text) => write!(f, "'{text}' begins with no point"),
            ReadError::SetUp(error) => error.fmt(f),
            ReadError::Over => f.write_str("the game is over"),
            ReadError::NoMoves => f.write_str("the row has no moves"),
            ReadError::Rule(text) => write!(f, "'{text}' is no rule"),
            ReadError::Size(text) => write!(f, "'{text}' is no size of a board"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Columns of a table, by their place in a row.
#[derive(Clone, Copy, Debug, Default)]
struct Columns {
    id: Option<usize>,
    rule: Option<usize>,
    size: Option<usize>,
    moves: Option<usize>,
}

/// Reads lines one after another, minding a header among them.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    rule: Rule,
    size: Size,
    columns: Option<Columns>,
}

impl Reader {
    /// A reader that takes `rule` and `size` where the text does not say.
    pub fn new(rule: Rule, size: Size) -> Reader {
        Reader { rule, size, columns: None }
    }

    /// Reads the line `number`; `None` if it is blank, a comment (`#`) or a header.
    ///
    /// # Errors
    /// What is wrong with it.
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
        let id = field(columns.id).map_or_else(|| number.to_string(), str::to_owned);
        let rule = field(columns.rule).map_or(Ok(self.rule), parse_rule)?;
        let size = field(columns.size).map_or(Ok(self.size), parse_size)?;
        let game = game(rule, size, field(columns.moves).ok_or(ReadError::NoMoves)?)?;
        Ok(Some(Problem { id, game }))
    }
}

/// The position after `moves`, Black first; that they are played in turn is all that is asked.
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
