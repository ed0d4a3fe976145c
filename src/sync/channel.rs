//! Channels with the used part of crossbeam's interface, built from primitives that Shuttle controls.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shuttle::rand::{Rng, thread_rng};
use shuttle::sync::Mutex;
use shuttle::thread::{self, Thread};

/// The receiver is gone.
#[derive(Debug)]
pub struct SendError;

/// Nothing is left, and all senders are gone.
#[derive(Debug)]
pub struct RecvError;

/// Why nothing came in time.
#[derive(Debug)]
pub enum RecvTimeoutError {
    Timeout,
    Disconnected,
}

#[derive(Debug)]
struct State<T> {
    queue: VecDeque<T>,
    senders: usize,
    receivers: usize,
    /// Whether it may become ready at any moment, like the timer of a deadline.
    is_timer: bool,
    waiting: Vec<Thread>,
}

type Shared<T> = Arc<Mutex<State<T>>>;

fn change<T, R>(shared: &Shared<T>, change: impl FnOnce(&mut State<T>) -> R) -> R {
    change(&mut shared.lock().expect("no thread panics with the lock"))
}

/// Wakes the waiting threads, so that they look again.
fn wake<T>(shared: &Shared<T>) {
    let waiting = change(shared, |state| std::mem::take(&mut state.waiting));
    waiting.iter().for_each(Thread::unpark);
}

#[derive(Debug)]
pub struct Sender<T>(Shared<T>);

#[derive(Debug)]
pub struct Receiver<T>(Shared<T>);

fn new<T>(senders: usize, is_timer: bool) -> Shared<T> {
    let (queue, waiting) = (VecDeque::new(), Vec::new());
    Arc::new(Mutex::new(State { queue, senders, receivers: 1, is_timer, waiting }))
}

pub fn unbounded<T>() -> (Sender<T>, Receiver<T>) {
    let shared = new(1, false);
    (Sender(shared.clone()), Receiver(shared))
}

/// The model has no bound: a sender never waits.
pub fn bounded<T>(_capacity: usize) -> (Sender<T>, Receiver<T>) {
    unbounded()
}

/// A channel that is never ready.
pub fn never<T>() -> Receiver<T> {
    Receiver(new(1, false))
}

/// A channel that becomes ready at a random moment, whatever the deadline: a test must not rely on time.
pub fn at(_deadline: Instant) -> Receiver<Instant> {
    Receiver(new(1, true))
}

impl<T> Sender<T> {
    pub fn send(&self, message: T) -> Result<(), SendError> {
        let is_taken = change(&self.0, |state| {
            state.queue.push_back(message);
            state.receivers > 0
        });
        wake(&self.0);
        if is_taken { Ok(()) } else { Err(SendError) }
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        change(&self.0, |state| state.senders += 1);
        Sender(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        change(&self.0, |state| state.senders -= 1);
        wake(&self.0);
    }
}

impl<T> Receiver<T> {
    pub fn recv(&self) -> Result<T, RecvError> {
        first(&[self], true);
        self.take()
    }

    /// A random choice decides whether the time is over.
    pub fn recv_timeout(&self, _time: Duration) -> Result<T, RecvTimeoutError> {
        if !self.is_ready() && thread_rng().r#gen() {
            return Err(RecvTimeoutError::Timeout);
        }
        self.recv().map_err(|RecvError| RecvTimeoutError::Disconnected)
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        std::iter::from_fn(|| self.recv().ok())
    }

    /// The next message of a channel that is ready.
    pub fn take(&self) -> Result<T, RecvError> {
        change(&self.0, |state| state.queue.pop_front()).ok_or(RecvError)
    }
}

impl<T> Clone for Receiver<T> {
    fn clone(&self) -> Receiver<T> {
        change(&self.0, |state| state.receivers += 1);
        Receiver(self.0.clone())
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        change(&self.0, |state| state.receivers -= 1);
    }
}

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Box<dyn Iterator<Item = T> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

/// A channel to wait for, whatever it carries.
pub trait Awaited {
    /// Whether a message is available or will never be.
    fn is_ready(&self) -> bool;

    /// Wakes this thread when that may have changed.
    fn register(&self);
}

impl<T> Awaited for Receiver<T> {
    fn is_ready(&self) -> bool {
        change(&self.0, |state| {
            !state.queue.is_empty() || state.senders == 0 || state.is_timer && thread_rng().r#gen()
        })
    }

    fn register(&self) {
        change(&self.0, |state| state.waiting.push(thread::current()));
    }
}

impl<A: Awaited> Awaited for &A {
    fn is_ready(&self) -> bool {
        (**self).is_ready()
    }

    fn register(&self) {
        (**self).register();
    }
}

/// Waits for any of `channels` and returns its index: of several that are ready, the first if `is_biased`.
pub fn first(channels: &[&dyn Awaited], is_biased: bool) -> usize {
    loop {
        channels.iter().for_each(|channel| channel.register());
        let ready: Vec<usize> =
            (0..channels.len()).filter(|&index| channels[index].is_ready()).collect();
        match ready[..] {
            [] => thread::park(),
            [first, ..] if is_biased => return first,
            _ => return ready[thread_rng().gen_range(0..ready.len())],
        }
    }
}

macro_rules! select_of {
    ($is_biased:literal, $(recv($channel:expr) -> $message:pat => $then:expr),+ $(,)?) => {{
        let chosen = $crate::sync::channel::first(
            &[$(&$channel as &dyn $crate::sync::channel::Awaited),+],
            $is_biased,
        );
        let mut index = 0..;
        $(if index.next() == Some(chosen) {
            let $message = $channel.take();
            $then
        })+
    }};
}

/// crossbeam's macro.
macro_rules! select {
    ($($arms:tt)+) => { $crate::sync::channel::select_of!(false, $($arms)+) };
}

/// crossbeam's macro.
macro_rules! select_biased {
    ($($arms:tt)+) => { $crate::sync::channel::select_of!(true, $($arms)+) };
}
pub(crate) use {select, select_biased, select_of};
