//! OBF: one Othello position per line with the scores of its moves, the format of endgame test sets.
//!
//! `64 squares, side to move; move:score; move:score; ... % name`. The squares run row by row from
//! a1; black is `X`, `*` or `b`, white `O` or `w`, empty `-` or `.`, in either case. Scores are in
//! discs for the side to move. Everything after the side is optional.

use std::fmt;

use super::error::excerpt;
use super::game::{detail, one_line};
use super::unexpected;
use crate::color::Color;
use crate::coord::Move;
use crate::othello::rules::game::Game;
use crate::othello::rules::square::SIZE;

/// A position with its known scores and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, without history.
    pub game: Game,
    /// Scores of moves in discs for the side to move, in the order given: best first.
    pub scores: Vec<(Move, i32)>,
    /// The comment, often a name; empty when there is none.
    pub name: String,
}

impl Problem {
    /// The score of the position, -64..=64: that of its best move.
    pub fn score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }
}

/// An error in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfError {
    /// Column of the offending character, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for ObfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for ObfError {}

/// Reads one line. A blank line or one with only a comment is `None`.
///
/// # Errors
/// The first invalid part of the line.
pub fn parse_line(line: &str) -> Result<Option<Problem>, ObfError> {
    let (content, name) = line.split_once('%').unwrap_or((line, ""));
    if content.trim().is_empty() {
        return Ok(None);
    }
    let (squares, rest) = parse_squares(content)?;
    let (side, rest) = parse_side(content, rest)?;
    let game = Game::set_up(&squares, side);
    let scores = parse_scores(content, rest, &game)?;
    Ok(Some(Problem { game, scores, name: detail(name).unwrap_or_default() }))
}

/// The line of a position, with its end. `scores` are in discs for the side to move; `scores` and `name` may be empty.
pub fn write(game: &Game, scores: &[(Move, i32)], name: &str) -> String {
    let letter = |color| if color == Color::Black { 'X' } else { 'O' };
    let squares = SIZE.points().map(|point| game.cell(point).map_or('-', letter));
    let mut text: String = squares.collect();
    text += &format!(" {};", letter(game.side_to_move()));
    scores.iter().for_each(|(mv, score)| text += &format!(" {mv}:{score:+};"));
    if !name.is_empty() {
        text += &format!(" % {}", one_line(name));
    }
    text + "\n"
}

/// Whether `line` begins with a position.
pub(super) fn begins_line(line: &str) -> bool {
    parse_squares(line).is_ok()
}

/// The error about `at`, a part of `line`.
fn error(line: &str, at: &str, message: String) -> ObfError {
    let offset = at.as_ptr() as usize - line.as_ptr() as usize;
    ObfError { column: line[..offset].chars().count() + 1, message }
}

/// The error that `rest`, the end of `line`, does not begin with `expected`.
fn mismatch(line: &str, rest: &str, expected: &str) -> ObfError {
    error(line, rest, unexpected(rest.chars().next(), "line", expected))
}

fn parse_squares(line: &str) -> Result<([Option<Color>; 64], &str), ObfError> {
    let mut rest = line.trim_start();
    let mut squares = [None; 64];
    for (i, square) in squares.iter_mut().enumerate() {
        *square = match rest.bytes().next() {
            Some(b'X' | b'x' | b'*' | b'B' | b'b') => Some(Color::Black),
            Some(b'O' | b'o' | b'W' | b'w') => Some(Color::White),
            Some(b'-' | b'.') => None,
            _ => {
                let expected = format!("X, O or - for square {} of 64", i + 1);
                return Err(mismatch(line, rest, &expected));
            }
        };
        rest = &rest[1..];
    }
    Ok((squares, rest))
}

fn parse_side<'a>(line: &str, rest: &'a str) -> Result<(Color, &'a str), ObfError> {
    let rest = rest.trim_start();
    match rest.bytes().next() {
        Some(b'X' | b'x' | b'*' | b'B' | b'b') => Ok((Color::Black, &rest[1..])),
        Some(b'O' | b'o' | b'W' | b'w') => Ok((Color::White, &rest[1..])),
        _ => Err(mismatch(line, rest, "X or O for the side to move")),
    }
}

