//! Splits a text into its games, so that a long text is never in memory as a whole.

use std::io::{self, BufRead, Read};

use crate::formats::encoding::Encoding;
use crate::formats::error::{Place, RecordError};
use crate::formats::tree::Escapes;
use crate::formats::{psq, transcript};

/// The text of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The line that it begins on, from 1.
    pub line: usize,
    /// Characters before it on that line.
    pub before: usize,
    pub text: String,
}

impl Part {
    /// `place` in the whole text.
    pub fn place(&self, place: Place) -> Place {
        place.in_part(self.line, self.before)
    }
}

/// Longest text of a game.
const MOST_BYTES: usize = 64 << 20;

/// Fails if `text` is too long for a game.
fn must_fit(text: &[u8]) -> io::Result<()> {
    if text.len() <= MOST_BYTES {
        return Ok(());
    }
    Err(io::Error::other(format!("the game is longer than {} MiB", MOST_BYTES >> 20)))
}

/// How lines form games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Every line is a game.
    Line,
    /// A line that is not an entry begins a game, as does a second `result:`.
    Transcript,
    /// A header begins a game.
    Psq,
}

/// Start of the line with the result of a transcript.
const RESULT: &str = "result:";

impl Form {
    /// Whether `line` is not part of any game.
    fn skips(self, line: &str) -> bool {
        line.trim().is_empty() || self != Form::Psq && line.starts_with('#')
    }

    /// Whether `line` begins a game, given the lines of the game above.
    fn begins(self, above: &str, line: &str) -> bool {
        match self {
            Form::Line => true,
            Form::Psq => line.starts_with(psq::HEADER),
            Form::Transcript => {
                let has_result = || above.lines().any(|line| line.starts_with(RESULT));
                !transcript::is_entry(line) || (line.starts_with(RESULT) && has_result())
            }
        }
    }
}

/// The games of a text that is made of lines.
pub(super) struct LineGames<R> {
    input: R,
    form: Form,
    /// Number of the line read last.
    number: usize,
    /// The first line of the next game.
    ahead: Option<(usize, String)>,
    /// Whether the rest of the input is ignored, after an error that would come again.
    is_over: bool,
}

impl<R: BufRead> LineGames<R> {
    pub fn new(input: R, form: Form) -> LineGames<R> {
        LineGames { input, form, number: 0, ahead: None, is_over: false }
    }

    /// The next line without its end.
    fn line(&mut self) -> io::Result<Option<(usize, String)>> {
        let mut bytes = Vec::new();
        let mut line = self.input.by_ref().take(MOST_BYTES as u64 + 1);
        if line.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        must_fit(&bytes)?;
        self.number += 1;
        let end = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let end = end.strip_suffix(b"\r").unwrap_or(end);
        Ok(Some((self.number, Encoding::default().decode(end))))
    }

    fn part(&mut self) -> io::Result<Option<Part>> {
        let first = loop {
            match self.ahead.take().map_or_else(|| self.line(), |line| Ok(Some(line)))? {
                Some((_, line)) if self.form.skips(&line) => {}
                first => break first,
            }
        };
        let Some((line, text)) = first else { return Ok(None) };
        let mut part = Part { line, before: 0, text };
        if self.form == Form::Transcript && part.text.starts_with(RESULT) {
            // The line for its moves is empty.
            part = Part { line: line - 1, text: format!("\n{}", part.text), ..part };
        }
        while let Some((number, line)) = self.line()? {
            let is_skipped = self.form.skips(&line);
            if !is_skipped && self.form.begins(&part.text, &line) {
                self.ahead = Some((number, line));
                break;
            }
            // Keep the line break, so that line numbers stay correct.
            part.text.push('\n');
            part.text += if is_skipped { "" } else { &line };
            must_fit(part.text.as_bytes())?;
        }
        Ok(Some(part))
    }
}

impl<R: BufRead> Iterator for LineGames<R> {
    type Item = Result<Part, RecordError>;

    fn next(&mut self) -> Option<Result<Part, RecordError>> {
        if self.is_over {
            return None;
        }
        let part = self.part().transpose()?;
        Some(part.map_err(|error| {
            self.is_over = true;
            RecordError::on_line(self.number + 1, error.to_string())
        }))
    }
}

/// Bytes that are read at a time.
const PIECE: u64 = 1 << 16;

