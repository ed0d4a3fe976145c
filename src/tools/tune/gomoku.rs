//! Trains the Gomoku weights.

use std::io::{self, Write};
use std::ops::Range;

use super::{epoch_line, heading, samples, say};
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::train::record::GameRecord;
use crate::gomoku::train::tune::{Model, STAGES, TrainEvent, TuneOptions, tune};
use crate::language::Words;
use crate::train::Record;
use crate::train::checkpoint::Checkpoints;
use crate::train::descent::Metrics;

/// Accepts a game under `rule` whose moves are legal.
///
/// # Errors
/// The game is of another rule or has an illegal move.
pub fn sound_game(game: GameRecord, rule: Rule) -> Result<GameRecord, String> {
    if game.rule != rule {
        return Err(format!("a game of {} instead of {rule}", game.rule));
    }
    game.checked()
}

/// Trains on `games` by `options`, keeps `checkpoints`, and writes the progress to `out` in `words`, a line for every
/// epoch and every stage of the game.
///
/// # Errors
/// I/O errors on `out`, and the errors of [`tune`].
pub fn run(
    options: &TuneOptions,
    games: &[GameRecord],
    checkpoints: &mut dyn Checkpoints,
    words: &Words,
    out: &mut dyn Write,
) -> io::Result<WeightSet> {
    writeln!(out, "{}", heading(words, options.rule.name(), games.len()))?;
    let mut written = Ok(());
    let set = tune(options, games, checkpoints, &mut |event| {
        let line = match event {
            TrainEvent::ScoreUnit(unit) => {
                say(words, "tune-unit", [("unit", format!("{unit:.0}"))])
            }
            TrainEvent::Samples(model, training, validation) => {
                samples(words, name(model, words), training, validation)
            }
            TrainEvent::Scale(model, scale) => {
                let values = [("what", name(model, words)), ("scale", format!("{scale:.3}"))];
                say(words, "tune-scale", values)
            }
            TrainEvent::Epoch(model, epoch) => {
                let rates = |metrics: &Metrics| rates(model, metrics, words);
                epoch_line(words, name(model, words), &epoch, rates)
            }
            TrainEvent::Stage(stage, metrics) => {
                let values = [
                    ("what", name(Model::Value, words)),
                    ("stones", stones(stage)),
                    ("validation", metrics.count.to_string()),
                    ("rates", rates(Model::Value, &metrics, words)),
                ];
                say(words, "tune-stones", values)
            }
        };
        let result = writeln!(out, "{line}").and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(result);
    })?;
    written.map(|()| set)
}

fn name(model: Model, words: &Words) -> String {
    words.say(match model {
        Model::Value => "tune-value",
        Model::Policy => "tune-policy",
        Model::Calibration => "tune-calibration",
    })
}

/// The numbers of stones at a stage.
fn stones(stage: usize) -> String {
    match STAGES[stage] {
        Range { start, end: usize::MAX } => format!("{start}+"),
        Range { start, end } => format!("{start}-{}", end - 1),
    }
}

fn rates(model: Model, metrics: &Metrics, words: &Words) -> String {
    let percent = |number: f64| format!("{:.2}", 100.0 * number / metrics.judged.max(1.0));
    let loss = format!("{:.5}", metrics.mean_loss());
    let first = percent(metrics.right);
    match model {
        Model::Value | Model::Calibration => format!("{loss} {first} %"),
        Model::Policy => {
            let values = [("loss", loss), ("first", first), ("near", percent(metrics.near))];
            say(words, "tune-policy-rates", values)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_named_by_its_stones() {
        let names: Vec<String> = (0..STAGES.len()).map(stones).collect();
        assert_eq!(names, ["0-19", "20-50", "51-90", "91+"]);
    }
}
