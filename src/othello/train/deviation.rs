//! Measures the differences between searches of different depths, and fits the deviation of ProbCut.
//!
//! Positions of games are searched to every depth without selective cuts; those near the end are also
//! solved. The factors maximise the likelihood of the differences, modelled as normally distributed.

use fastrand::Rng;

use super::record::GameRecord;
use crate::othello::eval::deviation::{Deviation, ONE};
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::othello::search::eval::{LIMIT, Node};
use crate::othello::search::params::Params;
use crate::othello::search::probcut::midgame_depth;
use crate::othello::search::transposition::LocalTable;
use crate::othello::search::transposition::TranspositionTable;
use crate::othello::search::worker::Worker;
use crate::search::control::{Control, Meter};
use crate::search::limits::Limits;

/// Deepest search.
const DEEPEST: u32 = 9;
/// Minimum and maximum number of empty squares of a position, and the maximum at which it is also solved.
const EMPTIES: (u32, u32) = (10, 54);
const MOST_SOLVED: u32 = 18;
/// Maximum depth of a search compared with a solve.
const DEEPEST_BESIDE_SOLVED: u32 = 5;
/// Numbers of games searched for a position with a given number of empty squares, and of such numbers tried,
/// before giving up.
const TRIES: usize = 100;
/// Transposition table in bytes.
const TABLE_BYTES: usize = 4 << 20;
/// Larger differences, in 1/100 disc, count as this: they are decided games, not errors of judgement.
const MOST: f64 = 2400.0;
/// Steps of the fit, which converges in far fewer.
const STEPS: usize = 60;

/// A difference in 1/100 disc and the terms it depends on; the first term is 1.
type Difference<const N: usize> = ([f64; N], f64);

/// Differences between searches.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    midgame: Vec<Difference<4>>,
    endgame: Vec<Difference<3>>,
}

impl Differences {
    /// The numbers of differences between two depths, and between a depth and a solve.
    pub fn counts(&self) -> (usize, usize) {
        (self.midgame.len(), self.endgame.len())
    }

    /// The maximum-likelihood deviation; without differences, that of `before`.
    pub fn fit(&self, before: Deviation) -> Deviation {
        Deviation {
            midgame: factors(&self.midgame, before.midgame),
            endgame: factors(&self.endgame, before.endgame),
        }
    }
}

fn factors<const N: usize>(differences: &[Difference<N>], before: [i16; N]) -> [i16; N] {
    if differences.is_empty() {
        return before;
    }
    fit(differences).map(|factor| (factor * f64::from(ONE)).round() as i16)
}

/// Measures `count` positions of `games`, which must be valid, chosen by `seed`. `watch` receives the number
/// done.
pub fn measure(
    weights: &Weights,
    games: &[GameRecord],
    count: usize,
    seed: u64,
    watch: &mut dyn FnMut(usize),
) -> Differences {
    let mut random = Rng::with_seed(seed);
    let (table, mut local) = (TranspositionTable::new(TABLE_BYTES), LocalTable::default());
    let params = Params::default();
    let mut all = Differences::default();
    for done in 0..count {
        watch(done);
        let Some(board) = any_position(games, &mut random) else { break };
        let control = Control::unlimited();
        let mut meter = Meter::new(&control, &Limits::default());
        let mut worker = Worker::new(&mut meter, &table, &mut local, weights, &params);
        add(&mut worker, board, &params, &mut all);
    }
    all
}

/// A position of a game that is neither of its opening nor too near the beginning or the end.
fn any_position(games: &[GameRecord], random: &mut Rng) -> Option<Board> {
    if games.is_empty() {
        return None;
    }
    // Nearly every game has a position with any number of empty squares, but its opening may be longer than
    // that, and so may all openings.
    (0..TRIES).find_map(|_| {
        let wanted = random.u32(EMPTIES.0..=EMPTIES.1);
        (0..TRIES).find_map(|_| {
            let game = &games[random.u64(0..games.len() as u64) as usize];
            let steps = game.steps().ok()?;
            let mut chosen = steps[game.opening..].iter().map(|step| step.board);
            chosen.find(|board| board.empty_count() == wanted && board.legal_moves() != 0)
        })
    })
}

