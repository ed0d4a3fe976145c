//! The record of a position.
//!
//! Marks and texts are seen from the side that made the last move, as people read them on its point; the
//! value is that of the side to move, as in searches. The bytes of a record are the version 1, the
//! mark or 0, score and depth (two bytes each, low byte first), and the bound. If there is text, the length of
//! the comment in four bytes and the comment follow, then each label: column, row, length in four bytes, text.

use std::collections::BTreeMap;
use std::fmt;

use crate::coord::Point;
use crate::search::report::Score;

/// Version of the bytes.
const VERSION: u8 = 1;

/// Value of a win on the board in no plies.
const MATE: i16 = 30_000;
/// Least value of a proven win.
const LEAST_WIN: i16 = MATE - 1_000;
/// Largest value of an estimate.
const LARGEST_ESTIMATE: i16 = 20_000;

/// A letter that marks a position. Any graphic ASCII character is one; five have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u8);

impl Mark {
    /// The side that moved here wins.
    pub const WIN: Mark = Mark(b'w');
    /// The side that moved here loses.
    pub const LOSS: Mark = Mark(b'l');
    pub const DRAW: Mark = Mark(b'd');
    /// The move here is the one to play.
    pub const BEST: Mark = Mark(b'!');
    /// The move here is not to be considered.
    pub const AVOIDED: Mark = Mark(b'x');

    /// The mark `letter`, capitals of the known ones included; `None` for blanks and bytes that are not ASCII.
    pub fn new(letter: u8) -> Option<Mark> {
        let letter = match letter {
            b'W' | b'L' | b'D' | b'X' => letter.to_ascii_lowercase(),
            _ => letter,
        };
        letter.is_ascii_graphic().then_some(Mark(letter))
    }

    pub const fn letter(self) -> u8 {
        self.0
    }

    /// Whether the mark is a result of the game with best play.
    pub fn is_result(self) -> bool {
        [Mark::WIN, Mark::LOSS, Mark::DRAW].contains(&self)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.0))
    }
}

/// How a value bounds the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// Nothing: there is no value.
    #[default]
    None,
    /// The true one is at most this.
    Upper,
    /// The true one is at least this.
    Lower,
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// Its number in Yixin's protocol: 0 none, 1 upper, 2 lower, 3 exact.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The bound of the lowest two bits of `number`.
    pub const fn from_number(number: u8) -> Bound {
        Bound::ALL[(number & 3) as usize]
    }

    pub const fn name(self) -> &'static str {
        match self {
            Bound::None => "none",
            Bound::Upper => "upper",
            Bound::Lower => "lower",
            Bound::Exact => "exact",
        }
    }

    pub fn from_name(name: &str) -> Option<Bound> {
        Bound::ALL.into_iter().find(|bound| bound.name() == name)
    }
}

/// Value of a position for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// On Yixin's scale: an estimate in hundredths of a point, `30000 - n` for a win in `n` plies,
    /// `n - 30000` for a loss.
    pub score: i16,
    /// Depth of the search that found it, in plies.
    pub depth: u16,
    pub bound: Bound,
}

impl Value {
    /// The value that a search to `depth` plies gave.
    pub fn searched(score: Score, depth: u32) -> Value {
        let plies = |plies: u32| plies.min((MATE - LEAST_WIN) as u32) as i16;
        let score = match score {
            Score::Win(n) => MATE - plies(n),
            Score::Loss(n) => plies(n) - MATE,
            Score::Points(n) | Score::Discs(n) | Score::Exact(n) => {
                n.clamp(-i32::from(LARGEST_ESTIMATE), LARGEST_ESTIMATE.into()) as i16
            }
        };
        let depth = u16::try_from(depth).unwrap_or(u16::MAX);
        Value { score, depth, bound: Bound::Exact }
    }

    /// The score as a search reports it.
    pub fn score(self) -> Score {
        let plies = |distance: i16| u32::from(distance.max(0).unsigned_abs());
        match self.score {
            n if n >= LEAST_WIN => Score::Win(plies(MATE - n)),
            n if n <= -LEAST_WIN => Score::Loss(plies(MATE + n)),
            n => Score::Points(n.into()),
        }
    }

    /// The value for the other side, one ply closer to the root.
    pub fn before_move(self) -> Value {
        let score = match self.score() {
            Score::Win(n) => Score::Loss(n + 1),
            Score::Loss(n) => Score::Win(n + 1),
            Score::Points(n) | Score::Discs(n) | Score::Exact(n) => Score::Points(-n),
        };
        let bound = match self.bound {
            Bound::Upper => Bound::Lower,
            Bound::Lower => Bound::Upper,
            same => same,
        };
        Value { bound, ..Value::searched(score, u32::from(self.depth) + 1) }
    }

