//! The name nearest to a misspelled word.

/// Least similarity, 0 to 1, of a name that may have been meant.
const SIMILAR: f64 = 0.75;

/// The name that `word` is most like; `None` if it is like none.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |name: &str| {
        let name = name.to_lowercase();
        // One letter may be wrong, missing or in the wrong place even in a short name.
        let is_one_slip = word.len() > 2 && strsim::damerau_levenshtein(&word, &name) == 1;
        strsim::jaro_winkler(&word, &name).max(if is_one_slip { SIMILAR } else { 0.0 })
    };
    let scored = names.into_iter().map(|name| (likeness(name), name));
    let best = scored.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (best.0 >= SIMILAR).then_some(best.1)
}

/// A question to follow a message about an unknown `word`: `; did you mean 'name'?`, or nothing.
pub fn question<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, names).map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// The same for names in a sentence, such as `a, b or c`.
pub fn question_of_list(word: &str, list: &str) -> String {
    let is_in_name = |c: char| c.is_alphanumeric() || ['-', '_', '.'].contains(&c);
    let names = list.split(|c: char| !is_in_name(c)).filter(|name| !["", "or"].contains(name));
    // Numbers are not names.
    if word.contains(char::is_alphabetic) { question(word, names) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood_and_other_words_left_alone() {
        const NAMES: [&str; 5] = ["threads", "tolerance", "movetime", "memory", "tc"];
        for (word, name) in [
            ("thread", Some("threads")),
            ("Thraeds", Some("threads")),
            ("move-time", Some("movetime")),
            ("memroy", Some("memory")),
            ("ct", None),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, NAMES), name, "{word}");
        }
        assert_eq!(nearest("x", []), None);
        assert_eq!(question("toleranec", NAMES), "; did you mean 'tolerance'?");
        assert_eq!(question("x", NAMES), "");
        let list = "freestyle, standard or caro-exact";
        assert_eq!(question_of_list("900", "at least 901"), "");
        assert_eq!(question_of_list("caro_exact", list), "; did you mean 'caro-exact'?");
    }
}
