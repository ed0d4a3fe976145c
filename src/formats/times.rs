//! The times of a game's moves as one line, for formats whose moves have no place for them.
//!
//! Milliseconds per stone or disc with blanks between: `0 12 33`. Passes have none.

use std::time::Duration;

use super::game::{GameRecord, TimedMove};

/// The line; `None` if no move took any time.
pub(super) fn write(record: &GameRecord) -> Option<String> {
    let times: Vec<u128> = record.placed().map(|(_, time)| time.as_millis()).collect();
    let texts: Vec<String> = times.iter().map(u128::to_string).collect();
    times.iter().any(|&time| time > 0).then(|| texts.join(" "))
}

/// Gives `moves` the times of `line`.
///
/// # Errors
/// A word that is no time, or another number of times than of stones.
pub(super) fn read(line: &str, moves: &mut [TimedMove]) -> Result<(), String> {
    let time = |word: &str| match word.parse() {
        Ok(milliseconds) => Ok(Duration::from_millis(milliseconds)),
        Err(_) => Err(format!("expected milliseconds, found '{word}'")),
    };
    let times: Vec<Duration> = line.split_whitespace().map(time).collect::<Result<_, _>>()?;
    let placed: Vec<&mut TimedMove> =
        moves.iter_mut().filter(|timed| timed.mv.point().is_some()).collect();
    if placed.len() != times.len() {
        return Err(format!("expected {} times, found {}", placed.len(), times.len()));
    }
    for (timed, time) in placed.into_iter().zip(times) {
        timed.time = time;
    }
    Ok(())
}
