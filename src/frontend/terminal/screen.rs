//! Terminal input and output.
//!
//! At an interactive terminal the board is redrawn in place, followed by the latest messages and the prompt.
//! Elsewhere lines are only appended.

use std::borrow::Cow;
use std::io::{self, Write};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::board::{self, Look, Symbols};
use super::input::Input;
use super::options::{BoardStyle, Display, OutputKind};
use crate::color::Color;
use crate::formats::ansi::{self, CLEAR_LINE, RESET};
use crate::formats::picture::{self, Style};
use crate::game::Position;

/// Reverse video, for highlighted stones in plain characters.
const REVERSED: &str = "\x1b[7m";
/// Columns between the board and the texts beside it.
const GAP: usize = 2;
/// The fewest columns for texts beside the board.
const LEAST_BESIDE: usize = 20;
/// Size of a terminal that does not report one.
const USUAL_SIZE: (usize, usize) = (80, 24);

/// Input, output and the displayed contents.
pub struct Screen<'a> {
    display: Display,
    input: &'a mut dyn Input,
    output: &'a mut dyn Write,
    /// The board as it was last drawn.
    frame: Frame,
    /// Rows from the top of the board to the cursor; `None` before the first board.
    below: Option<usize>,
    /// Messages since the last prompt.
    messages: Vec<String>,
    /// Whether anything besides the board and the messages is shown.
    is_cluttered: bool,
}

impl<'a> Screen<'a> {
    /// A screen that reads `input` and writes `output`.
    pub fn new(
        input: &'a mut dyn Input,
        output: &'a mut dyn Write,
        display: Display,
    ) -> Screen<'a> {
        Screen {
            display,
            input,
            output,
            frame: Frame::default(),
            below: None,
            messages: Vec::new(),
            is_cluttered: false,
        }
    }

    /// Whether the output is interactive.
    pub fn is_interactive(&self) -> bool {
        self.display.kind == OutputKind::Interactive
    }

    /// Sets the style of later boards.
    pub fn set_style(&mut self, style: BoardStyle) {
        self.display.board = style;
    }

    /// The stone of `color` as drawn, for a line of text.
    pub fn stone(&self, position: &Position, color: Color) -> String {
        match (self.style(position), color) {
            (Drawn::Lines(look), color) => look.stone(position, color),
            (Drawn::Plain(_), Color::Black) => "x".to_owned(),
            (Drawn::Plain(_), Color::White) => "o".to_owned(),
        }
    }

    /// Writes one or more lines.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.messages.push(text.to_owned());
        self.write_lines(text)
    }

    /// Removes the messages so far: the next board is drawn without them.
    pub fn forget_messages(&mut self) {
        self.messages.clear();
        self.is_cluttered = true;
    }

    /// Draws the board with its caption: in place, or between blank lines.
    pub fn draw(&mut self, position: &Position, caption: String) -> io::Result<()> {
        let style = self.style(position);
        let board = match style {
            Drawn::Lines(look) => board::lines(position, look),
            Drawn::Plain(style) => self.plain_board(position, style),
        };
        if !self.is_interactive() {
            return self.write_lines(&format!("\n{}\n{caption}\n", board.join("\n")));
        }
        let is_wide = matches!(style, Drawn::Lines(Look { symbols: Symbols::Wide, .. }));
        self.frame = Frame { board, caption, is_wide };
        self.refresh()
    }

    /// Asks for a line; `None` at the end of the input, and when the user interrupts.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if self.is_interactive() && self.is_cluttered && self.has_room_for_messages() {
            self.refresh()?;
        }
        let Some(line) = self.input.ask(&format!("{prompt}> "), self.output)? else {
            self.write_lines("")?;
            return Ok(None);
        };
        let line = line.trim().to_owned();
        if self.display.kind == OutputKind::Plain {
            self.write_lines(&line)?;
        }
        self.count(&format!("{prompt}> {line}"));
        self.forget_messages();
        Ok(Some(line))
    }

    /// Shows the state of a running search in place of the previous one, if the terminal is interactive.
    pub fn show_progress(&mut self, text: &str) -> io::Result<()> {
        if !self.is_interactive() {
            return Ok(());
        }
        let (columns, _) = self.size();
        write!(self.output, "{CLEAR_LINE}{}", clipped(text, columns - 1))?;
        self.output.flush()
    }

    /// Removes the line of [`Screen::show_progress`].
    pub fn clear_progress(&mut self) -> io::Result<()> {
        if self.is_interactive() { write!(self.output, "{CLEAR_LINE}") } else { Ok(()) }
    }
}

