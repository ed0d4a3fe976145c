//! How lines may be written: ends, case, blanks, all at once and in pieces.

use std::thread;
use std::time::Duration;

use crate::check::case::{Case, Finding, Verdict};
use crate::check::driver::{AFTER_MOVE, CRLF};
use crate::check::exam::{Exam, settings};
use crate::check::table::{board, last, opened, turn};
use crate::gomoku::rules::rule::Rule;

/// Time between two pieces of a line.
const PAUSE: Duration = Duration::from_millis(50);

pub const CASES: &[Case] = &[
    Case::new("lines/crlf", "lines may end with CRLF", |exam| ends(exam, CRLF)),
    Case::new("lines/lf", "lines may end with LF", |exam| ends(exam, "\n")),
    Case::new("lines/cr", "lines may end with CR", |exam| {
        ends(exam, "\r").map_err(Finding::softened)
    }),
    Case::new("lines/empty", "empty lines are ignored", empty),
    Case::new("lines/case", "commands may be in lower case", lower_case),
    Case::new("lines/blanks", "blanks between the parts are ignored", blanks),
    Case::new("lines/burst", "everything up to the first move may come at once", burst),
    Case::new("lines/pieces", "a line may come in pieces", pieces),
];

/// Starts and plays two moves with lines that end with `end`, each in a write of its own.
fn ends(exam: &Exam, end: &str) -> Verdict {
    let mut talk = exam.launch()?;
    talk.say_raw(&format!("START {}{end}", exam.side()));
    let reply = talk.reply(exam.options().patience, "OK in answer to START")?;
    if reply.text != "OK" {
        return Err(talk.failed("OK in answer to START", &reply.text));
    }
    talk.say_raw(&(settings(Rule::Freestyle, exam.movetime()).replace(CRLF, end) + end));
    talk.say_raw(&format!("BEGIN{end}"));
    talk.take_move(&mut exam.game(Rule::Freestyle), "BEGIN", exam.movetime())?;
    let mut game = opened(exam.side());
    talk.say_raw(&(board(&game).replace(CRLF, end) + end));
    talk.take_move(&mut game, "BOARD", exam.movetime())?;
    Ok("START, INFO, BEGIN and BOARD understood".to_owned())
}

fn empty(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
    talk.say_raw("\r\n\r\n\n");
    talk.quiet(AFTER_MOVE, "empty lines")?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    Ok("no answer".to_owned())
}

fn lower_case(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    talk.ask_ok(&format!("start {}", exam.side()))?;
    talk.say(&settings(Rule::Freestyle, exam.movetime()).to_lowercase());
    let mut game = exam.game(Rule::Freestyle);
    talk.ask_move(&mut game, "begin", exam.movetime())?;
    let mut game = opened(exam.side());
    let request = board(&game).to_lowercase();
    talk.ask_move(&mut game, &request, exam.movetime())?;
    Ok("start, info, begin, board and done understood".to_owned())
}

fn blanks(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    let mut game = opened(exam.side());
    let center = last(&game);
    let request = format!("  TURN  {} , {}  ", center.x(), center.y());
    talk.ask_move(&mut game, &request, exam.movetime()).map_err(Finding::softened)?;
    Ok("understood".to_owned())
}

fn burst(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    let mut game = opened(exam.side());
    let settings = settings(Rule::Freestyle, exam.movetime());
    let all = [&format!("START {}", exam.side()), &settings, &board(&game)];
    talk.say(&all.map(String::as_str).join(CRLF));
    let reply = talk.reply(exam.options().patience, "OK in answer to START")?;
    if reply.text != "OK" {
        return Err(talk.failed("OK in answer to START", &reply.text));
    }
    talk.take_move(&mut game, "BOARD", exam.options().patience)?;
    Ok("OK and one move".to_owned())
}

fn pieces(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    let mut game = opened(exam.side());
    let request = turn(last(&game)) + CRLF;
    for (start, end) in [(0, 2), (2, 6), (6, request.len())] {
        talk.say_raw(&request[start..end]);
        thread::sleep(PAUSE);
    }
    talk.take_move(&mut game, "TURN", exam.movetime() + PAUSE)?;
    Ok("understood".to_owned())
}
