//! Small charts as SVG for the match page: a plane with axes, lines, bands and columns, and rows of values
//! with their intervals.
//!
//! Colours are classes of the page's style sheet, so that charts adapt to light and dark pages. Numbers that
//! are not finite are never written: marks end at the edge of the plane.

use super::words::escape;
use crate::arena::stats::score::Interval;

/// Size of a chart in picture units; it is scaled to its column.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 19.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 38.0;

/// A plane with its axes, to which marks are added, later ones on top.
#[derive(Clone, Debug)]
pub struct Chart {
    x: Axis,
    y: Axis,
    /// Marks within the plane, which are cut off at its edge.
    inside: String,
    frame: String,
    /// Marks that may reach beyond the plane.
    over: String,
    title: String,
}

impl Chart {
    /// An empty plane. `title` describes the finished chart in a sentence; the names of the axes are placed at
    /// their ends.
    pub fn new(title: &str, x: (Axis, &str), y: (Axis, &str)) -> Chart {
        let mut chart = Chart::without_x(title, x.0, y);
        for &tick in chart.x.ticks() {
            let at = chart.left(tick) + LEFT;
            chart.frame += &format!(
                "<text x=\"{at:.1}\" y=\"{:.1}\" class=\"tick mid\">{}</text>",
                HEIGHT - BOTTOM + 15.0,
                chart.x.label(tick)
            );
        }
        chart.name_x(x.1);
        chart
    }

    /// Columns of these heights, each with a label below and its value above; `class` gives the class of a column by
    /// its index.
    pub fn columns(
        title: &str,
        names: (&str, &str),
        columns: &[(String, u64)],
        class: impl Fn(usize) -> &'static str,
    ) -> Chart {
        let most = columns.iter().map(|&(_, value)| value).max().unwrap_or(0).max(1);
        let x = Axis::exact(0.0, columns.len().max(1) as f64, 1);
        let y = Axis::counts(most as f64);
        let mut chart = Chart::without_x(title, x, (y, names.1));
        // Labels that would touch each other are omitted.
        let every = columns.len().div_ceil(12).max(1);
        for (index, (label, value)) in columns.iter().enumerate() {
            let (left, right) = (chart.left(index as f64), chart.left(index as f64 + 1.0));
            let gap = (right - left) * 0.1;
            let top = chart.top(*value as f64);
            chart.inside += &format!(
                "<rect class=\"{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
                 <title>{}: {value}</title></rect>",
                class(index),
                left + gap,
                right - left - 2.0 * gap,
                chart.top(0.0) - top,
                escape(label),
            );
            let middle = LEFT + (left + right) / 2.0;
            if *value > 0 && columns.len() <= 12 {
                chart.frame += &format!(
                    "<text x=\"{middle:.1}\" y=\"{:.1}\" class=\"tick mid\">{value}</text>",
                    top + TOP - 4.0
                );
            }
            if index % every == 0 {
                chart.frame += &format!(
                    "<text x=\"{middle:.1}\" y=\"{:.1}\" class=\"tick mid\">{}</text>",
                    HEIGHT - BOTTOM + 15.0,
                    escape(label)
                );
            }
        }
        chart.name_x(names.0);
        chart
    }

    fn without_x(title: &str, x: Axis, y: (Axis, &str)) -> Chart {
        let (y, y_name) = y;
        let title = escape(title).into_owned();
        let mut chart =
            Chart { x, y, inside: String::new(), frame: String::new(), over: String::new(), title };
        for &tick in chart.y.ticks() {
            let at = chart.top(tick) + TOP;
            let class = if tick == 0.0 { "grid zero" } else { "grid" };
            chart.frame += &format!(
                "<path class=\"{class}\" d=\"M{LEFT} {at:.1}H{}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" class=\"tick end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0,
                chart.y.label(tick)
            );
        }
        let middle = TOP + inner_height() / 2.0;
        chart.frame += &format!(
            "<text transform=\"translate(11 {middle}) rotate(-90)\" class=\"tick mid name\">{}</text>",
            escape(y_name)
        );
        chart
    }

