//! Replays the transcripts in the documents.
//!
//! Lines after `> ` are sent; exactly the lines after `< ` must come back, in this order. `...` matches the
//! rest of a line; a line `x,y` matches any point.

use std::path::{Path, PathBuf};

use crate::program::Program;
use crate::properties::gomocup::is_point;

/// One fenced block.
struct Transcript {
    /// Its first line, for failure messages.
    place: String,
    arguments: Vec<String>,
    lines: Vec<String>,
}

fn document(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    path.exists().then(|| std::fs::read_to_string(path).unwrap())
}

fn transcripts(name: &str, text: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(mark) if !open && mark.split_whitespace().next() == Some("transcript") => {
                let arguments = mark.split_whitespace().skip(1).map(str::to_owned).collect();
                let place = format!("{name}:{}", index + 1);
                found.push(Transcript { place, arguments, lines: Vec::new() });
                open = true;
            }
            Some(_) => open = false,
            None if open => found.last_mut().unwrap().lines.push(line.to_owned()),
            None => {}
        }
    }
    found
}

fn matches(expected: &str, line: &str) -> bool {
    match expected.strip_suffix("...") {
        Some(beginning) => line.starts_with(beginning),
        None if expected == "x,y" => is_point(line),
        None => line == expected,
    }
}

fn replay(transcript: &Transcript) {
    let Transcript { place, arguments, lines } = transcript;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let folder = scratch_folder(place);
    let mut program = Program::start_in(&folder, &arguments);
    for line in lines {
        if let Some(sent) = line.strip_prefix('>') {
            // Files of the repository are named from its root.
            let root = format!(" {}/tests/", env!("CARGO_MANIFEST_DIR"));
            program.send(&sent.trim_start().replace(" tests/", &root));
        } else if let Some(expected) = line.strip_prefix('<') {
            let expected = expected.strip_prefix(' ').unwrap_or(expected);
            let reply = program.line();
            assert!(matches(expected, &reply), "{place}: expected '{expected}', got '{reply}'");
        } else {
            panic!("{place}: '{line}' is neither sent nor expected");
        }
    }
    let stray = program.finish();
    assert!(stray.is_empty(), "{place}: not in the transcript: {stray:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// An empty folder for the files that a transcript writes.
fn scratch_folder(place: &str) -> PathBuf {
    let name = format!("tengen-{}-{}", std::process::id(), place.replace([':', '.'], "-"));
    let folder = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_protocol_reference_is_accurate() {
    let text = document("protocol.md").expect("the reference exists");
    let transcripts = transcripts("protocol.md", &text);
    assert!(transcripts.len() >= 10);
    transcripts.iter().for_each(replay);
}

#[test]
fn the_readme_is_accurate() {
    let text = document("README.md").expect("README.md is there");
    let transcripts = transcripts("README.md", &text);
    assert_eq!(transcripts.len(), 2);
    transcripts.iter().for_each(replay);
}

/// What a newcomer has to read. The Chinese chapter says the same once more.
#[test]
fn the_readme_is_short() {
    const CHINESE: &str = "\n## 中文说明\n";
    let text = document("README.md").expect("README.md is there");
    let (english, chinese) = text.split_once(CHINESE).expect("README.md ends in Chinese");
    assert!(english.lines().count() <= 132, "{} lines", english.lines().count());
    assert!((30..=50).contains(&chinese.lines().count()), "{} lines", chinese.lines().count());
}

fn help(arguments: &[&str]) -> String {
    let output = crate::program::english().args(arguments).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The subcommands listed in a help text.
fn subcommands(help: &str) -> Vec<&str> {
    let group = |heading: &'static str| {
        let list = help.lines().skip_while(move |line| line.trim_end() != heading).skip(1);
        list.take_while(|line| !line.trim().is_empty()).filter_map(|line| {
            let is_entry = line.starts_with("  ") && !line.starts_with("   ");
            line.split_whitespace().next().filter(|name| is_entry && *name != "help")
        })
    };
    group("Commands:").chain(group("Developer commands:")).collect()
}

#[test]
fn the_readme_has_a_line_for_every_subcommand() {
    let text = document("README.md").expect("README.md is there");
    let help = help(&["--help"]);
    let commands = subcommands(&help);
    assert_eq!(commands.first(), Some(&"play"));
    assert!(commands.len() >= 18 && commands.contains(&"match") && commands.contains(&"perft"));
    for command in commands {
        let row = format!("| `tengen {command}` |");
        assert!(text.lines().any(|line| line.starts_with(&row)), "README.md lacks {command}");
    }
}

/// The options in a help text without a description beside or below them.
fn undescribed(help: &str) -> Vec<&str> {
    let is_option = |line: &str| {
        let name = line.trim_start();
        name.starts_with('-') && (2..=6).contains(&(line.len() - name.len()))
    };
    let lines: Vec<&str> = help.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let below =
            lines.get(index + 1).is_some_and(|next| !next.trim().is_empty() && !is_option(next));
        if is_option(line) && !line.trim_start().contains("  ") && !below {
            found.push(line.trim());
        }
    }
    found
}

/// README.md leaves the manual of options to the help.
#[test]
fn the_help_describes_every_option() {
    describes_its_options(&[]);
}

fn describes_its_options(path: &[&str]) {
    let help = help(&[path, &["--help"]].concat());
    assert_eq!(undescribed(&help), Vec::<&str>::new(), "tengen {} --help", path.join(" "));
    for command in subcommands(&help) {
        describes_its_options(&[path, &[command]].concat());
    }
}

#[test]
fn options_without_a_description_are_found() {
    let described = "Options:\n      --a <N>  text\n  -h, --help   Print help\n";
    assert!(undescribed(described).is_empty());
    let below = "Options:\n      --a <N>\n          text\n\n  -h, --help\n          Print help\n";
    assert!(undescribed(below).is_empty());
    let manual = "Options:\n  -h, --help  Print help\n\n--c leaves it.\n\nMore.\n";
    assert!(undescribed(manual).is_empty());
    let bare = "Options:\n      --a <N>\n      --b      text\n      --c\n";
    assert_eq!(undescribed(bare), ["--a <N>", "--c"]);
}

#[test]
fn the_help_lists_possible_values() {
    let help = help(&["--help"]);
    for word in ["protocol.md", "--game", "othello", "--rule", "caro-exact", "--messages", "--log"]
    {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn matching_is_exact_except_for_the_two_placeholders() {
    assert!(matches("OK", "OK") && !matches("OK", "OK ") && !matches("OK", "ok"));
    assert!(matches("x,y", "0,14") && !matches("x,y", "-1,-1") && !matches("x,y", "1, 2"));
    assert!(!matches("x,y", "1,22") && !matches("x,y", "01,2") && !matches("x,y", "+1,2"));
    assert!(matches("MOVES ...", "MOVES h8") && !matches("MOVES ...", "MOVE"));
    let text = "```transcript --game othello\n> A\n< B\n```\n```\n> C\n```\n";
    let found = transcripts("x", text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].lines, ["> A", "< B"]);
    assert_eq!(found[0].arguments, ["--game", "othello"]);
}
