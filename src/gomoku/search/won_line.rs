//! Complete lines of decided games. The search proves wins without playing them out, so its own lines end
//! early.

use super::value::{Value, distance, is_decided};
use super::worker::Worker;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};

/// `line`, the start of best play from the root, continued as far as threats force the moves if `value` is that
/// of a decided game.
pub(super) fn complete(worker: &mut Worker, line: &[Square], value: Value) -> Vec<Square> {
    let mut line = line.to_vec();
    if !is_decided(value) || worker.meter.stopped() {
        return line;
    }
    let mut is_over = false;
    line.iter().for_each(|&square| is_over |= play(worker.board, square));
    let plies = distance(value) as usize;
    // The proven win may be longer than the line that threats force, so the game may end earlier.
    while !is_over && line.len() < plies && worker.board.empty_count() > 0 {
        let next = next_moves(worker);
        if next.is_empty() {
            break;
        }
        next.iter().for_each(|&square| is_over |= play(worker.board, square));
        line.extend(next);
    }
    line.iter().for_each(|_| worker.board.undo());
    line
}

/// Plays `square` and returns whether it makes five.
fn play(board: &mut Board, square: Square) -> bool {
    let wins = board.points(board.side(), Threat::Five).contains(square);
    board.play(square);
    wins
}

/// The moves that threats force, usually one.
fn next_moves(worker: &mut Worker) -> Vec<Square> {
    let board = &mut *worker.board;
    let me = board.side();
    let next = match tactics::assess(board) {
        Situation::Win(plies) => tactics::winning_moves(board, plies).first(),
        Situation::MustBlock(moves) => moves.first(),
        Situation::Loss(2) => {
            board.points(!me, Threat::Five).iter().find(|&square| tactics::is_legal(board, square))
        }
        Situation::Loss(_) | Situation::MustDefend(_) | Situation::Free => {
            let nodes = worker.memory.params.line_vcf_nodes;
            let found = worker.memory.vcf.solve(board, &mut worker.meter, nodes);
            return found.map_or_else(Vec::new, |_| worker.memory.vcf.line().to_vec());
        }
    };
    next.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::Grid;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::search::params::Params;
    use crate::gomoku::search::value::win_in;
    use crate::gomoku::search::worker::Memory;
    use crate::search::control::Control;
    use crate::search::table::Table;

    #[test]
    fn a_line_ends_with_the_five_even_if_the_proof_was_longer() {
        let tables = Arc::new(Tables::new(Rule::Freestyle));
        let grid = Grid::new(Size::new(15, 15).unwrap());
        let mut board = Board::new(tables, &grid, Color::Black);
        let stones: Vec<Square> =
            parse_points("h8a1i8c1j8e1").unwrap().into_iter().map(Square::of).collect();
        stones.iter().for_each(|&square| board.play(square));
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 16));
        let mut memory = Memory::new(&Params::default());
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        for plies in [3, 15] {
            assert_eq!(complete(&mut worker, &[], win_in(plies)).len(), 3, "{plies}");
        }
    }
}
