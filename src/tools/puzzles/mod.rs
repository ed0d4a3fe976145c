//! Finds puzzles in recorded games and writes them as text, a table, JSON, positions, a sheet and an interactive page.

mod found;
mod listing;
pub mod page;
pub mod positions;
pub mod sheet;

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use indicatif::ProgressBar;

use crate::analysis::puzzles::{Criteria, Finder, Key, Puzzle};
use crate::coord::Move;
use crate::engine::Learned;
use crate::formats::RecordError;
use crate::formats::records::StoredGame;
use crate::language::Words;
use crate::search::lazy_smp::STACK;
use crate::table::Format;
pub use found::{Found, Summary};

/// The inputs of a run besides its games.
pub struct Options<'a> {
    pub criteria: Criteria,
    pub learned: &'a Learned,
    /// Games searched in parallel, at least 1.
    pub threads: usize,
    pub format: Format,
    pub words: &'a Words,
}

/// A game of the input, or why it cannot be read, with the name of its file.
pub type Entry = (Arc<str>, Result<StoredGame, RecordError>);

/// A game to be searched.
struct Job {
    game: usize,
    source: Arc<str>,
    stored: StoredGame,
}

/// The puzzles of a game.
struct Done {
    job: Job,
    puzzles: Vec<Puzzle>,
}

/// Writes the puzzles in the order of their games, whichever game finishes first.
struct Delivery<'a> {
    options: &'a Options<'a>,
    bar: &'a ProgressBar,
    out: &'a mut dyn Write,
    /// Number of the next game.
    next: usize,
    /// Games that finished before their turn; `None` has no puzzles.
    early: BTreeMap<usize, Option<Done>>,
    seen: HashSet<Key>,
    summary: Summary,
}

/// Searches `games` and lists each puzzle on `out` once the games before it are done; `bar` advances with
/// every game. A game is searched as far as its first fault, which is reported on `errors`. The result does not
/// depend on the number of threads.
///
/// # Errors
/// I/O errors on `out` or `errors`, and threads that cannot be started.
pub fn run(
    games: impl Iterator<Item = Entry>,
    options: &Options,
    bar: &ProgressBar,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Summary> {
    let start = Instant::now();
    if options.format == Format::Tsv {
        out.write_all(listing::HEADER.as_bytes())?;
    }
    let mut delivery = Delivery::new(options, bar, out);
    thread::scope(|scope| {
        let (jobs, their_jobs) = bounded(1);
        let (their_done, done) = unbounded();
        for number in 0..options.threads.max(1) {
            let (jobs, done) = (their_jobs.clone(), their_done.clone());
            let builder =
                thread::Builder::new().name(format!("puzzles-{number}")).stack_size(STACK);
            builder.spawn_scoped(scope, move || search(options, &jobs, &done))?;
        }
        drop((their_jobs, their_done));
        feed(games, &mut delivery, &jobs, &done, errors)?;
        drop(jobs);
        done.iter().try_for_each(|done| delivery.take(done.job.game, Some(done)))
    })?;
    bar.finish_and_clear();
    let mut summary = delivery.summary;
    summary.elapsed = start.elapsed();
    match options.format {
        Format::Text => out.write_all(listing::totals_text(options.words, &summary).as_bytes())?,
        Format::Json => out.write_all(listing::totals_json(&summary).as_bytes())?,
        Format::Tsv => {}
    }
    out.flush()?;
    Ok(summary)
}

/// Searches games until there are no more.
fn search(options: &Options, jobs: &Receiver<Job>, done: &Sender<Done>) {
    let mut finder = Finder::new(options.criteria, options.learned);
    for job in jobs {
        let moves: Vec<Move> = job.stored.record.moves.iter().map(|timed| timed.mv).collect();
        let puzzles = finder.find(&job.stored.start, &moves);
        if done.send(Done { job, puzzles }).is_err() {
            return;
        }
    }
}

/// Distributes the games to the threads, and meanwhile delivers the finished ones.
fn feed(
    games: impl Iterator<Item = Entry>,
    delivery: &mut Delivery,
    jobs: &Sender<Job>,
    done: &Receiver<Done>,
    errors: &mut dyn Write,
) -> io::Result<()> {
    for (game, (source, stored)) in (1..).zip(games) {
        let fault = match &stored {
            Ok(stored) => stored.fault.as_ref(),
            Err(error) => Some(error),
        };
        if let Some(error) = fault {
            delivery.summary.faulty += 1;
            delivery.bar.suspend(|| writeln!(errors, "tengen: {source}: {error}"))?;
        }
        delivery.bar.inc_length(1);
        match stored {
            Ok(stored) => {
                delivery.summary.games += 1;
                // Cannot fail while the threads run: they end after the last game.
                let _ = jobs.send(Job { game, source, stored });
            }
            Err(_) => delivery.take(game, None)?,
        }
        done.try_iter().try_for_each(|done| delivery.take(done.job.game, Some(done)))?;
    }
    Ok(())
}

impl<'a> Delivery<'a> {
    fn new(options: &'a Options, bar: &'a ProgressBar, out: &'a mut dyn Write) -> Delivery<'a> {
        Delivery {
            options,
            bar,
            out,
            next: 1,
            early: BTreeMap::new(),
            seen: HashSet::new(),
            summary: Summary::default(),
        }
    }

    fn take(&mut self, game: usize, done: Option<Done>) -> io::Result<()> {
        self.bar.inc(1);
        self.early.insert(game, done);
        while let Some(done) = self.early.remove(&self.next) {
            self.next += 1;
            if let Some(Done { job, puzzles }) = done {
                puzzles.into_iter().try_for_each(|puzzle| self.list(&job, puzzle))?;
            }
        }
        Ok(())
    }

    fn list(&mut self, job: &Job, puzzle: Puzzle) -> io::Result<()> {
        if !self.seen.insert(puzzle.key()) {
            self.summary.repeated += 1;
            return Ok(());
        }
        let found = Found {
            number: self.summary.puzzles.len() + 1,
            source: job.source.clone(),
            game: job.game,
            ply: puzzle.position.history().len() - job.stored.start.history().len(),
            start: job.stored.start.clone(),
            puzzle,
        };
        let text = match self.options.format {
            Format::Text => listing::text(self.options.words, &found),
            Format::Tsv => listing::row(&found),
            Format::Json => listing::json(&found),
        };
        self.bar.suspend(|| self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()))?;
        self.summary.puzzles.push(found);
        Ok(())
    }
}
