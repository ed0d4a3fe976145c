//! `tengen openings`: balanced openings.

use std::io::{self, IsTerminal, Write};
use std::ops::RangeInclusive;

use clap::Args;
use indicatif::ProgressBar;
use tengen::game::Variant;
use tengen::language::Words;
use tengen::openings::generate::{self, Generator, OpeningRecipe};
use tengen::table::Table;

use super::options;
use super::options::{BoardArgs, FormatArgs, Plays};
use super::streams::{invalid, progress_bar};

const MANUAL: &str = "\
Each line holds the moves of an opening, a tab and the score for the side to move: a file for the \
--openings option of tengen match. The same arguments give the same openings on every machine and \
with any number of threads. No two openings lead to positions that are symmetric images of each other. A score of \
0.4 points is a win chance of 54 %.

Columns with --format tsv, fields with json: moves (one word), score.

Examples:
  tengen openings --rule renju --count 100 > renju.txt
  tengen openings --game othello --plies 10-12 --band 1 --seed 2 > othello.txt";

/// Generate balanced openings
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct OpeningsArgs {
    /// Game: gomoku, othello, or a rule of Gomoku
    #[arg(long, default_value = "gomoku")]
    game: Variant,
    #[command(flatten)]
    board: BoardArgs,
    /// Number of openings
    #[arg(long, default_value_t = 20, value_name = "N")]
    count: usize,
    /// Length in plies, or a range of lengths [default: 4-8, Othello 8]
    #[arg(long, value_parser = options::plies, value_name = "N|N-M")]
    plies: Option<RangeInclusive<usize>>,
    /// Largest distance of the score from even, in points or discs; a solved position must be drawn
    /// [default: 0.4, Othello 2]
    #[arg(long, value_parser = options::hundredths, value_name = "POINTS")]
    band: Option<i32>,
    /// Nodes of the search that scores an opening [default: 30000]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Openings searched at a time [default: one for each processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024), value_name = "N")]
    threads: Option<u16>,
    #[command(flatten)]
    format: FormatArgs,
}

/// The columns of a table of openings.
const COLUMNS: &[&str] = &["moves", "score"];

impl Plays for OpeningsArgs {
    fn game(&self) -> Variant {
        self.game
    }
}

impl OpeningsArgs {
    fn recipe(&self) -> OpeningRecipe {
        let variant = self.board.of(self.game);
        let default = OpeningRecipe::default_for(variant);
        OpeningRecipe {
            plies: self.plies.clone().unwrap_or(default.plies),
            band_hundredths: self.band.map_or(default.band_hundredths, |band| (-band, band)),
            nodes: self.nodes.unwrap_or(default.nodes),
            seed: self.seed,
            variant,
        }
    }

    /// Prints openings as they are found; returns the exit code.
    pub fn run(&self, words: &Words) -> io::Result<u8> {
        let threads = self.threads.map_or_else(generate::default_threads, usize::from);
        let generator = Generator::new(self.recipe(), threads).map_err(invalid)?;
        let mut out = io::stdout().lock();
        let table = Table::new(self.format.format(), COLUMNS);
        out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
        // On a terminal, the openings themselves show the progress.
        let bar = match io::stdout().is_terminal() {
            true => ProgressBar::hidden(),
            false => progress_bar(self.count as u64, words, "bar-openings"),
        };
        for opening in generator.take(self.count) {
            let opening = opening.map_err(invalid)?;
            match table {
                None => writeln!(out, "{}", opening.text())?,
                Some(table) => {
                    let cells = vec![opening.moves_text().into(), opening.score().into()];
                    out.write_all(table.row(cells).as_bytes())?;
                }
            }
            out.flush()?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(0)
    }
}
