//! The position database of a desk: lookups before a search, and the results that a search adds.

use std::io;
use std::mem;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::coord::Move;
use crate::database::lookup::{self, Advice};
use crate::database::{Canonical, Database, Failure, Record};
use crate::game::Position;
use crate::gomoku::rules::game::Game;
use crate::search::guidance::Known;
use crate::search::report::{Line, Progress, Score};

/// Longest wait at the end for results to be added: another process may be writing for any time.
const LAST_WAIT: Duration = Duration::from_secs(60);
/// Time between two looks at whether they have been added.
const LOOK_INTERVAL: Duration = Duration::from_millis(1);

/// An open database, if any, and the result being added to it.
#[derive(Debug, Default)]
pub struct Archive {
    database: Option<Arc<Database>>,
    /// Results are added by separate threads, one after the other, so that no move waits for the disk or for another
    /// process that is writing.
    adding: Option<JoinHandle<()>>,
    /// Whether values that a search may have used are no longer those of the database.
    is_changed: bool,
}

impl Archive {
    /// Uses `database` from now on.
    pub fn open(&mut self, database: Arc<Database>) {
        self.settle();
        self.database = Some(database);
        self.is_changed = true;
    }

    /// Notes that values of the database were changed or removed.
    pub fn note_change(&mut self) {
        self.is_changed = true;
    }

    /// Whether there was a change since the last [`Archive::forget_change`].
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Forgets the changes so far, because a search has been told of them.
    pub fn forget_change(&mut self) {
        self.is_changed = false;
    }

    /// The open database, to which results may still be being added.
    pub fn database_so_far(&self) -> Option<Arc<Database>> {
        self.database.clone()
    }

    /// The open database, after every result has been added.
    pub fn database(&mut self) -> Option<Arc<Database>> {
        self.settle();
        self.database.clone()
    }

    /// Waits until every result has been added.
    fn settle(&mut self) {
        wait_for(mem::take(&mut self.adding));
    }

    /// Waits until every result has been added, but no longer than `limit`.
    fn settle_within(&mut self, limit: Duration) {
        let began = Instant::now();
        while self.adding.as_ref().is_some_and(|adding| !adding.is_finished()) {
            if began.elapsed() >= limit {
                log::warn!("a result was not added to the database: another process is writing");
                return;
            }
            thread::sleep(LOOK_INTERVAL);
        }
        self.settle();
    }

    /// The open database for a search. One on a clock (`is_timed`) does not wait for results that are being added; for
    /// others all have been added, so that they can be repeated.
    fn for_search(&mut self, is_timed: bool) -> Option<Arc<Database>> {
        if is_timed { self.database_so_far() } else { self.database() }
    }

    /// The database's advice for the next move in `position`, for a search that has a clock or none.
    pub fn advice(&mut self, position: &Position, is_timed: bool) -> Advice {
        let (Some(database), Position::Gomoku(game)) = (self.for_search(is_timed), position) else {
            return Advice::default();
        };
        let advice = database.view().and_then(|view| lookup::advice(&view, game));
        advice.unwrap_or_else(|error| {
            log::warn!("the database gives no advice: {error}");
            Advice::default()
        })
    }

    /// The database's values one and two plies below `position`, for a search that has a clock or none.
    pub fn known_below(&mut self, position: &Position, is_timed: bool) -> Vec<Known> {
        let (Some(database), Position::Gomoku(game)) = (self.for_search(is_timed), position) else {
            return Vec::new();
        };
        let known = database.view().and_then(|view| lookup::below(&view, game));
        known.unwrap_or_else(|error| {
            log::warn!("the database gives no values: {error}");
            Vec::new()
        })
    }

    /// Adds the result of a search in `position`, which tried all moves before it accepted a loss if it `is_thorough`.
    pub fn add(&mut self, position: Position, result: Progress, is_thorough: bool) {
        let Some(database) = self.database.clone() else { return };
        let earlier = mem::take(&mut self.adding);
        let add = move || {
            wait_for(earlier);
            if let Position::Gomoku(game) = position
                && let Err(error) = add_result(&database, &game, &result, is_thorough)
            {
                log::warn!("a result was not added to the database: {error}");
            }
        };
        let warn = |error: &io::Error| log::warn!("no thread for a result: {error}");
        let adding = thread::Builder::new().name("database".to_owned()).spawn(add);
        self.adding = adding.inspect_err(warn).ok();
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        self.settle_within(LAST_WAIT);
    }
}

/// Waits until a result has been added, if one is being added.
fn wait_for(adding: Option<JoinHandle<()>>) {
    if adding.is_some_and(|adding| adding.join().is_err()) {
        log::error!("a result was not added to the database");
    }
}

