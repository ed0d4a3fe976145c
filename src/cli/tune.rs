//! `tengen tune`: weights from training games, and search parameters from matches.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tengen::arena::plan::{EnginePlan, GeneratePlan, MatchPlan};
use tengen::arena::runner::Completion;
use tengen::arena::tuning::{self, Event, Step, TuningRecipe};
use tengen::coord::Size;
use tengen::engine::search_params;
use tengen::frontend::setting::SEARCH;
use tengen::game::Variant;
use tengen::gomoku::eval::weights::WeightSet;
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::train::tune::Keep;
use tengen::language::Words;
use tengen::nearest::question;
use tengen::othello::eval::weights::Weights;
use tengen::replacement::is_special;
use tengen::search::params::Param;
use tengen::table::Table;
use tengen::tools::tune::{self, Reading};
use tengen::train::Record;
use tengen::train::checkpoint::{Checkpoints, NoCheckpoints};
use tengen::train::spsa::{Parameter, Schedule};
use tengen::{gomoku, othello};

use super::checkpoints::CheckpointFolder;
use super::options::{self, FormatName, GOMOKU, OTHELLO, Plays, gomoku_weights, othello_weights};
use super::streams::{
    Deferred, FOUND_FAULTS, INTERRUPTED, Optional, about, check_outputs, errors, interrupt_flag,
    invalid, invalid_in, must_be_named, open, progress_bar, read_bytes, replace,
};

/// Defaults of --lambda.
const DEFAULT_LAMBDA: f32 = 0.7;
const DEFAULT_OTHELLO_LAMBDA: f32 = 0.85;

const MANUAL: &str = "\
Gomoku: trains the evaluation on game results and the move ordering on the moves chosen by the searches, \
for one rule; the weights of the other rules do not change. Othello: trains the evaluation, tables for each \
stage of the game or a network, on final scores and search scores.

Last, Gomoku learns the calibration: the chances of a win, a draw and a loss at each score, depending on the \
position and the size of the board. --keep both learns nothing else.

Prints a line for every pass: the loss (Othello: the root mean square error in discs), how often the side \
with the better score won or the best move came first, and the same for the games held out for validation. \
After the last pass the learned evaluation is judged on these games by stage, in Gomoku by the number of stones \
on the board. Invalid games are reported on standard error, and the exit code is 1; it is 2, and nothing is written, \
if no game is left.

With --search it tunes search parameters by SPSA instead: in every step the program plays pairs of games \
between two variations of itself and moves the parameters towards the winner. --out is then a folder, whose \
tuning.jsonl has a line for every step; rerun with the same folder to resume. The same seed gives the same \
result with any number of --threads, unless --movetime or --tc limits the time; time limits also count work \
that visits no nodes. Each step prints the wins, draws and losses of the variations in the positive \
direction, and the new values; a resumed run prints only the steps that it plays. --list prints the \
parameters with their ranges; columns with --format tsv, fields with json: name, default, min, max, step, \
source. Verify the result with a match: option.search.NAME=VALUE sets a parameter of an engine.

Examples:
  tengen tune --from seed --out w0.bin                       initial weights, without games
  tengen tune --rule standard --from w0.bin --out w1.bin 1.games
  tengen tune --rule caro --like standard --out w2.bin       start a rule from another one
  tengen tune --game othello --from network --out n.bin othello.games
  tengen tune --game othello --deviation 5000 --from n.bin --out n.bin othello.games
  tengen tune --search --list
  tengen tune --search --params razor_base,razor_step --nodes 5000 --games 4000 --out spsa
  tengen tune --search --game othello --movetime 10 --games 20000 --out spsa";

