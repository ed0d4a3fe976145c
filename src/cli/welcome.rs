//! `tengen` without a subcommand or a protocol at a terminal: a person started it, perhaps by a double-click.

use std::io::{self, BufRead, IsTerminal, Write};

use tengen::frontend::gomocup::protocol::parse;
use tengen::game::Variant;
use tengen::language::Words;
use tengen::quotation::visible;

/// Characters of a line that are repeated.
const LONGEST: usize = 60;

/// The user's choice.
#[derive(Debug, PartialEq, Eq)]
pub enum Choice {
    /// A game in the terminal, named as for `tengen play --game`; `None` is the game of the options.
    Play(Option<String>),
    /// The protocol, beginning with this line.
    Protocol(Vec<u8>),
    /// A slip.
    Unknown(String),
    Help,
    Quit,
}

/// Whether a user is at the terminal, rather than a manager or a script.
pub fn is_due() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Prints the greeting.
pub fn greet(words: &Words) -> io::Result<()> {
    let greeting = words.say_with("greet", &[("version", env!("CARGO_PKG_VERSION").into())]);
    writeln!(io::stdout(), "{greeting}\n\n{}\n", words.say("greet-help"))
}

/// Says that `text` is no choice, and what is one.
pub fn explain(text: &str, words: &Words) -> io::Result<()> {
    let text: String = text.chars().take(LONGEST).collect();
    let unknown = words.say_with("greet-unknown", &[("text", visible(&text).into())]);
    writeln!(io::stdout(), "{unknown}\n\n{}\n", words.say("greet-help"))
}

/// Asks once; the end of the input is [`Choice::Quit`].
pub fn ask() -> io::Result<Choice> {
    let mut output = io::stdout();
    write!(output, "> ")?;
    output.flush()?;
    let mut line = Vec::new();
    let length = io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok(if length == 0 { Choice::Quit } else { choice(line) })
}

fn choice(line: Vec<u8>) -> Choice {
    let text = String::from_utf8_lossy(&line).trim().to_owned();
    let word = text.to_ascii_lowercase();
    match word.as_str() {
        "" | "play" | "tengen play" => Choice::Play(None),
        "help" | "?" | "？" | "帮助" => Choice::Help,
        "quit" | "exit" | "q" | "退出" => Choice::Quit,
        game if game.parse::<Variant>().is_ok() => Choice::Play(Some(word)),
        _ if begins_protocol(&text) => Choice::Protocol(line),
        _ => Choice::Unknown(text),
    }
}

/// Whether `text` begins with a command word of the protocol. Nothing else leads into it: a slip would end in a place
/// where neither a game nor `quit` is understood.
fn begins_protocol(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    parse::words().any(|word| word.eq_ignore_ascii_case(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_chooses_a_game_or_begins_the_protocol() {
        for (line, game) in [
            ("\n", None),
            ("play\r\n", None),
            (" Othello\n", Some("othello")),
            ("renju", Some("renju")),
        ] {
            assert_eq!(choice(line.into()), Choice::Play(game.map(str::to_owned)), "{line:?}");
        }
        assert_eq!(choice("HELP\r\n".into()), Choice::Help);
        assert_eq!(choice("quit\n".into()), Choice::Quit);
        for line in ["START 15\r\n", "about\n", "INFO rule 4\n"] {
            assert_eq!(choice(line.into()), Choice::Protocol(line.into()));
        }
        for slip in ["otello", "h8", "Chess"] {
            assert_eq!(choice(format!("{slip}\n").into()), Choice::Unknown(slip.to_owned()));
        }
    }
}
