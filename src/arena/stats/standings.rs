//! Statistics of a whole match: results of every engine and pairing, reasons, times and ratings.
//!
//! Works for any number of engines, which are identified by their place in the match. The ratings are the
//! maximum likelihood of the model of Bradley and Terry: the expected score is the logistic
//! function of the difference, and a draw counts as half a win and half a loss. Every player also has one
//! draw against a player of rating 0, so that ratings stay finite after perfect scores and among players that
//! never met.

use std::collections::BTreeMap;
use std::time::Duration;

use super::elo::{NORMALIZED_UNIT, error_of_unseen};
use super::score::{Estimate, NORMAL_95, Wdl};
use crate::arena::ending::{PlayedGame, Reason};
use crate::color::Color;
use crate::coord::Move;

/// Thinking times of an engine, without opening moves, passes, and moves over the time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Number of moves.
    pub moves: u64,
    /// Total time.
    pub total: Duration,
    /// Longest time, with the number of its game (the first of several).
    pub worst: Option<(Duration, usize)>,
}

impl Times {
    /// Mean time for a move in ms; `None` if there was none.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| 1000.0 * self.total.as_secs_f64() / self.moves as f64)
    }

    fn add(&mut self, time: Duration, game: usize) {
        self.moves += 1;
        self.total += time;
        if self.worst.is_none_or(|(worst, _)| time > worst) {
            self.worst = Some((time, game));
        }
    }
}

/// A game that an engine lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostByFault {
    /// The number of the game.
    pub game: usize,
    /// The fault.
    pub reason: Reason,
    /// Details; may be empty.
    pub detail: String,
}

/// The statistics of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its results as Black and as White.
    pub by_color: [Wdl; 2],
    /// Elo relative to the mean of all engines. One draw against a player of rating 0 is added for
    /// each engine, so that perfect scores stay finite.
    pub elo: Estimate,
    /// Its thinking times.
    pub times: Times,
    /// Games it lost by a fault, in the order of the games.
    pub faults: Vec<LostByFault>,
}

impl Row {
    /// All its results.
    pub fn wdl(&self) -> Wdl {
        let [mut wdl, as_white] = self.by_color;
        wdl += as_white;
        wdl
    }
}

/// The statistics of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The engines, by their place in the tournament.
    pub rows: Vec<Row>,
    /// `crosstable[i][j]`: results of engine i against engine j.
    pub crosstable: Vec<Vec<Wdl>>,
    /// Black's results over all games.
    pub black: Wdl,
    /// Plies of all games, including the opening.
    pub plies: u64,
    /// Numbers of games that ended for each reason, in the order of [`Reason::ALL`]; only reasons that occurred.
    pub endings: Vec<(Reason, u64)>,
}

impl Standings {
    /// The standings of a match between `engines` engines; games of other engines are ignored.
    pub fn of(engines: usize, games: &[PlayedGame]) -> Standings {
        let row = Row {
            by_color: [Wdl::default(); 2],
            elo: Estimate { value: 0.0, error: 0.0 },
            times: Times::default(),
            faults: Vec::new(),
        };
        let mut standings = Standings {
            rows: vec![row; engines],
            crosstable: vec![vec![Wdl::default(); engines]; engines],
            black: Wdl::default(),
            plies: 0,
            endings: Vec::new(),
        };
        let known = |game: &&PlayedGame| game.players.iter().all(|&player| player < engines);
        let mut endings = [0; Reason::ALL.len()];
        let mut pairs = BTreeMap::new();
        for game in games.iter().filter(known) {
            standings.add(game);
            pairs.entry(game.number / 2).or_insert_with(|| PairOfGames::of(game.players)).add(game);
            for (count, reason) in endings.iter_mut().zip(Reason::ALL) {
                *count += u64::from(game.ending.reason == reason);
            }
        }
        let counted = Reason::ALL.into_iter().zip(endings);
        standings.endings = counted.filter(|&(_, count)| count > 0).collect();
        let pairs: Vec<PairOfGames> = pairs.into_values().collect();
        for (row, elo) in standings.rows.iter_mut().zip(ratings(&standings.crosstable, &pairs)) {
            row.elo = elo;
        }
        standings
    }

