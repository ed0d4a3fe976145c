//! Reports what the moves of recorded games were worth, as text, as a table, as JSON or as a page.

mod json;
mod page;
mod reviewed;
mod table;
mod text;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use indicatif::ProgressBar;

use crate::analysis::{Bounds, Judge};
use crate::coord::Move;
use crate::engine::Learned;
use crate::formats::RecordError;
use crate::formats::records::StoredGame;
use crate::formats::svg::RowOne;
use crate::language::Words;
use crate::table::Format;
use reviewed::{Reviewed, Totals};

/// The inputs of a run besides its games.
pub struct Options<'a> {
    /// The name of the input for messages.
    pub source: &'a str,
    pub bounds: Bounds,
    pub learned: &'a Learned,
    pub format: Format,
    /// Whether to make the page.
    pub with_page: bool,
    /// Position of row 1 on the boards.
    pub row_one: RowOne,
    pub words: &'a Words,
    /// Ends the run when it is set.
    pub stop: Arc<AtomicBool>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub totals: Totals,
    /// Whether it was stopped before the last game was analyzed; that game is omitted.
    pub was_stopped: bool,
    /// The page, if requested.
    pub page: Option<String>,
}

/// Analyses `games` and writes each to `out` as soon as it is done; `bar` advances with every ply. A game is
/// analyzed as far as its first fault, which is reported on `errors`; one that cannot be read at all is
/// reported and skipped, but still counts in the numbering.
///
/// # Errors
/// I/O errors on `out` or `errors`.
pub fn run(
    games: impl Iterator<Item = Result<StoredGame, RecordError>>,
    options: &Options,
    bar: &ProgressBar,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Summary> {
    let start = Instant::now();
    let Options { source, words, format, .. } = *options;
    let mut judge = Judge::new(options.bounds, options.learned).stopped_by(options.stop.clone());
    let mut totals = Totals::default();
    let mut kept = Vec::new();
    if format == Format::Tsv {
        out.write_all(table::HEADER.as_bytes())?;
    }
    for (number, game) in (1..).zip(games) {
        let fault = match &game {
            Ok(game) => game.fault.as_ref(),
            Err(error) => Some(error),
        };
        if let Some(error) = fault {
            totals.faulty += 1;
            bar.suspend(|| writeln!(errors, "tengen: {source}: {error}"))?;
        }
        let Ok(game) = game else { continue };
        let reviewed = review(number, game, &mut judge, bar);
        if options.stop.load(Relaxed) {
            break;
        }
        totals.add(&reviewed);
        bar.suspend(|| write_game(options, &reviewed, out))?;
        if options.with_page {
            kept.push(reviewed);
        }
    }
    bar.finish_and_clear();
    (totals.nodes, totals.elapsed) = (judge.nodes(), start.elapsed());
    match format {
        Format::Text => out.write_all(text::totals(words, &totals).as_bytes())?,
        Format::Json => out.write_all(json::totals(&totals).as_bytes())?,
        Format::Tsv => {}
    }
    out.flush()?;
    let page = options.with_page.then(|| page::write(words, &kept, &totals, options.row_one));
    Ok(Summary { totals, was_stopped: options.stop.load(Relaxed), page })
}

fn review(number: usize, game: StoredGame, judge: &mut Judge, bar: &ProgressBar) -> Reviewed {
    let moves: Vec<Move> = game.record.moves.iter().map(|timed| timed.mv).collect();
    bar.inc_length(moves.len() as u64);
    let analysis = judge.judge(&game.start, &moves, &mut || bar.inc(1));
    let fault = game.fault.filter(|_| !game.has_all_moves).map(|fault| fault.message);
    Reviewed { number, record: game.record, analysis, fault }
}

fn write_game(options: &Options, game: &Reviewed, out: &mut dyn Write) -> io::Result<()> {
    let text = match options.format {
        Format::Text => text::game(options.words, game) + "\n",
        Format::Tsv => table::game(game),
        Format::Json => json::game(game, options.row_one),
    };
    out.write_all(text.as_bytes())?;
    out.flush()
}
