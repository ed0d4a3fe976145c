//! The threads of a search (lazy SMP): one leads through the iterations, the others help.
//!
//! All search the same root with the same table, so each finds much of its iteration done by others; with
//! more than two threads, some search at other depths. With one thread the same code runs, and a search is
//! reproducible.
//!
//! In the end the threads vote. Proofs come first: the shortest win, then a proven loss, which shows that
//! every move loses. Otherwise the threads whose depth is close to the deepest vote for their moves, with
//! weights that grow with depth and score. A thread that got little processor time has no vote: deeper
//! searches may have refuted its move. A helper that is held up votes with its last finished iteration, so
//! that the answer does not wait for it.

use std::cmp::Reverse;

use super::barred::Barred;
use super::params::Params;
use super::root::{Iteration, MAX_DEPTH, Root};
use super::solvers::Solvers;
use super::transposition::Generation;
use super::worker::{Memory, Worker};
use crate::coord::Move;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::square_set::SquareSet;
use crate::search::control::{Control, Meter};
use crate::search::guidance::ThreatSearch;
use crate::search::lazy_smp::{self, LazySmp, PATIENCE, Published, Publisher};
use crate::search::limits::{Budget, Limits};
use crate::search::report::{AnswerCallback, Line, Progress, Score, Watch};
use crate::search::table::Table;
use crate::search::time_manager::TimeManager;

/// The data shared by the threads of one search.
pub(super) struct ThreadPool<'a> {
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub table: &'a Table,
    pub generation: Generation,
    /// Whether the caller needs the score as well as the move.
    pub is_analysis: bool,
    /// Root moves that are chosen only if nothing else is left.
    pub avoided: SquareSet,
    /// Root moves that are known to win.
    pub winning: SquareSet,
    /// Moves that are never played, if any; at the root, only if nothing else is left.
    pub barred: Option<&'a Barred>,
    /// Whether known values may be in the table.
    pub has_known: bool,
    /// The first iteration, in plies, at least 1.
    pub first_depth: u32,
    pub threats: ThreatSearch,
    /// Whether the search is part of a longer one, which keeps to the planned time itself.
    pub is_part: bool,
}

/// The data of a helper.
struct Helper<'a> {
    memory: &'a mut Memory,
    board: Box<Board>,
    root: Root,
}

impl<'a> ThreadPool<'a> {
    /// Searches `board` for the best `lines` lines with one thread for each of `memories`. Reports after every
    /// iteration of the leader. If there are helpers, `answer` gets the result before they have ended.
    pub fn search(
        &self,
        mut board: Box<Board>,
        lines: usize,
        memories: &mut [Memory],
        watch: Option<&mut Watch>,
        answer: Option<AnswerCallback>,
        report: &mut dyn FnMut(&Progress),
    ) -> Progress {
        let (memory, others) = memories.split_first_mut().expect("a leader has a memory");
        let barred = self.barred.map_or(SquareSet::EMPTY, |barred| barred.on(&board));
        let (avoided, winning) = (self.avoided | barred, self.winning);
        let mut root = Root::new(&board, lines, self.is_analysis, avoided, winning, &memory.params);
        let smp = LazySmp::new(1 + others.len());
        let boards: Vec<Box<Board>> = others.iter().map(|_| board.clone()).collect();
        let mut worker = self.worker(&mut board, memory);
        worker.watch = watch;
        let budget = self.control.budget();
        let mut solvers = Solvers::new(self.limits, budget, self.threats, &worker.memory.params);
        if root.answer_at_once(|| solvers.begin(&mut worker)) {
            let progress = root.progress(&mut worker);
            report(&progress);
            return progress;
        }
        if self.threats == ThreatSearch::Only && lines == 1 {
            self.lead_solvers(&mut root, &mut worker, solvers, report);
            return root.progress(&mut worker);
        }
        if others.is_empty() {
            self.lead(&mut root, &mut worker, solvers, None, report);
            return root.progress(&mut worker);
        }
        worker.meter.join(&smp);
        let mut helpers: Vec<Helper> = others
            .iter_mut()
            .zip(boards)
            .map(|(memory, board)| Helper { memory, board, root: root.clone() })
            .collect();
        let help = |helper: &mut Helper, publisher: &Publisher<Progress>| {
            self.help(helper, &smp, publisher);
        };
        let lead = |published: &Published<Progress>| {
            self.lead(&mut root, &mut worker, solvers, Some(&smp), report);
            let result = root.progress(&mut worker);
            let result = self.vote(result, &root, published, &worker);
            if let Some(answer) = answer {
                answer(&result);
            }
            result
        };
        let (result, are_valid) = lazy_smp::run(&smp, &mut helpers, help, lead);
        for (helper, is_valid) in helpers.into_iter().zip(are_valid) {
            if !is_valid {
                *helper.memory = Memory::new(&worker.memory.params);
            }
        }
        result
    }