fn add(worker: &mut Worker, board: Board, params: &Params, all: &mut Differences) {
    let (node, moves) = (Node::of(board), board.legal_moves());
    let empties = board.empty_count();
    let deepest = DEEPEST.min(empties - 1);
    let values: Vec<i32> =
        (0..=deepest).map(|depth| worker.midgame(&node, moves, -LIMIT, LIMIT, depth)).collect();
    let difference = |a: i32, b: i32| f64::from(a - b).clamp(-MOST, MOST);
    for deep in params.probcut_depth..=deepest {
        for shallow in [0, midgame_depth(deep, params)] {
            let terms = [1.0, f64::from(empties), f64::from(deep), f64::from(shallow)];
            let values = (values[deep as usize], values[shallow as usize]);
            all.midgame.push((terms, difference(values.0, values.1)));
        }
    }
    if empties <= MOST_SOLVED {
        let score = 100 * worker.solve(&node, -64, 64);
        for shallow in 0..=DEEPEST_BESIDE_SOLVED {
            let terms = [1.0, f64::from(empties), f64::from(shallow)];
            all.endgame.push((terms, difference(score, values[shallow as usize])));
        }
    }
}

/// The factors of the logarithm of the deviation that maximise the likelihood of `differences` (not empty),
/// by Newton's method.
fn fit<const N: usize>(differences: &[Difference<N>]) -> [f64; N] {
    let mut factors = [0.0; N];
    let count = differences.len() as f64;
    let square = differences.iter().map(|(_, size)| size * size).sum::<f64>() / count;
    factors[0] = square.max(1.0).ln() / 2.0;
    for _ in 0..STEPS {
        let (mut slope, mut curve) = ([0.0; N], [[0.0; N]; N]);
        for (terms, size) in differences {
            let logarithm: f64 = terms.iter().zip(&factors).map(|(term, f)| term * f).sum();
            // The square of the standardized difference.
            let excess = size * size * (-2.0 * logarithm).exp();
            for i in 0..N {
                slope[i] += terms[i] * (1.0 - excess);
                for j in 0..N {
                    curve[i][j] += 2.0 * excess * terms[i] * terms[j];
                }
            }
        }
        // Regularization, in case the likelihood is flat.
        (0..N).for_each(|i| curve[i][i] += 1e-6 * count);
        let step = solve(curve, slope);
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        let scale = (0.5 / longest.max(0.5)).min(1.0);
        factors.iter_mut().zip(step).for_each(|(factor, part)| *factor -= scale * part);
    }
    factors
}

/// The solution of the linear equations `matrix` x = `right`, the matrix being positive definite.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for j in i + 1..N {
            let share = matrix[j][i] / matrix[i][i];
            let row = matrix[i];
            matrix[j].iter_mut().zip(row).skip(i).for_each(|(cell, above)| *cell -= share * above);
            right[j] -= share * right[i];
        }
    }
    for i in (0..N).rev() {
        for j in i + 1..N {
            right[i] -= matrix[i][j] * right[j];
        }
        right[i] /= matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::train::selfplay::{Recipe, SelfPlay};
    use std::sync::Arc;

    #[test]
    fn a_fit_finds_the_factors_that_differences_were_made_by() {
        let mut random = Rng::with_seed(1);
        let mut normal = || (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
        let truth: [f64; 3] = [5.5, 0.01, -0.1];
        let differences: Vec<Difference<3>> = (0..20_000)
            .map(|i| {
                let terms = [1.0, f64::from(i % 40), f64::from(i % 7)];
                let sigma = terms.iter().zip(truth).map(|(term, f)| term * f).sum::<f64>().exp();
                (terms, sigma * normal())
            })
            .collect();
        let found = fit(&differences);
        let near = found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 0.02);
        assert!(near, "{found:?}");
    }

    #[test]
    fn equations_are_solved() {
        let found = solve([[4.0, 1.0], [1.0, 3.0]], [9.0, 5.0]);
        assert!((found[0] - 2.0).abs() < 1e-9 && (found[1] - 1.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn deeper_searches_are_nearer_to_the_truth() {
        let weights = Weights::embedded();
        let recipe = Recipe { depth: 1, solve_from: 6, seed: 5 };
        let mut players = SelfPlay::new(recipe, Arc::clone(&weights));
        let games: Vec<GameRecord> = (0..20).map(|index| players.play(index)).collect();
        let mut seen = 0;
        let found = measure(&weights, &games, 40, 1, &mut |_| seen += 1);
        assert_eq!(seen, 40);
        let (midgame, endgame) = found.counts();
        assert_eq!((midgame % 2, endgame % 6), (0, 0));
        assert!(midgame > 40 * 12 && endgame > 0);
        let deviation = found.fit(Deviation::default());
        assert!(deviation.midgame(30, 8, 4) < deviation.midgame(30, 8, 0));
        let again = measure(&weights, &games, 40, 1, &mut |_| ());
        assert_eq!(again.fit(Deviation::default()), deviation);
        let nothing = measure(&weights, &[], 40, 1, &mut |_| ());
        assert_eq!((nothing.counts(), nothing.fit(deviation)), ((0, 0), deviation));
    }
}
