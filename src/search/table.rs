//! Memory of a transposition table: an array of buckets, addressed by hash.
//!
//! Each game defines the contents of its buckets.

mod memory;

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use memory::Memory;
pub use memory::{Bucket, Pause};

use super::control::Control;
use super::limits::Limits;

use crate::replacement::Replacement;

/// The longest time limit of a brief search.
const BRIEF: Duration = Duration::from_secs(2);
/// Bytes of the table per thread and millisecond of a brief search, in which a thread visits about 1000 nodes.
const BYTES_PER_MS: usize = 16 << 10;
/// Most bytes of the table that a brief search makes the system provide.
const MOST_BYTES: usize = 64 << 20;

/// A fixed number of buckets addressed by hash.
pub struct Table {
    memory: Memory,
    /// How many buckets, from the front, are in use: all, unless [`Table::begin_search`] restricts a search.
    in_use: usize,
    /// Whether its values come from searches in which moves were barred, so that they hold for no others.
    pub is_barred: bool,
    /// Whether known values may be in it, or results that depend on them.
    pub has_known: bool,
    /// What the last search that used it was for, if it is not empty.
    pub purpose: Option<String>,
}

impl Table {
    /// As many buckets as fit into `bytes`, at least one; fewer if memory is short. The system provides pages
    /// when they are first written, so creating a large table costs nothing.
    ///
    /// # Panics
    /// If there is no memory for a single bucket.
    pub fn with_bytes(bytes: usize) -> Table {
        let memory = zeroed((bytes / size_of::<Bucket>()).max(1));
        let in_use = memory.buckets().len();
        Table { in_use, memory, is_barred: false, has_known: false, purpose: None }
    }

    /// Makes the system provide every page in the background, for a search that is about to begin.
    pub fn warm(&mut self) {
        self.memory.warm();
    }

    /// Prepares for a search of `threads` threads. Drop the result when the search ends.
    ///
    /// The system may take longer to provide a page than a brief search may take. While pages are missing, such a
    /// search therefore uses only the part of the table that has them, and warming waits for its end. When this part
    /// grows, earlier entries are no longer found. A search that is limited by nodes or depth always uses the whole
    /// table, so that it can be repeated.
    #[must_use]
    pub fn begin_search(
        &mut self,
        limits: &Limits,
        control: &Control,
        threads: usize,
    ) -> Option<Pause> {
        let is_repeatable = limits.nodes.is_some() || limits.depth.is_some();
        let time = control.budget().map(|budget| budget.maximum);
        let brief = time.filter(|&time| time <= BRIEF && !is_repeatable);
        let paused = brief.and_then(|time| {
            let bytes = BYTES_PER_MS * threads * (1 + time.as_millis() as usize);
            self.memory.pause(bytes.min(MOST_BYTES) / size_of::<Bucket>())
        });
        let (pause, in_use) = paused.unzip();
        self.in_use = in_use.unwrap_or(self.buckets().len());
        pause
    }

    /// Empties the table and changes its size to `bytes`, as in [`Table::with_bytes`].
    pub fn resize(&mut self, bytes: usize) {
        let was_warmed = self.memory.is_warmed();
        // Free the old memory before allocating the new.
        self.memory = zeroed(1);
        *self = Table::with_bytes(bytes);
        if was_warmed {
            self.warm();
        }
    }

    /// Empties every bucket.
    pub fn clear(&mut self) {
        self.resize(size_of_val(self.buckets()));
    }

    /// How full the table is, 0 to 1, by a sample of its words.
    pub fn usage(&self) -> f64 {
        const SAMPLES: usize = 4096;
        let buckets = self.buckets();
        let step = (buckets.len() / SAMPLES).max(1);
        let words = buckets.iter().step_by(step).flatten();
        let (used, all) = words
            .fold((0, 0), |(used, all), word| (used + u32::from(word.load(Relaxed) != 0), all + 1));
        f64::from(used) / f64::from(all)
    }

