//! What the searcher may remember from one search to the next.
//!
//! A new game begins with an empty table, so that a game is the same whatever was played before it
//! in the same process. Front ends that send `START` before every move go on with the game they
//! were in, and keep the table.

use crate::game::Position;

/// What was searched last.
#[derive(Debug, Default)]
pub struct Memory {
    searched: Option<Position>,
    /// Whether `START` or `RESTART` came since.
    started: bool,
}

impl Memory {
    /// `START` or `RESTART` came.
    pub fn start(&mut self) {
        self.started = true;
    }

    /// Whether what is known must be forgotten before `position` is searched, as it will be now.
    pub fn must_forget_before(&mut self, position: &Position) -> bool {
        let goes_on = self.searched.as_ref().is_none_or(|last| goes_on(last, position));
        self.searched = Some(position.clone());
        std::mem::take(&mut self.started) && !goes_on
    }
}

/// Whether `next` is a later position of the game that `last` is of.
fn goes_on(last: &Position, next: &Position) -> bool {
    let (before, after) = (last.history(), next.history());
    has_same_rules(last, next)
        && last.size() == next.size()
        && !before.is_empty()
        && before.len() < after.len()
        && after.starts_with(before)
}

/// Whether what is known of one position holds for the other.
fn has_same_rules(last: &Position, next: &Position) -> bool {
    match (last, next) {
        (Position::Gomoku(last), Position::Gomoku(next)) => last.rule() == next.rule(),
        (Position::Othello(_), Position::Othello(_)) => true,
        _ => false,
    }
}
