//! Parses typed lines into requests.

use std::path::PathBuf;

use super::board::Symbols;
use super::options::{BoardStyle, Level};
use crate::color::Color;
use crate::formats::picture::Style;
use crate::frontend::desk::Target;

/// A typed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedRequest {
    /// Play on this point, or pass.
    Move(Target),
    /// Take back this many moves, or everything from the user's own last move on.
    Undo(Option<u32>),
    /// Let the engine move.
    Go,
    /// Show this many of the engine's best moves.
    Hint(u32),
    /// Change sides.
    Swap,
    Level(Level),
    /// Explain a forbidden point.
    Why(Target),
    Moves,
    Result,
    Board,
    /// Draw the board in another style from now on.
    Style(BoardStyle),
    /// Save the game in this file.
    Save(PathBuf),
    /// Continue the game in this file.
    Load(PathBuf),
    /// Analyse the game, and write the page of the analysis to a file if one is named.
    Analyze(Option<PathBuf>),
    /// Place and remove stones.
    SetUp,
    /// Begin a game with the opening swap2.
    Swap2,
    Resign,
    /// Abandon the game and start a new one.
    New,
    Quit,
    Help,
    /// The answer to a question.
    Answer(YesNo),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesNo {
    Yes,
    No,
}

/// Why a line is not a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// Neither a move nor a command.
    Unknown(String),
    /// An argument of a command that takes none.
    Argument {
        command: &'static str,
        text: String,
    },
    /// An argument that is not a number from 1.
    Number {
        command: &'static str,
        text: String,
    },
    NoPoint {
        command: &'static str,
    },
    NoFile {
        command: &'static str,
    },
    /// A point before the first column or row.
    BeforeFirst(String),
    Level(String),
}

/// The use that a command makes of its argument.
#[derive(Clone)]
enum Form {
    Alone(TypedRequest),
    Undo,
    Hint,
    Level,
    Why,
    Save,
    Load,
    Analyze,
}

/// The commands with their names in English, which come first, and Chinese.
static COMMANDS: &[(&[&str], Form)] = &[
    (&["undo", "悔棋"], Form::Undo),
    (&["hint", "提示"], Form::Hint),
    (&["level", "级别", "难度"], Form::Level),
    (&["why", "为什么", "禁手"], Form::Why),
    (&["go", "走棋"], Form::Alone(TypedRequest::Go)),
    (&["swap", "换边", "交换"], Form::Alone(TypedRequest::Swap)),
    (&["pass", "停一手"], Form::Alone(TypedRequest::Move(Target::PASS))),
    (&["moves", "棋谱"], Form::Alone(TypedRequest::Moves)),
    (&["result", "结果"], Form::Alone(TypedRequest::Result)),
    (&["board", "棋盘"], Form::Alone(TypedRequest::Board)),
    (&["lines", "线条"], Form::Alone(TypedRequest::Style(BoardStyle::Lines(Symbols::Narrow)))),
    (&["wide", "宽"], Form::Alone(TypedRequest::Style(BoardStyle::Plain(Style::Wide)))),
    (&["narrow", "窄"], Form::Alone(TypedRequest::Style(BoardStyle::Plain(Style::Narrow)))),
    (&["save", "保存"], Form::Save),
    (&["load", "读取", "打开"], Form::Load),
    (&["analyze", "分析"], Form::Analyze),
    (&["setup", "摆棋"], Form::Alone(TypedRequest::SetUp)),
    (&["swap2", "三手交换"], Form::Alone(TypedRequest::Swap2)),
    (&["resign", "认输"], Form::Alone(TypedRequest::Resign)),
    (&["new", "新局", "重开"], Form::Alone(TypedRequest::New)),
    (&["quit", "exit", "退出"], Form::Alone(TypedRequest::Quit)),
    (&["help", "?", "帮助"], Form::Alone(TypedRequest::Help)),
    (&["y", "yes", "是"], Form::Alone(TypedRequest::Answer(YesNo::Yes))),
    (&["n", "no", "否"], Form::Alone(TypedRequest::Answer(YesNo::No))),
];

