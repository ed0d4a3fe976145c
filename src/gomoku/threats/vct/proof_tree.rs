//! Walks through a proof tree, as the table has it: for the relevance zone of a win, and for its principal
//! variation up to the five. Both prove again any position that the table has lost.
//!
//! The zone has the points where a stone of the defender could upset the win. Its walk follows one move of the
//! attacker and every reply of the defender. A stone outside the zone leaves every position of the tree won by
//! the same moves, because it blocks no move, five or reply of the tree and makes no four with the stones of
//! any line. The search (`dfpn`) asks for zones and the walk searches: the two are one recursion, which ends
//! because zones are asked for at order 1 or more and walked at order 0.
//!
//! On the principal variation the defender plays the reply that delays the five longest, as far as the table
//! still has it.

use super::dfpn::Dfpn;
use super::moves::{Defence, examine_defence, threat};
use super::proof_table::{ProofEntry, ProofNumbers};
use super::zone::{DefenderStones, RelevanceZone};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};

impl Dfpn<'_, '_> {
    /// The zone of the win of the side to move, which is proven at order 0; every empty point if the
    /// tree is too large or too subtle.
    pub(super) fn zone_of_win(&mut self) -> SquareSet {
        let mut walk = Walk { set: SquareSet::EMPTY, left: self.params.zone_positions };
        match walk.attack(self) {
            Some(()) => walk.set & *self.board.empty(),
            None => *self.board.empty(),
        }
    }
}

/// A walk through a proof tree. Its steps return `None` to give up.
struct Walk {
    set: SquareSet,
    /// Attacker's positions that may still be visited.
    left: u32,
}

impl Walk {
    fn attack(&mut self, search: &mut Dfpn) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let has_fours = search.board.has_four(search.board.side());
        if has_fours
            && search.vcf.solve(search.board, search.meter, search.params.zone_vcf).is_some()
        {
            let line = search.vcf.line().to_vec();
            return self.zone(search, |zone, search_board| zone.add_win(search_board, &line));
        }
        let square = self.winning_move(search)?;
        // A white stone elsewhere might turn the move into a foul.
        if search.board.threat(search.board.side(), square).is_suspect() {
            return None;
        }
        self.set.insert(square);
        search.board.play(square);
        let known = self.defend(search);
        search.board.undo();
        known
    }

    fn winning_move(&mut self, search: &mut Dfpn) -> Option<Square> {
        if let Situation::Win(plies) = tactics::assess(search.board) {
            return tactics::winning_moves(search.board, plies).first();
        }
        if search.known(0).is_none_or(|entry| entry.numbers.proof != 0)
            && search.run(ProofNumbers::UNREACHED, 0, 0).0.proof != 0
        {
            return None;
        }
        search.known(0)?.best
    }

    fn defend(&mut self, search: &mut Dfpn) -> Option<()> {
        let attacker = !search.board.side();
        let replies = match examine_defence(search.board, search.vcf, search.meter, search.params) {
            Defence::Won | Defence::Free => return None,
            Defence::Lost(_) => SquareSet::EMPTY,
            Defence::Replies(replies) => replies,
        };
        let fives = *search.board.points(attacker, Threat::Five);
        let open_fours = *search.board.points(attacker, Threat::OpenFour);
        // Against four-threes, the replies are those that stop all of them, and each of their open fours. The zone has
        // the points of one line alone, so every reply to that line counts.
        let replies = match fives.is_empty() && open_fours.is_empty() {
            true => threat(search.board, search.vcf, search.meter, search.params.threat_vcf)?,
            false => replies,
        };
        self.zone(search, |zone, board| {
            zone.add_counter_fours(board, !attacker);
            if !zone.add_barred_fours(board, !attacker) {
                return false;
            }
            if !fives.is_empty() {
                zone.add_fives(board, attacker);
                return true;
            }
            if open_fours.is_empty() {
                return zone.add_threat(board) == Some(true);
            }
            board.pass();
            open_fours.iter().for_each(|four| zone.add_open_four(board, four));
            board.pass();
            true
        })?;
        let blocks =
            if fives.is_empty() { replies } else { tactics::five_blocks(search.board, attacker) };
        blocks.iter().try_for_each(|reply| {
            if !tactics::is_legal(search.board, reply) {
                return self.zone(search, |zone, board| zone.add_legality(board, reply));
            }
            search.board.play(reply);
            let known = self.attack(search);
            search.board.undo();
            known
        })
    }

    fn zone(
        &mut self,
        search: &mut Dfpn,
        add: impl FnOnce(&mut RelevanceZone, &mut Board) -> bool,
    ) -> Option<()> {
        let vcf_nodes = search.params.threat_vcf;
        let Dfpn { vcf, meter, board, .. } = search;
        let against = DefenderStones::Two;
        let mut zone = RelevanceZone { set: self.set, vcf, meter, vcf_nodes, against };
        let is_known = add(&mut zone, board);
        self.set = zone.set;
        is_known.then_some(())
    }
}

/// Longest line written out, in plies. Not a parameter: longer wins are not found.
const MAX_LENGTH: usize = 250;

