//! Books of other programs: Edax and Egaroucid.
//!
//! Both store a set of positions with values in discs, one for each class of symmetric images. A position may name
//! the best of its other moves, a leaf, with its value. All numbers are little-endian, and the bits of the boards are
//! those of [`Board`] or of an image of it.

mod edax;
mod egaroucid;
mod position;

use std::collections::{HashMap, HashSet};

use super::graph::{Book, BookEntry, Recipe, successors};
use crate::othello::rules::board::Board;
pub use position::{ExchangeError, Program};
use position::{Input, Position};

/// A book made from that of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub book: Book,
    /// Positions that were left out, because no moves of the book lead to them.
    pub unreachable: usize,
}

/// Reads the book of another program, identified by its first bytes. Its highest level becomes the depth of the book,
/// and `margin` the margin in 1/100 disc.
///
/// # Errors
/// `bytes` are not a book with moves in the start position.
pub fn read(bytes: &[u8], margin: i32) -> Result<Import, ExchangeError> {
    let mut input = Input(bytes);
    let positions = if bytes.starts_with(edax::MAGIC) {
        edax::read(&mut input)?
    } else if bytes.starts_with(egaroucid::MAGIC) {
        egaroucid::read(&mut input)?
    } else {
        return Err(ExchangeError::Foreign);
    };
    assemble(positions, margin)
}

/// `book` as a file of `program`, with values rounded to discs.
pub fn write(book: &Book, program: Program) -> Vec<u8> {
    match program {
        Program::Edax => edax::write(book),
        Program::Egaroucid => egaroucid::write(book),
    }
}

/// The known data of a position.
#[derive(Clone, Copy)]
struct Known {
    /// For the side to move, in discs; `None` if it follows from the moves.
    value: Option<i32>,
    /// Whether the position occurs only as a leaf.
    is_leaf: bool,
}

/// Makes a book of `positions`. If a position has several values, the one of the highest level counts.
fn assemble(mut positions: Vec<Position>, margin: i32) -> Result<Import, ExchangeError> {
    positions.sort_by_key(|position| position.level);
    let depth = positions.last().map_or(1, |position| position.level.clamp(1, 60));
    let (known, given) = gather(&positions);

    let mut book = Book::new(Recipe { depth, margin });
    let start = Board::START.canonical();
    let (mut met, mut waiting) = (HashSet::from([start]), vec![start]);
    while let Some(board) = waiting.pop() {
        let after = moves(board, &known);
        let value = known.get(&board).and_then(|known| known.value).unwrap_or(0);
        book.insert(board, BookEntry { value: 100 * value, is_expanded: !after.is_empty() });
        waiting.extend(after.into_iter().filter(|&after| met.insert(after)));
    }
    if book.is_empty() {
        return Err(ExchangeError::NoStart);
    }
    book.settle();
    let unreachable = given.iter().filter(|board| !met.contains(board)).count();
    Ok(Import { book, unreachable })
}

/// All positions by their canonical image, derived ones included; then only those that `positions`, which are sorted
/// by level, name.
fn gather(positions: &[Position]) -> (HashMap<Board, Known>, Vec<Board>) {
    let mut known = HashMap::new();
    for position in positions.iter().filter(|position| position.value.is_some()) {
        let Position { board, value, .. } = *position;
        known.insert(board.canonical(), Known { value, is_leaf: false });
    }
    // The first value of a leaf stays, so the highest level comes first.
    for (board, value) in positions.iter().rev().filter_map(|position| position.leaf) {
        let leaf = Known { value: Some(value), is_leaf: true };
        known.entry(board.canonical()).or_insert(leaf);
    }
    let given: Vec<Board> = known.keys().copied().collect();
    add_derived(positions, &mut known);
    (known, given)
}

