//! The line of a proven win, played out to the five.
//!
//! At every position of the defender the reply that holds out longest is followed, as far as the
//! table still knows; what was lost from the table is proven again.

use super::dfpn::Search;
use super::table::{Entry, INFINITE, Numbers};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::squares::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};

/// Longest line written out, in plies.
const LONGEST: usize = 250;
/// Nodes for the fours at the end of the line.
const FOURS_BUDGET: u32 = 2_000;
/// Thresholds that only a solution reaches.
pub(super) const UNLIMITED: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

/// The line from the position on the board, which is proven by a search of `order`, to the five;
/// `None` if the bounds of the search end before it is known.
pub(super) fn follow(search: &mut Search, order: u8) -> Option<Vec<Square>> {
    let mut line = Vec::new();
    let mut is_over = false;
    while !is_over && line.len() < LONGEST {
        let next = next_moves(search, order);
        for &square in &next {
            let me = search.board.side();
            is_over = me == search.attacker && search.board.threat(me, square) == Threat::Five;
            search.board.play(square);
        }
        if next.is_empty() {
            break;
        }
        line.extend(next);
    }
    line.iter().for_each(|_| search.board.undo());
    is_over.then_some(line)
}

/// The moves that come next, several where fours dictate them; none if it cannot be told.
fn next_moves(search: &mut Search, order: u8) -> Vec<Square> {
    let board = &*search.board;
    let me = board.side();
    let is_attack = me == search.attacker;
    let one = |square: Option<Square>| square.into_iter().collect();
    match tactics::assess(board) {
        Situation::Win(plies) => return one(tactics::winning_moves(board, plies).first()),
        Situation::Loss(2) => return one(first_legal(board, board.points(!me, Threat::Five))),
        Situation::Loss(_) => return one(first_legal(board, board.points(!me, Threat::OpenFour))),
        _ => {}
    }
    if is_attack && search.vcf.solve_shortest(search.board, search.meter, FOURS_BUDGET).is_some() {
        return search.vcf.line().to_vec();
    }
    let mut entry = proof(search, order);
    if entry.is_none() {
        search.run(UNLIMITED, order, 0);
        entry = proof(search, order);
    }
    match entry {
        Some(entry) if entry.best.is_some() => one(entry.best),
        // Nothing helps: pass the time.
        Some(_) if !is_attack => one(first_legal(search.board, &SquareSet::EMPTY)),
        _ => Vec::new(),
    }
}

/// The proof that the table has of the position on the board, of the lowest order that tells a move.
fn proof(search: &Search, order: u8) -> Option<Entry> {
    let known = |order| search.known(order).filter(|entry| entry.numbers.proof == 0);
    (0..=order)
        .filter_map(known)
        .find(|entry| entry.best.is_some())
        .or_else(|| (0..=order).find_map(known))
}

/// The first legal point of `set`, or else of the board.
fn first_legal(board: &Board, set: &SquareSet) -> Option<Square> {
    let first = |set: &SquareSet| set.iter().find(|&square| tactics::is_legal(board, square));
    first(set).or_else(|| first(board.empty()))
}
