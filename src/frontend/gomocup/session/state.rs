//! The session's state and the order in which requests are served.
//!
//! Requests are answered in the order they came. While the engine thinks, only those act at once
//! that are about the thinking itself: `END`, `STOP`, time limits, and the taking back of the very
//! stone that is being answered. Everything else waits. So it does while the searcher gets ready for a new
//! board, whose `OK` says that it is.

use std::collections::VecDeque;
use std::mem;
use std::time::Instant;

use crate::coord::Move;
use crate::engine::{Event, Order};
use crate::frontend::desk::{Memory, Settings};
use crate::frontend::gomocup::protocol::dialect::Rejected;
use crate::frontend::gomocup::protocol::{Command, Message, Problem, Reply, Target};
use crate::frontend::setting::{Setting, SettingError};
use crate::game::Position;

use super::Input;
use super::board::{fresh, settle};
use super::think::{Purpose, Thinking};

/// What the session wants done.
#[derive(Debug)]
pub enum Effect {
    /// Tell the manager.
    Reply(Reply),
    /// Tell the searcher.
    Order(Order),
    /// End the process.
    Exit,
}

/// Everything the session remembers.
pub struct State {
    pub(super) settings: Settings,
    pub(super) position: Option<Position>,
    pub(super) thinking: Option<Thinking>,
    /// Whether the searcher is getting ready, and `OK` is due when it is.
    pub(super) preparing: bool,
    pub(super) next_job: u64,
    /// When the last answer was given; a request read before that starts its time there.
    pub(super) answered: Instant,
    pub(super) input_ended: bool,
    /// Whether the next search is to be stopped as soon as it starts.
    pub(super) stop_next: bool,
    /// Which swap2 opening is next.
    pub(super) opening: usize,
    pub(super) memory: Memory,
    waiting: VecDeque<Input>,
    complaint: Option<SettingError>,
    effects: Vec<Effect>,
}

impl State {
    /// A session before its first command. `seed` picks its first swap2 opening; the others follow
    /// in their order.
    pub fn new(settings: Settings, seed: u64) -> State {
        State {
            settings,
            position: None,
            thinking: None,
            preparing: false,
            next_job: 0,
            answered: Instant::now(),
            input_ended: false,
            stop_next: false,
            opening: seed as usize,
            memory: Memory::default(),
            waiting: VecDeque::new(),
            complaint: None,
            effects: Vec::new(),
        }
    }

