//! The grammar of one line, in `nom`.
//!
//! A line is a command word, in any case, and its arguments. Blanks are allowed after every part. A failed
//! parse reports what was expected and where.

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{char, i32 as integer, space0, space1, u32 as number};
use nom::combinator::{all_consuming, cut, map, map_opt, opt, rest, value, verify};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use crate::color::Color;
use crate::coord::Point;
use crate::formats::obf;

use super::database::{self, DatabaseCommand, Deletion, FileJob, PositionJob, Upkeep};
use super::{AvoidRequest, BoardStone, Command, HashRequest, Owner, Soosorv};
use crate::database::unquote;
use crate::frontend::desk::Target;
use crate::frontend::setting::{self, Setting};
use crate::search::report::Balance;

/// The form of a command's line.
enum Form {
    /// No arguments.
    Alone(Command),
    /// A description of the arguments, and their parser.
    With(&'static str, fn(&str) -> IResult<&str, Command>),
    /// More lines follow, up to `DONE`.
    Block(Block),
    /// The name of a file follows, on the same line or the next.
    File(fn(String) -> Command),
}

/// A request of several lines, with the command that they form. The lines may also be written after the command word
/// and its heading, separated by blanks.
#[derive(Clone, Copy, Debug)]
pub enum Block {
    /// Stones with their owners.
    Stones(fn(Vec<BoardStone>) -> Command),
    /// Points.
    Points(fn(Vec<Target>) -> Command),
    /// Points under a heading in the first line: a description of the heading, and the command; `None` if the heading
    /// is malformed.
    Headed(&'static str, fn(&str, Vec<Target>) -> Option<Command>),
}

/// A line outside a block.
#[derive(Clone, Debug)]
pub enum Statement<'a> {
    /// A whole request.
    Command(Command),
    /// The first line of a block: its command word and the rest of the line.
    Opens { word: &'static str, block: Block, rest: &'a str },
    /// A command whose file name is on the next line.
    NeedsFile { word: &'static str, command: fn(String) -> Command },
}

/// One line inside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockLine {
    /// A stone; without an owner in `SWAP2BOARD`.
    Stone(Target, Option<Owner>),
    /// `DONE`, the end of the block.
    Done,
    /// `END`, which ends the process even inside a block.
    End,
}

/// How a line violates the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError<'a> {
    /// The first word is not a command.
    UnknownWord(&'a str),
    /// The command does not take these arguments.
    Arguments {
        /// The command word as sent.
        word: &'a str,
        /// The expected arguments, as text.
        expected: &'static str,
        /// The text found instead.
        rest: &'a str,
    },
}

/// Description of the arguments of a command that has none.
pub const NOTHING: &str = "nothing more";
const POINT: &str = "a point (x,y or a letter and a number)";
const COUNT: &str = "a number from 1";
const BIAS: &str = "hundredths of a point";
const FIFTHS: &str = "a number of fifth moves, 1 to 225";

/// A command word with the form of its line.
type Word = (&'static str, fn() -> Form);

/// Every command word.
const WORDS: &[Word] = &[
    ("START", || Form::With("a board size", start)),
    ("RECTSTART", || Form::With("width,height", rect_start)),
    ("RESTART", || Form::Alone(Command::Restart)),
    ("BEGIN", || Form::Alone(Command::Begin)),
    ("TURN", || Form::With(POINT, |i| map(target, Command::Turn).parse(i))),
    ("BOARD", || Form::Block(Block::Stones(Command::Board))),
    ("YXBOARD", || Form::Block(Block::Stones(Command::YxBoard))),
    ("SWAP2BOARD", || Form::Block(Block::Points(Command::Swap2Board))),
    ("INFO", || Form::With("a key and a value", info)),
    ("TAKEBACK", || Form::With(POINT, |i| map(target, Command::TakeBack).parse(i))),
    ("PLAY", || Form::With(POINT, |i| map(target, Command::Play).parse(i))),
    ("ABOUT", || Form::Alone(Command::About)),
    ("END", || Form::Alone(Command::End)),
    ("STOP", || Form::Alone(Command::Stop)),
    ("YXSTOP", || Form::Alone(Command::Stop)),
    ("UNDO", || Form::With(COUNT, |i| map(opt(count), |n| Command::Undo(n.unwrap_or(1))).parse(i))),
    ("POSITION", || Form::With("64 squares of X, O and -, and the side to move", position)),
    ("SHOW", || Form::Alone(Command::Show)),
    ("MOVES", || Form::Alone(Command::Moves)),
    ("RESULT", || Form::Alone(Command::Result)),
    ("FORBIDDEN", || Form::Alone(Command::Forbidden)),
    ("YXSHOWFORBID", || Form::Alone(Command::YxShowForbid)),
    ("WHY", || Form::With(POINT, |i| map(target, Command::Why).parse(i))),
    ("NBEST", || Form::With(COUNT, |i| map(count, Command::NBest).parse(i))),
    ("YXNBEST", || Form::With(COUNT, |i| map(count, Command::YxNBest).parse(i))),
    ("EVAL", || Form::Alone(Command::Eval)),
    ("OPTIONS", || Form::Alone(Command::Options)),
    ("YXSHOWINFO", || Form::Alone(Command::YxShowInfo)),
    ("YXHASHCLEAR", || Form::Alone(Command::YxHashClear)),
    ("YXBLOCK", || Form::Block(Block::Points(|points| block(points, false)))),
    ("YXBLOCKUNDO", || Form::Block(Block::Points(|points| block(points, true)))),
    ("YXBLOCKRESET", || Form::Alone(Command::YxAvoid(AvoidRequest::ResetPoints))),
    ("YXBLOCKPATH", || Form::Block(Block::Points(|moves| block_path(moves, false)))),
    ("YXBLOCKPATHUNDO", || Form::Block(Block::Points(|moves| block_path(moves, true)))),
    ("YXBLOCKPATHRESET", || Form::Alone(Command::YxAvoid(AvoidRequest::ResetPaths))),
    ("YXFORBID", || Form::With("add or del, x, y and a side, 0 or 1", forbid)),
    ("YXBALANCEONE", || Form::With(BIAS, |i| balance(1, i))),
    ("YXBALANCETWO", || Form::With(BIAS, |i| balance(2, i))),
    ("YXSEARCHDEFEND", || Form::Alone(Command::YxSearchDefend)),
    ("YXSWAP2STEP1", || Form::Alone(Command::YxSwap2(1))),
    ("YXSWAP2STEP2", || Form::Alone(Command::YxSwap2(2))),
    ("YXSWAP2STEP3", || Form::Alone(Command::YxSwap2(3))),
    ("YXSOOSORVSTEP1", || Form::Alone(Command::YxSoosorv(Soosorv::Propose))),
    ("YXSOOSORVSTEP2", || {
        Form::Block(Block::Points(|moves| Command::YxSoosorv(Soosorv::SwapAfterThree(moves))))
    }),
    ("YXSOOSORVSTEP3", || {
        Form::Block(Block::Points(|moves| Command::YxSoosorv(Soosorv::PlayFourth(moves))))
    }),
    ("YXSOOSORVSTEP4", || {
        Form::Block(Block::Headed(FIFTHS, |count, moves| {
            Some(Command::YxSoosorv(Soosorv::SwapAfterFour(fifths(count)?, moves)))
        }))
    }),
    ("YXSOOSORVSTEP5", || {
        Form::Block(Block::Headed(FIFTHS, |count, moves| {
            Some(Command::YxSoosorv(Soosorv::ProposeFifths(fifths(count)?, moves)))
        }))
    }),
    ("YXSOOSORVSTEP6", || {
        Form::Block(Block::Points(|moves| Command::YxSoosorv(Soosorv::ChooseFifth(moves))))
    }),
    ("YXDRAW", || Form::Alone(Command::YxDraw)),
    ("YXRESIGN", || Form::Alone(Command::YxResign)),
    ("YXPRINTFEATURE", || Form::Alone(Command::YxPrintFeature)),
    ("YXSHOWHASHUSAGE", || Form::Alone(Command::YxHash(HashRequest::Usage))),
    ("YXHASHDUMP", || Form::File(|file| Command::YxHash(HashRequest::Dump(file)))),
    ("YXHASHLOAD", || Form::File(|file| Command::YxHash(HashRequest::Load(file)))),
    ("RELOADCONFIG", || Form::With("a file", |i| value(Command::Ignored, rest).parse(i))),
    ("YXSETDATABASE", || Form::File(|file| on_file(FileJob::Open, file))),
    ("YXSAVEDATABASE", || Form::Alone(Command::Database(DatabaseCommand::Upkeep(Upkeep::Save)))),
    ("YXDBCHECK", || Form::Alone(Command::Database(DatabaseCommand::Upkeep(Upkeep::Check)))),
    ("YXDBFIX", || Form::Alone(Command::Database(DatabaseCommand::Upkeep(Upkeep::Fix)))),
    ("YXDBTOTXT", || Form::File(|file| on_file(FileJob::WriteText { all: false }, file))),
    ("YXDBTOTXTALL", || Form::File(|file| on_file(FileJob::WriteText { all: true }, file))),
    ("YXTXTTODB", || Form::File(|file| on_file(FileJob::ReadText, file))),
    ("YXDBTOPOS", || Form::File(|file| on_file(FileJob::WriteMoves, file))),
    ("YXDBTOLIB", || Form::File(|file| on_file(FileJob::WriteLibrary, file))),
    ("YXLIBTODB", || Form::File(|file| on_file(FileJob::ReadLibrary, file))),
    ("YXDBSPLIT", || Form::File(|file| on_file(FileJob::Split, file))),
    ("YXDBMERGE", || Form::File(|file| on_file(FileJob::Merge, file))),
    ("YXQUERYDATABASEALL", || Form::Block(Block::Points(|moves| on_position(QUERY_ALL, moves)))),
    ("YXQUERYDATABASEALLT", || {
        Form::Block(Block::Points(|moves| on_position(QUERY_ALL_WITH_COMMENT, moves)))
    }),
    ("YXQUERYDATABASEONE", || {
        Form::Block(Block::Points(|moves| on_position(PositionJob::QueryOne, moves)))
    }),
    ("YXQUERYDATABASETEXT", || {
        Form::Block(Block::Points(|moves| on_position(PositionJob::QueryComment, moves)))
    }),
    ("YXSETBESTMOVEDATABASE", || {
        Form::Block(Block::Points(|moves| on_position(PositionJob::SetBest, moves)))
    }),
    ("YXCLEARBESTMOVEDATABASE", || {
        Form::Block(Block::Points(|moves| on_position(PositionJob::ClearBest, moves)))
    }),
    ("YXDELETEDATABASEONE", || {
        Form::Block(Block::Points(|moves| on_position(PositionJob::DeleteOne, moves)))
    }),
    ("YXDELETEDATABASEALL", || {
        Form::Block(Block::Headed(DELETIONS, |kind, moves| {
            Some(on_position(PositionJob::DeleteAll(Deletion::from_name(kind)?), moves))
        }))
    }),
    ("YXEDITTVDDATABASE", || {
        Form::Block(Block::Headed("fields, mark, value and depth as numbers", |numbers, moves| {
            Some(on_position(database::edit(numbers)?, moves))
        }))
    }),
    ("YXEDITTEXTDATABASE", || {
        Form::Block(Block::Headed("a text in quotes", |text, moves| {
            Some(on_position(PositionJob::EditComment(unquote(text)?), moves))
        }))
    }),
    ("YXEDITLABELDATABASE", || {
        Form::Block(Block::Headed("a point and a label", |label, moves| {
            Some(on_position(edit_label(label)?, moves))
        }))
    }),
];

const QUERY_ALL: PositionJob = PositionJob::QueryAll { with_comment: false };
const QUERY_ALL_WITH_COMMENT: PositionJob = PositionJob::QueryAll { with_comment: true };
const DELETIONS: &str = "w, l, wl, wld, nonwl, nonwld, wlnostep, wlinstep and a number, or nothing";

fn on_file(job: FileJob, file: String) -> Command {
    Command::Database(DatabaseCommand::File(job, file))
}

fn on_position(job: PositionJob, moves: Vec<Target>) -> Command {
    Command::Database(DatabaseCommand::Position(job, moves))
}

/// Every command word.
pub fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|&(word, _)| word)
}

