//! The games of a library: one for each leaf of its tree.

use std::time::Duration;

use super::loss::Loss;
use super::stored::StoredGame;
use crate::formats::encoding::Encoding;
use crate::formats::error::{Place, RecordError};
use crate::formats::game::{Details, GameRecord, Replay, Verdict};
use crate::formats::renlib::{self, Library, Node};
use crate::game::{Position, Variant};
use crate::gomoku::rules::rule::Rule;

/// Reads the leaves of a library one by one.
pub(super) struct LibraryGames {
    /// The empty board.
    start: Position,
    /// The library, or the error in it until that is reported.
    library: Result<Library, Option<RecordError>>,
    /// Whether each of its nodes has a label on an empty point below it.
    labelled: Vec<bool>,
    keeps_tree: bool,
    /// The first illegal move of a kept tree, until it is reported.
    fault: Option<RecordError>,
    /// The next node.
    at: usize,
    /// The root and the moves above it.
    path: Vec<Step>,
    /// Games so far.
    number: usize,
}

/// A node of a path, and what there is up to it. Each leaf needs it without a look at the whole path, which illegal
/// moves can make very long.
#[derive(Clone, Copy)]
struct Step {
    node: usize,
    has_comments: bool,
    has_labels: bool,
}

impl LibraryGames {
    pub fn new(bytes: &[u8], rule: Rule, encoding: Encoding) -> LibraryGames {
        let variant = Variant::Gomoku { rule, size: renlib::SIZE };
        let start = variant.start().expect("15x15 is a board of Gomoku");
        let library = renlib::read(bytes, encoding).map_err(|error| {
            let (place, message) = (Place::Byte(error.offset), error.message.to_owned());
            Some(RecordError { place, message })
        });
        let labelled = library.as_ref().map_or_else(|_| Vec::new(), Library::labelled);
        LibraryGames {
            start,
            library,
            labelled,
            keeps_tree: false,
            fault: None,
            at: 0,
            path: Vec::new(),
            number: 0,
        }
    }

    /// Returns only the first game, with the whole tree as far as it is legal.
    pub fn keep_tree(&mut self) {
        self.keeps_tree = true;
        if let Ok(library) = &mut self.library {
            let fault = remove_illegal(library, &self.start);
            self.fault = fault.map(|(_, message)| RecordError { place: Place::Game(1), message });
        }
    }

    /// The step to the node `at`, the next one of the path.
    fn step(&self, library: &Library, at: usize) -> Step {
        let node = &library.nodes[at];
        let above = self.path.last();
        let has_label = !node.label.is_empty() || node.is_marked;
        Step {
            node: at,
            has_comments: above.is_some_and(|above| above.has_comments) || !node.comment.is_empty(),
            // A label or a mark of the root is on no point.
            has_labels: above.is_some_and(|above| above.has_labels || has_label)
                || self.labelled[at],
        }
    }

    /// The game of the nodes in `path`.
    fn game(&self, library: &Library) -> StoredGame {
        let nodes = &library.nodes;
        let place = Place::Game(self.number);
        let start = self.start.clone();
        let mut replay = Replay::new(start.clone());
        let mut moves = self.path.iter().skip(1).map(|step| &nodes[step.node]);
        let fault = moves.find_map(|node| play(node, &mut replay).err());
        let fault = fault.map(|message| RecordError { place, message });
        let has_all_moves = fault.is_none();
        let record = GameRecord {
            variant: start.variant(),
            players: ["?", "?"].map(str::to_owned),
            date: None,
            verdict: Verdict::of_board(&replay.position),
            moves: replay.moves,
            details: Details::default(),
        };
        let last = self.path.last();
        let omitted = [
            (Loss::Comments, last.is_some_and(|last| last.has_comments)),
            (Loss::Labels, last.is_some_and(|last| last.has_labels)),
        ];
        let omitted = omitted.into_iter().filter(|&(_, is_there)| is_there).map(|(loss, _)| loss);
        let omitted = omitted.collect();
        StoredGame { fault, has_all_moves, place, omitted, ..StoredGame::new(start, record) }
    }
}