/// Learn weights from training games, or tune search parameters
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct TuneArgs {
    /// Game: gomoku, othello, or a rule of Gomoku
    #[arg(long, default_value = "gomoku")]
    game: Variant,
    /// Initial weights, which the other rules keep: a file, seed for untrained weights, or network for
    /// an untrained network of Othello [default: the built-in weights]
    #[arg(long, value_name = "FILE|seed|network")]
    from: Option<PathBuf>,
    /// File for the learned weights, or with --search the folder of the run
    #[arg(long, value_name = "FILE", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// Weight of the game result against the search scores, from 0 to 1; Othello multiplies by it once
    /// for every ply up to the first solved position [default: 0.7, Othello 0.85]
    #[arg(long, value_parser = options::share, value_name = "SHARE")]
    lambda: Option<f32>,
    /// Passes over all positions
    #[arg(long, default_value_t = 15, value_name = "N")]
    epochs: usize,
    /// Learning-rate multiplier; use less than 1 for weights that are already good
    #[arg(long, default_value_t = 1.0, value_parser = options::factor, value_name = "FACTOR")]
    rate: f32,
    /// Threads, or with --search the games played at a time; --deviation uses only one
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
    threads: u16,
    /// Random seed of the validation split, of --search and of --deviation
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Files made by tengen datagen; without any, the initial weights are written
    #[arg(value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// Rule to learn, or to play with --search: freestyle, standard, renju, caro or caro-exact
    /// [default: that of --game, or freestyle]
    #[arg(long, help_heading = GOMOKU)]
    rule: Option<Rule>,
    /// Start from the weights of another rule; with --keep policy, without its move ordering
    #[arg(long, value_name = "RULE", help_heading = GOMOKU)]
    like: Option<Rule>,
    /// Weights to leave unchanged
    #[arg(long, value_enum, value_name = "WHAT", help_heading = GOMOKU)]
    keep: Option<KeepArg>,

    /// Folder for the state after every pass; rerun with the same arguments to resume
    #[arg(long, value_name = "DIR")]
    checkpoints: Option<PathBuf>,

    #[command(flatten)]
    search: SearchArgs,

    /// Leave the weights unchanged and fit their tempo and ProbCut's error model to them, at this many positions
    #[arg(long, value_name = "POSITIONS", conflicts_with_all = OF_LEARNING, help_heading = OTHELLO)]
    deviation: Option<usize>,
}

/// Heading of the options of `--search`.
const SEARCH_HEADING: &str = "Search parameters";
/// Options that apply only to weights.
const OF_WEIGHTS: [&str; 8] =
    ["from", "lambda", "epochs", "like", "keep", "deviation", "checkpoints", "files"];
/// Options that apply only to learning weights.
const OF_LEARNING: [&str; 4] = ["lambda", "epochs", "rate", "checkpoints"];
/// Pairs of games in a step of SPSA.
const PAIRS_PER_STEP: usize = 8;
/// Movement of the last step for one point won, as a share of the perturbation; a multiple of --rate.
const SEARCH_RATE: f64 = 0.1;
/// The columns of the list of parameters.
const LISTED: &[&str] = &["name", "default", "min", "max", "step", "source"];
/// Node limit of a move if no other limit is given.
const DEFAULT_NODES: u64 = 5000;
/// Table size of each engine in bytes.
const ENGINE_MEMORY: u64 = 64 << 20;
/// Time in ms by which a move may exceed its limit: a loss on time would end the run.
const TOLERANCE: u64 = 10_000;

