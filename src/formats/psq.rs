//! PSQ: one Gomoku game in the format of the manager Piskvork and the Gomocup tournament.
//!
//! `Piskvorky WxH, a:b, h`: the board, the levels of both players (0 is a person), which of them
//! (0 or 1) begins. Then `x,y,milliseconds` for every stone, from 1; the players' names; a code for
//! how the program ended, which does not name the winner; and, in tournament files and ours,
//! `result,rule` with 1 for Black, 2 for White, 0 for a draw, -1 for none. Tengen's files
//! continue with known details and the date as lines `key: value`, which Piskvork ignores.

use std::fmt::Write;
use std::time::Duration;

use super::error::{RecordError, excerpt};
use super::game::{Claim, DETAIL_KEYS, Details, GameRecord, Replay, Verdict, one_line, read_date};
use super::records::stored::StoredGame;
use crate::color::Color;
use crate::coord::{Point, Size};
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;
use crate::quotation::on_one_line;

/// Start of the first line.
pub(super) const HEADER: &str = "Piskvorky ";

/// The code of Gomocup's files, after which `result,rule` follows.
const RESULT_FOLLOWS: &str = "-1";

/// The text of a game of Gomoku under `rule` on a board of `size`. Passes, which renju forces in rare endings, are
/// omitted, because the format lacks them; an adjudicated win is read back as a resignation.
pub fn write(record: &GameRecord, rule: Rule, size: Size) -> String {
    let mut text = format!("{HEADER}{size}, 0:0, 0\n");
    for (point, time) in record.placed() {
        writeln!(text, "{},{},{}", point.x() + 1, point.y() + 1, time.as_millis())
            .expect("writing to a string cannot fail");
    }
    let [black, white] = record.players.each_ref().map(|name| name_line(name));
    let result = match record.verdict.claim() {
        Some(Claim::Win(Color::Black)) => "1",
        Some(Claim::Win(Color::White)) => "2",
        Some(Claim::Draw) => "0",
        None => "-1",
    };
    text += &format!("{black}\n{white}\n{RESULT_FOLLOWS}\n{result},{rule}\n");
    for (key, value) in record.details.entries() {
        text += &format!("{key}: {value}\n");
    }
    match record.date {
        Some(date) if !record.details.is_empty() => text + &format!("date: {date}\n"),
        _ => text,
    }
}

/// A name as a line that is neither a stone nor a code, nor begins another game.
fn name_line(name: &str) -> String {
    let name = one_line(name);
    let is_taken = is_code(&name) || stone(&name).is_some() || name.starts_with(HEADER);
    if is_taken { format!("player {name}") } else { name }
}

/// Whether the file keeps `name` as it is.
pub(super) fn keeps_name(name: &str) -> bool {
    name_line(name) == one_line(name)
}

/// Reads a game. The file's last line may name the rule; otherwise it is `unless_named`.
///
/// # Errors
/// The first part that is invalid, illegal, or contradicted by the board. A missing line is reported on the line after
/// the last.
pub fn read(text: &str, unless_named: Rule) -> Result<GameRecord, RecordError> {
    read_game(text, unless_named)?.into_flawless()
}

/// Like [`read`], but reads the game as far as it follows the rules.
///
/// # Errors
/// The text is not in this format.
pub(super) fn read_game(text: &str, unless_named: Rule) -> Result<StoredGame, RecordError> {
    let mut lines = Lines::new(text);
    let header = read_header(&mut lines)?;
    let moves = read_moves(&mut lines);
    let mut players = read_names(&mut lines)?;
    if header.second_begins {
        players.reverse();
    }
    let (claim, rule) = read_result(&mut lines)?;
    let result_line = lines.last;
    let variant = Variant::Gomoku { rule: rule.unwrap_or(unless_named), size: header.size };
    let start = variant.start().map_err(|_| {
        error(1, format!("invalid size '{}' (expected sides from 5 to 22)", header.size))
    })?;
    let mut replay = Replay::new(start.clone());
    let mut fault = play(&moves, &mut replay).err();
    let has_all_moves = fault.is_none();
    let verdict = Verdict::from_claim(claim, &replay.position).unwrap_or_else(|| {
        let message = "the result does not match the board";
        fault.get_or_insert_with(|| error(result_line, message.to_owned()));
        Verdict::of_board(&replay.position)
    });
    let (moves, details) = (replay.moves, Details::default());
    let mut record = GameRecord { variant, players, date: None, moves, verdict, details };
    while let Some((line, text)) = lines.next() {
        if let Err(message) = read_entry(text, &mut record) {
            fault.get_or_insert_with(|| error(line, message));
        }
    }
    Ok(StoredGame { fault, has_all_moves, ..StoredGame::new(start, record) })
}

