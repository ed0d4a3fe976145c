//! Lines of the Go Text Protocol as commands.
//!
//! Control characters and everything after a `#` are ignored. A number before a command is repeated in its
//! answer.

use std::path::PathBuf;
use std::time::Duration;

use crate::color::Color;
use crate::coord::Move;
use crate::frontend::setting::{self, Setting};

/// A command with its number.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberedCommand {
    pub id: Option<u32>,
    /// The command, or the error.
    pub command: Result<Command, String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    ProtocolVersion,
    Name,
    Version,
    KnownCommand(String),
    ListCommands,
    ListGames,
    /// The game is Othello.
    SetGame,
    Quit,
    /// Side of the board.
    BoardSize(u32),
    ClearBoard,
    /// Without effect in Othello.
    Komi,
    Play(Color, Move),
    /// Think and play.
    GenMove(Color),
    /// Think without playing.
    RegGenMove(Color),
    Undo,
    /// The clock of a game: main time, and a period with its number of moves.
    TimeSettings(Duration, Duration, u32),
    /// The game in this file, after this many plies or at its end.
    LoadSgf(PathBuf, Option<usize>),
    /// The time a side has left, for this many moves or, with 0, for all.
    TimeLeft(Color, Duration, u32),
    ShowBoard,
    FinalScore,
    /// A setting of Tengen's.
    Info(Setting),
    Rules(RulesQuestion),
}

/// GoGui's queries about the rules of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesQuestion {
    GameId,
    BoardSize,
    Board,
    SideToMove,
    LegalMoves,
    FinalResult,
}

/// The only game that is played over GTP.
pub const GAME: &str = "Othello";

/// The names of all commands.
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

/// Reads a line. `None` if it has no command.
pub fn parse(line: &str) -> Option<NumberedCommand> {
    let line: String =
        line.chars().filter(|&c| c == '\t' || !c.is_control()).take_while(|&c| c != '#').collect();
    let mut words = line.split_whitespace().peekable();
    let id = words.peek()?.parse().ok();
    if id.is_some() {
        words.next();
    }
    let name = words.next()?;
    let arguments: Vec<&str> = words.collect();
    Some(NumberedCommand { id, command: command(name, &arguments) })
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
        ("set_game", [name]) if name.eq_ignore_ascii_case(GAME) => Command::SetGame,
        ("set_game", [name]) => return Err(format!("unknown game '{name}' (expected {GAME})")),
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
            Ok(Setting::Unknown(_)) => {
                return Err(format!("unknown setting '{key}' (expected a key of INFO)"));
            }
            Ok(setting) => Command::Info(setting),
            Err(error) => return Err(error.to_string()),
        },
        ("gogui-rules_game_id", []) => Command::Rules(RulesQuestion::GameId),
        ("gogui-rules_board_size", []) => Command::Rules(RulesQuestion::BoardSize),
        ("gogui-rules_board", []) => Command::Rules(RulesQuestion::Board),
        ("gogui-rules_side_to_move", []) => Command::Rules(RulesQuestion::SideToMove),
        ("gogui-rules_legal_moves", []) => Command::Rules(RulesQuestion::LegalMoves),
        ("gogui-rules_final_result", []) => Command::Rules(RulesQuestion::FinalResult),
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

/// Seconds. The standard has whole numbers, but some managers send fractions.
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
        assert_eq!(
            read("info taste sweet"),
            Err("unknown setting 'taste' (expected a key of INFO)".to_owned())
        );
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
