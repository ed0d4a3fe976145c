//! `tengen datagen`: training games.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use clap::Args;
use tengen::coord::Size;
use tengen::engine::Learned;
use tengen::exclusive;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Words;
use tengen::replacement::is_special;
use tengen::shard::Shard;
use tengen::tools::datagen::{self, DatagenPlan, Progress};
use tengen::tools::tune::gomoku::sound_game;
use tengen::train::Record;
use tengen::{gomoku, othello};

use super::options::{GOMOKU, OTHELLO, Plays};
use super::streams::{
    INTERRUPTED, Optional, about, check_outputs, exit_on_interrupt, interrupt_flag, invalid,
    invalid_in, must_be_named, open, progress_bar, replace_by,
};

/// Nodes of a Gomoku search, depth of an Othello search, and the number of empty squares from which Othello is
/// solved, unless options set them.
const DEFAULT_NODES: u64 = 2_000;
const DEFAULT_DEPTH: u32 = 6;
const DEFAULT_SOLVE: u32 = 16;

const MANUAL: &str = "\
The same arguments give the same games on every machine and with any number of threads. After an \
interruption, rerun the command to resume; a larger --games adds games. The file does not store the \
options: a run with others, such as another --seed or --nodes, adds its games, too. Several machines share the work of \
one seed with --shard 1/N to --shard N/N, each into its own file; tengen tune reads them all.

Files are compact: two to three bytes a position. --convert writes a compact file as text and text as a \
compact file. In text each game is a line, with tabs between its fields. Gomoku: rule, board, plies of the \
random opening, result for Black, moves, the score of every search, and moves tried but not played. \
Othello: plies of the random opening, Black's final disc difference, moves, and the results of the searches.

Examples:
  tengen datagen --rule standard --size 15 --games 24000 --nodes 800 --threads 2 --out 1.games
  tengen datagen --game othello --games 20000 --depth 6 --solve 16 --out othello.games
  tengen datagen --weights w1.bin --seed 2 --out 2.games
  tengen datagen --shard 2/3 --games 100000 --out 2-of-3.games
  tengen datagen --convert 1.games --out 1.txt";

/// Options that apply only to playing games.
const OF_PLAYING: [&str; 9] =
    ["games", "threads", "seed", "shard", "rule", "size", "nodes", "depth", "solve"];

/// Play training games of the engine against itself
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct DatagenArgs {
    /// Game: gomoku, othello, or a rule of Gomoku
    #[arg(long, default_value = "gomoku")]
    game: Variant,
    /// Number of games in the file at the end
    #[arg(long, default_value_t = 1000, value_name = "N")]
    games: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), value_name = "N")]
    threads: u16,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// File for the games, used by one run at a time; the games already in it are kept, unless --convert replaces them
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play every Nth game, starting with game I: the share of machine I of N
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    shard: Shard,
    /// Play nothing: write the games of FILE to --out, text as a compact file, a compact file as text; those of Othello
    /// need --game othello
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_PLAYING)]
    convert: Option<PathBuf>,

    /// Rule: freestyle, standard, renju, caro or caro-exact [default: that of --game, or freestyle]
    #[arg(long, help_heading = GOMOKU)]
    rule: Option<Rule>,
    /// Board sizes, used in turn: 15 or 20x15, sides from 5 to 22 [default: 15]
    #[arg(long, value_delimiter = ',', value_name = "N|WxH,...", help_heading = GOMOKU)]
    size: Vec<Size>,
    /// Nodes of each search [default: 2000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    #[arg(help_heading = GOMOKU)]
    nodes: Option<u64>,

    /// Depth of each search [default: 6]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60), value_name = "PLIES")]
    #[arg(help_heading = OTHELLO)]
    depth: Option<u32>,
    /// Solve positions with at most N empty squares [default: 16]
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=30), value_name = "N")]
    #[arg(help_heading = OTHELLO)]
    solve: Option<u32>,
}

impl Plays for DatagenArgs {
    fn game(&self) -> Variant {
        self.game
    }
}