    /// Writes the table to a file, under a heading that states its purpose, or `unless_used` if no search had one.
    fn save(&self, path: &Path, unless_used: &str) -> io::Result<()> {
        if self.is_barred {
            return Err(io::Error::other("moves were blocked in its searches"));
        }
        let mut file = Replacement::new(path)?;
        let purpose = self.purpose.as_deref().unwrap_or(unless_used);
        file.write_all(self.heading(purpose).as_bytes())?;
        for word in self.buckets().iter().flatten() {
            file.write_all(&word.load(Relaxed).to_le_bytes())?;
        }
        file.commit()
    }

    fn load(&mut self, path: &Path, purpose: &str) -> io::Result<()> {
        let length = path.metadata()?.len();
        self.read(BufReader::new(File::open(path)?), length, purpose)
    }

    /// Reads the table from a file of `length` bytes that was saved for the same `purpose` from a table of the same
    /// size. This touches every page.
    ///
    /// # Errors
    /// It is another file. One that ends or fails early leaves the table with part of its contents.
    pub fn read(&mut self, mut file: impl Read, length: u64, purpose: &str) -> io::Result<()> {
        let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
        let heading = self.heading(purpose);
        let mut found = Vec::new();
        file.by_ref().take(heading.len() as u64).read_to_end(&mut found)?;
        let bytes = size_of_val(self.buckets());
        if found != heading.as_bytes() {
            let kib = bytes >> 10;
            return Err(invalid(format!("no table of {kib} KiB of this version for {purpose}")));
        }
        let expected = (heading.len() + bytes) as u64;
        if length != expected {
            return Err(invalid(format!("the file has {length} bytes instead of {expected}")));
        }
        self.purpose = Some(purpose.to_owned());
        let mut word_bytes = [0; 8];
        for word in self.buckets().iter().flatten() {
            file.read_exact(&mut word_bytes)?;
            word.store(u64::from_le_bytes(word_bytes), Relaxed);
        }
        self.memory.end_warming();
        (self.is_barred, self.has_known) = (false, false);
        Ok(())
    }

    fn heading(&self, purpose: &str) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!("Tengen {version} table of {} buckets: {purpose}\n", self.buckets().len())
    }

    /// The bucket of `hash`. The upper bits of the hash choose it (multiply-high, so that the count
    /// need not be a power of two); the lower bits distinguish its entries.
    #[inline]
    pub fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets()[((u128::from(hash) * self.in_use as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of `hash`: the table exceeds the cache, and a memory access takes longer than
    /// making a move.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        self.memory.buckets()
    }
}

/// An operation on a whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableFile {
    /// Save it for the purpose of its searches, or for this one if there were none.
    Save(PathBuf, String),
    /// Load the table saved for this purpose.
    Load(PathBuf, String),
    /// Report how full it is.
    Measure,
}

impl TableFile {
    /// Performs the operation on `table`; returns a message.
    ///
    /// # Errors
    /// The file cannot be written, or read as a table of this size and purpose. A file that ends or fails early
    /// leaves the table with part of its contents. A table of searches in which moves were barred is not saved.
    pub fn carry_out(&self, table: &mut Table) -> io::Result<String> {
        match self {
            TableFile::Save(path, purpose) => {
                table.save(path, purpose).map(|()| "hash table saved".to_owned())
            }
            TableFile::Load(path, purpose) => {
                table.load(path, purpose).map(|()| "hash table loaded".to_owned())
            }
            TableFile::Measure => Ok(format!("hash table {:.1}% full", 100.0 * table.usage())),
        }
    }
}

