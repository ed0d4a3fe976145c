//! Thinking: how a search is asked for, hurried, abandoned, and what its result leads to.

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::coord::Move;
use crate::engine::{Job, Order};
use crate::frontend::gomocup::protocol::{Message, Problem, RankedLine, Reply, Target};
use crate::game::Position;
use crate::search::control::Control;
use crate::search::report::{Line, Progress, Request, Score};

use super::State;

/// Longest search after the end of the input.
const LAST_SEARCH: Duration = Duration::from_secs(60);

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Play its move.
    Play,
    /// Look at so many moves and play the best.
    PlayBestOf(u32),
    /// Tell the best so many moves.
    Rank(u32),
    /// Decide a swap2 step.
    Swap2,
    /// Tell the static evaluation, without search.
    Evaluate,
}

impl Purpose {
    fn lines(self) -> usize {
        match self {
            Purpose::Play | Purpose::Swap2 | Purpose::Evaluate => 1,
            Purpose::Rank(lines) | Purpose::PlayBestOf(lines) => lines.max(1) as usize,
        }
    }
}

/// A running search.
pub(super) struct Thinking {
    pub(super) id: u64,
    control: Arc<Control>,
    purpose: Purpose,
    /// How much of its time lies before the match clock was announced, and is not to be taken off it.
    before_clock: Duration,
}

impl Thinking {
    /// Time to be taken off the match clock.
    fn spent(&self) -> Duration {
        self.control.elapsed().saturating_sub(self.before_clock)
    }
}

/// Hurries a search that somebody waits for. One that time bounds is ended. One that depth or nodes
/// bound alone goes on: its result is the same every time, and must not depend on when the next
/// request comes. At the end of the input (`is_last`) even that has only [`LAST_SEARCH`] left: nobody
/// could stop it.
pub fn hurry(control: &Control, is_last: bool) {
    if control.budget().is_some() {
        control.stop();
    } else if is_last {
        control.end_within(LAST_SEARCH);
    }
}

impl State {
    /// Has the searcher look at the position for `purpose`; the time runs since `at`. A position
    /// that leaves no choice is answered at once.
    pub(super) fn think(&mut self, purpose: Purpose, at: Instant) -> Result<(), Problem> {
        let dead_draw = self.settings.dead_draw;
        self.settings.begin_move();
        let position = self.settled()?;
        if let Some(outcome) = position.outcome(dead_draw) {
            self.reply(Reply::Message(Message::Over(outcome)));
            self.reply(Reply::Move(Move::Pass));
            return Ok(());
        }
        if position.must_pass() && !matches!(purpose, Purpose::Rank(_)) {
            self.play_out(Move::Pass);
            return Ok(());
        }
        let position = position.clone();
        self.forget_before(&position);
        let limits = self.settings.limits(&position);
        let control = Arc::new(Control::new(at, limits.time));
        let id = self.wait_for(purpose, Arc::clone(&control));
        let book = match purpose {
            Purpose::Play => self.settings.next_from_book(),
            Purpose::PlayBestOf(_) | Purpose::Rank(_) | Purpose::Swap2 | Purpose::Evaluate => None,
        };
        let request = Request {
            limits,
            lines: purpose.lines().min(position.size().area()),
            is_analysis: matches!(purpose, Purpose::Rank(_)),
        };
        self.order(Order::Search(Box::new(Job { id, position, request, control, book })));
        if self.input_ended || self.game_waits() {
            self.hurry();
        }
        if mem::take(&mut self.stop_next) {
            self.move_now();
        }
        Ok(())
    }

    /// `EVAL`: has the searcher value the position as it stands.
    pub(super) fn evaluate(&mut self, at: Instant) -> Result<(), Problem> {
        let position = Box::new(self.ready()?.clone());
        let id = self.wait_for(Purpose::Evaluate, Arc::new(Control::new(at, None)));
        self.order(Order::Evaluate { id, position });
        Ok(())
    }