/// A board and its caption.
#[derive(Debug, Default)]
struct Frame {
    /// The lines from the top; the first and the last are letters.
    board: Vec<String>,
    caption: String,
    /// Whether symbols take two columns.
    is_wide: bool,
}

impl Frame {
    /// The lines on a screen of this size. The `messages` are below the board or, if there are too few rows, beside it.
    fn arranged(&self, messages: &[String], (columns, rows): (usize, usize)) -> Vec<String> {
        let Frame { board, caption, .. } = self;
        let below = [&board[..], std::slice::from_ref(caption), messages].concat();
        // A message, the prompt, and the line after it.
        if board.len() + 1 + 3 <= rows {
            return below;
        }
        let beside = self.beside(messages, columns).or_else(|| {
            let lines = self.beside(&[], columns)?;
            Some([&lines[..], messages].concat())
        });
        let has_texts_beside = beside.is_some();
        let mut lines = beside.unwrap_or(below);
        if !has_texts_beside || board.len() + 1 > rows {
            lines.remove(0);
        }
        lines
    }

    /// The lines of the board with caption and messages to the right; `None` if they do not fit there.
    fn beside(&self, messages: &[String], columns: usize) -> Option<Vec<String>> {
        let width = |line: &String| {
            let line = ansi::plain(line);
            if self.is_wide { line.width_cjk() } else { line.width() }
        };
        let left = self.board.iter().map(width).max()? + GAP;
        let room = columns.checked_sub(left).filter(|&room| room >= LEAST_BESIDE)?;
        let texts = [self.caption.as_str(), ""].into_iter();
        let texts = texts.chain(messages.iter().map(String::as_str));
        let texts: Vec<Cow<str>> = texts.flat_map(|text| textwrap::wrap(text, room)).collect();
        // Between the letters, so that the first line can scroll away.
        if texts.len() > self.board.len() - 2 {
            return None;
        }
        let texts = std::iter::once(Cow::default()).chain(texts);
        let texts = texts.chain(std::iter::repeat(Cow::default()));
        let lines = self.board.iter().zip(texts).map(|(line, text)| match text.is_empty() {
            true => line.clone(),
            false => format!("{line}{}{text}", " ".repeat(left - width(line))),
        });
        Some(lines.collect())
    }
}

/// The style of a board, chosen for the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    Lines(Look),
    Plain(Style),
}

impl Screen<'_> {
    /// The style in which a board is drawn now.
    fn style(&self, position: &Position) -> Drawn {
        let Display { kind, colors, row_one, .. } = self.display;
        let has_room = board::width(position.size()) <= self.size().0;
        let look = |symbols| Look { colors, symbols, row_one };
        match self.display.board {
            BoardStyle::Lines(symbols) => Drawn::Lines(look(symbols)),
            BoardStyle::Plain(style) => Drawn::Plain(style),
            BoardStyle::Auto if kind != OutputKind::Interactive || !has_room => {
                Drawn::Plain(Style::Narrow)
            }
            BoardStyle::Auto if colors.is_some() => Drawn::Lines(look(Symbols::Narrow)),
            BoardStyle::Auto => Drawn::Plain(Style::Wide),
        }
    }

    /// The board in plain characters. At a terminal the stones in capitals are reversed, too.
    fn plain_board(&self, position: &Position, style: Style) -> Vec<String> {
        let mut lines = picture::board(position, style, self.display.row_one);
        if self.is_interactive() {
            for line in &mut lines {
                for stone in ["X", "O"] {
                    *line = line.replace(stone, &format!("{REVERSED}{stone}{RESET}"));
                }
            }
        }
        lines
    }

    /// Columns and rows, at least one of each.
    fn size(&self) -> (usize, usize) {
        let (columns, rows) = (self.display.size)().unwrap_or(USUAL_SIZE);
        (columns.max(1), rows.max(1))
    }

    /// Redraws the board and the messages in place.
    fn refresh(&mut self) -> io::Result<()> {
        let (_, rows) = self.size();
        // Lines that have left the screen cannot be cleared.
        let up = self.below.unwrap_or(0).min(rows - 1);
        write!(self.output, "{}", ansi::clear_from(up))?;
        self.below = Some(0);
        let lines = self.frame.arranged(&self.messages, self.size());
        lines.iter().try_for_each(|line| self.write_lines(line))?;
        self.is_cluttered = false;
        Ok(())
    }

    fn has_room_for_messages(&self) -> bool {
        let (columns, rows) = self.size();
        let lines = self.frame.arranged(&self.messages, (columns, rows));
        let used: usize = lines.iter().map(|line| rows_of(line, columns)).sum();
        !self.frame.board.is_empty() && used < rows
    }

    fn write_lines(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.count(text);
        self.output.flush()
    }

    /// Counts the rows of `text`, which follows the board.
    fn count(&mut self, text: &str) {
        let (columns, _) = self.size();
        self.below = self.below.map(|rows| rows + rows_of(text, columns));
    }
}

