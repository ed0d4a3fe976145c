//! Jobs for the searcher, and the handling of their results.

use std::time::Instant;

use crate::coord::Move;
use crate::frontend::desk::{self, Inquiry, RunningJob, Target};
use crate::frontend::gomocup::protocol::{Message, Opening, OpeningStep, RankedLine, Reply};
use crate::search::report::{Balance, Line, Progress, Request};

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
    /// Answer this question of a swap2 opening that Yixin-Board conducts.
    YxSwap2(u8),
    /// A step of a Soosorv opening.
    Soosorv(SoosorvTask),
    /// Play the moves that give the position a value.
    Balance(Balance),
    /// Report the static evaluation, without search.
    Evaluate,
    /// The same, as a message.
    ShowEvaluation,
}

/// Most fifth moves that Tengen requests.
const MOST_FIFTHS: u32 = 8;

/// The purpose of a search in a Soosorv opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvTask {
    /// Whether to swap after three moves.
    SwapAfterThree,
    /// Find the fourth move.
    Fourth,
    /// Find the number of fifth moves that balances the game after this fourth move.
    CountFifths(Move),
    /// Whether to swap with this many fifth moves to propose.
    SwapAfterFour(u8),
    /// Propose this many fifth moves.
    Fifths(u8),
    /// Choose from this many fifth moves.
    ChooseFifth(u8),
}

impl SoosorvTask {
    /// Number of lines to search.
    fn lines(self) -> u32 {
        match self {
            SoosorvTask::SwapAfterThree | SoosorvTask::Fourth => 1,
            SoosorvTask::CountFifths(_) => MOST_FIFTHS,
            SoosorvTask::SwapAfterFour(count)
            | SoosorvTask::Fifths(count)
            | SoosorvTask::ChooseFifth(count) => count.into(),
        }
    }
}

/// The desk of a session.
pub type Desk = desk::Desk<Purpose>;

impl Purpose {
    /// Whether the job chooses the move to play.
    pub fn plays(self) -> bool {
        matches!(self, Purpose::Play | Purpose::PlayBestOf(_))
    }

    fn lines(self) -> usize {
        match self {
            Purpose::Soosorv(task) => task.lines() as usize,
            Purpose::Play
            | Purpose::Swap2
            | Purpose::YxSwap2(_)
            | Purpose::Balance(_)
            | Purpose::Evaluate
            | Purpose::ShowEvaluation => 1,
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
        is_analysis: matches!(purpose, Purpose::Rank(_)) || desk.settings.is_thorough(),
    };
    let position = desk.position.clone();
    let is_book_open = purpose == Purpose::Play;
    let is_for_play = purpose.plays();
    let inquiry = Inquiry { position, request, is_book_open, is_for_play, purpose };
    match purpose {
        Purpose::Balance(goal) => desk.balance(inquiry, goal, at),
        _ => desk.search(inquiry, at),
    }
    Vec::new()
}

/// Whether a search is running; evaluations do not count.
pub fn is_searching(desk: &Desk) -> bool {
    let is_search = |job: &RunningJob<Purpose>| {
        !matches!(job.purpose, Purpose::Evaluate | Purpose::ShowEvaluation)
    };
    desk.running().is_some_and(is_search)
}

/// Whether the running search answers a stone at `target`.
pub fn is_answering(desk: &Desk, target: Target) -> bool {
    let plays = |job: &RunningJob<Purpose>| job.purpose.plays();
    let last = desk.position.history().last();
    desk.running().is_some_and(plays) && last.is_some_and(|ply| Target::from(ply.mv) == target)
}

/// Stops the running search without an answer. Its time is deducted nevertheless.
pub fn abandon(desk: &mut Desk) {
    if let Some(job) = desk.abandon() {
        desk.charge(&job);
    }
}

/// Handles the result of a search according to its purpose.
pub fn conclude(desk: &mut Desk, job: &RunningJob<Purpose>, result: Progress) -> Vec<Reply> {
    // A list of moves is no move.
    if !matches!(job.purpose, Purpose::Rank(_)) {
        desk.charge(job);
    }
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
        Purpose::YxSwap2(number) => {
            let is_taken = result.lines.first().is_some_and(|line| line.score.is_negative());
            let step = OpeningStep::Swap { opening: Opening::Swap2, number, is_taken };
            replies.push(Reply::Message(Message::Opening(step)));
        }
        Purpose::Balance(goal) => replies.push(play_balanced(desk, goal, result.lines.first())),
        Purpose::Soosorv(_) | Purpose::Evaluate | Purpose::ShowEvaluation => {}
    }
    replies
}

/// Plays the moves at the beginning of `line`, which balance the position. After a first move that ends the game, the
/// second is a pass that is not played.
fn play_balanced(desk: &mut Desk, goal: Balance, line: Option<&Line>) -> Reply {
    let mut moves = line.into_iter().flat_map(|line| line.moves.iter().copied());
    let first = desk.play_chosen(moves.next());
    if goal.moves < 2 {
        return Reply::Move(first);
    }
    let second = match desk.outcome() {
        None => desk.play_for_opponent(moves.next()),
        Some(_) => Move::Pass,
    };
    Reply::Pair([first, second])
}

fn rank(desk: &Desk, result: Progress) -> impl Iterator<Item = Reply> {
    let Progress { depth, calibration, lines, .. } = desk.with_line(result);
    let of = lines.len();
    let ranked = lines.into_iter().zip(1..);
    ranked.map(move |(line, rank)| Reply::Ranked(RankedLine { rank, of, depth, line, calibration }))
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
