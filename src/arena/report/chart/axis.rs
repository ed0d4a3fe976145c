//! Axes: from where to where, and where the numbers stand.

/// How far an axis reaches if no value says so.
const USUAL_REACH: f64 = 100.0;

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

    /// From 0 to at least `most` things, ticks at whole numbers only.
    pub fn counts(most: f64) -> Axis {
        // Room for the number above the highest column.
        let (_, high) = proper(0.0, most * 1.08);
        let step = nice_step(high, 4).max(1.0);
        Axis::between(0.0, (high / step).ceil() * step, step)
    }

    /// From 0 to so many games, or at least 1, ticks at whole numbers only.
    pub fn games(count: usize) -> Axis {
        let high = count.max(1) as f64;
        Axis::between(0.0, high, nice_step(high, 5).max(1.0))
    }

    /// Around all `values` that are finite, widened to the next tick. A side on which a value has
    /// no end reaches as far from 0 as the farthest finite value, or to 100 without one.
    pub fn around(values: impl IntoIterator<Item = f64>, count: usize) -> Axis {
        let values: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
        let finite = values.iter().copied().filter(|value| value.is_finite());
        let reach = finite.fold(0.0, |reach: f64, value| reach.max(value.abs()));
        let reach = if reach > 0.0 { reach } else { USUAL_REACH };
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

    /// The values at which numbers stand, in ascending order.
    pub fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// The number at a tick, with no more digits than its neighbours need.
    pub fn label(&self, tick: f64) -> String {
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        let text = format!("{tick:.digits$}");
        text.replace('-', "\u{2212}")
    }

    /// Where `value` lies between the ends, 0 to 1; what lies outside or is no number is moved to a
    /// short way beyond the end, the lower one for what is no number.
    pub fn share(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        if share.is_nan() { -0.2 } else { share.clamp(-0.2, 1.2) }
    }
}

/// A range that is not empty.
fn proper(low: f64, high: f64) -> (f64, f64) {
    if high > low { (low, high) } else { (low - 1.0, low + 1.0) }
}

/// 1, 2 or 5 times a power of ten, so that a range of this length has about `count` of them.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
