//! Lines to commands: joins the lines of a block into one command and reports malformed lines.
//!
//! A malformed line of a block does not end it. The block is read up to `DONE` and answered with one error,
//! so that no answer is sent in the middle of a block.

use super::parse::{self, Block, BlockLine, LineError, Statement};
use super::{BoardStone, Command, Owner, Problem};
use crate::formats::encoding::BYTE_ORDER_MARK;
use crate::frontend::desk::Target;
use crate::frontend::setting::Setting;
use crate::frontend::text::printable;

/// Longest line that is read, in bytes, far longer than any valid request.
pub const MAX_LINE: usize = 4096;
/// Bytes of the end of a longer line that tell whether it completes a block.
pub const LINE_END: usize = 8;

/// Most stones of a block: more than the points of any board, with as many passes.
const MAX_STONES: usize = 2048;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejected {
    /// The word is not a command.
    Unknown(String),
    /// A command, but malformed.
    Malformed(Problem),
}

/// Converts the lines of the input, in order.
#[derive(Debug, Default)]
pub struct Dialect {
    open: Option<Open>,
}

/// The command that the next lines belong to.
#[derive(Debug)]
enum Open {
    Block(OpenBlock),
    /// A command that expects the name of a file on the next line.
    File {
        word: &'static str,
        command: fn(String) -> Command,
    },
    /// An unknown command of Yixin-Board that may be followed by a block.
    Unknown,
}

#[derive(Debug)]
struct OpenBlock {
    word: &'static str,
    block: Block,
    heading: Heading,
    lines: usize,
    stones: Vec<(Target, Option<Owner>)>,
    problem: Option<Problem>,
}

/// The text between the command word of a block and its points.
#[derive(Debug, Default)]
struct Heading {
    text: String,
    /// Column where it begins, from 1.
    column: usize,
}

impl Dialect {
    /// A dialect outside any block.
    pub fn new() -> Dialect {
        Dialect::default()
    }

    /// Reads one line, without its end. `None` if it is blank or inside an unfinished block. Bytes that are not UTF-8
    /// become characters that the grammar does not contain. A byte order mark counts as blank.
    pub fn feed(&mut self, line: impl AsRef<[u8]>) -> Option<Result<Command, Rejected>> {
        let is_blank = |c: char| c.is_whitespace() || c.is_control() || BYTE_ORDER_MARK.contains(c);
        let bytes = line.as_ref();
        let line = String::from_utf8_lossy(bytes);
        let text = line.trim_matches(is_blank);
        if bytes.len() > MAX_LINE {
            return self.too_long(text);
        }
        if text.is_empty() {
            return None;
        }
        match self.open.take() {
            Some(Open::Block(block)) => self.inside(block, text),
            Some(Open::File { .. }) if text.eq_ignore_ascii_case("END") => Some(Ok(Command::End)),
            Some(Open::File { command, .. }) => Some(Ok(command(text.to_owned()))),
            Some(Open::Unknown) if parse::is_block_line(text) => {
                self.open = Some(Open::Unknown);
                None
            }
            Some(Open::Unknown) | None => self.outside(&line, text),
        }
    }

    /// Handles the end of the input. A request that still lacks lines is malformed.
    pub fn end(&mut self) -> Option<Result<Command, Rejected>> {
        let problem = match self.open.take()? {
            Open::Block(open) => {
                let unfinished = Problem::Unfinished { command: open.word, expected: "DONE" };
                open.problem.unwrap_or(unfinished)
            }
            Open::File { word, .. } => Problem::Unfinished { command: word, expected: "a file" },
            Open::Unknown => return None,
        };
        Some(Err(Rejected::Malformed(problem)))
    }

    fn too_long(&mut self, text: &str) -> Option<Result<Command, Rejected>> {
        if let Some(Open::Block(open)) = &mut self.open {
            open.lines += 1;
            open.problem.get_or_insert(Problem::TooLong);
            return None;
        }
        let names_file = matches!(self.open.take(), Some(Open::File { .. }));
        if !names_file {
            self.open = opened_by_too_long(text);
        }
        if matches!(self.open, Some(Open::Block(_))) {
            return None;
        }
        Some(match parse::is_info(text) && !names_file {
            true => Ok(Command::Info(Setting::Unknown(printable(text)))),
            false => Err(Rejected::Malformed(Problem::TooLong)),
        })
    }

