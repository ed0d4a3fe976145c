//! A game of Othello: the position, whose turn it is, and every ply that led there.
//!
//! The rules are enforced only here: a placement must flip a disc, a pass is legal only when it is forced,
//! and no move is legal once neither side can move.

use std::fmt;

use super::board::Board;
use super::square::{self, Squares};
use crate::color::Color;
use crate::coord::{Move, Ply, Point};

/// A game in progress or finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    side: Color,
    earlier: Vec<Board>,
    history: Vec<Ply>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The point is not on the 8x8 board.
    OffBoard(Point),
    /// The point holds a disc of that colour.
    Occupied(Point, Color),
    /// The disc would flip no other.
    NoFlip(Point),
    /// That side has a move and may not pass.
    PassWithMoves(Color),
    /// Neither side can move.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::OffBoard(point) => write!(f, "{point} is not on the 8x8 board"),
            IllegalMove::Occupied(point, color) => write!(f, "{point} is occupied by {color}"),
            IllegalMove::NoFlip(point) => write!(f, "{point} turns no disc"),
            IllegalMove::PassWithMoves(color) => write!(f, "{color} has moves and may not pass"),
            IllegalMove::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub black: u32,
    pub white: u32,
}

impl Outcome {
    /// The side with more discs; `None` is a draw.
    pub fn winner(self) -> Option<Color> {
        match self.black.cmp(&self.white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Final disc difference for `color`, -64..=64, empty squares counted for the winner.
    pub fn score(self, color: Color) -> i32 {
        let black = match self.winner() {
            Some(Color::Black) => 64 - 2 * self.white as i32,
            Some(Color::White) => 2 * self.black as i32 - 64,
            None => 0,
        };
        if color == Color::Black { black } else { -black }
    }
}

impl fmt::Display for Outcome {
    /// The discs, Black's first: `discs 20-44`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "discs {}-{}", self.black, self.white)
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game at the start position, Black to move.
    pub fn new() -> Game {
        Game { board: Board::START, side: Color::Black, earlier: Vec::new(), history: Vec::new() }
    }

    /// A game that starts from any arrangement of discs, squares row by row from a1, with `side` to
    /// move. A side that cannot move must still pass.
    pub fn set_up(squares: &[Option<Color>; 64], side: Color) -> Game {
        let discs_of = |color| {
            let held = (0..64u8).filter(|&i| squares[usize::from(i)] == Some(color));
            held.fold(0, |set, i| set | square::bit(i))
        };
        Game::from_board(Board { player: discs_of(side), opponent: discs_of(!side) }, side)
    }

    /// A game that starts from `board`, seen from `side`, which is to move.
    pub fn from_board(board: Board, side: Color) -> Game {
        Game { board, side, earlier: Vec::new(), history: Vec::new() }
    }

    /// The position from the view of the side to move.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The side to move; when the game is over, the side whose turn it would be.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Every ply since the start, passes included.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// The disc on `point`; `None` if it is empty or off the board.
    pub fn cell(&self, point: Point) -> Option<Color> {
        let here = square::bit(square::from_point(point)?);
        if self.board.player & here != 0 {
            Some(self.side)
        } else if self.board.opponent & here != 0 {
            Some(!self.side)
        } else {
            None
        }
    }

    /// Whether `mv` may be played now.
    ///
    /// # Errors
    /// Why not.
    pub fn legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.board.is_over() {
            return Err(IllegalMove::GameOver);
        }
        match mv {
            Move::Pass if self.must_pass() => Ok(()),
            Move::Pass => Err(IllegalMove::PassWithMoves(self.side)),
            Move::Place(point) => {
                let here = square::from_point(point).ok_or(IllegalMove::OffBoard(point))?;
                match self.cell(point) {
                    Some(color) => Err(IllegalMove::Occupied(point, color)),
                    None if self.board.flips(here) == 0 => Err(IllegalMove::NoFlip(point)),
                    None => Ok(()),
                }
            }
        }
    }

    /// # Errors
    /// Why it is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.legal(mv)?;
        self.earlier.push(self.board);
        self.history.push(Ply { color: self.side, mv });
        self.board = match mv.point().and_then(square::from_point) {
            Some(here) => self.board.play(here),
            None => self.board.pass(),
        };
        self.side = !self.side;
        Ok(())
    }

    /// Takes back and returns the last ply; `None` at the start.
    pub fn undo(&mut self) -> Option<Ply> {
        let ply = self.history.pop()?;
        self.board = self.earlier.pop().expect("one board per ply");
        self.side = ply.color;
        Some(ply)
    }

