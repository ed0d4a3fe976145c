//! The commands of Yixin-style front ends.

use std::time::{Duration, Instant};

use super::{Bench, moves, points};
use crate::coord::{Move, Point};
use crate::engine::{Event, Order};
use crate::frontend::gomocup::session::Effect;
use crate::search::guidance::ThreatSearch;
use crate::search::report::{Line, RootMark, Score};

#[test]
fn freestyle_with_one_swap_is_known_before_yixin_speaks() {
    let mut bench = Bench::after("INFO rule 5");
    assert_eq!(bench.ask("START 15|ABOUT").split('|').next(), Some("OK"));
    assert!(bench.ask("SHOW").ends_with("freestyle, 0 plies, black to move"));
    bench.ask("INFO rule 2|YXHASHCLEAR");
    assert!(bench.ask("SHOW").ends_with("renju, 0 plies, black to move"));
    assert!(bench.ask("INFO rule 5|SHOW").ends_with("freestyle, 0 plies, black to move"));
    assert!(bench.ask("OPTIONS").contains("|OPTION rule 5 "));
}

#[test]
fn stopping_is_no_sign_of_yixin() {
    let mut bench = Bench::after("START 15|YXSTOP|INFO rule 2");
    assert!(bench.ask("SHOW").ends_with("freestyle, 0 plies, black to move"));
}

#[test]
fn a_refused_command_of_yixins_leaves_the_numbers_of_rules() {
    let mut bench = Bench::after("INFO rule 2");
    assert!(bench.ask("YXSHOWFORBID").starts_with("ERROR no board"));
    assert!(bench.ask("START 15|YXHASHLOAD bad").contains("bad for renju"));
    assert!(bench.ask("SHOW").ends_with("freestyle, 0 plies, black to move"));
    let mut loaded = Bench::after("INFO rule 2|START 15|YXHASHLOAD good");
    for (bench, request, reply) in
        [(&mut bench, "YXSHOWFORBID", "FORBID ."), (&mut loaded, "MOVES", "MOVES -")]
    {
        assert_eq!(bench.ask(request), reply);
        assert!(bench.ask("SHOW").ends_with("renju, 0 plies, black to move"), "{request}");
    }
}

#[test]
fn a_table_that_cannot_be_measured_leaves_the_numbers_of_rules() {
    let mut bench = Bench::after("INFO rule 16|START 8");
    bench.send_at("YXSHOWHASHUSAGE", Instant::now());
    bench.session.take_effects();
    bench.session.hear(Event::Table(Err("no table".to_owned())));
    assert_eq!(bench.collect(), "ERROR hash table: no table");
    assert!(bench.ask("INFO rule 2|RESTART|SHOW").ends_with("freestyle, 0 plies, black to move"));
}

#[test]
fn a_loaded_board_is_the_turn_of_the_side_that_did_not_play_last() {
    let mut bench = Bench::after("START 15|YXBOARD|7,7,1|8,8,2|9,9,1|DONE");
    assert_eq!(bench.ask("MOVES"), "MOVES h8 i9 j10");
    assert_eq!(bench.ask("TURN 5,5"), "");
    assert_eq!(bench.finish_lines(&[("a1", 0)]), "0,0");
    assert_eq!(bench.ask("MOVES"), "MOVES h8 i9 j10 f6 a1");
    bench.ask("YXBOARD|7,7,1|8,8,2|-1,-1,1|DONE");
    assert_eq!(bench.ask("PLAY 0,0|MOVES"), "0,0|MOVES h8 i9 pass a1");
}

#[test]
fn the_marks_and_lines_follow_show_detail() {
    let line = || Line { score: Score::Points(35), moves: moves("h6i7") };
    let told = |level| {
        let mut bench = Bench::after("START 15");
        bench.ask(&format!("INFO show_detail {level}|BEGIN"));
        bench.progress(vec![line()])
    };
    let marks = "MESSAGE REALTIME BEST 7,5|MESSAGE REALTIME VAL 35|MESSAGE REALTIME PV h6 i7|";
    let text = "MESSAGE depth 3-5 score +0.35";
    assert_eq!(told(0), "");
    assert!(told(1).starts_with(&format!("{marks}{text}")), "{}", told(1));
    let info = "INFO PV 0|INFO NUMPV 1|INFO DEPTH 3|";
    assert!(
        told(2).starts_with(info) && told(2).contains("|INFO PV DONE|MESSAGE depth 3-5 ev 35 n ")
    );
    assert!(told(3).starts_with(&format!("{marks}{info}")), "{}", told(3));
    let mut silent = Bench::after("START 15|INFO game_type 0|BEGIN");
    assert!(silent.progress(vec![line()]).starts_with(text), "no marks unless they were asked for");
    assert!(!silent.jobs[0].is_watched);
}

