//! Finds wins in Gomoku positions, and proves them on request.
//!
//! Reads positions. Writes one tab-separated line for each (id, result, winning move, plies, nodes, milliseconds,
//! line) and a last line with the totals. `none` means that no win was found within the limits, not that there is
//! none. A `win` is what the search found. On request each win gets a proof, a tree that answers every defence, which
//! is written or checked by the rules alone; a win without a complete tree is `unproved`. This adds columns. The totals
//! count the proofs, or say that nothing is proved.

pub mod read;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use serde_json::Value;

use crate::coord::Size;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::proof::check::{Fault, check};
use crate::gomoku::proof::text;
use crate::gomoku::prover::{Bounds, Proof, ProofResult, Prover};
use crate::gomoku::rules::rule::Rule;
use crate::proof::LONGEST_TEXT;
use crate::search::clock::Instant;
use crate::table::{Format, Table, millis};
use read::Reader;

/// The columns of a table of results.
const COLUMNS: &[&str] = &[
    "id",
    "result",
    "move",
    "plies",
    "nodes",
    "milliseconds",
    "line",
    "proof_nodes",
    "proof_milliseconds",
    "verification",
];

/// The output for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The win is printed as the search found it, without a proof.
    Win,
    /// It also gets a proof.
    Proof,
    /// The proof is also checked, with at most this many steps.
    Verified(u64),
}

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct ProofOptions {
    /// Default rule, for positions that do not name one.
    pub rule: Rule,
    /// Default board size, for positions that do not name one.
    pub size: Size,
    /// Bounds of each search for a win, and of the construction of each proof.
    pub bounds: Bounds,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// The output for wins.
    pub wanted: Wanted,
    /// Weights of the evaluation.
    pub weights: Arc<WeightSet>,
    /// Format of the results.
    pub format: Format,
}

/// Receives the id of each position and the text of its proof, if it has one.
pub type Sink<'a> = dyn FnMut(&str, Option<&str>) -> io::Result<()> + 'a;

/// The positions to solve.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The name of their file in messages.
    pub source: &'a str,
    /// One position a line.
    pub text: &'a str,
    /// Games of the file that have no line, because they cannot be read.
    pub missing: u32,
}

/// The destinations of the results.
pub struct Output<'a> {
    /// The lines of the positions.
    pub out: &'a mut dyn Write,
    /// Messages about unreadable input, and in Othello about wrong scores and missing proofs.
    pub errors: &'a mut dyn Write,
    /// The proofs, unless they are only checked.
    pub proofs: Option<&'a mut Sink<'a>>,
}

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions read.
    pub positions: u32,
    /// Wins found; if proofs are requested, only proved ones.
    pub wins: u32,
    /// Wins whose proof could not be completed or is invalid.
    pub unproved: u32,
    /// Lines and games that could not be read.
    pub unreadable: u32,
    /// Nodes of all searches for wins.
    pub nodes: u64,
    /// Time of all searches for wins in milliseconds.
    pub millis: u128,
    /// Nodes of all proofs.
    pub proof_nodes: u64,
    /// Time of all constructions in milliseconds.
    pub proof_millis: u128,
}

impl Summary {
    /// Whether every line was valid and every win proved.
    pub fn is_clean(&self) -> bool {
        self.unproved == 0 && self.unreadable == 0
    }

    fn count(&mut self, verdict: &ProofResult, attempt: Option<&Attempt>) {
        self.positions += 1;
        self.nodes += verdict.nodes;
        self.millis += verdict.elapsed.as_millis();
        if let Some(attempt) = attempt {
            self.proof_millis += attempt.elapsed.as_millis();
            self.proof_nodes += attempt.nodes.unwrap_or(0) as u64;
        }
        let is_proved = attempt.is_none_or(Attempt::is_proved);
        match verdict.proof {
            Some(_) if is_proved => self.wins += 1,
            Some(_) => self.unproved += 1,
            None => {}
        }
    }
}

