//! Balanced openings: drawn at random, searched, kept if the score is in a band.
//!
//! Limited by nodes, never by time, and every search begins with empty tables: a seed yields the same
//! openings on every machine, with any number of threads. No two of them lead to positions that are images of
//! each other.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use fastrand::Rng;
use thread_priority::ThreadPriority;

use super::image::key;
use crate::coord::{Move, Point};
use crate::game::{Position, Variant};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::opening_stones;
use crate::gomoku::rules::game::{Game, UnsupportedSize};
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::Search;
use crate::search::control::Control;
use crate::search::lazy_smp::STACK;
use crate::search::limits::Limits;
use crate::search::report::{Request, Score};
use crate::{gomoku, othello};

/// Default nodes of each search.
const DEFAULT_NODES: u64 = 30_000;
/// Consecutive failed attempts before the generator gives up.
const PATIENCE: usize = 1000;
/// A first search gets this fraction of the nodes. A score far outside the band ends the attempt, which
/// saves at least half of the time and loses hardly any opening.
const GLANCE: u64 = 10;
/// Attempts that may wait in the queue.
const QUEUE: usize = 256;
/// Spreads the numbers of attempts over all seeds: the odd number nearest to 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The kind of openings to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningRecipe {
    pub variant: Variant,
    /// Length in plies, at least 1, forced passes counted.
    pub plies: RangeInclusive<usize>,
    /// Lowest and highest score for the side to move, in hundredths of a point (2.66 are odds of e to 1)
    /// or of a disc.
    pub band_hundredths: (i32, i32),
    /// Nodes of each search.
    pub nodes: u64,
    pub seed: u64,
}

impl OpeningRecipe {
    /// The defaults for `variant`.
    pub fn default_for(variant: Variant) -> OpeningRecipe {
        let (plies, most) = match variant {
            Variant::Gomoku { .. } => (4..=8, 40),
            Variant::Othello => (8..=8, 200),
        };
        let nodes = DEFAULT_NODES;
        OpeningRecipe { variant, plies, band_hundredths: (-most, most), nodes, seed: 1 }
    }
}

/// A generated opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedOpening {
    /// The moves from the start position.
    pub moves: Vec<Move>,
    /// The score for the side to move after them, in hundredths of a point (2.66 are odds of e to 1)
    /// or of a disc.
    pub score_hundredths: i32,
}

/// Why there are no openings, or no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The board cannot be played on.
    Size(UnsupportedSize),
    /// Impossible length, and the greatest possible one.
    Plies(RangeInclusive<usize>, usize),
    /// The lowest score is above the highest.
    Band(i32, i32),
    /// Too many consecutive attempts failed.
    GaveUp {
        /// Attempts since the last opening found.
        drawn: usize,
        /// Openings found before.
        found: usize,
    },
    /// Not a single thread can be started, for this reason.
    NoThread(String),
    /// A thread of the generator panicked.
    Aborted,
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Size(size) => size.fmt(f),
            GenerateError::Plies(plies, most) => {
                let (first, last) = (plies.start(), plies.end());
                write!(f, "invalid length '{first}-{last}' (expected 1 to {most} plies)")
            }
            GenerateError::Band(low, high) => {
                write!(
                    f,
                    "invalid band '{} to {}' (expected the lower score first)",
                    points(*low),
                    points(*high)
                )
            }
            GenerateError::GaveUp { drawn, found } => {
                let told = "openings tried was both new and balanced; found before that";
                write!(f, "none of the last {drawn} {told}: ")?;
                write!(f, "{found} (try a wider band or more plies)")
            }
            GenerateError::NoThread(error) => write!(f, "a thread cannot be started: {error}"),
            GenerateError::Aborted => f.write_str("aborted by an internal error"),
        }
    }
}

impl std::error::Error for GenerateError {}

/// The default number of threads of a generator: one for every processor.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Yields openings without end, or stops with a [`GenerateError::GaveUp`] or [`GenerateError::Aborted`].
///
/// Attempts are numbered. Each has its own random numbers, and they count in the order of their numbers, so the
/// openings are the same whatever the number of threads. The threads end when the generator is dropped.
pub struct Generator {
    attempts: Receiver<(u64, Attempt)>,
    /// Attempts that finished before their turn.
    early: BTreeMap<u64, Attempt>,
    /// Number of the attempt whose turn it is to be used.
    turn: u64,
    /// Keys of the positions drawn so far.
    seen: HashSet<Vec<u8>>,
    /// Failed attempts since the last opening.
    failed: usize,
    found: usize,
    terms: Arc<Terms>,
}

