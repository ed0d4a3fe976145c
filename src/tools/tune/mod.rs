//! Trains weights on files of games and reports progress.

pub mod gomoku;
pub mod othello;

use std::io::{self, BufRead};

use crate::language::{Value, Words};
use crate::train::Record;
use crate::train::descent::{Epoch, Metrics};
use crate::train::game_file::GameReader;

/// The warning that `epoch` is worse than an earlier one, to be written after its line; empty if it is not.
fn warning(epoch: &Epoch, words: &Words) -> String {
    if epoch.best == epoch.number {
        return String::new();
    }
    words.say_with("tune-worse", &[("epoch", epoch.best.into())])
}

/// The text named `key`, with `values` inserted unchanged.
fn say<const N: usize>(words: &Words, key: &str, values: [(&str, String); N]) -> String {
    words.say_with(key, &values.map(|(name, text)| (name, Value::from(text))))
}

/// A line with the number of games from which `what` is learned.
fn heading(words: &Words, what: &str, games: usize) -> String {
    let games = words.say_with("count-games", &[("count", games.into())]);
    say(words, "tune-games", [("what", words.say(what)), ("games", games)])
}

/// A line with the numbers of training and validation samples for a part of the weights.
fn samples(words: &Words, part: String, training: usize, validation: usize) -> String {
    let values =
        [("what", part.into()), ("training", training.into()), ("validation", validation.into())];
    words.say_with("tune-samples", &values)
}

/// The line of an epoch, in which `rates` formats the metrics of each kind of samples there is.
fn epoch_line(
    words: &Words,
    part: String,
    epoch: &Epoch,
    rates: impl Fn(&Metrics) -> String,
) -> String {
    let values = [
        ("what", part),
        ("number", format!("{:>2}", epoch.number)),
        ("training", rates(&epoch.training)),
        ("validation", rates(&epoch.validation)),
    ];
    let key = if epoch.validation.count > 0.0 { "tune-epoch" } else { "tune-epoch-alone" };
    say(words, key, values) + &warning(epoch, words)
}

/// Games read from files.
#[derive(Clone, Debug)]
pub struct Reading<G> {
    /// The valid games.
    pub games: Vec<G>,
    /// Errors of the invalid games, with file name and line or game number.
    pub faults: Vec<String>,
}

impl<G> Default for Reading<G> {
    fn default() -> Reading<G> {
        Reading { games: Vec::new(), faults: Vec::new() }
    }
}

impl<G: Record> Reading<G> {
    /// Adds the games of a file, compact or as text, called `name` in messages; `accept` checks a game.
    ///
    /// # Errors
    /// I/O errors on `file`, or a file that does not contain games.
    pub fn read(
        &mut self,
        name: &str,
        file: &mut dyn BufRead,
        accept: &dyn Fn(G) -> Result<G, String>,
    ) -> io::Result<()> {
        let mut reader = GameReader::new::<G>(file)?;
        while let Some(game) = reader.next_game::<G>()? {
            match game.and_then(accept) {
                Ok(game) => self.games.push(game),
                Err(fault) => {
                    let place = if reader.is_text() { "line" } else { "game" };
                    self.faults.push(format!("{name}: {place} {}: {fault}", reader.number()));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn an_epoch_worse_than_an_earlier_one_is_named() {
        let words = Words::new(Language::English);
        let warning = |(number, best)| {
            let [training, validation] = [Metrics::default(); 2];
            warning(&Epoch { number, best, training, validation }, &words)
        };
        assert_eq!([(0, 0), (2, 1), (4, 4)].map(warning), ["", " (worse: epoch 1 is kept)", ""]);
    }

    #[test]
    fn a_validation_without_samples_is_not_told() {
        let line = |count: f64| {
            let [training, validation] =
                [7.0, count].map(|count| Metrics { count, ..Metrics::default() });
            let epoch = Epoch { number: 3, best: 3, training, validation };
            let words = Words::new(Language::English);
            epoch_line(&words, "value".to_owned(), &epoch, |metrics| metrics.count.to_string())
        };
        assert_eq!([0.0, 2.0].map(line), ["value  3: 7", "value  3: 7, validation 2"]);
    }
}