/// The construction of a proof.
struct Attempt {
    /// The number of nodes of the proof; `None` if it could not be completed.
    nodes: Option<usize>,
    /// Time of the construction.
    elapsed: Duration,
    /// Whether the proof holds, if it was checked.
    checked: Option<Result<(), Fault>>,
}

impl Attempt {
    fn is_proved(&self) -> bool {
        self.nodes.is_some() && self.checked.is_none_or(|checked| checked.is_ok())
    }

    /// The result of the check, if one was requested.
    fn verification(&self) -> Option<String> {
        match (self.nodes, self.checked?) {
            (None, _) => None,
            (Some(_), Ok(())) => Some("verified".to_owned()),
            (Some(_), Err(Fault { line, flaw })) => Some(format!("line {line}: {flaw}")),
        }
    }
}

/// Looks for a win in every position of `input`; `bar` advances with every line. An invalid line is reported with its
/// number, and skipped.
///
/// # Errors
/// I/O errors on the streams of `output`.
pub fn run(
    input: &Input,
    options: &ProofOptions,
    bar: &ProgressBar,
    output: &mut Output,
) -> io::Result<Summary> {
    let Input { source, text, missing } = *input;
    let mut prover = Prover::new(options.table_bytes, options.weights.clone());
    let mut reader = Reader::new(options.rule, options.size);
    let mut summary = Summary { unreadable: missing, ..Summary::default() };
    let table = Table::new(options.format, COLUMNS);
    output.out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    bar.set_length(text.lines().count() as u64);
    for (number, line) in (1..).zip(text.lines()) {
        bar.set_position(number as u64 - 1);
        let problem = match reader.read(number, line) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(error) => {
                summary.unreadable += 1;
                bar.suspend(|| writeln!(output.errors, "{source}: line {number}: {error}"))?;
                continue;
            }
        };
        prover.clear();
        let mut board = prover.board(&problem.game);
        let verdict = prover.prove(&mut board, options.bounds);
        let found = verdict.proof.as_ref().filter(|_| options.wanted != Wanted::Win);
        let (attempt, text) = found
            .map(|proof| attempt(&mut prover, &mut board, proof, options, LONGEST_TEXT))
            .unzip();
        if let Some(sink) = &mut output.proofs {
            let is_proved = attempt.as_ref().is_some_and(Attempt::is_proved);
            sink(&problem.id, text.flatten().as_deref().filter(|_| is_proved))?;
        }
        summary.count(&verdict, attempt.as_ref());
        let row = match table {
            Some(table) => table.row(cells(&problem.id, &verdict, attempt.as_ref())),
            None => row(&problem.id, &verdict, attempt.as_ref(), options.wanted),
        };
        bar.suspend(|| write!(output.out, "{row}"))?;
    }
    bar.finish_and_clear();
    match table {
        Some(table) => output.out.write_all(sums(&summary, table).as_bytes())?,
        None => writeln!(output.out, "{}", totals(&summary, options.wanted))?,
    }
    Ok(summary)
}

/// Builds the proof of a win that was found, and checks it on request. Its text has at most `longest` bytes: no checker
/// reads more than [`LONGEST_TEXT`].
fn attempt(
    prover: &mut Prover,
    board: &mut Board,
    found: &Proof,
    options: &ProofOptions,
    longest: usize,
) -> (Attempt, Option<String>) {
    let started = Instant::now();
    let proof = prover.construct(board, found, options.bounds);
    let elapsed = started.elapsed();
    let written = proof.map(|proof| (proof.lines(), text::write(&proof)));
    let (nodes, text) = written.filter(|(_, text)| text.len() <= longest).unzip();
    let checked = match options.wanted {
        Wanted::Verified(steps) => text.as_deref().map(|text| verify(text, steps)),
        Wanted::Win | Wanted::Proof => None,
    };
    (Attempt { nodes, elapsed, checked }, text)
}

/// Checks a proof from its text, like a reader of the file.
fn verify(written: &str, steps: u64) -> Result<(), Fault> {
    match text::parse(written) {
        Ok(proof) => check(&proof, steps).map(|_| ()),
        Err(error) => unreachable!("a proof that was written can be read: {error:?}"),
    }
}

