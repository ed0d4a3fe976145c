//! Stochastic gradient descent with [`Adam`](super::adam::Adam).
//!
//! The same samples and settings give the same result on every run and for any number of threads: how a
//! batch is split into parts depends only on its size and the number of parameters, and the parts are
//! summed in order.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::Range;
use std::thread;

use fastrand::Rng;

use super::checkpoint::{Checkpoints, State};

/// Smallest batch, and the number of batches in an epoch unless [`Settings::batch`] asks for more.
const LEAST_BATCH: usize = 256;
const BATCHES: usize = 64;
/// Maximum number of samples to which the scale of the start is fitted.
const SCALE_SAMPLES: usize = 100_000;
/// Maximum number of parts of a batch, and so of busy threads.
const PARTS: usize = 16;
/// A part has at least one sample per this many parameters: each part has its own gradient, and summing
/// large gradients costs more than a few samples.
const PARAMS_PER_SAMPLE: usize = 1024;

/// Quality of a model on samples; sums, so that metrics of parts can be added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics {
    /// Sum of the losses.
    pub loss: f64,
    /// Samples that the model gets right.
    pub right: f64,
    /// Samples that the model gets nearly right.
    pub near: f64,
    /// Samples that can be right or wrong.
    pub judged: f64,
    /// All samples.
    pub count: f64,
}

impl Metrics {
    pub fn add(&mut self, other: Metrics) {
        self.loss += other.loss;
        self.right += other.right;
        self.near += other.near;
        self.judged += other.judged;
        self.count += other.count;
    }

    pub fn mean_loss(&self) -> f64 {
        self.loss / self.count.max(1.0)
    }
}

/// Samples together with the model to fit to them.
pub trait Task: Sync {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers that [`Task::judge`] takes as parameters: `params` themselves, or numbers computed from them once
    /// for all samples.
    fn expand<'a>(&self, params: &'a [f32]) -> Cow<'a, [f32]> {
        Cow::Borrowed(params)
    }

    /// Converts derivatives with respect to the numbers of [`Task::expand`] to derivatives with respect to the
    /// parameters.
    fn fold(&self, gradient: Vec<f32>) -> Vec<f32> {
        gradient
    }

    /// The learning rate of a parameter, relative to [`Settings::rate`].
    fn rate(&self, _param: usize) -> f32 {
        1.0
    }

    /// Applies the model with the expanded `params` to a sample. Adds the derivatives of the loss to `gradient`, if
    /// given.
    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics;

    /// The number of samples in which each of the first `params` parameters occurs.
    fn occurrences(&self, params: usize) -> Vec<u32>;

    /// The parameters that make every output of the model `scale` times as large.
    fn scaled(&self, params: &[f32], scale: f32) -> Vec<f32> {
        params.iter().map(|param| param * scale).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Passes over all samples.
    pub epochs: usize,
    /// Most samples in a batch.
    pub batch: usize,
    /// Initial learning rate, decayed to zero along half a cosine.
    pub rate: f32,
    /// Standard deviation of the prior around the start; a smaller one pulls more strongly towards it.
    pub spread: f32,
    /// Parameters that occur in fewer samples are not trained.
    pub least: u32,
    pub threads: usize,
    /// Seed of the shuffling of samples.
    pub seed: u64,
}

/// Result of an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// Number of the epoch; 0 is the start.
    pub number: usize,
    /// The epoch whose parameters are the best so far.
    pub best: usize,
    /// On the training samples, during the epoch.
    pub training: Metrics,
    /// On the validation samples, after the epoch.
    pub validation: Metrics,
}

/// A part of a training, and where its states are kept.
pub struct Kept<'a> {
    pub part: &'a str,
    pub checkpoints: &'a mut dyn Checkpoints,
}

