//! The last four empty squares, solved by hand-laid code: no move generation, no lists, no tables of
//! positions.
//!
//! Every function answers a null window: it returns the exact score for the side to move if it is
//! certain, else a bound on the right side of `alpha` (a lower bound above it, an upper bound at or
//! below it). Scores count empty squares for the winner. Squares are tried in the order given but
//! for a lone square of a quadrant, which goes first: who fills it has the last word there.

use crate::othello::board::Board;
use crate::othello::flip::flips;
use crate::othello::square::{FILE_A, Squares, bit, first_file, neighbourhood};

/// No legal move: below any score.
const NONE: i32 = -128;

/// The squares around each square.
static AROUND: [u64; 64] = around();

/// Both diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

/// `LINE_FLIPS[place][own]`: how many discs a disc on `place` of a line turns when all other squares
/// of the line that are not in `own` are the opponent's.
static LINE_FLIPS: [[u8; 256]; 8] = line_flips();

/// How many discs the owner of `player` turns on `square`, the only empty square of the board.
#[inline]
pub fn last_flip_count(player: u64, square: u8) -> u32 {
    let at = usize::from(square & 63);
    let (x, y) = (at & 7, at >> 3);
    let [diagonal, antidiagonal] = DIAGONALS[at];
    let file = first_file(player >> x);
    // A diagonal has one square per file: adding up the rows projects it onto one.
    let project = |line: u64| ((player & line).wrapping_mul(FILE_A) >> 56) as usize;
    let flips = &LINE_FLIPS[x];
    u32::from(flips[(player >> (y * 8) & 255) as usize])
        + u32::from(LINE_FLIPS[y][file as usize])
        + u32::from(flips[project(diagonal)])
        + u32::from(flips[project(antidiagonal)])
}

/// At most three empty squares, those of `free`.
pub(super) fn solve_few(board: Board, alpha: i32, free: u64, nodes: &mut u64) -> i32 {
    let mut squares = Squares(free);
    match (squares.next(), squares.next(), squares.next()) {
        (Some(a), Some(b), Some(c)) => solve_3(board, alpha, [a, b, c], nodes),
        (Some(a), Some(b), None) => solve_2(board, alpha, [a, b], nodes),
        (Some(a), ..) => solve_1(board.player, alpha, a),
        (None, ..) => board.final_score(),
    }
}

/// One empty square, the owner of `player` to move.
#[inline]
fn solve_1(player: u64, alpha: i32, square: u8) -> i32 {
    let own = player.count_ones() as i32;
    let gained = last_flip_count(player, square) as i32;
    let filled = 2 * (own + gained) - 62;
    // Who cannot move has no more than after a move that turns nothing.
    if gained > 0 || filled <= alpha {
        return filled;
    }
    let lost = last_flip_count(!player & !bit(square), square) as i32;
    if lost > 0 {
        2 * (own - lost) - 64
    } else if own >= 32 {
        2 * own - 62
    } else {
        2 * own - 64
    }
}

/// Two empty squares `a` and `b`.
#[inline]
fn solve_2(board: Board, alpha: i32, [a, b]: [u8; 2], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = best_of_2(board, alpha, [a, b]);
    if best != NONE {
        return best;
    }
    match best_of_2(board.pass(), -alpha - 1, [a, b]) {
        NONE => board.final_score(),
        reply => -reply,
    }
}