// Not a doc comment: clap would take it for the description of the subcommand. The conflicts are of every option:
// clap does not require `--search` if that could not be added.
#[derive(Debug, Args)]
#[group(conflicts_with_all = OF_WEIGHTS)]
struct SearchArgs {
    /// Tune parameters of the search by SPSA
    #[arg(long, help_heading = SEARCH_HEADING)]
    search: bool,
    /// List the parameters: name, default, range, step, source
    #[arg(long, requires = "search", help_heading = SEARCH_HEADING)]
    list: bool,
    /// How the list is printed
    #[arg(long, requires = "list", value_enum, default_value_t = FormatName::Text)]
    #[arg(value_name = "FORMAT", help_heading = SEARCH_HEADING)]
    format: FormatName,
    /// Parameters to tune [default: all]
    #[arg(long, requires = "search", value_name = "NAME,...", value_delimiter = ',', help_heading = SEARCH_HEADING)]
    params: Vec<String>,
    /// Total number of games, 16 in each step
    #[arg(long, requires = "search", default_value_t = 4000, value_name = "N", help_heading = SEARCH_HEADING)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Node limit of each move [default: 5000]
    #[arg(long, requires = "search", value_name = "N", help_heading = SEARCH_HEADING)]
    nodes: Option<u64>,
    /// Time limit of each move, instead of --nodes
    #[arg(long, requires = "search", conflicts_with_all = ["nodes", "tc"])]
    #[arg(value_name = "MS", help_heading = SEARCH_HEADING)]
    movetime: Option<u64>,
    /// Clock of each game, as for match, instead of --nodes: 10+0.1
    #[arg(long, requires = "search", conflicts_with = "nodes", value_name = "TC", help_heading = SEARCH_HEADING)]
    tc: Option<String>,
    /// File of openings, as for match [default: generate balanced ones]
    #[arg(long, requires = "search", value_name = "FILE", help_heading = SEARCH_HEADING)]
    openings: Option<PathBuf>,
    /// Gomoku board size: 15 or 20x15, sides from 5 to 22 [default: 15]
    #[arg(long, requires = "search", value_name = "N|WxH", help_heading = SEARCH_HEADING)]
    size: Option<Size>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeepArg {
    /// The evaluation
    Value,
    /// The move ordering
    Policy,
    /// Everything except the ordering bonus for moves near the last ones
    Shapes,
    /// Evaluation and ordering: only the chances of wins and draws are learned
    Both,
}

impl From<KeepArg> for Keep {
    fn from(keep: KeepArg) -> Keep {
        match keep {
            KeepArg::Value => Keep::Value,
            KeepArg::Policy => Keep::Policy,
            KeepArg::Shapes => Keep::Shapes,
            KeepArg::Both => Keep::Both,
        }
    }
}

impl Plays for TuneArgs {
    fn game(&self) -> Variant {
        self.game
    }
}

/// The bytes of a weight file, and the number of lines that were not games.
type Tuned = (Vec<u8>, usize);

/// A name for untrained weights.
type Seed<W> = (&'static str, fn() -> W);

impl TuneArgs {
    /// Learns weights and writes them; returns the exit code.
    pub fn run(&self, words: &Words) -> io::Result<u8> {
        if self.search.list {
            return self.list_params();
        }
        let out = self.out.as_ref().expect("clap requires it");
        if self.search.search {
            must_be_named(out)?;
            return self.tune_search(out, words);
        }
        // Fail before hours of training, not after them.
        check_outputs([out], &self.files)?;
        must_be_weights(out)?;
        // A full disk must not cost the weights.
        let mut log = Deferred::new(Optional(io::stdout().lock()));
        let (bytes, faults) = match self.game {
            Variant::Gomoku { rule, .. } => {
                self.tune_gomoku(self.rule.unwrap_or(rule), words, &mut log)?
            }
            Variant::Othello => self.tune_othello(words, &mut log)?,
        };
        replace(out, &bytes)?;
        log.finish()?;
        Ok(if faults == 0 { 0 } else { FOUND_FAULTS })
    }

    fn list_params(&self) -> io::Result<u8> {
        let mut out = io::stdout().lock();
        let table = Table::new(self.search.format.into(), LISTED);
        out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
        for &Param { name, default, min, max, step, source } in search_params(self.game) {
            let Some(table) = table else {
                writeln!(out, "{name}\t{default}\t{min}..{max}\t{step}\t{source}")?;
                continue;
            };
            let cells =
                [name.into(), default.into(), min.into(), max.into(), step.into(), source.into()];
            out.write_all(table.row(cells.into()).as_bytes())?;
        }
        Ok(0)
    }

    fn tune_search(&self, out: &Path, words: &Words) -> io::Result<u8> {
        let params = self.params()?;
        let steps = self.search.games.div_ceil(2 * PAIRS_PER_STEP as u64);
        let recipe = TuningRecipe {
            parameters: params.iter().map(|param| parameter(param)).collect(),
            schedule: Schedule { steps, rate: SEARCH_RATE * f64::from(self.rate) },
            pairs_per_step: PAIRS_PER_STEP,
        };
        let bar = progress_bar(steps, words, "bar-steps");
        let interrupt = interrupt_flag()?;
        let mut printed = Ok(());
        let mut last = None;
        let mut watch = |event: Event<'_>| {
            let step = match event {
                Event::Resumed(step) => step,
                Event::Played(step) => {
                    let line = step_line(step, &params, words);
                    printed = bar.suspend(|| writeln!(Optional(io::stdout()), "{line}"));
                    step
                }
            };
            if printed.is_err() {
                interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            bar.set_position(step.step);
            last = Some(step.point.clone());
        };
        let plan = self.search_plan(2 * PAIRS_PER_STEP * steps as usize)?;
        let completion = tuning::run(&plan, &recipe, out, &interrupt, &mut watch);
        bar.finish_and_clear();
        let completion = completion.map_err(invalid)?;
        printed?;
        if completion == Completion::Interrupted {
            let out = out.display();
            writeln!(errors(), "tengen: interrupted: rerun with --out {out} to resume")?;
            return Ok(INTERRUPTED);
        }
        let mut out = io::stdout().lock();
        for (param, value) in params.iter().zip(last.unwrap_or_default()) {
            let (name, default) = (param.name, param.default);
            writeln!(out, "{name} {default} -> {value:.1}\toption.{SEARCH}.{name}={value:.0}")?;
        }
        Ok(0)
    }

    /// The parameters to tune.
    fn params(&self) -> io::Result<Vec<&'static Param>> {
        let table = search_params(self.game);
        if self.search.params.is_empty() {
            return Ok(table.iter().collect());
        }
        let find = |name: &String| {
            let found = table.iter().find(|param| param.name == name);
            let game = self.game.game_name();
            found.ok_or_else(|| {
                let question = question(name, table.iter().map(|param| param.name));
                invalid(format!(
                    "unknown parameter '{name}' (expected one of {game}'s, see --list){question}"
                ))
            })
        };
        let mut params: Vec<&'static Param> = Vec::new();
        for name in &self.search.params {
            let param = find(name)?;
            if params.iter().any(|other| other.name == param.name) {
                return Err(invalid(format!("parameter '{name}' is given twice")));
            }
            params.push(param);
        }
        Ok(params)
    }

    /// The match to play: the program against itself.
    fn search_plan(&self, games: usize) -> io::Result<MatchPlan> {
        let program = std::env::current_exe()?;
        let program = program.to_str().ok_or_else(|| invalid("the program's path is not UTF-8"))?;
        let program = shlex::try_quote(program).map_err(invalid)?.into_owned();
        let engine = |name: &str| EnginePlan {
            cmd: Some(program.clone()),
            name: Some(name.to_owned()),
            ..EnginePlan::default()
        };
        let (game, rule) = match self.game {
            Variant::Gomoku { rule, .. } => ("gomoku", Some(self.rule.unwrap_or(rule).to_string())),
            Variant::Othello => ("othello", None),
        };
        let &SearchArgs { nodes, movetime, ref tc, .. } = &self.search;
        let is_timed = movetime.is_some() || tc.is_some();
        let mut each = EnginePlan {
            nodes: nodes.or((!is_timed).then_some(DEFAULT_NODES)),
            movetime,
            tc: tc.clone(),
            tolerance: is_timed.then_some(TOLERANCE),
            memory: Some(ENGINE_MEMORY),
            ..EnginePlan::default()
        };
        each.option.insert("book".to_owned(), vec!["0".to_owned()]);
        Ok(MatchPlan {
            game: Some(game.to_owned()),
            rule,
            size: self.search.size.map(|size| size.to_string()),
            games: Some(games),
            openings: self.search.openings.clone(),
            generate: self.search.openings.is_none().then(GeneratePlan::default),
            seed: Some(self.seed),
            concurrency: Some(self.threads.into()),
            each,
            engine: vec![engine("plus"), engine("minus")],
            ..MatchPlan::default()
        })
    }

    fn tune_gomoku(&self, rule: Rule, words: &Words, log: &mut dyn Write) -> io::Result<Tuned> {
        let built_in = || (*WeightSet::embedded()).clone();
        let seeds: [Seed<WeightSet>; 1] = [("seed", WeightSet::seed)];
        let mut start = self.start(built_in, &seeds, gomoku_weights)?;
        if let Some(model) = self.like {
            start.copy_rule(model, rule, self.keep != Some(KeepArg::Policy));
        }
        let plan = gomoku::train::tune::TuneOptions {
            rule,
            start,
            result_part: self.lambda.unwrap_or(DEFAULT_LAMBDA),
            keep: self.keep.map(Into::into),
            epochs: self.epochs,
            rate: self.rate,
            threads: self.threads.into(),
            seed: self.seed,
        };
        let reading = self.read_games(&|game| tune::gomoku::sound_game(game, rule))?;
        let games = &reading.games;
        let set = tune::gomoku::run(&plan, games, &mut *self.checkpoints()?, words, log)?;
        Ok((set.to_bytes(), reading.faults.len()))
    }

    fn tune_othello(&self, words: &Words, log: &mut dyn Write) -> io::Result<Tuned> {
        let built_in = || (*Weights::embedded()).clone();
        let seeds: [Seed<Weights>; 2] =
            [("seed", Weights::seed), ("network", Weights::network_seed)];
        let start = self.start(built_in, &seeds, othello_weights)?;
        let reading = self.read_games(&othello::train::record::GameRecord::checked)?;
        let games = &reading.games;
        let weights = match self.deviation {
            Some(count) => {
                let choice = (count, self.seed);
                tune::othello::run_deviation(start, games, choice, words, log)?
            }
            None => {
                let plan = othello::train::tune::TrainPlan {
                    start,
                    lambda: self.lambda.unwrap_or(DEFAULT_OTHELLO_LAMBDA),
                    epochs: self.epochs,
                    rate: self.rate,
                    threads: self.threads.into(),
                    seed: self.seed,
                };
                tune::othello::run(&plan, games, &mut *self.checkpoints()?, words, log)?
            }
        };
        Ok((weights.to_bytes(), reading.faults.len()))
    }

    /// The store of training states.
    fn checkpoints(&self) -> io::Result<Box<dyn Checkpoints>> {
        Ok(match &self.checkpoints {
            Some(folder) => Box::new(CheckpointFolder::new(folder)?),
            None => Box::new(NoCheckpoints),
        })
    }

    /// The initial weights: those of `--from`, which is a file or the name of untrained weights, or else the built-in
    /// ones.
    fn start<W>(
        &self,
        built_in: impl Fn() -> W,
        seeds: &[Seed<W>],
        read: impl Fn(&Path, &[u8]) -> io::Result<W>,
    ) -> io::Result<W> {
        let Some(file) = &self.from else { return Ok(built_in()) };
        match seeds.iter().find(|(name, _)| file == Path::new(name)) {
            Some((_, seed)) => Ok(seed()),
            None => read(file, &read_bytes(file)?),
        }
    }

    /// The games of all files; reports invalid ones.
    fn read_games<G: Record>(
        &self,
        accept: &dyn Fn(G) -> Result<G, String>,
    ) -> io::Result<Reading<G>> {
        let mut reading = Reading::default();
        for file in &self.files {
            let name = file.display().to_string();
            let games = reading.read(&name, &mut *open(file)?, accept);
            games.map_err(|error| about(file, &error))?;
        }
        let mut errors = errors();
        for fault in &reading.faults {
            writeln!(errors, "tengen: {fault}")?;
        }
        if reading.games.is_empty() && !self.files.is_empty() {
            // The initial weights would pass for learned ones.
            return Err(invalid("none of the files has a game to learn from"));
        }
        Ok(reading)
    }
}

/// Refuses to replace a file that does not contain weights: in `--out *.games`, it is the first file of games.
fn must_be_weights(out: &Path) -> io::Result<()> {
    if is_special(out) || !out.exists() {
        return Ok(());
    }
    let old = read_bytes(out)?;
    let titles = [gomoku::eval::weights::TITLE, othello::eval::weights::TITLE];
    if old.is_empty() || titles.iter().any(|title| old.starts_with(title.as_bytes())) {
        return Ok(());
    }
    Err(invalid_in(out, "this file contains no weights (choose another --out)"))
}

/// A search parameter as an option of an engine.
fn parameter(param: &Param) -> Parameter {
    Parameter {
        name: format!("{SEARCH}.{}", param.name),
        start: param.default.into(),
        min: param.min.into(),
        max: param.max.into(),
        step: param.step.into(),
    }
}

/// `step 3: 5-2-9 razor_base=211.4 ...`
fn step_line(step: &Step, params: &[&Param], words: &Words) -> String {
    let Step { step: number, wins, draws, losses, point } = step;
    let values = params.iter().zip(point);
    let values: String =
        values.map(|(param, value)| format!(" {}={value:.1}", param.name)).collect();
    let result = format!("{wins}-{draws}-{losses}{values}");
    words.say_with("tune-step", &[("number", (*number).into()), ("result", result.into())])
}
