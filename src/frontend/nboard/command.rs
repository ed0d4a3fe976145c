//! Lines of the NBoard protocol as commands.

use std::str::FromStr;
use std::time::Duration;

use crate::coord::Move;
use crate::formats::ggf::{self, Care, GgfGame};

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The version of the protocol.
    Hello(u32),
    /// Deepest search.
    Depth(u32),
    /// The position is the last one of this game, or why that is unknown.
    Game(Result<Box<GgfGame>, String>),
    /// A move was played, with its time.
    Play(Move, Duration),
    /// Evaluate this many of the best moves.
    Hint(usize),
    /// Find the move to play.
    Go,
    /// Stop, and confirm it with this number.
    Ping(i64),
    /// Remember the game.
    Learn,
    /// Evaluate every position of the game.
    Analyze,
    Quit,
}

impl Command {
    pub fn needs_game(&self) -> bool {
        matches!(self, Command::Play(..) | Command::Hint(_) | Command::Go | Command::Analyze)
    }
}

/// Reads a line. `None` if it is unknown; the protocol wants such lines ignored.
///
/// # Errors
/// A known command with invalid arguments.
pub fn parse(line: &str) -> Result<Option<Command>, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match word {
        "nboard" => Command::Hello(number(word, rest)?),
        "set" => return set(rest),
        "move" => played(rest)?,
        "hint" => Command::Hint(number::<u32>(word, rest)?.max(1) as usize),
        "go" => Command::Go,
        "ping" => Command::Ping(number(word, rest)?),
        "learn" => Command::Learn,
        "analyze" => Command::Analyze,
        "quit" => Command::Quit,
        _ => return Ok(None),
    };
    Ok(Some(command))
}

fn set(rest: &str) -> Result<Option<Command>, String> {
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match key {
        "depth" => Ok(Some(Command::Depth(number("set depth", value.trim())?))),
        "game" => {
            let game = ggf::read(value, Care::Position);
            Ok(Some(Command::Game(game.map(Box::new).map_err(|error| error.to_string()))))
        }
        // `set contempt` concerns programs that value draws.
        _ => Ok(None),
    }
}

fn number<T: FromStr>(command: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| invalid(command, text, "a number"))
}

fn invalid(command: &str, text: &str, expected: &str) -> String {
    format!("{command}: invalid value '{text}' (expected {expected})")
}

/// `F5/eval/seconds`. Only the move is required.
fn played(text: &str) -> Result<Command, String> {
    let mut parts = text.split('/');
    let mv = Move::from_text(parts.next().unwrap_or_default().trim());
    let mv = mv.ok_or_else(|| invalid("move", text, "a move"))?;
    let seconds = parts.nth(1).and_then(|text| text.trim().parse().ok()).unwrap_or(0.0);
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    Ok(Command::Play(mv, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_and_what_is_none_is_passed_over() {
        let place = |text| Move::from_text(text).unwrap();
        for (line, command) in [
            ("nboard 2", Some(Command::Hello(2))),
            ("set depth 12", Some(Command::Depth(12))),
            ("move F5//1.5", Some(Command::Play(place("f5"), Duration::from_millis(1500)))),
            ("move PA", Some(Command::Play(Move::Pass, Duration::ZERO))),
            (" hint 0 ", Some(Command::Hint(1))),
            ("ping -3", Some(Command::Ping(-3))),
            ("set contempt 10", None),
            ("set", None),
            ("", None),
            ("dance", None),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
        for line in ["set depth x", "move z9x", "hint", "ping x", "nboard"] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert!(matches!(parse("set game x"), Ok(Some(Command::Game(Err(_))))));
    }
}
