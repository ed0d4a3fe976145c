//! Numbers for reports: with signs and few digits, never `inf` or `NaN`.

use std::time::Duration;

use crate::arena::ending::Reason;
use crate::arena::stats::score::Interval;
use crate::language::Words;

pub use crate::formats::svg::escape;

/// A number with its sign, `+31` or `−4.5`; `+∞` if infinite, `–` for NaN.
pub fn signed(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+∞" } else { "−∞" }.to_owned();
    }
    let text = format!("{:.digits$}", value.abs());
    if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        return text;
    }
    format!("{}{text}", if value > 0.0 { '+' } else { '−' })
}

/// A number with a sign only if it is negative.
pub fn plain(value: f64, digits: usize) -> String {
    let text = signed(value, digits);
    text.strip_prefix('+').map_or(text.clone(), str::to_owned)
}

/// An Elo difference with its error, `+31 ± 12`; for an open interval the known end, `above +120`.
pub fn elo(interval: &Interval, words: &Words) -> String {
    let Interval { value, low, high } = *interval;
    let width = interval.half_width();
    if width.is_finite() && value.is_finite() {
        let digits = usize::from(width < 10.0);
        return format!("{} ± {width:.digits$}", signed(value, digits));
    }
    let (key, end) = match (low.is_finite(), high.is_finite()) {
        (true, _) if value > 0.0 => ("report-elo-above", low),
        (_, true) if value < 0.0 => ("report-elo-below", high),
        _ => ("report-elo-unbounded", value),
    };
    words.say_with(key, &[("elo", signed(end, 0).into())])
}

/// A share of 0 to 1 as `56.2 %`, with a non-breaking space.
pub fn percent(share: f64) -> String {
    format!("{}\u{a0}%", plain(100.0 * share, 1))
}

/// A time as `850 ms`, `1.24 s` or `3 min 20 s`.
pub fn time(time: Duration, words: &Words) -> String {
    let say = |key, count: String| words.say_with(key, &[("count", count.into())]);
    let ms = time.as_millis();
    match ms {
        0..1000 => say("time-milliseconds", ms.to_string()),
        1000..60_000 => say("time-seconds", format!("{:.2}", time.as_secs_f64())),
        _ => {
            let minutes = say("time-minutes", (time.as_secs() / 60).to_string());
            format!("{minutes} {}", say("time-seconds", (time.as_secs() % 60).to_string()))
        }
    }
}

/// Why a game ended, as text.
pub fn reason(reason: Reason, words: &Words) -> String {
    words.say(match reason {
        Reason::Five => "reason-five",
        Reason::FullBoard => "reason-full-board",
        Reason::DeadDraw => "reason-dead-draw",
        Reason::Discs => "reason-discs",
        Reason::Solved => "reason-solved",
        Reason::MoveLimit => "reason-move-limit",
        Reason::AgreedWin => "reason-agreed-win",
        Reason::AgreedDraw => "reason-agreed-draw",
        Reason::Resignation => "reason-resignation",
        Reason::NoStart => "reason-no-start",
        Reason::Occupied => "reason-occupied",
        Reason::Forbidden => "reason-forbidden",
        Reason::Illegal => "reason-illegal",
        Reason::Overtime => "reason-overtime",
        Reason::Silence => "reason-silence",
        Reason::Crash => "reason-crash",
        Reason::Garbage => "reason-garbage",
    })
}

/// The text named `key` with the number `count`: `1 game`, `2 games`.
pub fn counted(count: usize, key: &str, words: &Words) -> String {
    words.say_with(key, &[("count", count.into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn numbers_have_signs_and_no_strange_ends() {
        assert_eq!(signed(31.4, 0), "+31");
        assert_eq!(signed(-4.55, 1), "−4.5");
        assert_eq!(signed(-0.04, 1), "0.0");
        assert_eq!(signed(f64::NEG_INFINITY, 1), "−∞");
        assert_eq!(signed(f64::NAN, 1), "–");
        assert_eq!((plain(2.0, 1).as_str(), plain(-2.0, 1).as_str()), ("2.0", "−2.0"));
        assert_eq!(percent(0.5625), "56.2\u{a0}%");
    }

    #[test]
    fn elo_has_the_digits_its_error_deserves() {
        let words = Words::new(Language::English);
        let interval = |low, value, high| Interval { value, low, high };
        let elo = |interval: &Interval| elo(interval, &words);
        let inf = f64::INFINITY;
        assert_eq!(elo(&interval(19.0, 31.0, 43.0)), "+31 ± 12");
        assert_eq!(elo(&interval(-3.5, 1.0, 5.5)), "+1.0 ± 4.5");
        assert_eq!(elo(&interval(120.0, inf, inf)), "above +120");
        assert_eq!(elo(&interval(-inf, -inf, -30.0)), "below −30");
        assert_eq!(elo(&interval(-inf, 0.0, inf)), "0, unbounded");
    }

    #[test]
    fn times_are_in_the_unit_that_suits_them() {
        let words = Words::new(Language::English);
        let ms = |ms| time(Duration::from_millis(ms), &words);
        assert_eq!((ms(0).as_str(), ms(999).as_str()), ("0 ms", "999 ms"));
        assert_eq!((ms(1240).as_str(), ms(200_400).as_str()), ("1.24 s", "3 min 20 s"));
        let games = |count| counted(count, "count-games", &words);
        assert_eq!((games(1).as_str(), games(0).as_str()), ("1 game", "0 games"));
    }
}