/// Trains the parameters `start` on `training`; those in `fixed` are frozen. Returns the parameters of the epoch with
/// the least loss on `validation`. `report` receives every epoch. Resumes from the state in `kept`, and saves one after
/// every epoch.
///
/// # Errors
/// Errors of the checkpoints.
pub fn train(
    [training, validation]: [&dyn Task; 2],
    start: &[f32],
    fixed: Range<usize>,
    settings: &Settings,
    kept: Kept,
    report: &mut dyn FnMut(&Epoch),
) -> io::Result<Vec<f32>> {
    let Kept { part, checkpoints } = kept;
    let mut random = Rng::with_seed(settings.seed);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let first = judge_all(validation, start, settings.threads);
    let before = judge_all(training, start, settings.threads);
    let identity = identity([before, first], start, &fixed, settings);
    let is_trained = trained(training, start.len(), fixed, settings.least);
    report(&Epoch { number: 0, best: 0, training: before, validation: first });
    let saved = checkpoints.load(part, identity)?;
    let mut state = saved.unwrap_or_else(|| State::new(start, first.mean_loss()));
    let rates: Vec<f32> = (0..start.len()).map(|param| training.rate(param)).collect();
    let size = (order.len() / BATCHES).clamp(LEAST_BATCH, settings.batch);
    let batches = order.len().div_ceil(size) * settings.epochs;
    let pull = 1.0 / (settings.spread * settings.spread * order.len().max(1) as f32);
    for number in 1..=settings.epochs {
        // Also for finished epochs, so that the others have the same order.
        shuffle(&mut order, &mut random);
        if number <= state.epoch {
            continue;
        }
        let State { params, best, best_epoch, best_loss, adam, .. } = &mut state;
        let mut metrics = Metrics::default();
        for batch in order.chunks(size) {
            let (part, mut gradient) = slope(training, params, batch, settings.threads);
            metrics.add(part);
            for (i, slope) in gradient.iter_mut().enumerate() {
                *slope = *slope / batch.len() as f32 + pull * (params[i] - start[i]);
                *slope = if is_trained[i] { *slope } else { 0.0 };
            }
            let done = adam.steps as f32 / batches as f32;
            let rate = settings.rate * 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
            adam.step(params, &gradient, rate, &rates);
        }
        let result = judge_all(validation, params, settings.threads);
        // Without validation samples the last epoch counts as the best.
        if result.mean_loss() < *best_loss || validation.is_empty() {
            (*best_epoch, *best_loss) = (number, result.mean_loss());
            best.copy_from_slice(params);
        }
        report(&Epoch { number, best: *best_epoch, training: metrics, validation: result });
        state.epoch = number;
        checkpoints.save(part, identity, &state)?;
    }
    Ok(state.best)
}

/// A number that differs between trainings with different samples, starts or settings (except the number of threads).
/// The metrics of the start represent the samples: every sample and its target contribute to them.
fn identity(
    metrics: [Metrics; 2],
    start: &[f32],
    fixed: &Range<usize>,
    settings: &Settings,
) -> u64 {
    let &Settings { epochs, batch, rate, spread, least, seed, threads: _ } = settings;
    let mut hasher = DefaultHasher::new();
    let numbers = metrics.map(|Metrics { loss, count, .. }| [loss, count].map(f64::to_bits));
    numbers.hash(&mut hasher);
    start.iter().for_each(|param| param.to_bits().hash(&mut hasher));
    (fixed, epochs, batch, rate.to_bits(), spread.to_bits(), least, seed).hash(&mut hasher);
    hasher.finish()
}

/// The factor on the outputs with `params` that fits `task` best, a power of the fourth root of two from
/// 1/8 to 8.
pub fn best_scale(task: &dyn Task, params: &[f32], threads: usize) -> f32 {
    let step = task.len().div_ceil(SCALE_SAMPLES).max(1);
    let samples: Vec<u32> = (0..task.len() as u32).step_by(step).collect();
    let loss = |quarter: i32| {
        let scale = (quarter as f32 / 4.0).exp2();
        let scaled = task.scaled(params, scale);
        (judge(task, &scaled, &samples, threads).mean_loss(), scale)
    };
    let tries = (-12..=12).map(loss);
    // A tie keeps the parameters as they are.
    let same = loss(0);
    tries.fold(same, |best, tried| if tried.0 < best.0 { tried } else { best }).1
}

