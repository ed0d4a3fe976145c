//! The command line: a file for each subcommand, with its arguments, manual, input and output.

pub mod processor;

mod analyze;
mod bench;
mod book;
mod check;
mod checkpoints;
mod console;
mod convert;
mod datagen;
mod db;
mod forbidden;
mod games;
mod manual;
mod match_;
mod names;
mod openings;
mod options;
mod overview;
mod perft;
mod picture;
mod play;
mod proofs;
mod protocol;
mod puzzles;
#[cfg(unix)]
mod signals;
mod solve;
mod streams;
mod tune;
mod verify;
mod welcome;

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use log::LevelFilter;
use tengen::gomoku::rules::rule::Rule;
use tengen::quotation::visible;

use options::{ForGame, GLOBAL, LanguageArgs, LearnedArgs};
use protocol::ProtocolArgs;
pub use streams::FAILED;
use streams::{about, errors, must_be_named};
use welcome::Choice;

/// Plays Gomoku (freestyle, standard, renju, caro) and Othello
///
/// Without a subcommand, tengen speaks the Gomocup protocol on standard input and output; at a terminal it first offers
/// a game. --protocol selects another protocol instead. protocol.md describes them all.
///
/// Exit codes of subcommands: 0 for success, 1 for faults in the input or a failed check, 2 for wrong arguments or
/// another failure, 130 after an interruption by Ctrl-C.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    protocol: ProtocolArgs,
    #[command(flatten)]
    learned: LearnedArgs,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    log: LogArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(ForGame<play::PlayArgs>),
    Analyze(analyze::AnalyzeArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Solve(ForGame<solve::SolveArgs>),
    Verify(verify::VerifyArgs),
    Forbidden(forbidden::ForbiddenArgs),
    Picture(picture::PictureArgs),
    Convert(convert::ConvertArgs),
    #[command(name = "match")]
    Match(Box<match_::MatchArgs>),
    Db(db::DbArgs),
    Check(check::CheckArgs),
    Openings(ForGame<openings::OpeningsArgs>),
    Book(book::BookArgs),
    Datagen(ForGame<datagen::DatagenArgs>),
    Tune(ForGame<tune::TuneArgs>),
    Bench(bench::BenchArgs),
    Perft(perft::PerftArgs),
    Man(manual::ManArgs),
    Completions(manual::CompletionsArgs),
}

#[derive(Debug, Args)]
struct LogArgs {
    /// Log diagnostics to standard error: error, warn, info, debug or trace; RUST_LOG also sets it
    #[arg(long, value_name = "LEVEL", global = true, help_heading = GLOBAL)]
    log: Option<LevelFilter>,

    /// Log to the end of this file instead of standard error; without --log, the level is debug
    #[arg(long, value_name = "FILE", global = true, help_heading = GLOBAL)]
    log_file: Option<PathBuf>,
}

/// Parses the command line and runs the subcommand.
pub fn run() -> ExitCode {
    streams::speak(options::language_of_arguments());
    let cli = parse();
    match cli.log.start().and_then(|()| cli.dispatch()) {
        // Skips destructors: freeing gigabytes of tables takes longer than managers wait.
        Ok(code) => std::process::exit(code.into()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do if standard error is closed.
            let _ = writeln!(errors(), "tengen: {error}");
            ExitCode::from(FAILED)
        }
    }
}

/// The complete command line for shell completions and manuals.
fn command() -> clap::Command {
    hide_idle(names::with_values(Cli::command()))
}

/// Parses the command line; exits with a message if it is invalid or help is requested.
fn parse() -> Cli {
    let mut command = overview::in_groups(command());
    let matches = command
        .try_get_matches_from_mut(std::env::args_os())
        .unwrap_or_else(|error| refuse(&error));
    let chosen = || chosen(&command, &matches).clone();
    let cli = Cli::from_arg_matches(&matches)
        .unwrap_or_else(|error| refuse(&error.format(&mut chosen())));
    let conflict = misplaced(&command, &matches)
        .or_else(|| idle(&matches))
        .or_else(|| contradiction(&matches))
        .or_else(|| cli.protocol.conflict(&cli.learned));
    if let Some(conflict) = conflict {
        refuse(&chosen().error(ErrorKind::ArgumentConflict, conflict));
    }
    cli
}

