//! The end of the process: quick, silent and complete.

use std::time::Instant;

use crate::check::case::{Case, Finding, Verdict};
use crate::check::cases::info::{LONG, THINKING};
use crate::check::driver::{GOES_ON, Talk, in_ms};
use crate::check::exam::Exam;
use crate::check::peer::Departure;
use crate::check::table::{board, opened, stranger};
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

pub const CASES: &[Case] = &[
    Case::new("end/idle", "END ends the process in silence", idle),
    Case::new("end/early", "END before START ends the process", early),
    Case::new("end/thinking", "END ends the process while it thinks", thinking),
    Case::new("end/input", "the end of the input ends the process", input),
    Case::new("end/input-thinking", "the end of the input ends a search", input_thinking),
    Case::new("end/children", "no process is left behind", children),
];

fn idle(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    end(exam, &mut talk)
}

fn early(exam: &Exam) -> Verdict {
    end(exam, &mut exam.launch()?)
}

fn thinking(exam: &Exam) -> Verdict {
    let mut talk = busy(exam)?;
    // The protocol lets a program with one thread be deaf while it thinks; managers kill it.
    end(exam, &mut talk).map_err(Finding::softened)
}

fn input(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    talk.close_input();
    let (departure, took) = talk.depart(exam.options().tolerance, "the end of the input")?;
    Ok(format!("{} after {}", departure.status, in_ms(took)))
}

fn input_thinking(exam: &Exam) -> Verdict {
    let mut talk = busy(exam)?;
    talk.close_input();
    // What was asked before may still be answered.
    let departure = talk.depart(exam.options().tolerance, "the end of the input");
    match departure {
        Ok((departure, took)) => Ok(format!("{} after {}", departure.status, in_ms(took))),
        Err(finding) if finding.came == GOES_ON => Err(finding.softened()),
        Err(finding) if finding.expected.starts_with("silence") => {
            Ok(format!("answered {} and ended", finding.came))
        }
        Err(finding) => Err(finding),
    }
}

fn children(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    talk.say("END");
    let (departure, _) = talk.depart(exam.options().tolerance, "END")?;
    match departure.left_behind {
        None => Err(Finding::skipped("this system does not tell what belongs to a process")),
        Some(0) => Ok("none".to_owned()),
        Some(left) => Err(talk.failed("no process left behind", &format!("{left} still run"))),
    }
}

/// A conversation in which the program has begun to think for long.
fn busy(exam: &Exam) -> Result<Talk, Finding> {
    let mut talk = exam.ready(Rule::Freestyle, LONG)?;
    let mut game = opened(exam.side());
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    for _ in 0..3 {
        stranger(&mut game, &mut random);
    }
    talk.say(&board(&game));
    match talk.listen(Instant::now() + THINKING) {
        Heard::Nothing => Ok(talk),
        Heard::Line(_) => Err(Finding::skipped("it does not think for long")),
        Heard::Closed => Err(talk.ended("a search")),
    }
}

fn end(exam: &Exam, talk: &mut Talk) -> Verdict {
    talk.say("END");
    let (Departure { status, success, .. }, took) = talk.depart(exam.options().tolerance, "END")?;
    if !success {
        return Err(talk.warning("a successful end", &status));
    }
    Ok(format!("{status} after {}", in_ms(took)))
}
