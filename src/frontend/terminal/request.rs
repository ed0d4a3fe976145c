//! Parses typed lines into requests.

use super::board::Symbols;
use super::options::{BoardStyle, Level, UnknownLevel};
use crate::formats::picture::Style;
use crate::frontend::desk::Target;

/// The text of `help`.
pub const HELP: &str = "\
A move is the letter and the number beside its point (h8), or column and row, both
counted from 1 (8 8 or 8,8). The last stone is marked, and so are points forbidden to
Black and the legal points in Othello.

  undo        take back your last move and the reply; repeat to go further back
  undo N      take back the last N moves of both sides; the engine then waits for you
  go          let the engine move for the side whose turn it is
  hint        show the engine's choice for the side whose turn it is
  swap        change sides: the engine takes over the side whose turn it is
  level L     play at a level (1 to 10), for a time per move (5s, 500ms) or to a depth (d8)
  why h8      why a point is forbidden
  moves       the moves so far
  result      whether and how the game has ended
  board       draw the board again
  lines       draw the board with lines; wide and narrow draw it in plain characters
  resign      give up
  new         abandon the game and start again
  quit        leave";

/// A typed request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedRequest {
    /// Play on this point, or pass.
    Move(Target),
    /// Take back this many moves, or everything from one's own last move on.
    Undo(Option<u32>),
    /// Let the engine move.
    Go,
    /// Show the engine's choice.
    Hint,
    /// Change sides.
    Swap,
    Level(Level),
    /// Explain a forbidden point.
    Why(Target),
    Moves,
    Result,
    Board,
    /// Draw the board in another style from now on.
    Style(BoardStyle),
    Resign,
    /// Abandon the game and start again.
    New,
    Quit,
    Help,
    /// The answer to a question.
    Answer(YesNo),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesNo {
    Yes,
    No,
}

/// Reads a line that is not blank.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn parse(line: &str) -> Result<TypedRequest, String> {
    let lower = line.trim().to_ascii_lowercase();
    let (word, argument) = lower.split_once(char::is_whitespace).unwrap_or((&lower, ""));
    let argument = argument.trim();
    match word {
        "undo" if argument.is_empty() => return Ok(TypedRequest::Undo(None)),
        "undo" => return parse_undo(argument),
        "level" => {
            return argument
                .parse()
                .map(TypedRequest::Level)
                .map_err(|error: UnknownLevel| format!("{error}."));
        }
        "why" => {
            let target = parse_target(argument)?;
            let target = target.ok_or("'why' needs a point: why h8.".to_owned())?;
            return Ok(TypedRequest::Why(target));
        }
        _ => {}
    }
    if let Some(target) = parse_target(&lower)? {
        return Ok(TypedRequest::Move(target));
    }
    let request = match word {
        "pass" => TypedRequest::Move(Target::PASS),
        "go" => TypedRequest::Go,
        "hint" => TypedRequest::Hint,
        "swap" => TypedRequest::Swap,
        "moves" => TypedRequest::Moves,
        "result" => TypedRequest::Result,
        "board" => TypedRequest::Board,
        "lines" => TypedRequest::Style(BoardStyle::Lines(Symbols::Narrow)),
        "wide" => TypedRequest::Style(BoardStyle::Plain(Style::Wide)),
        "narrow" => TypedRequest::Style(BoardStyle::Plain(Style::Narrow)),
        "resign" => TypedRequest::Resign,
        "new" => TypedRequest::New,
        "quit" | "exit" => TypedRequest::Quit,
        "help" | "?" => TypedRequest::Help,
        "y" | "yes" => TypedRequest::Answer(YesNo::Yes),
        "n" | "no" => TypedRequest::Answer(YesNo::No),
        _ => {
            return Err(format!("'{}' is neither a move nor a command; try help.", shown(line)));
        }
    };
    if argument.is_empty() {
        Ok(request)
    } else {
        Err(format!("'{word}' takes no argument (found '{}').", shown(argument)))
    }
}

fn parse_undo(argument: &str) -> Result<TypedRequest, String> {
    let number = argument.parse().ok().filter(|&number| number > 0);
    number
        .map(|number| TypedRequest::Undo(Some(number)))
        .ok_or_else(|| format!("'undo' takes a number of moves from 1, not '{}'.", shown(argument)))
}