/// Reads a line that is not blank.
///
/// # Errors
/// Why the line is not a request.
pub fn parse(line: &str) -> Result<TypedRequest, Misread> {
    let narrow = half_width(line);
    let lower = narrow.trim().to_ascii_lowercase();
    if let Some(target) = parse_target(&lower)? {
        return Ok(TypedRequest::Move(target));
    }
    let unknown = || Misread::Unknown(shown(line));
    let (name, form, argument) = find(&lower).ok_or_else(unknown)?;
    match form {
        Form::Alone(request) if argument.is_empty() => Ok(request),
        Form::Alone(_) => Err(Misread::Argument { command: name, text: shown(argument) }),
        Form::Undo if argument.is_empty() => Ok(TypedRequest::Undo(None)),
        Form::Undo => number(name, argument).map(|number| TypedRequest::Undo(Some(number))),
        Form::Hint if argument.is_empty() => Ok(TypedRequest::Hint(1)),
        Form::Hint => number(name, argument).map(TypedRequest::Hint),
        Form::Level => {
            let level = argument.parse().map(TypedRequest::Level);
            level.map_err(|_| Misread::Level(shown(argument)))
        }
        Form::Save => file(line, name).map(TypedRequest::Save),
        Form::Load => file(line, name).map(TypedRequest::Load),
        Form::Analyze => Ok(TypedRequest::Analyze(file(line, name).ok())),
        Form::Why => {
            let target = parse_target(argument)?;
            target.map(TypedRequest::Why).ok_or(Misread::NoPoint { command: name })
        }
    }
}

/// A request while stones are set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUpRequest {
    /// Place stones of a colour on these points, or clear them.
    Put(Option<Color>, Vec<Target>),
    /// The side to move.
    Turn(Color),
    Clear,
    /// The game continues from here.
    Done,
    /// The game continues unchanged.
    Cancel,
    Help,
}

/// Reads a line about stones that is not blank: `x h8 i9`, `o j10`, `- h8`, `turn o`, `clear`, `done`, `cancel`.
///
/// # Errors
/// Why the line is not a request.
pub fn parse_setup(line: &str) -> Result<SetUpRequest, Misread> {
    let lower = half_width(line).to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let unknown = || Misread::Unknown(shown(line));
    let color = |word: &str| match word {
        "x" | "black" | "黑" => Some(Color::Black),
        "o" | "white" | "白" => Some(Color::White),
        _ => None,
    };
    let request = match words[..] {
        ["turn" | "轮到", side] => color(side).map(SetUpRequest::Turn),
        ["clear" | "清空"] => Some(SetUpRequest::Clear),
        ["done" | "ok" | "完成"] => Some(SetUpRequest::Done),
        ["cancel" | "取消"] => Some(SetUpRequest::Cancel),
        ["help" | "?" | "帮助"] => Some(SetUpRequest::Help),
        [stone, ref points @ ..] if !points.is_empty() => {
            let stone = if stone == "-" { None } else { Some(color(stone).ok_or_else(unknown)?) };
            let mut targets = Vec::new();
            for point in points {
                targets.push(parse_target(point)?.ok_or_else(unknown)?);
            }
            Some(SetUpRequest::Put(stone, targets))
        }
        _ => None,
    };
    request.ok_or_else(unknown)
}

/// The command of a line, by the name that was typed, and its argument. A Chinese name need not be separated from the
/// argument.
fn find(line: &str) -> Option<(&'static str, Form, &str)> {
    let starts = |argument: &str| argument.starts_with(|c: char| c.is_ascii_graphic());
    let names =
        || COMMANDS.iter().flat_map(|(names, form)| names.iter().map(move |name| (*name, form)));
    let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if let Some((name, form)) = names().find(|(name, _)| *name == word) {
        return Some((name, form.clone(), argument.trim()));
    }
    let chinese = names().filter(|(name, _)| !name.is_ascii());
    let mut found =
        chinese.filter_map(|(name, form)| Some((name, form.clone(), line.strip_prefix(name)?)));
    found.find(|(_, _, argument)| starts(argument))
}

