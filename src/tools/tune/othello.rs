//! Trains the Othello weights.

use std::io::{self, Write};

use super::Validation;
use crate::othello::eval::weights::Weights;
use crate::othello::train::deviation::measure;
use crate::othello::train::record::GameRecord;
use crate::othello::train::tune::{Part, TrainEvent, TrainPlan, tune};

/// Fits the ProbCut deviations of `weights` to searches of different depths at `count` positions of
/// `games`, and reports the result on `out`.
///
/// # Errors
/// I/O errors on `out`.
pub fn run_deviation(
    weights: Weights,
    games: &[GameRecord],
    count: usize,
    seed: u64,
    out: &mut dyn Write,
) -> io::Result<Weights> {
    let differences = measure(&weights, games, count, seed, &mut |_| ());
    let (midgame, endgame) = differences.counts();
    writeln!(out, "{midgame} differences of depths, {endgame} of a depth and the end")?;
    let deviation = differences.fit(*weights.deviation());
    writeln!(out, "factors: midgame {:?} endgame {:?}", deviation.midgame, deviation.endgame)?;
    for (deep, shallow) in [(4, 2), (8, 4), (12, 6), (16, 8)] {
        let discs = deviation.midgame(30, deep, shallow) / 100.0;
        writeln!(out, "depth {deep} and {shallow} at 30 empty squares: {discs:.2} discs")?;
    }
    for (empties, shallow) in [(14, 0), (14, 2), (18, 2), (18, 4)] {
        let discs = deviation.endgame(empties, shallow) / 100.0;
        writeln!(out, "the end and depth {shallow} at {empties} empty squares: {discs:.2} discs")?;
    }
    Ok(weights.with_deviation(deviation))
}

/// Trains on `games` by `plan`. Writes a line to `out` for every part and epoch, and the errors of each
/// stage.
///
/// # Errors
/// I/O errors on `out`.
pub fn run(plan: &TrainPlan, games: &[GameRecord], out: &mut dyn Write) -> io::Result<Weights> {
    writeln!(out, "othello: {} games", games.len())?;
    let mut written = Ok(());
    let mut validation = Validation::default();
    let weights = tune(plan, games, &mut |news| {
        let line = match news {
            TrainEvent::Samples(part, training, validation) => {
                format!("{}: {training} samples, {validation} for validation", name(part))
            }
            TrainEvent::Epoch(part, epoch) => {
                let warning = validation.warning(&epoch);
                let [training, validation] = [epoch.training, epoch.validation].map(|metrics| {
                    let percent = 100.0 * metrics.right / metrics.judged.max(1.0);
                    format!("{:.3} {percent:.2} %", metrics.mean_loss().sqrt())
                });
                let name = name(part);
                format!("{name} {:>2}: {training}, validation {validation}{warning}", epoch.number)
            }
            TrainEvent::Errors(stage, errors) => format!(
                "stage {stage}: error {:.3} discs, {:.3} root mean square",
                errors.mean, errors.root_mean_square
            ),
        };
        let result = writeln!(out, "{line}").and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(result);
    });
    written.map(|()| weights)
}

fn name(part: Part) -> String {
    match part {
        Part::Stage(number) => format!("stage {number}"),
        Part::Network => "network".to_owned(),
    }
}
