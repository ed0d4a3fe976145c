//! Entries of the transposition table: packing, probing and replacement.
//!
//! A bucket has four entries of two relaxed atomic words. The first word is the hash xored with the second,
//! so that an entry torn by two writers looks like that of another position.

use std::sync::atomic::Ordering::Relaxed;

use super::params::Params;
use super::value::{PLY, Value, is_decided, is_loss};
use crate::gomoku::rules::grid::Square;
use crate::search::table::Bucket;

/// Least depth stored; depths take 12 bits.
const MIN_DEPTH: i32 = -8 * PLY;
const MAX_STORED_DEPTH: i32 = (1 << 12) - 1;
/// Number of searches after which a generation number is used again.
const GENERATIONS: u8 = 64;

/// How a value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The true value is this.
    Exact = 3,
}

impl Bound {
    /// Whether `value` with this bound decides a search with that window.
    pub fn decides(self, value: Value, (alpha, beta): (Value, Value)) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// `estimate`, improved by `value` as far as this bound allows.
    pub fn refine(self, estimate: Value, value: Value) -> Value {
        match self {
            Bound::Exact => value,
            Bound::Lower => estimate.max(value),
            Bound::Upper => estimate.min(value),
        }
    }
}

/// Result of a search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// Value; in decided games the distance counts from this position.
    pub value: Value,
    /// Static evaluation.
    pub evaluation: Value,
    /// Best move, if one was better than the rest.
    pub best: Option<Square>,
    /// Depth searched, in parts of [`PLY`].
    pub depth: i32,
    /// Meaning of `value`.
    pub bound: Bound,
    /// Whether the position was ever searched with an open window.
    pub is_pv: bool,
}

impl TtEntry {
    /// Whether the position is won or lost, whatever the window of the search that found it.
    pub fn is_proof(&self) -> bool {
        let leaves_open = if is_loss(self.value) { Bound::Lower } else { Bound::Upper };
        is_decided(self.value) && self.bound != leaves_open
    }
}

/// Number of a search, for ageing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Generation(u8);

impl Generation {
    /// The number of the next search.
    pub fn next(self) -> Generation {
        Generation((self.0 + 1) % GENERATIONS)
    }
}

/// The entry of `hash`, if it is in the bucket.
pub(super) fn probe(bucket: &Bucket, hash: u64) -> Option<TtEntry> {
    bucket.chunks_exact(2).find_map(|slot| {
        let data = slot[1].load(Relaxed);
        (data != 0 && slot[0].load(Relaxed) ^ data == hash).then(|| unpack(data))
    })
}

/// Stores the entry of `hash` in the bucket: over the old one of its position, unless that is worth more; otherwise
/// over the shallowest or oldest. A known best move is kept if `entry` has none.
pub(super) fn store(
    bucket: &Bucket,
    hash: u64,
    mut entry: TtEntry,
    generation: Generation,
    params: &Params,
) {
    let mut place = 0;
    let mut least = i32::MAX;
    for (i, slot) in bucket.chunks_exact(2).enumerate() {
        let data = slot[1].load(Relaxed);
        if data != 0 && slot[0].load(Relaxed) ^ data == hash {
            let old = unpack(data);
            if old.is_proof() && !entry.is_proof() {
                return;
            }
            if entry.bound != Bound::Exact
                && !is_decided(entry.value)
                && entry.depth < old.depth - params.tt_keep
                && age(data, generation) == 0
            {
                return;
            }
            entry.best = entry.best.or(old.best);
            place = i;
            break;
        }
        let worth = if data == 0 { i32::MIN } else { worth(data, generation, params) };
        if worth < least {
            (place, least) = (i, worth);
        }
    }
    let data = pack(entry, generation);
    bucket[2 * place].store(hash ^ data, Relaxed);
    bucket[2 * place + 1].store(data, Relaxed);
}

/// Value of keeping an entry: the depth of the search needed to replace it.
fn worth(data: u64, generation: Generation, params: &Params) -> i32 {
    let TtEntry { value, depth, .. } = unpack(data);
    let bonus = if is_decided(value) { params.tt_decided } else { 0 };
    depth + bonus - params.tt_age * age(data, generation)
}

fn age(data: u64, generation: Generation) -> i32 {
    i32::from((generation.0 + GENERATIONS - (data >> 58) as u8) % GENERATIONS)
}

fn pack(entry: TtEntry, generation: Generation) -> u64 {
    let depth = (entry.depth - MIN_DEPTH).clamp(0, MAX_STORED_DEPTH) as u64;
    u64::from(entry.value as i16 as u16)
        | u64::from(entry.evaluation as i16 as u16) << 16
        | entry.best.map_or(0, |square| square.index() as u64) << 32
        | depth << 42
        | (entry.bound as u64) << 54
        | u64::from(entry.is_pv) << 56
        | u64::from(generation.0) << 58
}