/// Adds the positions without a value that have a move to a known one, and the forced passes between them. Those near
/// the end come first, because the others may lead to them.
fn add_derived(positions: &[Position], known: &mut HashMap<Board, Known>) {
    let unvalued = positions.iter().filter(|position| position.value.is_none());
    let unvalued = unvalued.map(|position| position.board.canonical());
    // One in which the side to move must pass is added by the position before it.
    let unvalued = unvalued.filter(|board| board.legal_moves() != 0);
    let mut boards: Vec<Board> = known.keys().copied().chain(unvalued).collect();
    boards.sort_by_key(|board| board.empty_count());
    for board in boards {
        add_passes(board, known);
        let leads_on = !known.contains_key(&board)
            && successors(board).any(|(_, after)| known.contains_key(&after.canonical()));
        if leads_on {
            known.insert(board, Known { value: None, is_leaf: false });
        }
    }
}

/// Adds the positions after `board` in which the side to move must pass to a known one: Egaroucid leaves such
/// positions out.
fn add_passes(board: Board, known: &mut HashMap<Board, Known>) {
    for (_, after) in successors(board).filter(|(_, after)| after.legal_moves() == 0) {
        if let Some(passed) = known.get(&after.pass().canonical()) {
            let value = passed.value.map(|value| -value);
            known.entry(after.canonical()).or_insert(Known { value, is_leaf: false });
        }
    }
}

