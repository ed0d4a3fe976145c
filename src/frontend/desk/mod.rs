//! The desk that every front end plays at: a game in progress, its clocks and settings, and the job that
//! the searcher is doing for it.
//!
//! A [`Desk`] knows no text and no threads. Orders for the searcher collect in it until the front end
//! takes them, and the front end passes the searcher's events on to [`Desk::hear`].

mod clock;
mod memory;
mod refusal;
mod settings;

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::coord::Move;
use crate::engine::{Event, Job, Order};
use crate::frontend::setting::Setting;
use crate::game::{Outcome, Position};
use crate::search::control::Control;
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Line, Progress, Request, Score};
use clock::share_of_clock;
use memory::Memory;

pub use clock::SideClock;
pub use refusal::{Refusal, Target};
pub use settings::{LARGEST_TABLE, Settings};

/// Longest search after the end of the input.
const LAST_SEARCH: Duration = Duration::from_secs(60);

/// A game in progress and the searcher's work on it. The front end says by `P` what a job is for.
#[derive(Debug)]
pub struct Desk<P> {
    pub settings: Settings,
    pub position: Position,
    /// The clocks of Black and White, where the manager announces them by side. The match clock of the
    /// settings, which has no side, bounds moves too.
    pub clocks: [SideClock; 2],
    running: Option<RunningJob<P>>,
    /// Whether the searcher was told to get ready and has not said yet that it is.
    is_preparing: bool,
    next_id: u64,
    /// When the last search was answered. The time of a request read before that starts there.
    answered: Instant,
    memory: Memory,
    orders: Vec<Order>,
}

/// What the searcher is working on.
#[derive(Debug)]
pub struct RunningJob<P> {
    pub purpose: P,
    id: u64,
    control: Arc<Control>,
    /// How long the job had run when the match clock was announced: time not to be taken off that clock.
    before_clock: Duration,
}

/// A search to be made.
#[derive(Debug)]
pub struct Inquiry<P> {
    pub position: Position,
    pub request: Request,
    /// Whether a move of the opening book may be the answer.
    pub is_book_open: bool,
    pub purpose: P,
}

/// What the searcher reports about the running job.
#[derive(Debug)]
pub enum News<P> {
    /// The searcher is ready for the position.
    Prepared,
    /// An iteration is finished.
    Progress(Progress),
    /// The opening book has the answer.
    Booked(Line),
    /// The static evaluation, for the side to move. The job is over.
    Evaluated(Score),
    /// The job is over, with this result.
    Finished(RunningJob<P>, Progress),
}

impl<P> RunningJob<P> {
    /// Time since the request.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }
}

impl<P> Desk<P> {
    /// A desk with `position` on it and nothing to search.
    pub fn new(settings: Settings, position: Position) -> Desk<P> {
        Desk {
            settings,
            position,
            clocks: [SideClock::default(); 2],
            running: None,
            is_preparing: false,
            next_id: 0,
            answered: Instant::now(),
            memory: Memory::default(),
            orders: Vec::new(),
        }
    }

    /// Orders for the searcher since the last call, oldest first.
    pub fn take_orders(&mut self) -> Vec<Order> {
        mem::take(&mut self.orders)
    }

    /// Takes an event of the searcher. `None` if it belongs to a job that was abandoned.
    pub fn hear(&mut self, event: Event) -> Option<News<P>> {
        match event {
            Event::Prepared => mem::take(&mut self.is_preparing).then_some(News::Prepared),
            Event::Progress { id, progress } => {
                self.is_running(id).then_some(News::Progress(progress))
            }
            Event::Booked { id, line } => self.is_running(id).then_some(News::Booked(line)),
            Event::Evaluated { id, score } => {
                self.running.take_if(|job| job.id == id)?;
                Some(News::Evaluated(score))
            }
            Event::Finished { id, result } => {
                let job = self.running.take_if(|job| job.id == id)?;
                self.answered = Instant::now();
                Some(News::Finished(job, result))
            }
        }
    }

    fn is_running(&self, id: u64) -> bool {
        self.running.as_ref().is_some_and(|job| job.id == id)
    }

    /// The job that the searcher is doing.
    pub fn running(&self) -> Option<&RunningJob<P>> {
        self.running.as_ref()
    }

    /// Whether an answer of the searcher is due.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || self.is_preparing
    }
}

/// Settings, and the start of a game.
impl<P> Desk<P> {
    /// Changes a setting. New time limits hold for the running job, too.
    pub fn set(&mut self, setting: Setting) {
        let shows_clock = matches!(setting, Setting::TimeLeft(_));
        if let Setting::SearchParam { name, value } = setting {
            self.orders.push(Order::SetParam { name, value });
        }
        if self.settings.set(setting) {
            self.orders.push(Order::Resize(self.settings.table_bytes()));
            self.orders.push(Order::Threads(self.settings.threads()));
        }
        self.renew_limits(shows_clock);
    }

    fn renew_limits(&mut self, shows_clock: bool) {
        let clock = self.clock_budget();
        let Some(job) = &mut self.running else { return };
        if shows_clock {
            job.before_clock = job.control.elapsed();
        }
        let limits = self.settings.limits(&self.position, clock, job.before_clock);
        job.control.set_budget(limits.time);
    }

    /// Begins a game at `position` with a full match clock. Before its first search the searcher forgets
    /// the game before, unless that goes on.
    pub fn start_game(&mut self, position: Position) {
        self.position = position;
        self.memory.start();
        self.settings.start_clock();
    }

