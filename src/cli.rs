//! The command line: types for `clap`, and what they say in the library's terms.

pub mod analysis;
pub mod book;
pub mod learned;
pub mod learning;
pub mod placement;
pub mod solve;
pub mod tournament;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use log::LevelFilter;
use tengen::arena::plan::resolve;
use tengen::check::exam::MIN_SIZE;
use tengen::check::report::ReportFormat;
use tengen::coord::{MAX_SIDE, Size};
use tengen::frontend::terminal::{Level, Player};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

use learned::{BookArg, BookArgs, WeightsArgs};

/// Sides of a board that the checks fit on.
const CHECK_SIZES: RangeInclusive<i64> = MIN_SIZE as i64..=MAX_SIDE as i64;

/// Plays Gomoku (freestyle, standard, renju, caro) and Othello.
///
/// Without a subcommand it speaks the Gomocup line protocol on standard input and output, or GTP
/// or NBoard's; the languages are described in protocol.md.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    /// Language to speak; GTP and NBoard's are for Othello [default: gomocup]
    #[arg(long, value_enum)]
    pub protocol: Option<ProtocolArg>,

    /// Game at the start; a manager may change it with INFO rule or INFO game [default: gomoku]
    #[arg(long)]
    pub game: Option<Variant>,

    /// Gomoku rule at the start [default: freestyle]
    #[arg(long)]
    pub rule: Option<Rule>,

    /// Searching threads at the start; a manager may change it with INFO thread_num [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Seed of what is left to chance (swap2 openings, variety of the book), so that a session repeats;
    /// without it another one every time
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Tell about the search in MESSAGE lines, as at a terminal
    #[arg(long)]
    pub messages: bool,

    /// By what positions are judged
    #[command(flatten)]
    pub weights: WeightsArgs,

    /// From what openings are played
    #[command(flatten)]
    pub book: BookArgs,

    /// Log diagnostics to standard error: error, warn, info, debug, trace [also: RUST_LOG]
    #[arg(long, value_name = "LEVEL", global = true)]
    pub log: Option<LevelFilter>,

    /// Log to this file instead, at level debug unless --log says otherwise
    #[arg(long, value_name = "FILE", global = true)]
    pub log_file: Option<PathBuf>,

    /// What to do instead of speaking the protocol
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// The files of weights, those before the subcommand first.
    pub fn weights(&self) -> impl Iterator<Item = &PathBuf> {
        let behind = self.command.as_ref().and_then(Command::weights);
        self.weights.files.iter().chain(behind.into_iter().flat_map(|weights| &weights.files))
    }

    /// The options about the book; what stands behind the subcommand comes first.
    pub fn book(&self) -> (Option<&BookArg>, Option<i32>) {
        let before = &self.book;
        match &self.command {
            Some(Command::Play(PlayArgs { book: behind, .. })) => (
                behind.book.as_ref().or(before.book.as_ref()),
                behind.book_variety.or(before.book_variety),
            ),
            _ => (before.book.as_ref(), before.book_variety),
        }
    }

    /// An option that means nothing in a language for Othello alone, as all but Gomocup's are.
    pub fn option_without_gomocup(&self) -> Option<&'static str> {
        let given = [
            ("--game gomoku", self.game.is_some_and(Variant::is_gomoku)),
            ("--rule", self.rule.is_some()),
            ("--messages", self.messages),
        ];
        given.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }
}

