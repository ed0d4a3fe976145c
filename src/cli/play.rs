//! `tengen play`: a game at the terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tengen::formats::picture::Style;
use tengen::formats::records::Hints;
use tengen::frontend::terminal::{self, Level, OutputKind, PlayOptions, Player};
use tengen::game::Variant;

use super::games;
use super::options::{BoardArgs, LearnedArgs, Plays, random_seed};

const EXAMPLES: &str = "\
Examples:
  tengen play                                     you are Black, the engine is White
  tengen play --game othello --black engine --white human --level d8
  tengen play --rule renju --size 19 --level 500ms --record games
  tengen play --black engine --white engine       watch the engine play
  tengen play --from game.sgf                     continue a game

Type help in the game for its commands: moves, undo, hints, level, another game.";

/// Play in the terminal: against the engine, against a person, or watch
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct PlayArgs {
    /// Game: gomoku, othello, or a rule of Gomoku
    #[arg(long, default_value = "gomoku")]
    game: Variant,
    #[command(flatten)]
    board: BoardArgs,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = PlayerArg::Human)]
    black: PlayerArg,
    /// Who plays White
    #[arg(long, value_enum, default_value_t = PlayerArg::Engine)]
    white: PlayerArg,
    /// Level of the engine, 1 to 10; or a time per move (2s, 500ms) or a depth in plies (d8)
    #[arg(long, default_value = "2s", value_name = "LEVEL|TIME|DEPTH")]
    level: Level,
    /// Draw a wide board with nearly square points
    #[arg(long)]
    wide: bool,
    /// Continue the first game of this file, in any format that tengen convert reads
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Save finished games in this folder: Gomoku as PSQ, Othello as transcripts
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlayerArg {
    /// The person at the terminal
    Human,
    /// The engine
    Engine,
}

impl From<PlayerArg> for Player {
    fn from(player: PlayerArg) -> Player {
        match player {
            PlayerArg::Human => Player::Human,
            PlayerArg::Engine => Player::Engine,
        }
    }
}

impl Plays for PlayArgs {
    fn game(&self) -> Variant {
        self.game
    }
}

impl PlayArgs {
    /// Plays until the person quits; the exit code.
    pub fn run(&self, learned: &LearnedArgs) -> io::Result<u8> {
        let is_interactive = io::stdin().is_terminal()
            && io::stdout().is_terminal()
            && anstyle_query::windows::enable_ansi_colors() != Some(false);
        let mut variant = self.board.of(self.game);
        let mut opening = Vec::new();
        if let Some(file) = &self.from {
            let game = games::first_game(file, Hints::of(variant))?;
            variant = game.record.variant;
            opening = game.record.moves.into_iter().map(|timed| timed.mv).collect();
        }
        let options = PlayOptions {
            variant,
            opening,
            players: [self.black.into(), self.white.into()],
            level: self.level,
            style: if self.wide { Style::Wide } else { Style::Narrow },
            record: self.record.clone(),
            output: if is_interactive { OutputKind::Interactive } else { OutputKind::Plain },
            learned: learned.read()?,
            settings: learned.settings(),
            seed: random_seed(),
        };
        terminal::run(options, &mut io::stdin().lock(), &mut io::stdout().lock())?;
        Ok(0)
    }
}
