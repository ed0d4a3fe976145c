//! The binary books of Edax 4, as its source reads and writes them (abulmo/edax-reversi, `src/book.c`).
//!
//! A header of 42 bytes: `XADEKOOB`, version, release, eight bytes of date, five 32-bit options (level, fewest empty
//! squares, two errors, verbosity), number of positions. A position: board; 32-bit counts of wins, draws, losses and
//! lines; 16-bit value and its bounds; number of links; level; the links; the leaf. A link or leaf is a value and a
//! move, 64 for a pass and 65 for none.

use super::position::{ExchangeError, Input, Position, Program, board_bytes, discs, number};
use crate::coord::Move;
use crate::othello::book::graph::{Book, BookMove, successors};
use crate::othello::rules::board::Board;

pub const MAGIC: &[u8; 8] = b"XADEKOOB";
const VERSION: u8 = 4;
const RELEASE: u8 = 6;
const DATE_BYTES: usize = 8;
/// No leaf: a value below all others, and the number for no move.
const NO_LEAF: [u8; 2] = [-127_i8 as u8, 65];

/// Reads a whole book, including its magic.
///
/// # Errors
/// Another version, or a damaged file.
pub fn read(input: &mut Input) -> Result<Vec<Position>, ExchangeError> {
    let _magic: [u8; MAGIC.len()] = input.take()?;
    let [version, _release] = input.take()?;
    if version != VERSION {
        return Err(ExchangeError::Version(Program::Edax, version));
    }
    let _date: [u8; DATE_BYTES] = input.take()?;
    let _options: [u8; 20] = input.take()?;
    input.positions(read_position)
}

fn read_position(input: &mut Input) -> Result<Position, ExchangeError> {
    let board = input.board()?;
    let _counts: [u8; 16] = input.take()?;
    let value = i16::from_le_bytes(input.take()?);
    let _bounds: [u8; 4] = input.take()?;
    let [links, level] = input.take()?;
    // Links add nothing to the positions that they lead to.
    for _ in 0..links {
        let _link: [u8; 2] = input.take()?;
    }
    let [leaf_value, leaf_move] = input.take()?;
    let value = i8::try_from(value).unwrap_or(i8::MAX);
    Position::new(board, value, level.into(), (leaf_move, leaf_value as i8))
}

/// The content of a file with `book`.
pub fn write(book: &Book) -> Vec<u8> {
    let level = book.recipe().depth as u8;
    let positions = book.in_order();
    let fewest = positions.iter().map(|board| board.empty_count()).min().unwrap_or(60);
    let mut bytes = [&MAGIC[..], &[VERSION, RELEASE], &[0; DATE_BYTES]].concat();
    let options = [u32::from(level), fewest, 0, 0, 0];
    bytes.extend(options.iter().flat_map(|option| option.to_le_bytes()));
    bytes.extend((positions.len() as u32).to_le_bytes());
    positions.into_iter().for_each(|board| write_position(book, board, level, &mut bytes));
    bytes
}

fn write_position(book: &Book, board: Board, level: u8, bytes: &mut Vec<u8>) {
    let moves = book.moves(board);
    let (links, leaves): (Vec<&BookMove>, _) = moves.iter().partition(|mv| mv.goes_on);
    let leaf = leaves.first().map(|leaf| link(leaf.mv, leaf.value));
    bytes.extend(board_bytes(board));
    bytes.extend([0; 16]);
    let value = book.value(board).unwrap_or(0);
    let leaf = leaf.or_else(|| unknown(book, board, value)).unwrap_or(NO_LEAF);
    let value = i16::from(discs(value));
    bytes.extend([value; 3].iter().flat_map(|value| value.to_le_bytes()));
    bytes.extend([links.len() as u8, level]);
    bytes.extend(links.into_iter().flat_map(|mv| link(mv.mv, mv.value)));
    bytes.extend(leaf);
}

/// A link or leaf: a move of this value.
fn link(mv: Move, value: i32) -> [u8; 2] {
    [discs(value) as u8, number(mv)]
}

/// A move in `board` that the book lacks, if there is one: Edax expects a leaf then. Its value is below that of the
/// best move, `value`, by more than the margin.
fn unknown(book: &Book, board: Board, value: i32) -> Option<[u8; 2]> {
    let (mv, _) = successors(board).find(|(_, after)| book.value(*after).is_none())?;
    Some(link(mv, value - book.recipe().margin))
}
