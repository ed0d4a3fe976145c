//! SGF: games of Othello in the Smart Game Format, as Othello programs exchange it: passes as empty values or in
//! words, other start positions by `AB`, `AW` and `PL`.
//!
//! Programs disagree about points. Most write `f5`; Quarry writes `fe`, with the row from the top as second
//! letter. GoGui treats all games as Go: it writes no `GM`, and its rows, `fd`, count from the other side,
//! because its row 1 is the lowest.
//!
//! Everything but the points is as in Gomoku.

use std::time::Duration;

use super::error::{TextError, excerpt};
use super::game::{GameRecord, Replay};
use super::ggf::GgfGame;
use super::sgf_details::{self, SetUp};
use super::tree::{self, Escapes, GameTree, Property};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::{Position, Variant};
use crate::othello::rules::board::Board;
use crate::othello::rules::game::Game;
use crate::othello::rules::square::SIZE;

/// The text of a game of Othello from `start`, with the end of its last line.
pub(super) fn write(start: &Game, record: &GameRecord) -> String {
    let begin = sgf_details::write_begin(record, 2, "8", None);
    let side = start.side_to_move();
    let write_point = |point: Point| point.to_string();
    let set_up = if *start == Game::new() {
        String::new()
    } else {
        sgf_details::write_set_up(SIZE, |point| start.cell(point), side, write_point)
    };
    let moves = sgf_details::write_moves(record, side, write_point);
    begin + &set_up + &moves + ")\n"
}

/// Reads the first game of `text`, whatever follows it: its start position and its moves with all passes, except passes
/// after the end of the game. Of variations, only the main line is read.
///
/// # Errors
/// The first part that is invalid or illegal; a text without a game.
pub fn read_first(text: &str) -> Result<GgfGame, TextError> {
    let game = tree::read_first(text, Escapes::Backslash)?
        .ok_or_else(|| TextError::at(text, 0, "no game".to_owned()))?;
    read_game(&game)?.flawless()
}

/// Reads all games of `text`, each as [`read_first`].
///
/// # Errors
/// The first syntax error. An error in one game does not affect the others.
pub fn read_each(text: &str) -> Result<Vec<Result<GgfGame, TextError>>, TextError> {
    let games = tree::read_all(text, Escapes::Backslash)?;
    Ok(games.iter().map(|game| read_game(game)?.flawless()).collect())
}

/// How a file writes rows as letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    /// `a` is row 1.
    FromFirst,
    /// `a` is row 8.
    FromLast,
}

/// Reads a game as far as it follows the rules.
///
/// # Errors
/// It is another game, or its position is malformed.
pub(super) fn read_game(game: &GameTree<'_>) -> Result<GgfGame, TextError> {
    let rows = match game.find("GM") {
        None => Rows::FromLast,
        // Programs for Go write this for Othello, too; the size tells them apart.
        Some(kind) if kind.value.trim() == "1" && game.find("SZ").is_some() => Rows::FromLast,
        Some(kind) if kind.value.trim() == "2" => Rows::FromFirst,
        kind => return Err(game.wrong_kind(kind, "GM[2], Othello")),
    };
    if let Some(size) = game.find("SZ").filter(|size| size.value.trim() != "8") {
        let message = format!("invalid size '{}' (expected SZ[8])", excerpt(&size.value));
        return Err(game.error(Some(size), message));
    }
    let start = read_start(game, rows)?;
    let mut replay = Replay::new(Position::Othello(start.clone()));
    let (opening_plies, mut fault) = read_moves(game, rows, &mut replay);
    let (has_all_moves, has_unstated_pass) = (fault.is_none(), replay.has_unstated_pass());
    let (moves, end) = ((replay.moves, opening_plies), &replay.position);
    let record = sgf_details::read(game, Variant::Othello, moves, end, &mut fault);
    let (omitted, clocks) = (sgf_details::omitted(game), [None, None]);
    Ok(GgfGame { start, record, clocks, has_unstated_pass, fault, has_all_moves, omitted })
}

/// Plays the moves up to the first fault. Returns the number of initial moves marked as opening moves, and the fault.
fn read_moves(game: &GameTree<'_>, rows: Rows, replay: &mut Replay) -> (usize, Option<TextError>) {
    let mut opening_plies = 0;
    for node in &game.main_line {
        let (is_opening, time) = sgf_details::read_move_comment(node);
        for property in node {
            let Some(color) = property.mover() else { continue };
            let number = replay.moves.len() + 1;
            let continues_opening = is_opening && opening_plies == replay.moves.len();
            if let Err(message) = read_move(property, color, (rows, time), replay) {
                let message = format!("move {number}: {message}");
                return (opening_plies, Some(game.error(Some(property), message)));
            }
            if continues_opening {
                opening_plies = replay.moves.len();
            }
        }
    }
    (opening_plies, None)
}