/// Plays the move of `node`, or returns why it is illegal.
fn play(node: &Node, replay: &mut Replay) -> Result<(), String> {
    let number = node.depth;
    match node.point {
        Some(point) => replay
            .place(point, Duration::ZERO)
            .map_err(|illegal| format!("move {number}: {illegal}")),
        None if replay.state_pass() => Ok(()),
        None => Err(format!("move {number}: a pass that is not forced")),
    }
}

/// Removes the illegal moves and their successors. Returns the number of the first one among all moves of the tree,
/// from 0, and why it is illegal.
pub fn remove_illegal(library: &mut Library, start: &Position) -> Option<(usize, String)> {
    let mut fault = None;
    let mut moves = 0..;
    // The games up to the nodes above, and the depth below which everything is removed.
    let mut path = vec![Replay::new(start.clone())];
    let mut kept = usize::MAX;
    library.nodes.retain(|node| {
        let is_move = node.depth > 0 && !node.is_label;
        let number = if is_move { moves.next() } else { None };
        if node.depth > kept {
            return false;
        }
        kept = usize::MAX;
        let Some(number) = number else { return true };
        path.truncate(node.depth);
        let mut game = path[node.depth - 1].clone();
        if let Err(message) = play(node, &mut game) {
            fault.get_or_insert((number, message));
            kept = node.depth;
            return false;
        }
        path.push(game);
        true
    });
    fault
}

impl Iterator for LibraryGames {
    type Item = Result<StoredGame, RecordError>;

    fn next(&mut self) -> Option<Result<StoredGame, RecordError>> {
        loop {
            if let Err(error) = &mut self.library {
                return error.take().map(Err);
            }
            let Ok(library) = &self.library else { return None };
            let at = self.at;
            let Some(node) = library.nodes.get(at) else { return self.fault.take().map(Err) };
            self.at += 1;
            if node.is_label {
                continue;
            }
            self.path.truncate(node.depth);
            let step = self.step(library, at);
            self.path.push(step);
            if node.depth > 0 && library.is_leaf(at) {
                self.number += 1;
                let game = self.game(library);
                if !self.keeps_tree {
                    return Some(Ok(game));
                }
                let library = std::mem::replace(&mut self.library, Err(None)).ok();
                let fault = self.fault.take();
                let has_all_moves = fault.is_none();
                let (tree, omitted) = (library, Vec::new());
                return Some(Ok(StoredGame { tree, omitted, fault, has_all_moves, ..game }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::renlib::tests::with_header;

    fn games(nodes: &[u8]) -> LibraryGames {
        LibraryGames::new(&with_header(nodes), Rule::Freestyle, Encoding::default())
    }

    #[test]
    fn a_game_omits_only_what_is_on_its_way() {
        // h8, then g8 with a comment, i8 with a mark and the label "A" below it, and j8.
        let nodes = b"\x78\x00\x77\xc8x\x00\x79\x90\x7b\x43\x00\x01A\x00\x7a\x40";
        let omitted: Vec<Vec<Loss>> = games(nodes).map(|game| game.unwrap().omitted).collect();
        assert_eq!(omitted, [vec![Loss::Comments], vec![Loss::Labels], vec![]]);
    }

    #[test]
    fn the_leaves_of_a_long_line_are_read_in_one_pass() {
        // h8 again and again, with a leaf before each. If every leaf searched its whole path, this would take minutes.
        let mut nodes = b"\x79\xc0\x78\x00".repeat(200_000);
        nodes.extend(b"\x79\x40");
        let (mut legal, mut illegal) = (0, 0);
        for game in games(&nodes) {
            let game = game.unwrap();
            *if game.fault.is_none() { &mut legal } else { &mut illegal } += 1;
            assert!(game.omitted.is_empty());
        }
        assert_eq!((legal, illegal), (2, 199_999));
    }
}
