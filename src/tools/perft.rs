//! Perft for Othello: counts the leaves of the game tree at a given depth, to verify the rules and to
//! measure the speed of move generation.
//!
//! A forced pass is a ply. A game that ends early counts as one leaf, as in the published counts.

use std::io::{self, Write};
use std::time::Instant;

use crate::othello::rules::board::Board;
use crate::othello::rules::square::Squares;
use crate::table::{Format, Table, millis};

/// Number of leaves at `depth` plies from `board`; a game that ends earlier is one leaf.
pub fn perft(board: Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // Bulk counting: the last ply is not played. A pass or the end of the game is one leaf.
        1 => u64::from(board.legal_moves().count_ones().max(1)),
        _ => {
            let moves = board.legal_moves();
            if moves == 0 {
                return if board.is_over() { 1 } else { perft(board.pass(), depth - 1) };
            }
            Squares(moves).map(|square| perft(board.play(square), depth - 1)).sum()
        }
    }
}

/// The columns of a table of counts.
const COLUMNS: &[&str] = &["depth", "leaves", "milliseconds", "nodes_per_second"];

/// Writes the counts for depths 1 to `depth` with time and speed. As text, the last line is only the count at `depth`,
/// which is also returned.
///
/// # Errors
/// I/O errors on `out`.
pub fn run(board: Board, depth: u32, format: Format, out: &mut dyn Write) -> io::Result<u64> {
    let table = Table::new(format, COLUMNS);
    out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    for shallower in 1..depth {
        report(board, shallower, table, out)?;
    }
    let leaves = report(board, depth, table, out)?;
    if table.is_none() {
        writeln!(out, "{leaves}")?;
    }
    Ok(leaves)
}

fn report(board: Board, depth: u32, table: Option<Table>, out: &mut dyn Write) -> io::Result<u64> {
    let start = Instant::now();
    let leaves = perft(board, depth);
    let elapsed = start.elapsed();
    let speed = leaves as f64 / elapsed.as_secs_f64().max(1e-9);
    let millis = millis(elapsed);
    let row = match table {
        Some(table) => table.row(vec![
            depth.into(),
            leaves.into(),
            millis.into(),
            (speed.round() as u64).into(),
        ]),
        None => {
            format!("depth {depth} leaves {leaves} time {millis} ms speed {speed:.0} nodes/s\n")
        }
    };
    out.write_all(row.as_bytes())?;
    Ok(leaves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::obf;

    /// Counts published by several authors; the first game ends after ply 9.
    const KNOWN: [u64; 10] = [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];

    #[test]
    fn the_counts_are_the_published_ones() {
        for (depth, &leaves) in KNOWN.iter().enumerate() {
            assert_eq!(perft(Board::START, depth as u32), leaves);
        }
    }

    #[test]
    fn images_count_alike_and_a_pass_is_a_ply() {
        let line = "XO-------------------------------------------------------------- O";
        let board = obf::parse_line(line).unwrap().unwrap().game.board();
        assert_eq!((perft(board, 1), perft(board, 2), perft(board, 3)), (1, 1, 1));
        let opening = Board::START.play(19).play(18);
        let counts: Vec<u64> = opening.images().iter().map(|&image| perft(image, 5)).collect();
        assert!(counts.iter().all(|&count| count == counts[0]));
    }

    #[test]
    fn the_last_line_is_the_count() {
        let mut out = Vec::new();
        run(Board::START, 3, Format::Text, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert_eq!(text.lines().last(), Some("56"));
        assert!(text.lines().nth(2).unwrap().ends_with("nodes/s"));
    }
}
