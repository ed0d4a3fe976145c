//! Memory for buckets, all zeros at first: pages of the system, or on WebAssembly the heap.

#[cfg(not(target_family = "wasm"))]
use std::{
    sync::Arc,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use crate::sync::atomic::AtomicU64;

/// A bucket: one cache line. All zeros means empty.
pub type Bucket = [AtomicU64; 8];

/// A fixed number of buckets.
pub struct Memory {
    #[cfg(not(target_family = "wasm"))]
    warmer: Option<Warmer>,
    allocation: Allocation,
}

/// The thread that touches every page.
#[cfg(not(target_family = "wasm"))]
struct Warmer {
    touching: Arc<Touching>,
    thread: thread::JoinHandle<()>,
}

/// State shared with that thread.
#[cfg(not(target_family = "wasm"))]
#[derive(Default)]
struct Touching {
    is_cancelled: AtomicBool,
    is_paused: AtomicBool,
    /// The number of buckets at the front whose pages have been touched.
    touched: AtomicUsize,
}

/// Makes the thread that touches the pages of a table wait, until it is dropped.
pub struct Pause {
    #[cfg(not(target_family = "wasm"))]
    touching: Arc<Touching>,
    #[cfg(not(target_family = "wasm"))]
    thread: thread::Thread,
}

#[cfg(not(target_family = "wasm"))]
impl Drop for Pause {
    fn drop(&mut self) {
        self.touching.is_paused.store(false, Relaxed);
        self.thread.unpark();
    }
}

/// How long the thread waits for settings that change the size of the table.
#[cfg(not(target_family = "wasm"))]
const PATIENCE: Duration = Duration::from_millis(50);

/// Buckets of the smallest page.
#[cfg(not(target_family = "wasm"))]
const PAGE: usize = 4096 / size_of::<Bucket>();

/// Buckets that the thread touches before it lets others run, so that on a machine with few processors no answer waits
/// for all of them: as many as a large page has.
#[cfg(not(target_family = "wasm"))]
const TURN: usize = (2 << 20) / size_of::<Bucket>();

#[cfg(not(target_family = "wasm"))]
type Allocation = memmap2::MmapRaw;

#[cfg(target_family = "wasm")]
type Allocation = Vec<Bucket>;

impl Memory {
    /// Memory for `count` buckets; `None` if there is not enough. Uses large pages if available, because nearly
    /// every access is to another page.
    #[cfg(not(target_family = "wasm"))]
    pub fn zeroed(count: usize) -> Option<Memory> {
        let bytes = count.checked_mul(size_of::<Bucket>())?;
        let memory = Allocation::from(memmap2::MmapMut::map_anon(bytes).ok()?);
        // Miri does not support the call.
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages for the table: {error}");
        }
        Some(Memory { warmer: None, allocation: memory })
    }

    /// Makes a thread touch every page once, soon: the system provides pages when they are first written, and on some
    /// systems this is so slow that the first search hardly advances.
    #[cfg(not(target_family = "wasm"))]
    pub fn warm(&mut self) {
        if self.warmer.is_some() {
            return;
        }
        // SAFETY: the buckets outlive the thread, because `drop` waits for its end before it frees them.
        let buckets: &'static [Bucket] = unsafe { &*std::ptr::from_ref(self.buckets()) };
        let touching = Arc::<Touching>::default();
        let shared = Arc::clone(&touching);
        let touch = move || {
            let start = Instant::now();
            while !shared.is_cancelled.load(Relaxed) && start.elapsed() < PATIENCE {
                thread::park_timeout(PATIENCE);
            }
            shared.touch_all(buckets);
        };
        match thread::Builder::new().name("table pages".to_owned()).spawn(touch) {
            Ok(thread) => self.warmer = Some(Warmer { touching, thread }),
            Err(error) => log::debug!("no thread for the pages of the table: {error}"),
        }
    }

    /// Makes the thread that touches the pages wait. Returns the number of buckets at the front whose pages have been
    /// touched, at least `least` of them; `None` if no thread is still touching pages.
    #[cfg(not(target_family = "wasm"))]
    pub fn pause(&self, least: usize) -> Option<(Pause, usize)> {
        let Warmer { touching, thread } = self.warmer.as_ref()?;
        let (buckets, touched) = (self.buckets(), touching.touched.load(Relaxed));
        if touched == buckets.len() {
            return None;
        }
        touching.is_paused.store(true, Relaxed);
        let least = least.min(buckets.len());
        buckets[touched.min(least)..least].iter().step_by(PAGE).for_each(touch);
        let pause = Pause { touching: Arc::clone(touching), thread: thread.thread().clone() };
        Some((pause, touched.max(least)))
    }

    /// Nothing to wait for: see [`Memory::warm`].
    #[cfg(target_family = "wasm")]
    pub fn pause(&self, _: usize) -> Option<(Pause, usize)> {
        None
    }

    /// Ends the thread that touches the pages, because all of them have been touched.
    #[cfg(not(target_family = "wasm"))]
    pub fn end_warming(&self) {
        if let Some(Warmer { touching, .. }) = &self.warmer {
            touching.is_cancelled.store(true, Relaxed);
            touching.touched.store(self.buckets().len(), Relaxed);
        }
    }

    #[cfg(target_family = "wasm")]
    pub fn end_warming(&self) {}

    /// Whether a thread has been started to touch the pages.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_warmed(&self) -> bool {
        self.warmer.is_some()
    }

    #[cfg(target_family = "wasm")]
    pub fn is_warmed(&self) -> bool {
        false
    }

    /// No effect: allocation on the heap has already written every page.
    #[cfg(target_family = "wasm")]
    pub fn warm(&mut self) {}

    /// Memory for `count` buckets; `None` if there is not enough.
    #[cfg(target_family = "wasm")]
    pub fn zeroed(count: usize) -> Option<Memory> {
        let mut memory = Allocation::new();
        memory.try_reserve_exact(count).ok()?;
        memory.resize_with(count, Bucket::default);
        Some(Memory { allocation: memory })
    }

    #[cfg(not(target_family = "wasm"))]
    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        let count = self.allocation.len() / size_of::<Bucket>();
        // SAFETY: the memory belongs to `self` alone and lives as long. It begins with a page and thus at a
        // multiple of a bucket's size, and any bits are a valid atomic word. There never is a reference to it as
        // bytes, which would forbid writing.
        unsafe { std::slice::from_raw_parts(self.allocation.as_mut_ptr().cast(), count) }
    }

    #[cfg(target_family = "wasm")]
    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        &self.allocation
    }
}