/// Which parameters are trained.
fn trained(task: &dyn Task, len: usize, fixed: Range<usize>, least: u32) -> Vec<bool> {
    let counts = task.occurrences(len);
    let is_trained = |(i, count): (usize, u32)| count >= least && !fixed.contains(&i);
    counts.into_iter().enumerate().map(is_trained).collect()
}

fn judge_all(task: &dyn Task, params: &[f32], threads: usize) -> Metrics {
    let samples: Vec<u32> = (0..task.len() as u32).collect();
    judge(task, params, &samples, threads)
}

/// The quality of the model with `params` on these samples of `task`.
pub fn judge(task: &dyn Task, params: &[f32], samples: &[u32], threads: usize) -> Metrics {
    let params = &*task.expand(params);
    let parts = split(samples, PARTS, threads, |part| {
        let mut metrics = Metrics::default();
        part.iter().for_each(|&sample| metrics.add(task.judge(params, sample as usize, None)));
        metrics
    });
    parts.into_iter().fold(Metrics::default(), |mut all, part| {
        all.add(part);
        all
    })
}

/// The metrics and the gradient of a batch.
fn slope(task: &dyn Task, params: &[f32], batch: &[u32], threads: usize) -> (Metrics, Vec<f32>) {
    let params = &*task.expand(params);
    let count = (batch.len() * PARAMS_PER_SAMPLE / params.len().max(1)).clamp(1, PARTS);
    let parts = split(batch, count, threads, |part| {
        let mut gradient = vec![0.0; params.len()];
        let mut metrics = Metrics::default();
        for &sample in part {
            metrics.add(task.judge(params, sample as usize, Some(&mut gradient)));
        }
        (metrics, gradient)
    });
    let mut all = (Metrics::default(), vec![0.0; params.len()]);
    for (metrics, gradient) in parts {
        all.0.add(metrics);
        all.1.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += slope);
    }
    (all.0, task.fold(all.1))
}

/// The results of `work` on `count` even parts of `samples`, in order, on at most `threads` threads.
fn split<R: Send>(
    samples: &[u32],
    count: usize,
    threads: usize,
    work: impl Fn(&[u32]) -> R + Sync,
) -> Vec<R> {
    let parts: Vec<&[u32]> = samples.chunks(samples.len().div_ceil(count).max(1)).collect();
    let share = parts.len().div_ceil(threads.max(1)).max(1);
    let work = |part: &&[u32]| work(part);
    thread::scope(|scope| {
        let shares = parts.chunks(share);
        let running: Vec<_> = shares
            .map(|share| scope.spawn(move || share.iter().map(work).collect::<Vec<R>>()))
            .collect();
        let finished =
            running.into_iter().flat_map(|share| share.join().expect("models do not panic"));
        finished.collect()
    })
}

