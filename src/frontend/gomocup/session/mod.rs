//! The session between a manager and the searcher.
//!
//! [`Session`] does no I/O: it takes requests and events, and returns replies and orders. Requests are
//! answered in order of arrival. While the engine thinks, only requests about the search itself act at once:
//! `END`, `STOP`, time limits, and a `TAKEBACK` of the stone being answered; and queries of the position
//! database, if nothing waits before them. All others wait in the `Queue`, also while the searcher prepares for
//! a new board.

mod avoided;
mod database;
mod game;
mod marks;
mod soosorv;
mod swap2;
#[cfg(test)]
mod tests;
mod thinking;

use std::collections::VecDeque;
use std::mem;
use std::time::Instant;

use game::Game;
use marks::Marks;
use thinking::{Desk, Purpose, think};

use super::protocol::dialect::Rejected;
use super::protocol::{Command, HashRequest, Message, Opening, Problem, Realtime, Reply, Soosorv};
use crate::coord::{Move, Point, Size};
use crate::engine::{Event, Order};
use crate::frontend::desk::{DeskEvent, Settings, Target};
use crate::frontend::setting::{Setting, SettingError};
use crate::game::Outcome;
use crate::gomoku::rules::game::Outcome as GomokuOutcome;
use crate::search::report::{Balance, Line, Progress, RootMark};
use crate::search::table::TableFile;

/// An action requested by the session.
#[derive(Debug)]
pub enum Effect {
    /// Write to the manager.
    Reply(Reply),
    /// Pass on to the searcher.
    Order(Order),
    /// End the process.
    Exit,
}

/// The session of a manager: a game, waiting requests, and a pending error.
pub struct Session {
    game: Game,
    queue: Queue,
    /// The error of an `INFO`, which answers the next other request.
    complaint: Option<SettingError>,
    /// Whether the manager is Yixin-Board, which asks for `YXSHOWINFO`.
    is_yixin_board: bool,
    /// The marks of the running search.
    marks: Marks,
    /// Whether an `END` waits for the table to be saved.
    ends_when_saved: bool,
    effects: Vec<Effect>,
}

/// The immediate replies; none if the searcher has to answer.
type Answer = Result<Vec<Reply>, Problem>;

impl Session {
    /// A session before its first request. `seed` selects its first swap2 opening.
    pub fn new(settings: Settings, seed: u64) -> Session {
        Session {
            game: Game::new(settings, seed),
            queue: Queue::default(),
            complaint: None,
            is_yixin_board: false,
            marks: Marks::default(),
            ends_when_saved: false,
            effects: Vec::new(),
        }
    }

