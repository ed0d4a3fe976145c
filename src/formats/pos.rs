//! POS: games of Gomoku as their moves without separators, `h8i9g7`, one game per line.
//!
//! Tengen appends fields `key=value`, each after a tab: rule, size, players, result, details, date and
//! `times` (milliseconds per stone). Lines of other programs without fields are read as well; blanks and
//! commas between moves are skipped, as is text after a tab that is not a field. Passes, which renju forces in rare
//! endings, are omitted.

use std::time::Duration;

use super::error::{TextError, excerpt};
use super::game::{
    Claim, Details, GameRecord, Replay, Verdict, is_between, one_line, read_date, read_times,
    write_times,
};
use super::psq::rule_named;
use super::records::loss::Loss;
use super::records::stored::StoredGame;
use crate::color::Color;
use crate::coord::{Point, Size};
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;

/// The line of a game of Gomoku under `rule` on a board of `size`, with its end. An adjudicated win
/// is read back as a resignation.
pub fn write(record: &GameRecord, rule: Rule, size: Size) -> String {
    let mut text: String = record.placed().map(|(point, _)| point.to_string()).collect();
    let mut field = |key: &str, value: &str| text += &format!("\t{key}={value}");
    field("rule", rule.name());
    field("size", &size.to_string());
    for (color, name) in Color::ALL.iter().zip(&record.players) {
        field(&color.to_string(), &one_line(name));
    }
    let result = match record.verdict.claim() {
        Some(Claim::Win(winner)) => winner.to_string(),
        Some(Claim::Draw) => "draw".to_owned(),
        None => "unfinished".to_owned(),
    };
    field("result", &result);
    for (key, value) in record.details.entries() {
        field(key, &value);
    }
    if let Some(date) = record.date {
        field("date", &date.to_string());
    }
    if let Some(times) = write_times(record) {
        field("times", &times);
    }
    text + "\n"
}

/// Reads one game, which is on a board of `size` under `rule` unless it specifies others.
///
/// # Errors
/// The first part that is invalid, illegal, or contradicted by the board.
pub fn read_line(line: &str, rule: Rule, size: Size) -> Result<GameRecord, TextError> {
    let (game, fault) = read(line, rule, size)?;
    fault.map_or(Ok(game.record), Err)
}

/// Like [`read_line`], but reads the game as far as it follows the rules.
///
/// # Errors
/// The rule or the size is invalid.
pub(super) fn read_game(line: &str, rule: Rule, size: Size) -> Result<StoredGame, TextError> {
    let (game, fault) = read(line, rule, size)?;
    Ok(StoredGame { fault: fault.map(Into::into), ..game })
}

/// The game as far as it follows the rules, and its first fault.
fn read(line: &str, rule: Rule, size: Size) -> Result<(StoredGame, Option<TextError>), TextError> {
    let line = line.trim_end();
    let moves = line.split('\t').next().unwrap_or_default();
    let fields = Fields::split(line, line.len().min(moves.len() + 1));
    let rule = fields.parse("rule", "renju", rule_named)?.unwrap_or(rule);
    let size = fields.parse("size", "15x15", size_of)?.unwrap_or(size);
    let variant = Variant::Gomoku { rule, size };
    let start = variant.start().map_err(|_| {
        fields.error("size", format!("invalid size '{size}' (expected sides from 5 to 22)"))
    })?;
    let mut replay = Replay::new(start.clone());
    let mut fault = read_moves(line, moves, &mut replay).err();
    let has_all_moves = fault.is_none();
    let mut record = GameRecord {
        variant,
        players: ["?".to_owned(), "?".to_owned()],
        date: None,
        moves: replay.moves,
        verdict: Verdict::Unfinished,
        details: Details::default(),
    };
    let mut claim = None;
    for field in &fields.fields {
        if let Err(message) = read_field(field, &mut record, &mut claim) {
            fault.get_or_insert_with(|| TextError::at(line, field.offset, message));
        }
    }
    record.verdict = Verdict::from_claim(claim, &replay.position).unwrap_or_else(|| {
        let message = "the result does not match the board".to_owned();
        fault.get_or_insert_with(|| fields.error("result", message));
        Verdict::of_board(&replay.position)
    });
    let omitted = if fields.has_comment { vec![Loss::Comments] } else { Vec::new() };
    Ok((StoredGame { has_all_moves, omitted, ..StoredGame::new(start, record) }, fault))
}

