//! Proves wins in Gomoku positions.
//!
//! Reads positions. Writes one tab-separated line for each (id, `win` or `none`, winning move, plies,
//! nodes, milliseconds, line) and a last line with the totals. `none` means that no win was found within
//! the bounds, not that there is none. On request each win is verified against every defence; this adds
//! a column, and the totals count the results.

pub mod read;
pub mod verify;

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use indicatif::ProgressBar;
use serde_json::Value;

use crate::coord::Size;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::prover::{Bounds, Proof, ProofResult, Prover};
use crate::gomoku::rules::grid::Square;
use crate::gomoku::rules::rule::Rule;
use crate::table::{Format, Table};
use read::Reader;

/// The columns of a table of results.
const COLUMNS: &[&str] =
    &["id", "result", "move", "plies", "nodes", "milliseconds", "line", "verification"];

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct ProofOptions {
    /// Default rule, for positions that do not name one.
    pub rule: Rule,
    /// Default board size, for positions that do not name one.
    pub size: Size,
    /// Bounds of each proof.
    pub bounds: Bounds,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// If set, verify every proof, with at most this many attacking moves.
    pub verify: Option<u64>,
    /// Weights of the evaluation.
    pub weights: Arc<WeightSet>,
    /// How the results are written.
    pub format: Format,
}

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions read.
    pub positions: u32,
    /// Wins proven.
    pub wins: u32,
    /// Wins verified against every defence.
    pub verified: u32,
    /// Wins that could not be verified.
    pub unverified: u32,
    /// Wins refuted by a reply.
    pub refuted: u32,
    /// Lines that could not be read.
    pub unreadable: u32,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches in milliseconds.
    pub millis: u128,
}

impl Summary {
    /// Whether every line was valid and no verification failed.
    pub fn is_clean(&self) -> bool {
        self.unverified == 0 && self.refuted == 0 && self.unreadable == 0
    }

    fn count(&mut self, walk: &Result<(), verify::Gap>) {
        let number = match walk {
            Ok(()) => &mut self.verified,
            Err(verify::Gap::Refuted(_)) => &mut self.refuted,
            Err(verify::Gap::TooLong | verify::Gap::Unanswered(_)) => &mut self.unverified,
        };
        *number += 1;
    }
}

/// Looks for a win in every position of `text`; `bar` advances with every line. An invalid line is reported
/// on `errors` with `source` and its number, and skipped.
///
/// # Errors
/// I/O errors on `out` or `errors`.
pub fn run(
    source: &str,
    text: &str,
    options: &ProofOptions,
    bar: &ProgressBar,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Summary> {
    let mut prover = Prover::new(options.table_bytes, options.weights.clone());
    let mut reader = Reader::new(options.rule, options.size);
    let mut summary = Summary::default();
    let table = Table::new(options.format, COLUMNS);
    out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    bar.set_length(text.lines().count() as u64);
    for (number, line) in (1..).zip(text.lines()) {
        bar.set_position(number as u64 - 1);
        let problem = match reader.read(number, line) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(error) => {
                summary.unreadable += 1;
                bar.suspend(|| writeln!(errors, "{source}:{number}: {error}"))?;
                continue;
            }
        };
        prover.clear();
        let mut board = prover.board(&problem.game);
        let verdict = prover.prove(&mut board, options.bounds);
        summary.positions += 1;
        summary.wins += u32::from(verdict.proof.is_some());
        summary.nodes += verdict.nodes;
        summary.millis += verdict.elapsed.as_millis();
        let verification = options.verify.map(|budget| {
            let walk = |proof| walk(&mut prover, &mut board, options.bounds, budget, proof);
            let found = verdict.proof.as_ref().map(walk);
            found.iter().for_each(|walk| summary.count(walk));
            column(found.as_ref())
        });
        let row = match table {
            Some(table) => table.row(cells(&problem.id, &verdict, verification)),
            None => {
                let verification = verification.map(|column| format!("\t{column}"));
                format!("{}{}\n", row(&problem.id, &verdict), verification.unwrap_or_default())
            }
        };
        bar.suspend(|| write!(out, "{row}"))?;
    }
    bar.finish_and_clear();
    match table {
        Some(table) => out.write_all(sums(&summary, table).as_bytes())?,
        None => writeln!(out, "{}", totals(&summary, options.verify.is_some()))?,
    }
    Ok(summary)
}

