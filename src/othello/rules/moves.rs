//! Legal moves, the potential ones that may become legal, and the discs that a move flips.
//!
//! Legal moves come from a parallel-prefix fill in all directions at once. From the square of a move eight rays
//! run to the edges. On each, the first square that holds no enemy disc decides: if it holds an own disc,
//! everything before it is flipped. The vector kernels in `avx2` agree with their scalar twins on every
//! position.

use super::square::neighbourhood;

/// Every square except those of files a and h: a run along a row or diagonal may cross these without wrapping around.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares on which the owner of `player` may place a disc.
#[inline]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return avx2::legal_moves(player, opponent);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    legal_moves_scalar(player, opponent)
}

/// [`legal_moves`] in portable code.
#[inline]
pub fn legal_moves_scalar(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    let reach = along::<1>(player, inner)
        | along::<7>(player, inner)
        | along::<8>(player, opponent)
        | along::<9>(player, inner);
    reach & !(player | opponent)
}

/// The squares just beyond unbroken runs of `crossed` that start next to `player`, in the two
/// directions of one line.
#[inline]
fn along<const STEP: u32>(player: u64, crossed: u64) -> u64 {
    let mut up = crossed & player << STEP;
    let mut down = crossed & player >> STEP;
    up |= crossed & up << STEP;
    down |= crossed & down >> STEP;
    let pair_up = crossed & crossed << STEP;
    let pair_down = pair_up >> STEP;
    up |= pair_up & up << (2 * STEP);
    down |= pair_down & down >> (2 * STEP);
    up |= pair_up & up << (2 * STEP);
    down |= pair_down & down >> (2 * STEP);
    up << STEP | down >> STEP
}

/// The empty squares next to a disc of `opponent`: moves that may become legal.
#[inline]
pub fn potential_moves(player: u64, opponent: u64) -> u64 {
    neighbourhood(opponent) & !(player | opponent)
}

/// The rays from one square: towards higher square numbers (E, SW, S, SE), and towards lower ones
/// (W, NE, N, NW). The square itself is not part of them.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(in crate::othello) struct Rays {
    pub(in crate::othello) up: [u64; 4],
    pub(in crate::othello) down: [u64; 4],
}

/// The rays of every square.
pub(in crate::othello) static RAYS: [Rays; 64] = rays();

/// The discs of `opponent` that a disc of the other side on `square` flips. `square` is below 64
/// and empty.
#[inline]
pub fn flips(player: u64, opponent: u64, square: u8) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return avx2::flips(player, opponent, square);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    flips_scalar(player, opponent, square)
}

/// [`flips`] in portable code.
#[inline]
pub fn flips_scalar(player: u64, opponent: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut flipped = 0;
    for ray in rays.up {
        // The carry stops at the ray's first square without an enemy disc.
        let outflank = (opponent | !ray).wrapping_add(1) & ray & player;
        flipped |= outflank.wrapping_sub(u64::from(outflank != 0)) & ray;
    }
    for ray in rays.down {
        let stop = ray & !opponent;
        let nearest = (1 << 63) >> (stop | 1).leading_zeros() & stop;
        flipped |= (nearest & player).wrapping_mul(2).wrapping_neg() & ray;
    }
    flipped
}

const fn rays() -> [Rays; 64] {
    const UP: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut all = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (dx, dy) = UP[i];
            all[square].up[i] = ray(square as i32, dx, dy);
            all[square].down[i] = ray(square as i32, -dx, -dy);
            i += 1;
        }
        square += 1;
    }
    all
}

const fn ray(square: i32, dx: i32, dy: i32) -> u64 {
    let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
    let mut set = 0;
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        set |= 1 << (y * 8 + x);
        x += dx;
        y += dy;
    }
    set
}

