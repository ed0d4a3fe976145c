//! Transcripts: a game of Othello as its moves on one line, `f5d6c3`, the common exchange format.
//!
//! The moves are on the first line, without separators or forced passes; blanks and commas between them and
//! text after a tab are skipped. Tengen adds lines `result:`,
//! `black:`, `white:` and `date:`, and if details of the game are known, these and `times:` (milliseconds
//! per disc). All of them are optional.

use std::time::Duration;

use super::error::{RecordError, excerpt};
use super::game::{
    Claim, DETAIL_KEYS, Details, GameRecord, Replay, Verdict, is_between, one_line, read_date,
    read_times, write_times,
};
use super::records::loss::Loss;
use super::records::stored::StoredGame;
use crate::color::Color;
use crate::coord::Point;
use crate::game::{Outcome, Position, Variant};
use crate::othello::rules::game::Game;

/// End of a result by resignation or loss on time.
const BY_RESIGNATION: &str = " by resignation";

/// The text of a game of Othello. It has the times of the moves only if details are known.
pub fn write(record: &GameRecord) -> String {
    let mut text: String = record.placed().map(|(point, _)| point.to_string()).collect();
    text += &format!("\nresult: {}\n", result_text(&record.verdict));
    for (color, name) in Color::ALL.iter().zip(&record.players) {
        text += &format!("{color}: {}\n", one_line(name));
    }
    if let Some(date) = record.date {
        text += &format!("date: {date}\n");
    }
    for (key, value) in record.details.entries() {
        text += &format!("{key}: {value}\n");
    }
    match write_times(record) {
        Some(times) if !record.details.is_empty() => text + &format!("times: {times}\n"),
        _ => text,
    }
}

/// Reads a game.
///
/// # Errors
/// The first part that is invalid, illegal, or contradicted by the board.
pub fn read(text: &str) -> Result<GameRecord, RecordError> {
    read_game(text).into_flawless()
}

/// Like [`read`], but reads the game as far as it follows the rules.
pub(super) fn read_game(text: &str) -> StoredGame {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let (_, moves) = lines.next().unwrap_or((1, ""));
    let (moves, comment) = moves.split_once('\t').unwrap_or((moves, ""));
    let start = Position::Othello(Game::new());
    let mut replay = Replay::new(start.clone());
    let fault = read_moves(moves, &mut replay).err();
    let has_all_moves = fault.is_none();
    let mut fault = fault.map(|message| RecordError::on_line(1, message));
    let has_unstated_pass = replay.has_unstated_pass();
    let mut record = GameRecord {
        variant: Variant::Othello,
        players: ["?".to_owned(), "?".to_owned()],
        date: None,
        moves: replay.moves,
        verdict: Verdict::of_board(&replay.position),
        details: Details::default(),
    };
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        if let Err(message) = read_entry(text, &replay.position, &mut record) {
            fault.get_or_insert_with(|| RecordError::on_line(line, message));
        }
    }
    let omitted = if comment.is_empty() { Vec::new() } else { vec![Loss::Comments] };
    let game = StoredGame::new(start, record);
    StoredGame { fault, has_all_moves, has_unstated_pass, omitted, ..game }
}

/// Whether `line` is an entry `key: value`. A tab ends the moves; the text after it may contain a colon.
pub(super) fn is_entry(line: &str) -> bool {
    line.split('\t').next().is_some_and(|start| start.contains(':'))
}

/// Plays the moves in `text`; passes (`pass`, `pa`, `ps`, `--`) may be written where they are forced.
fn read_moves(text: &str, replay: &mut Replay) -> Result<(), String> {
    let mut rest = text.trim_start_matches(is_between);
    while !rest.is_empty() {
        let number = replay.moves.len() + 1;
        if let Some(tail) = strip_pass(rest) {
            if !replay.state_pass() {
                return Err(format!("move {number}: a pass that is not forced"));
            }
            rest = tail;
        } else {
            let (point, tail) = Point::split_text(rest).ok_or_else(|| {
                let found: String = rest.chars().take(8).collect();
                format!("move {number}: invalid move '{found}' (expected one such as f5)")
            })?;
            replay
                .place(point, Duration::ZERO)
                .map_err(|illegal| format!("move {number}: {illegal}"))?;
            rest = tail;
        }
        rest = rest.trim_start_matches(is_between);
    }
    Ok(())
}