/// The last line of a table for programs.
fn sums(summary: &Summary, table: Table) -> String {
    let counts = [
        ("positions", summary.positions),
        ("wins", summary.wins),
        ("verified", summary.verified),
        ("unverified", summary.unverified),
        ("refuted", summary.refuted),
        ("unreadable", summary.unreadable),
    ];
    let millis = u64::try_from(summary.millis).unwrap_or(u64::MAX);
    let mut fields: Vec<(&str, Value)> = counts.map(|(name, count)| (name, count.into())).to_vec();
    fields.extend([("nodes", summary.nodes.into()), ("milliseconds", millis.into())]);
    table.total(&fields)
}

/// The last line, with the verification counts if proofs are verified.
fn totals(summary: &Summary, is_verified: bool) -> String {
    let Summary { positions, wins, verified, unverified, refuted, nodes, millis, .. } = summary;
    let mut line = format!("total\t{positions}\t{wins}\t{nodes}\t{millis}");
    if is_verified {
        line += &format!("\t{verified} verified, {unverified} unverified, {refuted} refuted");
    }
    line
}

/// Verifies that the side to move wins against every reply: with the moves of `proof` while the defender
/// follows its line, with new proofs after any other reply.
fn walk(
    prover: &mut Prover,
    board: &mut Board,
    bounds: Bounds,
    budget: u64,
    proof: &Proof,
) -> Result<(), verify::Gap> {
    let claimed = claimed_moves(board, proof);
    verify::walk(board, budget, &mut |board| {
        let found = claimed.get(&board.hash()).copied();
        found.or_else(|| prover.prove(board, bounds).proof?.moves.first()?.point().map(Square::of))
    })
}

/// The attacker's move in each position of the line of `proof`, which starts from `board`; by hash.
fn claimed_moves(board: &mut Board, proof: &Proof) -> HashMap<u64, Square> {
    let attacker = board.side();
    let mut claimed = HashMap::new();
    for &mv in &proof.moves {
        let square = mv.point().map(Square::of);
        if let Some(square) = square.filter(|_| board.side() == attacker) {
            claimed.insert(board.hash(), square);
        }
        match square {
            Some(square) => board.play(square),
            None => board.pass(),
        }
    }
    for mv in proof.moves.iter().rev() {
        if mv.point().is_some() { board.undo() } else { board.pass() }
    }
    claimed
}

/// The verification column; `-` if there was no proof.
fn column(found: Option<&Result<(), verify::Gap>>) -> String {
    let line = |moves: &[Square]| -> String {
        moves.iter().filter_map(|square| square.point()).map(|point| point.to_string()).collect()
    };
    match found {
        None => "-".into(),
        Some(Ok(())) => "verified".into(),
        Some(Err(verify::Gap::TooLong)) => "unverified: too many moves".into(),
        Some(Err(verify::Gap::Unanswered(moves))) => {
            let after = if moves.is_empty() { "the start".into() } else { line(moves) };
            format!("unverified: no win found after {after}")
        }
        Some(Err(verify::Gap::Refuted(moves))) => format!("refuted by {}", line(moves)),
    }
}

