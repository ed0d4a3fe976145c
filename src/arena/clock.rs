//! Time controls, and the clock of one player in one game.
//!
//! The clock measures nothing itself. The time of a move runs from just before the request is written to
//! the arrival of the answer's line. A move that exceeds its limit within the tolerance takes no more than
//! the time that was left.

use std::fmt;
use std::time::Duration;

/// Limits on a player's moves; `None` means no limit of that kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for one move.
    pub turn: Option<Duration>,
    /// Time for all moves of a game.
    pub game: Option<Duration>,
    /// Time added for the whole game after every move.
    pub increment: Duration,
    /// Nodes for one move, as the player counts them.
    pub nodes: Option<u64>,
    /// Depth for one move, in plies.
    pub depth: Option<u32>,
}

impl TimeControl {
    /// Whether moves are limited only by nodes or depth, so that programs may repeat a game.
    pub const fn is_without_clock(&self) -> bool {
        self.turn.is_none() && self.game.is_none()
    }
}

/// Longest accepted time: a day.
const LONGEST: f64 = 86_400.0;

/// Reads `MATCH/TURN+INC`: `180/5`, `60+0.5`, `0/1` or `/1` (no limit for the match), `10/1+0.1`.
///
/// # Errors
/// The text is not a time control.
pub fn parse(text: &str) -> Result<TimeControl, String> {
    let (limits, increment) = match text.split_once('+') {
        Some((limits, increment)) => (limits, read_seconds(increment)?.unwrap_or_default()),
        None => (text, Duration::ZERO),
    };
    let (game, turn) = limits.split_once('/').unwrap_or((limits, ""));
    let control = TimeControl {
        game: read_seconds(game)?,
        turn: read_seconds(turn)?,
        increment,
        ..TimeControl::default()
    };
    match control {
        TimeControl { game: None, turn: None, .. } => {
            Err(format!("invalid time control '{text}' (expected a limit)"))
        }
        TimeControl { game: None, increment, .. } if !increment.is_zero() => {
            Err(format!("'{text}': an increment needs a time for the match"))
        }
        _ => Ok(control),
    }
}

/// Reads seconds; an empty text or zero means no limit.
fn read_seconds(text: &str) -> Result<Option<Duration>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(0.0) => Ok(None),
        Ok(time) if time > 0.0 && time <= LONGEST => Ok(Some(Duration::from_secs_f64(time))),
        _ => Err(format!("invalid time '{text}' (expected seconds, as in 180/5 or 60+0.5)")),
    }
}