/// The last line of a machine-readable table.
fn sums(summary: &Summary, table: Table) -> String {
    let counts = [
        ("positions", summary.positions),
        ("wins", summary.wins),
        ("unproved", summary.unproved),
        ("unreadable", summary.unreadable),
    ];
    let whole = |millis: u128| u64::try_from(millis).unwrap_or(u64::MAX).into();
    let mut fields: Vec<(&str, Value)> = counts.map(|(name, count)| (name, count.into())).to_vec();
    fields.extend([
        ("nodes", summary.nodes.into()),
        ("milliseconds", whole(summary.millis)),
        ("proof_nodes", summary.proof_nodes.into()),
        ("proof_milliseconds", whole(summary.proof_millis)),
    ]);
    table.total(&fields)
}

/// The last line, with the totals of proofs if these are requested, or that nothing is proved.
fn totals(summary: &Summary, wanted: Wanted) -> String {
    let Summary { positions, wins, nodes, millis, .. } = summary;
    let line = format!("total\t{positions}\t{wins}\t{nodes}\t{millis}");
    if wanted == Wanted::Win {
        return format!("{line}\t{wins} found, not proved");
    }
    let Summary { unproved, proof_nodes, proof_millis, .. } = summary;
    format!("{line}\t{proof_nodes}\t{proof_millis}\t{wins} proved, {unproved} unproved")
}

/// The word for the result.
fn result(verdict: &ProofResult, attempt: Option<&Attempt>) -> &'static str {
    match (&verdict.proof, attempt) {
        (None, _) => "none",
        (Some(_), Some(attempt)) if !attempt.is_proved() => "unproved",
        (Some(_), _) => "win",
    }
}

/// A position as cells of [`COLUMNS`].
fn cells(id: &str, verdict: &ProofResult, attempt: Option<&Attempt>) -> Vec<Value> {
    let moves = |proof: &Proof| proof.moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    let proof = verdict.proof.as_ref();
    vec![
        id.into(),
        result(verdict, attempt).into(),
        proof.and_then(|proof| proof.moves.first()).map(ToString::to_string).into(),
        proof.map(|proof| proof.plies).into(),
        verdict.nodes.into(),
        millis(verdict.elapsed).into(),
        proof.map(moves).into(),
        attempt.and_then(|attempt| attempt.nodes).into(),
        attempt.map(|attempt| millis(attempt.elapsed)).into(),
        attempt.and_then(Attempt::verification).into(),
    ]
}

