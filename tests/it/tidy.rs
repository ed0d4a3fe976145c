//! The shape of the source: who may import whom, who may write where, what must be documented.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tengen::frontend::gomocup::protocol::parse::words;
use tengen::frontend::setting::KEYS;

/// Most lines a file may have.
const LONGEST_FILE: usize = 600;

/// Every module of the library with all it may import, lowest layer first.
const LAYERS: &[(&str, &[&str])] = &[
    ("color", &[]),
    ("coord", &["color"]),
    ("search", &["color", "coord"]),
    ("train", &["color"]),
    ("gomoku", &["color", "coord", "search", "train"]),
    ("othello", &["color", "coord", "search", "train"]),
    ("game", &["color", "coord", "search", "gomoku", "othello"]),
    ("formats", &["color", "coord", "gomoku", "othello", "game"]),
    ("engine", &["color", "coord", "search", "gomoku", "othello", "game"]),
    ("openings", &["color", "coord", "search", "gomoku", "othello", "game", "formats"]),
    ("process", &[]),
    (
        "arena",
        &[
            "color", "coord", "search", "gomoku", "othello", "game", "formats", "openings",
            "process",
        ],
    ),
    ("check", &["color", "coord", "gomoku", "arena", "process"]),
    ("frontend", &["color", "coord", "search", "gomoku", "othello", "game", "formats", "engine"]),
    (
        "tools",
        &[
            "color", "coord", "search", "train", "gomoku", "othello", "game", "formats", "engine",
            "openings", "arena",
        ],
    ),
];

/// Modules that know no game.
const WITHOUT_GAMES: &[&str] = &["color", "coord", "search", "train"];

struct Source {
    /// Relative to the root of the repository.
    path: PathBuf,
    text: String,
}

impl Source {
    /// The lines that are not comments, with their numbers from 1.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        lines.filter(|(_, line)| !line.starts_with("//"))
    }

    /// The library module it belongs to; `None` for the program and for tests.
    fn module(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("src").ok()?;
        let first = inside.iter().next()?.to_str()?;
        let name = first.strip_suffix(".rs").unwrap_or(first);
        (!["main", "lib", "cli", "run"].contains(&name)).then_some(name)
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for folder in ["src", "tests"] {
        collect(&root().join(folder), &mut found);
    }
    assert!(found.len() > 40);
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push(Source { path: path.strip_prefix(root()).unwrap().into(), text });
        }
    }
}

/// The modules named after `crate::` in a piece of code, in a list in braces too.
fn imports(code: &str) -> BTreeSet<String> {
    let identifier = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
    };
    let mut found = BTreeSet::new();
    for (at, start) in code.match_indices("crate::") {
        let rest = &code[at + start.len()..];
        match rest.strip_prefix('{') {
            None => found.extend([identifier(rest)]),
            Some(list) => {
                let mut depth = 0;
                let mut item = String::new();
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => found.extend([identifier(item.trim_start())]),
                        _ => {}
                    }
                    if c == ',' && depth == 0 { item.clear() } else { item.push(c) }
                }
                found.extend([identifier(item.trim_start())]);
            }
        }
    }
    found.remove("");
    found
}

#[test]
fn imports_are_found_in_every_form() {
    let found = |code| imports(code).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(found("use crate::coord::{Move, Point};"), "coord");
    assert_eq!(
        found("use crate::{color::Color, search::{a, b}, othello};"),
        "color othello search"
    );
    assert_eq!(found("let x = crate::gomoku::f() + crate::engine::g();"), "engine gomoku");
    assert_eq!(found("use crate::{gomoku, othello,};"), "gomoku othello");
}

#[test]
fn every_layer_imports_only_from_layers_below() {
    for source in sources() {
        let Some(module) = source.module() else {
            continue;
        };
        let allowed = LAYERS.iter().find(|(name, _)| *name == module);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{module} has no layer"));
        let code: Vec<&str> = source.code().map(|(_, line)| line).collect();
        let climbs = code.iter().any(|line| line.contains("super::super"));
        assert!(!climbs, "{}: a path from `crate` shows the layer", source.path.display());
        for import in imports(&code.join("\n")) {
            assert!(
                import == module || allowed.contains(&import.as_str()),
                "{}: {module} may not import {import}",
                source.path.display()
            );
        }
    }
}

#[test]
fn layers_are_ordered() {
    for (index, (module, allowed)) in LAYERS.iter().enumerate() {
        for import in *allowed {
            assert!(LAYERS[..index].iter().any(|(below, _)| below == import), "{module} {import}");
        }
    }
}

#[test]
fn what_both_games_share_names_neither() {
    for source in sources() {
        if source.module().is_some_and(|module| WITHOUT_GAMES.contains(&module)) {
            for (number, line) in source.code() {
                let line = line.to_lowercase();
                let named = ["gomoku", "othello", "renju"].iter().find(|game| line.contains(*game));
                assert_eq!(named, None, "{}:{number}", source.path.display());
            }
        }
    }
}

#[test]
fn only_the_program_touches_the_standard_streams() {
    let streams = ["print!", "println!", "stdout()", "stderr()", "stdin()", "dbg!"];
    for source in sources() {
        let is_program =
            source.path == Path::new("src/main.rs") || source.path.starts_with("src/run");
        if is_program || source.path.starts_with("tests") {
            continue;
        }
        for (number, line) in source.code() {
            // The pipes of a child process are called like our own streams.
            let line = line.replace("child.std", "pipe ");
            let used = streams.iter().find(|stream| line.contains(*stream));
            assert_eq!(used, None, "{}:{number}", source.path.display());
        }
    }
}

#[test]
fn files_are_short_headed_and_finished() {
    let unfinished = [concat!("TO", "DO"), concat!("FIX", "ME")];
    let stubs = [concat!("to", "do!"), concat!("unimple", "mented!")];
    for source in sources() {
        let path = source.path.display();
        let lines = source.text.lines().count();
        assert!(lines <= LONGEST_FILE, "{path} has {lines} lines");
        assert!(source.text.starts_with("//!"), "{path} does not say what it is for");
        for mark in unfinished.iter().chain(&stubs) {
            assert!(!source.text.contains(mark), "{path}: {mark}");
        }
    }
}

/// A program that is copied about must stay small; the sizes are what was set for weights and book.
#[test]
fn what_the_program_carries_is_small() {
    for (path, most) in [
        ("src/gomoku/eval/weights.bin", 8_000_000),
        ("src/othello/eval/weights.bin", 8_000_000),
        ("src/othello/book/book.bin", 2_000_000),
    ] {
        let bytes = fs::metadata(root().join(path)).unwrap().len();
        assert!((1..=most).contains(&bytes), "{path} has {bytes} bytes, at most {most}");
    }
}

/// Whether `word` stands in `text` in code quotes: `` `word` ``, or followed by a blank.
fn is_documented(text: &str, word: &str) -> bool {
    text.contains(&format!("`{word}`")) || text.contains(&format!("`{word} "))
}

#[test]
fn the_reference_names_every_command_and_every_setting() {
    let text = fs::read_to_string(root().join("protocol.md")).unwrap();
    let (_, table) = text.split_once("## Commands").unwrap();
    for word in words().chain(["DONE"]) {
        assert!(is_documented(table, word), "protocol.md does not describe {word}");
    }
    let (_, table) = text.split_once("## INFO").unwrap();
    for key in KEYS {
        assert!(
            table.lines().any(|line| line.starts_with(&format!("| `{}` |", key.name))),
            "protocol.md does not describe INFO {}",
            key.name
        );
    }
}
