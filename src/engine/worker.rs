//! Body of the searcher thread: takes jobs, selects the game's search, survives its failures.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use super::messages::{Event, Job, Order, Setup};
use crate::coord::Point;
use crate::game::{Position, Variant};
use crate::search::Search;
use crate::search::control::Control;
use crate::search::guidance::Guidance;
use crate::search::params::ParamSet;
use crate::search::report::{AnswerCallback, Balance, Evaluation, Line, Progress, Request, Watch};
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
        if let Some(event) = worker.carry_out_or_recover(&order, events)
            && events.send(event).is_err()
        {
            return;
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
    /// Carries out an order and returns its answer, if it has one. A panic is a defect but must neither lose the game
    /// nor leave the owner waiting: it is logged and answered, and the next order gets a new searcher.
    fn carry_out_or_recover(&mut self, order: &Order, events: &Sender<Event>) -> Option<Event> {
        let task = AssertUnwindSafe(|| self.carry_out(order, events));
        catch_unwind(task).unwrap_or_else(|_| {
            log::error!("the searcher failed at {order:?}");
            self.loaded = None;
            answer_to_failed(order)
        })
    }

    fn carry_out(&mut self, order: &Order, events: &Sender<Event>) -> Option<Event> {
        match order {
            Order::Search(job) => {
                let result = self.search(job, events)?;
                return Some(Event::Finished { id: job.id, result });
            }
            Order::Evaluate { id, position } => {
                let evaluation = Some(self.load(position.variant()).evaluate(position));
                return Some(Event::Evaluated { id: *id, evaluation });
            }
            Order::Prepare(position) => {
                self.load(position.variant()).prepare(position);
                return Some(Event::Prepared);
            }
            Order::Table(file) => return Some(Event::Table(self.table(file))),
            Order::Resize(bytes) => self.resize(*bytes),
            Order::Threads(threads) => self.set_threads(*threads),
            Order::SetParam { name, value } => self.set_param(name, *value),
            Order::Avoid(points) => self.avoided.clone_from(points),
            Order::Clear => self.clear(),
        }
        None
    }

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

    /// Searches, and returns the result unless it has been sent already.
    fn search(&mut self, job: &Job, events: &Sender<Event>) -> Option<Progress> {
        if let Some(line) = self.look_up(job) {
            // If the receiver is gone, the event is not needed.
            let _ = events.send(Event::Booked { id: job.id, line: line.clone() });
            return Some(Progress::unsearched(vec![line], job.control.elapsed()));
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
        let is_answered = Arc::<AtomicBool>::default();
        search.answer_early(answer(job.id, events.clone(), Arc::clone(&is_answered)));
        let Job { position, request, control, guidance, .. } = job;
        search.guide(position, guidance);
        let result = match job.balance {
            Some(goal) => search.balance(position, goal, request, control, &mut report),
            None => search.search(position, request, control, &mut report),
        };
        (!is_answered.load(Relaxed)).then_some(result)
    }
}

/// Sends the result of job `id` to `events` and records that in `is_answered`.
fn answer(id: u64, events: Sender<Event>, is_answered: Arc<AtomicBool>) -> AnswerCallback {
    Box::new(move |result: &Progress| {
        is_answered.store(true, Relaxed);
        // If the receiver is gone, the event is not needed.
        let _ = events.send(Event::Finished { id, result: result.clone() });
    })
}

/// The answer to an order that failed, if it has one: a result without a line, no evaluation, or an error.
fn answer_to_failed(order: &Order) -> Option<Event> {
    match order {
        Order::Search(job) => {
            let result = Progress::unsearched(Vec::new(), job.control.elapsed());
            Some(Event::Finished { id: job.id, result })
        }
        Order::Evaluate { id, .. } => Some(Event::Evaluated { id: *id, evaluation: None }),
        Order::Prepare(_) => Some(Event::Prepared),
        Order::Table(_) => Some(Event::Table(Err("the searcher failed".to_owned()))),
        Order::Resize(_)
        | Order::Threads(_)
        | Order::SetParam { .. }
        | Order::Avoid(_)
        | Order::Clear => None,
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

    fn answer_early(&mut self, answer: AnswerCallback) {
        self.search.answer_early(answer);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Learned;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::rule::Rule;
    use crate::search::limits::Limits;
    use crate::sync::channel::unbounded;

    /// A search in which everything is defective.
    struct Defective;

    impl Search for Defective {
        type Game = Position;

        fn prepare(&mut self, _: &Position) {
            panic!("prepare");
        }

        fn search(
            &mut self,
            _: &Position,
            _: &Request,
            _: &Control,
            _: &mut dyn FnMut(&Progress),
        ) -> Progress {
            panic!("search");
        }

        fn table(&mut self) -> Option<&mut Table> {
            panic!("table");
        }

        fn evaluate(&mut self, _: &Position) -> Evaluation {
            panic!("evaluate");
        }

        fn resize(&mut self, _: usize) {
            panic!("resize");
        }

        fn set_threads(&mut self, _: usize) {
            panic!("threads");
        }

        fn clear(&mut self) {
            panic!("clear");
        }

        fn params(&mut self) -> &mut dyn ParamSet {
            panic!("parameters");
        }
    }

    fn search_for(position: &Position, limits: Limits, balance: Option<Balance>) -> Order {
        Order::Search(Box::new(Job {
            id: 7,
            position: position.clone(),
            request: Request::best_move(limits),
            control: Arc::new(Control::unlimited()),
            book: None,
            known: None,
            balance,
            guidance: Guidance::default(),
            is_watched: false,
        }))
    }

    #[test]
    fn an_order_that_fails_is_answered_and_the_next_one_gets_a_new_searcher() {
        let variant = Variant::gomoku(Rule::Freestyle);
        let setup =
            Setup { variant, table_bytes: 1 << 16, threads: 1, learned: Learned::default() };
        let mut worker = Worker { loaded: None, setup, avoided: Vec::new() };
        let (events, _receiver) = unbounded();
        let position = variant.start().unwrap();
        let evaluate = || Order::Evaluate { id: 7, position: Box::new(position.clone()) };
        for (order, answer) in [
            (search_for(&position, Limits::default(), None), Some("Finished")),
            (evaluate(), Some("Evaluated { id: 7, evaluation: None")),
            (Order::Prepare(Box::new(position.clone())), Some("Prepared")),
            (Order::Table(TableFile::Measure), Some("Table(Err(")),
            (Order::Resize(1 << 17), None),
            (Order::Threads(2), None),
            (Order::SetParam { name: "window", value: 99 }, None),
            (Order::Clear, None),
        ] {
            worker.loaded = Some((variant, Box::new(Defective)));
            let event =
                worker.carry_out_or_recover(&order, &events).map(|event| format!("{event:?}"));
            let is_expected = match (&event, answer) {
                (Some(event), Some(answer)) => event.starts_with(answer),
                (event, answer) => event.is_none() && answer.is_none(),
            };
            assert!(is_expected && worker.loaded.is_none(), "{order:?}: {event:?}");
        }
        let event = worker.carry_out_or_recover(&evaluate(), &events);
        let is_answer = matches!(event, Some(Event::Evaluated { id: 7, evaluation: Some(_) }));
        assert!(is_answer, "{event:?}");
        assert_eq!((worker.setup.table_bytes, worker.setup.threads), (1 << 17, 2));
    }

    #[test]
    fn a_search_is_answered_once_and_with_several_threads_before_it_returns() {
        let variant = Variant::gomoku(Rule::Freestyle);
        let position = position_after(variant, "h8i9j8h10");
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let goal = Some(Balance { moves: 1, score: 0 });
        for (threads, balance, is_early) in [(1, None, false), (2, None, true), (2, goal, false)] {
            let setup =
                Setup { variant, table_bytes: 1 << 16, threads, learned: Learned::default() };
            let mut worker = Worker { loaded: None, setup, avoided: Vec::new() };
            let (events, receiver) = unbounded();
            let order = search_for(&position, limits, balance);
            let late = worker.carry_out_or_recover(&order, &events);
            drop((worker, events));
            let is_answer = |event: &Event| matches!(event, Event::Finished { id: 7, .. });
            assert_eq!(late.as_ref().is_some_and(is_answer), !is_early, "{threads} {balance:?}");
            let early: Vec<Event> = receiver.iter().filter(is_answer).collect();
            assert_eq!(early.len(), usize::from(is_early), "{threads} {balance:?}: {early:?}");
        }
    }
}