impl fmt::Display for TimeControl {
    /// The time control as text: `1 s/move`, `60 s + 0.5 s`, `180 s, 5 s/move`, `5000 nodes`, `unlimited`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(game) = self.game {
            let increment = match self.increment {
                Duration::ZERO => String::new(),
                increment => format!(" + {} s", increment.as_secs_f64()),
            };
            parts.push(format!("{} s{increment}", game.as_secs_f64()));
        }
        if let Some(turn) = self.turn {
            parts.push(format!("{} s/move", turn.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            parts.push(match nodes {
                1 => "1 node".to_owned(),
                nodes => format!("{nodes} nodes"),
            });
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        if parts.is_empty() {
            parts.push("unlimited".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

/// Longest wait beyond the time limit and the tolerance before a player counts as silent.
const GRACE: Duration = Duration::from_secs(5);

/// A player's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    time: TimeControl,
    tolerance: Duration,
    left: Option<Duration>,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(time: TimeControl, tolerance: Duration) -> Clock {
        Clock { time, tolerance, left: time.game }
    }

    /// Time limit of every move, if any.
    pub fn turn(&self) -> Option<Duration> {
        self.time.turn
    }

    /// Time left for the game; `None` without a limit.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Time allowed for the next move; `None` without a limit.
    pub fn allowed(&self) -> Option<Duration> {
        match (self.time.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// How long to wait for the next move before the player counts as silent; without a time limit, `patience`.
    pub fn wait(&self, patience: Duration) -> Duration {
        match self.allowed() {
            Some(allowed) => {
                allowed.saturating_add(self.tolerance).saturating_add(patience.min(GRACE))
            }
            None => patience,
        }
    }

    /// Deducts the time of a move.
    ///
    /// # Errors
    /// The move overstepped its limit and the tolerance; the message has the times.
    pub fn spend(&mut self, used: Duration) -> Result<(), String> {
        let Some(allowed) = self.allowed() else {
            return Ok(());
        };
        self.left =
            self.left.map(|left| left.saturating_sub(used).saturating_add(self.time.increment));
        if used <= allowed.saturating_add(self.tolerance) {
            return Ok(());
        }
        let mut words = format!("{} of {}", seconds(used), seconds(allowed));
        if !self.tolerance.is_zero() {
            words.push_str(&format!(" + {}", seconds(self.tolerance)));
        }
        Err(words)
    }
}

/// A time as text: `1.204 s`.
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(control: &str) -> String {
        parse(control).unwrap().to_string()
    }

    #[test]
    fn every_part_may_be_missing() {
        assert_eq!(text("180/5"), "180 s, 5 s/move");
        assert_eq!(text("60+0.5"), "60 s + 0.5 s");
        assert_eq!(text("0/1"), "1 s/move");
        assert_eq!(text("/0.25"), "0.25 s/move");
        assert_eq!(text("10/1+0.1"), "10 s + 0.1 s, 1 s/move");
    }

    #[test]
    fn nonsense_is_named() {
        for bad in ["", "0", "0/0", "x/1", "1/y", "5+z", "-1", "1e9", "nan", "0/1+1"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert!(parse("7/x").unwrap_err().contains("'x'"));
    }

    #[test]
    fn bounds_without_time_are_named_too() {
        let control = TimeControl { nodes: Some(5000), depth: Some(8), ..TimeControl::default() };
        assert_eq!(control.to_string(), "5000 nodes, depth 8");
        let least = TimeControl { nodes: Some(1), ..TimeControl::default() };
        assert_eq!(least.to_string(), "1 node");
        assert_eq!(TimeControl::default().to_string(), "unlimited");
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(turn: Option<u64>, game: Option<u64>, increment: u64) -> Clock {
        let time = TimeControl {
            turn: turn.map(ms),
            game: game.map(ms),
            increment: ms(increment),
            ..TimeControl::default()
        };
        Clock::new(time, ms(100))
    }

    #[test]
    fn a_turn_has_the_same_time_again_and_again() {
        let mut clock = clock(Some(1000), None, 0);
        for _ in 0..3 {
            assert_eq!(clock.allowed(), Some(ms(1000)));
            assert_eq!(clock.spend(ms(1100)), Ok(()), "within the tolerance");
        }
        assert_eq!(clock.spend(ms(1204)).unwrap_err(), "1.204 s of 1.000 s + 0.100 s");
        assert_eq!(clock.left(), None);
    }

    #[test]
    fn the_time_of_a_game_runs_out_and_is_added_to() {
        let mut clock = clock(None, Some(1000), 50);
        clock.spend(ms(700)).unwrap();
        assert_eq!(clock.allowed(), Some(ms(350)));
        clock.spend(ms(450)).unwrap();
        assert_eq!(clock.left(), Some(ms(50)), "a debt is forgiven, the increment remains");
        assert_eq!(clock.spend(ms(151)).unwrap_err(), "0.151 s of 0.050 s + 0.100 s");
    }

    #[test]
    fn the_shorter_of_two_limits_holds() {
        let mut clock = clock(Some(400), Some(1000), 0);
        assert_eq!(clock.allowed(), Some(ms(400)));
        clock.spend(ms(400)).unwrap();
        clock.spend(ms(400)).unwrap();
        assert_eq!(clock.allowed(), Some(ms(200)));
    }

    #[test]
    fn silence_begins_after_tolerance_and_grace_or_after_patience() {
        assert_eq!(clock(Some(1000), None, 0).wait(ms(300)), ms(1400));
        assert_eq!(clock(Some(1000), None, 0).wait(ms(60_000)), ms(6100));
        let mut untimed = clock(None, None, 0);
        assert_eq!(untimed.wait(ms(60_000)), ms(60_000));
        assert_eq!(untimed.spend(Duration::MAX), Ok(()));
        let endless = Clock::new(
            TimeControl { turn: Some(Duration::MAX), ..TimeControl::default() },
            Duration::MAX,
        );
        assert_eq!(endless.wait(Duration::MAX), Duration::MAX);
    }

    #[test]
    fn without_tolerance_none_is_told() {
        let time = TimeControl { turn: Some(ms(10)), ..TimeControl::default() };
        let mut clock = Clock::new(time, Duration::ZERO);
        assert_eq!(clock.spend(ms(11)).unwrap_err(), "0.011 s of 0.010 s");
    }
}
