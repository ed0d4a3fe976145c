//! Whole games over the protocol, with every reply checked against the rules.

use tengen::coord::Move;
use tengen::frontend::desk::Target;
use tengen::game::Position;
use tengen::gomoku::rules::rule::Rule;

use crate::mirror::{self, follow, number, play_out, result, told};
use crate::program::Program;

/// Engine moves after which a game against a random opponent is long enough.
const ENOUGH_MOVES: usize = 60;

fn engine(position: &Position, setting: &str) -> Program {
    let mut program = Program::start(&[]);
    let size = position.size();
    program.expect(&format!("RECTSTART {},{}", size.width(), size.height()), "OK");
    program.send(&format!("INFO {setting}\nINFO max_depth 1"));
    program
}

fn play_gomoku(rule: Rule, width: u8, height: u8) {
    let mut position = mirror::gomoku(rule, width, height);
    let setting = format!("rule {}", number(rule));
    let mut black = engine(&position, &setting);
    let mut white = engine(&position, &setting);
    play_out(&mut black, &mut white, &mut position);
    assert!(black.finish().is_empty() && white.finish().is_empty());
}

#[test]
fn engines_play_every_rule_to_the_end() {
    for rule in Rule::ALL {
        play_gomoku(rule, 15, 15);
    }
}

#[test]
fn engines_play_on_the_smallest_the_largest_and_narrow_boards() {
    for rule in Rule::ALL {
        for (width, height) in [(5, 5), (22, 22), (22, 5), (5, 22), (7, 20)] {
            play_gomoku(rule, width, height);
        }
    }
}

#[test]
fn engines_play_othello_to_the_end() {
    let mut position = mirror::othello();
    let mut black = engine(&position, "rule 16");
    let mut white = engine(&position, "game othello");
    play_out(&mut black, &mut white, &mut position);
}

#[test]
fn one_process_plays_many_games_in_turn() {
    let mut position = mirror::gomoku(Rule::Freestyle, 15, 15);
    let (mut first, mut second) = (engine(&position, "rule 0"), engine(&position, "rule 0"));
    for game in 0..6 {
        let othello = game % 3 == 1;
        position = if othello { mirror::othello() } else { mirror::gomoku(Rule::Renju, 9, 9) };
        let start = if othello { "INFO rule 16\nSTART 8" } else { "INFO rule 4\nSTART 9" };
        first.expect(start, "OK");
        second.expect(start, "OK");
        play_out(&mut first, &mut second, &mut position);
        (first, second) = (second, first);
    }
}

/// Plays against a random mover, which reaches positions no engine would choose.
fn play_random(mut position: Position, setting: &str, random: &mut fastrand::Rng) {
    let mut program = engine(&position, setting);
    for _ in 0..ENOUGH_MOVES {
        let points: Vec<Move> = position.legal_points().map(Move::Place).collect();
        let mv = random.choice(points).unwrap_or(Move::Pass);
        position.play(mv).unwrap();
        let request = format!("TURN {}", Target::from(mv));
        if let Some(outcome) = position.outcome(false) {
            program.expect(&request, &format!("MESSAGE the game is over: {outcome}"));
            assert_eq!(program.line(), "-1,-1");
            break;
        }
        follow(&mut position, &program.ask(&request));
        if position.outcome(false).is_some() {
            break;
        }
    }
    program.expect("MOVES", &told(&position));
    program.expect("RESULT", &result(&position));
    assert!(program.finish().is_empty());
}

#[test]
fn random_opponents_get_legal_answers() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..4 {
        for rule in Rule::ALL {
            let setting = format!("rule {}", number(rule));
            play_random(mirror::gomoku(rule, 8, 9), &setting, &mut random);
        }
        play_random(mirror::othello(), "rule 16", &mut random);
    }
}

/// A board on which Black, to move, finds only an overline: six points, five stones, one gap.
const ONLY_AN_OVERLINE: &str = "0,0,B\n0,1,W\n1,0,B\n1,1,W\n2,0,B\n0,3,W\n4,0,B\n1,3,W\n5,0,B\n4,3,W\n\
     2,1,3\n3,1,3\n4,1,3\n5,1,3\n0,2,3\n1,2,3\n2,2,3\n3,2,3\n4,2,3\n5,2,3\n2,3,3\n3,3,3\n5,3,3\n\
     0,4,3\n1,4,3\n2,4,3\n3,4,3\n4,4,3\n5,4,3\nDONE";

