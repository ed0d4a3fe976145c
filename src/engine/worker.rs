//! Body of the searcher thread: takes jobs, selects the game's search, survives its failures.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use super::messages::{Event, Job, Order, Setup};
use crate::coord::Point;
use crate::game::{Position, Variant};
use crate::search::Search;
use crate::search::control::Control;
use crate::search::guidance::Guidance;
use crate::search::params::ParamSet;
use crate::search::report::{Balance, Evaluation, Line, Progress, Request, Watch};
use crate::search::table::{Table, TableFile};
use crate::sync::channel::{Receiver, Sender};
use crate::{gomoku, othello};

/// Prepares for the game of `setup`, reports `ready`, and carries out orders until their sender is
/// dropped.
pub(super) fn run(
    setup: Setup,
    orders: &Receiver<Order>,
    events: &Sender<Event>,
    ready: &Sender<()>,
) {
    let mut worker = Worker { loaded: None, setup, avoided: Vec::new() };
    worker.load(worker.setup.variant);
    // The owner may be gone already.
    let _ = ready.send(());
    for order in orders {
        match order {
            Order::Evaluate { id, position } => {
                let evaluation = worker.load(position.variant()).evaluate(&position);
                if events.send(Event::Evaluated { id, evaluation }).is_err() {
                    return;
                }
            }
            Order::Prepare(position) => {
                worker.load(position.variant()).prepare(&position);
                if events.send(Event::Prepared).is_err() {
                    return;
                }
            }
            Order::Resize(bytes) => worker.resize(bytes),
            Order::Threads(threads) => worker.set_threads(threads),
            Order::SetParam { name, value } => worker.set_param(name, value),
            Order::Avoid(points) => worker.avoid(points),
            Order::Clear => worker.clear(),
            Order::Table(file) => {
                let result = worker.table(&file);
                if events.send(Event::Table(result)).is_err() {
                    return;
                }
            }
            Order::Search(job) => {
                let result = worker.search_or_recover(&job, events);
                if events.send(Event::Finished { id: job.id, result }).is_err() {
                    return;
                }
            }
        }
    }
}

/// A search of either game, which accepts only positions of its game.
type AnySearch = dyn Search<Game = Position>;

struct Worker {
    /// The searcher of the game played last, and its variant. Only one game's tables exist at a time, so that
    /// the memory limit holds for the process.
    loaded: Option<(Variant, Box<AnySearch>)>,
    setup: Setup,
    /// Points that no search chooses.
    avoided: Vec<Point>,
}

impl Worker {
    /// The search for the game of `variant`; created if the other game's is loaded.
    fn load(&mut self, variant: Variant) -> &mut AnySearch {
        // Free the other game's table before allocating this one's.
        self.loaded.take_if(|(loaded, _)| loaded.is_othello() != variant.is_othello());
        let (_, search) = self.loaded.get_or_insert_with(|| (variant, start(variant, &self.setup)));
        &mut **search
    }

    fn loaded(&mut self) -> Option<&mut AnySearch> {
        self.loaded.as_mut().map(|(_, search)| &mut **search)
    }

    fn resize(&mut self, bytes: usize) {
        if bytes == self.setup.table_bytes {
            return;
        }
        self.setup.table_bytes = bytes;
        if let Some(search) = self.loaded() {
            search.resize(bytes);
        }
    }

    fn set_threads(&mut self, threads: usize) {
        self.setup.threads = threads;
        if let Some(search) = self.loaded() {
            search.set_threads(threads);
        }
    }

    fn set_param(&mut self, name: &str, value: i32) {
        self.setup.learned.set_param(name, value);
        if let Some(search) = self.loaded() {
            set_param(search, name, value);
        }
    }

    fn avoid(&mut self, points: Vec<Point>) {
        self.avoided = points;
    }

    /// Performs the operation `file` on the table of the loaded game.
    fn table(&mut self, file: &TableFile) -> Result<String, String> {
        let Some((variant, search)) = &mut self.loaded else { return Err("no table".to_owned()) };
        let Some(table) = search.table() else {
            return Err(format!("no table to save, load or measure in {}", variant.game_name()));
        };
        file.carry_out(table).map_err(|error| error.to_string())
    }

    fn clear(&mut self) {
        if let Some(search) = self.loaded() {
            search.clear();
        }
    }

    /// Runs a search. A panic is a defect but must not lose the game: it is logged, the result has no line,
    /// and the next job gets a new searcher.
    fn search_or_recover(&mut self, job: &Job, events: &Sender<Event>) -> Progress {
        let search = AssertUnwindSafe(|| self.search(job, events));
        catch_unwind(search).unwrap_or_else(|_| {
            log::error!("the search failed in {:?}", job.position);
            self.loaded = None;
            Progress::unsearched(Vec::new(), job.control.elapsed())
        })
    }

