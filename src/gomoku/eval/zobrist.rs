//! Zobrist keys: one per stone, one for the side to move, and keys for what never changes in a game
//! (rule, size, blocked points). The number of passes is not hashed, so lines with passes transpose into
//! lines without.

use crate::color::Color;
use crate::gomoku::rules::grid::{CELLS, Square};

static STONES: [[u64; CELLS]; 2] = stone_keys();
/// Keys of blocked points.
static WALLS: [u64; CELLS] = wall_keys();

/// Part of the hash while White is to move.
pub(in crate::gomoku) const WHITE_TO_MOVE: u64 = mix(0x5EED_0001);

#[inline]
pub(in crate::gomoku) fn stone(color: Color, square: Square) -> u64 {
    STONES[color.index()][square.index()]
}

/// Key of a blocked point of the board.
pub(in crate::gomoku) fn wall(square: Square) -> u64 {
    WALLS[square.index()]
}

/// Key of a constant property of a game or search, by a number of the caller's choice.
pub(in crate::gomoku) fn game(tag: u64) -> u64 {
    mix(0xC0DE_0000_0000 + tag)
}

/// One step of the splitmix64 generator started at `seed`.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn stone_keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = mix(2 * i as u64);
        keys[1][i] = mix(2 * i as u64 + 1);
        i += 1;
    }
    keys
}

const fn wall_keys() -> [u64; CELLS] {
    let mut keys = [0; CELLS];
    let mut i = 0;
    while i < CELLS {
        keys[i] = mix((CELLS * 2 + i) as u64);
        i += 1;
    }
    keys
}
