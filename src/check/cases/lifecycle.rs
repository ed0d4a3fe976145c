//! From the start of the process to its end, and how lines may be written.

use std::thread;
use std::time::{Duration, Instant};

use crate::check::cases::settings::{LONG, THINKING};
use crate::check::driver::{
    AFTER_MOVE, CRLF, CheckResult, Conversation, Finding, GOES_ON, SILENCE, in_ms, is_refusal,
    plain, quote,
};
use crate::check::exam::{Case, Exam, settings};
use crate::check::peer::Departure;
use crate::check::positions::{board, last, opened, stranger, turn};
use crate::coord::{Move, Point, Size};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

pub const START: &[Case] = &[
    Case::new("start/silent", "nothing is printed before the first command", silent),
    Case::new("start/about", "ABOUT before START gives name and version in one line", about),
    Case::new("start/ok", "START is answered OK", ok),
    Case::new("start/large", "START 20 is answered OK", large),
    Case::new("start/sizes", "START with unusual sizes is answered OK or ERROR", sizes),
    Case::new("start/impossible", "START with impossible sizes is refused", impossible),
    Case::new("start/rectangle", "RECTSTART is answered OK or refused", rectangle),
    Case::new("start/again", "START in a running game gives an empty board", again),
    Case::new("start/restart", "RESTART gives an empty board", restart),
    Case::new("start/unknown", "an unknown command is refused", unknown),
    Case::new("start/errors", "writes nothing to standard error", errors),
];

fn silent(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    match talk.listen(Instant::now() + SILENCE) {
        Heard::Nothing => Ok(format!("silent for {}", in_ms(SILENCE))),
        Heard::Line(arrival) => {
            Err(talk.failed("silence before the first command", &quote(&arrival.text)))
        }
        Heard::Closed => Err(talk.ended("a program that waits for commands")),
    }
}

fn about(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    talk.say("ABOUT");
    let expected = "one line of key=\"value\" pairs";
    let reply = talk.reply(exam.options().patience, expected)?;
    let has = |key: &str| reply.text.contains(&format!("{key}=\""));
    if !has("name") {
        return Err(talk.failed(expected, &quote(&reply.text)));
    }
    talk.quiet(AFTER_MOVE, "the answer to ABOUT")?;
    let missing: Vec<&str> =
        ["version", "author", "country"].into_iter().filter(|key| !has(key)).collect();
    // The country is often missing, and no manager reads it.
    if missing.contains(&"version") || missing.contains(&"author") {
        let came = format!("{} without {}", quote(&reply.text), missing.join(", "));
        return Err(talk.warning("name, version, author, country", &came));
    }
    Ok(plain(&reply.text))
}

fn ok(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    let took = talk.ask_ok(&format!("START {}", exam.side()))?;
    talk.quiet(AFTER_MOVE, "OK")?;
    Ok(format!("START {} answered OK in {}", exam.side(), in_ms(took)))
}

fn large(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    let took = talk.ask_ok("START 20")?;
    Ok(format!("OK in {}", in_ms(took)))
}

fn sizes(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    let mut played = Vec::new();
    for side in [5, 8, 19, 22] {
        talk.say(&format!("START {side}"));
        let expected = "one line, OK or ERROR";
        let reply = talk.reply(exam.options().patience, expected)?;
        match reply.text.as_str() {
            "OK" => played.push(side.to_string()),
            text if is_refusal(text) => {}
            text => return Err(talk.failed(expected, &quote(text))),
        }
        talk.quiet(AFTER_MOVE, "the answer to START")?;
    }
    talk.ask_ok(&format!("START {}", exam.side()))?;
    if played.is_empty() {
        return Ok("plays on none".to_owned());
    }
    Ok(format!("plays on {}", played.join(" ")))
}

fn impossible(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    for size in ["0", "-1"] {
        talk.ask_refusal(&format!("START {size}"))?;
    }
    // An unlimited board is unlikely but allowed; so is a default for an unreadable size.
    for size in ["1000", "many", ""] {
        talk.ask_refusal(format!("START {size}").trim_end()).map_err(Finding::softened)?;
    }
    talk.ask_ok(&format!("START {}", exam.side()))?;
    Ok("refused, and OK to the next START".to_owned())
}