/// The standard start position unless discs are set up before the first move. `PL` determines the side to move. Without
/// it, Black moves first from the standard position; from other positions, the side of the first move does.
fn read_start(game: &GameTree<'_>, rows: Rows) -> Result<Game, TextError> {
    let properties = || game.main_line.iter().flatten();
    let mut later = properties().skip_while(|property| property.mover().is_none());
    if let Some(late) = later.find(|property| property.sets_up()) {
        let message = format!("{} sets up a position after the game has begun", late.name);
        return Err(game.error(Some(late), message));
    }
    let on_board = |text: &str| read_point(text, rows).filter(|&point| SIZE.contains(point));
    let SetUp { stones, side } = sgf_details::read_set_up(game, on_board, "d3")?;
    Ok(match (stones, side) {
        (None, None | Some(Color::Black)) => Game::new(),
        (None, Some(Color::White)) => Game::from_board(Board::START.pass(), Color::White),
        (Some(stones), side) => {
            let mut squares = [None; 64];
            for (point, color) in stones {
                squares[usize::from(point.y()) * 8 + usize::from(point.x())] = Some(color);
            }
            let side = side.or_else(|| properties().find_map(Property::mover));
            Game::set_up(&squares, side.unwrap_or(Color::Black))
        }
    })
}

fn read_point(text: &str, rows: Rows) -> Option<Point> {
    let [x @ b'a'..=b'h', y @ b'a'..=b'h'] = text.as_bytes() else { return Point::from_text(text) };
    let y = y - b'a';
    let y = if rows == Rows::FromFirst { y } else { SIZE.height() - 1 - y };
    Point::new(x - b'a', y)
}

