//! The rules: whole games under each, and the peculiarities of single rules.

use std::collections::HashSet;
use std::time::Instant;

use crate::check::driver::{
    AFTER_MOVE, CRLF, CheckResult, Conversation, Finding, coordinates, is_refusal, quote,
};
use crate::check::exam::{Case, Exam, settings};
use crate::check::positions::{after, board, stranger, wire};
use crate::color::Color;
use crate::coord::{Point, Size};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::process::Heard;

/// Number of empty points at which managers end a game as a draw.
const FEW_LEFT: usize = 25;
/// Positions with Black to move in which a forbidden point looks best: moves from the start, and the foul.
const TEMPTATIONS: [(&str, &str); 5] = [
    ("f8a1g8a10h7j1h6j10", "a double three at h8"),
    ("f8a1g8a10h8j1i9j10i10a3i7c1", "a double four at i8"),
    ("d8a1e8a10f8j1h8j10i8a3", "an overline at g8"),
    ("e5a1f5a10g5j1h6j10h7a3h8c1", "a double four at h5"),
    ("c3a1d4a10e5j1g7j10h8a3", "an overline at f6"),
];
/// Black is to move and can make a row of six or a row of five.
const SIX_OR_FIVE: &str = "b3a1c3a10d3j1f3j10g3a3d6c1e6e1f6g10g6h6";

pub const CASES: &[Case] = &[
    Case::of_rule(Rule::Freestyle, "rules/freestyle", "two games under rule 0", |exam| {
        games(exam, Rule::Freestyle)
    }),
    Case::of_rule(Rule::Standard, "rules/standard", "two games under rule 1", |exam| {
        games(exam, Rule::Standard)
    }),
    Case::of_rule(Rule::Renju, "rules/renju", "two games under rule 4", |exam| {
        games(exam, Rule::Renju)
    }),
    Case::of_rule(Rule::Caro, "rules/caro", "two games under rule 8", |exam| {
        games(exam, Rule::Caro)
    }),
    Case::of_rule(Rule::CaroExact, "rules/caro-exact", "two games under rule 9", |exam| {
        games(exam, Rule::CaroExact)
    }),
    Case::of_rule(Rule::Standard, "rules/overline", "standard: makes five, not six", overline),
    Case::of_rule(Rule::Renju, "rules/fouls", "renju: avoids tempting forbidden points", fouls),
    Case::new("rules/swap2", "SWAP2BOARD is answered at 0, 3 and 5 stones", swap2),
];

/// Starts a game under `rule`.
///
/// # Errors
/// A warning if the rule is refused with an `ERROR`.
fn ready(exam: &Exam, rule: Rule) -> Result<Conversation, Finding> {
    let mut talk = exam.start()?;
    talk.say(&settings(rule, exam.movetime()));
    match talk.listen(Instant::now() + AFTER_MOVE) {
        Heard::Nothing => Ok(talk),
        Heard::Line(line) if is_refusal(&line.text) => Err(unsupported(&talk, rule, &line.text)),
        Heard::Line(line) => Err(talk.failed("silence after INFO", &quote(&line.text))),
        Heard::Closed => Err(talk.ended("silence after INFO")),
    }
}

fn unsupported(talk: &Conversation, rule: Rule, text: &str) -> Finding {
    talk.warning(&format!("rule {} ({rule}) in silence", rule.gomocup_number()), &quote(text))
}

fn games(exam: &Exam, rule: Rule) -> CheckResult {
    let played = |own| {
        let mut talk = ready(exam, rule)?.timed();
        let end = play(exam, rule, own, &mut talk)?;
        Ok((end, talk.worst_overrun(), talk.in_time("")))
    };
    let (black, overrun_of_black, slowest_of_black) = played(Color::Black)?;
    let (white, overrun_of_white, slowest_of_white) = played(Color::White)?;
    let is_black_slower = overrun_of_black > overrun_of_white;
    let slowest = if is_black_slower { slowest_of_black? } else { slowest_of_white? };
    Ok(format!("as black {black}; as white {white}{slowest}"))
}

/// Plays a game in which the program is `own` and its opponent moves at random; returns how it ended.
fn play(exam: &Exam, rule: Rule, own: Color, talk: &mut Conversation) -> CheckResult {
    let seed = exam.options().seed.wrapping_add(u64::from(rule.gomocup_number()));
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = exam.game(rule);
    let mut request = "BEGIN".to_owned();
    let mut moved = own == Color::Black;
    loop {
        if moved {
            let asked = ask_first(talk, &mut game, &request, exam, rule)?;
            if asked.is_none() {
                break;
            }
        }
        moved = true;
        let left = game.size().area() - game.history().len();
        if game.outcome().is_some() || left <= FEW_LEFT {
            break;
        }
        match stranger(&mut game, &mut random) {
            Some(next) => request = next,
            None => break,
        }
    }
    talk.quiet(AFTER_MOVE, "the end of the game")?;
    let result = game.outcome().map_or_else(|| "no winner".to_owned(), ToString::to_string);
    Ok(format!("{} plies, {result}", game.history().len()))
}

/// Requests a move; a refusal of the very first request counts as a refusal of the rule.
fn ask_first(
    talk: &mut Conversation,
    game: &mut Game,
    request: &str,
    exam: &Exam,
    rule: Rule,
) -> Result<Option<Point>, Finding> {
    let first = game.history().len() < 2;
    match talk.ask_move(game, request, exam.movetime()) {
        Ok(point) => Ok(Some(point)),
        Err(finding) if first && is_refusal(finding.came.trim_matches('"')) => {
            Err(unsupported(talk, rule, finding.came.trim_matches('"')))
        }
        Err(finding) => Err(finding),
    }
}

