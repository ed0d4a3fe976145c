//! Files of games for the subcommands.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use tengen::color::Color;
use tengen::coord::{Move, Point};
use tengen::formats::format::RecordFormat;
use tengen::formats::game::{GameRecord, TimedMove};
use tengen::formats::records::{self, Hints, Reader, StoredGame, Writer};
use tengen::game::{Position, Variant};
use tengen::tools::convert;

use super::streams::{about, errors, invalid_in, read_bytes_or_input};

/// The content of a file as lines.
pub struct Lines {
    pub text: String,
    /// Games that are not in the text because they cannot be read.
    pub faults: u64,
}

/// The lines of `file` if it contains positions or moves on lines, otherwise its games as lines of `format`. Faults are
/// reported on standard error.
pub fn read_lines(file: &Path, variant: Variant, format: RecordFormat) -> io::Result<Lines> {
    let bytes = in_utf8(read_bytes_or_input(file)?);
    let reader = records::read_bytes(&bytes, Hints::of(variant));
    if is_lines(&bytes, reader.format(), format, variant) {
        return Ok(Lines { text: String::from_utf8_lossy(&bytes).into_owned(), faults: 0 });
    }
    let source = file.display().to_string();
    let mut text = Vec::new();
    let mut writer = Writer::new(&mut text, format)?;
    let mut errors = errors();
    let mut out_of_turn = 0;
    let mut write = |game: StoredGame| {
        let Some(game) = from_empty_board(game) else {
            out_of_turn += 1;
            return Ok(());
        };
        writer.write(&game)
    };
    let reading = convert::run(&source, reader, &mut write, &mut errors)?;
    let mut refused = writer.finish()?.tally.refused;
    if out_of_turn > 0 {
        refused.insert("the numbers of stones do not fit the side to move", out_of_turn);
    }
    for (reason, count) in &refused {
        writeln!(errors, "tengen: {source}: games that cannot be used: {count} ({reason})")?;
    }
    let faults = reading.faults + refused.values().sum::<u64>();
    Ok(Lines { text: String::from_utf8_lossy(&text).into_owned(), faults })
}

/// `bytes`, converted if a byte order mark says that they are UTF-16, which PowerShell writes.
fn in_utf8(bytes: Vec<u8>) -> Vec<u8> {
    match encoding_rs::Encoding::for_bom(&bytes) {
        Some((encoding, _)) if encoding != encoding_rs::UTF_8 => {
            encoding.decode(&bytes).0.into_owned().into_bytes()
        }
        _ => bytes,
    }
}

/// `game`, or in place of a game of Gomoku from a set-up position, moves from the empty board to its last position:
/// tools for lines judge nothing else, not even the order of the moves. `None` if the side to move would be another.
fn from_empty_board(game: StoredGame) -> Option<StoredGame> {
    if game.is_standard() {
        return Some(game);
    }
    let Position::Gomoku(end) = game.end() else { return Some(game) };
    let [black, white] = Color::ALL.map(|color| {
        let points = end.size().points();
        points.filter(|&point| end.stone(point) == Some(color)).collect::<Vec<Point>>()
    });
    if black.len() != white.len() + usize::from(end.side_to_move() == Color::White) {
        return None;
    }
    let mut white = white.into_iter();
    let in_turn = black.into_iter().flat_map(|point| [Some(point), white.next()]).flatten();
    let timed = |point| TimedMove { mv: Move::Place(point), time: Duration::ZERO };
    let moves = in_turn.map(timed).collect();
    let start = game.record.variant.start().ok()?;
    Some(StoredGame::new(start, GameRecord { moves, ..game.record }))
}

/// Whether a tool for lines of `format` reads a file of the format `found` directly.
fn is_lines(bytes: &[u8], found: RecordFormat, format: RecordFormat, variant: Variant) -> bool {
    match (found, format) {
        (RecordFormat::Obf, RecordFormat::Obf) => true,
        // Text that is not a game is left to the tool, which reports the expected form.
        (RecordFormat::Transcript, RecordFormat::Obf) => {
            let text = String::from_utf8_lossy(bytes);
            let first = records::read_all(&text, Hints::of(variant)).into_iter().next();
            !matches!(first, Some(Ok(game)) if !game.record.moves.is_empty())
        }
        (RecordFormat::Pos | RecordFormat::Transcript, format) => format != RecordFormat::Obf,
        _ => false,
    }
}

/// The games of `file` with the names from its companion files, or those of standard input for `-`.
pub fn open_games(file: &Path, hints: Hints) -> io::Result<Reader<Box<dyn Read>>> {
    if file == Path::new("-") {
        return Reader::new(Box::new(io::stdin()), hints);
    }
    records::open(file, hints).map_err(|error| about(file, &error))
}

/// The first game of `file`.
pub fn first_game(file: &Path, hints: Hints) -> io::Result<StoredGame> {
    records::first(open_games(file, hints)?).map_err(|message| invalid_in(file, message))
}
