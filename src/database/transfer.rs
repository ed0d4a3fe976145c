//! Records in and out: Yixin's text form, RenLib's libraries, lines of moves, other databases.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::{self, BufRead, Write};

use super::edit;
use super::key::{Canonical, Key};
use super::lookup;
use super::record::{Mark, Record, Value, clean};
use super::store::{Database, Failure, View};
use super::text;
use super::yixin::YixinFile;
use crate::coord::{Move, Point, Size};
use crate::formats::encoding::{BYTE_ORDER_MARK, Encoding};
use crate::formats::renlib::{self, Library, Node};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::search::report::Score;

/// Labels of results without a number.
const RESULTS: [&str; 2] = ["W", "L"];

/// What to do with a position that is already known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The better parts of both are kept, as by [`Record::merge`].
    Merge,
    /// The new record replaces the old one.
    Replace,
}

/// Why a transfer ended early. Committed records remain.
#[derive(Debug)]
pub enum TransferError {
    Database(Failure),
    /// The source cannot be read, or the target or the progress cannot be written.
    Stream(io::Error),
    /// A line is invalid: its number, from 1, and what is wrong.
    Line(u64, String),
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferError::Database(error) => error.fmt(f),
            TransferError::Stream(error) => error.fmt(f),
            TransferError::Line(number, message) => write!(f, "line {number}: {message}"),
        }
    }
}

impl std::error::Error for TransferError {}

impl From<Failure> for TransferError {
    fn from(error: Failure) -> TransferError {
        TransferError::Database(error)
    }
}

impl From<io::Error> for TransferError {
    fn from(error: io::Error) -> TransferError {
        TransferError::Stream(error)
    }
}

/// Writes records in batches, each of them one transaction.
pub struct Writer<'d> {
    database: &'d Database,
    policy: Policy,
    /// Records to a transaction, at least 1.
    batch: usize,
    pending: Vec<(Key, Record)>,
    /// Called after every transaction with the number of records handled so far.
    report: &'d mut dyn FnMut(u64) -> io::Result<()>,
    /// Records handled, and those of them that changed the database.
    pub handled: u64,
    pub changed: u64,
}

impl<'d> Writer<'d> {
    pub fn new(
        database: &'d Database,
        policy: Policy,
        batch: usize,
        report: &'d mut dyn FnMut(u64) -> io::Result<()>,
    ) -> Writer<'d> {
        let pending = Vec::new();
        Writer { database, policy, batch, pending, report, handled: 0, changed: 0 }
    }

    fn add(&mut self, key: Key, record: Record) -> Result<(), TransferError> {
        self.pending.push((key, record));
        if self.pending.len() >= self.batch { self.commit() } else { Ok(()) }
    }

    /// Writes pending records; they are on disk on return.
    ///
    /// # Errors
    /// The database or the report cannot be written.
    pub fn commit(&mut self) -> Result<(), TransferError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        // In the order of the keys, neighbours share pages of the file.
        self.pending.sort_by(|one, other| one.0.cmp(&other.0));
        let policy = self.policy;
        self.changed += self.database.update(|update| {
            let mut changed = 0;
            for (key, record) in &self.pending {
                changed += u64::from(match policy {
                    Policy::Merge => update.merge(key, record)?,
                    Policy::Replace => update.replace(key, record)?,
                });
            }
            Ok(changed)
        })?;
        self.handled += self.pending.len() as u64;
        self.pending.clear();
        Ok((self.report)(self.handled)?)
    }
}

/// Reads the text form, whose lines are in `encoding`, into `writer` and commits all of it.
///
/// # Errors
/// The first invalid line, after committing the ones before it; or the text or the database fails.
pub fn import_text(
    source: &mut dyn BufRead,
    encoding: Encoding,
    writer: &mut Writer<'_>,
) -> Result<(), TransferError> {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if source.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let start = if number == 1 { BYTE_ORDER_MARK } else { "" };
        let rest = line.strip_prefix(start.as_bytes()).unwrap_or(&line);
        match text::read_line(&encoding.decode(rest)) {
            Ok(None) => {}
            Ok(Some((key, record))) => writer.add(key, record)?,
            Err(message) => {
                writer.commit()?;
                return Err(TransferError::Line(number, message));
            }
        }
    }
    writer.commit()
}

