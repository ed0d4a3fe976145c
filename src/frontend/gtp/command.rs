//! Lines of the Go Text Protocol as commands.
//!
//! Control characters and everything after a `#` are ignored. A number before a command is repeated in its
//! answer.

use std::path::PathBuf;
use std::time::Duration;

use crate::color::Color;
use crate::formats::vertex::Vertex;
use crate::frontend::setting::{self, RuleBits, Setting};
use crate::gomoku::rules::rule::Rule;

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
    /// The setting that selects the game, and for Gomoku its rule.
    SetGame(Setting),
    Quit,
    /// Columns and rows.
    BoardSize(u32, u32),
    ClearBoard,
    /// Without effect.
    Komi,
    Play(Color, Vertex),
    /// Moves in sequence, all or none.
    PlaySequence(Vec<(Color, Vertex)>),
    /// Think and play.
    GenMove(Color),
    /// Think without playing.
    RegGenMove(Color),
    /// Report the search while it runs.
    Analyze(Analysis),
    /// Ends an analysis, as any command does.
    Stop,
    Undo,
    /// The clock of a game: main time, and a period with its number of moves.
    TimeSettings(Duration, Duration, u32),
    /// The game in this file, after this many plies or at its end.
    LoadSgf(PathBuf, Option<usize>),
    /// The time a side has left, for this many moves or, with 0, for all.
    TimeLeft(Color, Duration, u32),
    ShowBoard,
    FinalScore,
    /// The processor time of the process.
    CpuTime,
    /// A setting of Tengen's.
    Info(Setting),
    /// All settings.
    Settings,
    /// The displays offered in GoGui's menus.
    AnalyzeCommands,
    /// Whether `# interrupt` ends a search.
    Interrupt,
    Rules(RulesQuestion),
    /// The best moves with their chances to win.
    BestMoves,
    /// The points that are forbidden to the side to move.
    Forbidden,
}

/// A search that is reported while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The side to move if it is not named.
    pub side: Option<Color>,
    pub dialect: Dialect,
    /// The least time between two reports.
    pub interval: Duration,
    /// Number of moves to report.
    pub lines: usize,
    /// Whether it ends like `genmove`, with a move that is played. Otherwise it lasts until the next command.
    pub plays: bool,
}

/// The form of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// As Leela Zero does: chances in 1/100 per cent.
    Leela,
    /// As KataGo does: chances from 0 to 1, and scores.
    Kata,
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

/// The games, as `list_games` names them. `set_game` also accepts the rules of Gomoku.
pub const GAMES: [&str; 2] = ["Gomoku", "Othello"];

/// Default number of moves that an analysis reports.
const LINES: usize = 5;

/// A line that ends a search but is not a command.
pub const INTERRUPT: &str = "# interrupt";

/// The names of all commands.
pub const NAMES: [&str; 41] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "list_games",
    "set_game",
    "boardsize",
    "rectangular_boardsize",
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
    "cputime",
    "info",
    "stop",
    "analyze",
    "genmove_analyze",
    "lz-analyze",
    "lz-genmove_analyze",
    "kata-analyze",
    "kata-genmove_analyze",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-play_sequence",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_side_to_move",
    "gogui-rules_legal_moves",
    "gogui-rules_final_result",
    "tengen-best_moves",
    "tengen-forbidden",
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
    match (name, arguments) {
        ("set_game", [game]) => return game_setting(game).map(Command::SetGame),
        // Names of folders may contain blanks.
        ("info", [key, value @ ..]) if !value.is_empty() => return info(key, &value.join(" ")),
        _ => {}
    }
    let known = bare(name).filter(|_| arguments.is_empty());
    known.or_else(|| with_arguments(name, arguments)).ok_or_else(|| {
        if NAMES.contains(&name) {
            format!("wrong arguments for {name}")
        } else {
            "unknown command".to_owned()
        }
    })
}

