//! SGF: games of Gomoku in the Smart Game Format, version 4 (`FF[4]GM[4]`), many per file.
//!
//! The form is that of the tournament manager c-gomoku-cli: `aa` is the upper left point, `RU` the rule,
//! `C[12ms]` the time of a move, `C[opening move]` marks a move of the opening. SGF has no properties for the
//! time of day, the time per move and the reason for the end: they are lines `key: value` of the game's comment
//! `GC`. Other start positions than the empty board are set up by `AB`, `AW` and `PL`.

use std::time::Duration;

use super::error::{TextError, excerpt};
use super::game::{GameRecord, Replay};
use super::psq::rule_named;
use super::records::library::remove_illegal;
use super::records::loss::Loss;
use super::records::stored::StoredGame;
use super::renlib::Library;
use super::sgf_details::{self, SetUp};
use super::sgf_tree;
use super::tree::{self, Escapes, GameTree, Property};
use crate::color::Color;
use crate::coord::{Move, Size};
use crate::game::{Position, Variant};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;

/// The text of a game of Gomoku under `rule` on a board of `size`, with the end of its last line. Concatenated texts
/// form a collection. The margin of an adjudicated game is omitted.
pub fn write(record: &GameRecord, rule: Rule, size: Size) -> String {
    let moves = sgf_details::write_moves(record, Color::Black, sgf_tree::letters);
    begin(record, rule, size) + &moves + ")\n"
}

/// Like [`write`], from `start` and with the variations, labels and comments of `tree`, whose main line has the moves
/// of the record.
pub(super) fn write_from(start: &Game, record: &GameRecord, tree: Option<&Library>) -> String {
    let (size, side) = (start.size(), start.side_to_move());
    let is_empty = size.points().all(|point| start.stone(point).is_none());
    let set_up = if is_empty && side == Color::Black {
        String::new()
    } else {
        sgf_details::write_set_up(size, |point| start.stone(point), side, sgf_tree::letters)
    };
    let moves = match tree {
        Some(tree) => sgf_tree::write(tree, |ply| sgf_details::move_comment(record, ply)),
        None => sgf_details::write_moves(record, side, sgf_tree::letters),
    };
    begin(record, start.rule(), size) + &set_up + &moves + ")\n"
}

/// A game up to its stones and moves.
fn begin(record: &GameRecord, rule: Rule, size: Size) -> String {
    let (width, height) = (size.width(), size.height());
    let board = if width == height { width.to_string() } else { format!("{width}:{height}") };
    sgf_details::write_begin(record, 4, &board, Some(rule.name()))
}

/// Reads the only game of `text`. If it does not name its rule, the rule is `unless_named`. Other properties are
/// skipped; of variations, only the main line is read.
///
/// # Errors
/// The first part that is invalid, illegal, or contradicted by the board; no game, or more than one.
pub fn read(text: &str, unless_named: Rule) -> Result<GameRecord, TextError> {
    let games = tree::read_all(text, Escapes::Backslash)?;
    read_record(&tree::only(text, games)?, unless_named)
}

/// Reads all games of `text`, none if it is blank.
///
/// # Errors
/// As [`read`], in any of them.
pub fn read_all(text: &str, unless_named: Rule) -> Result<Vec<GameRecord>, TextError> {
    let games = tree::read_all(text, Escapes::Backslash)?;
    games.iter().map(|game| read_record(game, unless_named)).collect()
}

/// Reads a game as far as it follows the rules. Go programs that save Gomoku call it Go (`GM[1]`) or omit the kind of
/// game. `allows_passes`: any pass is legal, as in Go.
///
/// # Errors
/// It is another game, or has no board of Gomoku.
pub(super) fn read_game(
    game: &GameTree<'_>,
    unless_named: Rule,
    unless_sized: Size,
    allows_passes: bool,
) -> Result<StoredGame, TextError> {
    let kind = game.find("GM");
    if kind.is_some_and(|kind| !["1", "4"].contains(&kind.value.trim())) {
        return Err(game.wrong_kind(kind, "GM[4], Gomoku"));
    }
    let start = read_start(read_board(game, unless_named, Some(unless_sized))?, game)?;
    let mut replay = Replay::new(start);
    replay.allows_passes = allows_passes;
    let (game, fault) = read_from(replay, game, true);
    Ok(StoredGame { fault: fault.map(Into::into), ..game })
}