/// Writes all positions, or those of one rule and board, in the text form; returns their number.
///
/// # Errors
/// The database cannot be read, or `out` cannot be written.
pub fn export_text(
    view: &View<'_>,
    variant: Option<(Rule, Size)>,
    out: &mut dyn Write,
) -> Result<u64, TransferError> {
    writeln!(out, "{}", text::HEADER)?;
    let mut count = 0;
    for entry in view.entries(variant)? {
        let (key, record) = entry?;
        writeln!(out, "{}", text::write_line(count, &key, &record))?;
        count += 1;
    }
    out.flush()?;
    Ok(count)
}

/// The number of positions written, and of those that the format cannot represent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub written: u64,
    pub left_out: u64,
}

/// Writes the positions of one rule and board as lines of moves such as `h8i9g7`, Black and White in turn. Omits the
/// empty board and positions for which no order of legal moves was found, because of passes or fouls.
///
/// # Errors
/// As [`export_text`].
pub fn export_moves(
    view: &View<'_>,
    variant: (Rule, Size),
    out: &mut dyn Write,
) -> Result<Exported, TransferError> {
    let mut exported = Exported::default();
    for entry in view.entries(Some(variant))? {
        let moves = entry?.0.moves().filter(|points| !points.is_empty());
        let Some(points) = moves else {
            exported.left_out += 1;
            continue;
        };
        writeln!(out, "{}", points.iter().map(Point::to_string).collect::<String>())?;
        exported.written += 1;
    }
    out.flush()?;
    Ok(exported)
}

/// Copies all positions of `source` into `writer` and commits them.
///
/// # Errors
/// One of the databases fails.
pub fn merge(source: &View<'_>, writer: &mut Writer<'_>) -> Result<(), TransferError> {
    for entry in source.entries(None)? {
        let (key, record) = entry?;
        writer.add(key, record)?;
    }
    writer.commit()
}

/// Adds the records of a database of Yixin or Rapfi to `writer` and commits them; returns the number of invalid records
/// in the file.
///
/// # Errors
/// The database fails.
pub fn import_yixin(file: YixinFile, writer: &mut Writer<'_>) -> Result<u64, TransferError> {
    for (key, record) in file.records {
        writer.add(key, record)?;
    }
    writer.commit()?;
    Ok(file.skipped)
}

/// Copies the position of `game` and all that follow it from `source` into `writer` and commits them.
///
/// # Errors
/// One of the databases fails.
pub fn split(source: &View<'_>, game: &Game, writer: &mut Writer<'_>) -> Result<(), TransferError> {
    let mut keys = edit::following(source, game, true, |_| true)?;
    keys.extend(Canonical::of(game).map(|canonical| canonical.key));
    for key in keys {
        if let Some(record) = source.get(&key)? {
            writer.add(key, record)?;
        }
    }
    writer.commit()
}

/// Adds the positions of `library` under `rule` to `writer` and commits them. A label `W` or `L`, with the number
/// of plies from the empty board or without, is the result for the side that moved there, unless it is a bare letter
/// among others; other labels and the comments are kept as texts. Branches with illegal moves are skipped; returns the
/// number of their nodes.
///
/// # Errors
/// The database fails.
pub fn import_library(
    library: &Library,
    rule: Rule,
    writer: &mut Writer<'_>,
) -> Result<u64, TransferError> {
    let mut game = Game::new(rule, renlib::SIZE).expect("the board of libraries is large enough");
    let mut records = LibraryRecords::default();
    let mut skipped = 0;
    let mut blocked_from = usize::MAX;
    for (node, is_lettered) in library.nodes.iter().zip(lettered(&library.nodes)) {
        if node.depth > blocked_from {
            skipped += 1;
            continue;
        }
        blocked_from = usize::MAX;
        while game.history().len() >= node.depth.max(1) {
            game.undo();
        }
        let parent = Canonical::of(&game).expect("a library blocks no points");
        if node.is_label {
            records.add_label(&parent, node);
            continue;
        }
        if node.depth > 0 && !play(&mut game, node) {
            (blocked_from, skipped) = (node.depth, skipped + 1);
            continue;
        }
        let is_its_name = is_lettered && is_letter(&node.label);
        let result = if is_its_name { None } else { read_result(&node.label, node.depth) };
        if result.is_none() {
            records.add_label(&parent, node);
        }
        let comment = clean(&node.comment);
        let record = Record { comment, ..result.unwrap_or_default() };
        if node.depth > 0 || record != Record::default() {
            records.add(Canonical::of(&game).expect("a library blocks no points").key, &record);
        }
    }
    for (key, record) in records.0 {
        writer.add(key, record)?;
    }
    writer.commit()?;
    Ok(skipped)
}

