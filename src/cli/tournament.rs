//! Arguments of `match`.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use tengen::arena::plan::{EnginePlan, MatchPlan, PlanError, words};

/// Commands to begin with.
const EXAMPLES: &str = "\
Examples:
  tengen match --engine cmd=./new --engine cmd=./old --movetime 1000 --games 200 --out new-old
  tengen match --engine cmd=./new --engine cmd=./old --nodes 5000 --sprt elo1=10 --concurrency 2
  tengen match --game othello --engine cmd=tengen --engine cmd='other --gtp' proto=gtp --tc 60+1
  tengen match --config cup.toml --shard 2/8 --out part2";

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_long_help = EXAMPLES)]
pub struct MatchArgs {
    /// Another job than playing
    #[command(subcommand)]
    pub job: Option<MatchJob>,

    /// Engines and what they have in common
    #[command(flatten)]
    pub players: Players,

    /// Read options from this TOML file; those given here come first
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folder of the journal, the records and the report; the same command with the same folder goes on
    /// where it stopped [default: match-DATE_TIME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Game: gomoku or othello [default: gomoku]
    #[arg(long)]
    pub game: Option<String>,
    /// Rule: freestyle, standard, renju, caro or caro-exact [default: freestyle]
    #[arg(long)]
    pub rule: Option<String>,
    /// Board of Gomoku [default: 15]
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<String>,
    /// Who plays whom: round-robin, or gauntlet: the first engine against all others
    #[arg(long)]
    pub format: Option<String>,
    /// Games of every two engines that meet, an even number [default: 100; with --sprt 40000]
    #[arg(long, value_name = "N")]
    pub games: Option<usize>,
    /// Stop when it is decided whether the first engine is elo1 stronger, or only elo0
    ///
    /// Words: elo0=N [default: 0], elo1=N, alpha=P and beta=P [default: 0.05],
    /// model=logistic|normalized, count=pairs|games (pentanomial or trinomial).
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub sprt: Option<Vec<String>>,

    /// Time for a move in milliseconds, for all engines
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Time control for all engines in seconds: 180/5, 60+0.5, 0/1 (no limit for the game)
    #[arg(long, value_name = "GAME/MOVE+INC")]
    pub tc: Option<String>,
    /// Nodes for a move, for all engines that can count them
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Depth of a move, for all engines
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// How late an answer may be [default: 200]
    #[arg(long, value_name = "MS")]
    pub tolerance: Option<u64>,
    /// How long anything without a clock may take: a start, an end, a move bounded by nodes
    /// [default: 20000]
    #[arg(long, value_name = "MS")]
    pub patience: Option<u64>,

    /// Openings, one per line: moves (h8i9), offsets from the middle (0,0, 1,1), Othello transcripts
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Order of the openings: sequential or random [default: sequential]
    #[arg(long)]
    pub order: Option<String>,
    /// First opening, from 1 [default: 1]
    #[arg(long, value_name = "N")]
    pub start: Option<usize>,
    /// Play the symmetric images of the openings, too, when all are played
    #[arg(long)]
    pub images: bool,
    /// Generate balanced openings, which is done anyway where no others are given
    ///
    /// Words: count=N, plies=N-M, band=X (greatest distance of the score from even, in points or
    /// discs), nodes=N.
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub generate: Option<Vec<String>>,
    /// Begin games by swap2
    #[arg(long)]
    pub swap2: bool,

    /// Gomoku: end games as drawn when no five is possible any more
    #[arg(long)]
    pub dead_draw: bool,
    /// Othello: end games when so many squares are empty, by solving them
    #[arg(long, value_name = "EMPTIES")]
    pub solve: Option<u32>,
    /// End games after so many plies, as drawn in Gomoku, by discs in Othello
    #[arg(long, value_name = "N")]
    pub max_plies: Option<usize>,

    /// Games at a time [default: 1]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Seed of generated openings and random order [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Play part I of N only: every N-th pair of games; see `merge`
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Name of the tournament in the records
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// Formats of the records: psq, sgf, pos for Gomoku, ggf, transcript for Othello [default: all]
    #[arg(long, value_name = "FORMAT,...", value_delimiter = ',')]
    pub records: Option<Vec<String>>,
}

