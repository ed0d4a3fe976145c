//! Thread voting: chooses among the results of several threads.
//!
//! Proofs come first: the shortest win, and a proven loss over any estimate, since it shows that every
//! move loses. Otherwise the threads whose depth is close to the deepest vote for their moves, with weights
//! that grow with depth and score. A thread that got little processor time has no vote: deeper searches
//! may have refuted its move.

use std::cmp::Reverse;

use super::params::Params;
use crate::coord::Move;
use crate::search::report::{Progress, Score};

/// Index of the result to use. Results without a line have no vote. If none has one, or all are equal, it
/// is the first.
pub(super) fn choose(results: &[Progress], params: &Params) -> usize {
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

    fn chosen(results: &[Progress]) -> usize {
        choose(results, &Params::default())
    }

    fn result(x: u8, score: Score, depth: u32) -> Progress {
        let moves = vec![Move::Place(Point::new(x, 0).unwrap())];
        let lines = vec![Line { score, moves }];
        let (nodes, elapsed) = (1, Duration::ZERO);
        Progress { depth, selectivity: Selectivity::Extended(depth), nodes, elapsed, lines }
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
