//! `tengen play`: a game at the terminal.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};
use tengen::formats::picture::Style;
use tengen::formats::records::{Hints, StoredGame};
use tengen::frontend::terminal::{self, BoardStyle, Display, Level, PlayOptions, Player, Symbols};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Words;

use super::options::{BoardArgs, GOMOKU, LearnedArgs, Plays, RowOneName, random_seed};
use super::streams::{check_folder, invalid_in, replace};
use super::{analyze, console, games};

const EXAMPLES: &str = "\
Examples:
  tengen play                                     you are Black, the engine is White
  tengen play --game othello --black engine --white human --level d8
  tengen play --rule renju --size 19 --level 500ms --record games
  tengen play --white human                       two people
  tengen play --black engine --white engine       watch the engine play
  tengen play --from game.sgf                     continue a game

Type help in the game for its commands: moves, undo, hints, level, save, load, another game. While the \
engine thinks, Ctrl-C makes it move at once; it also ends an analysis; at the prompt it quits, like Ctrl-D. --record \
saves a game to its file after every move, however the program ends.

At a terminal with colours, the board is drawn in place with lines and discs. With TERM=dumb, NO_COLOR, a locale \
without UTF-8, pipes or small screens it has plain characters: x is Black, o is White, the last stone a capital.

Levels in Elo, from matches of 200 games between adjacent levels. A player that looks one move ahead has 0 Elo; \
level 10 had 100,000 nodes a move:
  level       1    2    3    4    5    6    7     8     9    10
  Gomoku   -220  -38  179  431  683  903 1131  1308  1511  1724
  Othello  -160  -13  205  457  641  913 1060  1329  1575  1750";

/// Play in the terminal: against the engine, against a person, or watch
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct PlayArgs {
    /// Game: gomoku, othello, or a rule of Gomoku [default: gomoku, or that of --from]
    #[arg(long)]
    game: Option<Variant>,
    #[command(flatten)]
    rules: BoardArgs,
    /// Begin games with swap2: Black's player places three stones, the other chooses
    #[arg(long, help_heading = GOMOKU)]
    swap2: bool,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = PlayerArg::Human)]
    black: PlayerArg,
    /// Who plays White
    #[arg(long, value_enum, default_value_t = PlayerArg::Engine)]
    white: PlayerArg,
    /// Level of the engine, 1 (weakest) to 10 (3 s a move); or a time per move (2s, 500ms) or a depth in plies (d8)
    #[arg(long, default_value = "2s", value_name = "LEVEL|TIME|DEPTH")]
    level: Level,
    /// How the board is drawn
    #[arg(long, value_enum, default_value_t = BoardName::Auto, value_name = "STYLE")]
    board: BoardName,
    /// Where row 1 is
    #[arg(long, value_enum, default_value_t = RowOneName::Top, value_name = "top|bottom")]
    row1: RowOneName,
    /// Continue the first game of this file, in any format that tengen convert reads
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Save games, finished or not, in this folder, created if missing: Gomoku as PSQ, Othello as transcripts, games
    /// from set-up positions as SGF and GGF, games of Othello without moves as GGF
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BoardName {
    /// Lines at a terminal with colours, otherwise plain characters
    Auto,
    /// Lines and discs
    Lines,
    /// Lines and discs for terminals that draw them two columns wide
    Cjk,
    /// Plain characters, roughly square
    Wide,
    /// Plain characters, one for each point
    Narrow,
}

impl From<BoardName> for BoardStyle {
    fn from(name: BoardName) -> BoardStyle {
        match name {
            BoardName::Auto => BoardStyle::Auto,
            BoardName::Lines => BoardStyle::Lines(Symbols::Narrow),
            BoardName::Cjk => BoardStyle::Lines(Symbols::Wide),
            BoardName::Wide => BoardStyle::Plain(Style::Wide),
            BoardName::Narrow => BoardStyle::Plain(Style::Narrow),
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

impl Plays for PlayArgs {
    fn game(&self) -> Variant {
        self.game.unwrap_or(Variant::gomoku(Rule::Freestyle))
    }
}

impl PlayArgs {
    /// Why `found`, the game to continue, is not the one of the options.
    fn contradiction(&self, found: Variant) -> Option<String> {
        let swap2 =
            || (self.swap2 && found.is_othello()).then(|| "--swap2 is for Gomoku".to_owned());
        self.rules.contradiction(self.game, found).or_else(swap2)
    }

    /// Plays until the user quits; returns the exit code.
    pub fn run(&self, learned: &LearnedArgs, words: &Words) -> io::Result<u8> {
        self.record.as_deref().map_or(Ok(()), check_folder)?;
        let mut variant = self.rules.of(self.game());
        let mut game = None;
        if let Some(file) = &self.from {
            let hints = Hints { variant: self.rules.hint(self.game), ..Hints::default() };
            let first = games::first_game(file, hints)?;
            variant = first.record.variant;
            if let Some(contradiction) = self.contradiction(variant) {
                return Err(invalid_in(file, contradiction));
            }
            game = Some(first);
        }
        let interrupt = Arc::new(AtomicBool::new(false));
        let mut input = console::input(&interrupt)?;
        let known = learned.read()?;
        let row_one = self.row1.into();
        let analyst = |game: StoredGame, page: Option<&Path>| {
            let (with_page, stop) = (page.is_some(), Arc::clone(&interrupt));
            let analysis = analyze::of_game(game, &known, words, with_page, row_one, stop)?;
            let Some(analysis) = analysis else { return Ok(None) };
            if let (Some(page), Some(text)) = (page, &analysis.page) {
                replace(page, text.as_bytes())?;
            }
            Ok(Some(analysis.text))
        };
        let options = PlayOptions {
            variant,
            game,
            swap2: self.swap2,
            players: [self.black.into(), self.white.into()],
            level: self.level,
            record: self.record.clone(),
            display: Display {
                kind: console::kind(),
                colors: console::colors(),
                size: console::size,
                board: self.board.into(),
                row_one,
            },
            learned: known.clone(),
            settings: learned.settings(),
            seed: random_seed(),
            interrupt: Arc::clone(&interrupt),
        };
        terminal::run(words, options, &analyst, &mut *input, &mut io::stdout().lock())?;
        Ok(0)
    }
}
