//! Proves wins in Gomoku positions.
//!
//! Reads positions; writes one tab-separated line for each (id, `win` or `none`, winning move, plies,
//! nodes, milliseconds, line) and a last line with the totals. `none` is no claim: no win was found
//! within the bounds.

pub mod prover;
pub mod read;
pub mod verify;

use std::io::{self, Write};

use indicatif::ProgressBar;

use crate::coord::Size;
use crate::gomoku::grid::Square;
use crate::gomoku::pattern::board::Board;
use crate::gomoku::rule::Rule;
use prover::{Bounds, Prover, Verdict};
use read::Reader;

/// What to do and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Rule of positions that do not tell.
    pub rule: Rule,
    /// Board of positions that do not tell.
    pub size: Size,
    /// Bounds of each proof.
    pub bounds: Bounds,
    /// Memory of the engine's table.
    pub table_bytes: usize,
    /// Whether to walk the whole tree of every proof, and by how many moves of the attacker at most.
    pub verify: Option<u64>,
}

/// What came of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions read.
    pub positions: u32,
    /// Wins proven.
    pub wins: u32,
    /// Wins that a reply refuted when their tree was walked.
    pub refuted: u32,
    /// Lines that could not be read.
    pub unreadable: u32,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches in milliseconds.
    pub millis: u128,
}

impl Summary {
    /// Whether every line could be read and no win was claimed wrongly.
    pub fn is_clean(&self) -> bool {
        self.refuted == 0 && self.unreadable == 0
    }
}

/// Proves what can be proven of every position of `text`, and moves `bar` on with every line. A line that
/// cannot be read is reported on `errors` with `source` and its number, and the rest goes on.
///
/// # Errors
/// What `out` or `errors` report.
pub fn run(
    source: &str,
    text: &str,
    options: Options,
    bar: &ProgressBar,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Summary> {
    let mut prover = Prover::new(options.table_bytes);
    let mut reader = Reader::new(options.rule, options.size);
    let mut summary = Summary::default();
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
        let mut row = row(&problem.id, &verdict);
        if let Some(budget) = options.verify {
            let found =
                verdict.proof.map(|_| walk(&mut prover, &mut board, options.bounds, budget));
            summary.refuted += u32::from(matches!(found, Some(Err(verify::Gap::Refuted(_)))));
            row += &format!("\t{}", column(found.as_ref()));
        }
        bar.suspend(|| writeln!(out, "{row}"))?;
    }
    bar.finish_and_clear();
    let Summary { positions, wins, nodes, millis, .. } = summary;
    writeln!(out, "total\t{positions}\t{wins}\t{nodes}\t{millis}")?;
    Ok(summary)
}

/// Whether the prover wins against every reply, proving every position of the attacker anew.
fn walk(
    prover: &mut Prover,
    board: &mut Board,
    bounds: Bounds,
    budget: u64,
) -> Result<(), verify::Gap> {
    verify::walk(board, budget, &mut |board| {
        let proof = prover.prove(board, bounds).proof?;
        proof.moves.first()?.point().map(Square::of)
    })
}

/// What is said of the walk through a proof; `-` where there was none to walk.
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

/// The line that tells of one position.
fn row(id: &str, verdict: &Verdict) -> String {
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
    use crate::coord::parse_points;

    #[test]
    fn what_is_said_of_a_walk_names_the_moves() {
        let squares = |text: &str| -> Vec<Square> {
            parse_points(text).unwrap().into_iter().map(Square::of).collect()
        };
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
