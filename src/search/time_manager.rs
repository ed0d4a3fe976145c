//! Time management: from the clocks announced by a manager to the budget of one move, and whether to start
//! another iteration.
//!
//! Pure functions of the clocks, the iterations so far, the elapsed time and the budget; they read no clock.
//! The hard limit, the budget's maximum, is enforced elsewhere.

use std::time::Duration;

use super::limits::Budget;
use super::params::params;
use super::report::{Progress, Score};
use crate::coord::Move;

params! {
    prefix "time_";
    /// The parameters of time management, in hundredths. They matter only in games on a clock.
    pub struct TimeParams {
        /// Assumed ratio of the time of an iteration to that of the one before.
        growth: i32 = 170, 100..=400, 10, "by hand";
        /// Factor on the planned time after a new best move, its decrease for every iteration that the move
        /// stays best, and its minimum.
        settling: i32 = 105, 70..=200, 5, "by hand";
        stable_step: i32 = 5, 0..=20, 1, "by hand";
        stable_least: i32 = 65, 20..=100, 5, "by hand";
        /// Increase of the factor for a change of the best move, and the share of it that remains after another
        /// iteration.
        change: i32 = 45, 0..=150, 5, "by hand";
        change_memory: i32 = 50, 0..=90, 5, "by hand";
        /// Weight of a drop in winning chance, and the range of the resulting factor.
        drop_weight: i32 = 300, 0..=1000, 30, "by hand";
        drop_least: i32 = 50, 10..=100, 5, "by hand";
        drop_most: i32 = 150, 100..=300, 10, "by hand";
        /// Weight of older iterations in the average that the latest winning chance is compared with.
        memory: i32 = 60, 0..=95, 5, "by hand";
    }
}

/// History of the iterations of a search.
#[derive(Clone, Debug, Default)]
pub struct TimeManager {
    params: TimeParams,
    best: Option<Move>,
    /// Iterations since the best move changed.
    stable: u32,
    /// Recent changes of the best move, with decay.
    changes: f64,
    /// Average winning chance of the iterations before the latest.
    usual_chance: f64,
    /// Result of the latest iteration.
    score: Option<Score>,
    /// End and length of the latest iteration.
    ended: Duration,
    length: Duration,
    several_lines: bool,
    /// Whether the search is part of a longer one, which keeps to the planned time itself.
    is_part: bool,
}

impl TimeManager {
    /// A manager before the first iteration, which begins after `elapsed`.
    pub fn new(params: &TimeParams, elapsed: Duration) -> TimeManager {
        TimeManager { params: params.clone(), ended: elapsed, ..TimeManager::default() }
    }

    /// The manager of a search that is part of a longer one: it saves no time for later moves.
    pub fn of_part(self) -> TimeManager {
        TimeManager { is_part: true, ..self }
    }

    /// Records a finished iteration.
    pub fn note(&mut self, progress: &Progress) {
        let Some(line) = progress.lines.first() else {
            return;
        };
        let best = line.moves.first().copied();
        if self.best.is_some() {
            let changed = best != self.best;
            self.stable = if changed { 0 } else { self.stable + 1 };
            self.changes =
                share(self.params.change_memory) * self.changes + f64::from(u8::from(changed));
        }
        let before = self.score.map(Score::winning_chance);
        self.usual_chance = match before {
            Some(chance) if self.best.is_some() => {
                let memory = share(self.params.memory);
                memory * self.usual_chance + (1.0 - memory) * chance
            }
            _ => line.score.winning_chance(),
        };
        self.best = best;
        self.score = Some(line.score);
        self.length = progress.elapsed.saturating_sub(self.ended);
        self.ended = progress.elapsed;
        self.several_lines = progress.lines.len() > 1;
    }

    /// Whether to start another iteration after `elapsed` of `budget`.
    pub fn may_deepen(&self, elapsed: Duration, budget: Option<Budget>) -> bool {
        let Some(budget) = budget else {
            return true;
        };
        if !self.several_lines && matches!(self.score, Some(Score::Win(_))) {
            return false;
        }
        let (gone, maximum) = (elapsed.as_secs_f64(), budget.maximum.as_secs_f64());
        // Even an iteration that cannot finish may find a better move, and it fills the table for the next search.
        if self.is_part || !budget.rewards_sparing() {
            return gone < maximum;
        }
        let next = self.length.as_secs_f64() * share(self.params.growth);
        // Start the iteration if its middle is before the target: it then ends as close to the target as possible.
        let target = budget.optimum.as_secs_f64() * self.factor();
        gone < target && gone + next / 2.0 < target && gone + next < maximum
    }

