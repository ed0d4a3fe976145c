//! The checks themselves, one file for each part of the protocol.
//!
//! Every check starts processes of its own, so that none suffers from what another did. Wherever a
//! position asks for one sensible move, missing it is a warning: strength is not conformance.

mod board;
mod end;
mod info;
mod lines;
mod play;
mod rules;
mod start;
mod time;

use crate::check::case::Case;

/// The check that a program must pass for the others to make sense.
pub const FIRST: &str = "start/ok";

/// All checks, in the order in which they are made.
pub fn all() -> impl Iterator<Item = Case> {
    [
        start::CASES,
        lines::CASES,
        play::CASES,
        board::CASES,
        info::CASES,
        time::CASES,
        rules::CASES,
        end::CASES,
    ]
    .into_iter()
    .flatten()
    .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_with_their_section() {
        let mut names: Vec<&str> = all().map(|case| case.name).collect();
        assert!(names.iter().all(|name| name.split('/').count() == 2));
        assert!(names.contains(&FIRST));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