    /// The actions since the last call, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects = mem::take(&mut self.effects);
        effects.extend(self.game.desk.take_orders().into_iter().map(Effect::Order));
        effects
    }

    /// Handles a request.
    pub fn receive(&mut self, input: Input) {
        self.game.desk.stop_pondering();
        match &input.request {
            // Otherwise half of the file would stay under another name.
            Ok(Command::End) if self.game.desk.is_saving() => self.ends_when_saved = true,
            Ok(Command::End) => self.exit(),
            Ok(Command::Stop) => self.stop(),
            Ok(Command::Info(setting)) if setting.limits_time() => {
                self.game.desk.set(setting.clone());
                let sets_clock = setting.sets_clock();
                if sets_clock && (self.queue.has_search() || self.queue.has_start()) {
                    // Waiting requests use up time or reset the clock: set it again when its turn comes.
                    self.queue.push(input);
                } else if sets_clock {
                    self.queue.drop_clocks();
                }
            }
            Ok(Command::TakeBack(target)) if self.gives_up_answer(*target) => {
                thinking::abandon(&mut self.game.desk);
                self.marks = Marks::default();
                self.queue.push(input);
                self.serve_waiting();
            }
            // Its answer does not depend on earlier requests.
            Ok(Command::Database(request)) if request.is_query() && self.awaits_move() => {
                self.serve(input);
            }
            _ if self.game.desk.is_busy() || !self.queue.is_empty() => {
                if input.starts_a_game() {
                    self.game.desk.hurry(self.queue.is_closed);
                }
                self.queue.push(input);
            }
            _ => self.serve(input),
        }
    }

    /// Records the end of the input. The session ends once every request is answered.
    pub fn end_of_input(&mut self) {
        self.queue.is_closed = true;
        self.game.desk.stop_pondering();
        self.game.desk.hurry(true);
        self.exit_when_done();
    }

    /// Handles an event of the searcher.
    pub fn hear(&mut self, event: Event) {
        let desk = &mut self.game.desk;
        let messages = desk.settings.messages();
        let purpose = desk.running().map(|job| job.purpose);
        let mut has_moved = false;
        let replies = match desk.hear(event) {
            None => return,
            Some(DeskEvent::Prepared) => vec![Reply::Ok],
            Some(DeskEvent::Progress(progress)) => self.report(progress),
            Some(DeskEvent::Mark(mark)) => self.mark(mark).into_iter().collect(),
            Some(DeskEvent::Booked(line)) if messages => {
                vec![Reply::Message(Message::Booked(self.line_as_shown(&line)))]
            }
            Some(DeskEvent::Booked(_)) => return,
            Some(DeskEvent::Evaluated(None)) => vec![Reply::Error(Problem::Failed)],
            Some(DeskEvent::Evaluated(Some(evaluation))) => {
                let side = desk.position.side_to_move();
                vec![match purpose {
                    Some(Purpose::ShowEvaluation) => {
                        Reply::Message(Message::Static(side, evaluation))
                    }
                    _ => Reply::Eval(side, evaluation),
                }]
            }
            Some(DeskEvent::Filed(result)) => vec![match result {
                Ok(text) => {
                    desk.settings.number_as_yixin();
                    Reply::Message(Message::Text(text))
                }
                Err(reason) => Reply::Error(Problem::Table(reason)),
            }],
            Some(DeskEvent::Finished(job, result)) => {
                self.marks = Marks::default();
                has_moved = job.purpose.plays();
                let lines = result.clone();
                let mut replies = thinking::conclude(desk, &job, result);
                if let Purpose::Soosorv(task) = job.purpose {
                    replies.extend(soosorv::conclude(desk, task, lines));
                    // The event that ended the first of two searches also ends the second.
                    if job.was_stopped() {
                        desk.stop();
                    } else if self.queue.is_pressing() {
                        desk.hurry(self.queue.is_closed);
                    }
                }
                replies
            }
        };
        self.reply(replies);
        if self.ends_when_saved && !self.game.desk.is_saving() {
            return self.exit();
        }
        if has_moved
            && self.queue.is_empty()
            && !self.queue.is_closed
            && self.game.desk.may_ponder()
        {
            self.game.block_moves(Purpose::Play);
            self.game.desk.ponder();
        }
        self.serve_waiting();
    }

    /// Sends `replies` in the form that the manager reads.
    fn reply(&mut self, mut replies: Vec<Reply>) {
        if self.is_yixin_board {
            let size = self.game.desk.position.size();
            let shown = |reply| for_yixin_board(reply, size);
            replies = replies.into_iter().flat_map(shown).collect();
        }
        self.effects.extend(replies.into_iter().map(Effect::Reply));
    }

    /// The state of the running search, in the forms that the manager requested.
    fn report(&self, progress: Progress) -> Vec<Reply> {
        let settings = &self.game.desk.settings;
        let is_gomoku = settings.variant().is_gomoku();
        let marks = is_gomoku && settings.marks();
        let info = is_gomoku && settings.info_lines();
        let shown = self.as_shown(&progress);
        let mut messages = Vec::new();
        if let (true, Some(line)) = (marks, progress.lines.first()) {
            messages.push(Message::Realtime(Realtime::Best(line.moves[0])));
            messages.push(Message::Realtime(Realtime::Value(line.score)));
            messages.push(Message::Realtime(Realtime::Line(shown.lines[0].moves.clone())));
        }
        if info {
            messages.push(Message::Info(progress));
            messages.push(Message::Terse(shown));
        } else if settings.messages() {
            messages.push(Message::Progress(shown));
        }
        messages.into_iter().map(Reply::Message).collect()
    }

    /// `progress` with the points as labelled on the manager's board.
    fn as_shown(&self, progress: &Progress) -> Progress {
        let lines = progress.lines.iter().map(|line| self.line_as_shown(line)).collect();
        Progress { lines, ..progress.clone() }
    }

    /// The same for a line.
    fn line_as_shown(&self, line: &Line) -> Line {
        let mut shown = line.clone();
        if self.is_yixin_board {
            let size = self.game.desk.position.size();
            shown.moves.iter_mut().for_each(|mv| *mv = on_yixin_board(*mv, size));
        }
        shown
    }

    /// A mark for the manager's board.
    fn mark(&mut self, mark: RootMark) -> Option<Reply> {
        let elapsed = self.game.desk.running().map(|job| job.elapsed()).unwrap_or_default();
        let mark = self.marks.show(mark, elapsed)?;
        Some(Reply::Message(Message::Realtime(mark)))
    }

    /// `STOP`: stops the search; its answer follows.
    fn stop(&mut self) {
        if thinking::is_searching(&self.game.desk) {
            self.game.desk.stop();
        } else {
            self.queue.stop_next();
        }
    }

    /// Whether a search is running and no request waits for its end.
    fn awaits_move(&self) -> bool {
        self.queue.is_empty() && thinking::is_searching(&self.game.desk)
    }

    /// Whether taking back `target` makes the running search pointless, and will be legal.
    fn gives_up_answer(&self, target: Target) -> bool {
        let desk = &self.game.desk;
        let Some(waiting) = self.queue.settings() else { return false };
        let mut settings = desk.settings.clone();
        waiting.into_iter().cloned().for_each(|setting| _ = settings.set(setting));
        let is_same_game = settings.variant().is_gomoku() == desk.position.variant().is_gomoku();
        is_same_game && thinking::is_answering(desk, target)
    }

    fn serve_waiting(&mut self) {
        while !self.game.desk.is_busy() {
            match self.queue.pop() {
                Some(input) => self.serve(input),
                None => break,
            }
        }
        self.exit_when_done();
    }

    fn exit_when_done(&mut self) {
        if self.queue.is_closed && self.queue.is_empty() && !self.game.desk.is_busy() {
            self.exit();
        }
    }

    fn exit(&mut self) {
        self.effects.push(Effect::Exit);
    }

    /// Answers a request after all earlier ones.
    fn serve(&mut self, input: Input) {
        let asked_for_search = input.asks_for_search();
        let answer = self.answer(input);
        let is_refused = answer.is_err();
        self.reply(answer.unwrap_or_else(|problem| vec![Reply::Error(problem)]));
        if self.queue.is_pressing() {
            self.game.desk.hurry(self.queue.is_closed);
        }
        if asked_for_search && self.queue.take_stop(is_refused) {
            self.game.desk.stop();
        }
    }

    fn answer(&mut self, input: Input) -> Answer {
        match (input.request, self.complaint.take()) {
            (Ok(Command::Info(setting)), complaint) => {
                self.complaint = complaint;
                self.game.desk.set(setting);
                Ok(Vec::new())
            }
            (Ok(Command::BadInfo(error)), _) => {
                self.complaint = Some(error);
                Ok(Vec::new())
            }
            (_, Some(complaint)) => Err(Problem::Setting(complaint)),
            (Ok(command), None) => self.carry_out(command, input.at),
            (Err(Rejected::Unknown(word)), None) => Ok(vec![Reply::Unknown(word)]),
            (Err(Rejected::Malformed(problem)), None) => Err(problem),
        }
    }

    /// Executes a command. After a Yixin command, rule numbers are Yixin's.
    fn carry_out(&mut self, command: Command, at: Instant) -> Answer {
        if !is_yixins(&command) {
            return self.perform(command, at);
        }
        // Only the searcher knows whether there is a table to save, load or measure, and answers later.
        let is_filed = matches!(command, Command::YxHash(_));
        let before = self.game.desk.settings.clone();
        self.game.desk.settings.number_as_yixin();
        let answer = self.perform(command, at);
        if answer.is_err() || is_filed {
            self.game.desk.settings = before;
        }
        answer
    }

    fn perform(&mut self, command: Command, at: Instant) -> Answer {
        let game = &mut self.game;
        self.is_yixin_board |= command == Command::YxShowInfo;
        match command {
            // The columns of Yixin-Board are first here but second in its points.
            Command::Start { width, height, is_older: true } if self.is_yixin_board => {
                game.start(height, width).map(no_reply)
            }
            Command::Start { width, height, .. } => game.start(width, height).map(no_reply),
            Command::Restart => game.restart().map(no_reply),
            Command::Position(setup) => game.set_up(*setup).map(no_reply),
            Command::YxBoard(stones) => game.load(&stones).map(no_reply),
            Command::YxHashClear => {
                game.desk.forget();
                Ok(Vec::new())
            }
            Command::Begin => search(game, Purpose::Play, at),
            Command::Turn(target) => {
                game.play(target)?;
                Ok(search_on(game, Purpose::Play, at))
            }
            Command::Board(stones) => {
                game.place(&stones)?;
                Ok(search_on(game, Purpose::Play, at))
            }
            Command::Swap2Board(points) => match game.open(&points)? {
                Some(stones) => Ok(vec![Reply::Stones(stones)]),
                None => Ok(search_on(game, Purpose::Swap2, at)),
            },
            Command::NBest(lines) => search(game, Purpose::Rank(lines), at),
            Command::YxNBest(lines) => search(game, Purpose::PlayBestOf(lines), at),
            Command::YxSearchDefend => search(game, Purpose::PlayBestOf(u32::MAX), at),
            Command::YxBalance(goal) => balance(game, goal, at),
            Command::YxSwap2(step) => take_swap2_step(game, step, at),
            Command::YxSoosorv(step) => take_soosorv_step(game, &step, at),
            Command::Eval => evaluate(game, Purpose::Evaluate, at),
            Command::YxPrintFeature => evaluate(game, Purpose::ShowEvaluation, at),
            Command::YxHash(request) => use_table(&mut game.desk, request),
            Command::YxAvoid(request) => game.avoid(request).map(no_reply),
            Command::YxDraw => Ok(vec![text("no draw: the game goes on")]),
            Command::YxResign => Ok(vec![text("the opponent resigns")]),
            Command::Options => Ok(game.options()),
            Command::YxShowInfo => Ok(game.front_end_limits()),
            Command::Database(request) => {
                let answer = database::answer(game, request);
                // Reading or writing a file may have taken long.
                game.desk.note_answer();
                answer
            }
            Command::Play(target) => Ok(vec![Reply::Move(game.play(target)?)]),
            Command::TakeBack(target) => game.take_back(target).map(|()| vec![Reply::Ok]),
            Command::Undo(plies) => game.undo(plies).map(|()| vec![Reply::Ok]),
            Command::Why(target) => Ok(vec![game.explain(target)?]),
            Command::About => Ok(vec![Reply::About]),
            Command::Show
            | Command::Moves
            | Command::Result
            | Command::Forbidden
            | Command::YxShowForbid => Ok(vec![game.show(&command)?]),
            Command::End
            | Command::Stop
            | Command::Info(_)
            | Command::BadInfo(_)
            | Command::Ignored => Ok(Vec::new()),
        }
    }
}

