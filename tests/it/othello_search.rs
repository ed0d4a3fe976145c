//! The Othello search as a whole: limits, fallbacks, several lines, determinism.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use tengen::color::Color;
use tengen::coord::{Move, Point};
use tengen::formats::obf;
use tengen::othello::rules::game::Game;
use tengen::othello::search::Searcher;
use tengen::search::Search;
use tengen::search::control::{Control, POLL_INTERVAL};
use tengen::search::limits::{Budget, Limits};
use tengen::search::report::{Progress, Request, Score, Selectivity};

const FFO: &str = include_str!("../data/othello/ffo-1-19.obf");
const FFO_20: &str = include_str!("../data/othello/ffo-20-39.obf");

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search(searcher: &mut Searcher, game: &Game, limits: Limits, lines: usize) -> Progress {
    let control = Control::new(Instant::now(), limits.time);
    let progress = searcher.search(
        game,
        &Request { limits, lines, is_analysis: false },
        &control,
        &mut |_| (),
    );
    for line in &progress.lines {
        let mut replay = game.clone();
        line.moves.iter().for_each(|&mv| replay.play(mv).unwrap());
    }
    progress
}

fn searcher() -> Searcher {
    Searcher::new(4 << 20)
}

fn game(text: &str, name: &str) -> Game {
    let line = text.lines().find(|line| line.ends_with(name)).unwrap();
    obf::parse_line(line).unwrap().unwrap().game
}

/// A midgame position: 20 plies played by the search itself.
fn middle() -> Game {
    let mut game = Game::new();
    let mut searcher = searcher();
    for _ in 0..20 {
        let progress = search(&mut searcher, &game, depth(2), 1);
        game.play(progress.lines[0].moves[0]).unwrap();
    }
    game
}

#[test]
fn several_threads_agree_with_one_and_keep_the_node_limit() {
    let control = Control::unlimited();
    for threads in [2, 3] {
        let mut several = searcher();
        several.set_threads(threads);
        for name in ["ffo20", "ffo22", "ffo24"] {
            let game = game(FFO_20, name);
            let whole = depth(game.board().empty_count());
            let alone = search(&mut searcher(), &game, whole, 1);
            assert_eq!(search(&mut several, &game, whole, 1).lines[0].score, alone.lines[0].score);
        }
        let (limits, game) = (nodes(20_000), middle());
        let request = Request { limits, lines: 2, is_analysis: false };
        let progress = several.search(&game, &request, &control, &mut |_| {});
        assert_eq!(progress.lines.len(), 2);
        let most = 20_000 + threads as u64 * POLL_INTERVAL;
        assert!((20_000..most).contains(&progress.nodes), "{} nodes", progress.nodes);
    }
}

#[test]
fn several_threads_answer_early_with_their_result() {
    let (sender, receiver) = channel();
    let (mut searcher, game) = (searcher(), middle());
    searcher.set_threads(2);
    searcher.answer_early(Box::new(move |result: &Progress| {
        sender.send(result.clone()).unwrap();
    }));
    let progress = search(&mut searcher, &game, nodes(5000), 1);
    assert_eq!(receiver.recv(), Ok(progress));
}

/// Nodes of a search with `threads` threads at the end of the second iteration, if its leader pauses after
/// the first.
fn nodes_after_a_rest(threads: usize, game: &Game) -> u64 {
    let mut searcher = searcher();
    searcher.set_threads(threads);
    let control = Control::unlimited();
    let mut nodes = Vec::new();
    let mut watch = |progress: &Progress| {
        nodes.push(progress.nodes);
        match nodes.len() {
            1 => std::thread::sleep(Duration::from_millis(300)),
            _ => control.stop(),
        }
    };
    let request = Request::best_move(depth(game.board().empty_count()));
    searcher.search(game, &request, &control, &mut watch);
    nodes[1]
}

#[test]
fn helpers_search_most_nodes_while_the_leader_pauses() {
    for game in [middle(), game(FFO_20, "ffo38")] {
        let alone = nodes_after_a_rest(1, &game);
        // A busy machine may hold up the helper, but not every time.
        let mut helped = (0..10).map(|_| nodes_after_a_rest(2, &game));
        assert!(helped.any(|nodes| nodes > 4 * alone), "one thread has {alone} nodes");
    }
}

