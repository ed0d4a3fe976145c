//! Fits weights to games, with some held out for validation: tables stage by stage, a network all at
//! once.
//!
//! The target score is the λ-return of the position (Sutton and Barto, Reinforcement Learning, chapter 12): a
//! weighted mean of the search scores of this and later positions and of the final score. Averaging reduces
//! the noise of later mistakes, and the final score corrects errors of the searches. Validation games use
//! their final scores only.

use std::collections::HashSet;
use std::io;

use super::network::{NetworkSamples, parameters, rounded};
use super::record::GameRecord;
use super::samples::{Samples, with_input};
use crate::othello::eval::input::STAGES;
use crate::othello::eval::network::Network;
use crate::othello::eval::weights::{Stage, Values, Weights};
use crate::train::checkpoint::Checkpoints;
use crate::train::descent::{Epoch, Kept, Settings, Task, train};
use crate::train::{is_held_out, too_few_games};

/// One game in this many is held out for validation.
const VALIDATION: u64 = 20;
/// First step of Adam: in 1/100 disc, and for a network in units of one.
const RATE: f32 = 12.0;
const NETWORK_RATE: f32 = 0.003;
/// Standard deviation of the prior around the start, in the same units, times the standard deviation of final
/// scores around their expectation, in discs.
const SPREAD: f32 = 30.0;
const NETWORK_SPREAD: f32 = 0.004;
/// Most samples in a batch.
const BATCH: usize = 8192;
/// Minimum number of occurrences for a parameter to be trained.
const LEAST: u32 = 4;

/// How to train on games.
#[derive(Clone, Debug)]
pub struct TrainPlan {
    /// The initial weights.
    pub start: Weights,
    /// Share of the next position in the target score of a position, 0 to 1; the rest is the value that the
    /// search returned. At 1 the final score alone counts.
    pub lambda: f32,
    /// Passes over all samples.
    pub epochs: usize,
    /// Learning-rate multiplier.
    pub rate: f32,
    /// Threads.
    pub threads: usize,
    /// Seed of the games held out and of the order of samples.
    pub seed: u64,
}

/// A part that is trained on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The tables of a stage.
    Stage(usize),
    Network,
}

/// Progress of the training.
#[derive(Clone, Copy, Debug)]
pub enum TrainEvent {
    /// The numbers of training and validation samples of this part.
    Samples(Part, usize, usize),
    /// An epoch of this part is done.
    Epoch(Part, Epoch),
    /// The errors of the weights at this stage for the samples held out, if there are any.
    Errors(usize, Errors),
}

/// Errors against final scores, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Mean absolute error.
    pub mean: f64,
    /// Root mean square error.
    pub root_mean_square: f64,
}

/// Trains on `games`, which must be valid, and keeps `checkpoints`: tables or a network, as the start is. A game
/// that occurs more than once, as games from the shortest openings do, counts once. Without games, the weights stay as
/// they are.
///
/// # Errors
/// Errors of the checkpoints, or too few positions are left when games are held out for validation.
pub fn tune(
    plan: &TrainPlan,
    games: &[GameRecord],
    checkpoints: &mut dyn Checkpoints,
    report: &mut dyn FnMut(TrainEvent),
) -> io::Result<Weights> {
    let mut training = vec![Samples::default(); STAGES];
    let mut validation = vec![Samples::default(); STAGES];
    let mut seen = HashSet::new();
    for game in games.iter().filter(|&game| seen.insert(game)) {
        let is_held_out = is_held_out(game, VALIDATION, plan.seed);
        if is_held_out {
            gather(game, 1.0, &mut validation);
        } else {
            gather(game, plan.lambda, &mut training);
        }
    }
    if !training.iter().any(is_enough) && !games.is_empty() {
        return Err(too_few_games(VALIDATION));
    }
    let values = match plan.start.values() {
        Values::Tables(start) => {
            let samples = [&training[..], &validation];
            Values::Tables(tune_tables(plan, start, samples, checkpoints, report)?)
        }
        Values::Network(start) => {
            let samples = (training, &validation[..]);
            let network = tune_network(plan, start, samples, checkpoints, report)?;
            Values::Network(Box::new(network))
        }
    };
    let weights = Weights::new(values);
    let judged = validation.iter().enumerate().filter(|(_, samples)| !samples.is_empty());
    for (number, samples) in judged {
        report(TrainEvent::Errors(number, errors(&weights, samples)));
    }
    Ok(weights.fitted(*plan.start.deviation(), *plan.start.tempo()))
}

