//! Memory of the threat search: what is known of a position for one attacker.
//!
//! Of fixed size and set-associative. The whole hash is compared, and nothing of a solved position is
//! ever taken from a neighbour. An entry that cost little gives way to one that cost more.

use crate::gomoku::rules::grid::Square;

/// Above every sum of proof numbers; as a disproof number, "the attacker wins".
pub(super) const INFINITE: u32 = 1 << 28;

/// How hard the attacker's win is to prove and to disprove, both counted in positions to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Proof number: 0 once the attacker's win is proven.
    pub proof: u32,
    /// Disproof number: 0 once there is no win within the bounds of the search.
    pub disproof: u32,
}

impl Numbers {
    /// Of a proven win.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// Of a position without a win within the bounds.
    pub const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Of a position not looked at yet.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// Whether nothing is left to find out.
    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub numbers: Numbers,
    /// Nodes spent on it.
    pub work: u32,
    /// In a proven position the winning move, or the reply that holds out longest.
    pub best: Option<Square>,
    /// In a proven position the plies to the five, by these moves.
    pub plies: u16,
}

/// Hash, then the two numbers, then work, move and plies.
type Slot = [u64; 3];

/// Slots that one hash may use.
const WAYS: usize = 4;

/// A table of a fixed number of entries, allocated at the first store.
pub(super) struct Table {
    slots: Box<[Slot]>,
    count: usize,
}

impl Table {
    /// A table that will take at most `bytes`.
    pub fn with_bytes(bytes: usize) -> Table {
        let count = (bytes / size_of::<Slot>()).max(WAYS).next_multiple_of(WAYS);
        Table { slots: Box::default(), count }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        self.slots = Box::default();
    }

    /// What is known of the position with this hash.
    #[inline]
    pub fn load(&self, hash: u64) -> Option<Entry> {
        let place = self.place(hash);
        let ways = self.slots.get(place..place + WAYS)?;
        ways.iter().find(|slot| slot[0] == hash && **slot != [0; 3]).map(unpack)
    }

    /// Notes `entry`.
    pub fn store(&mut self, hash: u64, entry: Entry) {
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

fn pack(hash: u64, entry: Entry) -> Slot {
    let numbers = u64::from(entry.numbers.proof) << 32 | u64::from(entry.numbers.disproof);
    let best = entry.best.map_or(0, |square| square.index() as u64);
    [hash, numbers, u64::from(entry.work) | best << 32 | u64::from(entry.plies) << 48]
}

fn unpack(slot: &Slot) -> Entry {
    let best = (slot[2] >> 32 & 0xffff) as usize;
    Entry {
        numbers: Numbers { proof: (slot[1] >> 32) as u32, disproof: slot[1] as u32 },
        work: slot[2] as u32,
        best: (best != 0).then(|| Square::from_index(best)),
        plies: (slot[2] >> 48) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(work: u32) -> Entry {
        let numbers = Numbers { proof: INFINITE, disproof: 7 };
        Entry { numbers, work, best: Some(Square::from_index(1000)), plies: 65_535 }
    }

    #[test]
    fn entries_come_back_and_the_cheapest_gives_way() {
        let mut table = Table::with_bytes(0);
        assert_eq!(table.load(5), None);
        for hash in 1..=5 {
            table.store(hash, entry(10 - hash as u32));
        }
        // The fifth took the place of the fourth, which had cost least.
        assert_eq!(table.load(4), None);
        for hash in [1, 2, 3, 5] {
            assert_eq!(table.load(hash), Some(entry(10 - hash as u32)));
        }
        table.store(2, Entry { best: None, ..entry(0) });
        assert_eq!(table.load(2), Some(Entry { best: None, ..entry(0) }));
        table.clear();
        assert_eq!(table.load(2), None);
    }
}
