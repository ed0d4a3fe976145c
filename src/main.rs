//! The program: arguments, logging, standard streams, exit codes.

mod cli;
mod run;

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::{CommandFactory, FromArgMatches};
use indicatif::{ProgressBar, ProgressDrawTarget};
use log::LevelFilter;
use tengen::arena::plan::{MatchPlan, PlanError, resolve, words};
use tengen::arena::progress::ProgressOutput;
use tengen::arena::runner::Completion;
use tengen::arena::stats::simulate::{self as simulation, Model, Simulation};
use tengen::arena::{merge, runner};
use tengen::coord::Size;
use tengen::engine::Learned;
use tengen::formats::date::DateTime;
use tengen::formats::obf;
use tengen::formats::picture::Style;
use tengen::frontend::desk::Settings;
use tengen::frontend::gomocup::serve;
use tengen::frontend::setting::{RuleBits, Setting};
use tengen::frontend::terminal::OutputKind;
use tengen::frontend::{gtp, nboard, terminal};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::openings::generate::OpeningRecipe;
use tengen::othello::rules::board::Board;
use tengen::tools::forbidden::Reasons;
use tengen::tools::openings::Failure;
use tengen::tools::prove;
use tengen::tools::prove::prover::Bounds;
use tengen::{check, tools};

use cli::analysis::AnalyzeArgs;
use cli::solve::SolveArgs;
use cli::tournament::{MatchArgs, MatchJob, SimulateArgs};
use cli::{CheckArgs, Cli, Command, OpeningsArgs, PlayArgs, ProtocolArg, placement};
use run::bar::styled;
use run::fault::{about, invalid};
use run::weights::learned;

/// Exit code of a run that worked but found something wrong with its input.
const FOUND_FAULTS: u8 = 1;
/// What some editors begin a file with.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Time to prove a Gomoku position if nothing else is asked for.
const USUAL_PROOF_MS: u64 = 5_000;
/// Most moves of the attacker in the verified tree of one proof.
const VERIFICATION_MOVES: u64 = 1_000_000;
/// Exit code of a run that could not do its work.
const FAILED: u8 = 2;
/// Exit code of a match that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    if !run::processor::is_sufficient() {
        let _ = io::stderr().write_all(run::processor::REFUSAL);
        return ExitCode::from(FAILED);
    }
    start()
}

// Apart from `main`, which must reach its question without the instructions that it asks for.
#[inline(never)]
fn start() -> ExitCode {
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = start_logging(&cli).and_then(|()| match placement::fault(&matches) {
        Some(fault) => Err(invalid(&fault)),
        None => dispatch(&cli),
    });
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
    match &cli.command {
        None => speak_protocol(cli),
        Some(Command::Forbidden { why, size, file }) => forbidden(*why, *size, file),
        Some(Command::Perft { depth, position }) => perft(*depth, position.as_deref()),
        Some(Command::Solve(args)) => solve(args, &learned(cli)?),
        Some(Command::Analyze(args)) => analyze(args, &learned(cli)?),
        Some(Command::Bench { threads, .. }) => bench(cli, usize::from(*threads)),
        Some(Command::Openings(args)) => openings(args),
        Some(Command::Play(args)) => play(args, cli),
        Some(Command::Match(args)) => tournament(args),
        Some(Command::Check(args)) => check(args),
        Some(Command::Datagen(args)) => run::learning::datagen(args, &learned(cli)?),
        Some(Command::Tune(args)) => run::learning::tune(args),
        Some(Command::Book(job)) => run::book::run(job, &learned(cli)?),
    }
}

