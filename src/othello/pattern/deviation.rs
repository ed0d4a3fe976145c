//! How far values of searches of different depths are apart, by which the search cuts what is likely.
//!
//! The logarithm of the standard deviation is taken for linear in the depths and the number of empty
//! squares. [`learn`](crate::othello::learn) fits the factors to the weights they come with.

/// A factor of one, as files have it.
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

/// Number of factors.
pub const FACTORS: usize = 7;

impl Default for Deviation {
    /// A guess, for weights that nothing was fitted to.
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
    let sum: i64 = factors.iter().zip(terms).map(product).sum();
    (sum as f32 / f32::from(ONE)).exp()
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
}
