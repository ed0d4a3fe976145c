//! Othello boards.

use super::{Bench, points};
use crate::coord::Move;
use crate::game::Variant;

/// Moves after which Black must pass.
const BEFORE_A_PASS: &str = "e6 f6 c4 e7 e8 d8 g7 f8";

/// `moves` as the lines of a block, with `fields` as the owners of Black's and White's stones.
fn block(moves: &str, fields: [u8; 2]) -> String {
    let field = |ply: usize| fields[ply % 2];
    let lines = moves.split(' ').enumerate().map(|(ply, mv)| format!("{mv},{}", field(ply)));
    lines.collect::<Vec<_>>().join("|")
}

#[test]
fn an_othello_block_may_leave_forced_passes_out() {
    let mut bench = Bench::new(Variant::Othello);
    bench.ask("START 8");
    let engine_black = block(BEFORE_A_PASS, [1, 2]);
    let engine_white = block(BEFORE_A_PASS, [2, 1]);
    for (block, told) in [
        (engine_black.clone(), "pass"),
        (format!("{engine_black}|-1,-1,1"), "pass"),
        (format!("{engine_black}|g5,2"), "pass g5"),
        (format!("{engine_black}|-1,-1,1|g5,2"), "pass g5"),
        (engine_white.clone(), "pass"),
        (format!("{engine_white}|pass,2"), "pass"),
    ] {
        assert_eq!(bench.ask(&format!("YXBOARD|{block}|DONE")), "");
        assert_eq!(bench.ask("MOVES"), format!("MOVES {BEFORE_A_PASS} {told}"), "{block}");
    }
    assert_eq!(bench.ask(&format!("BOARD|{engine_black}|DONE")), "-1,-1");
    assert_eq!(bench.ask(&format!("BOARD|{engine_white}|DONE")), "");
    let passed = bench.jobs[0].position.history().last().map(|ply| ply.mv);
    assert_eq!(passed, Some(Move::Pass), "the opponent passes");
}

#[test]
fn an_impossible_othello_block_changes_nothing() {
    let mut bench = Bench::new(Variant::Othello);
    bench.ask("START 8|PLAY f5");
    for (block, error) in [
        ("f5,1|f6,2|e6,3", "line 3: field 3 is for Gomoku"),
        ("f5,1|e6,1", "line 2: white has moves and may not pass"),
        ("f5,1|f5,2", "line 2: f5 is occupied by black"),
        ("f5,1|8,0,2", "line 2: 8,0 is not on the 8x8 board"),
        ("f5,1|-1,-1,2", "line 2: white has moves and may not pass"),
    ] {
        assert_eq!(bench.ask(&format!("YXBOARD|{block}|DONE")), format!("ERROR {error}"));
        assert_eq!(bench.ask("MOVES"), "MOVES f5", "{block}");
    }
    let not_ours = "ERROR after the last line it is the opponent's turn|MOVES f5";
    assert_eq!(bench.ask("BOARD|d3,1|DONE|MOVES"), not_ours);
    assert_eq!(bench.ask("YXBOARD|d3,1|DONE|MOVES"), "MOVES d3", "nobody is asked to move");
}

#[test]
fn othello_refuses_blocked_points() {
    let mut bench = Bench::after("INFO rule 16");
    for (request, word) in [
        ("YXBLOCK 2,3 DONE", "YXBLOCK"),
        ("YXBLOCKUNDO 2,3 DONE", "YXBLOCK"),
        ("YXBLOCKPATH 2,3 2,2 DONE", "YXBLOCKPATH"),
        ("YXFORBID add 2 3 0", "YXFORBID"),
    ] {
        assert_eq!(bench.ask(request), format!("ERROR {word} is for Gomoku"), "{request}");
    }
    assert_eq!(bench.ask("YXBLOCKRESET|YXBLOCKPATHRESET|START 8"), "OK");
    assert_eq!(bench.ask("INFO rule 0|YXBLOCK 2,3 DONE|RESTART|BEGIN"), "OK");
    assert_eq!(bench.avoided, points("c4"));
}
