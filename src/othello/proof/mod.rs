//! Proofs of exact scores that anyone can check: two trees, by which either side shows that it scores no less.
//!
//! `play` says how games go on and end, `text` has the file format, which protocol.md describes, and `check` the check.
//! All of it rests on the rules alone and knows no search or evaluation; the tests enforce this.

pub mod check;
pub mod play;
pub mod text;