/// `line` with full-width forms, which Chinese and Japanese keyboards produce, replaced by ASCII.
pub(super) fn half_width(line: &str) -> String {
    let narrow = |c: char| match c {
        '\u{3000}' => ' ',
        '、' | '，' => ',',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        c => c,
    };
    line.chars().map(narrow).collect()
}

/// The file named after the command in `line`, as typed.
fn file(line: &str, command: &'static str) -> Result<PathBuf, Misread> {
    let line = line.trim();
    let argument = match line.strip_prefix(command) {
        Some(argument) => argument.trim(),
        // The name was typed in upper case or in full-width letters.
        None => line.split_once(char::is_whitespace).unwrap_or_default().1.trim(),
    };
    if argument.is_empty() { Err(Misread::NoFile { command }) } else { Ok(argument.into()) }
}

fn number(command: &'static str, argument: &str) -> Result<u32, Misread> {
    let number = argument.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Misread::Number { command, text: shown(argument) })
}

/// Reads `h8`, `h 8`, `8 8` or `8,8`; anything else is `None`. At the terminal both numbers count from 1.
///
/// # Errors
/// The point is before the first column or row.
fn parse_target(text: &str) -> Result<Option<Target>, Misread> {
    let numbers = letter_and_number(text).or_else(|| two_numbers(text));
    match numbers {
        Some((column, row)) if column < 1 || row < 1 => Err(Misread::BeforeFirst(shown(text))),
        numbers => Ok(numbers.map(|(column, row)| Target { x: column - 1, y: row - 1 })),
    }
}

/// `h8` or `h 8`, even if no board has this point: the board is checked later.
fn letter_and_number(text: &str) -> Option<(i32, i32)> {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = text[1..].trim_start();
    let row = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some((i32::from(letter - b'a') + 1, row))
}

