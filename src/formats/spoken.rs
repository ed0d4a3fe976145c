//! The contents of records in the words of a language.

use super::game::{Claim, Details, GameRecord, Loss, Verdict};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::{Outcome, Variant};
use crate::gomoku::rules::forbidden::{Explanation, Foul, Shape};
use crate::gomoku::rules::game::{Draw, Outcome as Gomoku};
use crate::language::Words;
use crate::othello::rules::game::Outcome as Othello;

/// The name of the side within a sentence.
pub fn side(words: &Words, color: Color) -> String {
    words.say(match color {
        Color::Black => "black",
        Color::White => "white",
    })
}

/// The name of the side at the beginning of a sentence.
pub fn title(words: &Words, color: Color) -> String {
    words.say(match color {
        Color::Black => "black-title",
        Color::White => "white-title",
    })
}

/// The game with its rule and board: `Othello`, `Gomoku, renju, 15x15`.
pub fn game(words: &Words, variant: Variant) -> String {
    match variant {
        Variant::Othello => words.say("othello"),
        Variant::Gomoku { rule, size } => {
            let parts = [words.say("gomoku"), words.say(rule.name()), size.to_string()];
            parts.join(&words.say("comma"))
        }
    }
}

/// Two sentences; `first` has no full stop yet.
pub fn sentences(words: &Words, first: &str, second: &str) -> String {
    words.say_with("sentences", &[("first", first.into()), ("second", second.into())])
}

/// The kind of foul that makes a point forbidden.
pub fn foul(words: &Words, foul: Foul) -> String {
    words.say(match foul {
        Foul::Overline => "play-foul-overline",
        Foul::DoubleFour => "play-foul-double-four",
        Foul::DoubleThree => "play-foul-double-three",
    })
}

/// A foul with the shapes that cause it.
pub fn explanation(words: &Words, explanation: &Explanation) -> String {
    let shapes: Vec<String> = explanation.shapes.iter().map(|kind| shape(words, kind)).collect();
    let values = [
        ("foul", foul(words, explanation.foul).into()),
        ("shapes", shapes.join(&words.say("comma")).into()),
    ];
    words.say_with("explained", &values)
}

/// A part of a foul.
pub fn shape(words: &Words, shape: &Shape) -> String {
    let say = |key: &str, stones: &[Point], points: &[Point]| {
        let values = [
            ("count", stones.len().into()),
            ("stones", listed(stones).into()),
            ("points", listed(points).into()),
        ];
        words.say_with(key, &values)
    };
    match shape {
        Shape::Overline { stones } => say("play-shape-overline", stones, &[]),
        Shape::Four { stones, fifth } => say("play-shape-four", stones, fifth),
        Shape::Three { stones, straight_four } => say("play-shape-three", stones, straight_four),
    }
}

/// A move: its point, or the word for a pass.
pub fn played(words: &Words, mv: Move) -> String {
    match mv {
        Move::Place(point) => point.to_string(),
        Move::Pass => words.say("analyze-pass"),
    }
}

/// Moves, separated by blanks.
pub fn line(words: &Words, moves: &[Move]) -> String {
    moves.iter().map(|&mv| played(words, mv)).collect::<Vec<_>>().join(" ")
}

/// Language-independent items, separated by blanks.
pub fn listed<T: ToString>(things: &[T]) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The event with its round, if there is one.
pub fn occasion(words: &Words, details: &Details) -> Option<String> {
    let event = details.event.as_deref()?;
    Some(match &details.round {
        Some(round) => {
            let values = [("event", event.into()), ("round", round.as_str().into())];
            words.say_with("event-round", &values)
        }
        None => event.to_owned(),
    })
}

