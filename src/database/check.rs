//! Contradictions between the marks of positions, and their repair.
//!
//! If a move wins, the side that moved before it loses. A position with a move marked as won must therefore be marked
//! as lost; any other mark of it proves nothing. Only positions in the database are examined.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::key::{Canonical, Key};
use super::record::{Mark, Record, Value};
use super::store::{Database, Failure, Update, View};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::gomoku::rules::game::Game;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions read.
    pub positions: u64,
    /// Positions under a key that no lookup finds, because the key of a symmetric image is used.
    pub misplaced: Vec<Key>,
    /// Positions without a result although a move wins.
    pub unmarked: Vec<Key>,
    /// Positions with another result although a move wins.
    pub contradicted: Vec<Key>,
    /// For each of these two kinds, the position after the move with the shortest known win.
    wins: BTreeMap<Key, Win>,
}

/// A position that is marked as won.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Win {
    key: Key,
    /// Plies to the end, if they are known.
    plies: Option<u32>,
}

impl Win {
    fn is_shorter_than(&self, other: &Win) -> bool {
        let plies = |win: &Win| win.plies.unwrap_or(u32::MAX);
        plies(self) < plies(other)
    }
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
    let mut contradicted = BTreeSet::new();
    // Positions with more stones come first, so that wins are known to be contradicted before they count.
    for entry in view.entries(None)?.rev() {
        let (key, record) = entry?;
        report.positions += 1;
        if !key.is_canonical() {
            report.misplaced.push(key);
        } else if record.mark == Some(Mark::WIN) && !contradicted.contains(&key) {
            for (parent, is_marked) in refuted(view, &key)? {
                if is_marked {
                    contradicted.insert(parent.clone());
                }
                let win = Win { key: key.clone(), plies: record.distance() };
                keep_shortest(&mut report.wins, parent, win);
            }
        }
    }
    let unmarked = report.wins.keys().filter(|key| !contradicted.contains(*key));
    report.unmarked = unmarked.cloned().collect();
    report.contradicted = contradicted.into_iter().collect();
    report.misplaced.reverse();
    Ok(report)
}

fn keep_shortest(wins: &mut BTreeMap<Key, Win>, parent: Key, win: Win) {
    match wins.entry(parent) {
        Entry::Vacant(place) => {
            place.insert(win);
        }
        Entry::Occupied(mut place) if win.is_shorter_than(place.get()) => {
            place.insert(win);
        }
        Entry::Occupied(_) => {}
    }
}

/// The known positions before the won position `key` that are not marked as lost, and whether each has another
/// result.
fn refuted(view: &View<'_>, key: &Key) -> Result<Vec<(Key, bool)>, Failure> {
    let mover = !key.side();
    let stones = key.stones();
    let mut found = Vec::new();
    for &point in &stones[mover.index()] {
        let mut before = stones.clone();
        before[mover.index()].retain(|&stone| stone != point);
        let parent = Canonical::of_stones(key.rule(), key.size(), &before, mover).key;
        let Some(record) = view.get(&parent)? else { continue };
        if record.mark != Some(Mark::LOSS) && is_legal(key, &before, mover, point) {
            found.push((parent, record.mark.is_some_and(Mark::is_result)));
        }
    }
    Ok(found)
}

/// Whether `mover` may play `point` after the stones `before`: in renju it may be forbidden.
fn is_legal(key: &Key, before: &[Vec<Point>; 2], mover: Color, point: Point) -> bool {
    let game: Game = Key::game_of(key.rule(), key.size(), before, mover);
    game.legal(Move::Place(point)).is_ok()
}

/// Checks and repairs until nothing is wrong: misplaced positions move to their key, and positions that must be lost
/// are marked as lost. Returns the number of changes.
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
        // No change marks a position as won, so the repairs cannot go on forever.
        database.update(|update| repair(update, &report))?;
        fixed += report.faults();
    }
}

/// Repairs the positions that are unchanged since `report`: others may have written since.
fn repair(update: &mut Update<'_>, report: &Report) -> Result<(), Failure> {
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
    for (key, win) in &report.wins {
        let won = update.get(&win.key)?.filter(|record| record.mark == Some(Mark::WIN));
        if let (Some(mut record), Some(won)) = (update.get(key)?, won) {
            mark_as_lost(&mut record, &won);
            update.put(key, &record)?;
        }
    }
    Ok(())
}

