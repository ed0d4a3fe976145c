//! `tengen puzzles`: positions of recorded games with one right move.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use tengen::analysis::puzzles::Criteria;
use tengen::engine::Learned;
use tengen::formats::RecordError;
use tengen::formats::records::{Hints, StoredGame};
use tengen::game::Variant;
use tengen::language::Words;
use tengen::replacement::is_special;
use tengen::tools::puzzles::{self, Entry, Options, page, positions, sheet};

use super::games::open_games;
use super::options::{BoardArgs, FormatArgs, GOMOKU, OTHELLO, plies};
use super::streams::{FOUND_FAULTS, check_outputs, errors, output, progress_bar, replace};

const MANUAL: &str = "\
Input files contain games or positions of either game in any format that tengen convert reads. Every position of a \
game is examined. --rule and --size apply to games of Gomoku that do not name theirs. Faults in \
games are reported on standard error, and the exit code is then 1.

Gomoku: the threat search must prove that the side to move wins, and that it wins with one move only: after \
every other move the opponent wins by force, or has a reply after which the same search with the same limit \
finds no win. The limit is --nodes for each search, a quarter of it for wins of the opponent. A puzzle is \
\"complete\" if every search after such a reply ended before its limit, otherwise \"limited\"; then a search of \
1,000,000 nodes without the right move also finds no win. \
Positions in which a five can be made or must be stopped are not puzzles.

Othello: in an endgame with at most --empties empty squares, the exact final score of the best move must be at \
least --margin discs above that of every other move.

A position that follows the solution of a puzzle, or has the right move of the last puzzle of the same side in \
the game, is not a separate puzzle. Rotated and mirrored repetitions are left out.

The depth, 1 to 8, is the smallest from which a short search always finds the move: in Gomoku with 100 nodes at \
depth 1 and twice as many at each further depth. The grade, 1 to 5 stars, is (own moves in the solution + \
depth - 1) / 3, rounded down; the depth counts as 9 if none finds the move.

--format tsv prints a header and a row for each puzzle:
  puzzle, file, game, ply (plies before it), rule, size, side, goal (win or best), move, plies (to the five), \
score and second (final scores of the best and the second best move), grade, depth, certainty (complete or \
limited), stones (black/white), line

--format json prints one object for each puzzle on a line, then {\"total\": ...}. A puzzle has the fields of the \
table with board (width, height), to_move, black, white and blocked instead of size and stones, and wrong: every \
other move with its line and loses (plies of the opponent's win) or score. What does not apply is missing.

--positions FILE writes lines of moves for Gomoku, which tengen solve and tengen analyze read, or lines of OBF \
with the scores of all moves for Othello, which tengen solve --check verifies.

--html FILE writes a page that needs no other file, on which the puzzles are solved with the mouse or the keyboard. \
It refutes every wrong move.

Examples:
  tengen puzzles games.psq
  tengen puzzles --html puzzles.html --svg sheet.svg games.sgf
  tengen puzzles --rule renju --plies 9-31 --positions hard.txt games.txt
  tengen puzzles --empties 12 --margin 8 --format tsv WTH_2001.wtb";

/// Find positions with one right move in games, as puzzles
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    format: FormatArgs,
    /// Write an interactive page of the puzzles to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write an SVG sheet of boards with the solutions to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the positions to this file, as input for tengen solve
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Games searched at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Game of move lists that are possible in both games: gomoku, othello, or a rule of Gomoku
    #[arg(long, value_name = "GAME")]
    game: Option<Variant>,
    #[command(flatten)]
    board: BoardArgs,
    /// Nodes of each threat search
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..))]
    #[arg(value_name = "N", help_heading = GOMOKU)]
    nodes: u64,
    /// Length of the win in plies, up to and including the five: an odd number from 3 on
    #[arg(long, default_value = "5-31", value_parser = win_plies, value_name = "N-M", help_heading = GOMOKU)]
    plies: RangeInclusive<usize>,
    /// Largest number of empty squares
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(4..=30))]
    #[arg(value_name = "N", help_heading = OTHELLO)]
    empties: u32,
    /// Smallest difference between the best move and the second best, in discs
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=128))]
    #[arg(value_name = "DISCS", help_heading = OTHELLO)]
    margin: u8,
    /// Files of games; - is standard input
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

impl PuzzlesArgs {
    /// Lists the puzzles and writes the files; returns the exit code.
    pub fn run(&self, learned: &Learned, words: &Words) -> io::Result<u8> {
        let files = || [&self.html, &self.svg, &self.positions].into_iter().flatten();
        check_outputs(files(), &self.games)?;
        let games = self.games()?;
        let count = |plies: &usize| u32::try_from(*plies).unwrap_or(u32::MAX);
        let options = Options {
            criteria: Criteria {
                nodes: self.nodes,
                plies: (count(self.plies.start()), count(self.plies.end())),
                empties: self.empties,
                margin: self.margin.into(),
            },
            learned,
            threads: self.threads(),
            format: self.format.format(),
            words,
        };
        let bar = progress_bar(0, words, "bar-games");
        let (mut out, mut errors) = (output(files().count() > 0), errors());
        let summary = puzzles::run(games, &options, &bar, &mut *out, &mut errors)?;
        if let Some(file) = &self.html {
            replace(file, page::write(words, &summary.puzzles).as_bytes())?;
        }
        if let Some(file) = &self.svg {
            replace(file, sheet::write(words, &summary.puzzles).as_bytes())?;
        }
        if let Some(file) = &self.positions {
            let positions = positions::write(&summary.puzzles);
            replace(file, positions.text.as_bytes())?;
            positions.report_left_out(words, &mut errors)?;
        }
        Ok(if summary.faulty == 0 { 0 } else { FOUND_FAULTS })
    }

    /// The games of all files. Unreadable files are detected first, but each file is opened again when its turn comes:
    /// the system limits the number of open files.
    fn games(&self) -> io::Result<impl Iterator<Item = Entry> + use<>> {
        let hints = Hints { variant: self.board.hint(self.game), ..Hints::default() };
        // A pipe can be opened only once.
        let is_plain = |file: &&PathBuf| file.as_path() != Path::new("-") && !is_special(file);
        self.games
            .iter()
            .filter(is_plain)
            .try_for_each(|file| open_games(file, hints).map(drop))?;
        Ok(self.games.clone().into_iter().flat_map(move |file| {
            let name: Arc<str> = file.display().to_string().into();
            games_of(&file, hints).map(move |game| (name.clone(), game))
        }))
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

/// Reads a range with the length of some win. Winning begins and ends with a move of one side, and positions with a win
/// in one move are not puzzles.
fn win_plies(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    let range = plies(text)?;
    let is_possible = range.clone().any(|plies| plies > 1 && plies % 2 == 1);
    if is_possible {
        Ok(range)
    } else {
        Err("expected a range with an odd number above 1, such as 5-31")
    }
}

/// The games of `file`, or why it cannot be opened.
fn games_of(
    file: &Path,
    hints: Hints,
) -> impl Iterator<Item = Result<StoredGame, RecordError>> + use<> {
    let (games, fault) = match open_games(file, hints) {
        Ok(games) => (Some(games), None),
        Err(error) => (None, Some(Err(RecordError::on_line(1, error.to_string())))),
    };
    games.into_iter().flatten().chain(fault)
}
