//! `tengen picture`: positions and games as images.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};
use tengen::analysis::Bounds;
use tengen::engine::Learned;
use tengen::formats::records::{Hints, StoredGame};
use tengen::formats::svg::{Mark, Numbers};
use tengen::game::Variant;
use tengen::language::Words;
use tengen::nearest::question;
use tengen::tools::picture::{self, Format, Options, Problem};

use super::games::open_games;
use super::options::{BoardArgs, RowOneName};
use super::streams::{check_outputs, invalid, invalid_in, progress_bar, replace};

const MANUAL: &str = "\
IN is a file of games or positions in any format that tengen convert reads, or - for standard input. The extension \
of OUT selects the format: .svg, .png or .gif. Without OUT, or with -, the picture is drawn in the terminal.

A GIF has a frame for every ply up to --ply. The other formats show the position after the last ply or after \
--ply. A red ring marks the last move, a red band the row that won.

--heat searches the position for its best moves and shows the win chance of the side to move in per cent, or \
the final score in discs; the best move has a thick edge. Blue wins, white is even, red loses. --graph judges \
every ply as tengen analyze does: the black area is Black's chance. Without --nodes and --time, a search has 100,000 \
nodes. Results with --time are not deterministic; all others are the same on every machine.

--terminal auto uses the graphics protocol of kitty or sixels if the environment names a terminal that supports \
them, otherwise Unicode characters. It recognizes kitty, Ghostty, WezTerm and Konsole, and foot, mlterm, mintty, \
Contour and iTerm2.

Examples:
  echo h8i9g7 | tengen picture - board.svg
  tengen picture --graph --delay 800 game.psq game.gif
  tengen picture --ply 12 --heat --marks h8,i9=A game.sgf board.png
  tengen picture --rule renju --forbidden game.txt";

/// Nodes of a search if the caller sets no limit.
const DEFAULT_NODES: u64 = 100_000;
/// Othello: positions with at most this many empty squares are solved for the course of the game.
const SOLVE_FROM: u32 = 14;
const TABLE_BYTES: usize = 64 << 20;
/// Milliseconds of a frame of a GIF.
const DEFAULT_DELAY: u64 = 600;

/// Draw a position or a game: SVG, PNG, animated GIF, or in the terminal
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
#[command(group = ArgGroup::new("searches").multiple(true))]
pub struct PictureArgs {
    /// Show the position after N plies
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Which stones show the number of their ply: all, last, none, or all from a ply on
    #[arg(long, default_value = "all", value_name = "all|last|none|PLY")]
    numbers: Numbers,
    /// Points to mark with a ring, or with up to three letters or digits
    #[arg(long, value_delimiter = ',', value_name = "POINT[=LABEL],...")]
    marks: Vec<Mark>,
    /// Renju: cross out the points that are forbidden to Black
    #[arg(long)]
    forbidden: bool,
    /// Show the win chances of the N best moves [default of N: 8]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "8")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=484), group = "searches")]
    heat: Option<u16>,
    /// Plot the win chance over the course of the game under the board
    #[arg(long, group = "searches")]
    graph: bool,
    /// Nodes of each search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N", requires = "searches")]
    nodes: Option<u64>,
    /// Time of each search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "MS", requires = "searches")]
    time: Option<u64>,
    /// Width of the picture
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(50..=4000))]
    #[arg(value_name = "PX")]
    width: u32,
    /// Where row 1 is
    #[arg(long, value_enum, default_value_t = RowOneName::Top, value_name = "top|bottom")]
    row1: RowOneName,
    /// Time of each frame of a GIF; the last one stays four times as long [default: 600]
    #[arg(long, value_parser = clap::value_parser!(u64).range(10..=60_000), value_name = "MS")]
    delay: Option<u64>,
    /// How to draw in the terminal [default: auto]
    #[arg(long, value_enum, value_name = "KIND")]
    terminal: Option<Terminal>,
    /// Which game of the file to draw, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    record: u64,
    /// Game of move lists that are possible in both games: gomoku, othello, or a rule of Gomoku
    #[arg(long, value_name = "GAME")]
    game: Option<Variant>,
    #[command(flatten)]
    board: BoardArgs,
    /// Input file, or - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Output file: .svg, .png or .gif; or - for the terminal
    #[arg(value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Terminal {
    /// The best that the terminal is known to support
    Auto,
    /// Characters, in colour at a terminal
    Unicode,
    /// The graphics protocol of kitty
    Kitty,
    /// DEC sixels
    Sixel,
}

