//! Merges the shards of one match that different machines play.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::ending::PlayedGame;
use super::folder::{Folder, must_be_free};
use super::journal::{self, Contents, Header, Journal, JournalError};
use super::new_folder::{NewFolder, must_be_new};
use super::plan::{MatchPlan, PlanError};
use super::repertoire::Repertoire;
use super::report::Facts;
use super::report::table::results;
use super::report::text::status_line;
use super::runner;
use super::stats::score::Duel;
use super::tournament::Tournament;
use crate::language::Words;
use crate::table::Format;

/// Interval at which a pause checks for an interruption.
const NAP: Duration = Duration::from_millis(50);

/// The parts of a match, read together.
pub struct Merged {
    plan: MatchPlan,
    tournament: Tournament,
    repertoire: Repertoire,
    openings: Vec<String>,
    has_all_openings: bool,
    /// The games by number.
    games: Vec<PlayedGame>,
}

/// Reads the folders `parts`, at least one. No game may be in two of them.
///
/// # Errors
/// They are not parts of one match, a game is in two of them, or a file operation fails.
pub fn read(parts: &[PathBuf]) -> Result<Merged, PlanError> {
    let read = |part: &PathBuf| Ok((journal::read(part)?, part.clone()));
    let parts: Result<Vec<_>, JournalError> = parts.iter().map(read).collect();
    Merged::of(parts?)
}

/// Follows the `parts` of a match that is being played elsewhere, until its test decides, all its games are played, or
/// `interrupt` is set. Reads them after every `pause`, and writes a line to `lines` if there are new games. Returns the
/// match as decided, from the parts that have begun; `None` if it was interrupted.
///
/// # Errors
/// Errors of [`read`], the new folder `out` has files of its own, or `lines` fails.
pub fn watch(
    parts: &[PathBuf],
    out: Option<&Path>,
    pause: Duration,
    interrupt: &AtomicBool,
    lines: &mut dyn Write,
) -> Result<Option<Merged>, PlanError> {
    let mut seen = 0;
    while !interrupt.load(Relaxed) {
        let read = |part: &PathBuf| Ok((journal::read_if_begun(part)?, part.clone()));
        let all: Result<Vec<_>, JournalError> = parts.iter().map(read).collect();
        let begun = all?.into_iter().filter_map(|(contents, part)| Some((contents?, part)));
        let begun: Vec<(Contents, PathBuf)> = begun.collect();
        if !begun.is_empty() {
            let merged = Merged::of(begun)?;
            if let (Some(out), 0) = (out, seen) {
                merged.must_be_possible_in(out)?;
            }
            if merged.games.len() > seen {
                seen = merged.games.len();
                writeln!(lines, "{}", merged.line()).map_err(|error| unseen(&error))?;
                lines.flush().map_err(|error| unseen(&error))?;
            }
            if merged.is_over() {
                return Ok(Some(merged));
            }
        }
        let asleep = Instant::now();
        while asleep.elapsed() < pause && !interrupt.load(Relaxed) {
            thread::sleep(NAP.min(pause));
        }
    }
    Ok(None)
}

impl Merged {
    /// The results in `format` and in the language of `words`.
    pub fn results(&self, words: &Words, format: Format) -> String {
        let conditions = runner::conditions(&self.tournament, &self.repertoire, words);
        results(&self.facts(&conditions, words), format)
    }

    /// The match of `parts`, at least one, each with its folder.
    fn of(parts: Vec<(Contents, PathBuf)>) -> Result<Merged, PlanError> {
        let (first, _) =
            parts.first().ok_or_else(|| PlanError("there is nothing to merge".to_owned()))?;
        // A part that ended early may not have generated all of them. The first of the longest lists, so that errors
        // name a part that differs from those before it.
        let openings = parts.iter().map(|(part, _)| &part.header.openings);
        let openings = openings.rev().max_by_key(|list| list.len()).cloned().unwrap_or_default();
        for (other, part) in &parts {
            must_fit(&first.header.plan, &openings, &other.header, part)?;
        }
        let mut plan = first.header.plan.clone();
        plan.shard = None;
        let games = parts.iter().map(|(part, _)| part.header.plan.games_of_encounter());
        let most = games.max().filter(|&games| games > plan.games_of_encounter());
        plan.games = most.or(plan.games);
        let tournament = plan.resolve()?;
        for (content, part) in &parts {
            content.must_be_of(&tournament, part)?;
        }
        let repertoire = Repertoire::from_texts(&tournament, &openings)?;
        let has_all_openings = parts.iter().any(|(part, _)| part.has_all_openings);
        if has_all_openings {
            repertoire.close();
        }
        let games = sorted(parts)?;
        Ok(Merged { plan, tournament, repertoire, openings, has_all_openings, games })
    }