/// `YXBALANCEONE` and `YXBALANCETWO`.
fn balance(game: &mut Game, goal: Balance, at: Instant) -> Answer {
    game.require_gomoku("YXBALANCE")?;
    search(game, Purpose::Balance(goal), at)
}

/// `YXSWAP2STEP1` to `3`.
fn take_swap2_step(game: &mut Game, step: u8, at: Instant) -> Answer {
    if step == 1 {
        return game.propose(Opening::Swap2);
    }
    game.require_gomoku(Opening::Swap2.command())?;
    search(game, Purpose::YxSwap2(step - 1), at)
}

/// `YXSOOSORVSTEP1` to `6`.
fn take_soosorv_step(game: &mut Game, step: &Soosorv, at: Instant) -> Answer {
    if *step == Soosorv::Propose {
        return game.propose(Opening::Soosorv);
    }
    let task = game.begin_soosorv(step)?;
    Ok(think(&mut game.desk, Purpose::Soosorv(task), at))
}

/// `YXSHOWHASHUSAGE`, `YXHASHDUMP` and `YXHASHLOAD`; the searcher answers later.
fn use_table(desk: &mut Desk, request: HashRequest) -> Answer {
    let file = table_file(desk, request)?;
    desk.file(file);
    Ok(Vec::new())
}