    /// The plies of a proven win or loss.
    pub fn distance(self) -> Option<u32> {
        match self.score() {
            Score::Win(n) | Score::Loss(n) if self.bound == Bound::Exact => Some(n),
            _ => None,
        }
    }
}

/// The record of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub mark: Option<Mark>,
    pub value: Value,
    pub comment: String,
    /// Labels of points of the key's board, one for all equivalent points.
    pub labels: BTreeMap<Point, String>,
}

impl Record {
    /// The result of a search to `depth` plies: the value, and the mark if it is proven.
    pub fn searched(score: Score, depth: u32) -> Record {
        let mark = match score {
            Score::Win(_) => Some(Mark::LOSS),
            Score::Loss(_) => Some(Mark::WIN),
            Score::Points(_) | Score::Discs(_) | Score::Exact(_) => None,
        };
        Record { mark, value: Value::searched(score, depth), ..Record::default() }
    }

    /// Plies of a proven win or loss, including the last move; `None` if unknown. Rapfi counts in the same way,
    /// whatever the bound.
    pub fn plies(&self) -> Option<u32> {
        match (self.mark?, self.value.score()) {
            (Mark::WIN, Score::Loss(plies)) | (Mark::LOSS, Score::Win(plies)) => Some(plies + 1),
            _ => None,
        }
    }

    /// Plies of a proven win or loss from the position on; `None` if unknown.
    pub fn distance(&self) -> Option<u32> {
        self.plies().map(|plies| plies - 1)
    }

    /// The text on the point of the last move: the mark, with the plies of a proven win or loss or
    /// `*`, or the win chance of the side that moved, such as `53%`. Empty if there is neither.
    pub fn caption(&self) -> String {
        let Some(mark) = self.mark else {
            if self.value.bound != Bound::Exact {
                return String::new();
            }
            let chance = 1.0 - self.value.score().winning_chance();
            return format!("{}%", ((chance * 100.0) as u32).min(99));
        };
        let is_decided = mark == Mark::WIN || mark == Mark::LOSS;
        match self.plies() {
            Some(plies) => format!("{mark}{plies}"),
            _ if is_decided => format!("{mark}*"),
            _ => mark.to_string(),
        }
    }

    /// Labels a point of the key's board, or removes its label if `label` is blank. Line breaks become blanks.
    pub fn set_label(&mut self, point: Point, label: &str) {
        match clean(label).replace('\n', " ") {
            label if label.is_empty() => self.labels.remove(&point),
            label => self.labels.insert(point, label),
        };
    }

    /// Adds the better parts of `other`: a result where there is none, or a shorter one; where neither has a result, a
    /// deeper value or, at equal depth, one with an equal or closer bound. An estimate stays beside a result without a value. A comment
    /// is appended unless it is already present; existing labels are kept. Returns whether anything changed.
    pub fn merge(&mut self, other: &Record) -> bool {
        let before = self.clone();
        let is_result = |record: &Record| record.mark.is_some_and(Mark::is_result);
        let is_better = match (is_result(self), is_result(other)) {
            (false, false) => {
                let rank = |value: Value| (value.bound != Bound::None, value.depth, value.bound);
                rank(other.value) >= rank(self.value) && other.value.bound != Bound::None
            }
            (true, true) if self.mark == other.mark => {
                let plies = |record: &Record| record.distance().unwrap_or(u32::MAX);
                plies(other) < plies(self)
            }
            (mine, theirs) => theirs && !mine,
        };
        let keeps_estimate = other.value.bound == Bound::None && self.value.distance().is_none();
        if is_better && !keeps_estimate {
            self.value = other.value;
        }
        if (is_better && is_result(other)) || self.mark.is_none() {
            self.mark = other.mark.or(self.mark);
        }
        if !other.comment.is_empty() && !has_lines(&self.comment, &other.comment) {
            let gap = if self.comment.is_empty() { "" } else { "\n" };
            self.comment = format!("{}{gap}{}", self.comment, other.comment);
        }
        for (&point, label) in &other.labels {
            self.labels.entry(point).or_insert_with(|| label.clone());
        }
        *self != before
    }

