//! The books of Egaroucid, as its source reads and writes them (Nyanyan/Egaroucid, `src/engine/book.hpp`).
//!
//! `DICUORAGE`, a byte with the version, a 32-bit number of positions, then the positions: board, 8-bit value and
//! level, and in version 3 a 32-bit number of lines and value, move and level of the leaf; in version 2 a number of
//! moves, then value and move of each. Positions in which the side to move must pass are omitted. Values beyond 64
//! discs and moves beyond 63 mean none.

use super::position::{ExchangeError, Input, Position, Program, board_bytes, discs, number};
use crate::othello::book::graph::Book;
use crate::othello::rules::board::Board;

pub const MAGIC: &[u8; 9] = b"DICUORAGE";
/// The version written.
const VERSION: u8 = 3;
const OLD_VERSION: u8 = 2;
/// No leaf: value, move and level.
const NO_LEAF: [u8; 3] = [-126_i8 as u8, 125, -1_i8 as u8];

/// Reads a whole book, including its magic.
///
/// # Errors
/// Another version, or a damaged file.
pub fn read(input: &mut Input) -> Result<Vec<Position>, ExchangeError> {
    let _magic: [u8; MAGIC.len()] = input.take()?;
    let version = input.byte()?;
    let read = match version {
        VERSION => read_position,
        OLD_VERSION => read_old_position,
        _ => return Err(ExchangeError::Version(Program::Egaroucid, version)),
    };
    input.positions(read)
}

fn read_position(input: &mut Input) -> Result<Position, ExchangeError> {
    let board = input.board()?;
    let [value, level] = input.take()?.map(u8::cast_signed);
    let _lines: [u8; 4] = input.take()?;
    let [leaf_value, leaf_move, _level] = input.take()?;
    Position::new(board, value, depth(level), (leaf_move, leaf_value as i8))
}

fn read_old_position(input: &mut Input) -> Result<Position, ExchangeError> {
    let board = input.board()?;
    let [value, level] = input.take()?.map(u8::cast_signed);
    // Moves add nothing to the positions that they lead to.
    for _ in 0..input.byte()? {
        let _move: [u8; 2] = input.take()?;
    }
    let [leaf_value, leaf_move, _level] = NO_LEAF;
    Position::new(board, value, depth(level), (leaf_move, leaf_value as i8))
}

/// A level as a depth, at least 0.
fn depth(level: i8) -> u32 {
    u32::try_from(level).unwrap_or(0)
}

/// The content of a file of the current version with `book`.
pub fn write(book: &Book) -> Vec<u8> {
    let level = book.recipe().depth as u8;
    let boards = book.boards().filter(|board| board.legal_moves() != 0);
    let mut boards: Vec<Board> = boards.collect();
    boards.sort_unstable();
    let mut bytes = [&MAGIC[..], &[VERSION]].concat();
    bytes.extend((boards.len() as u32).to_le_bytes());
    boards.into_iter().for_each(|board| write_position(book, board, level, &mut bytes));
    bytes
}

/// Writes a position. Its leaf is a move to the edge after which the other side must pass: it has no separate position.
fn write_position(book: &Book, board: Board, level: u8, bytes: &mut Vec<u8>) {
    let last = book.moves(board).into_iter().find(|mv| !mv.goes_on && mv.board.legal_moves() == 0);
    let leaf = last.map(|last| [discs(last.value) as u8, number(last.mv), level]);
    bytes.extend(board_bytes(board));
    bytes.extend([discs(book.value(board).unwrap_or(0)) as u8, level]);
    bytes.extend([0; 4]);
    bytes.extend(leaf.unwrap_or(NO_LEAF));
}
