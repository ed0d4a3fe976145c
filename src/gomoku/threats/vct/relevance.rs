//! Which stones of the defender could upset a proven win: the points that its whole tree depends on.
//!
//! The tree is walked as the table has it, one move of the attacker and every reply of the defender.
//! A stone on none of the points found leaves each of its positions won by the same moves: it is
//! not in the way of a move, a five or a block, and forms no four with the stones of any line.

use super::attack::FOURS_BUDGET;
use super::defence::{self, Defence};
use super::dfpn::Search;
use super::line::UNLIMITED;
use super::zone::{Reach, Zone};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::squares::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::grid::Square;
use crate::gomoku::threats::tactics::{self, Situation};

/// Positions of the attacker in a tree worth the walk.
const LARGEST: u32 = 400;

/// The points that the win of the side to move, proven without quiet moves, depends on; every empty
/// point if the tree is too large or too subtle.
pub(super) fn of_win(search: &mut Search) -> SquareSet {
    let mut walk = Walk { set: SquareSet::EMPTY, left: LARGEST };
    match walk.attack(search) {
        Some(()) => walk.set & *search.board.empty(),
        None => *search.board.empty(),
    }
}

/// The steps of a walk are `None` where it has to be given up.
struct Walk {
    set: SquareSet,
    left: u32,
}

impl Walk {
    fn attack(&mut self, search: &mut Search) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let has_fours = search.board.has_four(search.board.side());
        if has_fours && search.vcf.solve(search.board, search.meter, 4 * FOURS_BUDGET).is_some() {
            let line = search.vcf.line().to_vec();
            return self.zone(search, |zone, search_board| zone.add_win(search_board, &line));
        }
        let square = self.winning_move(search)?;
        // A white stone elsewhere might make it a foul.
        if search.board.threat(search.board.side(), square).is_suspect() {
            return None;
        }
        self.set.insert(square);
        search.board.play(square);
        let known = self.defend(search);
        search.board.undo();
        known
    }

    fn winning_move(&mut self, search: &mut Search) -> Option<Square> {
        if let Situation::Win(plies) = tactics::assess(search.board) {
            return tactics::winning_moves(search.board, plies).first();
        }
        if search.known(0).is_none_or(|entry| entry.numbers.proof != 0)
            && search.run(UNLIMITED, 0, 0).0.proof != 0
        {
            return None;
        }
        search.known(0)?.best
    }

    fn defend(&mut self, search: &mut Search) -> Option<()> {
        let attacker = !search.board.side();
        let replies = match defence::examine(search.board, search.vcf, search.meter) {
            Defence::Won | Defence::Free => return None,
            Defence::Lost(_) => SquareSet::EMPTY,
            Defence::Replies(replies) => replies,
        };
        let fives = *search.board.points(attacker, Threat::Five);
        let open_fours = *search.board.points(attacker, Threat::OpenFour);
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
        search: &mut Search,
        add: impl FnOnce(&mut Zone, &mut Board) -> bool,
    ) -> Option<()> {
        let Search { vcf, meter, board, .. } = search;
        let mut zone = Zone { set: self.set, vcf, meter, reach: Reach::TwoStones };
        let is_known = add(&mut zone, board);
        self.set = zone.set;
        is_known.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::threats::vcf::Vcf;
    use crate::gomoku::threats::vct::dfpn::Child;
    use crate::gomoku::threats::vct::random;
    use crate::gomoku::threats::vct::table::Table;
    use crate::search::control::{Control, Meter};
    use crate::search::limits::Limits;

    /// Everything that a search needs, afresh.
    struct Bench {
        table: Table,
        vcf: Vcf,
        stack: Vec<Child>,
    }

    impl Bench {
        fn new() -> Bench {
            Bench { table: Table::with_bytes(1 << 20), vcf: Vcf::new(), stack: Vec::new() }
        }

        fn search<T>(
            &mut self,
            board: &mut Board,
            node_limit: u64,
            then: impl FnOnce(&mut Search) -> T,
        ) -> T {
            let control = Control::unlimited();
            let mut meter = Meter::new(&control, &Limits::default());
            then(&mut Search {
                attacker: board.side(),
                board,
                meter: &mut meter,
                table: &mut self.table,
                vcf: &mut self.vcf,
                stack: &mut self.stack,
                node_limit,
            })
        }
    }

    /// Whether the attacker, to move, wins on `board` by the moves that win on the board of `search`,
    /// which has one stone less.
    fn copies(search: &mut Search, board: &mut Board, vcf: &mut Vcf) -> bool {
        if vcf.solve(board, search.meter, 10_000).is_some() {
            return true;
        }
        let Some(square) = Walk { set: SquareSet::EMPTY, left: 1 }.winning_move(search) else {
            return false;
        };
        if !tactics::is_legal(board, square) {
            return false;
        }
        board.play(square);
        search.board.play(square);
        let replies = match defence::examine(board, vcf, search.meter) {
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
                let is_won = copies(search, board, vcf);
                search.board.undo();
                board.undo();
                is_won
            })
        });
        search.board.undo();
        board.undo();
        is_won
    }

    #[test]
    fn a_stone_elsewhere_changes_nothing() {
        let mut random = fastrand::Rng::with_seed(8);
        for rule in Rule::ALL {
            let tables = Arc::new(Tables::new(rule));
            let (mut deep, mut left_out) = (0, 0);
            let (mut bench, mut vcf) = (Bench::new(), Vcf::new());
            for _ in 0..2_000 {
                let side = random.u8(7..10);
                let mut board = random::board(&mut random, &tables, side, 10..35);
                let set = bench.search(&mut board, 2_000, |search| {
                    let found = search.run(UNLIMITED, 0, 0);
                    (found.0.proof == 0 && found.1 > 5).then(|| of_win(search))
                });
                let Some(set) = set else { continue };
                deep += 1;
                for square in (*board.empty() & !set).iter() {
                    let mut other = board.clone();
                    other.pass();
                    // A four would have to be answered, and counts as a reply of its own.
                    if !tactics::is_legal(&other, square)
                        || other.threat(other.side(), square).is_four()
                    {
                        continue;
                    }
                    left_out += 1;
                    other.play(square);
                    let is_won = bench.search(&mut board, u64::MAX, |search| {
                        copies(search, &mut other, &mut vcf)
                    });
                    assert!(is_won, "{rule} {:?} {:?}", square.point(), board.grid());
                }
            }

            assert!(deep > 30 && left_out > 100, "{rule} {deep} {left_out}");
        }
    }
}
