//! `tengen` without a subcommand or a protocol at a terminal: a person started it, perhaps by a double-click.

use std::io::{self, BufRead, IsTerminal, Write};

use tengen::game::Variant;
use tengen::language::Words;

/// The user's choice.
#[derive(Debug, PartialEq, Eq)]
pub enum Choice {
    /// A game in the terminal, named as for `tengen play --game`; `None` is the game of the options.
    Play(Option<String>),
    /// The protocol, beginning with this line.
    Protocol(Vec<u8>),
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
    let word = String::from_utf8_lossy(&line).trim().to_ascii_lowercase();
    match word.as_str() {
        "" | "play" | "tengen play" => Choice::Play(None),
        "help" | "?" | "？" | "帮助" => Choice::Help,
        "quit" | "exit" | "q" | "退出" => Choice::Quit,
        game if game.parse::<Variant>().is_ok() => Choice::Play(Some(word)),
        _ => Choice::Protocol(line),
    }
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
        for line in ["START 15\r\n", "chess\n", "h8\n"] {
            assert_eq!(choice(line.into()), Choice::Protocol(line.into()));
        }
    }
}