/// The empty board of a game.
fn read_board(
    game: &GameTree<'_>,
    unless_named: Rule,
    unless_sized: Option<Size>,
) -> Result<Position, TextError> {
    let rule = game.find("RU").and_then(|property| rule_of(property.value.trim()));
    let variant = Variant::Gomoku {
        rule: rule.unwrap_or(unless_named),
        size: read_size(game, unless_sized)?,
    };
    variant.start().map_err(|unsupported| {
        let message = format!("invalid size '{}' (expected sides from 5 to 22)", unsupported.0);
        game.error(game.find("SZ"), message)
    })
}

/// The position in which a game begins: `board`, or what is set up on it. If the game has stones but neither `PL` nor a
/// move, it is White's turn only if Black has more of them.
fn read_start(board: Position, game: &GameTree<'_>) -> Result<Position, TextError> {
    let Variant::Gomoku { rule, size } = board.variant() else { return Ok(board) };
    let on_board = |text: &str| sgf_tree::point(text).filter(|&point| size.contains(point));
    let SetUp { stones, side } = sgf_details::read_set_up(game, on_board, "hh")?;
    let stones = stones.unwrap_or_default();
    if stones.is_empty() && side != Some(Color::White) {
        return Ok(board);
    }
    let count = |color| stones.values().filter(|&&stone| stone == color).count();
    let whites_turn = count(Color::Black) > count(Color::White);
    let by_count = if whites_turn { Color::White } else { Color::Black };
    let first = game.main_line.iter().flatten().find_map(Property::mover);
    let side = side.or(first).unwrap_or(by_count);
    let start = Game::from_stones(rule, size, stones, side);
    Ok(Position::Gomoku(start.expect("each of the stones is on another point of the board")))
}

fn read_record(game: &GameTree<'_>, unless_named: Rule) -> Result<GameRecord, TextError> {
    let kind = game.find("GM");
    if kind.is_none_or(|kind| kind.value.trim() != "4") {
        return Err(game.wrong_kind(kind, "GM[4], Gomoku"));
    }
    let replay = Replay::new(read_board(game, unless_named, None)?);
    let (game, fault) = read_from(replay, game, false);
    fault.map_or(Ok(game.record), Err)
}

/// The game from the start of `replay` as far as it follows the rules, and its first fault. `is_set_up`: what the game
/// sets up before its first move is part of that start and no fault.
fn read_from(
    mut replay: Replay,
    game: &GameTree<'_>,
    is_set_up: bool,
) -> (StoredGame, Option<TextError>) {
    let start = replay.position.clone();
    let variant = start.variant();
    let (opening_plies, mut fault) = read_moves(game, &mut replay, is_set_up);
    let (has_all_moves, has_unstated_pass) = (fault.is_none(), replay.has_unstated_pass());
    let (moves, end) = (replay.moves, &replay.position);
    let record = sgf_details::read(game, variant, (moves, opening_plies), end, &mut fault);
    let mut stored =
        StoredGame { has_all_moves, has_unstated_pass, ..StoredGame::new(start, record) };
    let illegal = add_tree(game, &mut stored);
    (stored, fault.or(illegal))
}

/// Adds the variations, labels and comments of a game that has any, unless its main line has an illegal move.
/// Variations end before their first illegal moves; returns the error at the first of these.
fn add_tree(game: &GameTree<'_>, stored: &mut StoredGame) -> Option<TextError> {
    let texts = sgf_details::omitted(game);
    let has_tree = stored.has_all_moves && texts.iter().any(|&loss| loss != Loss::Other);
    if has_tree {
        stored.tree = sgf_tree::read(game, sgf_details::is_own_comment);
        let root = stored.tree.as_mut().and_then(|tree| tree.nodes.first_mut());
        if let Some(root) = root {
            sgf_details::unread_lines(game).for_each(|line| sgf_tree::add_comment(root, line));
        }
    }
    stored.omitted = texts;
    let (number, message) = remove_illegal(stored.tree.as_mut()?, &stored.start)?;
    let mut properties = game.nodes().flat_map(|(_, node)| node);
    let at = properties.by_ref().filter(|property| property.mover().is_some()).nth(number);
    Some(game.error(at, message))
}

