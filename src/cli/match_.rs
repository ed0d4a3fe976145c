//! `tengen match`: matches between engines.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand, ValueEnum, value_parser};
use console::Term;
use tengen::arena::merge::{self, Merged};
use tengen::arena::plan::{
    AgreementPlan, EnginePlan, GeneratePlan, MatchPlan, PlanError, SprtPlan, resolve,
};
use tengen::arena::progress::{ProgressOutput, Style};
use tengen::arena::report::simulation;
use tengen::arena::runner::{self, Completion};
use tengen::arena::stats::simulate::{self, Model, Simulation};
use tengen::arena::stats::sprt::MAX_ELO;
use tengen::formats::date::DateTime;
use tengen::frontend::setting::KEYS;
use tengen::language::Words;
use tengen::nearest::question;
use tengen::table::Format;

use super::options::{FormatArgs, FormatName};
use super::streams::{
    INTERRUPTED, Optional, errors, interrupt_flag, invalid, invalid_in, must_be_named, read_bytes,
};

const MANUAL: &str = "\
Every opening is played twice, with the colours reversed in the second game. The referee enforces the rules and \
trusts no engine: an illegal move, a late answer, silence, a crash or garbage loses the game, each with its own \
reason in the report, and the engine is restarted. Engines speak the Gomocup protocol, with the Othello \
extensions in protocol.md, or GTP (proto=gtp). For Othello they may also speak the NBoard protocol \
(proto=nboard) or the commands of Edax's console (proto=edax). More than two engines play a round robin, or \
with --format gauntlet the first one against each of the others.

Limits: --movetime, --tc, --nodes and --depth apply to all engines; the keys of --engine override them. \
Time runs from before the request is written to the arrival of the answer. An answer may be late by \
--tolerance; anything without a clock may take as long as --patience. GTP cannot limit nodes or depth: set \
the level of such an engine in cmd=. GTP engines get times in seconds with up to three decimals, or in whole \
seconds, rounded down, if they refuse those. NBoard engines get --depth, or 60 without it, and the remaining time \
in whole seconds; some ignore it. Edax gets --depth as its level, or level 60 if only time limits it, and \
times of at least a second; it supports neither an increment nor a node limit.

Openings: a file has one opening per line: moves (h8i9g7), offsets from the middle as in Piskvork (0,0, 1,1, -2,0), or \
Othello transcripts. From games in other formats that tengen convert reads, and from lines and transcripts with marked \
openings, the moves marked as opening are used, or all moves if none are marked. Without --openings, balanced openings \
are generated from --seed, the same with any number of processors. Games begin as soon as the first opening to be \
played is found; the others are found meanwhile by as many threads as --concurrency leaves processors, at least one, \
with the lowest priority. Generated openings are in random order already: --order random affects only the later \
rounds of --images. If too few are found, those found are used in turn. --swap2 leaves the opening to the engines.

Length: --games sets the games of each pairing; --sprt ends the match earlier, as soon as the test decides.

Output in the folder --out: journal.jsonl with every finished game, report.txt, report.html (one self-contained page \
with the last 5000 games), match.toml (all options, for --config), and the games in the formats of --records, with \
--event as the name of the event.

