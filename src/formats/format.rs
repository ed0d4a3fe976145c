//! The formats of played games: their names and files, and which game they are for.

use std::fmt;
use std::str::FromStr;

use super::game::GameRecord;
use super::{ggf, pos, psq, sgf, transcript};
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;

/// A format of played games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordFormat {
    /// Gomoku in the format of Piskvork and Gomocup: [`psq`].
    Psq,
    /// Gomoku in the Smart Game Format: [`sgf`].
    Sgf,
    /// Gomoku, moves on one line: [`pos`].
    Pos,
    /// Othello in the Generic Game Format: [`ggf`].
    Ggf,
    /// Othello, moves on one line: [`transcript`].
    Transcript,
    /// Moves of either game, one game per line, and nothing else.
    Moves,
    /// Othello in the database of the French federation: [`wthor`](super::wthor).
    Wthor,
    /// Positions of Othello with scores: [`obf`](super::obf).
    Obf,
    /// A tree of moves of Gomoku: [`renlib`](super::renlib).
    Lib,
}

/// The error for an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl FromStr for RecordFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<RecordFormat, UnknownFormat> {
        RecordFormat::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = RecordFormat::ALL.map(RecordFormat::name);
        write!(f, "expected one of {}", names.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

impl RecordFormat {
    /// Every format.
    pub const ALL: [RecordFormat; 9] = [
        RecordFormat::Psq,
        RecordFormat::Sgf,
        RecordFormat::Pos,
        RecordFormat::Lib,
        RecordFormat::Ggf,
        RecordFormat::Transcript,
        RecordFormat::Moves,
        RecordFormat::Wthor,
        RecordFormat::Obf,
    ];

    /// The formats for `variant`, the default first.
    pub const fn for_game(variant: Variant) -> &'static [RecordFormat] {
        match variant {
            Variant::Gomoku { .. } => &[RecordFormat::Psq, RecordFormat::Sgf, RecordFormat::Pos],
            Variant::Othello => &[RecordFormat::Transcript, RecordFormat::Ggf],
        }
    }

    /// The name on the command line: `psq`, `sgf`, `pos`, `ggf`, `transcript`, `moves`, `wthor`,
    /// `obf`, `lib`.
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Psq => "psq",
            RecordFormat::Sgf => "sgf",
            RecordFormat::Pos => "pos",
            RecordFormat::Ggf => "ggf",
            RecordFormat::Transcript => "transcript",
            RecordFormat::Moves => "moves",
            RecordFormat::Wthor => "wthor",
            RecordFormat::Obf => "obf",
            RecordFormat::Lib => "lib",
        }
    }

    /// File name extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            RecordFormat::Transcript | RecordFormat::Moves => "txt",
            RecordFormat::Wthor => "wtb",
            _ => self.name(),
        }
    }

    /// Whether a file may hold many games, concatenated. Otherwise every game has its own file.
    pub const fn is_collection(self) -> bool {
        !matches!(self, RecordFormat::Psq | RecordFormat::Transcript | RecordFormat::Lib)
    }

    /// The format of files with that extension, in upper or lower case.
    pub fn of_extension(extension: &str) -> Option<RecordFormat> {
        let extension = extension.to_ascii_lowercase();
        RecordFormat::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// The only game that the format is for, on the default board; `None` if it is for both.
    pub const fn only_game(self) -> Option<Variant> {
        match self {
            RecordFormat::Psq | RecordFormat::Pos | RecordFormat::Lib => {
                Some(Variant::gomoku(Rule::Freestyle))
            }
            RecordFormat::Ggf | RecordFormat::Obf | RecordFormat::Wthor => Some(Variant::Othello),
            RecordFormat::Sgf | RecordFormat::Transcript | RecordFormat::Moves => None,
        }
    }

    /// The format for a game of `variant`: for Gomoku, a transcript is a line of moves.
    pub(super) fn for_variant(self, variant: Variant) -> RecordFormat {
        match self {
            RecordFormat::Transcript if variant.is_gomoku() => RecordFormat::Moves,
            format => format,
        }
    }

    /// Whether it holds variations, labels and comments of Gomoku.
    pub const fn keeps_trees(self) -> bool {
        matches!(self, RecordFormat::Sgf | RecordFormat::Lib)
    }

    /// The text of a game, with the end of its last line; `None` if the format is for the other
    /// game.
    pub fn write(self, record: &GameRecord) -> Option<String> {
        match (self, record.variant) {
            (RecordFormat::Psq, Variant::Gomoku { rule, size }) => {
                Some(psq::write(record, rule, size))
            }
            (RecordFormat::Sgf, Variant::Gomoku { rule, size }) => {
                Some(sgf::write(record, rule, size))
            }
            (RecordFormat::Pos, Variant::Gomoku { rule, size }) => {
                Some(pos::write(record, rule, size))
            }
            (RecordFormat::Ggf, Variant::Othello) => Some(ggf::write(record)),
            (RecordFormat::Transcript, Variant::Othello) => Some(transcript::write(record)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::formats::game::tests::random_game;

    #[test]
    fn every_format_writes_its_own_game_and_no_other() {
        let size = Size::new(15, 15).unwrap();
        for variant in [Variant::Gomoku { rule: Rule::Renju, size }, Variant::Othello] {
            let record = random_game(variant, 1, 20, None);
            for format in RecordFormat::ALL {
                let text = format.write(&record);
                let fits = RecordFormat::for_game(variant).contains(&format);
                assert_eq!(text.is_some(), fits, "{format:?}");
                assert!(text.is_none_or(|text| text.ends_with('\n')), "{format:?}");
            }
        }
    }

    #[test]
    fn the_texts_of_collections_can_be_joined() {
        let size = Size::new(15, 15).unwrap();
        let gomoku = random_game(Variant::Gomoku { rule: Rule::Caro, size }, 2, 20, None);
        let othello = random_game(Variant::Othello, 2, 20, None);
        let twice = |format: RecordFormat, record| format.write(record).unwrap().repeat(2);
        for format in RecordFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        let joined = [RecordFormat::Sgf, RecordFormat::Pos, RecordFormat::Ggf];
        assert!(joined.into_iter().all(RecordFormat::is_collection));
        assert!(!RecordFormat::Psq.is_collection() && !RecordFormat::Transcript.is_collection());
        let read = sgf::read_all(&twice(RecordFormat::Sgf, &gomoku), Rule::Renju);
        assert_eq!(read.unwrap(), [gomoku.clone(), gomoku.clone()]);
        let read = pos::read_all(&twice(RecordFormat::Pos, &gomoku), Rule::Renju, size);
        assert_eq!(read.unwrap(), [gomoku.clone(), gomoku.clone()]);
        let read = ggf::read_all(&twice(RecordFormat::Ggf, &othello)).unwrap();
        assert!(read.len() == 2 && read.iter().all(|game| game.record == othello));
    }
}