/// The subcommand of `matches`, whose usage is shown with an error, or else the whole command.
fn chosen<'a>(command: &'a clap::Command, matches: &ArgMatches) -> &'a clap::Command {
    let inner = matches
        .subcommand()
        .and_then(|(name, inner)| command.find_subcommand(name).map(|command| (command, inner)));
    inner.map_or(command, |(command, inner)| chosen(command, inner))
}

/// Prints the help, or an error in the language of messages, and exits.
fn refuse(error: &clap::Error) -> ! {
    let plain = error.render().to_string();
    let translated = streams::translated(&visible(&plain));
    if !error.use_stderr() || translated == plain {
        error.exit();
    }
    // Nothing is left to do if standard error is closed.
    let _ = io::stderr().write_all(translated.as_bytes());
    std::process::exit(error.exit_code());
}

/// The error for a protocol option before a subcommand.
fn misplaced(command: &clap::Command, matches: &ArgMatches) -> Option<String> {
    let subcommand = matches.subcommand_name()?;
    let is_misplaced = |option: &&Arg| {
        let source = matches.value_source(option.get_id().as_str());
        source == Some(ValueSource::CommandLine) && !option.is_global_set()
    };
    let option = command.get_arguments().find(is_misplaced)?.get_long()?;
    Some(format!("--{option} has no effect before {subcommand}: options of {subcommand} follow it"))
}

/// Options for weights and the book, and the subcommands that use them.
const LEARNED_USERS: &[(&str, &[&str])] = &[
    (
        "weights",
        &["play", "analyze", "puzzles", "picture", "solve", "book build", "datagen", "bench"],
    ),
    ("book", &["play"]),
    ("book_variety", &["play"]),
];

/// `command`, whose subcommands do not show options for weights or the book that they would not use.
fn hide_idle(command: clap::Command) -> clap::Command {
    LEARNED_USERS.iter().fold(command, |command, &(id, users)| {
        let hidden = command.get_arguments().find(|option| option.get_id() == id);
        match hidden.map(|option| option.clone().hide(true)) {
            Some(option) => {
                command.mut_subcommands(|job| hide_unless_used(job, "", &option, users))
            }
            None => command,
        }
    })
}

/// Adds `hidden` to the subcommand `job` of `parent`, in place of the global option of the same name, unless the
/// subcommand is one of `users`.
fn hide_unless_used(
    job: clap::Command,
    parent: &str,
    hidden: &Arg,
    users: &[&str],
) -> clap::Command {
    let name = format!("{parent}{}", job.get_name());
    let jobs = format!("{name} ");
    if users.contains(&name.as_str()) {
        job
    } else if users.iter().any(|user| user.starts_with(&jobs)) {
        job.mut_subcommands(|job| hide_unless_used(job, &jobs, hidden, users))
    } else {
        job.arg(hidden.clone())
    }
}

/// The error for weights or a book that the subcommand would not use.
fn idle(matches: &ArgMatches) -> Option<String> {
    let (subcommand, options) = matches.subcommand()?;
    let job = options.subcommand_name().map(|job| format!("{subcommand} {job}"));
    let subcommand = job.as_deref().unwrap_or(subcommand);
    let is_idle = |(option, users): &&(&str, &[&str])| {
        !users.contains(&subcommand)
            && options.try_contains_id(option).is_ok()
            && options.value_source(option) == Some(ValueSource::CommandLine)
    };
    let (option, _) = LEARNED_USERS.iter().find(is_idle)?;
    Some(format!("--{} has no effect on {subcommand}", option.replace('_', "-")))
}

/// The error for a rule other than the one that --game names.
fn contradiction(matches: &ArgMatches) -> Option<String> {
    if let Some((_, options)) = matches.subcommand() {
        return contradiction(options);
    }
    let rule = *matches.try_get_one::<Rule>("rule").ok()??;
    // As a value, gomoku, which leaves the rule open, is the same as freestyle.
    let game = matches.try_get_raw("game").ok()??.next()?.to_str()?;
    let named = game.parse::<Rule>().ok().filter(|&named| named != rule)?;
    Some(format!("--rule {rule} contradicts --game {named}"))
}