/// The operation on the table that `request` asks for.
fn table_file(desk: &mut Desk, request: HashRequest) -> Result<TableFile, Problem> {
    let settings = &desk.settings;
    let purpose = settings.variant().to_string();
    Ok(match request {
        HashRequest::Usage => TableFile::Measure,
        HashRequest::Dump(name) => {
            let path = settings.file_to_write(&name);
            if let Some(database) = desk.archive.database() {
                database::spare(&database, &path).map_err(Problem::Table)?;
            }
            TableFile::Save(path, purpose)
        }
        HashRequest::Load(name) => TableFile::Load(settings.file(&name), purpose),
    })
}

fn no_reply((): ()) -> Vec<Reply> {
    Vec::new()
}

fn text(text: &str) -> Reply {
    Reply::Message(Message::Text(text.to_owned()))
}

/// Evaluates the position unless the game is over.
fn evaluate(game: &mut Game, purpose: Purpose, at: Instant) -> Answer {
    game.ready()?.evaluate(purpose, at);
    Ok(Vec::new())
}

/// Starts a search unless the game is over.
fn search(game: &mut Game, purpose: Purpose, at: Instant) -> Answer {
    game.ready()?;
    Ok(search_on(game, purpose, at))
}

/// Starts a search; if the game is over, returns that answer.
fn search_on(game: &mut Game, purpose: Purpose, at: Instant) -> Vec<Reply> {
    game.block_moves(purpose);
    think(&mut game.desk, purpose, at)
}