/// Reads a line outside a block. `line` is trimmed and not empty.
///
/// # Errors
/// The word is unknown, or its arguments are malformed.
pub fn line(line: &str) -> Result<Statement<'_>, LineError<'_>> {
    let (after, word) = word(line).map_err(|_| LineError::UnknownWord(line))?;
    let known = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    let Some((name, form)) = known else {
        return Err(LineError::UnknownWord(word));
    };
    match form() {
        Form::Alone(command) if after.is_empty() => Ok(Statement::Command(command)),
        Form::Alone(_) => Err(LineError::Arguments { word, expected: NOTHING, rest: after }),
        Form::Block(block) => Ok(Statement::Opens { word: name, block, rest: after }),
        Form::File(command) if after.is_empty() => Ok(Statement::NeedsFile { word: name, command }),
        Form::File(command) => Ok(Statement::Command(command(after.to_owned()))),
        Form::With(expected, arguments) => {
            match all_consuming(terminated(arguments, space0)).parse(after) {
                Ok((_, command)) => Ok(Statement::Command(command)),
                Err(error) => {
                    Err(LineError::Arguments { word, expected, rest: failed_at(&error, after) })
                }
            }
        }
    }
}

/// Whether the line's command word is `INFO`.
pub fn is_info(line: &str) -> bool {
    word(line).is_ok_and(|(_, word)| word.eq_ignore_ascii_case("INFO"))
}

