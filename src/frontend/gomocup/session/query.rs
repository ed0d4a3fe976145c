//! Questions about the position and the settings: answered without search.

use crate::coord::{Move, Point};
use crate::frontend::desk::LARGEST_TABLE;
use crate::frontend::gomocup::protocol::{Command, Message, Problem, Reply, Target};
use crate::frontend::setting::KEYS;
use crate::game::Position;
use crate::gomoku::rules::forbidden::Foul;
use crate::search::report::Score;

use super::State;

impl State {
    /// `SHOW`, `MOVES`, `RESULT`, `FORBIDDEN` and `YXSHOWFORBID`.
    pub(super) fn query(&mut self, command: &Command) -> Result<(), Problem> {
        let dead_draw = self.settings.dead_draw;
        let position = &*self.settled()?;
        let answer = match command {
            Command::Show => Reply::Board(Box::new(position.clone())),
            Command::Moves => Reply::Moves(position.history().to_vec()),
            Command::Result => Reply::Result(position.outcome(dead_draw)),
            Command::Forbidden => Reply::Forbidden(forbidden(position)),
            _ => Reply::YxForbidden(
                forbidden(position).into_iter().map(|(point, _)| point).collect(),
            ),
        };
        self.reply(answer);
        Ok(())
    }

    /// `WHY x,y`.
    pub(super) fn why(&mut self, target: Target) -> Result<(), Problem> {
        let Position::Gomoku(game) = &*self.settled()? else {
            return Err(Problem::GomokuOnly("WHY"));
        };
        let size = game.size();
        let Some(Move::Place(point)) = target.on(size) else {
            return Err(Problem::OffBoard { target, size });
        };
        let explanation = game.explain(point).ok_or(Problem::NotForbidden(point))?;
        self.reply(Reply::Why(explanation));
        Ok(())
    }

    /// The answer to `EVAL`.
    pub(super) fn tell_evaluation(&mut self, score: Score) {
        if let Some(position) = &self.position {
            self.reply(Reply::Eval(position.side_to_move(), score));
        }
    }

    /// `OPTIONS`.
    pub(super) fn show_options(&mut self) {
        for (key, (name, value)) in KEYS.iter().zip(self.settings.values()) {
            self.reply(Reply::Option { name, value, takes: key.takes, help: key.help });
        }
        self.reply(Reply::Ok);
    }

    /// `YXSHOWINFO`.
    pub(super) fn show_front_end_limits(&mut self) {
        let threads = self.settings.most_threads() as u64;
        let largest_hash = (LARGEST_TABLE >> 10).ilog2().into();
        for (key, value) in [("MAX_THREAD_NUM", threads), ("MAX_HASH_SIZE", largest_hash)] {
            self.reply(Reply::Message(Message::FrontEnd { key, value }));
        }
    }
}

fn forbidden(position: &Position) -> Vec<(Point, Foul)> {
    match position {
        Position::Gomoku(game) => game.forbidden(),
        Position::Othello(_) => Vec::new(),
    }
}