fn strip_pass(text: &str) -> Option<&str> {
    let words = ["pass", "pa", "ps", "--"];
    let begins =
        |pass: &str| text.get(..pass.len()).is_some_and(|word| word.eq_ignore_ascii_case(pass));
    words.into_iter().find(|pass| begins(pass)).map(|pass| &text[pass.len()..])
}

/// One `key: value` line.
fn read_entry(text: &str, position: &Position, record: &mut GameRecord) -> Result<(), String> {
    let unknown = |key: &str| {
        let (key, keys) = (excerpt(key), DETAIL_KEYS);
        format!("unknown key '{key}' (expected result:, black:, white:, date:, times:, {keys})")
    };
    let (key, value) = text.split_once(':').ok_or_else(|| unknown(text))?;
    let value = value.trim();
    match key {
        "result" => record.verdict = read_result(value, position)?,
        "black" => record.players[0] = one_line(value),
        "white" => record.players[1] = one_line(value),
        "date" => record.date = Some(read_date(value)?),
        "times" => read_times(value, &mut record.moves)?,
        _ if record.details.set(key, value, record.moves.len())? => {}
        _ => return Err(unknown(&format!("{key}:"))),
    }
    Ok(())
}

fn read_result(text: &str, position: &Position) -> Result<Verdict, String> {
    let mut words = text.split_whitespace();
    let claim = match words.next() {
        Some("black") => Some(Claim::Win(Color::Black)),
        Some("white") => Some(Claim::Win(Color::White)),
        Some("draw") => Some(Claim::Draw),
        Some("unfinished") => None,
        _ => {
            let expected = "black, white, draw or unfinished";
            let text = excerpt(text);
            return Err(format!("invalid result '{text}' (expected {expected})"));
        }
    };
    let verdict = match claim {
        Some(claim) if words.next() == Some("adjudicated") && position.outcome(false).is_none() => {
            let margin = words.next().map(|word| adjudicated_margin(word, claim)).transpose()?;
            Some(Verdict::Adjudicated { claim, margin })
        }
        _ if text.ends_with(BY_RESIGNATION) => Verdict::of_loss(claim, position),
        _ => Verdict::from_claim(claim, position),
    };
    match verdict {
        Some(verdict) if result_text(&verdict) == text => Ok(verdict),
        _ => {
            let position = position.outcome(false).map(Verdict::Board);
            let board = position.map_or("unfinished".to_owned(), |verdict| result_text(&verdict));
            Err(format!("the result is '{text}', but the board gives '{board}'"))
        }
    }
}

/// The number of discs by which Black won, which must agree with `claim`.
fn adjudicated_margin(word: &str, claim: Claim) -> Result<i32, String> {
    let margin = word.parse().ok().filter(|margin| (-64..=64).contains(margin));
    let margin = margin.filter(|&margin| Claim::of_margin(margin) == claim);
    margin.ok_or_else(|| format!("invalid margin '{word}' (expected one such as +12 for black)"))
}

