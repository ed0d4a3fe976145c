//! The structure of the source: layers, import circles, standard streams, headers, documentation.

mod imports;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tengen::frontend::gomocup::protocol::parse::words;
use tengen::frontend::setting::KEYS;

use imports::{Tree, circles};

/// Every module of the library with the modules it may import, lowest layer first.
const LAYERS: &[(&str, &[&str])] = &[
    ("color", &[]),
    ("dense", &[]),
    ("nearest", &[]),
    ("quotation", &[]),
    ("shard", &[]),
    ("sync", &[]),
    ("table", &[]),
    ("coord", &["color"]),
    ("proof", &["coord"]),
    ("replacement", &[]),
    ("exclusive", &[]),
    ("search", &["color", "coord", "replacement", "sync"]),
    ("train", &["color", "search"]),
    ("gomoku", &["color", "coord", "dense", "proof", "search", "sync", "train"]),
    ("othello", &["color", "coord", "dense", "proof", "search", "sync", "train"]),
    ("game", &["color", "coord", "search", "gomoku", "othello"]),
    ("symmetry", &["coord", "gomoku", "game"]),
    ("api", &["color", "coord", "search", "gomoku", "othello", "game"]),
    ("language", &[]),
    ("formats", &["color", "coord", "gomoku", "othello", "game", "language", "quotation"]),
    (
        "database",
        &["color", "coord", "search", "gomoku", "game", "symmetry", "formats", "replacement"],
    ),
    ("engine", &["color", "coord", "sync", "search", "gomoku", "othello", "game"]),
    (
        "analysis",
        &["color", "coord", "search", "gomoku", "othello", "game", "symmetry", "formats", "engine"],
    ),
    ("openings", &["color", "coord", "search", "gomoku", "othello", "game", "symmetry", "formats"]),
    ("process", &[]),
    (
        "arena",
        &[
            "color",
            "coord",
            "search",
            "train",
            "gomoku",
            "othello",
            "game",
            "language",
            "formats",
            "openings",
            "process",
            "exclusive",
            "replacement",
            "nearest",
            "quotation",
            "shard",
            "table",
        ],
    ),
    ("check", &["color", "coord", "gomoku", "language", "process", "quotation", "table"]),
    (
        "frontend",
        &[
            "color",
            "coord",
            "sync",
            "search",
            "gomoku",
            "othello",
            "game",
            "symmetry",
            "language",
            "formats",
            "database",
            "engine",
            "quotation",
            "replacement",
        ],
    ),
    (
        "tools",
        &[
            "color",
            "coord",
            "search",
            "train",
            "gomoku",
            "othello",
            "game",
            "formats",
            "database",
            "engine",
            "openings",
            "arena",
            "analysis",
            "language",
            "proof",
            "quotation",
            "shard",
            "table",
        ],
    ),
];

/// Modules that must not name a game.
const WITHOUT_GAMES: &[&str] = &["color", "coord", "proof", "search", "train"];

struct Source {
    /// Relative to the root of the repository.
    path: PathBuf,
    text: String,
}

impl Source {
    /// The lines other than comments, numbered from 1.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        lines.filter(|(_, line)| !line.starts_with("//"))
    }

    /// The library module it belongs to; `None` for the program and for tests.
    fn module(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("src").ok()?;
        let first = inside.iter().next()?.to_str()?;
        let name = first.strip_suffix(".rs").unwrap_or(first);
        (!["main", "lib", "cli"].contains(&name)).then_some(name)
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    let paths = ["src", "tests"].into_iter().flat_map(|folder| files(&root().join(folder)));
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let source = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        Source { path: path.strip_prefix(root()).unwrap().into(), text }
    };
    let found: Vec<Source> = paths.filter(is_rust).map(source).collect();
    assert!(found.len() > 40);
    found
}

