//! The records of a position and of its moves.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::key::{Canonical, Images, Key};
use super::record::{Bound, Mark, Record, Value};
use super::store::{Failure, View};
use crate::coord::{Move, Point};
use crate::gomoku::rules::game::Game;
use crate::search::guidance::Known;
use crate::search::report::Score;

/// Plies of a win of unknown length.
const LONGEST_WIN: u32 = 999;

/// The record of the position after a move, and the label of its point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    pub point: Point,
    /// `None` if only the label is known.
    pub record: Option<Record>,
    /// Empty if there is none.
    pub label: String,
}

/// The record of the position of `game`; also `None` if it has blocked points.
///
/// # Errors
/// The file cannot be read or the record is damaged.
pub fn position(view: &View<'_>, game: &Game) -> Result<Option<Record>, Failure> {
    Canonical::of(game).map_or(Ok(None), |canonical| view.get(&canonical.key))
}

/// The known legal moves of `game`, row by row from the top. A finished game has none.
///
/// # Errors
/// As [`position`].
pub fn moves(view: &View<'_>, game: &Game) -> Result<Vec<KnownMove>, Failure> {
    moves_among(view, game, |_| true)
}

/// Like [`moves`], without looking up positions that are not `stored`.
///
/// # Errors
/// As [`position`].
pub fn moves_among(
    view: &View<'_>,
    game: &Game,
    stored: impl Fn(&Key) -> bool,
) -> Result<Vec<KnownMove>, Failure> {
    let Some(images) = Images::of(game).filter(|_| game.outcome().is_none()) else {
        return Ok(Vec::new());
    };
    let canonical = images.canonical();
    let labels = view.get(&canonical.key)?.map_or_else(BTreeMap::new, |record| record.labels);
    let mut known = Vec::new();
    for point in game.size().points().filter(|&point| game.stone(point).is_none()) {
        let key = images.key_after(point);
        let record = if stored(&key) { view.get(&key)? } else { None };
        let label = labels.get(&canonical.to_key(point)).cloned().unwrap_or_default();
        // Last, because forbidden points take long to find.
        if (record.is_some() || !label.is_empty()) && game.legal(Move::Place(point)).is_ok() {
            known.push(KnownMove { point, record, label });
        }
    }
    Ok(known)
}

/// The database's advice on the next move of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The move to play, with its value for the side that plays it.
    pub play: Option<(Point, Score)>,
    /// Moves not to be played. Never all legal moves.
    pub avoid: Vec<Point>,
    /// Whether a move in `avoid` is not known to lose. If so, a search without it does not value the position.
    pub avoids_unproven: bool,
}

/// The advice for `game`: play the shortest known win, otherwise the move marked as
/// best; avoid moves that are known to lose or marked to be avoided.
///
/// # Errors
/// As [`position`].
pub fn advice(view: &View<'_>, game: &Game) -> Result<Advice, Failure> {
    let mut advice = Advice::default();
    let mut best_rank = None;
    for KnownMove { point, record, .. } in moves(view, game)? {
        let Some(record) = record else { continue };
        let (rank, score) = match record.mark {
            Some(Mark::WIN) => {
                let plies = record.distance().map_or(LONGEST_WIN, |plies| plies + 1);
                ((1, Reverse(plies)), Score::Win(plies))
            }
            Some(Mark::BEST) => ((0, Reverse(0)), record.value.before_move().score()),
            Some(mark @ (Mark::LOSS | Mark::AVOIDED)) => {
                advice.avoid.push(point);
                advice.avoids_unproven |= mark == Mark::AVOIDED;
                continue;
            }
            _ => continue,
        };
        if best_rank.is_none_or(|best| rank > best) {
            best_rank = Some(rank);
            advice.play = Some((point, score));
        }
    }
    let is_legal = |point: &Point| game.legal(Move::Place(*point)).is_ok();
    if game.size().points().filter(is_legal).count() == advice.avoid.len() {
        advice.avoid.clear();
        advice.avoids_unproven = false;
    }
    Ok(advice)
}

/// Positions after one move whose replies [`below`] looks up. Each costs a lookup for every point of the board.
const MOST_PARENTS: usize = 8;
/// Depth of a search of a position whose result is known.
const PROVEN_DEPTH: u32 = 999;

/// The values of the positions one and two plies after `game`; two plies only after the
/// eight most deeply searched moves.
///
/// # Errors
/// As [`position`].
pub fn below(view: &View<'_>, game: &Game) -> Result<Vec<Known>, Failure> {
    let mut first = recorded(view, game)?;
    first.sort_by_key(|(_, record)| Reverse(record.value.depth));
    let mut known: Vec<Known> =
        first.iter().filter_map(|(point, record)| value_after(vec![*point], record)).collect();
    for (point, _) in first.into_iter().take(MOST_PARENTS) {
        let mut after = game.clone();
        if after.play(Move::Place(point)).is_ok() && after.outcome().is_none() {
            let second = recorded(view, &after)?;
            known.extend(
                second
                    .iter()
                    .filter_map(|(reply, record)| value_after(vec![point, *reply], record)),
            );
        }
    }
    Ok(known)
}

/// The moves of `game` with a record.
fn recorded(view: &View<'_>, game: &Game) -> Result<Vec<(Point, Record)>, Failure> {
    let known = moves(view, game)?;
    Ok(known.into_iter().filter_map(|known| Some((known.point, known.record?))).collect())
}

