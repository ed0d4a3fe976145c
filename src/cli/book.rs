//! `tengen book`: the opening book of Othello.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use tengen::engine::Learned;
use tengen::language::Words;
use tengen::othello::book::grow::{GrowthPlan, grow};
use tengen::othello::book::{Book, Recipe};
use tengen::tools::book;

use super::options::{self, FormatArgs, read_book};
use super::streams::{INTERRUPTED, interrupt_flag, invalid, invalid_in, progress_bar, replace};

/// How positions are searched where neither the options nor a book say it.
const DEFAULT_RECIPE: Recipe = Recipe { depth: 12, margin: 400 };
/// How often the file is written.
const SAVE_EVERY: Duration = Duration::from_secs(60);

const BUILD_MANUAL: &str = "\
The next position searched is the one that both sides reach by losing the fewest discs. The last line printed \
is the size of the book and its best line. The file is written every minute; after an interruption, rerun with \
--from and the file to resume. The same arguments give the same book with any number of threads.

Examples:
  tengen book build --positions 20000 --depth 14 --threads 2 --out book.bin
  tengen book build --positions 30000 --from book.bin --out book.bin
  tengen --book book.bin --protocol nboard";

const SHOW_MANUAL: &str = "\
Prints a line for each move, best first, with tabs between its columns: move, value in discs for the side \
that makes it, best line from there, or - at the edge of the book.

Columns with --format tsv, fields with json: move, value, line (a list; missing at the edge of the book).

Examples:
  tengen book show f5d6c3
  tengen book show f5d6c3 --format json";

/// Build an Othello opening book, or look up moves in one
#[derive(Debug, Args)]
pub struct BookArgs {
    #[command(subcommand)]
    job: BookJob,
}

#[derive(Debug, Subcommand)]
enum BookJob {
    Build(BuildArgs),
    Show(ShowArgs),
}

/// Build a book with the engine's searches, or grow one
#[derive(Debug, Args)]
#[command(after_long_help = BUILD_MANUAL)]
struct BuildArgs {
    /// Number of positions in the book at the end
    #[arg(long, default_value_t = 1000, value_name = "N")]
    positions: usize,
    /// Depth of the search of each position [default: 12, or that of --from]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60), value_name = "PLIES")]
    depth: Option<u32>,
    /// Include moves up to DISCS below the best [default: 4, or that of --from]
    #[arg(long, value_parser = options::hundredths, value_name = "DISCS")]
    margin: Option<i32>,
    /// Book to start from
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// File for the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions searched at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), value_name = "N")]
    threads: u16,
}

/// Show the moves of a position, best first
#[derive(Debug, Args)]
#[command(after_long_help = SHOW_MANUAL)]
struct ShowArgs {
    /// Moves from the start position, such as f5d6c3
    #[arg(default_value = "")]
    moves: String,
    /// Book to show [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

impl BookArgs {
    /// Builds or shows a book; `learned` reads the weights. The exit code.
    pub fn run(&self, learned: impl Fn() -> io::Result<Learned>, words: &Words) -> io::Result<u8> {
        match &self.job {
            BookJob::Build(args) => args.run(&learned()?, words),
            BookJob::Show(args) => args.run(),
        }
    }
}

impl ShowArgs {
    fn run(&self) -> io::Result<u8> {
        let (format, mut out) = (self.format.format(), io::stdout().lock());
        let shown = match &self.file {
            None => book::show(&Book::embedded(), &self.moves, format, &mut out),
            Some(file) => book::show(&read_book(file)?, &self.moves, format, &mut out),
        };
        match shown {
            Ok(()) => Ok(0),
            Err(book::Failure::Output(error)) => Err(error),
            Err(other) => Err(invalid(other)),
        }
    }
}

impl BuildArgs {
    fn run(&self, learned: &Learned, words: &Words) -> io::Result<u8> {
        let mut book = self.start()?;
        let interrupt = interrupt_flag()?;
        let bar = progress_bar(self.positions as u64, words, "bar-positions");
        let mut saved = Instant::now();
        let mut watch = |book: &Book| {
            bar.set_position(book.len() as u64);
            log::info!("{} of {} positions", book.len(), self.positions);
            if saved.elapsed() >= SAVE_EVERY {
                replace(&self.out, &book.to_bytes())?;
                saved = Instant::now();
            }
            Ok(())
        };
        let plan = GrowthPlan { positions: self.positions, threads: self.threads.into() };
        grow(&mut book, plan, &learned.for_othello(), &interrupt, &mut watch)?;
        replace(&self.out, &book.to_bytes())?;
        bar.finish_and_clear();
        writeln!(io::stdout(), "{}", book::summary(&book, words))?;
        let was_interrupted = interrupt.load(Relaxed) && book.len() < self.positions;
        Ok(if was_interrupted { INTERRUPTED } else { 0 })
    }

    /// The book to grow.
    fn start(&self) -> io::Result<Book> {
        let Some(file) = &self.from else {
            let Recipe { depth, margin } = DEFAULT_RECIPE;
            return Ok(Book::new(Recipe {
                depth: self.depth.unwrap_or(depth),
                margin: self.margin.unwrap_or(margin),
            }));
        };
        let book = read_book(file)?;
        let Recipe { depth, margin } = book.recipe();
        if self.depth.is_some_and(|wanted| wanted != depth) {
            return Err(invalid_in(file, format!("the book is searched to depth {depth}")));
        }
        if self.margin.is_some_and(|wanted| wanted != margin) {
            let discs = f64::from(margin) / 100.0;
            return Err(invalid_in(file, format!("the book has moves within {discs} discs")));
        }
        Ok(book)
    }
}