    fn add(&mut self, game: &PlayedGame) {
        self.plies += game.moves.len() as u64;
        self.black.add_half_points(game.half_points(Color::Black));
        for color in Color::ALL {
            let player = game.players[color.index()];
            let opponent = game.players[color.opponent().index()];
            let half_points = game.half_points(color);
            self.crosstable[player][opponent].add_half_points(half_points);
            self.rows[player].by_color[color.index()].add_half_points(half_points);
        }
        for (ply, timed) in game.moves.iter().enumerate().skip(game.opening_plies) {
            if timed.mv != Move::Pass {
                self.rows[game.players[ply % 2]].times.add(timed.time, game.number);
            }
        }
        if let (Some(winner), reason) = (game.ending.winner, game.ending.reason)
            && reason.is_fault()
        {
            let loser = game.players[winner.opponent().index()];
            let detail = game.ending.detail.clone();
            self.rows[loser].faults.push(LostByFault { game: game.number, reason, detail });
        }
    }

    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.black.games()
    }

    /// Mean number of plies of a game; `None` before the first game.
    pub fn mean_plies(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.plies as f64 / self.games() as f64)
    }

    /// The engines by Elo, best first; equal ones by their place.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.rows.len()).collect();
        ranking.sort_by(|&a, &b| self.rows[b].elo.value.total_cmp(&self.rows[a].elo.value));
        ranking
    }
}

/// The games of two engines with one opening and both colours; one of the games may be missing.
#[derive(Clone, Copy, Debug)]
struct PairOfGames {
    players: [usize; 2],
    /// Results of the first of `players`.
    wdl: Wdl,
}

impl PairOfGames {
    fn of(players: [usize; 2]) -> PairOfGames {
        PairOfGames { players, wdl: Wdl::default() }
    }

    fn add(&mut self, game: &PlayedGame) {
        let color = if game.players == self.players { Color::Black } else { Color::White };
        self.wdl.add_half_points(game.half_points(color));
    }
}

/// Maximum number of Newton steps; a few normally suffice.
const ROUNDS: usize = 100;
/// Change of a rating, in natural units, that is negligible.
const PRECISION: f64 = 1e-10;
/// Longest step in natural units: about 350 Elo.
const LONGEST_STEP: f64 = 2.0;

/// Elo of every player relative to the mean of all, with 95 % errors; `results[i][j]` are those of
/// player i against player j, and `results[j][i]` must be the same from the other side. `pairs` has the same games.
///
/// The errors are robust (Huber and White): they follow from the deviations of the pairs of games from the ratings'
/// predictions. So draws make them smaller, and so do openings that the same colour wins twice. The errors of two players
/// add up to that of their difference.
fn ratings(results: &[Vec<Wdl>], pairs: &[PairOfGames]) -> Vec<Estimate> {
    let players = results.len();
    let mut strengths = vec![0.0; players];
    for _ in 0..ROUNDS {
        let (gradient, information) = slopes(results, &strengths);
        let inverse = inverse(information);
        let mut longest: f64 = 0.0;
        for (strength, row) in strengths.iter_mut().zip(&inverse) {
            let step = row.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>();
            let step = step.clamp(-LONGEST_STEP, LONGEST_STEP);
            *strength += step;
            longest = longest.max(step.abs());
        }
        if longest < PRECISION {
            break;
        }
    }
    let covariance = covariance(results, pairs, &strengths);
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    // Natural units are those in which the slope of the curve at 1/2 is 1/4.
    let unit = NORMALIZED_UNIT / 2.0;
    (0..players)
        .map(|player| Estimate {
            value: unit * (strengths[player] - mean),
            error: unit * NORMAL_95 * variance_from_mean(&covariance, player).sqrt(),
        })
        .collect()
}

/// The expected score of a player that is `difference` natural units stronger.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Gradient and negated second derivatives of the log-likelihood.
fn slopes(results: &[Vec<Wdl>], strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = results.len();
    let mut gradient = vec![0.0; players];
    let mut information = vec![vec![0.0; players]; players];
    for i in 0..players {
        let prior = expected(strengths[i]);
        gradient[i] += 0.5 - prior;
        information[i][i] += prior * (1.0 - prior);
        for j in 0..players {
            if i == j {
                continue;
            }
            let games = results[i][j].games() as f64;
            let score = expected(strengths[i] - strengths[j]);
            gradient[i] += results[i][j].points() - games * score;
            let weight = games * score * (1.0 - score);
            information[i][i] += weight;
            information[i][j] -= weight;
        }
    }
    (gradient, information)
}

