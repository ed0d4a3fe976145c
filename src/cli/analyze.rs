//! `tengen analyze`: what the moves of recorded games were worth.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use tengen::analysis::Bounds;
use tengen::engine::Learned;
use tengen::formats::records::{Hints, StoredGame};
use tengen::formats::svg::RowOne;
use tengen::game::Variant;
use tengen::language::Words;
use tengen::table::Format;
use tengen::tools::analyze::{self, Options};

use super::games::open_games;
use super::options::{BoardArgs, FormatArgs, RowOneName};
use super::streams::{FOUND_FAULTS, check_outputs, errors, output, progress_bar, replace};

const MANUAL: &str = "\
Input is a file of games in any format that tengen convert reads: PSQ, SGF, POS, RenLib (.lib) and move lists \
(h8i9g7, h8 i9 g7) of Gomoku; GGF, SGF, WTHOR (.wtb) and transcripts (f5d6c3) of Othello. --rule and --size \
apply to games of Gomoku that do not name theirs.

Every ply is judged by two searches, of the position before it and of the position after it. In Gomoku a \
threat search first looks for a forced win. Without --depth, --nodes and --time, a search has 200,000 nodes in \
Gomoku and depth 12 in Othello. A move that seems to deserve a mark is searched again, with four times the \
nodes or the time; in Othello without these options, to depth 18.

The loss of a move is the win chance it gave away in Gomoku, in per cent, and the discs in Othello. A chance depends \
on the score alone, so chances of different positions can be compared: 2.66 points are a chance of 73 %. Marks:
  ?!  inaccuracy, a loss of at least 5 % or 2 discs
  ?   mistake, 10 % or 4 discs
  ??  blunder, 20 % or 8 discs
Accuracy is the percentage of moves that lost less than 2 % or one disc; moves without an alternative do not \
count. Final scores of Othello are even numbers, so a solved move counts as accurate only if it loses nothing. The \
turning point is the move after which the other side was ahead for the rest of the game.

A game is analyzed up to its first illegal move, which is reported on standard error, and the exit code is 1. \
Each game begins with an empty table, so no game depends on another. Results with several threads or with \
--time are not deterministic, except for solved positions.

--format tsv prints a header and a row for each ply. Scores are points or discs for the side that moves; +M9 \
is a forced win in 9 plies, -M8 a forced loss. \"exact\" means that both scores are final.
  game, ply, side, move, score, best, best_score, loss, certainty (exact or estimate), depth, chance_before, \
chance_after (0 to 1), mark, missed_win, allowed_win (plies or -), line

--format json prints one object for each game on a line, then {\"total\": ...}. A game has game, rule, board, \
row1 (top or bottom), players, event, round, date, result, fault, start, plies, rest (how it could continue), \
forbidden (after the last ply), black, white (moves, mean_loss, accuracy, inaccuracies, mistakes, blunders) and \
turning_point. A ply \
has ply, side, move, score, best (move, score, line), chance [before, after], loss, mark, exact, depth, \
choices, missed_win, allowed_win, answer (the best line after it), forbidden (point, reason) and, with --html \
in Othello, squares (point, score). A score is one of {\"points\": 1.25}, {\"win\": 9}, {\"loss\": 8}, \
{\"discs\": 2.5}, {\"exact\": 2}. What does not apply is missing.

--html FILE writes a page that needs no other file: the board with a slider, the course of the game, the \
mistakes with their better moves, which can be played on the board. --row1 bottom draws row 1 at the bottom, as \
renju players count; a point has the same name either way.

Examples:
  tengen analyze --html game.html game.psq
  tengen analyze --rule renju --format json games.txt
  tengen analyze --depth 14 --solve 22 games.ggf";

/// Othello: number of empty squares from which positions are solved by default.
const SOLVE_FROM: u32 = 20;
const TABLE_MIB: usize = 64;

/// Report what each move of a game was worth
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct AnalyzeArgs {
    /// Depth of each search
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=225), value_name = "PLIES")]
    depth: Option<u32>,
    /// Nodes of each search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    nodes: Option<u64>,
    /// Time of each search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "MS")]
    time: Option<u64>,
    /// Othello: solve positions with at most N empty squares, without limits
    #[arg(long, default_value_t = SOLVE_FROM, value_parser = clap::value_parser!(u32).range(..=60), value_name = "N")]
    solve: u32,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), value_name = "N")]
    threads: u16,
    /// Size of the transposition table
    #[arg(long, default_value_t = TABLE_MIB, value_name = "MIB")]
    hash: usize,
    #[command(flatten)]
    format: FormatArgs,
    /// Write a web page of the games to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Where row 1 is on the boards of the page
    #[arg(long, value_enum, default_value_t = RowOneName::Top, value_name = "top|bottom")]
    row1: RowOneName,
    /// Game of move lists that are possible in both games: gomoku, othello, or a rule of Gomoku
    #[arg(long, value_name = "GAME")]
    game: Option<Variant>,
    #[command(flatten)]
    board: BoardArgs,
    /// Input file, or - for standard input
    file: PathBuf,
}

/// The analysis of a game.
pub struct GameAnalysis {
    pub text: String,
    /// The page for a browser, if requested.
    pub page: Option<String>,
}

/// Analyses `game` as the subcommand does by default; `None` if `stop` ended it.
pub fn of_game(
    game: StoredGame,
    learned: &Learned,
    words: &Words,
    with_page: bool,
    row_one: RowOne,
    stop: Arc<AtomicBool>,
) -> io::Result<Option<GameAnalysis>> {
    let bounds = Bounds {
        depth: None,
        nodes: None,
        time: None,
        solve_from: SOLVE_FROM,
        table_bytes: TABLE_MIB << 20,
        threads: 1,
        square_scores: with_page,
    };
    let format = Format::Text;
    let options = Options { source: "", bounds, learned, format, with_page, row_one, words, stop };
    let (mut text, mut errors) = (Vec::new(), errors());
    let games = std::iter::once(Ok(game));
    let summary = analyze::run(
        games,
        &options,
        &progress_bar(0, words, "bar-plies"),
        &mut text,
        &mut errors,
    )?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok((!summary.was_stopped).then_some(GameAnalysis { text, page: summary.page }))
}

impl AnalyzeArgs {
    /// Prints the analysis of every game; returns the exit code.
    pub fn run(&self, learned: &Learned, words: &Words) -> io::Result<u8> {
        check_outputs(&self.html, [&self.file])?;
        let hints = Hints { variant: self.board.hint(self.game), ..Hints::default() };
        let games = open_games(&self.file, hints)?;
        let source = self.file.display().to_string();
        let options = Options {
            source: &source,
            bounds: self.bounds(),
            learned,
            format: self.format.format(),
            with_page: self.html.is_some(),
            row_one: self.row1.into(),
            words,
            stop: Arc::default(),
        };
        let (mut out, mut errors) = (output(self.html.is_some()), errors());
        let summary = analyze::run(
            games,
            &options,
            &progress_bar(0, words, "bar-plies"),
            &mut *out,
            &mut errors,
        )?;
        if let (Some(file), Some(page)) = (&self.html, &summary.page) {
            replace(file, page.as_bytes())?;
        }
        Ok(if summary.totals.faulty == 0 { 0 } else { FOUND_FAULTS })
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(Duration::from_millis),
            solve_from: self.solve,
            table_bytes: self.hash.saturating_mul(1 << 20),
            threads: self.threads.into(),
            square_scores: self.html.is_some(),
        }
    }
}
