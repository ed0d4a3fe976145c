//! Time limits: answers beyond the tolerance fail, answers beyond the limit itself are warned of.

use std::time::Duration;

use crate::check::case::{Case, Finding, Verdict};
use crate::check::driver::{CRLF, in_ms};
use crate::check::exam::Exam;
use crate::check::table::{board, last, opened, stranger, turn};
use crate::gomoku::rules::rule::Rule;

/// Moves that are timed where a few are enough.
const FEW: usize = 4;
/// What is left of a match where little is left.
const LITTLE: Duration = Duration::from_millis(400);
/// The whole match, where there is one.
const MATCH: Duration = Duration::from_secs(3);
/// A limit of a move that the match cannot afford.
const GENEROUS: Duration = Duration::from_secs(30);
/// What may pass before "at once".
const AT_ONCE: Duration = Duration::from_millis(250);

pub const CASES: &[Case] = &[
    Case::new("time/turn-0", "timeout_turn 0 is answered as fast as possible", |exam| {
        turns(exam, Duration::ZERO, AT_ONCE)
    }),
    Case::new("time/turn-100", "timeout_turn 100 is kept", |exam| by_turn(exam, 100)),
    Case::new("time/turn-500", "timeout_turn 500 is kept", |exam| by_turn(exam, 500)),
    Case::new("time/turn-1000", "timeout_turn 1000 is kept", |exam| by_turn(exam, 1000)),
    Case::new("time/left", "a small time_left is kept", left),
    Case::new("time/match", "timeout_match is kept over several moves", whole_match),
    Case::new("time/prompt", "a request that follows a move at once is understood", prompt),
];

fn by_turn(exam: &Exam, limit_ms: u64) -> Verdict {
    let limit = Duration::from_millis(limit_ms);
    turns(exam, limit, limit)
}

/// A few moves with `setting` as the limit; answers are due within `limit`.
fn turns(exam: &Exam, setting: Duration, limit: Duration) -> Verdict {
    let mut talk = exam.ready(Rule::Freestyle, setting)?.timed();
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut game = opened(exam.side());
    let mut request = turn(last(&game));
    let mut moves = 0;
    while moves < FEW {
        talk.ask_move(&mut game, &request, limit)?;
        moves += 1;
        if game.outcome().is_some() {
            break;
        }
        match stranger(&mut game, &mut random) {
            Some(next) => request = next,
            None => break,
        }
    }
    talk.in_time(&format!("{moves} moves"))
}

fn left(exam: &Exam) -> Verdict {
    let mut talk = exam.ready(Rule::Freestyle, GENEROUS)?.timed();
    talk.say("INFO timeout_match 100000");
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut game = opened(exam.side());
    for left in [LITTLE, LITTLE / 2] {
        let clock = format!("INFO time_left {}", left.as_millis());
        let request = [clock, board(&game)].join(CRLF);
        talk.ask_move(&mut game, &request, left)?;
        if game.outcome().is_some() || stranger(&mut game, &mut random).is_none() {
            break;
        }
    }
    talk.in_time("the last moments of a match")
}

fn whole_match(exam: &Exam) -> Verdict {
    let mut talk = exam.ready(Rule::Freestyle, MATCH)?.timed();
    talk.say(&format!("INFO timeout_match {}", MATCH.as_millis()));
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut game = opened(exam.side());
    let mut request = turn(last(&game));
    let (mut left, mut moves) = (MATCH, 0);
    while moves < 2 * FEW {
        let clock = format!("INFO time_left {}", left.as_millis());
        talk.say(&[clock, request].join(CRLF));
        talk.take_move(&mut game, "TURN", left)?;
        left = left.saturating_sub(talk.latest());
        moves += 1;
        if game.outcome().is_some() {
            break;
        }
        match stranger(&mut game, &mut random) {
            Some(next) => request = next,
            None => break,
        }
    }
    talk.in_time(&format!("{moves} moves, {} of {} left", in_ms(left), in_ms(MATCH)))
}

fn prompt(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut game = opened(exam.side());
    let mut request = turn(last(&game));
    let clock = format!("INFO time_left {}", i32::MAX);
    for _ in 0..FEW {
        talk.say(&format!("{clock}{CRLF}{request}"));
        // An opponent seldom answers within a millisecond, so nobody has lost by this yet.
        talk.take_move_at_once(&mut game, "a prompt TURN", exam.movetime())
            .map_err(Finding::softened)?;
        if game.outcome().is_some() {
            break;
        }
        match stranger(&mut game, &mut random) {
            Some(next) => request = next,
            None => break,
        }
    }
    Ok("understood".to_owned())
}
