//! GTP, NBoard and Cassio: any lines are answered in the form of the protocol, and the engine goes on.

use std::io::Cursor;

use tengen::engine::Learned;
use tengen::frontend::desk::Settings;
use tengen::frontend::setting::Setting;
use tengen::frontend::{cassio, gtp, nboard};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

/// Words of lines that are left out: they write files, or allow a search to take long.
const LEFT_OUT: [&str; 9] =
    ["quit", "save", "load", "dump", "node", "depth", "time", "thread", "memory"];

/// The lines that may be sent, with `last` after them.
fn script(bytes: &[u8], last: &str) -> String {
    let text = String::from_utf8_lossy(bytes);
    let is_sent = |line: &&str| {
        let line = line.to_ascii_lowercase();
        !LEFT_OUT.iter().any(|word| line.contains(word))
    };
    let mut script: Vec<&str> = text.split(['\n', '\r']).filter(is_sent).collect();
    script.push(last);
    script.join("\n") + "\n"
}

fn settings(variant: Variant) -> Settings {
    let mut settings = Settings::new(variant, false);
    settings.set(Setting::Book(false));
    settings.set(Setting::HashSize(Some(256)));
    settings.set(Setting::MaxNode(Some(50)));
    settings
}

/// Whether a line has a word beside its number and its comment.
fn is_command(line: &str) -> bool {
    let kept: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
    let mut words = kept.split('#').next().unwrap_or_default().split_whitespace();
    let first = words.next();
    first.is_some_and(|word| word.parse::<u32>().is_err()) || words.next().is_some()
}

/// Every command has one response, which begins with `=` or `?` and ends with an empty line.
pub fn every_gtp_command_has_one_response(bytes: &[u8]) {
    let is_gomoku = bytes.len().is_multiple_of(2);
    let variant = if is_gomoku { Variant::gomoku(Rule::Renju) } else { Variant::Othello };
    let script = script(bytes, "777 name");
    let commands = script.lines().filter(|line| is_command(line)).count();
    let mut output = Vec::new();
    let input = Cursor::new(script.clone());
    gtp::serve(input, &mut output, settings(variant), variant.size(), Learned::default())
        .expect("memory and threads do not fail");
    let output = String::from_utf8(output).expect("the output is text");
    let responses = output.strip_suffix("\n\n").expect("an empty line at the end").split("\n\n");
    let responses: Vec<&str> = responses.collect();
    assert_eq!(responses.len(), commands, "{script:?}: {output:?}");
    let begins = |response: &&str| response.starts_with(['=', '?']);
    assert!(responses.iter().all(begins), "{script:?}: {output:?}");
    assert_eq!(responses.last(), Some(&"=777 Tengen"), "{script:?}");
}

/// Replies are those of the protocol, and a ping is answered at the end.
pub fn nboard_replies_are_known(bytes: &[u8]) {
    const REPLIES: [&str; 9] = [
        "set myname ",
        "status",
        "pong ",
        "nodestats ",
        "search ",
        "book ",
        "===",
        "analysis ",
        "learned",
    ];
    let script = script(bytes, "ping 777");
    let mut output = Vec::new();
    let input = Cursor::new(script.clone());
    nboard::serve(input, &mut output, settings(Variant::Othello), Learned::default())
        .expect("memory and threads do not fail");
    let output = String::from_utf8(output).expect("the output is text");
    let is_known = |line: &str| REPLIES.iter().any(|reply| line.starts_with(reply));
    assert!(output.lines().all(is_known), "{script:?}: {output:?}");
    assert!(output.lines().any(|line| line == "pong 777"), "{script:?}: {output:?}");
}

/// Replies are those of the protocol, and whatever is said before, `init` is answered and `quit` ends the session.
pub fn cassio_replies_are_known(bytes: &[u8]) {
    const COMMAND: &str = "ENGINE-PROTOCOL ";
    const REPLIES: [&str; 4] = ["version: ", "ERROR: ", "node ", "bye bye."];
    let text = String::from_utf8_lossy(bytes).replace('\r', "\n");
    // Every line becomes a command, except that those after a `!` are sent as they are.
    let whole = |line: &str| match line.strip_prefix('!') {
        Some(rest) => rest.to_owned(),
        None => format!("{COMMAND}{line}"),
    };
    let is_sent = |line: &&str| !line.to_ascii_lowercase().contains("quit");
    let mut script: Vec<String> = text.lines().filter(is_sent).map(whole).collect();
    script.extend(["stop", "init", "quit"].map(|last| format!("{COMMAND}{last}")));
    let script = script.join("\n") + "\n";
    let mut output = Vec::new();
    let input = Cursor::new(script.clone());
    cassio::serve(input, &mut output, settings(Variant::Othello), Learned::default())
        .expect("memory and threads do not fail");
    let output = String::from_utf8(output).expect("the output is text");
    // 64 squares and the side to move.
    let is_result = |line: &str| line.chars().take_while(|c| "-XO".contains(*c)).count() == 65;
    let is_known = |line: &str| {
        matches!(line, "ready." | "ok.")
            || is_result(line)
            || REPLIES.iter().any(|reply| line.starts_with(reply))
    };
    assert!(output.lines().all(is_known), "{script:?}: {output:?}");
    assert_eq!(output.lines().last(), Some("bye bye."), "{script:?}");
    assert!(output.lines().any(|line| line == "ready."), "{script:?}: {output:?}");
}
