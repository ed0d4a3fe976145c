//! A game in progress.

use std::error::Error;
use std::fmt;

use crate::color::Color;
use crate::coord::{Move, Ply, Point};
use crate::game::{self, Position, Variant};
use crate::gomoku::rules::forbidden::Foul;
use crate::gomoku::rules::game::{self as gomoku, UnsupportedSize};

/// A game of Gomoku or Othello: the position, and the moves that led to it.
///
/// ```
/// use tengen::{Color, Game, Move, Point, Variant};
///
/// let mut game = Game::new(Variant::Othello)?;
/// let f5 = Point::from_text("f5").expect("a point");
/// game.play(Move::Place(f5))?;
/// assert_eq!(game.side_to_move(), Color::White);
/// assert_eq!(game.legal_points().len(), 3);
/// assert_eq!(game.play(Move::Place(f5)).unwrap_err().to_string(), "f5 is occupied by black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    position: Position,
}

impl Game {
    /// The start of a game.
    ///
    /// # Errors
    /// A side of the Gomoku board is shorter than 5.
    pub fn new(variant: Variant) -> Result<Game, UnsupportedSize> {
        variant.start().map(|position| Game { position })
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The game, its rule and its board.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// The side to move, also after the end of the game.
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The moves so far, passes included, oldest first.
    pub fn history(&self) -> &[Ply] {
        self.position.history()
    }

    /// The stone or disc on `point`; `None` if the point is empty or off the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        let is_on_board = self.variant().size().contains(point);
        is_on_board.then(|| self.position.stone(point)).flatten()
    }

    /// Checks whether the side to move may play `mv`.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.position.legal(mv).map_err(IllegalMove)
    }

    /// The points where the side to move may play, row by row from the top. If there are none, the game is
    /// over or the side must pass.
    pub fn legal_points(&self) -> Vec<Point> {
        self.position.legal_points().collect()
    }

    /// Whether the only legal move is [`Move::Pass`].
    pub fn must_pass(&self) -> bool {
        self.position.must_pass()
    }

    /// The points that renju forbids to the side to move, and why, by column and then by row. Other rules
    /// forbid none, and White may play anywhere.
    ///
    /// ```
    /// use tengen::{Foul, Game, Move, Rule, Variant, parse_points};
    ///
    /// let mut game = Game::new(Variant::gomoku(Rule::Renju))?;
    /// for point in parse_points("f8o2h7o3h6o6g8c15")? {
    ///     game.play(Move::Place(point))?;
    /// }
    /// let forbidden = game.forbidden_points();
    /// assert_eq!(forbidden.len(), 1);
    /// assert_eq!((forbidden[0].0.to_string(), forbidden[0].1), ("h8".into(), Foul::DoubleThree));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forbidden_points(&self) -> Vec<(Point, Foul)> {
        match &self.position {
            Position::Gomoku(game) => game.forbidden(),
            Position::Othello(_) => Vec::new(),
        }
    }

    /// Plays `mv` for the side to move.
    ///
    /// # Errors
    /// Why it is illegal. The game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.play(mv).map_err(IllegalMove)
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Ply> {
        self.position.undo()
    }

    /// How the game ended; `None` while it is in progress.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self.position.outcome(false)? {
            game::Outcome::Gomoku(gomoku::Outcome::Win { color, line }) => {
                Outcome::Row { winner: color, points: line }
            }
            game::Outcome::Gomoku(gomoku::Outcome::Draw(_)) => Outcome::FullBoard,
            game::Outcome::Othello(discs) => {
                Outcome::Discs { black: discs.black, white: discs.white }
            }
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Gomoku: a winning row.
    Row {
        /// Who made it.
        winner: Color,
        /// The stones of the row, in order along its line.
        points: Vec<Point>,
    },
    /// Gomoku: the board is full. The game is a draw.
    FullBoard,
    /// Othello: neither side can move. The side with more discs wins.
    Discs {
        /// Black's discs.
        black: u32,
        /// White's discs.
        white: u32,
    },
}

impl Outcome {
    /// The winner; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Row { winner, .. } => Some(*winner),
            Outcome::Discs { black, white } if black > white => Some(Color::Black),
            Outcome::Discs { black, white } if black < white => Some(Color::White),
            Outcome::FullBoard | Outcome::Discs { .. } => None,
        }
    }
}

/// The error for an illegal move. Its text says why the move is illegal.
#[derive(Clone, Debug, PartialEq)]
pub struct IllegalMove(game::IllegalMove);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::parse_points;
    use crate::gomoku::rules::rule::Rule;

    fn after(variant: Variant, moves: &str) -> Game {
        let mut game = Game::new(variant).unwrap();
        for point in parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        game
    }

    #[test]
    fn an_outcome_names_its_winner_and_its_reason() {
        let game = after(Variant::gomoku(Rule::Freestyle), "h8a1i8a2j8a3k8a4l8");
        let points = parse_points("h8i8j8k8l8").unwrap();
        let row = Outcome::Row { winner: Color::Black, points };
        assert_eq!(game.outcome(), Some(row));
        // The shortest game: White has no disc left.
        let game = after(Variant::Othello, "e6f4e3f6g5d6e7f5c5");
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome, Outcome::Discs { black: 13, white: 0 });
        assert_eq!(outcome.winner(), Some(Color::Black));
        assert_eq!(Outcome::Discs { black: 30, white: 34 }.winner(), Some(Color::White));
        assert_eq!(Outcome::Discs { black: 32, white: 32 }.winner(), None);
    }

    #[test]
    fn points_off_the_board_are_empty() {
        let far = Point::new(21, 21).unwrap();
        for variant in [Variant::Othello, Variant::gomoku(Rule::Caro)] {
            assert_eq!(Game::new(variant).unwrap().stone(far), None);
        }
    }
}