    fn facts<'a>(&'a self, conditions: &'a [(String, String)], words: &'a Words) -> Facts<'a> {
        Facts {
            variant: self.tournament.conditions.variant,
            engines: &self.tournament.engines,
            pairings: self.tournament.pairings,
            conditions,
            games: &self.games,
            // Parts are played in parallel, so there is no common order of arrival: use the order of the games.
            arrived: &self.games,
            planned: self.planned(),
            sprt: self.tournament.sprt,
            words,
        }
    }

    /// Writes everything to the new folder `out`, which exists only once it is whole. The report is in the language of
    /// `words`.
    ///
    /// # Errors
    /// There is something in `out`, or a file operation fails.
    pub fn write_folder(&self, out: &Path, words: &Words) -> Result<(), PlanError> {
        self.must_be_possible_in(out)?;
        let new = NewFolder::begin(out)?;
        let header = Header::new(self.plan.clone(), self.openings.clone());
        let mut journal = Journal::create(new.path(), &header)?;
        if self.has_all_openings {
            journal.end_openings()?;
        }
        journal.add_all(&self.games)?;
        drop(journal);
        let folder = Folder::new(new.path(), &self.tournament);
        folder.write_plan(&self.plan)?;
        folder.write_records(&self.games)?;
        let conditions = runner::conditions(&self.tournament, &self.repertoire, words);
        folder.write_report(&self.facts(&conditions, words))?;
        new.finish()
    }

    /// Checks that `out` is new; names the file of a match in it.
    fn must_be_possible_in(&self, out: &Path) -> Result<(), PlanError> {
        must_be_free(out, &self.tournament)?;
        must_be_new(out)
    }

    /// The planned games. Older journals do not record that their match was extended.
    fn planned(&self) -> usize {
        self.tournament.schedule.len(self.tournament.shard).max(self.games.len())
    }

    /// The results of the two engines; `None` if there are more engines. The games may be in any order; both games of a
    /// pair count together.
    fn duel(&self) -> Option<Duel> {
        self.tournament.is_duel().then(|| Duel::of(&self.games, 0, 1))
    }

    /// Whether the test decides, or all games are played.
    fn is_over(&self) -> bool {
        let test = self.tournament.sprt.as_ref().zip(self.duel());
        self.games.len() >= self.planned()
            || test.is_some_and(|(sprt, duel)| sprt.verdict(sprt.llr(&duel)).is_some())
    }

    /// The state of the match.
    fn line(&self) -> String {
        let sprt = self.tournament.sprt.as_ref();
        let standing = self.duel().map(|duel| status_line(&duel, sprt));
        let counts = format!("{}/{}", self.games.len(), self.planned());
        standing.map_or(counts.clone(), |standing| format!("{counts}  {standing}"))
    }
}

/// The games of all parts by number.
fn sorted(parts: Vec<(Contents, PathBuf)>) -> Result<Vec<PlayedGame>, PlanError> {
    let (contents, parts): (Vec<Contents>, Vec<PathBuf>) = parts.into_iter().unzip();
    let of_part = |(content, part)| {
        let Contents { games, .. } = content;
        games.into_iter().map(move |game| (game, part))
    };
    let mut games: Vec<(PlayedGame, &PathBuf)> =
        contents.into_iter().zip(&parts).flat_map(of_part).collect();
    games.sort_by_key(|(game, _)| game.number);
    if let Some([(game, one), (_, other)]) =
        games.windows(2).find(|both| both[0].0.number == both[1].0.number)
    {
        let (number, one, other) = (game.number + 1, one.display(), other.display());
        return Err(PlanError(format!("game {number} is in {one} and in {other}")));
    }
    Ok(games.into_iter().map(|(game, _)| game).collect())
}

/// Checks that the header of `part` belongs to the match of `plan` and has the first of its `openings`, or all.
fn must_fit(
    plan: &MatchPlan,
    openings: &[String],
    header: &Header,
    part: &Path,
) -> Result<(), JournalError> {
    header.must_be_of(plan, part)?;
    if openings.starts_with(&header.openings) {
        return Ok(());
    }
    let path = part.join(journal::FILE);
    Err(JournalError::OtherPlan { path, differences: vec!["openings".to_owned()] })
}

fn unseen(error: &io::Error) -> PlanError {
    PlanError(format!("cannot write the report: {error}"))
}