    /// Has the searcher get ready for the position.
    pub fn prepare(&mut self) {
        self.is_preparing = true;
        self.orders.push(Order::Prepare(Box::new(self.position.clone())));
    }

    /// Has the searcher forget everything at once.
    pub fn forget(&mut self) {
        self.memory = Memory::default();
        self.orders.push(Order::Clear);
    }
}

/// Jobs.
impl<P> Desk<P> {
    /// What the clock of the side to move allows for a move.
    pub fn clock_budget(&self) -> Option<Budget> {
        let clock = self.clocks[self.position.side_to_move().index()];
        clock.budget(share_of_clock(&self.position))
    }

    /// Bounds of a search for the next move.
    pub fn limits(&self) -> Limits {
        self.settings.limits(&self.position, self.clock_budget(), Duration::ZERO)
    }

    /// Orders a search for a request that was read at `at`.
    pub fn search(&mut self, inquiry: Inquiry<P>, at: Instant) {
        let Inquiry { position, request, is_book_open, purpose } = inquiry;
        if self.memory.must_forget_before(&position) {
            self.orders.push(Order::Clear);
        }
        let book = if is_book_open { self.settings.next_from_book() } else { None };
        let (id, control) = self.run(purpose, at, request.limits.time);
        self.orders.push(Order::Search(Box::new(Job { id, position, request, control, book })));
    }

    /// Orders the static evaluation of the position.
    pub fn evaluate(&mut self, purpose: P, at: Instant) {
        let (id, _) = self.run(purpose, at, None);
        self.orders.push(Order::Evaluate { id, position: Box::new(self.position.clone()) });
    }

    fn run(&mut self, purpose: P, at: Instant, budget: Option<Budget>) -> (u64, Arc<Control>) {
        let id = self.next_id;
        self.next_id += 1;
        let control = Arc::new(Control::new(at.max(self.answered), budget));
        let before_clock = Duration::ZERO;
        self.running =
            Some(RunningJob { purpose, id, control: Arc::clone(&control), before_clock });
        (id, control)
    }

    /// Ends the running job; its result follows.
    pub fn stop(&self) {
        if let Some(job) = &self.running {
            job.control.stop();
        }
    }

    /// Hurries the running job because somebody waits for it. A search bounded by time ends. One that only
    /// depth or nodes bound goes on: its result must not depend on when the next request comes. At the end
    /// of the input (`is_last`) even that has only [`LAST_SEARCH`] left, because nobody could stop it.
    pub fn hurry(&self, is_last: bool) {
        let Some(job) = &self.running else { return };
        if job.control.budget().is_some() {
            job.control.stop();
        } else if is_last {
            job.control.end_within(LAST_SEARCH);
        }
    }

    /// Ends the running job, whose result will not be heard. Returns the job.
    pub fn abandon(&mut self) -> Option<RunningJob<P>> {
        self.stop();
        self.running.take()
    }

    /// Takes the time of `job` off the clocks of the side to move.
    pub fn charge(&mut self, job: &RunningJob<P>) {
        let spent = job.elapsed().saturating_sub(job.before_clock);
        self.clocks[self.position.side_to_move().index()].spend(spent);
        self.settings.spend(spent);
    }

    /// The lines of a result. A search without lines has failed or found nothing to play; then the only
    /// line is any legal move, which may be a pass.
    pub fn lines(&self, result: Progress) -> Vec<Line> {
        if !result.lines.is_empty() {
            return result.lines;
        }
        vec![Line { score: Score::Points(0), moves: vec![self.playable(Move::Pass)] }]
    }

    /// `chosen` if it is legal. A search that chooses an illegal move is a defect, but any legal move is
    /// better than a lost game.
    pub fn playable(&self, chosen: Move) -> Move {
        match self.position.legal(chosen) {
            Ok(()) => chosen,
            Err(illegal) => {
                log::error!("the search chose an illegal move: {illegal}");
                self.position.legal_points().next().map_or(Move::Pass, Move::Place)
            }
        }
    }

    /// Plays the move that a search chose, or another if that is illegal; the move played.
    pub fn play_chosen(&mut self, chosen: Option<Move>) -> Move {
        let mv = self.playable(chosen.unwrap_or(Move::Pass));
        if let Err(illegal) = self.position.play(mv) {
            log::error!("no legal move: {illegal}");
        }
        mv
    }
}

/// Requests about the game.
impl<P> Desk<P> {
    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(self.settings.dead_draw)
    }

    /// Plays `target` for the side to move.
    ///
    /// # Errors
    /// The game is over, or the move is illegal.
    pub fn play(&mut self, target: Target) -> Result<Move, Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        let mv = target.on(self.position.size())?;
        self.position.play(mv).map_err(Refusal::Illegal)?;
        Ok(mv)
    }

    /// Takes back the last `plies`, passes included.
    ///
    /// # Errors
    /// There are fewer.
    pub fn undo(&mut self, plies: u32) -> Result<(), Refusal> {
        let played = self.position.history().len();
        if plies as usize > played {
            return Err(Refusal::TooFewPlies { asked: plies, played });
        }
        for _ in 0..plies {
            self.position.undo();
        }
        Ok(())
    }
}

#[cfg(test)]
impl<P> Desk<P> {
    /// The control of the running job.
    pub fn control(&self) -> &Control {
        &self.running.as_ref().expect("a job is running").control
    }

    /// Pretends that the last search was answered at `at`.
    pub fn pretend_answered(&mut self, at: Instant) {
        self.answered = at;
    }
}
