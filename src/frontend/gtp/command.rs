//! Lines of the Go Text Protocol as commands.
//!
//! Control characters and what follows a `#` do not count; a number before a command comes back with
//! its answer.

use std::path::PathBuf;
use std::time::Duration;

use crate::color::Color;
use crate::coord::Move;
use crate::frontend::setting::{self, Setting};

/// A line with a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The number before it.
    pub id: Option<u32>,
    /// The command, or why it is none.
    pub command: Result<Command, String>,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Which version of the protocol.
    ProtocolVersion,
    /// Who answers.
    Name,
    /// Which version of the program.
    Version,
    /// Whether there is such a command.
    KnownCommand(String),
    /// All commands.
    ListCommands,
    /// Which games are played.
    ListGames,
    /// Whether the game to play is the one that is played.
    SetGame(bool),
    /// The end.
    Quit,
    /// Side of the board.
    BoardSize(u32),
    /// A new game.
    ClearBoard,
    /// Of no meaning here.
    Komi,
    /// A move that was played.
    Play(Color, Move),
    /// Think and play.
    GenMove(Color),
    /// Think only.
    RegGenMove(Color),
    /// Take back a move.
    Undo,
    /// The clock of a game: main time, and a period with its number of moves.
    TimeSettings(Duration, Duration, u32),
    /// Go to the position of the game in this file, after so many plies or at its end.
    LoadSgf(PathBuf, Option<usize>),
    /// What a side has left, for so many moves if they are not 0.
    TimeLeft(Color, Duration, u32),
    /// A picture of the board.
    ShowBoard,
    /// Who won by how much.
    FinalScore,
    /// A setting of Tengen's.
    Info(Setting),
    /// Questions of a referee that does not know the game.
    Rules(Rules),
}

/// What GoGui asks a program that knows the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Which game.
    GameId,
    /// Side of the board.
    BoardSize,
    /// The board, row by row from the top.
    Board,
    /// Whose turn it is.
    SideToMove,
    /// Where it may move.
    LegalMoves,
    /// How the game ended.
    FinalResult,
}

/// The game that is played.
pub const GAME: &str = "Othello";

/// Every command by name.
pub const NAMES: [&str; 27] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "list_games",
    "set_game",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "loadsgf",
    "time_settings",
    "time_left",
    "showboard",
    "final_score",
    "info",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_side_to_move",
    "gogui-rules_legal_moves",
    "gogui-rules_final_result",
];

/// Reads a line; `None` if it has no command.
pub fn parse(line: &str) -> Option<Request> {
    let line: String =
        line.chars().filter(|&c| c == '\t' || !c.is_control()).take_while(|&c| c != '#').collect();
    let mut words = line.split_whitespace().peekable();
    let id = words.peek()?.parse().ok();
    if id.is_some() {
        words.next();
    }
    let name = words.next()?;
    let arguments: Vec<&str> = words.collect();
    Some(Request { id, command: command(name, &arguments) })
}

