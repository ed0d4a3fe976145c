//! Text that several front ends write: quotations of foreign text, and scores.

use std::fmt;

use crate::quotation::shortened;
use crate::search::report::Score;

/// `text` with `?` for everything that is not printable ASCII.
pub fn ascii(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect()
}

/// The beginning of `text` as [`ascii`], to be quoted in an error.
pub fn printable(text: &str) -> String {
    const LONGEST: usize = 40;
    ascii(&shortened(text, LONGEST))
}

/// A score as readable text: `+0.35`, `win in 5`, `+12 discs`.
pub struct ScoreText(pub Score);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Points(hundredths) => write!(f, "{:+.2}", f64::from(hundredths) / 100.0),
            Score::Discs(hundredths) => write!(f, "{:+.2} discs", f64::from(hundredths) / 100.0),
            Score::Win(plies) => write!(f, "win in {plies}"),
            Score::Loss(plies) => write!(f, "loss in {plies}"),
            Score::Exact(discs) => write!(f, "{discs:+} discs exactly"),
        }
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

    #[test]
    fn scores_read_like_scores() {
        let texts = [
            Score::Points(-35),
            Score::Win(5),
            Score::Loss(2),
            Score::Discs(150),
            Score::Exact(-12),
        ]
        .map(|score| ScoreText(score).to_string());
        assert_eq!(texts, ["-0.35", "win in 5", "loss in 2", "+1.50 discs", "-12 discs exactly"]);
    }
}
