//! Solves Othello positions or searches them to a depth, and optionally checks known scores.
//!
//! Reads OBF text. Writes one tab-separated line per position (name, score or win/draw/loss for the side
//! to move, best move, nodes, milliseconds and, on request, all moves with their scores) and a last line
//! with the totals. When estimates are checked, every line has two more columns. Exact scores get proofs on request,
//! which adds columns, too.

pub mod proofs;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use serde_json::Value;

use crate::coord::Move;
use crate::formats::Place;
use crate::formats::obf::{self, Problem};
use crate::othello::eval::weights::Weights;
use crate::othello::proof::text::Claim;
use crate::othello::rules::game::Game;
use crate::othello::search::Searcher;
use crate::othello::search::root::MovesWanted;
use crate::othello::search::wld::Wld;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Progress, Request, Score, Selectivity};
use crate::table::{Format, Table, millis};
use crate::tools::prove::{Input, Output};
use proofs::{Attempt, Wanted};

/// The columns of a table of results.
const COLUMNS: &[&str] = &[
    "name",
    "score",
    "move",
    "nodes",
    "milliseconds",
    "moves",
    "is_best",
    "error",
    "result",
    "proof_nodes",
    "proof_milliseconds",
    "verification",
];

/// The result required for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    Score,
    /// Win, draw or loss.
    Wld,
    /// The estimate of a search to this depth from an empty table.
    Estimate(u32),
}

impl Goal {
    /// The value of an exact `score` for this goal.
    fn worth(self, score: i32) -> Worth {
        match self {
            Goal::Score => Worth::Score(score),
            Goal::Wld => Worth::Wld(Wld::of(score)),
            Goal::Estimate(_) => Worth::Estimate(100 * score),
        }
    }
}

/// The use of the scores in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The scores are ignored.
    Solve,
    /// The results are compared with them: differences, or the errors of estimates, are reported.
    Check,
}

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The results required.
    pub goal: Goal,
    /// Which moves to score.
    pub moves_wanted: MovesWanted,
    /// The use of the scores in the file.
    pub mode: Mode,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Search threads, at least 1.
    pub threads: usize,
    /// Parameters of proofs of exact scores; `None` for no proofs.
    pub proofs: Option<Wanted>,
    /// Weights of the evaluation. Exact scores do not depend on them.
    pub weights: Arc<Weights>,
    /// Format of the results.
    pub format: Format,
}

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions solved or searched.
    pub solved: u32,
    /// Positions whose solution differs from the file; 0 unless checking.
    pub wrong: u32,
    /// Lines and games that could not be read.
    pub unreadable: u32,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches in milliseconds.
    pub millis: u128,
    /// Accuracy of the estimates, if they are checked.
    pub accuracy: Accuracy,
    /// Scores with a proof.
    pub proved: u32,
    /// Scores whose proof could not be completed or is invalid.
    pub unproved: u32,
    /// Nodes of all proofs.
    pub proof_nodes: u64,
    /// Time of all constructions in milliseconds.
    pub proof_millis: u128,
}

impl SolveOptions {
    /// Whether estimates are compared with the file.
    fn checks_estimates(&self) -> bool {
        matches!((self.mode, self.goal), (Mode::Check, Goal::Estimate(_)))
    }
}

impl Summary {
    fn add(&mut self, solution: &Solution) {
        self.solved += 1;
        self.nodes += solution.nodes;
        self.millis += solution.elapsed.as_millis();
    }

    fn count(&mut self, attempt: &Attempt) {
        let is_proved = attempt.is_proved();
        self.proved += u32::from(is_proved);
        self.unproved += u32::from(!is_proved);
        self.proof_nodes += attempt.nodes.unwrap_or(0) as u64;
        self.proof_millis += attempt.elapsed.as_millis();
    }

    /// Whether every line was valid, no result differs and no proof is missing.
    pub fn is_clean(&self) -> bool {
        self.wrong == 0 && self.unreadable == 0 && self.unproved == 0
    }
}

/// The value of a position or a move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Score(i32),
    Wld(Wld),
    /// In 1/100 disc.
    Estimate(i32),
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Score(score) => write!(f, "{score:+}"),
            Worth::Wld(wld) => wld.fmt(f),
            Worth::Estimate(hundredths) => write!(f, "{:+.2}", f64::from(*hundredths) / 100.0),
        }
    }
}

