//! A game of Gomoku: a position with its history, legal moves and outcome.
//!
//! The outcome depends on the cells alone, so `undo` exactly inverts `play`.

use std::fmt;

use super::forbidden::{self, Explanation, Foul, forbidden_points, foul_at};
use super::grid::{Cell, Grid, Square};
use super::rule::Rule;
use super::wins::{find_win, five_possible, winning_line};
use crate::color::Color;
use crate::coord::{MAX_SIDE, MIN_SIDE, Move, Ply, Point, Size};

/// The default board size.
pub const DEFAULT_SIZE: Size = Size::new(15, 15).expect("15 is within the limits");

/// The content of a point in a set-up position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    Of(Color),
    /// Neither side can use the point for the rest of the game.
    Blocked,
}

/// What ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The first winning row, or the full board.
    Win,
    /// Only the full board; the game continues after a winning row.
    FullBoard,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Win {
        color: Color,
        /// The whole row, in order along its line.
        line: Vec<Point>,
    },
    Draw(Draw),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// No empty point is left.
    FullBoard,
    /// There are empty points, but neither side can still make a winning row.
    NoFivePossible,
}

impl Outcome {
    /// The winner; `None` for a draw.
    pub const fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Win { color, .. } => Some(*color),
            Outcome::Draw(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// `five f8 g8 h8 i8 j8` with the whole row, `full board` or `no five possible`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { line, .. } => {
                f.write_str("five")?;
                line.iter().try_for_each(|point| write!(f, " {point}"))
            }
            Outcome::Draw(Draw::FullBoard) => f.write_str("full board"),
            Outcome::Draw(Draw::NoFivePossible) => f.write_str("no five possible"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rule: Rule,
    ending: Ending,
    grid: Grid,
    empty: usize,
    side_to_move: Color,
    history: Vec<Ply>,
    outcome: Option<Outcome>,
}

impl Game {
    /// An empty board with Black to move.
    ///
    /// # Errors
    /// A side of the board is shorter than [`MIN_SIDE`].
    pub fn new(rule: Rule, size: Size) -> Result<Game, UnsupportedSize> {
        if size.shorter_side() < MIN_SIDE {
            return Err(UnsupportedSize(size));
        }
        Ok(Game {
            rule,
            ending: Ending::Win,
            grid: Grid::new(size),
            empty: size.area(),
            side_to_move: Color::Black,
            history: Vec::new(),
            outcome: None,
        })
    }

    /// A position set up stone by stone, in the given order. Where two stones of one colour follow each
    /// other, or White comes first, the history has a pass of the other side. Fouls are not checked.
    ///
    /// # Errors
    /// The size is unsupported, or a stone is off the board or on a taken point.
    pub fn set_up(rule: Rule, size: Size, stones: &[(Point, Stone)]) -> Result<Game, SetUpError> {
        let mut game = Game::new(rule, size).map_err(SetUpError::Size)?;
        for &(point, stone) in stones {
            let square = game.vacant(point).map_err(SetUpError::Stone)?;
            match stone {
                Stone::Of(color) => {
                    game.give_turn_to(color);
                    game.record(Move::Place(point));
                    game.grid.set(square, Cell::stone(color));
                }
                Stone::Blocked => game.grid.set(square, Cell::Wall),
            }
            game.empty -= 1;
        }
        game.outcome = game.judge_all();
        Ok(game)
    }

    /// A game that begins with `stones` on the board and `side` to move: they are not part of its history. Fouls are
    /// not checked.
    ///
    /// # Errors
    /// As [`Game::set_up`].
    pub fn from_stones(
        rule: Rule,
        size: Size,
        stones: impl IntoIterator<Item = (Point, Color)>,
        side: Color,
    ) -> Result<Game, SetUpError> {
        let stones: Vec<(Point, Stone)> =
            stones.into_iter().map(|(point, color)| (point, Stone::Of(color))).collect();
        let mut game = Game::set_up(rule, size, &stones)?;
        (game.history, game.side_to_move) = (Vec::new(), side);
        game.outcome = game.judge_all();
        Ok(game)
    }

