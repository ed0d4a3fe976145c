//! The desk, shared by all front ends: a game in progress, its clocks and settings, and the running job of
//! the searcher.
//!
//! A [`Desk`] handles no text and no threads. It collects orders until the front end takes them, and the
//! front end passes the searcher's events to [`Desk::hear`].

mod archive;
mod clock;
mod pondering;
mod refusal;
mod settings;
mod skill;

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::coord::{Move, Point};
use crate::database::Database;
use crate::database::lookup::Advice;
use crate::engine::{Event, Job, Order};
use crate::frontend::setting::Setting;
use crate::game::{Outcome, Position};
use crate::search::control::Control;
use crate::search::guidance::Guidance;
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Balance, Evaluation, Line, Progress, Request, RootMark, Score};
use crate::search::table::TableFile;
use archive::{Archive, known_line};
use clock::share_of_clock;
use skill::Skill;

pub use clock::SideClock;
pub use refusal::{Refusal, Target};
pub use settings::{LARGEST_TABLE, Settings};
pub use skill::Level;

/// Longest search after the end of the input.
const LAST_SEARCH: Duration = Duration::from_secs(60);

/// A game in progress and the searcher's work on it. `P` is the front end's type for the purpose of a job.
#[derive(Debug)]
pub struct Desk<P> {
    pub settings: Settings,
    pub position: Position,
    /// The clocks of Black and White, where the manager announces them by side. The match clock of the settings, which
    /// has no side, also limits moves.
    pub clocks: [SideClock; 2],
    /// The position database.
    pub archive: Archive,
    running: Option<RunningJob<P>>,
    /// The control of the search in the opponent's time.
    pondering: Option<Arc<Control>>,
    /// Whether the searcher is still preparing for a position.
    is_preparing: bool,
    next_id: u64,
    /// Time of the last answer. The clock of a request that was read earlier starts here.
    answered: Instant,
    memory: Memory,
    /// Points that the searcher avoids.
    avoided: Vec<Point>,
    /// Lines of play and points that the searcher avoids below the root, as in [`Guidance`].
    barred: Vec<Vec<Point>>,
    closed: [Vec<Point>; 2],
    /// The operation on the whole table that the searcher is still performing.
    filing: Option<TableFile>,
    orders: Vec<Order>,
}

/// The running job.
#[derive(Debug)]
pub struct RunningJob<P> {
    pub purpose: P,
    id: u64,
    control: Arc<Control>,
    /// How long the job had run when the match clock was announced. This time is not deducted from the clock.
    before_clock: Duration,
    /// The position, if the result goes into the database.
    fed_position: Option<Box<Position>>,
    /// Whether the search tries all moves before it accepts a loss.
    is_thorough: bool,
    /// Whether depth or nodes limit it.
    is_counted: bool,
    /// How to choose among its lines, at a level below full strength.
    skill: Option<&'static Skill>,
}

/// A search to be started.
#[derive(Debug)]
pub struct Inquiry<P> {
    pub position: Position,
    pub request: Request,
    /// Whether the opening book may answer.
    pub is_book_open: bool,
    /// Whether it is for a move to play: then the playing level limits the search and chooses among its moves, and the
    /// position database may answer.
    pub is_for_play: bool,
    pub purpose: P,
}

/// An event of the running job.
#[derive(Debug)]
pub enum DeskEvent<P> {
    /// The searcher is ready for the position.
    Prepared,
    /// An iteration is finished.
    Progress(Progress),
    /// The opening book has the answer.
    Booked(Line),
    /// An event of the job at the root.
    Mark(RootMark),
    /// The operation on the whole table is finished, with this message.
    Filed(Result<String, String>),
    /// The static evaluation, for the side to move; `None` if it failed. The job is over.
    Evaluated(Option<Evaluation>),
    /// The job is over, with this result.
    Finished(RunningJob<P>, Progress),
}

impl<P> RunningJob<P> {
    /// Whether the job was ended by a request.
    pub fn was_stopped(&self) -> bool {
        self.control.was_stopped()
    }

    /// Time since the request.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }
}