    fn name_x(&mut self, name: &str) {
        self.frame += &format!(
            "<text x=\"{}\" y=\"{}\" class=\"tick mid name\">{}</text>",
            LEFT + inner_width() / 2.0,
            HEIGHT - 6.0,
            escape(name)
        );
    }

    /// The area between the lower and the upper line through `(x, low, high)`.
    pub fn band(&mut self, class: &str, points: &[(f64, f64, f64)]) {
        if points.is_empty() {
            return;
        }
        let upper = points.iter().map(|&(x, _, high)| (x, high));
        let lower = points.iter().rev().map(|&(x, low, _)| (x, low));
        let path = self.path(upper.chain(lower));
        self.inside += &format!("<path class=\"{class}\" d=\"{path}Z\"/>");
    }

    /// A line through `points`.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let path = self.path(points.iter().copied());
        self.inside += &format!("<path class=\"{class}\" d=\"{path}\"/>");
        if let &[.., (x, y)] = points {
            // A point may be on the edge and must not be cut in half there.
            if (0.0..=1.0).contains(&self.y.share(y)) {
                self.over += &format!(
                    "<circle class=\"{class} dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"/>",
                    LEFT + self.left(x),
                    TOP + self.top(y)
                );
            }
        }
    }

    /// A horizontal line at the height `y` with a text above its left end.
    pub fn level(&mut self, class: &str, y: f64, label: &str) {
        let at = self.top(y);
        // Below the line if there is no room above it.
        let text = if at < 16.0 { at + 13.0 } else { at - 5.0 };
        self.inside += &format!(
            "<path class=\"{class}\" d=\"M0 {at:.1}H{:.1}\"/>\
             <text class=\"tick\" x=\"6\" y=\"{text:.1}\">{}</text>",
            inner_width(),
            escape(label)
        );
    }

    /// The finished picture.
    pub fn finish(self) -> String {
        let Chart { inside, frame, over, title, .. } = self;
        let (width, height) = (inner_width(), inner_height());
        format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             aria-label=\"{title}\"><title>{title}</title>{frame}\
             <svg x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" \
             overflow=\"hidden\">{inside}</svg>{over}</svg>"
        )
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (index, (x, y)) in points.enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            path += &format!("{letter}{:.1} {:.1}", self.left(x), self.top(y));
        }
        path
    }

    /// Distance of `x` from the left edge of the plane.
    fn left(&self, x: f64) -> f64 {
        self.x.share(x) * inner_width()
    }

    /// Distance of `y` from the upper edge of the plane.
    fn top(&self, y: f64) -> f64 {
        (1.0 - self.y.share(y)) * inner_height()
    }
}

fn inner_width() -> f64 {
    WIDTH - LEFT - RIGHT
}

fn inner_height() -> f64 {
    HEIGHT - TOP - BOTTOM
}

/// At most about `most` of `points`, evenly spread, the last one always.
pub fn thinned<T: Clone>(points: &[T], most: usize) -> Vec<T> {
    let every = points.len().div_ceil(most.max(1)).max(1);
    let mut thin: Vec<T> = points.iter().step_by(every).cloned().collect();
    if points.len() % every != 1 && every > 1 {
        thin.extend(points.last().cloned());
    }
    thin
}

/// The extent of an axis without finite values.
const DEFAULT_REACH: f64 = 100.0;