/// What the threads of a generator and their owner tell each other.
struct Terms {
    /// Threads above this number end.
    threads: AtomicUsize,
    /// Whether the others have the lowest priority.
    gives_way: AtomicBool,
    /// Whether a thread panicked. The attempt that it was making never comes, so no opening can follow.
    has_panicked: AtomicBool,
}

/// A position that was drawn, and the opening if it is balanced.
struct Attempt {
    /// `None` if nothing could be drawn.
    key: Option<Vec<u8>>,
    opening: Option<GeneratedOpening>,
}

impl Generator {
    /// A generator of openings by `recipe` that searches with `threads` threads, at least 1, or as many as the system
    /// allows.
    ///
    /// # Errors
    /// The recipe is impossible, or no thread can be started.
    pub fn new(recipe: OpeningRecipe, threads: usize) -> Result<Generator, GenerateError> {
        Generator::after(recipe, &[], threads)
    }

    /// A generator that continues after `known`, the first openings of `recipe`. If they differ, it begins
    /// with the first and omits openings that lead to the positions of `known`.
    ///
    /// # Errors
    /// The recipe is impossible, or no thread can be started.
    pub fn after(
        recipe: OpeningRecipe,
        known: &[Vec<Move>],
        threads: usize,
    ) -> Result<Generator, GenerateError> {
        let start = checked(&recipe)?;
        let (turn, seen) = known_draws(&recipe, &start, known);
        let generator = Generator::begin(recipe, start, turn, builders(threads.max(1)))?;
        Ok(Generator { seen, found: known.len(), ..generator })
    }

    /// A generator that begins with the attempt `turn`, with the threads of `builders`.
    fn begin(
        recipe: OpeningRecipe,
        start: Position,
        turn: u64,
        builders: impl IntoIterator<Item = Builder>,
    ) -> Result<Generator, GenerateError> {
        let (sender, attempts) = bounded(QUEUE);
        let terms = Arc::new(Terms {
            threads: AtomicUsize::new(usize::MAX),
            gives_way: AtomicBool::new(false),
            has_panicked: AtomicBool::new(false),
        });
        let shared = Arc::new(Shared {
            recipe,
            start,
            next: AtomicU64::new(turn),
            drawn: Mutex::new(HashMap::new()),
            terms: terms.clone(),
        });
        for (number, builder) in builders.into_iter().enumerate() {
            let (shared, sender) = (shared.clone(), sender.clone());
            match builder.spawn(move || shared.work(number, &sender)) {
                Ok(_) => {}
                Err(error) if number == 0 => {
                    return Err(GenerateError::NoThread(error.to_string()));
                }
                Err(error) => {
                    // The openings do not depend on the number of threads.
                    log::warn!("openings are generated by {number} threads only: {error}");
                    break;
                }
            }
        }
        let (early, seen) = (BTreeMap::new(), HashSet::new());
        Ok(Generator { attempts, early, turn, seen, failed: 0, found: 0, terms })
    }

    /// Ends all but `threads` threads, at least one. The remaining ones then run only while the processors are
    /// otherwise idle.
    pub fn stand_back(&self, threads: usize) {
        self.terms.threads.fetch_min(threads.max(1), Relaxed);
        self.terms.gives_way.store(true, Relaxed);
    }

    /// The next opening, if it is found within `wait`.
    pub fn next_within(
        &mut self,
        wait: Duration,
    ) -> Option<Result<GeneratedOpening, GenerateError>> {
        let until = Instant::now() + wait;
        self.next_received(|attempts| attempts.recv_deadline(until).ok())
    }

