//! Proofs of the scores that a run finds.

use std::io;
use std::time::Duration;

use crate::othello::proof::check::{Fault, check};
use crate::othello::proof::text::Claim;
use crate::othello::prover::{Bounds, Unclosed, prove};
use crate::othello::search::Searcher;
use crate::search::clock::Instant;
use crate::tools::prove::Sink;

/// Parameters of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Bounds of the construction of each proof.
    pub bounds: Bounds,
    /// Maximum steps of a check of each proof; `None` for no check.
    pub steps: Option<u64>,
}

/// The construction of a proof.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The number of nodes of the proof, or why it could not be completed.
    pub nodes: Result<usize, Unclosed>,
    /// Time of the construction.
    pub elapsed: Duration,
    /// Whether the proof holds, if it was checked.
    checked: Option<Result<(), Fault>>,
}

impl Attempt {
    /// Builds the proof of `claim`, checks it on request, and passes `name` and the proof, if it holds, to
    /// `sink`.
    ///
    /// # Errors
    /// Errors of the sink.
    pub fn new(
        searcher: &mut Searcher,
        claim: &Claim,
        wanted: &Wanted,
        name: &str,
        sink: Option<&mut Sink>,
    ) -> io::Result<Attempt> {
        let started = Instant::now();
        let found = prove(searcher, claim, &wanted.bounds);
        let elapsed = started.elapsed();
        let checked = match (&found, wanted.steps) {
            (Ok(proof), Some(steps)) => Some(check(&proof.text, steps).map(|_| ())),
            _ => None,
        };
        let nodes = found.as_ref().map(|proof| proof.nodes).map_err(|unclosed| *unclosed);
        let attempt = Attempt { nodes, elapsed, checked };
        if let Some(sink) = sink {
            let proof = found.as_ref().ok().filter(|_| attempt.is_proved());
            sink(name, proof.map(|proof| proof.text.as_str()))?;
        }
        Ok(attempt)
    }

    /// Whether there is a proof that holds.
    pub fn is_proved(&self) -> bool {
        self.nodes.is_ok() && self.checked.as_ref().is_none_or(Result::is_ok)
    }

    /// The word for the result.
    pub fn result(&self) -> &'static str {
        if self.is_proved() { "proved" } else { "unproved" }
    }

    /// The result of the check, if there was one.
    pub fn verification(&self) -> Option<String> {
        Some(match self.checked.as_ref()? {
            Ok(()) => "verified".to_owned(),
            Err(Fault { line, flaw }) => format!("line {line}: {flaw}"),
        })
    }

    /// The columns of the attempt in a line of output.
    pub fn columns(&self, wanted: &Wanted) -> String {
        let nodes = self.nodes.map_or_else(|_| "-".to_owned(), |nodes| nodes.to_string());
        let mut columns = format!("\t{}\t{nodes}\t{}", self.result(), self.elapsed.as_millis());
        if wanted.steps.is_some() {
            columns += "\t";
            columns += &self.verification().unwrap_or_else(|| "-".to_owned());
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::obf;

    /// Six empty squares; the side to move scores 6.
    const ENDING: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;";

    /// The attempt to prove `score`, and the proof passed to the sink.
    fn attempt(score: i32, memory: usize, time: Option<Duration>) -> (Attempt, Option<String>) {
        let game = obf::parse_line(ENDING).unwrap().unwrap().game;
        let claim = Claim { board: game.board(), side: game.side_to_move(), score };
        let wanted = Wanted { bounds: Bounds { time, memory }, steps: Some(1_000) };
        let mut written = None;
        let mut sink = |name: &str, text: Option<&str>| {
            assert_eq!(name, "a");
            written = text.map(str::to_owned);
            Ok(())
        };
        let mut searcher = Searcher::new(1 << 16);
        let attempt = Attempt::new(&mut searcher, &claim, &wanted, "a", Some(&mut sink)).unwrap();
        (attempt, written)
    }

    #[test]
    fn a_proof_that_does_not_close_is_not_handed_on() {
        let (proved, text) = attempt(6, 1 << 20, None);
        assert!(proved.is_proved() && proved.verification().unwrap() == "verified");
        assert_eq!(check(&text.unwrap(), 1_000).unwrap().nodes, proved.nodes.unwrap());
        for (score, memory, time, why) in [
            (6, 0, None, Unclosed::Memory(0)),
            (6, 1 << 20, Some(Duration::ZERO), Unclosed::Time),
            (4, 1 << 20, None, Unclosed::Untrue),
            (8, 1 << 20, None, Unclosed::Untrue),
        ] {
            let (attempt, text) = attempt(score, memory, time);
            assert_eq!((attempt.nodes, text), (Err(why), None));
            let wanted = Wanted { bounds: Bounds { time, memory }, steps: Some(1_000) };
            let columns = attempt.columns(&wanted);
            assert!(
                columns.starts_with("\tunproved\t-\t") && columns.ends_with("\t-"),
                "{columns}"
            );
        }
    }
}
