//! Options of a game at the terminal, and the level of the engine.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::board::Symbols;
use crate::engine::Learned;
use crate::formats::ansi::Colors;
use crate::formats::picture::Style;
use crate::formats::records::StoredGame;
use crate::formats::svg::RowOne;
use crate::frontend::setting::Setting;
use crate::game::Variant;

/// Who moves for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The person at the terminal.
    Human,
    Engine,
}

/// The kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A terminal that can move its cursor: the board is drawn in place, and searches are shown.
    Interactive,
    /// A terminal without cursor movement, to which lines are only appended.
    Dumb,
    /// Any other output. Input is echoed, so that the output looks like that of a terminal.
    Plain,
}

/// The output on which a game is shown.
#[derive(Clone, Copy, Debug)]
pub struct Display {
    pub kind: OutputKind,
    /// `None` draws without colours.
    pub colors: Option<Colors>,
    /// The current numbers of columns and rows, if known.
    pub size: fn() -> Option<(usize, usize)>,
    pub board: BoardStyle,
    pub row_one: RowOne,
}

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// With lines if there are colours, otherwise in plain characters; narrow if there is little room.
    Auto,
    /// With lines and discs.
    Lines(Symbols),
    /// In plain characters.
    Plain(Style),
}

/// The options.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// Game, rule and board.
    pub variant: Variant,
    /// The game to continue, if any. It is a game of `variant`.
    pub game: Option<StoredGame>,
    /// Whether games of Gomoku begin with the opening swap2; the player of Black then places the first stones.
    pub swap2: bool,
    /// Who plays Black and White at the start.
    pub players: [Player; 2],
    /// Level of the engine.
    pub level: Level,
    /// Folder for games, finished or not; `None` does not save them.
    pub record: Option<PathBuf>,
    pub display: Display,
    /// Weights and opening book of the engine.
    pub learned: Learned,
    /// Settings besides the level.
    pub settings: Vec<Setting>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Set when the user interrupts: a search then ends with the best move so far.
    pub interrupt: Arc<AtomicBool>,
}

/// The highest level for people.
const HIGHEST: u8 = 10;
/// Time per move at the highest level.
const FULL_STRENGTH_TIME: Duration = Duration::from_secs(3);
/// The longest time per move; with a depth limit it means no time limit.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The playing strength of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A level for people, 1 to 10.
    Skill(u8),
    /// Time for a move, up to a day.
    Time(Duration),
    /// Depth in plies, at least 1.
    Depth(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl Level {
    /// The settings that replace any level by this one.
    pub fn settings(self) -> [Setting; 3] {
        let (number, depth, time) = match self {
            Level::Skill(number) => (number, None, FULL_STRENGTH_TIME),
            Level::Time(time) => (HIGHEST, None, time),
            Level::Depth(plies) => (HIGHEST, Some(plies), LONGEST),
        };
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let time = Setting::TimeoutTurn(milliseconds);
        [Setting::Level(number), Setting::MaxDepth(depth), time]
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    /// Reads a level (`3`), seconds (`5s`, `0.5s`), milliseconds (`500ms`) or a depth (`d8`).
    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let lower = text.trim().to_ascii_lowercase();
        let level = if let Some(number) = lower.strip_suffix("ms") {
            number.trim().parse().ok().map(|ms| Level::Time(Duration::from_millis(ms)))
        } else if let Some(number) = lower.strip_suffix('s') {
            let seconds: Option<f64> = number.trim().parse().ok();
            seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()).map(Level::Time)
        } else if let Some(depth) = lower.strip_prefix('d') {
            depth.trim().parse().ok().map(Level::Depth)
        } else {
            lower.parse().ok().filter(|number| (1..=HIGHEST).contains(number)).map(Level::Skill)
        };
        match level {
            Some(Level::Time(time)) if time < Duration::from_millis(1) || time > LONGEST => None,
            Some(Level::Depth(0)) => None,
            level => level,
        }
        .ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown level '{}' (expected a level from 1 to 10, a time per move up to a day, such as 5s or 500ms, or a depth, such as d8)",
            self.0
        )
    }
}

impl std::error::Error for UnknownLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_level_is_refused() {
        for text in
            ["", "0", "11", "d0", "0s", "0ms", "-1", "-1s", "nans", "infs", "1e9s", "8x", "s", "ms"]
        {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
