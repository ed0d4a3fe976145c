//! The protocol of Cassio, a program for the analysis of Othello: lines in, lines out.

pub mod protocol;
mod session;

use std::io::{self, Read, Write};

use crate::engine::{Learned, Searcher};
use crate::frontend::desk::Settings;
use crate::frontend::exchange;
use session::Session;

/// Serves until `quit`, until `input` has ended and every search is over, or until `output` is closed. Searches running
/// at the end of the input finish soon.
///
/// # Errors
/// The searcher or the reader thread cannot be started, or `output` cannot be written; of the kind `BrokenPipe` if it
/// is closed.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    settings: Settings,
    learned: Learned,
) -> io::Result<()> {
    let searcher = Searcher::start(settings.searcher(learned))?;
    exchange::serve(input, output, &searcher, &mut Session::new(settings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    use crate::frontend::setting;
    use crate::game::Variant;

    /// The output after `lines`, each of which is sent as a command.
    fn told(lines: &[&str]) -> Vec<String> {
        let mut settings = Settings::new(Variant::Othello, false);
        settings.set(setting::read("hash_size", "1024").unwrap());
        let text: String = lines.iter().map(|line| format!("ENGINE-PROTOCOL {line}\n")).collect();
        let mut output = Vec::new();
        serve(Cursor::new(text.into_bytes()), &mut output, settings, Learned::default()).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    /// Black can play only b1, and neither side can play a1.
    const END: &str = "--OXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX";
    const START: &str = "---------------------------OX------XO---------------------------X";

    #[test]
    fn a_session_greets_and_ends() {
        assert_eq!(
            told(&[
                "init",
                "get-version",
                "new-position",
                "empty-hash",
                "get-search-infos",
                "stop",
                "quit"
            ]),
            [
                "ready.",
                concat!("version: Tengen ", env!("CARGO_PKG_VERSION")),
                "ready.",
                "ready.",
                "ready.",
                "ready.",
                "bye bye."
            ]
        );
    }

    #[test]
    fn every_iteration_of_a_search_is_a_line() {
        let output = told(&[&format!("midgame-search {START} -64 64 3 73"), "init"]);
        let lines: Vec<&String> = output.iter().filter(|line| line.starts_with(START)).collect();
        assert!(lines.len() >= 3, "{output:?}");
        assert!(lines[2].contains(", move ") && lines[2].contains(", depth 3, @"), "{output:?}");
        assert!(lines[2].contains(" <= v <= B"), "{output:?}");
        assert_eq!(output[output.len() - 2..], ["ready.", "ready."]);
    }

    #[test]
    fn an_endgame_is_solved_to_the_precision() {
        let output = told(&[&format!("endgame-search {END} -64 64 100")]);
        let last = &output[output.len() - 2];
        let expected = format!("{END}, move B1, depth 2, @100%, B");
        assert!(last.starts_with(&expected), "{output:?}");
        assert_eq!(output[output.len() - 1], "ready.");
    }

    #[test]
    fn a_stop_ends_a_search_and_forgets_what_waits() {
        let deep = format!("midgame-search {START} -64 64 60 100");
        let output = told(&[&deep, &deep, "get-search-infos", "stop", "quit"]);
        assert!(output.iter().any(|line| line.starts_with("node ")), "{output:?}");
        let ready = output.iter().filter(|line| *line == "ready.").count();
        assert_eq!((ready, output.last().map(String::as_str)), (1, Some("bye bye.")), "{output:?}");
    }

    #[test]
    fn commands_wait_for_a_search_until_a_stop_or_a_quit_drops_them() {
        let deep = format!("midgame-search {START} -64 64 60 100");
        let replies = |commands: &[&str]| -> Vec<String> {
            told(commands).into_iter().filter(|line| !line.starts_with(START)).collect()
        };
        let version = concat!("version: Tengen ", env!("CARGO_PKG_VERSION"));
        let short = format!("midgame-search {START} -64 64 12 73");
        // The first "ready." ends the search.
        assert_eq!(replies(&[&short, "get-version"]), ["ready.", version, "ready."]);
        assert_eq!(replies(&[&deep, "get-version", "stop"]), ["ready."]);
        let after = replies(&[&deep, "init", "stop", "get-version"]);
        assert_eq!(after, ["ready.", version, "ready."]);
        assert_eq!(replies(&[&deep, "get-version", "quit"]), ["ready.", "bye bye."]);
        assert_eq!(replies(&[&deep, "quit", "stop"]), ["ready.", "bye bye."]);
    }

    #[test]
    fn faults_are_errors_and_the_program_stays_ready() {
        assert_eq!(
            told(&["dance", "midgame-search x", "quit"]),
            [
                "ERROR: unknown command 'dance'",
                "ready.",
                "ERROR: midgame-search: invalid position 'x' (expected 64 squares and the side to move)",
                "ready.",
                "bye bye."
            ]
        );
    }
}
