//! `datagen` and `tune`: files and standard streams around the learning.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use tengen::engine::Learned;
use tengen::game::Variant;
use tengen::gomoku::eval::weights::WeightSet;
use tengen::gomoku::rules::game::DEFAULT_SIZE;
use tengen::gomoku::rules::rule::Rule;
use tengen::tools::datagen::Tally;
use tengen::tools::tune::Reading;
use tengen::train::Record;
use tengen::{gomoku, othello, tools};

use super::fault::{about, invalid};
use super::new_file;
use super::weights::{gomoku_weights, othello_weights};
use crate::cli::learning::{DatagenArgs, TuneArgs};
use crate::{FOUND_FAULTS, INTERRUPTED, interrupt_flag, open};

/// What data generation does and training weighs if nothing else is asked for.
const USUAL_NODES: u64 = 2_000;
const USUAL_DEPTH: u32 = 6;
const USUAL_SOLVE: u32 = 16;
const USUAL_LAMBDA: f32 = 0.7;
const USUAL_OTHELLO_LAMBDA: f32 = 0.85;

/// Weights before any learning, by name.
type Seed<W> = (&'static str, fn() -> W);

/// Where a training starts: the weights of a file, those before any learning, which have a name, or the
/// program's own.
fn start<W>(
    from: Option<&Path>,
    embedded: impl Fn() -> W,
    seeds: &[Seed<W>],
    read: impl Fn(&Path, &[u8]) -> io::Result<W>,
) -> io::Result<W> {
    let Some(file) = from else { return Ok(embedded()) };
    match seeds.iter().find(|(name, _)| file == Path::new(name)) {
        Some((_, seed)) => Ok(seed()),
        None => read(file, &std::fs::read(file).map_err(|error| about(file, &error))?),
    }
}

/// The games of all `files`; tells what is wrong with lines that are none.
fn read_games<G>(
    files: &[PathBuf],
    read: &dyn Fn(&str) -> Result<G, String>,
) -> io::Result<Reading<G>> {
    let mut reading = Reading::default();
    for file in files {
        let name = file.display().to_string();
        reading.read(&name, &mut *open(file)?, read).map_err(|error| about(file, &error))?;
    }
    let mut errors = io::stderr().lock();
    for fault in &reading.faults {
        writeln!(errors, "tengen: {fault}")?;
    }
    Ok(reading)
}

/// Learns weights and writes them; the exit code.
pub fn tune(args: &TuneArgs) -> io::Result<u8> {
    // Before hours of learning, not after them.
    new_file::try_out(&args.out)?;
    let (bytes, faults) = match args.game {
        Variant::Gomoku { rule, .. } => tune_gomoku(args, args.rule.unwrap_or(rule))?,
        Variant::Othello => tune_othello(args)?,
    };
    new_file::write(&args.out, &bytes)?;
    Ok(if faults == 0 { 0 } else { FOUND_FAULTS })
}

/// The weights as a file has them, and how many lines were no games.
fn tune_gomoku(args: &TuneArgs, rule: Rule) -> io::Result<(Vec<u8>, usize)> {
    if args.deviation.is_some() {
        return Err(invalid("--deviation is for Othello"));
    }
    let own = || (*WeightSet::embedded()).clone();
    let mut start = start(args.from.as_deref(), own, &[("seed", WeightSet::seed)], gomoku_weights)?;
    if let Some(model) = args.like {
        start.copy_rule(model, rule);
    }
    let plan = gomoku::train::tune::TuneOptions {
        rule,
        start,
        result_part: args.lambda.unwrap_or(USUAL_LAMBDA),
        keep: args.keep.map(Into::into),
        epochs: args.epochs,
        rate: args.rate,
        threads: args.threads.into(),
        seed: args.seed,
    };
    let reading = read_games(&args.files, &|line| tools::tune::gomoku::sound_game(line, rule))?;
    let set = tools::tune::gomoku::run(&plan, &reading.games, &mut io::stdout().lock())?;
    Ok((set.to_bytes(), reading.faults.len()))
}

/// As [`tune_gomoku`].
fn tune_othello(args: &TuneArgs) -> io::Result<(Vec<u8>, usize)> {
    use othello::eval::weights::Weights;
    if args.rule.is_some() || args.like.is_some() || args.keep.is_some() {
        return Err(invalid("--rule, --like and --keep are for Gomoku"));
    }
    let own = || (*Weights::embedded()).clone();
    let seeds: [Seed<Weights>; 2] = [("seed", Weights::seed), ("network", Weights::network_seed)];
    let start = start(args.from.as_deref(), own, &seeds, othello_weights)?;
    let reading = read_games(&args.files, &tools::tune::othello::sound_game)?;
    let mut out = io::stdout().lock();
    if let Some(count) = args.deviation {
        let (games, seed) = (&reading.games, args.seed);
        let weights = tools::tune::othello::run_deviation(start, games, count, seed, &mut out)?;
        return Ok((weights.to_bytes(), reading.faults.len()));
    }
    let plan = othello::train::tune::TrainPlan {
        start,
        lambda: args.lambda.unwrap_or(USUAL_OTHELLO_LAMBDA),
        epochs: args.epochs,
        rate: args.rate,
        threads: args.threads.into(),
        seed: args.seed,
    };
    let weights = tools::tune::othello::run(&plan, &reading.games, &mut out)?;
    Ok((weights.to_bytes(), reading.faults.len()))
}

/// Plays the games that are missing in a file; the exit code.
pub fn datagen(args: &DatagenArgs, learned: &Learned) -> io::Result<u8> {
    match args.game {
        Variant::Gomoku { .. } if args.depth.is_some() || args.solve.is_some() => {
            Err(invalid("--depth and --solve are for Othello"))
        }
        Variant::Gomoku { rule, .. } => {
            let sizes = if args.size.is_empty() { vec![DEFAULT_SIZE] } else { args.size.clone() };
            let rule = args.rule.unwrap_or(rule);
            let nodes = args.nodes.unwrap_or(USUAL_NODES);
            let recipe = gomoku::train::selfplay::Recipe::new(rule, &sizes, nodes, args.seed)
                .map_err(|error| invalid(&error.to_string()))?;
            let weights = learned.for_gomoku();
            generate(args, &|| {
                let (recipe, weights) = (recipe.clone(), weights.clone());
                let mut players = gomoku::train::selfplay::SelfPlay::new(recipe, weights);
                move |index| players.play(index)
            })
        }
        Variant::Othello
            if args.rule.is_some() || !args.size.is_empty() || args.nodes.is_some() =>
        {
            Err(invalid("--rule, --size and --nodes are for Gomoku"))
        }
        Variant::Othello => {
            let recipe = othello::train::selfplay::Recipe {
                depth: args.depth.unwrap_or(USUAL_DEPTH),
                solve_from: args.solve.unwrap_or(USUAL_SOLVE),
                seed: args.seed,
            };
            let weights = learned.for_othello();
            generate(args, &|| {
                let mut players = othello::train::selfplay::SelfPlay::new(recipe, weights.clone());
                move |index| players.play(index)
            })
        }
    }
}

/// Plays the games of `args` that its file has not yet.
fn generate<G: Record, P: FnMut(u64) -> G + Send>(
    args: &DatagenArgs,
    player: &dyn Fn() -> P,
) -> io::Result<u8> {
    let plan = tools::datagen::Plan { games: args.games, threads: args.threads.into() };
    let of_file = |error: io::Error| about(&args.out, &error);
    let mut file = File::options().create(true).read(true).append(true).open(&args.out);
    let file = file.as_mut().map_err(|error| about(&args.out, error))?;
    let done = tools::datagen::count(&mut BufReader::new(&mut *file)).map_err(of_file)?;
    file.set_len(done.bytes).map_err(of_file)?;
    let interrupt = interrupt_flag()?;
    let bar = io::stderr().is_terminal().then(|| ProgressBar::new(args.games));
    let mut watch = |tally: &Tally| match &bar {
        Some(bar) => bar.set_position(done.games + tally.games()),
        None => log::info!("{}", tally.text()),
    };
    let tally = tools::datagen::run(player, plan, done, file, &interrupt, &mut watch);
    let tally = tally.map_err(of_file)?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    writeln!(io::stdout(), "{}", tally.text())?;
    let is_complete = done.games + tally.games() >= args.games;
    Ok(if is_complete { 0 } else { INTERRUPTED })
}
