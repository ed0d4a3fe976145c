//! Reports on a match, finished or in progress, as text and as a page.

pub mod chart;
pub mod fastchess;
pub mod live;
pub mod page;
pub mod simulation;
pub mod table;
pub mod text;
pub mod words;

use super::ending::PlayedGame;
use super::schedule::Pairings;
use super::stats::sprt::Sprt;
use super::tournament::Engine;
use crate::game::Variant;
use crate::language::Words;

/// Everything a report needs.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game, its rule and board.
    pub variant: Variant,
    /// The players.
    pub engines: &'a [Engine],
    /// The pairings.
    pub pairings: Pairings,
    /// Further conditions as name and value: openings, adjudication, seed, version.
    pub conditions: &'a [(String, String)],
    /// The finished games, by number.
    pub games: &'a [PlayedGame],
    /// The same games in the order of arrival; by number for merged parts.
    pub arrived: &'a [PlayedGame],
    /// Number of planned games, a maximum with a test; at least the number of finished games.
    pub planned: usize,
    /// The test that decides when the match is over.
    pub sprt: Option<Sprt>,
    /// The language.
    pub words: &'a Words,
}
