//! `tengen forbidden`: the forbidden points of renju positions.

use std::io::{self, BufRead, Cursor, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tengen::coord::Size;
use tengen::formats::format::RecordFormat;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Words;
use tengen::tools::forbidden::{self, Reasons};

use super::games;
use super::options::FormatArgs;
use super::streams::{FOUND_FAULTS, buffered_output, errors, open};

const MANUAL: &str = "\
Input has one position per line: its moves without separators, Black first. Text after a tab is \
ignored, except a size such as size=9x9; comments (#) and blank lines are copied. Each position is printed with a \
tab and its forbidden points by column, then by row, or - if there are none. With --why, a line follows for each \
point: its foul and the shapes that make it. Lines that are not positions are reported on standard \
error, and the exit code is 1. For games of Gomoku in other formats that tengen convert reads, the position \
after the last move is used, on the board of the game; the stones of a set-up position must be those of moves in \
turn, and are printed in any order. Games of Othello are reported, too.

Columns with --format tsv, fields with json: moves, forbidden (points), reasons (with --why). Comments and blank \
lines are then left out.

Examples:
  echo f8o2h7o3h6o6g8c15 | tengen forbidden --why
  tengen forbidden game.sgf";

/// List the forbidden points of renju positions
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct ForbiddenArgs {
    /// Add the reason for every point
    #[arg(long)]
    why: bool,
    #[command(flatten)]
    format: FormatArgs,
    /// Board of positions that name none: 15 or 20x15, sides from 5 to 22
    #[arg(long, default_value = "15", value_name = "N|WxH")]
    size: Size,
    /// Input file, or - for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
}

impl ForbiddenArgs {
    /// Prints the forbidden points of every position; returns the exit code.
    pub fn run(&self, words: &Words) -> io::Result<u8> {
        let reasons = if self.why { Reasons::Give } else { Reasons::Omit };
        let mut out = buffered_output();
        let is_dialogue = self.file == Path::new("-") && io::stdin().is_terminal();
        let (mut input, faults): (Box<dyn BufRead>, u64) = if is_dialogue {
            (open(&self.file)?, 0)
        } else {
            let variant = Variant::Gomoku { rule: Rule::Renju, size: self.size };
            let lines = games::read_lines(&self.file, variant, RecordFormat::Pos)?;
            (Box::new(Cursor::new(lines.text)), lines.faults)
        };
        let format = self.format.format();
        let summary = forbidden::run(&mut input, &mut out, self.size, (reasons, format), words)?;
        out.flush()?;
        let mut errors = errors();
        for error in &summary.errors {
            writeln!(errors, "tengen: {}: {error}", self.file.display())?;
        }
        Ok(if summary.errors.is_empty() && faults == 0 { 0 } else { FOUND_FAULTS })
    }
}