fn overline(exam: &Exam) -> CheckResult {
    let mut talk = ready(exam, Rule::Standard)?;
    let mut game = after(Rule::Standard, exam.side(), SIX_OR_FIVE);
    let request = board(&game);
    let point = talk.ask_move(&mut game, &request, exam.movetime())?;
    if game.outcome().is_some() {
        return Ok(format!("{point} makes five"));
    }
    Err(talk.warning("the move that makes exactly five", &wire(point)))
}

fn fouls(exam: &Exam) -> CheckResult {
    let mut talk = ready(exam, Rule::Renju)?;
    for (moves, foul) in TEMPTATIONS {
        let mut game = after(Rule::Renju, exam.side(), moves);
        let request = board(&game);
        talk.ask_move(&mut game, &request, exam.movetime()).map_err(|finding| {
            let expected = format!("not {foul}, but {}", finding.expected);
            Finding { expected, ..finding }
        })?;
    }
    Ok(format!("{} positions, no foul", TEMPTATIONS.len()))
}

fn swap2(exam: &Exam) -> CheckResult {
    let size = exam.game(Rule::Freestyle).size();
    let middle = exam.side() / 2;
    let stones = [(0, 0), (1, 1), (2, 0), (0, 2), (3, 3)]
        .map(|(x, y)| format!("{},{}", middle - 2 + x, middle - 2 + y));
    let mut notes = Vec::new();
    for count in [0, 3, 5] {
        // Tournaments with swap2 use the standard rule, and some programs require it.
        let mut talk = exam.ready(Rule::Standard, exam.movetime())?;
        let block = stones[..count].join(CRLF);
        let lines = ["SWAP2BOARD", &block, "DONE"];
        talk.say(&lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(CRLF));
        let expected = match count {
            0 => "three different points separated by blanks",
            3 => "SWAP, one or two free points",
            _ => "SWAP or one free point",
        };
        let limit = exam.movetime() + exam.options().tolerance + exam.options().patience;
        // Programs that ignore unknown commands stay silent here; start/unknown checks that.
        let reply = talk.reply(limit, expected).map_err(Finding::softened)?;
        if is_refusal(&reply.text) && count == 0 {
            return Err(Finding::skipped("SWAP2BOARD is not supported"));
        }
        if !is_swap2_answer(&reply.text, count, &stones[..count], size) {
            return Err(talk.failed(expected, &quote(&reply.text)));
        }
        talk.quiet(AFTER_MOVE, "the answer to SWAP2BOARD")?;
        notes.push(format!("{count}: {}", reply.text));
    }
    Ok(notes.join("; "))
}

/// Whether `text` answers a step of swap2 with `count` stones on the board.
fn is_swap2_answer(text: &str, count: usize, stones: &[String], size: Size) -> bool {
    if count > 0 && text == "SWAP" {
        return true;
    }
    let mut taken: HashSet<&str> = stones.iter().map(String::as_str).collect();
    let on_board = |part: &str| {
        let point = coordinates(part).and_then(|(x, y)| Point::new(x, y));
        point.is_some_and(|point| size.contains(point) && wire(point) == part)
    };
    let parts: Vec<&str> = text.split(' ').collect();
    let number_fits = match count {
        0 => parts.len() == 3,
        3 => parts.len() == 1 || parts.len() == 2,
        _ => parts.len() == 1,
    };
    number_fits && parts.into_iter().all(|part| on_board(part) && taken.insert(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::positions::legal_points;
    use crate::coord::Move;

    #[test]
    fn every_temptation_is_forbidden_and_black_to_move() {
        for (moves, foul) in TEMPTATIONS {
            let game = after(Rule::Renju, 10, moves);
            assert_eq!((game.side_to_move(), game.outcome()), (Color::Black, None), "{moves}");
            let point = Point::from_text(foul.rsplit(' ').next().unwrap()).unwrap();
            let found = game.forbidden().into_iter().find(|(at, _)| *at == point);
            let kind = found.unwrap_or_else(|| panic!("{moves}: {point} is legal")).1.to_string();
            let words = match kind.as_str() {
                "33" => "double three",
                "44" => "double four",
                _ => "overline",
            };
            assert!(foul.contains(words), "{moves}: {kind}");
        }
    }

    #[test]
    fn six_and_five_are_both_one_move_away() {
        let wins = |rule| {
            let game = after(rule, 15, SIX_OR_FIVE);
            assert_eq!((game.side_to_move(), game.outcome()), (Color::Black, None));
            let winning = |point: &Point| {
                let mut next = game.clone();
                next.play(Move::Place(*point)).is_ok() && next.outcome().is_some()
            };
            let points: Vec<Point> = legal_points(&game).into_iter().filter(winning).collect();
            points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(wins(Rule::Standard), "c6");
        assert_eq!(wins(Rule::Freestyle), "e3 c6");
    }

    #[test]
    fn swap2_answers_are_judged_by_their_step() {
        let size = Size::new(15, 15).unwrap();
        let stones = ["5,5", "6,6", "7,5"].map(str::to_owned);
        let judge = |text: &str, count: usize| is_swap2_answer(text, count, &stones[..count], size);
        assert!(judge("7,7 8,8 9,9", 0) && !judge("7,7 8,8", 0) && !judge("SWAP", 0));
        assert!(!judge("7,7 7,7 9,9", 0) && !judge("7,7 8,8 15,9", 0) && !judge("7,7, 8,8 9,9", 0));
        assert!(judge("SWAP", 3) && judge("1,1", 3) && judge("1,1 2,2", 3));
        assert!(!judge("5,5", 3) && !judge("swap2", 3) && !judge("1,1 2,2 3,3", 3));
    }
}