    /// Remembers what the searcher is about to be asked; the number of the job.
    fn wait_for(&mut self, purpose: Purpose, control: Arc<Control>) -> u64 {
        let id = self.next_job;
        self.next_job += 1;
        self.thinking = Some(Thinking { id, control, purpose, before_clock: Duration::ZERO });
        id
    }

    /// `STOP`: ends the search; its answer follows.
    pub(super) fn move_now(&mut self) {
        match &self.thinking {
            Some(thinking) if thinking.purpose != Purpose::Evaluate => thinking.control.stop(),
            // Nothing is searched yet: whoever says stop has the search behind it in mind.
            _ => self.stop_next = self.search_waits(),
        }
    }

    /// Somebody waits for the search.
    pub(super) fn hurry(&mut self) {
        if let Some(thinking) = &self.thinking {
            hurry(&thinking.control, self.input_ended);
        }
    }

    /// Applies changed time limits to the running search; what the match clock shows counts from now on
    /// if it was announced just now.
    pub(super) fn refresh_budget(&mut self, shows_clock: bool) {
        if let (Some(thinking), Some(position)) = (&mut self.thinking, &self.position) {
            if shows_clock {
                thinking.before_clock = thinking.control.elapsed();
            }
            let limits = self.settings.limits_since(position, thinking.before_clock);
            thinking.control.set_budget(limits.time);
        }
    }

    /// Ends the search without an answer.
    pub(super) fn abandon_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.control.stop();
            self.settings.spend(thinking.spent());
        }
    }

    /// Whether the engine is thinking about the answer to a stone at `target`.
    pub(super) fn is_being_answered(&self, target: Target) -> bool {
        let plays = |t: &Thinking| matches!(t.purpose, Purpose::Play | Purpose::PlayBestOf(_));
        let playing = self.thinking.as_ref().is_some_and(plays);
        let last = self.position.as_ref().and_then(|p| p.history().last());
        playing && last.is_some_and(|ply| Target::from(ply.mv) == target)
    }

    /// Does with a finished search what it was made for.
    pub(super) fn conclude(&mut self, thinking: Thinking, result: Progress) {
        self.answered = Instant::now();
        self.settings.spend(thinking.spent());
        if self.settings.messages() {
            self.reply(Reply::Message(Message::Speed {
                nodes: result.nodes,
                elapsed: result.elapsed,
            }));
        }
        match thinking.purpose {
            Purpose::Play | Purpose::PlayBestOf(_) => {
                self.play_out(result.best_move().unwrap_or(Move::Pass));
            }
            Purpose::Rank(_) => self.rank(result),
            Purpose::Swap2 => self.decide_swap2(result.lines.first()),
            Purpose::Evaluate => {}
        }
    }

    /// Plays the engine's move and answers it.
    pub(super) fn play_out(&mut self, chosen: Move) {
        let Some(position) = &mut self.position else {
            return;
        };
        let mv = playable(position, chosen);
        if let Err(illegal) = position.play(mv) {
            log::error!("no legal move: {illegal}");
        }
        self.reply(Reply::Move(mv));
    }

    fn rank(&mut self, mut result: Progress) {
        if let (true, Some(position)) = (result.lines.is_empty(), &self.position) {
            // In renju Black may have forbidden points only: then it can but pass.
            let only = playable(position, Move::Pass);
            result.lines.push(Line { score: Score::Points(0), moves: vec![only] });
        }
        let (of, depth) = (result.lines.len(), result.depth);
        for (index, line) in result.lines.into_iter().enumerate() {
            self.reply(Reply::Ranked(RankedLine { rank: index + 1, of, depth, line }));
        }
    }
}

/// `chosen`, unless it is against the rules: that would be a defect of the search, and any legal
/// move is better than a lost game.
pub fn playable(position: &Position, chosen: Move) -> Move {
    match position.legal(chosen) {
        Ok(()) => chosen,
        Err(illegal) => {
            log::error!("the search chose an illegal move: {illegal}");
            position.legal_points().next().map_or(Move::Pass, Move::Place)
        }
    }
}
