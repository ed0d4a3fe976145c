//! What Tengen's own searches hold of a position.
//!
//! Invariant: a score depends on the position and the nodes alone, for every search begins with
//! empty tables.

use std::sync::Arc;

use crate::game::Position;
use crate::game::Variant;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::rules::game::Game;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Request, Score};
use crate::{gomoku, othello};

/// Transposition table of a search, in bytes: enough for the nodes of a short one, and little to
/// empty.
const TABLE_BYTES: usize = 8 << 20;

/// Scores positions of one variant.
pub(super) enum Judge {
    /// Gomoku, with what its rule makes of lines.
    Gomoku(Box<gomoku::search::Searcher>, Arc<Tables>),
    /// Othello.
    Othello(Box<othello::search::Searcher>),
}

impl Judge {
    /// A judge for games of `variant`.
    pub fn new(variant: Variant) -> Judge {
        match variant {
            Variant::Gomoku { rule, .. } => Judge::Gomoku(
                Box::new(gomoku::search::Searcher::new(TABLE_BYTES)),
                Arc::new(Tables::new(rule)),
            ),
            Variant::Othello => {
                Judge::Othello(Box::new(othello::search::Searcher::new(TABLE_BYTES)))
            }
        }
    }

    /// The score for the side to move after a search of `nodes`, in hundredths of a point
    /// or of a disc; `None` if threats are pending, if the game is decided, or if the position is
    /// of another game.
    pub fn score(&mut self, position: &Position, nodes: u64) -> Option<i32> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::unlimited();
        let best = match (self, position) {
            (Judge::Gomoku(searcher, tables), Position::Gomoku(game)) => {
                if !is_quiet(game, tables) {
                    return None;
                }
                searcher.clear();
                searcher.search(game, &Request::best_move(limits), &control, &mut |_| ())
            }
            (Judge::Othello(searcher), Position::Othello(game)) => {
                searcher.clear();
                let request = Request { is_analysis: true, ..Request::best_move(limits) };
                searcher.search(game, &request, &control, &mut |_| ())
            }
            (Judge::Gomoku(..) | Judge::Othello(_), _) => return None,
        };
        match best.lines.first()?.score {
            Score::Points(hundredths) | Score::Discs(hundredths) => Some(hundredths),
            Score::Exact(0) => Some(0),
            Score::Exact(_) | Score::Win(_) | Score::Loss(_) => None,
        }
    }
}

/// Whether nobody threatens a five or an open four.
fn is_quiet(game: &Game, tables: &Arc<Tables>) -> bool {
    let board = Box::new(Board::new(tables.clone(), game.grid(), game.side_to_move()));
    tactics::assess(&board) == Situation::Free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, Size, parse_points};
    use crate::formats::game::tests::random_game;
    use crate::gomoku::rules::rule::Rule;

    fn score(variant: Variant, moves: &str) -> Option<i32> {
        let mut position = variant.start().unwrap();
        for point in parse_points(moves).unwrap() {
            position.play(Move::Place(point)).unwrap();
        }
        Judge::new(variant).score(&position, 2000)
    }

    #[test]
    fn threats_and_decided_games_have_no_score() {
        let size = Size::new(15, 15).unwrap();
        let freestyle = Variant::Gomoku { rule: Rule::Freestyle, size };
        for (moves, why) in [
            ("h8a1i8b1j8o1k8o2", "black makes five"),
            ("h8a1i8b1j8o1", "black makes an open four"),
            ("h8h7i8i7j8", "white must defend against an open four"),
            ("h8g8i8h7j8i7k8", "white must block a five"),
            ("h8a1h9b1i8o1i9o3", "black has two open threes at once"),
        ] {
            assert_eq!(score(freestyle, moves), None, "{why}");
        }
        assert!(score(freestyle, "h8i9").is_some_and(|score| score > 0));
        assert!(score(freestyle, "h8i9a1").is_some());
        assert!(score(Variant::Othello, "f5d6").is_some());
        let mut gomoku = Judge::new(freestyle);
        assert_eq!(gomoku.score(&Variant::Othello.start().unwrap(), 10), None);
    }

    #[test]
    fn a_solved_game_has_a_score_only_if_it_is_drawn() {
        let mut judge = Judge::new(Variant::Othello);
        for seed in 0..10 {
            let game = random_game(Variant::Othello, seed, 52, None);
            let mut position = Variant::Othello.start().unwrap();
            game.moves.iter().for_each(|timed| position.play(timed.mv).unwrap());
            if position.legal_points().count() > 1 {
                assert!(matches!(judge.score(&position, 100_000), None | Some(0)));
            }
        }
    }

    #[test]
    fn a_score_is_independent_of_the_positions_before() {
        let size = Size::new(15, 15).unwrap();
        for variant in [Variant::Gomoku { rule: Rule::Renju, size }, Variant::Othello] {
            let mut judge = Judge::new(variant);
            let start = variant.start().unwrap();
            let next = |position: &Position| {
                let mut next = position.clone();
                let point = next.legal_points().nth(2).unwrap();
                next.play(Move::Place(point)).unwrap();
                next
            };
            let (first, second) = (next(&start), next(&next(&start)));
            let fresh = judge.score(&second, 3000);
            judge.score(&first, 3000);
            assert_eq!(judge.score(&second, 3000), fresh);
        }
    }
}
