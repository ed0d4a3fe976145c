//! `INFO`: settings, which are never answered.

use std::time::{Duration, Instant};

use crate::check::case::{Case, Finding, Verdict};
use crate::check::driver::{AFTER_MOVE, SILENCE, coordinates, is_refusal, quote};
use crate::check::exam::{Exam, settings};
use crate::check::table::{board, last, opened, stranger, turn};
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

/// A limit that no check waits for.
pub const LONG: Duration = Duration::from_secs(60);
/// How long an engine is left to think before it is interrupted.
pub const THINKING: Duration = Duration::from_millis(400);
/// Memory that the memory check grants, in bytes.
const SMALL_MEMORY: u64 = 80 << 20;
/// A megabyte as people count it.
const MIB: u64 = 1 << 20;

pub const CASES: &[Case] = &[
    Case::new("info/silent", "no INFO is answered, known or unknown", silent),
    Case::new("info/early", "INFO before START is not answered", early),
    Case::new("info/values", "impossible values do no lasting harm", values),
    Case::new("info/now", "INFO timeout_turn 0 while thinking ends the search", now),
    Case::new("info/memory", "INFO max_memory 83886080 is kept to", memory),
];

fn silent(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
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
    Ok("six kinds, no answer".to_owned())
}

fn early(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    talk.say(&settings(Rule::Freestyle, exam.movetime()));
    talk.quiet(SILENCE, "INFO before START")?;
    talk.ask_ok(&format!("START {}", exam.side()))?;
    talk.ask_move(&mut exam.game(Rule::Freestyle), "BEGIN", exam.options().patience)?;
    Ok("silent, and START and BEGIN work".to_owned())
}

fn values(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
    for line in ["INFO timeout_turn soon", "INFO max_memory -7"] {
        talk.say(line);
        talk.quiet(AFTER_MOVE, line)?;
    }
    // A complaint is due at the next request, which is then not carried out.
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

fn now(exam: &Exam) -> Verdict {
    let mut talk = exam.ready(Rule::Freestyle, LONG)?.timed();
    let mut game = opened(exam.side());
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    for _ in 0..3 {
        stranger(&mut game, &mut random);
    }
    talk.say(&board(&game));
    match talk.listen(Instant::now() + THINKING) {
        Heard::Nothing => {}
        Heard::Line(_) => return Err(Finding::skipped("it moved before it was interrupted")),
        Heard::Closed => return Err(talk.ended("a search")),
    }
    talk.say("INFO timeout_turn 0");
    talk.take_move(&mut game, "INFO timeout_turn 0", Duration::ZERO).map_err(soften_lateness)?;
    Ok("moved at once".to_owned())
}

/// Managers offer "move now" to people only: who goes on thinking loses nothing by it.
fn soften_lateness(finding: Finding) -> Finding {
    let late = ["nothing in", "an answer after"].iter().any(|came| finding.came.starts_with(came));
    if late { finding.softened() } else { finding }
}

fn memory(exam: &Exam) -> Verdict {
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
        None => Err(Finding::skipped("this system does not tell the memory of a process")),
        Some(peak) if peak > SMALL_MEMORY => {
            let expected = format!("at most {} resident", mib(SMALL_MEMORY));
            Err(talk.warning(&expected, &format!("{} at its peak", mib(peak))))
        }
        Some(peak) => Ok(format!("{} at its peak, of {}", mib(peak), mib(SMALL_MEMORY))),
    }
}
