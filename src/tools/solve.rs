//! Solves Othello positions exactly and, on request, checks scores that are known.
//!
//! Reads OBF text; writes one tab-separated line per position (name, score for the side to move, best
//! move, nodes, milliseconds) and a last line with the totals.

use std::io::{self, Write};

use crate::othello::search::Searcher;
use crate::record::obf::{self, Problem};
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Request, Score};

/// What to do with the scores a file gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Ignore them.
    Solve,
    /// Compare each with the solved one and report differences.
    Check,
}

/// What came of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions solved.
    pub solved: u32,
    /// Positions whose score differs from the one given; 0 unless checking.
    pub wrong: u32,
    /// Lines that could not be read.
    pub unreadable: u32,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches in milliseconds.
    pub millis: u128,
}

impl Summary {
    /// Whether every line was read and no score differs.
    pub fn is_clean(&self) -> bool {
        self.wrong == 0 && self.unreadable == 0
    }
}

/// Solves every position of `text`, using a transposition table of `table_bytes`. A line that cannot
/// be read is reported on `errors` with `source` and its number, and the rest goes on; so is a score
/// that differs.
///
/// # Errors
/// What `out` or `errors` report.
pub fn run(
    source: &str,
    text: &str,
    mode: Mode,
    table_bytes: usize,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Summary> {
    let mut searcher = Searcher::new(table_bytes);
    let mut summary = Summary::default();
    for (number, line) in (1..).zip(text.lines()) {
        let problem = match obf::parse_line(line) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(error) => {
                summary.unreadable += 1;
                writeln!(errors, "{source}:{number}: {error}")?;
                continue;
            }
        };
        let name = if problem.name.is_empty() { number.to_string() } else { problem.name.clone() };
        let score = solve(&mut searcher, &problem, &name, &mut summary, out)?;
        if let Some(given) = problem.score()
            && mode == Mode::Check
            && given != score
        {
            summary.wrong += 1;
            writeln!(
                errors,
                "{source}:{number}: {name}: solved {score:+}, the file says {given:+}"
            )?;
        }
    }
    writeln!(out, "total\t{}\t{}\t{}", summary.solved, summary.nodes, summary.millis)?;
    Ok(summary)
}

fn solve(
    searcher: &mut Searcher,
    problem: &Problem,
    name: &str,
    summary: &mut Summary,
    out: &mut dyn Write,
) -> io::Result<i32> {
    let limits = Limits { depth: Some(problem.game.board().empty_count()), ..Limits::default() };
    let request = Request::best_move(limits);
    let progress = searcher.search(&problem.game, &request, &Control::unlimited(), &mut |_| ());
    // Without a line the game is over, and its score is that of the discs.
    let (score, best) = match progress.lines.first() {
        Some(line) => match line.score {
            Score::Exact(score) => (score, line.moves[0].to_string()),
            other => unreachable!("a search to the end was cut short at {other:?}"),
        },
        None => (problem.game.board().final_score(), "-".to_string()),
    };
    let millis = progress.elapsed.as_millis();
    writeln!(out, "{name}\t{score:+}\t{best}\t{}\t{millis}", progress.nodes)?;
    summary.solved += 1;
    summary.nodes += progress.nodes;
    summary.millis += millis;
    Ok(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten empty squares less than that: a position with a known score, one with a wrong score, one
    /// that is over, one with a forced pass, and two lines that cannot be read.
    const FILE: &str = "\
% comment
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; h5:+6; % ffo20
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; h5:+8; % wrong
XO-
XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO O
XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O; % pass
XXXO
";

    fn solve_file(mode: Mode) -> (Summary, Vec<String>, Vec<String>) {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let summary = run("file.obf", FILE, mode, 1 << 20, &mut out, &mut errors).unwrap();
        let lines = |bytes| String::from_utf8(bytes).unwrap().lines().map(str::to_string).collect();
        (summary, lines(out), lines(errors))
    }

    #[test]
    fn every_readable_position_is_solved_and_the_rest_reported() {
        let (summary, out, errors) = solve_file(Mode::Solve);
        let fields = |i: usize| out[i].split('\t').take(3).collect::<Vec<_>>();
        assert_eq!(fields(0), ["ffo20", "+6", "h5"]);
        assert_eq!(fields(2), ["5", "+0", "-"]);
        assert_eq!(fields(3), ["pass", "-64", "pass"]);
        assert_eq!(out[4], format!("total\t4\t{}\t{}", summary.nodes, summary.millis));
        assert_eq!((summary.solved, summary.wrong, summary.unreadable), (4, 0, 2));
        assert!(
            errors[0].starts_with("file.obf:4: column 4: expected square 4 of 64"),
            "{errors:?}"
        );
        assert!(errors[1].starts_with("file.obf:7: column 5:"), "{errors:?}");
    }

    #[test]
    fn a_wrong_score_is_found_by_checking_alone() {
        let (summary, _, errors) = solve_file(Mode::Check);
        assert_eq!((summary.wrong, summary.is_clean()), (1, false));
        assert!(
            errors.contains(&"file.obf:3: wrong: solved +6, the file says +8".to_string()),
            "{errors:?}"
        );
    }
}