/// Plays the stones up to the first illegal one.
fn play(moves: &[StoneLine], replay: &mut Replay) -> Result<(), RecordError> {
    for &(line, (x, y), time) in moves {
        let point = x.checked_sub(1).zip(y.checked_sub(1)).and_then(|(x, y)| Point::new(x, y));
        let point = point.ok_or_else(|| error(line, format!("{x},{y} is not on the board")))?;
        replay.place(point, time).map_err(|illegal| error(line, illegal.to_string()))?;
    }
    Ok(())
}

/// One `key: value` line.
fn read_entry(text: &str, record: &mut GameRecord) -> Result<(), String> {
    let (key, value) = text
        .split_once(':')
        .ok_or_else(|| format!("invalid line '{}' (expected key: value)", excerpt(text)))?;
    let value = value.trim();
    if key == "date" {
        record.date = Some(read_date(value)?);
    } else if !record.details.set(key, value, record.moves.len())? {
        return Err(format!("unknown key '{key}:' (expected date:, {DETAIL_KEYS})"));
    }
    Ok(())
}

fn error(line: usize, message: String) -> RecordError {
    RecordError::on_line(line, message)
}

/// The lines that are not blank, trimmed, with their numbers.
struct Lines<'a> {
    rest: Vec<(usize, &'a str)>,
    /// Number of the line read last.
    last: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let mut rest: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
        rest.reverse();
        Lines { rest, last: 0 }
    }

    fn peek(&self) -> Option<&'a str> {
        self.rest.last().map(|&(_, text)| text)
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (line, text) = self.rest.pop()?;
        self.last = line;
        Some((line, text))
    }

    /// The next line, which must be there.
    fn expect(&mut self, expected: &str) -> Result<(usize, &'a str), RecordError> {
        let missing =
            error(self.last + 1, format!("unexpected end of the file (expected {expected})"));
        self.next().ok_or(missing)
    }
}

struct Header {
    size: Size,
    second_begins: bool,
}

fn read_header(lines: &mut Lines<'_>) -> Result<Header, RecordError> {
    const EXPECTED: &str = "a header such as 'Piskvorky 15x15, 0:0, 0'";
    let (line, text) = lines.expect(EXPECTED)?;
    let header = || {
        let fields = text.strip_prefix(HEADER)?;
        let [board, _levels, first] = fields.split(',').collect::<Vec<_>>().try_into().ok()?;
        let (width, height) = board.trim().split_once('x')?;
        let size = Size::new(width.parse().ok()?, height.parse().ok()?)?;
        let second_begins = match first.trim() {
            "0" => false,
            "1" => true,
            _ => return None,
        };
        Some(Header { size, second_begins })
    };
    let invalid = || format!("invalid line '{}' (expected {EXPECTED})", excerpt(text));
    header().ok_or_else(|| error(line, invalid()))
}

/// Line, column and row from 1, and time of every stone.
type StoneLine = (usize, (u8, u8), Duration);

fn read_moves(lines: &mut Lines<'_>) -> Vec<StoneLine> {
    let mut moves = Vec::new();
    while let Some((target, time)) = lines.peek().and_then(stone) {
        let line = lines.next().map_or(0, |(line, _)| line);
        moves.push((line, target, time));
    }
    moves
}

/// `x,y,milliseconds`; the time may be missing.
fn stone(text: &str) -> Option<((u8, u8), Duration)> {
    let mut fields = text.split(',').map(str::trim);
    let target = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let milliseconds = fields.next().map_or(Some(0), |time| time.parse().ok())?;
    fields.next().is_none().then_some((target, Duration::from_millis(milliseconds)))
}

