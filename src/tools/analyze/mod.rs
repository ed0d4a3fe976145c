//! Reports how many discs each move of Othello games lost.
//!
//! Reads GGF, SGF or transcripts. Writes one tab-separated line per ply: game number, ply, side, the move and
//! its score, the best move and its score, the loss, `exact` or `estimate`, and the depth. Scores are in
//! discs for the side to move. After each game comes a line per side (game, side, moves, mean loss in
//! discs, accurate moves in per cent), and at the end a line with the totals (`total`, games, moves, mean
//! loss, accuracy, nodes, milliseconds).

pub mod judge;

use std::fmt;
use std::io::{self, Write};
use std::ops::AddAssign;
use std::sync::Arc;
use std::time::Instant;

use indicatif::ProgressBar;

use crate::color::Color;
use crate::formats::collection;
use crate::othello::eval::weights::Weights;
use crate::othello::search::Searcher;
use crate::search::Search;
use judge::{Bounds, Judge, Judgement, Value};

/// Settings of an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// Limits of each search.
    pub bounds: Bounds,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Search threads, at least 1.
    pub threads: usize,
    /// Weights of the evaluation.
    pub weights: Arc<Weights>,
}

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games analysed.
    pub games: u32,
    /// Games that could not be read.
    pub unreadable: u32,
    /// The moves of these games.
    pub tally: Tally,
}

