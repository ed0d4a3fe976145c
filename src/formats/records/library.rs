//! The games of a library: one for each leaf of its tree.

use crate::coord::Point;
use crate::formats::error::{Place, RecordError};
use crate::formats::game::{Details, GameRecord, Replay, Verdict};
use crate::formats::renlib::{self, Library};
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;

use super::stored::StoredGame;

/// Reads the leaves of a library one by one.
pub(super) struct LibraryGames {
    rule: Rule,
    /// The library, or why there is none until that is told.
    library: Result<Library, Option<RecordError>>,
    /// The next node.
    at: usize,
    /// The moves to the last node.
    path: Vec<Option<Point>>,
    /// Games so far.
    number: usize,
}

impl LibraryGames {
    pub fn new(bytes: &[u8], rule: Rule) -> LibraryGames {
        let library = renlib::read(bytes).map_err(|error| {
            Some(RecordError {
                place: Place::Byte(error.offset),
                message: error.message.to_owned(),
            })
        });
        LibraryGames { rule, library, at: 0, path: Vec::new(), number: 0 }
    }

    /// The game of the moves in `path`.
    fn game(&self) -> StoredGame {
        let variant = Variant::Gomoku { rule: self.rule, size: renlib::SIZE };
        let start = variant.start().expect("15x15 is a board of Gomoku");
        let mut replay = Replay::new(start.clone());
        let illegal = self.path.iter().enumerate().find_map(|(index, point)| {
            let played = match *point {
                Some(point) => {
                    replay.place(point, Default::default()).map_err(|why| why.to_string())
                }
                None if replay.state_pass() => Ok(()),
                None => Err("a pass that is not forced".to_owned()),
            };
            played.err().map(|why| format!("move {}: {why}", index + 1))
        });
        let place = Place::Game(self.number);
        let fault = illegal.map(|message| RecordError { place, message });
        let record = GameRecord {
            variant,
            players: ["?", "?"].map(str::to_owned),
            date: None,
            verdict: Verdict::of_board(&replay.position),
            moves: replay.moves,
            details: Details::default(),
        };
        StoredGame {
            place,
            has_all_moves: fault.is_none(),
            fault,
            ..StoredGame::new(start, record)
        }
    }
}

impl Iterator for LibraryGames {
    type Item = Result<StoredGame, RecordError>;

    fn next(&mut self) -> Option<Result<StoredGame, RecordError>> {
        let nodes = match &mut self.library {
            Ok(library) => &library.nodes,
            Err(error) => return error.take().map(Err),
        };
        loop {
            let node = nodes.get(self.at)?;
            self.at += 1;
            self.path.truncate(node.depth.saturating_sub(1));
            if node.depth > 0 {
                self.path.push(node.point);
            }
            let is_leaf = nodes.get(self.at).is_none_or(|next| next.depth <= node.depth);
            if is_leaf && node.depth > 0 {
                self.number += 1;
                return Some(Ok(self.game()));
            }
        }
    }
}