/// `white 20-44` with Black's discs first, `draw 32-32`, `black by resignation`, `draw agreed`, `white adjudicated -12`
/// with Black's discs minus White's, `unfinished`.
fn result_text(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Board(Outcome::Othello(outcome)) => {
            let winner = outcome.winner().map_or("draw".to_owned(), |color| color.to_string());
            format!("{winner} {}-{}", outcome.black, outcome.white)
        }
        Verdict::Board(outcome) => outcome.to_string(),
        Verdict::Resigned(loser) => format!("{}{BY_RESIGNATION}", !*loser),
        Verdict::AgreedDraw | Verdict::Adjudicated { claim: Claim::Draw, .. } => {
            "draw agreed".to_owned()
        }
        Verdict::Adjudicated { claim: Claim::Win(winner), margin: None } => {
            format!("{winner} adjudicated")
        }
        Verdict::Adjudicated { claim: Claim::Win(winner), margin: Some(margin) } => {
            format!("{winner} adjudicated {margin:+}")
        }
        Verdict::Unfinished => "unfinished".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Move;
    use crate::formats::game::tests::{adjudicate, any_record, random_game};
    use proptest::prelude::*;

    /// Black takes everything in nine moves.
    const SHORT: &str = "e6f4e3f6g5d6e7f5c5";

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_bare_transcript_is_read_in_any_case_and_with_blanks() {
        let record = read(SHORT).unwrap();
        assert_eq!(record.moves.len(), 9);
        assert_eq!(result_text(&record.verdict), "black 13-0");
        assert_eq!(read(&SHORT.to_uppercase()).unwrap(), record);
        assert_eq!(read("e6 f4 e3 f6 g5 d6 e7 f5 c5").unwrap(), record);
        assert_eq!(read("").unwrap().verdict, Verdict::Unfinished);
    }

    #[test]
    fn forced_passes_are_inserted_and_may_be_written() {
        let record = (0..)
            .map(|seed| random_game(Variant::Othello, seed, 60, None))
            .find(|game| game.moves.iter().any(|timed| timed.mv == Move::Pass));
        let record = record.unwrap();
        let with_passes: String = record
            .moves
            .iter()
            .map(|timed| timed.mv.point().map_or("PA".to_owned(), |point| point.to_string()))
            .collect();
        assert!(with_passes.contains("PA") && !write(&record).contains("pa"));
        for pass in ["PA", "ps", "pass", " -- "] {
            let text = with_passes.replace("PA", pass);
            assert_eq!(read(&text).unwrap().moves.len(), record.moves.len(), "{pass}");
        }
        let (before, _) = with_passes.split_once("PA").unwrap();
        assert!(message(&format!("{before}PAPA")).ends_with("a pass that is not forced"));
        assert_eq!(message("f5pa"), "line 1: move 2: a pass that is not forced");
    }

    #[test]
    fn errors_name_the_line_and_the_fault() {
        for (text, error) in [
            ("f5d6?", "line 1: move 3: invalid move '?' (expected one such as f5)"),
            ("f5é", "line 1: move 2: invalid move 'é' (expected one such as f5)"),
            ("f5f5", "line 1: move 2: f5 is occupied by black"),
            ("a1", "line 1: move 1: a1 turns no disc"),
            (
                "f5\nresult: white 20-44",
                "line 2: the result is 'white 20-44', but the board gives 'unfinished'",
            ),
            (
                "f5\nresult: grey",
                "line 2: invalid result 'grey' (expected black, white, draw or unfinished)",
            ),
            (
                "f5\n\nblue: x",
                "line 3: unknown key 'blue:' (expected result:, black:, white:, date:, times:, reason:, \
                 event:, round:, time control: or opening plies:)",
            ),
            (
                "f5\nresult: black adjudicated -4",
                "line 2: invalid margin '-4' (expected one such as +12 for black)",
            ),
            ("f5\nopening plies: 2", "line 2: invalid number of plies '2' (expected at most 1)"),
            ("f5d6\ntimes: 7", "line 2: invalid number of times '1' (expected 2)"),
            (
                "f5\ndate: today",
                "line 2: invalid date 'today' (expected one such as 2026-11-21 14:03:59)",
            ),
            (
                "f5\nd6",
                "line 2: unknown key 'd6' (expected result:, black:, white:, date:, times:, reason:, \
                 event:, round:, time control: or opening plies:)",
            ),
        ] {
            assert_eq!(message(text), error);
        }
        assert_eq!(
            message(&format!("{SHORT}\nresult: black 14-0")),
            "line 2: the result is 'black 14-0', but the board gives 'black 13-0'"
        );
    }

    #[test]
    fn times_and_details_are_written_together() {
        let mut record = read("f5d6").unwrap();
        record.moves[1].time = Duration::from_millis(12);
        let bare = "f5d6\nresult: unfinished\nblack: ?\nwhite: ?\n";
        assert_eq!(write(&record), bare, "nothing follows without details");
        record.details.termination = Some("solved".into());
        record.verdict = Verdict::Adjudicated { claim: Claim::Win(Color::White), margin: Some(-6) };
        let text = "f5d6\nresult: white adjudicated -6\nblack: ?\nwhite: ?\n\
                    reason: solved\ntimes: 0 12\n";
        assert_eq!(write(&record), text);
        assert_eq!(read(text), Ok(record));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            mut record in any_record(Just(Variant::Othello), "[^\\pC\\s]{1,12}"),
            discs in proptest::option::of(1..=64i32),
            adjudicated: bool,
        ) {
            if record.details.is_empty() {
                record.moves.iter_mut().for_each(|timed| timed.time = Duration::ZERO);
            }
            if adjudicated {
                adjudicate(&mut record, discs);
            }
            prop_assert_eq!(read(&write(&record)), Ok(record));
        }

        #[test]
        fn no_text_is_too_strange(text in "([a-h][1-8]|[pPaé ]){0,9}(\n(result|black|date|times|opening plies)?:? ?[ -~]{0,9}){0,3}") {
            let _ = read(&text);
        }
    }
}
