//! The database commands of Yixin's front end and the lines that answer them.
//!
//! Some commands are followed by the name of a file on a separate line, others by the moves of a position,
//! one per line, and `DONE`. Colours follow from the order of the moves, Black first.

use std::fmt::{self, Write};

use crate::coord::{Move, Point};
use crate::database::{Bound, Mark, Record, Value, quote};
use crate::frontend::desk::Target;

/// A request about the database.
#[derive(Clone, Debug, PartialEq)]
pub enum DatabaseCommand {
    /// About a file.
    File(FileJob, String),
    Upkeep(Upkeep),
    /// About the position after these moves.
    Position(PositionJob, Vec<Target>),
}

/// The purpose of a command about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileJob {
    /// `YXSETDATABASE`: use this database from now on.
    Open,
    /// `YXDBTOTXT` and `YXDBTOTXTALL`: write the positions of the rule and board in use, or all, as text.
    WriteText { all: bool },
    /// `YXTXTTODB`: read positions from text.
    ReadText,
    /// `YXDBTOPOS`: write the moves of each position of the rule and board in use.
    WriteMoves,
    /// `YXDBTOLIB`: write the positions from the one on the board on as a library of RenLib.
    WriteLibrary,
    /// `YXLIBTODB`: read a library of RenLib.
    ReadLibrary,
    /// `YXDBMERGE`: copy the positions of another database.
    Merge,
    /// `YXDBSPLIT`: copy the position on the board and its successors to another database.
    Split,
}

impl FileJob {
    /// Whether the job may create the file.
    pub fn writes(self) -> bool {
        !matches!(self, FileJob::ReadText | FileJob::ReadLibrary | FileJob::Merge)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upkeep {
    /// `YXDBCHECK`: look for contradictions.
    Check,
    /// `YXDBFIX`: repair them.
    Fix,
    /// `YXSAVEDATABASE`: nothing is left to write.
    Save,
}

/// An operation on a position.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionJob {
    /// `YXQUERYDATABASEALL`: its moves; `YXQUERYDATABASEALLT`: and its comment.
    QueryAll { with_comment: bool },
    /// `YXQUERYDATABASEONE`: its mark and value.
    QueryOne,
    /// `YXQUERYDATABASETEXT`: its comment.
    QueryComment,
    /// `YXDELETEDATABASEONE`: delete it.
    DeleteOne,
    /// `YXDELETEDATABASEALL`: delete its successors.
    DeleteAll(Deletion),
    /// `YXSETBESTMOVEDATABASE`: its last move is the best.
    SetBest,
    /// `YXCLEARBESTMOVEDATABASE`: mark neither its last move nor any move after it as the best.
    ClearBest,
    /// `YXEDITTVDDATABASE`: change its mark and value.
    Edit(Change),
    /// `YXEDITTEXTDATABASE`: change the comment.
    EditComment(String),
    /// `YXEDITLABELDATABASE`: change the label of a point.
    EditLabel(Target, String),
}

/// A change of the given parts only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// `Some(None)` removes the mark.
    pub mark: Option<Option<Mark>>,
    pub score: Option<i16>,
    pub depth: Option<u16>,
}

impl Change {
    pub fn apply(self, record: &mut Record) {
        record.mark = self.mark.unwrap_or(record.mark);
        let Value { score, depth, bound } = record.value;
        record.value = Value {
            score: self.score.unwrap_or(score),
            depth: self.depth.unwrap_or(depth),
            bound: if self.score.is_some() { Bound::Exact } else { bound },
        };
    }
}

/// Which positions are deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    pub which: Deleted,
    /// Whether to examine the successors of positions that are kept.
    pub is_recursive: bool,
}

