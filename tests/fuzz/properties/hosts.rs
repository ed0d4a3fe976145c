//! GTP, NBoard and Cassio: any lines are answered in the form of the protocol, and the engine goes on.

use std::io::Cursor;

use tengen::engine::Learned;
use tengen::frontend::desk::Settings;
use tengen::frontend::setting::Setting;
use tengen::frontend::{cassio, gtp, nboard};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

use super::mirror::{BLACK, Kind, Mirror};
use super::{gtp_mirror, nboard_mirror};

/// Words of lines that are left out: they touch files, or allow a search to take long.
const LEFT_OUT: [&str; 6] = ["quit", "save", "load", "dump", "time", "thread"];

/// Words of lines that limit a search, with the largest number that may be sent.
const LIMITS: [(&str, u64); 4] = [("node", 300), ("depth", 6), ("hash", 1024), ("memory", 1 << 26)];

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The line as it may be sent, if at all. The number of a limit is at its end and lowered if it is too large; 0 would
/// mean no limit.
fn bounded(line: &str) -> Option<String> {
    let line = line.trim_start_matches(BYTE_ORDER_MARK);
    let kept: String = line.chars().filter(|c| !c.is_control()).collect();
    let kept = kept.to_ascii_lowercase();
    if LEFT_OUT.iter().any(|word| kept.contains(word)) {
        return None;
    }
    let Some((_, most)) = LIMITS.into_iter().find(|(word, _)| kept.contains(word)) else {
        return Some(line.to_owned());
    };
    let (start, number) = line.rsplit_once(' ')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse::<u64>().unwrap_or(u64::MAX).clamp(1, most);
    (is_number && !line.contains('#')).then(|| format!("{start} {number}"))
}

/// The lines that may be sent.
fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).split(['\n', '\r']).filter_map(bounded).collect()
}

fn settings(variant: Variant) -> Settings {
    let mut settings = Settings::new(variant, false);
    settings.set(Setting::Book(false));
    settings.set(Setting::HashSize(Some(256)));
    settings.set(Setting::MaxNode(Some(50)));
    settings
}

/// The words of a line beside its number and its comment, if there are any.
fn command(line: &str) -> Option<Vec<String>> {
    let kept: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
    let words = kept.split('#').next().unwrap_or_default().split_whitespace();
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    if words.first().is_some_and(|word| word.parse::<u32>().is_ok()) {
        words.remove(0);
    }
    (!words.is_empty()).then_some(words)
}

/// Every command has one response, which begins with `=` or `?` and ends with an empty line. The game is that of a
/// second implementation of the rules.
pub fn every_gtp_command_has_one_response(bytes: &[u8]) {
    known_gtp_games(bytes);
}

/// Whether the second implementation of the rules knew the game after each command, which is checked.
pub fn known_gtp_games(bytes: &[u8]) -> Vec<bool> {
    let is_gomoku = bytes.len().is_multiple_of(2);
    let (variant, kind, size) = if is_gomoku {
        (Variant::gomoku(Rule::Renju), Kind::Gomoku(Rule::Renju), (15, 15))
    } else {
        (Variant::Othello, Kind::Othello, (8, 8))
    };
    let mut lines = lines(bytes);
    lines.push("777 name".to_owned());
    let script = lines.join("\n") + "\n";
    let commands: Vec<Vec<String>> = lines.iter().filter_map(|line| command(line)).collect();
    let mut output = Vec::new();
    let input = Cursor::new(script.clone());
    gtp::serve(input, &mut output, settings(variant), variant.size(), Learned::default())
        .expect("memory and threads do not fail");
    let output = String::from_utf8(output).expect("the output is text");
    let responses = output.strip_suffix("\n\n").expect("an empty line at the end").split("\n\n");
    let responses: Vec<&str> = responses.collect();
    assert_eq!(responses.len(), commands.len(), "{script:?}: {output:?}");
    let begins = |response: &&str| response.starts_with(['=', '?']);
    assert!(responses.iter().all(begins), "{script:?}: {output:?}");
    assert_eq!(responses.last(), Some(&"=777 Tengen"), "{script:?}");
    let mut follower = gtp_mirror::Follower::new(kind, size);
    let mut known = Vec::new();
    for (words, response) in commands.iter().zip(responses) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        follower.follow(&words, response);
        known.push(follower.knows_game());
    }
    known
}

/// Replies are those of the protocol, and a ping is answered at the end. In every second session a ping follows every
/// line, so that it is known which replies a line has: a `go` has one move, and the moves are legal by a second
/// implementation of the rules.
pub fn nboard_replies_are_known(bytes: &[u8]) {
    known_nboard_games(bytes);
}

