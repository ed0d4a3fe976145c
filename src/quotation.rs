//! Foreign text as messages quote it: short, on one line, without control characters.

use std::borrow::Cow;

/// `text` if it has at most `longest` characters; otherwise its first `longest` and `...`.
pub fn shortened(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// `text` with a blank in place of every control character.
pub fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `text` with its control characters other than ends of lines and tabs as escapes: a terminal obeys them, whoever
/// wrote the file that a message quotes.
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(shortened("éé", 2), "éé");
        assert_eq!(shortened("ééé", 2), "éé...");
    }

    #[test]
    fn a_line_has_no_control_characters() {
        assert_eq!(on_one_line("a\tb\r\n\u{1b}é"), "a b   é");
    }

    #[test]
    fn control_characters_are_shown_as_escapes() {
        assert_eq!(visible("a\tbé\n"), "a\tbé\n");
        assert_eq!(visible("\u{1b}[31mr\r\u{9b}\0\n"), "\\u{1b}[31mr\\r\\u{9b}\\u{0}\n");
    }
}
