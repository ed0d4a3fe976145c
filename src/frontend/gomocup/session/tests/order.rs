//! The order in which requests are answered, and what ends the session.

use std::time::Instant;

use super::Bench;
use crate::engine::{Event, Order};
use crate::frontend::gomocup::protocol::Command;
use crate::frontend::gomocup::session::{Effect, Input};

#[test]
fn requests_wait_for_the_move_and_keep_their_order() {
    let mut bench = Bench::after("START 15|BEGIN");
    assert_eq!(bench.ask("MOVES|nonsense|TURN 0,0|TURN 9,9|START 3|MOVES"), "");
    assert_eq!(
        bench.finish(),
        "0,0|MOVES a1|UNKNOWN command nonsense|ERROR a1 is occupied by black",
        "the second TURN is being thought about"
    );
    assert!(bench.finish().starts_with("1,0|ERROR no such board"));
    assert_eq!(bench.replies.last().unwrap(), "MOVES a1 j10 b1");
    assert!(bench.jobs.is_empty());
}

#[test]
fn taking_back_the_stone_being_answered_abandons_the_search() {
    let mut bench = Bench::after("START 15|TURN 7,7");
    let control = bench.control();
    assert_eq!(bench.ask("INFO rule 1|INFO timeout_turn 100|TAKEBACK 7,7"), "OK");
    assert!(control.must_stop());
    assert_eq!(bench.ask("MOVES|TURN 8,8"), "MOVES -");
    assert_eq!(bench.finish(), "", "the abandoned search has no answer");
    assert_eq!(bench.finish(), "0,0");
    assert_eq!(bench.ask("MOVES"), "MOVES i9 a1");
}

#[test]
fn a_takeback_that_will_fail_costs_no_answer() {
    let mut bench = Bench::after("START 15|TURN 7,7");
    assert_eq!(bench.ask("INFO rule 16|TAKEBACK 7,7"), "");
    let replies = bench.finish();
    assert!(replies.starts_with("0,0|ERROR "), "{replies}");
}

#[test]
fn a_query_behind_an_evaluation_waits_for_it() {
    for (request, answer) in [("EVAL", "EVAL "), ("YXPRINTFEATURE", "MESSAGE static evaluation ")] {
        let mut bench = Bench::after("START 15");
        let told = bench.ask(&format!("{request}|YXQUERYDATABASEALL DONE"));
        assert!(told.starts_with(answer), "{told}");
        assert!(told.ends_with("|MESSAGE DATABASE REFRESH|MESSAGE DATABASE DONE"), "{told}");
    }
}

#[test]
fn other_takebacks_wait() {
    let mut bench = Bench::after("START 15|TURN 7,7");
    assert_eq!(bench.ask("TAKEBACK 8,8|TAKEBACK 7,7"), "", "the first may have undone anything");
    assert_eq!(
        bench.finish(),
        "0,0|ERROR 8,8 is not the last move: that was 0,0|\
         ERROR 7,7 is not the last move: that was 0,0"
    );
    let mut bench = Bench::after("START 15|PLAY 7,7|NBEST 2");
    assert_eq!(bench.ask("TAKEBACK 7,7"), "", "NBEST answers no stone");
    assert!(bench.finish().ends_with("OK"));
}

#[test]
fn the_end_of_input_hurries_every_search_and_waits_for_all_answers() {
    let mut bench = Bench::after("START 15|INFO timeout_turn 3600000|BEGIN|TURN 9,9|MOVES");
    assert_eq!(bench.end_input(), "");
    for reply in ["0,0", "1,0|MOVES a1 j10 b1"] {
        assert!(!bench.exited && bench.control().must_stop());
        assert_eq!(bench.finish(), reply);
    }
    assert!(bench.exited);
}

#[test]
fn the_end_of_input_lets_counted_searches_finish() {
    let mut bench = Bench::after("START 15|INFO max_node 1000|BEGIN|BEGIN");
    bench.end_input();
    for _ in 0..2 {
        assert!(!bench.control().must_stop() && !bench.exited);
        assert_eq!(bench.control().budget(), None, "a win ends no search that time does not bound");
        bench.finish();
    }
    assert!(bench.exited);
    let mut idle = Bench::after("START 15|BOARD|7,7,1");
    idle.end_input();
    assert!(idle.exited, "an unfinished block is no request");
}

#[test]
fn end_is_obeyed_while_thinking_and_inside_a_block() {
    for requests in ["END", "START 15|BEGIN|TURN 1,1|END", "START 15|BOARD|7,7,1|end"] {
        assert!(Bench::after(requests).exited, "{requests}");
    }
}

#[test]
fn a_complaint_answers_the_next_request_whatever_that_is() {
    for request in ["ABOUT", "TURN 7,7", "TURN ?", "nonsense", "YXBOARD|DONE", "RESTART"] {
        let mut bench = Bench::after("START 15|PLAY 8,8|INFO rule 4");
        let complaint = "ERROR INFO rule: invalid value '77' (expected ";
        assert_eq!(bench.ask("INFO rule abc|INFO rule 77|INFO no_such 1|STOP"), "");
        assert!(bench.ask(request).starts_with(complaint), "{request}");
        assert_eq!(bench.ask("MOVES"), "MOVES i9", "{request} was not carried out");
        assert!(bench.ask("OPTIONS").contains("|OPTION rule 4 "), "the old value stays");
    }
}

#[test]
fn a_rule_announced_in_mid_search_holds_from_the_next_request_on() {
    let mut bench = Bench::after("START 15|BEGIN|INFO rule 4|SHOW");
    let shown = bench.finish();
    assert!(shown.contains("renju, 1 ply") && shown.ends_with("white to move"), "{shown}");
}

#[test]
fn an_evaluation_that_fails_is_answered_by_an_error() {
    let mut bench = Bench::after("START 15|PLAY 7,7");
    bench.session.receive(Input { at: Instant::now(), request: Ok(Command::Eval) });
    let orders = bench.session.take_effects();
    let [Effect::Order(Order::Evaluate { id, .. })] = &orders[..] else { panic!("{orders:?}") };
    bench.session.hear(Event::Evaluated { id: *id, evaluation: None });
    assert_eq!(bench.collect(), "ERROR the searcher failed");
}

#[test]
fn an_endless_search_ends_with_the_game() {
    let mut bench =
        Bench::after("START 15|INFO timeout_turn -1|INFO timeout_match -1|INFO time_left 1");
    bench.ask("BEGIN");
    assert_eq!(bench.jobs[0].request.limits.time, None);
    bench.ask("MOVES");
    assert!(!bench.control().must_stop());
    bench.ask("START 15");
    assert!(bench.control().must_stop());
    bench.finish();
    bench.ask("INFO max_depth 5|BEGIN");
    bench.ask("STOP");
    assert!(bench.control().must_stop());
}