/// Whether the second implementation of the rules knew the game after each line, which is checked; nothing in sessions
/// without the pings.
pub fn known_nboard_games(bytes: &[u8]) -> Vec<bool> {
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
    let mut lines = lines(bytes);
    lines.push("ping 777".to_owned());
    let is_paced = bytes.len().is_multiple_of(2);
    let paced = |(index, line): (usize, &String)| match is_paced {
        true => format!("{line}\nping {}\n", pace(index)),
        false => format!("{line}\n"),
    };
    let script: String = lines.iter().enumerate().map(paced).collect();
    let mut output = Vec::new();
    let input = Cursor::new(script.clone());
    nboard::serve(input, &mut output, settings(Variant::Othello), Learned::default())
        .expect("memory and threads do not fail");
    let output = String::from_utf8(output).expect("the output is text");
    let is_known = |line: &str| REPLIES.iter().any(|reply| line.starts_with(reply));
    assert!(output.lines().all(is_known), "{script:?}: {output:?}");
    assert!(output.lines().any(|line| line == "pong 777"), "{script:?}: {output:?}");
    if !is_paced {
        let asks = lines.iter().filter(|line| line.split_whitespace().next() == Some("go")).count();
        let moves = output.lines().filter(|line| line.starts_with("===")).count();
        assert!(moves <= asks, "{script:?}: {output:?}");
        return Vec::new();
    }
    let mut replies = output.lines();
    let mut follower = nboard_mirror::Follower::new();
    let mut known = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let pong = format!("pong {}", pace(index));
        let answer: Vec<&str> = replies.by_ref().take_while(|reply| *reply != pong).collect();
        follower.follow(line, &answer);
        known.push(follower.knows_game());
    }
    assert_eq!(replies.next(), None, "{script:?}: {output:?}");
    known
}

/// The number of the ping after the line at `index`, unlike any that is likely to be sent otherwise.
fn pace(index: usize) -> i64 {
    -1_000_000_000_000 - index as i64
}

/// Replies are those of the protocol, each command has at most one, and whatever is said before, `init` is answered
/// and `quit` ends the session. Results are checked, too.
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
    let mut lines: Vec<String> = text.lines().filter(is_sent).map(whole).collect();
    lines.extend(["stop", "init", "quit"].map(|last| format!("{COMMAND}{last}")));
    let script = lines.join("\n") + "\n";
    let mut output = Vec::new();
    let input = Cursor::new(script.clone());
    cassio::serve(input, &mut output, settings(Variant::Othello), Learned::default())
        .expect("memory and threads do not fail");
    let output = String::from_utf8(output).expect("the output is text");
    let is_known = |line: &str| {
        matches!(line, "ready." | "ok.")
            || is_result(line)
            || REPLIES.iter().any(|reply| line.starts_with(reply))
    };
    assert!(output.lines().all(is_known), "{script:?}: {output:?}");
    assert_eq!(output.lines().last(), Some("bye bye."), "{script:?}");
    assert!(output.lines().any(|line| line == "ready."), "{script:?}: {output:?}");
    output.lines().filter(|line| is_result(line)).for_each(|result| check_result(result, &lines));
    // The last command, `quit`, has its own.
    let answered = lines.iter().filter(|line| !is_silent(line)).count() - 1;
    let is_answer = |line: &&str| matches!(*line, "ready." | "ok.") || line.starts_with("node ");
    let answers = output.lines().filter(is_answer).count();
    // Only during a search may a command be discarded.
    let is_search = |line: &String| line.to_ascii_lowercase().contains("-search");
    let fits = answers == answered || answers < answered && lines.iter().any(is_search);
    assert!(fits, "{answers} of {answered}: {script:?}: {output:?}");
}

/// Whether a reply begins with 64 squares and the side to move.
fn is_result(reply: &str) -> bool {
    reply.chars().take_while(|c| "-XO".contains(*c)).count() == 65
}

/// A result is that of a position that `lines` request, and its move is legal by a second implementation of the rules.
fn check_result(result: &str, lines: &[String]) {
    let (position, rest) = result.split_at(65);
    let is_requested = lines.iter().any(|line| cassio_position(line) == position);
    assert!(is_requested, "{result}: {lines:?}");
    let side = position.as_bytes()[64];
    let told = rest.strip_prefix(", move ").and_then(|rest| rest.split(',').next());
    let told = told.unwrap_or_default();
    let step = nboard_mirror::step(told).unwrap_or_else(|| panic!("no move: {result}"));
    let is_legal = Mirror::from_squares(&position.as_bytes()[..64], side).allows(step);
    let is_in_capitals = told.bytes().all(|byte| !byte.is_ascii_lowercase());
    assert!(is_legal && is_in_capitals == (side == BLACK), "{result}");
}

fn cassio_words(line: &str) -> impl Iterator<Item = &str> {
    line.trim_start_matches(BYTE_ORDER_MARK).split_whitespace()
}

/// Whether Cassio expects no answer to a command.
fn is_silent(line: &str) -> bool {
    let mut words = cassio_words(line);
    let is_silent =
        |word: &str| ["feed-hash", "empty-hash"].iter().any(|name| name.eq_ignore_ascii_case(word));
    words.next() == Some("ENGINE-PROTOCOL") && words.next().is_some_and(is_silent)
}

/// The squares and the side to move that a search is requested for, in the spelling of a result.
fn cassio_position(line: &str) -> String {
    let marks = cassio_words(line).skip(2).flat_map(str::chars);
    let mark = |mark: char| match mark.to_ascii_lowercase() {
        'x' | 'b' | '*' => 'X',
        'o' | 'w' => 'O',
        '.' => '-',
        other => other,
    };
    marks.take(65).map(mark).collect()
}