/// The known positions after `board`. None if they cannot explain its value, because it is higher: then the best move
/// is unknown, and `board` is at the edge of the book.
fn moves(board: Board, known: &HashMap<Board, Known>) -> Vec<Board> {
    let here = known.get(&board);
    if here.is_some_and(|here| here.is_leaf) {
        return Vec::new();
    }
    let after = successors(board).map(|(_, after)| after.canonical());
    let after: Vec<Board> = after.filter(|after| known.contains_key(after)).collect();
    let values = after.iter().map(|after| known[after].value.map_or(i32::MAX, |value| -value));
    let value = here.and_then(|here| here.value).unwrap_or(i32::MIN);
    if values.max().is_some_and(|best| best >= value) { after } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::book::Recipe;

    const MARGIN: i32 = 300;

    fn after(squares: &[u8]) -> Board {
        squares.iter().fold(Board::START, |board, &square| board.play(square))
    }

    /// f5, its three replies, and c3 and c4 after d6, e6 after f6, with values in whole discs.
    fn book() -> Book {
        let [d6, f6, f4] = [43, 45, 29].map(|square| after(&[37, square]));
        let mut book = Book::new(Recipe { depth: 9, margin: MARGIN });
        book.expand(Board::START, &[(after(&[37]), 0)]);
        book.expand(after(&[37]), &[(d6, 100), (f6, 0), (f4, 700)]);
        book.expand(d6, &[(d6.play(18), -200), (d6.play(26), 300)]);
        book.expand(f6, &[(f6.play(44), -500)]);
        book.settle();
        book
    }

    /// A game to the position after its first forced pass.
    fn line_with_a_pass() -> Vec<Board> {
        let mut random = fastrand::Rng::with_seed(5);
        loop {
            let mut boards = vec![Board::START];
            while let Some(&board) = boards.last() {
                let next: Vec<Board> = successors(board).map(|(_, after)| after).collect();
                let Some(&after) = random.choice(&next) else { break };
                boards.push(after);
                if board.legal_moves() == 0 {
                    return boards;
                }
            }
        }
    }

    /// A book of this line alone.
    fn book_of(line: &[Board]) -> Book {
        let mut book = Book::new(Recipe { depth: 9, margin: MARGIN });
        line.windows(2).for_each(|pair| book.expand(pair[0], &[(pair[1], -400)]));
        book.settle();
        book
    }

    fn values(book: &Book, board: Board) -> Vec<i32> {
        book.moves(board).iter().map(|book_move| book_move.value).collect()
    }

    #[test]
    fn a_book_comes_back_from_egaroucid_s_format() {
        let line = line_with_a_pass();
        // The second line ends where a side must pass.
        let lines = [&line[..], &line[..line.len() - 1]].map(book_of);
        for book in lines.into_iter().chain([book()]) {
            let bytes = write(&book, Program::Egaroucid);
            assert_eq!(read(&bytes, MARGIN), Ok(Import { book, unreachable: 0 }));
        }
    }

    #[test]
    fn the_older_format_of_egaroucid_says_the_same_without_leaves() {
        let book = book();
        let new = write(&book, Program::Egaroucid);
        let (head, positions) = new.split_at(14);
        let mut old = head.to_vec();
        old[9] = 2;
        for position in positions.chunks(25) {
            old.extend(&position[..18]);
            // Two moves, which are ignored.
            old.extend([2, 7, 1, 9, 2]);
        }
        assert_eq!(read(&old, MARGIN), Ok(Import { book, unreachable: 0 }));
    }

    #[test]
    fn a_book_comes_back_from_edax_s_format_with_one_leaf_a_position() {
        let line = line_with_a_pass();
        let book_with_pass = book_of(&line);
        let Import { book: read_back, .. } =
            read(&write(&book_with_pass, Program::Edax), MARGIN).unwrap();
        assert_eq!(read_back.len(), book_with_pass.len());
        assert!(line.iter().all(|&board| read_back.value(board) == book_with_pass.value(board)));

        let whole = book();
        let Import { book, unreachable } = read(&write(&whole, Program::Edax), MARGIN).unwrap();
        assert_eq!((book.len(), book.leaves(), unreachable), (4, 3, 0));
        assert_eq!(book.recipe(), whole.recipe());
        assert_eq!(values(&whole, after(&[37, 43])), [200, -300]);
        assert_eq!(values(&book, after(&[37, 43])), [200]);
        assert_eq!(values(&book, after(&[37])), [-200, -500, -700]);
        assert_eq!(values(&book, Board::START), [200; 4]);
    }

    #[test]
    fn edax_gets_a_leaf_wherever_there_is_a_move() {
        let bytes = write(&book(), Program::Edax);
        // The start position is first, after a header of 42 bytes; all its moves are links.
        let (links, leaf) = (bytes[42 + 38], 42 + 40 + 2 * 4);
        assert_eq!((links, &bytes[leaf..leaf + 2]), (4, &[-127_i8 as u8, 65][..]));
        // f5 has two links, and f4, the third move, ends.
        let f5 = leaf + 2;
        assert_eq!((bytes[f5 + 38], bytes[f5 + 40 + 4] as i8), (2, -7));
        let mut alone = Book::new(Recipe { depth: 9, margin: MARGIN });
        alone.expand(Board::START, &[(after(&[37]), 0)]);
        alone.expand(after(&[37]), &[(after(&[37, 43]), -100)]);
        alone.expand(after(&[37, 43]), &[(after(&[37, 43, 18]), 100)]);
        alone.settle();
        let bytes = write(&alone, Program::Edax);
        // After f5 only d6 is known; another is worse by the margin of three discs.
        assert_eq!((bytes[f5 + 38], bytes[f5 + 40 + 2] as i8), (1, 1 - 3));
    }

    /// A position of a book of another program.
    fn position(board: Board, value: i8, level: u32, leaf: (u8, i8)) -> Position {
        Position::new(board, value, level, leaf).unwrap()
    }

    /// No leaf.
    const NONE: (u8, i8) = (65, -127);

    #[test]
    fn the_highest_level_counts_and_a_position_before_a_leaf() {
        let (f5, d6) = (after(&[37]), after(&[37, 43]));
        let Import { book, .. } = assemble(
            vec![
                position(d6.images()[3], 4, 20, NONE),
                position(Board::START, 0, 9, (37, 1)),
                position(d6, 7, 8, NONE),
                position(f5, -4, 12, (43, 30)),
            ],
            MARGIN,
        )
        .unwrap();
        assert_eq!((book.recipe().depth, values(&book, f5)), (20, vec![-400]));
    }

    #[test]
    fn a_position_whose_best_move_is_not_known_is_at_the_edge() {
        // f5 d6 c3 d3 c4, and with c3 and c4 exchanged.
        let [one, other] = [[37, 43, 18, 19, 26], [37, 43, 26, 19, 18]];
        let mut positions: Vec<Position> =
            (0..=5).map(|plies| position(after(&one[..plies]), 0, 9, NONE)).collect();
        positions.push(position(after(&other[..3]), -5, 9, NONE));
        positions.push(position(after(&other[..4]), 5, 9, NONE));
        let Import { book, .. } = assemble(positions, MARGIN).unwrap();
        assert!(book.has_moves(after(&one[..4])) && !book.has_moves(after(&other[..4])));
        assert_eq!(values(&book, after(&other[..3])), [-500]);
    }

    #[test]
    fn what_has_no_value_gets_it_from_its_moves_or_is_left_out() {
        let (f5, d6, f6) = (after(&[37]), after(&[37, 43]), after(&[37, 45]));
        let unknown = -127;
        let Import { book, unreachable } = assemble(
            vec![
                position(Board::START, unknown, 9, NONE),
                position(f5, unknown, 9, NONE),
                position(d6, unknown, 9, (18, 6)),
                position(f6, unknown, 9, NONE),
                position(after(&[37, 45, 44]).play(29), 3, 9, NONE),
            ],
            MARGIN,
        )
        .unwrap();
        assert_eq!((values(&book, f5), book.len()), (vec![-600], 3));
        assert_eq!(unreachable, 1, "f6 leads nowhere");
    }

    #[test]
    fn of_several_values_of_a_leaf_that_of_the_highest_level_counts() {
        // f5 d6 c3 d3 c4, and with c3 and c4 exchanged.
        let ways = [[37, 43, 18, 19, 26], [37, 43, 26, 19, 18]];
        let unknown = -127;
        for (levels, value) in [([9, 12], 5), ([12, 9], 1)] {
            let mut positions = Vec::new();
            for ((way, level), score) in ways.iter().zip(levels).zip([1, 5]) {
                let before = (0..4).map(|plies| position(after(&way[..plies]), unknown, 9, NONE));
                positions.extend(before);
                positions.push(position(after(&way[..4]), unknown, level, (way[4], score)));
            }
            let Import { book, .. } = assemble(positions, MARGIN).unwrap();
            for way in ways {
                assert_eq!(values(&book, after(&way[..4])), [100 * value], "{levels:?}");
            }
        }
    }

    #[test]
    fn what_has_no_value_may_lead_to_a_pass() {
        let line = line_with_a_pass();
        let (&last, before) = line.split_last().unwrap();
        let (unknown, first) = (-127, last.legal_moves().trailing_zeros() as u8);
        // Egaroucid leaves out the last but one, in which the side to move must pass.
        for kept in [before.len() - 1, before.len()] {
            for (value, leaf) in [(4, NONE), (unknown, (first, 4))] {
                let chain = before[..kept].iter();
                let mut positions: Vec<Position> =
                    chain.map(|&board| position(board, unknown, 9, NONE)).collect();
                positions.push(position(last, value, 9, leaf));
                let Import { book, .. } = assemble(positions, MARGIN).unwrap();
                let board = before[before.len() - 2];
                assert_eq!(values(&book, board).first(), Some(&400), "{kept} {value}");
            }
        }
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let position = position(after(&[37, 43]), 3, 9, NONE);
        assert_eq!(assemble(vec![position], MARGIN), Err(ExchangeError::NoStart));
        assert_eq!(read(b"", MARGIN), Err(ExchangeError::Foreign));
        assert_eq!(read(&book().to_bytes(), MARGIN), Err(ExchangeError::Foreign));
        for program in [Program::Edax, Program::Egaroucid] {
            let good = write(&book(), program);
            for cut in 10..good.len() {
                assert_eq!(read(&good[..cut], MARGIN), Err(ExchangeError::Damaged), "{cut}");
            }
            let long = [&good[..], b"x"].concat();
            assert_eq!(read(&long, MARGIN), Err(ExchangeError::Damaged));
            let mut newer = good.clone();
            let version = if program == Program::Edax { 8 } else { 9 };
            newer[version] = 77;
            assert_eq!(read(&newer, MARGIN), Err(ExchangeError::Version(program, 77)));
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        let mut random = fastrand::Rng::with_seed(9);
        for program in [Program::Edax, Program::Egaroucid] {
            let good = write(&book(), program);
            for _ in 0..2000 {
                let mut bytes = good.clone();
                for _ in 0..random.usize(1..4) {
                    bytes[random.usize(10..good.len())] = random.u8(..);
                }
                if let Ok(Import { book, .. }) = read(&bytes, MARGIN) {
                    assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
                }
            }
        }
    }
}