    fn next_received(
        &mut self,
        receive: impl Fn(&Receiver<(u64, Attempt)>) -> Option<(u64, Attempt)>,
    ) -> Option<Result<GeneratedOpening, GenerateError>> {
        while self.failed < PATIENCE {
            let Some(attempt) = self.early.remove(&self.turn) else {
                let received = receive(&self.attempts);
                if self.terms.has_panicked.load(Relaxed) {
                    self.failed = PATIENCE;
                    return Some(Err(GenerateError::Aborted));
                }
                let (number, attempt) = received?;
                self.early.insert(number, attempt);
                continue;
            };
            self.turn += 1;
            let is_new = attempt.key.is_some_and(|key| self.seen.insert(key));
            if let Some(opening) = attempt.opening.filter(|_| is_new) {
                self.failed = 0;
                self.found += 1;
                return Some(Ok(opening));
            }
            self.failed += 1;
            if self.failed == PATIENCE {
                return Some(Err(GenerateError::GaveUp { drawn: PATIENCE, found: self.found }));
            }
        }
        None
    }
}

impl Iterator for Generator {
    type Item = Result<GeneratedOpening, GenerateError>;

    fn next(&mut self) -> Option<Result<GeneratedOpening, GenerateError>> {
        self.next_received(|attempts| attempts.recv().ok())
    }
}

/// The builders of `count` threads.
fn builders(count: usize) -> impl Iterator<Item = Builder> {
    (0..count).map(|number| Builder::new().name(format!("openings-{number}")).stack_size(STACK))
}

/// Gives this thread the lowest priority.
fn give_way() {
    if let Err(error) = thread_priority::set_current_thread_priority(ThreadPriority::Min) {
        log::debug!("the priority of a generator of openings stays: {error:?}");
    }
}

/// The start position of `recipe`.
///
/// # Errors
/// The recipe is impossible.
fn checked(recipe: &OpeningRecipe) -> Result<Position, GenerateError> {
    let start = recipe.variant.start().map_err(GenerateError::Size)?;
    let empty = start.size().points().filter(|&point| start.stone(point).is_none()).count();
    let (first, last) = (*recipe.plies.start(), *recipe.plies.end());
    if first < 1 || first > last || last >= empty {
        return Err(GenerateError::Plies(recipe.plies.clone(), empty - 1));
    }
    let (low, high) = recipe.band_hundredths;
    if low > high {
        return Err(GenerateError::Band(low, high));
    }
    Ok(start)
}

/// The number of the attempt after the last of `known`, and the keys drawn before it.
fn known_draws(
    recipe: &OpeningRecipe,
    start: &Position,
    known: &[Vec<Move>],
) -> (u64, HashSet<Vec<u8>>) {
    let moves = |position: &Position| -> Vec<Move> {
        position.history().iter().map(|ply| ply.mv).collect()
    };
    let mut left = known.iter().peekable();
    let (mut turn, mut seen, mut failed) = (0, HashSet::new(), 0);
    while left.peek().is_some() && failed < PATIENCE {
        failed += 1;
        if let Some(position) = drawn(recipe, start, turn) {
            let is_new = seen.insert(key(&position, recipe.variant));
            if is_new && left.next_if(|&known| *known == moves(&position)).is_some() {
                failed = 0;
            }
        }
        turn += 1;
    }
    if left.peek().is_none() {
        return (turn, seen);
    }
    let positions = known.iter().filter_map(|moves| {
        let mut position = start.clone();
        moves.iter().try_for_each(|&mv| position.play(mv)).ok()?;
        Some(key(&position, recipe.variant))
    });
    (0, positions.collect())
}

/// The position of an attempt; `None` if it cannot be drawn.
fn drawn(recipe: &OpeningRecipe, start: &Position, attempt: u64) -> Option<Position> {
    let seed = Rng::with_seed(recipe.seed).u64(..) ^ attempt.wrapping_mul(SPREAD);
    let mut random = Rng::with_seed(seed);
    let (first, last) = (*recipe.plies.start() as u64, *recipe.plies.end() as u64);
    let plies = random.u64(first..=last) as usize;
    draw(start, plies, &mut random)
}

/// State shared by the threads of a generator.
struct Shared {
    recipe: OpeningRecipe,
    start: Position,
    /// Number of the next attempt.
    next: AtomicU64,
    /// The first attempt that drew a position, by key.
    drawn: Mutex<HashMap<Vec<u8>, u64>>,
    terms: Arc<Terms>,
}

/// Notes if its thread panics.
struct PanicReport<'a>(&'a AtomicBool);

impl Drop for PanicReport<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

