//! Complete lines for decided games: the search proves wins without playing them out, so that its
//! lines end early.

use super::node::Worker;
use super::tactics::{self, Situation};
use super::value::{Value, distance, is_decided};
use crate::gomoku::grid::Square;
use crate::gomoku::pattern::threat::Threat;

/// Nodes for continuing a line by fours.
const VCF_BUDGET: u32 = 2_000;

/// `line`, the beginning of best play at the root, continued as far as threats dictate it if `value`
/// is that of a decided game. What cannot be told without a search is left out.
pub(super) fn complete(worker: &mut Worker, line: &[Square], value: Value) -> Vec<Square> {
    let mut line = line.to_vec();
    if !is_decided(value) || worker.meter.stopped() {
        return line;
    }
    line.iter().for_each(|&square| worker.board.play(square));
    let plies = distance(value) as usize;
    while line.len() < plies && worker.board.empty_count() > 0 {
        let next = next_moves(worker);
        if next.is_empty() {
            break;
        }
        next.iter().for_each(|&square| worker.board.play(square));
        line.extend(next);
    }
    line.iter().for_each(|_| worker.board.undo());
    line
}

/// The moves that threats dictate, usually one.
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
            let found = worker.memory.vcf.solve(board, &mut worker.meter, VCF_BUDGET);
            return found.map_or_else(Vec::new, |_| worker.memory.vcf.line().to_vec());
        }
    };
    next.into_iter().collect()
}
