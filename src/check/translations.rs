//! What checks say must be in the catalogue of every language.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proc_macro2::{TokenStream, TokenTree};

use super::cases;
use crate::language::{Language, Words};

/// Words of the protocol, which are the same in every language.
const PROTOCOL: &str = "timeout_turn timeout_match time_left max_memory game_type evaluate nonsense soon what rule \
    many name version author country key value start info begin board done freestyle standard renju caro exact";
/// Samples that may replace a variable.
const SAMPLES: &[&str] =
    &["7", "7 ms", "7 MiB", "\"7\"", "7 and 7", "black", "exit status: 7", "an overline at h8"];
/// Prefixes of texts that users of the checks never read: attributes, panics, the conversation, tests of
/// other texts.
const UNREAD: &str = "# expect note start starts_with strip_prefix join eq_ignore_ascii_case";

static OTHERS: LazyLock<[Words; 2]> =
    LazyLock::new(|| [Language::Chinese, Language::Japanese].map(Words::new));

/// Whether `word` is one of `words`, which blanks separate.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

/// The English words of `text`, apart from quotations and words of fewer than three lower-case letters.
fn english(text: &str) -> Vec<&str> {
    let unquoted = text.split(['"', '“', '”', '「', '」']).step_by(2);
    let words =
        unquoted.flat_map(|part| part.split(|c: char| !c.is_ascii_alphabetic() && c != '_'));
    let is_word = |word: &&str| word.len() > 2 && !word.contains(|c: char| c.is_ascii_uppercase());
    words.filter(|word| is_word(word) && !has(PROTOCOL, word)).collect()
}

/// The English words that remain of `text` in another language.
fn left(text: &str) -> Option<String> {
    let translations = OTHERS.iter().map(|words| words.check(text).into_owned());
    translations.into_iter().find(|translation| !english(translation).is_empty())
}

/// Fails if a part of `text`, which is output of a check, is English in another language.
pub fn assert_translated(text: &str) {
    assert_eq!(left(text), None, "{text}");
}

/// `text` with every choice of samples for its variables.
fn filled(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once('{') else {
        return vec![text.to_owned()];
    };
    let (_, after) = rest.split_once('}').unwrap();
    let ends = filled(after);
    let fill = |sample: &&str| {
        ends.iter().map(move |end| format!("{before}{sample}{end}")).collect::<Vec<_>>()
    };
    SAMPLES.iter().flat_map(fill).collect()
}

/// The string literals in `tokens` apart from those that no user reads.
fn literals(tokens: TokenStream, found: &mut Vec<String>) {
    let mut before = String::new();
    for token in tokens {
        match token {
            TokenTree::Group(_) if has(UNREAD, &before) => before.clear(),
            TokenTree::Group(group) => literals(group.stream(), found),
            TokenTree::Literal(literal) => {
                let literal = literal.to_string();
                let text = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                found.extend(text.map(|text| text.replace("\\\"", "\"")));
            }
            // `name!(...)`, `#![...]`
            TokenTree::Punct(mark) if mark.as_char() == '!' => {}
            other => before = other.to_string(),
        }
    }
}

/// The files below `folder` that contain texts of checks.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let parts = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    let silent = ["tests.rs", "fake.rs", "translations.rs", "report.rs"];
    parts.filter(|path| !silent.iter().any(|name| path.ends_with(name))).collect()
}

#[test]
fn titles_are_in_every_language() {
    cases::all().for_each(|case| assert_translated(case.title));
}

#[test]
fn every_text_in_the_source_is_in_every_language() {
    let mut found = Vec::new();
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check")) {
        let source = fs::read_to_string(file).unwrap();
        let code = source.split("\nmod tests {").next().unwrap();
        literals(code.parse().unwrap(), &mut found);
    }
    let names: Vec<&str> = cases::all().flat_map(|case| [case.name, case.section()]).collect();
    found.retain(|text| !names.contains(&text.as_str()) && !text.starts_with('/'));
    found.retain(|text| !english(&text.replace(['{', '}'], "\"")).is_empty());
    assert!(found.len() > 150, "{found:?}");
    let is_part =
        |text: &String| found.iter().any(|other| other != text && other.starts_with(text));
    let untranslated = |text: &&String| filled(text).iter().all(|text| left(text).is_some());
    let missing: Vec<&String> =
        found.iter().filter(|text| !is_part(text)).filter(untranslated).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn what_an_engine_said_stays_as_it_is() {
    for said in
        ["\"ERROR j9 is occupied by white\"", "\"ERROR BOARD: expected a move\"", "\"nothing\""]
    {
        OTHERS.iter().for_each(|words| assert_eq!(words.check(said), said));
        assert_eq!(OTHERS[0].check(&format!("answered {said} and ended")).matches('“').count(), 1);
    }
}

#[test]
fn what_is_english_is_noticed() {
    assert_eq!(english("对 START 的回答 is missing “a quotation” at h8"), ["missing"]);
    assert!(left("a text that nobody wrote").is_some());
    assert!(left("silence after a text that nobody wrote").is_some());
}