/// Reads `h8`, `8 8` or `8,8`; anything else is `None`. At the terminal both numbers count from 1.
///
/// # Errors
/// The point lies before the first column or row.
fn parse_target(text: &str) -> Result<Option<Target>, String> {
    let numbers = letter_and_number(text).or_else(|| two_numbers(text));
    match numbers {
        Some((column, row)) if column < 1 || row < 1 => {
            Err(format!("There is no '{}': columns and rows count from 1.", shown(text)))
        }
        numbers => Ok(numbers.map(|(column, row)| Target { x: column - 1, y: row - 1 })),
    }
}

/// `h8`, even if no board has the point: the board is checked later.
fn letter_and_number(text: &str) -> Option<(i32, i32)> {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = &text[1..];
    let row = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some((i32::from(letter - b'a') + 1, row))
}

fn two_numbers(text: &str) -> Option<(i32, i32)> {
    let (column, row) = text.split_once(',').or_else(|| text.split_once(char::is_whitespace))?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// Typed text, short enough for a message.
fn shown(text: &str) -> String {
    text.trim().chars().take(30).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_point_is_read_in_every_form_as_printed_on_the_board() {
        let there = Ok(TypedRequest::Move(Target { x: 7, y: 8 }));
        for text in ["h9", "H9", " h9 ", "8 9", "8,9", "8, 9", "8   9"] {
            assert_eq!(parse(text), there, "{text}");
        }
        assert_eq!(parse("z99"), Ok(TypedRequest::Move(Target { x: 25, y: 98 })));
        assert_eq!(parse("why 1 1"), Ok(TypedRequest::Why(Target { x: 0, y: 0 })));
        assert_eq!(parse("why h9"), Ok(TypedRequest::Why(Target { x: 7, y: 8 })));
    }

    #[test]
    fn nothing_before_the_first_point_is_taken_for_a_pass() {
        for text in ["0,0", "0 0", "h0", "why 0 0", "1 0", "-5,3"] {
            assert!(parse(text).unwrap_err().contains("count from 1"), "{text}");
        }
        assert_eq!(parse("pass"), Ok(TypedRequest::Move(Target::PASS)));
    }

    #[test]
    fn commands_are_read_in_any_case_with_their_arguments() {
        assert_eq!(parse("UNDO"), Ok(TypedRequest::Undo(None)));
        assert_eq!(parse("undo 3"), Ok(TypedRequest::Undo(Some(3))));
        assert_eq!(parse("level 8"), Ok(TypedRequest::Level(Level::Skill(8))));
        assert_eq!(parse("Wide"), Ok(TypedRequest::Style(BoardStyle::Plain(Style::Wide))));
        assert_eq!(parse("?"), Ok(TypedRequest::Help));
        assert_eq!(parse("yes"), Ok(TypedRequest::Answer(YesNo::Yes)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, sentence) in [
            ("fly", "'fly' is neither a move nor a command; try help."),
            ("h8 now", "'h8 now' is neither a move nor a command; try help."),
            ("quit now", "'quit' takes no argument (found 'now')."),
            ("undo 0", "'undo' takes a number of moves from 1, not '0'."),
            ("undo all", "'undo' takes a number of moves from 1, not 'all'."),
            ("why", "'why' needs a point: why h8."),
            ("é8", "'é8' is neither a move nor a command; try help."),
        ] {
            assert_eq!(parse(line), Err(sentence.to_owned()), "{line}");
        }
        assert!(parse("level fast").unwrap_err().starts_with("unknown level 'fast'"));
    }

    #[test]
    fn the_help_names_every_command() {
        for word in ["undo", "go", "hint", "swap", "level", "why", "moves", "result", "board"]
            .into_iter()
            .chain(["lines", "wide", "narrow", "resign", "new", "quit"])
        {
            assert!(HELP.contains(word), "{word}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_strange(line in "\\PC{0,40}|[a-z]{0,3}[-0-9, ]{0,14}") {
            let _ = parse(&line);
        }
    }
}
