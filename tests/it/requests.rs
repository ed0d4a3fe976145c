//! Every request outside of play: its replies and its effects.

use crate::program::Program;
use crate::properties::gomocup::{is_point, read_move};

/// Moves after which Black must pass.
const BEFORE_A_PASS: &str = "e6 f6 c4 e7 e8 d8 g7 f8";

fn play(program: &mut Program, moves: &str) {
    for mv in moves.split(' ') {
        let reply = program.ask(&format!("PLAY {mv}"));
        assert!(read_move(&reply).is_some(), "{mv}: {reply}");
    }
}

#[test]
fn errors_keep_position_and_settings() {
    let requests = [
        "START 4",
        "START 23",
        "START 99999999999",
        "START -15",
        "START",
        "START 15 4",
        "START x",
        "RECTSTART 15",
        "RECTSTART 4,15",
        "RECTSTART 15,23",
        "RESTART now",
        "BEGIN 1",
        "TURN",
        "TURN 7",
        "TURN 7,7,1",
        "TURN 7;7",
        "TURN 15,0",
        "TURN 0,15",
        "TURN -1,0",
        "TURN 7,7",
        "TURN h8",
        "TURN -1,-1",
        "TURN pass",
        "TURN 99999999999,0",
        "TURN w1",
        "TURN z99",
        "PLAY 7,7",
        "PLAY 22,22",
        "PLAY",
        "BOARD 15\nDONE",
        "BOARD\n7,7\nDONE",
        "BOARD\n7,7,1\n7,7,2\nDONE",
        "BOARD\n15,15,1\nDONE",
        "BOARD\nBEGIN\nDONE",
        "BOARD\n7,7,0\nDONE",
        "BOARD\n7,7,4\nDONE",
        "YXBOARD\n1,1,3\n1,1,1\nDONE",
        "YXBOARD\nTURN 7,7\nDONE",
        "SWAP2BOARD\n7,7\nDONE",
        "SWAP2BOARD\n7,7\n7,7\n8,8\nDONE",
        "SWAP2BOARD\n7,7\n-1,-1\n8,8\nDONE",
        "SWAP2BOARD\n7,7,1\nDONE",
        "TAKEBACK 0,0",
        "TAKEBACK 7,7",
        "TAKEBACK",
        "TAKEBACK -1,-1",
        "UNDO 3",
        "UNDO 0",
        "UNDO -1",
        "NBEST",
        "NBEST 0",
        "YXNBEST 0",
        "WHY",
        "WHY 0,0",
        "WHY 7,7",
        "WHY 99,99",
        "POSITION",
        "POSITION x",
        "SHOW me",
        "DONE",
        "7,7",
        "INFO rule 77\nTURN 0,0",
        "INFO max_memory lots\nSTART 9",
        "INFO hash_size big\nYXBOARD\nDONE",
        "INFO game chess\nRESTART",
        "INFO timeout_turn 1s\nUNDO",
        "TURNS 1,1",
        "SUGGEST 1,1",
        "PASS",
    ];
    let mut program = Program::playing(&[], "15,15");
    play(&mut program, "7,7 8,8");
    program.send("INFO dead_draw 1\nOPTIONS");
    let options = program.pending();
    for request in requests {
        let reply = program.ask(request);
        assert!(reply.starts_with("ERROR ") || reply.starts_with("UNKNOWN "), "{request}: {reply}");
        program.expect("MOVES", "MOVES h8 i9");
        program.send("OPTIONS");
        assert_eq!(program.pending(), options, "{request}");
    }
    program.send(&format!("POSITION {} X", "-".repeat(64)));
    assert_eq!(program.line(), "ERROR POSITION is for Othello");
}

#[test]
fn a_board_is_needed_first() {
    let mut program = Program::start(&[]);
    for request in [
        "RESTART",
        "BEGIN",
        "TURN 7,7",
        "BOARD\nDONE",
        "YXBOARD\nDONE",
        "SWAP2BOARD\nDONE",
        "UNDO",
        "TAKEBACK 7,7",
        "PLAY 7,7",
        "NBEST 1",
        "YXNBEST 1",
        "SHOW",
        "MOVES",
        "RESULT",
        "EVAL",
        "FORBIDDEN",
        "YXSHOWFORBID",
        "WHY 7,7",
    ] {
        program.expect(request, "ERROR no board: send START first");
    }
    program.send("YXHASHCLEAR\nSTOP\nINFO rule 1");
    assert!(program.pending().is_empty());
    program.send("YXSHOWINFO");
    let limits = program.pending();
    assert_eq!(limits.len(), 2);
    let threads = limits[0].strip_prefix("MESSAGE INFO MAX_THREAD_NUM ").unwrap();
    assert!((1..=256).contains(&threads.parse().unwrap()));
    assert!(limits[1].starts_with("MESSAGE INFO MAX_HASH_SIZE "));
}

