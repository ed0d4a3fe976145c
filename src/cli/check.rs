//! `tengen check`: whether a program follows the Gomocup protocol.

use std::io;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;
use tengen::check;
use tengen::check::cases;
use tengen::check::exam::{Case, CheckOptions, MIN_SIZE};
use tengen::check::peer::{Launch, Launcher};
use tengen::check::report::Report;
use tengen::coord::MAX_SIDE;
use tengen::frontend::setting::LONGEST_MS;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Words;
use tengen::nearest::question;

use super::options::FormatArgs;
use super::streams::{FOUND_FAULTS, invalid};

/// Side lengths of boards on which the checks are possible.
const SIZES: RangeInclusive<i64> = MIN_SIZE as i64..=MAX_SIDE as i64;

/// The largest number of milliseconds in the protocol.
const TIMES: RangeInclusive<u64> = 0..=LONGEST_MS;

const MANUAL: &str = "\
Talks to the engine as Piskvork, the Gomocup judge and other managers do, and prints a line for each of \
some 60 checks: the start, the form of lines and moves, refusals, BOARD, RESTART, TAKEBACK, INFO, time \
limits, memory, whole games under each rule, forbidden moves, swap2, and the end. The engine is restarted \
for every check, so silence, a crash or endless output fails only that check. Positions are freestyle, \
except in the checks of the rules.

Results:
  passed   as it should be
  failed   breaks the protocol; followed by what was expected, what happened and the conversation
  warning  recommended or optional, or something that managers tolerate, such as an answer beyond
           its limit but within the tolerance, or a missed winning move
  skipped  the engine does not offer this, or the system does not report it

Columns with --format tsv, fields with json: result, check, title, note (what happened, if not passed), expected. \
JSON ends with {\"total\": ...}: passed, warnings, failed, skipped. With --list: check, title.

Text is in the language of --lang or the locale; tsv, json and the conversation stay English.

The exit code is 1 if a check failed, 2 if the engine cannot be started, otherwise 0.

Examples:
  tengen check -- ./pbrain-other --its-arguments
  tengen check --only start,time/turn-0 --rule renju -- ./pbrain-other
  tengen check --list";

/// Check whether an engine follows the Gomocup protocol
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct CheckArgs {
    /// Of the checks of single rules, run only those of this one: freestyle, standard, renju, caro or caro-exact; may
    /// be repeated [default: all]
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<Rule>,
    /// Side of the board, 10 to 22, except in checks that need another; some positions need at least 10x10
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(SIZES), value_name = "N")]
    size: u8,
    /// Time limit of a move, except in checks that need another
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(TIMES), value_name = "MS")]
    movetime: u64,
    /// How late a move, or the exit after END, may be
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(TIMES), value_name = "MS")]
    tolerance: u64,
    /// How long to wait for an answer that needs no search
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(TIMES), value_name = "MS")]
    patience: u64,
    /// Run only these checks or sections
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    only: Vec<String>,
    /// Print the names of the checks and run none
    #[arg(long)]
    list: bool,
    /// Random seed of the moves played against the engine
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
    /// The engine and its arguments
    #[arg(last = true, required_unless_present = "list", value_name = "COMMAND")]
    command: Vec<String>,
}

/// The error message about a word of `--only`.
fn unknown(word: &str) -> String {
    let cases: Vec<Case> = cases::all().collect();
    let names = cases.iter().flat_map(|case| [case.name, case.section()]);
    format!("--only: unknown check '{word}' (see --list){}", question(word, names))
}

/// Checks that the engine starts, so that a wrong path does not fail every check.
fn must_start(launcher: &Launcher) -> io::Result<()> {
    launcher.launch().map(drop).map_err(|error| {
        let program = launcher.command.first().map(String::as_str).unwrap_or_default();
        invalid(format!("cannot start '{program}': {error}"))
    })
}

impl CheckArgs {
    /// Runs the checks and prints their results; returns the exit code.
    pub fn run(&self, words: &Words) -> io::Result<u8> {
        let rules = if self.rules.is_empty() { Rule::ALL.to_vec() } else { self.rules.clone() };
        let options = CheckOptions {
            rules,
            size: self.size,
            movetime: Duration::from_millis(self.movetime),
            tolerance: Duration::from_millis(self.tolerance),
            patience: Duration::from_millis(self.patience),
            seed: self.seed,
        };
        let cases = check::select(&options, &self.only).map_err(|word| invalid(unknown(&word)))?;
        if cases.is_empty() {
            return Err(invalid("--only: these checks are for other rules than --rule"));
        }
        let report = Report::new(words, self.format.format());
        let mut out = io::stdout().lock();
        if self.list {
            report.list(&cases, &mut out)?;
            return Ok(0);
        }
        let launcher = Launcher { command: self.command.clone() };
        must_start(&launcher)?;
        let tally = check::run(&launcher, &options, &cases, &report, &mut out)?;
        Ok(if tally.failed == 0 { 0 } else { FOUND_FAULTS })
    }
}