    /// The same game, ended by `ending`. The outcome is recomputed.
    pub fn ended_by(mut self, ending: Ending) -> Game {
        self.ending = ending;
        self.outcome = self.judge_all();
        self
    }

    /// The same stones under another rule. The outcome is recomputed.
    pub fn under(mut self, rule: Rule) -> Game {
        self.rule = rule;
        self.outcome = self.judge_all();
        self
    }

    /// Makes `color` the side to move, if necessary by a pass of the other side, legal or not: for positions set up by
    /// a match manager.
    pub fn give_turn_to(&mut self, color: Color) {
        if self.side_to_move != color {
            self.record(Move::Pass);
        }
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board size; both sides are at least [`MIN_SIDE`].
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    pub fn ending(&self) -> Ending {
        self.ending
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The colour of the stone on `point`, if there is one.
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.grid.get(Square::of(point)).color()
    }

    /// Whether `point` is on the board but was blocked when the position was set up.
    pub fn is_blocked(&self, point: Point) -> bool {
        self.size().contains(point) && self.grid.get(Square::of(point)) == Cell::Wall
    }

    /// The side to move, also after the end of the game.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// All plies so far, the colours alternating.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// How the game ended; `None` if it has not.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether neither side can still make a winning row. The game itself continues; a caller that
    /// stops here may call it [`Draw::NoFivePossible`].
    pub fn is_dead_draw(&self) -> bool {
        !matches!(self.outcome, Some(Outcome::Win { .. }))
            && !Color::ALL.into_iter().any(|color| five_possible(&self.grid, self.rule, color))
    }

    /// Checks a move of the side to move.
    ///
    /// # Errors
    /// The first reason why it is illegal.
    pub fn legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        match mv {
            Move::Place(point) => {
                let square = self.vacant(point)?;
                match self.foul(square) {
                    Some(foul) => Err(IllegalMove::Forbidden(point, foul)),
                    None => Ok(()),
                }
            }
            Move::Pass if self.must_pass() => Ok(()),
            Move::Pass => Err(IllegalMove::PassNotAllowed(self.side_to_move)),
        }
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// Like [`Game::legal`]; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.legal(mv)?;
        if let Move::Place(point) = mv {
            let square = Square::of(point);
            self.grid.set(square, Cell::stone(self.side_to_move));
            self.empty -= 1;
            self.outcome = self.judge(|game| {
                let line = winning_line(&game.grid, game.rule, square)?;
                Some((game.side_to_move, line))
            });
        }
        self.record(mv);
        Ok(())
    }

    /// Undoes and returns the last ply; `None` at the start. Blocked points stay.
    pub fn undo(&mut self) -> Option<Ply> {
        let ply = self.history.pop()?;
        self.side_to_move = ply.color;
        if let Move::Place(point) = ply.mv {
            self.grid.set(Square::of(point), Cell::Empty);
            self.empty += 1;
            self.outcome = self.judge_all();
        }
        Some(ply)
    }

    /// The empty points that are forbidden to the side to move, by column and then by row. There are
    /// none unless Black is to move in a game of renju that has not ended.
    pub fn forbidden(&self) -> Vec<(Point, Foul)> {
        if self.has_fouls() { forbidden_points(&self.grid) } else { Vec::new() }
    }

    /// The empty points that are forbidden to Black, whichever side is to move, by column and then by row. There are
    /// none unless the game is renju and has not ended.
    pub fn forbidden_to_black(&self) -> Vec<(Point, Foul)> {
        if self.has_fouls_for(Color::Black) { forbidden_points(&self.grid) } else { Vec::new() }
    }

