//! `STOP`, and searches in the opponent's time.

use std::time::Duration;

use super::{Bench, points};
use crate::coord::{Move, Point};
use crate::engine::Event;
use crate::search::limits::Limits;
use crate::search::report::Progress;

#[test]
fn stop_ends_the_running_search_only() {
    let mut bench = Bench::after("START 15|STOP|INFO max_depth 9|BEGIN");
    let control = bench.control();
    assert!(!control.must_stop());
    assert_eq!(bench.ask("TURN 9,9|YXSTOP"), "");
    assert!(control.must_stop());
    assert_eq!(bench.finish(), "0,0");
    assert!(!bench.control().must_stop(), "the next search is not stopped");
}

#[test]
fn the_opponents_time_is_used_if_asked_for_until_the_next_line() {
    let mut bench = Bench::after(
        "START 15|INFO pondering 1|YXBLOCKPATH 0,0 1,1 2,2 DONE|INFO max_node 9|BEGIN",
    );
    assert_eq!(bench.finish(), "0,0");
    let control = bench.control();
    let job = bench.jobs.remove(0);
    assert_eq!((job.position.history().len(), job.request.limits), (1, Limits::default()));
    assert!(!job.is_watched && job.book.is_none() && !control.must_stop());
    assert!(job.request.is_analysis, "a single reply is searched, too");
    assert_eq!(job.guidance.barred, [points("b2c3")], "below the move that was played");
    let result = Progress::unsearched(Vec::new(), Duration::ZERO);
    bench.session.hear(Event::Progress { id: job.id, progress: result.clone() });
    bench.session.hear(Event::Finished { id: job.id, result });
    assert_eq!(bench.collect(), "", "it has no answer");
    assert_eq!(bench.ask("MOVES"), "MOVES a1");
    assert!(control.must_stop());
    assert_eq!(bench.ask("TURN 9,9"), "");
    assert_eq!(bench.jobs[0].request.limits.nodes, Some(9));
    assert_eq!(bench.finish(), "1,0");
    assert_eq!(bench.jobs[0].position.history().len(), 3);
    bench.end_input();
    assert!(bench.exited && bench.control().must_stop());
}

#[test]
fn there_is_no_search_in_the_opponents_time_where_it_would_be_in_the_way() {
    for (requests, reason) in [
        ("INFO pondering 0|BEGIN", "the manager does not want it"),
        ("INFO pondering 1|INFO level 3|BEGIN", "it would make the level stronger"),
        ("INFO pondering 1|INFO strength 99|BEGIN", "the same"),
        ("INFO pondering 1|NBEST 2", "no move was played"),
        ("INFO pondering 1|BEGIN|MOVES", "a line came meanwhile"),
        (
            "INFO pondering 1|BOARD|0,1,1|9,1,2|1,1,1|9,2,2|2,1,1|9,3,2|3,1,1|9,5,2|DONE",
            "the game is over",
        ),
    ] {
        let mut bench = Bench::after(&format!("START 15|{requests}"));
        let point = if requests.contains("BOARD") { Point::new(4, 1) } else { Point::new(0, 0) };
        bench.finish_with(&[Move::Place(point.unwrap())]);
        assert!(bench.jobs.is_empty(), "{reason}: {:?}", bench.replies);
    }
    let mut bench = Bench::after("START 15|INFO pondering 1|INFO max_depth 2|BEGIN");
    bench.end_input();
    assert_eq!(bench.finish(), "0,0");
    assert!(bench.jobs.is_empty() && bench.exited, "the input has ended");
}

#[test]
fn a_stop_during_an_evaluation_is_for_the_search_behind_it() {
    let mut bench = Bench::after("START 15|PLAY 7,7");
    assert_eq!(bench.ask("EVAL|BEGIN|STOP"), "EVAL +0.07 for white");
    assert!(bench.control().must_stop());
    let mut bench = Bench::after("START 15|PLAY 7,7");
    bench.ask("EVAL|STOP|BEGIN");
    assert!(!bench.control().must_stop(), "no search waited when it came");
}

#[test]
fn a_stop_is_not_used_up_by_an_opening_that_needs_no_search() {
    for proposal in ["YXSOOSORVSTEP1", "SWAP2BOARD|DONE"] {
        let mut bench = Bench::after("START 15|INFO rule 4");
        bench.prepares_slowly = true;
        bench.ask(&format!("RESTART|{proposal}|BEGIN|STOP"));
        assert!(bench.jobs.is_empty());
        bench.get_ready();
        assert!(bench.control().must_stop(), "{proposal}");
    }
}

#[test]
fn a_stop_is_not_used_up_by_a_request_that_is_refused() {
    for (refused, next) in
        [("TURN 99,9", "TURN 7,7"), ("INFO max_memory x|TURN 6,6|BOARD|15,7,2|DONE", "BEGIN")]
    {
        let mut bench = Bench::after("INFO timeout_turn 3000");
        bench.prepares_slowly = true;
        bench.ask(&format!("START 15|{refused}|{next}|STOP|TURN 3,3"));
        bench.get_ready();
        assert!(bench.control().must_stop(), "{refused}");
        bench.finish();
        assert!(!bench.control().must_stop(), "one search is stopped: {refused}");
    }
}
