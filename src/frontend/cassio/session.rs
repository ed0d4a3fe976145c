//! The searches that Cassio requests. Commands wait for the running search, except those about it.

use std::collections::VecDeque;
use std::time::Instant;

use super::protocol::{Command, Reply, Search, parse};
use crate::engine::{Event, Order};
use crate::frontend::desk::{Desk, DeskEvent, Inquiry, Settings};
use crate::frontend::exchange::{self, Session as _};
use crate::game::Position;
use crate::othello::rules::game::Game;
use crate::search::limits::Limits;
use crate::search::report::{Progress, Request, Selectivity};

/// The state between commands.
#[derive(Debug)]
pub struct Session {
    desk: Desk<Search>,
    /// Node count after the last iteration of the running search.
    nodes: u64,
    /// Commands that wait for the running search.
    waiting: VecDeque<(Result<Command, String>, Instant)>,
    is_over: bool,
    replies: Vec<Reply>,
}

impl Session {
    pub fn new(settings: Settings) -> Session {
        Session {
            desk: Desk::new(settings, Position::Othello(Game::new())),
            nodes: 0,
            waiting: VecDeque::new(),
            is_over: false,
            replies: Vec::new(),
        }
    }

    fn carry_out(&mut self, command: Result<Command, String>, at: Instant) {
        match command {
            Ok(Command::Search(search)) => return self.search(*search, at),
            Ok(Command::Quit) => {
                self.is_over = true;
                self.replies.push(Reply::Bye);
                return;
            }
            // The table accepts no results from outside. Neither command has a reply.
            Ok(Command::FeedHash) => return,
            Ok(Command::EmptyHash) => return self.desk.forget(),
            Ok(Command::Version) => self.replies.push(Reply::Version),
            Ok(
                Command::Init
                | Command::NewPosition
                | Command::SearchInfos
                | Command::Alive
                | Command::Stop,
            ) => {}
            Err(error) => self.replies.push(Reply::Error(error)),
        }
        self.replies.push(Reply::Ready);
    }

    fn search(&mut self, search: Search, at: Instant) {
        if search.game.outcome().is_some() {
            self.replies.push(Reply::Ready);
            return;
        }
        let empties = search.game.board().empty_count();
        let depth = search.depth.unwrap_or(empties).clamp(1, empties);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = Request { limits, lines: 1, is_analysis: true };
        let position = Position::Othello(search.game.clone());
        self.nodes = 0;
        let (is_book_open, is_for_play, purpose) = (false, false, search);
        self.desk.search(Inquiry { position, request, is_book_open, is_for_play, purpose }, at);
    }

    /// Reports an iteration, and ends the search if it is as precise as requested.
    fn show(&mut self, progress: Progress) {
        let Some(job) = self.desk.running() else { return };
        let Search { game, precision, .. } = &job.purpose;
        let is_precise = matches!(
            progress.selectivity,
            Selectivity::CutToTheEnd(percent) if percent >= (*precision).min(100)
        );
        let game = game.clone();
        if is_precise {
            self.desk.stop();
        }
        self.nodes = progress.nodes;
        self.replies.push(Reply::Result(Box::new((game, progress))));
    }

    fn finish(&mut self) {
        self.replies.push(Reply::Ready);
        while let Some((command, at)) = self.waiting.pop_front() {
            self.carry_out(command, at);
            if self.is_thinking() || self.is_over {
                return;
            }
        }
    }
}

impl exchange::Session for Session {
    type Reply = Reply;

    /// Carries out a command at once or after the running search.
    fn receive(&mut self, line: &str, at: Instant) {
        let command = parse(line);
        if !self.is_thinking() {
            return self.carry_out(command, at);
        }
        match command {
            Ok(Command::Stop) => {
                self.waiting.retain(|(command, _)| *command == Ok(Command::Quit));
                self.desk.stop();
            }
            Ok(Command::SearchInfos) => {
                let elapsed =
                    self.desk.running().map_or_else(Default::default, |job| job.elapsed());
                self.replies.push(Reply::Infos(self.nodes, elapsed));
            }
            Ok(Command::Alive) => self.replies.push(Reply::Busy),
            command => {
                if command == Ok(Command::Quit) {
                    self.waiting.clear();
                    self.desk.stop();
                }
                self.waiting.push_back((command, at));
            }
        }
    }

    fn hear(&mut self, event: Event) {
        match self.desk.hear(event) {
            Some(DeskEvent::Progress(progress)) => self.show(progress),
            Some(DeskEvent::Finished(..)) => self.finish(),
            Some(
                DeskEvent::Prepared
                | DeskEvent::Booked(_)
                | DeskEvent::Mark(_)
                | DeskEvent::Filed(_)
                | DeskEvent::Evaluated(_),
            )
            | None => {}
        }
    }

    fn hasten(&mut self) {
        self.desk.hurry(true);
    }

    fn is_thinking(&self) -> bool {
        self.desk.is_busy()
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn take_orders(&mut self) -> Vec<Order> {
        self.desk.take_orders()
    }

    fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }
}