fn rectangle(exam: &Exam) -> CheckResult {
    let (width, height) = (exam.side(), exam.side() - 3);
    let mut talk = exam.launch()?;
    talk.say(&format!("RECTSTART {width},{height}"));
    let expected = "one line, OK or ERROR or UNKNOWN";
    let reply = talk.reply(exam.options().patience, expected)?;
    if is_refusal(&reply.text) {
        talk.quiet(AFTER_MOVE, "the answer to RECTSTART")?;
        talk.ask_ok(&format!("START {}", exam.side()))?;
        return Ok("refused, as allowed".to_owned());
    }
    if reply.text != "OK" {
        return Err(talk.failed(expected, &quote(&reply.text)));
    }
    talk.say(&settings(Rule::Freestyle, exam.movetime()));
    let size = Size::new(width, height).expect("three less than a side is a side");
    let mut game = Game::new(Rule::Freestyle, size).expect("seven and more make a board");
    for corner in [Point::new(width - 1, 0), Point::new(0, height - 1)].into_iter().flatten() {
        if game.play(Move::Place(corner)).is_ok() {
            talk.ask_move(&mut game, &turn(corner), exam.movetime())?;
        }
    }
    Ok(format!("plays on {size}"))
}

fn again(exam: &Exam) -> CheckResult {
    empty_after(exam, &format!("START {}", exam.side()))
}

fn restart(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    talk.say("RESTART");
    let reply = talk.reply(exam.options().patience, "OK in answer to RESTART")?;
    if is_refusal(&reply.text) {
        return Err(talk.warning("OK in answer to RESTART", &quote(&reply.text)));
    }
    empty_after(exam, "RESTART")
}

/// Plays two moves, sends `request`, and plays on the points that were occupied before it.
fn empty_after(exam: &Exam, request: &str) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut game = opened(exam.side());
    let theirs = last(&game);
    let own = talk.ask_move(&mut game, &turn(theirs), exam.movetime())?;
    talk.ask_ok(request)?;
    talk.say(&settings(Rule::Freestyle, exam.movetime()));
    let mut game = exam.game(Rule::Freestyle);
    for point in [own, theirs] {
        if game.play(Move::Place(point)).is_ok() {
            talk.ask_move(&mut game, &turn(point), exam.movetime())?;
        }
    }
    Ok("points taken before are free".to_owned())
}

fn unknown(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    let before = talk.ask_refusal("FOOBAR")?;
    talk.ask_ok(&format!("START {}", exam.side()))?;
    talk.ask_refusal("FOOBAR")?;
    // Programs that read word by word may fail on the second word.
    talk.ask_refusal("FOOBAR 7,7").map_err(Finding::softened)?;
    talk.ask_ok(&format!("START {}", exam.side()))?;
    Ok(quote(&before))
}

fn errors(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    talk.say("END");
    let (departure, _) = talk.depart(exam.options().tolerance, "END")?;
    match departure.complaints.as_str() {
        "" => Ok("empty".to_owned()),
        text => Err(talk.warning("empty standard error", &quote(text))),
    }
}

/// Time between two pieces of a line.
const PAUSE: Duration = Duration::from_millis(50);

pub const LINES: &[Case] = &[
    Case::new("lines/crlf", "lines may end with CRLF", |exam| ends(exam, CRLF)),
    Case::new("lines/lf", "lines may end with LF", |exam| ends(exam, "\n")),
    Case::new("lines/cr", "lines may end with CR", |exam| {
        ends(exam, "\r").map_err(Finding::softened)
    }),
    Case::new("lines/empty", "empty lines are ignored", empty),
    Case::new("lines/case", "commands may be in lower case", lower_case),
    Case::new("lines/blanks", "blanks between the parts are ignored", blanks),
    Case::new("lines/burst", "everything up to the first move may arrive at once", burst),
    Case::new("lines/pieces", "a line may arrive in pieces", pieces),
];

/// Starts and plays two moves with lines that end with `end`, each in a separate write.
fn ends(exam: &Exam, end: &str) -> CheckResult {
    let mut talk = exam.launch()?;
    talk.say_raw(&format!("START {}{end}", exam.side()));
    let reply = talk.reply(exam.options().patience, "OK in answer to START")?;
    if reply.text != "OK" {
        return Err(talk.failed("OK in answer to START", &quote(&reply.text)));
    }
    talk.say_raw(&(settings(Rule::Freestyle, exam.movetime()).replace(CRLF, end) + end));
    talk.say_raw(&format!("BEGIN{end}"));
    talk.take_move(&mut exam.game(Rule::Freestyle), "BEGIN", exam.movetime())?;
    let mut game = opened(exam.side());
    talk.say_raw(&(board(&game).replace(CRLF, end) + end));
    talk.take_move(&mut game, "BOARD", exam.movetime())?;
    Ok("START, INFO, BEGIN and BOARD understood".to_owned())
}

