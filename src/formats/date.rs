//! Dates with time in UTC for game records and their file names.
//!
//! Only what records need: the calendar since 1970, whole seconds, one text form.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Days in 400 years, the period of the calendar.
const CYCLE_DAYS: u64 = 146_097;
const CYCLE_YEARS: u64 = 400;
const DAY: u64 = 24 * 60 * 60;

/// A second in UTC, from 1970 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DateTime {
    year: u64,
    month: u64,
    day: u64,
    hour: u64,
    minute: u64,
    second: u64,
}

impl DateTime {
    /// Now; the start of 1970 if the clock is earlier.
    pub fn now() -> DateTime {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        DateTime::from_unix(since_1970.as_secs())
    }

    /// From seconds since the start of 1970.
    pub fn from_unix(seconds: u64) -> DateTime {
        let (mut days, time) = (seconds / DAY, seconds % DAY);
        let mut year = 1970 + days / CYCLE_DAYS * CYCLE_YEARS;
        days %= CYCLE_DAYS;
        while days >= days_of_year(year) {
            days -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while days >= days_of_month(year, month) {
            days -= days_of_month(year, month);
            month += 1;
        }
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
        DateTime { year, month, day: days + 1, hour, minute, second }
    }

    /// Reads the text form, `2026-11-21 14:03:59`.
    pub fn from_text(text: &str) -> Option<DateTime> {
        let (date, time) = text.split_once(' ')?;
        let [year, month, day] = numbers(date, '-')?;
        let [hour, minute, second] = numbers(time, ':')?;
        let in_calendar = (1970..10_000).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_of_month(year, month)).contains(&day);
        let in_day = hour < 24 && minute < 60 && second < 60;
        (in_calendar && in_day).then_some(DateTime { year, month, day, hour, minute, second })
    }

    /// Year, month and day; months and days count from 1.
    pub(super) fn day(self) -> (u64, u8, u8) {
        (self.year, self.month as u8, self.day as u8)
    }

    /// The form for file names, `2026-11-21_14-03-59`, whose alphabetical order is chronological.
    pub fn file_stem(self) -> String {
        self.to_string().replace(' ', "_").replace(':', "-")
    }
}

impl fmt::Display for DateTime {
    /// `2026-11-21 14:03:59`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DateTime { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}

/// Exactly three numbers with `separator` between them.
fn numbers(text: &str, separator: char) -> Option<[u64; 3]> {
    let numbers: Option<Vec<u64>> =
        text.split(separator).map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_of_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

/// `month` is 1..=12.
const fn days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_seconds_have_their_dates() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00"),
            (86_399, "1970-01-01 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_000_000_000, "2001-09-09 01:46:40"),
            (1_709_251_199, "2024-02-29 23:59:59"),
            (1_795_269_839, "2026-11-21 14:03:59"),
            (4_107_542_400, "2100-03-01 00:00:00"),
            (253_402_300_799, "9999-12-31 23:59:59"),
        ] {
            assert_eq!(DateTime::from_unix(seconds).to_string(), text);
        }
        assert_eq!(DateTime::from_unix(1_795_269_839).file_stem(), "2026-11-21_14-03-59");
        assert!(DateTime::now() > DateTime::from_unix(1_700_000_000));
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "2026-11-21",
            "2026-13-01 00:00:00",
            "2026-02-29 00:00:00",
            "2026-02-00 00:00:00",
            "2026-02-01 24:00:00",
            "2026-02-01 00:60:00",
            "2026-02-01 00:00",
            "1969-12-31 23:59:59",
        ] {
            assert_eq!(DateTime::from_text(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn texts_are_read_back_and_sort_like_seconds(a in 0..253_402_300_799u64, b in 0..253_402_300_799u64) {
            let (early, late) = (DateTime::from_unix(a.min(b)), DateTime::from_unix(a.max(b)));
            prop_assert_eq!(DateTime::from_text(&early.to_string()), Some(early));
            prop_assert!(early <= late);
            prop_assert!(early.file_stem() <= late.file_stem());
        }
    }
}
