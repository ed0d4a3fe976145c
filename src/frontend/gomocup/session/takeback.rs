//! Taking moves back.

use crate::frontend::gomocup::protocol::{Problem, Reply, Target};
use crate::game::Position;

use super::State;

impl State {
    /// `TAKEBACK x,y`: the last ply, which must have been there. Passes that followed it may go
    /// unnamed: they go with it.
    pub(super) fn take_back(&mut self, target: Target) -> Result<(), Problem> {
        let position = self.settled()?;
        let plies = plies_since(position, target).ok_or_else(|| Problem::NotLastMove {
            target,
            last: position.history().last().map(|ply| ply.mv),
        })?;
        for _ in 0..plies {
            position.undo();
        }
        self.reply(Reply::Ok);
        Ok(())
    }

    /// `UNDO n`: the last `n` plies, passes counted.
    pub(super) fn undo(&mut self, asked: u32) -> Result<(), Problem> {
        let position = self.settled()?;
        let played = position.history().len();
        if asked as usize > played {
            return Err(Problem::TooFewPlies { asked, played });
        }
        for _ in 0..asked {
            position.undo();
        }
        self.reply(Reply::Ok);
        Ok(())
    }
}

/// How many plies end with the one at `target`, if only passes follow it.
fn plies_since(position: &Position, target: Target) -> Option<usize> {
    let mut plies = 0;
    for ply in position.history().iter().rev() {
        plies += 1;
        if Target::from(ply.mv) == target {
            return Some(plies);
        }
        if Target::from(ply.mv) != Target::PASS {
            return None;
        }
    }
    None
}
