//! From games to weights: samples, one tenth of the games held out, the evaluation, the ordering.

use std::sync::Arc;
use std::thread;

use super::extract::{Blend, Extractor, Samples, score_unit};
use super::layout::Layout;
use super::record::GameRecord;
use crate::gomoku::pattern::tables::Tables;
use crate::gomoku::pattern::weights::WeightSet;
use crate::gomoku::rule::Rule;
use crate::learn::is_held_out;
use crate::learn::train::{Epoch, Settings, Task, best_scale, train};

/// One game in so many is held out for validation.
const VALIDATION: u64 = 10;
/// First steps of Adam, and how far the truth may be from the start, in units of weights.
const VALUE_RATE: f32 = 4.0;
const VALUE_SPREAD: f32 = 120.0;
const ORDER_RATE: f32 = 4.0;
const ORDER_SPREAD: f32 = 250.0;
/// Occurrences from which a parameter is trained.
const LEAST: u32 = 30;

/// What is to be learned, and from what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rule whose voices are replaced.
    pub rule: Rule,
    /// Where the training starts; the other rules' voices stay as they are here.
    pub start: WeightSet,
    /// How much the result of a game counts, from 0 to 1; the score of the search counts the rest.
    pub result_part: f32,
    /// What stays as it is at the start, if anything.
    pub keep: Option<Kind>,
    /// Passes over all samples.
    pub epochs: usize,
    /// Threads.
    pub threads: usize,
    /// Seed of the games held out and of the order of samples.
    pub seed: u64,
}

/// The two kinds of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Points and threats.
    Value,
    /// Ordering of moves.
    Policy,
}

/// What the training tells as it goes on.
#[derive(Clone, Copy, Debug)]
pub enum News {
    /// The score at which the odds were e to 1 in these games.
    ScoreUnit(f32),
    /// So many samples were found to learn from and to validate by.
    Samples(Kind, usize, usize),
    /// The start fits best multiplied by this, and is.
    Scale(Kind, f32),
    /// An epoch is done.
    Epoch(Kind, Epoch),
}

/// Learns from `games`, which are sound and of the plan's rule.
pub fn tune(plan: &Plan, games: &[GameRecord], report: &mut dyn FnMut(News)) -> WeightSet {
    let layout = Layout::new(plan.rule);
    let tables = Arc::new(Tables::with_weights(plan.rule, &plan.start));
    let (mut held_out, mut learned) = (Vec::new(), Vec::new());
    for game in games {
        let is_held_out = is_held_out(game, VALIDATION, plan.seed);
        if is_held_out { &mut held_out } else { &mut learned }.push(game);
    }
    let blend = Blend { result_part: plan.result_part, score_unit: score_unit(&learned) };
    report(News::ScoreUnit(blend.score_unit));
    let source = Source { layout: &layout, tables: &tables, blend, threads: plan.threads };
    let (validation, training) = (source.extract(&held_out), source.extract(&learned));
    let value = Settings {
        epochs: plan.epochs,
        rate: VALUE_RATE,
        spread: VALUE_SPREAD,
        least: LEAST,
        threads: plan.threads,
        seed: plan.seed,
    };
    let order = Settings { rate: ORDER_RATE, spread: ORDER_SPREAD, ..value };
    let fixed = Some(layout.fixed_value());
    let start = layout.value_params(&plan.start);
    let tasks: [&dyn Task; 2] = [&training.value, &validation.value];
    let value = match plan.keep {
        Some(Kind::Value) => start,
        _ => fit(Kind::Value, tasks, start, fixed, &value, report),
    };
    let start = layout.order_params(&plan.start);
    let tasks: [&dyn Task; 2] = [&training.policy, &validation.policy];
    let order = match plan.keep {
        Some(Kind::Policy) => start,
        _ => fit(Kind::Policy, tasks, start, None, &order, report),
    };
    let mut set = plan.start.clone();
    layout.write(&value, &order, &mut set);
    set
}

fn fit(
    kind: Kind,
    [training, validation]: [&dyn Task; 2],
    start: Vec<f32>,
    fixed: Option<usize>,
    settings: &Settings,
    report: &mut dyn FnMut(News),
) -> Vec<f32> {
    report(News::Samples(kind, training.len(), validation.len()));
    if training.is_empty() {
        return start;
    }
    let scale = best_scale(training, &start, settings.threads);
    report(News::Scale(kind, scale));
    let start = training.scaled(&start, scale);
    train(training, validation, &start, fixed, settings, &mut |epoch| {
        report(News::Epoch(kind, *epoch));
    })
}

/// What games are turned into samples with.
struct Source<'a> {
    layout: &'a Layout,
    tables: &'a Arc<Tables>,
    blend: Blend,
    threads: usize,
}

impl Source<'_> {
    /// The samples of `games`, in their order whatever the number of threads.
    fn extract(&self, games: &[&GameRecord]) -> Samples {
        let size = games.len().div_ceil(self.threads.max(1)).max(1);
        let work = |part: &[&GameRecord]| {
            let mut extractor =
                Extractor::new(self.layout.clone(), self.tables.clone(), self.blend);
            let mut samples = Samples::new(self.layout.networks());
            part.iter().for_each(|game| extractor.extract(game, &mut samples));
            samples
        };
        thread::scope(|scope| {
            let parts: Vec<_> = games.chunks(size).map(|part| scope.spawn(|| work(part))).collect();
            let mut all = Samples::new(self.layout.networks());
            for part in parts {
                all.append(&part.join().expect("sound games are replayed without fail"));
            }
            all
        })
    }
}