#[test]
fn yixin_board_reads_points_as_it_labels_them() {
    let mut bench = Bench::after("INFO show_detail 1|YXSHOWINFO|START 15 15|BEGIN");
    let line = Line { score: Score::Points(0), moves: moves("h6") };
    let told = bench.progress(vec![line]);
    assert!(told.starts_with("MESSAGE REALTIME BEST 7,5|"), "{told}");
    assert!(told.contains("|MESSAGE REALTIME PV f8|") && told.ends_with(" pv f8"), "{told}");
    let line = Line { score: Score::Win(5), moves: moves("h3") };
    bench.session.hear(Event::Booked { id: bench.jobs[0].id, line });
    assert_eq!(bench.collect(), "MESSAGE book score win in 5 pv c8", "from the database");
}

#[test]
fn yixin_board_reads_the_winning_row_as_it_labels_it() {
    let stones = "0,0,2 0,1,1 1,0,2 1,1,1 2,0,2 2,1,1 3,0,2 3,1,1";
    for (manager, row) in [("YXSHOWINFO", "a15 a14 a13 a12 a11"), ("STOP", "a1 b1 c1 d1 e1")] {
        let mut bench = Bench::after(&format!("{manager}|START 15 15|YXBOARD {stones} DONE"));
        let told = bench.ask("TURN 4,0");
        assert_eq!(told, format!("MESSAGE the game is over: black five {row}|-1,-1"));
    }
}

#[test]
fn yixin_board_has_rectangular_boards() {
    let mut bench = Bench::after("INFO show_detail 1|YXSHOWINFO|start 20 15|board|7,17,2|done");
    let place = |x, y| Move::Place(Point::new(x, y).unwrap());
    let line = Line { score: Score::Points(0), moves: vec![place(14, 0), place(0, 19)] };
    let told = bench.progress(vec![line]);
    assert!(told.contains("|MESSAGE REALTIME PV a1 t15|"), "{told}");
    bench.finish();
    assert_eq!(bench.ask("RESTART|TURN 0,19|TURN 19,0"), "OK");
    assert!(bench.finish().contains("|ERROR 19,0 is not on the 15x20 board"));
    assert_eq!(bench.ask("RECTSTART 20,15|PLAY 19,0"), "OK|19,0");
    let mut other = Bench::after("START 20 15");
    assert_eq!(other.ask("PLAY 19,0"), "19,0");
}

#[test]
fn moves_at_the_root_are_marked_once_they_can_be_seen() {
    let mut bench = Bench::after("START 15|INFO show_detail 1");
    bench.session.game.desk.pretend_answered(Instant::now() - Duration::from_secs(9));
    bench.ask("BEGIN");
    let point = points("h6")[0];
    assert!(bench.jobs[0].is_watched);
    assert_eq!(bench.mark(RootMark::Searching(point)), "");
    assert_eq!(bench.mark(RootMark::Best(point)), "MESSAGE REALTIME BEST 7,5");
    assert_eq!(bench.mark(RootMark::Lost(point)), "MESSAGE REALTIME LOST 7,5");
    assert_eq!(bench.mark(RootMark::Lost(point)), "", "once");
    bench.finish();
    bench.ask("RESTART");
    bench.session.game.desk.pretend_answered(Instant::now() - Duration::from_secs(9));
    bench.ask_at("BEGIN", Instant::now() - Duration::from_secs(1));
    assert_eq!(bench.mark(RootMark::Iteration), "MESSAGE REALTIME REFRESH");
    assert_eq!(bench.mark(RootMark::Searching(point)), "MESSAGE REALTIME POS 7,5");
    assert_eq!(bench.mark(RootMark::Searched(point)), "MESSAGE REALTIME DONE 7,5");
    assert_eq!(bench.mark(RootMark::Lost(point)), "MESSAGE REALTIME LOST 7,5", "another search");
    bench.finish();
    bench.ask("TURN 7,7");
    assert_eq!(bench.mark(RootMark::Lost(point)), "MESSAGE REALTIME LOST 7,5");
    bench.ask("TAKEBACK 7,7|TURN 7,7");
    bench.jobs.remove(0);
    assert_eq!(bench.mark(RootMark::Lost(point)), "MESSAGE REALTIME LOST 7,5", "after a takeback");
}

#[test]
fn blocked_points_and_lines_are_avoided_until_they_are_unblocked() {
    let mut bench = Bench::after("START 15|YXBLOCK|7,7|8,8|DONE");
    let mut avoided_after = |requests: &str| {
        bench.ask(requests);
        bench.ask("YXNBEST 1");
        bench.finish_lines(&[("o15", 0)]);
        bench.avoided.clone()
    };
    assert_eq!(avoided_after("START 15"), points("h8i9"));
    assert_eq!(avoided_after("START 15|YXBLOCKUNDO 7,7 DONE"), points("i9"));
    assert_eq!(avoided_after("START 15|YXBLOCKRESET"), []);
    assert_eq!(avoided_after("START 15|YXBLOCKPATH|0,0|1,1|2,2|DONE"), []);
    assert_eq!(avoided_after("YXBOARD 0,0,1 1,1,2 DONE"), points("c3"));
    assert_eq!(avoided_after("YXBOARD 0,0,1 1,1,2 DONE|YXBLOCK 99,99 DONE"), points("c3"));
    assert_eq!(avoided_after("YXBLOCKPATHRESET|YXBOARD 0,0,1 1,1,2 DONE"), []);
}