/// The value in `record` of the position after `moves`; `None` if it has none. A result mark counts without a value:
/// its win or loss may be shorter than [`LONGEST_WIN`].
fn value_after(moves: Vec<Point>, record: &Record) -> Option<Known> {
    let Value { depth, bound, .. } = record.value;
    let (score, depth, is_lower_bound, is_upper_bound) = match record.mark {
        Some(Mark::WIN | Mark::LOSS) if record.distance().is_some() => {
            (record.value.score(), PROVEN_DEPTH, true, true)
        }
        Some(Mark::WIN) => (Score::Loss(LONGEST_WIN), PROVEN_DEPTH, false, true),
        Some(Mark::LOSS) => (Score::Win(LONGEST_WIN), PROVEN_DEPTH, true, false),
        Some(Mark::DRAW) => (Score::Points(0), PROVEN_DEPTH, true, true),
        _ => {
            let is_lower_bound = matches!(bound, Bound::Lower | Bound::Exact);
            let is_upper_bound = matches!(bound, Bound::Upper | Bound::Exact);
            (record.value.score(), depth.into(), is_lower_bound, is_upper_bound)
        }
    };
    (is_lower_bound || is_upper_bound).then_some(Known {
        moves,
        score,
        depth,
        is_lower_bound,
        is_upper_bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::key::tests::game;
    use crate::database::store::tests::scratch;
    use crate::database::{Database, Record};
    use crate::gomoku::rules::rule::Rule;

    fn put(database: &Database, moves: &str, record: &Record) {
        let key = Canonical::of(&game(Rule::Freestyle, moves)).unwrap().key;
        database.update(|update| update.put(&key, record)).unwrap();
    }

    fn marked(mark: Mark) -> Record {
        Record { mark: Some(mark), ..Record::default() }
    }

    #[test]
    fn moves_of_a_symmetric_position_are_found_on_every_side() {
        let database = scratch("moves");
        put(&database, "h8h9g10", &Record::searched(Score::Loss(4), 8));
        let canonical = Canonical::of(&game(Rule::Freestyle, "h8h9")).unwrap();
        let mut parent = Record::default();
        parent.labels.insert(canonical.to_key(Point::from_text("f9").unwrap()), "A".into());
        put(&database, "h8h9", &parent);
        let known = moves(&database.view().unwrap(), &game(Rule::Freestyle, "h8h9")).unwrap();
        let texts: Vec<String> = known
            .iter()
            .map(|known| {
                let caption = known.record.as_ref().map(Record::caption).unwrap_or_default();
                format!("{}{caption}{}", known.point, known.label)
            })
            .collect();
        assert_eq!(texts, ["f9A", "j9A", "g10w5", "i10w5"]);
    }

    #[test]
    fn values_are_known_two_plies_deep() {
        let database = scratch("below");
        put(&database, "h8h9a1", &Record::searched(Score::Points(-30), 12));
        put(&database, "h8h9a1a3", &marked(Mark::LOSS));
        put(&database, "h8h9a1a3a5", &Record::searched(Score::Points(5), 12));
        put(&database, "h8h9a7", &marked(Mark::BEST));
        let known = below(&database.view().unwrap(), &game(Rule::Freestyle, "h8h9")).unwrap();
        let image = |known: &&Known| known.moves[0] == Point::from_text("a1").unwrap();
        let found: Vec<&Known> = known.iter().filter(image).collect();
        let [first, second] = found[..] else { panic!("{known:?}") };
        assert_eq!((first.moves.len(), first.score, first.depth), (1, Score::Points(-30), 12));
        assert!(first.is_lower_bound && first.is_upper_bound);
        assert_eq!((second.moves.len(), second.score), (2, Score::Win(LONGEST_WIN)));
        assert!(second.is_lower_bound && !second.is_upper_bound);
        assert_eq!(known.len(), 4, "two moves and their mirror images: {known:?}");
    }

    #[test]
    fn the_shortest_win_is_played_and_what_loses_is_avoided() {
        let database = scratch("advice");
        let advice = || advice(&database.view().unwrap(), &game(Rule::Freestyle, "h8h9")).unwrap();
        assert_eq!(advice(), Advice::default());
        put(&database, "h8h9a1", &marked(Mark::BEST));
        let points = |texts: &[&str]| -> Vec<Point> {
            texts.iter().map(|text| Point::from_text(text).unwrap()).collect()
        };
        let best = advice().play.unwrap();
        assert_eq!(best.1, Score::Points(0));
        put(&database, "h8h9a3", &Record::searched(Score::Loss(6), 8));
        put(&database, "h8h9a5", &Record::searched(Score::Loss(4), 8));
        put(&database, "h8h9a7", &marked(Mark::WIN));
        put(&database, "h8h9a9", &marked(Mark::LOSS));
        assert!(!advice().avoids_unproven, "it is known to lose");
        put(&database, "h8h9a11", &marked(Mark::AVOIDED));
        let Advice { play, avoid, avoids_unproven } = advice();
        assert!(avoids_unproven);
        let (point, score) = play.unwrap();
        assert!(points(&["a5", "o5"]).contains(&point));
        assert_eq!(score, Score::Win(5));
        assert_eq!(avoid, points(&["a9", "o9", "a11", "o11"]));
    }
}