/// Marks a position as lost by a move to the position `won`. If the distance of that win is unknown, an estimate stays.
fn mark_as_lost(record: &mut Record, won: &Record) {
    if won.distance().is_some() {
        record.value = won.value.before_move();
    } else if record.mark.is_some_and(Mark::is_result) {
        record.value = Value::default();
    }
    record.mark = Some(Mark::LOSS);
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
        assert_eq!(report.unmarked, [key("h8h9")]);
        assert_eq!(fix(&database).unwrap(), 2);
        let view = database.view().unwrap();
        assert_eq!(check(&view).unwrap().faults(), 0);
        for moves in ["h8h9", "i9h9"] {
            assert_eq!(view.get(&key(moves)).unwrap().unwrap().caption(), "l6", "{moves}");
        }
    }

    /// A database of freestyle positions, each with its record.
    fn filled(name: &str, positions: &[(&str, Record)]) -> Database {
        let database = scratch(name);
        for (moves, record) in positions {
            database.update(|update| update.put(&key(moves), record)).unwrap();
        }
        database
    }

    fn key(moves: &str) -> Key {
        Canonical::of(&game(Rule::Freestyle, moves)).unwrap().key
    }

    fn record(database: &Database, moves: &str) -> Record {
        database.view().unwrap().get(&key(moves)).unwrap().unwrap()
    }

    #[test]
    fn a_contradicted_win_proves_nothing() {
        let estimate = Record::searched(Score::Points(12), 8);
        let won = Record::searched(Score::Loss(4), 10);
        let database = filled(
            "check-chain",
            &[("h8", estimate.clone()), ("h8h9", marked(Some(Mark::WIN))), ("h8h9i9", won)],
        );
        let report = check(&database.view().unwrap()).unwrap();
        assert_eq!(report.contradicted, [key("h8h9")]);
        assert_eq!(report.unmarked, []);
        assert_eq!(fix(&database).unwrap(), 1);
        assert_eq!(record(&database, "h8"), estimate);
        assert_eq!(record(&database, "h8h9").caption(), "l6");
    }

    #[test]
    fn a_position_is_lost_to_the_shortest_win() {
        for (first, second) in [(4, 20), (20, 4)] {
            let database = filled(
                "check-shortest",
                &[
                    ("h8", marked(None)),
                    ("h8a1", Record::searched(Score::Loss(first), 30)),
                    ("h8h9", marked(Some(Mark::WIN))),
                    ("h8i9", Record::searched(Score::Loss(second), 30)),
                ],
            );
            assert_eq!(fix(&database).unwrap(), 1);
            assert_eq!(record(&database, "h8").caption(), "l6");
        }
    }

    #[test]
    fn a_win_without_a_value_keeps_estimates_only() {
        let win = marked(Some(Mark::WIN));
        let database = filled(
            "check-values",
            &[
                ("h8", Record::searched(Score::Points(12), 8)),
                ("h8h9", win.clone()),
                ("a1", Record::searched(Score::Loss(6), 8)),
                ("a1h8", win),
            ],
        );
        assert_eq!(fix(&database).unwrap(), 2);
        let lost = |value| Record { value, ..marked(Some(Mark::LOSS)) };
        assert_eq!(record(&database, "h8"), lost(Value::searched(Score::Points(12), 8)));
        assert_eq!(record(&database, "a1"), lost(Value::default()));
    }

    #[test]
    fn what_others_wrote_since_the_check_stays() {
        let won = Record::searched(Score::Loss(4), 8);
        let database = filled("check-race", &[("h8h9", marked(None)), ("h8h9i9", won.clone())]);
        let report = check(&database.view().unwrap()).unwrap();
        let commented = Record { comment: "late".into(), ..marked(None) };
        database.update(|update| update.put(&key("h8h9"), &commented)).unwrap();
        database.update(|update| repair(update, &report)).unwrap();
        let fixed = record(&database, "h8h9");
        assert_eq!((fixed.caption().as_str(), fixed.comment.as_str()), ("l6", "late"));
        let database = filled("check-gone", &[("h8h9", marked(None)), ("h8h9i9", won)]);
        database.update(|update| update.put(&key("h8h9i9"), &marked(None))).unwrap();
        database.update(|update| repair(update, &report)).unwrap();
        assert_eq!(record(&database, "h8h9"), marked(None));
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
