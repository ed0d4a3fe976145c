//! Detects the format of a file from its beginning.

use crate::coord::parse_points;
use crate::formats::format::RecordFormat;
use crate::formats::game::is_between;
use crate::formats::wthor::Header;
use crate::formats::{obf, psq, renlib, transcript, tree};
use crate::game::Variant;

/// Plies of legal Othello that identify a line of moves as a game of Othello: few games of Gomoku begin with such
/// moves.
const OTHELLO_PLIES: usize = 4;

/// The property that distinguishes GGF from SGF, in lower case.
const GGF_KIND: &str = "gm[othello]";

/// The format of a binary file that begins with `head`.
pub(super) fn detect_binary(head: &[u8]) -> Option<RecordFormat> {
    let wthor = || Header::read(head).map(|_| RecordFormat::Wthor);
    renlib::is_library(head).then_some(RecordFormat::Lib).or_else(wthor)
}

/// The format of a file that begins with `head`. `game` decides if lines of moves are possible in either game; without
/// it, the moves decide.
pub(super) fn detect(head: &[u8], game: Option<Variant>) -> RecordFormat {
    if let Some(format) = detect_binary(head) {
        return format;
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    // The texts of these formats may look like the beginning of a game in parentheses.
    if first.starts_with(psq::HEADER) {
        return RecordFormat::Psq;
    }
    if obf::begins_line(first) {
        return RecordFormat::Obf;
    }
    if !has_only_moves(first) && tree::has_game(text) {
        let is_ggf = text.to_ascii_lowercase().contains(GGF_KIND);
        return if is_ggf { RecordFormat::Ggf } else { RecordFormat::Sgf };
    }
    if transcript::is_entry(first) || lines.next().is_some_and(transcript::is_entry) {
        return RecordFormat::Transcript;
    }
    let has_fields = first.contains("\trule=") || first.contains("\tresult=");
    let is_othello = match game {
        _ if has_fields => false,
        Some(variant) => variant.is_othello(),
        None => transcript::read_game(first).record.moves.len() >= OTHELLO_PLIES,
    };
    if is_othello { RecordFormat::Transcript } else { RecordFormat::Pos }
}

/// Whether `line` has moves, and nothing else before a tab.
fn has_only_moves(line: &str) -> bool {
    let moves = line.split('\t').next().unwrap_or_default();
    !moves.trim().is_empty() && moves.split(is_between).all(|word| parse_points(word).is_ok())
}