#[cfg(not(target_family = "wasm"))]
impl Touching {
    /// Touches the pages of `buckets` one after the other, unless it is cancelled.
    fn touch_all(&self, buckets: &[Bucket]) {
        for (page, bucket) in buckets.iter().step_by(PAGE).enumerate() {
            if (page * PAGE).is_multiple_of(TURN) {
                thread::yield_now();
            }
            while self.is_paused.load(Relaxed) && !self.is_cancelled.load(Relaxed) {
                thread::park();
            }
            if self.is_cancelled.load(Relaxed) {
                return;
            }
            touch(bucket);
            self.touched.fetch_max(buckets.len().min((page + 1) * PAGE), Relaxed);
        }
    }
}

/// Makes the system provide the page of `bucket` by writing an empty word back. A search may be writing at the same
/// time.
#[cfg(not(target_family = "wasm"))]
fn touch(bucket: &Bucket) {
    let _ = bucket[0].compare_exchange(0, 0, Relaxed, Relaxed);
}

#[cfg(not(target_family = "wasm"))]
impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(Warmer { touching, thread }) = self.warmer.take() {
            touching.is_cancelled.store(true, Relaxed);
            thread.thread().unpark();
            if thread.join().is_err() {
                log::error!("the pages of the table were not touched");
            }
        }
    }
}
