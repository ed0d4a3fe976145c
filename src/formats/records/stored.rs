//! A game as stored in a file: with its start position and its faults.

use super::loss::Loss;
use crate::formats::error::{Place, RecordError};
use crate::formats::game::GameRecord;
use crate::formats::ggf::GgfGame;
use crate::formats::renlib::Library;
use crate::game::Position;

/// A game that was read, as far as it follows the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// The position before the first move. If it has a history, this is not part of the game.
    pub start: Position,
    /// The game. If `start` is not the standard start position, its moves begin there, with the side to move
    /// in `start`. With a fault, its moves end before the first illegal one.
    pub record: GameRecord,
    /// Whether the last move of the record is a pass that the file does not state.
    pub has_unstated_pass: bool,
    /// The first fault: an illegal move, a result that contradicts the board, or a malformed detail.
    pub fault: Option<RecordError>,
    /// Whether the record has every move of the file, because all are legal.
    pub has_all_moves: bool,
    /// Where the game begins.
    pub place: Place,
    /// The parts of the game in the file that the record lacks.
    pub omitted: Vec<Loss>,
    /// The game of Gomoku with its variations, labels and comments, if there are any.
    pub tree: Option<Library>,
}

impl StoredGame {
    /// A flawless game from `start` at the beginning of a text.
    pub fn new(start: Position, record: GameRecord) -> StoredGame {
        StoredGame {
            start,
            record,
            has_unstated_pass: false,
            fault: None,
            has_all_moves: true,
            place: Place::Line(1),
            omitted: Vec::new(),
            tree: None,
        }
    }

    /// Whether it begins in the standard start position of its game and board.
    pub fn is_standard(&self) -> bool {
        self.record.variant.start().is_ok_and(|start| start == self.start)
    }

    /// The record, if the game has no fault.
    ///
    /// # Errors
    /// The fault.
    pub fn into_flawless(self) -> Result<GameRecord, RecordError> {
        self.fault.map_or(Ok(self.record), Err)
    }

    /// Removes an implied pass after the last move.
    pub fn drop_unstated_pass(&mut self) {
        if std::mem::take(&mut self.has_unstated_pass) {
            self.record.moves.pop();
        }
    }

    /// The position after the moves of the record.
    pub fn end(&self) -> Position {
        let mut position = self.start.clone();
        for timed in &self.record.moves {
            position.play(timed.mv).expect("the moves of a record are legal");
        }
        position
    }
}

impl From<GgfGame> for StoredGame {
    fn from(game: GgfGame) -> StoredGame {
        StoredGame {
            has_unstated_pass: game.has_unstated_pass,
            fault: game.fault.map(RecordError::from),
            has_all_moves: game.has_all_moves,
            omitted: game.omitted,
            ..StoredGame::new(Position::Othello(game.start), game.record)
        }
    }
}
