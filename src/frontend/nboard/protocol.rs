//! The NBoard protocol: lines as commands, and replies as lines.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::coord::Move;
use crate::formats::ggf::{self, Care, GgfGame};
use crate::search::report::{Line, Score, Selectivity};

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The version of the protocol.
    Hello(u32),
    /// Deepest search.
    Depth(u32),
    /// The position is the last one of this game. An error if the game cannot be read.
    Game(Result<Box<GgfGame>, String>),
    /// A move was played, with its time.
    Play(Move, Duration),
    /// Evaluate this many of the best moves.
    Hint(usize),
    /// Find the move to play.
    Go,
    /// Stop, and confirm it with this number.
    Ping(i64),
    /// Learn the game.
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

/// Reads a line. `None` if the command is unknown; the protocol requires such lines to be ignored.
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

#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The program's name.
    Name(String),
    /// The current activity, as text; empty when idle.
    Status(String),
    /// The answer to a ping.
    Pong(i64),
    /// The answer to `learn`.
    Learned,
    /// Nodes and time of a search.
    Stats(u64, Duration),
    /// A line of a search, with its depth in plies.
    Search(Line, u32, Selectivity),
    /// A line of the opening book.
    Book(Line),
    /// The move to play, its value and the time it took.
    Best(Move, Option<Score>, Duration),
    /// The value of the position after this many plies of the game, for the side to move.
    Value(usize, Score),
}

impl fmt::Display for Reply {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "set myname {name}"),
            Reply::Status(text) if text.is_empty() => f.write_str("status"),
            Reply::Status(text) => write!(f, "status {text}"),
            Reply::Pong(number) => write!(f, "pong {number}"),
            Reply::Learned => f.write_str("learned"),
            Reply::Stats(nodes, time) => write!(f, "nodestats {nodes} {:.2}", time.as_secs_f64()),
            Reply::Search(line, depth, selectivity) => {
                write!(f, "search {} {:.2} 0 ", joined(&line.moves), discs(line.score))?;
                match selectivity {
                    // NBoard takes 100% as solved. It shows a number as plies and any other text unchanged.
                    Selectivity::CutToTheEnd(percent) => write!(f, "{percent}%"),
                    Selectivity::Cut(_) | Selectivity::Extended(_) => write!(f, "{depth}"),
                }
            }
            // The book records neither games nor depths.
            Reply::Book(line) => {
                write!(f, "book {} {:.2} 0 0", joined(&line.moves), discs(line.score))
            }
            Reply::Best(mv, None, _) => write!(f, "=== {}", text(*mv)),
            Reply::Best(mv, Some(score), time) => {
                write!(f, "=== {}/{:.2}/{:.2}", text(*mv), discs(*score), time.as_secs_f64())
            }
            Reply::Value(plies, score) => write!(f, "analysis {plies} {:.2}", discs(*score)),
        }
    }
}

/// The moves without separators.
fn joined(moves: &[Move]) -> String {
    moves.iter().map(|&mv| text(mv)).collect()
}

fn text(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(point) => point.to_string().to_ascii_uppercase(),
    }
}

fn discs(score: Score) -> f64 {
    f64::from(score.disc_hundredths()) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Point;

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

    #[test]
    fn replies_are_written_as_nboard_reads_them() {
        let f5 = Move::Place(Point::from_text("f5").unwrap());
        let time = Duration::from_millis(1250);
        let line = |score| Line { score, moves: vec![f5, Move::Pass] };
        let search = |score, selectivity| Reply::Search(line(score), 9, selectivity);
        for (reply, text) in [
            (Reply::Name("Tengen".into()), "set myname Tengen"),
            (Reply::Status(String::new()), "status"),
            (Reply::Pong(-3), "pong -3"),
            (Reply::Stats(12345, time), "nodestats 12345 1.25"),
            (search(Score::Discs(-135), Selectivity::Cut(73)), "search F5PA -1.35 0 9"),
            (search(Score::Discs(310), Selectivity::CutToTheEnd(95)), "search F5PA 3.10 0 95%"),
            (search(Score::Exact(4), Selectivity::CutToTheEnd(100)), "search F5PA 4.00 0 100%"),
            (Reply::Book(line(Score::Discs(25))), "book F5PA 0.25 0 0"),
            (Reply::Best(f5, Some(Score::Discs(50)), time), "=== F5/0.50/1.25"),
            (Reply::Best(Move::Pass, None, time), "=== PA"),
            (Reply::Value(7, Score::Exact(-64)), "analysis 7 -64.00"),
        ] {
            assert_eq!(reply.to_string(), text);
        }
    }
}