fn read_move(
    property: &Property,
    color: Color,
    (rows, time): (Rows, Duration),
    replay: &mut Replay,
) -> Result<(), String> {
    let text = property.value.trim();
    let mv = match text {
        "" => Some(Move::Pass),
        text => read_point(text, rows).map(Move::Place).or_else(|| Move::from_text(text)),
    };
    let mv =
        mv.ok_or_else(|| format!("invalid move '{}' (expected one such as d3)", excerpt(text)))?;
    if mv == Move::Pass && replay.position.outcome(false).is_some() {
        return Ok(());
    }
    replay.play(color, mv, time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A game as another program writes it.
    const FOREIGN: &str = "(;FF[4]GM[2]AP[edax:4.6]\nPC[Edax]DT[2026-11-23]\nPB[a]PW[b]\n\
        SZ[8]AB[d5][e4]AW[d4][e5]PL[B]\nRE[Void]\nB[F5];W[d6];\n(;B[c3];)(;B[c5]))\n";

    /// White has no disc left; both sides pass.
    const FINISHED: &str =
        "(;GM[2];B[e6];W[f4];B[e3];W[f6];B[g5];W[d6];B[e7];W[f5];B[c5];W[];B[pass])";

    fn outline(text: &str) -> String {
        let mut game = read_first(text).unwrap();
        game.drop_unstated_pass();
        let moves = game.record.moves.iter().map(|timed| timed.mv.to_string());
        format!("{} {}", game.start.side_to_move(), moves.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn games_of_other_programs_are_read() {
        assert_eq!(outline(FOREIGN), "black f5 d6 c3");
        let foreign = read_first(FOREIGN).unwrap();
        assert!(foreign.start == Game::new() && foreign.record.players == ["a", "b"]);
        assert_eq!(outline("(;GM[2];B[d3];W[c3])"), "black d3 c3");
        assert_eq!(outline("(;GM[2])(;GM[1])"), "black ");
        assert_eq!(outline("two games: (\n;GM[2];B[f5])(;GM[2];B["), "black f5");
        assert_eq!(outline(FINISHED), "black e6 f4 e3 f6 g5 d6 e7 f5 c5");
    }

    #[test]
    fn opening_marks_count_the_plies_that_are_played() {
        let marked = FINISHED.replace(']', "]C[opening move]").replacen("]C[opening move]", "]", 1);
        assert_eq!(read_first(&marked).unwrap().record.details.opening_plies, 9);
        let partly = FINISHED.replace("[f4]", "[f4]C[opening move]");
        assert_eq!(read_first(&partly).unwrap().record.details.opening_plies, 0);
    }

    #[test]
    fn rows_as_letters_are_read_from_either_end() {
        let quarry = "(;FF[4]CA[UTF-8]AP[Quarry:0.2.0]GM[2]SZ[8]\n;B[fe];W[fd])";
        let gogui = "(;FF[4]CA[UTF-8]AP[GoGui:1.6.0]SZ[8]\n;B[fd]\n;W[fe])";
        assert_eq!(outline(quarry), "black f5 f4");
        assert_eq!(outline(gogui), "black f5 f4");
        assert_eq!(outline("(;GM[1]SZ[8];B[fd];W[fe])"), "black f5 f4");
        let rows = "GM[2]SZ[8]AB[ah][bh]AW[ch]PL[B]";
        assert_eq!(outline(&format!("(;{rows};B[dh])")), "black d8");
        assert_eq!(outline(&format!("(;{};B[da])", rows.replace('h', "a"))), "black d1");
    }

    #[test]
    fn every_game_of_a_file_is_read() {
        let games = read_each("(;GM[2];B[f5])(;GM[2];B[a1])(;GM[2]PB[x];B[d3])").unwrap();
        let found: Vec<bool> = games.iter().map(Result::is_ok).collect();
        assert_eq!(found, [true, false, true]);
        assert_eq!(games[2].as_ref().unwrap().record.players, ["x", "?"]);
        assert!(read_each("(;GM[2];B[f5])(;GM[2").is_err());
    }

    #[test]
    fn positions_are_set_up_and_passes_stated_or_not() {
        let blocked = "(;GM[2]SZ[8]AB[a1]AW[b1]PL[W];W[pass];B[c1])";
        assert_eq!(outline(blocked), "white pass c1");
        assert_eq!(outline(&blocked.replace("PL[W]", "")), "white pass c1");
        assert_eq!(outline(&blocked.replace("PL[W]", "AW[c1]AE[c1]")), "white pass c1");
        assert_eq!(outline(&blocked.replace("pass", "")), "white pass c1");
        // White has no move after c1; only one of the games states the pass.
        let after = "(;GM[2]AB[a1]AW[b1]AB[a8]AW[b8];B[c1];W[];B[c8])";
        assert_eq!(outline(after), "black c1 pass c8");
        assert_eq!(outline(&after.replace("W[];", "")), "black c1 pass c8");
        assert_eq!(outline(&after.replace("W[];B[c8]", "")), "black c1");
        let split = "(;GM[2]SZ[8]\n;AB[d5][e4]AW[d4][e5]\n;C[now]PL[W];W[f4])";
        assert_eq!(outline(split), "white f4");
        assert_eq!(outline("(;GM[2]PL[white];W[f4])"), "white f4");
    }

    #[test]
    fn errors_name_the_place_and_the_fault() {
        for (from, to, error) in [
            ("GM[2]", "GM[3]", "line 1, column 11: invalid game '3' (expected GM[2], Othello)"),
            ("SZ[8]", "SZ[10]", "line 4, column 4: invalid size '10' (expected SZ[8])"),
            ("[d5]", "[i5]", "line 4, column 9: AB: invalid square 'i5' (expected one such as d3)"),
            ("W[d6]", "W[i9]", "line 6, column 9: move 2: i9 is not on the 8x8 board"),
            ("W[d6]", "W[d7]", "line 6, column 9: move 2: d7 turns no disc"),
            ("W[d6]", "B[d6]", "line 6, column 9: move 2: d6 by black, but white is to move"),
            (
                "W[d6]",
                "AW[d6]",
                "line 6, column 10: AW sets up a position after the game has begun",
            ),
            (
                "W[d6]",
                "W[dj]",
                "line 6, column 9: move 2: invalid move 'dj' (expected one such as d3)",
            ),
        ] {
            let message = read_first(&FOREIGN.replace(from, to)).unwrap_err().to_string();
            assert_eq!(message, error, "{to}");
        }
        assert_eq!(read_first(" ").unwrap_err().to_string(), "line 1, column 1: no game");
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(
            text in "\\(;GM\\[2\\](A[BWE](\\[[a-i][0-9]\\]){1,3}|PL\\[[BW]\\]){0,4}\
                ((;?[A-Z]{1,2}|;B|;W)\\[([a-i][0-9]|[ -~é]{0,6})\\]){0,9}\\)"
        ) {
            let _ = read_each(&text);
        }
    }
}
