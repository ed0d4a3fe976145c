//! Time management: from the clocks a manager announces to the budget of one move.

use std::time::Duration;

use super::limits::Budget;

/// Smallest and largest part of a time limit reserved for overhead: pipes and a busy scheduler. No parameters:
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

/// Time limits in force for one move. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Limit for this move.
    pub turn: Option<Duration>,
    /// Left for all remaining moves, this one included.
    pub remaining: Option<Duration>,
}

impl Clock {
    /// The budget of one move that may have this `share` of the match clock. `None` if there is no limit at
    /// all.
    pub fn budget(self, share: Share) -> Option<Budget> {
        let turn = self.turn.map(|limit| Budget::exactly(without_reserve(limit)));
        let remaining = self.remaining.map(|left| {
            let left = without_reserve(left);
            Budget { optimum: left.mul_f64(share.optimum), maximum: left.mul_f64(share.maximum) }
        });
        Budget::lesser(turn, remaining)
    }
}

/// `limit` less a tenth of it, the tenth kept within [`RESERVE_MIN`]..=[`RESERVE_MAX`], but never less
/// than half the limit.
fn without_reserve(limit: Duration) -> Duration {
    limit.saturating_sub((limit / 10).clamp(RESERVE_MIN, RESERVE_MAX)).max(limit / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn budget(turn: Option<u64>, remaining: Option<u64>) -> Option<Budget> {
        let share = Share { optimum: 1.0 / 20.0, maximum: 1.0 / 7.0 };
        Clock { turn: turn.map(ms), remaining: remaining.map(ms) }.budget(share)
    }

    #[test]
    fn a_turn_limit_is_used_up_but_for_the_reserve() {
        assert_eq!(budget(Some(1000), None), Some(Budget::exactly(ms(900))));
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
        assert_eq!(budget(Some(1000), Some(60_000)), Some(Budget::exactly(ms(900))));
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