Columns with --results tsv, fields with json, a row for each engine: rank, engine, games, wins, draws, losses, score \
(points per game), elo and error (95 %; relative to the mean of all), moves, mean_ms, worst_ms, faults. JSON ends \
with {\"total\": ...}: games, planned, black (wins, draws, losses), mean_plies, endings (games by reason), pairings \
(engines, results and pairs with 0 to 2 points for the first engine, elo, elo_low, elo_high, normalized_elo, los, \
in Othello margin and margin_error), and with --sprt between two engines sprt (llr, bounds, accepted). Infinite and \
unknown values are null or missing.

Lines with --output fastchess: Finished game N (A vs B): RESULT {REASON} for every game, where A is the engine that \
starts (with --swap2: proposes) and 1-0 means that A won; the block of results after every tenth pair and at the end; \
then Tournament finished, or the hypothesis that --sprt accepted. Faults have fastchess's reasons: loses on time, \
makes an illegal move (also garbage), disconnects (also no start), connection stalls. The start of a game has no line.

Scores: the journal stores score, depth, nodes and time of every move as the engines report them. Gomocup engines are \
asked for them by INFO show_detail 1, unless scores=no or option.show_detail= is set; GTP has no command for them. \
--resign and --draw end games when both engines agree, such as --resign movecount=3 score=5 --draw movenumber=30 \
movecount=4 score=0.1.

Resuming: after Ctrl-C, a kill or a power failure, rerun with --out DIR; no game is lost or played twice. \
A larger --games extends the match. --records may add formats, which then have all games, but none may be left out.

Many machines: --shard 3/16 plays the third of sixteen parts, for instance in a job array with \
--shard $SLURM_ARRAY_TASK_ID/16 --out part-$SLURM_ARRAY_TASK_ID. tengen match merge part-* --out whole then \
merges the parts.

Before a test, tengen match simulate --sprt elo0=0 elo1=5 shows how often the test is right and how many \
games it takes.

Examples:
  tengen match --engine cmd=./new --engine cmd=./old --movetime 1000 --games 200 --out new-old
  tengen match --engine cmd=./new --engine cmd=./old --nodes 5000 --sprt elo1=10 --concurrency 2
  tengen match --engine cmd=./new name=new --engine cmd=./old name=old --rule renju --movetime 1000
  tengen match --game othello --engine cmd=tengen --engine cmd='other --gtp' proto=gtp --tc 60+0.5
  tengen match --game othello --engine cmd=tengen \\
      --engine cmd='./ntest x' proto=nboard dir=ntest --depth 8
  tengen match --game othello --engine cmd=tengen --engine cmd=./edax proto=edax dir=edax --depth 8
  tengen match --game othello --config cup.toml --openings xot.txt --each tolerance=500
  tengen match --config cup.toml --shard 2/8 --out part2";

/// Play matches between two engines, a gauntlet or a round robin
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_long_help = MANUAL)]
pub struct MatchArgs {
    #[command(subcommand)]
    job: Option<MatchJob>,

    #[command(flatten)]
    players: Players,

    /// Read options from this TOML file; options of the command line override them
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of the journal, the games and the report; rerun with the same folder to resume
    /// [default: match-DATE_TIME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Game: gomoku or othello [default: gomoku]
    #[arg(long)]
    game: Option<String>,
    /// Gomoku rule: freestyle, standard, renju, caro or caro-exact [default: freestyle]
    #[arg(long)]
    rule: Option<String>,
    /// Gomoku board size: 15 or 20x15, sides from 5 to 22 [default: 15]
    #[arg(long, value_name = "N|WxH")]
    size: Option<String>,
    /// Pairings: round-robin, or gauntlet: the first engine against all others [default: round-robin]
    #[arg(long)]
    format: Option<String>,
    /// Games of each pairing, an even number [default: 100; with --sprt 40000]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Two engines: stop when a sequential test accepts elo0 or elo1 as the lead of the first engine
    ///
    /// Keys: elo1=N (required); elo0=N [default: 0]; alpha=P and beta=P [default: 0.05]; model=logistic [default] or
    /// normalized; count=pairs [default] or games (pentanomial or trinomial).
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Option<Vec<String>>,

    /// Time limit of each move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Clock in seconds: GAME for all moves of a game, at most MOVE for one move, INC added after each move, such as
    /// 180/5, 60+0.5 or 0/1 (no limit for the game)
    #[arg(long, value_name = "GAME/MOVE+INC")]
    tc: Option<String>,
    /// Node limit of each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Depth limit of each move, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How far an answer may exceed its time limit [default: 200]
    #[arg(long, value_name = "MS")]
    tolerance: Option<u64>,
    /// How long to wait when no clock runs: for a start, an exit, a move limited by nodes
    /// [default: 20000]
    #[arg(long, value_name = "MS")]
    patience: Option<u64>,

    /// File of openings, one per line: moves (h8i9), offsets (0,0, 1,1), Othello transcripts
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Order of the openings: sequential or random [default: sequential]
    #[arg(long)]
    order: Option<String>,
    /// Number of the first opening, from 1 [default: 1]
    #[arg(long, value_name = "N")]
    start: Option<usize>,
    /// Add the symmetric images of the openings
    #[arg(long)]
    images: bool,
    /// Generate balanced openings, the default without --openings and --swap2
    ///
    /// Keys, with the defaults of tengen openings: plies=N-M, band=X (largest distance of the score from even, in
    /// points or discs; a solved position must be drawn), nodes=N; and count=N [default: at most 200].
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    generate: Option<Vec<String>>,
    /// Gomoku: start games with the swap2 opening protocol
    #[arg(long)]
    swap2: bool,

