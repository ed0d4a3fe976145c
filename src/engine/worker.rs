//! Body of the searcher thread: takes jobs, picks the game's search, survives its failures.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::{Receiver, Sender};

use crate::game::{Position, Variant};
use crate::search::report::{Line, Progress, Score, Selectivity};
use crate::{gomoku, othello};

use super::{Event, Job, Learned, Order, Setup};

/// The search of the game played last. Only one game's tables exist at a time, so that the memory
/// limit holds for the process.
enum Brain {
    Idle,
    Gomoku(Box<gomoku::search::Searcher>),
    Othello(Box<othello::search::Searcher>),
}

struct Worker {
    brain: Brain,
    table_bytes: usize,
    threads: usize,
    learned: Learned,
}

/// Prepares for the game of `setup`, tells that it is `ready`, and carries out orders until their sender
/// is gone.
pub(super) fn run(
    setup: Setup,
    orders: &Receiver<Order>,
    events: &Sender<Event>,
    ready: &Sender<()>,
) {
    let Setup { variant, table_bytes, threads, learned } = setup;
    let mut worker = Worker { brain: Brain::Idle, table_bytes, threads, learned };
    worker.load(variant);
    // Who started this may be gone already.
    let _ = ready.send(());
    for order in orders {
        match order {
            Order::Evaluate { id, position } => {
                let score = worker.evaluate(&position);
                if events.send(Event::Evaluated { id, score }).is_err() {
                    return;
                }
            }
            Order::Prepare(position) => {
                worker.prepare(&position);
                if events.send(Event::Prepared).is_err() {
                    return;
                }
            }
            Order::Resize(bytes) => worker.resize(bytes),
            Order::Threads(threads) => worker.set_threads(threads),
            Order::Clear => worker.clear(),
            Order::Search(job) => {
                let result = worker.search_or_recover(&job, events);
                if events.send(Event::Finished { id: job.id, result }).is_err() {
                    return;
                }
            }
        }
    }
}

impl Worker {
    fn prepare(&mut self, position: &Position) {
        self.load(position.variant());
        if let Position::Gomoku(game) = position {
            self.gomoku().prepare(game.rule());
        }
    }

    fn load(&mut self, variant: Variant) {
        match variant {
            Variant::Gomoku { .. } => {
                self.gomoku();
            }
            Variant::Othello => {
                self.learned.book();
                self.othello();
            }
        }
    }

    fn resize(&mut self, bytes: usize) {
        if bytes == self.table_bytes {
            return;
        }
        self.table_bytes = bytes;
        match &mut self.brain {
            Brain::Idle => {}
            Brain::Gomoku(search) => search.resize(bytes),
            Brain::Othello(search) => search.resize(bytes),
        }
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        match &mut self.brain {
            Brain::Idle => {}
            Brain::Gomoku(search) => search.set_threads(threads),
            Brain::Othello(search) => search.set_threads(threads),
        }
    }

    fn clear(&mut self) {
        match &mut self.brain {
            Brain::Idle => {}
            Brain::Gomoku(search) => search.clear(),
            Brain::Othello(search) => search.clear(),
        }
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        match position {
            Position::Gomoku(game) => self.gomoku().evaluate(game),
            Position::Othello(game) => self.othello().evaluate(game),
        }
    }

    /// Searches. A search that panics is a defect, but it must not cost the game: it is logged,
    /// the search starts afresh with the next job, and the answer has no line.
    fn search_or_recover(&mut self, job: &Job, events: &Sender<Event>) -> Progress {
        let search = AssertUnwindSafe(|| self.search(job, events));
        catch_unwind(search).unwrap_or_else(|_| {
            log::error!("the search failed in {:?}", job.position);
            self.brain = Brain::Idle;
            without_search(job, Vec::new())
        })
    }

    /// What the opening book has for the job, if it may be played.
    fn look_up(&self, job: &Job) -> Option<Line> {
        let (Position::Othello(game), Some(variety)) = (&job.position, job.book) else {
            return None;
        };
        self.learned.book().choose(game.board(), variety)
    }

    fn search(&mut self, job: &Job, events: &Sender<Event>) -> Progress {
        if let Some(line) = self.look_up(job) {
            // As below.
            let _ = events.send(Event::Booked { id: job.id, line: line.clone() });
            return without_search(job, vec![line]);
        }
        let mut report = |progress: &Progress| {
            // A receiver that is gone no longer wants to know.
            let _ = events.send(Event::Progress { id: job.id, progress: progress.clone() });
        };
        match &job.position {
            Position::Gomoku(game) => {
                self.gomoku().search(game, &job.request, &job.control, &mut report)
            }
            Position::Othello(game) => {
                self.othello().search(game, &job.request, &job.control, &mut report)
            }
        }
    }

    fn gomoku(&mut self) -> &mut gomoku::search::Searcher {
        if !matches!(self.brain, Brain::Gomoku(_)) {
            // The other game's table goes before this one's comes.
            self.brain = Brain::Idle;
            let weights = self.learned.for_gomoku();
            let mut search = gomoku::search::Searcher::with_weights(self.table_bytes, weights);
            search.set_threads(self.threads);
            self.brain = Brain::Gomoku(Box::new(search));
        }
        match &mut self.brain {
            Brain::Gomoku(search) => search,
            Brain::Idle | Brain::Othello(_) => unreachable!("it was just set"),
        }
    }

    fn othello(&mut self) -> &mut othello::search::Searcher {
        if !matches!(self.brain, Brain::Othello(_)) {
            self.brain = Brain::Idle;
            let weights = self.learned.for_othello();
            let mut search = othello::search::Searcher::with_weights(self.table_bytes, weights);
            search.set_threads(self.threads);
            self.brain = Brain::Othello(Box::new(search));
        }
        match &mut self.brain {
            Brain::Othello(search) => search,
            Brain::Idle | Brain::Gomoku(_) => unreachable!("it was just set"),
        }
    }
}

/// The result of a job that took no search.
fn without_search(job: &Job, lines: Vec<Line>) -> Progress {
    let elapsed = job.control.elapsed();
    Progress { depth: 0, selectivity: Selectivity::Extended(0), nodes: 0, elapsed, lines }
}