fn speak_protocol(cli: &Cli) -> io::Result<u8> {
    // Managers take standard error for replies, so not even a defect may write there.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let protocol = cli.protocol.unwrap_or(ProtocolArg::Gomocup);
    let speaks_gomocup = protocol == ProtocolArg::Gomocup;
    if let (false, Some(option)) = (speaks_gomocup, cli.option_without_gomocup()) {
        return Err(invalid(&format!("{option} has no effect on this --protocol")));
    }
    let for_people = cli.messages || io::stdin().is_terminal();
    let rule = cli.rule.unwrap_or(Rule::Freestyle);
    let default = if speaks_gomocup { Variant::gomoku(rule) } else { Variant::Othello };
    let mut settings = Settings::new(default, for_people);
    match cli.game {
        Some(Variant::Gomoku { rule: by_name, .. }) if cli.rule.is_none() => {
            settings.set(Setting::Rule(RuleBits::of(by_name)));
        }
        Some(Variant::Othello) => {
            settings.set(Setting::Rule(RuleBits::OTHELLO));
        }
        _ => {}
    }
    if let Some(threads) = cli.threads {
        settings.set_threads(threads.into());
    }
    for setting in run::book::settings(cli) {
        settings.set(setting);
    }
    let seed = cli.seed.unwrap_or_else(random_seed);
    settings.set_seed(seed);
    let (input, output, learned) = (io::stdin(), &mut io::stdout().lock(), learned(cli)?);
    match protocol {
        ProtocolArg::Gomocup => serve::serve(input, output, settings, seed, learned)?,
        ProtocolArg::Gtp => gtp::serve(input, output, settings, learned)?,
        ProtocolArg::Nboard => nboard::serve(input, output, settings, learned)?,
    }
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
    let mut out = output();
    tools::perft::run(board, depth, &mut out)?;
    out.flush()?;
    Ok(0)
}

fn solve(args: &SolveArgs, learned: &Learned) -> io::Result<u8> {
    let text = read_text(&args.file)?;
    let source = args.file.display().to_string();
    let bytes = |usual: usize| args.hash.unwrap_or(usual).saturating_mul(1 << 20);
    let (mut out, mut errors) = (io::stdout().lock(), io::stderr().lock());
    let is_clean = match variant(args.game, args.rule, args.size)? {
        Variant::Othello if args.time.is_some() || args.nodes.is_some() || args.verify => {
            return Err(invalid("--time, --nodes and --verify are for Gomoku"));
        }
        Variant::Othello => {
            // An empty table for each position: a large one would take longer than the search.
            let usual = if args.depth.is_some() { 64 } else { 256 };
            let options = args.for_othello(bytes(usual), learned.for_othello());
            let bar = progress_bar();
            tools::solve::run(&source, &text, &options, &bar, &mut out, &mut errors)?.is_clean()
        }
        Variant::Gomoku { .. } if args.is_for_othello() => {
            return Err(invalid(
                "--check, --wld, --all-moves, --depth and --threads are for Othello",
            ));
        }
        Variant::Gomoku { rule, size } => {
            let time = args.time.or_else(|| args.nodes.is_none().then_some(USUAL_PROOF_MS));
            let bounds = Bounds { time: time.map(Duration::from_millis), nodes: args.nodes };
            let verify = args.verify.then_some(VERIFICATION_MOVES);
            let (table_bytes, weights) = (bytes(64), learned.for_gomoku());
            let options = prove::Options { rule, size, bounds, table_bytes, verify, weights };
            let bar = progress_bar();
            prove::run(&source, &text, &options, &bar, &mut out, &mut errors)?.is_clean()
        }
    };
    Ok(if is_clean { 0 } else { FOUND_FAULTS })
}

fn analyze(args: &AnalyzeArgs, learned: &Learned) -> io::Result<u8> {
    let text = read_text(&args.file)?;
    let source = args.file.display().to_string();
    let options = tools::analyze::Options {
        bounds: args.bounds(),
        table_bytes: args.hash.saturating_mul(1 << 20),
        threads: args.threads.into(),
        weights: learned.for_othello(),
    };
    let (mut out, mut errors) = (io::stdout().lock(), io::stderr().lock());
    let bar = progress_bar();
    let summary = tools::analyze::run(&source, &text, &options, &bar, &mut out, &mut errors)?;
    Ok(if summary.unreadable == 0 { 0 } else { FOUND_FAULTS })
}