/// Languages by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolArg {
    /// The line protocol of Gomocup and Piskvork
    Gomocup,
    /// The Go Text Protocol
    Gtp,
    /// The protocol of the program NBoard
    Nboard,
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the renju forbidden points of positions, one per line
    ///
    /// A line holds the moves of a position without separators (h8i9g7), Black first; what follows
    /// a tab is ignored. It is printed with a tab and the points, by column and row, or "-".
    Forbidden {
        /// Add the reason of every point
        #[arg(long)]
        why: bool,
        /// Board size
        #[arg(long, default_value = "15", value_name = "N|WxH")]
        size: Size,
        /// File to read, or - for standard input
        #[arg(default_value = "-")]
        file: PathBuf,
    },
    /// Count the leaves of the Othello game tree
    Perft {
        /// Depth in plies, passes counted
        depth: u32,
        /// Position to start from: 64 squares of X, O and - from a1, a blank and the side to move
        #[arg(long, value_name = "OBF", allow_hyphen_values = true)]
        position: Option<String>,
    },
    /// Solve Othello endgames exactly, or prove wins in Gomoku, one position per line
    ///
    /// Othello: OBF positions. Prints one tab-separated line for each: name, score for the side to
    /// move, best move, nodes, milliseconds; then a line of totals. With --wld the score is win, draw or
    /// loss, and in a lost position the move is any. With --all-moves there is one column more: every
    /// legal move with its score (f5:+2 d3:-4), the best first. With --depth the score is an estimate in
    /// discs; with --check, too, there are two columns more: best if no move of the file is better, or else
    /// other, and by how much the estimate is too high. The totals then end with how many of a hundred moves
    /// are best, and the mean error in discs.
    ///
    /// Gomoku (--game gomoku): the moves of a position without separators (h8i9g7), Black first, or a
    /// table with a header line, tabs between its columns and among them moves, and if it likes id,
    /// rule and size. Prints one tab-separated line for each: id, win or none, winning move, plies to
    /// the five, nodes, milliseconds, line; then a line of totals (positions, wins, nodes,
    /// milliseconds). None means that no win was found within the bounds.
    Solve(solve::SolveArgs),
    /// Tell what every move of games of Othello lost
    ///
    /// Reads GGF, or transcripts: the moves of a game on each line (f5d6c3), passes (pass, pa, --) left
    /// out or not; lines with a colon tell more of the game above. Prints one tab-separated line per ply:
    /// number of the game, ply, side, move, its score, best move, its score, discs lost, exact or
    /// estimate, depth. Scores are in discs for the side to move, loss is the difference of both; exact
    /// says that both are final scores.
    ///
    /// After each game comes a line for each side: number of the game, side, moves, discs lost by each
    /// move, accuracy; at last total, games, moves, discs lost by each, accuracy, nodes, milliseconds.
    /// Accuracy is how many of a hundred moves lost less than a disc, of solved ones nothing. Forced
    /// passes and only moves are no choice and do not count. Every game is searched from its last
    /// position to its first, from an empty table. A game that cannot be read is told on standard error;
    /// then the exit code is 1.
    Analyze(analysis::AnalyzeArgs),
    /// Search fixed positions of both games and all rules to fixed depths
    ///
    /// The last line is "N nodes M nps"; N is the same on every run and machine, with one thread.
    Bench {
        /// Threads that search together
        #[arg(long, value_name = "N", default_value_t = 1)]
        #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// By what positions are judged
        #[command(flatten)]
        weights: WeightsArgs,
    },
    /// Make balanced openings for tournaments, one per line
    ///
    /// A line holds the moves, a tab and the score for the side to move. The same arguments make the
    /// same openings on every machine, and no two of them are images of each other.
    Openings(OpeningsArgs),
    /// Play at the terminal: against the engine, against a person, or watch the engine play
    Play(PlayArgs),
    /// Play a match between engines: two, a gauntlet or a round robin
    ///
    /// Every opening is played twice with colours changed; nothing a player does is believed. The
    /// folder --out holds a journal of every finished game: after Ctrl-C, a crash or a power failure
    /// the same command goes on where it stopped.
    #[command(name = "match")]
    Match(Box<tournament::MatchArgs>),
    /// Check whether a program speaks the Gomocup protocol as managers expect it
    ///
    /// Starts the program anew for every check and prints one line for each: passed, warning (today's
    /// managers live with it), failed or skipped, with what was said below. Exits with 1 if a check
    /// failed. Positions are freestyle but for the checks of the rules.
    Check(CheckArgs),
    /// Let the engine play against itself and write the games for tune
    ///
    /// Each game has a line. Gomoku: rule, board, plies of the random opening, Black's share of the
    /// point, the moves, the score of every search, and the moves tried aside. Othello: moves of the
    /// random opening, Black's final disc difference, the moves, and what the searches said. The same
    /// arguments make the same games on every machine, whatever the number of threads; after an
    /// interruption the same command goes on.
    Datagen(learning::DatagenArgs),
    /// Learn weights from the games of datagen
    ///
    /// Gomoku: learns what points and threats are worth from how the games went, and which moves to try
    /// first from what the searches chose. Othello: learns what patterns are worth, by tables for every
    /// stage of the game or by a network, from the final scores and what the searches said. Prints a line
    /// for every pass: the loss (for Othello the root of the mean square of the error in discs), how often
    /// the side that stands better won or the best move came first, and the same for the games held out.
    Tune(learning::TuneArgs),
    /// Build an opening book for Othello, or look into one
    #[command(subcommand)]
    Book(book::BookJob),
}