impl Shared {
    /// Makes attempts until no more are needed, or thread `number` is no longer allowed.
    fn work(&self, number: usize, attempts: &Sender<(u64, Attempt)>) {
        let Terms { threads, gives_way, has_panicked } = &*self.terms;
        let _report = PanicReport(has_panicked);
        let mut judge = Judge::new(self.recipe.variant);
        let mut has_given_way = false;
        while number < threads.load(Relaxed) {
            if !has_given_way && gives_way.load(Relaxed) {
                give_way();
                has_given_way = true;
            }
            let index = self.next.fetch_add(1, Relaxed);
            let attempt = self.attempt(index, &mut judge);
            if attempts.send((index, attempt)).is_err() {
                break;
            }
        }
    }

    fn attempt(&self, index: u64, judge: &mut Judge) -> Attempt {
        let Some(position) = drawn(&self.recipe, &self.start, index) else {
            return Attempt { key: None, opening: None };
        };
        let key = key(&position, self.recipe.variant);
        let opening = if self.is_first(&key, index) { self.judged(&position, judge) } else { None };
        Attempt { key: Some(key), opening }
    }

    /// Whether no earlier attempt is known to have drawn the same position, which is searched only once.
    fn is_first(&self, key: &[u8], index: u64) -> bool {
        let Ok(mut drawn) = self.drawn.lock() else {
            return true;
        };
        let first = drawn.entry(key.to_vec()).or_insert(index);
        *first = index.min(*first);
        *first == index
    }

    /// The opening that leads to `position` if it is balanced.
    fn judged(&self, position: &Position, judge: &mut Judge) -> Option<GeneratedOpening> {
        let OpeningRecipe { variant, nodes, band_hundredths: (low, high), .. } = self.recipe;
        let margin = glance_margin_hundredths(variant);
        let glance = judge.score(position, nodes / GLANCE)?;
        if !(low.saturating_sub(margin)..=high.saturating_add(margin)).contains(&glance) {
            return None;
        }
        let score_hundredths = judge.score(position, nodes)?;
        (low..=high).contains(&score_hundredths).then(|| GeneratedOpening {
            moves: position.history().iter().map(|ply| ply.mv).collect(),
            score_hundredths,
        })
    }
}

/// How far outside the band the first score of a good opening may lie. Of 80 freestyle and 100 Othello
/// openings kept without a first search, none lay farther.
const fn glance_margin_hundredths(variant: Variant) -> i32 {
    match variant {
        Variant::Gomoku { .. } => 50,
        Variant::Othello => 200,
    }
}

impl GeneratedOpening {
    /// A line for an [`OpeningBook`](super::book::OpeningBook): the moves without forced passes, a tab, and the
    /// score (`h8i9g7`, `+0.12`).
    pub fn text(&self) -> String {
        format!("{}\t{}", self.moves_text(), points(self.score_hundredths))
    }

    /// The moves without forced passes, as one word.
    pub fn moves_text(&self) -> String {
        self.moves.iter().filter_map(|mv| mv.point()).map(|point| point.to_string()).collect()
    }

    /// The score for the side to move, in points or discs.
    pub fn score(&self) -> f64 {
        f64::from(self.score_hundredths) / 100.0
    }
}

/// Hundredths as points with a sign.
fn points(hundredths: i32) -> String {
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}

/// Greatest distance of the first stone from the centre, in columns and rows.
const FIRST_REACH: i32 = 3;
/// Greatest distance of later stones from another stone: as in games, most are close to others.
const CLOSE: i32 = 2;
const FAR: i32 = 3;
/// One stone in this many may be far.
const ONE_FAR_IN: u32 = 4;
/// Fewest legal moves of the next player.
const CHOICE: usize = 2;

/// The position after `plies` random plies from `start`, passes counted; `None` if the game is over or the
/// next player has no choice.
pub(super) fn draw(start: &Position, plies: usize, random: &mut Rng) -> Option<Position> {
    let mut position = start.clone();
    for _ in 0..plies {
        let mv = match &position {
            _ if position.must_pass() => Move::Pass,
            Position::Gomoku(game) => Move::Place(stone(game, random)?),
            Position::Othello(game) => Move::Place(choice(&game.legal_moves(), random)?),
        };
        position.play(mv).ok()?;
        if position.outcome(true).is_some() {
            return None;
        }
    }
    (position.legal_points().take(CHOICE).count() == CHOICE).then_some(position)
}

