//! Searches with several threads: legal moves, limits, and the results of one thread.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use tengen::coord::{Move, Size, parse_points};
use tengen::gomoku::rules::game::Game;
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::search::Searcher;
use tengen::search::Search;
use tengen::search::control::{Control, POLL_INTERVAL};
use tengen::search::limits::Limits;
use tengen::search::report::{Progress, Request, Score};

const TABLE_BYTES: usize = 4 << 20;

fn game(rule: Rule, moves: &str) -> Game {
    let mut game = Game::new(rule, Size::new(15, 15).unwrap()).unwrap();
    parse_points(moves).unwrap().into_iter().for_each(|p| game.play(Move::Place(p)).unwrap());
    game
}

fn searcher(threads: usize) -> Searcher {
    let mut searcher = Searcher::new(TABLE_BYTES);
    searcher.set_threads(threads);
    searcher
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn search(searcher: &mut Searcher, game: &Game, limits: Limits, lines: usize) -> Progress {
    let request = Request { limits, lines, is_analysis: false };
    searcher.search(game, &request, &Control::unlimited(), &mut |_| {})
}

#[test]
fn every_move_of_a_line_is_legal_and_node_limits_hold() {
    let limit = 6000;
    for (threads, lines) in [(2, 1), (3, 1), (4, 3)] {
        for rule in Rule::ALL {
            let mut searcher = searcher(threads);
            let mut game = game(rule, "h8i9j8h10");
            while game.history().len() < 24 && game.outcome().is_none() {
                let progress = search(&mut searcher, &game, nodes(limit), lines);
                assert!(progress.nodes < limit + threads as u64 * POLL_INTERVAL, "{progress:?}");
                assert_eq!(progress.lines.len(), lines);
                for line in &progress.lines {
                    let mut ahead = game.clone();
                    line.moves.iter().for_each(|&mv| ahead.play(mv).unwrap());
                }
                game.play(progress.lines[0].moves[0]).unwrap();
            }
        }
    }
}

#[test]
fn several_threads_report_nodes_and_reach_the_depth() {
    let game = game(Rule::Freestyle, "h8i9j8h10");
    let mut reported = 0;
    let request = Request::best_move(depth(6));
    let progress = searcher(3)
        .search(&game, &request, &Control::unlimited(), &mut |progress| reported = progress.nodes);
    assert!(progress.nodes >= reported && reported > 0);
    assert!(progress.depth >= 5 || progress.lines[0].score.winning_chance() == 1.0);
}

#[test]
fn a_stop_ends_every_thread() {
    let game = game(Rule::Standard, "h8d12l4");
    for threads in [2, 5] {
        let control = Arc::new(Control::unlimited());
        let stopper = Arc::clone(&control);
        let (report, reported) = channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                reported.recv().unwrap();
                stopper.stop();
            });
            let request = Request::best_move(Limits::default());
            // The first report stops the search during a later iteration.
            let mut watch = move |_: &Progress| {
                let _ = report.send(());
            };
            let progress = searcher(threads).search(&game, &request, &control, &mut watch);
            game.legal(progress.lines[0].moves[0]).unwrap();
        });
        let request = Request::best_move(Limits::default());
        let stopped = searcher(threads).search(&game, &request, &control, &mut |_| {});
        assert!(stopped.nodes < 2 * POLL_INTERVAL * threads as u64, "stopped before it began");
        game.legal(stopped.lines[0].moves[0]).unwrap();
    }
}

#[test]
fn several_threads_answer_early_with_their_result() {
    let game = game(Rule::Freestyle, "h8i9j8h10");
    let (sender, receiver) = channel();
    let mut searcher = searcher(3);
    searcher.answer_early(Box::new(move |result: &Progress| {
        sender.send(result.clone()).unwrap();
    }));
    let progress = search(&mut searcher, &game, nodes(6000), 1);
    assert_eq!(receiver.recv(), Ok(progress));
}

#[test]
fn several_threads_find_forced_wins_and_losses() {
    // An open three that White must meet, and one that it met too late.
    let won = game(Rule::Freestyle, "h8a1i8a15j8o1");
    let lost = game(Rule::Freestyle, "h8a1i8a15j8o1k8");
    let mut searcher = searcher(3);
    assert_eq!(search(&mut searcher, &won, depth(8), 1).lines[0].score, Score::Win(3));
    assert!(matches!(search(&mut searcher, &lost, depth(8), 1).lines[0].score, Score::Loss(_)));
}

#[test]
fn a_search_with_one_thread_repeats_after_one_with_several() {
    let game = game(Rule::Renju, "h8i9j8h10i8g8i10");
    let alone = search(&mut searcher(1), &game, nodes(20_000), 1);
    let mut searcher = searcher(3);
    search(&mut searcher, &game, nodes(5000), 1);
    searcher.set_threads(1);
    searcher.clear();
    let again = search(&mut searcher, &game, nodes(20_000), 1);
    assert_eq!((alone.nodes, alone.depth, alone.lines), (again.nodes, again.depth, again.lines));
}