/// The line to be played by `advice` without a search.
pub fn known_line(advice: &Advice) -> Option<Line> {
    let (point, score) = advice.play?;
    Some(Line { score, moves: vec![Move::Place(point)] })
}

/// Adds the values of the position and of the first move of each line. Only a thorough search shows that the position
/// is lost: others do not try the moves far from every stone.
fn add_result(
    database: &Database,
    game: &Game,
    result: &Progress,
    is_thorough: bool,
) -> Result<(), Failure> {
    let Some(best) = result.lines.first() else { return Ok(()) };
    // A forced move is not searched, and its value is meaningless unless it is proven.
    if result.depth < 2 && matches!(best.score, Score::Points(_)) {
        return Ok(());
    }
    let mut records = Vec::new();
    if is_thorough || !matches!(best.score, Score::Loss(_)) {
        records.extend(record_of(game, best.score, result.depth));
    }
    for line in &result.lines {
        let mut after = game.clone();
        if line.moves.first().is_some_and(|&mv| after.play(mv).is_ok()) {
            let depth = result.depth.saturating_sub(1);
            records.extend(record_of(&after, for_the_other_side(line.score), depth));
        }
    }
    database.update(|update| {
        records
            .iter()
            .try_for_each(|(canonical, record)| update.merge(&canonical.key, record).map(|_| ()))
    })
}

fn record_of(game: &Game, score: Score, depth: u32) -> Option<(Canonical, Record)> {
    Some((Canonical::of(game)?, Record::searched(score, depth)))
}

/// `score` after its move, for the side to move there.
fn for_the_other_side(score: Score) -> Score {
    match score {
        Score::Win(plies) => Score::Loss(plies.saturating_sub(1)),
        Score::Loss(plies) => Score::Win(plies.saturating_sub(1)),
        Score::Points(points) => Score::Points(-points),
        Score::Discs(_) | Score::Exact(_) => score,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::mpsc::channel;

    use super::*;
    use crate::coord::Point;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;

    /// The path of a file that does not exist.
    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn a_search_on_a_clock_waits_for_no_writer_and_the_end_not_for_ever() {
        let path = scratch("archive");
        let database = Arc::new(Database::open(&path).unwrap());
        let mut archive = Archive::default();
        archive.open(Arc::clone(&database));
        let position = Variant::gomoku(Rule::Freestyle).start().unwrap();
        let moves = vec![Move::Place(Point::new(7, 7).unwrap())];
        let line = Line { score: Score::Points(5), moves };
        let result = Progress { depth: 3, ..Progress::unsearched(vec![line], Duration::ZERO) };
        let (begun, has_begun) = channel();
        let (end, may_end) = channel::<()>();
        let writer = thread::spawn(move || {
            let was_told = database.update(|_| {
                begun.send(()).unwrap();
                // Not for ever, so that the test fails instead of waiting.
                Ok(may_end.recv_timeout(Duration::from_secs(60)).is_ok())
            });
            was_told.unwrap()
        });
        has_begun.recv().unwrap();
        archive.add(position.clone(), result.clone(), false);
        archive.add(position.clone(), result, false);
        assert!(archive.advice(&position, true).play.is_none());
        assert!(archive.known_below(&position, true).is_empty());
        archive.settle_within(Duration::ZERO);
        end.send(()).unwrap();
        assert!(writer.join().unwrap(), "the search waited until the writer gave up");
        assert!(!archive.known_below(&position, false).is_empty());
        drop(archive);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn only_a_thorough_search_shows_that_a_position_is_lost() {
        let Position::Gomoku(game) = Variant::gomoku(Rule::Freestyle).start().unwrap() else {
            panic!("it is a game of Gomoku")
        };
        let moves = vec![Move::Place(Point::new(7, 7).unwrap())];
        for (score, is_thorough, is_added) in [
            (Score::Loss(8), false, false),
            (Score::Loss(8), true, true),
            (Score::Points(-900), false, true),
        ] {
            let path = scratch("thorough");
            let database = Arc::new(Database::open(&path).unwrap());
            let mut archive = Archive::default();
            archive.open(Arc::clone(&database));
            let line = Line { score, moves: moves.clone() };
            let result = Progress { depth: 9, ..Progress::unsearched(vec![line], Duration::ZERO) };
            archive.add(Position::Gomoku(game.clone()), result, is_thorough);
            archive.settle();
            let view = database.view().unwrap();
            let record = lookup::position(&view, &game).unwrap();
            assert_eq!(record.is_some(), is_added, "{score:?}");
            assert!(!lookup::moves(&view, &game).unwrap().is_empty(), "the move has its value");
            drop(view);
            drop((archive, database));
            std::fs::remove_file(path).unwrap();
        }
    }
}
