//! Opening protocols: swap2, Soosorv and balanced moves.

use super::Bench;
use crate::coord::{Move, Point};
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;
use crate::search::report::{Balance, Score};

#[test]
fn what_ends_the_first_search_of_a_soosorv_step_ends_the_second() {
    for end in ["YXSTOP", "START 15", ""] {
        let mut bench = Bench::new(Variant::gomoku(Rule::Renju));
        bench.ask("INFO timeout_turn -1|INFO timeout_match -1|START 15");
        bench.ask("YXSOOSORVSTEP3 7,7 7,6 9,8 DONE");
        if end.is_empty() {
            bench.end_input();
        } else {
            bench.ask(end);
        }
        assert!(bench.control().must_stop(), "{end}");
        bench.finish();
        assert!(bench.control().must_stop(), "the second after '{end}'");
    }
    let mut bench = Bench::new(Variant::gomoku(Rule::Renju));
    bench.ask("START 15|YXSOOSORVSTEP3 7,7 7,6 9,8 DONE");
    bench.finish();
    assert!(!bench.control().must_stop());
}

#[test]
fn swap2_takes_the_side_that_its_search_prefers() {
    let best = Move::Place(Point::new(9, 9).unwrap());
    let three = ("SWAP2BOARD|7,7|8,8|9,7|DONE", "h8 i9 j8");
    let five = ("SWAP2BOARD|7,7|8,8|9,7|6,6|5,5|DONE", "h8 i9 j8 g7 f6");
    for (opening, stones) in [three, five] {
        for (score, stays) in [
            (Score::Points(1), true),
            (Score::Points(0), true),
            (Score::Points(-1), false),
            (Score::Win(3), true),
            (Score::Loss(4), false),
        ] {
            let mut bench = Bench::after("START 15");
            assert_eq!(bench.ask(opening), "");
            let choice = bench.finish_scored(&[best], score);
            let moves = bench.ask("MOVES");
            if stays {
                assert_eq!((choice, moves), ("9,9".into(), format!("MOVES {stones} j10")));
            } else {
                assert_eq!((choice, moves), ("SWAP".into(), format!("MOVES {stones}")));
            }
        }
    }
}

#[test]
fn balanced_moves_are_played() {
    let mut bench = Bench::after("START 15|YXBOARD 7,7,2 DONE|YXBALANCEONE 20");
    assert_eq!(bench.jobs[0].balance, Some(Balance { moves: 1, score: 20 }));
    assert_eq!(bench.finish_lines(&[("a1b2", 20)]), "0,0");
    assert_eq!(bench.ask("YXBALANCETWO"), "");
    assert_eq!(bench.jobs[0].balance, Some(Balance { moves: 2, score: 0 }));
    assert_eq!(bench.finish_lines(&[("b2c3d4", 0)]), "1,1 2,2");
    assert_eq!(bench.ask("MOVES"), "MOVES h8 a1 b2 c3");
    bench.ask("YXSHOWINFO|YXBALANCETWO");
    let for_yixin_board = bench.finish_lines(&[("e5f6", 0)]);
    assert_eq!(for_yixin_board, "4,4|5,5", "a line for each move");
    bench.ask("YXSEARCHDEFEND");
    assert_eq!((bench.jobs[0].balance, bench.jobs[0].request.lines), (None, 225));
    let mut othello = Bench::new(Variant::Othello);
    assert_eq!(othello.ask("START 8|YXBALANCEONE 0"), "OK|ERROR YXBALANCE is for Gomoku");
    assert_eq!(othello.ask("YXSWAP2STEP1"), "ERROR YXSWAP2STEP is for Gomoku");
}

#[test]
fn after_a_balanced_move_that_ends_the_game_comes_a_pass() {
    let stones = "0,0,1 2,0,2 1,0,1 3,0,2 4,0,1 0,1,2 2,1,1 1,1,2 3,1,1 4,1,2 0,2,1 2,2,2 1,2,1 \
                  3,2,2 4,2,1 0,3,2 2,3,1 1,3,2 3,3,1 4,3,2 0,4,1";
    for (dead_draw, answer, played) in [(1, "2,4 -1,-1", "a5 c5"), (0, "2,4 4,4", "a5 c5 e5")] {
        let mut bench = Bench::after(&format!("INFO dead_draw {dead_draw}|START 5"));
        bench.ask(&format!("YXBOARD {stones} DONE|YXBALANCETWO"));
        assert_eq!(bench.finish_lines(&[("c5e5", 0)]), answer);
        let told = bench.ask("MOVES");
        assert!(told.ends_with(played), "{told}");
    }
}

