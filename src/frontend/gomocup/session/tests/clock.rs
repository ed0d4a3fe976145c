//! Limits of time and nodes, and the match clock.

use std::time::{Duration, Instant};

use super::Bench;

#[test]
fn time_limits_hold_for_the_running_search() {
    let long_ago = Instant::now() - Duration::from_secs(60);
    for setting in ["INFO timeout_turn 0", "INFO time_left 0", "INFO timeout_match 200"] {
        let mut bench = Bench::after("START 15|INFO timeout_turn 3600000");
        bench.session.game.desk.pretend_answered(long_ago);
        bench.ask_at("BEGIN", long_ago);
        assert!(!bench.control().must_stop());
        assert_eq!(bench.ask(setting), "");
        assert!(bench.control().must_stop(), "{setting}");
    }
    let mut bench = Bench::after("START 15|INFO timeout_turn 3600000");
    bench.session.game.desk.pretend_answered(long_ago);
    bench.ask_at("BEGIN|INFO max_depth 1|INFO thread_num 2", long_ago);
    assert!(!bench.control().must_stop(), "other settings wait");
}

#[test]
fn a_clock_announced_in_mid_search_counts_from_there() {
    let long_ago = Instant::now() - Duration::from_secs(60);
    let mut bench = Bench::after("START 15|INFO timeout_match 3600000");
    bench.session.game.desk.pretend_answered(long_ago);
    bench.ask_at("BEGIN|INFO time_left 100000", long_ago);
    let budget = bench.control().budget().unwrap();
    assert!(budget.maximum > Duration::from_secs(60), "{budget:?}");
    assert!(budget.maximum < Duration::from_secs(90), "{budget:?}");
    bench.finish();
    assert!(bench.ask("OPTIONS").contains("OPTION time_left 9"), "60 s went before");
}

#[test]
fn a_clock_announced_behind_a_question_is_announced_once() {
    let mut bench = Bench::after("START 15|INFO timeout_match 3600000");
    bench.ask("BEGIN|MOVES|INFO time_left 100000");
    std::thread::sleep(Duration::from_millis(2));
    bench.finish();
    assert!(bench.ask("OPTIONS").contains("OPTION time_left 9"), "2 ms went since");
}

