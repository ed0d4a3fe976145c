//! The rules of Gomoku: the stones, what wins, and where Black may not play in renju.

pub mod forbidden;
pub mod game;
pub mod grid;
pub mod illegal;
pub mod rule;
pub(crate) mod scatter;
pub mod why;
pub mod wins;
