//! Changes to single positions and to their successors.

use std::collections::HashSet;

use super::key::{Canonical, Key};
use super::lookup;
use super::record::{Mark, Record};
use super::store::{Database, Failure, View};
use crate::coord::Move;
use crate::gomoku::rules::game::Game;

/// Changes the record of the position of `game` by `change`, which receives the record (an empty one if there is none)
/// and the canonical position. A record that is empty then is deleted. Nothing happens if the position has blocked
/// points.
///
/// # Errors
/// The database cannot be written, or the record there is damaged.
pub fn edit(
    database: &Database,
    game: &Game,
    change: impl FnOnce(&mut Record, &Canonical),
) -> Result<(), Failure> {
    let Some(canonical) = Canonical::of(game) else {
        return Ok(());
    };
    database.update(|update| {
        let mut record = update.get(&canonical.key)?.unwrap_or_default();
        change(&mut record, &canonical);
        if record == Record::default() {
            return update.remove(&canonical.key).map(drop);
        }
        update.put(&canonical.key, &record)
    })
}

/// Marks the last move of `game`, if there is one, as the best of its position, and no other there.
///
/// # Errors
/// As [`edit`].
pub fn set_best(database: &Database, game: &Game) -> Result<(), Failure> {
    let mut before = game.clone();
    if before.undo().is_none() {
        return Ok(());
    }
    clear_marks(database, &before)?;
    edit(database, game, |record, _| record.mark = Some(Mark::BEST))
}

/// Removes the mark for the best move from the position of `game` and from its moves.
///
/// # Errors
/// As [`edit`].
pub fn clear_best(database: &Database, game: &Game) -> Result<(), Failure> {
    clear_marks(database, game)?;
    let known = lookup::position(&database.view()?, game)?;
    if known.is_some_and(|record| record.mark == Some(Mark::BEST)) {
        edit(database, game, |record, _| record.mark = None)?;
    }
    Ok(())
}

/// Removes the mark for the best move from all moves of `game`.
fn clear_marks(database: &Database, game: &Game) -> Result<(), Failure> {
    let moves = lookup::moves(&database.view()?, game)?;
    for known in moves {
        if known.record.is_some_and(|record| record.mark == Some(Mark::BEST)) {
            let mut after = game.clone();
            if after.play(Move::Place(known.point)).is_ok() {
                edit(database, &after, |record, _| record.mark = None)?;
            }
        }
    }
    Ok(())
}

/// Deletes the record of the position of `game`; returns whether there was one.
///
/// # Errors
/// The database cannot be written.
pub fn delete(database: &Database, game: &Game) -> Result<bool, Failure> {
    match Canonical::of(game) {
        None => Ok(false),
        Some(canonical) => database.update(|update| update.remove(&canonical.key)),
    }
}

/// Deletes those positions after a move from `game` that are `chosen`. Positions after a chosen one are examined as
/// well, those after other positions only if `is_recursive`. Returns the number of positions deleted.
///
/// # Errors
/// The database cannot be read or written, or an entry is damaged.
pub fn delete_after(
    database: &Database,
    game: &Game,
    is_recursive: bool,
    chosen: impl Fn(&Record) -> bool,
) -> Result<u64, Failure> {
    let keys = following(&database.view()?, game, is_recursive, chosen)?;
    database.update(|update| {
        let mut count = 0;
        for key in &keys {
            count += u64::from(update.remove(key)?);
        }
        Ok(count)
    })
}

/// The keys of the positions after `game` that [`delete_after`] would delete.
///
/// # Errors
/// The database cannot be read or an entry is damaged.
pub fn following(
    view: &View<'_>,
    game: &Game,
    is_recursive: bool,
    chosen: impl Fn(&Record) -> bool,
) -> Result<Vec<Key>, Failure> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut open = vec![game.clone()];
    while let Some(position) = open.pop() {
        for known in lookup::moves(view, &position)? {
            let Some(record) = known.record else { continue };
            let mut after = position.clone();
            if after.play(Move::Place(known.point)).is_err() {
                continue;
            }
            let Some(canonical) = Canonical::of(&after) else { continue };
            if !seen.insert(canonical.key.clone()) {
                continue;
            }
            let is_chosen = chosen(&record);
            if is_chosen {
                found.push(canonical.key);
            }
            if is_chosen || is_recursive {
                open.push(after);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::key::tests::game;
    use crate::database::store::tests::scratch;
    use crate::gomoku::rules::rule::Rule;

    fn mark(database: &Database, moves: &str, mark: Option<Mark>) {
        edit(database, &game(Rule::Freestyle, moves), |record, _| record.mark = mark).unwrap();
    }

    fn known(database: &Database, moves: &str) -> Option<Record> {
        let view = database.view().unwrap();
        lookup::position(&view, &game(Rule::Freestyle, moves)).unwrap()
    }

    #[test]
    fn one_move_of_a_position_is_the_best() {
        let database = scratch("best");
        let best = |moves| known(&database, moves).is_some_and(|r| r.mark == Some(Mark::BEST));
        for moves in ["h8h9", "h8i9"] {
            set_best(&database, &game(Rule::Freestyle, moves)).unwrap();
            assert!(best(moves));
        }
        assert!(!best("h8h9"));
        set_best(&database, &game(Rule::Freestyle, "h8")).unwrap();
        set_best(&database, &game(Rule::Freestyle, "")).unwrap();
        clear_best(&database, &game(Rule::Freestyle, "h8")).unwrap();
        assert_eq!(database.view().unwrap().len().unwrap(), 0, "nothing is left");
    }

    #[test]
    fn an_edit_that_says_nothing_leaves_nothing() {
        let database = scratch("nothing");
        mark(&database, "h8", None);
        assert_eq!(known(&database, "h8"), None);
        mark(&database, "h8", Some(Mark::WIN));
        assert!(known(&database, "h8").is_some());
        mark(&database, "h8", None);
        assert_eq!(known(&database, "h8"), None);
    }

    #[test]
    fn deletion_follows_the_moves() {
        let lines = ["h8", "h8h9", "h8h9a1", "h8i9", "h8i9a1", "h8i9a1b1"];
        let fill = |name| {
            let database = scratch(name);
            for moves in lines {
                let comment =
                    |record: &mut Record, _: &Canonical| record.comment = moves.to_owned();
                edit(&database, &game(Rule::Freestyle, moves), comment).unwrap();
            }
            mark(&database, "h8h9", Some(Mark::WIN));
            database
        };
        let left = |database: &Database| -> Vec<&str> {
            lines.into_iter().filter(|moves| known(database, moves).is_some()).collect()
        };
        let start = game(Rule::Freestyle, "h8");
        let unmarked = |record: &Record| record.mark.is_none();
        let database = fill("delete");
        assert_eq!(delete_after(&database, &start, false, unmarked).unwrap(), 3);
        assert_eq!(left(&database), ["h8", "h8h9", "h8h9a1"]);
        let database = fill("delete-recursive");
        assert_eq!(delete_after(&database, &start, true, unmarked).unwrap(), 4);
        assert_eq!(left(&database), ["h8", "h8h9"]);
        assert!(delete(&database, &start).unwrap() && !delete(&database, &start).unwrap());
    }
}
