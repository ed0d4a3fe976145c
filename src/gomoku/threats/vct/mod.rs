//! Victory by continuous threats (VCT): the attacker makes fours, threes and other moves that threaten
//! a VCF; the defender tries everything that may stop them.
//!
//! A win found holds against every reply, under every rule. Finding none proves nothing: few quiet
//! moves are tried, and every part of the search is bounded.
//!
//! From the bottom up: `proof_table` (transposition table), `zone` (relevance zone of a VCF), `moves` (move
//! generation for either side), `dfpn` (the search), `proof_tree` (relevance zone and line of a win).

mod dfpn;
mod moves;
mod proof_table;
mod proof_tree;
mod zone;

use crate::gomoku::eval::board::Board;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::params::VctParams;
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;
use dfpn::{Child, Dfpn};
use proof_table::{ProofNumbers, ProofTable};

/// A proven win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// Plies to the five: the length of `line`, always odd.
    pub plies: u32,
    /// The moves of both sides from the first threat to the five. Other replies may last longer.
    pub line: Vec<Square>,
}

/// The VCT searcher. It allocates its tables at the first search.
pub struct Vct {
    table: ProofTable,
    vcf: Option<Vcf>,
    stack: Vec<Child>,
    params: VctParams,
}

impl Default for Vct {
    fn default() -> Vct {
        Vct::new(16 << 20)
    }
}

impl Vct {
    /// A searcher whose proof table will take at most `table_bytes`.
    pub fn new(table_bytes: usize) -> Vct {
        let table = ProofTable::with_bytes(table_bytes);
        Vct { table, vcf: None, stack: Vec::new(), params: VctParams::default() }
    }

    /// Uses `params` from now on. Removes results of searches with other parameters.
    pub fn set_params(&mut self, params: &VctParams) {
        if self.params != *params {
            self.clear();
            self.params = params.clone();
        }
    }

    /// Removes all results and frees the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf = None;
        self.stack = Vec::new();
    }

    /// Finds a win of the side to move within `node_budget` nodes and before `meter` stops. Another
    /// call for the same position resumes the search. The game on `board` must not be over;
    /// the board is unchanged afterwards.
    pub fn solve(&mut self, board: &mut Board, meter: &mut Meter, node_budget: u64) -> Option<Win> {
        let mut search = self.search(board, meter, node_budget);
        let order = find(&mut search)?;
        // Finding the line takes a few nodes.
        let line_nodes = node_budget.max(search.params.line_nodes);
        search.node_limit = search.meter.nodes().saturating_add(line_nodes);
        let line = proof_tree::winning_line(&mut search, order)?;
        Some(Win { plies: line.len() as u32, line })
    }

    /// Like [`Vct::solve`], but gives only the first move of a win.
    pub fn winning_move(
        &mut self,
        board: &mut Board,
        meter: &mut Meter,
        node_budget: u64,
    ) -> Option<Square> {
        let mut search = self.search(board, meter, node_budget);
        let order = find(&mut search)?;
        proof_tree::winning_move(&mut search, order)
    }

    /// A search of the side to move on `board` within `node_budget` nodes.
    fn search<'a, 'b>(
        &'a mut self,
        board: &'a mut Board,
        meter: &'a mut Meter<'b>,
        node_budget: u64,
    ) -> Dfpn<'a, 'b> {
        Dfpn {
            attacker: board.side(),
            board,
            node_limit: meter.nodes().saturating_add(node_budget),
            meter,
            table: &mut self.table,
            vcf: self.vcf.get_or_insert_with(Vcf::new),
            stack: &mut self.stack,
            params: &self.params,
        }
    }
}

/// Searches for a win without quiet moves, then with more and more of them. Returns the order of the
/// search that found it.
fn find(search: &mut Dfpn) -> Option<u8> {
    let node_limit = search.node_limit;
    let budget = node_limit - search.meter.nodes();
    search.node_limit = search.meter.nodes() + budget / search.params.order_0_divisor;
    let (numbers, _) = search.run(ProofNumbers::UNREACHED, 0, 0);
    search.node_limit = node_limit;
    if numbers.proof == 0 {
        return Some(0);
    }
    (1..=search.params.max_order)
        .find(|&order| search.run(ProofNumbers::UNREACHED, order, 0).0.proof == 0)
}

/// Random positions for tests of the threat search.
#[cfg(test)]
mod test_boards {
    use std::ops::Range;
    use std::sync::Arc;

    use crate::color::Color;
    use crate::coord::Size;
    use crate::gomoku::eval::board::Board;
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::{Cell, Grid, Square};
    use crate::gomoku::rules::wins::find_win;

    /// A `side` x `side` board with `percent` of its points taken, in one case of four with a blocked
    /// point and without a winning row.
    pub(super) fn board(
        random: &mut fastrand::Rng,
        tables: &Arc<Tables>,
        side: u8,
        percent: Range<usize>,
    ) -> Board {
        loop {
            let mut grid = Grid::new(Size::new(side, side).expect("sides are small"));
            let squares: Vec<Square> = grid.squares().collect();
            for i in 0..squares.len() * random.usize(percent.clone()) / 100 {
                let square = squares[random.usize(..squares.len())];
                grid.set(square, Cell::stone(Color::ALL[i % 2]));
            }
            if random.u8(..4) == 0 {
                grid.set(squares[random.usize(..squares.len())], Cell::Wall);
            }
            if find_win(&grid, tables.rule()).is_none() {
                return Board::new(tables.clone(), &grid, Color::ALL[random.usize(..2)]);
            }
        }
    }
}
