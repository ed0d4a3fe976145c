//! The session as a partner to talk to: requests in, answers out, one at a time.
//!
//! After every request the session is asked for its board, too, so that what is known here about
//! the game is always the session's own view of it.

use std::io;
use std::ops::ControlFlow;
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::coord::Move;
use crate::engine::{Learned, Searcher};
use crate::frontend::desk::Settings;
use crate::frontend::gomocup::protocol::{Command, Message, Problem, Reply};
use crate::frontend::gomocup::session::{self, Input, State};
use crate::frontend::setting::Setting;
use crate::game::{Outcome, Position, Variant};

use super::Terminal;

/// What a request led to: replies without messages, or why it was refused.
pub type Answer = Result<Vec<Reply>, Problem>;

/// A session on a thread of its own, with its searcher.
pub struct Client {
    requests: Sender<Input>,
    replies: Receiver<Reply>,
    position: Position,
    outcome: Option<Outcome>,
}

impl Client {
    /// Starts a session and a game in it. Only at an interactive terminal does it tell about its
    /// searches. What is left to chance depends on `seed`.
    ///
    /// # Errors
    /// A thread cannot be started, or there is no such board.
    pub fn start(
        variant: Variant,
        terminal: Terminal,
        learned: Learned,
        seed: u64,
    ) -> io::Result<Client> {
        let position = variant.start().map_err(|size| invalid(&size))?;
        let mut settings = Settings::new(variant, terminal == Terminal::Interactive);
        settings.set_seed(seed);
        let searcher = Searcher::start(settings.searcher(learned))?;
        let (requests, inputs) = unbounded();
        let (answers, replies) = unbounded();
        thread::Builder::new().name("session".into()).spawn(move || {
            session::run(
                State::new(settings, seed),
                &inputs,
                &searcher,
                &mut |reply| match answers.send(reply) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                },
            );
        })?;
        let size = position.size();
        let mut client = Client { requests, replies, position, outcome: None };
        client.set(Setting::DeadDraw(true))?;
        let (width, height) = (size.width().into(), size.height().into());
        let started = client.ask(Command::Start { width, height })?;
        started.map(|_| client).map_err(|problem| invalid(&problem))
    }

    /// The game as the session has it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How it ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Changes a setting.
    ///
    /// # Errors
    /// The session is gone.
    pub fn set(&mut self, setting: Setting) -> io::Result<()> {
        self.send(Command::Info(setting))
    }

    /// A fresh board of the same size.
    ///
    /// # Errors
    /// The session is gone or refuses, which it must not.
    pub fn restart(&mut self) -> io::Result<()> {
        self.ask(Command::Restart)?.map(drop).map_err(|problem| invalid(&problem))
    }

    /// Makes a request and waits for its answer.
    ///
    /// # Errors
    /// The session is gone.
    pub fn ask(&mut self, command: Command) -> io::Result<Answer> {
        self.ask_and_hear(command, &mut |_| Ok(()))
    }

    /// Makes a request and waits for its answer; messages on the way go to `hear`.
    ///
    /// # Errors
    /// The session is gone, or `hear` fails.
    pub fn ask_and_hear(
        &mut self,
        command: Command,
        hear: &mut dyn FnMut(&Message) -> io::Result<()>,
    ) -> io::Result<Answer> {
        // Answers come in the order of the requests, so the last one's closes the first one's.
        for command in [command, Command::Show, Command::Result, Command::About] {
            self.send(command)?;
        }
        let mut answer = Ok(Vec::new());
        loop {
            match self.replies.recv().map_err(|_| gone())? {
                Reply::About => return Ok(answer),
                Reply::Message(message) => hear(&message)?,
                Reply::Board(position) => self.position = *position,
                Reply::Result(outcome) => self.outcome = outcome,
                Reply::Error(problem) => answer = answer.and(Err(problem)),
                reply => {
                    if let Ok(replies) = &mut answer {
                        replies.push(reply);
                    }
                }
            }
        }
    }

    /// Has the engine move for the side to move.
    ///
    /// # Errors
    /// The session is gone or refuses, which it must not while the game goes on; or `hear` fails.
    pub fn engine_move(
        &mut self,
        hear: &mut dyn FnMut(&Message) -> io::Result<()>,
    ) -> io::Result<Move> {
        let replies = self.ask_and_hear(Command::Begin, hear)?.map_err(|p| invalid(&p))?;
        let moved = replies.into_iter().find_map(|reply| match reply {
            Reply::Move(mv) => Some(mv),
            _ => None,
        });
        moved.ok_or_else(gone)
    }

    fn send(&self, command: Command) -> io::Result<()> {
        let input = Input { at: Instant::now(), request: Ok(command) };
        self.requests.send(input).map_err(|_| gone())
    }
}

fn invalid(what: &impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what.to_string())
}

fn gone() -> io::Error {
    io::Error::other("the session has ended")
}