/// Covariance of the strengths: the inverse information around the squared deviations of the pairs.
fn covariance(results: &[Vec<Wdl>], pairs: &[PairOfGames], strengths: &[f64]) -> Vec<Vec<f64>> {
    let players = results.len();
    let mut squares = vec![vec![0.0; players]; players];
    for (i, row) in squares.iter_mut().enumerate() {
        row[i] = 0.25; // The draw against the player of rating 0.
    }
    let mut add = |[i, j]: [usize; 2], square: f64| {
        squares[i][i] += square;
        squares[j][j] += square;
        squares[i][j] -= square;
        squares[j][i] -= square;
    };
    // The pairs of each pairing and their squared deviations.
    let mut seen = vec![vec![(0.0, 0.0); players]; players];
    for pair in pairs {
        let [i, j] = pair.players;
        let score = expected(strengths[i] - strengths[j]);
        let (count, square) = &mut seen[i.min(j)][i.max(j)];
        *count += 1.0;
        *square += (pair.wdl.points() - pair.wdl.games() as f64 * score).powi(2);
    }
    for i in 0..players {
        for j in i + 1..players {
            let (count, square) = seen[i][j];
            let score = expected(strengths[i] - strengths[j]);
            let of_unseen = results[i][j].games() as f64 * error_of_unseen(count, score);
            // The error of a pairing has the same floor.
            add([i, j], square.max((of_unseen / NORMAL_95).powi(2)));
        }
    }
    let inverse = inverse(slopes(results, strengths).1);
    product(&product(&inverse, &squares), &inverse)
}

/// Variance of the difference between one strength and the mean of all.
fn variance_from_mean(covariance: &[Vec<f64>], player: usize) -> f64 {
    let share = 1.0 / covariance.len() as f64;
    let weight = |index: usize| if index == player { 1.0 - share } else { -share };
    let mut variance = 0.0;
    for (i, row) in covariance.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            variance += weight(i) * weight(j) * value;
        }
    }
    variance.max(0.0)
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = a.len();
    let entry = |i: usize, j: usize| (0..size).map(|k| a[i][k] * b[k][j]).sum();
    (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
}

