//! Values with their intervals, one below the other on a common axis.

use super::{Axis, WIDTH};
use crate::arena::report::words::escape;
use crate::arena::stats::score::Interval;

/// Height of a row.
const ROW: f64 = 30.0;
const LEFT: f64 = 124.0;
const RIGHT: f64 = 104.0;
/// Longest name that is shown whole, in characters.
const LONGEST_NAME: usize = 14;

/// A value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Whisker {
    /// What it is the value of.
    pub name: String,
    /// Its value and 95 % interval; an open end is drawn to the edge.
    pub interval: Interval,
    /// The value in words, at the right.
    pub text: String,
}

/// A chart of `rows`, the first at the top. `title` says in a sentence what it shows.
pub fn whiskers(title: &str, axis_name: &str, rows: &[Whisker]) -> String {
    let ends = rows.iter().flat_map(|row| [row.interval.low, row.interval.high]);
    let axis = Axis::around(ends.chain([0.0]), 3);
    let bottom = 8.0 + ROW * rows.len() as f64;
    let height = bottom + 36.0;
    let at = |value: f64| LEFT + axis.share(value).clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT);
    let title = escape(title);
    let mut text = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title>"
    );
    for &tick in axis.ticks() {
        let class = if tick == 0.0 { "grid zero" } else { "grid" };
        text += &format!(
            "<path class=\"{class}\" d=\"M{x:.1} 4V{bottom}\"/>\
             <text class=\"tick mid\" x=\"{x:.1}\" y=\"{y}\">{label}</text>",
            x = at(tick),
            y = bottom + 14.0,
            label = axis.label(tick)
        );
    }
    for (index, row) in rows.iter().enumerate() {
        text += &whisker(row, 8.0 + ROW * (index as f64 + 0.5), at);
    }
    text += &format!(
        "<text class=\"tick mid name\" x=\"{}\" y=\"{}\">{}</text></svg>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        height - 6.0,
        escape(axis_name)
    );
    text
}

fn whisker(row: &Whisker, y: f64, at: impl Fn(f64) -> f64) -> String {
    let Interval { value, low, high } = row.interval;
    let (left, middle, right) = (at(low), at(value), at(high));
    // An open end has an arrow head instead of a bar.
    let end = |x: f64, open: bool, back: f64| {
        if open {
            format!("M{:.1} {:.1}L{x:.1} {y}L{:.1} {:.1}", x + back, y - 5.0, x + back, y + 5.0)
        } else {
            format!("M{x:.1} {:.1}V{:.1}", y - 5.0, y + 5.0)
        }
    };
    let class = if low > 0.0 {
        "ahead"
    } else if high < 0.0 {
        "behind"
    } else {
        "level"
    };
    format!(
        "<g class=\"whisker {class}\"><title>{full}: {text}</title>\
         <text class=\"label end\" x=\"{label_x}\" y=\"{text_y}\">{name}</text>\
         <path d=\"M{left:.1} {y}H{right:.1}{low_end}{high_end}\"/>\
         <circle cx=\"{middle:.1}\" cy=\"{y}\" r=\"5\"/>\
         <text class=\"label\" x=\"{value_x}\" y=\"{text_y}\">{text}</text></g>",
        full = escape(&row.name),
        text = escape(&row.text),
        name = escape(&shortened(&row.name)),
        label_x = LEFT - 10.0,
        value_x = WIDTH - RIGHT + 10.0,
        text_y = y + 4.5,
        low_end = end(left, low.is_infinite(), 6.0),
        high_end = end(right, high.is_infinite(), -6.0),
    )
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_ends_and_long_names_fit() {
        let inf = f64::INFINITY;
        let interval = |low, value, high| Interval { value, low, high };
        let rows = [
            ("a<b", interval(5.0, 10.0, 15.0)),
            ("a name of more than fourteen", interval(100.0, inf, inf)),
            ("c", interval(-inf, -inf, -20.0)),
            ("d", interval(-5.0, 0.0, 5.0)),
        ];
        let rows =
            rows.map(|(name, interval)| Whisker { name: name.into(), interval, text: "+1".into() });
        let text = whiskers("t", "Elo", &rows);
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        assert!(text.contains(">a&lt;b</text>") && text.contains(">a name of mor…</text>"));
        for (class, count) in [("ahead", 2), ("behind", 1), ("level", 1)] {
            assert_eq!(text.matches(&format!("whisker {class}")).count(), count, "{class}");
        }
        whiskers("t", "Elo", &[]);
    }
}
