//! The points where a stone of the defender could upset a win by fours.
//!
//! The fours are played out on the board, and every point that one of them needs is noted: where the
//! attacker moves, where fives are made or blocked, and where the defender's blocks would become
//! fours of their own.

use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::shape::Shape;
use crate::gomoku::eval::squares::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::forbidden::{Foul, foul_at};
use crate::gomoku::rules::grid::{Cell, Direction, Square};
use crate::gomoku::threats::tactics;
use crate::gomoku::threats::vcf::Vcf;
use crate::search::control::Meter;

use super::defence::THREAT_BUDGET;

/// The classes of points where a stone makes three in a row of five cells, or more, but which are not
/// among [`Board::four_points`].
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

/// What is to be withstood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// One more stone of the defender, at once.
    OneStone,
    /// One more stone long before, and another one at once that it may help.
    TwoStones,
}

/// Collects the points.
pub(super) struct Zone<'a, 'b> {
    pub set: SquareSet,
    pub vcf: &'a mut Vcf,
    pub meter: &'a mut Meter<'b>,
    pub reach: Reach,
}

impl Zone<'_, '_> {
    /// The defender is to move: adds the points of the fours by which the attacker would win if the
    /// defender passed. `None` if there is no such win; `false` if every point may matter.
    pub fn add_threat(&mut self, board: &mut Board) -> Option<bool> {
        if board.four_points(!board.side()).is_empty() {
            return None;
        }
        board.pass();
        let is_won = self.vcf.solve(board, self.meter, THREAT_BUDGET).is_some();
        let is_known = is_won.then(|| {
            let line = self.vcf.line().to_vec();
            self.add_win(board, &line)
        });
        board.pass();
        is_known
    }

    /// The attacker is to move and wins by fours as `line` begins. `false` if every point may matter.
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
            // A white stone elsewhere might make one of its threes real and so the four a foul.
            Threat::SuspectFour => return false,
            _ => {}
        }
        self.set.insert(four);
        board.play(four);
        let is_known = self.add_blocks(board, line.get(2..).unwrap_or(&[]));
        board.undo();
        is_known
    }

    /// The defender has to stop a five and cannot for long.
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
                // One of several ways to go on: the line holds only one of them.
                let is_won = self.vcf.solve(board, self.meter, THREAT_BUDGET).is_some();
                let line = self.vcf.line().to_vec();
                is_won && self.add_win(board, &line)
            };
            board.undo();
            is_known
        })
    }

    /// The attacker, to move, makes an open four on `four`.
    pub fn add_open_four(&mut self, board: &mut Board, four: Square) {
        let attacker = board.side();
        if self.reach == Reach::OneStone {
            self.set |= tactics::blockers(board, attacker, four, Threat::OpenFour);
            return;
        }
        self.set.insert(four);
        board.play(four);
        self.add_fives(board, attacker);
        board.undo();
    }

    /// The points of the attacker's fives, and whatever could block them.
    pub fn add_fives(&mut self, board: &Board, attacker: Color) {
        let fives = *board.points(attacker, Threat::Five);
        self.set |= fives;
        if board.rule().blocked_five_fails() {
            fives.iter().for_each(|five| self.add_lines(board, five));
        }
    }

    /// The points where a stone of `defender` makes a four, after a block or with another stone.
    pub fn add_counter_fours(&mut self, board: &Board, defender: Color) {
        self.set |= board.four_points(defender);
        let more: &[Threat] = match self.reach {
            Reach::TwoStones => &NEAR_FOURS,
            Reach::OneStone if board.rule().forbids(defender) => {
                &[Threat::Five, Threat::Forbidden, Threat::Suspect]
            }
            Reach::OneStone => &[Threat::Five],
        };
        self.set |= points_of(board, defender, more);
    }

    /// The points where a black stone might make a four legal that is a foul without it. `false` if
    /// every point may matter.
    pub fn add_barred_fours(&mut self, board: &Board, defender: Color) -> bool {
        points_of(board, defender, &[Threat::Forbidden]).iter().all(|square| {
            let is_four = |line| board.shape(defender, square, line) >= Shape::Four;
            !Direction::ALL.into_iter().any(is_four) || self.add_legality(board, square)
        })
    }

    /// The points where a black stone might make `reply` legal, which is a foul without it. `false`
    /// if every point may matter.
    pub fn add_legality(&mut self, board: &Board, reply: Square) -> bool {
        // Whether a three is real may depend on stones far away.
        if foul_at(board.grid(), reply) == Some(Foul::DoubleThree) {
            return false;
        }
        self.add_lines(board, reply);
        true
    }

    /// Every empty point up to five steps from `center`.
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

/// The empty points whose class for `color` is one of `classes`, of which the board keeps no sets.
pub(super) fn points_of(board: &Board, color: Color, classes: &[Threat]) -> SquareSet {
    board.empty().iter().filter(|&square| classes.contains(&board.threat(color, square))).collect()
}