impl Command {
    /// What stands behind a subcommand that takes weights.
    fn weights(&self) -> Option<&WeightsArgs> {
        match self {
            Command::Solve(args) => Some(&args.weights),
            Command::Analyze(args) => Some(&args.weights),
            Command::Bench { weights, .. } => Some(weights),
            Command::Play(args) => Some(&args.weights),
            Command::Datagen(args) => Some(&args.weights),
            Command::Book(book::BookJob::Build(args)) => Some(&args.weights),
            Command::Forbidden { .. }
            | Command::Perft { .. }
            | Command::Openings(_)
            | Command::Match(_)
            | Command::Check(_)
            | Command::Tune(_)
            | Command::Book(book::BookJob::Show { .. }) => None,
        }
    }
}

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// Make the checks of this rule only; may be repeated [default: all]
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<Rule>,
    /// Side of the board wherever it does not matter
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(CHECK_SIZES), value_name = "N")]
    pub size: u8,
    /// Limit of a move wherever it is not itself checked
    #[arg(long, default_value_t = 100, value_name = "MS")]
    pub movetime: u64,
    /// How much later than its limit a move, and after END the exit, may come
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    pub tolerance: u64,
    /// How long an answer that needs no thought is waited for
    #[arg(long, default_value_t = 10_000, value_name = "MS")]
    pub patience: u64,
    /// Make these checks or sections only
    #[arg(long, value_delimiter = ',', value_name = "NAME,..")]
    pub only: Vec<String>,
    /// Print the names of the checks and make none
    #[arg(long)]
    pub list: bool,
    /// Of the random moves played against the program
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// The program and its arguments
    #[arg(last = true, required_unless_present = "list", value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// Forms of a report by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// A table with explanations
    Text,
    /// Result, name, title, note and expectation with tabs between them
    Tsv,
}

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// Game
    #[arg(long, default_value = "gomoku")]
    pub game: Variant,
    /// Gomoku rule [default: freestyle]
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Gomoku board size [default: 15]
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<Size>,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = PlayerArg::Human)]
    pub black: PlayerArg,
    /// Who plays White
    #[arg(long, value_enum, default_value_t = PlayerArg::Engine)]
    pub white: PlayerArg,
    /// Level of the engine: seconds per move (2s, 500ms) or depth in plies (8)
    #[arg(long, default_value = "2s", value_name = "TIME|DEPTH")]
    pub level: Level,
    /// Draw the board with wide points, about square
    #[arg(long)]
    pub wide: bool,
    /// Save finished games in this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// By what positions are judged
    #[command(flatten)]
    pub weights: WeightsArgs,
    /// From what openings are played
    #[command(flatten)]
    pub book: BookArgs,
}

/// Arguments of `openings`.
#[derive(Debug, clap::Args)]
pub struct OpeningsArgs {
    /// Game
    #[arg(long, default_value = "gomoku")]
    pub game: Variant,
    /// Gomoku rule [default: freestyle]
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Gomoku board size [default: 15]
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<Size>,
    /// How many openings
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub count: usize,
    /// How long they are: a number of plies or a range [default: 4-8, in Othello 8]
    #[arg(long, value_parser = parse_range, value_name = "N|N-N")]
    pub plies: Option<RangeInclusive<usize>>,
    /// How far from even the score may be: points or discs [default: 0.4, in Othello 2]
    #[arg(long, value_parser = parse_hundredths, value_name = "POINTS")]
    pub band: Option<i32>,
    /// Nodes searched to score an opening [default: 30000]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Another number makes other openings
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlayerArg {
    /// The person at the terminal
    Human,
    /// The engine
    Engine,
}

impl From<FormatArg> for ReportFormat {
    fn from(format: FormatArg) -> ReportFormat {
        match format {
            FormatArg::Text => ReportFormat::Text,
            FormatArg::Tsv => ReportFormat::Tsv,
        }
    }
}

impl From<PlayerArg> for Player {
    fn from(player: PlayerArg) -> Player {
        match player {
            PlayerArg::Human => Player::Human,
            PlayerArg::Engine => Player::Engine,
        }
    }
}

/// Reads `6` or `4-8`.
fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    resolve::read_plies(text).ok_or_else(|| "a number or a range such as 4-8 is wanted".to_owned())
}

/// Reads points, such as `0.4`, as hundredths.
fn parse_hundredths(text: &str) -> Result<i32, String> {
    let points = text.parse::<f64>().ok().filter(|points| (0.0..=64.0).contains(points));
    let points = points.ok_or_else(|| "a number from 0 to 64 is wanted".to_owned())?;
    Ok((points * 100.0).round() as i32)
}
