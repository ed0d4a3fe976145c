//! Converts games from one format to another.

use std::io::{self, Read, Write};

use crate::formats::RecordError;
use crate::formats::records::{Reader, StoredGame};

/// Number of errors that are reported individually; the others are only counted.
const MOST_REPORTED: u64 = 20;

/// The games that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub games: u64,
    /// Games with a fault, and texts that are not games.
    pub faults: u64,
}

/// Calls `write` for every game of `games`. A game ends before its first illegal move, and is left out if that is the
/// first move. Faults are reported on `errors` with `source` and their places.
///
/// # Errors
/// `write` fails, or writing to `errors`.
pub fn run<R: Read>(
    source: &str,
    games: Reader<R>,
    write: &mut dyn FnMut(StoredGame) -> io::Result<()>,
    errors: &mut dyn Write,
) -> io::Result<Reading> {
    let mut reading = Reading::default();
    for game in games {
        reading.games += 1;
        let (game, fault) = match game {
            Ok(mut game) => {
                let fault = game.fault.take();
                (Some(game), fault)
            }
            Err(error) => (None, Some(error)),
        };
        if let Some(fault) = fault {
            reading.faults += 1;
            report(source, &fault, reading.faults, errors)?;
        }
        let kept = game.filter(|game| game.has_all_moves || !game.record.moves.is_empty());
        if let Some(game) = kept {
            write(game)?;
        }
    }
    if reading.faults > MOST_REPORTED {
        let more = reading.faults - MOST_REPORTED;
        writeln!(errors, "tengen: {source}: more games with errors: {more}")?;
    }
    Ok(reading)
}

fn report(
    source: &str,
    fault: &RecordError,
    number: u64,
    errors: &mut dyn Write,
) -> io::Result<()> {
    if number > MOST_REPORTED {
        return Ok(());
    }
    writeln!(errors, "tengen: {source}: {fault}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::format::RecordFormat;
    use crate::formats::records::{Hints, Writer};

    fn convert(text: &str, to: RecordFormat) -> (String, Reading, String) {
        let games = Reader::new(text.as_bytes(), Hints::default()).unwrap();
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out, to).unwrap();
        let mut errors = Vec::new();
        let mut write = |game: StoredGame| writer.write(&game);
        let reading = run("x", games, &mut write, &mut errors).unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(out), reading, text(errors))
    }

    #[test]
    fn a_game_is_written_up_to_its_first_illegal_move() {
        let (out, reading, errors) = convert("h8i9h8g7\nwhat\ng7", RecordFormat::Moves);
        assert_eq!(out, "h8i9\ng7\n");
        assert_eq!(reading, Reading { games: 3, faults: 2 });
        assert_eq!(
            errors,
            "tengen: x: line 1, column 5: move 3: h8 is occupied by black\n\
             tengen: x: line 2, column 1: move 1: invalid move 'what' (expected one such as h8)\n"
        );
    }

    #[test]
    fn trees_keep_times_and_end_before_illegal_moves() {
        let head = "(;FF[4]GM[4]SZ[15]";
        let timed = ";B[hh]C[opening move];W[ii]C[7ms](;B[gh]C[12ms])(;B[aa]))";
        let (out, _, errors) = convert(&format!("{head}{timed}"), RecordFormat::Sgf);
        assert_eq!(errors, "");
        let spaced = ";B[hh]C[opening move];W[ii]C[7ms]\n(;B[gh]C[12ms])\n(;B[aa]))\n";
        assert!(out.ends_with(spaced), "{out}");
        let illegal = ";B[hh]C[nice];W[hh](;B[aa])(;B[ab]))";
        let (out, reading, _) = convert(&format!("{head}{illegal}"), RecordFormat::Sgf);
        assert_eq!(reading.faults, 1);
        assert!(out.ends_with("\n;B[hh])\n"), "{out}");
    }

    #[test]
    fn variations_end_before_illegal_moves() {
        let text = "(;GM[4]SZ[15];B[hh];W[hi](;B[ii])\n(;LB[gg:x];B[jj];W[jj];B[aa])(;B[pp]))";
        let mut library = Vec::new();
        let mut writer = Writer::new(&mut library, RecordFormat::Lib).unwrap();
        let games = Reader::new(text.as_bytes(), Hints::default()).unwrap();
        let mut errors = Vec::new();
        let mut write = |game: StoredGame| writer.write(&game);
        let reading = run("x", games, &mut write, &mut errors).unwrap();
        writer.finish().unwrap();
        assert_eq!(reading, Reading { games: 1, faults: 1 });
        let errors = String::from_utf8(errors).unwrap();
        assert_eq!(errors, "tengen: x: line 2, column 20: move 4: j10 is occupied by black\n");
        let games = Reader::new(&library[..], Hints::default()).unwrap();
        let lengths: Vec<usize> = games.map(|game| game.unwrap().record.moves.len()).collect();
        assert_eq!(lengths, [3, 3]);
    }

    #[test]
    fn the_comment_of_the_game_and_the_times_of_variations_stay() {
        let game = "(;FF[4]GM[4]SZ[15]GC[a note\nreason: time\n\nand more];B[hh]C[5ms](;W[ii]C[6ms])(;W[gg]C[7ms]))";
        let (out, _, errors) = convert(game, RecordFormat::Sgf);
        assert_eq!(errors, "");
        let tree =
            "GC[reason: time]C[a note\nand more];B[hh]C[5ms]\n(;W[ii]C[6ms])\n(;W[gg]C[7ms]))\n";
        assert!(out.ends_with(tree), "{out}");
        assert_eq!(convert(&out, RecordFormat::Sgf).0, out);
    }

    #[test]
    fn many_errors_are_counted() {
        let (out, reading, errors) = convert(&"h8h8\n".repeat(25), RecordFormat::Moves);
        assert_eq!((out, reading.faults), ("h8\n".repeat(25), 25));
        assert_eq!(errors.lines().count(), 21);
        assert!(errors.ends_with("tengen: x: more games with errors: 5\n"), "{errors}");
    }
}
