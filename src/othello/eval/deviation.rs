//! The deviation between searches of different depths, from which ProbCut derives its margins.
//!
//! The logarithm of the standard deviation is modelled as linear in the depths and the number of
//! empty squares. [`train`](crate::othello::train) fits the factors to the weights they are stored with.

/// A factor of one, as stored in files.
pub const ONE: i16 = 4096;

/// Factors of the logarithm of a standard deviation in 1/100 disc, in units of 1 / [`ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// Between two depths: a constant, then for each empty square, each ply of the deep search and each
    /// of the shallow one.
    pub midgame: [i16; 4],
    /// Between a depth and the end: a constant, then for each empty square and each ply.
    pub endgame: [i16; 3],
}

pub const FACTORS: usize = 7;

impl Default for Deviation {
    /// A guess, for weights without a fit.
    fn default() -> Deviation {
        Deviation { midgame: [24_000, -40, 100, -200], endgame: [26_000, 0, -300] }
    }
}

impl Deviation {
    /// The standard deviation in 1/100 disc between searches of `deep` and of `shallow` plies.
    pub fn midgame(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        exponential(&self.midgame, &[1, empties, deep, shallow])
    }

    /// The standard deviation in 1/100 disc between a solve and a search of `shallow` plies.
    pub fn endgame(&self, empties: u32, shallow: u32) -> f32 {
        exponential(&self.endgame, &[1, empties, shallow])
    }

    /// The factors, as [`Deviation::from_factors`] takes them.
    pub fn factors(&self) -> [i16; FACTORS] {
        let mut all = self.midgame.iter().chain(&self.endgame).copied();
        std::array::from_fn(|_| all.next().unwrap_or_default())
    }

    /// The deviation with these factors, those of the midgame first.
    pub fn from_factors(factors: &[i16; FACTORS]) -> Deviation {
        Deviation {
            midgame: std::array::from_fn(|i| factors[i]),
            endgame: std::array::from_fn(|i| factors[4 + i]),
        }
    }
}

fn exponential(factors: &[i16], terms: &[u32]) -> f32 {
    let product = |(&factor, &term): (&i16, &u32)| i64::from(factor) * i64::from(term);
    exp(factors.iter().zip(terms).map(product).sum())
}

/// Base of the digits of an exponent, and their number. The last digit is worth 1 / [`ONE`].
const BASE: usize = 64;
const DIGITS: usize = 3;
/// Added to an exponent so that it is not negative: 32, beyond which no deviation makes sense.
const MIDDLE: i64 = (BASE.pow(DIGITS as u32) / 2) as i64;

/// `POWERS[n][digit]`: e to the power of a digit that is followed by `n` others.
static POWERS: [[f64; BASE]; DIGITS] = powers();

/// e to the power of `exponent` / [`ONE`]. Unlike the standard library's function, it is the same on every
/// machine.
fn exp(exponent: i64) -> f32 {
    let power = |number: i64| {
        let number = number as usize;
        let digit = |n: usize| number / BASE.pow(n as u32) % BASE;
        POWERS[0][digit(0)] * POWERS[1][digit(1)] * POWERS[2][digit(2)]
    };
    (power(exponent.clamp(-MIDDLE, MIDDLE - 1) + MIDDLE) / power(MIDDLE)) as f32
}

const fn powers() -> [[f64; BASE]; DIGITS] {
    let mut powers = [[1.0; BASE]; DIGITS];
    let (mut n, mut unit) = (0, 1.0 / ONE as f64);
    while n < DIGITS {
        let base = series(unit);
        let mut digit = 1;
        while digit < BASE {
            powers[n][digit] = powers[n][digit - 1] * base;
            digit += 1;
        }
        unit *= BASE as f64;
        n += 1;
    }
    powers
}

/// e to the power of `x`, which is from 0 to 1.
const fn series(x: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, 1);
    while n <= 20 {
        term *= x / n as f64;
        sum += term;
        n += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deviation_is_the_exponential_of_its_terms() {
        let deviation = Deviation { midgame: [5 * ONE, 0, ONE / 8, -ONE / 4], endgame: [ONE; 3] };
        assert!((deviation.midgame(30, 8, 4) - 5f32.exp()).abs() < 1e-3);
        assert!((deviation.midgame(30, 16, 4) - 6f32.exp()).abs() < 1e-3);
        assert!((deviation.endgame(2, 3) - 6f32.exp()).abs() < 1e-3);
        assert_eq!(Deviation::from_factors(&deviation.factors()), deviation);
    }

    #[test]
    fn exponentials_are_right_to_the_last_digit() {
        for exponent in (-60_000..120_000).step_by(37) {
            let exact = (exponent as f64 / f64::from(ONE)).exp() as f32;
            assert!((exp(exponent) - exact).abs() <= exact * f32::EPSILON, "{exponent}");
        }
        assert_eq!(exp(0), 1.0);
        assert!(exp(i64::MAX) > 1e13 && exp(i64::MIN) < 1e-13);
    }
}
