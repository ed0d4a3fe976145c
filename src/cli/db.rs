//! `tengen db`: the position database of Gomoku.

use std::fmt::Display;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use tengen::coord::{Move, Size, parse_points};
use tengen::database::transfer::{self, Exported, Policy, TransferError, Writer};
use tengen::database::{Database, View, check, is_database, yixin};
use tengen::formats::bounded::{must_fit, read_at_most};
use tengen::formats::encoding::Encoding;
use tengen::formats::records::reader;
use tengen::formats::renlib;
use tengen::gomoku::rules::game::{DEFAULT_SIZE, Game};
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Words;
use tengen::table::Format as TableFormat;
use tengen::tools::database::{self, Checked, QueryError};

use super::options::FormatArgs;
use super::streams::{
    FOUND_FAULTS, Optional, about, buffered_output, errors, exit_on_interrupt, invalid, invalid_in,
    must_be_named, open, replace_by,
};

const MANUAL: &str = "\
A database is one file. It stores a mark, a value, a comment and point labels for each position; symmetric \
positions share them, different rules and boards do not. Every transaction is on disk before it is reported, and \
several processes may use the file at once. In the Gomocup protocol, YXSETDATABASE opens it; protocol.md describes \
the commands.

Examples:
  tengen db import games.db renju.lib --rule renju
  tengen db import games.db old.lib --encoding gbk
  tengen db query games.db h8h9 --rule renju
  tengen db export games.db games.csv
  tengen db export games.db renju.lib --rule renju --moves h8h9
  tengen db merge games.db other.db";

/// Import, export, query, merge and check position databases of Gomoku
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct DbArgs {
    #[command(subcommand)]
    job: DbJob,
}

#[derive(Debug, Subcommand)]
enum DbJob {
    Import(ImportArgs),
    Export(ExportArgs),
    Query(QueryArgs),
    Merge(MergeArgs),
    Stats(StatsArgs),
    Check(CheckArgs),
}

/// Add positions from text, RenLib libraries or other engines' databases
///
/// Prints the number of positions read and changed. Illegal entries of libraries and of other engines' databases are
/// skipped; standard error gives their number.
#[derive(Debug, Args)]
struct ImportArgs {
    /// Database, created if missing
    database: PathBuf,
    /// Files in the text form of db export, RenLib libraries (.lib), or databases of Yixin or Rapfi; - is standard
    /// input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rule of libraries: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Encoding of labels and comments: gbk, big5, shift_jis, euc-kr, latin1, or auto, which reads UTF-8 if it is
    /// valid and Latin-1 otherwise
    #[arg(long, default_value_t)]
    encoding: Encoding,
    #[command(flatten)]
    writing: WritingArgs,
}

/// Copy positions from other databases
///
/// Prints the number of positions read and changed.
#[derive(Debug, Args)]
struct MergeArgs {
    /// Database, created if missing
    database: PathBuf,
    /// Databases to copy from
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    writing: WritingArgs,
}

// How records are written. Not a doc comment: clap would take it for the description of the subcommand.
#[derive(Debug, Args)]
struct WritingArgs {
    /// Replace existing records instead of merging, which keeps better results, deeper values, existing labels and all
    /// comments
    #[arg(long)]
    replace: bool,
    /// Positions in a transaction
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    batch: u32,
    /// After each transaction, print the number of positions on disk
    #[arg(long)]
    progress: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The text form of Yixin-style engines, one position per line
    Text,
    /// A library of RenLib: the positions of one rule on 15x15, from --moves on
    Lib,
    /// The moves of each position of one rule and board
    Pos,
}

const EXPORT_MANUAL: &str = "\
The text form contains everything. A library contains the marks w and l, comments, and labels of points without \
such a mark; it includes the positions that known moves reach from the empty board. --format pos leaves out \
positions with passes or without a legal order of their stones. Standard error gives the number of positions left out.";