    /// Factor on the planned time; with the default parameters 0.3 to 3.
    fn factor(&self) -> f64 {
        let params = &self.params;
        let stability = (share(params.settling)
            - share(params.stable_step) * f64::from(self.stable))
        .max(share(params.stable_least));
        let chance = self.score.map_or(self.usual_chance, Score::winning_chance);
        let (least, most) = (share(params.drop_least), share(params.drop_most));
        let drop = 1.0 + share(params.drop_weight) * (self.usual_chance - chance);
        // In a lost position, spend the time on the longest resistance.
        let is_lost = matches!(self.score, Some(Score::Loss(_)));
        let drop = if is_lost { most } else { drop.clamp(least, most) };
        (stability + share(params.change) * self.changes) * drop
    }
}

fn share(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// Smallest and largest part of a time limit reserved for overhead: pipes and a busy scheduler. Not parameters:
/// they guard against losses on time, which games on an idle machine do not show.
const RESERVE_MIN: Duration = Duration::from_millis(20);
const RESERVE_MAX: Duration = Duration::from_millis(150);

/// Shares of the time left on a match clock for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Planned for a move, more than 0 and at most `maximum`.
    pub optimum: f64,
    /// Allowed for a move, less than 1.
    pub maximum: f64,
}

/// Current time limits of one move. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Limit for this move.
    pub turn: Option<Duration>,
    /// Time left for all remaining moves, including this one.
    pub remaining: Option<Duration>,
}

impl Clock {
    /// The budget of one move that may have this `share` of the match clock. `None` if there is no limit at
    /// all.
    pub fn budget(self, share: Share) -> Option<Budget> {
        let turn = self.turn.map(|limit| Budget::exactly(without_reserve(limit, limit / 20)));
        let remaining = self.remaining.map(|left| {
            let left = without_reserve(left, left / 10);
            Budget { optimum: left.mul_f64(share.optimum), maximum: left.mul_f64(share.maximum) }
        });
        Budget::lesser(turn, remaining)
    }
}