impl<P> Desk<P> {
    /// A desk with `position` on it and nothing to search.
    pub fn new(settings: Settings, position: Position) -> Desk<P> {
        let mut archive = Archive::default();
        if let Some(database) = settings.database.clone() {
            archive.open(database);
        }
        Desk {
            settings,
            position,
            archive,
            clocks: [SideClock::default(); 2],
            running: None,
            pondering: None,
            is_preparing: false,
            next_id: 0,
            answered: Instant::now(),
            memory: Memory::default(),
            avoided: Vec::new(),
            barred: Vec::new(),
            closed: Default::default(),
            filing: None,
            orders: Vec::new(),
        }
    }

    /// Takes the orders collected since the last call, oldest first.
    pub fn take_orders(&mut self) -> Vec<Order> {
        mem::take(&mut self.orders)
    }

    /// Handles an event of the searcher. `None` if it belongs to an abandoned job.
    pub fn hear(&mut self, event: Event) -> Option<DeskEvent<P>> {
        match event {
            // Whether this is an answer for which a move has to wait depends on the protocol.
            Event::Prepared => mem::take(&mut self.is_preparing).then_some(DeskEvent::Prepared),
            Event::Progress { id, progress } => {
                self.is_running(id).then_some(DeskEvent::Progress(progress))
            }
            Event::Booked { id, line } => self.is_running(id).then_some(DeskEvent::Booked(line)),
            Event::Mark { id, mark } => self.is_running(id).then_some(DeskEvent::Mark(mark)),
            Event::Table(result) => {
                self.note_answer();
                let filed = self.filing.take();
                if matches!(filed, Some(TableFile::Load(..))) && result.is_ok() {
                    self.memory = Memory::default();
                }
                Some(DeskEvent::Filed(result))
            }
            Event::Evaluated { id, evaluation } => {
                self.running.take_if(|job| job.id == id)?;
                self.note_answer();
                Some(DeskEvent::Evaluated(evaluation))
            }
            Event::Finished { id, mut result } => {
                let mut job = self.running.take_if(|job| job.id == id)?;
                self.note_answer();
                if let Some(skill) = job.skill {
                    self.settings.choose(skill, &mut result.lines);
                }
                if let Some(position) = job.fed_position.take() {
                    self.archive.add(*position, result.clone(), job.is_thorough);
                }
                Some(DeskEvent::Finished(job, result))
            }
        }
    }

    /// Records that a request is answered now, from when the clock of one that waits runs.
    pub fn note_answer(&mut self) {
        self.answered = Instant::now();
    }

    fn is_running(&self, id: u64) -> bool {
        self.running.as_ref().is_some_and(|job| job.id == id)
    }

    /// The running job, if any.
    pub fn running(&self) -> Option<&RunningJob<P>> {
        self.running.as_ref()
    }

    /// Whether the searcher still has to answer.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || self.is_preparing()
    }
}

/// Settings, and the start of a game.
impl<P> Desk<P> {
    /// Changes a setting. New time limits also apply to the running job.
    pub fn set(&mut self, setting: Setting) {
        let shows_clock = matches!(setting, Setting::TimeLeft(_));
        if let Setting::SearchParam { name, value } = setting {
            self.orders.push(Order::SetParam { name, value });
        }
        if self.settings.set(setting) {
            self.share_memory();
        }
        self.renew_limits(shows_clock);
    }

    /// Uses `database` from now on.
    pub fn open_database(&mut self, database: Arc<Database>) {
        self.archive.open(Arc::clone(&database));
        self.settings.database = Some(database);
        self.share_memory();
    }

    /// Orders a table and threads within the memory that the settings leave to them.
    fn share_memory(&mut self) {
        self.orders.push(Order::Resize(self.settings.table_bytes()));
        self.orders.push(Order::Threads(self.settings.threads()));
    }

    fn renew_limits(&mut self, shows_clock: bool) {
        let clock = self.clock_budget();
        let Some(job) = &mut self.running else { return };
        if shows_clock {
            job.before_clock = job.control.elapsed();
        }
        let limits = if job.skill.is_some() { Settings::limits_set } else { Settings::limits };
        let limits = limits(&self.settings, &self.position, clock, job.before_clock);
        job.control.set_budget(limits.time);
    }

