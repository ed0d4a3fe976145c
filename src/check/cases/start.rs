//! From the start of the process to the first empty board.

use std::time::Instant;

use crate::check::case::{Case, Finding, Verdict};
use crate::check::driver::{AFTER_MOVE, SILENCE, in_ms, is_refusal, plain, quote};
use crate::check::exam::{Exam, settings};
use crate::check::table::{last, opened, turn};
use crate::coord::{Move, Point, Size};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

pub const CASES: &[Case] = &[
    Case::new("start/silent", "nothing is printed before the first command", silent),
    Case::new("start/about", "ABOUT before START tells name and version in one line", about),
    Case::new("start/ok", "START is answered OK", ok),
    Case::new("start/large", "START 20 is answered OK", large),
    Case::new("start/sizes", "START with unusual sizes is answered OK or ERROR", sizes),
    Case::new("start/impossible", "START with impossible sizes is refused", impossible),
    Case::new("start/rectangle", "RECTSTART is answered OK or refused", rectangle),
    Case::new("start/again", "START in a running game gives an empty board", again),
    Case::new("start/restart", "RESTART gives an empty board", restart),
    Case::new("start/unknown", "an unknown command is refused", unknown),
    Case::new("start/errors", "standard error stays empty", errors),
];

fn silent(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    match talk.listen(Instant::now() + SILENCE) {
        Heard::Nothing => Ok(format!("silent for {}", in_ms(SILENCE))),
        Heard::Line(arrival) => {
            Err(talk.failed("silence before the first command", &quote(&arrival.text)))
        }
        Heard::Closed => Err(talk.ended("a program that waits for commands")),
    }
}

fn about(exam: &Exam) -> Verdict {
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
    // The country is often left out, and nobody reads it.
    if missing.contains(&"version") || missing.contains(&"author") {
        let came = format!("{} without {}", quote(&reply.text), missing.join(", "));
        return Err(talk.warning("name, version, author, country", &came));
    }
    Ok(plain(&reply.text))
}

fn ok(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    let took = talk.ask_ok(&format!("START {}", exam.side()))?;
    talk.quiet(AFTER_MOVE, "OK")?;
    Ok(format!("START {} answered OK in {}", exam.side(), in_ms(took)))
}

fn large(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    let took = talk.ask_ok("START 20")?;
    Ok(format!("OK in {}", in_ms(took)))
}

fn sizes(exam: &Exam) -> Verdict {
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
    Ok(format!(
        "plays on {}",
        if played.is_empty() { "none of them".into() } else { played.join(" ") }
    ))
}

fn impossible(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    for size in ["0", "-1"] {
        talk.ask_refusal(&format!("START {size}"))?;
    }
    // An unbounded board is unlikely, but allowed; so is a default for what cannot be read.
    for size in ["1000", "many", ""] {
        talk.ask_refusal(format!("START {size}").trim_end()).map_err(Finding::softened)?;
    }
    talk.ask_ok(&format!("START {}", exam.side()))?;
    Ok("refused, and OK to the next START".to_owned())
}

fn rectangle(exam: &Exam) -> Verdict {
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

fn again(exam: &Exam) -> Verdict {
    empty_after(exam, &format!("START {}", exam.side()))
}

fn restart(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    talk.say("RESTART");
    let reply = talk.reply(exam.options().patience, "OK in answer to RESTART")?;
    if is_refusal(&reply.text) {
        return Err(talk.warning("OK in answer to RESTART", &quote(&reply.text)));
    }
    empty_after(exam, "RESTART")
}

/// Plays two moves, says `request`, and plays on the points that were taken before it.
fn empty_after(exam: &Exam, request: &str) -> Verdict {
    let (mut talk, _) = exam.usual()?;
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
    Ok("what was taken before is free".to_owned())
}

fn unknown(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
    let before = talk.ask_refusal("FOOBAR")?;
    talk.ask_ok(&format!("START {}", exam.side()))?;
    talk.ask_refusal("FOOBAR")?;
    // Who reads word by word stumbles over the second word once more.
    talk.ask_refusal("FOOBAR 7,7").map_err(Finding::softened)?;
    talk.ask_ok(&format!("START {}", exam.side()))?;
    Ok(quote(&before))
}

fn errors(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
    talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
    talk.say("END");
    let (departure, _) = talk.depart(exam.options().tolerance, "END")?;
    match departure.complaints.as_str() {
        "" => Ok("empty".to_owned()),
        text => Err(talk.warning("empty standard error", &quote(text))),
    }
}
