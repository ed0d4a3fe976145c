//! Time controls as text: `MATCH/TURN+INC` in seconds, as managers have it.

use std::fmt;
use std::time::Duration;

use super::tournament::TimeControl;

/// Longest time that is accepted: a day.
const LONGEST: f64 = 86_400.0;

/// The three times of a time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocking {
    /// For all moves.
    pub game: Option<Duration>,
    /// For one move.
    pub turn: Option<Duration>,
    /// Added after every move.
    pub increment: Duration,
}

/// Reads `MATCH/TURN+INC`: `180/5`, `60+0.5`, `0/1` or `/1` (no limit for the match), `10/1+0.1`.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<Clocking, String> {
    let (limits, increment) = match text.split_once('+') {
        Some((limits, increment)) => (limits, seconds(increment)?.unwrap_or_default()),
        None => (text, Duration::ZERO),
    };
    let (game, turn) = limits.split_once('/').unwrap_or((limits, ""));
    let clocking = Clocking { game: seconds(game)?, turn: seconds(turn)?, increment };
    match clocking {
        Clocking { game: None, turn: None, .. } => Err(format!("'{text}' limits nothing")),
        Clocking { game: None, increment, .. } if !increment.is_zero() => {
            Err(format!("'{text}': an increment needs a time for the match"))
        }
        _ => Ok(clocking),
    }
}

/// Seconds; nothing or zero is no limit.
fn seconds(text: &str) -> Result<Option<Duration>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(0.0) => Ok(None),
        Ok(time) if time > 0.0 && time <= LONGEST => Ok(Some(Duration::from_secs_f64(time))),
        _ => Err(format!("expected seconds as in 180/5 or 60+0.5, found '{text}'")),
    }
}

impl fmt::Display for TimeControl {
    /// In words: `1 s/move`, `60 s + 0.5 s`, `180 s, 5 s/move`, `5000 nodes`, `unlimited`.
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
            parts.push(format!("{nodes} nodes"));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(control: &str) -> String {
        let Clocking { game, turn, increment } = parse(control).unwrap();
        TimeControl { turn, game, increment, nodes: None, depth: None }.to_string()
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
        assert_eq!(TimeControl::default().to_string(), "unlimited");
    }
}
