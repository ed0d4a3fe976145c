//! The last four empty squares, solved by hand-unrolled code without move generation, lists or
//! transposition tables.
//!
//! Every function searches a null window and fails soft: a value above `alpha` is a lower bound, one at or
//! below `alpha` an upper bound, often the exact score. Scores count empty squares for the winner.
//! Parity orders the moves: a square alone in its quadrant comes first, because filling it takes the last move
//! there; the others follow in rising order. A pass does not count as a node.

use crate::othello::rules::board::Board;
use crate::othello::rules::moves::flips;
use crate::othello::rules::square::{FILE_A, Squares, bit, first_file, neighbourhood};

/// No legal move: below any score.
const NONE: i32 = -128;

/// The squares around each square.
static AROUND: [u64; 64] = around();

/// Both diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

/// `LINE_FLIPS[place][own]`: how many discs a disc on `place` of a line flips when all other squares
/// of the line that are not in `own` are the opponent's.
static LINE_FLIPS: [[u8; 256]; 8] = line_flips();

/// `ORDERS[quadrants]`: eight times the places of four squares in the order tried, those alone in their
/// quadrant first. `quadrants` has two bits for each, the first one's lowest.
static ORDERS: [[u8; 4]; 256] = orders();

/// Number of discs that the owner of `player` flips with a move to `square`, the only empty square.
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
        (Some(a), Some(b), Some(c)) => solve_3::<false>(board, alpha, a, b, c, nodes),
        (Some(a), Some(b), None) => solve_2::<false>(board, alpha, a, b, nodes),
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
    // If the side cannot move, its score is at most that of a move that flips nothing.
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

/// Two empty squares; `PASSED` if the other side could not move.
fn solve_2<const PASSED: bool>(board: Board, alpha: i32, a: u8, b: u8, nodes: &mut u64) -> i32 {
    *nodes += u64::from(!PASSED);
    let mut best = attempt(board, a, |next| solve_1(next.player, -alpha - 1, b));
    if best > alpha {
        return best;
    }
    best = best.max(attempt(board, b, |next| solve_1(next.player, -alpha - 1, a)));
    if best != NONE {
        best
    } else if PASSED {
        board.final_score()
    } else {
        -solve_2::<true>(board.pass(), -alpha - 1, a, b, nodes)
    }
}

/// Three empty squares; `PASSED` if the other side could not move.
fn solve_3<const PASSED: bool>(
    board: Board,
    alpha: i32,
    a: u8,
    b: u8,
    c: u8,
    nodes: &mut u64,
) -> i32 {
    *nodes += u64::from(!PASSED);
    let [a, b, c] = match (same_quadrant(a, b), same_quadrant(a, c)) {
        (true, false) => [c, a, b],
        (false, true) => [b, a, c],
        _ => [a, b, c],
    };
    let mut best = attempt(board, a, |next| solve_2::<false>(next, -alpha - 1, b, c, nodes));
    if best > alpha {
        return best;
    }
    best = best.max(attempt(board, b, |next| solve_2::<false>(next, -alpha - 1, a, c, nodes)));
    if best > alpha {
        return best;
    }
    best = best.max(attempt(board, c, |next| solve_2::<false>(next, -alpha - 1, a, b, nodes)));
    if best != NONE {
        best
    } else if PASSED {
        board.final_score()
    } else {
        -solve_3::<true>(board.pass(), -alpha - 1, a, b, c, nodes)
    }
}

/// Four empty squares, those of `free`.
pub(super) fn solve_4(board: Board, alpha: i32, free: u64, nodes: &mut u64) -> i32 {
    solve_ordered_4::<false>(board, alpha, in_order(free), nodes)
}