fn unpack(data: u64) -> TtEntry {
    let best = (data >> 32 & 1023) as usize;
    TtEntry {
        value: Value::from(data as u16 as i16),
        evaluation: Value::from((data >> 16) as u16 as i16),
        best: (best != 0).then(|| Square::from_index(best)),
        depth: ((data >> 42) as i32 & MAX_STORED_DEPTH) + MIN_DEPTH,
        is_pv: data >> 56 & 1 != 0,
        bound: match data >> 54 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Point;

    fn store(bucket: &Bucket, hash: u64, entry: TtEntry, generation: Generation) {
        super::store(bucket, hash, entry, generation, &Params::default());
    }

    fn entry(depth: i32) -> TtEntry {
        let best = Point::new(21, 21).map(Square::of);
        TtEntry {
            value: -29_998,
            evaluation: 20_000,
            best,
            depth,
            bound: Bound::Lower,
            is_pv: true,
        }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for depth in [MIN_DEPTH, 0, 99 * PLY + 5] {
                let bucket = Bucket::default();
                let entry = TtEntry { bound, best: None, ..entry(depth) };
                store(&bucket, 7, entry, Generation(63));
                assert_eq!(probe(&bucket, 7), Some(entry));
                assert_eq!(probe(&bucket, 8), None);
            }
        }
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let bucket = Bucket::default();
        let generation = Generation::default();
        (1..=4).for_each(|i| store(&bucket, i, entry(i as i32 * PLY), generation));
        store(&bucket, 5, entry(PLY), generation);
        assert_eq!(probe(&bucket, 1), None);
        (2..=5).for_each(|i| assert!(probe(&bucket, i).is_some()));
        store(&bucket, 6, entry(2 * PLY), generation.next());
        store(&bucket, 7, entry(2 * PLY), generation.next());
        assert!(probe(&bucket, 6).is_some() && probe(&bucket, 7).is_some());
    }

    #[test]
    fn a_decided_game_replaces_deeper_estimates_and_outlives_them() {
        let (bucket, generation) = (Bucket::default(), Generation::default());
        let estimate = |depth| TtEntry { value: 50, bound: Bound::Upper, ..entry(depth) };
        store(&bucket, 1, estimate(6 * PLY), generation);
        store(&bucket, 1, estimate(0), generation);
        assert_eq!(probe(&bucket, 1).map(|entry| entry.depth), Some(6 * PLY));
        store(&bucket, 1, entry(0), generation);
        assert_eq!(probe(&bucket, 1), Some(entry(0)));
        (2..=5).for_each(|i| store(&bucket, i, estimate(2 * PLY), generation));
        assert_eq!(probe(&bucket, 1), Some(entry(0)));
        // A lower bound of a loss proves nothing.
        assert!(!entry(0).is_proof());
        store(&bucket, 1, estimate(9 * PLY), generation);
        assert_eq!(probe(&bucket, 1), Some(estimate(9 * PLY)));
        let proof = TtEntry { bound: Bound::Upper, ..entry(0) };
        assert!(proof.is_proof());
        store(&bucket, 1, proof, generation);
        store(&bucket, 1, estimate(9 * PLY), generation.next());
        assert_eq!(probe(&bucket, 1), Some(proof));
        store(&bucket, 1, entry(9 * PLY), generation.next());
        assert_eq!(probe(&bucket, 1), Some(proof));
    }
}

/// Every order of the table's operations, and every value that relaxed memory may show.
#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;
    use crate::sync::in_every_order;

    fn entry(number: i32) -> TtEntry {
        TtEntry {
            value: number,
            evaluation: -number,
            best: Some(Square::from_index(number as usize)),
            depth: PLY * number,
            bound: Bound::Lower,
            is_pv: false,
        }
    }

    fn keep(bucket: &Bucket, hash: u64, number: i32) {
        store(bucket, hash, entry(number), Generation::default(), &Params::default());
    }

    #[test]
    fn model_of_two_writers_and_a_reader_of_gomoku() {
        in_every_order(|| {
            let bucket = Arc::new(Bucket::default());
            let writers = [(7, 100), (8, 200)].map(|(hash, number)| {
                let bucket = bucket.clone();
                thread::spawn(move || keep(&bucket, hash, number))
            });
            let is_whole = |hash, number| probe(&bucket, hash).is_none_or(|it| it == entry(number));
            assert!(is_whole(7, 100) && is_whole(8, 200));
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            assert!(is_whole(7, 100) && is_whole(8, 200));
        });
    }

    #[test]
    fn model_of_two_entries_of_one_position_of_gomoku() {
        in_every_order(|| {
            let bucket = Arc::new(Bucket::default());
            keep(&bucket, 7, 100);
            let writer = thread::spawn({
                let bucket = bucket.clone();
                move || keep(&bucket, 7, 200)
            });
            let found = probe(&bucket, 7);
            assert!(found.is_none_or(|it| it == entry(100) || it == entry(200)), "{found:?}");
            writer.join().unwrap();
            assert_eq!(probe(&bucket, 7), Some(entry(200)));
        });
    }
}
