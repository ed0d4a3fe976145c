//! The formats of played games under one roof: names, files, and which game they are for.

use super::game::GameRecord;
use super::{ggf, pos, psq, sgf, transcript};
use crate::game::Variant;

/// A format of played games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Gomoku as Piskvork and Gomocup have it: [`psq`].
    Psq,
    /// Gomoku in the Smart Game Format: [`sgf`].
    Sgf,
    /// Gomoku, moves in a row: [`pos`].
    Pos,
    /// Othello in the Generic Game Format: [`ggf`].
    Ggf,
    /// Othello, moves in a row: [`transcript`].
    Transcript,
}

impl Format {
    /// The formats that a game can be kept in, the usual one first.
    pub const fn for_game(variant: Variant) -> &'static [Format] {
        match variant {
            Variant::Gomoku { .. } => &[Format::Psq, Format::Sgf, Format::Pos],
            Variant::Othello => &[Format::Transcript, Format::Ggf],
        }
    }

    /// The name on the command line: `psq`, `sgf`, `pos`, `ggf`, `transcript`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Psq => "psq",
            Format::Sgf => "sgf",
            Format::Pos => "pos",
            Format::Ggf => "ggf",
            Format::Transcript => "transcript",
        }
    }

    /// How the names of its files end, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Transcript => "txt",
            _ => self.name(),
        }
    }

    /// Whether a file may hold many games: their texts one after another. Otherwise every game has
    /// a file of its own.
    pub const fn is_collection(self) -> bool {
        match self {
            Format::Sgf | Format::Pos | Format::Ggf => true,
            Format::Psq | Format::Transcript => false,
        }
    }

    /// The text of a game, with the end of its last line; `None` if the format is for the other
    /// game.
    pub fn write(self, record: &GameRecord) -> Option<String> {
        match (self, record.variant) {
            (Format::Psq, Variant::Gomoku { rule, size }) => Some(psq::write(record, rule, size)),
            (Format::Sgf, Variant::Gomoku { rule, size }) => Some(sgf::write(record, rule, size)),
            (Format::Pos, Variant::Gomoku { rule, size }) => Some(pos::write(record, rule, size)),
            (Format::Ggf, Variant::Othello) => Some(ggf::write(record)),
            (Format::Transcript, Variant::Othello) => Some(transcript::write(record)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::formats::game::tests::random_game;
    use crate::gomoku::rules::rule::Rule;

    const ALL: [Format; 5] =
        [Format::Psq, Format::Sgf, Format::Pos, Format::Ggf, Format::Transcript];

    #[test]
    fn every_format_writes_its_own_game_and_no_other() {
        let size = Size::new(15, 15).unwrap();
        for variant in [Variant::Gomoku { rule: Rule::Renju, size }, Variant::Othello] {
            let record = random_game(variant, 1, 20, None);
            for format in ALL {
                let text = format.write(&record);
                let fits = Format::for_game(variant).contains(&format);
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
        let twice = |format: Format, record| format.write(record).unwrap().repeat(2);
        assert_eq!(ALL.map(Format::is_collection), [false, true, true, true, false]);
        let read = sgf::read_all(&twice(Format::Sgf, &gomoku), Rule::Renju);
        assert_eq!(read.unwrap(), [gomoku.clone(), gomoku.clone()]);
        let read = pos::read_all(&twice(Format::Pos, &gomoku), Rule::Renju, size);
        assert_eq!(read.unwrap(), [gomoku.clone(), gomoku.clone()]);
        let read = ggf::read_all(&twice(Format::Ggf, &othello)).unwrap();
        assert!(read.len() == 2 && read.iter().all(|game| game.record == othello));
    }
}
