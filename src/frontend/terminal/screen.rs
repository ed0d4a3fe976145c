//! Terminal input and output.
//!
//! Lines are redrawn only at an interactive terminal. Elsewhere each input line is echoed after its prompt, so
//! that the output looks like a terminal session.

use std::io::{self, BufRead, Write};

use super::options::OutputKind;
use super::text;
use crate::formats::picture::{self, Style};
use crate::frontend::desk::DeskEvent;
use crate::game::Position;

/// Goes to the beginning of the line and clears it.
const CLEAR_LINE: &str = "\r\x1b[K";
/// Reverse video on and off, for highlighted stones.
const REVERSED: [&str; 2] = ["\x1b[7m", "\x1b[0m"];

/// Input, output and the style of the board.
pub struct Screen<'a> {
    pub style: Style,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    kind: OutputKind,
}

impl<'a> Screen<'a> {
    /// A screen that reads `input` and writes `output`.
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        kind: OutputKind,
        style: Style,
    ) -> Screen<'a> {
        Screen { style, input, output, kind }
    }

    /// Whether it is interactive.
    pub fn is_interactive(&self) -> bool {
        self.kind == OutputKind::Interactive
    }

    /// Writes one or more lines.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Draws the board between blank lines. At a terminal the stones in capitals are reversed, too.
    pub fn draw(&mut self, position: &Position) -> io::Result<()> {
        let mut picture = picture::lines(position, self.style).join("\n");
        if self.is_interactive() {
            let [on, off] = REVERSED;
            for stone in ["X", "O"] {
                picture = picture.replace(stone, &format!("{on}{stone}{off}"));
            }
        }
        self.say(&format!("\n{picture}\n"))
    }

    /// Asks for a line; `None` at the end of the input.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}> ")?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            self.say("")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if self.kind == OutputKind::Plain {
            self.say(&line)?;
        }
        Ok(Some(line))
    }

    /// Shows an iteration of a running search in place of the one before it.
    pub fn show_progress(&mut self, news: &DeskEvent<()>) -> io::Result<()> {
        match (self.kind, news) {
            (OutputKind::Interactive, DeskEvent::Progress(progress)) => {
                write!(self.output, "{CLEAR_LINE}{}", text::progress(progress))?;
                self.output.flush()
            }
            _ => Ok(()),
        }
    }

    /// Removes the line of [`Screen::show_progress`].
    pub fn clear_progress(&mut self) -> io::Result<()> {
        match self.kind {
            OutputKind::Interactive => write!(self.output, "{CLEAR_LINE}"),
            OutputKind::Plain => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::coord::{Move, Size, parse_points};
    use crate::gomoku::rules::game::Game;
    use crate::gomoku::rules::rule::Rule;
    use crate::search::report::{Line, Progress, Score, Selectivity};

    /// The output of a short session.
    fn scene(kind: OutputKind) -> String {
        let mut game = Game::new(Rule::Freestyle, Size::new(5, 5).unwrap()).unwrap();
        let moves: Vec<Move> = parse_points("c3d3").unwrap().into_iter().map(Move::Place).collect();
        game.play(moves[0]).unwrap();
        let progress = Progress {
            depth: 8,
            selectivity: Selectivity::Extended(12),
            nodes: 1,
            elapsed: Duration::ZERO,
            lines: vec![Line { score: Score::Points(35), moves: moves.repeat(40) }],
        };
        let (mut input, mut output) = ("d3".as_bytes(), Vec::new());
        let mut screen = Screen::new(&mut input, &mut output, kind, Style::Wide);
        screen.draw(&Position::Gomoku(game)).unwrap();
        assert_eq!(screen.ask("White").unwrap().as_deref(), Some("d3"));
        screen.show_progress(&DeskEvent::Progress(progress)).unwrap();
        screen.clear_progress().unwrap();
        assert_eq!(screen.ask("White").unwrap(), None);
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_terminal_sees_the_search_in_one_line_that_goes_again() {
        let output = scene(OutputKind::Interactive);
        assert!(output.contains("(\x1b[7mX\x1b[0m)"), "{output}");
        let shown = output.split(CLEAR_LINE).nth(1).unwrap();
        assert!(shown.starts_with("thinking: depth 8, +0.35, c3 d3 c3"), "{shown}");
        assert!(shown.len() < 80 && output.contains(&format!("{shown}{CLEAR_LINE}")), "{shown}");
    }

    #[test]
    fn elsewhere_there_are_plain_lines_with_what_was_typed() {
        let output = scene(OutputKind::Plain);
        assert!(!output.contains('\x1b') && !output.contains("thinking"), "{output}");
        assert!(output.contains(" . .(X). . "), "{output}");
        assert!(output.ends_with("\nWhite> d3\nWhite> \n"), "{output}");
    }
}
