//! The process: line handling, bursts, the end of the input and exit.

use crate::program::Program;
use crate::properties::gomocup::is_point;

#[test]
fn nothing_is_written_before_the_first_command() {
    let mut program = Program::start(&[]);
    program.expect("START 15", "OK");
    assert!(program.finish().is_empty());
    assert!(Program::start(&[]).finish().is_empty(), "nor at the end of an empty input");
}

#[test]
fn line_endings_case_and_blanks_do_not_matter() {
    let mut program = Program::start(&[]);
    program.send_bytes(
        b"START 15\r\nstart 16\rStart 17\n\r\n\n   \t\r\n  START   18  \r\n\tstart\t19\t\r\n\0\n",
    );
    for _ in 0..5 {
        assert_eq!(program.line(), "OK");
    }
    program.send_bytes(b"info Timeout_Turn 0\r\nboard\r\n\r\n 7 , 7 , 2 \rDone\rmoves\r\n");
    assert!(is_point(&program.line()));
    assert!(program.line().starts_with("MOVES h8 "));
    program.send_bytes(b"aBoUt");
    assert!(
        program.finish()[0].starts_with("name=\"Tengen\""),
        "a last line without an end counts"
    );
}

#[test]
fn a_line_may_arrive_in_pieces() {
    let mut program = Program::start(&[]);
    for byte in b"RECTSTART 9,8\r\nPLAY i8\r\n" {
        program.send_bytes(&[*byte]);
    }
    assert_eq!(program.line(), "OK");
    assert_eq!(program.line(), "8,7");
}

#[test]
fn every_request_may_arrive_at_once() {
    let judge = "START 15\r\nINFO timeout_turn 0\r\nINFO timeout_match 120000\r\n\
                 INFO max_memory 367001600\r\nINFO game_type 1\r\nINFO rule 0\r\n\
                 INFO folder C:\\somewhere\r\nINFO time_left 120000\r\nBOARD\r\nDONE\r\n";
    let mut program = Program::start(&[]);
    program.send_bytes(judge.as_bytes());
    assert_eq!(program.line(), "OK");
    assert!(is_point(&program.line()));
    program.send_bytes(b"INFO time_left 119000\r\nTURN 14,14\r\n");
    assert!(is_point(&program.line()));
    assert!(program.pending().is_empty());
}

#[test]
fn thousands_of_requests_may_arrive_before_a_reply_is_read() {
    let mut program = Program::start(&[]);
    program.send("START 15");
    let many = "PLAY 7,7\nUNDO\nINFO rule 1\n\nnonsense\n".repeat(3000);
    program.send_bytes(many.as_bytes());
    let lines = program.finish();
    assert_eq!(lines.len(), 1 + 3 * 3000);
    assert_eq!(lines[0], "OK");
    assert!(lines[1..].chunks(3).all(|c| c == ["7,7", "OK", "UNKNOWN command nonsense"]));
}

#[test]
fn each_overlong_or_garbled_line_is_one_error() {
    let mut program = Program::start(&[]);
    program.send(&"x".repeat(100_000));
    assert_eq!(program.line(), "ERROR line too long");
    program.send_bytes(b"\xff\xfe TURN\n");
    assert_eq!(program.line(), "UNKNOWN command ?? TURN");
    program.send_bytes(b"TURN \xff\n");
    assert!(program.line().ends_with("at column 6, found '?'"));
    program.expect("START 15", "OK");
    program.send(&format!("BOARD\n{}\nDONE", "7".repeat(100_000)));
    assert_eq!(program.line(), "ERROR line too long");
    program.send(&format!("INFO folder {}", "x".repeat(100_000)));
    assert!(program.pending().is_empty());
}

#[test]
fn a_block_longer_than_any_board_is_an_error() {
    let mut program = Program::start(&[]);
    program.expect("START 15", "OK");
    program.send(&format!("BOARD\n{}DONE", "7,7,1\n".repeat(5000)));
    assert_eq!(program.line(), "ERROR line too long");
    program.expect("MOVES", "MOVES -");
}

#[test]
fn end_writes_nothing() {
    let mut program = Program::start(&[]);
    program.send("END");
    assert_eq!(program.exits(), [""; 0]);
    for lines in ["end\r", "BOARD\n7,7,1\nEND"] {
        let mut program = Program::start(&[]);
        program.expect("start 15\r", "OK");
        program.send(lines);
        assert_eq!(program.exits(), [""; 0], "{lines}");
    }
}

#[test]
fn the_end_of_the_input_waits_for_every_answer() {
    for bound in ["timeout_turn 3600000", "timeout_match 3600000", "max_depth 1"] {
        let mut program = Program::start(&[]);
        program.send(&format!("START 15\nINFO {bound}\nBEGIN\nTURN 14,14\nMOVES"));
        let lines = program.finish();
        assert_eq!(lines.len(), 4, "{bound}: {lines:?}");
        assert_eq!(lines[0], "OK");
        assert!(is_point(&lines[1]) && is_point(&lines[2]), "{bound}: {lines:?}");
        assert_eq!(lines[3].split(' ').count(), 4, "{bound}: {lines:?}");
    }
}

#[test]
fn the_input_may_end_inside_a_block() {
    let mut program = Program::start(&[]);
    program.send("START 15\nBOARD\n7,7,1");
    let refusal = "ERROR BOARD: expected DONE, found the end of the input";
    assert_eq!(program.finish(), ["OK", refusal]);
}

#[test]
fn the_process_exits_when_its_output_is_closed() {
    let (mut program, output) = Program::start_unread(&[]);
    drop(output);
    program.send("START 15");
    assert!(program.exits().is_empty());

    let (mut program, output) = Program::start_unread(&[]);
    program.send("START 15\nINFO timeout_turn 3600000\nBEGIN");
    drop(output);
    program.send("STOP");
    assert!(program.exits().is_empty());
}

#[test]
fn replies_come_before_the_input_ends() {
    let mut program = Program::start(&[]);
    program.expect("START 15", "OK");
    program.send("INFO timeout_turn 100");
    assert!(is_point(&program.ask("BEGIN")), "by its own time limit");
    assert!(program.finish().is_empty());
}

/// The process took 73 MiB when the weights of Othello were decompressed in one piece.
#[test]
#[cfg(target_os = "linux")]
fn every_rule_and_both_games_keep_to_the_memory_limit() {
    let limit: u64 = 64 << 20;
    let mut engine = Program::start(&[]);
    engine.send(&format!("INFO max_memory {limit}"));
    engine.send("INFO max_node 20000");
    for rule in ["0", "1", "4", "8", "9", "16", "0"] {
        engine.send(&format!("INFO rule {rule}"));
        engine.send(if rule == "16" { "START 8" } else { "START 15" });
        assert_eq!(engine.line(), "OK");
        engine.send("BEGIN");
        assert!(is_point(&engine.line()));
    }
    // The code of a test build is larger.
    assert!(engine.peak_bytes() < limit + (4 << 20), "{}", engine.peak_bytes());
}
