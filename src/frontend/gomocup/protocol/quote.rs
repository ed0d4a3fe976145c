//! Foreign text made fit for a reply: ASCII, without control characters, and short where it is only
//! quoted.

/// `text` with everything that is no printable ASCII replaced by `?`.
pub fn ascii(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect()
}

/// The beginning of `text` as [`ascii`], for a quotation within an error.
pub fn printable(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => ascii(&text[..end]) + "...",
        None => ascii(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_short_and_plain() {
        assert_eq!(printable("a b\tc\u{e9}"), "a b?c?");
        assert_eq!(printable(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(printable(&"\u{e9}".repeat(41)), "?".repeat(40) + "...");
    }
}