/// `limit` minus `reserve` clamped to [`RESERVE_MIN`]..=[`RESERVE_MAX`], but at least half the limit.
fn without_reserve(limit: Duration, reserve: Duration) -> Duration {
    limit.saturating_sub(reserve.clamp(RESERVE_MIN, RESERVE_MAX)).max(limit / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Point;
    use crate::search::report::{Line, Selectivity};

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// An iteration: its end in milliseconds, the column of its best move, its score.
    type Iteration = (u64, u8, Score);

    fn fresh_manager() -> TimeManager {
        TimeManager::new(&TimeParams::default(), Duration::ZERO)
    }

    fn after(iterations: &[Iteration]) -> TimeManager {
        after_waiting(0, iterations)
    }

    /// Like [`after`], but the first iteration begins late.
    fn after_waiting(wait: u64, iterations: &[Iteration]) -> TimeManager {
        let mut time = TimeManager::new(&TimeParams::default(), ms(wait));
        for (index, &(end, x, score)) in iterations.iter().enumerate() {
            let moves = vec![Move::Place(Point::new(x, 0).unwrap())];
            let depth = index as u32 + 1;
            time.note(&Progress {
                depth,
                selectivity: Selectivity::Extended(depth),
                nodes: 1,
                elapsed: ms(end),
                lines: vec![Line { score, moves }],
                calibration: None,
            });
        }
        time
    }

    fn even(ends: &[u64]) -> Vec<Iteration> {
        ends.iter().map(|&end| (end, 0, Score::Points(0))).collect()
    }

    const MATCH: Budget = Budget { optimum: ms(1000), maximum: ms(3000) };

    #[test]
    fn without_a_budget_it_never_ends() {
        assert!(after(&[(9, 0, Score::Win(3))]).may_deepen(ms(1 << 40), None));
    }

    #[test]
    fn a_turn_is_used_up() {
        let turn = Some(Budget::exactly(ms(1000)));
        let slow = after(&even(&[100, 800]));
        assert!(slow.may_deepen(ms(999), turn) && !slow.may_deepen(ms(1000), turn));
        assert!(fresh_manager().may_deepen(ms(0), turn));
        assert!(!fresh_manager().may_deepen(ms(0), Some(Budget::exactly(ms(0)))));
    }

    #[test]
    fn an_iteration_that_would_not_pay_is_not_begun_on_a_match_clock() {
        assert!(after(&even(&[100, 200])).may_deepen(ms(200), Some(MATCH)));
        assert!(!after(&even(&[100, 700])).may_deepen(ms(700), Some(MATCH)));
        let tight = Budget { optimum: ms(1000), maximum: ms(1001) };
        assert!(!after(&even(&[100, 500])).may_deepen(ms(500), Some(tight)), "it cannot end");
    }

    #[test]
    fn a_part_of_a_search_saves_no_time_but_ends_at_a_win() {
        let part = after(&even(&[100, 1500])).of_part();
        assert!(part.may_deepen(ms(2999), Some(MATCH)) && !part.may_deepen(ms(3000), Some(MATCH)));
        let won = after(&[(10, 0, Score::Win(9))]).of_part();
        assert!(!won.may_deepen(ms(10), Some(MATCH)));
    }

    #[test]
    fn the_wait_for_the_first_iteration_is_not_its_length() {
        let first = even(&[700]);
        assert!(!after(&first).may_deepen(ms(700), Some(MATCH)));
        assert!(after_waiting(690, &first).may_deepen(ms(700), Some(MATCH)));
    }

    #[test]
    fn what_happens_at_the_root_moves_the_target() {
        let quiet = after(&even(&[10; 10])).factor();
        let points = |x, n| (10, x, Score::Points(n));
        let changing = after(&[points(0, 0), points(1, 0), points(2, 0), points(3, 0)]).factor();
        let falling = after(&[points(0, 100), points(0, 100), points(0, -100)]).factor();
        let rising = after(&[points(0, -100), points(0, -100), points(0, 100)]).factor();
        let fresh = after(&[points(0, 0), points(0, 0), points(0, 0)]).factor();
        assert!(quiet < fresh && fresh < changing, "{quiet} {fresh} {changing}");
        assert!(rising < fresh && fresh < falling, "{rising} {fresh} {falling}");
        assert_eq!(quiet, share(TimeParams::default().stable_least));
        assert!((1.0..1.1).contains(&fresh_manager().factor()));
    }

    #[test]
    fn the_target_keeps_within_bounds_whatever_happens() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let mut random_score = || match random.u8(..4) {
                0 => Score::Win(5),
                1 => Score::Loss(4),
                _ => Score::Points(random.i32(-900..900)),
            };
            let scores: Vec<Score> = (0..8).map(|_| random_score()).collect();
            let iterations: Vec<Iteration> =
                scores.into_iter().map(|score| (1, random.u8(..3), score)).collect();
            let factor = after(&iterations).factor();
            assert!((0.3..=3.0).contains(&factor), "{factor} {iterations:?}");
        }
    }

    #[test]
    fn a_win_ends_a_timed_search_and_a_loss_goes_on_looking() {
        let turn = Some(Budget::exactly(ms(1000)));
        for budget in [turn, Some(MATCH)] {
            assert!(!after(&[(10, 0, Score::Win(9))]).may_deepen(ms(10), budget));
            assert!(after(&[(10, 0, Score::Loss(8))]).may_deepen(ms(10), budget));
        }
        let lost = after(&[(10, 0, Score::Points(0)), (20, 0, Score::Loss(8))]);
        assert!(lost.factor() > 1.3);
    }

    fn budget(turn: Option<u64>, remaining: Option<u64>) -> Option<Budget> {
        let share = Share { optimum: 1.0 / 20.0, maximum: 1.0 / 7.0 };
        Clock { turn: turn.map(ms), remaining: remaining.map(ms) }.budget(share)
    }

    #[test]
    fn a_turn_limit_is_used_up_but_for_the_reserve() {
        assert_eq!(budget(Some(1000), None), Some(Budget::exactly(ms(950))));
        assert_eq!(budget(Some(100), None), Some(Budget::exactly(ms(80))));
        assert_eq!(budget(Some(30_000), None), Some(Budget::exactly(ms(29_850))));
    }

    #[test]
    fn no_limit_is_no_budget_and_a_tiny_one_is_halved() {
        assert_eq!(budget(None, None), None);
        assert_eq!(budget(Some(0), None), Some(Budget::exactly(ms(0))));
        assert_eq!(budget(Some(20), None), Some(Budget::exactly(ms(10))));
        assert_eq!(budget(Some(5000), Some(0)), Some(Budget::exactly(ms(0))));
        assert!(budget(Some(5000), Some(14)).unwrap().maximum <= ms(1));
    }

    #[test]
    fn ample_match_time_leaves_the_turn_limit_alone() {
        assert_eq!(budget(Some(1000), Some(60_000)), Some(Budget::exactly(ms(950))));
        let both = budget(Some(5000), Some(60_000)).unwrap();
        assert!(both.rewards_sparing() && both.maximum == ms(4850), "{both:?}");
    }

    #[test]
    fn a_match_clock_can_never_be_overdrawn() {
        let mut left = ms(60_000);
        for _ in 0..10_000 {
            let budget = budget(None, Some(left.as_millis() as u64)).unwrap();
            assert!(budget.optimum <= budget.maximum);
            left = left.checked_sub(budget.maximum).expect("each move stays within what is left");
        }
    }
}
