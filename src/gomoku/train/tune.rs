//! From games to weights: extracts samples and fits the evaluation, the move ordering and the calibration, in this
//! order.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::thread;

use super::calibration::CalibrationSamples;
use super::extract::{Blend, Extractor, Samples, score_unit};
use super::layout::Layout;
use super::record::GameRecord;
use super::value::ValueModel;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::rule::Rule;
use crate::train::checkpoint::Checkpoints;
use crate::train::descent::{Epoch, Kept, Settings, Task, best_scale, train};
use crate::train::is_held_out;

/// One game in this many is for validation.
const VALIDATION: u64 = 10;
/// Initial learning rates: of the evaluation in its natural units, of the move ordering in units of weights.
const VALUE_RATE: f32 = 0.006;
const ORDER_RATE: f32 = 4.0;
const CALIBRATION_RATE: f32 = 0.02;
/// Standard deviations of the prior around the start, in the same units.
const VALUE_SPREAD: f32 = 1.0;
const ORDER_SPREAD: f32 = 250.0;
const CALIBRATION_SPREAD: f32 = 10.0;
/// Most samples in a batch.
const VALUE_BATCH: usize = 2048;
const ORDER_BATCH: usize = 8192;
/// Most games from which the move ordering learns. It has fewer parameters than the evaluation, and its samples need a
/// hundred times the memory.
const ORDER_GAMES: usize = 100_000;
/// Most games from which the calibration learns: it has only about thirty parameters.
const CALIBRATION_GAMES: usize = 20_000;
/// Minimum number of occurrences for a parameter to be trained.
const LEAST: u32 = 30;

/// Options of a training run.
#[derive(Clone, Debug)]
pub struct TuneOptions {
    /// The rule whose weights are trained.
    pub rule: Rule,
    /// The initial weights; also the weights of the other rules in the result.
    pub start: WeightSet,
    /// Weight of the game result in the targets, from 0 to 1; the search score has the rest of the weight.
    pub result_part: f32,
    /// The parameters kept frozen at their initial values, if any.
    pub keep: Option<Keep>,
    /// Passes over all samples.
    pub epochs: usize,
    /// Learning-rate multiplier.
    pub rate: f32,
    pub threads: usize,
    /// Seed of the validation split and of the shuffling.
    pub seed: u64,
}

/// The frozen parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    Value,
    Policy,
    /// Both, except the move ordering by offset from the last moves.
    Shapes,
    /// Both: only the calibration is trained, as it always is.
    Both,
}

/// The models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The evaluation.
    Value,
    /// The move ordering.
    Policy,
    /// The calibration of scores.
    Calibration,
}

/// Progress of a training run.
#[derive(Clone, Copy, Debug)]
pub enum TrainEvent {
    /// The score at which the odds of a win are e to 1 in these games.
    ScoreUnit(f32),
    /// Numbers of training and validation samples.
    Samples(Model, usize, usize),
    /// The factor that scales the initial weights for the best fit.
    Scale(Model, f32),
    Epoch(Model, Epoch),
}

/// Trains the weights on `games`, which must be valid games of the rule in `options`, and keeps `checkpoints`.
///
/// # Errors
/// Errors of the checkpoints.
pub fn tune(
    options: &TuneOptions,
    games: &[GameRecord],
    checkpoints: &mut dyn Checkpoints,
    report: &mut dyn FnMut(TrainEvent),
) -> io::Result<WeightSet> {
    let layout = Layout::new(options.rule);
    let tables = Arc::new(Tables::with_weights(options.rule, &options.start));
    let (mut held_out, mut learned) = (Vec::new(), Vec::new());
    for game in games {
        let is_held_out = is_held_out(game, VALIDATION, options.seed);
        if is_held_out { &mut held_out } else { &mut learned }.push(game);
    }
    let blend = Blend { result_part: options.result_part, score_unit: score_unit(&learned) };
    report(TrainEvent::ScoreUnit(blend.score_unit));
    let model = layout.model();
    let source =
        Source { layout: &layout, model: &model, tables: &tables, blend, threads: options.threads };
    let (validation, training) = (source.extract(&held_out), source.extract(&learned));
    let settings = Settings {
        epochs: options.epochs,
        batch: VALUE_BATCH,
        rate: options.rate * VALUE_RATE,
        spread: VALUE_SPREAD,
        least: LEAST,
        threads: options.threads,
        seed: options.seed,
    };
    let order = Settings {
        batch: ORDER_BATCH,
        rate: options.rate * ORDER_RATE,
        spread: ORDER_SPREAD,
        ..settings
    };
    let start = layout.value_params(&model, &options.start);
    let tasks: [&dyn Task; 2] = [&training.value, &validation.value];
    let value = if matches!(options.keep, Some(Keep::Value | Keep::Shapes | Keep::Both)) {
        start
    } else {
        let start = Start { params: start, fixed: 0..0, is_scaled: true };
        fit(Model::Value, tasks, start, &settings, checkpoints, report)?
    };
    let start = layout.order_params(&options.start);
    let tasks: [&dyn Task; 2] = [&training.policy, &validation.policy];
    let order = if matches!(options.keep, Some(Keep::Policy | Keep::Both)) {
        start
    } else {
        let keeps_shapes = options.keep == Some(Keep::Shapes);
        let fixed = if keeps_shapes { layout.order_by_shapes() } else { 0..0 };
        let start = Start { params: start, fixed, is_scaled: !keeps_shapes };
        fit(Model::Policy, tasks, start, &order, checkpoints, report)?
    };
    let mut set = options.start.clone();
    layout.write(&model, &training.value.expand(&value), &order, &mut set);
    let calibration =
        Settings { rate: options.rate * CALIBRATION_RATE, spread: CALIBRATION_SPREAD, ..settings };
    let [training, validation] = [&learned, &held_out].map(|games| {
        let step = games.len().div_ceil(CALIBRATION_GAMES).max(1);
        let games: Vec<&GameRecord> = games.iter().copied().step_by(step).collect();
        let tables = Arc::new(Tables::with_weights(options.rule, &set));
        CalibrationSamples::new(&layout, &tables, &games)
    });
    let params = layout.calibration_params(&set);
    let start = Start { params, fixed: 0..0, is_scaled: false };
    let tasks: [&dyn Task; 2] = [&training, &validation];
    let found = fit(Model::Calibration, tasks, start, &calibration, checkpoints, report)?;
    layout.write_calibration(&found, &mut set);
    Ok(set)
}