fn parse_scores(line: &str, rest: &str, game: &Game) -> Result<Vec<(Move, i32)>, ObfError> {
    let mut scores = Vec::new();
    let trimmed = rest.trim_start();
    if trimmed.is_empty() {
        return Ok(scores);
    }
    let Some(fields) = trimmed.strip_prefix(';') else {
        return Err(mismatch(line, trimmed, "';' after the side to move"));
    };
    for field in fields.split(';') {
        let field = field.trim();
        if field.is_empty() {
            continue;
        }
        let Some((move_text, score_text)) = field.split_once(':') else {
            let message = format!("invalid field '{}' (expected move:score)", excerpt(field));
            return Err(error(line, field, message));
        };
        let (move_text, score_text) = (move_text.trim(), score_text.trim());
        let mv = parse_move(move_text).ok_or_else(|| {
            error(line, field, format!("invalid move '{move_text}' (expected one such as d3)"))
        })?;
        game.legal(mv).map_err(|reason| error(line, field, format!("illegal move: {reason}")))?;
        let score = score_text.parse().ok().filter(|score| (-64..=64).contains(score));
        let score = score.ok_or_else(|| {
            let message = format!("invalid score '{score_text}' (expected -64 to +64)");
            error(line, score_text, message)
        })?;
        scores.push((mv, score));
    }
    Ok(scores)
}

fn parse_move(text: &str) -> Option<Move> {
    if text == "--" { Some(Move::Pass) } else { Move::from_text(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn message(line: &str) -> String {
        parse_line(line).unwrap_err().to_string()
    }

    #[test]
    fn a_full_line_is_read() {
        let line = format!("{START} X; f5:+0; d3:-2;e6 : -4; % start position ");
        let problem = parse_line(&line).unwrap().unwrap();
        assert_eq!(problem.game, Game::new());
        assert_eq!(problem.name, "start position");
        let odd = parse_line(&format!("{line}\tand\x1b[31m more ")).unwrap().unwrap();
        assert_eq!(odd.name.chars().filter(|c| c.is_control()).count(), 0, "{:?}", odd.name);
        let texts: Vec<String> =
            problem.scores.iter().map(|(mv, score)| format!("{mv} {score}")).collect();
        assert_eq!(texts, ["f5 0", "d3 -2", "e6 -4"]);
        assert_eq!(problem.score(), Some(0));
    }

    #[test]
    fn every_alphabet_and_the_short_form_are_read() {
        let short = START.replace('X', "*").replace('O', "w").replace('-', ".");
        for line in
            [format!("{START} X"), format!("{short} b"), format!("  {}*;", START.to_lowercase())]
        {
            let problem = parse_line(&line).unwrap().unwrap();
            assert_eq!((&problem.game, problem.score()), (&Game::new(), None), "{line}");
        }
    }

    #[test]
    fn blank_lines_and_comments_hold_no_problem() {
        for line in ["", "   ", "% only a comment", "\t% é"] {
            assert_eq!(parse_line(line), Ok(None));
        }
    }

    #[test]
    fn errors_name_the_column_and_the_text() {
        assert_eq!(
            message("XO-?"),
            "column 4: invalid character '?' (expected X, O or - for square 4 of 64)"
        );
        assert_eq!(
            message("XOé"),
            "column 3: invalid character 'é' (expected X, O or - for square 3 of 64)"
        );
        assert_eq!(
            message("XO"),
            "column 3: unexpected end of the line (expected X, O or - for square 3 of 64)"
        );
        assert_eq!(
            message(&format!("{START} q")),
            "column 66: invalid character 'q' (expected X or O for the side to move)"
        );
        assert_eq!(
            message(START),
            "column 65: unexpected end of the line (expected X or O for the side to move)"
        );
        assert_eq!(
            message(&format!("{START} X X")),
            "column 68: invalid character 'X' (expected ';' after the side to move)"
        );
        assert_eq!(
            message(&format!("{START} X; a1")),
            "column 69: invalid field 'a1' (expected move:score)"
        );
        assert_eq!(
            message(&format!("{START} X; zz:1")),
            "column 69: invalid move 'zz' (expected one such as d3)"
        );
        assert_eq!(
            message(&format!("{START} X; a1:1")),
            "column 69: illegal move: a1 turns no disc"
        );
        assert_eq!(
            message(&format!("{START} X; d3:66;")),
            "column 72: invalid score '66' (expected -64 to +64)"
        );
    }
}
