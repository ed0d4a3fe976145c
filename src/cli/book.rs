//! `tengen book`: the opening book of Othello.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, ValueEnum};
use tengen::engine::Learned;
use tengen::language::Words;
use tengen::othello::book::exchange::{self, Import, Program};
use tengen::othello::book::grow::{GrowthPlan, grow};
use tengen::othello::book::{Book, Recipe};
use tengen::replacement::{is_same, is_special};
use tengen::tools::book::{self, Extent};

use super::options::{self, FormatArgs, read_book};
use super::streams::{
    INTERRUPTED, Optional, buffered_output, check_outputs, interrupt_flag, invalid, invalid_in,
    progress_bar, read_bytes, replace,
};

/// How positions are searched if neither the options nor a book specify it.
const DEFAULT_RECIPE: Recipe = Recipe { depth: 12, margin: 400 };
/// Longest line of a tree unless the options specify it.
const DEFAULT_PLIES: usize = 4;
/// Upper bound on the loss of a move, in 1/100 disc.
const WORST: i32 = 12_800;
/// Interval at which the file is written.
const SAVE_EVERY: Duration = Duration::from_secs(60);

const BUILD_MANUAL: &str = "\
The next position searched is the one that the sides reach by losing the fewest discs. The last line printed shows \
the size of the book and its best line. Positions are searched in batches of 64. The file is written after a batch, at \
most once a minute. An interruption loses the current batch; to resume, rerun with --from and the file. The \
same arguments give the same book with any number of threads. Of existing files only that of --from is replaced.

Examples:
  tengen book build --positions 20000 --depth 14 --threads 2 --out book.bin
  tengen book build --positions 30000 --from book.bin --out book.bin
  tengen --book book.bin --protocol nboard";

const SHOW_MANUAL: &str = "\
Prints a line for each move, best first, with tabs between its columns: move, value in discs for the side \
that makes it, best line from there, or - at the edge of the book.

With --tree, the replies to each move follow it, indented, up to --plies; ... marks a move with further replies. Of \
moves that lead to symmetric positions only one is shown.

Columns with --format tsv, fields with json: move, value, line (a list; missing at the edge of the book). With \
--tree: line (a list), value, replies (their number).

Examples:
  tengen book show f5d6c3
  tengen book show f5d6c3 --format json
  tengen book show --tree --plies 6 --within 1";

const IMPORT_MANUAL: &str = "\
FILE may be a book of Edax 4 (.dat) or of Egaroucid (.egbk3, .egbk2). The values at its edge are read; the \
others follow from them. A position with a higher value than its known moves is also at the edge. Unreachable \
positions are left out. The highest level in the file becomes the depth of the book.

Examples:
  tengen book import book.dat --out book.bin
  tengen --book book.bin --protocol nboard";

const EXPORT_MANUAL: &str = "\
Values are rounded to discs, and the depth of the book becomes the level. Edax stores one move at the edge for each \
position: the best is kept. In Edax, `book load` reads the file.

Examples:
  tengen book export --to edax --out book.dat
  tengen book export --to egaroucid --out book.egbk3 --file book.bin";

/// Build, show, import or export Othello opening books
#[derive(Debug, Args)]
pub struct BookArgs {
    #[command(subcommand)]
    job: BookJob,
}

#[derive(Debug, Subcommand)]
enum BookJob {
    Build(BuildArgs),
    Show(ShowArgs),
    Import(ImportArgs),
    Export(ExportArgs),
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
    /// Show the replies to each move, too
    #[arg(long)]
    tree: bool,
    /// Longest line of the tree, in plies [default: 4]
    #[arg(long, requires = "tree", value_parser = clap::value_parser!(u16).range(1..=120), value_name = "N")]
    plies: Option<u16>,
    /// Leave moves more than DISCS below the best out of the tree
    #[arg(long, requires = "tree", value_parser = options::hundredths, value_name = "DISCS")]
    within: Option<i32>,
    #[command(flatten)]
    format: FormatArgs,
}

/// Import a book of Edax or Egaroucid
#[derive(Debug, Args)]
#[command(after_long_help = IMPORT_MANUAL)]
struct ImportArgs {
    /// Book of Edax or Egaroucid
    file: PathBuf,
    /// File for the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Margin for growing the book later: moves up to DISCS below the best
    #[arg(long, default_value = "4", value_parser = options::hundredths, value_name = "DISCS")]
    margin: i32,
}