/// The longest beginning of `text` that fits the columns.
fn clipped(text: &str, columns: usize) -> String {
    let mut width = 0;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width <= columns
    };
    text.chars().take_while(fits).collect()
}

/// The rows that `text` takes on a terminal with this many columns.
fn rows_of(text: &str, columns: usize) -> usize {
    text.split('\n').map(|line| ansi::plain(line).width().div_ceil(columns).max(1)).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::input::Lines;
    use super::*;
    use crate::coord::{Move, Point, Size};
    use crate::formats::ansi::Colors;
    use crate::formats::svg::RowOne;
    use crate::game::Variant;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::rule::Rule;

    fn display(kind: OutputKind) -> Display {
        let colors = (kind == OutputKind::Interactive).then_some(Colors::All);
        Display { kind, colors, size: || None, board: BoardStyle::Auto, row_one: RowOne::Top }
    }

    fn position(moves: &str) -> Position {
        let size = Size::new(5, 5).unwrap();
        position_after(Variant::Gomoku { rule: Rule::Freestyle, size }, moves)
    }

    fn output(display: Display, typed: &str, act: impl FnOnce(&mut Screen)) -> String {
        let typed = std::io::Cursor::new(typed.to_owned());
        let (mut input, mut output) = (Lines::new(typed, Arc::default()).unwrap(), Vec::new());
        act(&mut Screen::new(&mut input, &mut output, display));
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_terminal_sees_the_search_in_one_line_that_goes_again() {
        let text = format!("thinking: {}", "c3 ".repeat(40));
        let show = |screen: &mut Screen| {
            screen.show_progress(&text).unwrap();
            screen.clear_progress().unwrap();
        };
        let seen = output(display(OutputKind::Interactive), "", show);
        let shown = seen.split(CLEAR_LINE).nth(1).unwrap();
        assert!(shown.starts_with("thinking: c3 c3") && shown.len() == 79, "{shown}");
        assert!(seen.ends_with(&format!("{shown}{CLEAR_LINE}")), "{seen}");
        assert_eq!(output(display(OutputKind::Plain), "", show), "");
    }

    #[test]
    fn elsewhere_there_are_plain_lines_with_what_was_typed() {
        let output = output(display(OutputKind::Plain), "d3", |screen| {
            screen.draw(&position("c3"), "caption".to_owned()).unwrap();
            assert_eq!(screen.ask("White").unwrap().as_deref(), Some("d3"));
            assert_eq!(screen.ask("White").unwrap(), None);
        });
        assert!(!output.contains('\x1b'), "{output}");
        assert!(output.contains(" 3 ..X.. 3"), "{output}");
        assert!(output.ends_with("\nWhite> d3\nWhite> \n"), "{output}");
    }

    #[test]
    fn the_board_is_drawn_over_the_old_one_with_the_latest_messages() {
        let seen = output(display(OutputKind::Interactive), "d3\n\n", |screen| {
            screen.draw(&position("c3"), "caption".to_owned()).unwrap();
            screen.say("old").unwrap();
            screen.ask("White").unwrap();
            screen.say("new").unwrap();
            screen.draw(&position("c3d3"), "caption".to_owned()).unwrap();
            screen.ask("Black").unwrap();
        });
        // The board with letters and caption, a message, the prompt, and another message.
        let (first, second) = seen.split_once("\r\x1b[11A\x1b[J").unwrap();
        assert!(first.contains("old") && !second.contains("old"), "{seen}");
        assert!(second.contains("caption\nnew\nBlack> "), "{second}");
        assert!(seen.matches("\x1b[J").count() == 2, "{seen}");
    }

    #[test]
    fn a_message_without_a_new_board_takes_the_place_of_the_old_one() {
        let seen = output(display(OutputKind::Interactive), "x\n\n", |screen| {
            screen.draw(&position("c3"), "caption".to_owned()).unwrap();
            screen.ask("White").unwrap();
            screen.say("What?").unwrap();
            screen.ask("White").unwrap();
        });
        let last = seen.rsplit("\x1b[J").next().unwrap();
        assert!(last.contains("caption") && last.ends_with("What?\nWhite> "), "{last}");
        let small = Display { size: || Some((80, 9)), ..display(OutputKind::Interactive) };
        let seen = output(small, "help\n\n", |screen| {
            screen.draw(&position("c3"), "caption".to_owned()).unwrap();
            screen.ask("White").unwrap();
            screen.say(&"a line of help\n".repeat(7)).unwrap();
            screen.ask("White").unwrap();
        });
        assert_eq!(
            seen.matches("\x1b[J").count(),
            1,
            "the help would fit neither under nor beside the board"
        );
    }

    #[test]
    fn a_narrow_screen_or_one_without_colours_has_plain_characters() {
        let narrow = Display { size: || Some((15, 24)), ..display(OutputKind::Interactive) };
        let colorless = Display { colors: None, ..display(OutputKind::Interactive) };
        for (display, row) in [(narrow, " 3 ..\x1b[7mX"), (colorless, " 3 . .(\x1b[7mX")] {
            let seen = output(display, "", |screen| {
                screen.draw(&position("c3"), "caption".to_owned()).unwrap()
            });
            assert!(seen.contains(row) && !seen.contains('─'), "{seen}");
        }
    }

    #[test]
    fn the_largest_board_fits_a_small_screen_with_its_texts_beside_it() {
        let size = Size::new(22, 22).unwrap();
        let mut position = Variant::Gomoku { rule: Rule::Freestyle, size }.start().unwrap();
        position.play(Move::Place(Point::from_text("h8").unwrap())).unwrap();
        for (board, columns) in [
            (BoardStyle::Auto, 80),
            (BoardStyle::Lines(Symbols::Wide), 80),
            (BoardStyle::Plain(Style::Narrow), 50),
        ] {
            let size = if columns == 80 { || Some((80, 24)) } else { || Some((50, 24)) };
            let display = Display { board, size, ..display(OutputKind::Interactive) };
            let seen = output(display, "\n", |screen| {
                screen.draw(&position, "a caption of many words, white to move".into()).unwrap();
                screen.say("Black plays h8, a message that has to be wrapped").unwrap();
                screen.forget_messages();
                screen.say("White plays h9").unwrap();
                screen.ask("Black").unwrap();
            });
            let last = ansi::plain(seen.rsplit("\x1b[J").next().unwrap());
            let lines: Vec<&str> = last.lines().collect();
            assert_eq!(lines.len(), 24, "{board:?} {last}");
            assert!(lines.iter().all(|line| line.width() <= columns), "{last}");
            assert!(lines[0].trim_start().starts_with('1') && lines[23].starts_with("Black> "));
            for text in ["to move", "White plays h9"] {
                assert!(lines.iter().any(|line| line.ends_with(text)), "{text} in {last}");
            }
        }
    }

    #[test]
    fn long_messages_stand_below_a_board_without_room_beside_it() {
        let frame =
            Frame { board: vec!["x".repeat(40); 21], caption: "caption".into(), is_wide: false };
        let help = vec!["one line\n".repeat(30)];
        let lines = frame.arranged(&help, (80, 24));
        assert!(lines[1].ends_with("x  caption") && lines.last() == help.last());
        let lines = frame.arranged(&help, (50, 24));
        assert_eq!((lines.len(), &*lines[20], lines.last()), (22, "caption", help.last()));
    }

    #[test]
    fn a_line_is_clipped_by_its_columns() {
        assert_eq!(clipped("abc", 3), "abc");
        assert_eq!(clipped("思考中", 5), "思考");
    }

    #[test]
    fn rows_are_counted_without_colours() {
        assert_eq!(rows_of("\x1b[38;5;1;48;5;2m ● \x1b[0m黑方", 7), 1);
        assert_eq!(rows_of("", 10), 1);
        assert_eq!(rows_of("0123456789\n01234567890", 10), 3);
    }
}
