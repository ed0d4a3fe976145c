//! The engine as a partner: a desk and its searcher, used synchronously.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::input::POLL;
use crate::coord::Move;
use crate::engine::{Learned, Searcher};
use crate::frontend::desk::{Desk, DeskEvent, Inquiry, Refusal, Settings, Target};
use crate::frontend::setting::Setting;
use crate::game::{Outcome, Position};
use crate::search::report::{Progress, Request};
use crate::sync::channel::RecvTimeoutError;

/// Receives iterations and book moves during a search.
pub type Listener<'a> = &'a mut dyn FnMut(&DeskEvent<()>) -> io::Result<()>;

/// A game and its searcher.
pub struct Partner {
    desk: Desk<()>,
    searcher: Searcher,
    interrupt: Arc<AtomicBool>,
    was_interrupted: bool,
}

impl Partner {
    /// Starts the searcher, and a game at `position`. `seed` determines all random choices. Setting `interrupt` ends a
    /// search with the best move so far.
    ///
    /// # Errors
    /// A thread cannot be started.
    pub fn start(
        position: Position,
        learned: Learned,
        seed: u64,
        interrupt: Arc<AtomicBool>,
    ) -> io::Result<Partner> {
        let mut settings = Settings::new(position.variant(), false);
        settings.set_seed(seed);
        settings.set(Setting::DeadDraw(true));
        let searcher = Searcher::start(settings.searcher(learned))?;
        let desk = Desk::new(settings, position.clone());
        let mut partner = Partner { desk, searcher, interrupt, was_interrupted: false };
        partner.begin(position)?;
        Ok(partner)
    }

    pub fn position(&self) -> &Position {
        &self.desk.position
    }

    /// How the game ended; `None` while it is in progress.
    pub fn outcome(&self) -> Option<Outcome> {
        self.desk.outcome()
    }

    pub fn set(&mut self, setting: Setting) {
        self.desk.set(setting);
    }

    /// Starts another game, from `position` of the same variant.
    ///
    /// # Errors
    /// The searcher is gone.
    pub fn begin(&mut self, position: Position) -> io::Result<()> {
        self.desk.start_game(position);
        self.desk.prepare();
        self.wait(&mut |_| Ok(())).map(drop)
    }

    /// Whether the user ended the last search.
    pub fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// Plays `target` for the side to move.
    ///
    /// # Errors
    /// The game is over, or the move is illegal.
    pub fn play(&mut self, target: Target) -> Result<(), Refusal> {
        self.desk.play(target).map(drop)
    }

    /// Takes back this many plies, passes included.
    ///
    /// # Errors
    /// There are fewer.
    pub fn undo(&mut self, plies: u32) -> Result<(), Refusal> {
        self.desk.undo(plies)
    }

    /// Makes the engine play for the side to move.
    ///
    /// # Errors
    /// The searcher is gone, or `hear` fails.
    pub fn engine_move(&mut self, hear: Listener) -> io::Result<Move> {
        let request = Request::best_move(self.desk.limits());
        let result = self.search(request, true, hear)?;
        Ok(self.desk.play_chosen(result.best_move()))
    }

    /// The engine's `count` best moves, or fewer if there are no more, and the depth of the search.
    ///
    /// # Errors
    /// The searcher is gone, or `hear` fails.
    pub fn hint(&mut self, count: u32, hear: Listener) -> io::Result<Progress> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let lines = count.min(self.position().size().area());
        let request = Request { limits: self.desk.limits(), lines, is_analysis: true };
        let result = self.search(request, false, hear)?;
        Ok(self.desk.with_line(result))
    }

    fn search(&mut self, request: Request, is_move: bool, hear: Listener) -> io::Result<Progress> {
        self.desk.settings.begin_move();
        self.interrupt.store(false, Relaxed);
        self.was_interrupted = false;
        let position = self.desk.position.clone();
        let (is_book_open, is_for_play) = (is_move, is_move);
        let inquiry = Inquiry { position, request, is_book_open, is_for_play, purpose: () };
        self.desk.search(inquiry, Instant::now());
        match self.wait(hear)? {
            DeskEvent::Finished(job, result) => {
                self.desk.charge(&job);
                Ok(result)
            }
            news => Err(io::Error::other(format!("expected a result, got {news:?}"))),
        }
    }

    /// Forwards orders and waits for the searcher to finish.
    fn wait(&mut self, hear: Listener) -> io::Result<DeskEvent<()>> {
        self.desk.take_orders().into_iter().for_each(|order| self.searcher.order(order));
        loop {
            let event = match self.searcher.events().recv_timeout(POLL) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    self.heed_interrupt();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the searcher is gone"));
                }
            };
            self.heed_interrupt();
            match self.desk.hear(event) {
                None => {}
                Some(news @ (DeskEvent::Progress(_) | DeskEvent::Booked(_))) => hear(&news)?,
                Some(news) => return Ok(news),
            }
        }
    }

    fn heed_interrupt(&mut self) {
        if self.interrupt.swap(false, Relaxed) {
            self.was_interrupted = true;
            self.desk.stop();
        }
    }
}