/// The result for one position.
struct Solution {
    worth: Worth,
    /// The scored moves, best first; none if the game is over.
    moves: Vec<(Move, Worth)>,
    nodes: u64,
    elapsed: Duration,
}

impl Solution {
    /// The moves with their scores: `f5:+2`.
    fn scored_moves(&self) -> Vec<String> {
        self.moves.iter().map(|(mv, worth)| format!("{mv}:{worth}")).collect()
    }

    /// Proves the score, if `options` request a proof.
    fn prove(
        &self,
        searcher: &mut Searcher,
        game: &Game,
        options: &SolveOptions,
        name: &str,
        output: &mut Output,
    ) -> io::Result<Option<Attempt>> {
        let (Some(wanted), Worth::Score(score)) = (&options.proofs, self.worth) else {
            return Ok(None);
        };
        let claim = Claim { board: game.board(), side: game.side_to_move(), score };
        let sink = output.proofs.as_deref_mut();
        Attempt::new(searcher, &claim, wanted, name, sink).map(Some)
    }

    /// Compares an estimate with the file; `None` if there is nothing to compare.
    fn compare(&self, problem: &Problem) -> Option<Comparison> {
        match *self.moves.first()? {
            (mv, Worth::Estimate(hundredths)) => Comparison::new(problem, mv, hundredths),
            _ => None,
        }
    }
}