    /// Starts a game at `position` with a full match clock. The tables are cleared before its first search,
    /// unless it continues the previous game.
    pub fn start_game(&mut self, position: Position) {
        self.position = position;
        self.memory.start();
        self.settings.start_clock();
    }

    /// Orders the searcher to prepare for the position.
    pub fn prepare(&mut self) {
        self.is_preparing = true;
        self.orders.push(Order::Prepare(Box::new(self.position.clone())));
    }

    /// Orders the searcher to clear its tables now.
    pub fn forget(&mut self) {
        self.memory = Memory::default();
        self.orders.push(Order::Clear);
    }

    /// Makes the searcher save, load or measure its table. A loaded table is used by the next search, whatever its
    /// game.
    pub fn file(&mut self, file: TableFile) {
        self.filing = Some(file.clone());
        self.orders.push(Order::Table(file));
    }

    /// From the next search on, points in `points` are chosen only if nothing else is left.
    pub fn avoid(&mut self, points: Vec<Point>) {
        if self.avoided != points {
            self.avoided = points;
            self.orders.push(Order::Avoid(self.avoided.clone()));
        }
    }
}

/// Jobs.
impl<P> Desk<P> {
    /// From the next search on, no line of play follows a line in `barred` to its end, and no side plays on its points
    /// in `closed`; see [`Guidance`].
    pub fn bar(&mut self, barred: Vec<Vec<Point>>, closed: [Vec<Point>; 2]) {
        (self.barred, self.closed) = (barred, closed);
    }

    /// The time limits of the side to move for its next move.
    pub fn clock_budget(&self) -> Option<Budget> {
        let clock = self.clocks[self.position.side_to_move().index()];
        clock.budget(share_of_clock(&self.position))
    }

    /// Limits of a search for the next move.
    pub fn limits(&self) -> Limits {
        self.settings.limits(&self.position, self.clock_budget(), Duration::ZERO)
    }

    /// Orders a search for a request that was read at `at`.
    pub fn search(&mut self, inquiry: Inquiry<P>, at: Instant) {
        self.order_search(inquiry, None, at);
    }

    /// Orders a search for the moves in `goal`, for a request that was read at `at`.
    pub fn balance(&mut self, inquiry: Inquiry<P>, goal: Balance, at: Instant) {
        self.order_search(inquiry, Some(goal), at);
    }

    fn order_search(&mut self, inquiry: Inquiry<P>, balance: Option<Balance>, at: Instant) {
        let Inquiry { position, mut request, is_book_open, is_for_play, purpose } = inquiry;
        let skill = self.settings.skill(position.variant()).filter(|_| is_for_play);
        if let Some(skill) = skill {
            request.lines = request.lines.max(skill.lines);
            request.limits = skill.within(request.limits);
            // The node limit of the skill replaces the default limit.
            let clock = self.clock_budget();
            if self.settings.limits_set(&self.position, clock, Duration::ZERO) == Limits::default()
            {
                request.limits.time = None;
            }
        }
        if self.memory.must_forget_before(&position) {
            self.orders.push(Order::Clear);
        }
        let book = if is_book_open { self.settings.next_from_book() } else { None };
        let is_timed = request.limits.time.is_some();
        let advice = self.advice(&position, is_for_play, is_timed);
        let known = self.known_answer(&advice);
        let (id, control) = self.run(purpose, at, &request.limits);
        let running = self.running.as_mut().expect("the job was just started");
        (running.skill, running.is_thorough) = (skill, request.is_analysis);
        // The database already has its own answers, and the values of a search without moves that may be good are not
        // those of the position.
        let guidance = self.guidance(&position, is_for_play || !request.is_analysis, is_timed);
        // A known answer leaves the searcher as it is.
        if known.is_none() {
            self.archive.forget_change();
        }
        let is_free = self.avoided.is_empty()
            && !advice.avoids_unproven
            && balance.is_none()
            && !guidance.restricts();
        if self.settings.feeds_database() && is_free && known.is_none() && skill.is_none() {
            let running = self.running.as_mut().expect("the job was just started");
            running.fed_position = Some(Box::new(position.clone()));
        }
        let is_watched = self.settings.marks();
        let job =
            Job { id, position, request, control, book, known, balance, guidance, is_watched };
        let search = Order::Search(Box::new(job));
        if advice.avoid.is_empty() {
            self.orders.push(search);
        } else {
            // Applies to this search only.
            let avoided = [&self.avoided[..], &advice.avoid].concat();
            self.orders.extend([Order::Avoid(avoided), search, Order::Avoid(self.avoided.clone())]);
        }
    }