/// Prefetches `place` into the cache, on processors where this is possible.
#[inline]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE, and prefetching accesses nothing.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Allocates `count` empty buckets, halving the count until the allocation succeeds.
fn zeroed(mut count: usize) -> Memory {
    loop {
        if let Some(memory) = Memory::zeroed(count) {
            return memory;
        }
        assert!(count > 1, "no memory for a table");
        count /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::clock::Instant;
    use crate::search::limits::Budget;

    #[test]
    fn every_hash_has_a_bucket_and_clearing_empties_them() {
        let mut table = Table::with_bytes(1000 * 64 + 63);
        assert_eq!(table.buckets().len(), 1000);
        for hash in [0, 1, u64::MAX / 2, u64::MAX] {
            table.prefetch(hash);
            table.bucket(hash)[3].store(7, Relaxed);
        }
        assert_eq!(table.bucket(u64::MAX)[3].load(Relaxed), 7);
        table.clear();
        assert_eq!(table.buckets().len(), 1000);
        assert!(table.buckets().iter().flatten().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn a_saved_table_comes_back_if_size_and_purpose_agree() {
        let path = std::env::temp_dir().join(format!("tengen-table-{}", std::process::id()));
        let (mut table, mut copy) = (Table::with_bytes(1 << 12), Table::with_bytes(1 << 12));
        table.bucket(u64::MAX)[7].store(u64::MAX / 3, Relaxed);
        assert!(TableFile::Load(path.clone(), "one".into()).carry_out(&mut copy).is_err());
        TableFile::Save(path.clone(), "one".into()).carry_out(&mut table).unwrap();
        let mut larger = Table::with_bytes(1 << 13);
        for (purpose, table) in [("another", &mut copy), ("one", &mut larger)] {
            assert!(TableFile::Load(path.clone(), purpose.into()).carry_out(table).is_err());
            assert_eq!(table.usage(), 0.0, "{purpose}");
        }
        TableFile::Load(path.clone(), "one".into()).carry_out(&mut copy).unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!(copy.bucket(u64::MAX)[7].load(Relaxed), u64::MAX / 3);
        assert_eq!(TableFile::Measure.carry_out(&mut copy).unwrap(), "hash table 0.2% full");
    }

    #[test]
    #[cfg_attr(miri, ignore = "it has no hard links")]
    fn a_table_replaces_the_one_saved_before_and_a_cut_off_one_is_told_apart() {
        let folder = std::env::temp_dir().join(format!("tengen-cut-table-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let (path, link) = (folder.join("table"), folder.join("link"));
        let (mut table, mut other) = (Table::with_bytes(1 << 12), Table::with_bytes(1 << 13));
        std::fs::write(&path, "old").unwrap();
        std::fs::hard_link(&path, &link).unwrap();
        TableFile::Save(path.clone(), "one".into()).carry_out(&mut table).unwrap();
        assert_eq!(std::fs::read(&link).unwrap(), b"old", "a new file, not the old one rewritten");
        let why = |table: &mut Table| {
            let load = TableFile::Load(path.clone(), "one".into());
            load.carry_out(table).unwrap_err().to_string()
        };
        assert_eq!(why(&mut other), "no table of 8 KiB of this version for one");
        let whole = path.metadata().unwrap().len();
        let file = File::options().write(true).open(&path).unwrap();
        file.set_len(whole - 1).unwrap();
        assert_eq!(why(&mut table), format!("the file has {} bytes instead of {whole}", whole - 1));
        file.set_len(3).unwrap();
        assert_eq!(why(&mut table), "no table of 4 KiB of this version for one");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn warming_changes_no_bucket_and_ends_with_the_table() {
        // Several large pages; Miri would take minutes for them.
        let mut table = Table::with_bytes(if cfg!(miri) { 1 << 16 } else { 1 << 24 });
        table.bucket(0)[0].store(7, Relaxed);
        table.warm();
        table.warm();
        table.bucket(u64::MAX)[0].store(8, Relaxed);
        let words = [0, u64::MAX].map(|hash| table.bucket(hash)[0].load(Relaxed));
        assert_eq!(words, [7, 8]);
        table.clear();
        assert_eq!(table.usage(), 0.0);
    }

    #[test]
    #[cfg(not(target_family = "wasm"))]
    fn a_table_stays_warmed_or_not_when_its_size_changes() {
        let mut table = Table::with_bytes(1 << 16);
        table.bucket(0)[0].store(7, Relaxed);
        table.resize(1 << 17);
        assert!(!table.memory.is_warmed());
        assert_eq!((table.buckets().len(), table.usage()), (1 << 11, 0.0));
        table.warm();
        for bytes in [1 << 18, 1 << 12] {
            table.resize(bytes);
            assert!(table.memory.is_warmed(), "{bytes}");
            assert_eq!(table.buckets().len(), bytes / 64);
        }
    }

    /// A warmed table most of whose pages are missing, and a brief search that has begun.
    #[cfg(not(target_family = "wasm"))]
    fn searched_briefly(brief: &Control) -> (Table, Pause) {
        let attempt = |_| {
            let mut table = Table::with_bytes(64 << 20);
            table.warm();
            let pause = table.begin_search(&Limits::default(), brief, 2)?;
            Some((table, pause))
        };
        (0..100).find_map(attempt).expect("no thread touches all the pages that soon")
    }

    #[test]
    #[cfg(not(target_family = "wasm"))]
    #[cfg_attr(miri, ignore = "too many pages")]
    fn a_brief_search_keeps_to_the_pages_that_are_there() {
        let within = |ms| Some(Budget::exactly(Duration::from_millis(ms)));
        let control = |ms| Control::new(Instant::now(), within(ms));
        let (mut table, pause) = searched_briefly(&control(9));
        let all = table.buckets().len();
        assert!((2 * 10 * 256..all).contains(&table.in_use), "{}", table.in_use);
        table.bucket(u64::MAX)[0].store(7, Relaxed);
        assert_eq!(table.buckets()[table.in_use - 1][0].load(Relaxed), 7);

        std::thread::sleep(Duration::from_millis(200));
        let (second, touched) = table.memory.pause(0).expect("no page is touched during a search");
        std::thread::sleep(Duration::from_millis(200));
        let (third, later) = table.memory.pause(0).expect("no page is touched during a search");
        assert_eq!(later, touched);

        drop((pause, second, third));
        let give_up = Instant::now() + Duration::from_secs(60);
        while table.memory.pause(0).is_some() {
            assert!(Instant::now() < give_up, "the pages are touched after the search");
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(table.begin_search(&Limits::default(), &control(9), 2).is_none());
        assert_eq!(table.in_use, all);
    }

    #[test]
    #[cfg(not(target_family = "wasm"))]
    #[cfg_attr(miri, ignore = "too many pages")]
    fn a_loaded_table_is_used_as_a_whole() {
        let path = std::env::temp_dir().join(format!("tengen-warm-table-{}", std::process::id()));
        let brief = Control::new(Instant::now(), Some(Budget::exactly(Duration::ZERO)));
        let (mut table, pause) = searched_briefly(&brief);
        TableFile::Save(path.clone(), "one".into()).carry_out(&mut table).unwrap();
        TableFile::Load(path.clone(), "one".into()).carry_out(&mut table).unwrap();
        std::fs::remove_file(path).unwrap();
        drop(pause);
        assert!(table.begin_search(&Limits::default(), &brief, 1).is_none());
        assert_eq!(table.in_use, table.buckets().len());
    }

    #[test]
    #[cfg(not(target_family = "wasm"))]
    #[cfg_attr(miri, ignore = "too many pages")]
    fn long_and_repeatable_searches_use_the_whole_table() {
        let within = |time| Control::new(Instant::now(), Some(Budget::exactly(time)));
        let (mut table, pause) = searched_briefly(&within(Duration::ZERO));
        drop(pause);
        let nodes = Limits { nodes: Some(1000), ..Limits::default() };
        let depth = Limits { depth: Some(3), ..Limits::default() };
        let brief = within(Duration::ZERO);
        let long = within(BRIEF + Duration::from_millis(1));
        let whole = [(nodes, &brief), (depth, &brief), (Limits::default(), &long)];
        for (limits, control) in whole.into_iter().chain([(nodes, &Control::unlimited())]) {
            table.in_use = 1;
            assert!(table.begin_search(&limits, control, 1).is_none());
            assert_eq!(table.in_use, table.buckets().len());
        }
        let mut cold = Table::with_bytes(64 << 20);
        assert!(cold.begin_search(&Limits::default(), &brief, 1).is_none(), "nothing warms it");
        assert_eq!(cold.in_use, cold.buckets().len());
    }

    #[test]
    fn a_table_larger_than_memory_becomes_smaller() {
        assert!(!Table::with_bytes(usize::MAX).buckets().is_empty());
    }

    #[test]
    fn the_smallest_table_has_one_bucket() {
        assert_eq!(Table::with_bytes(0).buckets().len(), 1);
    }

    #[test]
    fn a_bucket_is_one_line_of_the_cache() {
        let table = Table::with_bytes(1 << 12);
        assert!(table.buckets().iter().all(|bucket| std::ptr::from_ref(bucket).addr() % 64 == 0));
    }
}