#[test]
fn about_is_one_line_of_pairs() {
    let about = Program::start(&[]).ask("ABOUT");
    for key in ["name=\"Tengen\"", "version=\"", "author=\"", "country=\""] {
        assert!(about.contains(key), "{about}");
    }
}

#[test]
fn every_size_can_be_started_and_no_other() {
    let mut program = Program::start(&[]);
    for side in 0..=30 {
        let fits = (5..=22).contains(&side);
        for start in [
            format!("START {side}"),
            format!("RECTSTART {side},9"),
            format!("RECTSTART 9 , {side}"),
        ] {
            assert_eq!(program.ask(&start) == "OK", fits, "{start}");
        }
    }
    program.send("INFO game othello");
    for side in 5..=22 {
        assert_eq!(program.ask(&format!("START {side}")) == "OK", side == 8);
    }
}

#[test]
fn restart_keeps_size_and_settings() {
    let mut program = Program::playing(&["--rule", "standard"], "9,7");
    program.send("INFO max_depth 3\nOPTIONS");
    let options = program.pending();
    play(&mut program, "8,6 0,0");
    program.expect("RESTART", "OK");
    program.expect("MOVES", "MOVES -");
    program.expect("TURN 9,0", "ERROR 9,0 is not on the 9x7 board");
    program.expect("TURN 0,7", "ERROR 0,7 is not on the 9x7 board");
    program.send("OPTIONS");
    assert_eq!(program.pending(), options);
}

#[test]
fn moves_are_taken_back_one_by_one() {
    let mut program = Program::playing(&[], "15,15");
    play(&mut program, "7,7 8,8 9,9 10,10");
    program.expect("TAKEBACK 9,9", "ERROR 9,9 is not the last move: that was 10,10");
    program.expect("TAKEBACK 10,10", "OK");
    program.expect("TAKEBACK j10", "OK");
    program.expect("MOVES", "MOVES h8 i9");
    let reply = program.ask("TURN 0,14");
    assert!(is_point(&reply));
    program.expect(&format!("TAKEBACK {reply}"), "OK");
    program.expect("TAKEBACK 0,14", "OK");
    program.expect("UNDO 2", "OK");
    program.expect("UNDO", "ERROR cannot take back 1 ply: 0 played");
    program.send("YXBOARD\n7,7,1\nDONE");
    program.expect("MOVES", "MOVES h8");
    program.expect("TAKEBACK 7,7", "OK");
    program.expect("MOVES", "MOVES -");
}

#[test]
fn passes_are_taken_back_with_the_move_before_or_alone() {
    let mut program = Program::playing(&["--game", "othello"], "8,8");
    let before = format!("MOVES {BEFORE_A_PASS}");
    play(&mut program, BEFORE_A_PASS);
    program.expect("TURN 4,2", "ERROR e3 turns no disc");
    let reply = program.ask("TURN -1,-1");
    assert!(is_point(&reply), "White answers the pass: {reply}");
    program.expect(&format!("TAKEBACK {reply}"), "OK");
    program.expect("MOVES", &format!("{before} pass"));
    program.expect("TAKEBACK pass", "OK");
    program.expect("MOVES", &before);
    program.expect("BEGIN", "-1,-1");
    program.expect("TAKEBACK 5,7", "OK");
    program.expect("MOVES", before.strip_suffix(" f8").unwrap());
    program.expect("TURN f8", "-1,-1");
    program.expect("UNDO", "OK");
    program.expect("MOVES", &before);
    program.expect("TAKEBACK -1,-1", "ERROR -1,-1 is not the last move: that was 5,7");
    program.expect("UNDO 8", "OK");
    program.expect("MOVES", "MOVES -");
}