/// Write positions as text, as a RenLib library or as moves
#[derive(Debug, Args)]
#[command(after_long_help = EXPORT_MANUAL)]
struct ExportArgs {
    /// Database
    database: PathBuf,
    /// File to write; - is standard output
    file: PathBuf,
    /// Format [default: lib for .lib, pos for .pos, otherwise text]
    #[arg(long)]
    format: Option<Format>,
    /// Rule: freestyle, standard, renju, caro or caro-exact [default: freestyle; text: all, unless there is --size]
    #[arg(long)]
    rule: Option<Rule>,
    /// Board size: 15 or 20x15, sides from 5 to 22 [default: 15; text: all, unless there is --rule]
    #[arg(long, value_name = "N|WxH")]
    size: Option<Size>,
    /// Moves before the positions of a library [default: none]
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

const QUERY_MANUAL: &str = "\
Prints a line for the position and one for each known move, with tabs between the columns: the move, mark \
for the side that moved there, value for the side to move, its depth and bound, caption in front ends, label of \
the point, comment. - denotes the position itself and missing data. With several positions, a line with # and the \
moves precedes each; a line that cannot be read is reported on standard error, and the exit code is 1.

Columns with --format tsv, fields with json: position (its moves), move (missing for the position itself), mark, \
value, depth, bound, caption, label, comment.";

/// Show the records of a position and of its moves
#[derive(Debug, Args)]
#[command(after_long_help = QUERY_MANUAL)]
struct QueryArgs {
    /// Database
    database: PathBuf,
    /// Moves from the empty board, such as h8h9; - reads a position from each line of standard input
    #[arg(default_value = "")]
    moves: String,
    /// Rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Board size: 15 or 20x15, sides from 5 to 22
    #[arg(long, default_value_t = DEFAULT_SIZE, value_name = "N|WxH")]
    size: Size,
    #[command(flatten)]
    format: FormatArgs,
}

const STATS_MANUAL: &str = "\
Columns, or fields with --format json: rule, size, positions, marks (letters with numbers), values, \
comments, labels (positions that have them), longest (most stones).";

/// Count the positions of each rule and board
#[derive(Debug, Args)]
#[command(after_long_help = STATS_MANUAL)]
struct StatsArgs {
    /// Database
    database: PathBuf,
    #[command(flatten)]
    format: FormatArgs,
}

const CHECK_MANUAL: &str = "\
The exit code is 1 if the check finds faults. With --fix, which mends them, it is 0.

Columns with --format tsv, fields with json, in one row: positions, misplaced (under the key of a symmetric image), \
unmarked (not marked as lost although a move wins), contradicted (with another result although a move wins), fixed \
(changes made; missing without --fix), repaired (whether the file was damaged; missing without --fix).";

/// Check the records, and their marks for contradictions
#[derive(Debug, Args)]
#[command(after_long_help = CHECK_MANUAL)]
struct CheckArgs {
    /// Database
    database: PathBuf,
    /// Check every page of the file and repair it; mark positions that must be lost as lost, whatever their mark
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    format: FormatArgs,
}

impl DbArgs {
    /// Executes the command; returns the exit code.
    pub fn run(&self, words: &Words) -> io::Result<u8> {
        match &self.job {
            DbJob::Import(args) => args.run(words),
            DbJob::Export(args) => args.run(),
            DbJob::Query(args) => args.run(),
            DbJob::Merge(args) => args.run(words),
            DbJob::Stats(args) => args.run(words),
            DbJob::Check(args) => args.run(words),
        }
    }
}

/// Adds the name of the database to an error.
fn in_file<E: Display>(file: &Path) -> impl Fn(E) -> io::Error {
    move |error| invalid_in(file, error)
}

fn open_for_reading(file: &Path) -> io::Result<Database> {
    Database::open_read_only(file).map_err(in_file(file))
}

impl WritingArgs {
    /// Writes to the database in the file `path` by `work` and prints the summary. A new file is removed if the work
    /// fails before it writes anything.
    fn run(
        &self,
        path: &Path,
        words: &Words,
        work: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
    ) -> io::Result<u8> {
        let is_new = !path.exists();
        let database = Database::open(path).map_err(in_file(path))?;
        let done = self.write(&database, words, work);
        let is_empty = matches!(database.view().and_then(|view| view.is_empty()), Ok(true));
        drop(database);
        if done.is_err() && is_new && is_empty {
            fs::remove_file(path).map_err(|error| about(path, &error))?;
        }
        done
    }

    fn write(
        &self,
        database: &Database,
        words: &Words,
        work: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
    ) -> io::Result<u8> {
        let mut report = |count: u64| {
            if self.progress {
                let mut out = Optional(io::stdout().lock());
                let values = [("count", count.into())];
                writeln!(out, "{}", words.say_with("db-on-disk", &values))?;
                out.flush()?;
            }
            Ok(())
        };
        let policy = if self.replace { Policy::Replace } else { Policy::Merge };
        let mut writer = Writer::new(database, policy, self.batch as usize, &mut report);
        work(&mut writer)?;
        let values = [("read", writer.handled.into()), ("changed", writer.changed.into())];
        writeln!(Optional(io::stdout()), "{}", words.say_with("db-read", &values))?;
        Ok(0)
    }
}

impl ImportArgs {
    fn run(&self, words: &Words) -> io::Result<u8> {
        for file in self.files.iter().filter(|file| *file != Path::new("-")) {
            // A missing file is detected before a database is created.
            fs::metadata(file).map_err(|error| about(file, &error))?;
        }
        must_be_named(&self.database)?;
        self.writing.run(&self.database, words, |writer| {
            self.files.iter().try_for_each(|file| self.import(file, writer))
        })
    }