/// The rule by its name in Tengen or by its number in the Gomocup protocol.
fn rule_of(text: &str) -> Option<Rule> {
    match text {
        "0" => Some(Rule::Freestyle),
        "1" => Some(Rule::Standard),
        "4" => Some(Rule::Renju),
        "8" => Some(Rule::Caro),
        "9" => Some(Rule::CaroExact),
        _ => rule_named(text),
    }
}

/// The size stated by the game, or else `unless_sized`.
fn read_size(game: &GameTree<'_>, unless_sized: Option<Size>) -> Result<Size, TextError> {
    let property = game.find("SZ");
    if let (None, Some(size)) = (property, unless_sized) {
        return Ok(size);
    }
    let text = property.map_or("", |property| property.value.trim());
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let sides = width.trim().parse().ok().zip(height.trim().parse().ok());
    sides.and_then(|(width, height)| Size::new(width, height)).ok_or_else(|| {
        game.error(
            property,
            format!("invalid size '{}' (expected one such as SZ[15] or SZ[20:15])", excerpt(text)),
        )
    })
}

/// Plays the moves up to the first fault. Returns the number of initial moves marked as opening moves, and the fault.
fn read_moves(
    game: &GameTree<'_>,
    replay: &mut Replay,
    is_set_up: bool,
) -> (usize, Option<TextError>) {
    let (mut stated, mut opening_plies) = (0, 0);
    for node in &game.main_line {
        let (given, time) = sgf_details::read_move_comment(node);
        for property in node {
            if property.sets_up() && (stated > 0 || !is_set_up) {
                let name = &property.name;
                let message = match stated {
                    0 => format!("{name} sets up a position instead of a game"),
                    _ => format!("{name} sets up a position after the game has begun"),
                };
                return (opening_plies, Some(game.error(Some(property), message)));
            }
            let Some(color) = property.mover() else { continue };
            if let Err(message) = read_move(property, color, time, replay) {
                return (opening_plies, Some(game.error(Some(property), message)));
            }
            opening_plies += usize::from(given && opening_plies == stated);
            stated += 1;
        }
    }
    (opening_plies, None)
}

fn read_move(
    property: &Property,
    color: Color,
    time: Duration,
    replay: &mut Replay,
) -> Result<(), String> {
    let number = replay.moves.len() + 1;
    let text = property.value.trim();
    let mv = match text {
        "" => Some(Move::Pass),
        // As Go programs write it on boards without this point.
        "tt" if replay.allows_passes && is_within_19(replay.position.size()) => Some(Move::Pass),
        text => sgf_tree::point(text).map(Move::Place),
    };
    let mv = mv.ok_or_else(|| {
        let text = excerpt(text);
        format!("move {number}: invalid move '{text}' (expected one such as hh)")
    })?;
    if mv == Move::Pass && replay.allows_passes && replay.position.outcome(false).is_some() {
        return Ok(());
    }
    replay.play(color, mv, time).map_err(|message| format!("move {number}: {message}"))
}

