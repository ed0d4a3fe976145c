//! Numbers for reports: with signs and few digits, never `inf` or `NaN`.

use std::time::Duration;

use crate::arena::stats::score::Interval;

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
pub fn elo(interval: &Interval) -> String {
    let Interval { value, low, high } = *interval;
    let width = interval.half_width();
    if width.is_finite() && value.is_finite() {
        let digits = usize::from(width < 10.0);
        return format!("{} ± {width:.digits$}", signed(value, digits));
    }
    match (low.is_finite(), high.is_finite()) {
        (true, _) if value > 0.0 => format!("above {}", signed(low, 0)),
        (_, true) if value < 0.0 => format!("below {}", signed(high, 0)),
        _ => format!("{}, unbounded", signed(value, 0)),
    }
}

/// A share of 0 to 1 as `56.2 %`, with a non-breaking space.
pub fn percent(share: f64) -> String {
    format!("{}\u{a0}%", plain(100.0 * share, 1))
}

/// A time as `850 ms`, `1.24 s` or `3 min 20 s`.
pub fn time(time: Duration) -> String {
    let ms = time.as_millis();
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..60_000 => format!("{:.2} s", time.as_secs_f64()),
        _ => format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60),
    }
}

/// `1 game`, `2 games`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let interval = |low, value, high| Interval { value, low, high };
        let inf = f64::INFINITY;
        assert_eq!(elo(&interval(19.0, 31.0, 43.0)), "+31 ± 12");
        assert_eq!(elo(&interval(-3.5, 1.0, 5.5)), "+1.0 ± 4.5");
        assert_eq!(elo(&interval(120.0, inf, inf)), "above +120");
        assert_eq!(elo(&interval(-inf, -inf, -30.0)), "below −30");
        assert_eq!(elo(&interval(-inf, 0.0, inf)), "0, unbounded");
    }

    #[test]
    fn times_are_in_the_unit_that_suits_them() {
        let ms = |ms| time(Duration::from_millis(ms));
        assert_eq!((ms(0).as_str(), ms(999).as_str()), ("0 ms", "999 ms"));
        assert_eq!((ms(1240).as_str(), ms(200_400).as_str()), ("1.24 s", "3 min 20 s"));
        assert_eq!((counted(1, "game"), counted(0, "game")), ("1 game".into(), "0 games".into()));
    }
}
