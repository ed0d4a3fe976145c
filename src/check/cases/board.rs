//! `BOARD`: a whole position at once.

use std::time::Instant;

use crate::check::case::{Case, Finding, Verdict};
use crate::check::driver::{CRLF, SILENCE, is_refusal, quote};
use crate::check::exam::Exam;
use crate::check::table::{arranged, board, nearly_full, opened, stranger, turn, wire};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

pub const CASES: &[Case] = &[
    Case::new(
        "board/history",
        "positions of one to six stones are answered, TURN follows",
        history,
    ),
    Case::new("board/empty", "an empty BOARD is answered like BEGIN", empty),
    Case::new("board/replace", "a second BOARD replaces the first without RESTART", replace),
    Case::new("board/colours", "whose stone it is follows from the field", colours),
    Case::new("board/full", "the last points of a full board are found", full),
    Case::new("board/blocked", "points of field 3 are tolerated and not used", blocked),
    Case::new("board/malformed", "a malformed line is answered by one ERROR after DONE", malformed),
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

fn history(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
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

fn empty(exam: &Exam) -> Verdict {
    let (mut talk, mut game) = exam.usual()?;
    let request = board(&game);
    let point = talk.ask_move(&mut game, &request, exam.movetime())?;
    Ok(wire(point))
}

fn replace(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    let mut first = scattered(exam.side(), 4);
    let request = board(&first);
    talk.ask_move(&mut first, &request, exam.movetime())?;
    let corner = Point::new(0, 0).map(|point| (point, Color::Black));
    let mut second = arranged(Rule::Freestyle, exam.side(), corner.as_slice());
    let request = board(&second);
    talk.ask_move(&mut second, &request, exam.movetime())?;
    // Where only the first position had stones, the second has none.
    for stone in first.history().iter().filter_map(|ply| ply.mv.point()) {
        if second.play(Move::Place(stone)).is_ok() {
            talk.ask_move(&mut second, &turn(stone), exam.movetime())?;
            break;
        }
    }
    Ok("stones of the first are gone".to_owned())
}

fn colours(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
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
    Ok("the win was found with either colour".to_owned())
}

fn full(exam: &Exam) -> Verdict {
    let mut left = Vec::new();
    for empty in [5, 1] {
        let (mut talk, _) = exam.usual()?;
        let mut game = nearly_full(exam.side(), empty);
        let is_free = |&point: &Point| game.stone(point).is_none();
        left.push(game.size().points().filter(is_free).count().to_string());
        let request = board(&game);
        talk.ask_move(&mut game, &request, exam.movetime())?;
    }
    Ok(format!("{} of the points left: a free one each time", left.join(" and ")))
}

fn blocked(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    let game = opened(exam.side());
    let center = game.size().center();
    let beside = format!("{},{},3", center.x() + 1, center.y());
    talk.say(&["BOARD", &format!("{},2", wire(center)), &beside, "DONE"].join(CRLF));
    let mut played = game;
    let expected = "a move: field 3 is a stone of a row that has won, or a forbidden point";
    let point = talk.take_move(&mut played, "BOARD", exam.movetime()).map_err(Finding::softened)?;
    if (point.x(), point.y()) == (center.x() + 1, center.y()) {
        return Err(talk.warning(expected, "that very point"));
    }
    Ok(wire(point))
}

fn malformed(exam: &Exam) -> Verdict {
    let (mut talk, _) = exam.usual()?;
    talk.say(&["BOARD", "1,1,2", "what", "3,3,1", "DONE"].join(CRLF));
    let mut answers = Vec::new();
    // An engine may think before it answers; once it has, only what follows soon counts.
    let mut deadline = Instant::now() + exam.movetime() + exam.options().patience;
    loop {
        match talk.listen(deadline) {
            Heard::Line(arrival) => answers.push(arrival.text),
            Heard::Nothing => break,
            Heard::Closed => return Err(talk.ended("an ERROR")),
        }
        if answers.len() > 10 {
            return Err(talk.failed("one ERROR", "more and more lines"));
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