    /// Ends the search and returns the result that the threads vote for; the leader's if there are several lines.
    fn vote(
        &self,
        result: Progress,
        root: &Root,
        published: &Published<Progress>,
        leader: &Worker,
    ) -> Progress {
        // A helper that did not finish its iteration may still have a move that the leader has refuted since.
        let is_refuted =
            |helped: &Progress| helped.best_move().is_some_and(|mv| root.is_refuted(mv));
        let helped = published.latest(PATIENCE).into_iter().flatten();
        let helped = helped.filter(|helped| !is_refuted(helped));
        let results: Vec<Progress> = std::iter::once(result).chain(helped).collect();
        let params = &leader.memory.params;
        let index = if results[0].lines.len() == 1 { choose(&results, params) } else { 0 };
        let longest = results.iter().map(|result| result.selectivity).max();
        let chosen = results.into_iter().nth(index).expect("the vote is for one of them");
        let selectivity = longest.unwrap_or(chosen.selectivity);
        let (nodes, elapsed) = (leader.meter.total_nodes(), self.control.elapsed());
        Progress { nodes, elapsed, selectivity, ..chosen }
    }

    /// Looks for forced wins alone. One iteration provides the move if there is none.
    fn lead_solvers(
        &self,
        root: &mut Root,
        worker: &mut Worker,
        mut solvers: Solvers,
        report: &mut dyn FnMut(&Progress),
    ) {
        if root.iterate(worker, self.first_depth()) != Iteration::Stopped {
            report(&root.progress(worker));
            root.take_win(|| solvers.exhaust(worker));
        }
        report(&root.progress(worker));
    }

    fn lead(
        &self,
        root: &mut Root,
        worker: &mut Worker,
        mut solvers: Solvers,
        smp: Option<&LazySmp>,
        report: &mut dyn FnMut(&Progress),
    ) {
        let time = TimeManager::new(&worker.memory.params.time, worker.meter.elapsed());
        let mut time = if self.is_part { time.of_part() } else { time };
        for depth in self.first_depth()..=self.deepest() {
            if !worker.meter.may_deepen(&time) {
                return;
            }
            if let Some(smp) = smp {
                smp.begin_depth(depth);
            }
            let iteration = root.iterate(worker, depth);
            if iteration == Iteration::Stopped {
                return;
            }
            let won = root.take_win(|| solvers.go_on(worker));
            root.doubt_best(worker, |worker, best| solvers.refute(worker, best));
            let progress = root.progress(worker);
            report(&progress);
            time.note(&progress);
            if won || iteration == Iteration::Settled {
                return;
            }
        }
    }

    /// Iterates until the leader is done or nothing is left to find, and publishes every result.
    fn help(&self, helper: &mut Helper, smp: &LazySmp, publisher: &Publisher<Progress>) {
        let Helper { memory, board, root } = helper;
        let mut worker = self.worker(board, memory);
        worker.meter.join(smp);
        let mut depth = self.first_depth() - 1;
        while depth < self.deepest() {
            depth = smp.choose_depth(depth + 1, self.deepest());
            let iteration = root.iterate(&mut worker, depth);
            if iteration == Iteration::Stopped {
                break;
            }
            let progress = root.progress(&mut worker);
            let budget = self.control.budget();
            let is_last = iteration == Iteration::Settled || ends_search(&progress, budget);
            // Only the leader reports several lines, and it still has to find them.
            let ends_all = is_last && progress.lines.len() == 1;
            publisher.publish(progress);
            if ends_all {
                smp.halt();
            }
            if is_last {
                return;
            }
        }
        publisher.publish(root.progress(&mut worker));
    }

    fn first_depth(&self) -> u32 {
        self.first_depth.clamp(1, self.deepest().max(1))
    }