/// Other jobs of `match`.
#[derive(Debug, Subcommand)]
pub enum MatchJob {
    /// Put the parts of a match together: journals, records, statistics, report
    Merge {
        /// Folders of the parts
        #[arg(required = true, value_name = "DIR")]
        parts: Vec<PathBuf>,
        /// New folder of the whole
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Simulate matches: how often a test is right, and after how many games
    Simulate(SimulateArgs),
}

/// Arguments of `match simulate`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// The test, as for `match`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    pub sprt: Vec<String>,
    /// True differences to simulate [default: elo0 and elo1]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, num_args = 1..)]
    pub elo: Option<Vec<f64>>,
    /// Share of draws
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    pub draws: f64,
    /// Advantage of the favoured colour of an opening, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0)]
    pub opening_elo: f64,
    /// Simulated matches
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub runs: u64,
    /// Pairs of games after which a match is undecided
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub pairs: u64,
    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// `--engine` and `--each`. Their words are kept apart by option, which needs the matches themselves.
#[derive(Debug)]
pub struct Players {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

const ENGINE: &str = "engine";
const EACH: &str = "each";

impl Args for Players {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str| {
            clap::Arg::new(name).long(name).value_name("KEY=VALUE").num_args(1..)
        };
        let engine = words(ENGINE).action(clap::ArgAction::Append).help("An engine, described by words").long_help(
            "An engine, described by words\n\n\
             cmd=COMMAND       program and arguments, quoted as in a shell\n\
             name=NAME         name in reports [default: the program's]\n\
             dir=DIR           folder to run in\n\
             proto=PROTOCOL    gomocup [default] or, for Othello, gtp\n\
             movetime=MS tc=GAME/MOVE+INC nodes=N depth=N tolerance=MS   instead of the options for all\n\
             memory=BYTES threads=N   told to it as INFO max_memory and thread_num\n\
             fresh=yes         a new process for every game\n\
             board=yes         always the whole position (BOARD), never the last move (TURN)\n\
             option.K=V        INFO K V before every game; with gtp the command K V",
        );
        let each = words(EACH).help("What all engines have in common, in the words of --engine");
        command.arg(engine).arg(each)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Players::augment_args(command)
    }
}

impl FromArgMatches for Players {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Players, clap::Error> {
        let engines = matches.get_occurrences::<String>(ENGINE).into_iter().flatten();
        Ok(Players {
            engines: engines.map(|words| words.cloned().collect()).collect(),
            each: matches.get_many(EACH).into_iter().flatten().cloned().collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Players::from_arg_matches(matches)?;
        Ok(())
    }
}

impl MatchArgs {
    /// What the options say.
    ///
    /// # Errors
    /// A word that is not understood.
    pub fn plan(&self) -> Result<MatchPlan, PlanError> {
        let given = |flag: bool| flag.then_some(true);
        let each = EnginePlan {
            movetime: self.movetime,
            tc: self.tc.clone(),
            nodes: self.nodes,
            depth: self.depth,
            tolerance: self.tolerance,
            ..EnginePlan::default()
        };
        let engines = self.players.engines.iter().map(|words| words::engine(words));
        Ok(MatchPlan {
            game: self.game.clone(),
            rule: self.rule.clone(),
            size: self.size.clone(),
            format: self.format.clone(),
            games: self.games,
            openings: self.openings.clone(),
            order: self.order.clone(),
            start: self.start,
            images: given(self.images),
            swap2: given(self.swap2),
            generate: self.generate.as_deref().map(words::generate).transpose()?,
            sprt: self.sprt.as_deref().map(words::sprt).transpose()?,
            dead_draw: given(self.dead_draw),
            solve: self.solve,
            max_plies: self.max_plies,
            patience: self.patience,
            concurrency: self.concurrency,
            seed: self.seed,
            shard: self.shard.clone(),
            event: self.event.clone(),
            records: self.records.clone(),
            each: words::engine(&self.players.each)?.or(&each),
            engine: engines.collect::<Result<_, _>>()?,
        })
    }
}