    /// Why `point` is forbidden to Black, whichever side is to move; `None` if it is not.
    pub fn explain(&self, point: Point) -> Option<Explanation> {
        let considered = self.has_fouls_for(Color::Black) && self.size().contains(point);
        considered.then(|| forbidden::explain(&self.grid, Square::of(point))).flatten()
    }

    fn has_fouls(&self) -> bool {
        self.has_fouls_for(self.side_to_move)
    }

    fn has_fouls_for(&self, color: Color) -> bool {
        self.rule.forbids(color) && self.outcome.is_none()
    }

    fn foul(&self, square: Square) -> Option<Foul> {
        self.has_fouls().then(|| foul_at(&self.grid, square)).flatten()
    }

    /// Whether the side to move has no legal point. Without fouls it always has one, because a full
    /// board ends the game.
    fn must_pass(&self) -> bool {
        self.has_fouls() && self.grid.empty_squares().all(|square| self.foul(square).is_some())
    }

    /// The square of `point` if it is empty.
    fn vacant(&self, point: Point) -> Result<Square, IllegalMove> {
        if !self.size().contains(point) {
            return Err(IllegalMove::OffBoard(point, self.size()));
        }
        let square = Square::of(point);
        match self.grid.get(square) {
            Cell::Empty => Ok(square),
            Cell::Black => Err(IllegalMove::Occupied(point, Color::Black)),
            Cell::White => Err(IllegalMove::Occupied(point, Color::White)),
            Cell::Wall => Err(IllegalMove::Blocked(point)),
        }
    }

    fn record(&mut self, mv: Move) {
        self.history.push(Ply { color: self.side_to_move, mv });
        self.side_to_move = !self.side_to_move;
    }

    fn judge(&self, win: impl FnOnce(&Game) -> Option<(Color, Vec<Point>)>) -> Option<Outcome> {
        let win = match self.ending {
            Ending::Win => win(self),
            Ending::FullBoard => None,
        };
        match win {
            Some((color, line)) => Some(Outcome::Win { color, line }),
            None if self.empty == 0 => Some(Outcome::Draw(Draw::FullBoard)),
            None => None,
        }
    }

    /// Determines the outcome from the whole board. The row of the last stone takes precedence, as in play.
    fn judge_all(&self) -> Option<Outcome> {
        self.judge(|game| {
            let last = game.history.last().and_then(|ply| Some((ply.color, ply.mv.point()?)));
            let by_last = last.and_then(|(color, point)| {
                Some((color, winning_line(&game.grid, game.rule, Square::of(point))?))
            });
            by_last.or_else(|| find_win(&game.grid, game.rule))
        })
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard(Point, Size),
    /// A stone of this colour is on the point.
    Occupied(Point, Color),
    /// The point was blocked when the position was set up.
    Blocked(Point),
    /// Black would commit a foul.
    Forbidden(Point, Foul),
    /// This side has a legal point, or the rule has no passes.
    PassNotAllowed(Color),
    GameOver,
}

/// A board size that Gomoku does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedSize(pub Size);

/// Why a position cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpError {
    Size(UnsupportedSize),
    /// A stone is off the board or on a taken point.
    Stone(IllegalMove),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::OffBoard(point, size) => write!(f, "{point} is not on the {size} board"),
            IllegalMove::Occupied(point, color) => write!(f, "{point} is occupied by {color}"),
            IllegalMove::Blocked(point) => write!(f, "{point} is blocked"),
            IllegalMove::Forbidden(point, foul) => {
                write!(f, "{point} is forbidden for black: {foul}")
            }
            IllegalMove::PassNotAllowed(color) => write!(f, "{color} may not pass"),
            IllegalMove::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl fmt::Display for UnsupportedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unsupported board size {} (expected sides of {MIN_SIDE} to {MAX_SIDE})", self.0)
    }
}

impl std::error::Error for UnsupportedSize {}

impl fmt::Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetUpError::Size(size) => size.fmt(f),
            SetUpError::Stone(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetUpError {}
