//! The line protocol of Gomocup and Piskvork, and Othello in its grammar.

pub mod protocol;
pub mod serve;
pub mod session;
