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
use super::value::{ValueModel, ValueSamples};
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::rule::Rule;
use crate::train::checkpoint::Checkpoints;
use crate::train::descent::{Epoch, Kept, Metrics, Settings, Task, best_scale, judge, train};
use crate::train::{is_held_out, too_few_games};

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
/// Most games from which the calibration learns: it has only about seventy parameters for each network.
const CALIBRATION_GAMES: usize = 20_000;
/// Minimum number of occurrences for a parameter to be trained.
const LEAST: u32 = 30;

/// Numbers of stones on the board at each stage of the game.
pub const STAGES: [Range<usize>; 4] = [0..20, 20..51, 51..91, 91..usize::MAX];

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

impl TuneOptions {
    /// Whether the move ordering is frozen.
    fn keeps_policy(&self) -> bool {
        matches!(self.keep, Some(Keep::Policy | Keep::Both))
    }
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
    /// The quality of the learned evaluation on the validation samples at this one of the [`STAGES`], if there are any.
    Stage(usize, Metrics),
}

/// Trains the weights on `games`, which must be valid games of the rule in `options`, and keeps `checkpoints`. Without
/// games, the weights stay as they are.
///
/// # Errors
/// Errors of the checkpoints, or all games are held out for validation.
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
    if learned.is_empty() && !games.is_empty() {
        return Err(too_few_games(VALIDATION));
    }
    let blend = Blend { result_part: options.result_part, score_unit: score_unit(&learned) };
    report(TrainEvent::ScoreUnit(blend.score_unit));
    let model = layout.model();
    let source = Source {
        layout: &layout,
        model: &model,
        tables: &tables,
        blend,
        order_games: (!options.keeps_policy()).then_some(ORDER_GAMES),
        threads: options.threads,
    };
    let (validation, training) = (source.extract(&held_out), source.extract(&learned));
    let mut trainer = Trainer { options, layout: &layout, checkpoints, report };
    let start = layout.value_params(&model, &options.start);
    let value = trainer.value(start, [&training.value, &validation.value])?;
    let order = trainer.policy([&training.policy, &validation.policy])?;
    let mut set = options.start.clone();
    layout.write(&model, &training.value.expand(&value), &order, &mut set);
    trainer.calibrate(&mut set, [&learned, &held_out])?;
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

/// Fits the models one after another.
struct Trainer<'a> {
    options: &'a TuneOptions,
    layout: &'a Layout,
    checkpoints: &'a mut dyn Checkpoints,
    report: &'a mut dyn FnMut(TrainEvent),
}

impl Trainer<'_> {
    /// The parameters of the evaluation: `start` if they are frozen.
    fn value(&mut self, start: Vec<f32>, samples: [&ValueSamples; 2]) -> io::Result<Vec<f32>> {
        if matches!(self.options.keep, Some(Keep::Value | Keep::Shapes | Keep::Both)) {
            return Ok(start);
        }
        let [training, validation] = samples;
        let start = Start { params: start, fixed: 0..0, is_scaled: true };
        let found = self.fit(Model::Value, [training, validation], start)?;
        for (stage, stones) in STAGES.iter().enumerate() {
            let samples = validation.with_stones(stones);
            if !samples.is_empty() {
                let metrics = judge(validation, &found, &samples, self.options.threads);
                (self.report)(TrainEvent::Stage(stage, metrics));
            }
        }
        Ok(found)
    }

    /// The parameters of the move ordering.
    fn policy(&mut self, tasks: [&dyn Task; 2]) -> io::Result<Vec<f32>> {
        let params = self.layout.order_params(&self.options.start);
        if self.options.keeps_policy() {
            return Ok(params);
        }
        let keeps_shapes = self.options.keep == Some(Keep::Shapes);
        let fixed = if keeps_shapes { self.layout.order_by_shapes() } else { 0..0 };
        self.fit(Model::Policy, tasks, Start { params, fixed, is_scaled: !keeps_shapes })
    }

    /// Fits the calibration in `set` to its evaluation, on games for training and for validation.
    fn calibrate(&mut self, set: &mut WeightSet, games: [&[&GameRecord]; 2]) -> io::Result<()> {
        let layout = self.layout;
        let tables = Arc::new(Tables::with_weights(self.options.rule, set));
        let [training, validation] = games.map(|games| {
            let step = games.len().div_ceil(CALIBRATION_GAMES).max(1);
            let games: Vec<&GameRecord> = games.iter().copied().step_by(step).collect();
            CalibrationSamples::new(layout, &tables, &games)
        });
        let start = Start { params: layout.calibration_params(set), fixed: 0..0, is_scaled: false };
        let found = self.fit(Model::Calibration, [&training, &validation], start)?;
        layout.write_calibration(&found, set);
        Ok(())
    }

    fn fit(
        &mut self,
        model: Model,
        [training, validation]: [&dyn Task; 2],
        Start { mut params, fixed, is_scaled }: Start,
    ) -> io::Result<Vec<f32>> {
        let settings = self.settings(model);
        (self.report)(TrainEvent::Samples(model, training.len(), validation.len()));
        if training.is_empty() {
            return Ok(params);
        }
        if is_scaled {
            let scale = best_scale(training, &params, settings.threads);
            (self.report)(TrainEvent::Scale(model, scale));
            params = training.scaled(&params, scale);
        }
        let part = match model {
            Model::Value => "value",
            Model::Policy => "policy",
            Model::Calibration => "calibration",
        };
        let kept = Kept { part, checkpoints: &mut *self.checkpoints };
        train([training, validation], &params, fixed, &settings, kept, &mut |epoch| {
            (self.report)(TrainEvent::Epoch(model, *epoch));
        })
    }

    fn settings(&self, model: Model) -> Settings {
        let &TuneOptions { epochs, threads, seed, .. } = self.options;
        let (batch, rate, spread) = match model {
            Model::Value => (VALUE_BATCH, VALUE_RATE, VALUE_SPREAD),
            Model::Policy => (ORDER_BATCH, ORDER_RATE, ORDER_SPREAD),
            Model::Calibration => (VALUE_BATCH, CALIBRATION_RATE, CALIBRATION_SPREAD),
        };
        let rate = self.options.rate * rate;
        Settings { epochs, batch, rate, spread, least: LEAST, threads, seed }
    }
}

