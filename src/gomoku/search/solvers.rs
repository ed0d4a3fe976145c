//! Solvers that run between the iterations of the root: VCF and VCT, which look for forced wins, also of the
//! opponent after the best move, and the completion of the lines of decided games.
//!
//! A solver gets a board, a meter that can stop it, and a budget in nodes; it returns a proven [`Win`] or
//! nothing. The cheaper solver runs first, until it has nothing left to search. Together they get an initial
//! budget, then a share of the search's nodes.

use super::barred::Barred;
use super::params::Params;
use super::value::{Value, distance, is_decided};
use super::worker::Worker;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::guidance::ThreatSearch;
use crate::search::limits::{Budget, Limits};

/// A forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Win {
    /// Plies up to and including the winning move.
    pub plies: u32,
    /// The moves of the win, the winner's first. The last ones may be missing.
    pub line: Vec<Square>,
}

/// The solvers of one search.
#[derive(Debug)]
pub(super) struct Solvers {
    /// Nodes before the first iteration.
    first_budget: u64,
    /// The solvers get the nodes of the search divided by this.
    divisor: u64,
    /// Nodes spent on wins since the first iteration.
    spent: u64,
    /// Nodes spent on refutations.
    spent_on_refutations: u64,
    /// Whether it is known that there is no VCF.
    vcf_is_done: bool,
}

impl Solvers {
    /// The solvers of a search within `limits` that may use `time`.
    pub fn new(
        limits: &Limits,
        time: Option<Budget>,
        threats: ThreatSearch,
        params: &Params,
    ) -> Solvers {
        let most = params.solver_first_nodes;
        let by_nodes = limits.nodes.map_or(most, |nodes| nodes / params.solver_first_divisor);
        let by_time = time.map_or(most, |budget| {
            let ms = u64::try_from(budget.maximum.as_millis()).unwrap_or(u64::MAX);
            ms.saturating_mul(params.solver_first_per_ms)
        });
        let first_budget = most.min(by_nodes).min(by_time);
        let divisor = match threats {
            ThreatSearch::Usual => params.solver_divisor,
            ThreatSearch::Half | ThreatSearch::Only => 2,
        };
        Solvers { first_budget, divisor, spent: 0, spent_on_refutations: 0, vcf_is_done: false }
    }

    /// Before the first iteration: looks for a VCF, which is found or excluded quickly.
    pub fn begin(&mut self, worker: &mut Worker) -> Option<Win> {
        let win = self.by_vcf(worker, self.first_budget);
        self.spent = 0;
        win
    }

    /// Looks for a VCF and for a VCT by turns, as long as the limits of the search allow.
    pub fn exhaust(&mut self, worker: &mut Worker) -> Option<Win> {
        let mut budget = worker.memory.params.solver_first_nodes.max(1);
        loop {
            let begun = self.spent;
            let win = self.by_vcf(worker, budget);
            if win.is_some() || worker.meter.stopped() {
                return win;
            }
            let by_vcf = self.spent;
            let win = self.by_vct(worker, budget);
            // A search that leaves some of its budget has nothing left to try.
            let is_over = by_vcf - begun < budget && self.spent - by_vcf < budget;
            if win.is_some() || is_over || worker.meter.stopped() {
                return win;
            }
            budget = budget.saturating_mul(2);
        }
    }

    /// After an iteration: looks for a VCF, then for a VCT.
    pub fn go_on(&mut self, worker: &mut Worker) -> Option<Win> {
        let budget =
            allowance(worker.meter.nodes(), self.spent, self.divisor, &worker.memory.params)?;
        let before = self.spent;
        let win = self.by_vcf(worker, budget / 2);
        let left = budget.saturating_sub(self.spent - before);
        let is_worth_it = left >= worker.memory.params.solver_vct_least_nodes;
        if win.is_none() && is_worth_it { self.by_vct(worker, left) } else { win }
    }

    /// After an iteration: looks for a VCT of the opponent after `best`, the best move.
    pub fn refute(&mut self, worker: &mut Worker, best: Square) -> Option<Win> {
        let (nodes, divisor) = (worker.meter.nodes(), worker.memory.params.refutation_divisor);
        let budget = allowance(nodes, self.spent_on_refutations, divisor, &worker.memory.params)?;
        worker.board.play(best);
        let is_open = worker.board.empty_count() > 0
            && matches!(tactics::assess(worker.board), Situation::Free | Situation::MustDefend(_));
        let win = is_open
            .then(|| worker.memory.vct.solve(worker.board, &mut worker.meter, budget))
            .flatten()
            .and_then(|win| allowed(worker, Win { plies: win.plies, line: win.line }));
        worker.board.undo();
        self.spent_on_refutations += worker.meter.nodes() - nodes;
        win
    }

    fn by_vcf(&mut self, worker: &mut Worker, budget: u64) -> Option<Win> {
        if self.vcf_is_done {
            return None;
        }
        let before = worker.meter.nodes();
        let vcf = &mut worker.memory.vcf;
        let plies = vcf.solve_shortest(
            worker.board,
            &mut worker.meter,
            u32::try_from(budget).unwrap_or(u32::MAX),
        );
        self.vcf_is_done = vcf.is_complete();
        self.spent += worker.meter.nodes() - before;
        allowed(worker, Win { plies: plies?, line: worker.memory.vcf.line().to_vec() })
    }

    fn by_vct(&mut self, worker: &mut Worker, budget: u64) -> Option<Win> {
        let before = worker.meter.nodes();
        let win = worker.memory.vct.solve(worker.board, &mut worker.meter, budget);
        self.spent += worker.meter.nodes() - before;
        win.and_then(|win| allowed(worker, Win { plies: win.plies, line: win.line }))
    }
}