fn command(name: &str, arguments: &[&str]) -> Result<Command, String> {
    let wrong = || Err(format!("wrong arguments for {name}"));
    let command = match (name, arguments) {
        ("protocol_version", []) => Command::ProtocolVersion,
        ("name", []) => Command::Name,
        ("version", []) => Command::Version,
        ("known_command", [name]) => Command::KnownCommand((*name).to_owned()),
        ("list_commands", []) => Command::ListCommands,
        ("quit", []) => Command::Quit,
        ("list_games", []) => Command::ListGames,
        ("set_game", [name]) => Command::SetGame(name.eq_ignore_ascii_case(GAME)),
        ("boardsize", [side]) => match side.parse() {
            Ok(side) => Command::BoardSize(side),
            Err(_) => return wrong(),
        },
        ("clear_board", []) => Command::ClearBoard,
        ("komi", [komi]) if komi.parse::<f32>().is_ok() => Command::Komi,
        ("play", [side, mv]) => match (color(side), Move::from_text(mv)) {
            (Some(side), Some(mv)) => Command::Play(side, mv),
            _ => return wrong(),
        },
        ("genmove" | "reg_genmove", [side]) => match (color(side), name) {
            (Some(side), "genmove") => Command::GenMove(side),
            (Some(side), _) => Command::RegGenMove(side),
            (None, _) => return wrong(),
        },
        ("undo", []) => Command::Undo,
        ("loadsgf", [file]) => Command::LoadSgf(file.into(), None),
        // The position before this move.
        ("loadsgf", [file, number]) => match number.parse::<usize>().map(|n| n.checked_sub(1)) {
            Ok(Some(plies)) => Command::LoadSgf(file.into(), Some(plies)),
            _ => return wrong(),
        },
        ("time_settings", [main, period, moves]) => {
            match (seconds(main), seconds(period), moves.parse()) {
                (Some(main), Some(period), Ok(moves)) => Command::TimeSettings(main, period, moves),
                _ => return wrong(),
            }
        }
        ("time_left", [side, left, moves]) => match (color(side), seconds(left), moves.parse()) {
            (Some(side), Some(left), Ok(moves)) => Command::TimeLeft(side, left, moves),
            _ => return wrong(),
        },
        ("showboard", []) => Command::ShowBoard,
        ("final_score", []) => Command::FinalScore,
        ("info", [key, value]) => match setting::read(key, value) {
            Ok(Setting::Unknown(_)) => return Err(format!("unknown setting {key}")),
            Ok(setting) => Command::Info(setting),
            Err(error) => return Err(error.to_string()),
        },
        ("gogui-rules_game_id", []) => Command::Rules(Rules::GameId),
        ("gogui-rules_board_size", []) => Command::Rules(Rules::BoardSize),
        ("gogui-rules_board", []) => Command::Rules(Rules::Board),
        ("gogui-rules_side_to_move", []) => Command::Rules(Rules::SideToMove),
        ("gogui-rules_legal_moves", []) => Command::Rules(Rules::LegalMoves),
        ("gogui-rules_final_result", []) => Command::Rules(Rules::FinalResult),
        (name, _) if NAMES.contains(&name) => return wrong(),
        _ => return Err("unknown command".to_owned()),
    };
    Ok(command)
}

fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Seconds, whole in the standard but told in parts by some.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        parse(line).unwrap().command
    }

    #[test]
    fn lines_without_a_command_are_nothing() {
        for line in ["", "  \t", "# genmove b", "\u{1}\u{2}", "7", "7 # play"] {
            assert_eq!(parse(line), None, "{line:?}");
        }
    }

    #[test]
    fn numbers_and_comments_are_told_from_the_command() {
        let request = parse("12 play B\tf5 # good").unwrap();
        let mv = Move::from_text("f5").unwrap();
        assert_eq!(request.id, Some(12));
        assert_eq!(request.command, Ok(Command::Play(Color::Black, mv)));
        assert_eq!(parse("name").unwrap().id, None);
        assert_eq!(read("na\u{7}me"), Ok(Command::Name));
    }

    #[test]
    fn every_named_command_is_known_and_complains_about_its_arguments() {
        for name in NAMES {
            let told = read(&format!("{name} x y z w"));
            assert_eq!(told, Err(format!("wrong arguments for {name}")));
        }
        assert_eq!(read("dance"), Err("unknown command".to_owned()));
        for bad in
            ["play b i9x", "play r f5", "boardsize -1", "time_left b x 0", "komi x", "loadsgf x 0"]
        {
            assert!(read(bad).unwrap_err().starts_with("wrong arguments"), "{bad}");
        }
        assert!(read("info max_depth x").is_err());
        assert_eq!(read("info taste sweet"), Err("unknown setting taste".to_owned()));
    }

    #[test]
    fn colours_passes_and_times_are_read_in_every_form() {
        assert_eq!(read("play WHITE PASS"), Ok(Command::Play(Color::White, Move::Pass)));
        assert_eq!(read("genmove w"), Ok(Command::GenMove(Color::White)));
        assert_eq!(read("reg_genmove Black"), Ok(Command::RegGenMove(Color::Black)));
        let left = Duration::from_millis(1500);
        assert_eq!(read("time_left b 1.5 0"), Ok(Command::TimeLeft(Color::Black, left, 0)));
        assert!(read("time_settings 1e99 0 0").is_err() && read("time_settings -1 0 0").is_err());
    }
}