/// A position as cells of [`COLUMNS`].
fn cells(id: &str, verdict: &ProofResult, verification: Option<String>) -> Vec<Value> {
    let moves = |proof: &Proof| proof.moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    let proof = verdict.proof.as_ref();
    vec![
        id.into(),
        if proof.is_some() { "win" } else { "none" }.into(),
        proof.and_then(|proof| proof.moves.first()).map(ToString::to_string).into(),
        proof.map(|proof| proof.plies).into(),
        verdict.nodes.into(),
        u64::try_from(verdict.elapsed.as_millis()).unwrap_or(u64::MAX).into(),
        proof.map(moves).into(),
        verification.into(),
    ]
}

/// The output line of one position, without the verification.
fn row(id: &str, verdict: &ProofResult) -> String {
    let (nodes, millis) = (verdict.nodes, verdict.elapsed.as_millis());
    match &verdict.proof {
        Some(proof) => {
            let line: String = proof.moves.iter().map(ToString::to_string).collect();
            let first = proof.moves.first().map_or_else(String::new, ToString::to_string);
            format!("{id}\twin\t{first}\t{}\t{nodes}\t{millis}\t{line}", proof.plies)
        }
        None => format!("{id}\tnone\t-\t-\t{nodes}\t{millis}\t-"),
    }
}

#[cfg(test)]
mod tests {
    use super::verify::Gap;
    use super::*;
    use crate::coord::{Move, parse_points};
    use crate::gomoku::rules::game::Game;

    fn squares(text: &str) -> Vec<Square> {
        parse_points(text).unwrap().into_iter().map(Square::of).collect()
    }

    /// Verifies the claim that `moves` win for Black, who is to move and has an open three.
    fn claimed(moves: &str) -> Result<(), Gap> {
        let size = Size::new(15, 15).unwrap();
        let mut game = Game::new(Rule::Freestyle, size).unwrap();
        for point in parse_points("h8a1i8c1j8e1").unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        let mut prover = Prover::new(1 << 20, WeightSet::embedded());
        let mut board = prover.board(&game);
        let moves = parse_points(moves).unwrap().into_iter().map(Move::Place).collect();
        let bounds = Bounds { time: None, nodes: Some(1000) };
        let before = board.hash();
        let found = walk(&mut prover, &mut board, bounds, 1000, &Proof { plies: 3, moves });
        assert_eq!(board.hash(), before);
        found
    }

    #[test]
    fn the_walk_follows_the_moves_of_the_proof() {
        assert_eq!(claimed("k8l8g8"), Ok(()));
        // A stone in the corner does not win, although the prover knows a win; b1 is the first reply.
        assert_eq!(claimed("a15"), Err(Gap::Unanswered(squares("a15b1"))));
    }

    #[test]
    fn unverified_and_refuted_wins_are_counted_and_not_clean() {
        let gap = Gap::Unanswered(vec![]);
        for (walk, line, is_clean) in [
            (Ok(()), "1 verified, 0 unverified, 0 refuted", true),
            (Err(Gap::TooLong), "0 verified, 1 unverified, 0 refuted", false),
            (Err(gap), "0 verified, 1 unverified, 0 refuted", false),
            (Err(Gap::Refuted(vec![])), "0 verified, 0 unverified, 1 refuted", false),
        ] {
            let mut summary = Summary::default();
            summary.count(&walk);
            assert_eq!(totals(&summary, true), format!("total\t0\t0\t0\t0\t{line}"));
            assert_eq!(totals(&summary, false), "total\t0\t0\t0\t0");
            assert_eq!(summary.is_clean(), is_clean);
        }
    }

    #[test]
    fn the_verification_column_names_the_moves() {
        for (found, said) in [
            (None, "-"),
            (Some(Ok(())), "verified"),
            (Some(Err(Gap::TooLong)), "unverified: too many moves"),
            (Some(Err(Gap::Unanswered(vec![]))), "unverified: no win found after the start"),
            (Some(Err(Gap::Unanswered(squares("l8k8")))), "unverified: no win found after l8k8"),
            (Some(Err(Gap::Refuted(squares("a15")))), "refuted by a15"),
        ] {
            assert_eq!(column(found.as_ref()), said);
        }
    }
}
