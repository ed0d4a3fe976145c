//! Messages to the person, in the words of a language.

use std::path::Path;
use std::time::Duration;

use super::archive::Failure;
use super::options::{Level, PlayOptions, Player};
use super::request::Misread;
use crate::color::Color;
use crate::coord::Point;
use crate::formats::records::Loss;
use crate::formats::spoken;
use crate::frontend::desk::{DeskEvent, Refusal, Target};
use crate::game::{IllegalMove, Ply, Position};
use crate::gomoku::rules::forbidden::Explanation;
use crate::gomoku::rules::game::IllegalMove as IllegalGomoku;
use crate::language::{Value, Words};
use crate::othello::rules::game::IllegalMove as IllegalOthello;
use crate::quotation::visible;
use crate::search::calibration::Calibration;
use crate::search::report::{Line, Progress, Score};

/// Moves on one line of the list.
const MOVES_PER_LINE: usize = 10;
/// Moves of a line of play that are shown.
const LONGEST_LINE: usize = 12;

/// The side's name with its stone as drawn.
pub fn side(words: &Words, color: Color, stone: &str) -> String {
    format!("{} ({stone})", spoken::title(words, color))
}

/// The game and its players. `stones` are those of Black and White as drawn.
pub fn welcome(words: &Words, options: &PlayOptions, stones: &[String; 2]) -> String {
    let [black, white] = options.players.map(|who| match who {
        Player::Human => words.say("play-you"),
        Player::Engine => {
            words.say_with("play-engine", &[("level", level(words, options.level).into())])
        }
    });
    let [black_side, white_side] =
        Color::ALL.map(|color| side(words, color, &stones[color.index()]));
    let values = [
        ("game", spoken::game(words, options.variant).into()),
        ("black-side", black_side.into()),
        ("black", black.into()),
        ("white-side", white_side.into()),
        ("white", white.into()),
    ];
    words.say_with("play-welcome", &values)
}

/// The playing strength of the engine: `level 3`, `2 s per move`, `depth 8`.
pub fn level(words: &Words, level: Level) -> String {
    match level {
        Level::Skill(number) => words.say_with("play-level-number", &[("number", number.into())]),
        Level::Time(time) if time < Duration::from_secs(1) => {
            let milliseconds = time.as_millis().to_string();
            words.say_with("play-level-short-time", &[("milliseconds", milliseconds.into())])
        }
        Level::Time(time) => {
            let seconds = time.as_secs_f64().to_string();
            words.say_with("play-level-time", &[("seconds", seconds.into())])
        }
        Level::Depth(plies) => words.say_with("play-level-depth", &[("plies", plies.into())]),
    }
}

/// The line under the board: the rule or the discs, the number of plies, the last ply, the side to move. `stones` are
/// those of Black and White as drawn.
pub fn caption(words: &Words, position: &Position, stones: &[String; 2]) -> String {
    let mut parts = match position {
        Position::Gomoku(game) => vec![words.say(game.rule().name())],
        Position::Othello(_) => Color::ALL
            .map(|color| {
                let points = position.size().points();
                let count = points.filter(|&point| position.stone(point) == Some(color)).count();
                format!("{} {count}", stones[color.index()])
            })
            .to_vec(),
    };
    let history = position.history();
    parts.push(words.say_with("play-plies", &[("count", history.len().into())]));
    match history.last().map(|ply| ply.mv.point()) {
        Some(Some(point)) => {
            parts.push(words.say_with("play-last", &[("move", point.to_string().into())]))
        }
        Some(None) => parts.push(words.say("play-last-pass")),
        None => {}
    }
    if position.outcome(true).is_none() {
        let side = spoken::side(words, position.side_to_move());
        parts.push(words.say_with("play-to-move", &[("side", side.into())]));
    }
    parts.join(&words.say("comma"))
}

/// Why a typed line is not a request.
pub fn misread(words: &Words, misread: &Misread) -> String {
    let (key, command, text) = match misread {
        Misread::Unknown(text) => ("play-not-understood", "", text),
        Misread::Argument { command, text } => ("play-no-argument", *command, text),
        Misread::Number { command, text } => ("play-needs-number", *command, text),
        Misread::NoPoint { command } => ("play-needs-point", *command, &String::new()),
        Misread::NoFile { command } => ("play-needs-file", *command, &String::new()),
        Misread::BeforeFirst(text) => ("play-no-such-point", "", text),
        Misread::Level(text) => ("play-no-such-level", "", text),
    };
    words.say_with(key, &[("command", command.into()), ("text", text.as_str().into())])
}

