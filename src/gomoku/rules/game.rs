//! One game of Gomoku: a position with its history, what may be played and how it ended.
//!
//! A pure value. The outcome is a function of the cells alone, so `undo` and `play` are exact
//! inverses. Knows nothing of players, clocks or search.

use std::fmt;

use super::explain::{self, Explanation};
use super::forbidden::{Foul, forbidden_points, foul_at};
use super::grid::{Cell, Grid, Square};
use super::rule::Rule;
use super::wins::{find_win, five_possible, winning_line};
use crate::color::Color;
use crate::coord::{MAX_SIDE, MIN_SIDE, Move, Ply, Point, Size};

/// The board where none is given.
pub const DEFAULT_SIZE: Size = Size::new(15, 15).expect("15 is within the limits");

/// What a set-up puts on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// A stone of one side.
    Of(Color),
    /// The point is of no use to either side for the rest of the game.
    Blocked,
}

/// What ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The first winning row, or the full board.
    Win,
    /// Only the full board; rows are made and the game goes on.
    FullBoard,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `color` has made a winning row.
    Win {
        /// The winner.
        color: Color,
        /// The whole row, in order along its line.
        line: Vec<Point>,
    },
    /// Nobody has won and nobody will.
    Draw(Draw),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// No empty point is left.
    FullBoard,
    /// Points are left, but neither side can make a winning row any more.
    NoFivePossible,
}

impl Outcome {
    /// The winner; `None` is a draw.
    pub const fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Win { color, .. } => Some(*color),
            Outcome::Draw(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// The reason: `five f8 g8 h8 i8 j8` with the whole row, `full board`, `no five possible`.
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

/// A game in progress or ended.
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

    /// A position put on the board stone by stone, in the given order. Where two stones of one
    /// colour follow each other, or White comes first, the other side is recorded as passing.
    /// Nothing is a foul here, and rows made on the way count only if they still stand at the end.
    ///
    /// # Errors
    /// An unsupported size, or the first stone that is off the board or on a taken point.
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

    /// The same game, ended by `ending`; an outcome that this rules out is taken back.
    pub fn ended_by(mut self, ending: Ending) -> Game {
        self.ending = ending;
        self.outcome = self.judge_all();
        self
    }

    /// The same stones under another rule; an outcome that this brings about or rules out counts.
    pub fn under(mut self, rule: Rule) -> Game {
        self.rule = rule;
        self.outcome = self.judge_all();
        self
    }

    /// Makes `color` the side to move, if it is not, by a pass of the other side that no rule
    /// justifies: for positions that managers dictate.
    pub fn give_turn_to(&mut self, color: Color) {
        if self.side_to_move != color {
            self.record(Move::Pass);
        }
    }

    /// The rule set.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board's size: both sides at least [`MIN_SIDE`].
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// What ends the game.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The stones.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The colour of the stone on `point`, if there is one.
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.grid.get(Square::of(point)).color()
    }

    /// Whether `point` is on the board but was made unusable when the position was set up.
    pub fn is_blocked(&self, point: Point) -> bool {
        self.size().contains(point) && self.grid.get(Square::of(point)) == Cell::Wall
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// All plies so far, colours alternating from Black.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether neither side can make a winning row any more, whatever is played. The game goes on
    /// all the same: who wants to stop here may call it [`Draw::NoFivePossible`].
    pub fn is_dead_draw(&self) -> bool {
        !matches!(self.outcome, Some(Outcome::Win { .. }))
            && !Color::ALL.into_iter().any(|color| five_possible(&self.grid, self.rule, color))
    }

    /// Checks a move of the side to move.
    ///
    /// # Errors
    /// The first reason against it.
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
    /// As [`Game::legal`]; the game is then unchanged.
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

    /// Takes the last ply back and returns it; `None` at the beginning. Blocked points stay.
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

    /// The points where the side to move may not play though they are empty, by column and then by
    /// row: none but in renju with Black to move and the game going on.
    pub fn forbidden(&self) -> Vec<(Point, Foul)> {
        if self.has_fouls() { forbidden_points(&self.grid) } else { Vec::new() }
    }

    /// Why the side to move may not play on `point`; `None` if no foul stands against it.
    pub fn explain(&self, point: Point) -> Option<Explanation> {
        let considered = self.has_fouls() && self.size().contains(point);
        considered.then(|| explain::explain(&self.grid, Square::of(point))).flatten()
    }

    fn has_fouls(&self) -> bool {
        self.rule.forbids(self.side_to_move) && self.outcome.is_none()
    }

    fn foul(&self, square: Square) -> Option<Foul> {
        self.has_fouls().then(|| foul_at(&self.grid, square)).flatten()
    }

    /// Whether the side to move has no legal point. It has one whenever it knows no fouls, for on
    /// a full board the game is over.
    fn must_pass(&self) -> bool {
        self.has_fouls() && self.grid.empty_squares().all(|square| self.foul(square).is_some())
    }

    /// The square of `point` if a stone fits there.
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

    /// The outcome by a look at the whole board. The last stone's row comes first, as in play.
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

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard(Point, Size),
    /// There is a stone of this colour on the point.
    Occupied(Point, Color),
    /// The point was made unusable when the position was set up.
    Blocked(Point),
    /// Black would commit a foul.
    Forbidden(Point, Foul),
    /// This side still has a legal point, or may never pass.
    PassNotAllowed(Color),
    /// The game has ended.
    GameOver,
}

/// A board size that is no board for Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedSize(pub Size);

/// Why a position cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// The board's size is unsupported.
    Size(UnsupportedSize),
    /// A stone has no place: off the board, or the point is taken.
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
        write!(f, "no Gomoku board of {}: sides run from {MIN_SIDE} to {MAX_SIDE}", self.0)
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
