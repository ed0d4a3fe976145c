//! The relevance zone of a VCF: the points where a stone of the defender could upset it.
//!
//! The fours are played out on the board, and every point that one of them depends on is recorded: where
//! the attacker moves, where fives are made or blocked, and where the defender's blocks would become
//! fours of their own.

use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::forbidden::{Foul, foul_at};
use crate::gomoku::rules::grid::{Cell, Direction, Square};
use crate::gomoku::threats::tactics;
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;

/// The classes of points where a stone makes three or more in a window of five cells but which are
/// not among [`Board::four_points`].
const NEAR_FOURS: [Threat; 8] = [
    Threat::Forbidden,
    Threat::Suspect,
    Threat::ClosedThree,
    Threat::ClosedThreePlus,
    Threat::Three,
    Threat::ThreePlus,
    Threat::DoubleThree,
    Threat::Five,
];

/// The extra stones of the defender outside the zone that the win must withstand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefenderStones {
    /// One, played immediately before.
    One,
    /// One played much earlier, and another one immediately before, which the first may support.
    Two,
}

/// A relevance zone under construction.
pub(super) struct RelevanceZone<'a, 'b> {
    pub set: SquareSet,
    pub vcf: &'a mut Vcf,
    pub meter: &'a mut Meter<'b>,
    /// Nodes of each VCF of the attacker.
    pub vcf_nodes: u32,
    pub against: DefenderStones,
}

impl RelevanceZone<'_, '_> {
    /// With the defender to move, adds the zone of the VCF that the attacker would have after a pass.
    /// `None` if there is none; `false` if every point may matter.
    pub fn add_threat(&mut self, board: &mut Board) -> Option<bool> {
        if board.four_points(!board.side()).is_empty() {
            return None;
        }
        board.pass();
        let is_won = self.vcf.solve(board, self.meter, self.vcf_nodes).is_some();
        let is_known = is_won.then(|| {
            let line = self.vcf.line().to_vec();
            self.add_win(board, &line)
        });
        board.pass();
        is_known
    }

    /// With the attacker to move, adds the zone of the VCF that starts with `line`. `false` if every
    /// point may matter.
    pub fn add_win(&mut self, board: &mut Board, line: &[Square]) -> bool {
        let attacker = board.side();
        let Some(&four) = line.first() else {
            return false;
        };
        let is_pressed = !board.points(!attacker, Threat::Five).is_empty();
        match board.threat(attacker, four) {
            Threat::Five => {
                self.add_fives(board, attacker);
                return true;
            }
            Threat::OpenFour if !is_pressed => {
                self.add_open_four(board, four);
                return true;
            }
            // A white stone elsewhere might turn one of its threes into a real one, and the four into a foul.
            Threat::SuspectFour => return false,
            _ => {}
        }
        self.set.insert(four);
        board.play(four);
        let is_known = self.add_blocks(board, line.get(2..).unwrap_or(&[]));
        board.undo();
        is_known
    }

    /// With the defender to move against a five, adds the zone of what follows each block.
    fn add_blocks(&mut self, board: &mut Board, rest: &[Square]) -> bool {
        let (defender, attacker) = (board.side(), !board.side());
        self.add_fives(board, attacker);
        let blocks = tactics::five_blocks(board, attacker);
        let is_only = blocks.len() == 1;
        blocks.iter().all(|block| {
            if !tactics::is_legal(board, block) {
                return self.add_legality(board, block);
            }
            board.play(block);
            self.add_counter_fours(board, defender);
            let is_known = if is_only {
                self.add_win(board, rest)
            } else {
                // The line continues after one of the blocks only.
                let is_won = self.vcf.solve(board, self.meter, self.vcf_nodes).is_some();
                let line = self.vcf.line().to_vec();
                is_won && self.add_win(board, &line)
            };
            board.undo();
            is_known
        })
    }

    /// With the attacker to move, adds the zone of an open four on `four`.
    pub fn add_open_four(&mut self, board: &mut Board, four: Square) {
        let attacker = board.side();
        if self.against == DefenderStones::One {
            self.set |= tactics::blockers(board, attacker, four, Threat::OpenFour);
            return;
        }
        self.set.insert(four);
        board.play(four);
        self.add_fives(board, attacker);
        board.undo();
    }

    /// Adds the points of the attacker's fives, and the points that could block them.
    pub fn add_fives(&mut self, board: &Board, attacker: Color) {
        let fives = *board.points(attacker, Threat::Five);
        self.set |= fives;
        if board.rule().blocked_five_fails() {
            fives.iter().for_each(|five| self.add_lines(board, five));
        }
    }

    /// Adds the points where a stone of `defender` makes a four, after a block or with another stone.
    pub fn add_counter_fours(&mut self, board: &Board, defender: Color) {
        self.set |= board.four_points(defender);
        let more: &[Threat] = match self.against {
            DefenderStones::Two => &NEAR_FOURS,
            DefenderStones::One if board.rule().forbids(defender) => {
                &[Threat::Five, Threat::Forbidden, Threat::Suspect]
            }
            DefenderStones::One => &[Threat::Five],
        };
        self.set |= points_of(board, defender, more);
    }

    /// Adds the points where a black stone might make a forbidden four legal. `false` if every point may matter.
    pub fn add_barred_fours(&mut self, board: &Board, defender: Color) -> bool {
        points_of(board, defender, &[Threat::Forbidden]).iter().all(|square| {
            !tactics::is_barred_four(board, defender, square) || self.add_legality(board, square)
        })
    }

    /// Adds the points where a black stone might make the forbidden `reply` legal. `false` if every point may matter.
    pub fn add_legality(&mut self, board: &Board, reply: Square) -> bool {
        // Whether a three is real can depend on distant stones.
        if foul_at(board.grid(), reply) == Some(Foul::DoubleThree) {
            return false;
        }
        self.add_lines(board, reply);
        true
    }

    /// Adds every empty point up to five steps from `center`.
    fn add_lines(&mut self, board: &Board, center: Square) {
        for line in Direction::ALL {
            for sign in [-1, 1] {
                for steps in 1..=5 {
                    let square = center.step(line, sign * steps);
                    match board.grid().get(square) {
                        Cell::Wall => break,
                        Cell::Empty => self.set.insert(square),
                        Cell::Black | Cell::White => {}
                    }
                }
            }
        }
    }
}

/// The empty points whose class for `color` is one of `classes`; for classes without a set on the board.
pub(super) fn points_of(board: &Board, color: Color, classes: &[Threat]) -> SquareSet {
    board.empty().iter().filter(|&square| classes.contains(&board.threat(color, square))).collect()
}
