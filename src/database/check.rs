//! Contradictions between the marks of positions, and their repair.
//!
//! If a move wins, the side that moved before it loses. A position after which a move is marked as won must
//! therefore be marked as lost itself. Only positions in the database are looked at.

use super::key::{Canonical, Key};
use super::record::{Mark, Record, Value};
use super::store::{Database, Failure, View};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::gomoku::rules::game::Game;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions read.
    pub positions: u64,
    /// Positions under a key that no lookup finds, because a symmetric image stands for them.
    pub misplaced: Vec<Key>,
    /// Positions to be marked as lost, with the record to come. The mark so far is none or no result.
    pub unmarked: Vec<(Key, Record)>,
    /// Positions with another result although a move wins.
    pub contradicted: Vec<Key>,
}

impl Report {
    /// Number of positions with something wrong.
    pub fn faults(&self) -> u64 {
        (self.misplaced.len() + self.unmarked.len() + self.contradicted.len()) as u64
    }
}

/// Checks every position.
///
/// # Errors
/// The database cannot be read or an entry is damaged.
pub fn check(view: &View<'_>) -> Result<Report, Failure> {
    let mut report = Report::default();
    for entry in view.entries(None)? {
        let (key, record) = entry?;
        report.positions += 1;
        if !key.is_canonical() {
            report.misplaced.push(key);
        } else if record.mark == Some(Mark::WIN) {
            check_parents(view, &key, record.value, &mut report)?;
        }
    }
    report.unmarked.sort_by(|one, other| one.0.cmp(&other.0));
    report.unmarked.dedup_by(|one, other| one.0 == other.0);
    report.contradicted.sort();
    report.contradicted.dedup();
    Ok(report)
}

/// Looks at the positions before the won position `key`.
fn check_parents(
    view: &View<'_>,
    key: &Key,
    value: Value,
    report: &mut Report,
) -> Result<(), Failure> {
    let mover = !key.side();
    let stones = key.stones();
    for &point in &stones[mover.index()] {
        let mut before = stones.clone();
        before[mover.index()].retain(|&stone| stone != point);
        let parent = Canonical::of_stones(key.rule(), key.size(), &before, mover).key;
        let Some(record) = view.get(&parent)? else { continue };
        if record.mark == Some(Mark::LOSS) || !is_legal(key, &before, mover, point) {
            continue;
        }
        if record.mark.is_some_and(Mark::is_result) {
            report.contradicted.push(parent);
        } else {
            let lost = Record { mark: Some(Mark::LOSS), value: value.before_move(), ..record };
            report.unmarked.push((parent, lost));
        }
    }
    Ok(())
}

/// Whether `mover` may play `point` after the stones `before`: in renju it may be forbidden.
fn is_legal(key: &Key, before: &[Vec<Point>; 2], mover: Color, point: Point) -> bool {
    let game: Game = Key::game_of(key.rule(), key.size(), before, mover);
    game.legal(Move::Place(point)).is_ok()
}

/// Checks and repairs until nothing is wrong: misplaced positions move to their key, unmarked ones are marked
/// as lost, and those with another result first lose that. Returns the number of changes.
///
/// # Errors
/// The database fails.
pub fn fix(database: &Database) -> Result<u64, Failure> {
    let mut fixed = 0;
    loop {
        let report = check(&database.view()?)?;
        if report.faults() == 0 {
            return Ok(fixed);
        }
        // No change adds a mark for a win, so that new faults come to an end.
        repair(database, &report)?;
        fixed += report.faults();
    }
}

fn repair(database: &Database, report: &Report) -> Result<(), Failure> {
    database.update(|update| {
        for key in &report.misplaced {
            if let Some(record) = update.get(key)? {
                let stones = key.stones();
                let canonical = Canonical::of_stones(key.rule(), key.size(), &stones, key.side());
                let points = record.labels.iter();
                let labels = points.map(|(&point, text)| (canonical.to_key(point), text.clone()));
                let moved = Record { labels: labels.collect(), ..record.clone() };
                update.merge(&canonical.key, &moved)?;
                update.remove(key)?;
            }
        }
        for (key, record) in &report.unmarked {
            update.put(key, record)?;
        }
        for key in &report.contradicted {
            if let Some(record) = update.get(key)? {
                update.put(key, &Record { mark: None, ..record })?;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::key::tests::game;
    use crate::database::store::tests::scratch;
    use crate::gomoku::rules::rule::Rule;
    use crate::search::report::Score;

    fn marked(mark: Option<Mark>) -> Record {
        Record { mark, ..Record::default() }
    }

    #[test]
    fn a_win_marks_the_positions_before_it_as_lost() {
        let database = scratch("check");
        let key = |moves: &str| Canonical::of(&game(Rule::Freestyle, moves)).unwrap().key;
        let won = Record::searched(Score::Loss(4), 8);
        let write = |moves: &str, record: &Record| {
            database.update(|update| update.put(&key(moves), record)).unwrap();
        };
        write("h8h9", &marked(None));
        write("h8h9i9", &won);
        write("i9h9", &marked(Some(Mark::WIN)));
        let report = check(&database.view().unwrap()).unwrap();
        assert_eq!(report.positions, 3);
        assert_eq!(report.contradicted, [key("i9h9")]);
        let lost = Record::searched(Score::Win(5), 9);
        assert_eq!(report.unmarked, [(key("h8h9"), lost)]);
        assert_eq!(fix(&database).unwrap(), 3);
        let view = database.view().unwrap();
        assert_eq!(check(&view).unwrap().faults(), 0);
        for moves in ["h8h9", "i9h9"] {
            assert_eq!(view.get(&key(moves)).unwrap().unwrap().caption(), "l5", "{moves}");
        }
    }

    #[test]
    fn a_forbidden_move_proves_nothing() {
        let database = scratch("check-renju");
        // h8 would be a double three.
        let before = game(Rule::Renju, "g8a1h7a3h9c1i8c3");
        let mut stones = [Vec::new(), Vec::new()];
        for ply in before.history() {
            stones[ply.color.index()].extend(ply.mv.point());
        }
        stones[0].push(Point::from_text("h8").unwrap());
        let size = before.size();
        let after = Canonical::of_stones(Rule::Renju, size, &stones, Color::White).key;
        let write = |key: &Key, record| database.update(|update| update.put(key, &record)).unwrap();
        write(&Canonical::of(&before).unwrap().key, marked(None));
        write(&after, marked(Some(Mark::WIN)));
        assert_eq!(check(&database.view().unwrap()).unwrap().faults(), 0);
    }

    #[test]
    fn misplaced_positions_find_their_place() {
        let database = scratch("check-place");
        let sound = Canonical::of(&game(Rule::Freestyle, "a1b3")).unwrap().key;
        let mut bytes = sound.as_bytes().to_vec();
        for stone in &mut bytes[8..] {
            *stone = 224 - *stone;
        }
        let misplaced = Key::from_bytes(&bytes).unwrap();
        let mut record = Record { comment: "text".into(), ..Record::default() };
        record.labels.insert(Point::from_text("o14").unwrap(), "A".into());
        database.update(|update| update.put(&misplaced, &record)).unwrap();
        let report = check(&database.view().unwrap()).unwrap();
        assert_eq!(report.misplaced, [misplaced]);
        fix(&database).unwrap();
        let view = database.view().unwrap();
        let found = view.get(&sound).unwrap().unwrap();
        assert_eq!((view.len().unwrap(), found.comment.as_str()), (1, "text"));
        assert_eq!(found.labels.len(), 1);
    }
}
