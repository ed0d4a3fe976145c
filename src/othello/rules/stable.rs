//! A lower bound on the stable discs, those that can never be flipped again.
//!
//! Exact along each edge (from a table of all edges), then spread inwards: a disc is stable if each of the
//! four lines through it is full or has a stable disc of its colour next to it. The bound never counts a disc
//! that could be flipped, so `64 - 2 * bound` is an upper bound on the other side's final score.

use super::square::{FILE_A, INNER, first_file};

/// `EDGE[own][other]`: the own discs of an edge that no sequence of placements on it can flip.
static EDGE: [[u8; 256]; 256] = edge_table();

/// Number of discs of `player` on the edges known to be stable.
#[inline]
pub fn stable_edge_count(player: u64, opponent: u64) -> u32 {
    stable_on_edges(player, opponent).count_ones()
}

/// Number of discs of `player` known to be stable.
#[inline]
pub fn stable_count(player: u64, opponent: u64) -> u32 {
    stable(player, opponent).count_ones()
}

/// Discs of `player` known to be stable.
pub fn stable(player: u64, opponent: u64) -> u64 {
    let full = FullLines::of(player | opponent);
    let mut stable = stable_on_edges(player, opponent) | full.everywhere() & player;
    let candidates = player & INNER;
    loop {
        let next = stable | candidates & full.supported_by(stable);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// The squares whose line in each direction has no empty square.
struct FullLines {
    row: u64,
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

impl FullLines {
    #[inline]
    fn of(filled: u64) -> FullLines {
        let mut row = filled & filled >> 1;
        row &= row >> 2;
        row &= row >> 4;
        let mut file = filled & filled.rotate_left(8);
        file &= file.rotate_left(16);
        file &= file.rotate_left(32);
        FullLines {
            row: (row & FILE_A) * 0xff,
            file,
            diagonal: full_diagonal(filled),
            antidiagonal: full_antidiagonal(filled),
        }
    }

    #[inline]
    fn everywhere(&self) -> u64 {
        self.row & self.file & self.diagonal & self.antidiagonal
    }

    /// The squares where a disc of the same colour as `stable` is stable, too. Rows wrap around, which does not matter
    /// for inner squares.
    #[inline]
    fn supported_by(&self, stable: u64) -> u64 {
        (self.row | stable << 1 | stable >> 1)
            & (self.file | stable << 8 | stable >> 8)
            & (self.diagonal | stable << 9 | stable >> 9)
            & (self.antidiagonal | stable << 7 | stable >> 7)
    }
}

/// Filled squares all of whose neighbours along the diagonal, within 1, then 3, then 7 steps, are filled or
/// off the board (the constants).
#[inline]
fn full_diagonal(filled: u64) -> u64 {
    let mut full = filled;
    full &= (0x0101_0101_0101_01ff | full << 9) & (0xff80_8080_8080_8080 | full >> 9);
    full &= (0x0303_0303_0303_ffff | full << 18) & (0xffff_c0c0_c0c0_c0c0 | full >> 18);
    full & (0x0f0f_0f0f_ffff_ffff | full << 36) & (0xffff_ffff_f0f0_f0f0 | full >> 36)
}

/// [`full_diagonal`] for the other direction.
#[inline]
fn full_antidiagonal(filled: u64) -> u64 {
    let mut full = filled;
    full &= (0x8080_8080_8080_80ff | full << 7) & (0xff01_0101_0101_0101 | full >> 7);
    full &= (0xc0c0_c0c0_c0c0_ffff | full << 14) & (0xffff_0303_0303_0303 | full >> 14);
    full & (0xf0f0_f0f0_ffff_ffff | full << 28) & (0xffff_ffff_0f0f_0f0f | full >> 28)
}

#[inline]
fn stable_on_edges(player: u64, opponent: u64) -> u64 {
    let lookup =
        |own: u64, other: u64| u64::from(EDGE[(own & 255) as usize][(other & 255) as usize]);
    // Spreads a byte over file a: the bit of each row.
    let spread = |byte: u64| (byte.wrapping_mul(0x0002_0408_1020_4081)) & FILE_A;
    let top = lookup(player, opponent);
    let bottom = lookup(player >> 56, opponent >> 56);
    let left = lookup(first_file(player), first_file(opponent));
    let right = lookup(first_file(player >> 7), first_file(opponent >> 7));
    top | bottom << 56
        | spread(left & 127)
        | (left >> 7) << 56
        | spread(right & 127) << 7
        | (right >> 7) << 63
}

/// Built from full edges down: a disc is stable if it keeps its colour and stays stable after every placement.
const fn edge_table() -> [[u8; 256]; 256] {
    let mut table = [[0; 256]; 256];
    let mut filled: usize = 256;
    while filled > 0 {
        filled -= 1;
        let mut own = filled;
        loop {
            table[own][filled ^ own] = edge_entry(&table, own, filled ^ own);
            if own == 0 {
                break;
            }
            own = (own - 1) & filled;
        }
    }
    table
}

const fn edge_entry(table: &[[u8; 256]; 256], own: usize, other: usize) -> u8 {
    let mut stable = own as u8;
    let mut at = 0;
    while at < 8 && stable != 0 {
        let here = 1 << at;
        if (own | other) & here == 0 {
            let gained = edge_flips(own, other, at);
            stable &= table[own | here | gained][other & !gained];
            let lost = edge_flips(other, own, at);
            stable &= table[own & !lost][other | here | lost];
        }
        at += 1;
    }
    stable
}

/// The discs of an edge that a disc of `own` placed at `at` flips.
const fn edge_flips(own: usize, other: usize, at: u32) -> usize {
    let mut flipped = 0;
    let mut run = 0;
    let mut here = 1 << at << 1;
    while here < 256 && other & here != 0 {
        run |= here;
        here <<= 1;
    }
    if here < 256 && own & here != 0 {
        flipped |= run;
    }
    run = 0;
    here = (1 << at) >> 1;
    while here > 0 && other & here != 0 {
        run |= here;
        here >>= 1;
    }
    if here > 0 && own & here != 0 {
        flipped |= run;
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::board::Board;
    use crate::othello::rules::square::Squares;

    #[test]
    fn corners_full_edges_and_full_boards_are_stable() {
        assert_eq!(stable(0x0107, 0), 0x0107);
        assert_eq!(stable(0x0e, 0), 0);
        assert_eq!(stable(0xaa, 0x55), 0xaa);
        assert_eq!(stable(0x00ff_00ff_00ff_00ff, !0x00ff_00ff_00ff_00ff), 0x00ff_00ff_00ff_00ff);
        assert_eq!(stable(0x8181_8181_8181_8181, 0), 0x8181_8181_8181_8181);
        assert_eq!(stable(0x0007_0307_0000_0000, 0), 0);
    }

    #[test]
    fn stable_discs_survive_random_play_in_every_image() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3000 {
            let mut board = Board::START;
            let mut colour_swapped = false;
            // Stable discs of the side to move at the start, and of the other.
            let mut held = [0u64; 2];
            while !board.is_over() {
                let sides =
                    if colour_swapped { [board.pass(), board] } else { [board, board.pass()] };
                for (held, side) in held.iter_mut().zip(sides) {
                    assert_eq!(*held & !side.player, 0, "a stable disc was turned");
                    *held |= stable(side.player, side.opponent);
                }
                let counts = board.images().map(|image| stable_count(image.player, image.opponent));
                assert!(counts.iter().all(|&count| count == counts[0]));
                let moves: Vec<u8> = Squares(board.legal_moves()).collect();
                board = if moves.is_empty() {
                    board.pass()
                } else {
                    board.play(moves[random.usize(..moves.len())])
                };
                colour_swapped = !colour_swapped;
            }
        }
    }
}