    fn import(&self, file: &Path, writer: &mut Writer<'_>) -> io::Result<()> {
        let mut source = open(file)?;
        let start = source.fill_buf().map_err(|error| about(file, &error))?;
        if is_database(start) {
            return Err(invalid_in(file, "this is a position database (use db merge)"));
        }
        let is_library = renlib::is_library(start);
        if !is_library && !yixin::is_binary(start) {
            return transfer::import_text(&mut source, self.encoding, writer)
                .map_err(transfer_error(file));
        }
        let largest = if is_library { reader::LARGEST } else { yixin::LARGEST };
        let bytes = read_whole(file, source, largest).map_err(|error| about(file, &error))?;
        let skipped = if is_library {
            let library = renlib::read(&bytes, self.encoding).map_err(in_file(file))?;
            transfer::import_library(&library, self.rule, writer)
        } else {
            let records = yixin::read(&bytes, self.encoding).map_err(in_file(file))?;
            transfer::import_yixin(records, writer)
        };
        match skipped.map_err(transfer_error(file))? {
            0 => Ok(()),
            skipped => {
                let file = file.display();
                writeln!(errors(), "tengen: {file}: illegal entries skipped: {skipped}")
            }
        }
    }
}

/// Reads `source`, which is `file` or, for `-`, standard input, to its end.
fn read_whole(file: &Path, source: impl io::Read, mebibytes: u64) -> io::Result<Vec<u8>> {
    if file != Path::new("-") {
        must_fit(mebibytes, fs::metadata(file)?.len())?;
    }
    read_at_most(mebibytes, source)
}

fn transfer_error(file: &Path) -> impl Fn(TransferError) -> io::Error {
    move |error| match error {
        TransferError::Stream(error) => about(file, &error),
        other => invalid_in(file, other),
    }
}

impl MergeArgs {
    fn run(&self, words: &Words) -> io::Result<u8> {
        must_be_named(&self.database)?;
        let sources: Vec<Database> =
            self.sources.iter().map(|file| open_for_reading(file)).collect::<io::Result<_>>()?;
        self.writing.run(&self.database, words, |writer| {
            for (file, source) in self.sources.iter().zip(&sources) {
                let view = source.view().map_err(in_file(file))?;
                transfer::merge(&view, writer).map_err(transfer_error(file))?;
            }
            Ok(())
        })
    }
}

impl ExportArgs {
    fn run(&self) -> io::Result<u8> {
        exit_on_interrupt()?;
        let database = open_for_reading(&self.database)?;
        let view = database.view().map_err(in_file(&self.database))?;
        let rule = self.rule.unwrap_or(Rule::Freestyle);
        let size = self.size.unwrap_or(DEFAULT_SIZE);
        let is_restricted = self.rule.is_some() || self.size.is_some();
        let format = self.format.unwrap_or_else(|| self.format_of_name());
        if self.moves.is_some() && format != Format::Lib {
            return Err(invalid("--moves needs a library (--format lib)"));
        }
        let variant = (rule, size);
        let write = |out: &mut dyn Write| -> io::Result<Exported> {
            let failed = transfer_error(&self.file);
            match format {
                Format::Lib => self.write_library(&view, variant, out),
                Format::Pos => transfer::export_moves(&view, variant, out).map_err(failed),
                Format::Text => {
                    let written =
                        transfer::export_text(&view, is_restricted.then_some(variant), out);
                    Ok(Exported { written: written.map_err(failed)?, left_out: 0 })
                }
            }
        };
        let exported = if self.file == Path::new("-") {
            write(&mut buffered_output())?
        } else if database.is_in(&self.file) {
            return Err(invalid_in(&self.file, "this file is the database itself"));
        } else {
            replace_by(&self.file, |new| write(new))?
        };
        if exported.left_out > 0 {
            writeln!(errors(), "tengen: positions left out: {}", exported.left_out)?;
        }
        if !is_restricted && format != Format::Text {
            self.report_others(&view, variant)?;
        }
        Ok(0)
    }

    /// Reports the positions of other rules and boards than those that nobody chose.
    fn report_others(&self, view: &View<'_>, variant: (Rule, Size)) -> io::Result<()> {
        let own = view.entries(Some(variant)).map(|entries| entries.count() as u64);
        let count = |own: u64| Ok(view.len()? - own);
        let others = own.and_then(count).map_err(in_file(&self.database))?;
        if others > 0 {
            writeln!(errors(), "tengen: positions of other rules or boards left out: {others}")?;
        }
        Ok(())
    }