/// `win`, unless its line has a barred move.
fn allowed(worker: &mut Worker, win: Win) -> Option<Win> {
    let bars = |barred: &Barred| barred.bars(worker.board, &win.line);
    (!worker.barred.is_some_and(bars)).then_some(win)
}

/// Nodes for the solvers, a share of 1 / `divisor`, after `nodes` of a search, `spent` of them by solvers.
fn allowance(nodes: u64, spent: u64, divisor: u64, params: &Params) -> Option<u64> {
    let budget = (nodes / divisor).saturating_sub(spent);
    (budget >= params.solver_least_nodes).then_some(budget)
}

/// Continues `line`, the start of best play from the root, as far as threats force the moves, if `value` is that of a
/// decided game. The search proves wins without playing them out, so its own lines end early.
pub(super) fn complete_line(worker: &mut Worker, line: &[Square], value: Value) -> Vec<Square> {
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
    use std::time::Duration;

    use super::*;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::Grid;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::search::params::Params;
    use crate::gomoku::search::value::win_in;
    use crate::gomoku::search::worker::Memory;
    use crate::gomoku::search::worker::tests::board_after;
    use crate::search::control::Control;
    use crate::search::table::Table;

    #[test]
    fn a_win_that_needs_threes_is_found_once_nodes_are_there_for_it() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 16));
        let (mut board, mut memory) =
            (board_after("h8g5i10j5f7h5f5g3"), Memory::new(&Params::default()));
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut solvers =
            Solvers::new(&Limits::default(), None, ThreatSearch::Usual, &Params::default());
        assert_eq!(solvers.begin(&mut worker), None, "fours alone do not win");
        assert_eq!(solvers.go_on(&mut worker), None, "nothing is left of the share");
        worker.meter.count_many(Params::default().solver_divisor * 200_000);
        let win = solvers.go_on(&mut worker).unwrap();
        assert!(win.plies >= 7 && win.line.len() as u32 == win.plies, "{win:?}");
        assert!(solvers.spent > 0);
    }

    #[test]
    fn a_move_that_allows_a_win_by_threes_is_refuted() {
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 16));
        let params = Params::default();
        let (mut board, mut memory) = (board_after("h8g5i10j5f7h5f5"), Memory::new(&params));
        let hash = board.hash();
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut solvers = Solvers::new(&Limits::default(), None, ThreatSearch::Usual, &params);
        let square = |name| Square::of(parse_points(name).unwrap()[0]);
        assert_eq!(solvers.refute(&mut worker, square("g3")), None, "nothing is left of the share");
        worker.meter.count_many(params.refutation_divisor * 200_000);
        let win = solvers.refute(&mut worker, square("g3")).unwrap();
        assert!(win.plies >= 7 && win.line.len() as u32 == win.plies, "{win:?}");
        assert_eq!(worker.board.hash(), hash);
        assert!(solvers.spent_on_refutations > 0 && solvers.spent == 0);
    }

    #[test]
    fn a_short_search_leaves_most_of_itself_to_the_iterations() {
        let params = Params::default();
        let first = |nodes, time| {
            Solvers::new(&Limits { nodes, ..Limits::default() }, time, ThreatSearch::Usual, &params)
        };
        let ms = |ms| Some(Budget::exactly(Duration::from_millis(ms)));
        assert_eq!(first(None, None).first_budget, params.solver_first_nodes);
        assert_eq!(first(Some(2_000), None).first_budget, 250);
        assert_eq!(first(None, ms(10)).first_budget, 1_000);
        assert_eq!(first(Some(2_000), ms(10_000)).first_budget, 250);
        assert_eq!(first(None, ms(u64::MAX)).first_budget, params.solver_first_nodes);
        let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 16));
        let (mut board, mut memory) =
            (board_after("h8g5i10j5f7h5f5g3"), Memory::new(&Params::default()));
        let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
        let mut solvers = first(Some(16), None);
        solvers.begin(&mut worker);
        assert!(solvers.spent <= 2, "{}", solvers.spent);
    }

    #[test]
    fn solvers_get_their_share_and_no_more() {
        let params = Params::default();
        let (divisor, least) = (params.solver_divisor, params.solver_least_nodes);
        let allowance = |nodes, spent| allowance(nodes, spent, divisor, &params);
        assert_eq!(allowance(divisor * least - 1, 0), None);
        assert_eq!(allowance(divisor * least, 0), Some(least));
        assert_eq!(allowance(divisor * 90_000, 50_000), Some(40_000));
        assert_eq!(allowance(divisor * 90_000, 140_000), None);
    }

    #[test]
    fn the_share_may_be_half() {
        let params = Params::default();
        let spent = |threats| {
            let (control, table) = (Control::unlimited(), Table::with_bytes(1 << 16));
            let (mut board, mut memory) = (board_after("h8g5i10j5f7h5f5g3"), Memory::new(&params));
            let mut worker = Worker::alone(&mut board, &mut memory, &table, &control);
            let mut solvers = Solvers::new(&Limits::default(), None, threats, &params);
            worker.meter.count_many(2 * params.solver_least_nodes);
            solvers.go_on(&mut worker);
            solvers.spent
        };
        assert_eq!(spent(ThreatSearch::Usual), 0);
        assert!(spent(ThreatSearch::Half) > 0);
    }

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
            assert_eq!(complete_line(&mut worker, &[], win_in(plies)).len(), 3, "{plies}");
        }
    }
}