#[test]
fn selectivity_rises_until_the_solve_is_exact() {
    let game = game(FFO_20, "ffo23");
    let time = Some(Budget::exactly(Duration::from_secs(600)));
    let request = Request::best_move(Limits { time, ..Limits::default() });
    let mut solves = Vec::new();
    let mut watch = |progress: &Progress| {
        if let Selectivity::CutToTheEnd(percent) = progress.selectivity {
            let is_exact = matches!(progress.lines[0].score, Score::Exact(_));
            solves.push((percent, progress.depth, is_exact));
        }
    };
    searcher().search(&game, &request, &Control::new(Instant::now(), time), &mut watch);
    let empties = game.board().empty_count();
    let solve = |percent| (percent, empties, percent == 100);
    assert_eq!(solves, [73, 87, 95, 98, 99, 100].map(solve));
}

#[test]
fn a_legal_move_is_found_however_early_the_search_is_stopped() {
    for game in [Game::new(), middle(), game(FFO, "ffo10"), game(FFO_20, "ffo38")] {
        for limits in [nodes(1), nodes(2), nodes(17), nodes(1000), depth(1)] {
            let progress = search(&mut searcher(), &game, limits, 1);
            assert_eq!(progress.lines.len(), 1);
            assert!(limits.nodes.is_none_or(|most| progress.nodes <= most));
        }
        let zero = Limits { time: Some(Budget::exactly(Duration::ZERO)), ..Limits::default() };
        assert_eq!(
            search(&mut searcher(), &game, zero, 3).lines.len(),
            3.min(game.legal_moves().len())
        );
        let stopped = Control::unlimited();
        stopped.stop();
        let request = Request::best_move(Limits::default());
        assert_eq!(searcher().search(&game, &request, &stopped, &mut |_| ()).lines.len(), 1);
    }
}

#[test]
fn a_deadline_is_kept_in_midgame_and_endgame() {
    let time = Some(Budget::exactly(Duration::from_millis(60)));
    let limits = Limits { time, ..Limits::default() };
    for game in [Game::new(), game(FFO_20, "ffo38"), game(FFO_20, "ffo36")] {
        // A busy machine may hold up a search, but not every one.
        let is_kept = (0..20).any(|_| {
            let start = Instant::now();
            search(&mut searcher(), &game, limits, 1);
            start.elapsed() < Duration::from_millis(560)
        });
        assert!(is_kept, "{:?}", game.board());
    }
}

#[test]
fn searches_repeat_exactly_from_cleared_tables() {
    let mut reused = searcher();
    for game in [Game::new(), middle(), game(FFO, "ffo16"), game(FFO_20, "ffo24")] {
        for limits in [depth(7), nodes(30_000)] {
            reused.clear();
            let (a, b) =
                (search(&mut reused, &game, limits, 2), search(&mut searcher(), &game, limits, 2));
            assert_eq!((a.lines, a.nodes, a.depth), (b.lines, b.nodes, b.depth));
        }
    }
}

#[test]
fn an_endgame_is_solved_under_every_kind_of_limit() {
    let game = game(FFO, "ffo14");
    let best = Move::Place(Point::from_text("a3").unwrap());
    let time = Some(Budget::exactly(Duration::from_secs(20)));
    for limits in [depth(16), depth(40), nodes(50_000_000), Limits { time, ..Limits::default() }] {
        let progress = search(&mut searcher(), &game, limits, 1);
        assert_eq!((progress.lines[0].score, progress.lines[0].moves[0]), (Score::Exact(18), best));
        assert_eq!(progress.depth, 16);
        let mut end = game.clone();
        progress.lines[0].moves.iter().for_each(|&mv| end.play(mv).unwrap());
        assert_eq!(end.outcome().map(|outcome| outcome.score(game.side_to_move())), Some(18));
    }
}

#[test]
fn every_line_has_its_true_score() {
    for line in FFO.lines().take(4) {
        let problem = obf::parse_line(line).unwrap().unwrap();
        let progress = search(&mut searcher(), &problem.game, depth(20), 40);
        assert_eq!(progress.lines.len(), problem.game.legal_moves().len());
        for &(mv, score) in &problem.scores {
            let line = progress.lines.iter().find(|line| line.moves[0] == mv).unwrap();
            assert_eq!(line.score, Score::Exact(score), "{} {mv}", problem.name);
        }
        let scores: Vec<i32> = progress.lines.iter().map(|line| exact(line.score)).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }
}

fn exact(score: Score) -> i32 {
    match score {
        Score::Exact(discs) => discs,
        other => panic!("{other:?} is not exact"),
    }
}

#[test]
fn several_midgame_lines_differ_and_are_sorted() {
    let progress = search(&mut searcher(), &middle(), depth(5), 4);
    let firsts: Vec<Move> = progress.lines.iter().map(|line| line.moves[0]).collect();
    let scores: Vec<i32> = progress
        .lines
        .iter()
        .map(|line| match line.score {
            Score::Discs(hundredths) => hundredths,
            other => panic!("{other:?} in the midgame"),
        })
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(firsts.len(), 4);
    assert!((0..4).all(|i| !firsts[..i].contains(&firsts[i])), "{firsts:?}");
    let single = search(&mut searcher(), &middle(), depth(5), 1);
    assert_eq!(single.lines[0].score, progress.lines[0].score);
}