/// Reads a line of a block. `line` is trimmed and not empty.
///
/// # Errors
/// What the grammar expects, as text.
pub fn block_line(block: Block, line: &str) -> Result<BlockLine, &'static str> {
    let owned = |i| map(board_stone, |s| BlockLine::Stone(s.target, Some(s.owner))).parse(i);
    let bare = |i| map(target, |t| BlockLine::Stone(t, None)).parse(i);
    let stone = |i| match block {
        Block::Stones(_) => owned(i),
        Block::Points(_) | Block::Headed(..) => bare(i),
    };
    let done = value(BlockLine::Done, tag_no_case("DONE"));
    let end = value(BlockLine::End, tag_no_case("END"));
    match all_consuming(alt((done, end, stone))).parse(line) {
        Ok((_, line)) => Ok(line),
        Err(_) => Err(match block {
            Block::Stones(_) => "x,y,1 (own), x,y,2 (opponent), x,y,3 or DONE",
            Block::Points(_) | Block::Headed(..) => "x,y or DONE",
        }),
    }
}

/// Splits the text after the command word of `block` into the heading and the following lines. If the whole text is a
/// valid heading, as every label is, it contains no lines.
pub fn split_heading(block: Block, text: &str) -> (&str, &str) {
    let Block::Headed(_, command) = block else { return ("", text) };
    if command(text, Vec::new()).is_some() {
        return (text, "");
    }
    let is_line = |word: &&str| block_line(block, word).is_ok();
    let first = text.split_whitespace().rev().take_while(is_line).last();
    let start = first.map_or(text.len(), |first| first.as_ptr() as usize - text.as_ptr() as usize);
    (text[..start].trim_end(), &text[start..])
}

