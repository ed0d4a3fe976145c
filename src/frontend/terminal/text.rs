//! Messages to the person, as sentences.

use crate::color::Color;
use crate::formats::game::{Claim, Verdict};
use crate::frontend::desk::{DeskEvent, Refusal, Target};
use crate::frontend::text::ScoreText;
use crate::game::{IllegalMove, Outcome, Ply, Position, Variant};
use crate::gomoku;
use crate::gomoku::rules::forbidden::Explanation;
use crate::gomoku::rules::forbidden::Foul;
use crate::search::report::{Line, Progress};

use super::options::{Level, PlayOptions, Player};

/// Moves on one line of the list.
const MOVES_PER_LINE: usize = 10;
/// Longest line about a running search, in characters.
const PROGRESS_WIDTH: usize = 76;

/// The side's name at the beginning of a sentence.
pub fn title(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The side's name with its stone as it is drawn.
pub fn side(color: Color, stone: &str) -> String {
    format!("{} ({stone})", title(color))
}

/// The game and its players. `stones` are those of Black and White as they are drawn.
pub fn welcome(options: &PlayOptions, stones: &[String; 2]) -> String {
    let game = match options.variant {
        Variant::Gomoku { rule, size } => format!("Gomoku on {size}, rule {rule}"),
        Variant::Othello => "Othello".to_owned(),
    };
    let [black, white] = options.players.map(|player| player_text(player, options.level));
    let [first, second] = [side(Color::Black, &stones[0]), side(Color::White, &stones[1])];
    format!("{game}. {first}: {black}. {second}: {white}.")
}

fn player_text(player: Player, level: Level) -> String {
    match player {
        Player::Human => "you".to_owned(),
        Player::Engine => format!("the engine, {level}"),
    }
}

/// Why a request was refused. Points count from 1.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::OffBoard { target, size } => {
            let last = char::from(b'a' + size.width() - 1);
            let rows = size.height();
            format!(
                "{} is not on the board: it has columns a to {last} and rows 1 to {rows}.",
                name(*target)
            )
        }
        Refusal::Illegal(IllegalMove::Gomoku(gomoku::rules::game::IllegalMove::Forbidden(
            point,
            foul,
        ))) => {
            format!(
                "{point} is forbidden: it makes {}; 'why {point}' explains it.",
                foul_text(*foul)
            )
        }
        Refusal::Over(_)
        | Refusal::Illegal(
            IllegalMove::Gomoku(gomoku::rules::game::IllegalMove::GameOver)
            | IllegalMove::Othello(crate::othello::rules::game::IllegalMove::GameOver),
        ) => "The game is over.".to_owned(),
        other => format!("{}.", capitalized(&other.to_string())),
    }
}

/// `text` as the beginning of a sentence. A point at its start keeps its case.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_alphabetic() => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

/// A point as people write it, on the board or not.
fn name(target: Target) -> String {
    let letter = u8::try_from(target.x).ok().filter(|&x| x < 26).map(|x| char::from(b'a' + x));
    match letter {
        Some(letter) => format!("{letter}{}", i64::from(target.y) + 1),
        None => format!("{} {}", i64::from(target.x) + 1, i64::from(target.y) + 1),
    }
}

fn foul_text(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "an overline",
        Foul::DoubleFour => "a double-four",
        Foul::DoubleThree => "a double-three",
    }
}

/// The answer to `why`: the foul, then one line for each shape that makes it one.
pub fn explanation(target: Target, explanation: &Explanation) -> String {
    let shapes: String = explanation.shapes.iter().map(|shape| format!("\n  {shape}")).collect();
    format!("{} would make {}:{shapes}", name(target), foul_text(explanation.foul))
}

