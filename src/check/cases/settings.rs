//! `INFO`, which is never answered, and the time limits that it sets: answers beyond the tolerance fail,
//! answers beyond the limit itself get a warning.

use std::time::{Duration, Instant};

use crate::check::driver::{
    AFTER_MOVE, CRLF, CheckResult, Finding, SILENCE, coordinates, in_ms, is_refusal, quote,
};
use crate::check::exam::{Case, Exam, settings};
use crate::check::positions::{board, last, opened, stranger, turn};
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

/// A time limit that no check waits for.
pub const LONG: Duration = Duration::from_secs(60);
/// Time that an engine may think before it is interrupted.
pub const THINKING: Duration = Duration::from_millis(400);
/// Memory that the memory check grants, in bytes.
const SMALL_MEMORY: u64 = 80 << 20;
const MIB: u64 = 1 << 20;

pub const INFO: &[Case] = &[
    Case::new("info/silent", "no INFO is answered, known or unknown", silent),
    Case::new("info/early", "INFO before START is not answered", early),
    Case::new("info/values", "survives impossible values", values),
    Case::new("info/now", "INFO timeout_turn 0 while thinking ends the search", now),
    Case::new("info/memory", "stays within INFO max_memory 83886080", memory),
];

fn silent(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    for line in [
        "INFO time_left -5",
        "INFO time_left 2147483647",
        "INFO evaluate 3,3",
        "INFO nonsense 5",
        "INFO nonsense",
        "INFO game_type 2",
    ] {
        talk.say(line);
        talk.quiet(AFTER_MOVE, line)?;
    }
    talk.quiet(SILENCE, "INFO")?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    Ok("no answer to six kinds".to_owned())
}

fn early(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    talk.say(&settings(Rule::Freestyle, exam.movetime()));
    talk.quiet(SILENCE, "INFO before START")?;
    talk.ask_ok(&format!("START {}", exam.side()))?;
    talk.ask_move(&mut exam.game(Rule::Freestyle), "BEGIN", exam.options().patience)?;
    Ok("silent, and START and BEGIN work".to_owned())
}

fn values(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    for line in ["INFO timeout_turn soon", "INFO max_memory -7"] {
        talk.say(line);
        talk.quiet(AFTER_MOVE, line)?;
    }
    // The next request is answered with the error and is not executed.
    talk.say("BEGIN");
    let expected = "a move, or one ERROR about the value";
    let limit = exam.options().patience + exam.options().tolerance;
    let reply = talk.reply(limit, expected)?;
    let note = if is_refusal(&reply.text) { quote(&reply.text) } else { "ignored".to_owned() };
    talk.quiet(AFTER_MOVE, "the answer to BEGIN")?;
    if is_refusal(&reply.text) {
        talk.say(&settings(Rule::Freestyle, exam.movetime()));
        talk.ask_move(&mut game, "BEGIN", exam.options().patience)?;
    } else if coordinates(&reply.text).is_none() {
        return Err(talk.failed(expected, &quote(&reply.text)));
    }
    talk.say("INFO");
    talk.quiet(SILENCE, "INFO alone").map_err(Finding::softened)?;
    Ok(note)
}

fn now(exam: &Exam) -> CheckResult {
    let mut talk = exam.ready(Rule::Freestyle, LONG)?.timed();
    let mut game = opened(exam.side());
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    for _ in 0..3 {
        stranger(&mut game, &mut random);
    }
    talk.say(&board(&game));
    match talk.listen(Instant::now() + THINKING) {
        Heard::Nothing => {}
        Heard::Line(_) => return Err(Finding::skipped("it moved before the interrupt")),
        Heard::Closed => return Err(talk.ended("a search")),
    }
    talk.say("INFO timeout_turn 0");
    talk.take_move(&mut game, "INFO timeout_turn 0", Duration::ZERO).map_err(soften_lateness)?;
    Ok("moved at once".to_owned())
}

/// Managers offer "move now" only to human players, so an engine that ignores it is not affected.
fn soften_lateness(finding: Finding) -> Finding {
    let late = ["nothing in", "an answer after"].iter().any(|came| finding.came.starts_with(came));
    if late { finding.softened() } else { finding }
}

fn memory(exam: &Exam) -> CheckResult {
    let mut talk = exam.start()?;
    talk.say(&format!("INFO max_memory {SMALL_MEMORY}"));
    talk.say(&format!("INFO timeout_turn {}", exam.movetime().as_millis()));
    let mut game = opened(exam.side());
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut request = turn(last(&game));
    for _ in 0..3 {
        talk.ask_move(&mut game, &request, exam.movetime())?;
        match stranger(&mut game, &mut random) {
            Some(next) => request = next,
            None => break,
        }
    }
    let mib = |bytes: u64| format!("{} MiB", bytes.div_ceil(MIB));
    match talk.peak_memory() {
        None => Err(Finding::skipped("this system does not report the memory of a process")),
        Some(peak) if peak > SMALL_MEMORY => {
            let expected = format!("at most {} resident", mib(SMALL_MEMORY));
            Err(talk.warning(&expected, &format!("peak {}", mib(peak))))
        }
        Some(peak) => Ok(format!("peak {}, limit {}", mib(peak), mib(SMALL_MEMORY))),
    }
}

/// Number of timed moves where a few suffice.
const FEW: usize = 4;
/// Time left of a match that is nearly over.
const LITTLE: Duration = Duration::from_millis(400);
/// Time of a whole match.
const MATCH: Duration = Duration::from_secs(3);
/// A limit of a move that exceeds the time of the match.
const GENEROUS: Duration = Duration::from_secs(30);
/// Time limit of an answer "as fast as possible".
const AT_ONCE: Duration = Duration::from_millis(250);

pub const TIME: &[Case] = &[
    Case::new("time/turn-0", "timeout_turn 0 is answered as fast as possible", |exam| {
        turns(exam, Duration::ZERO, AT_ONCE)
    }),
    Case::new("time/turn-100", "keeps to timeout_turn 100", |exam| by_turn(exam, 100)),
    Case::new("time/turn-500", "keeps to timeout_turn 500", |exam| by_turn(exam, 500)),
    Case::new("time/turn-1000", "keeps to timeout_turn 1000", |exam| by_turn(exam, 1000)),
    Case::new("time/left", "keeps to a small time_left", left),
    Case::new("time/match", "keeps to timeout_match over several moves", whole_match),
    Case::new("time/prompt", "understands a request right after its own move", prompt),
];

fn by_turn(exam: &Exam, limit_ms: u64) -> CheckResult {
    let limit = Duration::from_millis(limit_ms);
    turns(exam, limit, limit)
}

/// Plays a few moves with `setting` as the limit; answers are due within `limit`.
fn turns(exam: &Exam, setting: Duration, limit: Duration) -> CheckResult {
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

fn left(exam: &Exam) -> CheckResult {
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
    talk.in_time("moves with little time left")
}

fn whole_match(exam: &Exam) -> CheckResult {
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

fn prompt(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut game = opened(exam.side());
    let mut request = turn(last(&game));
    let clock = format!("INFO time_left {}", i32::MAX);
    for _ in 0..FEW {
        talk.say(&format!("{clock}{CRLF}{request}"));
        // Opponents rarely answer within a millisecond, so this is only a warning.
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
