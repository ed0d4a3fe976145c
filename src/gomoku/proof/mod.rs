//! Proofs of forced wins that anyone can check: a tree with one move of the attacker in every position and an
//! answer to every reply of the defender.
//!
//! `tree` has the types, `text` the file format, which protocol.md describes, `position` the board of a check,
//! `answers` a node's answers to each reply, `check` the check itself, and `fours` a shortcut of it. All of this
//! depends only on the rules, not on search, evaluation or threats; the tests enforce this.

pub mod answers;
pub mod check;
mod fours;
pub mod position;
pub mod text;
pub mod tree;