#[test]
fn renju_without_a_legal_point_is_a_pass() {
    let renju = || {
        let mut program = Program::start(&["--rule", "renju"]);
        program.expect("RECTSTART 6,5", "OK");
        program.send("INFO timeout_turn 0");
        program
    };
    let mut black = renju();
    let block = ONLY_AN_OVERLINE.replace('B', "1").replace('W', "2");
    black.expect(&format!("BOARD\n{block}"), "-1,-1");
    black.expect("TURN 3,0", "MESSAGE the game is over: draw full board");
    assert_eq!(black.line(), "-1,-1");
    black.expect("UNDO 2", "OK");
    black.expect("FORBIDDEN", "FORBIDDEN d1:6");
    black.expect_start("NBEST 3", "NBEST 1/1 -1,-1 score ");
    black.expect("YXNBEST 3", "-1,-1");

    // The manager moves for Black now.
    let mut white = renju();
    white.send(&format!("YXBOARD\n{block}"));
    white.expect("TURN 3,0", "ERROR d1 is forbidden for black: 6");
    white.expect("TURN -1,-1", "3,0");
    white.expect("RESULT", "RESULT draw full board");
}

/// Plays the moves for both sides; returns the reply to `RESULT`.
fn result_of(arguments: &[&str], setting: &str, size: &str, moves: &str) -> String {
    let mut program = Program::playing(arguments, size);
    program.send(setting);
    for mv in moves.split(' ') {
        let reply = program.ask(&format!("PLAY {mv}"));
        assert!(!reply.starts_with("ERROR"), "{mv}: {reply}");
    }
    program.ask("RESULT")
}

#[test]
fn results_of_complete_games_under_every_rule() {
    let five = "f8 a1 g8 b1 h8 c1 i8 d1 j8";
    let six = "e8 a1 f8 c1 g8 e1 i8 g1 j8 i1 h8";
    let white_six = "a1 e8 c1 f8 e1 g8 g1 i8 i1 j8 k1 h8";
    let blocked = "f8 e8 g8 k8 h8 a1 i8 c1 j8";
    let five_row = "black five f8 g8 h8 i8 j8";
    let six_row = "black five e8 f8 g8 h8 i8 j8";
    let white_row = "white five e8 f8 g8 h8 i8 j8";
    for (rule, moves, end) in [
        (0, five, five_row),
        (0, six, six_row),
        (0, blocked, five_row),
        (1, five, five_row),
        (1, six, "none"),
        (1, blocked, five_row),
        (4, five, five_row),
        (4, white_six, white_row),
        (8, five, five_row),
        (8, six, six_row),
        (8, blocked, "none"),
        (9, five, five_row),
        (9, six, "none"),
        (9, blocked, "none"),
        (2, five, "none"),
        (3, five, "none"),
        (10, six, "none"),
    ] {
        let setting = format!("INFO rule {rule}");
        assert_eq!(result_of(&[], &setting, "15,15", moves), format!("RESULT {end}"), "{rule}");
    }
    let wipe_out = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    let end = result_of(&["--game", "othello"], "INFO rule 16", "8,8", wipe_out);
    assert_eq!(end, "RESULT black discs 13-0");
}

#[test]
fn a_full_board_is_a_draw() {
    // Pairs of columns, shifted every other row: no five anywhere, on 5x5.
    let black = ["a1", "b1", "e1", "c2", "d2", "a3", "b3", "e3", "c4", "d4", "a5", "b5", "e5"];
    let white = ["c1", "d1", "a2", "b2", "e2", "c3", "d3", "a4", "b4", "e4", "c5", "d5"];
    let mut moves = Vec::new();
    for (index, mv) in black.iter().enumerate() {
        moves.push(*mv);
        moves.extend(white.get(index));
    }
    for rule in [0, 1, 8, 9] {
        let setting = format!("INFO rule {rule}");
        assert_eq!(result_of(&[], &setting, "5,5", &moves.join(" ")), "RESULT draw full board");
    }
    let early = result_of(&[], "INFO dead_draw 1", "5,5", &moves[..22].join(" "));
    assert_eq!(early, "RESULT draw no five possible");
}

#[test]
fn every_command_reports_a_finished_game() {
    let mut program = Program::playing(&[], "15,15");
    let block = "BOARD\n0,0,1\n0,1,2\n1,0,1\n1,1,2\n2,0,1\n2,1,2\n3,0,1\n3,1,2\n4,0,1\n9,9,2\nDONE";
    program.expect(block, "MESSAGE the game is over: black five a1 b1 c1 d1 e1");
    assert_eq!(program.line(), "-1,-1");
    program.expect("PLAY 7,7", "ERROR the game is over: black five a1 b1 c1 d1 e1");
    program.expect("FORBIDDEN", "FORBIDDEN -");
    program.expect("INFO rule 2\nRESULT", "RESULT none");
    program.expect("INFO rule 0\nRESULT", "RESULT black five a1 b1 c1 d1 e1");
    program.expect("UNDO 2", "OK");
    program.expect("RESULT", "RESULT none");
}