    fn deepest(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    fn worker<'w>(&self, board: &'w mut Board, memory: &'w mut Memory) -> Worker<'w>
    where
        'a: 'w,
    {
        Worker {
            board,
            meter: Meter::new(self.control, self.limits),
            memory,
            table: self.table,
            barred: self.barred,
            has_known: self.has_known,
            generation: self.generation,
            selective_depth: 0,
            root_depth: 0,
            is_thorough: self.is_analysis,
            watch: None,
        }
    }
}

/// Whether a helper's result ends a search with this `budget`, as the leader's would: a win does if there is a time
/// limit.
fn ends_search(progress: &Progress, budget: Option<Budget>) -> bool {
    let wins = matches!(progress.lines[..], [Line { score: Score::Win(_), .. }]);
    wins && budget.is_some()
}

/// Index of the result to use. Results without a line have no vote. If no result has one, or all are equal, it is the
/// first.
fn choose(results: &[Progress], params: &Params) -> usize {
    let voters: Vec<Voter> = results
        .iter()
        .enumerate()
        .filter_map(|(index, result)| Voter::new(index, result))
        .collect();
    let win = voters.iter().filter_map(|voter| match voter.score {
        Score::Win(plies) => Some((plies, voter.index)),
        _ => None,
    });
    if let Some((_, index)) = win.min() {
        return index;
    }
    let loss = voters.iter().filter_map(|voter| match voter.score {
        Score::Loss(plies) => Some((voter.depth, plies, Reverse(voter.index))),
        _ => None,
    });
    if let Some((_, _, Reverse(index))) = loss.max() {
        return index;
    }
    let deepest = voters.iter().map(|voter| voter.depth).max().unwrap_or(0);
    let least = deepest.saturating_sub(params.vote_depth_margin);
    let deep: Vec<Voter> = voters.into_iter().filter(|voter| voter.depth >= least).collect();
    by_weight(&deep, f64::from(params.vote_base) / 100.0)
}

/// A thread's best move.
struct Voter {
    index: usize,
    mv: Move,
    score: Score,
    depth: u32,
}

impl Voter {
    fn new(index: usize, result: &Progress) -> Option<Voter> {
        let line = result.lines.first()?;
        Some(Voter { index, mv: *line.moves.first()?, score: line.score, depth: result.depth })
    }
}

fn by_weight(voters: &[Voter], base: f64) -> usize {
    let worst = voters.iter().map(|voter| voter.score.winning_chance()).fold(1.0, f64::min);
    let weight = |voter: &Voter| {
        (voter.score.winning_chance() - worst + base) * f64::from(voter.depth.max(1))
    };
    let votes =
        |mv: Move| -> f64 { voters.iter().filter(|voter| voter.mv == mv).map(weight).sum() };
    let mut best: Option<(f64, f64, usize)> = None;
    for voter in voters {
        let merit = (votes(voter.mv), weight(voter));
        if best.is_none_or(|(votes, weight, _)| merit > (votes, weight)) {
            best = Some((merit.0, merit.1, voter.index));
        }
    }
    best.map_or(0, |(_, _, index)| index)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::coord::Point;
    use crate::search::report::{Line, Selectivity};

    #[test]
    fn a_helper_ends_the_search_by_a_win_alone() {
        let s = Duration::from_secs;
        let clock = Some(Budget { optimum: s(1), maximum: s(3) });
        for (scores, budget, ends) in [
            (&[Score::Win(9)][..], clock, true),
            (&[Score::Win(9)], None, false),
            (&[Score::Win(9), Score::Points(5)], clock, false),
            // Even if it is late: only the leader decides against a further iteration.
            (&[Score::Points(900)], clock, false),
            (&[Score::Loss(8)], clock, false),
        ] {
            let lines = scores.iter().map(|&score| Line { score, moves: Vec::new() }).collect();
            let selectivity = Selectivity::Extended(9);
            let progress = Progress {
                depth: 9,
                selectivity,
                nodes: 1,
                elapsed: s(2),
                lines,
                calibration: None,
            };
            assert_eq!(ends_search(&progress, budget), ends, "{scores:?}");
        }
    }

    fn chosen(results: &[Progress]) -> usize {
        choose(results, &Params::default())
    }

    fn result(x: u8, score: Score, depth: u32) -> Progress {
        let moves = vec![Move::Place(Point::new(x, 0).unwrap())];
        let lines = vec![Line { score, moves }];
        let (nodes, elapsed) = (1, Duration::ZERO);
        let selectivity = Selectivity::Extended(depth);
        Progress { depth, selectivity, nodes, elapsed, lines, calibration: None }
    }

    #[test]
    fn proofs_go_before_estimates() {
        let estimate = result(0, Score::Points(900), 20);
        for (found, expected) in [
            (vec![estimate.clone(), result(1, Score::Win(9), 4), result(2, Score::Win(7), 3)], 2),
            (vec![estimate.clone(), result(1, Score::Loss(8), 9), result(2, Score::Loss(6), 9)], 1),
            (vec![result(1, Score::Loss(4), 3), result(2, Score::Win(19), 3)], 1),
        ] {
            assert_eq!(chosen(&found), expected, "{found:?}");
        }
    }

    #[test]
    fn depth_score_and_company_count() {
        let points = Score::Points;
        for (found, expected) in [
            (vec![result(0, points(10), 9), result(1, points(10), 10)], 1),
            (vec![result(0, points(-90), 10), result(1, points(90), 10)], 1),
            (vec![result(0, points(10), 9), result(1, points(900), 7)], 0),
            (vec![result(0, points(900), 7), result(1, points(10), 9)], 1),
            (vec![result(0, points(12), 9), result(1, points(10), 9), result(1, points(8), 9)], 1),
            (vec![result(0, points(10), 9), result(0, points(20), 9)], 1),
            (vec![result(3, points(10), 9), result(4, points(10), 9)], 0),
        ] {
            assert_eq!(chosen(&found), expected, "{found:?}");
        }
    }

    #[test]
    fn results_without_a_line_have_no_vote() {
        let none = Progress { lines: Vec::new(), ..result(0, Score::Points(0), 30) };
        assert_eq!(chosen(&[none.clone(), result(0, Score::Points(-500), 1)]), 1);
        assert_eq!(chosen(&[none.clone(), none]), 0);
        assert_eq!(chosen(&[]), 0);
    }
}
