//! The principal variation of a proven win, up to the five.
//!
//! The defender plays the reply that delays the five longest, as far as the table still knows it.
//! Positions that the table has lost are proven again.

use super::dfpn::Dfpn;
use super::proof_table::{ProofEntry, ProofNumbers};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};

/// Longest line written out, in plies. No parameter: longer wins are not found.
const MAX_LENGTH: usize = 250;

/// The line from the position on the board, which a search of `order` has proven, to the five. `None` if
/// the nodes run out first.
pub(super) fn extract(search: &mut Dfpn, order: u8) -> Option<Vec<Square>> {
    let mut line = Vec::new();
    let mut is_over = false;
    while !is_over && line.len() < MAX_LENGTH {
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

/// The next moves: several where a VCF dictates them, none if they are unknown.
fn next_moves(search: &mut Dfpn, order: u8) -> Vec<Square> {
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
    if is_attack
        && search.vcf.solve_shortest(search.board, search.meter, search.params.line_vcf).is_some()
    {
        return search.vcf.line().to_vec();
    }
    let mut entry = proof(search, order);
    if entry.is_none() {
        search.run(ProofNumbers::UNREACHED, order, 0);
        entry = proof(search, order);
    }
    match entry {
        Some(entry) if entry.best.is_some() => one(entry.best),
        // No reply helps: play any.
        Some(_) if !is_attack => one(first_legal(search.board, &SquareSet::EMPTY)),
        _ => Vec::new(),
    }
}

/// The proof of the position on the board with the lowest order that has a best move, else with the
/// lowest order.
fn proof(search: &Dfpn, order: u8) -> Option<ProofEntry> {
    let known = |order| search.known(order).filter(|entry| entry.numbers.proof == 0);
    (0..=order)
        .filter_map(known)
        .find(|entry| entry.best.is_some())
        .or_else(|| (0..=order).find_map(known))
}

/// The first legal point of `set`, else of the board.
fn first_legal(board: &Board, set: &SquareSet) -> Option<Square> {
    let first = |set: &SquareSet| set.iter().find(|&square| tactics::is_legal(board, square));
    first(set).or_else(|| first(board.empty()))
}
