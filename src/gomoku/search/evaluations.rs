//! A cache of static evaluations.
//!
//! The transposition table has no leaves, so searches that are repeated with another depth or window, and
//! transpositions, would evaluate most leaves again.

use super::value::Value;

/// Number of entries, a power of two. Not a parameter: it is the size of a table.
const ENTRIES: usize = 1 << 16;

/// Bits of an evaluation. The others are those of the hash.
const VALUE_BITS: u32 = i16::BITS;

/// The latest evaluation for each value of the low bits of the hash. The hash also tells rules and boards apart, so an
/// entry stays valid in later searches.
pub(super) struct Evaluations(Box<[u64]>);

impl Evaluations {
    pub fn new() -> Evaluations {
        Evaluations(vec![0; ENTRIES].into_boxed_slice())
    }

    /// The evaluation of the position with this `hash`: the known one, or else that of `evaluate`.
    #[inline]
    pub fn get(&mut self, hash: u64, evaluate: impl FnOnce() -> Value) -> Value {
        let entry = &mut self.0[hash as usize % ENTRIES];
        if *entry >> VALUE_BITS == hash >> VALUE_BITS {
            return Value::from(*entry as i16);
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
        let mut evaluations = Evaluations::new();
        let (one, two) = (0x1234_5678_9abc_def0, 0x8765_4321_0000_def0);
        let unknown = || -> Value { panic!("it is not known") };
        assert_eq!(evaluations.get(one, || -321), -321);
        assert_eq!(evaluations.get(one, unknown), -321);
        assert_eq!(evaluations.get(one + 1, || 7), 7);
        assert_eq!(evaluations.get(two, || i32::from(i16::MIN)), i32::from(i16::MIN));
        assert_eq!(evaluations.get(two, unknown), i32::from(i16::MIN));
        assert_eq!(evaluations.get(one, || 5), 5);
    }
}
