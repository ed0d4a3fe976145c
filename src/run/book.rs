//! `book`: files and standard streams around the opening book.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tengen::engine::Learned;
use tengen::frontend::setting::Setting;
use tengen::othello::book::grow::{GrowthPlan, grow};
use tengen::othello::book::{Book, Recipe};
use tengen::tools;

use super::bar::styled;
use super::fault::invalid;
use super::new_file;
use super::weights::read_book;
use crate::cli::Cli;
use crate::cli::book::{BookJob, BuildArgs};
use crate::cli::learned::BookArg;
use crate::{INTERRUPTED, interrupt_flag};

/// How positions are searched if nothing else is asked for.
const USUAL: Recipe = Recipe { depth: 12, margin: 400 };
/// How often the file is written.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The settings by which the options say whether and how a book is played from.
pub fn settings(cli: &Cli) -> Vec<Setting> {
    let (book, variety) = cli.book();
    let on = book.map(|book| Setting::Book(*book != BookArg::Off));
    let variety = variety.map(|hundredths| Setting::BookVariety(hundredths.unsigned_abs()));
    on.into_iter().chain(variety).collect()
}

/// Carries out the subcommand; the exit code.
pub fn run(job: &BookJob, learned: &Learned) -> io::Result<u8> {
    match job {
        BookJob::Build(args) => build(args, learned),
        BookJob::Show { moves, file } => {
            let book = file.as_deref().map_or_else(|| Ok(Book::embedded()), read_book)?;
            tools::book::show(&book, moves, &mut io::stdout().lock()).map_err(
                |error| match error {
                    tools::book::Failure::Output(error) => error,
                    other => invalid(&other.to_string()),
                },
            )?;
            Ok(0)
        }
    }
}

fn build(args: &BuildArgs, learned: &Learned) -> io::Result<u8> {
    let mut book = start(args)?;
    let interrupt = interrupt_flag()?;
    let bar = io::stderr().is_terminal().then(|| progress_bar(args.positions, book.len()));
    let mut saved = Instant::now();
    let mut watch = |book: &Book| {
        match &bar {
            Some(bar) => bar.set_position(book.len() as u64),
            None => log::info!("{} of {} positions", book.len(), args.positions),
        }
        if saved.elapsed() >= SAVE_EVERY {
            new_file::write(&args.out, &book.to_bytes())?;
            saved = Instant::now();
        }
        Ok(())
    };
    let plan = GrowthPlan { positions: args.positions, threads: args.threads.into() };
    grow(&mut book, plan, &learned.for_othello(), &interrupt, &mut watch)?;
    new_file::write(&args.out, &book.to_bytes())?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    writeln!(io::stdout(), "{}", tools::book::summary(&book))?;
    let was_interrupted = interrupt.load(Relaxed) && book.len() < args.positions;
    Ok(if was_interrupted { INTERRUPTED } else { 0 })
}

/// The book to grow.
fn start(args: &BuildArgs) -> io::Result<Book> {
    let Some(file) = &args.from else {
        let depth = args.depth.unwrap_or(USUAL.depth);
        return Ok(Book::new(Recipe { depth, margin: args.margin.unwrap_or(USUAL.margin) }));
    };
    let book = Arc::unwrap_or_clone(read_book(file)?);
    let Recipe { depth, margin } = book.recipe();
    if args.depth.is_some_and(|wanted| wanted != depth) {
        return Err(invalid(&format!("{}: searched to depth {depth}", file.display())));
    }
    if args.margin.is_some_and(|wanted| wanted != margin) {
        let discs = f64::from(margin) / 100.0;
        return Err(invalid(&format!("{}: moves within {discs} discs", file.display())));
    }
    Ok(book)
}

fn progress_bar(positions: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(positions as u64).with_position(done as u64);
    styled(bar, "{wide_bar} {pos}/{len} positions, {eta} left")
}
