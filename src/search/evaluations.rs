//! A cache of static evaluations.
//!
//! The transposition tables have no leaves, so searches that are repeated with another depth or window, and
//! transpositions, would evaluate most leaves again.

use super::table::prefetch;

/// Bits of an evaluation. The others are those of the hash.
const VALUE_BITS: u32 = i16::BITS;

/// The latest of the evaluations, which fit into 16 bits, for each value of the low bits of the hash. `ENTRIES` is a
/// power of two, at most 2^16.
#[derive(Debug)]
pub struct Evaluations<const ENTRIES: usize>(Box<[u64]>);

impl<const ENTRIES: usize> Default for Evaluations<ENTRIES> {
    fn default() -> Evaluations<ENTRIES> {
        const { assert!(ENTRIES.is_power_of_two() && ENTRIES <= 1 << VALUE_BITS) };
        Evaluations(vec![0; ENTRIES].into_boxed_slice())
    }
}

impl<const ENTRIES: usize> Evaluations<ENTRIES> {
    /// Prefetches the entry of the position with this `hash`.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.0[hash as usize % ENTRIES]);
    }

    /// The evaluation of the position with this `hash`: the known one, or else that of `evaluate`.
    #[inline]
    pub fn get(&mut self, hash: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let entry = &mut self.0[hash as usize % ENTRIES];
        if *entry >> VALUE_BITS == hash >> VALUE_BITS {
            return i32::from(*entry as i16);
        }
        let value = evaluate();
        *entry = hash >> VALUE_BITS << VALUE_BITS | u64::from(value as u16);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_evaluation_of_an_entry_is_known() {
        let mut evaluations = Evaluations::<{ 1 << 14 }>::default();
        let (one, two) = (0x1234_5678_9abc_def0, 0x8765_4321_0000_def0);
        let unknown = || -> i32 { panic!("it is not known") };
        assert_eq!(evaluations.get(one, || -321), -321);
        assert_eq!(evaluations.get(one, unknown), -321);
        assert_eq!(evaluations.get(one + 1, || 7), 7);
        assert_eq!(evaluations.get(two, || i32::from(i16::MIN)), i32::from(i16::MIN));
        assert_eq!(evaluations.get(two, unknown), i32::from(i16::MIN));
        assert_eq!(evaluations.get(one, || 5), 5);
    }
}
