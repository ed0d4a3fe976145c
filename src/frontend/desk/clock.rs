//! The clock of a side, and the share of it that a move may take.
//!
//! Gomoku: a game is decided after about a dozen moves that need thought, fewer on larger boards, where
//! attacks rarely reach an edge. Since it may end after any move, every move gets the same share of the
//! remaining time: 1 / (expected number of moves).
//!
//! Othello: the number of moves follows from the empty squares. A large share is kept for solving the game,
//! after which hardly any time is needed.

use std::time::Duration;

use crate::game::Position;
use crate::gomoku::rules::game::Game as Gomoku;
use crate::search::limits::Budget;
use crate::search::time_manager::{Clock, Share};

/// Gomoku moves per side that need thought, times the number of points: 12 moves on 15x15.
const MOVES_BY_AREA: f64 = 12.0 * 225.0;
/// The minimum of this number of moves, reached on 20x20.
const FEWEST_MOVES: f64 = 8.0;
/// The maximum for a Gomoku move, in multiples of the planned share.
const STRETCH: f64 = 3.0;

/// Number of empty squares from which Othello can be solved in the time of a game.
const SOLVED_FROM: u32 = 24;
/// Moves over which the time for solving is spread.
const MOVES_OF_SOLVE: f64 = 2.2;
/// The maximum for each of them.
const MOST_OF_SOLVE: f64 = 0.6;
/// Solving gets the time of this many earlier moves.
const WORTH_OF_SOLVE: f64 = 3.5;

/// The clock of one side as last announced by the manager. `None` is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct SideClock {
    /// Main time left.
    pub left: Option<Duration>,
    /// Time for each move after the main time.
    pub period: Option<Duration>,
}

impl SideClock {
    /// The limits of the next move if it gets this `share` of the main time; `None` without a limit. A share shorter
    /// than the period does not limit the move: time beyond the main time is taken from the period.
    pub fn budget(self, share: Share) -> Option<Budget> {
        let period = Clock { turn: self.period, remaining: None }.budget(share);
        let main = Clock { turn: None, remaining: self.left }.budget(share);
        match (main, period) {
            (Some(main), Some(period)) if main.optimum < period.optimum => Some(period),
            (main, period) => main.or(period),
        }
    }

    /// Sets the announced time `left`, for this many moves or, if `moves` is 0, for all. If there is none left for all
    /// moves, the period starts.
    pub fn announce(&mut self, left: Duration, moves: u32) {
        match moves {
            0 if left.is_zero() && self.period.is_some() => self.left = None,
            0 => self.left = Some(left),
            moves => *self = SideClock { left: None, period: Some(left / moves) },
        }
    }

    /// Deducts the time of a move from the main time. When that runs out, the period starts.
    pub fn spend(&mut self, elapsed: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(elapsed));
        if self.period.is_some() {
            self.left = self.left.filter(|left| !left.is_zero());
        }
    }
}

/// The share of its match clock that the side to move may spend in `position`.
pub fn share_of_clock(position: &Position) -> Share {
    match position {
        Position::Gomoku(game) => {
            let optimum = 1.0 / moves_of_gomoku(game);
            Share { optimum, maximum: STRETCH * optimum }
        }
        Position::Othello(game) => match game.board().empty_count() {
            0..=SOLVED_FROM => Share { optimum: 1.0 / MOVES_OF_SOLVE, maximum: MOST_OF_SOLVE },
            empties => {
                let moves = f64::from((empties - SOLVED_FROM) / 2) + WORTH_OF_SOLVE;
                Share { optimum: 1.0 / moves, maximum: 2.0 / moves }
            }
        },
    }
}

fn moves_of_gomoku(game: &Gomoku) -> f64 {
    (MOVES_BY_AREA / game.size().area() as f64).max(FEWEST_MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, Size};
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn a_larger_board_gives_its_first_moves_more_of_the_clock() {
        let optimum = |side| {
            let game = Gomoku::new(Rule::Freestyle, Size::new(side, side).unwrap()).unwrap();
            let share = share_of_clock(&Position::Gomoku(game));
            assert!(
                0.0 < share.optimum && share.optimum < share.maximum && share.maximum < 0.5,
                "{share:?}"
            );
            share.optimum
        };
        assert_eq!((optimum(15), optimum(20), optimum(22)), (1.0 / 12.0, 1.0 / 8.0, 1.0 / 8.0));
        assert!(optimum(5) < optimum(10) && optimum(10) < optimum(15));
    }

    #[test]
    fn the_clock_of_othello_lasts_until_the_game_is_solved() {
        let mut game = crate::othello::rules::game::Game::new();
        let mut left = 1.0;
        let mut left_at = [0.0; 61];
        while game.outcome().is_none() {
            let empties = game.board().empty_count() as usize;
            left_at[empties] = left;
            let share = share_of_clock(&Position::Othello(game.clone()));
            assert!(
                0.0 < share.optimum
                    && share.optimum < share.maximum
                    && share.maximum <= MOST_OF_SOLVE,
                "{share:?}"
            );
            // Each side has its own clock: only every other position uses this one.
            left *= if empties.is_multiple_of(2) { 1.0 - share.optimum } else { 1.0 };
            let mv = game.legal_moves().first().map_or(Move::Pass, |&point| Move::Place(point));
            game.play(mv).unwrap();
        }
        let at = SOLVED_FROM as usize;
        assert!((0.1..0.25).contains(&left_at[at]), "{left_at:?}");
        assert!((0.01..0.05).contains(&left_at[at - 6]), "{left_at:?}");
    }

    const fn s(seconds: u64) -> Option<Duration> {
        Some(Duration::from_secs(seconds))
    }

    #[test]
    fn the_period_begins_when_the_main_time_is_over() {
        let mut side = SideClock { left: s(100), period: s(2) };
        assert_eq!(side.budget(TENTH), main(100));
        side.spend(Duration::from_secs(82));
        assert_eq!(side.budget(TENTH), period(2), "a tenth of 18 s is less");
        side.spend(Duration::from_secs(19));
        assert_eq!((side.left, side.budget(TENTH)), (None, period(2)));
        let mut sudden = SideClock { left: s(1), period: None };
        sudden.spend(Duration::from_secs(2));
        assert_eq!(sudden.budget(TENTH), main(0));
        assert_eq!(SideClock::default().budget(TENTH), None);
    }

    const TENTH: Share = Share { optimum: 0.1, maximum: 0.3 };

    fn main(left: u64) -> Option<Budget> {
        Clock { turn: None, remaining: s(left) }.budget(TENTH)
    }

    fn period(time: u64) -> Option<Budget> {
        Clock { turn: s(time), remaining: None }.budget(TENTH)
    }

    #[test]
    fn what_a_manager_says_is_left_counts() {
        let mut side = SideClock { left: s(10), period: s(2) };
        side.announce(Duration::from_secs(7), 0);
        assert_eq!((side.left, side.period), (s(7), s(2)));
        side.announce(Duration::ZERO, 0);
        assert_eq!(side.budget(TENTH), period(2));
        side.announce(Duration::from_secs(9), 3);
        assert_eq!((side.left, side.period), (None, s(3)));
        let mut sudden = SideClock { left: s(1), period: None };
        sudden.announce(Duration::ZERO, 0);
        assert_eq!(sudden.budget(TENTH), main(0));
    }
}