    fn outside(&mut self, line: &str, text: &str) -> Option<Result<Command, Rejected>> {
        // A part of `line`, so the difference of the addresses is its offset.
        let column = |part: &str| {
            let offset = part.as_ptr() as usize - line.as_ptr() as usize;
            line[..offset].chars().count() + 1
        };
        match parse::line(text) {
            Ok(Statement::Command(command)) => Some(Ok(command)),
            Ok(Statement::NeedsFile { word, command }) => {
                self.open = Some(Open::File { word, command });
                None
            }
            Ok(Statement::Opens { word, block, rest }) => {
                let (heading, lines) = parse::split_heading(block, rest);
                let heading = Heading { text: heading.to_owned(), column: column(rest) };
                self.open = Some(Open::Block(OpenBlock::new(word, block, heading)));
                match self.inside_parts(lines)? {
                    (result, None) => Some(result),
                    (_, Some(more)) => Some(syntax(word, parse::NOTHING, more, column(more))),
                }
            }
            Err(LineError::UnknownWord(word)) => {
                self.open = is_yixins(word).then_some(Open::Unknown);
                Some(Err(Rejected::Unknown(printable(word))))
            }
            Err(LineError::Arguments { word, expected, rest }) => {
                Some(syntax(word, expected, rest, column(rest)))
            }
        }
    }

    /// Reads lines of a block that are written on one line. If they end the block, returns the result and the rest of
    /// the line.
    fn inside_parts<'a>(
        &mut self,
        text: &'a str,
    ) -> Option<(Result<Command, Rejected>, Option<&'a str>)> {
        let mut parts = text.split_whitespace();
        while let Some(part) = parts.next() {
            let Some(Open::Block(open)) = self.open.take() else { break };
            if let Some(result) = self.inside(open, part) {
                return Some((result, parts.next()));
            }
        }
        None
    }

    fn inside(&mut self, mut open: OpenBlock, text: &str) -> Option<Result<Command, Rejected>> {
        open.lines += 1;
        match parse::block_line(open.block, text) {
            Ok(BlockLine::End) => return Some(Ok(Command::End)),
            Ok(BlockLine::Done) => return Some(open.close()),
            Ok(BlockLine::Stone(target, owner)) if open.stones.len() < MAX_STONES => {
                open.stones.push((target, owner));
            }
            Ok(BlockLine::Stone(..)) => {
                open.problem.get_or_insert(Problem::TooLong);
            }
            Err(expected) => {
                let (command, line, text) = (open.word, open.lines, printable(text));
                open.problem.get_or_insert(Problem::Block { command, line, text, expected });
            }
        }
        self.open = Some(Open::Block(open));
        None
    }
}

impl OpenBlock {
    fn new(word: &'static str, block: Block, heading: Heading) -> OpenBlock {
        OpenBlock { word, block, heading, lines: 0, stones: Vec::new(), problem: None }
    }

    fn close(self) -> Result<Command, Rejected> {
        if let Some(problem) = self.problem {
            return Err(Rejected::Malformed(problem));
        }
        let owned = |(target, owner): &(Target, Option<Owner>)| {
            owner.map(|owner| BoardStone { target: *target, owner })
        };
        let points = || self.stones.iter().map(|&(target, _)| target).collect::<Vec<_>>();
        match self.block {
            Block::Stones(command) => Ok(command(self.stones.iter().filter_map(owned).collect())),
            Block::Points(command) => Ok(command(points())),
            Block::Headed(expected, command) => {
                let Heading { text, column } = self.heading;
                command(&text, points())
                    .map_or_else(|| syntax(self.word, expected, &text, column), Ok)
            }
        }
    }
}

/// The command that the lines after the overlong line `text` belong to. A block with `DONE` in that line has no others.
fn opened_by_too_long(text: &str) -> Option<Open> {
    match parse::line(text) {
        Ok(Statement::Opens { word, block, rest }) => {
            let (_, lines) = parse::split_heading(block, rest);
            if lines.split_whitespace().any(|part| part.eq_ignore_ascii_case("DONE")) {
                return None;
            }
            let open = OpenBlock::new(word, block, Heading::default());
            Some(Open::Block(OpenBlock { problem: Some(Problem::TooLong), ..open }))
        }
        Err(LineError::UnknownWord(word)) => is_yixins(word).then_some(Open::Unknown),
        _ => None,
    }
}

/// Whether an unknown command may have a block.
fn is_yixins(word: &str) -> bool {
    word.get(..2).is_some_and(|yx| yx.eq_ignore_ascii_case("YX"))
}