impl Cli {
    fn dispatch(&self) -> io::Result<u8> {
        let learned = || self.learned.read();
        match &self.command {
            None if self.protocol.is_left_open() && welcome::is_due() => self.welcome(),
            None => self.protocol.run(&self.learned, Vec::new()),
            Some(Command::Play(args)) => args.0.run(&self.learned, &self.language.words()),
            Some(Command::Match(args)) => args.run(&self.language.words()),
            Some(Command::Check(args)) => args.run(&self.language.words()),
            Some(Command::Analyze(args)) => args.run(&learned()?, &self.language.words()),
            Some(Command::Puzzles(args)) => args.run(&learned()?, &self.language.words()),
            Some(Command::Picture(args)) => args.run(&learned()?, &self.language.words()),
            Some(Command::Convert(args)) => args.run(&self.language.words()),
            Some(Command::Solve(args)) => args.0.run(&learned()?, &self.language.words()),
            Some(Command::Verify(args)) => args.run(),
            Some(Command::Forbidden(args)) => args.run(&self.language.words()),
            Some(Command::Openings(args)) => args.0.run(&self.language.words()),
            Some(Command::Book(args)) => args.run(learned, &self.language.words()),
            Some(Command::Db(args)) => args.run(&self.language.words()),
            Some(Command::Datagen(args)) => args.0.run(&learned()?, &self.language.words()),
            Some(Command::Tune(args)) => args.0.run(&self.language.words()),
            Some(Command::Bench(args)) => args.run(&learned()?),
            Some(Command::Perft(args)) => args.run(),
            Some(Command::Man(args)) => args.run(command()),
            Some(Command::Completions(args)) => args.run(command()),
        }
    }

    /// Lets the user choose between the games and the protocol; returns the exit code.
    fn welcome(&self) -> io::Result<u8> {
        welcome::greet(&self.language.words())?;
        loop {
            match welcome::ask()? {
                Choice::Play(game) => {
                    return self.play(game.as_deref());
                }
                Choice::Protocol(line) => return self.protocol.run(&self.learned, line),
                Choice::Unknown(text) => welcome::explain(&text, &self.language.words())?,
                Choice::Help => overview::in_groups(command()).print_help()?,
                Choice::Quit => return Ok(0),
            }
        }
    }
}

impl Cli {
    /// Plays `game`, or else the game of the options.
    fn play(&self, game: Option<&str>) -> io::Result<u8> {
        let command = ForGame::<play::PlayArgs>::augment_args(clap::Command::new("play"));
        let words = [vec!["play"], self.protocol.of_play(game)].concat();
        let matches = command.try_get_matches_from(words).map_err(streams::invalid)?;
        let args = ForGame::<play::PlayArgs>::from_arg_matches(&matches);
        let ForGame(args) = args.map_err(streams::invalid)?;
        args.run(&self.learned, &self.language.words())
    }
}

impl LogArgs {
    /// Starts logging if requested by the options or RUST_LOG.
    fn start(&self) -> io::Result<()> {
        let is_wanted = self.log.is_some()
            || self.log_file.is_some()
            || std::env::var_os("RUST_LOG").is_some_and(|filter| !filter.is_empty());
        if !is_wanted {
            return Ok(());
        }
        let mut builder = env_logger::Builder::from_default_env();
        if let Some(path) = &self.log_file {
            must_be_named(path)?;
            let file = File::options().create(true).append(true).open(path);
            let file = file.map_err(|error| about(path, &error))?;
            builder
                .filter_level(LevelFilter::Debug)
                .target(env_logger::Target::Pipe(Box::new(file)));
        }
        if let Some(level) = self.log {
            builder.filter_level(level);
        }
        builder.format_timestamp_millis().init();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    /// The lines of the manuals of `command` and its subcommands.
    fn lines(command: &clap::Command) -> Vec<String> {
        let manual = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        let own = manual.lines().map(str::to_owned);
        own.chain(command.get_subcommands().flat_map(lines)).collect()
    }

    /// Wrapped, they would lose their indentation.
    #[test]
    fn examples_and_rows_of_lists_fit_in_the_help() {
        let is_row = |line: &String| {
            let text = line.trim_start();
            text != line && (text.contains("  ") || text.starts_with("tengen "))
        };
        let rows: Vec<String> = lines(&super::command()).into_iter().filter(is_row).collect();
        assert!(rows.len() > 100, "{}", rows.len());
        for row in rows {
            assert!(row.width() <= 100, "{row}");
        }
    }
}
