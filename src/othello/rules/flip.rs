//! Which discs a move flips.
//!
//! From the move's square eight rays run to the edges. On each, the first square that holds no enemy
//! disc decides: if it holds an own disc, everything before it is flipped. The vector kernels in
//! `avx` agree with the scalar twin here on every position.

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
    return super::avx::flips(player, opponent, square);
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

#[cfg(test)]
pub(in crate::othello) mod tests {
    use super::*;
    use crate::othello::rules::square::{self, Squares};

    /// Rounds that take about a second in all versions except the slow rule.
    pub const MANY: usize = 2_000_000;

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