    /// The answer to the job without a search, if one is known.
    fn look_up(&self, job: &Job) -> Option<Line> {
        if job.known.is_some() {
            return job.known.clone();
        }
        let (Position::Othello(game), Some(variety)) = (&job.position, job.book) else {
            return None;
        };
        self.setup.learned.book().choose(game.board(), variety)
    }

    fn search(&mut self, job: &Job, events: &Sender<Event>) -> Progress {
        if let Some(line) = self.look_up(job) {
            // If the receiver is gone, the event is not needed.
            let _ = events.send(Event::Booked { id: job.id, line: line.clone() });
            return Progress::unsearched(vec![line], job.control.elapsed());
        }
        let mut report = |progress: &Progress| {
            // If the receiver is gone, the event is not needed.
            let _ = events.send(Event::Progress { id: job.id, progress: progress.clone() });
        };
        // Kept for later jobs, also if this one fails.
        let avoided = self.avoided.clone();
        let search = self.load(job.position.variant());
        search.avoid(&avoided);
        search.watch(job.is_watched.then(|| {
            let (id, events) = (job.id, events.clone());
            // If the receiver is gone, the event is not needed.
            Box::new(move |mark| drop(events.send(Event::Mark { id, mark }))) as Watch
        }));
        let Job { position, request, control, guidance, .. } = job;
        search.guide(position, guidance);
        match job.balance {
            Some(goal) => search.balance(position, goal, request, control, &mut report),
            None => search.search(position, request, control, &mut report),
        }
    }
}

/// A new search for `variant` with the options of `setup`. Reads the weights and the book.
fn start(variant: Variant, setup: &Setup) -> Box<AnySearch> {
    let Setup { table_bytes, threads, learned, .. } = setup;
    let mut search: Box<AnySearch> = match variant {
        Variant::Gomoku { .. } => Box::new(OnPositions {
            search: gomoku::search::Searcher::with_weights(*table_bytes, learned.for_gomoku()),
            game: |position| match position {
                Position::Gomoku(game) => Some(game),
                Position::Othello(_) => None,
            },
        }),
        Variant::Othello => {
            // Reading the book in parallel with the weights shortens the start. Without threads, the book is read when
            // it is first needed.
            let weights = thread::scope(|scope| {
                let reader = thread::Builder::new().name("book reader".to_owned());
                if let Err(error) = reader.spawn_scoped(scope, || drop(learned.book())) {
                    log::debug!("no thread for the book: {error}");
                }
                learned.for_othello()
            });
            Box::new(OnPositions {
                search: othello::search::Searcher::with_weights(*table_bytes, weights),
                game: |position| match position {
                    Position::Othello(game) => Some(game),
                    Position::Gomoku(_) => None,
                },
            })
        }
    };
    search.set_threads(*threads);
    for (name, value) in &learned.params {
        set_param(&mut *search, name, *value);
    }
    search
}

/// Sets a parameter, unless the game of `search` lacks it.
fn set_param(search: &mut AnySearch, name: &str, value: i32) {
    if let Err(error) = search.params().set(name, value) {
        log::info!("{error}");
    }
}

/// Adapts a game's searcher to [`Position`]; only positions of its game may be passed.
struct OnPositions<S: Search> {
    search: S,
    game: fn(&Position) -> Option<&S::Game>,
}

impl<S: Search> OnPositions<S> {
    fn game<'p>(&self, position: &'p Position) -> &'p S::Game {
        (self.game)(position).expect("a search is loaded for the game of its positions")
    }
}

impl<S: Search> Search for OnPositions<S> {
    type Game = Position;

    fn prepare(&mut self, position: &Position) {
        self.search.prepare(self.game(position));
    }

    fn search(
        &mut self,
        position: &Position,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        self.search.search(self.game(position), request, control, report)
    }

    fn balance(
        &mut self,
        position: &Position,
        goal: Balance,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        self.search.balance(self.game(position), goal, request, control, report)
    }

    fn avoid(&mut self, points: &[Point]) {
        self.search.avoid(points);
    }

    fn guide(&mut self, position: &Position, guidance: &Guidance) {
        self.search.guide(self.game(position), guidance);
    }

    fn watch(&mut self, watch: Option<Watch>) {
        self.search.watch(watch);
    }

    fn table(&mut self) -> Option<&mut Table> {
        self.search.table()
    }

    fn evaluate(&mut self, position: &Position) -> Evaluation {
        self.search.evaluate(self.game(position))
    }

    fn resize(&mut self, table_bytes: usize) {
        self.search.resize(table_bytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.search.set_threads(threads);
    }

    fn clear(&mut self) {
        self.search.clear();
    }

    fn params(&mut self) -> &mut dyn ParamSet {
        self.search.params()
    }
}
