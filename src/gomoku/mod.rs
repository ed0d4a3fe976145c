//! Gomoku under every rule.
//!
//! The files here are the rules: `grid` with the stones, `rule` and `wins` (what wins), `forbidden`
//! and `why` (where Black may not play in renju), `game` (a game with its history). `pattern` is the
//! board of the search, which keeps the line shapes of every point; `search` plays; `learn` finds out by
//! playing what shapes are worth. `scatter` draws stones of random openings.

pub mod forbidden;
pub mod game;
pub mod grid;
pub mod illegal;
pub mod learn;
pub mod pattern;
pub mod rule;
pub(crate) mod scatter;
pub mod search;
pub mod why;
pub mod wins;