/// Solves or searches every position of `input`. `bar` advances with every line and shows the progress of
/// the search. Invalid lines are skipped; they, differences from the file and missing proofs are reported as errors
/// with the line number.
///
/// # Errors
/// I/O errors on the streams of `output`.
pub fn run(
    input: &Input,
    options: &SolveOptions,
    bar: &ProgressBar,
    output: &mut Output,
) -> io::Result<Summary> {
    let Input { source, text, missing } = *input;
    let mut searcher = Searcher::with_weights(options.table_bytes, options.weights.clone());
    searcher.set_threads(options.threads);
    let mut summary = Summary { unreadable: missing, ..Summary::default() };
    let table = Table::new(options.format, COLUMNS);
    output.out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    bar.set_length(text.lines().count() as u64);
    for (number, line) in (1..).zip(text.lines()) {
        match obf::parse_line(line) {
            Ok(Some(problem)) => {
                let name =
                    if problem.name.is_empty() { number.to_string() } else { problem.name.clone() };
                let solution = solve(&mut searcher, &problem.game, options, bar);
                summary.add(&solution);
                let attempt =
                    solution.prove(&mut searcher, &problem.game, options, &name, output)?;
                attempt.iter().for_each(|attempt| summary.count(attempt));
                let (faults, is_wrong) = faults(&problem, &solution, attempt.as_ref(), options);
                summary.wrong += u32::from(is_wrong);
                let comparison = solution.compare(&problem).filter(|_| options.checks_estimates());
                comparison.into_iter().for_each(|near| summary.accuracy.add(near));
                let row = match table {
                    Some(table) => {
                        let mut cells = cells(&name, &solution, options, comparison);
                        cells.extend(proof_cells(attempt.as_ref()));
                        table.row(cells)
                    }
                    None => row(&name, &solution, options, comparison, attempt.as_ref()),
                };
                bar.suspend(|| {
                    write!(output.out, "{row}")?;
                    faults.iter().try_for_each(|fault| {
                        writeln!(output.errors, "{source}: line {number}: {name}: {fault}")
                    })
                })?;
            }
            Ok(None) => {}
            Err(error) => {
                summary.unreadable += 1;
                let place = Place::Column(number, error.column);
                bar.suspend(|| writeln!(output.errors, "{source}: {place}: {}", error.message))?;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    output.out.write_all(totals(&summary, options, table).as_bytes())?;
    Ok(summary)
}

/// The last line.
fn totals(summary: &Summary, options: &SolveOptions, table: Option<Table>) -> String {
    let Summary { solved, wrong, unreadable, nodes, millis, .. } = *summary;
    let Summary { proved, unproved, proof_nodes, proof_millis, .. } = *summary;
    if let Some(table) = table {
        let whole = |millis: u128| u64::try_from(millis).unwrap_or(u64::MAX).into();
        let counts = [
            ("positions", solved),
            ("wrong", wrong),
            ("unproved", unproved),
            ("unreadable", unreadable),
        ];
        let mut fields: Vec<(&str, Value)> =
            counts.map(|(name, count)| (name, count.into())).to_vec();
        fields.extend([
            ("nodes", nodes.into()),
            ("milliseconds", whole(millis)),
            ("proof_nodes", proof_nodes.into()),
            ("proof_milliseconds", whole(proof_millis)),
        ]);
        return table.total(&fields);
    }
    let mut line = format!("total\t{solved}\t{nodes}\t{millis}");
    if options.checks_estimates() {
        line += &format!("\t{}", summary.accuracy);
    }
    if options.proofs.is_some() {
        line += &format!("\t{proof_nodes}\t{proof_millis}\t{proved} proved, {unproved} unproved");
    }
    line + "\n"
}

fn solve(
    searcher: &mut Searcher,
    game: &Game,
    options: &SolveOptions,
    bar: &ProgressBar,
) -> Solution {
    let (moves, nodes, elapsed) = match options.goal {
        Goal::Score | Goal::Estimate(_) => scores(searcher, game, options, bar),
        Goal::Wld => {
            let found = searcher.solve_wld(game, options.moves_wanted);
            let moves = found.moves.into_iter().map(|(mv, wld)| (mv, Worth::Wld(wld)));
            (moves.collect(), found.nodes, found.elapsed)
        }
    };
    // Without a move the game is over: the score is the disc difference.
    let over = || options.goal.worth(game.board().final_score());
    let worth = moves.first().map_or_else(over, |&(_, worth)| worth);
    Solution { worth, moves, nodes, elapsed }
}

/// The moves with their scores, the nodes and the time.
fn scores(
    searcher: &mut Searcher,
    game: &Game,
    options: &SolveOptions,
    bar: &ProgressBar,
) -> (Vec<(Move, Worth)>, u64, Duration) {
    let lines = match options.moves_wanted {
        MovesWanted::Best => 1,
        MovesWanted::All => usize::MAX,
    };
    let control = Control::unlimited();
    let mut report = |progress: &Progress| bar.set_message(message(progress));
    let progress = match options.goal {
        Goal::Estimate(depth) => {
            // Estimates must not depend on earlier positions through the table.
            searcher.clear();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let request = Request { limits, lines, is_analysis: true };
            searcher.search(game, &request, &control, &mut report)
        }
        Goal::Score | Goal::Wld => searcher.solve(game, lines, &control, &mut report),
    };
    let worth = |score| match (score, options.goal) {
        (score, Goal::Estimate(_)) => Worth::Estimate(score.disc_hundredths()),
        (Score::Exact(score), _) => Worth::Score(score),
        (other, _) => unreachable!("a search to the end was cut short at {other:?}"),
    };
    let moves = progress.lines.iter().map(|line| (line.moves[0], worth(line.score))).collect();
    (moves, progress.nodes, progress.elapsed)
}

/// Depth, selectivity and score of a search in progress.
fn message(progress: &Progress) -> String {
    let certainty = match progress.selectivity {
        Selectivity::Cut(percent) | Selectivity::CutToTheEnd(percent) => format!("@{percent}%"),
        Selectivity::Extended(_) => String::new(),
    };
    let score = progress.lines.first().map_or(0, |line| line.score.disc_hundredths());
    format!("{}{certainty} {:+.2}", progress.depth, f64::from(score) / 100.0)
}

fn row(
    name: &str,
    solution: &Solution,
    options: &SolveOptions,
    comparison: Option<Comparison>,
    attempt: Option<&Attempt>,
) -> String {
    let Solution { worth, moves, nodes, elapsed } = solution;
    let best = moves.first().map_or("-".to_owned(), |(mv, _)| mv.to_string());
    let mut row = format!("{name}\t{worth}\t{best}\t{nodes}\t{}", elapsed.as_millis());
    if options.moves_wanted == MovesWanted::All {
        let texts = solution.scored_moves();
        row += &format!("\t{}", if texts.is_empty() { "-".to_owned() } else { texts.join(" ") });
    }
    if options.checks_estimates() {
        row += &comparison.map_or("\t-\t-".to_owned(), |near| format!("\t{near}"));
    }
    if let (Some(attempt), Some(wanted)) = (attempt, &options.proofs) {
        row += &attempt.columns(wanted);
    }
    row + "\n"
}

/// The cells of a proof, the last ones of [`COLUMNS`].
fn proof_cells(attempt: Option<&Attempt>) -> [Value; 4] {
    [
        attempt.map(Attempt::result).into(),
        attempt.and_then(|attempt| attempt.nodes.ok()).into(),
        attempt.map(|attempt| millis(attempt.elapsed)).into(),
        attempt.and_then(Attempt::verification).into(),
    ]
}

/// Describes the faults of a solution: differences from the file, if it is to be checked, and a missing proof. Returns
/// whether there are differences.
fn faults(
    problem: &Problem,
    solution: &Solution,
    attempt: Option<&Attempt>,
    options: &SolveOptions,
) -> (Vec<String>, bool) {
    let mut faults = match (options.mode, options.goal) {
        (Mode::Check, Goal::Score | Goal::Wld) => differences(problem, solution, options),
        _ => Vec::new(),
    };
    let is_wrong = !faults.is_empty();
    faults.extend(attempt.and_then(|attempt| attempt.nodes.err()).map(|why| why.to_string()));
    (faults, is_wrong)
}

/// A solution as cells of [`COLUMNS`].
fn cells(
    name: &str,
    solution: &Solution,
    options: &SolveOptions,
    comparison: Option<Comparison>,
) -> Vec<Value> {
    let Solution { worth, moves, nodes, elapsed } = solution;
    let score = match *worth {
        Worth::Score(score) => score.into(),
        Worth::Wld(wld) => wld.to_string().into(),
        Worth::Estimate(hundredths) => (f64::from(hundredths) / 100.0).into(),
    };
    let is_all = options.moves_wanted == MovesWanted::All;
    vec![
        name.into(),
        score,
        moves.first().map(|(mv, _)| mv.to_string()).into(),
        (*nodes).into(),
        millis(*elapsed).into(),
        is_all.then(|| solution.scored_moves()).into(),
        comparison.map(|near| near.is_best).into(),
        comparison.map(|near| f64::from(near.error) / 100.0).into(),
    ]
}

/// The differences from the file: of moves if all are solved, otherwise of the position, whose score in the file is
/// that of its best move.
fn differences(problem: &Problem, solution: &Solution, options: &SolveOptions) -> Vec<String> {
    let differs = |found: Worth, given: i32| {
        let given = options.goal.worth(given);
        (found != given).then(|| format!("solved {found}, the file says {given}"))
    };
    let mut differences = Vec::new();
    if options.moves_wanted == MovesWanted::All {
        differences.extend(problem.scores.iter().filter_map(|&(mv, given)| {
            let &(_, found) = solution.moves.iter().find(|&&(known, _)| known == mv)?;
            Some(format!("{mv}: {}", differs(found, given)?))
        }));
    }
    if differences.is_empty() {
        differences.extend(problem.score().and_then(|given| differs(solution.worth, given)));
    }
    differences
}

/// The comparison of one estimate with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether the move found is one of the best in the file.
    is_best: bool,
    /// Estimate minus true score, in 1/100 disc.
    error: i32,
}

impl Comparison {
    /// Compares the best move `found` and its estimate in 1/100 disc with the file; `None` if the file has no scores.
    pub fn new(problem: &Problem, found: Move, hundredths: i32) -> Option<Comparison> {
        let best = problem.score()?;
        let is_best = problem.scores.contains(&(found, best));
        Some(Comparison { is_best, error: hundredths - 100 * best })
    }
}

impl fmt::Display for Comparison {
    /// `best` or `other`, a tab and the error in discs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_best { "best" } else { "other" };
        write!(f, "{verdict}\t{:+.2}", f64::from(self.error) / 100.0)
    }
}

/// Statistics over many estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    compared: u32,
    best: u32,
    /// Sum of absolute errors in 1/100 disc.
    error: u64,
}

