//! The transposition table of the df-pn search.
//!
//! Fixed size, set-associative. Entries are matched by the full 64-bit hash, so a proof is never taken
//! from another position with the same index. The entry that cost least work is replaced first.

use crate::gomoku::rules::grid::Square;

/// The infinity of proof and disproof numbers; finite ones stay below it.
pub(super) const INFINITE: u32 = 1 << 28;

/// Proof and disproof number of a position: an estimate of how many leaves must be solved to prove or
/// to disprove the attacker's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// 0 once the attacker's win is proven.
    pub proof: u32,
    /// 0 once there is no win within the bounds of the search.
    pub disproof: u32,
}

impl ProofNumbers {
    /// A proven win.
    pub const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    /// No win within the bounds of the search.
    pub const DISPROVEN: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };
    /// An unvisited leaf.
    pub const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
    /// Thresholds that only a solved position reaches.
    pub const UNREACHED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: INFINITE };

    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    pub numbers: ProofNumbers,
    /// Nodes spent on the position, for replacement.
    pub work: u32,
    /// In a proven position the winning move, or the reply that delays the five longest.
    pub best: Option<Square>,
    /// In a proven position the plies to the five along the best moves.
    pub plies: u16,
}

/// An entry as stored: hash; proof and disproof number; work, move and plies.
type Slot = [u64; 3];

/// Slots in a set.
const WAYS: usize = 4;

/// The table, allocated at the first store.
pub(super) struct ProofTable {
    slots: Box<[Slot]>,
    count: usize,
}

impl ProofTable {
    /// A table that takes at most `bytes`, but at least one set.
    pub fn with_bytes(bytes: usize) -> ProofTable {
        let count = (bytes / size_of::<Slot>()).max(WAYS).next_multiple_of(WAYS);
        ProofTable { slots: Box::default(), count }
    }

    /// Removes all entries and frees the memory.
    pub fn clear(&mut self) {
        self.slots = Box::default();
    }

    /// The entry of the position with this hash.
    #[inline]
    pub fn load(&self, hash: u64) -> Option<ProofEntry> {
        let place = self.place(hash);
        let ways = self.slots.get(place..place + WAYS)?;
        ways.iter().find(|slot| slot[0] == hash && **slot != [0; 3]).map(unpack)
    }

    /// Stores `entry`: over the old one of the same hash, else over the cheapest one of its set.
    pub fn store(&mut self, hash: u64, entry: ProofEntry) {
        if self.slots.is_empty() {
            self.slots = vec![[0; 3]; self.count].into_boxed_slice();
        }
        let place = self.place(hash);
        let ways = &mut self.slots[place..place + WAYS];
        let cost = |slot: &Slot| match slot {
            _ if *slot == [0; 3] => 0,
            _ if slot[0] == hash => 0,
            _ => 1 + (slot[2] as u32).min(u32::MAX - 1),
        };
        let same = ways.iter().position(|slot| slot[0] == hash);
        let cheapest = (0..WAYS).min_by_key(|&way| cost(&ways[way])).unwrap_or(0);
        ways[same.unwrap_or(cheapest)] = pack(hash, entry);
    }

    fn place(&self, hash: u64) -> usize {
        let groups = self.count / WAYS;
        ((u128::from(hash) * groups as u128) >> 64) as usize * WAYS
    }
}

fn pack(hash: u64, entry: ProofEntry) -> Slot {
    let numbers = u64::from(entry.numbers.proof) << 32 | u64::from(entry.numbers.disproof);
    let best = entry.best.map_or(0, |square| square.index() as u64);
    [hash, numbers, u64::from(entry.work) | best << 32 | u64::from(entry.plies) << 48]
}

fn unpack(slot: &Slot) -> ProofEntry {
    let best = (slot[2] >> 32 & 0xffff) as usize;
    ProofEntry {
        numbers: ProofNumbers { proof: (slot[1] >> 32) as u32, disproof: slot[1] as u32 },
        work: slot[2] as u32,
        best: (best != 0).then(|| Square::from_index(best)),
        plies: (slot[2] >> 48) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(work: u32) -> ProofEntry {
        let numbers = ProofNumbers { proof: INFINITE, disproof: 7 };
        ProofEntry { numbers, work, best: Some(Square::from_index(1000)), plies: 65_535 }
    }

    #[test]
    fn entries_come_back_and_the_cheapest_gives_way() {
        let mut table = ProofTable::with_bytes(0);
        assert_eq!(table.load(5), None);
        for hash in 1..=5 {
            table.store(hash, entry(10 - hash as u32));
        }
        // The fifth took the place of the fourth, which had cost least.
        assert_eq!(table.load(4), None);
        for hash in [1, 2, 3, 5] {
            assert_eq!(table.load(hash), Some(entry(10 - hash as u32)));
        }
        table.store(2, ProofEntry { best: None, ..entry(0) });
        assert_eq!(table.load(2), Some(ProofEntry { best: None, ..entry(0) }));
        table.clear();
        assert_eq!(table.load(2), None);
    }
}