fn solve_ordered_4<const PASSED: bool>(
    board: Board,
    alpha: i32,
    [a, b, c, d]: [u8; 4],
    nodes: &mut u64,
) -> i32 {
    *nodes += u64::from(!PASSED);
    let reply_alpha = -alpha - 1;
    let mut best = attempt(board, a, |next| solve_3::<false>(next, reply_alpha, b, c, d, nodes));
    if best > alpha {
        return best;
    }
    best = best.max(attempt(board, b, |next| solve_3::<false>(next, reply_alpha, a, c, d, nodes)));
    if best > alpha {
        return best;
    }
    best = best.max(attempt(board, c, |next| solve_3::<false>(next, reply_alpha, a, b, d, nodes)));
    if best > alpha {
        return best;
    }
    best = best.max(attempt(board, d, |next| solve_3::<false>(next, reply_alpha, a, b, c, nodes)));
    if best != NONE {
        best
    } else if PASSED {
        board.final_score()
    } else {
        -solve_ordered_4::<true>(board.pass(), reply_alpha, [a, b, c, d], nodes)
    }
}

/// The score of the move on `square`, or [`NONE`] if it is illegal; `reply` values the position after it,
/// from the other side.
#[inline(always)]
fn attempt(board: Board, square: u8, reply: impl FnOnce(Board) -> i32) -> i32 {
    match flips_at(board, square) {
        0 => NONE,
        flipped => -reply(board.after(square, flipped)),
    }
}

/// The four squares of `free`, those alone in their quadrant first.
#[inline]
fn in_order(free: u64) -> [u8; 4] {
    let mut rest = free;
    let mut squares = 0;
    for place in 0..4 {
        squares |= rest.trailing_zeros() << (8 * place);
        rest &= rest.wrapping_sub(1);
    }
    // Two bits for the quadrant of each square, gathered in the highest byte.
    let quadrants = squares >> 2 & 0x0101_0101 | squares >> 4 & 0x0202_0202;
    let order = ORDERS[(quadrants.wrapping_mul(0x0104_1040) >> 24) as usize];
    order.map(|shift| (squares >> (shift & 31)) as u8)
}

#[inline]
fn same_quadrant(a: u8, b: u8) -> bool {
    (a ^ b) & 0b10_0100 == 0
}

const fn orders() -> [[u8; 4]; 256] {
    let mut orders = [[0; 4]; 256];
    let mut quadrants = 0;
    while quadrants < 256 {
        let mut filled = 0;
        let mut alone = 2;
        while alone > 0 {
            alone -= 1;
            let mut place = 0;
            while place < 4 {
                if is_alone(quadrants, place) == (alone == 1) {
                    orders[quadrants][filled] = 8 * place as u8;
                    filled += 1;
                }
                place += 1;
            }
        }
        quadrants += 1;
    }
    orders
}

/// Whether the quadrant at `place` occurs only once.
const fn is_alone(quadrants: usize, place: usize) -> bool {
    let mut other = 0;
    while other < 4 {
        let same = (quadrants >> (2 * place) ^ quadrants >> (2 * other)) & 3 == 0;
        if same && other != place {
            return false;
        }
        other += 1;
    }
    true
}

/// [`flips`], after a cheaper test that settles most squares near the end.
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
    use crate::othello::rules::moves::flips_scalar;

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
            // Every other time with so few discs that sides must pass and games end with empty squares.
            let few = if round / 4 % 2 == 0 { !0 } else { random.u64(..) & random.u64(..) };
            let player = random.u64(..) & few & !free;
            let board = Board { player, opponent: !player & !free };
            let score = exact(board);
            for alpha in (-65..65).step_by(2) {
                let found = match free.count_ones() {
                    4 => solve_4(board, alpha, free, &mut 0),
                    _ => solve_few(board, alpha, free, &mut 0),
                };
                assert_eq!(found > alpha, score > alpha, "{board:?} {alpha} {found} {score}");
                assert!(if found > alpha { found <= score } else { found >= score });
            }
        }
    }

    #[test]
    fn a_lone_square_of_a_quadrant_goes_first() {
        let ordered = |squares: [u8; 4]| in_order(squares.map(bit).iter().sum());
        assert_eq!(ordered([0, 1, 2, 7]), [7, 0, 1, 2]);
        assert_eq!(ordered([0, 61, 62, 63]), [0, 61, 62, 63]);
        assert_eq!(ordered([0, 1, 7, 63]), [7, 63, 0, 1]);
        assert_eq!(ordered([0, 1, 62, 63]), [0, 1, 62, 63]);
        assert_eq!(ordered([0, 7, 56, 63]), [0, 7, 56, 63]);
    }
}