/// A legal point: the first near the middle, the others near any stone.
fn stone(game: &Game, random: &mut Rng) -> Option<Point> {
    let center = game.size().center();
    let first = |random: &mut Rng| opening_stones::around(center, FIRST_REACH, random);
    let later = |stone, random: &mut Rng| {
        let reach = if random.u32(0..ONE_FAR_IN) == 0 { FAR } else { CLOSE };
        opening_stones::around(stone, reach, random)
    };
    opening_stones::stone(game, random, first, later)
}

/// A random one of `points`.
fn choice(points: &[Point], random: &mut Rng) -> Option<Point> {
    match points.len() {
        0 => None,
        count => Some(points[random.u64(0..count as u64) as usize]),
    }
}

/// Size of the transposition table in bytes: enough for a short search, and quick to clear.
const TABLE_BYTES: usize = 8 << 20;

/// Scores positions of one variant.
pub(super) enum Judge {
    /// With the pattern tables of the rule.
    Gomoku(Box<gomoku::search::Searcher>, Arc<Tables>),
    Othello(Box<othello::search::Searcher>),
}

impl Judge {
    pub fn new(variant: Variant) -> Judge {
        match variant {
            Variant::Gomoku { rule, .. } => Judge::Gomoku(
                Box::new(gomoku::search::Searcher::new(TABLE_BYTES)),
                Arc::new(Tables::new(rule)),
            ),
            Variant::Othello => {
                Judge::Othello(Box::new(othello::search::Searcher::new(TABLE_BYTES)))
            }
        }
    }

    /// The score for the side to move after a search of `nodes`, in hundredths of a point
    /// or of a disc; `None` if threats are pending, the game is decided, or the position is of the other
    /// game.
    pub fn score(&mut self, position: &Position, nodes: u64) -> Option<i32> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::unlimited();
        let best = match (self, position) {
            (Judge::Gomoku(searcher, tables), Position::Gomoku(game)) => {
                if !is_quiet(game, tables) {
                    return None;
                }
                searcher.clear();
                searcher.search(game, &Request::best_move(limits), &control, &mut |_| ())
            }
            (Judge::Othello(searcher), Position::Othello(game)) => {
                searcher.clear();
                let request = Request { is_analysis: true, ..Request::best_move(limits) };
                searcher.search(game, &request, &control, &mut |_| ())
            }
            (Judge::Gomoku(..) | Judge::Othello(_), _) => return None,
        };
        match best.lines.first()?.score {
            Score::Points(hundredths) | Score::Discs(hundredths) => Some(hundredths),
            Score::Exact(0) => Some(0),
            Score::Exact(_) | Score::Win(_) | Score::Loss(_) => None,
        }
    }
}

