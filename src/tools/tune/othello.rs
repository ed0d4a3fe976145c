//! Trains the Othello weights.

use std::io::{self, Write};

use super::{epoch_line, heading, samples, say};
use crate::language::Words;
use crate::othello::eval::weights::Weights;
use crate::othello::train::fit::fit;
use crate::othello::train::record::GameRecord;
use crate::othello::train::searches::measure;
use crate::othello::train::tune::{Part, TrainEvent, TrainPlan, tune};
use crate::train::checkpoint::Checkpoints;
use crate::train::descent::Metrics;

/// Number of empty squares for which the midgame deviations are reported.
const MIDGAME_EMPTIES: u32 = 30;

/// Fits the tempo and the ProbCut deviations of `weights` to searches of different depths at `count` positions of
/// `games`, and reports the result on `out` in `words`.
///
/// # Errors
/// I/O errors on `out`.
pub fn run_deviation(
    weights: Weights,
    games: &[GameRecord],
    (count, seed): (usize, u64),
    words: &Words,
    out: &mut dyn Write,
) -> io::Result<Weights> {
    let observations = measure(&weights, games, count, seed, &mut |_| ());
    let solved = observations.iter().filter(|seen| seen.score.is_some()).count();
    let counts = [("positions", observations.len().into()), ("solved", solved.into())];
    writeln!(out, "{}", words.say_with("tune-searches", &counts))?;
    let weights = fit(weights, &observations);
    let (tempo, deviation) = (weights.tempo(), *weights.deviation());
    let tempos: Vec<String> = tempo.0.iter().map(i16::to_string).collect();
    writeln!(out, "{}", say(words, "tune-tempo", [("tempo", tempos.join(" "))]))?;
    let factors = [
        ("midgame", format!("{:?}", deviation.midgame)),
        ("endgame", format!("{:?}", deviation.endgame)),
    ];
    writeln!(out, "{}", say(words, "tune-factors", factors))?;
    for (deep, shallow) in [(4, 2), (8, 4), (12, 6), (16, 8)] {
        let discs = deviation.midgame(MIDGAME_EMPTIES, deep, shallow) / 100.0;
        let values = [
            ("deep", deep.to_string()),
            ("shallow", shallow.to_string()),
            ("empty", MIDGAME_EMPTIES.to_string()),
            ("discs", format!("{discs:.2}")),
        ];
        writeln!(out, "{}", say(words, "tune-midgame", values))?;
    }
    for (empties, shallow) in [(14, 0), (14, 2), (18, 2), (18, 4)] {
        let discs = deviation.endgame(empties, shallow) / 100.0;
        let values = [
            ("shallow", shallow.to_string()),
            ("empty", empties.to_string()),
            ("discs", format!("{discs:.2}")),
        ];
        writeln!(out, "{}", say(words, "tune-endgame", values))?;
    }
    Ok(weights)
}

/// Trains on `games` by `plan` and keeps `checkpoints`. Writes a line in `words` to `out` for every part and epoch, and
/// the errors of each stage.
///
/// # Errors
/// I/O errors on `out`, and the errors of [`tune`].
pub fn run(
    plan: &TrainPlan,
    games: &[GameRecord],
    checkpoints: &mut dyn Checkpoints,
    words: &Words,
    out: &mut dyn Write,
) -> io::Result<Weights> {
    writeln!(out, "{}", heading(words, "othello", games.len()))?;
    let mut written = Ok(());
    let weights = tune(plan, games, checkpoints, &mut |news| {
        let line = match news {
            TrainEvent::Samples(part, training, validation) => {
                samples(words, name(part, words), training, validation)
            }
            TrainEvent::Epoch(part, epoch) => {
                let rates = |metrics: &Metrics| {
                    let percent = 100.0 * metrics.right / metrics.judged.max(1.0);
                    format!("{:.3} {percent:.2} %", metrics.mean_loss().sqrt())
                };
                epoch_line(words, name(part, words), &epoch, rates)
            }
            TrainEvent::Errors(stage, errors) => {
                let values = [
                    ("what", name(Part::Stage(stage), words)),
                    ("mean", format!("{:.3}", errors.mean)),
                    ("square", format!("{:.3}", errors.root_mean_square)),
                ];
                say(words, "tune-errors", values)
            }
        };
        let result = writeln!(out, "{line}").and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(result);
    })?;
    written.map(|()| weights)
}

fn name(part: Part, words: &Words) -> String {
    match part {
        Part::Stage(number) => say(words, "tune-stage", [("number", number.to_string())]),
        Part::Network => words.say("tune-network"),
    }
}
