//! Small charts as SVG for the tournament page: a plane with axes, lines, bands and columns.
//!
//! Colours are classes that the page's style sheet knows, so that charts follow light and dark. No
//! number that is not finite is ever written: what lies outside the axes ends at the edge of the
//! plane.

mod axis;
mod whiskers;

pub use axis::Axis;
pub use whiskers::{Whisker, whiskers};

use super::words::escape;

/// Size of a chart in units of its picture; it is scaled to its column.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 19.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 38.0;

/// A plane with its axes, to which marks are added one over the other.
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
    /// An empty plane. `title` says in a sentence what the finished chart shows; the names of the
    /// axes stand at their ends.
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

    /// Columns of these heights with a label below and their value above each; `class` gives the
    /// class of a column by its place.
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
        // Labels that would touch each other are left out.
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

    /// The area between the lower and the upper of two lines through `(x, low, high)`.
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
            // It may lie on the edge, and must not be cut in half there.
            if (0.0..=1.0).contains(&self.y.share(y)) {
                self.over += &format!(
                    "<circle class=\"{class} dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"/>",
                    LEFT + self.left(x),
                    TOP + self.top(y)
                );
            }
        }
    }

    /// A level line at the height `y` with a text above its left end.
    pub fn level(&mut self, class: &str, y: f64, label: &str) {
        let at = self.top(y);
        // Under the line where there is no room above it.
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
}