    /// What is to be done since the last call, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        mem::take(&mut self.effects)
    }

    /// Takes a request.
    pub fn receive(&mut self, input: Input) {
        match &input.request {
            Ok(Command::End) => self.effects.push(Effect::Exit),
            Ok(Command::Stop) => self.move_now(),
            Ok(Command::Info(setting)) if setting.limits_time() => {
                self.set(setting.clone());
                // Once more in its turn if what waits spends time or refills the clock.
                if self.search_waits() || self.game_waits() {
                    self.waiting.push_back(input);
                }
            }
            Ok(Command::TakeBack(target))
                if self.only_settings_wait() && self.is_being_answered(*target) =>
            {
                self.abandon_thinking();
                self.waiting.push_back(input);
                self.serve_waiting();
            }
            _ if self.is_busy() || !self.waiting.is_empty() => {
                if starts_a_game(&input.request) {
                    self.hurry();
                }
                self.waiting.push_back(input);
            }
            _ => self.serve(input),
        }
    }

    /// Notes that no more requests will come: what was asked is answered, then the session ends.
    pub fn end_of_input(&mut self) {
        self.input_ended = true;
        self.hurry();
        self.exit_when_done();
    }

    /// Takes an event of the searcher; those of abandoned searches are ignored.
    pub fn hear(&mut self, event: Event) {
        match event {
            Event::Prepared => {
                // Whoever did not wait for the answer has its clock running: `answered` stays as it was.
                if mem::take(&mut self.preparing) {
                    self.reply(Reply::Ok);
                    self.serve_waiting();
                }
            }
            Event::Progress { id, progress } => {
                if self.thinking.as_ref().is_some_and(|t| t.id == id) && self.settings.messages() {
                    self.reply(Reply::Message(Message::Progress(progress)));
                }
            }
            Event::Booked { id, line } => {
                if self.thinking.as_ref().is_some_and(|t| t.id == id) && self.settings.messages() {
                    self.reply(Reply::Message(Message::Booked(line)));
                }
            }
            Event::Evaluated { id, score } => {
                if self.thinking.take_if(|t| t.id == id).is_some() {
                    self.tell_evaluation(score);
                    self.serve_waiting();
                }
            }
            Event::Finished { id, result } => {
                if let Some(thinking) = self.thinking.take_if(|t| t.id == id) {
                    self.conclude(thinking, result);
                    self.serve_waiting();
                }
            }
        }
    }

    pub(super) fn reply(&mut self, reply: Reply) {
        self.effects.push(Effect::Reply(reply));
    }

    pub(super) fn order(&mut self, order: Order) {
        self.effects.push(Effect::Order(order));
    }

    /// Has the searcher forget the game before, if `position` is of another one.
    pub(super) fn forget_before(&mut self, position: &Position) {
        if self.memory.must_forget_before(position) {
            self.order(Order::Clear);
        }
    }

    /// Has the searcher get ready for the position; `OK` when it is.
    pub(super) fn prepare(&mut self) {
        if let Some(position) = self.position.clone() {
            self.preparing = true;
            self.order(Order::Prepare(Box::new(position)));
        }
    }

    /// Whether the answer to the last request is still to come.
    fn is_busy(&self) -> bool {
        self.thinking.is_some() || self.preparing
    }

    /// Whether nothing waits that could change or tell the position.
    fn only_settings_wait(&self) -> bool {
        self.waiting.iter().all(|input| matches!(input.request, Ok(Command::Info(_))))
    }

    /// Whether a request that leads to a search waits.
    pub(super) fn search_waits(&self) -> bool {
        self.waiting.iter().any(|input| input.request.as_ref().is_ok_and(asks_for_search))
    }

    /// Whether a request to start a game waits.
    pub(super) fn game_waits(&self) -> bool {
        self.waiting.iter().any(|input| starts_a_game(&input.request))
    }

    fn serve_waiting(&mut self) {
        while !self.is_busy() {
            match self.waiting.pop_front() {
                Some(input) => self.serve(input),
                None => {
                    self.stop_next = false;
                    break;
                }
            }
        }
        self.exit_when_done();
    }

    fn exit_when_done(&mut self) {
        if self.input_ended && !self.is_busy() && self.waiting.is_empty() {
            self.effects.push(Effect::Exit);
        }
    }

    /// Carries out one request when all before it are answered.
    fn serve(&mut self, input: Input) {
        let at = input.at.max(self.answered);
        let asked_for_search = input.request.as_ref().is_ok_and(asks_for_search);
        let done = match (input.request, self.complaint.take()) {
            (Ok(Command::Info(setting)), complaint) => {
                self.complaint = complaint;
                self.set(setting);
                return;
            }
            (Ok(Command::BadInfo(error)), _) => {
                self.complaint = Some(error);
                return;
            }
            (_, Some(complaint)) => Err(Problem::Setting(complaint)),
            (Ok(command), None) => self.carry_out(command, at),
            (Err(Rejected::Unknown(word)), None) => {
                self.reply(Reply::Unknown(word));
                return;
            }
            (Err(Rejected::Malformed(problem)), None) => Err(problem),
        };
        if let Err(problem) = done {
            self.reply(Reply::Error(problem));
        }
        // A `STOP` that was meant for it is not for the search behind it.
        self.stop_next &= !asked_for_search;
    }

    /// Carries out a command; after one of Yixin's, rule numbers are Yixin's.
    fn carry_out(&mut self, command: Command, at: Instant) -> Result<(), Problem> {
        if !is_yixins(&command) {
            return self.perform(command, at);
        }
        let before = self.settings.clone();
        self.settings.number_as_yixin();
        let done = self.perform(command, at);
        if done.is_err() {
            self.settings = before;
        }
        done
    }

    fn perform(&mut self, command: Command, at: Instant) -> Result<(), Problem> {
        self.settings.rule_choice()?;
        match command {
            Command::Start { width, height } => self.start(width, height),
            Command::About => {
                self.reply(Reply::About);
                Ok(())
            }
            Command::Options => {
                self.show_options();
                Ok(())
            }
            Command::YxShowInfo => {
                self.show_front_end_limits();
                Ok(())
            }
            Command::YxHashClear => {
                self.order(Order::Clear);
                Ok(())
            }
            Command::Position(setup) => self.set_up(*setup),
            Command::Restart => self.restart(),
            Command::Begin => {
                self.ready()?;
                self.think(Purpose::Play, at)
            }
            Command::Turn(target) => self.turn(target, at),
            Command::Play(target) => self.play_suggested(target),
            Command::Board(stones) => {
                self.place(&stones)?;
                self.think(Purpose::Play, at)
            }
            Command::YxBoard(stones) => self.place(&stones),
            Command::Swap2Board(points) => self.swap2(&points, at),
            Command::TakeBack(target) => self.take_back(target),
            Command::Undo(plies) => self.undo(plies),
            Command::NBest(lines) => {
                self.ready()?;
                self.think(Purpose::Rank(lines), at)
            }
            Command::YxNBest(lines) => {
                self.ready()?;
                self.think(Purpose::PlayBestOf(lines), at)
            }
            Command::Eval => self.evaluate(at),
            Command::Show | Command::Moves | Command::Result => self.query(&command),
            Command::Forbidden | Command::YxShowForbid => self.query(&command),
            Command::Why(target) => self.why(target),
            Command::End | Command::Stop | Command::Info(_) | Command::BadInfo(_) => Ok(()),
        }
    }

    fn set(&mut self, setting: Setting) {
        let shows_clock = matches!(setting, Setting::TimeLeft(_));
        if self.settings.set(setting) {
            self.order(Order::Resize(self.settings.table_bytes()));
            self.order(Order::Threads(self.settings.threads()));
        }
        self.refresh_budget(shows_clock);
    }

    fn start(&mut self, width: u32, height: u32) -> Result<(), Problem> {
        let choice = self.settings.rule_choice()?;
        self.position = Some(fresh(choice, width, height)?);
        self.memory.start();
        self.settings.start_clock();
        self.prepare();
        Ok(())
    }

    fn restart(&mut self) -> Result<(), Problem> {
        let size = self.position.as_ref().ok_or(Problem::NoBoard)?.size();
        self.start(size.width().into(), size.height().into())
    }

    fn turn(&mut self, target: Target, at: Instant) -> Result<(), Problem> {
        self.play(target)?;
        self.think(Purpose::Play, at)
    }

    fn play_suggested(&mut self, target: Target) -> Result<(), Problem> {
        let mv = self.play(target)?;
        self.reply(Reply::Move(mv));
        Ok(())
    }

    /// Plays `target` for the side to move.
    fn play(&mut self, target: Target) -> Result<Move, Problem> {
        let position = self.ready()?;
        let size = position.size();
        let mv = target.on(size).ok_or(Problem::OffBoard { target, size })?;
        position.play(mv).map_err(Problem::Illegal)?;
        Ok(mv)
    }

    /// The position, in the game and rule in force.
    pub(super) fn settled(&mut self) -> Result<&mut Position, Problem> {
        let choice = self.settings.rule_choice()?;
        let position = self.position.as_mut().ok_or(Problem::NoBoard)?;
        settle(position, choice)?;
        Ok(position)
    }

    /// The position, if the game is still going on.
    pub(super) fn ready(&mut self) -> Result<&mut Position, Problem> {
        let dead_draw = self.settings.dead_draw;
        let position = self.settled()?;
        match position.outcome(dead_draw) {
            Some(outcome) => Err(Problem::Over(outcome)),
            None => Ok(position),
        }
    }
}

fn asks_for_search(command: &Command) -> bool {
    matches!(
        command,
        Command::Begin
            | Command::Turn(_)
            | Command::Board(_)
            | Command::Swap2Board(_)
            | Command::NBest(_)
            | Command::YxNBest(_)
    )
}

fn is_yixins(command: &Command) -> bool {
    matches!(
        command,
        Command::YxBoard(_)
            | Command::YxNBest(_)
            | Command::YxShowForbid
            | Command::YxShowInfo
            | Command::YxHashClear
    )
}

fn starts_a_game(request: &Result<Command, Rejected>) -> bool {
    matches!(request, Ok(Command::Start { .. } | Command::Restart))
}