/// The library's records of each position, collected from all its branches.
#[derive(Default)]
struct LibraryRecords(BTreeMap<Key, Record>);

impl LibraryRecords {
    fn add(&mut self, key: Key, record: &Record) {
        self.0.entry(key).or_default().merge(record);
    }

    /// Adds the label of `node`, if it has one, to its point in the position before.
    fn add_label(&mut self, parent: &Canonical, node: &Node) {
        if let (Some(point), false) = (node.point, node.label.is_empty()) {
            let mut labelled = Record::default();
            labelled.set_label(parent.to_key(point), &node.label);
            self.add(parent.key.clone(), &labelled);
        }
    }
}

/// Whether the variations beside each node, itself included, have letters as names: people count them A, B, C, so that
/// the twelfth is L and the 23rd W.
fn lettered(nodes: &[Node]) -> Vec<bool> {
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    let mut names_children = vec![false; nodes.len()];
    let mut path = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        path.truncate(node.depth);
        let parent = path.last().copied();
        if let Some(parent) = parent {
            names_children[parent] |= is_name(&node.label);
        }
        parents.push(parent);
        path.push(at);
    }
    parents.into_iter().map(|parent| parent.is_some_and(|parent| names_children[parent])).collect()
}

fn is_letter(label: &str) -> bool {
    let mut characters = label.chars();
    characters.next().is_some_and(char::is_alphabetic) && characters.next().is_none()
}

/// Whether `label` is a letter without another meaning.
fn is_name(label: &str) -> bool {
    is_letter(label) && !RESULTS.contains(&label)
}

/// Plays the move of `node`, passes included; returns whether this was possible.
fn play(game: &mut Game, node: &Node) -> bool {
    match node.point {
        Some(point) => game.play(Move::Place(point)).is_ok(),
        None if game.outcome().is_some() => false,
        None => {
            game.give_turn_to(!game.side_to_move());
            true
        }
    }
}

/// The record of a label `W`, `L*`, `L12`, where the number counts the plies from the empty board to the end.
fn read_result(label: &str, depth: usize) -> Option<Record> {
    let mark = match label.as_bytes().first()? {
        b'W' => Mark::WIN,
        b'L' => Mark::LOSS,
        _ => return None,
    };
    let unknown = Record { mark: Some(mark), ..Record::default() };
    if label[1..].is_empty() || &label[1..] == "*" {
        return Some(unknown);
    }
    let is_number = label[1..].bytes().all(|byte| byte.is_ascii_digit());
    let end: usize = is_number.then(|| label[1..].parse().ok())??;
    let Some(plies) = end.checked_sub(depth).and_then(|plies| u32::try_from(plies).ok()) else {
        return Some(unknown);
    };
    let score = if mark == Mark::WIN { Score::Loss(plies) } else { Score::Win(plies) };
    Some(Record { value: Value::searched(score, 0), ..unknown })
}

/// The positions from `game` on as a library, and how many they are. Every position is continued once; where others
/// lead to it, the branch ends. Only one of several symmetric moves is written. From the empty board, positions that
/// are not reachable by known moves are counted. A library contains results, comments, and labels of points without a
/// result.
///
/// # Errors
/// The board is not that of libraries, or the database cannot be read.
pub fn export_library(view: &View<'_>, game: &Game) -> Result<(Library, Exported), LibraryFailure> {
    if game.size() != renlib::SIZE {
        return Err(LibraryFailure::Board(game.size()));
    }
    let mut nodes = vec![Node::default()];
    for (depth, ply) in (1..).zip(game.history()) {
        nodes.push(Node { depth, point: ply.mv.point(), ..Node::default() });
    }
    let known = lookup::position(view, game)?;
    let is_known = known.is_some();
    let record = known.unwrap_or_default();
    let last = nodes.last_mut().expect("there is the root");
    last.comment = record.comment.clone();
    last.label = write_result(&record, last.depth);
    let entries = view.entries(Some((game.rule(), game.size())))?;
    let stored = entries.map(|entry| Ok(entry?.0)).collect::<Result<_, Failure>>()?;
    let mut exporter = Exporter { view, stored, nodes, expanded: HashSet::new() };
    exporter.expand(game)?;
    // Every position on the way is expanded, the first one even if it is unknown, but not if it has blocked points.
    let expanded = exporter.expanded.len() as u64;
    let written = expanded.saturating_sub(u64::from(!is_known));
    let left_out =
        if game.history().is_empty() { exporter.stored.len() as u64 - written } else { 0 };
    Ok((Library { nodes: exporter.nodes }, Exported { written, left_out }))
}