impl PictureArgs {
    /// Draws the picture; returns the exit code.
    pub fn run(&self, learned: &Learned, words: &Words) -> io::Result<u8> {
        let format = self.format()?;
        if self.delay.is_some() && !matches!(format, Format::Gif) {
            return Err(invalid("--delay has no effect without a GIF"));
        }
        if !self.is_for_terminal() {
            check_outputs([&self.output], [&self.input])?;
        }
        let game = self.read()?;
        let options = Options {
            ply: self.ply,
            numbers: self.numbers,
            marks: &self.marks,
            forbidden: self.forbidden,
            heat: self.heat.map(usize::from),
            graph: self.graph,
            width: self.width,
            row_one: self.row1.into(),
            delay: Duration::from_millis(self.delay.unwrap_or(DEFAULT_DELAY)),
            bounds: self.bounds(),
            learned,
            words,
        };
        let bar = progress_bar(0, words, "bar-plies");
        let drawn = picture::draw(&game, format, &options, &bar);
        bar.finish_and_clear();
        let bytes = drawn.map_err(|problem| match problem {
            Problem::NotBuiltIn => invalid(problem),
            _ => invalid_in(&self.input, problem),
        })?;
        if self.is_for_terminal() {
            io::stdout().lock().write_all(&bytes)?;
        } else {
            replace(&self.output, &bytes)?;
        }
        Ok(0)
    }

    fn is_for_terminal(&self) -> bool {
        self.output == Path::new("-")
    }

    fn format(&self) -> io::Result<Format> {
        if self.is_for_terminal() {
            return Ok(self.terminal.unwrap_or(Terminal::Auto).format());
        }
        if self.terminal.is_some() {
            return Err(invalid("--terminal has no effect with an output file"));
        }
        let ending = self.output.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("gif") => Ok(Format::Gif),
            _ => {
                let (name, ending) = (self.output.display(), ending.unwrap_or_default());
                let question = question(&ending.to_string_lossy(), ["svg", "png", "gif"]);
                Err(invalid(format!(
                    "unknown format '{name}' (expected .svg, .png, .gif or -){question}"
                )))
            }
        }
    }

    /// The game to draw, which must be legal up to the drawn position.
    fn read(&self) -> io::Result<StoredGame> {
        let hints = Hints { variant: self.board.hint(self.game), ..Hints::default() };
        let mut games = open_games(&self.input, hints)?;
        let skipped = usize::try_from(self.record - 1).unwrap_or(usize::MAX);
        let game = games.nth(skipped);
        let game =
            game.ok_or_else(|| invalid_in(&self.input, format!("no game {}", self.record)))?;
        let mut game = game.map_err(|error| invalid_in(&self.input, error))?;
        game.drop_unstated_pass();
        let read = game.record.moves.len();
        match &game.fault {
            Some(fault) if !game.has_all_moves && self.ply.is_none_or(|ply| ply > read) => {
                Err(invalid_in(&self.input, fault))
            }
            _ => Ok(game),
        }
    }

    fn bounds(&self) -> Bounds {
        let default = self.time.is_none().then_some(DEFAULT_NODES);
        Bounds {
            depth: None,
            nodes: self.nodes.or(default),
            time: self.time.map(Duration::from_millis),
            solve_from: SOLVE_FROM,
            table_bytes: TABLE_BYTES,
            threads: 1,
            square_scores: false,
        }
    }
}

impl Terminal {
    fn format(self) -> Format {
        let is_terminal = io::stdout().is_terminal();
        match self {
            Terminal::Auto if is_terminal && cfg!(feature = "pictures") => {
                graphics(&|name| std::env::var(name).unwrap_or_default())
                    .unwrap_or_else(|| Terminal::Unicode.format())
            }
            Terminal::Auto | Terminal::Unicode => Format::Text {
                is_colored: is_terminal
                    && !anstyle_query::no_color()
                    && anstyle_query::windows::enable_ansi_colors() != Some(false),
            },
            Terminal::Kitty => Format::Kitty,
            Terminal::Sixel => Format::Sixel,
        }
    }
}

/// The graphics protocol of the terminal named by the environment. Querying the terminal itself would require its raw
/// mode, and a timeout for terminals that ignore the query.
fn graphics(variable: &dyn Fn(&str) -> String) -> Option<Format> {
    let [term, program] = ["TERM", "TERM_PROGRAM"].map(variable);
    // Multiplexers do not forward graphics, whatever terminal they run in.
    if ["screen", "tmux"].iter().any(|name| term.starts_with(name)) {
        return None;
    }
    let is_set = |name: &str| !variable(name).is_empty();
    let has_kitty = ["kitty", "ghostty"].iter().any(|name| term.contains(name))
        || ["WezTerm", "ghostty"].contains(&program.as_str())
        || is_set("KITTY_WINDOW_ID")
        || is_set("KONSOLE_VERSION");
    let has_sixels = term.contains("sixel")
        || ["foot", "mlterm", "contour"].iter().any(|name| term.starts_with(name))
        || ["mintty", "iTerm.app", "contour"].contains(&program.as_str());
    match (has_kitty, has_sixels) {
        (true, _) => Some(Format::Kitty),
        (false, true) => Some(Format::Sixel),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_names_the_terminal() {
        let of = |set: &[(&str, &str)]| {
            graphics(&|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map_or(String::new(), |(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[("TERM", "xterm-kitty")]), Some(Format::Kitty));
        assert_eq!(
            of(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")]),
            Some(Format::Kitty)
        );
        assert_eq!(of(&[("TERM", "foot-extra")]), Some(Format::Sixel));
        assert_eq!(of(&[("TERM_PROGRAM", "iTerm.app")]), Some(Format::Sixel));
        assert_eq!(of(&[("TERM", "xterm-256color")]), None);
        assert_eq!(of(&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")]), None);
    }
}