impl DatagenArgs {
    /// Plays the games that the file lacks, or converts a file; returns the exit code.
    pub fn run(&self, learned: &Learned, words: &Words) -> io::Result<u8> {
        if let Some(file) = &self.convert {
            return match self.game {
                Variant::Gomoku { .. } => {
                    self.convert::<gomoku::train::record::GameRecord>(file, words)
                }
                Variant::Othello => self.convert::<othello::train::record::GameRecord>(file, words),
            };
        }
        match self.game {
            Variant::Gomoku { rule, size } => {
                let sizes = if self.size.is_empty() { vec![size] } else { self.size.clone() };
                let rule = self.rule.unwrap_or(rule);
                let nodes = self.nodes.unwrap_or(DEFAULT_NODES);
                let recipe = gomoku::train::selfplay::Recipe::new(rule, &sizes, nodes, self.seed)
                    .map_err(invalid)?;
                let weights = learned.for_gomoku();
                self.generate(words, &|game| sound_game(game, rule), &|| {
                    let (recipe, weights) = (recipe.clone(), weights.clone());
                    let mut players = gomoku::train::selfplay::SelfPlay::new(recipe, weights);
                    move |index| players.play(index)
                })
            }
            Variant::Othello => {
                let recipe = othello::train::selfplay::Recipe {
                    depth: self.depth.unwrap_or(DEFAULT_DEPTH),
                    solve_from: self.solve.unwrap_or(DEFAULT_SOLVE),
                    seed: self.seed,
                };
                let weights = learned.for_othello();
                self.generate(words, &Record::checked, &|| {
                    let weights = weights.clone();
                    let mut players = othello::train::selfplay::SelfPlay::new(recipe, weights);
                    move |index| players.play(index)
                })
            }
        }
    }

    fn convert<G: Record>(&self, file: &PathBuf, words: &Words) -> io::Result<u8> {
        exit_on_interrupt()?;
        check_outputs([&self.out], [file])?;
        let mut input = open(file)?;
        let games = replace_by(&self.out, |output| {
            let in_input = |error: io::Error| about(file, &error);
            let in_output = |error: io::Error| about(&self.out, &error);
            datagen::convert::<G>(&mut *input, output, &in_input, &in_output)
        })?;
        writeln!(io::stdout(), "{}", words.say_with("count-games", &[("count", games.into())]))?;
        Ok(0)
    }

    fn generate<G: Record, P: FnMut(u64) -> G + Send>(
        &self,
        words: &Words,
        accept: &dyn Fn(G) -> Result<G, String>,
        player: &dyn Fn() -> P,
    ) -> io::Result<u8> {
        let (shard, threads) = (self.shard, self.threads.into());
        let plan = DatagenPlan { games: self.games, shard, threads };
        let in_file = |error: io::Error| about(&self.out, &error);
        let mut file = self.open_games()?;
        let done = datagen::count(&mut BufReader::new(&mut file), accept).map_err(in_file)?;
        exclusive::cut(&mut file, done.bytes).map_err(in_file)?;
        let interrupt = interrupt_flag()?;
        let bar = progress_bar(self.games, words, "bar-games");
        let mut watch = |progress: &Progress| {
            bar.set_position(progress.all.games());
            let text = progress.text(words);
            log::info!("{text}");
            bar.set_message(text);
        };
        let progress = datagen::run(player, plan, done, &mut file, &interrupt, &mut watch);
        let progress = progress.map_err(in_file)?;
        bar.finish_and_clear();
        writeln!(Optional(io::stdout()), "{}", progress.text(words))?;
        let is_complete = progress.all.games() >= self.games;
        Ok(if is_complete { 0 } else { INTERRUPTED })
    }

    /// Opens the file of games. A second run, which would write every game again, cannot.
    fn open_games(&self) -> io::Result<File> {
        must_be_named(&self.out)?;
        if is_special(&self.out) {
            return Err(invalid_in(&self.out, "not a regular file"));
        }
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        exclusive::open(&options, &self.out).map_err(|error| about(&self.out, &error))
    }
}