    /// Gomoku: end a game as a draw when no five is possible
    #[arg(long)]
    dead_draw: bool,
    /// Othello: solve and end a game when this many squares are empty, at most 20
    #[arg(long, value_name = "EMPTIES")]
    solve: Option<u32>,
    /// End a game after N plies: Gomoku as a draw, Othello by discs
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,

    /// End a game as won when both engines report a decisive score for N moves in a row
    ///
    /// Keys: score=X (required), in points or discs: the winner's at least X, the loser's at most -X; movecount=N
    /// [default: 3]; movenumber=N, earlier moves of each engine [default: 0]. A forced win counts as any score. Engines
    /// that report no scores never agree.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    resign: Option<Vec<String>>,
    /// End a game as a draw when both engines report an even score for N moves in a row
    ///
    /// Keys as with --resign; both scores are within score=X of even.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Option<Vec<String>>,

    /// Games played at a time, at most 1024 [default: 1]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Random seed of generated openings and of --order random [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play part I of N: every Nth pair of games; see match merge
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Name of the event in the records
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Formats of the records: psq, sgf, pos for Gomoku, ggf, transcript for Othello [default: all]
    #[arg(long, value_name = "FORMAT,...", value_delimiter = ',')]
    records: Option<Vec<String>>,
    /// How the results are printed at the end; with tsv and json, progress goes to standard error
    #[arg(long, value_enum, default_value_t = FormatName::Text, value_name = "FORMAT")]
    results: FormatName,
    /// Style of the lines on standard output; with fastchess, remarks go to standard error
    #[arg(long, value_enum, default_value_t = Output::Tengen, value_name = "STYLE", conflicts_with = "results")]
    output: Output,
}

/// The style of the lines that a match prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// Tengen's, for people
    Tengen,
    /// Fastchess's, between two engines, for programs that read them
    Fastchess,
}

const MERGE_EXAMPLES: &str = "\
Examples:
  tengen match merge part-* --out whole
  tengen match merge --watch part-* --out whole";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  tengen match simulate --sprt elo0=0 elo1=5
  tengen match simulate --sprt elo0=0 elo1=5 --elo 0 2 5 10 --draws 0.5";

/// The jobs of `match` other than playing.
#[derive(Debug, Subcommand)]
enum MatchJob {
    /// Merge the parts of a match: journals, records, statistics, report
    ///
    /// Prints the results with the columns of match --results.
    #[command(after_long_help = MERGE_EXAMPLES)]
    Merge {
        /// Folders of the parts
        #[arg(required = true, value_name = "DIR")]
        parts: Vec<PathBuf>,
        /// New folder of the whole match; without it, the results are only printed
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Follow unfinished parts, reading them every N seconds, until the test of the match decides or all games
        /// are played; then merge [default of N: 5]
        #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "5")]
        #[arg(value_parser = pause)]
        watch: Option<Duration>,
        #[command(flatten)]
        format: FormatArgs,
    },
    Simulate(SimulateArgs),
}

/// Maximum number of shards in a simulation, which stores the games in progress of each.
const MOST_SHARDS: i64 = 1 << 16;

/// Simulate matches: how often a test is right, and after how many games
///
/// Columns with --format tsv, fields with json: elo (the true difference), draws, opening_elo, shards, runs, h1,
/// h0, undecided (numbers of matches), mean_games.
#[derive(Debug, Args)]
#[command(after_long_help = SIMULATE_EXAMPLES)]
struct SimulateArgs {
    /// The test, with the keys of match --sprt
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    sprt: Vec<String>,
    /// True Elo differences to simulate [default: elo0 and elo1]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, num_args = 1.., value_parser = elo)]
    elo: Option<Vec<f64>>,
    /// Share of draws, from 0 to 1. A large Elo difference forces a smaller share, which the results show
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = share)]
    draws: f64,
    /// Advantage of the favoured colour of an opening, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, value_parser = elo)]
    opening_elo: f64,
    /// Number of simulated matches
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(1..))]
    runs: u64,
    /// Pairs of games after which a match counts as undecided
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pairs: u64,
    /// Machines that play at the same time, each a shard; the test looks at all of them after every pair
    #[arg(long, value_name = "N", default_value_t = NonZeroU32::MIN)]
    #[arg(value_parser = value_parser!(u32).range(1..=MOST_SHARDS).try_map(NonZeroU32::try_from))]
    shards: NonZeroU32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
}

