//! The program: arguments, logging, standard streams, exit codes.

mod cli;

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use log::LevelFilter;
use tengen::coord::Size;
use tengen::othello::board::Board;
use tengen::play::{self, Terminal};
use tengen::position::GameKind;
use tengen::record::game::Variant;
use tengen::record::obf;
use tengen::record::picture::Style;
use tengen::session::{Settings, State};
use tengen::tools::forbidden::Reasons;
use tengen::tools::solve::Mode;
use tengen::{serve, tools};

use cli::{Cli, Command, GameArg, PlayArgs, RuleArg};

/// Exit code of a run that worked but found something wrong with its input.
const FOUND_FAULTS: u8 = 1;
/// Gomoku board if no size is asked for.
const USUAL_SIZE: Size = Size::new(15, 15).expect("15 is within the limits");
/// Exit code of a run that could not do its work.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = start_logging(&cli).and_then(|()| dispatch(&cli));
    match result {
        // Exits without freeing memory: tables of gigabytes take longer than managers wait.
        Ok(code) => std::process::exit(code.into()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // Who does not read this does not miss it.
            let _ = writeln!(io::stderr(), "tengen: {error}");
            ExitCode::from(FAILED)
        }
    }
}

fn dispatch(cli: &Cli) -> io::Result<u8> {
    if let Some(option) = cli.misplaced_option() {
        return Err(invalid(&format!("{option} before a subcommand has no effect: put it behind")));
    }
    match &cli.command {
        None => speak_protocol(cli),
        Some(Command::Forbidden { why, size, file }) => forbidden(*why, *size, file),
        Some(Command::Perft { depth, position }) => perft(*depth, position.as_deref()),
        Some(Command::Solve { check, hash, file }) => solve(*check, *hash, file),
        Some(Command::Bench) => bench(),
        Some(Command::Play(args)) => play(args),
    }
}

fn speak_protocol(cli: &Cli) -> io::Result<u8> {
    // Managers take standard error for replies, so not even a defect may write there.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let for_people = cli.messages || io::stdin().is_terminal();
    let game = cli.game.unwrap_or(GameArg::Gomoku).into();
    let rule = cli.rule.unwrap_or(RuleArg::Freestyle).into();
    let settings = Settings::new(game, rule, for_people);
    let table_bytes = settings.table_bytes();
    let seed = cli.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let state = State::new(settings, seed);
    serve::serve(io::stdin(), &mut io::stdout().lock(), state, table_bytes)?;
    Ok(0)
}

fn forbidden(why: bool, size: Size, file: &Path) -> io::Result<u8> {
    let reasons = if why { Reasons::Give } else { Reasons::Omit };
    let mut out = output();
    let summary = tools::forbidden::run(&mut *open(file)?, &mut out, size, reasons)?;
    out.flush()?;
    complain(summary.errors.iter().map(ToString::to_string), file)
}

fn perft(depth: u32, position: Option<&str>) -> io::Result<u8> {
    let board = match position {
        None => Board::START,
        Some(text) => match obf::parse_line(text) {
            Ok(Some(problem)) => problem.game.board(),
            Ok(None) => return Err(invalid("--position is empty")),
            Err(error) => return Err(invalid(&format!("--position: {error}"))),
        },
    };
    tools::perft::run(board, depth, &mut output())?;
    Ok(0)
}

fn solve(check: bool, hash_mib: usize, file: &Path) -> io::Result<u8> {
    let mode = if check { Mode::Check } else { Mode::Solve };
    let mut text = Vec::new();
    open(file)?.read_to_end(&mut text).map_err(|error| about(file, &error))?;
    let text = String::from_utf8_lossy(&text);
    let source = file.display().to_string();
    let bytes = hash_mib.saturating_mul(1 << 20);
    let (mut out, mut errors) = (io::stdout().lock(), io::stderr().lock());
    let summary = tools::solve::run(&source, &text, mode, bytes, &mut out, &mut errors)?;
    Ok(if summary.is_clean() { 0 } else { FOUND_FAULTS })
}

fn bench() -> io::Result<u8> {
    tools::bench::run(&mut io::stdout().lock())?;
    Ok(0)
}

fn play(args: &PlayArgs) -> io::Result<u8> {
    let variant = match GameKind::from(args.game) {
        GameKind::Gomoku => Variant::Gomoku {
            rule: args.rule.unwrap_or(RuleArg::Freestyle).into(),
            size: args.size.unwrap_or(USUAL_SIZE),
        },
        GameKind::Othello if args.rule.is_some() || args.size.is_some() => {
            return Err(invalid("--rule and --size are for Gomoku"));
        }
        GameKind::Othello => Variant::Othello,
    };
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let options = play::Options {
        variant,
        players: [args.black.into(), args.white.into()],
        level: args.level,
        style: if args.wide { Style::Wide } else { Style::Narrow },
        record: args.record.clone(),
        terminal: if interactive { Terminal::Interactive } else { Terminal::Plain },
    };
    play::run(options, &mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(0)
}

/// Reports faults of the input on standard error; the exit code they lead to.
fn complain(faults: impl Iterator<Item = String>, file: &Path) -> io::Result<u8> {
    let (mut code, mut errors) = (0, io::stderr().lock());
    for fault in faults {
        writeln!(errors, "tengen: {}: {fault}", file.display())?;
        code = FOUND_FAULTS;
    }
    Ok(code)
}

fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    match File::open(file) {
        Ok(opened) => Ok(Box::new(BufReader::new(opened))),
        Err(error) => Err(about(file, &error)),
    }
}

/// Standard output, buffered: a tool's lines leave when its buffer is full or it is done.
fn output() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// `error` with the file it is about.
fn about(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Diagnostics go nowhere unless asked for.
fn start_logging(cli: &Cli) -> io::Result<()> {
    let wanted = cli.log.is_some()
        || cli.log_file.is_some()
        || std::env::var_os("RUST_LOG").is_some_and(|filter| !filter.is_empty());
    if !wanted {
        return Ok(());
    }
    let mut builder = env_logger::Builder::from_default_env();
    if let Some(path) = &cli.log_file {
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|error| about(path, &error))?;
        builder.filter_level(LevelFilter::Debug).target(env_logger::Target::Pipe(Box::new(file)));
    }
    if let Some(level) = cli.log {
        builder.filter_level(level);
    }
    builder.format_timestamp_millis().init();
    Ok(())
}
