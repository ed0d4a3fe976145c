//! How much of its match clock the side to move may spend.
//!
//! Gomoku is decided after about so many moves that need thought, and on a larger board after fewer, for an
//! attack runs into no edge there. A game that may be over after any move is played best with the same part of
//! what is left for every move: one in as many as it is expected to go on. Othello lasts as long as there are
//! empty squares, so that a good part can be kept for the solving of the game, after which hardly any time is
//! needed.

use crate::game::Position;
use crate::gomoku::rules::game::Game as Gomoku;
use crate::search::clock::Share;

/// Moves of a side that need thought in a game of Gomoku, times the points of its board: 12 on 15x15, fewest
/// on 20x20.
const MOVES_BY_AREA: f64 = 12.0 * 225.0;
const FEWEST_MOVES: f64 = 8.0;
/// Times the planned part that a move of Gomoku may take.
const STRETCH: f64 = 3.0;

/// Empty squares from which Othello can be solved, if the time is right; in how many moves that is to be
/// done; and as how many of the moves before it counts.
const SOLVED_FROM: u32 = 26;
const MOVES_OF_SOLVE: u32 = 3;
const WORTH_OF_SOLVE: u32 = 7;

/// How much of its match clock the side to move may spend in `position`.
pub fn share_of_clock(position: &Position) -> Share {
    match position {
        Position::Gomoku(game) => {
            let usual = 1.0 / moves_of_gomoku(game);
            Share { usual, most: STRETCH * usual }
        }
        Position::Othello(game) => match game.board().empty_count() {
            0..=SOLVED_FROM => Share { usual: 1.0 / f64::from(MOVES_OF_SOLVE), most: 0.5 },
            empties => {
                let moves = f64::from((empties - SOLVED_FROM) / 2 + WORTH_OF_SOLVE);
                Share { usual: 1.0 / moves, most: 2.0 / moves }
            }
        },
    }
}

fn moves_of_gomoku(game: &Gomoku) -> f64 {
    (MOVES_BY_AREA / game.size().area() as f64).max(FEWEST_MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, Size};
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn a_larger_board_gives_its_first_moves_more_of_the_clock() {
        let usual = |side| {
            let game = Gomoku::new(Rule::Freestyle, Size::new(side, side).unwrap()).unwrap();
            let share = share_of_clock(&Position::Gomoku(game));
            assert!(0.0 < share.usual && share.usual < share.most && share.most < 0.5, "{share:?}");
            share.usual
        };
        assert_eq!((usual(15), usual(20), usual(22)), (1.0 / 12.0, 1.0 / 8.0, 1.0 / 8.0));
        assert!(usual(5) < usual(10) && usual(10) < usual(15));
    }

    #[test]
    fn the_clock_of_othello_lasts_until_the_game_is_solved() {
        let mut game = crate::othello::rules::game::Game::new();
        let mut left = 1.0;
        let mut left_at = [0.0; 61];
        while game.outcome().is_none() {
            let empties = game.board().empty_count() as usize;
            left_at[empties] = left;
            let share = share_of_clock(&Position::Othello(game.clone()));
            assert!(
                0.0 < share.usual && share.usual < share.most && share.most <= 0.5,
                "{share:?}"
            );
            // Both sides have a clock of their own: every other position is for this one.
            left *= if empties.is_multiple_of(2) { 1.0 - share.usual } else { 1.0 };
            let mv = game.legal_moves().first().map_or(Move::Pass, |&point| Move::Place(point));
            game.play(mv).unwrap();
        }
        let at = SOLVED_FROM as usize;
        assert!((0.2..0.4).contains(&left_at[at]), "{left_at:?}");
        assert!((0.05..0.15).contains(&left_at[at - 6]), "{left_at:?}");
    }
}