/// The rejection of `found` in a line of the command `word`, at `column`.
fn syntax(
    word: &str,
    expected: &'static str,
    found: &str,
    column: usize,
) -> Result<Command, Rejected> {
    Err(Rejected::Malformed(Problem::Syntax {
        command: word.to_ascii_uppercase(),
        expected,
        found: printable(found.trim_end()),
        column,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(lines: &[&str]) -> Vec<Result<Command, Rejected>> {
        let mut dialect = Dialect::new();
        lines.iter().filter_map(|line| dialect.feed(line)).collect()
    }

    fn error(line: &str) -> String {
        match feed(&[line]).pop() {
            Some(Err(Rejected::Malformed(problem))) => problem.to_string(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn blank_lines_and_line_ends_are_skipped() {
        assert_eq!(feed(&["", "  \t ", "\r", "  begin \r\n"]), [Ok(Command::Begin)]);
    }

    #[test]
    fn a_block_is_one_command() {
        let stone = |x, y, owner| BoardStone { target: Target { x, y }, owner };
        assert_eq!(
            feed(&["BOARD", "7,7,1", "", "8,8,2", "DONE", "BEGIN"]),
            [
                Ok(Command::Board(vec![stone(7, 7, Owner::Engine), stone(8, 8, Owner::Opponent)])),
                Ok(Command::Begin)
            ]
        );
        assert_eq!(feed(&["SWAP2BOARD", "done"]), [Ok(Command::Swap2Board(vec![]))]);
    }

    #[test]
    fn a_malformed_block_is_read_to_its_end_and_gives_one_error() {
        let results = feed(&["BOARD", "7,7,1", "START 15", "9", "DONE", "BEGIN"]);
        assert_eq!(results.len(), 2);
        assert!(matches!(&results[0], Err(Rejected::Malformed(Problem::Block { line: 2, .. }))));
        assert_eq!(results[1], Ok(Command::Begin));
    }

    #[test]
    fn a_block_may_stand_in_one_line() {
        let stone = |x, y, owner| BoardStone { target: Target { x, y }, owner };
        let stones = vec![stone(7, 7, Owner::Engine), stone(8, 8, Owner::Opponent)];
        let expected = [Ok(Command::YxBoard(stones)), Ok(Command::Begin)];
        assert_eq!(feed(&["YXBOARD 7,7,1 8,8,2 DONE", "BEGIN"]), expected);
        assert_eq!(feed(&["YXBOARD 7,7,1", "8,8,2", "DONE", "BEGIN"]), expected);
        assert_eq!(feed(&["SWAP2BOARD done"]), [Ok(Command::Swap2Board(vec![]))]);
        for [heading, line] in [
            ["YXSOOSORVSTEP4 2", " 7,7 8,8  DONE"],
            ["yxedittvddatabase 7 119 -29996 12", " 7,7 done"],
            ["YXEDITTEXTDATABASE \"7,7 DONE\"", " 7,7 DONE"],
            ["YXDELETEDATABASEALL", " h8 DONE"],
            ["YXDELETEDATABASEALL wlinstep 5", " 7,7 DONE"],
        ] {
            let lines: Vec<&str> = [heading].into_iter().chain(line.split_whitespace()).collect();
            let apart = feed(&lines);
            assert!(matches!(apart[..], [Ok(_)]), "{heading}: {apart:?}");
            assert_eq!(feed(&[&format!("{heading}{line}")]), apart, "{heading}");
        }
        assert!(error("YXSOOSORVSTEP4 x 7,7 DONE").ends_with("at column 16, found 'x'"));
        let label = feed(&["YXEDITLABELDATABASE 7,7 all 8,8 done", "9,9", "DONE"]);
        assert!(matches!(label[..], [Ok(_)]), "a label may have any words: {label:?}");
        let places = ["BOARD 7,7,1 DONE 8,8,2", "BOARD 7,7 DONE"].map(error);
        assert_eq!(places[0], "BOARD: expected nothing more at column 18, found '8,8,2'");
        assert!(places[1].starts_with("BOARD: line 1: expected x,y,1"), "{}", places[1]);
    }

    #[test]
    fn headings_and_file_names_belong_to_their_command() {
        for lines in [
            &["YXQUERYDATABASEALL", "7,7", "done"][..],
            &["yxeditlabeldatabase a label", "7,7", "done"],
            &["YXDBTOTXT", "INFO of games.txt"],
            &["YXDBTOTXT games.txt"],
            &["RELOADCONFIG"],
        ] {
            assert_eq!(feed(&[lines, &["BEGIN"]].concat())[1..], [Ok(Command::Begin)], "{lines:?}");
        }
        assert_eq!(feed(&["YXSETDATABASE", "end"]), [Ok(Command::End)]);
    }

    #[test]
    fn an_unknown_command_of_yixin_board_has_one_answer() {
        let results = feed(&["yxnew", "7,7", "h8", "8,8,1", "Pass", "done", "BEGIN", "9,9"]);
        let unknown = |word: &str| Err(Rejected::Unknown(word.to_owned()));
        assert_eq!(results, [unknown("yxnew"), Ok(Command::Begin), unknown("9")]);
    }

    #[test]
    fn a_byte_order_mark_is_blank() {
        assert_eq!(
            feed(&["\u{feff}BEGIN", "\u{feff}", "BEGIN"]),
            [Ok(Command::Begin), Ok(Command::Begin)]
        );
    }

    #[test]
    fn end_inside_a_block_still_ends() {
        assert_eq!(feed(&["BOARD", "7,7,1", "end"]), [Ok(Command::End)]);
    }

    #[test]
    fn a_request_that_the_end_of_the_input_cuts_off_is_malformed() {
        for (lines, fault) in [
            (&["BOARD", "7,7,2"][..], "BOARD: expected DONE, found the end of the input"),
            (&["YXBLOCK 1,1 2"], "YXBLOCK: line 2: expected x,y or DONE, found '2'"),
            (&["yxhashload"], "YXHASHLOAD: expected a file, found the end of the input"),
        ] {
            let mut dialect = Dialect::new();
            assert!(lines.iter().all(|line| dialect.feed(line).is_none()), "{lines:?}");
            match dialect.end() {
                Some(Err(Rejected::Malformed(problem))) => assert_eq!(problem.to_string(), fault),
                other => panic!("{lines:?}: {other:?}"),
            }
            assert_eq!(dialect.end(), None);
        }
    }

    #[test]
    fn blanks_count_towards_the_length_of_a_line() {
        // The reader cuts overlong lines; the rest of such a line must never be executed.
        let blanks = " ".repeat(MAX_LINE);
        assert_eq!(error(&format!("{blanks}TURN 1,1")), "line too long");
        assert_eq!(error(&format!("TURN 1,1{blanks}")), "line too long");
        assert_eq!(error(&format!("{blanks} ")), "line too long");
        let results = feed(&["BOARD", &format!("{blanks}7,7,1"), "DONE"]);
        assert_eq!(results, [Err(Rejected::Malformed(Problem::TooLong))]);
    }

    #[test]
    fn what_follows_an_overlong_heading_is_its_block() {
        let too_long = Err(Rejected::Malformed(Problem::TooLong));
        for word in ["YXEDITTEXTDATABASE", "yxnew"] {
            let line = format!("{word} \"{}\"", "x".repeat(MAX_LINE));
            let results = feed(&[&line, "7,7", "DONE", "BEGIN"]);
            assert_eq!(results, [too_long.clone(), Ok(Command::Begin)], "{word}");
        }
        let line = format!("YXEDITTEXTDATABASE \"{}\" 7,7 done", "x".repeat(MAX_LINE));
        assert_eq!(feed(&[&line, "BEGIN"]), [too_long, Ok(Command::Begin)]);
    }

    #[test]
    fn what_follows_an_overlong_line_of_stones_is_its_block() {
        let too_long = Err(Rejected::Malformed(Problem::TooLong));
        let stones = "7,7,1 ".repeat(MAX_LINE);
        let [open, ended, full] =
            ["BOARD ", "SWAP2BOARD ", "yxboard done "].map(|start| format!("{start}{stones}"));
        let ended = ended + "DONE";
        for lines in [&[open.as_str(), "8,8,2", "DONE"][..], &[ended.as_str()], &[full.as_str()]] {
            let results = feed(&[lines, &["BEGIN"]].concat());
            assert_eq!(results, [too_long.clone(), Ok(Command::Begin)], "{:?}", &lines[1..]);
        }
    }

    #[test]
    fn the_length_of_a_line_is_that_of_its_bytes() {
        let mut dialect = Dialect::new();
        let answers = [MAX_LINE, MAX_LINE + 1].map(|count| dialect.feed(vec![0xff; count]));
        assert!(matches!(answers[0], Some(Err(Rejected::Unknown(_)))), "{answers:?}");
        assert_eq!(answers[1], Some(Err(Rejected::Malformed(Problem::TooLong))));
    }

    #[test]
    fn errors_name_place_and_find() {
        assert_eq!(
            error("TURN 7;7"),
            "TURN: expected a point (x,y or a letter and a number) at column 7, found ';7'"
        );
        assert_eq!(
            error("  start"),
            "START: expected a board size at column 8, found the end of the line"
        );
        assert_eq!(error("BEGIN \u{e9}"), "BEGIN: expected nothing more at column 7, found '?'");
        assert_eq!(error(&"x".repeat(5000)), "line too long");
    }

    #[test]
    fn an_info_is_never_answered_whatever_it_says() {
        let long = format!("info folder {}", "x".repeat(5000));
        for line in ["INFO", "INFO =", "info \u{e9} 1", "INFO -1", "INFO no-such.key=1 2 3", &long]
        {
            let command = feed(&[line]);
            assert!(matches!(command[..], [Ok(Command::Info(Setting::Unknown(_)))]), "{line}");
        }
    }
}
