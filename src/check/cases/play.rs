//! Moves: what they look like, where they go, and what is refused.

use crate::check::case::{Case, Finding, Verdict};
use crate::check::driver::{AFTER_MOVE, is_refusal, quote};
use crate::check::exam::{Exam, settings};
use crate::check::table::{arranged, board, last, opened, stranger, turn, wire};
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;

/// Answers asked for where a few are enough.
const FEW: usize = 4;

pub const CASES: &[Case] = &[
    Case::new("play/begin", "BEGIN is answered by a point on boards of several sizes", begin),
    Case::new("play/turn", "TURN is answered by an empty point", answers),
    Case::new("play/corners", "stones in the corners and at the edge are understood", corners),
    Case::new("play/win", "a four of its own is completed", win),
    Case::new("play/block", "a four of the opponent is blocked at the edge", block),
    Case::new("play/occupied", "TURN on a stone is refused and changes nothing", occupied),
    Case::new("play/outside", "TURN outside the board is refused and changes nothing", outside),
    Case::new("play/malformed", "TURN without a point is refused and changes nothing", malformed),
    Case::new("play/takeback", "TAKEBACK frees the point", takeback),
];

fn begin(exam: &Exam) -> Verdict {
    let mut talk = exam.launch()?;
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
        played.push(format!("{} on {side}", wire(point)));
    }
    Ok(played.join(", "))
}

fn answers(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
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

fn corners(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
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

/// The points `(x, y)` with the colours of the moves of a game, as far as the two lists go.
fn alternating(black: &[(u8, u8)], white: &[(u8, u8)]) -> Vec<(Point, Color)> {
    let stone = |&(x, y): &(u8, u8), color| Point::new(x, y).map(|point| (point, color));
    let mut stones = Vec::new();
    for turn in 0..black.len().max(white.len()) {
        stones.extend(black.get(turn).and_then(|at| stone(at, Color::Black)));
        stones.extend(white.get(turn).and_then(|at| stone(at, Color::White)));
    }
    stones
}

/// Asks for the move in a position with one sensible reply.
fn sensible(exam: &Exam, stones: &[(Point, Color)], best: (u8, u8)) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    let mut game = arranged(Rule::Freestyle, exam.side(), stones);
    let request = board(&game);
    let point = talk.ask_move(&mut game, &request, exam.movetime())?;
    if (point.x(), point.y()) == best {
        return Ok(format!("{},{} found", best.0, best.1));
    }
    let expected = format!("{},{}, the one sensible move", best.0, best.1);
    Err(talk.warning(&expected, &wire(point)))
}

fn win(exam: &Exam) -> Verdict {
    // A row from the right edge, closed at its left end: the edge point completes it.
    let (right, row) = (exam.side() - 1, 2);
    let own: Vec<_> = (1..=4).map(|step| (right - step, row)).collect();
    let theirs = [(right - 5, row), (1, 5), (3, 8), (5, 9)];
    sensible(exam, &alternating(&own, &theirs), (right, row))
}

fn block(exam: &Exam) -> Verdict {
    // A row down the left edge, closed at its upper end: only the lower end is left.
    let theirs = [(0, 3), (0, 4), (0, 5), (0, 6)];
    let own = [(0, 2), (5, 1), (7, 8)];
    sensible(exam, &alternating(&theirs, &own), (0, 7))
}

/// Plays a few moves, has `impossible` refused, and goes on as if nothing had been said.
fn refused(exam: &Exam, impossible: impl Fn(&Game) -> Vec<String>) -> Verdict {
    let (mut talk, _) = exam.usual()?;
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

fn occupied(exam: &Exam) -> Verdict {
    refused(exam, |game| {
        let stones = game.history().iter().filter_map(|ply| ply.mv.point());
        stones.map(turn).collect()
    })
}

fn outside(exam: &Exam) -> Verdict {
    let side = exam.side();
    refused(exam, |_| vec![format!("TURN {side},{}", side / 2), format!("TURN 3,{side}")])
}

fn malformed(exam: &Exam) -> Verdict {
    refused(exam, |_| ["TURN", "TURN 3", "TURN x,y"].map(str::to_owned).to_vec())
        .map_err(Finding::softened)
}

fn takeback(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
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
    // The point that was the engine's is now taken by the opponent.
    let mut game = exam.game(Rule::Freestyle);
    game.play(Move::Place(own)).map_err(|_| Finding::skipped("the point is off the board"))?;
    talk.ask_move(&mut game, &turn(own), exam.movetime())?;
    Ok("both points are free again".to_owned())
}