/// The output line of one position.
fn row(id: &str, verdict: &ProofResult, attempt: Option<&Attempt>, wanted: Wanted) -> String {
    let (nodes, millis) = (verdict.nodes, verdict.elapsed.as_millis());
    let result = result(verdict, attempt);
    let mut row = match &verdict.proof {
        Some(proof) => {
            let line: String = proof.moves.iter().map(ToString::to_string).collect();
            let first = proof.moves.first().map_or_else(String::new, ToString::to_string);
            format!("{id}\t{result}\t{first}\t{}\t{nodes}\t{millis}\t{line}", proof.plies)
        }
        None => format!("{id}\t{result}\t-\t-\t{nodes}\t{millis}\t-"),
    };
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    if wanted != Wanted::Win {
        let nodes = attempt.and_then(|attempt| attempt.nodes).map(|nodes| nodes.to_string());
        let millis = attempt.map(|attempt| attempt.elapsed.as_millis().to_string());
        row += &format!("\t{}\t{}", or_dash(nodes), or_dash(millis));
    }
    if matches!(wanted, Wanted::Verified(_)) {
        row += &format!("\t{}", or_dash(attempt.and_then(Attempt::verification)));
    }
    row + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, parse_points};
    use crate::gomoku::proof::check::Flaw;
    use crate::gomoku::rules::game::Game;

    /// Black, who is to move, has an open three.
    const THREE: &str = "h8a1i8c1j8e1";

    /// The attempt to prove that `moves` win in the position after `position`, within `nodes` and by a text of at most
    /// `longest` bytes.
    fn claimed(
        position: &str,
        moves: &str,
        nodes: u64,
        longest: usize,
    ) -> (Attempt, Option<String>) {
        let size = Size::new(15, 15).unwrap();
        let mut game = Game::new(Rule::Freestyle, size).unwrap();
        for point in parse_points(position).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        let weights = WeightSet::embedded();
        let mut prover = Prover::new(1 << 20, weights.clone());
        let mut board = prover.board(&game);
        let moves = parse_points(moves).unwrap().into_iter().map(Move::Place).collect();
        let options = ProofOptions {
            rule: Rule::Freestyle,
            size,
            bounds: Bounds { time: None, nodes: Some(nodes) },
            table_bytes: 1 << 20,
            wanted: Wanted::Verified(1_000),
            weights,
            format: Format::Text,
        };
        let before = board.hash();
        let proof = Proof { plies: 3, moves };
        let found = attempt(&mut prover, &mut board, &proof, &options, longest);
        assert_eq!(board.hash(), before);
        found
    }

    #[test]
    fn the_proof_begins_with_the_move_that_was_found_if_that_wins() {
        for (line, first) in
            [("k8l8g8", "k8"), ("g8", "g8"), ("a15", "g8"), ("h8", "g8"), ("", "g8")]
        {
            let (attempt, text) = claimed(THREE, line, 100_000, LONGEST_TEXT);
            assert!(attempt.is_proved(), "{line}");
            let proof = text::parse(&text.unwrap()).unwrap();
            let square = proof.tree.get(proof.root).square;
            assert_eq!(square.point().unwrap().to_string(), first, "{line}");
        }
    }

    #[test]
    fn a_tree_that_does_not_close_proves_nothing() {
        let (attempt, text) = claimed("h8a1", "i8", 1_000, LONGEST_TEXT);
        assert!(!attempt.is_proved() && text.is_none());
    }

    #[test]
    fn a_proof_that_no_checker_would_read_proves_nothing() {
        let proof = |longest| claimed(THREE, "k8l8g8", 100_000, longest);
        let (_, text) = proof(LONGEST_TEXT);
        let length = text.unwrap().len();
        let (kept, _) = proof(length);
        let (dropped, text) = proof(length - 1);
        assert!(kept.is_proved() && !dropped.is_proved() && text.is_none());
        assert_eq!((dropped.nodes, dropped.verification()), (None, None));
    }

    #[test]
    fn an_unproved_win_is_no_win() {
        let verdict = ProofResult {
            proof: Some(Proof { plies: 3, moves: vec![] }),
            nodes: 7,
            elapsed: Duration::ZERO,
        };
        let fault = Fault { line: 12, flaw: Flaw::Full };
        for (nodes, checked, word, told, ending) in [
            (Some(5), None, "win", "-", "5\t0\t1 proved, 0 unproved"),
            (Some(5), Some(Ok(())), "win", "verified", "5\t0\t1 proved, 0 unproved"),
            (None, None, "unproved", "-", "0\t0\t0 proved, 1 unproved"),
            (
                Some(5),
                Some(Err(fault)),
                "unproved",
                "line 12: the board is full without a five",
                "5\t0\t0 proved, 1 unproved",
            ),
        ] {
            let attempt = Attempt { nodes, elapsed: Duration::ZERO, checked };
            let mut summary = Summary::default();
            summary.count(&verdict, Some(&attempt));
            assert_eq!(summary.is_clean(), word == "win");
            let last = totals(&summary, Wanted::Proof);
            let wins = u32::from(word == "win");
            assert_eq!(last, format!("total\t1\t{wins}\t7\t0\t{ending}"));
            let found = format!("total\t1\t{wins}\t7\t0\t{wins} found, not proved");
            assert_eq!(totals(&summary, Wanted::Win), found);
            let nodes = nodes.map_or("-".to_owned(), |nodes| nodes.to_string());
            let expected = format!("a\t{word}\t\t3\t7\t0\t\t{nodes}\t0\t{told}\n");
            assert_eq!(row("a", &verdict, Some(&attempt), Wanted::Verified(1)), expected);
        }
    }
}
