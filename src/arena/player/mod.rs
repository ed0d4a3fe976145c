//! The players and their seats.
//!
//! A seat starts and replaces the process of its engine as needed. It keeps the process between games if
//! allowed, but never uses a process again after a fault.

pub(super) mod contract;
mod edax;
mod gomocup;
mod gtp;
mod nboard;
mod wire;

use std::sync::atomic::AtomicBool;

use super::tournament::{Conditions, Engine, Protocol};
use contract::{GameContext, Player, Trouble};

/// An engine in a match, with its process while it is running. A seat dropped without [`Seat::leave`] kills its
/// process.
#[derive(Debug)]
pub struct Seat {
    engine: Engine,
    player: Option<Box<dyn Player>>,
}

impl Seat {
    /// A seat for `engine`, which starts with its first game.
    pub fn new(engine: Engine) -> Seat {
        Seat { engine, player: None }
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Sets the lines sent before every game.
    pub fn set_options(&mut self, options: Vec<(String, String)>) {
        self.engine.options = options;
    }

    /// Asks the process to end, and kills it after the patience of `conditions`, or soon after `stop` is set.
    pub fn leave(mut self, conditions: &Conditions, stop: &AtomicBool) {
        self.see_off(GameContext { conditions, stop });
    }

    /// Begins a game, with the running process or a new one.
    ///
    /// # Errors
    /// The process does not start or does not begin the game.
    pub(super) fn begin(&mut self, context: GameContext) -> Result<(), Trouble> {
        if self.player.as_mut().is_some_and(|player| !player.is_fit()) {
            log::warn!("{} ended or wrote between games: restarting it", self.engine.name);
            self.dismiss();
        }
        let player = match self.player.take() {
            Some(player) => player,
            None => start(&self.engine, context)?,
        };
        self.player.insert(player).new_game(&self.engine, context)
    }

    /// The program of the present game.
    pub(super) fn player(&mut self) -> &mut (dyn Player + 'static) {
        self.player.as_deref_mut().expect("the game has begun")
    }

    /// Kills the process.
    pub(super) fn dismiss(&mut self) {
        self.player = None;
    }

    /// Ends the process if every game gets a new one.
    pub(super) fn game_is_over(&mut self, context: GameContext) {
        if self.engine.fresh {
            self.see_off(context);
        }
    }

    fn see_off(&mut self, context: GameContext) {
        if let Some(player) = self.player.take() {
            player.end(context);
        }
    }
}

/// Starts the program of `engine` and waits until it is ready.
///
/// # Errors
/// It does not start; the reason is always `NoStart`.
fn start(engine: &Engine, context: GameContext) -> Result<Box<dyn Player>, Trouble> {
    Ok(match engine.protocol {
        Protocol::Gomocup => Box::new(gomocup::Gomocup::start(engine, context)?),
        Protocol::Gtp => Box::new(gtp::Gtp::start(engine, context)?),
        Protocol::NBoard => Box::new(nboard::NBoard::start(engine, context)?),
        Protocol::Edax => Box::new(edax::Edax::start(engine, context)?),
    })
}
