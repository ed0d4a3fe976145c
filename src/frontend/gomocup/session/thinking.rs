//! Jobs for the searcher, and what follows from their results.

use std::time::Instant;

use crate::coord::Move;
use crate::frontend::desk::{self, Inquiry, RunningJob, Target};
use crate::frontend::gomocup::protocol::{Message, RankedLine, Reply};
use crate::search::report::{Line, Progress, Request};

/// The purpose of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Play the best move.
    Play,
    /// Search this many moves and play the best.
    PlayBestOf(u32),
    /// Report this many of the best moves.
    Rank(u32),
    /// Choose a side in a swap2 opening.
    Swap2,
    /// Report the static evaluation, without search.
    Evaluate,
}

/// The desk of a session.
pub type Desk = desk::Desk<Purpose>;

impl Purpose {
    fn lines(self) -> usize {
        match self {
            Purpose::Play | Purpose::Swap2 | Purpose::Evaluate => 1,
            Purpose::Rank(lines) | Purpose::PlayBestOf(lines) => lines.max(1) as usize,
        }
    }
}

/// Starts a job for `purpose`, timed from `at`. If there is no choice of moves, the answer comes at once.
pub fn think(desk: &mut Desk, purpose: Purpose, at: Instant) -> Vec<Reply> {
    desk.settings.begin_move();
    if let Some(outcome) = desk.outcome() {
        return vec![Reply::Message(Message::Over(outcome)), Reply::Move(Move::Pass)];
    }
    if desk.position.must_pass() && !matches!(purpose, Purpose::Rank(_)) {
        return vec![Reply::Move(desk.play_chosen(Some(Move::Pass)))];
    }
    let request = Request {
        limits: desk.limits(),
        lines: purpose.lines().min(desk.position.size().area()),
        is_analysis: matches!(purpose, Purpose::Rank(_)),
    };
    let position = desk.position.clone();
    let is_book_open = purpose == Purpose::Play;
    desk.search(Inquiry { position, request, is_book_open, purpose }, at);
    Vec::new()
}

/// Whether a search is running; evaluations do not count.
pub fn is_searching(desk: &Desk) -> bool {
    desk.running().is_some_and(|job| job.purpose != Purpose::Evaluate)
}

/// Whether the running search answers a stone at `target`.
pub fn is_answering(desk: &Desk, target: Target) -> bool {
    let plays =
        |job: &RunningJob<Purpose>| matches!(job.purpose, Purpose::Play | Purpose::PlayBestOf(_));
    let last = desk.position.history().last();
    desk.running().is_some_and(plays) && last.is_some_and(|ply| Target::from(ply.mv) == target)
}

/// Stops the running search without an answer. Its time is deducted all the same.
pub fn abandon(desk: &mut Desk) {
    if let Some(job) = desk.abandon() {
        desk.charge(&job);
    }
}

/// Handles the result of a search according to its purpose.
pub fn conclude(desk: &mut Desk, job: &RunningJob<Purpose>, result: Progress) -> Vec<Reply> {
    desk.charge(job);
    let mut replies = Vec::new();
    if desk.settings.messages() {
        let Progress { nodes, elapsed, .. } = result;
        replies.push(Reply::Message(Message::Speed { nodes, elapsed }));
    }
    match job.purpose {
        Purpose::Play | Purpose::PlayBestOf(_) => {
            replies.push(Reply::Move(desk.play_chosen(result.best_move())));
        }
        Purpose::Rank(_) => replies.extend(rank(desk, result)),
        Purpose::Swap2 => replies.push(choose_side(desk, result.lines.first())),
        Purpose::Evaluate => {}
    }
    replies
}

fn rank(desk: &Desk, result: Progress) -> impl Iterator<Item = Reply> {
    let depth = result.depth;
    let lines = desk.lines(result);
    let of = lines.len();
    let ranked = lines.into_iter().zip(1..);
    ranked.map(move |(line, rank)| Reply::Ranked(RankedLine { rank, of, depth, line }))
}

/// The choice after three or five stones of a swap2 opening: White with its best move, or Black.
fn choose_side(desk: &mut Desk, best: Option<&Line>) -> Reply {
    match best {
        Some(line) if !line.score.is_negative() => {
            Reply::Move(desk.play_chosen(line.moves.first().copied()))
        }
        _ => Reply::Swap,
    }
}
