//! Static tactics: wins and losses within a few plies, and the replies that a threat allows.

use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::shape::Shape;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::rules::forbidden::foul_at;
use crate::gomoku::rules::grid::{Cell, Direction, Square};

/// The verdict on the side to move from the threat classes of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// Wins; the winning move is this many plies away (1 is the next move).
    Win(u32),
    /// Loses; the opponent's winning move is this many plies away.
    Loss(u32),
    /// The opponent makes five next unless one of these legal moves is played. Never empty.
    MustBlock(SquareSet),
    /// The opponent makes an open four or a four-three next unless one of these moves is played: a
    /// defence or an own four. Some may be fouls.
    MustDefend(SquareSet),
    /// Nothing is forced.
    Free,
}

/// Judges the position for the side to move. The opponent must not have won already.
pub fn assess(board: &Board) -> Situation {
    match assess_urgent(board) {
        Situation::Free => against_four_threes(board),
        situation => situation,
    }
}

/// Judges the position as [`assess`] does, but as free where the enemy threatens no more than a four-three.
pub fn assess_urgent(board: &Board) -> Situation {
    let me = board.side();
    let enemy = !me;
    if board.has(me, Threat::Five) {
        return Situation::Win(1);
    }
    if board.has(enemy, Threat::Five) {
        return against_five(board);
    }
    if board.has(me, Threat::OpenFour) || !unanswerable_fours(board, me).is_empty() {
        return Situation::Win(3);
    }
    // The four must be answered, even if the enemy threatens an open four.
    if board.points(me, Threat::FourThree).iter().any(|square| four_three_wins(board, me, square)) {
        return Situation::Win(5);
    }
    if board.has(enemy, Threat::OpenFour) {
        return against_open_four(board);
    }
    // Two open threes: the enemy can stop only one, and has no four to gain a tempo.
    if board.has(me, Threat::DoubleThree) && !may_make_four(board, enemy) {
        return Situation::Win(5);
    }
    Situation::Free
}

/// Judges the position as [`assess_urgent`] does, but for a side to move that may not play its winning moves.
pub fn assess_defence(board: &Board) -> Situation {
    let enemy = !board.side();
    if board.has(enemy, Threat::Five) {
        against_five(board)
    } else if board.has(enemy, Threat::OpenFour) {
        against_open_four(board)
    } else {
        Situation::Free
    }
}

/// The situation where the enemy threatens no more than a four-three.
pub fn against_four_threes(board: &Board) -> Situation {
    four_three_defence(board, !board.side()).map_or(Situation::Free, Situation::MustDefend)
}

/// The situation where the enemy threatens five.
fn against_five(board: &Board) -> Situation {
    let blocks = legal(board, five_blocks(board, !board.side()));
    if blocks.is_empty() { Situation::Loss(2) } else { Situation::MustBlock(blocks) }
}

/// The situation where the enemy threatens an open four.
fn against_open_four(board: &Board) -> Situation {
    let (me, enemy) = (board.side(), !board.side());
    let defence = board
        .points(enemy, Threat::OpenFour)
        .iter()
        .map(|square| blockers(board, enemy, square, Threat::OpenFour))
        .fold(!SquareSet::EMPTY, |all, set| all & set);
    let moves = defence | board.four_points(me);
    if moves.is_empty() { Situation::Loss(4) } else { Situation::MustDefend(moves) }
}

/// The winning moves where [`assess`] returns [`Situation::Win`] with `plies`.
pub fn winning_moves(board: &Board, plies: u32) -> SquareSet {
    let me = board.side();
    match plies {
        1 => *board.points(me, Threat::Five),
        3 => *board.points(me, Threat::OpenFour) | unanswerable_fours(board, me),
        _ if board.has(me, Threat::DoubleThree) && !may_make_four(board, !me) => {
            *board.points(me, Threat::DoubleThree)
        }
        _ => winning_four_threes(board, me),
    }
}

/// The points where `attacker` wins by a four-three.
fn winning_four_threes(board: &Board, attacker: Color) -> SquareSet {
    let points = board.points(attacker, Threat::FourThree).iter();
    points.filter(|&square| four_three_wins(board, attacker, square)).collect()
}

