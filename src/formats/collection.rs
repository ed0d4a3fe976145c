//! Many games of Othello in one text, as GGF, SGF or transcripts. An error in one game does not affect others,
//! except a syntax error in SGF.
//!
//! A text with games in parentheses is GGF if it says so, otherwise SGF. In GGF every line with `(;` starts a new game. A text without such a line contains transcripts: every line
//! has the moves of a game, except lines with a colon, which belong to the game above. A second `result:` starts
//! a game without moves. Blank lines and lines that begin with `#` are skipped.

use std::{fmt, iter};

use super::ggf::{self, Care, GgfGame};
use super::{TextError, sgf_othello, transcript, tree};

/// Start of a game in GGF.
const GGF_START: &str = "(;";

/// The property of GGF that SGF lacks, in lower case.
const GGF_KIND: &str = "gm[othello]";

/// Start of the line with the result of a transcript.
const RESULT: &str = "result:";

/// An error in a game and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Line of the text, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

/// Reads all games of `text` in order; none if it is blank.
pub fn read_all(text: &str) -> Vec<Result<GgfGame, RecordError>> {
    if !tree::has_game(text) {
        return transcripts(text).collect();
    }
    if is_ggf(text) {
        return parts(text, |_, line| line.contains(GGF_START)).flat_map(read_ggf).collect();
    }
    let games = sgf_othello::read_each(text).unwrap_or_else(|error| vec![Err(error)]);
    games.into_iter().map(|game| game.map_err(|error| in_line(1, error))).collect()
}

/// Reads the first game of `text`, whatever follows it. In GGF only its position must be valid.
///
/// # Errors
/// There is no game, or it cannot be read.
pub fn read_first(text: &str) -> Result<GgfGame, String> {
    let game = if !tree::has_game(text) {
        transcripts(text).next().transpose().map_err(|error| error.to_string())?
    } else if is_ggf(text) {
        ggf::read_first(text, Care::Position).map_err(|error| error.to_string())?
    } else {
        Some(sgf_othello::read_first(text).map_err(|error| error.to_string())?)
    };
    game.ok_or_else(|| "no game".to_owned())
}

fn is_ggf(text: &str) -> bool {
    text.to_ascii_lowercase().contains(GGF_KIND)
}

/// An error in a part that begins on line `first` of the text.
fn in_line(first: usize, error: TextError) -> RecordError {
    let message = format!("column {}: {}", error.column, error.message);
    RecordError { line: first + error.line - 1, message }
}

/// Reads the transcripts in `text` one by one.
pub fn transcripts(text: &str) -> impl Iterator<Item = Result<GgfGame, RecordError>> {
    let begins = |above: &str, line: &str| {
        let has_result = || above.lines().any(|line| line.starts_with(RESULT));
        !line.contains(':') || (line.starts_with(RESULT) && has_result())
    };
    parts(text, begins).map(read_transcript)
}

/// The lines of one game.
struct Part {
    /// Number of the first one, from 1.
    line: usize,
    text: String,
}

impl Part {
    /// The error on `line` of the part, from 1.
    fn fault(&self, line: usize, message: String) -> RecordError {
        RecordError { line: self.line + line - 1, message }
    }
}

/// Splits `text` before every line that `begins` a new part, given the part so far. Lines before the first
/// such line are a part, too.
fn parts(text: &str, begins: impl Fn(&str, &str) -> bool) -> impl Iterator<Item = Part> {
    let is_skipped = |line: &str| line.trim().is_empty() || line.starts_with('#');
    let mut lines = (1..).zip(text.lines()).peekable();
    iter::from_fn(move || {
        let (number, line) = lines.find(|(_, line)| !is_skipped(line))?;
        let mut part = Part { line: number, text: line.to_owned() };
        let goes_on = |part: &Part, line: &str| is_skipped(line) || !begins(&part.text, line);
        while let Some((_, line)) = lines.next_if(|(_, line)| goes_on(&part, line)) {
            // Keep the line break, so that line numbers stay right.
            part.text.push('\n');
            part.text += if is_skipped(line) { "" } else { line };
        }
        Some(part)
    })
}

fn read_ggf(part: Part) -> Vec<Result<GgfGame, RecordError>> {
    if !part.text.contains(GGF_START) {
        // Text before the first game is a comment.
        return Vec::new();
    }
    let games = ggf::read_each(&part.text).unwrap_or_else(|error| vec![Err(error)]);
    games.into_iter().map(|game| game.map_err(|error| in_line(part.line, error))).collect()
}