/// A range of values with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    step: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// From `low` to `high`, both widened to the next tick, with about `count` ticks.
    pub fn rounded(low: f64, high: f64, count: usize) -> Axis {
        let (low, high) = proper(low, high);
        let step = nice_step(high - low, count);
        Axis::between((low / step).floor() * step, (high / step).ceil() * step, step)
    }

    /// From `low` to `high` exactly, with about `count` ticks between them.
    pub fn exact(low: f64, high: f64, count: usize) -> Axis {
        let (low, high) = proper(low, high);
        Axis::between(low, high, nice_step(high - low, count))
    }

    /// From 0 to at least `most`, with ticks at whole numbers only.
    pub fn counts(most: f64) -> Axis {
        // Room for the number above the highest column.
        let (_, high) = proper(0.0, most * 1.08);
        let step = nice_step(high, 4).max(1.0);
        Axis::between(0.0, (high / step).ceil() * step, step)
    }

    /// From 0 to `count` games, or at least 1, with ticks at whole numbers only.
    pub fn games(count: usize) -> Axis {
        let high = count.max(1) as f64;
        Axis::between(0.0, high, nice_step(high, 5).max(1.0))
    }

    /// An axis around all finite `values`, widened to the next tick. If a value is infinite on one side, that side
    /// extends as far from 0 as the farthest finite value, or to 100 if there is none.
    pub fn around(values: impl IntoIterator<Item = f64>, count: usize) -> Axis {
        let values: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
        let finite = values.iter().copied().filter(|value| value.is_finite());
        let reach = finite.fold(0.0, |reach: f64, value| reach.max(value.abs()));
        let reach = if reach > 0.0 { reach } else { DEFAULT_REACH };
        let ends = values.iter().map(|value| value.clamp(-reach, reach));
        let range = ends.fold(None, |range: Option<(f64, f64)>, value| {
            Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let (low, high) = range.unwrap_or((-1.0, 1.0));
        Axis::rounded(low, high, count)
    }

    fn between(low: f64, high: f64, step: f64) -> Axis {
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        Axis { low, high, step, ticks: (first..=last).map(|tick| tick as f64 * step).collect() }
    }

    /// The values of the ticks, in ascending order.
    pub fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// The number at a tick, with no more digits than needed to distinguish its neighbours.
    pub fn label(&self, tick: f64) -> String {
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        let text = format!("{tick:.digits$}");
        text.replace('-', "\u{2212}")
    }

    /// The position of `value` between the ends, 0 to 1. Values outside are moved to just beyond the nearer end, NaN to
    /// just below the lower one.
    pub fn share(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        if share.is_nan() { -0.2 } else { share.clamp(-0.2, 1.2) }
    }
}

/// A range that is not empty.
fn proper(low: f64, high: f64) -> (f64, f64) {
    if high > low { (low, high) } else { (low - 1.0, low + 1.0) }
}

/// 1, 2 or 5 times a power of ten, so that a range of this length contains about `count` of them.
fn nice_step(length: f64, count: usize) -> f64 {
    let rough = length / count.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let factor = match rough / power {
        ..1.5 => 1.0,
        ..3.5 => 2.0,
        ..7.5 => 5.0,
        _ => 10.0,
    };
    factor * power
}

/// Height of a row of values.
const ROW: f64 = 30.0;
/// Widths of the names at the left and of the values at the right of a row.
const NAMES_WIDTH: f64 = 124.0;
const VALUES_WIDTH: f64 = 104.0;
/// Longest name that is shown in full, in characters.
const LONGEST_NAME: usize = 14;

/// A value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Whisker {
    /// The label.
    pub name: String,
    /// Its value and 95 % interval; an open end is drawn to the edge.
    pub interval: Interval,
    /// The value as text, at the right.
    pub text: String,
}