/// Why there is no library.
#[derive(Debug)]
pub enum LibraryFailure {
    Database(Failure),
    /// Libraries have a board of another size.
    Board(Size),
}

impl fmt::Display for LibraryFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryFailure::Database(error) => error.fmt(f),
            LibraryFailure::Board(size) => {
                write!(f, "unsupported board size {size} (expected {})", renlib::SIZE)
            }
        }
    }
}

impl std::error::Error for LibraryFailure {}

impl From<Failure> for LibraryFailure {
    fn from(error: Failure) -> LibraryFailure {
        LibraryFailure::Database(error)
    }
}

struct Exporter<'v> {
    view: &'v View<'v>,
    /// All positions of the rule and board: most points of a position lead to none, which a set tells faster than the
    /// file.
    stored: HashSet<Key>,
    nodes: Vec<Node>,
    expanded: HashSet<Key>,
}

impl Exporter<'_> {
    /// Adds the moves known after `game`, depth first.
    fn expand(&mut self, game: &Game) -> Result<(), Failure> {
        // Positions with moves still to be written, each with its depth and these moves, last first.
        let mut open = vec![(game.clone(), self.branches(game)?)];
        while let Some((position, branches)) = open.last_mut() {
            let Some(node) = branches.pop() else {
                open.pop();
                continue;
            };
            let mut after = position.clone();
            let point = node.point.filter(|_| !node.is_label);
            self.nodes.push(node);
            let is_played = point.is_some_and(|point| after.play(Move::Place(point)).is_ok());
            if is_played {
                let branches = self.branches(&after)?;
                open.push((after, branches));
            }
        }
        Ok(())
    }

    /// The nodes after `game`, last first; none if it was expanded before.
    fn branches(&mut self, game: &Game) -> Result<Vec<Node>, Failure> {
        let Some(canonical) = Canonical::of(game) else {
            return Ok(Vec::new());
        };
        if !self.expanded.insert(canonical.key.clone()) {
            return Ok(Vec::new());
        }
        let mut seen: HashSet<Point> = HashSet::new();
        let depth = game.history().len() + 1;
        let mut nodes = Vec::new();
        // Nodes with bare results, and with texts that read like results.
        let (mut bare_results, mut texts) = (Vec::new(), Vec::new());
        for known in lookup::moves_among(self.view, game, |key| self.stored.contains(key))? {
            if !seen.insert(canonical.to_key(known.point)) {
                continue;
            }
            let (is_label, record) = (known.record.is_none(), known.record.unwrap_or_default());
            let result = write_result(&record, depth);
            if RESULTS.contains(&&*result) {
                bare_results.push(nodes.len());
            }
            if !is_label && result.is_empty() && read_result(&known.label, depth).is_some() {
                texts.push(nodes.len());
            }
            let label = if result.is_empty() { known.label } else { result };
            let (point, comment) = (Some(known.point), record.comment);
            nodes.push(Node { depth, point, is_label, is_marked: false, label, comment });
        }
        // Among names, a bare result would be read as one of them.
        let has_names = nodes.iter().any(|node| is_name(&node.label));
        if has_names {
            bare_results.into_iter().for_each(|at| nodes[at].label.push('*'));
        }
        // A blank, which a reader drops, keeps a text from being read as a result.
        for at in texts {
            if !(has_names && is_letter(&nodes[at].label)) {
                nodes[at].label.push(' ');
            }
        }
        nodes.reverse();
        Ok(nodes)
    }
}