/// Whether `line` can belong to the block of an unknown command.
pub fn is_block_line(line: &str) -> bool {
    let point = value((), (target, opt((comma, integer))));
    let done = value((), tag_no_case("DONE"));
    all_consuming(alt((done, point))).parse(line).is_ok()
}

/// The first word of a line. The rest begins after the blanks that follow it.
fn word(i: &str) -> IResult<&str, &str> {
    terminated(take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_'), space0).parse(i)
}

/// A key of `INFO`, which may have a prefix: `search.NAME`.
fn info_key(i: &str) -> IResult<&str, &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    terminated(take_while1(is_part), space0).parse(i)
}

fn start(i: &str) -> IResult<&str, Command> {
    let size = (number, opt(preceded(separator, number)));
    map(size, |(width, height)| Command::Start {
        width,
        height: height.unwrap_or(width),
        is_older: height.is_some(),
    })
    .parse(i)
}

fn forbid(i: &str) -> IResult<&str, Command> {
    let is_undone = alt((value(false, tag_no_case("add")), value(true, tag_no_case("del"))));
    let part = |i| preceded(space1, integer).parse(i);
    let side =
        preceded(space1, alt((value(Color::Black, char('0')), value(Color::White, char('1')))));
    map((is_undone, part, part, side), |(is_undone, x, y, side)| {
        let point = Target { x, y };
        Command::YxAvoid(AvoidRequest::Forbid { point, side, is_undone })
    })
    .parse(i)
}