/// Whether neither side threatens a five or an open four.
fn is_quiet(game: &Game, tables: &Arc<Tables>) -> bool {
    let board = Box::new(Board::new(tables.clone(), game.grid(), game.side_to_move()));
    tactics::assess(&board) == Situation::Free
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::coord::{Move, Size};
    use crate::formats::game::tests::random_game;
    use crate::game::Variant;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::rule::Rule;
    use crate::openings::book::OpeningBook;

    fn gomoku(rule: Rule, width: u8, height: u8) -> Variant {
        Variant::Gomoku { rule, size: Size::new(width, height).unwrap() }
    }

    fn recipe(variant: Variant) -> OpeningRecipe {
        OpeningRecipe { variant, plies: 4..=8, band_hundredths: (-100, 100), nodes: 300, seed: 1 }
    }

    fn generate(recipe: &OpeningRecipe, count: usize) -> Vec<GeneratedOpening> {
        let generator = Generator::new(recipe.clone(), 2).unwrap();
        generator.take(count).map(Result::unwrap).collect()
    }

    /// A generator, one of whose threads panicked.
    pub fn panicked(variant: Variant) -> Generator {
        let generator = Generator::new(recipe(variant), 1).unwrap();
        generator.terms.has_panicked.store(true, Relaxed);
        generator
    }

    fn refused(change: impl FnOnce(&mut OpeningRecipe)) -> String {
        let mut recipe = recipe(gomoku(Rule::Freestyle, 15, 15));
        change(&mut recipe);
        Generator::new(recipe, 1).err().unwrap().to_string()
    }

    #[test]
    fn every_variant_has_openings_and_books_read_them_back() {
        let mut variants: Vec<Variant> =
            Rule::ALL.into_iter().map(|rule| gomoku(rule, 15, 15)).collect();
        variants.extend([
            gomoku(Rule::Freestyle, 20, 20),
            gomoku(Rule::Standard, 22, 5),
            gomoku(Rule::Renju, 6, 6),
            Variant::Othello,
        ]);
        for variant in variants {
            let recipe = recipe(variant);
            let found = generate(&recipe, 5);
            let text: String = found.iter().map(|found| found.text() + "\n").collect();
            let book =
                OpeningBook::read(&text, variant).unwrap_or_else(|error| panic!("{error}: {text}"));
            let moves: Vec<Vec<Move>> = found.iter().map(|found| found.moves.clone()).collect();
            assert_eq!(book.openings, moves);
            for found in &found {
                assert!(recipe.plies.contains(&found.moves.len()), "{text}");
                assert!((-100..=100).contains(&found.score_hundredths), "{text}");
            }
        }
    }

    #[test]
    fn a_seed_is_a_list_and_more_openings_only_continue_it() {
        for variant in [gomoku(Rule::Renju, 15, 15), Variant::Othello] {
            let recipe = recipe(variant);
            let found = generate(&recipe, 6);
            assert_eq!(found[..3], generate(&recipe, 3));
            assert_ne!(found, generate(&OpeningRecipe { seed: 2, ..recipe }, 6));
        }
    }

    #[test]
    fn threads_and_interruptions_do_not_change_the_openings() {
        for variant in [gomoku(Rule::Freestyle, 15, 15), Variant::Othello] {
            let recipe = recipe(variant);
            let found = |known: &[GeneratedOpening], threads, count| -> Vec<GeneratedOpening> {
                let known: Vec<Vec<Move>> =
                    known.iter().map(|opening| opening.moves.clone()).collect();
                let generator = Generator::after(recipe.clone(), &known, threads).unwrap();
                generator.take(count).map(Result::unwrap).collect()
            };
            let alone = found(&[], 1, 8);
            for threads in [2, 5] {
                assert_eq!(found(&[], threads, 8), alone);
                assert_eq!(found(&alone[..3], threads, 5), alone[3..]);
            }
            let limited = Generator::new(recipe.clone(), 4).unwrap();
            limited.stand_back(1);
            assert_eq!(limited.take(8).map(Result::unwrap).collect::<Vec<_>>(), alone);
        }
    }

    #[test]
    fn openings_of_another_origin_are_not_repeated() {
        let recipe = recipe(gomoku(Rule::Freestyle, 15, 15));
        let usual = generate(&recipe, 3);
        let other = [usual[1].moves.clone(), usual[0].moves.clone()];
        let next = Generator::after(recipe, &other, 2).unwrap().next().unwrap();
        assert_eq!(next.as_ref(), Ok(&usual[2]));
    }

    #[test]
    fn no_two_are_images_of_each_other() {
        // If every score is allowed, all positions after four plies are found: 60 that are not images of each
        // other.
        let recipe = OpeningRecipe {
            plies: 4..=4,
            band_hundredths: (-6400, 6400),
            nodes: 10,
            ..recipe(Variant::Othello)
        };
        let mut found: Vec<_> = Generator::new(recipe, 2).unwrap().take(100).collect();
        let end = found.pop().unwrap();
        assert_eq!(end, Err(GenerateError::GaveUp { drawn: PATIENCE, found: 60 }));
        assert!(found.iter().all(Result::is_ok));
    }

    #[test]
    fn the_band_holds_and_may_lie_to_one_side() {
        for (variant, band) in
            [(gomoku(Rule::Freestyle, 15, 15), (100, 300)), (Variant::Othello, (300, 900))]
        {
            let recipe = OpeningRecipe { band_hundredths: band, ..recipe(variant) };
            for found in generate(&recipe, 5) {
                assert!((band.0..=band.1).contains(&found.score_hundredths));
            }
        }
    }

    #[test]
    fn a_band_that_nothing_fits_ends_the_search() {
        let nothing = OpeningRecipe {
            plies: 1..=1,
            band_hundredths: (-6000, -5900),
            ..recipe(gomoku(Rule::Freestyle, 15, 15))
        };
        let mut generator = Generator::new(nothing, 2).unwrap();
        let error = generator.next().unwrap().unwrap_err();
        assert_eq!(error, GenerateError::GaveUp { drawn: PATIENCE, found: 0 });
        assert!(error.to_string().contains("none of the last 1000"));
        assert!(generator.next().is_none());
    }

    #[test]
    fn a_thread_that_panics_ends_the_openings() {
        let variant = gomoku(Rule::Freestyle, 15, 15);
        let without_lengths = RangeInclusive::new(5, 4);
        let impossible = OpeningRecipe { plies: without_lengths, ..recipe(variant) };
        let start = variant.start().unwrap();
        let begin = |count| {
            Generator::begin(impossible.clone(), start.clone(), 0, builders(count)).unwrap()
        };
        let mut generator = begin(2);
        assert_eq!(generator.next(), Some(Err(GenerateError::Aborted)));
        assert_eq!(generator.next(), None);
        let mut generator = begin(1);
        let told = (0..1000).find_map(|_| generator.next_within(Duration::from_millis(20)));
        assert_eq!(told, Some(Err(GenerateError::Aborted)));
        // However many attempts the others finish.
        assert_eq!(panicked(variant).next(), Some(Err(GenerateError::Aborted)));
    }

    #[test]
    fn threads_have_room_for_deep_searches() {
        // More than a thread has unless it is asked for.
        let deep = || std::hint::black_box([1_u8; 4 << 20]).len();
        let thread = builders(1).next().unwrap().spawn(deep).unwrap();
        assert_eq!(thread.join().unwrap(), 4 << 20);
    }

    #[test]
    fn threads_that_cannot_be_started_are_not_needed_except_the_first() {
        let recipe = recipe(gomoku(Rule::Freestyle, 15, 15));
        let start = recipe.variant.start().unwrap();
        // No system has room for such a stack.
        let refused = || Builder::new().stack_size(usize::MAX / 16);
        let begin =
            |builders: Vec<Builder>| Generator::begin(recipe.clone(), start.clone(), 0, builders);
        let generator = begin(vec![Builder::new(), refused()]).unwrap();
        let found: Vec<_> = generator.take(3).map(Result::unwrap).collect();
        assert_eq!(found, generate(&recipe, 3));
        let error = begin(vec![refused()]).err().unwrap().to_string();
        assert!(error.starts_with("a thread cannot be started: "), "{error}");
    }

    #[test]
    fn three_stones_for_swap2_are_found() {
        let recipe = OpeningRecipe { plies: 3..=3, ..recipe(gomoku(Rule::Renju, 15, 15)) };
        assert!(generate(&recipe, 3).iter().all(|found| found.moves.len() == 3));
    }

    #[test]
    fn impossible_recipes_are_refused_with_the_reason() {
        assert!(refused(|r| r.plies = 0..=3).contains("(expected 1 to 224 plies)"));
        assert!(refused(|r| r.plies = 225..=225).contains("invalid length '225-225'"));
        assert!(refused(|r| r.plies = RangeInclusive::new(5, 4)).contains("invalid length '5-4'"));
        assert!(
            refused(|r| r.band_hundredths = (10, -10)).contains("invalid band '+0.10 to -0.10'")
        );
        assert!(
            refused(|r| r.variant = gomoku(Rule::Caro, 4, 9)).contains("unsupported board size")
        );
        let plies = OpeningRecipe { plies: 1..=60, ..recipe(Variant::Othello) };
        assert!(Generator::new(plies, 1).err().unwrap().to_string().contains("1 to 59"));
    }

    fn gomoku_start(rule: Rule, side: u8) -> Position {
        let size = Size::new(side, side).unwrap();
        Variant::Gomoku { rule, size }.start().unwrap()
    }

    fn drawn(start: &Position, plies: usize) -> Vec<Position> {
        let mut random = Rng::with_seed(1);
        (0..300).filter_map(|_| draw(start, plies, &mut random)).collect()
    }

    #[test]
    fn games_go_on_and_leave_a_choice() {
        let othello = Variant::Othello.start().unwrap();
        for (start, plies) in [
            (gomoku_start(Rule::Renju, 15), 30),
            (gomoku_start(Rule::Freestyle, 5), 22),
            (gomoku_start(Rule::Caro, 6), 12),
            (othello.clone(), 45),
            (othello, 8),
        ] {
            let drawn = drawn(&start, plies);
            assert!(!drawn.is_empty(), "{plies}");
            for position in drawn {
                assert_eq!(position.history().len(), plies);
                assert_eq!(position.outcome(true), None);
                assert!(position.legal_points().nth(1).is_some());
            }
        }
    }

    #[test]
    fn the_first_stone_lies_near_the_middle_and_the_others_near_stones() {
        let start = gomoku_start(Rule::Freestyle, 15);
        let away = |a: Point, b: Point| a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()));
        for position in drawn(&start, 7) {
            let stones: Vec<Point> =
                position.history().iter().filter_map(|ply| ply.mv.point()).collect();
            assert!(away(stones[0], start.size().center()) <= 3);
            for (index, &stone) in stones.iter().enumerate().skip(1) {
                let nearest = stones[..index].iter().map(|&other| away(stone, other)).min();
                assert!(nearest.is_some_and(|nearest| nearest <= 3), "{stones:?}");
            }
        }
    }

    #[test]
    fn a_long_opening_that_cannot_be_is_no_endless_search() {
        assert!(drawn(&gomoku_start(Rule::Freestyle, 5), 25).is_empty());
        assert!(drawn(&Variant::Othello.start().unwrap(), 100).is_empty());
    }

    #[test]
    fn a_seed_means_the_same_on_every_machine() {
        let first = |start: &Position, plies| -> String {
            let position = &drawn(start, plies)[0];
            position.history().iter().map(|ply| ply.mv.to_string()).collect()
        };
        assert_eq!(first(&gomoku_start(Rule::Standard, 19), 6), "k11i10k10j11m13o12");
        assert_eq!(first(&Variant::Othello.start().unwrap(), 8), "f5d6c4f4f3g3f6g5");
    }

    fn score(variant: Variant, moves: &str) -> Option<i32> {
        Judge::new(variant).score(&position_after(variant, moves), 2000)
    }

    #[test]
    fn threats_and_decided_games_have_no_score() {
        let size = Size::new(15, 15).unwrap();
        let freestyle = Variant::Gomoku { rule: Rule::Freestyle, size };
        for (moves, why) in [
            ("h8a1i8b1j8o1k8o2", "black makes five"),
            ("h8a1i8b1j8o1", "black makes an open four"),
            ("h8h7i8i7j8", "white must defend against an open four"),
            ("h8g8i8h7j8i7k8", "white must block a five"),
            ("h8a1h9b1i8o1i9o3", "black has two open threes at once"),
        ] {
            assert_eq!(score(freestyle, moves), None, "{why}");
        }
        assert!(score(freestyle, "h8i9").is_some_and(|score| score > 0));
        assert!(score(freestyle, "h8i9a1").is_some());
        assert!(score(Variant::Othello, "f5d6").is_some());
        let mut gomoku = Judge::new(freestyle);
        assert_eq!(gomoku.score(&Variant::Othello.start().unwrap(), 10), None);
    }

    #[test]
    fn a_solved_game_has_a_score_only_if_it_is_drawn() {
        let mut judge = Judge::new(Variant::Othello);
        for seed in 0..10 {
            let game = random_game(Variant::Othello, seed, 52, None);
            let mut position = Variant::Othello.start().unwrap();
            game.moves.iter().for_each(|timed| position.play(timed.mv).unwrap());
            if position.legal_points().count() > 1 {
                assert!(matches!(judge.score(&position, 100_000), None | Some(0)));
            }
        }
    }

    #[test]
    fn a_score_is_independent_of_the_positions_before() {
        let size = Size::new(15, 15).unwrap();
        for variant in [Variant::Gomoku { rule: Rule::Renju, size }, Variant::Othello] {
            let mut judge = Judge::new(variant);
            let start = variant.start().unwrap();
            let next = |position: &Position| {
                let mut next = position.clone();
                let point = next.legal_points().nth(2).unwrap();
                next.play(Move::Place(point)).unwrap();
                next
            };
            let (first, second) = (next(&start), next(&next(&start)));
            let fresh = judge.score(&second, 3000);
            judge.score(&first, 3000);
            assert_eq!(judge.score(&second, 3000), fresh);
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_thread_that_gives_way_has_the_lowest_priority() {
        let nice = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let fields = stat.rsplit_once(')').unwrap().1;
            fields.split_whitespace().nth(16).unwrap().parse::<i32>().unwrap()
        };
        let lowest = thread::spawn(move || {
            give_way();
            nice()
        });
        assert_eq!(lowest.join().unwrap(), 19);
    }
}
