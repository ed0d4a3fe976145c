//! The program: arguments, logging, standard streams, exit codes.

mod cli;

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::Parser;
use indicatif::ProgressDrawTarget;
use log::LevelFilter;
use tengen::arena::opening::generate::Recipe;
use tengen::arena::plan::{Plan, PlanError, resolve, words};
use tengen::arena::progress::Screen;
use tengen::arena::runner::Completion;
use tengen::arena::stats::simulate::{self as simulation, Model, Simulation};
use tengen::arena::{merge, runner};
use tengen::coord::Size;
use tengen::gomoku::rule::Rule;
use tengen::othello::board::Board;
use tengen::play::{self, Terminal};
use tengen::position::GameKind;
use tengen::record::date::DateTime;
use tengen::record::game::Variant;
use tengen::record::obf;
use tengen::record::picture::Style;
use tengen::session::{Settings, State};
use tengen::tools::forbidden::Reasons;
use tengen::tools::openings::Failure;
use tengen::tools::solve::Mode;
use tengen::{check, serve, tools};

use cli::tournament::{MatchArgs, MatchJob, SimulateArgs};
use cli::{CheckArgs, Cli, Command, GameArg, OpeningsArgs, PlayArgs, RuleArg};

/// Exit code of a run that worked but found something wrong with its input.
const FOUND_FAULTS: u8 = 1;
/// Gomoku board if no size is asked for.
const USUAL_SIZE: Size = Size::new(15, 15).expect("15 is within the limits");
/// Exit code of a run that could not do its work.
const FAILED: u8 = 2;
/// Exit code of a match that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

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
        Some(Command::Openings(args)) => openings(args),
        Some(Command::Play(args)) => play(args),
        Some(Command::Match(args)) => tournament(args),
        Some(Command::Check(args)) => check(args),
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
    let variant = variant(args.game, args.rule, args.size)?;
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

fn tournament(args: &MatchArgs) -> io::Result<u8> {
    match &args.job {
        None => play_match(args),
        Some(MatchJob::Merge { parts, out }) => {
            merge::merge(parts, out, &mut io::stdout().lock()).map_err(|error| unsound(&error))?;
            Ok(0)
        }
        Some(MatchJob::Simulate(args)) => simulate(args),
    }
}

fn play_match(args: &MatchArgs) -> io::Result<u8> {
    let mut plan = args.plan().map_err(|error| unsound(&error))?;
    if let Some(file) = &args.config {
        let text = std::fs::read_to_string(file).map_err(|error| about(file, &error))?;
        let base = Plan::from_toml(&text);
        let base = base.map_err(|error| invalid(&format!("{}: {error}", file.display())))?;
        plan = plan.or(base);
    }
    let usual = || PathBuf::from(format!("match-{}", DateTime::now().file_stem()));
    let out = args.out.clone().unwrap_or_else(usual);
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    ctrlc::set_handler(move || flag.store(true, Relaxed)).map_err(io::Error::other)?;
    let bar = io::stderr().is_terminal().then(ProgressDrawTarget::stderr);
    let mut output = io::stdout();
    let screen = Screen { lines: &mut output, bar: bar.filter(|_| io::stdout().is_terminal()) };
    match runner::run(&plan, &out, &interrupt, screen).map_err(|error| unsound(&error))? {
        Completion::Complete => Ok(0),
        Completion::Interrupted => {
            writeln!(io::stderr(), "tengen: interrupted; the same command goes on")?;
            Ok(INTERRUPTED)
        }
    }
}

fn simulate(args: &SimulateArgs) -> io::Result<u8> {
    let sprt = words::sprt(&args.sprt).and_then(|sprt| resolve::test(&sprt));
    let sprt = sprt.map_err(|error| unsound(&error))?;
    let differences = args.elo.clone().unwrap_or_else(|| vec![sprt.elo0, sprt.elo1]);
    let mut out = output();
    let simulations: Vec<Simulation> = differences
        .into_iter()
        .map(|true_elo| {
            let model = Model { true_elo, draw_ratio: args.draws, opening_elo: args.opening_elo };
            simulation::simulate(&sprt, model, args.pairs, args.runs, args.seed)
        })
        .collect();
    out.write_all(simulation::write(&sprt, &simulations).as_bytes())?;
    out.flush()?;
    Ok(0)
}

fn unsound(error: &PlanError) -> io::Error {
    invalid(&error.to_string())
}

fn openings(args: &OpeningsArgs) -> io::Result<u8> {
    let variant = variant(args.game, args.rule, args.size)?;
    let usual = Recipe::usual(variant);
    let recipe = Recipe {
        plies: args.plies.clone().unwrap_or(usual.plies),
        band_hundredths: args.band.map_or(usual.band_hundredths, |band| (-band, band)),
        nodes: args.nodes.unwrap_or(usual.nodes),
        seed: args.seed,
        variant,
    };
    match tools::openings::run(recipe, args.count, &mut io::stdout().lock()) {
        Ok(()) => Ok(0),
        Err(Failure::Generate(error)) => Err(invalid(&error.to_string())),
        Err(Failure::Output(error)) => Err(error),
    }
}

/// The variant that the arguments of a subcommand choose.
fn variant(game: GameArg, rule: Option<RuleArg>, size: Option<Size>) -> io::Result<Variant> {
    match GameKind::from(game) {
        GameKind::Gomoku => Ok(Variant::Gomoku {
            rule: rule.unwrap_or(RuleArg::Freestyle).into(),
            size: size.unwrap_or(USUAL_SIZE),
        }),
        GameKind::Othello if rule.is_some() || size.is_some() => {
            Err(invalid("--rule and --size are for Gomoku"))
        }
        GameKind::Othello => Ok(Variant::Othello),
    }
}

fn check(args: &CheckArgs) -> io::Result<u8> {
    let rules = if args.rules.is_empty() {
        Rule::ALL.to_vec()
    } else {
        args.rules.iter().map(|&rule| rule.into()).collect()
    };
    let options = check::exam::Options {
        rules,
        size: args.size,
        movetime: Duration::from_millis(args.movetime),
        tolerance: Duration::from_millis(args.tolerance),
        patience: Duration::from_millis(args.patience),
        seed: args.seed,
    };
    let cases = check::select(&options, &args.only)
        .map_err(|word| invalid(&format!("--only: '{word}' is no check; --list names them")))?;
    let mut out = io::stdout().lock();
    if args.list {
        check::list(&cases, &mut out)?;
        return Ok(0);
    }
    let launcher = check::peer::Launcher { command: args.command.clone() };
    let tally = check::run(&launcher, &options, &cases, args.format.into(), &mut out)?;
    Ok(if tally.failed == 0 { 0 } else { FOUND_FAULTS })
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