/// Vector kernels, for x86-64 with AVX2, and with AVX-512 where it pays. Each `unsafe` block calls a function
/// whose processor features the build guarantees.
///
/// Perft 11 on Zen 4: portable code 310 M leaves/s, AVX2 730 M, with AVX-512 flips 890 M.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use core::arch::x86_64::*;

    use super::{RAYS, Rays};

    /// See [`legal_moves`](super::legal_moves).
    #[inline]
    pub(in crate::othello) fn legal_moves(player: u64, opponent: u64) -> u64 {
        // SAFETY: this module is compiled only for targets that have AVX2.
        unsafe { legal_moves_avx2(player, opponent) }
    }

    /// See [`flips`](super::flips).
    #[inline]
    pub(in crate::othello) fn flips(player: u64, opponent: u64, square: u8) -> u64 {
        let rays = &RAYS[usize::from(square & 63)];
        #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
        // SAFETY: compiled only for targets that have AVX-512 VL and CD.
        return unsafe { flips_avx512(player, opponent, rays) };
        #[cfg(not(all(target_feature = "avx512vl", target_feature = "avx512cd")))]
        // SAFETY: this module is compiled only for targets that have AVX2.
        unsafe {
            flips_avx2(player, opponent, rays)
        }
    }

    /// One lane per line: rows, the two diagonals and columns.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn legal_moves_avx2(player: u64, opponent: u64) -> u64 {
        let step = _mm256_set_epi64x(9, 8, 7, 1);
        let double = _mm256_set_epi64x(18, 16, 14, 2);
        let inner = 0x7e7e_7e7e_7e7e_7e7e;
        let crossable = _mm256_set_epi64x(inner, -1, inner, inner);
        let own = _mm256_set1_epi64x(player as i64);
        let crossed = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), crossable);

        let mut up = _mm256_and_si256(crossed, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(crossed, _mm256_srlv_epi64(own, step));
        up = _mm256_or_si256(up, _mm256_and_si256(crossed, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(crossed, _mm256_srlv_epi64(down, step)));
        let pair_up = _mm256_and_si256(crossed, _mm256_sllv_epi64(crossed, step));
        let pair_down = _mm256_srlv_epi64(pair_up, step);
        for _ in 0..2 {
            up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, double)));
            down =
                _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, double)));
        }
        let reach = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        union(reach) & !(player | opponent)
    }

    /// One lane per ray; the nearest square without an enemy disc is the lowest bit of an upward ray
    /// and, by counting leading zeros, the highest of a downward one.
    #[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
    fn flips_avx512(player: u64, opponent: u64, rays: &Rays) -> u64 {
        let own = _mm256_set1_epi64x(player as i64);
        let enemy = _mm256_set1_epi64x(opponent as i64);
        let up: __m256i = bytemuck::cast(rays.up);
        let down: __m256i = bytemuck::cast(rays.down);

        let stop = _mm256_andnot_si256(enemy, up);
        // Everything up to and including the lowest stop.
        let below = _mm256_add_epi64(stop, _mm256_set1_epi64x(-1));
        let nearest = _mm256_andnot_si256(below, stop);
        let turned = _mm256_test_epi64_mask(nearest, own);
        let flipped_up = _mm256_maskz_andnot_epi64(turned, stop, _mm256_and_si256(below, up));

        let stop = _mm256_andnot_si256(enemy, down);
        let top = _mm256_set1_epi64x(i64::MIN);
        let nearest = _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(stop));
        let turned = _mm256_test_epi64_mask(nearest, own);
        // Everything above the nearest stop: minus twice its bit.
        let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(nearest, nearest));
        let flipped_down = _mm256_maskz_and_epi64(turned, above, down);
        union(_mm256_or_si256(flipped_up, flipped_down))
    }

    /// Like the AVX-512 version, but finds the highest bit by smearing each ray's stops towards its end.
    #[cfg(any(test, not(all(target_feature = "avx512vl", target_feature = "avx512cd"))))]
    #[inline]
    #[target_feature(enable = "avx2")]
    fn flips_avx2(player: u64, opponent: u64, rays: &Rays) -> u64 {
        let own = _mm256_set1_epi64x(player as i64);
        let enemy = _mm256_set1_epi64x(opponent as i64);
        let up: __m256i = bytemuck::cast(rays.up);
        let down: __m256i = bytemuck::cast(rays.down);
        let zero = _mm256_setzero_si256();

        let stop = _mm256_andnot_si256(enemy, up);
        let below = _mm256_add_epi64(stop, _mm256_set1_epi64x(-1));
        let nearest = _mm256_andnot_si256(below, stop);
        let missed = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), zero);
        let run = _mm256_andnot_si256(stop, _mm256_and_si256(below, up));
        let flipped_up = _mm256_andnot_si256(missed, run);

        let step = _mm256_set_epi64x(9, 8, 7, 1);
        let stop = _mm256_andnot_si256(enemy, down);
        let mut smeared = _mm256_or_si256(stop, _mm256_srlv_epi64(stop, step));
        let double = _mm256_add_epi64(step, step);
        smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, double));
        let quadruple = _mm256_add_epi64(double, double);
        smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, quadruple));
        let nearest = _mm256_andnot_si256(_mm256_srlv_epi64(smeared, step), stop);
        let missed = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), zero);
        let flipped_down = _mm256_andnot_si256(missed, _mm256_andnot_si256(smeared, down));
        union(_mm256_or_si256(flipped_up, flipped_down))
    }

    /// The union of four sets.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn union(sets: __m256i) -> u64 {
        let pair = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
        _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::othello::rules::moves::flips_scalar;
        use crate::othello::rules::moves::tests::{MANY, random_discs};
        use crate::othello::rules::square::Squares;

        #[test]
        fn the_avx2_version_agrees_where_avx512_is_used() {
            for (player, opponent) in random_discs(4).take(MANY) {
                for square in Squares(!(player | opponent)) {
                    let rays = &RAYS[usize::from(square)];
                    // SAFETY: this module is compiled only for targets that have AVX2.
                    let flipped = unsafe { flips_avx2(player, opponent, rays) };
                    assert_eq!(flipped, flips_scalar(player, opponent, square));
                }
            }
        }
    }
}