#[test]
fn a_forced_pass_a_single_move_and_a_finished_game_are_answered_at_once() {
    let mut squares = [None; 64];
    (squares[0], squares[1]) = (Some(Color::White), Some(Color::Black));
    let pass = Game::set_up(&squares, Color::Black);
    let single = Game::set_up(&squares, Color::White);
    let time = Some(Budget::exactly(Duration::from_secs(60)));
    let start = Instant::now();
    for (game, best) in
        [(&pass, Move::Pass), (&single, Move::Place(Point::from_text("c1").unwrap()))]
    {
        for limits in [Limits { time, ..Limits::default() }, depth(4)] {
            let progress = search(&mut searcher(), game, limits, 3);
            assert_eq!(progress.lines.len(), 1);
            assert_eq!(progress.lines[0].moves[0], best);
        }
    }
    // A single move that does not end the game.
    let forced = "-OX---------------------------------------------X-------O------- X; % forced";
    let forced = game(forced, "forced");
    assert_eq!(forced.legal_moves().len(), 1);
    assert_eq!(search(&mut searcher(), &forced, depth(4), 1).nodes, 0);
    let mut over = single;
    over.play(Move::Place(Point::from_text("c1").unwrap())).unwrap();
    assert!(search(&mut searcher(), &over, depth(4), 1).lines.is_empty());
    assert_eq!(searcher().evaluate(&over).score, Score::Exact(-64));
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Without training games that start early, the evaluation of the first plies would be a guess.
#[test]
fn the_evaluation_of_the_first_plies_is_about_even() {
    let mut searcher = searcher();
    for line in ["f5d6c3d3c4", "f5f6e6f4e3", "f5d6c4d3c5", "d3c3c4c5d6"] {
        let mut game = Game::new();
        for timed in tengen::formats::transcript::read(line).unwrap().moves {
            let Score::Discs(value) = searcher.evaluate(&game).score else { panic!("not over") };
            assert!(value.abs() < 600, "{value} hundredths before {:?} of {line}", timed.mv);
            game.play(timed.mv).unwrap();
        }
    }
}

#[test]
fn lines_after_a_wipe_out_are_searched_too() {
    let won = tengen::formats::transcript::read("e6f4e3f6g5d6e7f5").unwrap();
    let mut game = Game::new();
    won.moves.iter().for_each(|timed| game.play(timed.mv).unwrap());
    for (lines, depths) in [(1, vec![1]), (3, vec![1, 2, 3, 4, 4])] {
        let mut seen = Vec::new();
        let request = Request { limits: depth(4), lines, is_analysis: true };
        searcher().search(&game, &request, &Control::unlimited(), &mut |progress| {
            assert_eq!(progress.lines[0].score, Score::Discs(6400));
            seen.push(progress.depth);
        });
        assert_eq!(seen, depths);
    }
}

#[test]
fn progress_is_reported_per_iteration_and_ends_with_the_result() {
    let mut depths = vec![];
    let request = Request::best_move(depth(6));
    let mut last = None;
    let result = searcher().search(&middle(), &request, &Control::unlimited(), &mut |progress| {
        depths.push(progress.depth);
        last = Some(progress.lines.clone());
    });
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 6], "the last one again with more certainty");
    assert_eq!(last, Some(result.lines));
}

/// A tuner may try any value: the midgame search still returns a move, and exact scores do not change.
#[test]
fn parameters_may_take_any_value_in_their_range() {
    let (midgame, ending) = (middle(), game(FFO, "ffo01"));
    let run = |name: &str, value: i32| {
        let mut searcher = Searcher::new(1 << 20);
        searcher.params().set(name, value).unwrap();
        let found = search(&mut searcher, &midgame, depth(6), 1);
        assert!(!found.lines.is_empty(), "{name} {value}");
        let solved = search(&mut searcher, &ending, depth(ending.board().empty_count()), 1);
        assert_eq!(solved.lines[0].score, Score::Exact(18), "{name} {value}");
        (found.nodes, solved.nodes)
    };
    let table = searcher().params().table();
    for param in table {
        run(param.name, param.min);
        run(param.name, param.max);
    }
    let default = run(table[0].name, table[0].default);
    assert_ne!(run("midgame_level", 3).0, default.0, "fewer nodes are pruned");
    assert_ne!(run("order_reply", 4).1, default.1, "moves come in another order");
}