fn bench(cli: &Cli, threads: usize) -> io::Result<u8> {
    tools::bench::run(&learned(cli)?, threads, &mut io::stdout().lock())?;
    Ok(0)
}

/// Another number every time.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn play(args: &PlayArgs, cli: &Cli) -> io::Result<u8> {
    let variant = variant(args.game, args.rule, args.size)?;
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let options = terminal::PlayOptions {
        variant,
        players: [args.black.into(), args.white.into()],
        level: args.level,
        style: if args.wide { Style::Wide } else { Style::Narrow },
        record: args.record.clone(),
        output: if interactive { OutputKind::Interactive } else { OutputKind::Plain },
        learned: learned(cli)?,
        settings: run::book::settings(cli),
        seed: random_seed(),
    };
    terminal::run(options, &mut io::stdin().lock(), &mut io::stdout().lock())?;
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
        let base = MatchPlan::from_toml(&text);
        let base = base.map_err(|error| invalid(&format!("{}: {error}", file.display())))?;
        plan = plan.or(base);
    }
    let usual = || PathBuf::from(format!("match-{}", DateTime::now().file_stem()));
    let out = args.out.clone().unwrap_or_else(usual);
    let interrupt = interrupt_flag()?;
    let bar = io::stderr().is_terminal().then(ProgressDrawTarget::stderr);
    let mut output = io::stdout();
    let screen =
        ProgressOutput { lines: &mut output, bar: bar.filter(|_| io::stdout().is_terminal()) };
    match runner::run(&plan, &out, &interrupt, screen).map_err(|error| unsound(&error))? {
        Completion::Complete => Ok(0),
        Completion::Interrupted => {
            let out = out.display();
            writeln!(
                io::stderr(),
                "tengen: interrupted; the same command with --out {out} goes on"
            )?;
            Ok(INTERRUPTED)
        }
    }
}

/// A flag that is set when the user interrupts the program.
fn interrupt_flag() -> io::Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    ctrlc::set_handler(move || flag.store(true, Relaxed)).map_err(io::Error::other)?;
    Ok(interrupt)
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
    let usual = OpeningRecipe::usual(variant);
    let recipe = OpeningRecipe {
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
fn variant(game: Variant, rule: Option<Rule>, size: Option<Size>) -> io::Result<Variant> {
    match game {
        Variant::Gomoku { rule: by_name, size: usual } => {
            Ok(Variant::Gomoku { rule: rule.unwrap_or(by_name), size: size.unwrap_or(usual) })
        }
        Variant::Othello if rule.is_some() || size.is_some() => {
            Err(invalid("--rule and --size are for Gomoku"))
        }
        Variant::Othello => Ok(Variant::Othello),
    }
}

fn check(args: &CheckArgs) -> io::Result<u8> {
    let rules = if args.rules.is_empty() { Rule::ALL.to_vec() } else { args.rules.clone() };
    let options = check::exam::CheckOptions {
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

/// A file to read, or standard input for `-`, without the mark that some editors put before text.
fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut text: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let opened = File::open(file).map_err(|error| about(file, &error))?;
        Box::new(BufReader::new(opened))
    };
    if text.fill_buf().map_err(|error| about(file, &error))?.starts_with(BYTE_ORDER_MARK) {
        text.consume(BYTE_ORDER_MARK.len());
    }
    Ok(text)
}

/// The whole of `file`; bytes that are no text become marks.
fn read_text(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open(file)?.read_to_end(&mut bytes).map_err(|error| about(file, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What a tool moves on; at a terminal it is to be seen on standard error.
fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    styled(ProgressBar::new(0), "{wide_bar} {pos}/{len} {msg}")
}

/// Standard output, buffered: a tool's lines leave when its buffer is full or it is done.
fn output() -> impl Write {
    BufWriter::new(io::stdout().lock())
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