/// Why a request was refused. Points count from 1.
pub fn refusal(words: &Words, refusal: &Refusal) -> String {
    use Refusal::{Illegal, NotForbidden, OffBoard, Over, TooFewPlies};
    let at = |key: &str, point: &Point| words.say_with(key, &[("point", point.to_string().into())]);
    let of = |key: &str, color: Color| {
        words.say_with(key, &[("side", spoken::title(words, color).into())])
    };
    match refusal {
        OffBoard { target, size } => {
            let last = char::from(b'a' + size.width() - 1).to_string();
            let values = [
                ("point", name(*target).into()),
                ("last", last.into()),
                ("rows", size.height().into()),
            ];
            words.say_with("play-off-board", &values)
        }
        Illegal(illegal) => match illegal {
            IllegalMove::Gomoku(IllegalGomoku::Forbidden(point, kind)) => {
                let point = point.to_string().into();
                let values = [("point", point), ("foul", spoken::foul(words, *kind).into())];
                words.say_with("play-forbidden", &values)
            }
            IllegalMove::Gomoku(IllegalGomoku::Occupied(point, color))
            | IllegalMove::Othello(IllegalOthello::Occupied(point, color)) => {
                let side = spoken::side(words, *color).into();
                let values = [("point", point.to_string().into()), ("side", side)];
                words.say_with("play-occupied", &values)
            }
            IllegalMove::Gomoku(IllegalGomoku::Blocked(point)) => at("play-blocked", point),
            IllegalMove::Othello(IllegalOthello::NoFlip(point)) => at("play-no-flip", point),
            IllegalMove::Gomoku(IllegalGomoku::PassNotAllowed(color))
            | IllegalMove::Othello(IllegalOthello::PassWithMoves(color)) => {
                of("play-may-not-pass", *color)
            }
            IllegalMove::Gomoku(IllegalGomoku::OffBoard(point, size)) => {
                self::refusal(words, &off_board(*point, *size))
            }
            IllegalMove::Othello(IllegalOthello::OffBoard(point)) => {
                self::refusal(words, &off_board(*point, crate::othello::rules::square::SIZE))
            }
            IllegalMove::Gomoku(IllegalGomoku::GameOver)
            | IllegalMove::Othello(IllegalOthello::GameOver) => words.say("play-over"),
        },
        Over(_) => words.say("play-over"),
        TooFewPlies { .. } => words.say("play-undo-nothing"),
        NotForbidden(point) => at("play-not-forbidden", point),
    }
}

fn off_board(point: Point, size: crate::coord::Size) -> Refusal {
    let target = Target { x: point.x().into(), y: point.y().into() };
    Refusal::OffBoard { target, size }
}

/// The text of a point, which need not be on the board.
fn name(target: Target) -> String {
    let letter = u8::try_from(target.x).ok().filter(|&x| x < 26).map(|x| char::from(b'a' + x));
    match letter {
        Some(letter) => format!("{letter}{}", i64::from(target.y) + 1),
        None => format!("{} {}", i64::from(target.x) + 1, i64::from(target.y) + 1),
    }
}

/// The answer to `why`: the foul, then one line for each shape that causes it.
pub fn explanation(words: &Words, target: Target, explanation: &Explanation) -> String {
    let values =
        [("point", name(target).into()), ("foul", spoken::foul(words, explanation.foul).into())];
    let shapes =
        explanation.shapes.iter().map(|kind| format!("\n  {}", spoken::shape(words, kind)));
    words.say_with("play-would-make", &values) + &shapes.collect::<String>()
}

/// Why `file` was not saved or loaded.
pub fn failure(words: &Words, file: &Path, failure: &Failure) -> String {
    let (key, error) = match failure {
        Failure::UnknownEnding => ("play-unknown-ending", String::new()),
        Failure::NoPage => ("play-page-ending", String::new()),
        Failure::Exists => ("play-file-exists", String::new()),
        Failure::Game(error) => ("play-file-failed", self::error(words, error)),
        Failure::File(error) => ("play-file-failed", self::error(words, &error.to_string())),
    };
    let values = [("file", file.display().to_string().into()), ("error", error.into())];
    words.say_with(key, &values)
}

/// What the format of `file` cannot store.
pub fn omission(words: &Words, file: &Path, losses: &[Loss]) -> String {
    let parts = losses.iter().map(|loss| words.part(&loss.to_string()).into_owned());
    let parts = parts.collect::<Vec<_>>().join(&words.say("comma"));
    words.say_with(
        "play-omits",
        &[("file", file.display().to_string().into()), ("parts", parts.into())],
    )
}

/// An English message of an error, in the language as far as there is a translation.
pub fn error(words: &Words, message: &str) -> String {
    words.translated(&visible(message)).into_owned()
}

/// Why the side to move must pass.
pub fn forced_pass(words: &Words, position: &Position) -> String {
    let side = spoken::title(words, position.side_to_move());
    let key = match position {
        Position::Gomoku(_) => "play-passes-forbidden",
        Position::Othello(_) => "play-passes",
    };
    words.say_with(key, &[("side", side.into())])
}

/// The moves with their numbers.
pub fn moves(words: &Words, history: &[Ply]) -> String {
    if history.is_empty() {
        return words.say("play-no-moves");
    }
    let text = |(number, ply): (usize, &Ply)| {
        let mv = spoken::played(words, ply.mv);
        format!("{number}. {mv}")
    };
    let numbered: Vec<String> = (1..).zip(history).map(text).collect();
    let rows: Vec<String> = numbered.chunks(MOVES_PER_LINE).map(|row| row.join("  ")).collect();
    rows.join("\n")
}

