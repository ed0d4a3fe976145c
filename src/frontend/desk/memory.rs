//! Decides when the searcher must clear its tables.
//!
//! A new game starts with an empty table, so that it does not depend on earlier games in the same
//! process. Managers that send `START` before every move continue their game, and keep the table.

use crate::game::Position;

/// The last position searched.
#[derive(Debug, Default)]
pub struct Memory {
    searched: Option<Position>,
    /// Whether a game has been started since.
    started: bool,
}

impl Memory {
    /// Records the start of a game.
    pub fn start(&mut self) {
        self.started = true;
    }

    /// Whether the tables must be cleared before `position` is searched.
    pub fn must_forget_before(&mut self, position: &Position) -> bool {
        let goes_on = self.searched.as_ref().is_none_or(|last| goes_on(last, position));
        self.searched = Some(position.clone());
        std::mem::take(&mut self.started) && !goes_on
    }
}

/// Whether `next` is a later position of the same game as `last`.
fn goes_on(last: &Position, next: &Position) -> bool {
    let (before, after) = (last.history(), next.history());
    has_same_rules(last, next)
        && last.size() == next.size()
        && !before.is_empty()
        && before.len() < after.len()
        && after.starts_with(before)
}

fn has_same_rules(last: &Position, next: &Position) -> bool {
    match (last, next) {
        (Position::Gomoku(last), Position::Gomoku(next)) => last.rule() == next.rule(),
        (Position::Othello(_), Position::Othello(_)) => true,
        _ => false,
    }
}
