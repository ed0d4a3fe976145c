//! What the next few plies force: static wins and losses, and the replies that a threat leaves.
//!
//! Everything here is sound but for one idealisation: a stone of White's that makes a renju point
//! forbidden to Black by turning harmless threes into real ones is not counted as a defence.

use crate::color::Color;
use crate::gomoku::forbidden::foul_at;
use crate::gomoku::grid::{Cell, Direction, Square};
use crate::gomoku::pattern::board::Board;
use crate::gomoku::pattern::shape::Shape;
use crate::gomoku::pattern::squares::SquareSet;
use crate::gomoku::pattern::threat::Threat;

/// The side to move, as far as the classes of the points tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// Wins, the winning move being that many plies away (1 = the next).
    Win(u32),
    /// Loses, the opponent's winning move being that many plies away.
    Loss(u32),
    /// The opponent makes five next unless one of these legal moves, never none, is played.
    MustBlock(SquareSet),
    /// The opponent makes an open four next unless one of these moves is played: a defence or an own
    /// four. Legality is not checked.
    MustDefend(SquareSet),
    /// Nothing is forced.
    Free,
}

/// Judges the position of the side to move, which has not lost already.
pub fn assess(board: &Board) -> Situation {
    let me = board.side();
    let enemy = !me;
    if !board.points(me, Threat::Five).is_empty() {
        return Situation::Win(1);
    }
    if !board.points(enemy, Threat::Five).is_empty() {
        let blocks: SquareSet =
            five_blocks(board, enemy).iter().filter(|&s| is_legal(board, s)).collect();
        return if blocks.is_empty() { Situation::Loss(2) } else { Situation::MustBlock(blocks) };
    }
    if !board.points(me, Threat::OpenFour).is_empty() {
        return Situation::Win(3);
    }
    let winning = board.points(enemy, Threat::OpenFour);
    if !winning.is_empty() {
        let defence = winning
            .iter()
            .map(|square| blockers(board, enemy, square, Threat::OpenFour))
            .fold(!SquareSet::EMPTY, |all, set| all & set);
        let moves = defence | board.four_points(me);
        return if moves.is_empty() { Situation::Loss(4) } else { Situation::MustDefend(moves) };
    }
    // Two open threes: the enemy can stop only one of them, and has no four to win a move with.
    if !board.points(me, Threat::DoubleThree).is_empty() && !board.has_four(enemy) {
        return Situation::Win(5);
    }
    Situation::Free
}

/// Whether the side to move may play on the empty point `square`.
#[inline]
pub fn is_legal(board: &Board, square: Square) -> bool {
    board.side() == Color::White || !is_foul(board, square)
}

/// Whether Black may not play on the empty point `square`, which never holds outside renju.
#[inline]
pub fn is_foul(board: &Board, square: Square) -> bool {
    match board.threat(Color::Black, square) {
        Threat::Forbidden => true,
        threat if threat.is_suspect() => foul_at(board.grid(), square).is_some(),
        _ => false,
    }
}

/// The points that leave `attacker`, who threatens at least one five, without any. Legality is not
/// checked.
pub fn five_blocks(board: &Board, attacker: Color) -> SquareSet {
    let fives = board.points(attacker, Threat::Five);
    if board.rule().blocked_five_fails() {
        return fives
            .iter()
            .map(|square| blockers(board, attacker, square, Threat::Five))
            .fold(!SquareSet::EMPTY, |all, set| all & set);
    }
    match fives.len() {
        1 => *fives,
        _ => SquareSet::EMPTY,
    }
}

/// The empty points where an enemy stone takes from `attacker`'s point `target` its class `level`,
/// [`Threat::Five`] or [`Threat::OpenFour`], or anything better.
fn blockers(board: &Board, attacker: Color, target: Square, level: Threat) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    set.insert(target);
    for line in Direction::ALL {
        if board.shape(attacker, target, line) < Shape::Four {
            continue;
        }
        for backwards in [false, true] {
            for distance in 1..=board.radius() {
                let steps = distance as i32;
                let square = target.step(line, if backwards { -steps } else { steps });
                match board.grid().get(square) {
                    Cell::Wall => break,
                    Cell::Empty => {
                        if board.threat_if_blocked(attacker, target, line, (distance, backwards))
                            < level
                        {
                            set.insert(square);
                        }
                    }
                    stone if stone.color() == Some(attacker) => {}
                    _ => break,
                }
            }
        }
    }
    set
}
