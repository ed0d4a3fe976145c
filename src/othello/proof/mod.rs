//! Proofs of exact scores that anyone can check: two trees, one for each bound of the score.
//!
//! `play` defines how games continue and end, `text` has the file format, which protocol.md describes, and `check` the
//! check. All of this depends only on the rules, not on search or evaluation; the tests enforce this.

pub mod check;
pub mod play;
pub mod text;
