//! The position database of a desk: lookups before a search, and the results that a search adds.

use std::mem;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::coord::Move;
use crate::database::lookup::{self, Advice};
use crate::database::{Canonical, Database, Failure, Record};
use crate::game::Position;
use crate::gomoku::rules::game::Game;
use crate::search::guidance::Known;
use crate::search::report::{Line, Progress, Score};

/// An open database, if any, and the result being added to it.
#[derive(Debug, Default)]
pub struct Archive {
    database: Option<Arc<Database>>,
    /// Results are added by a separate thread, so that no move waits for the disk.
    adding: Option<JoinHandle<()>>,
}

impl Archive {
    /// Uses `database` from now on.
    pub fn open(&mut self, database: Arc<Database>) {
        self.settle();
        self.database = Some(database);
    }

    /// The open database, after every result has been added.
    pub fn database(&mut self) -> Option<Arc<Database>> {
        self.settle();
        self.database.clone()
    }

    /// Waits until every result has been added.
    pub fn settle(&mut self) {
        if mem::take(&mut self.adding).is_some_and(|adding| adding.join().is_err()) {
            log::error!("a result was not added to the database");
        }
    }

    /// The database's advice for the next move in `position`.
    pub fn advice(&mut self, position: &Position) -> Advice {
        let (Some(database), Position::Gomoku(game)) = (self.database(), position) else {
            return Advice::default();
        };
        let advice = database.view().and_then(|view| lookup::advice(&view, game));
        advice.unwrap_or_else(|error| {
            log::warn!("the database gives no advice: {error}");
            Advice::default()
        })
    }

    /// The database's values one and two plies below `position`.
    pub fn known_below(&mut self, position: &Position) -> Vec<Known> {
        let (Some(database), Position::Gomoku(game)) = (self.database(), position) else {
            return Vec::new();
        };
        let known = database.view().and_then(|view| lookup::below(&view, game));
        known.unwrap_or_else(|error| {
            log::warn!("the database gives no values: {error}");
            Vec::new()
        })
    }

    /// Adds the result of a search in `position`.
    pub fn add(&mut self, position: Position, result: Progress) {
        let Some(database) = self.database() else { return };
        self.adding = Some(thread::spawn(move || {
            if let Position::Gomoku(game) = position
                && let Err(error) = add_result(&database, &game, &result)
            {
                log::warn!("a result was not added to the database: {error}");
            }
        }));
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        self.settle();
    }
}

/// The line to be played by `advice` without a search.
pub fn known_line(advice: &Advice) -> Option<Line> {
    let (point, score) = advice.play?;
    Some(Line { score, moves: vec![Move::Place(point)] })
}

/// Adds the values of the position and of the first move of each line.
fn add_result(database: &Database, game: &Game, result: &Progress) -> Result<(), Failure> {
    let Some(best) = result.lines.first() else { return Ok(()) };
    // A forced move is not searched, and its value is meaningless unless it is proven.
    if result.depth < 2 && matches!(best.score, Score::Points(_)) {
        return Ok(());
    }
    let mut records = Vec::new();
    records.extend(record_of(game, best.score, result.depth));
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