#[test]
fn yxboard_neither_thinks_nor_replies() {
    let mut program = Program::start(&[]);
    program.expect("START 15", "OK");
    program.send("INFO timeout_turn 3600000\nYXBOARD\n7,7,1\n8,8,2\nDONE");
    assert!(program.pending().is_empty());
    program.expect("MOVES", "MOVES h8 i9");
    program.send("yxboard\ndone");
    program.expect("MOVES", "MOVES -");
}

#[test]
fn swap2_goes_through_its_steps() {
    for size in ["15,15", "20,20", "5,5", "22,6"] {
        let mut program = Program::playing(&[], size);
        let three = program.ask("SWAP2BOARD\nDONE");
        let stones: Vec<&str> = three.split(' ').collect();
        assert!(stones.len() == 3 && stones.iter().all(|stone| is_point(stone)), "{three}");
        let told = program.ask("MOVES");
        assert_eq!(told.split(' ').count(), 4, "the stones are on the board: {told}");

        let block = format!("SWAP2BOARD\n{}\n", stones.join("\n"));
        let answer = program.ask(&format!("{block}DONE"));
        assert!(answer == "SWAP" || is_point(&answer), "{answer}");
        let plies = 4 + usize::from(answer != "SWAP");
        assert_eq!(program.ask("MOVES").split(' ').count(), plies);

        let more: Vec<&str> = ["4,0", "0,4", "3,0", "0,3", "2,0"]
            .into_iter()
            .filter(|p| !stones.contains(p))
            .collect();
        let answer = program.ask(&format!("{block}{}\n{}\nDONE", more[0], more[1]));
        assert!(answer == "SWAP" || is_point(&answer), "{answer}");
        let reply = program.ask("BOARD\n1,1,1\n2,1,2\n1,2,1\n3,3,2\nDONE");
        assert!(is_point(&reply), "play goes on in the same process");
    }
    let mut othello = Program::playing(&["--game", "othello"], "8,8");
    othello.expect("SWAP2BOARD\nDONE", "ERROR SWAP2BOARD is for Gomoku");
}

#[test]
fn forbidden_points_are_reported_in_three_ways() {
    let mut program = Program::playing(&["--rule", "renju"], "15,15");
    // A double-three at c5, whose mirror image e3 is not forbidden.
    program.send("YXBOARD\n2,5,1\n14,14,2\n2,6,1\n14,12,2\n3,4,1\n14,10,2\n4,4,1\n12,14,2\nDONE");
    program.expect("FORBIDDEN", "FORBIDDEN c5:33");
    program.expect("YXSHOWFORBID", "FORBID 0204.");
    program.expect_start("WHY 2,4", "WHY 33: three ");
    program.expect("WHY 4,2", "ERROR e3 is not forbidden");
    program.expect("TURN 2,4", "ERROR c5 is forbidden for black: 33");
    program.expect("PLAY c5", "ERROR c5 is forbidden for black: 33");
    for mv in ["BEGIN", "YXNBEST 3"] {
        assert_ne!(program.ask(mv), "2,4");
        program.expect("UNDO", "OK");
    }
    program.expect("PLAY 0,0", "0,0");
    program.expect("FORBIDDEN", "FORBIDDEN -");
    program.expect("YXSHOWFORBID", "FORBID .");
    program.expect("PLAY 2,4", "2,4");
    program.expect("UNDO 2\nINFO rule 1\nFORBIDDEN", "OK");
    assert_eq!(program.line(), "FORBIDDEN -");
    let mut othello = Program::playing(&["--game", "othello"], "8,8");
    othello.expect("FORBIDDEN", "FORBIDDEN -");
    othello.expect("WHY 2,2", "ERROR WHY is for Gomoku");
}

