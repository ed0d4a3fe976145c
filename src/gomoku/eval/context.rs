//! The context of a position: the inputs of the network besides its points, and the numbers that depend on them.

use super::profile::{Profile, TRAITS};

/// The inputs of the network besides the points of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    pub profile: Profile,
    /// The share of occupied points, in units of 1 / [`SHARE_ONE`].
    taken: i16,
}

/// Fixed-point one of a share.
pub const SHARE_ONE: i16 = 512;
/// Inputs of a layer from a context: a one for each trait present, and the share of occupied points.
pub const CONTEXT_INPUTS: usize = TRAITS + 1;

impl Context {
    /// The context of a position in which `taken` of the board's `points` (at most all) are not empty.
    #[inline]
    pub fn new(profile: Profile, taken: usize, points: usize) -> Context {
        debug_assert!(taken <= points);
        Context { profile, taken: (taken * SHARE_ONE as usize / points) as i16 }
    }

    /// The inputs in floating point.
    pub fn inputs(self) -> [f32; CONTEXT_INPUTS] {
        let mut inputs = [0.0; CONTEXT_INPUTS];
        self.profile.traits().into_iter().for_each(|number| inputs[number] = 1.0);
        inputs[TRAITS] = f32::from(self.taken) / f32::from(SHARE_ONE);
        inputs
    }
}

/// Numbers that depend on the context: each is a base plus the contributions of the inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextLayer<const N: usize> {
    /// By trait.
    traits: Box<[[i16; N]; TRAITS]>,
    /// Contribution of a full board.
    taken: [i16; N],
    pub base: [i16; N],
}

impl<const N: usize> ContextLayer<N> {
    /// Number of weights.
    pub const LENGTH: usize = (CONTEXT_INPUTS + 1) * N;

    pub fn zero() -> ContextLayer<N> {
        ContextLayer { traits: Box::new([[0; N]; TRAITS]), taken: [0; N], base: [0; N] }
    }

    /// The numbers in `context`, in units of 1 / [`SHARE_ONE`]. Each is within ±2^18.
    #[inline]
    pub fn of(&self, context: Context) -> [i32; N] {
        let mut sums = self.base.map(i32::from);
        for number in context.profile.traits() {
            let added = sums.iter_mut().zip(&self.traits[number]);
            added.for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        let share = i32::from(context.taken);
        let one = i32::from(SHARE_ONE);
        std::array::from_fn(|i| sums[i] * one + i32::from(self.taken[i]) * share)
    }

    /// The layer with these weights: [`ContextLayer::LENGTH`] of them, input by input, then the base.
    pub fn new(weights: &[i16]) -> ContextLayer<N> {
        let mut layer = ContextLayer::zero();
        let ContextLayer { traits, taken, base } = &mut layer;
        let places = traits.as_flattened_mut().iter_mut().chain(taken).chain(base);
        places.zip(weights).for_each(|(place, &weight)| *place = weight);
        layer
    }

    /// The weights, as [`ContextLayer::new`] takes them.
    pub fn weights(&self) -> impl Iterator<Item = i16> {
        self.traits.as_flattened().iter().chain(&self.taken).chain(&self.base).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::profile::PROFILES;

    #[test]
    fn numbers_are_the_sum_of_the_base_the_traits_and_the_share_taken() {
        // The weight of a trait is a distinct power of two, in one of two numbers.
        let mut layer = ContextLayer::<2>::zero();
        for (number, weights) in layer.traits.iter_mut().enumerate() {
            weights[number / 9] = 1 << (number % 9);
        }
        layer.taken = [1000, -1000];
        layer.base = [2048, 0];
        for index in [0, 1, 77, 300, PROFILES - 1] {
            let profile = Profile::from_index(index);
            let numbers = layer.of(Context::new(profile, 30, 60));
            let [one, two] = numbers.map(|number| number / i32::from(SHARE_ONE));
            let (one, two) = (one - 2048 - 500, two + 500);
            let traits = (0..TRAITS).filter(|i| [one, two][i / 9] >> (i % 9) & 1 == 1);
            let mut expected = profile.traits();
            expected.sort_unstable();
            assert!(traits.eq(expected), "{index}: {one} {two}");
        }
    }

    #[test]
    fn inputs_are_ones_for_traits_and_the_share_taken() {
        let context = Context::new(Profile::from_index(5), 45, 180);
        let inputs = context.inputs();
        assert!(context.profile.traits().into_iter().all(|number| inputs[number] == 1.0));
        assert_eq!((inputs.iter().sum::<f32>(), inputs[TRAITS]), (5.25, 0.25));
        assert_eq!(Context::new(context.profile, 7, 7).inputs()[TRAITS], 1.0);
    }
}
