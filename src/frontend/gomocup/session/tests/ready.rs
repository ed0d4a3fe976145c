//! Requests on a new board wait until the searcher is ready.

use std::time::{Duration, Instant};

use super::Bench;
use crate::game::Position;
use crate::gomoku::rules::rule::Rule;

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
