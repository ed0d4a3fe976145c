//! The line of a match in progress at a terminal, cut to its width.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::text;
use crate::arena::stats::score::Duel;
use crate::arena::stats::sprt::Sprt;
use crate::language::Words;

/// Columns of the bar, if there is room, and the minimum for a useful bar.
const BAR: usize = 24;
const SHORTEST_BAR: usize = 8;
/// Columns between two parts.
const GAP: &str = "  ";

/// The state of a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing<'a> {
    /// The results of two engines; `None` if there are more.
    pub duel: Option<&'a Duel>,
    /// The test that ends this run.
    pub sprt: Option<&'a Sprt>,
    /// Numbers of openings known and planned, while they are generated.
    pub openings: Option<(usize, usize)>,
}

/// The state of a match, and its speed.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// Finished games and planned ones, a maximum with a test.
    pub played: usize,
    pub planned: usize,
    /// Number of games finished in this run, and the time they took.
    pub pace: (usize, Duration),
    pub standing: Standing<'a>,
}

impl Course<'_> {
    /// The parts of the line, the most important first.
    pub fn parts(&self, words: &Words) -> Vec<String> {
        let Standing { duel, sprt, openings } = self.standing;
        let mut parts = vec![format!("{}/{}", self.played, self.planned), self.rest(words)];
        if let Some((known, planned)) = openings {
            let values = [("known", known.into()), ("planned", planned.into())];
            parts.push(words.say_with("match-openings", &values));
        }
        if let Some(duel) = duel {
            parts.push(text::score(duel));
            parts.extend(sprt.map(|sprt| text::llr(duel, sprt)));
            parts.extend(text::elo(duel));
        }
        parts
    }

    /// The number of games left and the time for them: with a test, the expected number of games, at most the planned
    /// ones.
    fn rest(&self, words: &Words) -> String {
        let most = self.planned.saturating_sub(self.played);
        let Standing { duel, sprt, .. } = self.standing;
        let expected = sprt.zip(duel).and_then(|(sprt, duel)| sprt.games_left(duel));
        // Pairs are always completed.
        let expected = expected.map(|games| (games / 2.0).ceil().max(1.0) as usize * 2);
        let (key, games) = match expected.filter(|&games| games < most) {
            Some(games) => ("match-left-about", games),
            None if sprt.is_some() => ("match-left-at-most", most),
            None => ("match-left", most),
        };
        let time = match self.pace {
            (0, _) => "–".to_owned(),
            (finished, time) => {
                let seconds = time.as_secs_f64() / finished as f64 * games as f64;
                span(seconds, words)
            }
        };
        words.say_with(key, &[("games", games.into()), ("time", time.into())])
    }
}

/// A time in a suitable unit.
fn span(seconds: f64, words: &Words) -> String {
    let minutes = (seconds / 60.0).round();
    let (key, count) = match minutes {
        ..2.0 => ("time-seconds", seconds.round()),
        ..120.0 => ("time-minutes", minutes),
        _ => ("time-hours", (minutes / 60.0).round()),
    };
    words.say_with(key, &[("count", count.to_string().into())])
}

/// The columns of the bar (0 for none) and the text after it: those of `parts` that fit into `width` columns, at least
/// the first.
pub fn fit(parts: &[String], width: usize) -> (usize, String) {
    let mut text = parts.first().cloned().unwrap_or_default();
    // The last column stays free: some terminals start a new line after it.
    let room = width.saturating_sub(1);
    for part in &parts[1.min(parts.len())..] {
        let longer = format!("{text}{GAP}{part}");
        if longer.width() + SHORTEST_BAR < room {
            text = longer;
        }
    }
    let bar = room.saturating_sub(text.width() + 1).min(BAR);
    (if bar < SHORTEST_BAR { 0 } else { bar }, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::score::{Pentanomial, Wdl};
    use crate::arena::stats::sprt::{EloScale, Evidence};
    use crate::language::Language;

    fn sprt() -> Sprt {
        Sprt::new([0.0, 40.0], [0.05, 0.05], EloScale::Logistic, Evidence::Games).unwrap()
    }

    fn duel() -> Duel {
        Duel::from_counts(Wdl { wins: 120, draws: 30, losses: 100 }, Pentanomial::default())
    }

    fn parts(language: Language) -> Vec<String> {
        let (duel, sprt) = (duel(), sprt());
        let pace = (50, Duration::from_secs(100));
        let standing = Standing { duel: Some(&duel), sprt: Some(&sprt), openings: Some((9, 200)) };
        let course = Course { played: 250, planned: 40_000, pace, standing };
        course.parts(&Words::new(language))
    }

    #[test]
    fn the_line_fits_every_terminal_and_keeps_what_matters() {
        for language in Language::ALL {
            let parts = parts(language);
            for width in 20..200 {
                let (bar, text) = fit(&parts, width);
                let columns = if bar == 0 { 0 } else { bar + 1 } + text.width();
                assert!(columns < width && text.starts_with("250/40000"), "{width}: {text}");
            }
            assert_eq!(fit(&parts, 200), (BAR, parts.join(GAP)));
            let (bar, text) = fit(&parts, 110);
            assert!(bar >= SHORTEST_BAR && text.contains("LLR"), "{text}");
        }
    }

    #[test]
    fn the_rest_of_a_test_is_what_it_is_expected_to_need() {
        let words = Words::new(Language::English);
        let (duel, sprt) = (duel(), sprt());
        let rest = |planned, sprt: Option<&Sprt>| {
            let pace = (50, Duration::from_secs(100));
            let standing = Standing { duel: Some(&duel), sprt, openings: None };
            let course = Course { played: 250, planned, pace, standing };
            course.rest(&words)
        };
        let games = sprt.games_left(&duel).unwrap();
        let shown = (games / 2.0).ceil() * 2.0;
        let minutes = (shown * 2.0 / 60.0).round();
        assert_eq!(rest(40_000, Some(&sprt)), format!("~{shown} games, {minutes} min left"));
        assert_eq!(rest(300, Some(&sprt)), "at most 50 games, 2 min left");
        assert_eq!(rest(300, None), "50 games, 2 min left");
        let (pace, standing) = ((0, Duration::ZERO), Standing::default());
        let fresh = Course { played: 0, planned: 2, pace, standing };
        assert_eq!(fresh.rest(&words), "2 games, – left");
        assert_eq!(span(3.0 * 3600.0, &words), "3 h");
    }
}