    /// Guidance for a search of `position`, which uses the position database if `may_read`. An analysis does not, but
    /// a search for a move does, even one that is as thorough.
    fn guidance(&mut self, position: &Position, may_read: bool, is_timed: bool) -> Guidance {
        let (first_depth, threats) = self.settings.emphasis();
        let reads = may_read && self.settings.reads_database();
        let known = if reads { self.archive.known_below(position, is_timed) } else { Vec::new() };
        let keeps_known = reads && !self.archive.is_changed();
        let (barred, closed) = (self.barred.clone(), self.closed.clone());
        Guidance { first_depth, threats, barred, closed, known, keeps_known }
    }

    /// The position database's advice for `position`, if it may answer.
    fn advice(&mut self, position: &Position, may_answer: bool, is_timed: bool) -> Advice {
        if !may_answer || !self.settings.reads_database() {
            return Advice::default();
        }
        self.archive.advice(position, is_timed)
    }

    /// The move to be played by `advice`, unless it is avoided.
    fn known_answer(&self, advice: &Advice) -> Option<Line> {
        let line = known_line(advice)?;
        let is_avoided = line.moves[0].point().is_some_and(|point| self.avoided.contains(&point));
        (!is_avoided).then_some(line)
    }

    /// Orders the static evaluation of the position.
    pub fn evaluate(&mut self, purpose: P, at: Instant) {
        let (id, _) = self.run(purpose, at, &Limits::default());
        self.orders.push(Order::Evaluate { id, position: Box::new(self.position.clone()) });
    }

    fn run(&mut self, purpose: P, at: Instant, limits: &Limits) -> (u64, Arc<Control>) {
        let id = self.take_id();
        let control = Arc::new(Control::new(at.max(self.answered), limits.time));
        self.running = Some(RunningJob {
            purpose,
            id,
            control: Arc::clone(&control),
            fed_position: None,
            is_thorough: false,
            before_clock: Duration::ZERO,
            is_counted: limits.depth.is_some() || limits.nodes.is_some(),
            skill: None,
        });
        (id, control)
    }

    fn take_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// Whether the searcher is preparing for a game or performing an operation on the whole table.
    pub fn is_preparing(&self) -> bool {
        self.is_preparing || self.filing.is_some()
    }

    /// Whether the searcher is saving its table.
    pub fn is_saving(&self) -> bool {
        matches!(self.filing, Some(TableFile::Save(..)))
    }

    /// Stops the running job; its result follows.
    pub fn stop(&self) {
        if let Some(job) = &self.running {
            job.control.stop();
        }
    }

    /// Stops the running job if it is limited by time or not at all, because another request is waiting. A search
    /// limited by depth or nodes alone continues: its result must not depend on when the next request arrives. At the
    /// end of the input (`is_last`) it gets at most [`LAST_SEARCH`] more, because no request can stop it.
    pub fn hurry(&self, is_last: bool) {
        let Some(job) = &self.running else { return };
        if job.control.budget().is_some() || !job.is_counted {
            job.control.stop();
        } else if is_last {
            job.control.end_within(LAST_SEARCH);
        }
    }

    /// Stops the running job, discards its result and returns the job.
    pub fn abandon(&mut self) -> Option<RunningJob<P>> {
        self.stop();
        self.running.take()
    }

    /// Deducts the time of `job` from the clocks of the side to move.
    pub fn charge(&mut self, job: &RunningJob<P>) {
        let spent = job.elapsed().saturating_sub(job.before_clock);
        self.clocks[self.position.side_to_move().index()].spend(spent);
        self.settings.spend(spent);
    }

    /// `result` with a line. If the search failed or found no move, the line is any legal move, possibly a pass.
    pub fn with_line(&self, result: Progress) -> Progress {
        if !result.lines.is_empty() {
            return result;
        }
        let line = Line { score: Score::Points(0), moves: vec![self.playable(Move::Pass)] };
        Progress { lines: vec![line], ..result }
    }

