//! Merges the shards of one match that different machines have played.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::journal::{self, Contents, Header, Journal, JournalError};
use super::plan::PlanError;
use super::repertoire::Repertoire;
use super::report::Facts;
use super::report::table::results;
use super::runner;
use crate::language::Words;
use crate::table::Format;

/// Merges the folders `parts` (at least one) into the new folder `out`, and writes the results in `format` and the
/// language of `words` to `lines`. No game may be in two parts.
///
/// # Errors
/// They are not parts of one match, a game is in two of them, or a file operation fails.
pub fn merge(
    parts: &[PathBuf],
    out: &Path,
    words: &Words,
    format: Format,
    lines: &mut dyn Write,
) -> Result<(), PlanError> {
    let contents: Vec<Contents> =
        parts.iter().map(|part| journal::read(part)).collect::<Result<_, _>>()?;
    let first =
        contents.first().ok_or_else(|| PlanError("there is nothing to merge".to_owned()))?;
    for (part, other) in parts.iter().zip(&contents).skip(1) {
        must_fit(&first.header, &other.header, part)?;
    }
    let mut plan = first.header.plan.clone();
    plan.shard = None;
    plan.games = contents.iter().filter_map(|part| part.header.plan.games).max();
    let tournament = plan.resolve()?;
    for (part, content) in parts.iter().zip(&contents) {
        content.must_be_of(&tournament, part)?;
    }
    // A part that ended early may not have generated all of them.
    let openings = contents.iter().map(|part| &part.header.openings).max_by_key(|list| list.len());
    let openings = openings.cloned().unwrap_or_default();
    let repertoire = Repertoire::from_texts(&tournament, &openings)?;
    let header = Header::new(plan.clone(), openings);
    let mut games: Vec<_> = contents
        .into_iter()
        .zip(parts)
        .flat_map(|(content, part)| content.games.into_iter().map(move |game| (game, part)))
        .collect();
    games.sort_by_key(|(game, _)| game.number);
    if let Some([(game, one), (_, other)]) =
        games.windows(2).find(|both| both[0].0.number == both[1].0.number)
    {
        let (number, one, other) = (game.number + 1, one.display(), other.display());
        return Err(PlanError(format!("game {number} is in {one} and in {other}")));
    }
    let games: Vec<_> = games.into_iter().map(|(game, _)| game).collect();
    Journal::create(out, &header)?.add_all(&games)?;
    let folder = Folder::new(out, &tournament);
    folder.write_plan(&plan)?;
    folder.write_records(&games)?;
    let conditions = runner::conditions(&tournament, &repertoire, words);
    let facts = Facts {
        variant: tournament.conditions.variant,
        engines: &tournament.engines,
        pairings: tournament.pairings,
        conditions: &conditions,
        games: &games,
        // Parts are played in parallel, so there is no common order of arrival: use that of the games.
        arrived: &games,
        // A part may have been extended after its journal was created.
        planned: tournament.schedule.len(tournament.shard).max(games.len()),
        sprt: tournament.sprt,
        words,
    };
    folder.write_report(&facts)?;
    lines.write_all(results(&facts, format).as_bytes()).map_err(|error| unseen(&error))
}

/// Checks that both headers belong to one match.
fn must_fit(first: &Header, other: &Header, part: &Path) -> Result<(), JournalError> {
    other.must_be_of(&first.plan, part)?;
    if other.openings.iter().zip(&first.openings).all(|(other, first)| other == first) {
        return Ok(());
    }
    let path = part.join(journal::FILE);
    Err(JournalError::OtherPlan { path, differences: vec!["openings".to_owned()] })
}

fn unseen(error: &io::Error) -> PlanError {
    PlanError(format!("cannot write the report: {error}"))
}
