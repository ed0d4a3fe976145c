//! Victory by continuous threats: a search in which the attacker makes fours, threes and other moves
//! that threaten to win by fours, and the defender tries everything that may stop them.
//!
//! A win found is a win against every reply, under every rule. That none is found proves nothing:
//! few quiet moves are tried, and every part of the search is bounded.
//!
//! From the bottom up: `table` (what is known of positions), `zone` (which points a win by fours
//! depends on), `attack` and `defence` (the moves of either side), `relevance` (which points a whole
//! proof depends on), `dfpn` (the search), `line` (a win written out).

mod attack;
mod defence;
mod dfpn;
mod line;
#[cfg(test)]
mod random;
mod relevance;
mod table;
mod zone;

use crate::gomoku::eval::board::Board;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;
use dfpn::{Child, Search};
use line::UNLIMITED;
use table::Table;

/// Most quiet moves of the attacker on one line.
const MAX_ORDER: u8 = 3;
/// Part of the nodes that goes to the search without quiet moves.
const PLAIN_SHARE: u64 = 2;

/// A proven win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// Plies to the five along `line`, both included: the length of `line`, always odd.
    pub plies: u32,
    /// The moves of both sides from the first threat to the five. Other replies may hold out longer.
    pub line: Vec<Square>,
}

/// Searcher for continuous threats. It takes no memory worth mentioning before its first search.
pub struct Vct {
    table: Table,
    vcf: Option<Vcf>,
    stack: Vec<Child>,
}

impl Default for Vct {
    fn default() -> Vct {
        Vct::new(16 << 20)
    }
}

impl Vct {
    /// A searcher that remembers nothing yet; what it will remember takes at most `table_bytes`.
    pub fn new(table_bytes: usize) -> Vct {
        Vct { table: Table::with_bytes(table_bytes), vcf: None, stack: Vec::new() }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf = None;
        self.stack = Vec::new();
    }

    /// A win of the side to move, if one is found within `node_budget` nodes and before `meter` stops.
    /// A further call for the same position goes on where this one ended. The board, on which nobody
    /// has won yet, is as before afterwards.
    pub fn solve(&mut self, board: &mut Board, meter: &mut Meter, node_budget: u64) -> Option<Win> {
        let attacker = board.side();
        let node_limit = meter.nodes().saturating_add(node_budget);
        let mut search = Search {
            board,
            meter,
            table: &mut self.table,
            vcf: self.vcf.get_or_insert_with(Vcf::new),
            stack: &mut self.stack,
            attacker,
            node_limit,
        };
        let order = find(&mut search)?;
        // Writing out what is proven is cheap, but not free.
        search.node_limit = search.meter.nodes().saturating_add(node_budget.max(10_000));
        let line = line::follow(&mut search, order)?;
        Some(Win { plies: line.len() as u32, line })
    }
}

/// Looks for a win without quiet moves, then with more and more of them. The order of the search that
/// found it.
fn find(search: &mut Search) -> Option<u8> {
    let node_limit = search.node_limit;
    let budget = node_limit - search.meter.nodes();
    search.node_limit = search.meter.nodes() + budget / PLAIN_SHARE;
    let (numbers, _) = search.run(UNLIMITED, 0, 0);
    search.node_limit = node_limit;
    if numbers.proof == 0 {
        return Some(0);
    }
    (1..=MAX_ORDER).find(|&order| search.run(UNLIMITED, order, 0).0.proof == 0)
}
