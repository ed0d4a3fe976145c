//! Files of games for the subcommands.

use std::io::{self, Read, Write};
use std::path::Path;

use tengen::formats::format::RecordFormat;
use tengen::formats::records::{self, Hints, Reader, StoredGame, Writer};
use tengen::game::Variant;
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
    let bytes = read_bytes_or_input(file)?;
    let reader = records::read_bytes(&bytes, Hints::of(variant));
    if is_lines(&bytes, reader.format(), format, variant) {
        return Ok(Lines { text: String::from_utf8_lossy(&bytes).into_owned(), faults: 0 });
    }
    let source = file.display().to_string();
    let mut text = Vec::new();
    let mut writer = Writer::new(&mut text, format)?;
    let mut errors = errors();
    let reading = convert::run(&source, reader, &mut writer, &mut errors)?;
    let refused = writer.finish()?.tally.refused;
    for (reason, count) in &refused {
        writeln!(errors, "tengen: {source}: games that cannot be used: {count} ({reason})")?;
    }
    let faults = reading.faults + refused.values().sum::<u64>();
    Ok(Lines { text: String::from_utf8_lossy(&text).into_owned(), faults })
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