/// Shuffles `order` by draws of 64-bit numbers, so that the width of `usize` does not matter.
fn shuffle(order: &mut [u32], random: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.u64(0..=last as u64) as usize);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::train::checkpoint::NoCheckpoints;

    /// Settings for small tasks.
    pub fn settings(threads: usize) -> Settings {
        Settings { epochs: 40, batch: 8192, rate: 8.0, spread: 1e4, least: 1, threads, seed: 1 }
    }

    /// [`super::train`] without checkpoints.
    pub fn train(
        training: &dyn Task,
        validation: &dyn Task,
        start: &[f32],
        fixed: Range<usize>,
        settings: &Settings,
        report: &mut dyn FnMut(&Epoch),
    ) -> Vec<f32> {
        let kept = Kept { part: "", checkpoints: &mut NoCheckpoints };
        super::train([training, validation], start, fixed, settings, kept, report).unwrap()
    }

    /// Compares the gradient of every sample with finite differences of its loss.
    pub fn check_gradient(task: &dyn Task, params: &[f32]) {
        const STEP: f32 = 0.5;
        for sample in 0..task.len() {
            let mut gradient = vec![0.0; params.len()];
            task.judge(&task.expand(params), sample, Some(&mut gradient));
            let gradient = task.fold(gradient);
            for (i, &slope) in gradient.iter().enumerate() {
                let loss = |change: f32| {
                    let mut moved = params.to_vec();
                    moved[i] += change;
                    task.judge(&task.expand(&moved), sample, None).loss
                };
                let difference = (loss(STEP) - loss(-STEP)) / f64::from(2.0 * STEP);
                let error = (difference - f64::from(slope)).abs();
                assert!(
                    error < 2e-6 + 1e-2 * difference.abs(),
                    "{sample} {i}: {slope} {difference}"
                );
            }
        }
    }

    /// Half the squared distance of one parameter from a number.
    struct Parabola {
        bottoms: Vec<(usize, f32)>,
    }

    impl Task for Parabola {
        fn len(&self) -> usize {
            self.bottoms.len()
        }

        fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics {
            let (param, bottom) = self.bottoms[sample];
            let distance = params[param] - bottom;
            if let Some(gradient) = gradient {
                gradient[param] += distance;
            }
            let loss = f64::from(distance * distance / 2.0);
            Metrics { loss, count: 1.0, ..Metrics::default() }
        }

        fn occurrences(&self, params: usize) -> Vec<u32> {
            let mut counts = vec![0; params];
            self.bottoms.iter().for_each(|&(param, _)| counts[param] += 1);
            counts
        }
    }

    fn learned(bottoms: &[(usize, f32)], fixed: Range<usize>, settings: &Settings) -> Vec<f32> {
        let task = Parabola { bottoms: bottoms.to_vec() };
        train(&task, &task, &[1.0; 4], fixed, settings, &mut |_| ())
    }

    #[test]
    fn all_but_fixed_and_rare_parameters_converge() {
        let bottoms: Vec<_> =
            (0..2000).map(|i| (i % 3, 10.0 * (i % 3) as f32)).chain([(3, 99.0)]).collect();
        let settings = Settings { least: 2, ..settings(2) };
        let params = learned(&bottoms, 1..2, &settings);
        assert!(params[0].abs() < 0.1 && (params[2] - 20.0).abs() < 0.1, "{params:?}");
        assert_eq!(params[1..].iter().step_by(2).copied().collect::<Vec<_>>(), [1.0, 1.0]);
        for threads in [1, 3, 40] {
            assert_eq!(learned(&bottoms, 1..2, &Settings { threads, ..settings }), params);
        }
    }

    #[test]
    fn a_small_spread_pulls_back_to_the_start() {
        let [training, validation] =
            [100, 0].map(|count| Parabola { bottoms: vec![(0, 31.0); count] });
        let near = Settings { spread: 0.1, epochs: 300, ..settings(1) };
        // The prior has the effect of a hundred more samples at the start.
        let params = train(&training, &validation, &[1.0], 0..0, &near, &mut |_| ());
        assert!((params[0] - 16.0).abs() < 0.5, "{params:?}");
    }

    #[test]
    fn parameters_that_validate_worse_are_not_returned() {
        let training = Parabola { bottoms: vec![(0, 100.0); 50] };
        let validation = Parabola { bottoms: vec![(0, -100.0)] };
        let mut epochs = 0;
        let params =
            train(&training, &validation, &[0.0], 0..0, &settings(1), &mut |_| epochs += 1);
        assert_eq!((params, epochs), (vec![0.0], 41));
    }

    /// Keeps the last state in memory. Fails after some saves, as if the process were killed.
    struct Killed {
        kept: Option<(u64, State)>,
        saves: usize,
    }

    impl Checkpoints for Killed {
        fn load(&mut self, _: &str, identity: u64) -> io::Result<Option<State>> {
            Ok(self.kept.clone().filter(|(found, _)| *found == identity).map(|(_, state)| state))
        }

        fn save(&mut self, _: &str, identity: u64, state: &State) -> io::Result<()> {
            self.saves = self.saves.checked_sub(1).ok_or_else(|| io::Error::other("killed"))?;
            self.kept = Some((identity, state.clone()));
            Ok(())
        }
    }

    #[test]
    fn a_training_that_is_interrupted_goes_on_to_the_same_result() {
        let bottoms_by = |unit: f32| (0..900).map(|i| (i % 3, unit * (i % 7) as f32)).collect();
        let train_on = |bottoms, settings: &Settings, store: &mut Killed| {
            let (start, mut epochs) = ([1.0; 3], Vec::new());
            let (task, kept) = (Parabola { bottoms }, Kept { part: "value", checkpoints: store });
            let report = &mut |epoch: &Epoch| epochs.push(epoch.number);
            let found = super::train([&task, &task], &start, 0..0, settings, kept, report);
            (found, epochs)
        };
        let train_with =
            |settings: &Settings, store: &mut Killed| train_on(bottoms_by(1.0), settings, store);
        let settings = Settings { epochs: 9, ..settings(1) };
        let whole = train_with(&settings, &mut Killed { kept: None, saves: 9 }).0.unwrap();
        let mut store = Killed { kept: None, saves: 4 };
        assert!(train_with(&settings, &mut store).0.is_err());
        store.saves = 9;
        let (found, epochs) = train_with(&settings, &mut store);
        assert_eq!((found.unwrap(), &epochs[..]), (whole.clone(), &[0, 5, 6, 7, 8, 9][..]));
        // A finished training is not repeated; one with other settings or samples is not mistaken for it.
        let (found, epochs) = train_with(&settings, &mut store);
        assert_eq!((found.unwrap(), &epochs[..]), (whole, &[0][..]));
        store.saves = 18;
        let (_, epochs) = train_with(&Settings { rate: 7.0, ..settings }, &mut store);
        assert_eq!(epochs.len(), 10);
        let (_, epochs) =
            train_on(bottoms_by(2.0), &Settings { rate: 7.0, ..settings }, &mut store);
        assert_eq!(epochs.len(), 10);
    }

    #[test]
    fn a_resumed_training_knows_the_best_epoch() {
        let training = Parabola { bottoms: vec![(0, 100.0); 50] };
        // The first epochs come near to it, the others go beyond.
        let validation = Parabola { bottoms: vec![(0, 5.0)] };
        let settings = Settings { epochs: 9, ..settings(1) };
        let best_epochs = |store: &mut Killed| {
            let (mut seen, kept) = (Vec::new(), Kept { part: "value", checkpoints: store });
            let report = &mut |epoch: &Epoch| seen.push((epoch.number, epoch.best));
            let _ = super::train([&training, &validation], &[0.0], 0..0, &settings, kept, report);
            seen
        };
        let whole = best_epochs(&mut Killed { kept: None, saves: 9 });
        assert!((1..4).contains(&whole[9].1), "{whole:?}");
        let mut store = Killed { kept: None, saves: 4 };
        best_epochs(&mut store);
        store.saves = 9;
        assert_eq!(best_epochs(&mut store)[1..], whole[5..]);
    }

    #[test]
    fn the_scale_that_fits_best_is_found() {
        let task = Parabola { bottoms: vec![(0, 8.0), (1, -24.0), (0, 8.5)] };
        assert_eq!(best_scale(&task, &[4.0, -12.0], 2), 2.0);
        assert_eq!(best_scale(&task, &[0.0, 0.0], 1), 1.0);
    }
}