/// The files in `folder` and in its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Fuzzing leaves generated sources in its build folder.
        if path.is_dir() && !path.ends_with("tests/fuzz/target") {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The library and the program.
static TREE: LazyLock<Tree> = LazyLock::new(|| {
    let crates = [("tengen", "src/lib.rs"), ("main", "src/main.rs")];
    Tree::of(&crates, &|path| fs::read_to_string(root().join(path)).ok())
});

#[test]
fn every_layer_imports_only_from_layers_below() {
    for mention in TREE.mentions().iter().filter(|mention| mention.module[0] == "tengen") {
        let (Some(module), Some(named)) = (mention.module.get(1), TREE.named_module(mention))
        else {
            continue;
        };
        let allowed = LAYERS.iter().find(|(name, _)| name == module);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{module} has no layer"));
        let file = TREE.file(&mention.module).display();
        let path = mention.path.join("::");
        let import = named.get(1).unwrap_or_else(|| panic!("{file}: {path} names the root"));
        assert!(
            import == module || allowed.contains(&import.as_str()),
            "{file}: {module} may not import {import} ({path})"
        );
    }
}

/// Whoever trusts a proof trusts the rules, not what found it. All that a check may use is bound in the same way, so
/// that it leads to no search either.
#[test]
fn proofs_are_checked_by_the_rules_alone() {
    let shared = [&["color"][..], &["coord"], &["table"], &["proof"]];
    let of_games = [&["gomoku", "rules"][..], &["othello", "rules"]];
    let checks = [&["gomoku", "proof"][..], &["othello", "proof"]];
    let allowed = [&shared[..], &of_games, &checks].concat();
    let checkers = [&allowed[..], &[&["tools", "verify"][..]]].concat();
    let (mut seen, mut in_rules) = (0, 0);
    for mention in TREE.mentions().iter().filter(|mention| !mention.in_test) {
        let [of, module @ ..] = &mention.module[..] else { continue };
        if of != "tengen" || !checkers.iter().any(|path| module.starts_with(&names(path))) {
            continue;
        }
        let Some(named) = TREE.named_module(mention) else { continue };
        let is_allowed = allowed.iter().any(|path| named[1..].starts_with(&names(path)));
        let file = TREE.file(&mention.module).display();
        assert!(is_allowed, "{file}: a check of proofs may not use {}", mention.path.join("::"));
        seen += 1;
        in_rules += usize::from(module.get(1).is_some_and(|name| name == "rules"));
    }
    assert!(seen > 20 && in_rules > 20, "{seen} {in_rules}");
}

fn names(path: &[&str]) -> Vec<String> {
    path.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let imports = TREE.imports();
    let found = circles(imports.keys().copied());
    if let Some(circle) = found.first() {
        let inside = imports.iter().filter(|((a, b), _)| circle.contains(a) && circle.contains(b));
        let steps: Vec<String> = inside
            .map(|((from, to), path)| {
                format!("{} imports {} ({path})", from.display(), to.display())
            })
            .collect();
        panic!("files import each other in a circle:\n{}", steps.join("\n"));
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
fn texts_for_people_are_named_as_in_the_catalogue() {
    let catalogue = include_str!("../../src/language/en.ftl");
    let keys: Vec<&str> = catalogue
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split_once(" =").map(|(key, _)| key))
        .collect();
    let code: String = sources()
        .into_iter()
        .flat_map(|source| {
            source.code().map(|(_, line)| line.to_owned() + "\n").collect::<Vec<_>>()
        })
        .collect();
    for named in code.split("words.say").skip(1) {
        let call = named.strip_prefix("_with").unwrap_or(named);
        let Some(name) = call.strip_prefix("(\"").and_then(|rest| rest.split('"').next()) else {
            continue;
        };
        assert!(keys.contains(&name), "{name} is in no catalogue");
    }
    let rules = ["freestyle", "standard", "renju", "caro", "caro-exact"];
    let patterns =
        ["error-", "foreign-", "detail-", "limit-", "what-", "expected-", "number-", "check-"];
    let is_message = |key: &str| patterns.iter().any(|prefix| key.starts_with(prefix));
    for key in keys.iter().filter(|key| !rules.contains(key) && !is_message(key)) {
        assert!(code.contains(&format!("\"{key}\"")), "{key} is not used");
    }
    // What the patterns translate is somewhere in the code, apart from units and what libraries and the system say.
    let messages =
        catalogue.lines().filter(|line| is_message(line) && !line.starts_with("foreign-"));
    for (key, text) in messages.filter_map(|line| line.split_once(" = ")) {
        let fixed = text.split(['{', '}']).step_by(2).map(|part| {
            let part = part.trim_start_matches(" ms").trim_start_matches(" MiB");
            part.trim_start_matches("error: ").trim_matches([' ', ':', ',', '(', ')', '\'', '"'])
        });
        let longest = fixed.max_by_key(|part| part.len()).unwrap_or_default();
        let longest = longest.replace('"', "\\\"");
        assert!(code.contains(longest.as_str()), "nobody says {key}: '{longest}'");
    }
}

#[test]
fn what_is_invalid_has_a_word_in_every_language() {
    let catalogue = include_str!("../../src/language/en.ftl");
    let has_word = |what: &str| {
        let mut words = catalogue.lines().filter(|line| line.starts_with("what-"));
        words.any(|line| line.split_once(" = ").is_some_and(|(_, word)| word == what))
    };
    for source in sources().into_iter().filter(|source| source.path.starts_with("src")) {
        for (number, line) in source.code() {
            for rest in line.split("invalid ").skip(1) {
                let what = rest.split_once(" '{").map(|(what, _)| what);
                let what = what.filter(|what| !what.contains(|c: char| "\"{}'".contains(c)));
                assert!(what.is_none_or(has_word), "{}:{number}: {what:?}", source.path.display());
            }
        }
    }
}

#[test]
fn shared_code_names_neither_game() {
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
            source.path == Path::new("src/main.rs") || source.path.starts_with("src/cli");
        if is_program || source.path.starts_with("tests") {
            continue;
        }
        for (number, line) in source.code() {
            // The pipes of a child process have the names of our own streams.
            let line = line.replace("child.group.std", "pipe ");
            let used = streams.iter().find(|stream| line.contains(*stream));
            assert_eq!(used, None, "{}:{number}", source.path.display());
        }
    }
}

#[test]
fn files_have_a_header_and_no_leftovers() {
    let unfinished = [concat!("TO", "DO"), concat!("FIX", "ME")];
    let stubs = [concat!("to", "do!"), concat!("unimple", "mented!")];
    for source in sources() {
        let path = source.path.display();
        assert!(source.text.starts_with("//!"), "{path} has no header");
        for mark in unfinished.iter().chain(&stubs) {
            assert!(!source.text.contains(mark), "{path}: {mark}");
        }
    }
}

/// Limits the size of the embedded weights and book.
#[test]
fn embedded_data_is_small() {
    for (path, most) in [
        ("src/gomoku/eval/weights.bin", 8_000_000),
        ("src/othello/eval/weights.bin", 8_000_000),
        ("src/othello/book/book.bin", 2_000_000),
    ] {
        let bytes = fs::metadata(root().join(path)).unwrap().len();
        assert!((1..=most).contains(&bytes), "{path} has {bytes} bytes, at most {most}");
    }
}

/// Whether `text` contains `word` in code quotes, alone or followed by a blank.
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

#[test]
fn the_table_of_scripts_is_complete() {
    let folder = root().join("scripts");
    let text = fs::read_to_string(folder.join("README.md")).unwrap();
    let table: String = text.lines().filter(|line| line.starts_with("| `")).collect();
    for path in files(&folder) {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        let is_script = name.ends_with(".sh") || name.ends_with(".py");
        assert!(!is_script || is_documented(&table, name), "scripts/README.md lacks {name}");
    }
}