fn rect_start(i: &str) -> IResult<&str, Command> {
    map(separated_pair(number, separator, number), |(width, height)| Command::Start {
        width,
        height,
        is_older: false,
    })
    .parse(i)
}

fn info(i: &str) -> IResult<&str, Command> {
    let ours =
        map((info_key, rest), |(key, text): (&str, &str)| match setting::read(key, text.trim()) {
            Ok(setting) => Command::Info(setting),
            Err(error) => Command::BadInfo(error),
        });
    // An INFO must never be answered, so any text after it is accepted.
    let anything = map(rest, |text: &str| Command::Info(Setting::Unknown(text.to_owned())));
    alt((ours, anything)).parse(i)
}

fn position(i: &str) -> IResult<&str, Command> {
    let game = |text: &str| obf::parse_line(text).ok().flatten().map(|problem| problem.game);
    map(map_opt(rest, game), |game| Command::Position(Box::new(game))).parse(i)
}

fn board_stone(i: &str) -> IResult<&str, BoardStone> {
    let owner = map_opt(number, |field| match field {
        1 => Some(Owner::Engine),
        2 => Some(Owner::Opponent),
        3 => Some(Owner::Blocked),
        _ => None,
    });
    map(separated_pair(target, comma, owner), |(target, owner)| BoardStone { target, owner })
        .parse(i)
}

fn block(points: Vec<Target>, is_undone: bool) -> Command {
    Command::YxAvoid(AvoidRequest::Points { points, is_undone })
}

fn block_path(moves: Vec<Target>, is_undone: bool) -> Command {
    Command::YxAvoid(AvoidRequest::Path { moves, is_undone })
}

/// The value of a balanced position, 0 if omitted. Fractions are truncated.
fn balance(moves: u8, i: &str) -> IResult<&str, Command> {
    let fraction = opt(preceded(char('.'), nom::character::complete::digit0));
    map(opt(terminated(integer, fraction)), |score: Option<i32>| {
        Command::YxBalance(Balance { moves, score: score.unwrap_or(0) })
    })
    .parse(i)
}

fn fifths(count: &str) -> Option<u8> {
    count.trim().parse().ok().filter(|count| (1..=225).contains(count))
}

/// `x,y`, or a point in text form, or `pass`.
fn target(i: &str) -> IResult<&str, Target> {
    alt((point, value(Target::PASS, tag_no_case("pass")))).parse(i)
}

/// `x,y label`, or a point in text form; without a label, the label of the point is removed.
fn edit_label(arguments: &str) -> Option<PositionJob> {
    let (text, target) = point(arguments).ok()?;
    let is_separate = text.is_empty() || text.starts_with(char::is_whitespace);
    is_separate.then(|| PositionJob::EditLabel(target, text.trim().to_owned()))
}

/// `x,y`, or a point in text form.
fn point(i: &str) -> IResult<&str, Target> {
    // `cut`: only this form begins with a number, so report an error at the place where the form is violated.
    let y = cut(preceded(comma, integer));
    let numbers = map((integer, y), |(x, y)| Target { x, y });
    alt((numbers, text_point)).parse(i)
}

fn text_point(i: &str) -> IResult<&str, Target> {
    match Point::split_text(i) {
        Some((point, rest)) => Ok((rest, Target { x: point.x().into(), y: point.y().into() })),
        None => nom::combinator::fail().parse(i),
    }
}

fn count(i: &str) -> IResult<&str, u32> {
    verify(number, |&n| n > 0).parse(i)
}

fn comma(i: &str) -> IResult<&str, char> {
    delimited(space0, char(','), space0).parse(i)
}

/// Between width and height: a comma or blanks.
fn separator(i: &str) -> IResult<&str, ()> {
    alt((value((), comma), value((), nom::character::complete::space1))).parse(i)
}