    /// The bytes in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION, self.mark.map_or(0, Mark::letter)];
        bytes.extend(self.value.score.to_le_bytes());
        bytes.extend(self.value.depth.to_le_bytes());
        bytes.push(self.value.bound.number());
        if self.comment.is_empty() && self.labels.is_empty() {
            return bytes;
        }
        bytes.extend((self.comment.len() as u32).to_le_bytes());
        bytes.extend(self.comment.as_bytes());
        for (point, label) in &self.labels {
            bytes.extend([point.x(), point.y()]);
            bytes.extend((label.len() as u32).to_le_bytes());
            bytes.extend(label.as_bytes());
        }
        bytes
    }

    /// The record with these bytes; `None` if they are damaged or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Record> {
        let (&[version, mark, s0, s1, d0, d1, bound], mut rest) = bytes.split_first_chunk()?;
        let mark = if mark == 0 { None } else { Some(Mark::new(mark)?) };
        let value = Value {
            score: i16::from_le_bytes([s0, s1]),
            depth: u16::from_le_bytes([d0, d1]),
            bound: *Bound::ALL.get(usize::from(bound))?,
        };
        let mut record = Record { mark, value, ..Record::default() };
        if version != VERSION {
            return None;
        }
        if rest.is_empty() {
            return Some(record);
        }
        let (&length, after) = rest.split_first_chunk()?;
        record.comment = read_text(after, u32::from_le_bytes(length) as usize)?;
        rest = &after[record.comment.len()..];
        while let Some((&[x, y, length @ ..], after)) = rest.split_first_chunk::<6>() {
            let label = read_text(after, u32::from_le_bytes(length) as usize)?;
            rest = &after[label.len()..];
            record.labels.insert(Point::new(x, y)?, label);
        }
        rest.is_empty().then_some(record)
    }
}

/// A text as records store it: trimmed, with blanks for tabs, and without control characters except line feeds.
pub fn clean(text: &str) -> String {
    let kept = text.chars().filter(|&c| matches!(c, '\n' | '\t') || !c.is_control());
    let kept: String = kept.map(|c| if c == '\t' { ' ' } else { c }).collect();
    kept.trim().to_owned()
}

/// Whether the lines of `part` are lines of `text`, one after the other.
fn has_lines(text: &str, part: &str) -> bool {
    format!("\n{text}\n").contains(&format!("\n{part}\n"))
}