    /// `chosen` if it is legal, otherwise any legal move. An illegal choice is a defect, but must not lose the
    /// game.
    pub fn playable(&self, chosen: Move) -> Move {
        match self.position.legal(chosen) {
            Ok(()) => chosen,
            Err(illegal) => {
                log::error!("the search chose an illegal move: {illegal}");
                self.position.legal_points().next().map_or(Move::Pass, Move::Place)
            }
        }
    }

    /// Plays the move chosen by a search, or another one if it is illegal; returns the move played. It earns the
    /// increment of the match clock.
    pub fn play_chosen(&mut self, chosen: Option<Move>) -> Move {
        self.settings.credit_move();
        self.play_for_opponent(chosen)
    }

    /// The same for a move that the search chose for the other side, which earns this side no increment.
    pub fn play_for_opponent(&mut self, chosen: Option<Move>) -> Move {
        let mv = self.playable(chosen.unwrap_or(Move::Pass));
        if let Err(illegal) = self.position.play(mv) {
            log::error!("no legal move: {illegal}");
        }
        mv
    }
}

/// Requests about the game.
impl<P> Desk<P> {
    /// How the game ended; `None` while it is in progress.
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

    /// Sets the time of the last answer to `at`.
    pub fn pretend_answered(&mut self, at: Instant) {
        self.answered = at;
    }
}

/// Decides when the searcher must clear its tables.
///
/// A new game starts with an empty table, so that it does not depend on earlier games in the same process.
/// Managers that send `START` before every move continue their game, and keep the table.
#[derive(Debug, Default)]
struct Memory {
    /// The last position searched.
    searched: Option<Position>,
    /// Whether a game has been started since.
    started: bool,
}

impl Memory {
    /// Records the start of a game.
    pub fn start(&mut self) {
        self.started = true;
    }

    /// Whether the tables must be cleared before `position` is searched.
    pub fn must_forget_before(&mut self, position: &Position) -> bool {
        let goes_on = self.searched.as_ref().is_none_or(|last| goes_on(last, position));
        self.searched = Some(position.clone());
        mem::take(&mut self.started) && !goes_on
    }
}

/// Whether `next` is a later position of the same game as `last`.
fn goes_on(last: &Position, next: &Position) -> bool {
    let (before, after) = (last.history(), next.history());
    has_same_rules(last, next)
        && last.size() == next.size()
        && !before.is_empty()
        && before.len() < after.len()
        && after.starts_with(before)
        && has_same_stones(last, next)
}

/// Whether `next` had the stones of `last` after as many plies. Games that were set up may begin with others.
fn has_same_stones(last: &Position, next: &Position) -> bool {
    let mut earlier = next.clone();
    while earlier.history().len() > last.history().len() && earlier.undo().is_some() {}
    let is_same = |point| {
        earlier.stone(point) == last.stone(point)
            && earlier.is_blocked(point) == last.is_blocked(point)
    };
    last.size().points().all(is_same)
}

fn has_same_rules(last: &Position, next: &Position) -> bool {
    match (last, next) {
        (Position::Gomoku(last), Position::Gomoku(next)) => last.rule() == next.rule(),
        (Position::Othello(_), Position::Othello(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::rules::game::Game;
    use crate::gomoku::rules::rule::Rule;

    /// The game that begins with a black stone at `stone` and continues with `moves`.
    fn game(stone: &str, moves: &str) -> Position {
        let stones = parse_points(stone).unwrap().into_iter().map(|point| (point, Color::Black));
        let size = Size::new(15, 15).unwrap();
        let mut game = Game::from_stones(Rule::Freestyle, size, stones, Color::White).unwrap();
        for point in parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        Position::Gomoku(game)
    }

    #[test]
    fn a_game_from_other_stones_is_another_game() {
        for (stone, is_forgotten) in [("a1", false), ("b1", true)] {
            let mut memory = Memory::default();
            memory.start();
            assert!(!memory.must_forget_before(&game("a1", "h8")));
            memory.start();
            let next = game(stone, "h8h9j10");
            assert_eq!(memory.must_forget_before(&next), is_forgotten, "{stone}");
        }
    }
}