    /// The points on which the side to move may play, in square order; empty when it must pass or
    /// the game is over.
    pub fn legal_moves(&self) -> Vec<Point> {
        Squares(self.board.legal_moves()).map(square::to_point).collect()
    }

    /// Whether the side to move has no move while the other side has one.
    pub fn must_pass(&self) -> bool {
        self.board.legal_moves() == 0 && self.board.pass().legal_moves() != 0
    }

    /// The result, once neither side can move.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.board.is_over() {
            return None;
        }
        let (own, other) = (self.board.player.count_ones(), self.board.opponent.count_ones());
        Some(match self.side {
            Color::Black => Outcome { black: own, white: other },
            Color::White => Outcome { black: other, white: own },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::parse_points;

    fn play_all(text: &str) -> Game {
        let mut game = Game::new();
        for point in parse_points(text).unwrap() {
            if game.must_pass() {
                game.play(Move::Pass).unwrap();
            }
            game.play(Move::Place(point)).unwrap();
        }
        game
    }

    fn place(text: &str) -> Move {
        Move::Place(Point::from_text(text).unwrap())
    }

    #[test]
    fn the_start_position_is_the_standard_one() {
        let game = Game::new();
        let cell = |text| game.cell(Point::from_text(text).unwrap());
        assert_eq!(cell("d4"), Some(Color::White));
        assert_eq!(cell("e5"), Some(Color::White));
        assert_eq!(cell("e4"), Some(Color::Black));
        assert_eq!(cell("d5"), Some(Color::Black));
        let moves: Vec<String> = game.legal_moves().iter().map(Point::to_string).collect();
        assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn every_illegal_move_says_why_and_changes_nothing() {
        let mut game = Game::new();
        let before = game.clone();
        for (mv, text) in [
            (place("d4"), "d4 is occupied by white"),
            (place("e4"), "e4 is occupied by black"),
            (place("a1"), "a1 turns no disc"),
            (place("i1"), "i1 is not on the 8x8 board"),
            (place("a9"), "a9 is not on the 8x8 board"),
            (Move::Pass, "black has moves and may not pass"),
        ] {
            assert_eq!(game.play(mv).unwrap_err().to_string(), text);
            assert_eq!(game, before);
        }
    }

    #[test]
    fn undo_returns_to_every_earlier_state() {
        let mut game = Game::new();
        let mut states = vec![];
        while game.outcome().is_none() {
            states.push(game.clone());
            let moves = game.legal_moves();
            let mv = moves
                .get(states.len() % moves.len().max(1))
                .map_or(Move::Pass, |&p| Move::Place(p));
            game.play(mv).unwrap();
        }
        assert_eq!(game.play(Move::Pass), Err(IllegalMove::GameOver));
        while let Some(state) = states.pop() {
            assert_eq!(game.undo().map(|ply| ply.color), Some(state.side_to_move()));
            assert_eq!(game, state);
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game, Game::new());
    }

    #[test]
    fn the_shortest_wipe_out_gives_all_squares_to_the_winner() {
        let game = play_all("e6f4e3f6g5d6e7f5c5");
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome, Outcome { black: 13, white: 0 });
        assert_eq!((outcome.winner(), outcome.score(Color::Black)), (Some(Color::Black), 64));
        assert_eq!(outcome.score(Color::White), -64);
        assert_eq!(game.legal(Move::Pass), Err(IllegalMove::GameOver));
        assert!(!game.must_pass());
    }

    #[test]
    fn a_forced_pass_is_legal_and_a_placement_then_is_not() {
        let mut squares = [None; 64];
        (squares[0], squares[1]) = (Some(Color::White), Some(Color::Black));
        let mut game = Game::set_up(&squares, Color::Black);
        assert!(game.must_pass() && game.legal_moves().is_empty());
        assert_eq!(game.play(place("c1")).unwrap_err().to_string(), "c1 turns no disc");
        game.play(Move::Pass).unwrap();
        assert_eq!(game.side_to_move(), Color::White);
        game.play(place("c1")).unwrap();
        assert_eq!(game.outcome(), Some(Outcome { black: 0, white: 3 }));
    }

    #[test]
    fn a_board_may_be_empty_full_or_drawn() {
        let empty = Game::set_up(&[None; 64], Color::White);
        assert_eq!(empty.outcome(), Some(Outcome { black: 0, white: 0 }));
        let mut squares = [Some(Color::White); 64];
        squares[..32].fill(Some(Color::Black));
        let drawn = Game::set_up(&squares, Color::Black).outcome().unwrap();
        assert_eq!((drawn.winner(), drawn.score(Color::White)), (None, 0));
    }
}
