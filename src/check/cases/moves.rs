//! Requests for a move: `BEGIN`, `TURN`, `BOARD`, `TAKEBACK`, and what is refused.

use std::time::Instant;

use crate::check::driver::{AFTER_MOVE, CRLF, CheckResult, Finding, SILENCE, is_refusal, quote};
use crate::check::exam::{Case, Exam, settings};
use crate::check::positions::{arranged, board, last, nearly_full, opened, stranger, turn, wire};
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

/// Number of answers where a few suffice.
const FEW: usize = 4;

pub const PLAY: &[Case] = &[
    Case::new("play/begin", "BEGIN is answered by a point on boards of several sizes", begin),
    Case::new("play/turn", "TURN is answered by an empty point", answers),
    Case::new("play/corners", "accepts stones in the corners and at the edge", corners),
    Case::new("play/win", "completes its own four", win),
    Case::new("play/block", "blocks the opponent's four at the edge", block),
    Case::new("play/occupied", "TURN on a stone is refused and changes nothing", occupied),
    Case::new("play/outside", "TURN outside the board is refused and changes nothing", outside),
    Case::new("play/malformed", "TURN without a point is refused and changes nothing", malformed),
    Case::new("play/takeback", "TAKEBACK frees the point", takeback),
];

fn begin(exam: &Exam) -> CheckResult {
    let mut talk = exam.start()?;
    let mut played = Vec::new();
    for side in [exam.side(), 20, 15, 19] {
        talk.say(&format!("START {side}"));
        let reply = talk.reply(exam.options().patience, "OK or ERROR in answer to START")?;
        if is_refusal(&reply.text) {
            continue;
        }
        talk.say(&settings(Rule::Freestyle, exam.movetime()));
        let size = Size::new(side, side).expect("19 and 20 are possible, the options too");
        let mut game = Game::new(Rule::Freestyle, size).expect("a board large enough");
        let point = talk.ask_move(&mut game, "BEGIN", exam.movetime())?;
        played.push(format!("{size}: {}", wire(point)));
    }
    Ok(played.join("; "))
}

fn answers(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut game = opened(exam.side());
    let mut request = turn(last(&game));
    for answered in 1..=FEW {
        talk.ask_move(&mut game, &request, exam.movetime())?;
        match stranger(&mut game, &mut random).filter(|_| answered < FEW) {
            Some(next) if game.outcome().is_none() => request = next,
            _ => break,
        }
    }
    Ok("legal points".to_owned())
}

fn corners(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    let far = exam.side() - 1;
    let asked = [(0, 0), (far, 0), (0, far), (far, far), (far, far / 2)];
    let points = asked.into_iter().filter_map(|(x, y)| Point::new(x, y));
    for point in points {
        if game.play(Move::Place(point)).is_ok() {
            talk.ask_move(&mut game, &turn(point), exam.movetime())?;
            if game.outcome().is_some() {
                break;
            }
        }
    }
    Ok("legal points".to_owned())
}

/// The points `(x, y)` of the two lists in turn, with their colours, until one list ends.
fn alternating(black: &[(u8, u8)], white: &[(u8, u8)]) -> Vec<(Point, Color)> {
    let stone = |&(x, y): &(u8, u8), color| Point::new(x, y).map(|point| (point, color));
    let mut stones = Vec::new();
    for turn in 0..black.len().max(white.len()) {
        stones.extend(black.get(turn).and_then(|at| stone(at, Color::Black)));
        stones.extend(white.get(turn).and_then(|at| stone(at, Color::White)));
    }
    stones
}

/// Requests a move in a position with one sensible reply.
fn sensible(exam: &Exam, stones: &[(Point, Color)], best: (u8, u8)) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut game = arranged(Rule::Freestyle, exam.side(), stones);
    let request = board(&game);
    let point = talk.ask_move(&mut game, &request, exam.movetime())?;
    if (point.x(), point.y()) == best {
        return Ok(format!("{},{} found", best.0, best.1));
    }
    let expected = format!("{},{}, the one sensible move", best.0, best.1);
    Err(talk.warning(&expected, &wire(point)))
}

fn win(exam: &Exam) -> CheckResult {
    // A row from the right edge, closed at its left end: the edge point completes it.
    let (right, row) = (exam.side() - 1, 2);
    let own: Vec<_> = (1..=4).map(|step| (right - step, row)).collect();
    let theirs = [(right - 5, row), (1, 5), (3, 8), (5, 9)];
    sensible(exam, &alternating(&own, &theirs), (right, row))
}