fn read_text(bytes: &[u8], length: usize) -> Option<String> {
    String::from_utf8(bytes.get(..length)?.to_vec()).ok()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any record whose texts are of `characters`.
    pub fn any_record(characters: &'static str) -> impl Strategy<Value = Record> {
        let texts = (characters, proptest::collection::btree_map(0..100u8, characters, 0..3));
        (0..4u8, any::<i16>(), any::<u16>(), 0..4usize, texts).prop_map(
            |(mark, score, depth, bound, (comment, labels))| {
                let points = labels.into_iter().filter(|(_, label)| !label.is_empty());
                let point = |n| Point::new(n % 10, n / 10).unwrap();
                Record {
                    mark: [None, Some(Mark::WIN), Some(Mark::BEST), Mark::new(b'a')]
                        [usize::from(mark)],
                    value: Value { score, depth, bound: Bound::ALL[bound] },
                    comment,
                    labels: points.map(|(n, label)| (point(n), label)).collect(),
                }
            },
        )
    }

    fn record(mark: Option<Mark>, score: Score, depth: u32) -> Record {
        Record { mark, value: Value::searched(score, depth), ..Record::default() }
    }

    #[test]
    fn captions_are_those_of_the_side_that_moved() {
        let captions = [
            record(None, Score::Points(0), 8),
            record(None, Score::Points(-2_000), 8),
            Record::searched(Score::Loss(4), 8),
            Record::searched(Score::Win(11), 8),
            record(Some(Mark::LOSS), Score::Points(3), 8),
            record(Some(Mark::LOSS), Score::Loss(4), 8),
            record(Some(Mark::BEST), Score::Points(3), 8),
            Record::default(),
        ];
        let texts = captions.map(|record| record.caption());
        assert_eq!(texts, ["50%", "99%", "w5", "l12", "l*", "l*", "!", ""]);
    }

    #[test]
    fn scores_survive_and_turn_with_the_side() {
        for score in [Score::Win(1), Score::Loss(40), Score::Points(-317), Score::Points(0)] {
            let value = Value::searched(score, 12);
            assert_eq!(value.score(), score);
            assert_eq!(value.before_move().depth, 13);
        }
        assert_eq!(Value::searched(Score::Loss(4), 1).before_move().score(), Score::Win(5));
        let largest = Value::searched(Score::Points(i32::MAX), 1);
        assert_eq!(largest.score(), Score::Points(LARGEST_ESTIMATE.into()));
        assert_eq!(Value::searched(Score::Win(5_000), 1).score(), Score::Win(1_000));
    }

    #[test]
    fn a_merge_keeps_what_is_better() {
        let bound = |bound, score, depth| {
            let value = Value { bound, ..Value::searched(Score::Points(score), depth) };
            Record { value, ..Record::default() }
        };
        let cases = [
            (bound(Bound::Lower, 500, 30), record(None, Score::Points(1), 9), 500),
            (bound(Bound::Lower, 500, 9), record(None, Score::Points(1), 9), 1),
            (record(None, Score::Points(1), 9), bound(Bound::Upper, 500, 9), 1),
            (record(None, Score::Points(1), 9), bound(Bound::None, 0, 40), 1),
            (record(None, Score::Points(1), 8), record(None, Score::Points(2), 9), 2),
            (record(None, Score::Points(1), 9), record(None, Score::Points(2), 8), 1),
            (Record::searched(Score::Win(9), 4), record(None, Score::Points(2), 40), 29_991),
            (record(None, Score::Points(2), 40), Record::searched(Score::Win(9), 4), 29_991),
            (Record::searched(Score::Win(9), 4), Record::searched(Score::Win(7), 1), 29_993),
            (Record::searched(Score::Win(7), 4), Record::searched(Score::Win(9), 9), 29_993),
            (Record::searched(Score::Win(7), 4), Record::searched(Score::Loss(2), 9), 29_993),
        ];
        for (mut mine, theirs, score) in cases {
            let marked = mine.mark.is_some() || theirs.mark.is_some();
            let changed = mine.merge(&theirs);
            assert_eq!((mine.value.score, mine.mark.is_some()), (score, marked));
            assert_eq!(changed, score == theirs.value.score, "{mine:?}");
        }
    }

    #[test]
    fn a_bare_result_keeps_an_estimate_only() {
        let bare = Record { mark: Some(Mark::LOSS), ..Record::default() };
        let mut estimated = record(None, Score::Points(-150), 30);
        assert!(estimated.merge(&bare));
        assert_eq!(estimated, record(Some(Mark::LOSS), Score::Points(-150), 30));
        let mut proven = record(None, Score::Loss(4), 30);
        assert!(proven.merge(&bare));
        assert_eq!(proven, bare);
    }

    #[test]
    fn texts_are_merged_once() {
        let with = |comment: &str, label: &str| {
            let mut record = Record { comment: comment.into(), ..Record::default() };
            record.labels.insert(Point::new(1, 2).unwrap(), label.into());
            record
        };
        let mut mine = with("one", "a");
        assert!(mine.merge(&with("two", "b")));
        assert!(!mine.merge(&with("two", "b")));
        assert_eq!(mine, with("one\ntwo", "a"));
        assert!(mine.merge(&with("on", "b")) && !mine.merge(&with("two\non", "b")));
        let mut best = Record { mark: Some(Mark::BEST), ..Record::default() };
        assert!(best.merge(&record(None, Score::Points(5), 3)) && best.mark == Some(Mark::BEST));
    }

    #[test]
    fn words_parted_by_a_tab_stay_apart() {
        assert_eq!(clean("\tone\ttwo\u{7}\r\nthree\t"), "one two\nthree");
    }

    #[test]
    fn labels_are_short_texts() {
        let mut record = Record::default();
        let point = Point::new(1, 2).unwrap();
        record.set_label(point, " a\nb\u{7} ");
        assert_eq!(record.labels[&point], "a b");
        record.set_label(point, " ");
        assert_eq!(record, Record::default());
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let mut record = Record::searched(Score::Win(3), 5);
        record.comment = "né".into();
        record.labels.insert(Point::new(3, 4).unwrap(), "A".into());
        let sound = record.to_bytes();
        assert_eq!(Record::from_bytes(&sound), Some(record));
        for end in (0..sound.len()).filter(|&end| end != 7 && end != 14) {
            assert_eq!(Record::from_bytes(&sound[..end]), None, "{end}");
        }
        for (at, byte) in [(0, 2), (1, b' '), (6, 4), (12, b'x'), (14, 22)] {
            let mut bytes = sound.clone();
            bytes[at] = byte;
            assert_eq!(Record::from_bytes(&bytes), None, "{at}");
        }
    }

    proptest! {
        #[test]
        fn every_record_survives_its_bytes(record in any_record("\\PC{0,9}")) {
            prop_assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
        }

        #[test]
        fn damaged_bytes_are_refused_or_a_record(
            record in any_record("\\PC{0,9}"),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            length in any::<prop::sample::Index>(),
            is_cut: bool,
        ) {
            let mut bytes = record.to_bytes();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if is_cut {
                bytes.truncate(length.index(bytes.len()));
            }
            if let Some(read) = Record::from_bytes(&bytes) {
                prop_assert_eq!(Record::from_bytes(&read.to_bytes()), Some(read));
            }
        }
    }
}