fn is_within_19(size: Size) -> bool {
    size.width().max(size.height()) <= 19
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::date::DateTime;
    use crate::formats::game::tests::{adjudicate, any_gomoku, any_record};
    use crate::formats::game::{Claim, Details, Verdict};
    use proptest::prelude::*;

    /// A game as another program writes it, with variations, blanks and its own properties.
    const FOREIGN: &str = "(;FF[4]GM[4]GN[1]EV[A x B]DT[2024.03.05 01:02:03]RO[1.2]RU[1]SZ[15]\n\
        PB[A]PW[B]RE[B+1]TE[White win\\] not: \\\\]XX[y][z]\n\n;B[hh]C[opening move];W [ii]\n\
        C[opening move](;B[gh] C[12ms];W[jj]C[7ms]MN[4])(;B[aa]))\n\n";

    fn message(text: &str) -> String {
        read(text, Rule::Freestyle).unwrap_err().to_string()
    }

    fn standard15() -> Variant {
        Variant::Gomoku { rule: Rule::Standard, size: Size::new(15, 15).unwrap() }
    }

    #[test]
    fn games_of_other_programs_are_read() {
        let record = read(FOREIGN, Rule::Renju).unwrap();
        assert_eq!(record.variant, standard15());
        assert_eq!(record.players, ["A", "B"]);
        assert_eq!(record.date.unwrap().to_string(), "2024-03-05 01:02:03");
        let moves: Vec<String> = record.moves.iter().map(|timed| timed.mv.to_string()).collect();
        assert_eq!(moves, ["h8", "i9", "g8", "j10"]);
        let times = record.moves.iter().map(|timed| timed.time.as_millis());
        assert_eq!(times.collect::<Vec<_>>(), [0, 0, 12, 7]);
        let claim = Claim::Win(Color::Black);
        assert_eq!(record.verdict, Verdict::Adjudicated { claim, margin: None });
        let details = Details {
            event: Some("A x B".into()),
            round: Some("1.2".into()),
            opening_plies: 2,
            termination: Some(r"White win] not: \".into()),
            ..Details::default()
        };
        assert_eq!(record.details, details);
    }

    #[test]
    fn games_saved_by_programs_for_go_are_read() {
        let moves = |text: &str| {
            let game = tree::read_first(text, Escapes::Backslash)?.unwrap();
            let size = Size::new(17, 17).unwrap();
            let record = read_game(&game, Rule::Renju, size, false)?.record;
            let moves: Vec<String> =
                record.moves.iter().map(|timed| timed.mv.to_string()).collect();
            Ok::<_, TextError>(format!("{} {}", record.variant, moves.join(" ")))
        };
        let go =
            "(;GM[1]FF[4]AP[Sabaki:0.60.0]KM[6.5]SZ[15]RU[Japanese]RE[W+0.5];B[hh];W[ii])(;GM[1]";
        assert_eq!(moves(go).unwrap(), "renju h8 i9");
        assert_eq!(moves(&go.replace("GM[1]", "")).unwrap(), "renju h8 i9");
        assert_eq!(moves("(;GM[4];B[qq])").unwrap(), "renju q17");
        let ours = go.replace("GM[1]", "GM[4]").replace("Japanese", "caro");
        assert_eq!(moves(&ours).unwrap(), "caro h8 i9");
        let chess = moves(&go.replace("GM[1]", "GM[3]")).unwrap_err();
        assert_eq!(chess.message, "invalid game '3' (expected GM[4], Gomoku)");
    }

    #[test]
    fn a_game_is_written_with_all_that_is_known() {
        let text = "(;FF[4]GM[4]SZ[6:5]RU[caro]PB[x\\]y]TM[60]OT[5x10 byo-yomi];B[fa];W[])";
        assert_eq!(
            message(text),
            "line 1, column 68: move 2: white may not pass",
            "only a forced pass is legal"
        );
        let mut record = read(&text.replace(";W[]", ";W[ae]C[30ms]"), Rule::Freestyle).unwrap();
        assert_eq!(record.details.time_control.as_deref(), Some("60 s, 5x10 byo-yomi"));
        record.date = DateTime::from_text("2026-11-21 14:03:59");
        record.details.opening_plies = 1;
        record.details.event = Some("Cup".into());
        record.details.round = Some("17".into());
        record.details.termination = Some("overtime: 2 s".into());
        record.verdict = Verdict::Resigned(Color::Black);
        let version = env!("CARGO_PKG_VERSION");
        let size = Size::new(6, 5).unwrap();
        let expected = format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[6:5]RU[caro]PB[x\\]y]PW[?]RE[W+Time]\
             EV[Cup]RO[17]DT[2026-11-21]GC[reason: overtime: 2 s\n\
             time control: 60 s, 5x10 byo-yomi\nbegan: 2026-11-21 14:03:59]\n\
             ;B[fa]C[opening move];W[ae]C[30ms])\n"
        );
        assert_eq!(write(&record, Rule::Caro, size), expected);
        assert_eq!(read(&expected, Rule::Renju), Ok(record));
    }

    #[test]
    fn forced_passes_are_written_and_may_be_left_out() {
        // Only d3 is left then, where Black would make a row of seven.
        let moves = "g3b2g2g5d4c5e5g1a3a1d2f4b3a4e4a5f3a2c2g4b4b1f5e2e1d5f2d1c3b5e3c4c1f1";
        let size = Size::new(7, 5).unwrap();
        let mut record = crate::formats::pos::read_line(moves, Rule::Renju, size).unwrap();
        assert_eq!(record.moves.len(), 35);
        record.moves[34].time = Duration::from_millis(5);
        let text = write(&record, Rule::Renju, size);
        assert!(text.ends_with(";W[fa];B[]C[5ms])\n"), "{text}");
        assert_eq!(read(&text, Rule::Caro).as_ref(), Ok(&record));
        record.moves[34].time = Duration::ZERO;
        assert_eq!(read(&text.replace(";B[]C[5ms]", ""), Rule::Caro), Ok(record));
        let twice = read(&text.replace(";B[]", ";B[];B[]"), Rule::Caro).unwrap_err();
        assert_eq!(twice.message, "move 36: pass by black, but white is to move");
    }

    #[test]
    fn results_are_read_in_every_form() {
        let verdict =
            |text: &str| read(&FOREIGN.replace("B+1", text), Rule::Renju).unwrap().verdict;
        let (black, white) = (Claim::Win(Color::Black), Claim::Win(Color::White));
        for (text, expected) in [
            ("", Verdict::Unfinished),
            ("Void", Verdict::Unfinished),
            ("?", Verdict::Unfinished),
            ("*", Verdict::Unfinished),
            ("0", Verdict::AgreedDraw),
            ("Draw", Verdict::AgreedDraw),
            ("B+R", Verdict::Resigned(Color::White)),
            ("w+resign", Verdict::Resigned(Color::Black)),
            ("B+", Verdict::Adjudicated { claim: black, margin: None }),
            ("W+3.5", Verdict::Adjudicated { claim: white, margin: None }),
        ] {
            assert_eq!(verdict(text), expected, "{text}");
        }
        for (letter, termination) in
            [("R", None), ("T", Some("time")), ("Time", Some("time")), ("Forfeit", Some("forfeit"))]
        {
            let text = format!("(;GM[4]SZ[15]RE[B+{letter}])");
            let details = read(&text, Rule::Renju).unwrap().details;
            assert_eq!(details.termination.as_deref(), termination, "{letter}");
        }
        let won = "(;GM[4]SZ[9];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
        assert!(matches!(read(won, Rule::Caro).unwrap().verdict, Verdict::Board(_)));
    }

    #[test]
    fn errors_name_the_place_and_the_fault() {
        for (from, to, error) in [
            ("GM[4]", "GM[1]", "line 1, column 11: invalid game '1' (expected GM[4], Gomoku)"),
            ("GM[4]", "", "line 1, column 1: no GM (expected GM[4], Gomoku)"),
            (
                "SZ[15]",
                "SZ[4]",
                "line 1, column 65: invalid size '4x4' (expected sides from 5 to 22)",
            ),
            (
                "SZ[15]",
                "SZ[15:]",
                "line 1, column 65: invalid size '15:' (expected one such as SZ[15] or SZ[20:15])",
            ),
            (
                "B+1",
                "B+x",
                "line 2, column 14: invalid result 'B+x' (expected one such as B+Resign, Draw or Void)",
            ),
            ("[gh]", "[hh]", "line 5, column 20: move 3: h8 is occupied by black"),
            (
                "[gh]",
                "[G8]",
                "line 5, column 20: move 3: invalid move 'G8' (expected one such as hh)",
            ),
            (
                "[gh]",
                "[zz]",
                "line 5, column 20: move 3: invalid move 'zz' (expected one such as hh)",
            ),
            ("[gh]", "[ap]", "line 5, column 20: move 3: a16 is not on the 15x15 board"),
            ("B[gh]", "W[gh]", "line 5, column 20: move 3: g8 by white, but black is to move"),
            (";B[hh]", ";AB[hh]", "line 4, column 5: AB sets up a position instead of a game"),
        ] {
            assert_eq!(message(&FOREIGN.replace(from, to)), error, "{to}");
        }
        let won = "(;GM[4]SZ[9]RE[W+];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
        assert_eq!(message(won), "line 1, column 16: the result 'W+' does not match the board");
    }

    fn stored(text: &str) -> Result<StoredGame, TextError> {
        let game = tree::read_first(text, Escapes::Backslash)?.unwrap();
        read_game(&game, Rule::Freestyle, Size::new(15, 15).unwrap(), false)
    }

    #[test]
    fn positions_are_set_up_and_written_again() {
        for (set_up, moves, stones, side) in [
            ("AB[hh][hi]AW[aa]PL[W]", ";W[bb];B[cc]", "h8h9a1", "white"),
            ("AB[hh]AB[hi]AW[aa]", ";W[bb]", "h8h9a1", "white"),
            ("AB[hh][hi]AW[aa]", "", "h8h9a1", "white"),
            ("AB[hh]AW[aa]", "", "h8a1", "black"),
            ("AB[hh][hi]AW[hi]AE[hh]", ";B[bb]", "h9", "black"),
            ("AB[cb:ba]AW[aa:ab]AE[bb:cb]", "", "b1c1a1a2", "black"),
            ("PL[W]", ";W[bb];B[cc]", "", "white"),
            ("PL[B]", ";B[bb]", "", "black"),
            ("AE[hh]", "", "", "black"),
        ] {
            let game = stored(&format!("(;GM[4]SZ[15]RU[renju]{set_up}{moves})")).unwrap();
            assert_eq!(game.fault, None, "{set_up}");
            let Position::Gomoku(start) = &game.start else { panic!("{:?}", game.start) };
            let mut found: Vec<_> =
                start.size().points().filter(|&point| start.stone(point).is_some()).collect();
            let mut expected = crate::coord::parse_points(stones).unwrap();
            found.sort();
            expected.sort();
            assert_eq!((found, start.history().len()), (expected, 0), "{set_up}");
            assert_eq!(start.side_to_move().to_string(), side, "{set_up}");
            assert_eq!(game.record.moves.len(), moves.matches(';').count(), "{set_up}");
            let again = stored(&write_from(start, &game.record, None)).unwrap();
            assert_eq!((again.start, again.record), (game.start, game.record), "{set_up}");
        }
    }

    #[test]
    fn what_is_set_up_has_its_place_before_the_moves() {
        let late = stored("(;GM[4]SZ[15]AB[hh];W[ii];AW[jj];B[kk])").unwrap();
        let fault = late.fault.unwrap().to_string();
        assert_eq!(fault, "line 1, column 30: AW sets up a position after the game has begun");
        assert!(!late.has_all_moves && late.record.moves.len() == 1);
        let outside = stored("(;GM[4]SZ[15]AB[hh][pp])").unwrap_err().to_string();
        assert!(
            outside.ends_with("AB: invalid square 'pp' (expected one such as hh)"),
            "{outside}"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            mut record in any_record(any_gomoku(), "[^\\pC\\s]{1,12}"),
            adjudicated: bool,
        ) {
            let Variant::Gomoku { rule, size } = record.variant else { unreachable!() };
            if adjudicated {
                adjudicate(&mut record, None);
            }
            let text = write(&record, rule, size);
            prop_assert_eq!(read_all(&text.repeat(2), Rule::Renju), Ok(vec![record.clone(); 2]));
            prop_assert_eq!(read(&text, Rule::Freestyle), Ok(record));
        }

        #[test]
        fn no_text_is_too_strange(
            text in "\\(;GM\\[4\\]SZ\\[9?[0-9:]{0,3}\\]((;?[A-Z]{1,2}|RE|;B|;W)\\[([a-i]{2}|[ -~é]{0,6})\\]){0,9}\\)"
        ) {
            let _ = read(&text, Rule::Renju);
        }
    }
}