fn block(exam: &Exam) -> CheckResult {
    // A row along the left edge, closed at its upper end: only the lower end is left.
    let theirs = [(0, 3), (0, 4), (0, 5), (0, 6)];
    let own = [(0, 2), (5, 1), (7, 8)];
    sensible(exam, &alternating(&theirs, &own), (0, 7))
}

/// Plays a few moves, expects refusals of `impossible`, and continues as if they had not been sent.
fn refused(exam: &Exam, impossible: impl Fn(&Game) -> Vec<String>) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    let mut game = opened(exam.side());
    let request = turn(last(&game));
    talk.ask_move(&mut game, &request, exam.movetime())?;
    let mut refusal = String::new();
    for request in impossible(&game) {
        refusal = talk.ask_refusal(&request)?;
    }
    if let Some(request) = stranger(&mut game, &mut random) {
        talk.ask_move(&mut game, &request, exam.movetime())?;
    }
    Ok(quote(&refusal))
}

fn occupied(exam: &Exam) -> CheckResult {
    refused(exam, |game| {
        let stones = game.history().iter().filter_map(|ply| ply.mv.point());
        stones.map(turn).collect()
    })
}

fn outside(exam: &Exam) -> CheckResult {
    let side = exam.side();
    refused(exam, |_| vec![format!("TURN {side},{}", side / 2), format!("TURN 3,{side}")])
}

fn malformed(exam: &Exam) -> CheckResult {
    refused(exam, |_| ["TURN", "TURN 3", "TURN x,y"].map(str::to_owned).to_vec())
        .map_err(Finding::softened)
}

fn takeback(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut game = opened(exam.side());
    let theirs = last(&game);
    let own = talk.ask_move(&mut game, &turn(theirs), exam.movetime())?;
    talk.say(&format!("TAKEBACK {}", wire(own)));
    let reply = talk.reply(exam.options().patience, "OK in answer to TAKEBACK")?;
    if is_refusal(&reply.text) {
        return Err(talk.warning("OK in answer to TAKEBACK", &quote(&reply.text)));
    }
    if reply.text != "OK" {
        return Err(talk.failed("OK in answer to TAKEBACK", &quote(&reply.text)));
    }
    talk.ask_ok(&format!("TAKEBACK {}", wire(theirs)))?;
    talk.quiet(AFTER_MOVE, "TAKEBACK")?;
    // The opponent now plays on the point that was the engine's.
    let mut game = exam.game(Rule::Freestyle);
    game.play(Move::Place(own)).map_err(|_| Finding::skipped("the point is off the board"))?;
    talk.ask_move(&mut game, &turn(own), exam.movetime())?;
    Ok("both points are free again".to_owned())
}

pub const BOARD: &[Case] = &[
    Case::new("board/history", "answers positions of one to six stones, then TURN", history),
    Case::new("board/empty", "an empty BOARD is answered like BEGIN", empty),
    Case::new("board/replace", "a second BOARD replaces the first without RESTART", replace),
    Case::new("board/colours", "the third field decides whose stone it is", colours),
    Case::new("board/full", "finds the last empty points of a full board", full),
    Case::new("board/blocked", "accepts stones of field 3 and does not play on them", blocked),
    Case::new(
        "board/malformed",
        "a malformed line is answered by one ERROR after DONE",
        malformed_line,
    ),
];

/// A position of scattered stones with Black to move if their number is even.
fn scattered(side: u8, count: usize) -> Game {
    let middle = side / 2;
    let places = [
        (middle, middle),
        (middle, middle - 1),
        (middle + 2, middle),
        (1, 1),
        (middle + 1, middle + 2),
        (2, 1),
    ];
    let points = places.into_iter().filter_map(|(x, y)| Point::new(x, y)).take(count);
    let stones: Vec<_> = points.zip(Color::ALL.into_iter().cycle()).collect();
    arranged(Rule::Freestyle, side, &stones)
}

fn history(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut random = fastrand::Rng::with_seed(exam.options().seed);
    for count in [2, 3, 1, 6, 5] {
        let mut game = scattered(exam.side(), count);
        let request = board(&game);
        talk.ask_move(&mut game, &request, exam.movetime())?;
        if let Some(request) = stranger(&mut game, &mut random) {
            talk.ask_move(&mut game, &request, exam.movetime())?;
        }
    }
    Ok("legal points".to_owned())
}

fn empty(exam: &Exam) -> CheckResult {
    let (mut talk, mut game) = exam.freestyle()?;
    let request = board(&game);
    let point = talk.ask_move(&mut game, &request, exam.movetime())?;
    Ok(wire(point))
}

