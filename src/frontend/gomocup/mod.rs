//! The protocol of Gomocup and Piskvork, with Othello in the same grammar.

pub mod protocol;
pub mod serve;
pub mod session;
