//! The puzzles of a run and where they were found.

use std::sync::Arc;
use std::time::Duration;

use crate::analysis::puzzles::Puzzle;
use crate::color::Color;
use crate::game::{Position, Variant};

/// A puzzle and where it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Number among the puzzles, from 1.
    pub number: usize,
    pub source: Arc<str>,
    /// Number of the game in the input, from 1.
    pub game: usize,
    /// Number of plies before it in the game.
    pub ply: usize,
    /// The position that the game began with.
    pub start: Position,
    pub puzzle: Puzzle,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub puzzles: Vec<Found>,
    /// Games searched.
    pub games: usize,
    /// Games with a fault: not read at all, or searched up to the fault.
    pub faulty: usize,
    /// Puzzles omitted because they are in the list already, possibly rotated or mirrored.
    pub repeated: usize,
    pub elapsed: Duration,
}

impl Found {
    /// The game with its rule and board.
    pub fn variant(&self) -> Variant {
        self.puzzle.position.variant()
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.puzzle.position.side_to_move()
    }
}