/// The names, or two unknown ones if the code follows directly.
fn read_names(lines: &mut Lines<'_>) -> Result<[String; 2], RecordError> {
    if lines.peek().is_none_or(is_code) {
        return Ok(["?".to_owned(), "?".to_owned()]);
    }
    let (_, first) = lines.expect("the name of the first player")?;
    let (line, second) = lines.expect("the name of the second player")?;
    if is_code(second) {
        let message = format!("invalid line '{second}' (expected the name of the second player)");
        return Err(error(line, message));
    }
    Ok([first, second].map(on_one_line))
}

fn is_code(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// The code, and the result and rule after it if the file has them.
fn read_result(lines: &mut Lines<'_>) -> Result<(Option<Claim>, Option<Rule>), RecordError> {
    let Some((line, code)) = lines.next() else {
        return Ok((None, None));
    };
    if !is_code(code) {
        let code = excerpt(code);
        return Err(error(line, format!("invalid line '{code}' (expected the code of the end)")));
    }
    let Some((line, text)) = lines.next() else {
        return Ok((None, None));
    };
    let message = || format!("invalid line '{}' (expected result,rule)", excerpt(text));
    let malformed = || error(line, message());
    let (result, rule) = text.split_once(',').ok_or_else(malformed)?;
    let claim = match result.trim() {
        "0" => Some(Claim::Draw),
        "1" => Some(Claim::Win(Color::Black)),
        "2" => Some(Claim::Win(Color::White)),
        "-1" => None,
        _ => return Err(malformed()),
    };
    Ok((claim, rule_named(rule.trim())))
}

/// The rule in the name of a tournament's group, such as `Renju` or `Freestyle15_1`.
pub(crate) fn rule_named(text: &str) -> Option<Rule> {
    let text = text.to_ascii_lowercase();
    let fitting = Rule::ALL.into_iter().filter(|rule| text.starts_with(rule.name()));
    fitting.max_by_key(|rule| rule.name().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::date::DateTime;
    use crate::formats::game::tests::{any_gomoku, any_record, random_game};
    use proptest::prelude::*;

    const WON: &str = "Piskvorky 15x15, 0:0, 0\n1,1,5\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n\
                       4,2,0\n5,1,1234\nAnna\nBert 2\n-1\n1,freestyle\n";

    fn message(text: &str) -> String {
        read(text, Rule::Freestyle).unwrap_err().to_string()
    }

    #[test]
    fn a_won_game_reads_and_writes_the_same() {
        let record = read(WON, Rule::Renju).unwrap();
        let size = Size::new(15, 15).unwrap();
        assert_eq!(record.variant, Variant::Gomoku { rule: Rule::Freestyle, size });
        assert_eq!(record.players, ["Anna", "Bert 2"]);
        assert_eq!(record.moves[8].time, Duration::from_millis(1234));
        let Verdict::Board(outcome) = &record.verdict else { panic!("{:?}", record.verdict) };
        assert_eq!(outcome.to_string(), "black five a1 b1 c1 d1 e1");
        assert_eq!(write(&record, Rule::Freestyle, size), WON);
    }

    #[test]
    fn a_long_line_is_not_repeated_as_a_whole() {
        let error = message(&format!("Piskvorky {}", "é".repeat(300)));
        assert!(error.contains("é...' (expected") && error.chars().count() < 160, "{error}");
    }

    #[test]
    fn files_of_the_manager_and_the_tournament_are_read() {
        let by_hand = "Piskvorky 20x20, 0:3, 1\r\n8,8\r\n9,9,10\r\n0\r\n";
        let record = read(by_hand, Rule::Standard).unwrap();
        assert_eq!(record.players, ["?", "?"]);
        assert_eq!((record.moves.len(), record.verdict), (2, Verdict::Unfinished));

        let judged = "Piskvorky 20x20, 11:11, 1\n11,11,0\nA.zip\nB.zip\n-1\n2,Standard20_1\n";
        let record = read(judged, Rule::Freestyle).unwrap();
        assert!(matches!(record.variant, Variant::Gomoku { rule: Rule::Standard, .. }));
        assert_eq!(record.players, ["B.zip", "A.zip"], "the second one began");
        assert_eq!(record.verdict, Verdict::Resigned(Color::Black));
        assert_eq!(rule_named("Caro-Exact15"), Some(Rule::CaroExact));
    }

    #[test]
    fn errors_name_the_line_and_the_fault() {
        for (from, to, error) in [
            (
                WON,
                "",
                "line 1: unexpected end of the file (expected a header such as 'Piskvorky 15x15, 0:0, 0')",
            ),
            (
                "15x15",
                "15x",
                "line 1: invalid line 'Piskvorky 15x, 0:0, 0' \
                 (expected a header such as 'Piskvorky 15x15, 0:0, 0')",
            ),
            ("15x15", "4x4", "line 1: invalid size '4x4' (expected sides from 5 to 22)"),
            ("1,2,0", "1,1,0", "line 3: a1 is occupied by black"),
            ("1,2,0", "1,16,0", "line 3: a16 is not on the 15x15 board"),
            ("1,2,0", "0,2,0", "line 3: 0,2 is not on the board"),
            ("1,2,0", "1,2,x", "line 5: invalid line '2,2,0' (expected the code of the end)"),
            ("Anna\n", "", "line 12: invalid line '-1' (expected the name of the second player)"),
            ("1,freestyle", "2,freestyle", "line 14: the result does not match the board"),
            (
                "1,freestyle",
                "9,freestyle",
                "line 14: invalid line '9,freestyle' (expected result,rule)",
            ),
            ("1,freestyle", "1,freestyle\nx", "line 15: invalid line 'x' (expected key: value)"),
            (
                "1,freestyle",
                "1,freestyle\nx: y",
                "line 15: unknown key 'x:' (expected date:, reason:, event:, round:, \
                 time control: or opening plies:)",
            ),
            (
                "1,freestyle",
                "1,freestyle\ndate: today",
                "line 15: invalid date 'today' (expected one such as 2026-11-21 14:03:59)",
            ),
            (
                "1,freestyle",
                "1,freestyle\nopening plies: 10",
                "line 15: invalid number of plies '10' (expected at most 9)",
            ),
            ("Anna", "6,1,0\nAnna", "line 11: the game is over"),
        ] {
            assert_eq!(message(&WON.replace(from, to)), error, "{to}");
        }
        assert_eq!(
            message("Piskvorky 9x9, 0:0, 0\n1,1,1\nAnna"),
            "line 4: unexpected end of the file (expected the name of the second player)"
        );
    }

    #[test]
    fn details_follow_the_result() {
        let mut record = read(WON, Rule::Renju).unwrap();
        record.date = DateTime::from_text("2026-11-21 14:03:59");
        let size = Size::new(15, 15).unwrap();
        assert_eq!(write(&record, Rule::Freestyle, size), WON, "nothing follows without details");
        record.details = Details {
            event: Some("Cup: final".into()),
            round: Some("17".into()),
            time_control: Some("1 s/move".into()),
            opening_plies: 4,
            termination: Some("five".into()),
        };
        let text = write(&record, Rule::Freestyle, size);
        let expected = "reason: five\nevent: Cup: final\nround: 17\ntime control: 1 s/move\n\
                        opening plies: 4\ndate: 2026-11-21 14:03:59\n";
        assert_eq!(text.strip_prefix(WON), Some(expected));
        assert_eq!(read(&text, Rule::Renju), Ok(record));
    }

    #[test]
    fn names_like_codes_and_stones_do_not_break_a_file() {
        let size = Size::new(15, 15).unwrap();
        let variant = Variant::Gomoku { rule: Rule::Freestyle, size };
        let mut record = random_game(variant, 1, 20, None);
        record.players = ["1".to_owned(), "3,4".to_owned()];
        let again = read(&write(&record, Rule::Freestyle, size), Rule::Freestyle).unwrap();
        assert_eq!(again.players, ["player 1", "player 3,4"]);
        assert_eq!(again.moves.len(), record.moves.len());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            mut record in any_record(any_gomoku(), "[A-Za-z][A-Za-z0-9_. -]{0,12}[a-z]"),
        ) {
            let Variant::Gomoku { rule, size } = record.variant else { unreachable!() };
            // Without details nothing follows the result, not even the date.
            record.date = record.date.filter(|_| !record.details.is_empty());
            prop_assert_eq!(read(&write(&record, rule, size), Rule::Freestyle), Ok(record));
        }

        #[test]
        fn no_text_is_too_strange(text in "(Piskvorky 9x9, 0:0, 0\n)?[-0-9,:a-z\n ]{0,60}(\n-1\n0,\n)?[a-z: \n0-9]{0,20}") {
            let _ = read(&text, Rule::Renju);
        }
    }
}
