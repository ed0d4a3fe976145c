//! `tengen tune`: weights from training games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tengen::game::Variant;
use tengen::gomoku::eval::weights::WeightSet;
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::train::tune::Keep;
use tengen::othello::eval::weights::Weights;
use tengen::tools::tune::{self, Reading};
use tengen::{gomoku, othello};

use super::game::Plays;
use super::learned::{gomoku_weights, othello_weights};
use super::options::{self, GOMOKU, OTHELLO};
use super::streams::{FOUND_FAULTS, about, check_writable, open, read_bytes, replace};

/// Weight of the result of a game where the options give none.
const DEFAULT_LAMBDA: f32 = 0.7;
const DEFAULT_OTHELLO_LAMBDA: f32 = 0.85;

const MANUAL: &str = "\
Gomoku: learns from the results what points and threats are worth, and from the moves of the searches which \
moves to try first, for one rule; the weights of the other rules stay. Othello: learns what patterns are \
worth, by a table for each stage of the game or by a network, from the final scores and the scores of the \
searches.

Prints a line for every pass: the loss (Othello: the root mean square error in discs), how often the side \
that stands better won or the best move came first, and the same for the games held out for validation. \
Lines that are no games are reported on standard error, and the exit code is 1.

Examples:
  tengen tune --from seed --out w0.bin                       initial weights, without games
  tengen tune --rule standard --from w0.bin --out w1.bin games-1.txt
  tengen tune --rule caro --like standard --out w2.bin       start a rule from another one
  tengen tune --game othello --from network --out n.bin othello.txt
  tengen tune --game othello --deviation 5000 --from n.bin --out n.bin othello.txt";

/// Learn weights from the games of datagen
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct TuneArgs {
    /// Game: gomoku, othello, or a rule of Gomoku
    #[arg(long, default_value = "gomoku")]
    game: Variant,
    /// Initial weights, which also provide those of the other rules: a file; seed, weights without any
    /// learning; or network, Othello's network without any learning [default: the built-in weights]
    #[arg(long, value_name = "FILE|seed|network")]
    from: Option<PathBuf>,
    /// File for the learned weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weight of the result of a game against the scores of the searches, from 0 to 1; Othello applies
    /// it again for every ply until the game was solved [default: 0.7, Othello 0.85]
    #[arg(long, value_parser = options::share, value_name = "SHARE")]
    lambda: Option<f32>,
    /// Passes over all positions
    #[arg(long, default_value_t = 15, value_name = "N")]
    epochs: usize,
    /// Learning-rate multiplier, less than 1 for weights that are already good
    #[arg(long, default_value_t = 1.0, value_parser = options::factor, value_name = "FACTOR")]
    rate: f32,
    /// Threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
    threads: u16,
    /// Random seed of the validation split
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Files of datagen; without any, the initial weights are written
    #[arg(value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// Rule to learn: freestyle, standard, renju, caro or caro-exact [default: that of --game, or freestyle]
    #[arg(long, help_heading = GOMOKU)]
    rule: Option<Rule>,
    /// Start from the weights of another rule
    #[arg(long, value_name = "RULE", help_heading = GOMOKU)]
    like: Option<Rule>,
    /// Weights that stay as they are
    #[arg(long, value_enum, value_name = "WHAT", help_heading = GOMOKU)]
    keep: Option<KeepArg>,

    /// Keep the weights and fit the selective search cuts to them, at this many positions
    #[arg(long, value_name = "POSITIONS", help_heading = OTHELLO)]
    deviation: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeepArg {
    /// What points and threats are worth
    Value,
    /// Which moves are tried first
    Policy,
    /// Everything but the bonus of moves near the last ones
    Shapes,
}

impl From<KeepArg> for Keep {
    fn from(keep: KeepArg) -> Keep {
        match keep {
            KeepArg::Value => Keep::Value,
            KeepArg::Policy => Keep::Policy,
            KeepArg::Shapes => Keep::Shapes,
        }
    }
}

impl Plays for TuneArgs {
    fn game(&self) -> Variant {
        self.game
    }
}

/// Weights as a file has them, and the number of lines that were no games.
type Tuned = (Vec<u8>, usize);

/// A name for weights without any learning.
type Seed<W> = (&'static str, fn() -> W);

impl TuneArgs {
    /// Learns weights and writes them; the exit code.
    pub fn run(&self) -> io::Result<u8> {
        // Fails before hours of learning, not after them.
        check_writable(&self.out)?;
        let (bytes, faults) = match self.game {
            Variant::Gomoku { rule, .. } => self.tune_gomoku(self.rule.unwrap_or(rule))?,
            Variant::Othello => self.tune_othello()?,
        };
        replace(&self.out, &bytes)?;
        Ok(if faults == 0 { 0 } else { FOUND_FAULTS })
    }

    fn tune_gomoku(&self, rule: Rule) -> io::Result<Tuned> {
        let built_in = || (*WeightSet::embedded()).clone();
        let seeds: [Seed<WeightSet>; 1] = [("seed", WeightSet::seed)];
        let mut start = self.start(built_in, &seeds, gomoku_weights)?;
        if let Some(model) = self.like {
            start.copy_rule(model, rule);
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
        let reading = self.read_games(&|line| tune::gomoku::sound_game(line, rule))?;
        let set = tune::gomoku::run(&plan, &reading.games, &mut io::stdout().lock())?;
        Ok((set.to_bytes(), reading.faults.len()))
    }

    fn tune_othello(&self) -> io::Result<Tuned> {
        let built_in = || (*Weights::embedded()).clone();
        let seeds: [Seed<Weights>; 2] =
            [("seed", Weights::seed), ("network", Weights::network_seed)];
        let start = self.start(built_in, &seeds, othello_weights)?;
        let reading = self.read_games(&tune::othello::sound_game)?;
        let (games, mut out) = (&reading.games, io::stdout().lock());
        let weights = match self.deviation {
            Some(count) => tune::othello::run_deviation(start, games, count, self.seed, &mut out)?,
            None => {
                let plan = othello::train::tune::TrainPlan {
                    start,
                    lambda: self.lambda.unwrap_or(DEFAULT_OTHELLO_LAMBDA),
                    epochs: self.epochs,
                    rate: self.rate,
                    threads: self.threads.into(),
                    seed: self.seed,
                };
                tune::othello::run(&plan, games, &mut out)?
            }
        };
        Ok((weights.to_bytes(), reading.faults.len()))
    }

    /// The initial weights: those of `--from`, which is a file or the name of a seed, or the built-in ones.
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

    /// The games of all files; reports lines that are no games.
    fn read_games<G>(&self, read: &dyn Fn(&str) -> Result<G, String>) -> io::Result<Reading<G>> {
        let mut reading = Reading::default();
        for file in &self.files {
            let name = file.display().to_string();
            let games = reading.read(&name, &mut *open(file)?, read);
            games.map_err(|error| about(file, &error))?;
        }
        let mut errors = io::stderr().lock();
        for fault in &reading.faults {
            writeln!(errors, "tengen: {fault}")?;
        }
        Ok(reading)
    }
}