/// `reply` as the lines that Yixin-Board reads, on a board of `size`: it expects one move per line, and labels the
/// points in messages in its own way.
fn for_yixin_board(reply: Reply, size: Size) -> Vec<Reply> {
    match reply {
        Reply::Pair(moves) => moves.map(Reply::Move).to_vec(),
        Reply::Message(Message::Over(Outcome::Gomoku(GomokuOutcome::Win { color, line }))) => {
            let shown = |&point: &Point| on_yixin_board(Move::Place(point), size).point();
            let line = line.iter().filter_map(shown).collect();
            let outcome = Outcome::Gomoku(GomokuOutcome::Win { color, line });
            vec![Reply::Message(Message::Over(outcome))]
        }
        other => vec![other],
    }
}

/// `mv` as Yixin-Board labels it. It counts rows from below and sends them before columns, so that `size` has its rows
/// as columns.
fn on_yixin_board(mv: Move, size: Size) -> Move {
    let Move::Place(point) = mv else { return mv };
    let rank = size.width().checked_sub(1 + point.x());
    rank.and_then(|rank| Point::new(point.y(), rank)).map_or(mv, Move::Place)
}

/// Whether the command is Yixin's.
fn is_yixins(command: &Command) -> bool {
    matches!(
        command,
        Command::YxBoard(_)
            | Command::YxAvoid(_)
            | Command::YxBalance(_)
            | Command::YxSearchDefend
            | Command::YxSwap2(_)
            | Command::YxSoosorv(_)
            | Command::YxDraw
            | Command::YxResign
            | Command::YxPrintFeature
            | Command::YxHash(_)
            | Command::YxNBest(_)
            | Command::YxShowForbid
            | Command::YxShowInfo
            | Command::YxHashClear
            | Command::Database(_)
    )
}

