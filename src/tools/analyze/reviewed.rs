//! A game with its analysis, and the totals over all games.

use std::time::Duration;

use crate::analysis::{Analysis, Tally};
use crate::formats::GameRecord;
use crate::game::Variant;

/// A game with its analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// Number in the input, from 1.
    pub number: usize,
    pub record: GameRecord,
    pub analysis: Analysis,
    /// Why the record ends before its last move.
    pub fault: Option<String>,
}

impl Reviewed {
    pub fn variant(&self) -> Variant {
        self.record.variant
    }
}

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Games analyzed.
    pub games: u32,
    /// Games with a fault: not read at all, or analyzed up to the fault.
    pub faulty: u32,
    /// The moves of games of Gomoku.
    pub gomoku: Tally,
    /// The moves of games of Othello.
    pub othello: Tally,
    /// Nodes of all searches.
    pub nodes: u64,
    pub elapsed: Duration,
}

impl Totals {
    pub fn add(&mut self, game: &Reviewed) {
        self.games += 1;
        let tally = match game.variant() {
            Variant::Gomoku { .. } => &mut self.gomoku,
            Variant::Othello => &mut self.othello,
        };
        game.analysis.tallies().into_iter().for_each(|more| *tally += more);
    }
}