#[test]
fn blocked_lines_and_closed_points_guide_the_search_below_the_root() {
    let mut bench = Bench::after("START 15|YXBLOCKPATH|7,7|8,8|9,9|DONE|yxforbid add 3 4 1");
    bench.ask("BEGIN");
    let guidance = bench.jobs[0].guidance.clone();
    assert_eq!(guidance.barred, [points("h8i9j10")]);
    assert_eq!(guidance.closed, [points(""), points("d5")]);
    bench.finish_lines(&[("h8", 0)]);
    assert_eq!(bench.ask("TURN 8,8"), "");
    assert_eq!(bench.jobs[0].guidance.barred, [points("")][1..], "the root avoids it");
    assert_eq!(bench.avoided, points("j10"));
    bench.finish_lines(&[("a1", 0)]);
    assert_eq!(bench.ask("YXFORBID del 3 4 1|YXBLOCKPATHRESET|RESTART"), "OK");
    bench.ask("INFO start_depth 7|INFO checkmate 2|BEGIN");
    let guidance = bench.jobs[0].guidance.clone();
    assert!(!guidance.restricts());
    assert_eq!((guidance.first_depth, guidance.threats), (7, ThreatSearch::Only));
    bench.finish_lines(&[("h8", 0)]);
    bench.ask("INFO checkmate 0|INFO vcthread 1|RESTART|BEGIN");
    assert_eq!(bench.jobs[0].guidance.threats, ThreatSearch::Half);
    assert!(bench.ask("STOP|YXFORBID add 3 4 2").is_empty());
    let reply = bench.finish_lines(&[("h8", 0)]);
    assert!(reply.contains("ERROR YXFORBID: expected add or del, x, y and a side"), "{reply}");
}

#[test]
fn lists_of_moves_omit_symmetric_images_on_request() {
    let mut bench = Bench::after("START 15|INFO nbestsym 0");
    bench.ask("YXNBEST 1");
    assert!(bench.avoided.is_empty());
    bench.finish_lines(&[("h8", 0)]);
    bench.ask("YXNBEST 3");
    assert_eq!(bench.avoided.len(), 225 - 36);
    bench.finish_lines(&[("h9", 0)]);
    bench.ask("RESTART|PLAY h8|YXBLOCK 7,6 DONE|YXNBEST 3");
    assert_eq!(bench.avoided.len(), 225 - 36, "an image stands for the blocked point");
    bench.finish_lines(&[("h9", 0)]);
    bench.ask("YXBLOCKRESET|INFO nbestsym 1|RESTART|YXNBEST 3");
    assert!(bench.avoided.is_empty());
}

#[test]
fn the_table_is_saved_loaded_and_measured_in_turn() {
    let mut bench = Bench::after("START 15");
    assert_eq!(bench.ask("YXSHOWHASHUSAGE"), "MESSAGE measured");
    let replies = bench.ask("YXHASHDUMP|a table|YXHASHLOAD b|MOVES");
    assert!(replies.starts_with("ERROR hash table: a table for "), "{replies}");
    assert!(replies.contains("|ERROR hash table: b for ") && replies.ends_with("|MOVES -"));
    let replies = bench.ask("YXHASHLOAD \u{e9}t\u{e9}");
    assert!(replies.starts_with("ERROR hash table: ?t? for "), "{replies}");
    bench.ask("TURN 7,7");
    bench.finish();
    bench.ask("YXHASHLOAD b|START 15|TURN 3,3");
    assert_eq!(bench.cleared, 1, "a table that was not loaded does not serve the next game");
    bench.finish();
    assert_eq!(bench.ask("YXPRINTFEATURE"), "MESSAGE static evaluation +0.07 for black");
    assert_eq!(bench.ask("YXDRAW|YXRESIGN").matches("MESSAGE ").count(), 2);
}

#[test]
fn a_table_is_saved_as_a_whole_before_the_end() {
    let begun = |requests| {
        let mut bench = Bench::after("START 15");
        bench.send_at(requests, Instant::now());
        let effects = bench.session.take_effects();
        (bench, effects)
    };
    let (mut bench, effects) = begun("YXHASHDUMP|a table|MOVES|END");
    assert!(matches!(effects[..], [Effect::Order(Order::Table(_))]), "{effects:?}");
    bench.session.hear(Event::Table(Ok("saved".to_owned())));
    assert_eq!((bench.collect(), bench.exited), ("MESSAGE saved".to_owned(), true));
    let (_, effects) = begun("YXHASHLOAD a|END");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Exit)), "{effects:?}");
}