fn empty(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    talk.say_raw("\r\n\r\n\n");
    talk.quiet(AFTER_MOVE, "empty lines")?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    Ok("no answer".to_owned())
}

fn lower_case(exam: &Exam) -> CheckResult {
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

fn blanks(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut game = opened(exam.side());
    let center = last(&game);
    let request = format!("  TURN  {} , {}  ", center.x(), center.y());
    talk.ask_move(&mut game, &request, exam.movetime()).map_err(Finding::softened)?;
    Ok("understood".to_owned())
}

fn burst(exam: &Exam) -> CheckResult {
    let mut talk = exam.launch()?;
    let mut game = opened(exam.side());
    let settings = settings(Rule::Freestyle, exam.movetime());
    let all = [&format!("START {}", exam.side()), &settings, &board(&game)];
    talk.say(&all.map(String::as_str).join(CRLF));
    let reply = talk.reply(exam.options().patience, "OK in answer to START")?;
    if reply.text != "OK" {
        return Err(talk.failed("OK in answer to START", &quote(&reply.text)));
    }
    talk.take_move(&mut game, "BOARD", exam.options().patience)?;
    Ok("OK and one move".to_owned())
}

fn pieces(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut game = opened(exam.side());
    let request = turn(last(&game)) + CRLF;
    for (start, end) in [(0, 2), (2, 6), (6, request.len())] {
        talk.say_raw(&request[start..end]);
        thread::sleep(PAUSE);
    }
    talk.take_move(&mut game, "TURN", exam.movetime() + PAUSE)?;
    Ok("understood".to_owned())
}

pub const END: &[Case] = &[
    Case::new("end/idle", "END ends the process silently", idle),
    Case::new("end/early", "END before START ends the process", early),
    Case::new("end/thinking", "END ends the process while it thinks", thinking),
    Case::new("end/input", "the end of the input ends the process", input),
    Case::new("end/input-thinking", "the end of the input ends a search", input_thinking),
    Case::new("end/children", "no process is left behind", children),
];

fn idle(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    end(exam, &mut talk)
}

fn early(exam: &Exam) -> CheckResult {
    end(exam, &mut exam.launch()?)
}

fn thinking(exam: &Exam) -> CheckResult {
    let mut talk = busy(exam)?;
    // The protocol allows a single-threaded program to ignore input while it thinks; managers kill it.
    end(exam, &mut talk).map_err(Finding::softened)
}

fn input(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    talk.close_input();
    let (departure, took) = talk.depart(exam.options().tolerance, "the end of the input")?;
    Ok(format!("{} after {}", departure.status, in_ms(took)))
}

fn input_thinking(exam: &Exam) -> CheckResult {
    let mut talk = busy(exam)?;
    talk.close_input();
    // Earlier requests may still be answered.
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

fn children(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    talk.say("END");
    let (departure, _) = talk.depart(exam.options().tolerance, "END")?;
    match departure.left_behind {
        None => Err(Finding::skipped("this system does not report the children of a process")),
        Some(0) => Ok("none".to_owned()),
        Some(left) => Err(talk.failed("no process left behind", &format!("{left} still running"))),
    }
}

/// A conversation in which the program has started a long search.
fn busy(exam: &Exam) -> Result<Conversation, Finding> {
    let mut talk = exam.ready(Rule::Freestyle, LONG)?;
    let mut game = opened(exam.side());
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    for _ in 0..3 {
        stranger(&mut game, &mut random);
    }
    talk.say(&board(&game));
    match talk.listen(Instant::now() + THINKING) {
        Heard::Nothing => Ok(talk),
        Heard::Line(_) => Err(Finding::skipped("it answered at once")),
        Heard::Closed => Err(talk.ended("a search")),
    }
}

fn end(exam: &Exam, talk: &mut Conversation) -> CheckResult {
    talk.say("END");
    let (Departure { status, success, .. }, took) = talk.depart(exam.options().tolerance, "END")?;
    if !success {
        return Err(talk.warning("exit status 0", &status));
    }
    Ok(format!("{status} after {}", in_ms(took)))
}
