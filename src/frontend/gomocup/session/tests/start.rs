//! The start of a game, and the preparation of the searcher.

use std::time::{Duration, Instant};

use super::Bench;
use crate::color::Color;
use crate::game::Position;
use crate::gomoku::rules::rule::Rule;

#[test]
fn another_game_needs_an_untouched_board() {
    let mut bench = Bench::after("INFO game othello");
    assert_eq!(bench.ask(&format!("POSITION {}XO X", "-".repeat(62))), "OK");
    assert!(bench.ask("INFO rule 0|MOVES").starts_with("ERROR Gomoku is not played on this 8x8"));
    assert_eq!(bench.ask("INFO rule 16|MOVES|INFO rule 0|RESTART|PLAY a1"), "MOVES -|OK|0,0");
    let mut blocked = Bench::after("START 8|YXBOARD|3,3,3|DONE|INFO rule 16");
    assert!(blocked.ask("MOVES").starts_with("ERROR Othello is not played"));
}

#[test]
fn the_owner_of_the_first_stone_is_black() {
    for (stones, moves) in [
        ("7,7,2", "h8"),
        ("7,7,1|8,8,2", "h8 i9"),
        ("7,7,2|8,8,1", "h8 i9 pass"),
        ("7,7,1", "h8 pass"),
        ("7,7,2|8,8,2", "h8 pass i9"),
        ("7,7,1|8,8,1", "h8 pass i9 pass"),
        ("7,7,2|-1,-1,1|8,8,2", "h8 pass i9"),
        ("0,0,3|7,7,2|8,8,1|9,9,2", "h8 i9 j10"),
    ] {
        let mut bench = Bench::after("START 15");
        bench.ask(&format!("BOARD|{stones}|DONE"));
        let history = bench.jobs[0].position.history().iter();
        let played: Vec<String> = history.map(|ply| ply.mv.to_string()).collect();
        assert_eq!(played.join(" "), moves, "{stones}");
    }
}

#[test]
fn finished_rows_of_a_continuous_game_keep_the_colours() {
    let row = |other: u8| {
        let pair = |i: u8| format!("0,{i},3|14,{},{other}", 2 * i);
        (0..5).map(pair).collect::<Vec<_>>().join("|")
    };
    let (own_row, other_row) = (row(2), row(1));
    for (rule, stones, white_moves) in [
        (6, format!("{own_row}|7,7,1|14,10,2"), false),
        (6, format!("{other_row}|7,7,2"), true),
        (6, format!("{own_row}|14,10,2|7,7,1"), true),
        (6, "0,0,3|7,7,2|8,8,1".to_owned(), true),
        (4, format!("{own_row}|7,7,1|14,10,2"), true),
    ] {
        let mut bench = Bench::after(&format!("INFO rule {rule}|START 15"));
        bench.ask(&format!("BOARD|{stones}|DONE"));
        let side = bench.jobs[0].position.side_to_move();
        assert_eq!(side == Color::White, white_moves, "rule {rule}: {stones}");
    }
}

#[test]
fn a_new_game_begins_with_an_empty_table_and_a_continued_one_keeps_it() {
    let mut bench = Bench::after("START 15");
    let mut cleared_by = |requests: &str| {
        let before = bench.cleared;
        bench.ask(requests);
        bench.finish();
        bench.cleared - before
    };
    assert_eq!(cleared_by("BOARD|7,7,2|DONE"), 0, "nothing is known yet");
    assert_eq!(cleared_by("TURN 9,9"), 0);
    assert_eq!(cleared_by("START 15|BOARD|7,7,2|0,0,1|9,9,2|1,0,1|5,5,2|DONE"), 0, "goes on");
    assert_eq!(cleared_by("START 15|BOARD|7,7,2|DONE"), 1, "the same opening again");
    assert_eq!(cleared_by("BOARD|3,3,2|DONE"), 0, "another position without START");
    assert_eq!(cleared_by("RESTART|BEGIN"), 1);
    assert_eq!(cleared_by("START 15|TURN 4,4"), 1, "an empty board continues no game");
    assert_eq!(cleared_by("START 20|BOARD|4,4,2|0,0,1|5,5,2|DONE"), 1, "another board");
    assert_eq!(cleared_by("TURN 6,6"), 0);
    let standard = "START 20|INFO rule 1|BOARD|4,4,2|0,0,1|5,5,2|1,0,1|6,6,2|2,0,1|7,7,2|DONE";
    assert_eq!(cleared_by(standard), 1, "another rule");
    assert_eq!(cleared_by("NBEST 1"), 0);
    assert_eq!(cleared_by("START 4|NBEST 1"), 0, "a refused START begins no game");
}

