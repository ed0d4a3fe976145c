//! Principal variations, read back from the tables after a search.
//!
//! A variation starts with a given root move and holds only legal moves; forced passes are part of
//! it. It ends where the position is no longer in the table.

use super::eval::Node;
use super::params::Params;
use super::transposition::{Draft, LocalTable, NO_MOVE, TranspositionTable, TtEntry};
use super::worker::Worker;
use crate::coord::Move;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::othello::rules::square::{Squares, bit, to_point};
use crate::search::control::{Control, Meter};
use crate::search::limits::Limits;

/// `first` and the moves in the table, at most `depth` plies in all.
pub fn expected(first: Move, after: Board, table: &TranspositionTable, depth: u32) -> Vec<Move> {
    let limit = depth.max(1) as usize;
    follow(first, after, limit, |board| table.probe(board).map(|entry| entry.moves[0]))
}

/// `first` and best play to the end, as far as known or cheap to find.
pub fn solved(
    first: Move,
    after: Board,
    table: &TranspositionTable,
    local: &mut LocalTable,
    weights: &Weights,
    params: &Params,
) -> Vec<Move> {
    let control = Control::unlimited();
    let mut meter = Meter::new(&control, &Limits::default());
    let mut worker = Worker::new(&mut meter, table, local, weights, params);
    follow(first, after, usize::MAX, |board| {
        let known = table
            .probe(board)
            .filter(|entry| entry.draft.is_worth(Draft::EXACT) && entry.lower == entry.upper)
            .map(|entry| proved_move(entry, board, table));
        known.or_else(|| {
            (board.empty_count() <= params.line_empties).then(|| best_move(board, &mut worker))
        })
    })
}

/// Follows `next` from the position `after` the move `first`, passing where it is forced.
fn follow(
    first: Move,
    after: Board,
    limit: usize,
    mut next: impl FnMut(Board) -> Option<u8>,
) -> Vec<Move> {
    let mut line = vec![first];
    let mut board = after;
    while line.len() < limit && !board.is_over() {
        let moves = board.legal_moves();
        if moves == 0 {
            line.push(Move::Pass);
            board = board.pass();
            continue;
        }
        match next(board) {
            Some(square) if square < NO_MOVE && moves & bit(square) != 0 => {
                line.push(Move::Place(to_point(square)));
                board = board.play(square);
            }
            _ => break,
        }
    }
    // A line does not end with a pass.
    while line.len() > 1 && line.last() == Some(&Move::Pass) {
        line.pop();
    }
    line
}

/// The move of `board` whose position is known to be worth as much as the exact `entry` says. The first one if that is
/// not known of either: a null window that failed low above the exact score may have put another move in front.
fn proved_move(entry: TtEntry, board: Board, table: &TranspositionTable) -> u8 {
    let is_proved = |&square: &u8| {
        square < NO_MOVE
            && board.legal_moves() & bit(square) != 0
            && table.probe(board.play(square)).is_some_and(|after| {
                after.draft.is_worth(Draft::EXACT) && after.upper <= -entry.lower
            })
    };
    entry.moves.into_iter().find(is_proved).unwrap_or(entry.moves[0])
}

/// The best move of a position close to the end that has one.
fn best_move(board: Board, worker: &mut Worker) -> u8 {
    let mut best = (-65, NO_MOVE);
    for square in Squares(board.legal_moves()) {
        let value = -worker.solve(&Node::of(board.play(square)), -65, -best.0);
        if value > best.0 {
            best = (value, square);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::search::probcut::Certainty;

    #[test]
    fn an_exact_line_follows_nothing_but_exact_entries() {
        let after = Board::START.play(19);
        let (first, second) = (Move::Place(to_point(19)), Move::Place(to_point(18)));
        let (weights, params) = (Weights::seed(), Params::default());
        let mut local = LocalTable::default();
        for (certainty, line) in
            [(Certainty::P73, vec![first]), (Certainty::Full, vec![first, second])]
        {
            let table = TranspositionTable::new(1 << 16);
            table.store(after, Draft::solved(after.empty_count(), certainty), 2, 2, 18);
            assert_eq!(
                solved(first, after, &table, &mut local, &weights, &params),
                line,
                "{certainty:?}"
            );
            assert_eq!(expected(first, after, &table, 2), [first, second]);
        }
    }

    #[test]
    fn an_exact_line_follows_the_move_that_is_proved() {
        let after = Board::START.play(19);
        let (weights, params) = (Weights::seed(), Params::default());
        let table = TranspositionTable::new(1 << 16);
        let draft = Draft::solved(after.empty_count(), Certainty::Full);
        table.store(after.play(18), Draft::solved(58, Certainty::Full), -64, -4, NO_MOVE);
        for (lower, upper, best) in [(4, 64, 18), (-64, 6, 20), (-64, 4, NO_MOVE)] {
            table.store(after, draft, lower, upper, best);
        }
        assert_eq!(table.probe(after).map(|entry| entry.moves), Some([20, 18]));
        let [first, second] = [19, 18].map(|square| Move::Place(to_point(square)));
        let line = solved(first, after, &table, &mut LocalTable::default(), &weights, &params);
        assert_eq!(line, [first, second]);
    }
}
