//! Replays the transcripts of the documents: what they show is what the program does.
//!
//! `> ` lines are sent and `< ` lines must come back, in this order and nothing else. `...` stands
//! for any rest of a line, a line that is just `x,y` for any point on a board.

use std::path::Path;

use crate::program::{Program, is_point};

/// One fenced block.
struct Transcript {
    /// Where it begins, for failures.
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
    let mut program = Program::start(&arguments);
    for line in lines {
        if let Some(sent) = line.strip_prefix('>') {
            program.send(sent.trim_start());
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
}

#[test]
fn the_reference_shows_what_happens() {
    let text = document("protocol.md").expect("the reference exists");
    let transcripts = transcripts("protocol.md", &text);
    assert!(transcripts.len() >= 10);
    transcripts.iter().for_each(replay);
}

#[test]
fn the_readme_shows_what_happens() {
    let text = document("README.md").expect("README.md is there");
    let transcripts = transcripts("README.md", &text);
    assert_eq!(transcripts.len(), 2);
    transcripts.iter().for_each(replay);
}

/// Whether `option` stands in `text` as a word of its own.
fn mentions(text: &str, option: &str) -> bool {
    let part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.match_indices(option).any(|(at, _)| {
        !text[..at].ends_with(part_of_word) && !text[at + option.len()..].starts_with(part_of_word)
    })
}

fn help(arguments: &[&str]) -> String {
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The options (`--name`) and subcommands that a help text lists.
fn listed(help: &str) -> Vec<String> {
    let mut commands = false;
    let mut found = Vec::new();
    for line in help.lines() {
        match line.trim_end() {
            "Commands:" => commands = true,
            "" | "Options:" | "Arguments:" => commands = false,
            line if commands && line.starts_with("  ") && !line.starts_with("   ") => {
                found.extend(line.split_whitespace().next().map(str::to_owned));
            }
            line if line.trim_start().starts_with('-') => {
                let options = line.split([' ', ',', '=', '[']).filter(|w| w.starts_with("--"));
                found.extend(options.take(1).map(str::to_owned));
            }
            _ => {}
        }
    }
    found.retain(|name| name != "help" && name != "--help");
    found
}

#[test]
fn the_readme_names_every_option_and_subcommand() {
    let text = document("README.md").expect("README.md is there");
    let options = listed(&help(&["--help"]));
    assert!(["--game", "--rule", "play"].iter().all(|o| options.iter().any(|found| found == o)));
    for option in &options {
        assert!(mentions(&text, option), "README.md does not mention {option}");
    }
    let commands: Vec<&str> =
        options.iter().map(String::as_str).filter(|name| !name.starts_with("--")).collect();
    // What every subcommand takes is told once for all.
    let mut common = options.clone();
    for command in &commands {
        let taken = listed(&help(&[command, "--help"]));
        common.retain(|option| taken.contains(option));
    }
    assert!(common.iter().all(|option| option != "--game") && !common.is_empty());
    for command in commands {
        must_tell_of(&text, &common, &[command], "");
    }
}

/// Fails unless README.md tells, where it tells of the subcommand `path`, of all that its help lists but
/// for `common`. `above` is what it tells of the subcommand that this one belongs to.
fn must_tell_of(readme: &str, common: &[String], path: &[&str], above: &str) {
    let name = path.join(" ");
    let told = format!("{above}{}", about(readme, &name));
    for listed in listed(&help(&[path, &["--help"]].concat())) {
        let is_known = common.contains(&listed) || mentions(&told, &listed);
        assert!(is_known, "README.md does not mention {name} {listed}");
        if !listed.starts_with("--") {
            must_tell_of(readme, common, &[path, &[listed.as_str()]].concat(), &told);
        }
    }
}

/// What README.md has about a subcommand: its row with the sections that this points to, and the rows of
/// options that name it.
fn about(readme: &str, command: &str) -> String {
    let (own, named) = (format!("| `tengen {command}"), format!("`{command}`"));
    let mut found = String::new();
    for row in readme.lines() {
        if row.starts_with("| `--") && row.contains(&named) {
            found += row;
        } else if row.starts_with(&own) {
            found += row;
            let links = row.split("](#").skip(1).filter_map(|rest| rest.split(')').next());
            found.extend(links.map(|anchor| section(readme, anchor)));
        }
    }
    found
}

/// The section with this anchor.
fn section(readme: &str, anchor: &str) -> String {
    let is_it = |text: &&str| {
        let heading = text.lines().next().unwrap_or_default();
        heading.to_lowercase().replace(' ', "-") == anchor
    };
    readme.split("\n## ").find(is_it).unwrap_or_else(|| panic!("no section {anchor}")).to_owned()
}

#[test]
fn an_option_must_be_told_where_its_subcommand_is() {
    let readme = "| `--book` | for `play` too |\n| `tengen play` | `--size` |\n\
                  | `tengen solve` | see [below](#solve-it) |\n\n## Solve it\n\n`--wld`\n\n## Rest\n--no";
    assert!(
        mentions(&about(readme, "play"), "--book") && mentions(&about(readme, "play"), "--size")
    );
    assert!(mentions(&about(readme, "solve"), "--wld"));
    for option in ["--size", "--book", "--no"] {
        assert!(!mentions(&about(readme, "solve"), option), "{option}");
    }
}

#[test]
fn the_help_names_what_can_be_chosen() {
    let help = help(&["--help"]);
    for word in ["protocol.md", "--game", "othello", "--rule", "caro-exact", "--messages", "--log"]
    {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn matching_is_exact_but_for_the_two_marks() {
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