#[test]
fn what_was_announced_before_a_start_is_the_clock_of_its_game() {
    let time_left = |bench: &mut Bench| {
        let options = bench.ask("OPTIONS");
        let (_, rest) = options.split_once("OPTION time_left ").unwrap();
        rest.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let mut bench = Bench::after("INFO timeout_match 600000|INFO time_left 4000|START 15");
    assert_eq!(time_left(&mut bench), 4000);
    bench.ask("BOARD|7,7,2|DONE");
    assert!(bench.control().budget().unwrap().maximum < Duration::from_secs(4));
    bench.finish();
    bench.ask("RESTART");
    assert_eq!(time_left(&mut bench), 600_000, "that was for the move before");
    bench.ask("BEGIN|INFO time_left 5000|START 15");
    bench.finish();
    assert!(time_left(&mut bench) <= 5000, "a move was answered, but none asked for since");
}

#[test]
fn what_is_announced_after_a_waiting_start_holds_after_it() {
    let mut bench = Bench::after("INFO timeout_match 600000|START 15|BEGIN");
    bench.ask("START 15|INFO time_left 700|BEGIN");
    assert_eq!(bench.finish(), "0,0|OK");
    let budget = bench.jobs[0].request.limits.time.unwrap();
    assert!(budget.maximum < Duration::from_millis(700), "{budget:?}");
}

#[test]
fn a_limit_that_waited_does_not_replace_a_newer_one() {
    for (waiting, newer, shown) in [
        ("timeout_turn 60000", "timeout_turn 500", "timeout_turn 500 "),
        ("timeout_turn -1", "timeout_turn 500", "timeout_turn 500 "),
        ("time_left 6000000", "time_left 500000", "time_left 4"),
        ("time_left 6000000", "timeout_match 500000", "time_left 4"),
        ("timeout_match 6000000", "time_left 500000", "time_left 4"),
    ] {
        let mut bench = Bench::after("START 15|INFO timeout_turn 1500|TURN 7,7|START 15");
        bench.ask(&format!("BOARD|7,7,2|DONE|INFO {waiting}|MOVES"));
        assert_eq!(bench.finish(), "0,0|OK");
        bench.ask(&format!("INFO {newer}"));
        std::thread::sleep(Duration::from_millis(2));
        bench.finish();
        let options = bench.ask("OPTIONS");
        assert!(options.contains(&format!("OPTION {shown}")), "{waiting}, {newer}: {options}");
    }
}

#[test]
fn a_start_hurries_searches_bounded_by_time_alone() {
    for (bound, hurried) in
        [("INFO timeout_turn 9000", true), ("INFO max_depth 9", false), ("INFO max_node 9", false)]
    {
        for start in ["START 15", "RECTSTART 9,8", "RESTART"] {
            let mut bench = Bench::after("START 15");
            bench.ask(&format!("{bound}|BEGIN|TURN 9,9"));
            let first = bench.control();
            bench.ask(start);
            assert_eq!(first.must_stop(), hurried, "{bound} {start}");
            assert_eq!(bench.finish(), "0,0");
            assert_eq!(bench.control().must_stop(), hurried, "{bound} {start}: the one between");
            assert_eq!(bench.finish(), "1,0|OK");
        }
    }
}

#[test]
fn a_limit_that_comes_or_goes_in_mid_search_decides_whether_a_start_hurries_it() {
    for (before, meanwhile, hurried) in [
        ("INFO max_depth 9", "INFO timeout_turn 9000", true),
        ("INFO max_node 9|INFO timeout_match 9000", "INFO time_left 2147483647", false),
    ] {
        let mut bench = Bench::after("START 15");
        bench.ask(&format!("{before}|BEGIN|{meanwhile}|START 15"));
        assert_eq!(bench.control().must_stop(), hurried, "{meanwhile}");
    }
}

#[test]
fn a_search_limited_by_nothing_is_hurried_and_one_with_a_limit_of_nodes_is_not() {
    let endless = "INFO timeout_turn -1|INFO timeout_match -1";
    for (before, meanwhile, hurried) in [
        (format!("{endless}|INFO max_node 9"), "", false),
        (format!("{endless}|INFO max_depth 9"), "", false),
        (endless.to_owned(), "", true),
        ("INFO timeout_turn 1000".to_owned(), endless, true),
    ] {
        let mut bench = Bench::after("START 15");
        bench.ask(&format!("{before}|BEGIN|{meanwhile}|START 15"));
        assert_eq!(bench.control().must_stop(), hurried, "{before}, {meanwhile}");
    }
}

#[test]
fn the_nodes_of_a_level_stand_in_for_the_default_time() {
    for (settings, has_time) in [
        ("INFO level 10", true),
        ("INFO level 3", false),
        ("INFO level 3|INFO timeout_turn 900", true),
    ] {
        let mut bench = Bench::after(&format!("INFO game_type 0|{settings}|START 15|TURN 7,7"));
        assert_eq!(bench.control().budget().is_some(), has_time, "{settings}");
        bench.ask("INFO time_left 2147483647");
        assert_eq!(bench.control().budget().is_some(), has_time, "{settings}, renewed");
    }
}

#[test]
fn only_moves_change_the_match_clock() {
    let mut bench = Bench::after("INFO time_increment 500000|START 15|INFO time_left 1000000");
    let left = |bench: &mut Bench| -> u64 {
        let options = bench.ask("OPTIONS");
        let (_, left) = options.split_once("time_left ").unwrap();
        let ms: u64 = left.split(['|', ' ']).next().unwrap().parse().unwrap();
        ms / 100_000
    };
    bench.ask("NBEST 1");
    std::thread::sleep(Duration::from_millis(2));
    bench.finish();
    assert_eq!(left(&mut bench), 10);
    bench.ask("TURN 7,7|TAKEBACK 7,7");
    bench.finish();
    assert_eq!(left(&mut bench), 9, "less the moment it took");
    bench.ask("TURN 7,7");
    bench.finish();
    assert_eq!(left(&mut bench), 14);
    bench.ask("YXBALANCETWO");
    assert_eq!(bench.finish_lines(&[("b2c3", 0)]), "1,1 2,2");
    assert_eq!(left(&mut bench), 19, "one of the two moves is the opponent's");
}

#[test]
fn thinking_that_is_taken_back_costs_its_time() {
    let long_ago = Instant::now() - Duration::from_secs(60);
    for request in ["TURN 8,8", "YXNBEST 2"] {
        let mut bench = Bench::after("START 15|PLAY 7,7|INFO timeout_match 3600000");
        bench.session.game.desk.pretend_answered(long_ago);
        bench.ask_at(request, long_ago);
        let last = if request == "TURN 8,8" { "8,8" } else { "7,7" };
        assert_eq!(bench.ask(&format!("TAKEBACK {last}")), "OK", "{request}");
        let left = bench.ask("OPTIONS");
        assert!(left.contains("OPTION time_left 35"), "{request}: {left}");
    }
}

#[test]
fn time_runs_from_the_last_answer_for_requests_that_had_to_wait() {
    let long_ago = Instant::now() - Duration::from_secs(30);
    let mut bench = Bench::after("START 15|BEGIN");
    bench.session.game.desk.pretend_answered(long_ago);
    bench.ask_at("TURN 9,9", long_ago);
    bench.finish();
    assert!(bench.control().elapsed() < Duration::from_secs(20));
}

#[test]
fn time_runs_from_the_last_answer_even_if_that_is_no_move() {
    let long_ago = Instant::now() - Duration::from_secs(60);
    let pays = |request: &&str| {
        let mut bench = Bench::after("START 15");
        bench.session.game.desk.pretend_answered(long_ago);
        bench.ask_at(&format!("{request}|BEGIN"), long_ago);
        bench.control().elapsed() > Duration::from_secs(30)
    };
    let requests = ["YXSHOWHASHUSAGE", "EVAL", "YXQUERYDATABASEALL DONE"];
    let paid: Vec<_> = requests.into_iter().filter(pays).collect();
    assert!(paid.is_empty(), "the move pays for {paid:?}");
}
