//! The rules of Gomoku: stones, winning rows, and forbidden moves in renju.

pub mod forbidden;
pub mod game;
pub mod grid;
pub mod order;
pub mod rule;
pub mod wins;