fn replace(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let mut first = scattered(exam.side(), 4);
    let request = board(&first);
    talk.ask_move(&mut first, &request, exam.movetime())?;
    let corner = Point::new(0, 0).map(|point| (point, Color::Black));
    let mut second = arranged(Rule::Freestyle, exam.side(), corner.as_slice());
    let request = board(&second);
    talk.ask_move(&mut second, &request, exam.movetime())?;
    // Points where only the first position had stones are empty in the second.
    for stone in first.history().iter().filter_map(|ply| ply.mv.point()) {
        if second.play(Move::Place(stone)).is_ok() {
            talk.ask_move(&mut second, &turn(stone), exam.movetime())?;
            break;
        }
    }
    Ok("the stones of the first are gone".to_owned())
}

fn colours(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    for own in Color::ALL {
        // Both sides have a four; completing one's own is the one sensible move.
        let row = |y: u8, stones: u8| (0..stones).filter_map(move |x| Point::new(x, y));
        let (black, white): (Vec<_>, Vec<_>) = (row(1, 4).collect(), row(7, 4).collect());
        let pairs = black.into_iter().zip(white);
        let mut stones: Vec<_> =
            pairs.flat_map(|(b, w)| [(b, Color::Black), (w, Color::White)]).collect();
        let extra = Point::new(8, 4).filter(|_| own == Color::White);
        stones.extend(extra.map(|point| (point, Color::Black)));
        let mut game = arranged(Rule::Freestyle, exam.side(), &stones);
        let request = board(&game);
        let point = talk.ask_move(&mut game, &request, exam.movetime())?;
        if game.outcome().is_none() {
            let best = if own == Color::Black { "4,1" } else { "4,7" };
            let expected = format!("{best}, the winning move of {own}");
            return Err(talk.warning(&expected, &wire(point)));
        }
    }
    Ok("found the win with either colour".to_owned())
}

fn full(exam: &Exam) -> CheckResult {
    let mut left = Vec::new();
    for empty in [5, 1] {
        let (mut talk, _) = exam.freestyle()?;
        let mut game = nearly_full(exam.side(), empty);
        let is_free = |&point: &Point| game.stone(point).is_none();
        left.push(game.size().points().filter(is_free).count().to_string());
        let request = board(&game);
        talk.ask_move(&mut game, &request, exam.movetime())?;
    }
    Ok(format!("{} points left: played a free one each time", left.join(" and ")))
}

fn blocked(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    let game = opened(exam.side());
    let center = game.size().center();
    let beside = format!("{},{},3", center.x() + 1, center.y());
    talk.say(&["BOARD", &format!("{},2", wire(center)), &beside, "DONE"].join(CRLF));
    let mut played = game;
    let expected = "a move elsewhere: field 3 marks a winning row or a forbidden point";
    let point = talk.take_move(&mut played, "BOARD", exam.movetime()).map_err(Finding::softened)?;
    if (point.x(), point.y()) == (center.x() + 1, center.y()) {
        return Err(talk.warning(expected, "that point"));
    }
    Ok(wire(point))
}

fn malformed_line(exam: &Exam) -> CheckResult {
    let (mut talk, _) = exam.freestyle()?;
    talk.say(&["BOARD", "1,1,2", "what", "3,3,1", "DONE"].join(CRLF));
    let mut answers = Vec::new();
    // An engine may think before it answers; after its answer, only lines that follow soon count.
    let mut deadline = Instant::now() + exam.movetime() + exam.options().patience;
    loop {
        match talk.listen(deadline) {
            Heard::Line(arrival) => answers.push(arrival.text),
            Heard::Nothing => break,
            Heard::Closed => return Err(talk.ended("an ERROR")),
        }
        if answers.len() > 10 {
            return Err(talk.failed("one ERROR", "an endless stream of lines"));
        }
        deadline = Instant::now() + exam.movetime() + SILENCE;
    }
    talk.ask_ok(&format!("START {}", exam.side()))?;
    let mut game = exam.game(Rule::Freestyle);
    talk.ask_move(&mut game, "BEGIN", exam.options().patience)?;
    match answers.as_slice() {
        [one] if is_refusal(one) => Ok(quote(one)),
        [] => Err(talk.warning("one ERROR after DONE", "nothing")),
        lines => {
            let came = lines.iter().map(|line| quote(line)).collect::<Vec<_>>().join(", ");
            Err(talk.warning("one ERROR after DONE", &came))
        }
    }
}