/// A request with its time of arrival, from which its clock runs.
#[derive(Clone, Debug)]
pub struct Input {
    pub at: Instant,
    pub request: Result<Command, Rejected>,
}

impl Input {
    pub fn asks_for_search(&self) -> bool {
        match &self.request {
            // The first step of an opening is answered without a search.
            Ok(Command::Swap2Board(points)) => !points.is_empty(),
            Ok(Command::YxSoosorv(step)) => *step != Soosorv::Propose,
            Ok(
                Command::Begin
                | Command::Turn(_)
                | Command::Board(_)
                | Command::NBest(_)
                | Command::YxNBest(_)
                | Command::YxSearchDefend
                | Command::YxBalance(_)
                | Command::YxSwap2(2..),
            ) => true,
            _ => false,
        }
    }

    pub fn starts_a_game(&self) -> bool {
        matches!(self.request, Ok(Command::Start { .. } | Command::Restart))
    }

    fn as_setting(&self) -> Option<&Setting> {
        match &self.request {
            Ok(Command::Info(setting)) => Some(setting),
            _ => None,
        }
    }
}

/// The waiting requests, oldest first.
#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Input>,
    /// Whether the input has ended, so that no more requests will come.
    pub is_closed: bool,
    /// How many of the waiting requests for a search, the oldest, came before a `STOP`. It is for the first of these
    /// that is not refused.
    stoppable: usize,
}

impl Queue {
    pub fn push(&mut self, input: Input) {
        self.waiting.push_back(input);
    }

    /// The next request to be answered.
    pub fn pop(&mut self) -> Option<Input> {
        self.waiting.pop_front()
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The waiting requests if all of them are settings.
    pub fn settings(&self) -> Option<Vec<&Setting>> {
        self.waiting.iter().map(Input::as_setting).collect()
    }

    pub fn has_search(&self) -> bool {
        self.searches() > 0
    }

    /// The number of waiting requests for a search.
    fn searches(&self) -> usize {
        self.waiting.iter().filter(|input| input.asks_for_search()).count()
    }

    pub fn has_start(&self) -> bool {
        self.waiting.iter().any(Input::starts_a_game)
    }

    /// Removes the requests that would set the match clock to an outdated value.
    pub fn drop_clocks(&mut self) {
        self.waiting.retain(|input| !input.as_setting().is_some_and(Setting::sets_clock));
    }

    /// Whether any request waits for the running search.
    pub fn is_pressing(&self) -> bool {
        self.is_closed || self.has_start()
    }

    /// `STOP` without a running search: it applies to the waiting search, if there is one.
    pub fn stop_next(&mut self) {
        self.stoppable = self.searches();
    }

    /// Whether a `STOP` came after the request for a search that was just answered. Unless the request was refused, the
    /// `STOP` is for no other.
    pub fn take_stop(&mut self, is_refused: bool) -> bool {
        let is_stopped = self.stoppable > 0;
        self.stoppable = if is_refused { self.stoppable.saturating_sub(1) } else { 0 };
        is_stopped
    }
}