/// The state of a running search.
pub fn progress(words: &Words, progress: &Progress) -> String {
    let mut parts = vec![depth(words, progress.depth)];
    if let Some(best) = progress.lines.first() {
        parts.extend([score(words, best.score, progress.calibration), pv(words, best)]);
    }
    let state = parts.join(&words.say("comma"));
    words.say_with("play-thinking", &[("state", state.into())])
}

/// The text in brackets after a move: the last report of the search that found it.
pub fn summary(words: &Words, news: &DeskEvent<()>) -> String {
    let parts = match news {
        DeskEvent::Progress(progress) => {
            let best = progress.lines.first();
            let best = best.map(|best| score(words, best.score, progress.calibration));
            let seconds = format!("{:.1}", progress.elapsed.as_secs_f64());
            let seconds = words.say_with("play-seconds", &[("seconds", seconds.into())]);
            [Some(depth(words, progress.depth)), best, Some(seconds)]
        }
        DeskEvent::Booked(line) => {
            [Some(words.say("play-book")), Some(score(words, line.score, None)), None]
        }
        DeskEvent::Prepared
        | DeskEvent::Mark(_)
        | DeskEvent::Filed(_)
        | DeskEvent::Evaluated(_)
        | DeskEvent::Finished(..) => return String::new(),
    };
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("  ({})", parts.join(&words.say("comma")))
}

fn depth(words: &Words, plies: u32) -> String {
    words.say_with("play-depth", &[("plies", plies.into())])
}

/// A score as the expected share of a win: `58 %`, `win in 5`, `+1.5 discs`.
fn score(words: &Words, score: Score, calibration: Option<Calibration>) -> String {
    let say = |key: &str, name: &str, value: Value| words.say_with(key, &[(name, value)]);
    match score {
        Score::Points(_) => format!("{:.0} %", 100.0 * score.expected(calibration)),
        Score::Win(plies) => say("play-score-win", "plies", plies.into()),
        Score::Loss(plies) => say("play-score-loss", "plies", plies.into()),
        Score::Discs(hundredths) => {
            let discs = format!("{:+.1}", f64::from(hundredths) / 100.0);
            say("play-score-discs", "discs", discs.into())
        }
        Score::Exact(discs) => say("play-score-exact", "discs", format!("{discs:+}").into()),
    }
}

/// The best moves of a search, best first.
pub fn hint(words: &Words, result: &Progress) -> String {
    let hints = result.lines.iter().map(|line| {
        let values = [
            ("move", spoken::played(words, line.moves[0]).into()),
            ("depth", depth(words, result.depth).into()),
            ("score", score(words, line.score, result.calibration).into()),
            ("line", pv(words, line).into()),
        ];
        words.say_with("play-hint", &values)
    });
    hints.collect::<Vec<_>>().join("\n")
}

fn pv(words: &Words, line: &Line) -> String {
    spoken::line(words, &line.moves[..line.moves.len().min(LONGEST_LINE)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, Size};
    use crate::language::Language;

    #[test]
    fn points_off_the_board_are_named_as_people_count() {
        let size = Size::new(15, 15).unwrap();
        for (x, y, named) in
            [(15, 7, "p8"), (0, 22, "a23"), (30, 2, "31 3"), (i32::MAX, 0, "2147483648 1")]
        {
            let refused = Refusal::OffBoard { target: Target { x, y }, size };
            let sentence = refusal(&Words::new(Language::English), &refused);
            let expected =
                format!("{named} is not on the board: it has columns a to o and rows 1 to 15.");
            assert_eq!(sentence, expected);
        }
    }

    #[test]
    fn passes_are_named_in_the_language() {
        let f5 = Move::Place(Point::from_text("f5").unwrap());
        let plies = [f5, Move::Pass].into_iter().zip(Color::ALL);
        let history: Vec<Ply> = plies.map(|(mv, color)| Ply { color, mv }).collect();
        let line = Line { score: Score::Discs(0), moves: vec![f5, Move::Pass] };
        let words = Words::new(Language::Chinese);
        assert_eq!(moves(&words, &history), "1. f5  2. 停着");
        assert_eq!(pv(&words, &line), "f5 停着");
    }

    #[test]
    fn scores_are_chances_or_discs() {
        let of = |language, value| score(&Words::new(language), value, None);
        for (value, english, chinese) in [
            (Score::Points(0), "50 %", "50 %"),
            (Score::Win(5), "win in 5", "5 手内必胜"),
            (Score::Discs(-150), "-1.5 discs", "-1.5 子"),
            (Score::Exact(12), "+12 discs exactly", "终局 +12 子"),
        ] {
            assert_eq!(of(Language::English, value), english);
            assert_eq!(of(Language::Chinese, value), chinese);
        }
    }

    #[test]
    fn levels_are_named() {
        let words = Words::new(Language::English);
        for (typed, shown) in [
            ("5s", "5 s per move"),
            ("0.5s", "500 ms per move"),
            ("1500ms", "1.5 s per move"),
            (" D8 ", "depth 8"),
            (" 8 ", "level 8"),
        ] {
            assert_eq!(level(&words, typed.parse().unwrap()), shown);
        }
    }
}