/// The initial parameters of a fit.
struct Start {
    params: Vec<f32>,
    /// Frozen parameters.
    fixed: Range<usize>,
    /// Whether the initial parameters are first multiplied by the factor that fits best.
    is_scaled: bool,
}

fn fit(
    model: Model,
    [training, validation]: [&dyn Task; 2],
    Start { mut params, fixed, is_scaled }: Start,
    settings: &Settings,
    checkpoints: &mut dyn Checkpoints,
    report: &mut dyn FnMut(TrainEvent),
) -> io::Result<Vec<f32>> {
    report(TrainEvent::Samples(model, training.len(), validation.len()));
    if training.is_empty() {
        return Ok(params);
    }
    if is_scaled {
        let scale = best_scale(training, &params, settings.threads);
        report(TrainEvent::Scale(model, scale));
        params = training.scaled(&params, scale);
    }
    let part = match model {
        Model::Value => "value",
        Model::Policy => "policy",
        Model::Calibration => "calibration",
    };
    let kept = Kept { part, checkpoints };
    train([training, validation], &params, fixed, settings, kept, &mut |epoch| {
        report(TrainEvent::Epoch(model, *epoch));
    })
}

/// Turns games into samples.
struct Source<'a> {
    layout: &'a Layout,
    model: &'a ValueModel,
    tables: &'a Arc<Tables>,
    blend: Blend,
    threads: usize,
}

impl<'a> Source<'a> {
    /// The samples of `games`, in order for any number of threads.
    fn extract(&self, games: &[&GameRecord]) -> Samples<'a> {
        let size = games.len().div_ceil(self.threads.max(1)).max(1);
        let step = games.len().div_ceil(ORDER_GAMES).max(1);
        let work = |part: &[&GameRecord]| {
            let extractor = Extractor::new(self.layout.clone(), self.tables.clone(), self.blend);
            let mut samples = Samples::new(self.model);
            for (index, game) in part.iter().enumerate() {
                extractor.extract(game, index % step == 0, &mut samples);
            }
            samples
        };
        thread::scope(|scope| {
            let parts: Vec<_> = games.chunks(size).map(|part| scope.spawn(|| work(part))).collect();
            let mut all = Samples::new(self.model);
            for part in parts {
                all.append(&part.join().expect("valid games can be replayed"));
            }
            all
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::coord::Size;
    use crate::gomoku::eval::weights::{WeightKey, Weights};
    use crate::gomoku::train::selfplay::{Recipe, SelfPlay};
    use crate::train::checkpoint::NoCheckpoints;

    #[test]
    fn frozen_weights_stay_and_the_rest_is_trained() {
        let rule = Rule::Renju;
        let recipe = Recipe::new(rule, &[Size::new(12, 12).unwrap()], 80, 3).unwrap();
        let mut players = SelfPlay::new(recipe, Arc::new(WeightSet::seed()));
        let games: Vec<_> = (0..60).map(|index| players.play(index)).collect();
        for (keep, changed) in [
            (None, [true; 3]),
            (Some(Keep::Value), [false, true, true]),
            (Some(Keep::Policy), [true, false, false]),
            (Some(Keep::Shapes), [false, false, true]),
            (Some(Keep::Both), [false; 3]),
        ] {
            let start = WeightSet::seed();
            let options = TuneOptions {
                rule,
                start,
                result_part: 0.7,
                keep,
                epochs: 3,
                rate: 0.25,
                threads: 1,
                seed: 1,
            };
            let set = tune(&options, &games, &mut NoCheckpoints, &mut |_| ()).unwrap();
            for color in Color::ALL {
                let [old, new] =
                    [&options.start, &set].map(|set| set.get(WeightKey::of(rule, color)));
                let is_same = |part: fn(&Weights) -> &[i16]| part(old) == part(new);
                let shapes = is_same(|w| &w.attack[..]) && is_same(|w| &w.defend[..]);
                let places = is_same(|w| w.places.as_flattened());
                assert_eq!(
                    [is_same(|w| &w.threats[..]), shapes, places].map(|same| !same),
                    changed
                );
                assert_ne!(old.calibration, new.calibration, "it is always trained");
            }
            let other = WeightKey::Standard;
            assert!(options.start.get(other) == set.get(other));
        }
    }
}
