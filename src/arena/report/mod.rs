//! What a person reads when a tournament is over, or half way.

pub mod chart;
pub mod page;
pub mod text;
pub mod words;

use super::ending::PlayedGame;
use super::schedule::Pairings;
use super::stats::sprt::Sprt;
use super::tournament::Engine;
use crate::game::Variant;

/// Everything a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game, its rule and board.
    pub variant: Variant,
    /// The players.
    pub engines: &'a [Engine],
    /// Who plays whom.
    pub pairings: Pairings,
    /// Further conditions as name and value: openings, adjudication, seed, version.
    pub conditions: &'a [(String, String)],
    /// The finished games, by number.
    pub games: &'a [PlayedGame],
    /// The same in the order in which they were finished.
    pub arrived: &'a [PlayedGame],
    /// How many games there are to be; with a test, at most. Never less than there are.
    pub planned: usize,
    /// The test that decides when it is over.
    pub sprt: Option<Sprt>,
}