#[test]
fn a_rule_may_come_before_or_after_the_start() {
    let caption = |lines: &str| {
        let mut program = Program::start(&[]);
        program.send(lines);
        program.send("SHOW");
        program.pending().pop().unwrap()
    };
    assert_eq!(caption("INFO rule 4\nSTART 15"), "MESSAGE renju, 0 plies, black to move");
    assert_eq!(caption("START 15\nINFO rule 4"), "MESSAGE renju, 0 plies, black to move");
    assert_eq!(
        caption("START 15\nPLAY a1\nINFO rule 9"),
        "MESSAGE caro-exact, 1 ply, last a1, white to move"
    );
    assert_eq!(caption("INFO rule 2\nSTART 15"), "MESSAGE freestyle, 0 plies, black to move");
    assert_eq!(
        caption("YXSHOWINFO\nINFO rule 2\nSTART 15"),
        "MESSAGE renju, 0 plies, black to move"
    );
    assert_eq!(
        caption("INFO rule 2\nSTART 15\nYXSHOWFORBID"),
        "MESSAGE renju, 0 plies, black to move"
    );
    assert_eq!(
        caption("YXHASHCLEAR\nINFO rule 6\nSTART 15"),
        "MESSAGE freestyle, 0 plies, black to move"
    );
    let othello = "MESSAGE x 2, o 2, 0 plies, black to move";
    for lines in ["INFO rule 16\nSTART 8", "START 8\nINFO rule 16", "START 8\nINFO game othello"] {
        assert_eq!(caption(lines), othello);
    }
    assert_eq!(
        caption("INFO rule 16\nSTART 8\nINFO rule 1"),
        "MESSAGE standard, 0 plies, black to move"
    );
    assert_eq!(
        caption("INFO rule 8\nINFO game othello\nINFO game gomoku\nSTART 8"),
        "MESSAGE caro, 0 plies, black to move"
    );
}

#[test]
fn another_game_on_the_wrong_board_waits_for_a_start() {
    let mut program = Program::playing(&[], "15,15");
    let error = "ERROR Othello is not played on this 15x15 board: send START with its size";
    for request in ["BEGIN", "TURN 3,2", "MOVES", "BOARD\nDONE", "UNDO"] {
        program.expect(&format!("INFO rule 16\n{request}"), error);
    }
    program.expect_start("START 15", "ERROR no such board");
    program.expect("INFO rule 0\nPLAY 7,7", "7,7");
    program.expect("INFO rule 16\nSTART 8", "OK");
    assert!(is_point(&program.ask("BEGIN")));
    program.expect_start("INFO rule 4\nBEGIN", "ERROR Gomoku is not played on this 8x8 board");
    program.expect("RESTART", "OK");
    assert!(is_point(&program.ask("BEGIN")));
}

#[test]
fn messages_come_only_on_request() {
    let said = |setting: &str| {
        let mut program = Program::playing(&[], "15,15");
        program.send(&format!("{setting}\nINFO max_depth 1\nBEGIN"));
        program.pending().iter().filter(|line| line.starts_with("MESSAGE ")).count()
    };
    for silent in ["INFO show_detail 0", "INFO game_type 1", "INFO game_type 0\nINFO show_detail 0"]
    {
        assert_eq!(said(silent), 0, "{silent}");
    }
    for telling in
        ["INFO show_detail 2", "INFO game_type 0", "INFO game_type 2\nINFO show_detail 1"]
    {
        assert!(said(telling) > 0, "{telling}");
    }
}

#[test]
fn options_lists_every_setting() {
    let mut program = Program::playing(&[], "15,15");
    program.send("INFO max_memory 400000000\nINFO time_left -5\nINFO folder /some where\nOPTIONS");
    let lines = program.pending();
    assert_eq!(lines.last().unwrap(), "OK");
    for option in
        ["timeout_turn 0 ", "max_memory 400000000 ", "time_left 0 ", "folder /some where "]
    {
        assert!(lines.iter().any(|line| line.starts_with(&format!("OPTION {option}"))), "{option}");
    }
    assert!(lines.iter().all(|line| line == "OK" || line.starts_with("OPTION ")));
}

#[test]
fn othello_from_the_start_leaves_the_table_as_much_memory_as_gomoku() {
    for game in ["gomoku", "othello"] {
        let mut program = Program::start(&["--game", game, "--rule", "renju"]);
        let mut has_option = |requests: &str, option: &str| {
            program.send(requests);
            let lines = program.pending();
            assert!(lines.iter().any(|line| line.starts_with(option)), "{game}: {lines:?}");
        };
        has_option("INFO max_memory 367001600\nOPTIONS", "OPTION hash_size 309248 ");
        has_option("INFO game gomoku\nOPTIONS", "OPTION rule 4 ");
    }
}

#[test]
fn impossible_memory_limits_do_no_harm() {
    let mut program = Program::playing(&[], "15,15");
    for setting in
        ["max_memory 9223372036854775807", "hash_size 9223372036854775807", "max_memory 1"]
    {
        program.send(&format!("INFO {setting}"));
        assert!(is_point(&program.ask("BEGIN")), "{setting}");
    }
}