/// The inverse of a positive definite matrix (Gauss and Jordan). The prior makes every information matrix positive
/// definite, so no pivot is zero and pivoting is not needed.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        for value in &mut matrix[pivot] {
            *value /= divisor;
        }
        let pivot_row = matrix[pivot].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if index == pivot || factor == 0.0 {
                continue;
            }
            for (value, above) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * above;
            }
        }
    }
    for row in &mut matrix {
        row.drain(..size);
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::samples::{game, with_times};
    use crate::arena::stats::assert_near;
    use crate::arena::stats::elo::{Strength, expected_score};
    use crate::arena::stats::score::{Duel, Pentanomial};

    const BLACK: Option<Color> = Some(Color::Black);
    const WHITE: Option<Color> = Some(Color::White);

    fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
        Wdl { wins, draws, losses }
    }

    fn three_engines() -> Vec<PlayedGame> {
        let mut late = game(5, [2, 0], WHITE);
        late.ending.reason = Reason::Overtime;
        late.ending.detail = "1.204 s of 1.000 s".to_owned();
        vec![
            with_times(game(0, [0, 1], BLACK), 1, &[Some(0), Some(30), Some(10), Some(50)]),
            with_times(game(1, [1, 0], None), 2, &[Some(0), Some(0), Some(70), None, Some(30)]),
            game(2, [1, 2], BLACK),
            game(3, [2, 1], WHITE),
            game(4, [0, 2], BLACK),
            late,
            game(6, [0, 3], BLACK),
        ]
    }

    #[test]
    fn results_are_counted_for_both_players_and_colours() {
        let standings = Standings::of(3, &three_engines());
        assert_eq!(standings.games(), 6);
        assert_eq!(standings.black, wdl(3, 1, 2));
        assert_eq!(standings.rows[0].by_color, [wdl(2, 0, 0), wdl(1, 1, 0)]);
        assert_eq!(standings.rows[0].wdl(), wdl(3, 1, 0));
        assert_eq!(standings.rows[2].wdl(), wdl(0, 0, 4));
        assert_eq!(standings.crosstable[0][1], wdl(1, 1, 0));
        assert_eq!(standings.crosstable[1][0], wdl(0, 1, 1));
        assert_eq!(standings.crosstable[1][2], wdl(2, 0, 0));
        assert_eq!(standings.crosstable[1][1], Wdl::default());
        assert_eq!(standings.ranking(), [0, 1, 2]);
        let sum: f64 = standings.rows.iter().map(|row| row.elo.value).sum();
        assert!(sum.abs() < 1e-6);
        assert_eq!(standings.mean_plies(), Some(1.5));
    }

    #[test]
    fn only_moves_that_were_thought_about_have_times() {
        let standings = Standings::of(3, &three_engines());
        let [one, two, three] = [0, 1, 2].map(|engine| standings.rows[engine].times);
        // Engine 0: 10 ms as Black; as White only the pass.
        assert_eq!((one.moves, one.mean_ms()), (1, Some(10.0)));
        assert_eq!(one.worst, Some((Duration::from_millis(10), 0)));
        // Engine 1: 30 and 50 ms as White, 70 and 30 ms as Black.
        assert_eq!((two.moves, two.mean_ms()), (4, Some(45.0)));
        assert_eq!(two.worst, Some((Duration::from_millis(70), 1)));
        assert_eq!((three.mean_ms(), three.worst), (None, None));
    }

    #[test]
    fn faults_are_the_losers() {
        let standings = Standings::of(3, &three_engines());
        let detail = "1.204 s of 1.000 s".to_owned();
        assert_eq!(
            standings.rows[2].faults,
            [LostByFault { game: 5, reason: Reason::Overtime, detail }]
        );
        assert!(standings.rows[0].faults.is_empty() && standings.rows[1].faults.is_empty());
        assert_eq!(
            standings.endings,
            [(Reason::Five, 4), (Reason::FullBoard, 1), (Reason::Overtime, 1)]
        );
    }

    #[test]
    fn no_games_are_no_numbers() {
        let standings = Standings::of(2, &[]);
        assert_eq!((standings.games(), standings.mean_plies()), (0, None));
        assert!(standings.endings.is_empty());
        assert_eq!(standings.ranking(), [0, 1]);
    }

    fn table(players: usize, results: &[(usize, usize, Wdl)]) -> Vec<Vec<Wdl>> {
        let mut table = vec![vec![Wdl::default(); players]; players];
        for &(i, j, wdl) in results {
            table[i][j] = wdl;
            table[j][i] = wdl.reversed();
        }
        table
    }

    /// The ratings of games that have no partners.
    fn ratings_of_singles(results: &[(usize, usize, Wdl)], players: usize) -> Vec<Estimate> {
        let mut singles = Vec::new();
        for &(i, j, Wdl { wins, draws, losses }) in results {
            let outcomes = [(wins, wdl(1, 0, 0)), (draws, wdl(0, 1, 0)), (losses, wdl(0, 0, 1))];
            for (count, wdl) in outcomes {
                singles.extend((0..count).map(|_| PairOfGames { players: [i, j], wdl }));
            }
        }
        ratings(&table(players, results), &singles)
    }

    /// The rating of the first of two engines after pairs of 0, 1/2, 1, 3/2 and 2 points.
    fn rating_of_pairs(counts: [u64; 5]) -> Estimate {
        let outcomes = [wdl(0, 0, 2), wdl(0, 1, 1), wdl(1, 0, 1), wdl(1, 1, 0), wdl(2, 0, 0)];
        let mut total = Wdl::default();
        let mut pairs = Vec::new();
        for (count, wdl) in counts.into_iter().zip(outcomes) {
            for _ in 0..count {
                pairs.push(PairOfGames { players: [0, 1], wdl });
                total += wdl;
            }
        }
        ratings(&table(2, &[(0, 1, total)]), &pairs)[0]
    }

    #[test]
    fn inverses_are_inverse() {
        let matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 3.0, 0.0], vec![-2.0, 0.0, 5.0]];
        let one = product(&matrix, &inverse(matrix.clone()));
        for (i, row) in one.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                assert_near(*value, if i == j { 1.0 } else { 0.0 }, 1e-12);
            }
        }
    }

    #[test]
    fn two_players_solve_their_equation() {
        let [first, second] = ratings_of_singles(&[(0, 1, wdl(600, 200, 200))], 2)[..] else {
            panic!("two ratings");
        };
        assert_near(first.value, -second.value, 1e-9);
        assert_near(first.error, second.error, 1e-9);
        // 700 - 1000 F(2r) + 1/2 - F(r) = 0 in natural units.
        let r = first.value * 2.0 / NORMALIZED_UNIT;
        assert_near(700.5 - 1000.0 * expected(2.0 * r) - expected(r), 0.0, 1e-6);
        // The difference is close to the Elo of 70 %, and its error to the standard one: the variance
        // of a game is 0.6 * 0.09 + 0.2 * 0.04 + 0.2 * 0.49 = 0.16.
        assert_near(first.value - second.value, 147.2, 0.5);
        let error = NORMAL_95 * (0.16_f64 / 1000.0).sqrt() / (0.7 * 0.3) * NORMALIZED_UNIT / 2.0;
        assert_near(2.0 * first.error, error, 0.01 * error);
    }

    #[test]
    fn draws_make_errors_smaller() {
        let decided = ratings_of_singles(&[(0, 1, wdl(50, 0, 50))], 2)[0];
        let drawn = ratings_of_singles(&[(0, 1, wdl(5, 90, 5))], 2)[0];
        assert_eq!((decided.value, drawn.value), (0.0, 0.0));
        assert!(drawn.error < 0.5 * decided.error);
    }

    #[test]
    fn errors_follow_from_pairs() {
        // The mean of 1000 pairs is 1 point, the variance 0.1 * 2 * 1 + 0.15 * 2 * 0.25 = 0.275.
        let rating = rating_of_pairs([100, 150, 500, 150, 100]);
        let error = NORMAL_95 * (0.275_f64 / 1000.0).sqrt() / 2.0 / 0.25 * NORMALIZED_UNIT / 2.0;
        assert_near(2.0 * rating.error, error, 0.01 * error);
        // Openings that the same colour wins twice contain no information about the engines, yet leave some doubt.
        let drawn = rating_of_pairs([0, 0, 1000, 0, 0]);
        assert_eq!(drawn.value, 0.0);
        assert!((0.04..0.15).contains(&(drawn.error / rating.error)), "{drawn:?}");
    }

    #[test]
    fn errors_of_two_players_add_up_to_that_of_their_difference() {
        let counts =
            [[0, 2, 11, 0, 0], [0, 0, 13, 0, 0], [2, 3, 6, 4, 1], [100, 150, 500, 150, 100]];
        for counts in counts {
            let duel = Duel::from_counts(Wdl::default(), Pentanomial(counts));
            let width = Strength::of(&duel).unwrap().elo.half_width();
            assert_near(2.0 * rating_of_pairs(counts).error, width, 0.05 * width);
        }
    }

    #[test]
    fn games_of_one_opening_are_a_pair() {
        let pair = |first, winners: [Option<Color>; 2]| {
            [game(first, [0, 1], winners[0]), game(first + 1, [1, 0], winners[1])]
        };
        let black_wins: Vec<PlayedGame> = (0..50).flat_map(|i| pair(2 * i, [BLACK; 2])).collect();
        let by_turns: Vec<PlayedGame> = (0..50)
            .flat_map(|i| pair(2 * i, if i % 2 == 0 { [BLACK, WHITE] } else { [WHITE, BLACK] }))
            .collect();
        let [even, uneven] =
            [black_wins, by_turns].map(|games| Standings::of(2, &games).rows[0].clone());
        assert_eq!((even.wdl(), uneven.wdl()), (wdl(50, 0, 50), wdl(50, 0, 50)));
        assert!(even.elo.error < 0.3 * uneven.elo.error);
    }

    #[test]
    fn known_strengths_are_found_again() {
        let strengths = [250.0, 40.0, -30.0, -260.0];
        let mut results = Vec::new();
        for i in 0..4 {
            for j in i + 1..4 {
                let score = expected_score(strengths[i] - strengths[j]);
                let wins = (100_000.0 * score).round() as u64;
                results.push((i, j, wdl(wins, 0, 100_000 - wins)));
            }
        }
        for (rating, strength) in ratings_of_singles(&results, 4).iter().zip(strengths) {
            assert_near(rating.value, strength, 0.1);
            assert!(rating.error > 0.1 && rating.error < 3.0);
        }
    }

    #[test]
    fn nothing_is_infinite() {
        let found = ratings_of_singles(&[(0, 1, wdl(1000, 0, 0)), (1, 2, wdl(1000, 0, 0))], 3);
        assert!(found.iter().all(|rating| rating.value.is_finite() && rating.error.is_finite()));
        assert!(found[0].value > found[1].value + 200.0);
        assert!(found[1].value > found[2].value + 200.0);
        assert!(ratings(&table(0, &[]), &[]).is_empty());
        let alone = ratings(&table(2, &[]), &[]);
        assert_eq!((alone[0].value, alone[1].value), (0.0, 0.0));
        assert!(alone[0].error.is_finite() && alone[0].error > 100.0);
    }
}
