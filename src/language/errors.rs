//! Error messages, and other English texts, in another language.
//!
//! Code that finds an error reports it in English, without a catalogue. The message is translated where a person
//! reads it: the English text of a key with one of the prefixes below is a pattern, and its variables match any text.

/// Beginnings of the keys of messages: of this program, and of libraries and the system.
pub const MESSAGES: &[&str] = &["error-", "foreign-"];
/// The same of a referee's notes about the end of a game, which may be error messages.
pub const DETAILS: &[&str] = &["detail-", "error-", "foreign-"];
/// The same of the limits of an engine.
pub const LIMITS: &[&str] = &["limit-"];
/// The same of the texts of checks of an engine.
pub const CHECKS: &[&str] = &["check-"];
/// The same of parts of a text, a setting or a game.
pub const PARTS: &[&str] = &["what-"];
/// The same of all patterns.
const PATTERNS: &[&str] =
    &["error-", "foreign-", "detail-", "limit-", "what-", "expected-", "number-", "check-"];

/// Beginnings of the keys that translate the value of a variable; `None` if it is quoted unchanged.
fn inner(variable: &str) -> Option<&'static [&'static str]> {
    match variable {
        "error" | "reason" => Some(MESSAGES),
        "detail" => Some(DETAILS),
        "phrase" | "next" => Some(CHECKS),
        "what" => Some(PARTS),
        "games" => Some(&["number-"]),
        "expected" => Some(&["expected-"]),
        _ => None,
    }
}

/// Whether a variable stands for a whole message or a line of an engine. A colon separates two messages, so nothing
/// else may contain one.
fn is_open(variable: &str) -> bool {
    matches!(variable, "error" | "reason" | "detail" | "said")
}

/// Whether a variable stands for a number.
fn is_number(variable: &str) -> bool {
    matches!(variable, "line" | "column" | "byte" | "number")
}

/// The English text of a key.
#[derive(Debug)]
struct Pattern {
    key: &'static str,
    /// The texts around the variables; one more than there are variables.
    fixed: Vec<&'static str>,
    variables: Vec<&'static str>,
}

/// The patterns of a catalogue, those with the most fixed text first.
#[derive(Debug)]
pub struct Patterns(Vec<Pattern>);

/// A message that follows a pattern.
pub struct Match<'a> {
    pub key: &'static str,
    /// The variables with the texts that stand for them, and the prefixes of the keys that translate those.
    pub values: Vec<(&'static str, &'a str, Option<&'static [&'static str]>)>,
}

impl Patterns {
    /// The patterns of an English `catalogue`. Their texts are on one line each.
    pub fn of(catalogue: &'static str) -> Patterns {
        let lines = catalogue.lines().filter_map(|line| line.split_once(" = "));
        let mut patterns: Vec<Pattern> = lines
            .filter(|(key, _)| has_prefix(key, PATTERNS))
            .map(|(key, text)| Pattern::of(key, text))
            .collect();
        patterns.sort_by_key(|pattern| {
            std::cmp::Reverse(pattern.fixed.iter().map(|text| text.len()).sum::<usize>())
        });
        Patterns(patterns)
    }

    /// The pattern that `text` follows, among the keys with one of `prefixes`.
    pub fn find<'a>(&self, text: &'a str, prefixes: &[&str]) -> Option<Match<'a>> {
        let candidates = self.0.iter().filter(|pattern| has_prefix(pattern.key, prefixes));
        candidates.into_iter().find_map(|pattern| {
            let texts = pattern.texts(text)?;
            let names = pattern.variables.iter().copied();
            let values = names.zip(texts).map(|(name, text)| (name, text, inner(name)));
            Some(Match { key: pattern.key, values: values.collect() })
        })
    }
}

fn has_prefix(key: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| key.starts_with(prefix))
}

impl Pattern {
    fn of(key: &'static str, text: &'static str) -> Pattern {
        let mut pieces = text.split(['{', '}']);
        let mut fixed = vec![pieces.next().unwrap_or_default()];
        let mut variables = Vec::new();
        while let (Some(variable), Some(text)) = (pieces.next(), pieces.next()) {
            variables.push(variable.trim().trim_start_matches('$'));
            fixed.push(text);
        }
        Pattern { key, fixed, variables }
    }

    /// The values of the variables in `message`; `None` if it does not follow the pattern.
    fn texts<'a>(&self, message: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.fixed.split_first()?;
        let mut rest = message.strip_prefix(first)?;
        let Some((last, middle)) = others.split_last() else {
            return rest.is_empty().then(Vec::new);
        };
        let mut texts = Vec::new();
        for (index, fixed) in middle.iter().enumerate() {
            // The last variable is as short as possible, unless it is a message.
            let is_short = index + 1 == middle.len()
                && self.variables.last().is_some_and(|name| !is_open(name));
            let parts = if is_short { rest.rsplit_once(fixed) } else { rest.split_once(fixed) };
            let (text, after) = parts?;
            texts.push(text);
            rest = after;
        }
        texts.push(rest.strip_suffix(last)?);
        let fits = |(name, text): (&&str, &&str)| {
            let is_allowed = match name {
                name if is_open(name) => true,
                name if is_number(name) => text.bytes().all(|byte| byte.is_ascii_digit()),
                _ => !text.contains(": "),
            };
            !text.is_empty() && is_allowed
        };
        self.variables.iter().zip(&texts).all(fits).then_some(texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATALOGUE: &str = "\
error-in = { $file }: { $error }
other = { $a } is
error-occupied = { $point } is occupied by { $side }
foreign-missing = No such file
detail-late = { $used } of { $limit }
";

    fn found(message: &str) -> Option<(&str, Vec<&str>)> {
        found_among(message, MESSAGES)
    }

    fn found_among<'a>(message: &'a str, prefixes: &[&str]) -> Option<(&'a str, Vec<&'a str>)> {
        let found = Patterns::of(CATALOGUE).find(message, prefixes)?;
        Some((found.key, found.values.iter().map(|(_, text, _)| *text).collect()))
    }

    #[test]
    fn a_message_follows_the_pattern_with_the_most_text() {
        assert_eq!(found("h8 is occupied by black"), Some(("error-occupied", vec!["h8", "black"])));
        assert_eq!(found("x: No such file"), Some(("error-in", vec!["x", "No such file"])));
        assert_eq!(found("x: y: z"), Some(("error-in", vec!["x", "y: z"])));
        let late = found_among("1 of 2 of 3", DETAILS);
        assert_eq!(late, Some(("detail-late", vec!["1 of 2", "3"])));
        assert_eq!(found("No such file"), Some(("foreign-missing", vec![])));
        let nested = "x: h8 is occupied by black";
        assert_eq!(found(nested), Some(("error-in", vec!["x", "h8 is occupied by black"])));
        for other in ["h8 is", "x: ", ": x", " is occupied by black", "No such file!", ""] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn only_the_given_keys_are_looked_at() {
        assert_eq!(found("2 s of 1 s"), None);
        assert_eq!(found_among("2 s of 1 s", DETAILS), Some(("detail-late", vec!["2 s", "1 s"])));
        assert_eq!(found_among("No such file", DETAILS), Some(("foreign-missing", vec![])));
    }
}
