//! The benchmark: fixed positions of both games and every rule, searched to fixed depths from empty
//! tables. With one thread the node count is a signature of the search: it is the same on every run
//! and machine, and changes only when the search does. With several threads, compare the times.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::coord::{Move, Size, parse_points};
use crate::engine::Learned;
use crate::gomoku::rules::rule::Rule;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Progress, Request};
use crate::table::{Format, Table, millis};
use crate::{gomoku, othello};

/// Size of the transposition table in bytes.
const TABLE_BYTES: usize = 16 << 20;

/// The columns of a table of searches.
const COLUMNS: &[&str] = &["game", "moves", "depth", "best", "nodes", "milliseconds"];

/// Side of the square board, depth in plies and moves from the empty board.
type GomokuCase = (u8, u32, &'static str);

/// Openings and middle games, quiet and sharp; each is searched under every rule that allows its
/// moves.
const GOMOKU: &[GomokuCase] = &[
    (15, 9, "h8"),
    (15, 9, "h8i9g7h10"),
    (15, 9, "h8h9g10i8f8g8h7g9"),
    (15, 9, "h8f6f5e8e6g4j8i8k6g5"),
    (15, 8, "h8g7i9g9i7i8g8j7h9h7k10j9"),
    (20, 8, "k11l11i10i9h12j9h9"),
];

/// Depth in plies and a transcript from the start position.
type OthelloCase = (u32, &'static str);

/// Openings, middle games, and an ending that is solved.
const OTHELLO: &[OthelloCase] = &[
    (12, "f5d6c3d3c5f4e3g6"),
    (12, "f5d6c5f4e3c6f6b5g4d3c3g5e6g3a5c4b6f7"),
    (12, "f5f4c3d6d7c6d3g5g3d8h5f3e3h2g4d2f6g6h3h4h1e7e1e6h6d1c1f2g1e2"),
    (20, "f5f4g3e6f3e3d6d7e2g5h6g4f6g6h5h4h3d1c7c6c5b6e7c8d8b5a5f7b8e8f8d3d2c4c3c2f2f1e1c1"),
];

/// Searches every position with `threads` threads and the weights in `learned`. Writes a line for each
/// and, as text, finally `N nodes M nps`; returns `N`.
///
/// # Errors
/// Errors of `out`.
pub fn run(
    learned: &Learned,
    threads: usize,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let table = Table::new(format, COLUMNS);
    out.write_all(table.map_or_else(String::new, |table| table.header()).as_bytes())?;
    let mut total = Total { nodes: 0, time: Duration::ZERO, table };
    for rule in Rule::ALL {
        for &(side, depth, moves) in GOMOKU {
            let searcher =
                gomoku::search::Searcher::with_weights(TABLE_BYTES, learned.for_gomoku());
            let result = search(searcher, threads, &gomoku_game(rule, side, moves), depth);
            total.add(&format!("gomoku {rule}"), moves, &result, out)?;
        }
    }
    for &(depth, transcript) in OTHELLO {
        let searcher = othello::search::Searcher::with_weights(TABLE_BYTES, learned.for_othello());
        let result = search(searcher, threads, &othello_game(transcript), depth);
        total.add("othello", transcript, &result, out)?;
    }
    let speed = total.nodes as f64 / total.time.as_secs_f64().max(1e-9);
    match table {
        Some(table) => {
            let nps = (speed.round() as u64).into();
            let sums = [("nodes", total.nodes.into()), ("nodes_per_second", nps)];
            out.write_all(table.total(&sums).as_bytes())?;
        }
        None => writeln!(out, "{} nodes {speed:.0} nps", total.nodes)?,
    }
    Ok(total.nodes)
}

struct Total {
    nodes: u64,
    time: Duration,
    table: Option<Table>,
}

impl Total {
    fn add(
        &mut self,
        game: &str,
        moves: &str,
        result: &(Progress, Duration),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (Progress { depth, nodes, lines, .. }, time) = result;
        self.nodes += nodes;
        self.time += *time;
        let best = lines.first().map_or("-".to_owned(), |line| line.moves[0].to_string());
        let millis = millis(*time);
        let row = match self.table {
            Some(table) => table.row(vec![
                game.into(),
                moves.into(),
                (*depth).into(),
                best.into(),
                (*nodes).into(),
                millis.into(),
            ]),
            None => format!(
                "{nodes:>10} nodes {millis:>6} ms depth {depth:>2} {best:>4}  {game} {moves}\n"
            ),
        };
        out.write_all(row.as_bytes())
    }
}

/// Searches `game` to `depth`; the result and the time it took.
fn search<S: Search>(
    mut searcher: S,
    threads: usize,
    game: &S::Game,
    depth: u32,
) -> (Progress, Duration) {
    searcher.set_threads(threads);
    let request = Request::best_move(Limits { depth: Some(depth), ..Limits::default() });
    let start = Instant::now();
    let progress = searcher.search(game, &request, &Control::unlimited(), &mut |_| {});
    (progress, start.elapsed())
}

fn gomoku_game(rule: Rule, side: u8, moves: &str) -> gomoku::rules::game::Game {
    let size = Size::new(side, side).expect("bench boards have legal sizes");
    let mut game =
        gomoku::rules::game::Game::new(rule, size).expect("bench boards have legal sizes");
    for point in parse_points(moves).expect("bench positions are well-formed") {
        game.play(Move::Place(point)).expect("bench positions are legal under every rule");
    }
    game
}

fn othello_game(transcript: &str) -> othello::rules::game::Game {
    let mut game = othello::rules::game::Game::new();
    for point in parse_points(transcript).expect("bench transcripts are well-formed") {
        if game.must_pass() {
            game.play(Move::Pass).expect("a forced pass is legal");
        }
        game.play(Move::Place(point)).expect("bench transcripts are legal");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_legal() {
        for rule in Rule::ALL {
            for case in GOMOKU {
                assert_eq!(gomoku_game(rule, case.0, case.2).outcome(), None);
            }
        }
        for (_, transcript) in OTHELLO {
            assert_eq!(othello_game(transcript).outcome(), None);
        }
    }
}