impl Accuracy {
    /// Counts an estimate.
    pub fn add(&mut self, comparison: Comparison) {
        self.compared += 1;
        self.best += u32::from(comparison.is_best);
        self.error += u64::from(comparison.error.unsigned_abs());
    }
}

impl fmt::Display for Accuracy {
    /// The percentage of best moves, a tab and the mean absolute error in discs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.compared == 0 {
            return f.write_str("-\t-");
        }
        let count = f64::from(self.compared);
        let share = 100.0 * f64::from(self.best) / count;
        write!(f, "{share:.1}\t{:.2}", self.error as f64 / 100.0 / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::obf;

    /// Positions with few empty squares: one with a known score, one with a wrong score, one
    /// that is over, one with a forced pass, and two invalid lines.
    const FILE: &str = "\
% comment
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; h5:+6; % ffo20
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; h5:+8; % wrong
XO-
XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO O
XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O; % pass
XXXO
";

    fn options(goal: Goal, moves_wanted: MovesWanted, mode: Mode) -> SolveOptions {
        let weights = Weights::embedded();
        SolveOptions {
            goal,
            moves_wanted,
            mode,
            table_bytes: 1 << 20,
            threads: 1,
            proofs: None,
            weights,
            format: Format::Text,
        }
    }

    fn solve_file(
        goal: Goal,
        moves_wanted: MovesWanted,
        mode: Mode,
    ) -> (Summary, Vec<String>, Vec<String>) {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let bar = ProgressBar::hidden();
        let options = options(goal, moves_wanted, mode);
        let mut output = Output { out: &mut out, errors: &mut errors, proofs: None };
        let input = Input { source: "file.obf", text: FILE, missing: 0 };
        let summary = run(&input, &options, &bar, &mut output).unwrap();
        let lines = |bytes| String::from_utf8(bytes).unwrap().lines().map(str::to_string).collect();
        (summary, lines(out), lines(errors))
    }

    fn input(text: &str) -> Input<'_> {
        Input { source: "-", text, missing: 0 }
    }

    /// The fields of a line except nodes and milliseconds.
    fn fields(line: &str) -> Vec<&str> {
        let all = line.split('\t').enumerate();
        all.filter(|(i, _)| ![3, 4].contains(i)).map(|(_, field)| field).collect()
    }

    #[test]
    fn every_readable_position_is_solved_and_the_rest_reported() {
        let (summary, out, errors) = solve_file(Goal::Score, MovesWanted::Best, Mode::Solve);
        assert_eq!(fields(&out[0]), ["ffo20", "+6", "h5"]);
        assert_eq!(fields(&out[2]), ["5", "+0", "-"]);
        assert_eq!(fields(&out[3]), ["pass", "-64", "pass"]);
        assert_eq!(out[4], format!("total\t4\t{}\t{}", summary.nodes, summary.millis));
        assert_eq!((summary.solved, summary.wrong, summary.unreadable), (4, 0, 2));
        assert!(
            errors[0]
                .starts_with("file.obf: line 4, column 4: unexpected end of the line (expected "),
            "{errors:?}"
        );
        assert!(errors[1].starts_with("file.obf: line 7, column 5:"), "{errors:?}");
    }

    #[test]
    fn win_draw_loss_and_all_moves_are_reported_on_request() {
        let (_, out, _) = solve_file(Goal::Wld, MovesWanted::Best, Mode::Solve);
        assert_eq!(fields(&out[0])[..2], ["ffo20", "win"]);
        assert_eq!(fields(&out[2]), ["5", "draw", "-"]);
        assert_eq!(fields(&out[3]), ["pass", "loss", "pass"]);
        let (_, scores, _) = solve_file(Goal::Score, MovesWanted::All, Mode::Solve);
        let (_, results, _) = solve_file(Goal::Wld, MovesWanted::All, Mode::Solve);
        let moves = |line: &str| -> Vec<(String, String)> {
            let pair = |text: &str| text.split_once(':').map(|(a, b)| (a.into(), b.into()));
            fields(line)[3].split(' ').filter_map(pair).collect()
        };
        let (scores_of, results_of) = (moves(&scores[0]), moves(&results[0]));
        let game = obf::parse_line(FILE.lines().nth(1).unwrap()).unwrap().unwrap().game;
        assert_eq!(scores_of.len(), game.legal_moves().len());
        assert_eq!(scores_of[0], ("h5".to_string(), "+6".to_string()));
        for (mv, score) in &scores_of {
            let wld = Wld::of(score.parse().unwrap()).to_string();
            assert!(results_of.contains(&(mv.clone(), wld)), "{mv} {score} {results_of:?}");
        }
        assert_eq!(results_of.len(), scores_of.len());
        assert_eq!([fields(&scores[2])[3], fields(&scores[3])[3]], ["-", "pass:-64"]);
    }

    #[test]
    fn a_search_to_a_depth_reports_its_error() {
        let estimate = |depth, mode| solve_file(Goal::Estimate(depth), MovesWanted::Best, mode);
        // The search sees the end of the game: h5 is worth 6 discs, not 8.
        let (summary, out, errors) = estimate(20, Mode::Check);
        assert_eq!(fields(&out[0]), ["ffo20", "+6.00", "h5", "best", "+0.00"]);
        assert_eq!(fields(&out[1]), ["wrong", "+6.00", "h5", "best", "-2.00"]);
        assert_eq!(fields(&out[2]), ["5", "+0.00", "-", "-", "-"]);
        assert_eq!(fields(&out[3]), ["pass", "-64.00", "pass", "-", "-"]);
        let Summary { nodes, millis, .. } = summary;
        assert_eq!(out[4], format!("total\t4\t{nodes}\t{millis}\t100.0\t1.00"));
        assert_eq!((summary.wrong, errors.len()), (0, 2));
        let (summary, out, _) = estimate(1, Mode::Solve);
        assert_eq!(fields(&out[0]).len(), 3);
        assert_eq!(out[4], format!("total\t4\t{}\t{}", summary.nodes, summary.millis));
        // Each position is searched from an empty table: the second needs as many nodes as the first.
        let nodes = |line: &str| line.split('\t').nth(3).map(str::to_owned);
        assert_eq!(nodes(&out[0]), nodes(&out[1]));
    }

    #[test]
    fn the_bar_shows_the_progress_of_the_search() {
        let line = FILE.lines().nth(1).unwrap();
        for (goal, message) in [(Goal::Score, "6@100% +6.00"), (Goal::Estimate(1), "1@55% ")] {
            let (bar, options) =
                (ProgressBar::hidden(), options(goal, MovesWanted::Best, Mode::Solve));
            let (mut out, mut errors) = (Vec::new(), Vec::new());
            let mut output = Output { out: &mut out, errors: &mut errors, proofs: None };
            run(&input(line), &options, &bar, &mut output).unwrap();
            assert!(bar.message().starts_with(message), "{}", bar.message());
        }
    }

    #[test]
    fn checking_finds_a_wrong_score() {
        let (summary, _, errors) = solve_file(Goal::Score, MovesWanted::Best, Mode::Check);
        assert_eq!((summary.wrong, summary.is_clean()), (1, false));
        assert!(
            errors.contains(&"file.obf: line 3: wrong: solved +6, the file says +8".to_string()),
            "{errors:?}"
        );
        let (summary, _, errors) = solve_file(Goal::Score, MovesWanted::All, Mode::Check);
        let error = "file.obf: line 3: wrong: h5: solved +6, the file says +8".to_string();
        assert!(summary.wrong == 1 && errors.contains(&error), "{errors:?}");
    }

    #[test]
    fn checking_win_draw_loss_compares_signs_only() {
        for moves_wanted in [MovesWanted::Best, MovesWanted::All] {
            let (summary, _, _) = solve_file(Goal::Wld, moves_wanted, Mode::Check);
            assert_eq!(summary.wrong, 0);
            let text = FILE.lines().nth(1).unwrap().replace("+6", "-2");
            let options = options(Goal::Wld, moves_wanted, Mode::Check);
            let (mut out, mut errors) = (Vec::new(), Vec::new());
            let bar = ProgressBar::hidden();
            let mut output = Output { out: &mut out, errors: &mut errors, proofs: None };
            let summary = run(&input(&text), &options, &bar, &mut output).unwrap();
            assert_eq!(summary.wrong, 1);
            let errors = String::from_utf8(errors).unwrap();
            assert!(errors.ends_with("solved win, the file says loss\n"), "{errors}");
        }
    }

    #[test]
    fn moves_and_scores_are_compared_with_the_best_of_the_file() {
        let start = "---------------------------OX------XO--------------------------- X; ";
        let problem = |scores: &str| obf::parse_line(&format!("{start}{scores}")).unwrap().unwrap();
        let known = problem("d3:+2; c4:+2; f5:+0;");
        let mut accuracy = Accuracy::default();
        assert_eq!(accuracy.to_string(), "-\t-");
        for (found, hundredths, told) in
            [("c4", 350, "best\t+1.50"), ("f5", 200, "other\t+0.00"), ("e6", -100, "other\t-3.00")]
        {
            let mv = Move::Place(crate::coord::Point::from_text(found).unwrap());
            let comparison = Comparison::new(&known, mv, hundredths).unwrap();
            assert_eq!(comparison.to_string(), told);
            assert_eq!(Comparison::new(&problem(""), mv, hundredths), None);
            accuracy.add(comparison);
        }
        assert_eq!(accuracy.to_string(), "33.3\t1.50");
    }
}