/// Trains tables on training and validation samples, stage by stage.
fn tune_tables(
    plan: &TrainPlan,
    start: &[Stage; STAGES],
    [training, validation]: [&[Samples]; 2],
    checkpoints: &mut dyn Checkpoints,
    report: &mut dyn FnMut(TrainEvent),
) -> io::Result<Box<[Stage; STAGES]>> {
    let mut stages = Box::new(start.clone());
    for (number, stage) in stages.iter_mut().enumerate() {
        let (learned, held_out) = (&training[number], &validation[number]);
        let part = Part::Stage(number);
        report(TrainEvent::Samples(part, learned.len(), held_out.len()));
        if !is_enough(learned) {
            continue;
        }
        let start: Vec<f32> = stage.parameters().into_iter().map(f32::from).collect();
        let settings = settings(plan, RATE, SPREAD);
        let kept = Kept { part: &format!("stage-{number}"), checkpoints };
        let found = train([learned, held_out], &start, 0..0, &settings, kept, &mut |epoch| {
            report(TrainEvent::Epoch(part, *epoch));
        })?;
        let numbers: Vec<i16> = found.iter().map(|number| number.round() as i16).collect();
        *stage = Stage::new(&numbers);
    }
    // The first plies have hardly any samples because of the openings: use the weights of the stage that follows.
    for number in (0..STAGES - 1).rev().filter(|&number| !is_enough(&training[number])) {
        if training[number + 1..].iter().any(is_enough) {
            stages[number] = stages[number + 1].clone();
        }
    }
    Ok(stages)
}

/// Whether a stage has enough samples to learn from.
fn is_enough(samples: &Samples) -> bool {
    samples.len() >= LEAST as usize
}

/// Trains a network on training and validation samples, all stages together.
fn tune_network(
    plan: &TrainPlan,
    start: &Network,
    (training, validation): (Vec<Samples>, &[Samples]),
    checkpoints: &mut dyn Checkpoints,
    report: &mut dyn FnMut(TrainEvent),
) -> io::Result<Network> {
    let together = |stages: Vec<Samples>| {
        let mut all = Samples::default();
        stages.into_iter().for_each(|mut samples| all.append(&mut samples));
        NetworkSamples(all)
    };
    let (learned, held_out) = (together(training), together(validation.to_vec()));
    report(TrainEvent::Samples(Part::Network, learned.len(), held_out.len()));
    if learned.is_empty() {
        return Ok(start.clone());
    }
    let settings = settings(plan, NETWORK_RATE, NETWORK_SPREAD);
    let kept = Kept { part: "network", checkpoints };
    let start = parameters(start);
    let mut found = train([&learned, &held_out], &start, 0..0, &settings, kept, &mut |epoch| {
        report(TrainEvent::Epoch(Part::Network, *epoch));
    })?;
    learned.fill_gaps(&mut found, LEAST);
    Ok(rounded(&found))
}

fn settings(plan: &TrainPlan, rate: f32, spread: f32) -> Settings {
    let &TrainPlan { epochs, threads, seed, .. } = plan;
    Settings { epochs, batch: BATCH, rate: plan.rate * rate, spread, least: LEAST, threads, seed }
}

/// Adds the positions of a game to those of their stages.
fn gather(game: &GameRecord, lambda: f32, stages: &mut [Samples]) {
    let Ok(steps) = game.steps() else { return };
    let mut score = game.score as f32;
    for (at, step) in steps[game.opening..steps.len() - 1].iter().enumerate().rev() {
        if let Some(&value) = game.values.get(at) {
            score = lambda * score + (1.0 - lambda) * value as f32 / 100.0;
        }
        let (stage, _) = with_input(step.board, |input| input.stage());
        stages[stage].push(step.board, step.turned(score));
    }
}

