//! The requests of the referee and the possible answers, in any protocol.
//!
//! A player sends requests and parses answers. The referee decides whether an answer is a legal move.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::arena::clock::Clock;
use crate::arena::ending::Reason;
use crate::arena::reported::Reported;
use crate::arena::tournament::{Conditions, Engine};
use crate::coord::{Move, Point, Size};
use crate::game::Position;

/// Why a program loses by a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFault {
    pub reason: Reason,
    /// Details, one line.
    pub detail: String,
}

impl PlayerFault {
    pub fn new(reason: Reason, detail: impl Into<String>) -> PlayerFault {
        PlayerFault { reason, detail: detail.into() }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The program is at fault.
    Fault(PlayerFault),
    /// The game was abandoned from outside.
    Stopped,
}

impl Trouble {
    pub(super) fn fault<T>(reason: Reason, detail: impl Into<String>) -> Result<T, Trouble> {
        Err(Trouble::Fault(PlayerFault::new(reason, detail)))
    }

    /// The same trouble before a game, when every fault is [`Reason::NoStart`].
    pub(super) fn before_a_game(self) -> Trouble {
        match self {
            Trouble::Fault(fault) => {
                Trouble::Fault(PlayerFault { reason: Reason::NoStart, ..fault })
            }
            Trouble::Stopped => Trouble::Stopped,
        }
    }
}

/// The part shared by all requests of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameContext<'a> {
    /// The conditions of the game.
    pub conditions: &'a Conditions,
    /// Set from outside to abandon the game.
    pub stop: &'a AtomicBool,
}

impl GameContext<'_> {
    /// How long to wait when no clock is running.
    pub(super) fn patience(&self) -> Duration {
        self.conditions.patience
    }
}

/// The answer to a request for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, legal or not.
    Move(Move),
    /// It resigns.
    Resign,
}

/// The answer to a step of swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Choice {
    /// It swaps colours.
    Swap,
    /// It places these stones.
    Stones(Vec<Point>),
}

/// An answer with the time it took.
pub type Timed<T> = (T, Duration);

/// A running program.
pub trait Player: fmt::Debug + Send {
    /// Whether it is running and has sent only chatter since the last answer. Checked between games.
    fn is_fit(&mut self) -> bool;

    /// Begins a game; `engine` describes this player.
    ///
    /// # Errors
    /// It does not begin; the reason is always [`Reason::NoStart`].
    fn new_game(&mut self, engine: &Engine, context: GameContext) -> Result<(), Trouble>;

    /// Requests a move in `position`. `clock` is the player's clock.
    ///
    /// # Errors
    /// There is no answer, or it is not a move.
    fn turn(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Answer>, Trouble>;

    /// Requests a step of swap2 with the stones of `position` on the board.
    ///
    /// # Errors
    /// There is no answer, it is not a choice, or the protocol has no such request.
    fn swap2(
        &mut self,
        _position: &Position,
        _clock: &Clock,
        _context: GameContext,
    ) -> Result<Timed<Swap2Choice>, Trouble> {
        Trouble::fault(Reason::NoStart, "its protocol has no swap2")
    }

    /// Its report on the search for its last answer. GTP has no command for this.
    fn reported(&self) -> Reported {
        Reported::default()
    }

    /// Asks it to end, and kills it if it does not do so in time.
    fn end(self: Box<Self>, context: GameContext);
}

/// The point in column `x` and row `y`.
///
/// # Errors
/// It is outside the range of a [`Point`].
pub(super) fn point_at(x: i32, y: i32, size: Size) -> Result<Point, Trouble> {
    let coordinate = |value: i32| u8::try_from(value).ok();
    coordinate(x).zip(coordinate(y)).and_then(|(x, y)| Point::new(x, y)).map_or_else(
        || Trouble::fault(Reason::Illegal, format!("{x},{y} is not on the {size} board")),
        Ok,
    )
}