/// Reads all games of `text`, on boards of `size` under `rule` unless they specify others. Blank lines are skipped.
///
/// # Errors
/// As [`read_line`], in any of them.
pub fn read_all(text: &str, rule: Rule, size: Size) -> Result<Vec<GameRecord>, TextError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let game =
        |(line, text)| read_line(text, rule, size).map_err(|error| TextError { line, ..error });
    lines.map(game).collect()
}

struct Field<'a> {
    key: &'a str,
    value: &'a str,
    /// Where it begins in the line, in bytes.
    offset: usize,
}

struct Fields<'a> {
    line: &'a str,
    fields: Vec<Field<'a>>,
    /// Whether there is text that is not a field.
    has_comment: bool,
}

impl<'a> Fields<'a> {
    /// The fields of `line` from the byte `offset` on. Text that is not a field is skipped: other files have
    /// scores and comments there.
    fn split(line: &'a str, mut offset: usize) -> Fields<'a> {
        let (mut fields, mut has_comment) = (Vec::new(), false);
        for text in line[offset..].split('\t') {
            if let Some((key, value)) = text.split_once('=') {
                fields.push(Field { key: key.trim(), value: value.trim(), offset });
            } else {
                has_comment |= !text.trim().is_empty();
            }
            offset += text.len() + 1;
        }
        Fields { line, fields, has_comment }
    }

    fn find(&self, key: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The error at the field of that key, or at the beginning of the line.
    fn error(&self, key: &str, message: String) -> TextError {
        TextError::at(self.line, self.find(key).map_or(0, |field| field.offset), message)
    }

    /// Parses the value of the field `key` by `read`; errors show `example`.
    fn parse<T>(
        &self,
        key: &str,
        example: &str,
        read: fn(&str) -> Option<T>,
    ) -> Result<Option<T>, TextError> {
        let Some(field) = self.find(key) else {
            return Ok(None);
        };
        let value = excerpt(field.value);
        let invalid = || format!("invalid {key} '{value}' (expected one such as {example})");
        read(field.value).map(Some).ok_or_else(|| self.error(key, invalid()))
    }
}

fn size_of(text: &str) -> Option<Size> {
    let (width, height) = text.split_once('x')?;
    Size::new(width.parse().ok()?, height.parse().ok()?)
}

fn read_moves(line: &str, moves: &str, replay: &mut Replay) -> Result<(), TextError> {
    let mut rest = moves.trim_start_matches(is_between);
    while !rest.is_empty() {
        let number = replay.moves.len() + 1;
        let offset = moves.len() - rest.len();
        let error = |message| TextError::at(line, offset, format!("move {number}: {message}"));
        let (point, tail) = Point::split_text(rest).ok_or_else(|| {
            let found: String = rest.chars().take(8).collect();
            error(format!("invalid move '{found}' (expected one such as h8)"))
        })?;
        replay.place(point, Duration::ZERO).map_err(|illegal| error(illegal.to_string()))?;
        rest = tail.trim_start_matches(is_between);
    }
    Ok(())
}

/// Reads one field other than the rule and the size.
fn read_field(
    field: &Field<'_>,
    record: &mut GameRecord,
    claim: &mut Option<Claim>,
) -> Result<(), String> {
    let value = field.value;
    match field.key {
        "rule" | "size" => {}
        "black" => record.players[0] = one_line(value),
        "white" => record.players[1] = one_line(value),
        "date" => record.date = Some(read_date(value)?),
        "times" => read_times(value, &mut record.moves)?,
        "result" => {
            *claim = match value {
                "black" => Some(Claim::Win(Color::Black)),
                "white" => Some(Claim::Win(Color::White)),
                "draw" => Some(Claim::Draw),
                "unfinished" => None,
                _ => {
                    let expected = "black, white, draw or unfinished";
                    let value = excerpt(value);
                    return Err(format!("invalid result '{value}' (expected {expected})"));
                }
            };
        }
        key if record.details.set(key, value, record.moves.len())? => {}
        key => {
            let key = excerpt(key);
            return Err(format!("invalid field '{key}=' (expected one such as result=draw)"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::game::tests::{any_gomoku, any_record};
    use proptest::prelude::*;

    fn size(side: u8) -> Size {
        Size::new(side, side).unwrap()
    }

    fn message(text: &str) -> String {
        read_all(text, Rule::Freestyle, size(15)).unwrap_err().to_string()
    }

    #[test]
    fn a_bare_line_is_a_game() {
        let record = read_line("h8I9, g7\t+0.12\r\n", Rule::Renju, size(15)).unwrap();
        assert_eq!(record.variant, Variant::Gomoku { rule: Rule::Renju, size: size(15) });
        let moves: Vec<String> = record.moves.iter().map(|timed| timed.mv.to_string()).collect();
        assert_eq!(moves, ["h8", "i9", "g7"]);
        assert_eq!(
            (record.verdict, record.players),
            (Verdict::Unfinished, ["?".into(), "?".into()])
        );
        let won = read_line("a1b1a2b2a3b3a4b4a5", Rule::Caro, size(5)).unwrap();
        assert!(matches!(won.verdict, Verdict::Board(_)));
    }

    #[test]
    fn a_game_is_one_line_with_all_that_is_known() {
        let line = "h8i9\trule=renju\tsize=15x17\tblack=a\twhite=?\tresult=white\t\
                    reason=crash: 3\topening plies=1\tdate=2026-11-21 14:03:59\ttimes=0 12\n";
        let record = read_line(line, Rule::Freestyle, size(15)).unwrap();
        assert_eq!(record.verdict, Verdict::Resigned(Color::Black));
        assert_eq!(record.moves[1].time, Duration::from_millis(12));
        assert_eq!(write(&record, Rule::Renju, Size::new(15, 17).unwrap()), line);
        let games = format!("\n{line}\nh8\n");
        assert_eq!(read_all(&games, Rule::Freestyle, size(15)).unwrap().len(), 2);
    }

    #[test]
    fn errors_name_the_place_and_the_fault() {
        for (text, error) in [
            ("h8?", "line 1, column 3: move 2: invalid move '?' (expected one such as h8)"),
            ("h8 h8", "line 1, column 4: move 2: h8 is occupied by black"),
            ("\nh8é", "line 2, column 3: move 2: invalid move 'é' (expected one such as h8)"),
            ("a16", "line 1, column 1: move 1: a16 is not on the 15x15 board"),
            ("é\tcolour=x", "line 1, column 1: move 1: invalid move 'é' (expected one such as h8)"),
            (
                "h8\tcolour=x",
                "line 1, column 4: invalid field 'colour=' (expected one such as result=draw)",
            ),
            ("h8\trule=go", "line 1, column 4: invalid rule 'go' (expected one such as renju)"),
            ("h8\tsize=9", "line 1, column 4: invalid size '9' (expected one such as 15x15)"),
            ("h8\tsize=4x9", "line 1, column 4: invalid size '4x9' (expected sides from 5 to 22)"),
            (
                "h8\twhite=é\tresult=grey",
                "line 1, column 12: invalid result 'grey' (expected black, white, draw or unfinished)",
            ),
            ("h8\ttimes=1 2", "line 1, column 4: invalid number of times '2' (expected 1)"),
            ("h8\ttimes=x", "line 1, column 4: invalid time 'x' (expected milliseconds)"),
            (
                "a1b1a2b2a3b3a4b4a5\tresult=draw",
                "line 1, column 20: the result does not match the board",
            ),
        ] {
            assert_eq!(message(text), error);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            record in any_record(any_gomoku(), "[^\\pC\\s]{1,12}"),
        ) {
            let Variant::Gomoku { rule, size: board } = record.variant else { unreachable!() };
            let text = write(&record, rule, board);
            prop_assert_eq!(text.lines().count(), 1);
            prop_assert_eq!(
                read_all(&text.repeat(2), Rule::Renju, size(15)),
                Ok(vec![record; 2])
            );
        }

        #[test]
        fn no_text_is_too_strange(
            text in "([a-o][0-9]{1,2}|[a-zé ]){0,9}(\t(result|rule|size|times|date|opening plies|x)=?[ -~é]{0,9}){0,4}\n?"
        ) {
            let _ = read_all(&text, Rule::Renju, size(9));
        }
    }
}