/// The commands without arguments.
fn bare(name: &str) -> Option<Command> {
    Some(match name {
        "protocol_version" => Command::ProtocolVersion,
        "name" => Command::Name,
        "version" => Command::Version,
        "list_commands" => Command::ListCommands,
        "quit" => Command::Quit,
        "list_games" => Command::ListGames,
        "clear_board" => Command::ClearBoard,
        "undo" => Command::Undo,
        "showboard" => Command::ShowBoard,
        "final_score" => Command::FinalScore,
        "cputime" => Command::CpuTime,
        "info" => Command::Settings,
        "stop" => Command::Stop,
        "gogui-analyze_commands" => Command::AnalyzeCommands,
        "gogui-interrupt" => Command::Interrupt,
        "gogui-rules_game_id" => Command::Rules(RulesQuestion::GameId),
        "gogui-rules_board_size" => Command::Rules(RulesQuestion::BoardSize),
        "gogui-rules_board" => Command::Rules(RulesQuestion::Board),
        "gogui-rules_side_to_move" => Command::Rules(RulesQuestion::SideToMove),
        "gogui-rules_legal_moves" => Command::Rules(RulesQuestion::LegalMoves),
        "gogui-rules_final_result" => Command::Rules(RulesQuestion::FinalResult),
        "tengen-best_moves" => Command::BestMoves,
        "tengen-forbidden" => Command::Forbidden,
        _ => return None,
    })
}

/// The commands with arguments; `None` if these do not fit.
fn with_arguments(name: &str, arguments: &[&str]) -> Option<Command> {
    Some(match (name, arguments) {
        ("known_command", [name]) => Command::KnownCommand((*name).to_owned()),
        ("boardsize", [side]) => {
            let side = side.parse().ok()?;
            Command::BoardSize(side, side)
        }
        ("boardsize" | "rectangular_boardsize", [width, height]) => {
            Command::BoardSize(width.parse().ok()?, height.parse().ok()?)
        }
        ("komi", [komi]) => komi.parse::<f32>().ok().map(|_| Command::Komi)?,
        ("play", [side, point]) => {
            let (side, vertex) = colored(side, point)?;
            Command::Play(side, vertex)
        }
        ("gogui-play_sequence", moves) => {
            let (pairs, rest) = moves.as_chunks();
            let pairs = pairs.iter().map(|[side, point]| colored(side, point));
            Command::PlaySequence(pairs.collect::<Option<_>>().filter(|_| rest.is_empty())?)
        }
        ("genmove", [side]) => Command::GenMove(color(side)?),
        ("reg_genmove", [side]) => Command::RegGenMove(color(side)?),
        ("loadsgf", [file]) => Command::LoadSgf(file.into(), None),
        // The position before the move with this number.
        ("loadsgf", [file, number]) => {
            let plies = number.parse::<usize>().ok()?.checked_sub(1)?;
            Command::LoadSgf(file.into(), Some(plies))
        }
        ("time_settings", [main, period, moves]) => {
            Command::TimeSettings(seconds(main)?, seconds(period)?, moves.parse().ok()?)
        }
        ("time_left", [side, left, moves]) => {
            Command::TimeLeft(color(side)?, seconds(left)?, moves.parse().ok()?)
        }
        _ => Command::Analyze(analysis(name, arguments)?),
    })
}

fn info(key: &str, value: &str) -> Result<Command, String> {
    match setting::read(key, value) {
        Ok(Setting::Unknown(_)) => Err(format!("unknown setting '{key}' (expected a key of INFO)")),
        Ok(setting) => Ok(Command::Info(setting)),
        Err(error) => Err(error.to_string()),
    }
}

/// The setting for a game by its name, or for Gomoku by the name of its rule.
fn game_setting(name: &str) -> Result<Setting, String> {
    match name.to_ascii_lowercase().as_str() {
        "gomoku" => Ok(Setting::Othello(false)),
        "othello" => Ok(Setting::Othello(true)),
        rule => {
            let rule = rule.parse::<Rule>().map(|rule| Setting::Rule(RuleBits::of(rule)));
            rule.map_err(|_| {
                let [gomoku, othello] = GAMES;
                format!("unknown game '{name}' (expected {gomoku}, {othello}, {})", Rule::names())
            })
        }
    }
}

/// The arguments of an analysis: a side, an interval in 1/100 s, and pairs of words and values, all optional.
fn analysis(name: &str, arguments: &[&str]) -> Option<Analysis> {
    let plays = name.ends_with("genmove_analyze");
    let dialect = match name.strip_suffix(if plays { "genmove_analyze" } else { "analyze" })? {
        "" | "lz-" => Dialect::Leela,
        "kata-" => Dialect::Kata,
        _ => return None,
    };
    let lines = if plays { 1 } else { LINES };
    let mut analysis = Analysis { side: None, dialect, interval: Duration::ZERO, lines, plays };
    let mut words = arguments.iter().copied().peekable();
    analysis.side = words.peek().and_then(|word| color(word)).inspect(|_| {
        words.next();
    });
    if let Some(interval) = words.peek().and_then(|word| hundredths(word)) {
        words.next();
        analysis.interval = interval;
    }
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word {
            "interval" => analysis.interval = hundredths(value)?,
            "maxmoves" => analysis.lines = value.parse().ok().filter(|&lines| lines > 0)?,
            // They would restrict the search, which does not support this.
            "avoid" | "allow" => return None,
            // Other values request more than there is to report.
            _ => {}
        }
    }
    (!plays || analysis.side.is_some()).then_some(analysis)
}