/// How the game ended.
pub fn verdict(verdict: &Verdict) -> String {
    use gomoku::rules::game::{Draw, Outcome as Gomoku};
    match verdict {
        Verdict::Board(Outcome::Gomoku(Gomoku::Win { color, line })) => {
            let row: Vec<String> = line.iter().map(ToString::to_string).collect();
            format!("{} wins with {}.", title(*color), row.join(" "))
        }
        Verdict::Board(Outcome::Gomoku(Gomoku::Draw(Draw::FullBoard))) => {
            "Draw: the board is full.".to_owned()
        }
        Verdict::Board(Outcome::Gomoku(Gomoku::Draw(Draw::NoFivePossible))) => {
            "Draw: neither side can win any more.".to_owned()
        }
        Verdict::Board(Outcome::Othello(outcome)) => {
            let (black, white) = (outcome.black, outcome.white);
            match outcome.winner() {
                Some(Color::Black) => format!("Black wins {black} to {white}."),
                Some(Color::White) => format!("White wins {white} to {black}."),
                None => format!("Draw, {black} to {white}."),
            }
        }
        Verdict::Resigned(loser) => format!("{} resigns, {} wins.", title(*loser), !*loser),
        Verdict::AgreedDraw | Verdict::Adjudicated { claim: Claim::Draw, .. } => "Draw.".to_owned(),
        Verdict::Adjudicated { claim: Claim::Win(winner), .. } => {
            format!("{} wins by adjudication.", title(*winner))
        }
        Verdict::Unfinished => "The game is going on.".to_owned(),
    }
}

/// Why the side to move must pass.
pub fn forced_pass(position: &Position) -> String {
    let side = title(position.side_to_move());
    match position {
        Position::Gomoku(_) => format!("{side} has only forbidden points left and passes."),
        Position::Othello(_) => format!("{side} has no move and passes."),
    }
}

/// The moves with their numbers.
pub fn moves(history: &[Ply]) -> String {
    if history.is_empty() {
        return "No moves yet.".to_owned();
    }
    let numbered: Vec<String> =
        (1..).zip(history).map(|(number, ply)| format!("{number}. {}", ply.mv)).collect();
    let rows: Vec<String> = numbered.chunks(MOVES_PER_LINE).map(|row| row.join("  ")).collect();
    rows.join("\n")
}

/// The state of a running search, on one line of at most `columns`.
pub fn progress(progress: &Progress, columns: usize) -> String {
    let best = progress.lines.first();
    let line = best.map_or(String::new(), |best| format!(", {}", pv(best)));
    let text = format!("thinking: {}{line}", depth_and_score(progress));
    text.chars().take(PROGRESS_WIDTH.min(columns)).collect()
}

/// The text in brackets after a move: the last report of the search that found it.
pub fn summary(news: &DeskEvent<()>) -> String {
    match news {
        DeskEvent::Progress(progress) => {
            let seconds = progress.elapsed.as_secs_f64();
            format!("  ({}, {seconds:.1} s)", depth_and_score(progress))
        }
        DeskEvent::Booked(line) => format!("  (book, {})", ScoreText(line.score)),
        DeskEvent::Prepared
        | DeskEvent::Mark(_)
        | DeskEvent::Filed(_)
        | DeskEvent::Evaluated(_)
        | DeskEvent::Finished(..) => String::new(),
    }
}

fn depth_and_score(progress: &Progress) -> String {
    let score = progress.lines.first().map(|best| format!(", {}", ScoreText(best.score)));
    format!("depth {}{}", progress.depth, score.unwrap_or_default())
}

/// The engine's choice after a search to `depth`.
pub fn hint(depth: u32, line: &Line) -> String {
    format!("Hint: {}  (depth {depth}, {}; {})", line.moves[0], ScoreText(line.score), pv(line))
}

fn pv(line: &Line) -> String {
    let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;

    #[test]
    fn points_off_the_board_are_named_as_people_count() {
        let size = Size::new(15, 15).unwrap();
        for (x, y, named) in
            [(15, 7, "p8"), (0, 22, "a23"), (30, 2, "31 3"), (i32::MAX, 0, "2147483648 1")]
        {
            let refused = Refusal::OffBoard { target: Target { x, y }, size };
            let sentence = refusal(&refused);
            let expected =
                format!("{named} is not on the board: it has columns a to o and rows 1 to 15.");
            assert_eq!(sentence, expected);
        }
    }

    #[test]
    fn results_are_sentences() {
        let othello = |black, white| {
            let outcome = crate::othello::rules::game::Outcome { black, white };
            verdict(&Verdict::Board(Outcome::Othello(outcome)))
        };
        assert_eq!(othello(20, 44), "White wins 44 to 20.");
        assert_eq!(othello(33, 31), "Black wins 33 to 31.");
        assert_eq!(othello(32, 32), "Draw, 32 to 32.");
        assert_eq!(verdict(&Verdict::Resigned(Color::White)), "White resigns, black wins.");
    }
}