    fn format_of_name(&self) -> Format {
        let ending = self.file.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("lib") => Format::Lib,
            Some("pos") => Format::Pos,
            _ => Format::Text,
        }
    }

    fn write_library(
        &self,
        view: &View<'_>,
        (rule, size): (Rule, Size),
        out: &mut dyn Write,
    ) -> io::Result<Exported> {
        let game = position(rule, size, self.moves.as_deref().unwrap_or_default())?;
        let (library, exported) = transfer::export_library(view, &game).map_err(invalid)?;
        let bytes = renlib::write(&library).map_err(invalid)?;
        out.write_all(&bytes)
            .and_then(|()| out.flush())
            .map_err(|error| about(&self.file, &error))?;
        Ok(exported)
    }
}

/// The position after `moves` from the empty board.
fn position(rule: Rule, size: Size, moves: &str) -> io::Result<Game> {
    let mut game = Game::new(rule, size).map_err(invalid)?;
    let points = parse_points(moves)
        .map_err(|rest| invalid(format!("invalid move '{rest}' (expected one such as h8)")))?;
    for point in points {
        game.play(Move::Place(point)).map_err(invalid)?;
    }
    Ok(game)
}

impl QueryArgs {
    fn run(&self) -> io::Result<u8> {
        let database = open_for_reading(&self.database)?;
        let view = database.view().map_err(in_file(&self.database))?;
        let mut out = buffered_output();
        let table = database::positions(self.format.format());
        out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
        if self.moves != "-" {
            let game = position(self.rule, self.size, &self.moves)?;
            self.show(&view, (self.moves.as_str(), &game), &mut out)?;
            out.flush()?;
            return Ok(0);
        }
        let mut exit_code = 0;
        for (number, line) in (1..).zip(io::stdin().lock().split(b'\n')) {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let moves = line.trim_start_matches('\u{feff}').trim();
            let game = match position(self.rule, self.size, moves) {
                Ok(game) => game,
                Err(error) => {
                    writeln!(errors(), "tengen: line {number}: {error}")?;
                    exit_code = FOUND_FAULTS;
                    continue;
                }
            };
            if table.is_none() {
                writeln!(out, "# {moves}")?;
            }
            self.show(&view, (moves, &game), &mut out)?;
            // A client that sends queries line by line waits for each answer.
            out.flush()?;
        }
        out.flush()?;
        Ok(exit_code)
    }

    fn show(
        &self,
        view: &View<'_>,
        (moves, game): (&str, &Game),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = match database::positions(self.format.format()) {
            Some(table) => database::query_rows(view, (moves, game), table, out),
            None => database::query(view, game, out),
        };
        match shown {
            Ok(_) => Ok(()),
            Err(QueryError::Output(error)) => Err(error),
            Err(QueryError::Database(error)) => Err(invalid_in(&self.database, error)),
        }
    }
}

impl StatsArgs {
    fn run(&self, words: &Words) -> io::Result<u8> {
        let database = open_for_reading(&self.database)?;
        let view = database.view().map_err(in_file(&self.database))?;
        let counts = database::count(&view).map_err(in_file(&self.database))?;
        let bytes = fs::metadata(&self.database).map_err(|error| about(&self.database, &error))?;
        let mut out = io::stdout().lock();
        let format = self.format.format();
        database::write_counts(&counts, format, &mut out)?;
        if format != TableFormat::Text {
            return Ok(0);
        }
        let positions = view.len().map_err(in_file(&self.database))?;
        let values = [("positions", positions.into()), ("bytes", bytes.len().into())];
        writeln!(out, "{}", words.say_with("db-size", &values))?;
        Ok(0)
    }
}

impl CheckArgs {
    fn run(&self, words: &Words) -> io::Result<u8> {
        let fails = in_file(&self.database);
        let mut database = open_for_reading(&self.database)?;
        if self.fix {
            database = Database::open(&self.database).map_err(&fails)?;
        }
        let mut checked = Checked::default();
        if self.fix {
            checked.repaired = Some(!database.check_file().map_err(in_file(&self.database))?);
        }
        checked.report = check::check(&database.view().map_err(&fails)?).map_err(&fails)?;
        if self.fix {
            checked.fixed = Some(check::fix(&database).map_err(&fails)?);
        }
        let (format, mut out) = (self.format.format(), io::stdout().lock());
        database::write_check(&checked, format, words, &mut out)?;
        let is_sound = self.fix || checked.report.faults() == 0;
        Ok(if is_sound { 0 } else { FOUND_FAULTS })
    }
}