fn colored(side: &str, point: &str) -> Option<(Color, Vertex)> {
    color(side).zip(Vertex::from_text(point))
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

/// Hundredths of a second, for which KataGo allows fractions.
fn hundredths(text: &str) -> Option<Duration> {
    let hundredths: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(hundredths / 100.0).ok()
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
        let vertex = Vertex::from_text("f5").unwrap();
        assert_eq!(request.id, Some(12));
        assert_eq!(request.command, Ok(Command::Play(Color::Black, vertex)));
        assert_eq!(parse("name").unwrap().id, None);
        assert_eq!(read("na\u{7}me"), Ok(Command::Name));
    }

    #[test]
    fn every_named_command_is_known_and_complains_about_its_arguments() {
        for name in NAMES.iter().filter(|&&name| name != "info") {
            let told = read(&format!("{name} x y z w v"));
            assert_eq!(told, Err(format!("wrong arguments for {name}")));
        }
        assert_eq!(read("dance"), Err("unknown command".to_owned()));
        for bad in [
            "play b i9",
            "play r f5",
            "boardsize -1",
            "time_left b x 0",
            "komi x",
            "loadsgf x 0",
            "gogui-play_sequence b f5 w",
            "genmove_analyze 50",
            "lz-analyze b 50 maxmoves 0",
            "lz-analyze b avoid w d4 1",
        ] {
            assert!(read(bad).unwrap_err().starts_with("wrong arguments"), "{bad}");
        }
        assert!(read("info max_depth x").is_err());
        let folder = Setting::Folder("a b".to_owned());
        assert_eq!(read("info folder a b"), Ok(Command::Info(folder)));
        assert_eq!(
            read("info taste sweet"),
            Err("unknown setting 'taste' (expected a key of INFO)".to_owned())
        );
    }

    #[test]
    fn analyses_are_read_in_every_dialect() {
        let plain = Analysis {
            side: None,
            dialect: Dialect::Leela,
            interval: Duration::ZERO,
            lines: LINES,
            plays: false,
        };
        let half = Duration::from_millis(500);
        let black = Analysis { side: Some(Color::Black), interval: half, ..plain };
        for (line, analysis) in [
            ("analyze", plain),
            ("lz-analyze 50", Analysis { interval: half, ..plain }),
            ("lz-analyze b 50", black),
            ("lz-analyze B interval 50 minmoves 3", black),
            ("kata-analyze b 50 ownership true", Analysis { dialect: Dialect::Kata, ..black }),
            (
                "kata-analyze 50 maxmoves 9",
                Analysis { dialect: Dialect::Kata, interval: half, lines: 9, ..plain },
            ),
            ("lz-genmove_analyze b 50", Analysis { lines: 1, plays: true, ..black }),
        ] {
            assert_eq!(read(line), Ok(Command::Analyze(analysis)), "{line}");
        }
    }

    #[test]
    fn games_are_named_by_themselves_or_by_their_rule() {
        assert_eq!(read("set_game gomoku"), Ok(Command::SetGame(Setting::Othello(false))));
        let renju = Setting::Rule(RuleBits::of(Rule::Renju));
        assert_eq!(read("set_game Renju"), Ok(Command::SetGame(renju)));
        let expected = "unknown game 'Go' (expected Gomoku, Othello, freestyle, standard, renju, \
                        caro or caro-exact)";
        assert_eq!(read("set_game Go"), Err(expected.to_owned()));
    }

    #[test]
    fn colours_passes_and_times_are_read_in_every_form() {
        assert_eq!(read("play WHITE PASS"), Ok(Command::Play(Color::White, Vertex::Pass)));
        assert_eq!(read("genmove w"), Ok(Command::GenMove(Color::White)));
        assert_eq!(read("reg_genmove Black"), Ok(Command::RegGenMove(Color::Black)));
        let left = Duration::from_millis(1500);
        assert_eq!(read("time_left b 1.5 0"), Ok(Command::TimeLeft(Color::Black, left, 0)));
        assert!(read("time_settings 1e99 0 0").is_err() && read("time_settings -1 0 0").is_err());
    }
}
