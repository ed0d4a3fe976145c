//! The signature run: fixed positions of both games and every rule, searched to fixed depths from
//! empty tables. By one thread the node count identifies the search: it is the same on every run and
//! machine, and changes only when the search does. By several the time tells what they are worth.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::coord::{Move, Size, parse_points};
use crate::engine::Learned;
use crate::gomoku::rules::rule::Rule;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Progress, Request};
use crate::{gomoku, othello};

/// Table of each search in bytes.
const TABLE_BYTES: usize = 16 << 20;

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

/// Searches by what was `learned` with so many `threads`; writes a line for each and at last `N nodes M nps`. Returns `N`.
///
/// # Errors
/// What `out` reports.
pub fn run(learned: &Learned, threads: usize, out: &mut dyn Write) -> io::Result<u64> {
    let mut total = Total::default();
    for rule in Rule::ALL {
        for &case in GOMOKU {
            let result = search_gomoku(rule, case, learned, threads);
            total.add(&format!("gomoku {rule} {}", case.2), &result, out)?;
        }
    }
    for &(depth, transcript) in OTHELLO {
        let result = search_othello(depth, transcript, learned, threads);
        total.add(&format!("othello {transcript}"), &result, out)?;
    }
    let speed = total.nodes as f64 / total.time.as_secs_f64().max(1e-9);
    writeln!(out, "{} nodes {speed:.0} nps", total.nodes)?;
    Ok(total.nodes)
}

#[derive(Default)]
struct Total {
    nodes: u64,
    time: Duration,
}

impl Total {
    fn add(
        &mut self,
        name: &str,
        result: &(Progress, Duration),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (Progress { depth, nodes, lines, .. }, time) = result;
        self.nodes += nodes;
        self.time += *time;
        let best = lines.first().map_or("-".to_owned(), |line| line.moves[0].to_string());
        writeln!(
            out,
            "{nodes:>10} nodes {:>6} ms depth {depth:>2} {best:>4}  {name}",
            time.as_millis()
        )
    }
}

fn to_depth(depth: u32) -> Request {
    Request::best_move(Limits { depth: Some(depth), ..Limits::default() })
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

fn search_gomoku(
    rule: Rule,
    (side, depth, moves): GomokuCase,
    learned: &Learned,
    threads: usize,
) -> (Progress, Duration) {
    let game = gomoku_game(rule, side, moves);
    let mut searcher = gomoku::search::Searcher::with_weights(TABLE_BYTES, learned.for_gomoku());
    searcher.set_threads(threads);
    let start = Instant::now();
    let control = Control::unlimited();
    let progress = searcher.search(&game, &to_depth(depth), &control, &mut |_| {});
    (progress, start.elapsed())
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

fn search_othello(
    depth: u32,
    transcript: &str,
    learned: &Learned,
    threads: usize,
) -> (Progress, Duration) {
    let game = othello_game(transcript);
    let mut searcher = othello::search::Searcher::with_weights(TABLE_BYTES, learned.for_othello());
    searcher.set_threads(threads);
    let start = Instant::now();
    let control = Control::unlimited();
    let progress = searcher.search(&game, &to_depth(depth), &control, &mut |_| {});
    (progress, start.elapsed())
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
