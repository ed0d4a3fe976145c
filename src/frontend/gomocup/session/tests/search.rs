//! What the searcher is asked for, and what becomes of its answer.

use super::Bench;
use crate::coord::Move;
use crate::engine::{Event, Learned};
use crate::frontend::desk::Settings;
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;
use crate::search::report::{Line, Score};

#[test]
fn a_bad_search_still_gives_a_legal_move() {
    let taken = Move::Place(crate::coord::Point::new(7, 7).unwrap());
    for moves in [&[taken][..], &[Move::Pass], &[]] {
        let mut bench = Bench::after("START 15|TURN 7,7");
        assert_eq!(bench.finish_with(moves), "0,0");
        assert_eq!(bench.ask("MOVES"), "MOVES h8 a1");
    }
    let mut bench = Bench::after("START 15|NBEST 3");
    assert!(bench.finish_with(&[]).starts_with("NBEST 1/1 0,0 score "));
}

#[test]
fn a_side_that_can_only_pass_does_so_without_search() {
    let mut bench = Bench::new(Variant::Othello);
    let squares = format!("XO{}", "-".repeat(62));
    assert_eq!(bench.ask(&format!("POSITION {squares} O")), "OK");
    assert_eq!(bench.ask("YXNBEST 5|MOVES|UNDO|BEGIN"), "-1,-1|MOVES pass|OK|-1,-1");
    assert!(bench.jobs.is_empty());
}

#[test]
fn a_count_of_lines_stays_within_the_board() {
    let bench = Bench::after("START 7|NBEST 4294967295");
    assert_eq!(bench.jobs[0].request.lines, 49);
}

#[test]
fn the_book_is_for_moves_to_be_played() {
    let mut bench = Bench::new(Variant::Othello);
    let mut asked = |requests: &str| {
        bench.ask(requests);
        let book = bench.jobs[0].book;
        bench.finish();
        book
    };
    let first = asked("START 8|BEGIN").expect("it is on");
    assert_eq!(first.tolerance, 0);
    assert_eq!(asked("NBEST 1"), None);
    assert_eq!(asked("YXNBEST 1"), None);
    let varied = asked("INFO book_variety 1.5|BEGIN").expect("it is on");
    assert_eq!(varied.tolerance, 150);
    assert_ne!(varied.seed, first.seed);
    assert_eq!(asked("INFO book 0|BEGIN"), None);
}

#[test]
fn a_move_from_the_book_is_told_to_people() {
    let booked = |bench: &mut Bench| {
        let moves: Vec<Move> = bench.jobs[0].position.legal_points().map(Move::Place).collect();
        let line = Line { score: Score::Discs(25), moves: moves[..1].to_vec() };
        bench.session.hear(Event::Booked { id: bench.jobs[0].id, line });
        bench.collect()
    };
    let mut bench = Bench::new(Variant::Othello);
    bench.ask("START 8|BEGIN");
    assert_eq!(booked(&mut bench), "");
    bench.finish();
    bench.ask("INFO show_detail 1|BEGIN");
    assert!(booked(&mut bench).starts_with("MESSAGE book score +0.25 discs pv "));
}

#[test]
fn the_searcher_is_told_how_many_threads_to_use() {
    let mut bench = Bench::after("INFO thread_num 256");
    let most = bench.threads;
    assert!(bench.ask("OPTIONS").contains(&format!("|OPTION thread_num {most} ")));
    assert!(bench.ask("YXSHOWINFO").contains(&format!("MAX_THREAD_NUM {most}|")));
    bench.ask("INFO thread_num 1");
    assert_eq!(bench.threads, 1);
    let mut settings = Settings::new(Variant::gomoku(Rule::Freestyle), false);
    settings.set_threads(most);
    assert_eq!(settings.searcher(Learned::default()).threads, most, "from the start");
}

#[test]
fn a_level_bounds_the_search_and_chooses_among_its_moves() {
    let mut bench = Bench::after("START 15|INFO timeout_turn 1000|INFO level 1|BEGIN");
    let request = &bench.jobs[0].request;
    assert_eq!(
        (request.lines, request.limits.nodes, request.limits.depth),
        (12, Some(60), Some(1))
    );
    let mut chosen = std::collections::HashSet::new();
    for _ in 0..20 {
        chosen.insert(bench.finish_lines(&[("a1", 0), ("b1", 0), ("c1", 0)]));
        bench.ask("RESTART|BEGIN");
    }
    assert_eq!(chosen.len(), 3, "{chosen:?}");
    // A list of the best moves plays none of them.
    let listing = Bench::after("START 15|INFO level 1|NBEST 2");
    assert_eq!(listing.jobs[0].request.limits.nodes, None);
    for (request, lines) in [("YXNBEST 2", 12), ("YXSEARCHDEFEND", 225)] {
        let playing = Bench::after(&format!("START 15|INFO level 1|{request}"));
        let request = &playing.jobs[0].request;
        assert_eq!((request.limits.nodes, request.lines), (Some(60), lines));
    }
    let mut full = Bench::after("START 15|INFO level 1|INFO level 10|BEGIN");
    assert_eq!(full.jobs[0].request.lines, 1);
    assert_eq!(full.finish_lines(&[("a1", 0), ("b1", 0)]), "0,0");
}