#[test]
fn a_start_has_the_searcher_get_ready_for_its_game() {
    let mut bench = Bench::after("START 15");
    bench.ask("INFO rule 16|START 8");
    bench.ask("RESTART|START 9");
    bench.ask(&format!("POSITION {}XO X", "-".repeat(62)));
    bench.ask("INFO rule 4|START 15");
    let rule = |position: &Position| match position {
        Position::Gomoku(game) => Some(game.rule()),
        Position::Othello(_) => None,
    };
    let (freestyle, renju) = (Some(Rule::Freestyle), Some(Rule::Renju));
    let prepared: Vec<_> = bench.prepared.iter().map(rule).collect();
    assert_eq!(prepared, [freestyle, None, None, None, renju]);
}

/// A session whose searcher is preparing for Othello.
fn getting_ready() -> Bench {
    let mut bench = Bench::after("INFO rule 16|INFO timeout_turn 100|INFO book 0");
    bench.prepares_slowly = true;
    assert_eq!(bench.ask("START 8"), "");
    bench
}

#[test]
fn a_start_is_answered_when_the_searcher_is_ready_and_moves_asked_for_meanwhile_pay_for_it() {
    let mut bench = getting_ready();
    bench.session.game.desk.pretend_answered(Instant::now() - Duration::from_secs(60));
    assert_eq!(bench.ask_at("BEGIN|MOVES", Instant::now() - Duration::from_secs(30)), "");
    assert!(bench.jobs.is_empty());
    assert_eq!(bench.get_ready(), "OK");
    assert!(bench.control().elapsed() >= Duration::from_secs(30), "the manager's clock runs");
    assert!(bench.finish().ends_with("|MOVES d3"), "{:?}", bench.replies);
}

#[test]
fn starts_follow_each_other_in_order() {
    let mut bench = getting_ready();
    assert_eq!(bench.ask("MOVES|RESTART|nonsense"), "");
    assert_eq!(bench.get_ready(), "OK|MOVES -");
    assert_eq!(bench.get_ready(), "OK|UNKNOWN command nonsense");
    assert_eq!(bench.prepared.len(), 2);
    assert_eq!(bench.get_ready(), "", "nothing was ordered");
}

#[test]
fn what_is_urgent_does_not_wait_for_the_searcher_to_get_ready() {
    let mut bench = getting_ready();
    assert!(bench.ask("BEGIN|END").is_empty() && bench.exited);

    let mut bench = getting_ready();
    bench.ask("BEGIN|STOP");
    bench.get_ready();
    assert!(bench.control().must_stop());

    let mut bench = getting_ready();
    bench.ask("TURN 0,0|STOP|BEGIN");
    assert!(bench.get_ready().ends_with("ERROR a1 turns no disc"), "{:?}", bench.replies);
    assert!(!bench.control().must_stop(), "it was meant for the move that is none");

    let mut bench = getting_ready();
    bench.ask("STOP|BEGIN|INFO timeout_turn 9000");
    bench.get_ready();
    assert!(!bench.control().must_stop(), "no search waited when it came");
    let budget = bench.jobs[0].request.limits.time.unwrap();
    assert!(budget.maximum > Duration::from_secs(8), "{budget:?}");
}

#[test]
fn the_end_of_input_waits_for_the_searcher_to_get_ready() {
    let mut bench = getting_ready();
    bench.ask("BEGIN");
    assert_eq!(bench.end_input(), "");
    assert!(!bench.exited);
    assert_eq!(bench.get_ready(), "OK");
    assert!(!bench.exited && bench.control().must_stop());
    bench.finish();
    assert!(bench.exited);
    let mut idle = getting_ready();
    idle.end_input();
    assert_eq!((idle.get_ready().as_str(), idle.exited), ("OK", true));
}