/// How the game ended, as a sentence.
pub fn verdict(words: &Words, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Board(Outcome::Gomoku(Gomoku::Win { color, line })) => {
            let row: Vec<String> = line.iter().map(ToString::to_string).collect();
            let values = [("side", title(words, *color).into()), ("row", row.join(" ").into())];
            words.say_with("ends-with-row", &values)
        }
        Verdict::Board(Outcome::Gomoku(Gomoku::Draw(Draw::FullBoard))) => {
            words.say("ends-full-board")
        }
        Verdict::Board(Outcome::Gomoku(Gomoku::Draw(Draw::NoFivePossible))) => {
            words.say("ends-without-hope")
        }
        Verdict::Board(Outcome::Othello(outcome)) => discs(words, outcome),
        Verdict::Resigned(loser) => {
            let (loser, winner) = (title(words, *loser), side(words, !*loser));
            words.say_with("ends-resigned", &[("loser", loser.into()), ("winner", winner.into())])
        }
        Verdict::AgreedDraw | Verdict::Adjudicated { claim: Claim::Draw, .. } => {
            words.say("ends-agreed")
        }
        Verdict::Adjudicated { claim: Claim::Win(winner), margin } => {
            let side = ("side", title(words, *winner).into());
            match margin {
                None => words.say_with("ends-won", &[side]),
                Some(margin) => {
                    words.say_with("ends-won-by", &[side, ("discs", margin.abs().into())])
                }
            }
        }
        Verdict::Unfinished => words.say("ends-unfinished"),
    }
}

/// How a recorded game ended, as a sentence. A loss off the board names its reason.
pub fn ending(words: &Words, record: &GameRecord) -> String {
    let Verdict::Resigned(loser) = record.verdict else {
        return verdict(words, &record.verdict);
    };
    match (record.details.loss(), &record.details.termination) {
        (Loss::Time, _) => {
            let (loser, winner) = (title(words, loser), side(words, !loser));
            words.say_with("ends-on-time", &[("loser", loser.into()), ("winner", winner.into())])
        }
        (Loss::Forfeit, Some(reason)) => {
            let winner = title(words, !loser);
            let values = [("winner", winner.into()), ("reason", reason.as_str().into())];
            words.say_with("ends-off-board", &values)
        }
        _ => verdict(words, &record.verdict),
    }
}

fn discs(words: &Words, outcome: &Othello) -> String {
    let (black, white) = (outcome.black, outcome.white);
    let (most, least) = (black.max(white), black.min(white));
    let values = [("most", most.into()), ("least", least.into())];
    match outcome.winner() {
        Some(winner) => {
            let [most, least] = values;
            let values = [("side", title(words, winner).into()), most, least];
            words.say_with("ends-with-discs", &values)
        }
        None => words.say_with("ends-level", &values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::game::tests::random_game;
    use crate::language::Language;

    #[test]
    fn a_result_without_a_reason_names_none() {
        let won = |margin| Verdict::Adjudicated { claim: Claim::Win(Color::White), margin };
        for (language, margin, text) in [
            (Language::English, None, "White wins."),
            (Language::English, Some(-12), "White wins by 12 discs."),
            (Language::English, Some(1), "White wins by 1 disc."),
            (Language::Chinese, None, "白方获胜。"),
            (Language::Japanese, Some(12), "白の 12 石勝ち。"),
        ] {
            assert_eq!(verdict(&Words::new(language), &won(margin)), text);
        }
    }

    #[test]
    fn a_loss_off_the_board_names_its_reason() {
        for (language, reason, text) in [
            (Language::English, None, "Black resigns; white wins."),
            (Language::English, Some("resigned"), "Black resigns; white wins."),
            (Language::English, Some("overtime: 2 s"), "Black loses on time; white wins."),
            (Language::English, Some("forbidden: h8 is 33"), "White wins (forbidden: h8 is 33)."),
            (Language::Chinese, Some("time"), "黑方超时，白方获胜。"),
            (Language::Japanese, Some("time"), "黒の時間切れ、白の勝ち。"),
        ] {
            let mut record = random_game(Variant::Othello, 1, 9, None);
            record.verdict = Verdict::Resigned(Color::Black);
            record.details.termination = reason.map(str::to_owned);
            assert_eq!(ending(&Words::new(language), &record), text);
        }
    }
}