/// The place in `text` where the parser failed.
fn failed_at<'a>(error: &nom::Err<nom::error::Error<&'a str>>, text: &'a str) -> &'a str {
    match error {
        nom::Err::Error(e) | nom::Err::Failure(e) => e.input,
        nom::Err::Incomplete(_) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STONES: Block = Block::Stones(Command::Board);
    const POINTS: Block = Block::Points(Command::Swap2Board);

    #[test]
    fn a_label_follows_its_point() {
        let label = |text: &str| Some(PositionJob::EditLabel(Target { x: 7, y: 8 }, text.into()));
        assert_eq!(edit_label("7,8 A 1"), label("A 1"));
        assert_eq!(edit_label("7 , 8 A 1"), label("A 1"));
        assert_eq!(edit_label("h9"), label(""));
        for text in ["", "7,8A", "h9A", "pass A"] {
            assert_eq!(edit_label(text), None, "{text}");
        }
    }

    fn command(text: &str) -> Command {
        match line(text) {
            Ok(Statement::Command(command)) => command,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn points_have_three_forms() {
        for text in ["TURN 7,7", "turn 7 , 7", "Turn h8", "TURN   H8 ", "tUrN +7,7"] {
            assert_eq!(command(text), Command::Turn(Target { x: 7, y: 7 }), "{text}");
        }
        assert_eq!(command("TURN -1,-1"), Command::Turn(Target::PASS));
        assert_eq!(command("TURN pass"), Command::Turn(Target::PASS));
        assert_eq!(command("TURN 100,-7"), Command::Turn(Target { x: 100, y: -7 }));
    }

    #[test]
    fn sizes_have_an_old_and_a_new_form() {
        for (text, width, height, is_older) in [
            ("START 15", 15, 15, false),
            ("start 20 10", 20, 10, true),
            ("RECTSTART 20 , 10", 20, 10, false),
        ] {
            assert_eq!(command(text), Command::Start { width, height, is_older }, "{text}");
        }
    }

    #[test]
    fn counts_may_be_left_out_where_they_have_a_default() {
        assert_eq!(command("UNDO"), Command::Undo(1));
        assert_eq!(command("undo 3"), Command::Undo(3));
        assert!(line("NBEST").is_err());
    }

    #[test]
    fn errors_point_at_what_does_not_fit() {
        let rest = |text| match line(text) {
            Err(LineError::Arguments { rest, .. }) => rest,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(rest("TURN"), "");
        assert_eq!(rest("TURN 7"), "");
        assert_eq!(rest("TURN 7,7,7"), ",7");
        assert_eq!(rest("START fifteen"), "fifteen");
        assert_eq!(rest("BEGIN now"), "now");
        assert_eq!(rest("TURN 99999999999,1"), "99999999999,1");
        for (text, word) in [("SUGGEST 1,1", "SUGGEST"), ("#!/bin", "#!/bin")] {
            assert_eq!(line(text).err(), Some(LineError::UnknownWord(word)));
        }
    }

    #[test]
    fn block_lines_need_an_owner_but_in_swap2() {
        let stone = |x, y, owner| Ok(BlockLine::Stone(Target { x, y }, owner));
        assert_eq!(block_line(STONES, "7 , 7 , 2"), stone(7, 7, Some(Owner::Opponent)));
        assert_eq!(block_line(STONES, "h8,1"), stone(7, 7, Some(Owner::Engine)));
        assert_eq!(block_line(POINTS, "7,7"), stone(7, 7, None));
        assert_eq!(block_line(STONES, "done"), Ok(BlockLine::Done));
        assert!(block_line(STONES, "7,7").is_err());
        assert!(block_line(STONES, "7,7,4").is_err());
        assert!(block_line(POINTS, "7,7,1").is_err());
    }

    proptest! {
        #[test]
        fn no_line_panics(text in "\\PC{0,60}") {
            let _ = line(&text);
            let _ = block_line(STONES, &text);
            let _ = block_line(POINTS, &text);
        }

        #[test]
        fn no_arguments_panic(word in 0..WORDS.len(), text in "[-+0-9a-z, é]{0,20}") {
            let _ = line(&format!("{} {text}", WORDS[word].0));
        }
    }
}