fn read_transcript(mut part: Part) -> Result<GgfGame, RecordError> {
    if part.text.starts_with(RESULT) {
        // Its line of moves is empty.
        part = Part { line: part.line - 1, text: format!("\n{}", part.text) };
    }
    let record = transcript::read(&part.text).map_err(|error| match error.place {
        super::Place::Line(line)
        | super::Place::Column(line, _)
        | super::Place::Byte(line)
        | super::Place::Game(line) => part.fault(line, error.message),
    })?;
    Ok(GgfGame::from_start(record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::game::tests::random_game;
    use crate::game::Variant;
    use proptest::prelude::*;

    /// The plies of each game, or its fault.
    fn outline(text: &str) -> Vec<String> {
        let games = read_all(text).into_iter();
        games
            .map(|game| match game {
                Ok(game) => format!("{} {}", game.record.players[0], game.record.moves.len()),
                Err(fault) => fault.to_string(),
            })
            .collect()
    }

    #[test]
    fn transcripts_stand_one_after_another_with_what_is_told_of_them() {
        let text = "# two games\n\nf5d6c3\nF5 F6\nblack: Ann\n\nresult: unfinished\nf5\n";
        assert_eq!(outline(text), ["? 3", "Ann 2", "? 1"]);
        assert_eq!(outline(" \n#\n"), Vec::<String>::new());
    }

    #[test]
    fn a_game_without_moves_has_a_result_of_its_own() {
        let text = "\nresult: unfinished\nblack: Ann\n\nresult: unfinished\nblack: Bob\nf5d6\n\
                    result: unfinished\n\nresult: white\n\nresult: unfinished\n";
        assert_eq!(
            outline(text),
            [
                "Ann 0",
                "Bob 0",
                "? 2",
                "line 10: the result is 'white', but that of the board is 'unfinished'",
                "? 0"
            ]
        );
        assert_eq!(
            outline("result: grey")[0].split(',').next().unwrap(),
            "line 1: invalid result 'grey' (expected black"
        );
    }

    #[test]
    fn a_wrong_transcript_leaves_the_others_as_they_are() {
        let text = "f5d6\nf5f5\nblack: Ann\nf5\n# x\n\nresult: black 40-24\nwhat\nf5\n";
        assert_eq!(
            outline(text),
            [
                "? 2",
                "line 2: move 2: f5 is occupied by black",
                "line 7: the result is 'black 40-24', but that of the board is 'unfinished'",
                "line 8: move 1: invalid move 'what' (expected one such as f5)",
                "? 1",
            ]
        );
    }

    #[test]
    fn a_wrong_game_in_ggf_leaves_the_others_as_they_are() {
        let good = "(;GM[Othello]PB[a]B[f5]W[d6];)";
        let text = format!(
            "for people\n1 {good}\n(;GM[Othello]B[f5]B[d6];){good}\n(;GM[Othello]B[f5\n{good}\n\
             (;GM[Othello]\nB[f5]W[f5];)\n{good}"
        );
        assert_eq!(
            outline(&text),
            [
                "a 2",
                "line 3: column 21: move 2: d6 by black, but white is to move",
                "a 2",
                "line 4: column 16: unexpected end of the text (expected ']' after the value of B)",
                "a 2",
                "line 7: column 8: move 2: f5 is occupied by black",
                "a 2",
            ]
        );
    }

    #[test]
    fn sgf_of_several_programs_is_read() {
        let text = "(;GM[2]AP[Quarry:0.2.0]SZ[8]PB[q]\n;B[fe]\n;W[fd])\n(\n;SZ[8];B[fd](;W[fe];B[ef])\n\
                    (;W[a1]))\n(;GM[2];B[fe]\n;W[fe])";
        let fault = "line 8: column 4: move 2: f5 is occupied by black";
        assert_eq!(outline(text), ["q 2", "? 3", fault]);
        assert_eq!(
            outline("(;GM[1];B[aa])")[0],
            "line 1: column 6: invalid game '1' (expected GM[2], Othello)"
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        let games: Vec<_> = (0..5)
            .map(|seed| random_game(Variant::Othello, seed, 15 * seed as usize, None))
            .collect();
        for write in [ggf::write, transcript::write] {
            let text: String = games.iter().map(write).collect();
            let read: Vec<usize> =
                read_all(&text).into_iter().map(|game| game.unwrap().record.moves.len()).collect();
            let moves: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
            assert_eq!(read, moves);
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "([(;)\\[\\]:#é \n]|B|f5|GM|[a-h][1-8]|--|pa){0,40}") {
            let _ = read_all(&text);
        }
    }
}
