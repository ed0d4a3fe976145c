//! Details of a game besides moves and result, and the `key: value` form shared by several formats.
//!
//! A detail is one line of text.

use super::date::DateTime;

/// Details of a game, each `None` or 0 if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The tournament or match, one line.
    pub event: Option<String>,
    /// Its round, often a number such as `17`.
    pub round: Option<String>,
    /// The time control, such as `1 s/move`.
    pub time_control: Option<String>,
    /// Number of opening plies, at most all of the game.
    pub opening_plies: usize,
    /// Why the game ended, one line such as `forbidden: black's h8 is a double three`. The text before the
    /// colon names the kind; formats with a code for losses on time look for `time` or `silence` in it.
    pub termination: Option<String>,
}

/// How a game that the board did not decide was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    Resignation,
    Time,
    /// By breaking a rule of the game or the tournament.
    Forfeit,
}

/// The keys of [`Details::entries`] and [`Details::set`], for messages.
pub(super) const KEYS: &str = "reason:, event:, round:, time control: or opening plies:";

impl Details {
    /// Whether all details are unknown.
    pub fn is_empty(&self) -> bool {
        *self == Details::default()
    }

    /// The known details as keys and one-line values.
    pub(super) fn entries(&self) -> Vec<(&'static str, String)> {
        let texts = [
            ("reason", &self.termination),
            ("event", &self.event),
            ("round", &self.round),
            ("time control", &self.time_control),
        ];
        let texts =
            texts.into_iter().filter_map(|(key, text)| Some((key, line(text.as_deref()?)?)));
        let plies = (self.opening_plies > 0).then(|| self.opening_plies.to_string());
        texts.chain(plies.map(|plies| ("opening plies", plies))).collect()
    }

    /// Sets the detail `key` of a game of `plies` plies; `false` if there is no such key.
    ///
    /// # Errors
    /// The value is invalid.
    pub(super) fn set(&mut self, key: &str, value: &str, plies: usize) -> Result<bool, String> {
        match key {
            "reason" => self.termination = line(value),
            "event" => self.event = line(value),
            "round" => self.round = line(value),
            "time control" => self.time_control = line(value),
            "opening plies" => {
                let number = value.parse().ok().filter(|&number| number <= plies);
                self.opening_plies = number.ok_or_else(|| {
                    format!("expected a number of plies up to {plies}, found '{value}'")
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// How the loser lost if the board did not decide the game.
    pub(super) fn loss(&self) -> Loss {
        let Some(termination) = &self.termination else {
            return Loss::Resignation;
        };
        let kind = termination.split(':').next().unwrap_or_default().to_lowercase();
        if kind.contains("resign") {
            Loss::Resignation
        } else if kind.contains("time") || kind.contains("silence") {
            Loss::Time
        } else {
            Loss::Forfeit
        }
    }
}

/// `text` as one trimmed line without control characters; `None` if nothing is left.
pub(super) fn line(text: &str) -> Option<String> {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let trimmed = text.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

/// Reads the date of an entry.
///
/// # Errors
/// It is none.
pub(super) fn read_date(text: &str) -> Result<DateTime, String> {
    DateTime::from_text(text)
        .ok_or_else(|| format!("invalid date '{text}' (expected one such as 2026-11-21 14:03:59)"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::option;
    use proptest::prelude::*;

    /// Details that every format keeps, of a game of any length: no brackets, no blanks around.
    pub fn any_details() -> impl Strategy<Value = Details> {
        let text = || option::of("[^\\pC\\s\\[\\]]([^\\pC\\[\\]]{0,20}[^\\pC\\s\\[\\]])?");
        (text(), text(), text(), 0..3usize, text()).prop_map(
            |(event, round, time_control, opening_plies, termination)| Details {
                event,
                round,
                time_control,
                opening_plies,
                termination,
            },
        )
    }

    #[test]
    fn the_kind_of_a_loss_is_told_from_its_reason() {
        for (termination, loss) in [
            (None, Loss::Resignation),
            (Some("resignation: after 30 plies"), Loss::Resignation),
            (Some("overtime: 1.204 s of 1.000 s"), Loss::Time),
            (Some("silence"), Loss::Time),
            (Some("Black win by time forfeit"), Loss::Time),
            (Some("crash: at some time"), Loss::Forfeit),
            (Some("forbidden: black's h8 is a double three"), Loss::Forfeit),
        ] {
            let termination = termination.map(str::to_owned);
            let details = Details { termination, ..Details::default() };
            assert_eq!(details.loss(), loss, "{details:?}");
        }
    }

    #[test]
    fn entries_are_one_line_and_checked() {
        let details = Details {
            event: Some(" a\nb\t".into()),
            round: Some("\n".into()),
            ..Details::default()
        };
        assert_eq!(details.entries(), [("event", "a b".to_owned())]);
        let mut details = Details::default();
        assert_eq!(details.set("colour", "red", 9), Ok(false));
        assert_eq!(details.set("opening plies", "9", 9), Ok(true));
        for (value, plies) in [("10", 9), ("-1", 9), ("x", 9), ("1", 0)] {
            let message = format!("expected a number of plies up to {plies}, found '{value}'");
            assert_eq!(details.set("opening plies", value, plies), Err(message));
        }
        assert!(!details.is_empty());
    }

    proptest! {
        #[test]
        fn entries_are_taken_back(details in any_details()) {
            let mut read = Details::default();
            for (key, value) in details.entries() {
                prop_assert!(KEYS.contains(key));
                prop_assert_eq!(read.set(key, &value, 3), Ok(true));
            }
            prop_assert_eq!(read, details);
        }
    }
}