/// Export a book to Edax or Egaroucid
#[derive(Debug, Args)]
#[command(after_long_help = EXPORT_MANUAL)]
struct ExportArgs {
    /// Program that will read the file
    #[arg(long, value_enum, value_name = "PROGRAM")]
    to: ProgramName,
    /// File for the exported book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Book to export [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The programs to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProgramName {
    Edax,
    Egaroucid,
}

impl BookArgs {
    /// Builds or shows a book; `learned` reads the weights. Returns the exit code.
    pub fn run(&self, learned: impl Fn() -> io::Result<Learned>, words: &Words) -> io::Result<u8> {
        match &self.job {
            BookJob::Build(args) => args.run(&learned()?, words),
            BookJob::Show(args) => args.run(),
            BookJob::Import(args) => args.run(words),
            BookJob::Export(args) => args.run(),
        }
    }
}

impl ShowArgs {
    fn run(&self) -> io::Result<u8> {
        let (format, mut out) = (self.format.format(), buffered_output());
        let opened = open_book(self.file.as_deref())?;
        let shown = if self.tree {
            let plies = self.plies.map_or(DEFAULT_PLIES, usize::from);
            let extent = Extent { plies, within: self.within.unwrap_or(WORST) };
            book::show_tree(&opened, &self.moves, extent, format, &mut out)
        } else {
            book::show(&opened, &self.moves, format, &mut out)
        };
        match shown.and_then(|()| Ok(out.flush()?)) {
            Ok(()) => Ok(0),
            Err(book::Failure::Output(error)) => Err(error),
            Err(other) => Err(invalid(other)),
        }
    }
}

/// The book in `file`, or the built-in one.
fn open_book(file: Option<&Path>) -> io::Result<Arc<Book>> {
    file.map_or_else(|| Ok(Book::embedded()), |file| read_book(file).map(Arc::new))
}

impl ImportArgs {
    fn run(&self, words: &Words) -> io::Result<u8> {
        check_outputs([&self.out], [&self.file])?;
        let read = exchange::read(&read_bytes(&self.file)?, self.margin);
        let Import { book, unreachable } = read.map_err(|error| invalid_in(&self.file, error))?;
        let bytes = book.to_bytes();
        if Book::from_bytes(&bytes).is_err() {
            return Err(invalid_in(&self.file, "the book has too many positions"));
        }
        replace(&self.out, &bytes)?;
        let mut out = io::stdout();
        writeln!(out, "{}", book::summary(&book, words))?;
        if let Some(text) = book::left_out(unreachable, words) {
            writeln!(out, "{text}")?;
        }
        Ok(0)
    }
}

impl ExportArgs {
    fn run(&self) -> io::Result<u8> {
        check_outputs([&self.out], &self.file)?;
        let program = match self.to {
            ProgramName::Edax => Program::Edax,
            ProgramName::Egaroucid => Program::Egaroucid,
        };
        let book = open_book(self.file.as_deref())?;
        replace(&self.out, &exchange::write(&book, program))?;
        Ok(0)
    }
}

impl BuildArgs {
    fn run(&self, learned: &Learned, words: &Words) -> io::Result<u8> {
        check_outputs([&self.out], [])?;
        self.must_be_free()?;
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
        writeln!(Optional(io::stdout()), "{}", book::summary(&book, words))?;
        let was_interrupted = interrupt.load(Relaxed) && book.len() < self.positions;
        Ok(if was_interrupted { INTERRUPTED } else { 0 })
    }

    /// Refuses to replace a file other than the book to grow: a new book is small at first, and an interruption leaves
    /// it so.
    fn must_be_free(&self) -> io::Result<()> {
        let is_grown = self.from.as_ref().is_some_and(|from| is_same(from, &self.out));
        let is_empty = fs::metadata(&self.out).map_or(true, |file| file.len() == 0);
        if is_grown || is_empty || is_special(&self.out) {
            return Ok(());
        }
        Err(invalid_in(
            &self.out,
            "this file already exists (use --from to grow it, or another --out)",
        ))
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
            let message = match margin {
                100 => "the book has moves within 1 disc".to_owned(),
                _ => format!("the book has moves within {} discs", f64::from(margin) / 100.0),
            };
            return Err(invalid_in(file, message));
        }
        Ok(book)
    }
}
