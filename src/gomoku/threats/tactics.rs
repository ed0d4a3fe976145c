//! What the next few plies force: static wins and losses, and the replies that a threat leaves.

use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::shape::Shape;
use crate::gomoku::eval::squares::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::forbidden::foul_at;
use crate::gomoku::rules::grid::{Cell, Direction, Square};

/// The side to move, as far as the classes of the points tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// Wins, the winning move being that many plies away (1 = the next).
    Win(u32),
    /// Loses, the opponent's winning move being that many plies away.
    Loss(u32),
    /// The opponent makes five next unless one of these legal moves, never none, is played.
    MustBlock(SquareSet),
    /// The opponent makes an open four next, or a four with a three, unless one of these moves is
    /// played: a defence or an own four. Legality is not checked.
    MustDefend(SquareSet),
    /// Nothing is forced.
    Free,
}

/// Judges the position of the side to move, which has not lost already.
pub fn assess(board: &Board) -> Situation {
    let me = board.side();
    let enemy = !me;
    if board.has(me, Threat::Five) {
        return Situation::Win(1);
    }
    if board.has(enemy, Threat::Five) {
        let blocks: SquareSet =
            five_blocks(board, enemy).iter().filter(|&s| is_legal(board, s)).collect();
        return if blocks.is_empty() { Situation::Loss(2) } else { Situation::MustBlock(blocks) };
    }
    if board.has(me, Threat::OpenFour) {
        return Situation::Win(3);
    }
    if board.has(enemy, Threat::OpenFour) {
        let defence = board
            .points(enemy, Threat::OpenFour)
            .iter()
            .map(|square| blockers(board, enemy, square, Threat::OpenFour))
            .fold(!SquareSet::EMPTY, |all, set| all & set);
        let moves = defence | board.four_points(me);
        return if moves.is_empty() { Situation::Loss(4) } else { Situation::MustDefend(moves) };
    }
    // Two open threes: the enemy can stop only one of them, and has no four to win a move with.
    if board.has(me, Threat::DoubleThree) && !may_make_four(board, enemy) {
        return Situation::Win(5);
    }
    if board.points(me, Threat::FourThree).iter().any(|square| four_three_wins(board, me, square)) {
        return Situation::Win(5);
    }
    four_three_defence(board, enemy).map_or(Situation::Free, Situation::MustDefend)
}

/// The moves that win in `plies` where [`assess`] says [`Situation::Win`] with that number.
pub fn winning_moves(board: &Board, plies: u32) -> SquareSet {
    let me = board.side();
    match plies {
        1 => *board.points(me, Threat::Five),
        3 => *board.points(me, Threat::OpenFour),
        _ if board.has(me, Threat::DoubleThree) && !may_make_four(board, !me) => {
            *board.points(me, Threat::DoubleThree)
        }
        _ => {
            let fours = board.points(me, Threat::FourThree).iter();
            fours.filter(|&square| four_three_wins(board, me, square)).collect()
        }
    }
}

/// Whether a four of `attacker` on `square`, of class [`Threat::FourThree`], cannot be blocked by a
/// four, so that the three becomes an open four.
fn four_three_wins(board: &Board, attacker: Color, square: Square) -> bool {
    // A three may be none where its open four would be forbidden, and there are more answers to a
    // four where a five can be blocked at its ends.
    !board.rule().forbids(attacker)
        && !board.rule().blocked_five_fails()
        && five_points_after(board, attacker, square).iter().all(|reply| {
            let defender = !attacker;
            !board.threat(defender, reply).is_four() && !is_barred_four(board, defender, reply)
        })
}

/// Whether `color` may answer a threat by a four: it has one, or a point with a barred one.
fn may_make_four(board: &Board, color: Color) -> bool {
    board.has_four(color)
        || board.rule().forbids(color)
            && board.empty().iter().any(|square| is_barred_four(board, color, square))
}

/// Whether a stone of `color` on `square` is a four that renju forbids now and may not forbid after the
/// next enemy stone: that can spoil one of several fours.
fn is_barred_four(board: &Board, color: Color, square: Square) -> bool {
    board.threat(color, square) == Threat::Forbidden
        && Direction::ALL.into_iter().any(|line| board.shape(color, square, line) >= Shape::Four)
}

/// The moves among which a defence is if `attacker` wins by a four with a three unless something is
/// done: points that spoil one of the two, points that make the forced reply a four, own fours.
/// Nothing if there is no such threat.
fn four_three_defence(board: &Board, attacker: Color) -> Option<SquareSet> {
    let mut defence: Option<SquareSet> = None;
    for square in board.points(attacker, Threat::FourThree).iter() {
        if !four_three_wins(board, attacker, square) {
            continue;
        }
        let mut moves = blockers(board, attacker, square, Threat::FourThree);
        for reply in five_points_after(board, attacker, square).iter() {
            moves |= four_makers(board, !attacker, reply);
        }
        defence = Some(defence.map_or(moves, |others| others & moves));
    }
    Some(defence? | board.four_points(!attacker))
}

/// The points where `attacker` would make five after a stone on `square` that makes a four.
fn five_points_after(board: &Board, attacker: Color, square: Square) -> SquareSet {
    with_neighbours(board, square, |line, steps| {
        board.shape(attacker, square, line) == Shape::Four
            && board.shape_after(attacker, square.step(line, steps), line, -steps) == Shape::Five
    })
}

/// The points where a stone of `color` makes one of it on `target` a four.
fn four_makers(board: &Board, color: Color, target: Square) -> SquareSet {
    with_neighbours(board, target, |line, steps| {
        board.shape_after(color, target, line, steps) >= Shape::Four
    })
}

/// The empty points that `test` takes, by line and steps, among those that matter to `square`.
fn with_neighbours(
    board: &Board,
    square: Square,
    test: impl Fn(Direction, i32) -> bool,
) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    for line in Direction::ALL {
        for sign in [1, -1] {
            for distance in 1..=board.radius() as i32 {
                let other = square.step(line, sign * distance);
                match board.grid().get(other) {
                    Cell::Wall => break,
                    Cell::Empty if test(line, sign * distance) => set.insert(other),
                    _ => {}
                }
            }
        }
    }
    set
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
/// [`Threat::Five`], [`Threat::OpenFour`] or [`Threat::FourThree`], or anything better.
pub(in crate::gomoku) fn blockers(
    board: &Board,
    attacker: Color,
    target: Square,
    level: Threat,
) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    set.insert(target);
    for line in Direction::ALL {
        let shape = board.shape(attacker, target, line);
        if shape < Shape::Four && !(level == Threat::FourThree && shape.is_three()) {
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