/// Whether a [`Threat::FourThree`] of `attacker` on `square` wins: no block of the four is itself a four,
/// so the three becomes an open four.
fn four_three_wins(board: &Board, attacker: Color, square: Square) -> bool {
    // Not for a side with fouls, because its open four may be forbidden. Not where a five can be blocked at its
    // ends either, because there a four has more answers.
    !board.rule().forbids(attacker)
        && !board.rule().blocked_five_fails()
        && five_points_after(board, attacker, square).iter().all(|reply| {
            let defender = !attacker;
            !board.threat(defender, reply).is_four() && !is_barred_four(board, defender, reply)
        })
}

/// Whether `color` can answer a threat with a four, possibly one that is a foul only for the moment.
fn may_make_four(board: &Board, color: Color) -> bool {
    board.has_four(color)
        || board.rule().forbids(color)
            && board.empty().iter().any(|square| is_barred_four(board, color, square))
}

/// Whether a stone of `color` on `square` makes a four that is a foul now but may be legal after the next
/// enemy stone, which can break one of several fours.
pub(in crate::gomoku) fn is_barred_four(board: &Board, color: Color, square: Square) -> bool {
    board.threat(color, square) == Threat::Forbidden
        && Direction::ALL.into_iter().any(|line| board.shape(color, square, line) >= Shape::Four)
}

/// The possible defences if `attacker` threatens to win by a four-three: points that break the four or
/// the three, points that turn the forced reply into a four, own fours. `None` without such a threat.
fn four_three_defence(board: &Board, attacker: Color) -> Option<SquareSet> {
    let mut defence: Option<SquareSet> = None;
    for square in winning_four_threes(board, attacker).iter() {
        let mut moves = blockers(board, attacker, square, Threat::FourThree);
        for reply in five_points_after(board, attacker, square).iter() {
            moves |= four_makers(board, !attacker, reply);
        }
        defence = Some(defence.map_or(moves, |others| others & moves));
    }
    Some(defence? | board.four_points(!attacker))
}

/// The fours of `attacker` that win because the defender may not block them, where no enemy five and no own open four
/// decides the game. Always empty outside renju.
pub fn unanswerable_fours(board: &Board, attacker: Color) -> SquareSet {
    if !board.rule().forbids(!attacker) {
        return SquareSet::EMPTY;
    }
    let fours = board.four_points(attacker).iter();
    fours
        .filter(|&four| {
            five_points_after(board, attacker, four).iter().all(|block| {
                let threat = board.threat(!attacker, block);
                (threat == Threat::Forbidden || threat.is_suspect()) && {
                    let mut after = board.grid().clone();
                    after.set(four, Cell::stone(attacker));
                    foul_at(&after, block).is_some()
                }
            })
        })
        .collect()
}

/// The points where `attacker` makes five after its four on `square`.
fn five_points_after(board: &Board, attacker: Color, square: Square) -> SquareSet {
    let fours = |line: &Direction| board.shape(attacker, square, *line) == Shape::Four;
    let fours = Direction::ALL.into_iter().filter(fours);
    neighbours(board, square, fours, |line, steps| {
        board.shape_after(attacker, square.step(line, steps), line, -steps) == Shape::Five
    })
}

/// The points where a stone of `color` turns its next stone on `target` into a four.
fn four_makers(board: &Board, color: Color, target: Square) -> SquareSet {
    neighbours(board, target, Direction::ALL, |line, steps| {
        board.shape_after(color, target, line, steps) >= Shape::Four
    })
}

/// The empty points on `lines` within the radius of `square` that pass `test`, which receives the line and the steps.
fn neighbours(
    board: &Board,
    square: Square,
    lines: impl IntoIterator<Item = Direction>,
    test: impl Fn(Direction, i32) -> bool,
) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    for line in lines {
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

/// The points of `set`, which are empty, where the side to move may play.
pub fn legal(board: &Board, set: SquareSet) -> SquareSet {
    if !board.rule().forbids(board.side()) {
        return set;
    }
    set.iter().filter(|&square| !is_foul(board, square)).collect()
}

/// Whether the empty point `square` is forbidden to Black; always false outside renju.
#[inline]
pub fn is_foul(board: &Board, square: Square) -> bool {
    match board.threat(Color::Black, square) {
        Threat::Forbidden => true,
        threat if threat.is_suspect() => foul_at(board.grid(), square).is_some(),
        _ => false,
    }
}

/// The points that stop every five of `attacker`, who threatens at least one. Some may be fouls.
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

/// The empty points where an enemy stone makes the class of `attacker`'s point `target` fall below
/// `level`, which is [`Threat::Five`], [`Threat::OpenFour`] or [`Threat::FourThree`].
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
