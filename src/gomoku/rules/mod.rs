//! The rules of Gomoku: the stones, what wins, and where Black may not play in renju.

pub mod explain;
pub mod forbidden;
pub mod game;
pub mod grid;
pub mod rule;
pub mod wins;