/// A chart of `rows`, the first at the top. `title` describes it in a sentence.
pub fn whiskers(title: &str, axis_name: &str, rows: &[Whisker]) -> String {
    let ends = rows.iter().flat_map(|row| [row.interval.low, row.interval.high]);
    let axis = Axis::around(ends.chain([0.0]), 3);
    let bottom = 8.0 + ROW * rows.len() as f64;
    let height = bottom + 36.0;
    let at = |value: f64| {
        NAMES_WIDTH + axis.share(value).clamp(0.0, 1.0) * (WIDTH - NAMES_WIDTH - VALUES_WIDTH)
    };
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
        (NAMES_WIDTH + WIDTH - VALUES_WIDTH) / 2.0,
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
        label_x = NAMES_WIDTH - 10.0,
        value_x = WIDTH - VALUES_WIDTH + 10.0,
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
    fn what_is_not_finite_ends_at_the_edge() {
        let mut chart = Chart::new(
            "<t>",
            (Axis::exact(0.0, 10.0, 5), "games"),
            (Axis::rounded(-10.0, 10.0, 4), "Elo"),
        );
        let inf = f64::INFINITY;
        chart.band("band", &[(0.0, -inf, inf), (10.0, -1.0, f64::NAN)]);
        chart.line("line", &[(0.0, inf), (10.0, 5.0)]);
        chart.level("bound", -inf, "never");
        let text = chart.finish();
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        assert!(text.contains("<title>&lt;t&gt;</title>"));
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let mut chart =
            Chart::new("t", (Axis::exact(0.0, 10.0, 5), "x"), (Axis::rounded(0.0, 100.0, 4), "y"));
        chart.line("line", &[(0.0, 0.0), (10.0, 100.0)]);
        assert!(chart.finish().contains("d=\"M0.0 182.0L383.0 0.0\""));
    }

    #[test]
    fn columns_are_as_high_as_their_counts() {
        let columns = [("a".to_owned(), 4), ("b".to_owned(), 0), ("<c>".to_owned(), 2)];
        let text = Chart::columns("t", ("x", "y"), &columns, |_| "bar").finish();
        assert_eq!(text.matches("<rect class=\"bar\"").count(), 3);
        assert!(text.contains("&lt;c&gt;") && !text.contains("<c>"));
        assert!(text.contains("height=\"0.0\""));
        Chart::columns("t", ("x", "y"), &[], |_| "bar").finish();
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let points: Vec<usize> = (0..1000).collect();
        for most in [1, 2, 7, 100, 999, 1000, 5000] {
            let thin = thinned(&points, most);
            assert!(thin.len() <= most + 1, "{most}");
            assert_eq!((thin.first(), thin.last()), (Some(&0), Some(&999)));
            assert!(thin.is_sorted_by(|a, b| a < b), "{most}");
        }
        assert!(thinned::<usize>(&[], 5).is_empty());
    }

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks().iter().map(|&tick| axis.label(tick)).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&Axis::rounded(-13.0, 27.0, 4)), ["−20", "−10", "0", "10", "20", "30"]);
        assert_eq!(labels(&Axis::exact(0.0, 0.7, 3)), ["0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(labels(&Axis::counts(3.0)), ["0", "1", "2", "3", "4"]);
        assert_eq!(
            labels(&Axis::exact(0.0, 3000.0, 5)),
            ["0", "500", "1000", "1500", "2000", "2500", "3000"]
        );
    }

    #[test]
    fn ranges_without_length_and_values_without_end_are_survived() {
        let inf = f64::INFINITY;
        for axis in [
            Axis::rounded(5.0, 5.0, 4),
            Axis::exact(0.0, 0.0, 4),
            Axis::counts(0.0),
            Axis::games(0),
            Axis::games(7),
            Axis::around([], 4),
            Axis::around([inf, f64::NAN, -inf], 4),
            Axis::around([inf, 3.0], 4),
        ] {
            assert!(!axis.ticks().is_empty() && axis.ticks().len() < 20, "{axis:?}");
            assert_eq!((axis.share(inf), axis.share(-inf)), (1.2, -0.2));
            assert!(axis.share(f64::NAN).is_finite());
        }
    }

    #[test]
    fn an_open_end_has_room() {
        let (inf, has) = (f64::INFINITY, |axis: &Axis, x| (0.0..=1.0).contains(&axis.share(x)));
        let axis = Axis::around([-70.0, inf], 4);
        assert!(has(&axis, -70.0) && has(&axis, 70.0) && !has(&axis, 200.0));
        let axis = Axis::around([0.0, -inf], 4);
        assert!(has(&axis, -100.0) && has(&axis, 0.0) && !has(&axis, 60.0));
        assert_eq!(labels(&Axis::games(3)), ["0", "1", "2", "3"]);
    }

    proptest::proptest! {
        #[test]
        fn an_axis_holds_its_range(low in -1e5..1e5_f64, length in 1e-3..1e5_f64, count in 2..8_usize) {
            let axis = Axis::rounded(low, low + length, count);
            proptest::prop_assert!(axis.share(low) >= -1e-6 && axis.share(low + length) <= 1.0 + 1e-6);
            proptest::prop_assert!((2..=20).contains(&axis.ticks().len()));
        }
    }

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