/// The label of a result, as [`read_result`] reads it; empty if there is none.
fn write_result(record: &Record, depth: usize) -> String {
    let letter = match record.mark {
        Some(Mark::WIN) => 'W',
        Some(Mark::LOSS) => 'L',
        _ => return String::new(),
    };
    match record.distance() {
        Some(plies) => format!("{letter}{}", depth + plies as usize),
        None => letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::database::key::tests::game;
    use crate::database::store::tests::scratch;
    use crate::formats::renlib::tests::library;
    use crate::gomoku::rules::game::Stone;

    fn import(nodes: &[&str], name: &str) -> (Database, u64) {
        let database = scratch(name);
        let mut report = |_| Ok(());
        let mut writer = Writer::new(&database, Policy::Merge, 2, &mut report);
        let skipped = import_library(&library(nodes), Rule::Freestyle, &mut writer).unwrap();
        drop(writer);
        (database, skipped)
    }

    #[test]
    fn a_library_comes_back_with_its_texts() {
        let nodes = [
            "0 -",
            "1 h8 |start",
            "2 h7 A|straight",
            "3 g6 W9",
            "3 g9 W",
            "2 g7 B|diagonal\nsecond line",
            "3 i9 L8|",
            "2 i10 W+12|a text, no result",
        ];
        let (database, skipped) = import(&nodes, "library");
        let view = database.view().unwrap();
        let (exported, count) = export_library(&view, &game(Rule::Freestyle, "")).unwrap();
        assert_eq!((skipped, view.len().unwrap()), (0, 7));
        assert_eq!(count, Exported { written: 7, left_out: 0 });
        let outline = |library: &Library| {
            let text = |node: &Node| format!("{} {}|{}", node.depth, node.label, node.comment);
            let mut texts: Vec<String> = library.nodes.iter().map(text).collect();
            texts.sort();
            texts
        };
        assert_eq!(outline(&exported), outline(&library(&nodes)));
        let (from_move, _) = export_library(&view, &game(Rule::Freestyle, "h8h7")).unwrap();
        let depths: Vec<usize> = from_move.nodes.iter().map(|node| node.depth).collect();
        assert_eq!(depths, [0, 1, 2, 3, 3]);
    }

    #[test]
    fn a_text_that_reads_like_a_result_stays_a_text() {
        let database = scratch("like-result");
        let after = game(Rule::Freestyle, "h8");
        let label = |record: &mut Record, canonical: &Canonical| {
            record.set_label(canonical.to_key(Point::from_text("h8").unwrap()), "L12");
        };
        edit::edit(&database, &game(Rule::Freestyle, ""), label).unwrap();
        edit::edit(&database, &after, |record, _| record.comment = "known".into()).unwrap();
        let view = database.view().unwrap();
        let (library, _) = export_library(&view, &game(Rule::Freestyle, "")).unwrap();
        let (copy, mut report) = (scratch("like-result-copy"), |_| Ok(()));
        let mut writer = Writer::new(&copy, Policy::Merge, 2, &mut report);
        import_library(&library, Rule::Freestyle, &mut writer).unwrap();
        drop(writer);
        let view = copy.view().unwrap();
        let known = lookup::moves(&view, &game(Rule::Freestyle, "")).unwrap();
        let known = known.iter().find(|known| known.record.is_some()).unwrap();
        assert_eq!((known.label.as_str(), known.record.as_ref().unwrap().mark), ("L12", None));
    }

    #[test]
    fn what_a_library_cannot_hold_is_counted() {
        let database = scratch("left-out");
        let mut passed = game(Rule::Freestyle, "h8");
        passed.give_turn_to(Color::Black);
        let games = ["a1", "a1b2", "a1b2c4d7"].map(|moves| game(Rule::Freestyle, moves));
        for game in games.iter().chain([&passed]) {
            edit::edit(&database, game, |record, _| record.comment = "known".into()).unwrap();
        }
        let view = database.view().unwrap();
        // Three stones of a line are unknown, and a pass is not a move.
        let (_, all) = export_library(&view, &game(Rule::Freestyle, "")).unwrap();
        assert_eq!(all, Exported { written: 2, left_out: 2 });
        let (_, behind) = export_library(&view, &games[0]).unwrap();
        assert_eq!(behind, Exported { written: 2, left_out: 0 });
        let variant = (Rule::Freestyle, renlib::SIZE);
        let moves = export_moves(&view, variant, &mut Vec::new()).unwrap();
        assert_eq!(moves, Exported { written: 3, left_out: 1 });
    }

    #[test]
    fn nothing_follows_a_position_with_blocked_points() {
        let (database, _) = import(&["0 -", "1 h8"], "blocked");
        let blocked = [(Point::new(3, 3).unwrap(), Stone::Blocked)];
        let game = Game::set_up(Rule::Freestyle, renlib::SIZE, &blocked).unwrap();
        let (exported, count) = export_library(&database.view().unwrap(), &game).unwrap();
        assert_eq!((exported, count.written), (library(&["0 -"]), 0));
    }

    #[test]
    fn a_library_replaces_what_was_known_not_itself() {
        let (database, _) = import(&["0 -", "1 h8 |old", "2 h7 B"], "replace-library");
        let nodes = ["0 -", "1 h8 |new", "2 h7 A", "2 ?g6 C"];
        let mut report = |_| Ok(());
        let mut writer = Writer::new(&database, Policy::Replace, 2, &mut report);
        import_library(&library(&nodes), Rule::Freestyle, &mut writer).unwrap();
        drop(writer);
        let view = database.view().unwrap();
        let record = lookup::position(&view, &game(Rule::Freestyle, "h8")).unwrap().unwrap();
        let labels: Vec<&str> = record.labels.values().map(String::as_str).collect();
        assert_eq!((record.comment.as_str(), labels), ("new", vec!["C", "A"]));
    }

    #[test]
    fn labels_on_empty_points_are_no_positions() {
        let nodes = ["0 -", "1 h8", "2 ?h7 A", "2 ?g6 W", "2 g7"];
        let (database, skipped) = import(&nodes, "labels");
        let view = database.view().unwrap();
        assert_eq!((skipped, view.len().unwrap()), (0, 2));
        let (exported, _) = export_library(&view, &game(Rule::Freestyle, "")).unwrap();
        let mut labels: Vec<(&str, bool)> =
            exported.nodes.iter().map(|node| (node.label.as_str(), node.is_label)).collect();
        labels.sort_unstable();
        assert_eq!(labels, [("", false), ("", false), ("", false), ("A", true), ("W", true)]);
    }

    #[test]
    fn a_letter_among_others_is_a_name() {
        let (database, _) = import(
            &["0 -", "1 h8", "2 a1 A", "2 b1 L", "2 c1 W*", "2 d1 L9", "3 b3 W", "3 b4 L"],
            "names",
        );
        let view = database.view().unwrap();
        let mark = |moves: &str| {
            let game = game(Rule::Freestyle, moves);
            lookup::position(&view, &game).unwrap().unwrap().mark
        };
        let marks = ["h8a1", "h8b1", "h8c1", "h8d1", "h8d1b3", "h8d1b4"].map(mark);
        let (win, loss) = (Some(Mark::WIN), Some(Mark::LOSS));
        assert_eq!(marks, [None, None, win, loss, win, loss]);
        let (exported, _) = export_library(&view, &game(Rule::Freestyle, "")).unwrap();
        let mut labels: Vec<&str> = exported.nodes.iter().map(|node| &*node.label).collect();
        labels.sort_unstable();
        assert_eq!(labels, ["", "", "A", "L", "L", "L9", "W", "W*"]);
    }

    #[test]
    fn a_result_without_a_distance_keeps_what_a_search_found() {
        let database = scratch("kept-value");
        let searched = Value::searched(Score::Points(-150), 30);
        let h8 = game(Rule::Freestyle, "h8");
        edit::edit(&database, &h8, |record, _| record.value = searched).unwrap();
        let mut report = |_| Ok(());
        let mut writer = Writer::new(&database, Policy::Merge, 2, &mut report);
        import_library(&library(&["0 -", "1 h8 L"]), Rule::Freestyle, &mut writer).unwrap();
        drop(writer);
        let record = lookup::position(&database.view().unwrap(), &h8).unwrap().unwrap();
        assert_eq!((record.mark, record.value), (Some(Mark::LOSS), searched));
    }

    #[test]
    fn illegal_branches_are_skipped() {
        let (database, skipped) = import(&["0 -", "1 h8", "2 h8", "3 a1", "2 h7"], "illegal");
        assert_eq!((skipped, database.view().unwrap().len().unwrap()), (2, 2));
    }

    #[test]
    fn transpositions_end_branches_of_libraries() {
        let nodes =
            ["0 -", "1 h8", "2 a1", "3 i9", "4 b1", "1 i9", "2 a1", "3 h8", "4 b1", "5 j10"];
        let (database, _) = import(&nodes, "transposed");
        let view = database.view().unwrap();
        let (exported, count) = export_library(&view, &game(Rule::Freestyle, "")).unwrap();
        assert_eq!(count.written, view.len().unwrap());
        let ends = exported.nodes.iter().filter(|node| node.depth == 5).count();
        assert_eq!((ends, exported.nodes.len()), (1, 9));
    }

    #[test]
    fn the_text_form_goes_out_and_in() {
        let (database, _) = import(&["0 -", "1 h8 |start", "2 h7 W9|x"], "text-out");
        let mut text = Vec::new();
        assert_eq!(export_text(&database.view().unwrap(), None, &mut text).unwrap(), 2);
        let other = scratch("text-in");
        let mut handled = Vec::new();
        let mut report = |count| {
            handled.push(count);
            Ok(())
        };
        let mut writer = Writer::new(&other, Policy::Merge, 1, &mut report);
        import_text(&mut text.as_slice(), Encoding::default(), &mut writer).unwrap();
        let mut bad = &b"0,f-15-15-a1--w,w,0,0,none,\"\"\nrest"[..];
        let error = import_text(&mut bad, Encoding::default(), &mut writer).unwrap_err();
        assert_eq!(error.to_string(), "line 2: missing index");
        drop(writer);
        assert_eq!(handled, [1, 2, 3]);
        let mut again = Vec::new();
        export_text(&other.view().unwrap(), None, &mut again).unwrap();
        assert_eq!(again.len(), text.len() + "2,f-15-15-a1--w,w,0,0,none,\"\"\n".len());
        let variant = (Rule::Freestyle, renlib::SIZE);
        let mut moves = Vec::new();
        let exported = export_moves(&other.view().unwrap(), variant, &mut moves).unwrap();
        assert_eq!(exported, Exported { written: 3, left_out: 0 });
        assert_eq!(String::from_utf8(moves).unwrap(), "a1\nh8\nh8h7\n");
    }

    #[test]
    fn a_byte_order_mark_before_the_text_is_no_part_of_it() {
        for encoding in [Encoding::default(), Encoding::Gbk] {
            let database = scratch(&format!("mark-{encoding}"));
            let mut report = |_| Ok(());
            let mut writer = Writer::new(&database, Policy::Merge, 2, &mut report);
            let text = format!("\u{feff}{}\n0,f-15-15-a1--w,w,0,0,none,\"\"\n", text::HEADER);
            import_text(&mut text.as_bytes(), encoding, &mut writer).unwrap();
            assert_eq!(writer.handled, 1);
        }
    }

    #[test]
    fn a_split_takes_a_position_and_what_follows() {
        let (database, _) =
            import(&["0 -", "1 h8", "2 h7", "3 a1", "4 b1", "2 g7", "3 a1"], "split-from");
        let part = scratch("split-to");
        let mut report = |_| Ok(());
        let mut writer = Writer::new(&part, Policy::Merge, 10, &mut report);
        let game = game(Rule::Freestyle, "h8h7");
        split(&database.view().unwrap(), &game, &mut writer).unwrap();
        assert_eq!(writer.changed, 3);
    }

    #[test]
    fn a_merge_takes_what_is_better_and_a_replacement_everything() {
        let (first, _) = import(&["0 -", "1 h8 W9|one"], "merge-one");
        let (second, _) = import(&["0 -", "1 h8 W7|two"], "merge-two");
        for (policy, comment) in [(Policy::Merge, "one\ntwo"), (Policy::Replace, "two")] {
            let mut report = |_| Ok(());
            let mut writer = Writer::new(&first, policy, 10, &mut report);
            merge(&second.view().unwrap(), &mut writer).unwrap();
            assert_eq!(writer.changed, 1);
            merge(&second.view().unwrap(), &mut writer).unwrap();
            assert_eq!(writer.changed, 1, "it is already so");
            drop(writer);
            let game = game(Rule::Freestyle, "h8");
            let record = lookup::position(&first.view().unwrap(), &game).unwrap().unwrap();
            assert_eq!((record.comment.as_str(), record.caption()), (comment, "w7".to_owned()));
        }
    }
}