#[test]
fn yixin_board_conducts_swap2_by_steps() {
    let mut bench = Bench::after("START 15");
    let proposal = bench.ask("YXSWAP2STEP1");
    let moves: Vec<&str> = proposal.split('|').collect();
    assert!(moves.len() == 3 && moves[2].starts_with("MESSAGE SWAP2 MOVE3 "), "{proposal}");
    for (step, number) in [(2, 1), (3, 2)] {
        for (score, choice) in [(10, "NO"), (-10, "YES")] {
            bench.ask("YXBOARD 7,7,2 8,8,1 9,7,2 DONE");
            assert_eq!(bench.ask(&format!("YXSWAP2STEP{step}")), "");
            let reply = bench.finish_lines(&[("a1", score)]);
            assert_eq!(reply, format!("MESSAGE SWAP2 SWAP{number} {choice}"));
            assert_eq!(bench.ask("MOVES"), "MOVES h8 i9 j8", "no move is played");
        }
    }
}

#[test]
fn yixin_board_conducts_soosorv_by_steps() {
    let mut bench = Bench::after("START 15|INFO rule 4");
    let proposal = bench.ask("YXSOOSORVSTEP1");
    assert!(proposal.starts_with("MESSAGE SOOSORV MOVE1 7 7|MESSAGE SOOSORV MOVE2 "), "{proposal}");
    assert_eq!(bench.ask("YXSOOSORVSTEP2 7,7 7,6 9,8 DONE"), "");
    assert_eq!(bench.finish_lines(&[("a1", -5)]), "MESSAGE SOOSORV SWAP1 YES");
    bench.ask("YXSOOSORVSTEP3 7,7 7,6 9,8 DONE");
    assert_eq!(bench.finish_lines(&[("g7", 5)]), "", "the fifth moves are counted first");
    assert_eq!(bench.jobs[0].request.lines, 8);
    let fifths = [("a1", 90), ("b1", 20), ("c1", -40)];
    assert_eq!(bench.finish_lines(&fifths), "MESSAGE SOOSORV MOVE4 6 6 2");
    bench.ask("YXSOOSORVSTEP4 3|7,7|7,6|9,8|6,6|DONE");
    assert_eq!(bench.finish_lines(&fifths), "MESSAGE SOOSORV SWAP2 YES");
    bench.ask("YXSOOSORVSTEP5 2|7,7|7,6|9,8|6,6|DONE");
    assert_eq!(
        bench.finish_lines(&fifths[..2]),
        "MESSAGE SOOSORV MOVE5 REFRESH|MESSAGE SOOSORV MOVE5 0 0|MESSAGE SOOSORV MOVE5 1 0|\
         MESSAGE SOOSORV MOVE5 DONE"
    );
    bench.ask("YXSOOSORVSTEP6 7,7 7,6 9,8 6,6 0,0 1,0 DONE");
    assert_eq!((bench.avoided.len(), bench.jobs[0].request.lines), (223, 2));
    assert_eq!(bench.finish_lines(&fifths[..2]), "MESSAGE SOOSORV MOVE5C 1 0");
    for (fifth, fault) in [
        ("7,7", "h8 is occupied by black"),
        ("15,0", "15,0 is not on the 15x15 board"),
        ("-1,-1", "-1,-1 is not on the 15x15 board"),
    ] {
        let reply = bench.ask(&format!("YXSOOSORVSTEP6 7,7 7,6 9,8 6,6 0,0 {fifth} DONE"));
        assert_eq!(reply, format!("ERROR line 6: {fault}"));
    }
    assert_eq!(
        bench.ask("YXSOOSORVSTEP2 7,7 DONE"),
        "ERROR YXSOOSORVSTEP: expected 3 stones, found 1"
    );
    assert_eq!(
        bench.ask("YXSOOSORVSTEP4 x|7,7|DONE"),
        "ERROR YXSOOSORVSTEP4: expected a number of fifth moves, 1 to 225 at column 16, found 'x'"
    );
}

#[test]
fn a_soosorv_step_searches_without_what_another_search_was_to_avoid() {
    let mut bench =
        Bench::after("START 15|INFO rule 4|YXFORBID add 7 8 1|YXBLOCKPATH 3,3 4,4 5,5 DONE|BEGIN");
    assert!(bench.jobs[0].guidance.restricts());
    bench.finish();
    bench.ask("YXSOOSORVSTEP2 7,7 7,6 9,8 DONE");
    assert!(!bench.jobs[0].guidance.restricts());
}