/// Analyses every game of `text`; `bar` advances with every ply. An invalid game is reported on `errors`
/// with `source` and its line, and skipped, but still counts in the numbering.
///
/// # Errors
/// I/O errors on `out` or `errors`.
pub fn run(
    source: &str,
    text: &str,
    options: &AnalysisOptions,
    bar: &ProgressBar,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Summary> {
    let start = Instant::now();
    let games = collection::read_all(text);
    bar.set_length(games.iter().flatten().map(|game| game.record.moves.len() as u64).sum());
    let mut searcher = Searcher::with_weights(options.table_bytes, options.weights.clone());
    searcher.set_threads(options.threads);
    let mut judge = Judge::new(searcher, options.bounds);
    let mut summary = Summary::default();
    for (number, game) in (1..).zip(games) {
        match game {
            Ok(game) => {
                let judgements = judge.judge(&game, &mut || bar.inc(1));
                let tallies = tallies(&judgements);
                bar.suspend(|| write_game(number, &judgements, &tallies, out))?;
                summary.games += 1;
                tallies.into_iter().for_each(|tally| summary.tally += tally);
            }
            Err(fault) => {
                summary.unreadable += 1;
                bar.suspend(|| writeln!(errors, "{source}:{}: {}", fault.line, fault.message))?;
            }
        }
    }
    bar.finish_and_clear();
    let Summary { games, tally, .. } = summary;
    writeln!(out, "total\t{games}\t{tally}\t{}\t{}", judge.nodes(), start.elapsed().as_millis())?;
    Ok(summary)
}

/// The tallies of Black and White.
fn tallies(judgements: &[Judgement]) -> [Tally; 2] {
    let mut tallies = [Tally::default(); 2];
    for judgement in judgements {
        tallies[judgement.side.index()].add(judgement);
    }
    tallies
}

fn write_game(
    number: usize,
    judgements: &[Judgement],
    tallies: &[Tally; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    for (ply, judgement) in (1..).zip(judgements) {
        writeln!(out, "{number}\t{ply}\t{}", row(judgement))?;
    }
    for (color, tally) in Color::ALL.iter().zip(tallies) {
        writeln!(out, "{number}\t{color}\t{tally}")?;
    }
    out.flush()
}

/// The fields of a ply, starting with the side.
fn row(judgement: &Judgement) -> String {
    let discs = |value: Value| f64::from(value.hundredths) / 100.0;
    let Judgement { side, played, best, depth, .. } = judgement;
    let loss = f64::from(judgement.loss()) / 100.0;
    let certainty = if judgement.is_exact() { "exact" } else { "estimate" };
    format!(
        "{side}\t{}\t{:+.2}\t{}\t{:+.2}\t{loss:.2}\t{certainty}\t{depth}",
        played.0,
        discs(played.1),
        best.0,
        discs(best.1)
    )
}

/// A move that loses less than this, in 1/100 disc, is accurate. Final scores are even, so a solved move
/// is accurate only if it loses nothing.
const ACCURATE: i32 = 100;

/// Moves and their losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Moves with an alternative.
    pub moves: u32,
    /// Their total loss in 1/100 disc.
    pub lost: i64,
    /// How many of them lost less than a disc.
    pub accurate: u32,
}

impl Tally {
    /// Counts a ply, unless it was forced: a pass or the only legal move.
    pub fn add(&mut self, judgement: &Judgement) {
        if judgement.choices > 1 {
            self.moves += 1;
            self.lost += i64::from(judgement.loss());
            self.accurate += u32::from(judgement.loss() < ACCURATE);
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.accurate += other.accurate;
    }
}

impl fmt::Display for Tally {
    /// Moves, mean loss in discs and accurate moves in per cent, separated by tabs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves == 0 {
            return f.write_str("0\t-\t-");
        }
        let moves = f64::from(self.moves);
        let mean = self.lost as f64 / 100.0 / moves;
        let accuracy = 100.0 * f64::from(self.accurate) / moves;
        write!(f, "{}\t{mean:.2}\t{accuracy:.1}", self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::coord::Move;
    use crate::tools::analyze::judge::Value;

    /// A wipe-out by Black in nine moves, an invalid game, and a position with one empty square and White to
    /// move.
    const FILE: &str = "\
(;GM[Othello]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)
(;GM[Othello]B[e6]W[a1];)
(;GM[Othello]BO[8 -*OOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO O]W[a1];)
";

    fn lines(text: &str) -> (Summary, Vec<String>, String) {
        let bounds = Bounds { depth: Some(3), time: None, solve_from: 4 };
        let weights = Arc::new(Weights::seed());
        let options = AnalysisOptions { bounds, table_bytes: 1 << 20, threads: 1, weights };
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let bar = ProgressBar::hidden();
        let summary = run("games", text, &options, &bar, &mut out, &mut errors).unwrap();
        let out = String::from_utf8(out).unwrap().lines().map(str::to_owned).collect();
        (summary, out, String::from_utf8(errors).unwrap())
    }

    #[test]
    fn every_ply_has_a_line_and_every_side_another() {
        let (summary, out, errors) = lines(FILE);
        assert_eq!((summary.games, summary.unreadable), (2, 1));
        assert_eq!(errors, "games:2: column 21: move 2: a1 turns no disc\n");
        assert_eq!(out.len(), 9 + 2 + 1 + 2 + 1);
        // The shallowest search sees the end of the game.
        let ninth: Vec<&str> = out[8].split('\t').collect();
        let [side, mv, score] = ["black", "c5", "+64.00"];
        assert_eq!(ninth, ["1", "9", side, mv, score, mv, score, "0.00", "estimate", "1"]);
        assert!(out[9].starts_with("1\tblack\t5\t") && out[10].starts_with("1\twhite\t4\t"));
        // A forced move is not counted.
        assert_eq!(out[11], "3\t1\twhite\ta1\t+64.00\ta1\t+64.00\t0.00\texact\t1");
        assert_eq!(out[12..14], ["3\tblack\t0\t-\t-", "3\twhite\t0\t-\t-"]);
        assert!(out[14].starts_with(&format!("total\t2\t{}\t", summary.tally)), "{}", out[14]);
        assert_eq!(summary.tally.moves, 9);
    }

    #[test]
    fn losses_are_counted_for_the_side_that_made_them() {
        let (summary, out, _) = lines("e6f4e3f6g5d6e7f5c5");
        let mut sums = [0.0; 2];
        for line in &out[..9] {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |i: usize| fields[i].parse::<f64>().unwrap();
            assert!((number(6) - number(4) - number(7)).abs() < 0.001, "{line}");
            sums[usize::from(fields[2] == "white")] += number(7);
        }
        assert!(sums[1] > 10.0 && sums[0] < sums[1], "{sums:?}");
        for (line, (sum, moves)) in out[9..11].iter().zip(sums.into_iter().zip([5.0, 4.0])) {
            let mean = format!("{:.2}", sum / moves);
            assert_eq!(line.split('\t').nth(3), Some(mean.as_str()), "{line}");
        }
        assert_eq!(summary.tally.lost, ((sums[0] + sums[1]) * 100.0).round() as i64);
    }

    fn judgement(choices: usize, loss: i32) -> Judgement {
        let value = |hundredths| (Move::Pass, Value { hundredths, is_exact: false });
        let (played, best) = (value(500 - loss), value(500));
        Judgement { side: Color::Black, choices, played, best, depth: 5 }
    }

    #[test]
    fn only_moves_with_a_choice_count_and_a_disc_is_too_much() {
        let mut tally = Tally::default();
        assert_eq!(tally.to_string(), "0\t-\t-");
        for (choices, loss) in [(1, 0), (2, 0), (3, 99), (2, 100), (1, 700)] {
            tally.add(&judgement(choices, loss));
        }
        assert_eq!(tally, Tally { moves: 3, lost: 199, accurate: 2 });
        assert_eq!(tally.to_string(), "3\t0.66\t66.7");
        tally += tally;
        assert_eq!(tally, Tally { moves: 6, lost: 398, accurate: 4 });
    }
}