/// The position of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Between,
    /// After a parenthesis that begins a game if a semicolon follows.
    Opening,
    Node,
    Value,
    /// After a backslash in a value.
    Escaped,
}

/// The games of a text with games in parentheses.
pub(super) struct TreeGames<R> {
    input: R,
    escapes: Escapes,
    /// Bytes read but not yet examined: a line or a piece of one.
    piece: Vec<u8>,
    at: usize,
    /// Line of the next byte, from 1, and the characters before it.
    line: usize,
    before: usize,
    state: State,
    depth: usize,
    /// The game so far.
    text: Vec<u8>,
    /// Where it began.
    start: (usize, usize),
    /// As in [`LineGames`].
    is_over: bool,
}

impl<R: BufRead> TreeGames<R> {
    pub fn new(input: R, escapes: Escapes) -> TreeGames<R> {
        TreeGames {
            input,
            escapes,
            piece: Vec::new(),
            at: 0,
            line: 1,
            before: 0,
            state: State::Between,
            depth: 0,
            text: Vec::new(),
            start: (1, 0),
            is_over: false,
        }
    }

    fn is_open(&self) -> bool {
        !matches!(self.state, State::Between | State::Opening)
    }

    /// Takes the game so far, complete or not.
    fn take(&mut self) -> Part {
        self.state = State::Between;
        let bytes = std::mem::take(&mut self.text);
        let (line, before) = self.start;
        Part { line, before, text: Encoding::default().decode(&bytes) }
    }

    /// The next game; an unfinished one ends with the text.
    fn part(&mut self) -> io::Result<Option<Part>> {
        loop {
            if self.at == self.piece.len() {
                (self.at, self.piece) = (0, Vec::new());
                let mut piece = self.input.by_ref().take(PIECE);
                if piece.read_until(b'\n', &mut self.piece)? == 0 {
                    return Ok(self.is_open().then(|| self.take()));
                }
                if self.is_open() && self.begins_next() {
                    return Ok(Some(self.take()));
                }
            }
            let byte = self.piece[self.at];
            self.at += 1;
            let is_complete = self.feed(byte);
            match byte {
                b'\n' => (self.line, self.before) = (self.line + 1, 0),
                // Continuation bytes of a character.
                0x80..=0xbf => {}
                _ => self.before += 1,
            }
            if is_complete {
                return Ok(Some(self.take()));
            }
            must_fit(&self.text)?;
        }
    }

    /// Whether the line just read begins a game of GGF although the one above is unfinished. A game states its kind on
    /// its first line; a variation has none.
    fn begins_next(&self) -> bool {
        let has = |text: &[u8]| self.piece.windows(text.len()).any(|part| part == text);
        self.escapes == Escapes::None && self.before == 0 && has(b"(;") && has(b"GM[")
    }

    /// Adds `byte` to the game, if it belongs to one; returns whether it ends the game.
    fn feed(&mut self, byte: u8) -> bool {
        match (self.state, byte) {
            (State::Between | State::Opening, b'(') => {
                self.state = State::Opening;
                self.start = (self.line, self.before);
                self.text.clear();
            }
            (State::Between, _) => return false,
            (State::Opening, b';') => (self.state, self.depth) = (State::Node, 1),
            (State::Opening, byte) if byte.is_ascii_whitespace() => {}
            (State::Opening, _) => {
                self.state = State::Between;
                self.text.clear();
                return false;
            }
            (State::Node, b'[') => self.state = State::Value,
            (State::Node, b'(') => self.depth += 1,
            (State::Node, b')') => self.depth -= 1,
            (State::Node, _) => {}
            (State::Value, b']') => self.state = State::Node,
            (State::Value, b'\\') if self.escapes == Escapes::Backslash => {
                self.state = State::Escaped;
            }
            (State::Value, _) => {}
            (State::Escaped, _) => self.state = State::Value,
        }
        self.text.push(byte);
        self.state == State::Node && self.depth == 0
    }
}

impl<R: BufRead> Iterator for TreeGames<R> {
    type Item = Result<Part, RecordError>;

    fn next(&mut self) -> Option<Result<Part, RecordError>> {
        if self.is_over {
            return None;
        }
        let part = self.part().transpose()?;
        Some(part.map_err(|error| {
            self.is_over = true;
            RecordError::on_line(self.line, error.to_string())
        }))
    }
}