#[inline]
fn best_of_2(board: Board, alpha: i32, [a, b]: [u8; 2]) -> i32 {
    let mut best = NONE;
    for (square, last) in [(a, b), (b, a)] {
        let flipped = flips_at(board, square);
        if flipped != 0 {
            best = best.max(-solve_1(board.opponent ^ flipped, -alpha - 1, last));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// Three empty squares.
#[inline]
fn solve_3(board: Board, alpha: i32, [a, b, c]: [u8; 3], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let squares = match (same_quadrant(a, b), same_quadrant(a, c), same_quadrant(b, c)) {
        (true, false, _) => [c, a, b],
        (false, true, _) => [b, a, c],
        _ => [a, b, c],
    };
    let best = best_of_3(board, alpha, squares, nodes);
    if best != NONE {
        return best;
    }
    match best_of_3(board.pass(), -alpha - 1, squares, nodes) {
        NONE => board.final_score(),
        reply => -reply,
    }
}

#[inline]
fn best_of_3(board: Board, alpha: i32, [a, b, c]: [u8; 3], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let flipped = flips_at(board, square);
        if flipped != 0 {
            best = best.max(-solve_2(board.after(square, flipped), -alpha - 1, rest, nodes));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// Four empty squares: `odd` and `even` are those in quadrants with an odd and with an even number
/// of them.
#[inline]
pub(super) fn solve_4(board: Board, alpha: i32, odd: u64, even: u64, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let squares = in_order(odd, even);
    let best = best_of_4(board, alpha, squares, nodes);
    if best != NONE {
        return best;
    }
    match best_of_4(board.pass(), -alpha - 1, squares, nodes) {
        NONE => board.final_score(),
        reply => -reply,
    }
}

fn best_of_4(board: Board, alpha: i32, [a, b, c, d]: [u8; 4], nodes: &mut u64) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
        let flipped = flips_at(board, square);
        if flipped != 0 {
            best = best.max(-solve_3(board.after(square, flipped), -alpha - 1, rest, nodes));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// Four squares, odd ones first; of three in one quadrant and one in another the lone one first.
#[inline]
fn in_order(odd: u64, even: u64) -> [u8; 4] {
    let mut squares = [0; 4];
    let (mut odd, mut even) = (odd, even);
    for square in &mut squares {
        let from = if odd != 0 { &mut odd } else { &mut even };
        *square = from.trailing_zeros() as u8;
        *from &= from.wrapping_sub(1);
    }
    let [a, b, c, d] = squares;
    match (same_quadrant(a, b), same_quadrant(a, c), same_quadrant(a, d)) {
        (true, true, false) => [d, a, b, c],
        (true, false, true) => [c, a, b, d],
        (false, true, true) => [b, a, c, d],
        _ => squares,
    }
}

#[inline]
fn same_quadrant(a: u8, b: u8) -> bool {
    (a ^ b) & 0b10_0100 == 0
}

/// [`flips`] behind a cheaper test that settles most squares near the end.
#[inline]
fn flips_at(board: Board, square: u8) -> u64 {
    if AROUND[usize::from(square & 63)] & board.opponent == 0 {
        return 0;
    }
    flips(board.player, board.opponent, square)
}

const fn around() -> [u64; 64] {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        around[square] = neighbourhood(1 << square) & !(1 << square);
        square += 1;
    }
    around
}

const fn diagonals() -> [[u64; 2]; 64] {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square as i32 % 8, square as i32 / 8);
        let mut other = 0;
        while other < 64 {
            let (dx, dy) = (other % 8 - x, other / 8 - y);
            if dx != 0 && dx == dy {
                diagonals[square][0] |= 1 << other;
            }
            if dx != 0 && dx == -dy {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
}

const fn line_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> place >> 1;
            if above != 0 {
                table[place][own] += above.trailing_zeros() as u8;
            }
            let below = own & ((1 << place) - 1);
            if below != 0 {
                table[place][own] += place as u8 - 1 - (31 - (below as u32).leading_zeros()) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::flip::flips_scalar;

    #[test]
    fn the_last_flip_count_is_what_the_flips_are() {
        let mut random = fastrand::Rng::with_seed(6);
        for round in 0..1_000_000 {
            let square = random.u8(..64);
            let mixed =
                if round % 2 == 0 { random.u64(..) } else { random.u64(..) & random.u64(..) };
            let player = mixed & !bit(square);
            let opponent = !player & !bit(square);
            let turned = flips_scalar(player, opponent, square).count_ones();
            assert_eq!(last_flip_count(player, square), turned, "{player:x} {square}");
        }
    }

    /// The final score by the rules alone.
    fn exact(board: Board) -> i32 {
        let moves = Squares(board.legal_moves());
        let best = moves.map(|square| -exact(board.play(square))).max();
        best.unwrap_or_else(|| match board.pass().legal_moves() {
            0 => board.final_score(),
            _ => -exact(board.pass()),
        })
    }

    #[test]
    fn every_null_window_is_answered_on_its_right_side() {
        let mut random = fastrand::Rng::with_seed(9);
        for round in 0..3_000 {
            let mut free = 0;
            (0..=round % 4).for_each(|_| free |= bit(random.u8(..64)));
            let player = random.u64(..) & !free;
            let board = Board { player, opponent: !player & !free };
            let score = exact(board);
            for alpha in (-65..65).step_by(2) {
                let found = match free.count_ones() {
                    4 => solve_4(board, alpha, free, 0, &mut 0),
                    _ => solve_few(board, alpha, free, &mut 0),
                };
                assert_eq!(found > alpha, score > alpha, "{board:?} {alpha} {found} {score}");
                assert!(if found > alpha { found <= score } else { found >= score });
            }
        }
    }

    #[test]
    fn a_lone_square_of_a_quadrant_goes_first() {
        let set = |squares: [u8; 4]| squares.iter().fold(0, |set, &square| set | bit(square));
        assert_eq!(in_order(set([0, 1, 2, 7]), 0), [7, 0, 1, 2]);
        assert_eq!(in_order(set([0, 61, 62, 63]), 0), [0, 61, 62, 63]);
        assert_eq!(in_order(bit(7) | bit(63), bit(0) | bit(1)), [7, 63, 0, 1]);
    }
}