/// A choice of positions by their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deleted {
    All,
    /// Those with one of the marks `wld`.
    Marked(&'static str),
    /// Those without any of these marks.
    Unmarked(&'static str),
    /// Wins and losses whose plies are not known.
    Uncounted,
    /// Wins and losses in at most this many plies, counted as in captions.
    Within(u32),
}

impl Deletion {
    /// The names of the kinds, and the positions that they delete.
    const KINDS: [(&str, Deleted); 7] = [
        ("W", Deleted::Marked("w")),
        ("L", Deleted::Marked("l")),
        ("WL", Deleted::Marked("wl")),
        ("WLD", Deleted::Marked("wld")),
        ("NONWL", Deleted::Unmarked("wl")),
        ("NONWLD", Deleted::Unmarked("wld")),
        ("WLNOSTEP", Deleted::Uncounted),
    ];

    /// The kind `name`, which may end with `recursive`; an empty name deletes all. A number follows `wlinstep`.
    pub fn from_name(name: &str) -> Option<Deletion> {
        let name = name.to_ascii_uppercase();
        let (word, plies) = match name.split_once(char::is_whitespace) {
            Some((word, plies)) => (word, Some(plies.trim().parse().ok()?)),
            None => (name.as_str(), None),
        };
        let kind = word.strip_suffix("RECURSIVE").unwrap_or(word);
        let known = Deletion::KINDS.iter().find(|(known, _)| *known == kind);
        let which = match (known, plies) {
            (Some(&(_, which)), None) => which,
            (None, Some(plies)) if kind == "WLINSTEP" => Deleted::Within(plies),
            (None, None) if word.is_empty() => Deleted::All,
            _ => return None,
        };
        Some(Deletion { which, is_recursive: kind != word })
    }

    /// Whether a position with this record is deleted.
    pub fn includes(self, record: &Record) -> bool {
        let is_marked =
            |marks: &str| record.mark.is_some_and(|mark| marks.contains(char::from(mark.letter())));
        match self.which {
            Deleted::All => true,
            Deleted::Marked(marks) => is_marked(marks),
            Deleted::Unmarked(marks) => !is_marked(marks),
            Deleted::Uncounted => is_marked("wl") && record.plies().is_none(),
            Deleted::Within(most) => record.plies().is_some_and(|plies| plies <= most),
        }
    }
}

impl DatabaseCommand {
    /// Whether the command changes nothing, neither in the database nor in the game.
    pub fn is_query(&self) -> bool {
        use PositionJob::{QueryAll, QueryComment, QueryOne};
        matches!(self, DatabaseCommand::Position(QueryAll { .. } | QueryOne | QueryComment, _))
    }

    /// Whether the command changes the database in use. A file that is not written is read into it.
    pub fn is_change(&self) -> bool {
        match self {
            DatabaseCommand::File(job, _) => !job.writes(),
            DatabaseCommand::Upkeep(job) => *job == Upkeep::Fix,
            DatabaseCommand::Position(..) => !self.is_query(),
        }
    }
}

/// `fields mark value depth`: 1 in `fields` changes the mark, whose number is its ASCII code or -1, 2 the value,
/// 4 the depth.
pub fn edit(arguments: &str) -> Option<PositionJob> {
    let numbers: Option<Vec<i32>> =
        arguments.split_whitespace().map(|number| number.parse().ok()).collect();
    let [fields, mark, score, depth] = numbers?[..] else { return None };
    let mark = match mark {
        -1 | 0 => None,
        letter => Some(Mark::new(u8::try_from(letter).ok()?)?),
    };
    Some(PositionJob::Edit(Change {
        mark: (fields & 1 != 0).then_some(mark),
        score: (fields & 2 != 0).then_some(score.clamp(i16::MIN.into(), i16::MAX.into()) as i16),
        depth: (fields & 4 != 0).then_some(depth.clamp(0, u16::MAX.into()) as u16),
    }))
}

/// An answer to a request about the database: one line.
#[derive(Clone, Debug, PartialEq)]
pub enum DatabaseReply {
    /// The known moves of a position follow.
    Refresh,
    /// The record of a move.
    Move {
        point: Point,
        /// `None` if only the label is known.
        record: Option<Record>,
        label: String,
    },
    /// All moves have been listed.
    Done,
    /// The record of a position.
    One(Option<Record>),
    /// The comment of a position; empty if there is none.
    Comment(String),
    /// A database is in use.
    Opened {
        positions: u64,
        is_read_only: bool,
    },
    /// Positions were written to a file.
    Written(u64),
    /// Positions were read from a file.
    Read {
        handled: u64,
        changed: u64,
    },
    /// A check found this many faults.
    Checked {
        positions: u64,
        faults: u64,
    },
    Fixed(u64),
    Deleted(u64),
    /// Every change is on disk.
    Saved,
}

/// Appends the line of `reply`. Texts may contain any characters; line breaks and quotes are escaped.
pub fn write(reply: &DatabaseReply, out: &mut String) -> fmt::Result {
    out.push_str("MESSAGE ");
    match reply {
        DatabaseReply::Refresh => writeln!(out, "DATABASE REFRESH"),
        DatabaseReply::Move { point, record, label } => write_move(*point, record, label, out),
        DatabaseReply::Done => writeln!(out, "DATABASE DONE"),
        DatabaseReply::One(None) => writeln!(out, "DATABASE ONE 0 0 0 0"),
        DatabaseReply::One(Some(record)) => {
            let mark = record.mark.map_or(-1, |mark| mark.letter().into());
            let line =
                format!("DATABASE ONE {mark} {} {}", numbers(record.value), record.caption());
            writeln!(out, "{}", line.trim_end())
        }
        DatabaseReply::Comment(comment) => writeln!(out, "DATABASE TEXT {}", quote(comment)),
        DatabaseReply::Opened { positions, is_read_only } => {
            let note = if *is_read_only { ", for reading only" } else { "" };
            writeln!(out, "database opened, positions: {positions}{note}")
        }
        DatabaseReply::Written(count) => writeln!(out, "positions written: {count}"),
        DatabaseReply::Read { handled, changed } => {
            writeln!(out, "positions read: {handled}, changed: {changed}")
        }
        DatabaseReply::Checked { positions, faults } => {
            writeln!(out, "positions checked: {positions}, faults: {faults}")
        }
        DatabaseReply::Fixed(count) => writeln!(out, "positions fixed: {count}"),
        DatabaseReply::Deleted(count) => writeln!(out, "positions deleted: {count}"),
        DatabaseReply::Saved => writeln!(out, "every change is on disk"),
    }
}

fn write_move(point: Point, record: &Option<Record>, label: &str, out: &mut String) -> fmt::Result {
    let target = Target::from(Move::Place(point));
    let tag = record.as_ref().map_or(-1, tag);
    let value = record.as_ref().map(|record| record.value).unwrap_or_default();
    let has_comment = record.as_ref().is_some_and(|record| !record.comment.is_empty());
    let line = format!(
        "DATABASE {} {} {tag} {} {} {label}",
        target.x,
        target.y,
        numbers(value),
        u8::from(has_comment)
    );
    writeln!(out, "{}", line.trim_end())
}

/// Score, depth and bound.
fn numbers(value: Value) -> String {
    format!("{} {} {}", value.score, value.depth, value.bound.number())
}

/// The text that the front end draws on the point of a move: one or two characters, the first in the higher byte. -1
/// draws a dot.
fn tag(record: &Record) -> i32 {
    let caption = record.caption();
    let caption = caption.trim_end_matches(['*', '%']);
    // A third character would displace the first.
    let shown = if caption.len() > 2 { &caption[..1] } else { caption };
    match shown.len() {
        0 => -1,
        _ => shown.bytes().fold(0, |tag, byte| tag * 256 + i32::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::report::Score;

    #[test]
    fn arguments_are_read() {
        let change = |mark, score, depth| Some(PositionJob::Edit(Change { mark, score, depth }));
        for (text, job) in [
            ("1 119 0 0", change(Some(Some(Mark::WIN)), None, None)),
            ("1 -1 0 0", change(Some(None), None, None)),
            ("6 -1 -70000 9", change(None, Some(i16::MIN), Some(9))),
            ("1 7 0 0", None),
            ("1 300 0 0", None),
            ("1 119 0", None),
            ("1 119 0 0 0", None),
        ] {
            assert_eq!(edit(text), job, "{text}");
        }
    }

    #[test]
    fn deletions_choose_by_result() {
        let marks = [Some(Mark::WIN), Some(Mark::LOSS), Some(Mark::DRAW), None];
        let chosen = |kind: &str| {
            let deletion = Deletion::from_name(kind).unwrap();
            let record = |mark| Record { mark, ..Record::default() };
            let chosen = marks.map(|mark| deletion.includes(&record(mark)));
            (chosen, deletion.is_recursive)
        };
        assert_eq!(chosen(""), ([true; 4], false));
        assert_eq!(chosen("wl"), ([true, true, false, false], false));
        assert_eq!(chosen("nonwldRecursive"), ([false, false, false, true], true));
        let won = |score| Record { mark: Some(Mark::WIN), ..Record::searched(score, 1) };
        let results = [won(Score::Loss(4)), won(Score::Points(9)), Record::default()];
        for (kind, includes) in [
            ("wlnostep", [false, true, false]),
            ("wlinstep 5", [true, false, false]),
            ("wlinsteprecursive 4", [false; 3]),
        ] {
            let deletion = Deletion::from_name(kind).unwrap();
            let included = results.each_ref().map(|record| deletion.includes(record));
            assert_eq!(included, includes, "{kind}");
            assert_eq!(deletion.is_recursive, kind.contains("recursive"));
        }
        for bad in ["x", "recursive", "wlinstep", "wlinstep x", "wl 3"] {
            assert_eq!(Deletion::from_name(bad), None, "{bad}");
        }
    }

    #[test]
    fn tags_fit_the_two_characters_of_the_front_end() {
        let of = |score| tag(&Record::searched(score, 1));
        let letter = i32::from(b'w');
        assert_eq!(of(Score::Loss(4)), letter * 256 + i32::from(b'5'));
        assert_eq!(of(Score::Loss(12)), letter);
        assert_eq!(of(Score::Points(0)), i32::from(b'5') * 256 + i32::from(b'0'));
        assert_eq!(tag(&Record { mark: Some(Mark::WIN), ..Record::default() }), letter);
        assert_eq!(tag(&Record::default()), -1);
    }

    #[test]
    fn replies_have_the_front_ends_form() {
        let line = |reply| {
            let mut line = String::new();
            write(&reply, &mut line).unwrap();
            line
        };
        let record =
            Record { comment: "say \"hi\"\nthere".into(), ..Record::searched(Score::Win(5), 8) };
        let point = Point::new(7, 8).unwrap();
        let known =
            |record, label: &str| DatabaseReply::Move { point, record, label: label.into() };
        let tag = i32::from(b'l') * 256 + i32::from(b'6');
        let full = line(known(Some(record.clone()), "A"));
        assert_eq!(full, format!("MESSAGE DATABASE 7 8 {tag} 29995 8 3 1 A\n"));
        assert_eq!(line(known(None, "B")), "MESSAGE DATABASE 7 8 -1 0 0 0 0 B\n");
        let one = line(DatabaseReply::One(Some(record.clone())));
        assert_eq!(one, "MESSAGE DATABASE ONE 108 29995 8 3 l6\n");
        assert_eq!(line(DatabaseReply::One(None)), "MESSAGE DATABASE ONE 0 0 0 0\n");
        let text = line(DatabaseReply::Comment(record.comment));
        assert_eq!(text, "MESSAGE DATABASE TEXT \"say \\\"hi\\\"\\nthere\"\n");
    }
}