/// The line from the position on the board, which a search of `order` has proven, to the five. `None` if
/// the nodes run out first.
pub(super) fn winning_line(search: &mut Dfpn, order: u8) -> Option<Vec<Square>> {
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

/// The first move of the win on the board, which a search of `order` has proven.
pub(super) fn winning_move(search: &mut Dfpn, order: u8) -> Option<Square> {
    if let Situation::Win(plies) = tactics::assess(search.board) {
        return tactics::winning_moves(search.board, plies).first();
    }
    // A move in the table needs no further search.
    let known = proof(search, order).and_then(|entry| entry.best);
    known.or_else(|| next_moves(search, order).first().copied())
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::threats::params::VctParams;
    use crate::gomoku::threats::vcf::Vcf;
    use crate::gomoku::threats::vct::dfpn::Child;
    use crate::gomoku::threats::vct::proof_table::ProofTable;
    use crate::gomoku::threats::vct::test_boards;
    use crate::search::control::{Control, Meter};
    use crate::search::limits::Limits;

    /// The memory of a search.
    struct Memory {
        table: ProofTable,
        vcf: Vcf,
        stack: Vec<Child>,
        params: VctParams,
    }

    impl Memory {
        fn new() -> Memory {
            Memory {
                table: ProofTable::with_bytes(1 << 20),
                vcf: Vcf::new(),
                stack: Vec::new(),
                params: VctParams::default(),
            }
        }

        fn search<T>(
            &mut self,
            board: &mut Board,
            node_limit: u64,
            then: impl FnOnce(&mut Dfpn) -> T,
        ) -> T {
            let control = Control::unlimited();
            let mut meter = Meter::new(&control, &Limits::default());
            then(&mut Dfpn {
                attacker: board.side(),
                board,
                meter: &mut meter,
                table: &mut self.table,
                vcf: &mut self.vcf,
                stack: &mut self.stack,
                params: &self.params,
                node_limit,
            })
        }
    }

    /// Whether the attacker, to move, wins on `board` by the moves that win on the board of `search`,
    /// which lacks one stone.
    fn wins_by_same_moves(search: &mut Dfpn, board: &mut Board, vcf: &mut Vcf) -> bool {
        if vcf.solve(board, search.meter, 10_000).is_some() {
            return true;
        }
        let Some(square) = Walk { set: SquareSet::EMPTY, left: 1 }.winning_move(search) else {
            return false;
        };
        if !board.empty().contains(square) || !tactics::is_legal(board, square) {
            return false;
        }
        board.play(square);
        search.board.play(square);
        let replies = match examine_defence(board, vcf, search.meter, search.params) {
            Defence::Lost(_) => Some(SquareSet::EMPTY),
            Defence::Replies(set) => Some(set),
            Defence::Won | Defence::Free => None,
        };
        let is_won = replies.is_some_and(|set| {
            set.iter().all(|reply| {
                if !tactics::is_legal(board, reply) {
                    return true;
                }
                board.play(reply);
                search.board.play(reply);
                let is_won = wins_by_same_moves(search, board, vcf);
                search.board.undo();
                board.undo();
                is_won
            })
        });
        search.board.undo();
        board.undo();
        is_won
    }

    /// Tries stones outside the zones of wins on random boards. Returns the number of such wins and of these stones.
    fn try_stones(name: &str, tables: &Arc<Tables>, random: &mut fastrand::Rng) -> (u32, u32) {
        let (mut deep, mut left_out) = (0, 0);
        let (mut memory, mut vcf) = (Memory::new(), Vcf::new());
        for _ in 0..2_000 {
            let side = random.u8(7..10);
            let mut board = test_boards::board(random, tables, side, 10..35);
            let set = memory.search(&mut board, 2_000, |search| {
                let found = search.run(ProofNumbers::UNREACHED, 0, 0);
                (found.0.proof == 0 && found.1 > 5).then(|| search.zone_of_win())
            });
            let Some(set) = set else { continue };
            deep += 1;
            for square in (*board.empty() & !set).iter() {
                let mut other = board.clone();
                other.pass();
                // A four must be answered, so it always counts as a reply.
                if !tactics::is_legal(&other, square)
                    || other.threat(other.side(), square).is_four()
                {
                    continue;
                }
                left_out += 1;
                other.play(square);
                let is_won = memory.search(&mut board, u64::MAX, |search| {
                    wins_by_same_moves(search, &mut other, &mut vcf)
                });
                assert!(is_won, "{name} {:?} {:?}", square.point(), board.grid());
            }
        }
        (deep, left_out)
    }

    /// As many seeds as the environment variable `TENGEN_SOAK` says, or one.
    #[test]
    fn a_stone_outside_the_zone_changes_nothing() {
        let seeds: u64 = std::env::var("TENGEN_SOAK").map_or(1, |seeds| seeds.parse().unwrap());
        let mut totals = Rule::ALL.map(|rule| (rule, Arc::new(Tables::new(rule)), 0, 0));
        for seed in 15..15 + seeds {
            let mut random = fastrand::Rng::with_seed(seed);
            for (rule, tables, deep, left_out) in &mut totals {
                let found = try_stones(&format!("seed {seed} {rule}"), tables, &mut random);
                *deep += found.0;
                *left_out += found.1;
            }
        }
        for (rule, _, deep, left_out) in totals {
            assert!(deep > 30 && left_out > 100, "{rule} {deep} {left_out}");
        }
    }
}