/// The errors of `weights` on `samples`, which must not be empty.
fn errors(weights: &Weights, samples: &Samples) -> Errors {
    let (mut amounts, mut squares) = (0.0, 0.0);
    for (board, score) in samples.iter() {
        let value = with_input(board, |input| weights.value(input));
        let error = f64::from(value) / 100.0 - f64::from(score);
        amounts += error.abs();
        squares += error * error;
    }
    let count = samples.len() as f64;
    Errors { mean: amounts / count, root_mean_square: (squares / count).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::board::Board;
    use crate::othello::train::selfplay::{Recipe, SelfPlay};
    use crate::train::checkpoint::NoCheckpoints;
    use std::sync::Arc;

    fn games(count: u64) -> Vec<GameRecord> {
        let recipe = Recipe { depth: 1, solve_from: 6, seed: 5 };
        let mut players = SelfPlay::new(recipe, Arc::new(Weights::seed()));
        (0..count).map(|index| players.play(index)).collect()
    }

    #[test]
    fn a_score_is_a_mean_of_searches_and_the_end() {
        let line = "7\t64\te6f4e3f6g5d6e7f5c5\t-800";
        let scores = |lambda: f32| {
            let mut stages = vec![Samples::default(); STAGES];
            gather(&line.parse().unwrap(), lambda, &mut stages);
            let scores = stages.iter().flat_map(Samples::iter).map(|(_, score)| score);
            scores.collect::<Vec<f32>>()
        };
        // White is to move after seven placements, then Black, who wins.
        assert_eq!(scores(1.0), [-64.0, 64.0]);
        assert_eq!(scores(0.75), [-46.0, 64.0]);
        assert_eq!(scores(0.0), [8.0, 64.0]);
    }

    #[test]
    fn what_is_learned_judges_games_held_out_better() {
        let plan = TrainPlan {
            start: Weights::seed(),
            lambda: 0.9,
            epochs: 6,
            rate: 1.0,
            threads: 2,
            seed: 1,
        };
        let games = games(600);
        let (mut errors, mut starts) = ([None; STAGES], [0.0; STAGES]);
        let mut held_out = [0; STAGES];
        let weights = tune(&plan, &games, &mut NoCheckpoints, &mut |news| match news {
            TrainEvent::Samples(Part::Stage(stage), _, count) => held_out[stage] = count,
            TrainEvent::Errors(stage, of_stage) => errors[stage] = Some(of_stage),
            TrainEvent::Epoch(Part::Stage(stage), epoch) if epoch.number == 0 => {
                starts[stage] = epoch.validation.mean_loss();
            }
            _ => {}
        })
        .unwrap();
        let is_told = |stage: usize| errors[stage].is_some() == (held_out[stage] > 0);
        assert!((0..STAGES).all(is_told) && held_out.contains(&0), "{errors:?} {held_out:?}");
        let squared = |stage: usize| errors[stage].unwrap().root_mean_square.powi(2);
        let better = |stage: usize| squared(stage) < 0.9 * starts[stage];
        assert!((12..STAGES).all(better), "{errors:?} {starts:?}");
        let twice = [&games[..], &games[..200]].concat();
        let again = tune(&plan, &twice, &mut NoCheckpoints, &mut |_| ()).unwrap();
        assert!(again == weights);
        let nothing = tune(&plan, &[], &mut NoCheckpoints, &mut |_| ()).unwrap();
        assert!(nothing == plan.start);
    }

    #[test]
    fn a_stage_with_hardly_any_samples_is_judged_as_the_next_one() {
        let start = Weights::seed();
        let plan = TrainPlan { start, lambda: 1.0, epochs: 1, rate: 1.0, threads: 1, seed: 1 };
        let Values::Tables(tables) = plan.start.values() else {
            unreachable!("the seed is tables")
        };
        let mut training = vec![Samples::default(); STAGES];
        for (stage, count, score) in [(1, LEAST - 1, -64.0), (2, LEAST, 64.0)] {
            (0..count).for_each(|_| training[stage].push(Board::START, score));
        }
        let samples = [&training[..], &vec![Samples::default(); STAGES]];
        let found = tune_tables(&plan, tables, samples, &mut NoCheckpoints, &mut |_| ()).unwrap();
        assert!(found[2] != tables[2], "it has learned");
        assert!(found[0] == found[2] && found[1] == found[2] && found[3..] == tables[3..]);
    }

    #[test]
    fn a_network_learns_all_stages_together() {
        let start = Weights::network_seed();
        let plan = TrainPlan { start, lambda: 1.0, epochs: 1, rate: 1.0, threads: 2, seed: 1 };
        let (mut parts, mut losses, mut stages) = (Vec::new(), Vec::new(), 0);
        let weights = tune(&plan, &games(200), &mut NoCheckpoints, &mut |news| match news {
            TrainEvent::Samples(part, ..) => parts.push(part),
            TrainEvent::Epoch(_, epoch) => losses.push(epoch.validation.mean_loss()),
            TrainEvent::Errors(..) => stages += 1,
        })
        .unwrap();
        assert_eq!(parts, [Part::Network]);
        assert!((STAGES - 12..STAGES).contains(&stages), "openings hide the first of {stages}");
        assert!(matches!(weights.values(), Values::Network(_)) && weights != plan.start);
        assert!(losses[1] < 0.9 * losses[0], "{losses:?}");
        let nothing = tune(&plan, &[], &mut NoCheckpoints, &mut |_| ()).unwrap();
        assert!(nothing == plan.start);
    }
}
