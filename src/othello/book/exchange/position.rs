//! Shared by the formats: positions, numbers and errors.

use std::fmt;

use crate::coord::Move;
use crate::othello::book::graph::successors;
use crate::othello::rules::board::Board;
use crate::othello::rules::square::from_point;

/// A program whose books are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Edax,
    Egaroucid,
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Program::Edax => "Edax",
            Program::Egaroucid => "Egaroucid",
        })
    }
}

/// Why a book of another program cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeError {
    /// It does not begin like a book of either program.
    Foreign,
    /// An unsupported version of the program's format.
    Version(Program, u8),
    /// It is damaged or cut off.
    Damaged,
    /// It has no moves in the start position.
    NoStart,
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExchangeError::Foreign => f.write_str("not a book of Edax or Egaroucid"),
            ExchangeError::Version(program, found) => {
                write!(f, "unknown version {found} of {program} books")
            }
            ExchangeError::Damaged => f.write_str("the file is damaged or cut off"),
            ExchangeError::NoStart => f.write_str("the book has no moves in the start position"),
        }
    }
}

impl std::error::Error for ExchangeError {}

/// A position of a foreign book.
pub struct Position {
    pub board: Board,
    /// For the side to move, in discs, if known.
    pub value: Option<i32>,
    /// The other program's level of the search, which counts as the depth.
    pub level: u32,
    /// The position after the leaf, with its value for the side to move there.
    pub leaf: Option<(Board, i32)>,
}

impl Position {
    /// A position with its value in discs for the side to move. A legal leaf consists of the number of a move and its
    /// value for the side that plays it. Values beyond ±64 and other numbers mean none.
    ///
    /// # Errors
    /// The discs of the two sides overlap.
    pub fn new(
        board: Board,
        value: i8,
        level: u32,
        leaf: (u8, i8),
    ) -> Result<Position, ExchangeError> {
        if board.player & board.opponent != 0 {
            return Err(ExchangeError::Damaged);
        }
        let is_value = |value: i8| (-64..=64).contains(&value);
        let value = is_value(value).then_some(i32::from(value));
        let (square, leaf_value) = leaf;
        let after = successors(board).find(|(mv, _)| number(*mv) == square);
        let leaf = after.filter(|_| is_value(leaf_value));
        let leaf = leaf.map(|(_, after)| (after, -i32::from(leaf_value)));
        Ok(Position { board, value, level, leaf })
    }
}

/// The number of a move in either format.
pub fn number(mv: Move) -> u8 {
    const PASS: u8 = 64;
    mv.point().and_then(from_point).unwrap_or(PASS)
}

/// A `value` of one of Tengen's books, in 1/100 disc, as whole discs within ±64.
pub fn discs(value: i32) -> i8 {
    let rounded = (f64::from(value) / 100.0).round();
    rounded.clamp(-64.0, 64.0) as i8
}

/// The 16 bytes of a board: the discs of the side to move, then those of the other side.
pub fn board_bytes(board: Board) -> impl Iterator<Item = u8> {
    [board.player, board.opponent].into_iter().flat_map(u64::to_le_bytes)
}

/// Bytes not read yet.
pub struct Input<'a>(pub &'a [u8]);

impl Input<'_> {
    /// The next `N` bytes.
    ///
    /// # Errors
    /// There are fewer; likewise in the functions below.
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], ExchangeError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(ExchangeError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, ExchangeError> {
        self.take().map(u8::from_le_bytes)
    }

    /// Reads a 32-bit number of positions, then the positions, which must be all that is left.
    pub fn positions(
        &mut self,
        read: fn(&mut Self) -> Result<Position, ExchangeError>,
    ) -> Result<Vec<Position>, ExchangeError> {
        let count = u32::from_le_bytes(self.take()?);
        let positions = (0..count).map(|_| read(self)).collect::<Result<_, _>>()?;
        if self.0.is_empty() { Ok(positions) } else { Err(ExchangeError::Damaged) }
    }

    /// The next board.
    pub fn board(&mut self) -> Result<Board, ExchangeError> {
        let [player, opponent] = [self.take()?, self.take()?].map(u64::from_le_bytes);
        Ok(Board { player, opponent })
    }
}