/// `--engine` and `--each`. clap's derive would mix the words of several `--engine`.
#[derive(Debug)]
struct Players {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

const ENGINE_HELP: &str = "\
An engine, described by these keys:
cmd=COMMAND       program and arguments, quoted as in a shell;
                  on Windows, \\ separates folders
name=NAME         name in reports [default: the program's]
dir=DIR           working folder; the program is looked up there,
                  then from the current folder: cmd=./edax dir=edax
proto=PROTOCOL    gomocup [default], gtp or, for Othello, nboard
                  or edax (Edax's own console)
movetime=MS, tc=GAME/MOVE+INC, nodes=N, depth=N, tolerance=MS
                  limits of this engine
memory=BYTES, threads=N
                  sent as INFO max_memory and INFO thread_num;
                  gomocup only
fresh=yes         a new process for every game
scores=no         do not ask for scores (INFO show_detail 1);
                  gomocup only
board=yes         send the whole position (BOARD) instead of the
                  last move (TURN); gomocup only
option.K=V        send INFO K V before every game; with gtp or edax
                  the command K V, in order, with nboard set K V.
                  GTP has no command for the rule of Gomoku: use
                  cmd=, or for Tengen option.set_game=renju";
const ENGINE: &str = "engine";
const EACH: &str = "each";

impl Args for Players {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str| {
            clap::Arg::new(name).long(name).value_name("KEY=VALUE").num_args(1..)
        };
        let engine = words(ENGINE)
            .action(clap::ArgAction::Append)
            .help("An engine, described by keys, such as cmd=./engine name=new")
            .long_help(ENGINE_HELP);
        let each = words(EACH).help("Keys of --engine that apply to all engines");
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
    /// Plays, merges or simulates matches; returns the exit code.
    pub fn run(&self, words: &Words) -> io::Result<u8> {
        match &self.job {
            None => self.play(words),
            Some(MatchJob::Merge { parts, out, watch, format }) => {
                out.as_deref().map_or(Ok(()), must_be_named)?;
                let merged = match watch {
                    None => Some(merge::read(parts).map_err(invalid)?),
                    Some(pause) => follow(parts, out.as_deref(), *pause, format.format())?,
                };
                let Some(merged) = merged else { return Ok(INTERRUPTED) };
                if let Some(out) = out {
                    merged.write_folder(out, words).map_err(invalid)?;
                }
                io::stdout().write_all(merged.results(words, format.format()).as_bytes())?;
                Ok(0)
            }
            Some(MatchJob::Simulate(args)) => args.run(words),
        }
    }

    fn play(&self, words: &Words) -> io::Result<u8> {
        let mut plan = self.plan().map_err(invalid)?;
        if let Some(file) = &self.config {
            let text =
                String::from_utf8(read_bytes(file)?).map_err(|error| invalid_in(file, error))?;
            plan = plan.or(MatchPlan::from_toml(&text).map_err(|error| invalid_in(file, error))?);
        }
        warn_of_slips(&plan)?;
        let dated = || PathBuf::from(format!("match-{}", DateTime::now().file_stem()));
        let out = self.out.clone().unwrap_or_else(dated);
        must_be_named(&out)?;
        let interrupt = interrupt_flag()?;
        let is_terminal = io::stderr().is_terminal() && io::stdout().is_terminal();
        let style = match self.output {
            Output::Tengen => Style::Own(self.results.into()),
            Output::Fastchess => Style::Fastchess,
        };
        let bar = (is_terminal && style != Style::Fastchess).then(Term::stderr);
        let mut results = Optional(io::stdout());
        // Programs read only the results.
        let mut lines: Box<dyn Write> = match style {
            Style::Own(Format::Text) => Box::new(Optional(io::stdout())),
            _ => Box::new(Optional(io::stderr())),
        };
        let screen = ProgressOutput { lines: &mut lines, results: &mut results, style, bar, words };
        match runner::run(&plan, &out, &interrupt, screen).map_err(invalid)? {
            Completion::Complete => Ok(0),
            Completion::Interrupted => {
                let values = [("out", out.display().to_string().into())];
                let said = words.say_with("match-interrupted", &values);
                writeln!(errors(), "tengen: {said}")?;
                Ok(INTERRUPTED)
            }
        }
    }

    /// The plan from the options.
    ///
    /// # Errors
    /// An invalid word.
    fn plan(&self) -> Result<MatchPlan, PlanError> {
        let given = |flag: bool| flag.then_some(true);
        let each = EnginePlan {
            movetime: self.movetime,
            tc: self.tc.clone(),
            nodes: self.nodes,
            depth: self.depth,
            tolerance: self.tolerance,
            ..EnginePlan::default()
        };
        if self.movetime.is_some() && self.tc.is_some() {
            return Err(PlanError("--movetime and --tc cannot be used together".to_owned()));
        }
        let engines = self.players.engines.iter().map(|words| EnginePlan::from_words(words));
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
            generate: self.generate.as_deref().map(GeneratePlan::from_words).transpose()?,
            sprt: self.sprt.as_deref().map(SprtPlan::from_words).transpose()?,
            dead_draw: given(self.dead_draw),
            solve: self.solve,
            max_plies: self.max_plies,
            resign: agreement(self.resign.as_deref(), "resign")?,
            draw: agreement(self.draw.as_deref(), "draw")?,
            patience: self.patience,
            concurrency: self.concurrency,
            seed: self.seed,
            shard: self.shard.clone(),
            event: self.event.clone(),
            records: self.records.clone(),
            each: EnginePlan::from_words(&self.players.each)?.or(&each),
            engine: engines.collect::<Result<_, _>>()?,
        })
    }
}

/// The words of `option`, if given.
fn agreement(words: Option<&[String]>, option: &str) -> Result<Option<AgreementPlan>, PlanError> {
    words.map(|words| AgreementPlan::from_words(words, option)).transpose()
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a number from 0 to 1")
}

/// An Elo difference within the range of a test.
fn elo(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo: &f64| elo.abs() <= MAX_ELO);
    elo.ok_or_else(|| format!("expected a number from -{MAX_ELO} to {MAX_ELO}"))
}

