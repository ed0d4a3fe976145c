//! What the referee asks of a program, and what may come back, in any protocol.
//!
//! A player knows how to ask and how to read answers. Whether an answer is a legal move, and what happens
//! if it is not, is the referee's business.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::arena::clock::Clock;
use crate::arena::ending::Reason;
use crate::arena::tournament::{Conditions, Engine};
use crate::coord::{Move, Point, Size};
use crate::game::Position;

/// What a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFault {
    /// Why it loses.
    pub reason: Reason,
    /// The same in words, one line.
    pub detail: String,
}

impl PlayerFault {
    /// A fault.
    pub fn new(reason: Reason, detail: impl Into<String>) -> PlayerFault {
        PlayerFault { reason, detail: detail.into() }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The program is to blame.
    Fault(PlayerFault),
    /// The game was abandoned from outside.
    Stopped,
}

impl Trouble {
    pub(super) fn fault<T>(reason: Reason, detail: impl Into<String>) -> Result<T, Trouble> {
        Err(Trouble::Fault(PlayerFault::new(reason, detail)))
    }

    /// The same trouble, if it comes before a game.
    pub(super) fn before_a_game(self) -> Trouble {
        match self {
            Trouble::Fault(fault) => {
                Trouble::Fault(PlayerFault { reason: Reason::NoStart, ..fault })
            }
            Trouble::Stopped => Trouble::Stopped,
        }
    }
}

/// What all exchanges of a game have in common.
#[derive(Clone, Copy, Debug)]
pub struct GameContext<'a> {
    /// The conditions of the game.
    pub conditions: &'a Conditions,
    /// Set from outside: nothing is waited for any longer.
    pub stop: &'a AtomicBool,
}

impl GameContext<'_> {
    /// How long a program that must not be hurried may be silent.
    pub(super) fn patience(&self) -> Duration {
        self.conditions.patience
    }
}

/// What a program answers when it is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This move, be it legal or not.
    Move(Move),
    /// It gives up.
    Resign,
}

/// What a program answers to a step of swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Choice {
    /// It takes the other colour.
    Swap,
    /// It places these stones.
    Stones(Vec<Point>),
}

/// An answer with the time it took.
pub type Timed<T> = (T, Duration);

/// A running program.
pub trait Player: fmt::Debug + Send {
    /// Whether it runs and has said nothing but chatter since the last answer; looked at between
    /// games.
    fn is_fit(&mut self) -> bool;

    /// Begins a game, `engine` being this player's description.
    ///
    /// # Errors
    /// It does not begin, for which the reason is always [`Reason::NoStart`].
    fn new_game(&mut self, engine: &Engine, context: GameContext) -> Result<(), Trouble>;

    /// Has it move in `position`. `clock` is its own.
    ///
    /// # Errors
    /// There is no answer, or none that is a move.
    fn turn(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Answer>, Trouble>;

    /// Has it make a step of swap2 with the stones of `position` on the board.
    ///
    /// # Errors
    /// There is no answer, or none that is a choice.
    fn swap2(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Swap2Choice>, Trouble>;

    /// Asks it to end, waits for it that long and kills it then.
    fn end(self: Box<Self>, patience: Duration);
}

/// The point in column `x` and row `y`.
///
/// # Errors
/// It is so far off the board that no other check could name it.
pub(super) fn point_at(x: i32, y: i32, size: Size) -> Result<Point, Trouble> {
    let coordinate = |value: i32| u8::try_from(value).ok();
    coordinate(x).zip(coordinate(y)).and_then(|(x, y)| Point::new(x, y)).map_or_else(
        || Trouble::fault(Reason::Illegal, format!("{x},{y} is not on the {size} board")),
        Ok,
    )
}