/// Turns games into samples.
#[derive(Clone)]
struct Source<'a> {
    layout: &'a Layout,
    model: &'a ValueModel,
    tables: &'a Arc<Tables>,
    blend: Blend,
    /// Maximum number of games from which the move ordering learns, if it does.
    order_games: Option<usize>,
    threads: usize,
}

impl<'a> Source<'a> {
    /// The samples of `games`, in order for any number of threads.
    fn extract(&self, games: &[&GameRecord]) -> Samples<'a> {
        let size = games.len().div_ceil(self.threads.max(1)).max(1);
        let step = self.order_games.map(|most| games.len().div_ceil(most).max(1));
        let orders = |index: usize| step.is_some_and(|step| index.is_multiple_of(step));
        let work = |first: usize, part: &[&GameRecord]| {
            let extractor = Extractor::new(self.layout.clone(), self.tables.clone(), self.blend);
            let mut samples = Samples::new(self.model);
            for (index, game) in part.iter().enumerate() {
                extractor.extract(game, orders(first + index), &mut samples);
            }
            samples
        };
        let work = &work;
        thread::scope(|scope| {
            let parts = games.chunks(size).enumerate();
            let parts: Vec<_> =
                parts.map(|(index, part)| scope.spawn(move || work(index * size, part))).collect();
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
    fn a_single_game_that_is_held_out_teaches_nothing() {
        let rule = Rule::Freestyle;
        let recipe = Recipe::new(rule, &[Size::new(9, 9).unwrap()], 30, 1).unwrap();
        let game = SelfPlay::new(recipe, Arc::new(WeightSet::seed())).play(0);
        let options = TuneOptions {
            rule,
            start: WeightSet::seed(),
            result_part: 0.7,
            keep: None,
            epochs: 1,
            rate: 1.0,
            threads: 1,
            seed: (0..).find(|&seed| is_held_out(&game, VALIDATION, seed)).unwrap(),
        };
        let learn = |games: &[GameRecord]| tune(&options, games, &mut NoCheckpoints, &mut |_| ());
        let error = learn(&[game]).map(drop).unwrap_err().to_string();
        assert_eq!(error, "too few games to learn from (one in 10 is held out for validation)");
        assert!(learn(&[]).is_ok());
    }

    #[test]
    fn samples_are_the_same_for_any_number_of_threads() {
        let rule = Rule::Freestyle;
        let recipe = Recipe::new(rule, &[Size::new(9, 9).unwrap()], 30, 1).unwrap();
        let mut players = SelfPlay::new(recipe, Arc::new(WeightSet::seed()));
        let games: Vec<_> = (0..7).map(|index| players.play(index)).collect();
        let layout = Layout::new(rule);
        let model = layout.model();
        let tables = Arc::new(Tables::with_weights(rule, &WeightSet::seed()));
        let source = Source {
            layout: &layout,
            model: &model,
            tables: &tables,
            blend: Blend { result_part: 0.7, score_unit: 200.0 },
            order_games: Some(3),
            threads: 1,
        };
        let all: Vec<_> = games.iter().collect();
        let policy =
            |threads, games: &[_]| Source { threads, ..source.clone() }.extract(games).policy;
        let third = Source { order_games: Some(usize::MAX), ..source.clone() };
        let thirds = third.extract(&[all[0], all[3], all[6]]).policy;
        assert_ne!(thirds.len(), 0);
        for threads in [1, 2, 3, 8] {
            assert_eq!(policy(threads, &all), thirds, "{threads}");
        }
    }

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