fn two_numbers(text: &str) -> Option<(i32, i32)> {
    let (column, row) = text.split_once(',').or_else(|| text.split_once(char::is_whitespace))?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// Typed text, short enough for a message.
fn shown(text: &str) -> String {
    text.trim().chars().take(30).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Language, Words};
    use proptest::prelude::*;

    #[test]
    fn a_point_is_read_in_every_form_as_printed_on_the_board() {
        let there = Ok(TypedRequest::Move(Target { x: 7, y: 8 }));
        for text in
            ["h9", "H9", " h9 ", "h 9", "8 9", "8,9", "8, 9", "8   9", "Ｈ９", "ｈ　９", "８，９"]
        {
            assert_eq!(parse(text), there, "{text}");
        }
        assert_eq!(parse("z99"), Ok(TypedRequest::Move(Target { x: 25, y: 98 })));
        assert_eq!(parse("why 1 1"), Ok(TypedRequest::Why(Target { x: 0, y: 0 })));
        assert_eq!(parse("why h9"), Ok(TypedRequest::Why(Target { x: 7, y: 8 })));
        assert_eq!(parse("y"), Ok(TypedRequest::Answer(YesNo::Yes)));
    }

    #[test]
    fn nothing_before_the_first_point_is_taken_for_a_pass() {
        for text in ["0,0", "0 0", "h0", "why 0 0", "1 0", "-5,3"] {
            assert!(matches!(parse(text), Err(Misread::BeforeFirst(_))), "{text}");
        }
        assert_eq!(parse("pass"), Ok(TypedRequest::Move(Target::PASS)));
    }

    #[test]
    fn commands_are_read_in_any_case_with_their_arguments() {
        assert_eq!(parse("UNDO"), Ok(TypedRequest::Undo(None)));
        assert_eq!(parse("undo 3"), Ok(TypedRequest::Undo(Some(3))));
        assert_eq!(parse("hint"), Ok(TypedRequest::Hint(1)));
        assert_eq!(parse("level 8"), Ok(TypedRequest::Level(Level::Skill(8))));
        let wide = TypedRequest::Style(BoardStyle::Plain(Style::Wide));
        assert_eq!(parse("Wide"), Ok(wide));
        assert_eq!(parse("?"), Ok(TypedRequest::Help));
        assert_eq!(parse("yes"), Ok(TypedRequest::Answer(YesNo::Yes)));
        assert_eq!(parse("Save My Game.psq"), Ok(TypedRequest::Save("My Game.psq".into())));
        assert_eq!(parse("读取 对局１.sgf"), Ok(TypedRequest::Load("对局１.sgf".into())));
        assert_eq!(parse("保存a.psq"), Ok(TypedRequest::Save("a.psq".into())));
        assert_eq!(parse("保存a b.psq"), Ok(TypedRequest::Save("a b.psq".into())));
    }

    #[test]
    fn commands_are_read_in_chinese() {
        for (chinese, english) in [
            ("悔棋", "undo"),
            ("悔棋 3", "undo 3"),
            ("悔棋3", "undo 3"),
            ("提示５", "hint 5"),
            ("级别　3", "level 3"),
            ("为什么h8", "why h8"),
            ("认输", "resign"),
            ("帮助", "help"),
            ("？", "help"),
            ("退出", "quit"),
            ("是", "yes"),
        ] {
            assert_eq!(parse(chinese), parse(english), "{chinese}");
            assert!(parse(chinese).is_ok(), "{chinese}");
        }
        assert!(parse("悔棋吧").is_err());
    }

    #[test]
    fn stones_are_set_up_in_words_and_signs() {
        let at = |x, y| Target { x, y };
        let black = SetUpRequest::Put(Some(Color::Black), vec![at(7, 7), at(0, 14)]);
        for line in ["x h8 a15", "Black H8 1,15", "黑 ｈ８ a15"] {
            assert_eq!(parse_setup(line), Ok(black.clone()), "{line}");
        }
        assert_eq!(parse_setup("- 1,1"), Ok(SetUpRequest::Put(None, vec![at(0, 0)])));
        assert_eq!(parse_setup("轮到 白"), Ok(SetUpRequest::Turn(Color::White)));
        for line in ["x", "h8", "turn", "turn h8", "x nowhere", "done now"] {
            assert!(matches!(parse_setup(line), Err(Misread::Unknown(_))), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let text = str::to_owned;
        for (line, misread) in [
            ("fly", Misread::Unknown(text("fly"))),
            ("save", Misread::NoFile { command: "save" }),
            ("h8 now", Misread::Unknown(text("h8 now"))),
            ("quit now", Misread::Argument { command: "quit", text: text("now") }),
            ("undo 0", Misread::Number { command: "undo", text: text("0") }),
            ("悔棋 0", Misread::Number { command: "悔棋", text: text("0") }),
            ("undo all", Misread::Number { command: "undo", text: text("all") }),
            ("why", Misread::NoPoint { command: "why" }),
            ("é8", Misread::Unknown(text("é8"))),
            ("level fast", Misread::Level(text("fast"))),
        ] {
            assert_eq!(parse(line), Err(misread), "{line}");
        }
    }

    #[test]
    fn the_help_names_every_command() {
        for (language, index) in [(Language::English, 0), (Language::Chinese, 1)] {
            let help = Words::new(language).say("play-help");
            let answers = ["help", "y", "n", "pass"];
            for (names, _) in COMMANDS.iter().filter(|(names, _)| !answers.contains(&names[0])) {
                let name = names.iter().find(|name| name.is_ascii() == (index == 0));
                assert!(help.contains(name.unwrap()), "{names:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_strange(line in "\\PC{0,40}|[a-z]{0,3}[-0-9, ]{0,14}") {
            let _ = parse(&line);
        }
    }
}