/// A pause in seconds, at least a hundredth.
fn pause(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or("expected seconds from 0.01 to 86400")
}

/// Follows the parts of a running match, reading them after every `pause`. If the results are machine-readable, the
/// lines go to standard error. Returns the match; `None` if it was interrupted.
fn follow(
    parts: &[PathBuf],
    out: Option<&Path>,
    pause: Duration,
    format: Format,
) -> io::Result<Option<Merged>> {
    let interrupt = interrupt_flag()?;
    let mut lines: Box<dyn Write> = match format {
        Format::Text => Box::new(Optional(io::stdout())),
        Format::Tsv | Format::Json => Box::new(Optional(io::stderr())),
    };
    merge::watch(parts, out, pause, &interrupt, &mut lines).map_err(invalid)
}

/// Warns on standard error about engine settings whose names resemble a setting of the Gomocup protocol. Engines may
/// have their own settings, so the match continues.
fn warn_of_slips(plan: &MatchPlan) -> io::Result<()> {
    let engines = plan.engine.iter().chain([&plan.each]);
    let is_gomocup =
        |engine: &&EnginePlan| engine.proto.as_deref().is_none_or(|proto| proto == "gomocup");
    let known = |key: &str| KEYS.iter().any(|known| known.name.eq_ignore_ascii_case(key));
    let keys = engines.filter(is_gomocup).flat_map(|engine| engine.option.keys());
    for key in keys.filter(|key| !known(key)) {
        let question = question(key, KEYS.iter().map(|key| key.name));
        if !question.is_empty() {
            writeln!(errors(), "tengen: option.{key} is not a common setting{question}")?;
        }
    }
    Ok(())
}

impl SimulateArgs {
    fn run(&self, words: &Words) -> io::Result<u8> {
        let sprt = SprtPlan::from_words(&self.sprt)
            .and_then(|sprt| resolve::test(&sprt))
            .map_err(invalid)?;
        let differences = self.elo.clone().unwrap_or_else(|| vec![sprt.elo0, sprt.elo1]);
        let simulate = |true_elo| {
            let Self { draws: draw_ratio, opening_elo, shards, .. } = *self;
            let model = Model { true_elo, draw_ratio, opening_elo, shards };
            simulate::simulate(&sprt, model, self.pairs, self.runs, self.seed)
        };
        let simulations: Vec<Simulation> = differences.into_iter().map(simulate).collect();
        let text = simulation::write(&sprt, &simulations, self.format.format(), words);
        io::stdout().write_all(text.as_bytes())?;
        Ok(0)
    }
}
