//! The command line: types for `clap`, nothing else.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use log::LevelFilter;
use tengen::coord::Size;
use tengen::gomoku::game::MIN_SIDE;
use tengen::gomoku::rule::Rule;
use tengen::play::{Level, Player};
use tengen::position::GameKind;

/// Plays Gomoku (freestyle, standard, renju, caro) and Othello.
///
/// Without a subcommand it speaks the Gomocup line protocol on standard input and output; the
/// language is described in protocol.md.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    /// Game at the start; a manager may change it with INFO rule or INFO game [default: gomoku]
    #[arg(long, value_enum)]
    pub game: Option<GameArg>,

    /// Gomoku rule at the start [default: freestyle]
    #[arg(long, value_enum)]
    pub rule: Option<RuleArg>,

    /// First swap2 opening to play, so that a session repeats; without it one is chosen at random
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Tell about the search in MESSAGE lines, as at a terminal
    #[arg(long)]
    pub messages: bool,

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
    /// An option of the protocol that was given although a subcommand does not speak it.
    pub fn misplaced_option(&self) -> Option<&'static str> {
        self.command.as_ref()?;
        let given = [
            ("--game", self.game.is_some()),
            ("--rule", self.rule.is_some()),
            ("--seed", self.seed.is_some()),
            ("--messages", self.messages),
        ];
        given.into_iter().find_map(|(name, given)| given.then_some(name))
    }
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
        #[arg(long, default_value = "15", value_parser = parse_size, value_name = "N|WxH")]
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
    /// Solve Othello endgames exactly, one OBF position per line
    ///
    /// Prints one tab-separated line for each: name, score for the side to move, best move, nodes,
    /// milliseconds; then a line of totals.
    Solve {
        /// Compare with the scores in the file; exit with 1 if one differs
        #[arg(long)]
        check: bool,
        /// Size of the transposition table
        #[arg(long, default_value_t = 256, value_name = "MIB")]
        hash: usize,
        /// File to read, or - for standard input
        file: PathBuf,
    },
    /// Search fixed positions of both games and all rules to fixed depths
    ///
    /// The last line is "N nodes M nps"; N is the same on every run and machine.
    Bench,
    /// Play at the terminal: against the engine, against a person, or watch the engine play
    Play(PlayArgs),
}

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// Game
    #[arg(long, value_enum, default_value_t = GameArg::Gomoku)]
    pub game: GameArg,
    /// Gomoku rule [default: freestyle]
    #[arg(long, value_enum)]
    pub rule: Option<RuleArg>,
    /// Gomoku board size [default: 15]
    #[arg(long, value_parser = parse_size, value_name = "N|WxH")]
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
}

/// Games by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameArg {
    /// Five in a row
    Gomoku,
    /// Othello on 8x8
    Othello,
}

/// Gomoku rules by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RuleArg {
    /// Five or more win
    Freestyle,
    /// Exactly five wins
    Standard,
    /// Black has forbidden moves
    Renju,
    /// A five blocked at both ends does not win, six or more do (rule 8)
    Caro,
    /// Exactly five, not blocked at both ends, wins (rule 9)
    CaroExact,
}

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlayerArg {
    /// The person at the terminal
    Human,
    /// The engine
    Engine,
}

impl From<GameArg> for GameKind {
    fn from(game: GameArg) -> GameKind {
        match game {
            GameArg::Gomoku => GameKind::Gomoku,
            GameArg::Othello => GameKind::Othello,
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

impl From<RuleArg> for Rule {
    fn from(rule: RuleArg) -> Rule {
        match rule {
            RuleArg::Freestyle => Rule::Freestyle,
            RuleArg::Standard => Rule::Standard,
            RuleArg::Renju => Rule::Renju,
            RuleArg::Caro => Rule::Caro,
            RuleArg::CaroExact => Rule::CaroExact,
        }
    }
}

/// Reads `15` or `20x15`.
fn parse_size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |side: &str| side.parse::<u8>().ok().filter(|&n| n >= MIN_SIDE);
    side(width)
        .zip(side(height))
        .and_then(|(width, height)| Size::new(width, height))
        .ok_or_else(|| "a side is a number from 5 to 22".to_owned())
}
