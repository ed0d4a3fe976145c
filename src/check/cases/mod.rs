//! The checks themselves, by part of the protocol.
//!
//! Every check starts its own processes, so that no check can affect the next. Where a position has one
//! sensible move, missing it is only a warning: strength is not conformance.

mod lifecycle;
mod moves;
mod rules;
mod settings;

use crate::check::exam::Case;

/// The check that all others depend on.
pub const FIRST: &str = "start/ok";

/// All checks in the order in which they run.
pub fn all() -> impl Iterator<Item = Case> {
    [
        lifecycle::START,
        lifecycle::LINES,
        moves::PLAY,
        moves::BOARD,
        settings::INFO,
        settings::TIME,
        rules::CASES,
        lifecycle::END,
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
