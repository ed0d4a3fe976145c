//! Messages of errors in another language than English.
//!
//! Whoever finds an error says so in English and knows no catalogue. The message is translated where a person
//! reads it: the English text of a key that begins with `error-` (messages of this program) or `foreign-`
//! (messages of libraries and the system) is a pattern, and its variables stand for any text.

/// Beginnings of the keys of patterns.
pub const PREFIXES: [&str; 2] = ["error-", "foreign-"];
/// Variables that stand for a message of its own.
const NESTED: [&str; 2] = ["error", "reason"];

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
    /// The variables with the texts that stand for them, and whether they are messages of their own.
    pub values: Vec<(&'static str, &'a str, bool)>,
}

impl Patterns {
    /// The patterns of an English `catalogue`. Their texts are on one line each.
    pub fn of(catalogue: &'static str) -> Patterns {
        let lines = catalogue.lines().filter_map(|line| line.split_once(" = "));
        let is_pattern = |key: &str| PREFIXES.iter().any(|prefix| key.starts_with(prefix));
        let mut patterns: Vec<Pattern> = lines
            .filter(|(key, _)| is_pattern(key))
            .map(|(key, text)| Pattern::of(key, text))
            .collect();
        patterns.sort_by_key(|pattern| {
            std::cmp::Reverse(pattern.fixed.iter().map(|text| text.len()).sum::<usize>())
        });
        Patterns(patterns)
    }

    /// The pattern that `message` follows.
    pub fn find<'a>(&self, message: &'a str) -> Option<Match<'a>> {
        self.0.iter().find_map(|pattern| {
            let texts = pattern.texts(message)?;
            let names = pattern.variables.iter().copied();
            let values = names.zip(texts).map(|(name, text)| (name, text, NESTED.contains(&name)));
            Some(Match { key: pattern.key, values: values.collect() })
        })
    }
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

    /// What stands for the variables in `message`; `None` if it does not follow the pattern.
    fn texts<'a>(&self, message: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.fixed.split_first()?;
        let mut rest = message.strip_prefix(first)?;
        let Some((last, middle)) = others.split_last() else {
            return rest.is_empty().then(Vec::new);
        };
        let mut texts = Vec::new();
        for fixed in middle {
            let (text, after) = rest.split_once(fixed)?;
            texts.push(text);
            rest = after;
        }
        texts.push(rest.strip_suffix(last)?);
        // A colon parts two messages, so that only one in another may have it.
        let fits = |(name, text): (&&str, &&str)| {
            !text.is_empty() && (NESTED.contains(name) || !text.contains(": "))
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
";

    fn found(message: &str) -> Option<(&str, Vec<&str>)> {
        let found = Patterns::of(CATALOGUE).find(message)?;
        Some((found.key, found.values.iter().map(|(_, text, _)| *text).collect()))
    }

    #[test]
    fn a_message_follows_the_pattern_with_the_most_text() {
        assert_eq!(found("h8 is occupied by black"), Some(("error-occupied", vec!["h8", "black"])));
        assert_eq!(found("x: No such file"), Some(("error-in", vec!["x", "No such file"])));
        assert_eq!(found("No such file"), Some(("foreign-missing", vec![])));
        let nested = "x: h8 is occupied by black";
        assert_eq!(found(nested), Some(("error-in", vec!["x", "h8 is occupied by black"])));
        for other in ["h8 is", "x: ", ": x", " is occupied by black", "No such file!", ""] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
