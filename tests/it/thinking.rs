//! Requests that arrive while the engine thinks.
//!
//! Searches have an hour here, so that a request without effect fails its test.

#[cfg(target_os = "linux")]
use std::time::Instant;
use std::{thread, time::Duration};

use crate::program::Program;
use crate::properties::gomocup::is_point;

/// A quiet position that no search finishes quickly; the last stone is the opponent's.
const QUIET: &str = "BOARD\n7,7,2\n3,11,1\n11,3,2\nDONE";

fn thinking() -> Program {
    let mut program = Program::start(&[]);
    program.expect("START 15", "OK");
    program.send("INFO timeout_turn 3600000");
    program.send(QUIET);
    program
}

#[test]
fn stop_gives_the_move() {
    for stop in ["STOP", "yxstop", "INFO timeout_turn 0", "INFO time_left 0", "INFO timeout_turn 1"]
    {
        let mut program = thinking();
        program.send(stop);
        assert!(is_point(&program.line()), "{stop}");
        assert!(program.pending().is_empty(), "{stop}");
    }
}

#[test]
fn stop_while_idle_is_silent() {
    let mut program = Program::start(&[]);
    program.send("STOP\nYXSTOP");
    assert!(program.pending().is_empty());
    program.expect("START 15", "OK");
    program.send("STOP\nyxstop");
    assert!(program.pending().is_empty());
}

#[test]
fn requests_wait_and_are_answered_in_order() {
    let mut program = thinking();
    program.send("ABOUT\nMOVES\nSHOW\nRESULT\nTAKEBACK 7,7\nnonsense\nINFO rule 77\nEVAL\nSTOP");
    assert!(is_point(&program.line()));
    assert!(program.line().starts_with("name="));
    assert!(program.line().starts_with("MOVES h8 d12 l4 "));
    for _ in 0..18 {
        assert!(program.line().starts_with("MESSAGE "));
    }
    assert_eq!(program.line(), "RESULT none");
    assert!(program.line().starts_with("ERROR 7,7 is not the last move"));
    assert_eq!(program.line(), "UNKNOWN command nonsense");
    assert!(program.line().starts_with("ERROR INFO rule: invalid value '77' "));
    assert!(program.pending().is_empty());
}

#[test]
fn a_later_search_is_not_stopped_by_an_earlier_stop() {
    let mut program = thinking();
    program.send("NBEST 1\nMOVES\nSTOP");
    assert!(is_point(&program.line()));
    program.send("STOP");
    assert!(program.line().starts_with("NBEST 1/1 "));
    assert_eq!(program.line().split(' ').count(), 5);
}

#[test]
fn a_start_makes_the_engine_answer_first() {
    for (start, size) in [("START 17", 17), ("RECTSTART 9,17", 17), ("RESTART", 15)] {
        let mut program = thinking();
        program.send(start);
        assert!(is_point(&program.line()), "{start}");
        assert_eq!(program.line(), "OK", "{start}");
        program.expect("MOVES", "MOVES -");
        program.send("SHOW");
        let picture = program.pending();
        assert_eq!(picture.len(), size + 3, "{start}");
    }
}

#[test]
fn a_search_bounded_by_depth_is_finished_before_a_start() {
    let moves = |lines: &str| {
        let mut program = Program::start(&[]);
        program.expect("START 15", "OK");
        program.send("INFO max_depth 2");
        program.send(lines);
        program.finish()
    };
    let alone = moves(QUIET);
    assert_eq!(alone.len(), 1);
    assert_eq!(moves(&format!("{QUIET}\nSTART 15")), [alone[0].as_str(), "OK"]);
}

#[test]
fn the_stone_being_answered_can_be_taken_back() {
    let mut program = thinking();
    program.expect("TAKEBACK 11,3", "OK");
    program.expect("MOVES", "MOVES h8 d12");
    program.send("TURN 3,3\nTAKEBACK 3,3");
    assert_eq!(program.line(), "OK");
    program.expect("MOVES", "MOVES h8 d12");
    program.send("TURN 4,4\nSTOP");
    assert!(is_point(&program.line()));
    assert!(program.finish().is_empty());
}

#[test]
fn another_takeback_waits() {
    let mut program = thinking();
    program.send("TAKEBACK 3,11");
    program.send("STOP");
    let mv = program.line();
    assert!(is_point(&mv));
    assert_eq!(program.line(), format!("ERROR 3,11 is not the last move: that was {mv}"));
    program.expect(&format!("TAKEBACK {mv}"), "OK");
    program.expect("MOVES", "MOVES h8 d12 l4");
}

#[test]
fn end_is_obeyed_at_once() {
    for lines in ["END", "MOVES\nEND", "TURN 0,0\nBOARD\n7,7,1\nend"] {
        let mut program = thinking();
        program.send(lines);
        assert!(program.exits().is_empty(), "{lines}");
    }
}

#[test]
fn the_opponents_time_fills_the_table_until_the_next_line() {
    // How full the table is, in percent, `wait` milliseconds after the answer to a search of 500 nodes.
    let fills = |pondering: &str, wait: u64| {
        let mut program = Program::start(&[]);
        program.expect("START 15", "OK");
        program.send("INFO hash_size 1024\nINFO max_node 500\nINFO thread_num 1");
        program.send(&format!("INFO pondering {pondering}\n{QUIET}"));
        assert!(is_point(&program.line()));
        thread::sleep(Duration::from_millis(wait));
        let usage = program.ask("YXSHOWHASHUSAGE");
        let number =
            usage.strip_prefix("MESSAGE hash table ").and_then(|rest| rest.split('%').next());
        assert!(is_point(&program.ask("TURN 0,0")));
        assert!(program.finish().is_empty());
        number.unwrap().parse::<f64>().unwrap()
    };
    assert!(fills("0", 100) < 0.5);
    assert!([100, 1000, 10_000].into_iter().any(|wait| fills("1", wait) > 2.0));
}

#[test]
fn the_end_of_the_input_gives_the_move() {
    let replies = thinking().finish();
    assert_eq!(replies.len(), 1);
    assert!(is_point(&replies[0]));
}

#[test]
fn a_rule_may_be_announced_in_mid_search() {
    let mut program = thinking();
    program.send("INFO rule 4\nINFO max_memory 100000000\nINFO thread_num 2\nSTOP");
    assert!(is_point(&program.line()));
    program.send("SHOW");
    let caption = program.pending().pop().unwrap();
    assert!(caption.starts_with("MESSAGE renju, 4 plies, last "), "{caption}");
    assert!(caption.ends_with(", black to move"), "{caption}");
}

#[test]
fn nbest_and_swap2_can_be_stopped_too() {
    let mut program = Program::start(&[]);
    program.expect("START 15", "OK");
    program.send("INFO timeout_turn 3600000\nNBEST 2\nSTOP");
    assert!(program.line().starts_with("NBEST 1/"));
    program.pending();
    program.send("SWAP2BOARD\n7,7\n8,8\n2,2\nDONE\nSTOP");
    let reply = program.line();
    assert!(reply == "SWAP" || is_point(&reply), "{reply}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_the_table_is_there_before_the_first_search() {
    let mut program = Program::start(&[]);
    program.expect("INFO hash_size 131072\nSTART 15", "OK");
    let is_there = || program.resident_bytes() > 128 << 20;
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_there() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(is_there(), "{}", program.resident_bytes());
}
