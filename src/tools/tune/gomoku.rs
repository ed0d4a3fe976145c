//! Trains the Gomoku weights.

use std::io::{self, Write};

use super::Validation;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::train::record::GameRecord;
use crate::gomoku::train::tune::{Model, TrainEvent, TuneOptions, tune};
use crate::train::Record;
use crate::train::descent::{Epoch, Metrics};

/// Accepts a game under `rule` whose moves are legal.
///
/// # Errors
/// The game has another rule or an illegal move.
pub fn sound_game(game: GameRecord, rule: Rule) -> Result<GameRecord, String> {
    if game.rule != rule {
        return Err(format!("a game of {} instead of {rule}", game.rule));
    }
    game.checked()
}

/// Trains on `games` by `options` and writes the progress to `out`, a line for every epoch.
///
/// # Errors
/// I/O errors on `out`.
pub fn run(
    options: &TuneOptions,
    games: &[GameRecord],
    out: &mut dyn Write,
) -> io::Result<WeightSet> {
    writeln!(out, "{}: {} games", options.rule, games.len())?;
    let mut written = Ok(());
    let mut validation = Validation::default();
    let set = tune(options, games, &mut |event| {
        let line = match event {
            TrainEvent::ScoreUnit(unit) => format!("scores: odds of e to 1 at {unit:.0}"),
            TrainEvent::Samples(model, training, validation) => {
                format!("{}: {training} samples, {validation} for validation", name(model))
            }
            TrainEvent::Scale(model, scale) => format!("{}: start times {scale:.3}", name(model)),
            TrainEvent::Epoch(model, epoch) => text(model, &epoch) + &validation.warning(&epoch),
        };
        let result = writeln!(out, "{line}").and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(result);
    });
    written.map(|()| set)
}

fn name(model: Model) -> &'static str {
    match model {
        Model::Value => "value",
        Model::Policy => "policy",
    }
}

fn text(model: Model, epoch: &Epoch) -> String {
    let rates = |metrics: &Metrics| {
        let percent = |number: f64| 100.0 * number / metrics.judged.max(1.0);
        let loss = metrics.mean_loss();
        match model {
            Model::Value => format!("{loss:.5} {:.2} %", percent(metrics.right)),
            Model::Policy => {
                let (first, near) = (percent(metrics.right), percent(metrics.near));
                format!("{loss:.5} first {first:.2} % of three {near:.2} %")
            }
        }
    };
    let (training, validation) = (rates(&epoch.training), rates(&epoch.validation));
    format!("{} {:>2}: {training}, validation {validation}", name(model), epoch.number)
}