#[cfg(test)]
pub(in crate::othello) mod tests {
    use super::*;
    use crate::othello::rules::board::Board;
    use crate::othello::rules::square::{self, Squares};

    #[test]
    fn every_version_agrees_on_random_positions() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..MANY / 2 {
            let (a, b) = (random.u64(..), random.u64(..));
            let (player, opponent) = (a & b, !b & (a | random.u64(..)));
            assert_eq!(legal_moves(player, opponent), legal_moves_scalar(player, opponent));
        }
    }

    #[test]
    fn a_move_is_legal_exactly_when_it_turns_discs() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..20_000 {
            let (a, b) = (random.u64(..), random.u64(..));
            let board = Board { player: a & b, opponent: a & !b };
            let turning = Squares(board.empties())
                .filter(|&square| flips_scalar(board.player, board.opponent, square) != 0)
                .fold(0, |set, square| set | 1 << square);
            assert_eq!(board.legal_moves(), turning);
        }
    }

    #[test]
    fn a_potential_move_touches_an_enemy_disc() {
        assert_eq!(potential_moves(0, 1), 0x0302);
        let start = Board::START;
        assert_eq!(start.legal_moves() & !potential_moves(start.player, start.opponent), 0);
    }

    /// Rounds that take about a second in all versions except the slow rule. Miri would take days for them.
    pub const MANY: usize = if cfg!(miri) { 200 } else { 2_000_000 };

    /// Discs of both sides, on boards from half full to nearly full, where long rays flip.
    pub fn random_discs(seed: u64) -> impl Iterator<Item = (u64, u64)> {
        let mut random = fastrand::Rng::with_seed(seed);
        (0u64..).map(move |round| {
            let (a, b) = (random.u64(..), random.u64(..));
            let filled = if round % 2 == 0 { a } else { a | random.u64(..) | random.u64(..) };
            (filled & b, filled & !b)
        })
    }

    /// The rule itself, step by step.
    fn flips_by_walking(player: u64, opponent: u64, from: u8) -> u64 {
        let mut flipped = 0;
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y) = (i32::from(from % 8) + dx, i32::from(from / 8) + dy);
            let mut run = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let here = square::bit((y * 8 + x) as u8);
                if player & here != 0 {
                    flipped |= run;
                }
                if opponent & here == 0 {
                    break;
                }
                run |= here;
                (x, y) = (x + dx, y + dy);
            }
        }
        flipped
    }

    #[test]
    fn the_portable_version_agrees_with_the_rule_on_random_positions() {
        for (player, opponent) in random_discs(3).take(60_000) {
            for from in Squares(!(player | opponent)) {
                let flipped = flips_scalar(player, opponent, from);
                assert_eq!(flipped, flips_by_walking(player, opponent, from));
            }
        }
    }

    #[test]
    fn the_version_in_use_agrees_with_the_portable_one_on_random_positions() {
        for (player, opponent) in random_discs(3).take(MANY) {
            for from in Squares(!(player | opponent)) {
                let flipped = flips(player, opponent, from);
                assert_eq!(flipped, flips_scalar(player, opponent, from));
            }
        }
    }

    #[test]
    fn long_rays_to_every_edge_turn() {
        for from in 0..64 {
            let edge = !square::INNER & !square::bit(from);
            let inside = square::INNER & !square::bit(from);
            let expected = flips_by_walking(edge, inside, from);
            assert_eq!(flips_scalar(edge, inside, from), expected);
            assert_eq!(flips(edge, inside, from), expected);
        }
    }
}
