//! Tests of the session without threads or clocks: the test plays the manager and the searcher, so that it
//! controls the order of all events.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::{Effect, Input, Session};
use crate::color::Color;
use crate::coord::{Move, Point, parse_points};
use crate::database::Database;
use crate::engine::{Event, Job, Learned, Order};
use crate::frontend::desk::Settings;
use crate::frontend::gomocup::protocol::Command;
use crate::frontend::gomocup::protocol::dialect::Dialect;
use crate::frontend::gomocup::protocol::render::render;
use crate::game::{Position, Variant};
use crate::gomoku::rules::rule::Rule;
use crate::search::control::Control;
use crate::search::guidance::ThreatSearch;
use crate::search::limits::Limits;
use crate::search::report::{Balance, Evaluation, Line, Progress, RootMark, Score, Selectivity};
use crate::search::table::TableFile;

/// A session whose manager and searcher are played by the test.
struct Bench {
    session: Session,
    dialect: Dialect,
    jobs: Vec<Job>,
    replies: Vec<String>,
    exited: bool,
    /// Number of orders to the searcher to clear its tables.
    cleared: usize,
    /// The last number of threads ordered.
    threads: usize,
    /// The variants the searcher was ordered to prepare for.
    prepared: Vec<Position>,
    /// The points that the searcher was last ordered to avoid.
    avoided: Vec<Point>,
    /// The points that the last job had to avoid.
    avoided_by_last_job: Vec<Point>,
    /// Whether preparation waits for the test.
    prepares_slowly: bool,
}

impl Bench {
    fn new(variant: Variant) -> Bench {
        let settings = Settings::new(variant, false);
        let (jobs, replies) = (Vec::new(), Vec::new());
        let dialect = Dialect::new();
        Bench {
            session: Session::new(settings, 0),
            dialect,
            jobs,
            replies,
            exited: false,
            cleared: 0,
            threads: 1,
            prepared: Vec::new(),
            avoided: Vec::new(),
            avoided_by_last_job: Vec::new(),
            prepares_slowly: false,
        }
    }

    /// A session after `requests`.
    fn after(requests: &str) -> Bench {
        let mut bench = Bench::new(Variant::gomoku(Rule::Freestyle));
        bench.ask(requests);
        bench
    }

    /// Sends the lines of `requests`, separated by `|`; returns the immediate replies.
    fn ask(&mut self, requests: &str) -> String {
        self.ask_at(requests, Instant::now())
    }

    fn ask_at(&mut self, requests: &str, at: Instant) -> String {
        self.send_at(requests, at);
        self.collect()
    }

    fn send_at(&mut self, requests: &str, at: Instant) {
        for line in requests.split('|') {
            if let Some(request) = self.dialect.feed(line) {
                self.session.receive(Input { at, request });
            }
        }
    }

    fn end_input(&mut self) -> String {
        self.session.end_of_input();
        self.collect()
    }

    /// Finishes the oldest job with `moves` as its lines; returns the replies.
    fn finish_with(&mut self, moves: &[Move]) -> String {
        self.finish_scored(moves, Score::Points(0))
    }

    /// Finishes the oldest job with `moves` as its lines, all with `score`; returns the replies.
    fn finish_scored(&mut self, moves: &[Move], score: Score) -> String {
        let job = self.jobs.remove(0);
        let line = |&mv: &Move| Line { score, moves: vec![mv] };
        let result = Progress {
            depth: 1,
            selectivity: Selectivity::Extended(1),
            nodes: 1,
            elapsed: Duration::ZERO,
            lines: moves.iter().map(line).collect(),
            calibration: None,
        };
        self.session.hear(Event::Finished { id: job.id, result });
        self.collect()
    }

    /// Finishes the oldest job with the first legal points.
    fn finish(&mut self) -> String {
        let job = &self.jobs[0];
        let points = job.position.legal_points().take(job.request.lines);
        let moves: Vec<Move> = points.map(Move::Place).collect();
        self.finish_with(&moves)
    }

    /// Completes the preparation; returns the replies.
    fn get_ready(&mut self) -> String {
        self.session.hear(Event::Prepared);
        self.collect()
    }

    fn control(&self) -> Arc<Control> {
        Arc::clone(&self.jobs[0].control)
    }

    fn collect(&mut self) -> String {
        let before = self.replies.len();
        for effect in self.session.take_effects() {
            match effect {
                Effect::Exit => self.exited = true,
                Effect::Order(Order::Search(job)) => {
                    self.avoided_by_last_job.clone_from(&self.avoided);
                    self.jobs.push(*job);
                }
                Effect::Order(Order::Evaluate { id, .. }) => {
                    self.session.hear(Event::Evaluated { id, evaluation: Some(EVALUATION) });
                    self.collect();
                }
                Effect::Order(Order::Clear) => self.cleared += 1,
                Effect::Order(Order::Threads(threads)) => self.threads = threads,
                Effect::Order(Order::Prepare(position)) => {
                    self.prepared.push(*position);
                    if !self.prepares_slowly {
                        self.get_ready();
                    }
                }
                Effect::Order(Order::Avoid(points)) => self.avoided = points,
                Effect::Order(Order::Table(file)) => {
                    let result = match file {
                        TableFile::Measure => Ok("measured".to_owned()),
                        TableFile::Load(path, _) if path.ends_with("good") => {
                            Ok("loaded".to_owned())
                        }
                        TableFile::Save(path, purpose) | TableFile::Load(path, purpose) => {
                            Err(format!("{} for {purpose}", path.display()))
                        }
                    };
                    self.session.hear(Event::Table(result));
                    self.collect();
                }
                Effect::Order(Order::Resize(_) | Order::SetParam { .. }) => {}
                Effect::Reply(reply) => {
                    let mut text = String::new();
                    render(&reply, &mut text);
                    self.replies.push(text.trim_end().replace('\n', "|"));
                }
            }
        }
        self.replies[before..].join("|")
    }
}

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
fn queries_of_the_database_wait_for_the_start() {
    let mut bench = Bench::after("");
    bench.prepares_slowly = true;
    assert_eq!(bench.ask("INFO rule 4|START 15|YXQUERYDATABASEONE DONE"), "");
    bench.session.hear(Event::Prepared);
    assert!(bench.collect().starts_with("OK|ERROR no database"));
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

/// The path of a file that does not exist.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_query_is_about_the_game_that_was_announced() {
    let path = scratch("announced");
    let mut bench = Bench::new(Variant::Othello);
    bench.session.game.desk.archive.open(Arc::new(Database::open(&path).unwrap()));
    let query = "YXQUERYDATABASEONE 3,3 DONE";
    let told = bench.ask(&format!("START 8|INFO rule 0|{query}"));
    assert_eq!(told, "OK|MESSAGE DATABASE ONE 0 0 0 0");
    let told = bench.ask(&format!("INFO rule 16|START 8|PLAY f5|INFO rule 0|{query}"));
    assert!(told.starts_with("OK|5,4|ERROR Gomoku is not played on this 8x8 board"), "{told}");
    assert_eq!(bench.ask("INFO rule 16|MOVES"), "MOVES f5");
    drop(bench);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn an_open_database_takes_its_memory_from_the_table() {
    let path = scratch("memory");
    let mut bench = Bench::after("START 15|INFO max_memory 367001600");
    let size = |bench: &mut Bench| bench.ask("OPTIONS").contains("OPTION hash_size 276480 ");
    assert!(!size(&mut bench));
    bench.send_at(&format!("YXSETDATABASE {}", path.display()), Instant::now());
    let effects = bench.session.take_effects();
    let is_told = |effect: &Effect| matches!(effect, Effect::Order(Order::Resize(283_115_520)));
    assert!(effects.iter().any(is_told), "350 MiB without 48 and 32: {effects:?}");
    assert!(size(&mut bench));
    drop(bench);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn queries_during_a_search_wait_for_no_writer() {
    let path = scratch("queries");
    let database = Arc::new(Database::open(&path).unwrap());
    let mut bench = Bench::after("START 15|INFO usedatabase 2");
    bench.session.game.desk.archive.open(Arc::clone(&database));
    let (begun, has_begun) = channel();
    let (end, may_end) = channel::<()>();
    let writer = std::thread::spawn(move || {
        let was_told = database.update(|_| {
            begun.send(()).unwrap();
            // Not for ever, so that the test fails instead of waiting.
            Ok(may_end.recv_timeout(Duration::from_secs(60)).is_ok())
        });
        was_told.unwrap()
    });
    has_begun.recv().unwrap();
    bench.ask("BEGIN");
    // A result that the writer keeps from being added.
    let center = Move::Place(parse_points("h8").unwrap()[0]);
    assert_eq!(bench.finish_scored(&[center], Score::Win(9)), "7,7");
    bench.ask("TURN 9,9");
    let told = bench.ask("YXQUERYDATABASEALL 7,7 DONE");
    assert_eq!(told, "MESSAGE DATABASE REFRESH|MESSAGE DATABASE DONE");
    let _ = end.send(());
    assert!(writer.join().unwrap(), "the query waited until the writer gave up");
    drop(bench);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn the_best_of_several_moves_obeys_the_marks_of_the_database() {
    let path = scratch("marks");
    let mut bench = Bench::after("START 15");
    bench.send_at(&format!("YXSETDATABASE {}", path.display()), Instant::now());
    bench.ask("YXEDITTVDDATABASE 1 120 0 0 7,7 7,6 DONE");
    let search = "YXBOARD 7,7,1 DONE|YXNBEST 2";
    assert_eq!(bench.ask(search), "");
    assert_eq!((&bench.jobs[0].known, &bench.avoided_by_last_job), (&None, &points("h7g8i8h9")));
    bench.finish_lines(&[("a2", 0)]);
    bench.ask("YXEDITTVDDATABASE 1 33 0 0 7,7 0,0 DONE");
    bench.ask(search);
    let known = bench.jobs[0].known.clone();
    assert_eq!(known.map(|line| line.moves), Some(vec![Move::Place(points("a1")[0])]));
    drop(bench);
    std::fs::remove_file(path).unwrap();
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
fn a_rule_announced_in_mid_search_holds_from_the_next_request_on() {
    let mut bench = Bench::after("START 15|BEGIN|INFO rule 4|SHOW");
    let shown = bench.finish();
    assert!(shown.contains("renju, 1 ply") && shown.ends_with("white to move"), "{shown}");
}

#[test]
fn a_bad_search_still_gives_a_legal_move() {
    let taken = Move::Place(crate::coord::Point::new(7, 7).unwrap());
    for moves in [&[taken][..], &[Move::Pass], &[]] {
        let mut bench = Bench::after("START 15|TURN 7,7");
        assert_eq!(bench.finish_with(moves), "0,0");
        assert_eq!(bench.ask("MOVES"), "MOVES h8 a1");
    }
    let mut bench = Bench::after("START 15|NBEST 3");
    assert!(bench.finish_with(&[]).starts_with("NBEST 1/1 0,0 score "));
}

#[test]
fn a_side_that_can_only_pass_does_so_without_search() {
    let mut bench = Bench::new(Variant::Othello);
    let squares = format!("XO{}", "-".repeat(62));
    assert_eq!(bench.ask(&format!("POSITION {squares} O")), "OK");
    assert_eq!(bench.ask("YXNBEST 5|MOVES|UNDO|BEGIN"), "-1,-1|MOVES pass|OK|-1,-1");
    assert!(bench.jobs.is_empty());
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
fn an_evaluation_that_fails_is_answered_by_an_error() {
    let mut bench = Bench::after("START 15|PLAY 7,7");
    bench.session.receive(Input { at: Instant::now(), request: Ok(Command::Eval) });
    let orders = bench.session.take_effects();
    let [Effect::Order(Order::Evaluate { id, .. })] = &orders[..] else { panic!("{orders:?}") };
    bench.session.hear(Event::Evaluated { id: *id, evaluation: None });
    assert_eq!(bench.collect(), "ERROR the searcher failed");
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
fn a_count_of_lines_stays_within_the_board() {
    let bench = Bench::after("START 7|NBEST 4294967295");
    assert_eq!(bench.jobs[0].request.lines, 49);
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

#[test]
fn another_game_needs_an_untouched_board() {
    let mut bench = Bench::after("INFO game othello");
    assert_eq!(bench.ask(&format!("POSITION {}XO X", "-".repeat(62))), "OK");
    assert!(bench.ask("INFO rule 0|MOVES").starts_with("ERROR Gomoku is not played on this 8x8"));
    assert_eq!(bench.ask("INFO rule 16|MOVES|INFO rule 0|RESTART|PLAY a1"), "MOVES -|OK|0,0");
    let mut blocked = Bench::after("START 8|YXBOARD|3,3,3|DONE|INFO rule 16");
    assert!(blocked.ask("MOVES").starts_with("ERROR Othello is not played"));
}

#[test]
fn the_owner_of_the_first_stone_is_black() {
    for (stones, moves) in [
        ("7,7,2", "h8"),
        ("7,7,1|8,8,2", "h8 i9"),
        ("7,7,2|8,8,1", "h8 i9 pass"),
        ("7,7,1", "h8 pass"),
        ("7,7,2|8,8,2", "h8 pass i9"),
        ("7,7,1|8,8,1", "h8 pass i9 pass"),
        ("7,7,2|-1,-1,1|8,8,2", "h8 pass i9"),
        ("0,0,3|7,7,2|8,8,1|9,9,2", "h8 i9 j10"),
    ] {
        let mut bench = Bench::after("START 15");
        bench.ask(&format!("BOARD|{stones}|DONE"));
        let history = bench.jobs[0].position.history().iter();
        let played: Vec<String> = history.map(|ply| ply.mv.to_string()).collect();
        assert_eq!(played.join(" "), moves, "{stones}");
    }
}

#[test]
fn finished_rows_of_a_continuous_game_keep_the_colours() {
    let row = |other: u8| {
        let pair = |i: u8| format!("0,{i},3|14,{},{other}", 2 * i);
        (0..5).map(pair).collect::<Vec<_>>().join("|")
    };
    let (own_row, other_row) = (row(2), row(1));
    for (rule, stones, white_moves) in [
        (6, format!("{own_row}|7,7,1|14,10,2"), false),
        (6, format!("{other_row}|7,7,2"), true),
        (6, format!("{own_row}|14,10,2|7,7,1"), true),
        (6, "0,0,3|7,7,2|8,8,1".to_owned(), true),
        (4, format!("{own_row}|7,7,1|14,10,2"), true),
    ] {
        let mut bench = Bench::after(&format!("INFO rule {rule}|START 15"));
        bench.ask(&format!("BOARD|{stones}|DONE"));
        let side = bench.jobs[0].position.side_to_move();
        assert_eq!(side == Color::White, white_moves, "rule {rule}: {stones}");
    }
}

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
fn a_new_game_begins_with_an_empty_table_and_a_continued_one_keeps_it() {
    let mut bench = Bench::after("START 15");
    let mut cleared_by = |requests: &str| {
        let before = bench.cleared;
        bench.ask(requests);
        bench.finish();
        bench.cleared - before
    };
    assert_eq!(cleared_by("BOARD|7,7,2|DONE"), 0, "nothing is known yet");
    assert_eq!(cleared_by("TURN 9,9"), 0);
    assert_eq!(cleared_by("START 15|BOARD|7,7,2|0,0,1|9,9,2|1,0,1|5,5,2|DONE"), 0, "goes on");
    assert_eq!(cleared_by("START 15|BOARD|7,7,2|DONE"), 1, "the same opening again");
    assert_eq!(cleared_by("BOARD|3,3,2|DONE"), 0, "another position without START");
    assert_eq!(cleared_by("RESTART|BEGIN"), 1);
    assert_eq!(cleared_by("START 15|TURN 4,4"), 1, "an empty board continues no game");
    assert_eq!(cleared_by("START 20|BOARD|4,4,2|0,0,1|5,5,2|DONE"), 1, "another board");
    assert_eq!(cleared_by("TURN 6,6"), 0);
    let standard = "START 20|INFO rule 1|BOARD|4,4,2|0,0,1|5,5,2|1,0,1|6,6,2|2,0,1|7,7,2|DONE";
    assert_eq!(cleared_by(standard), 1, "another rule");
    assert_eq!(cleared_by("NBEST 1"), 0);
    assert_eq!(cleared_by("START 4|NBEST 1"), 0, "a refused START begins no game");
}

#[test]
fn the_book_is_for_moves_to_be_played() {
    let mut bench = Bench::new(Variant::Othello);
    let mut asked = |requests: &str| {
        bench.ask(requests);
        let book = bench.jobs[0].book;
        bench.finish();
        book
    };
    let first = asked("START 8|BEGIN").expect("it is on");
    assert_eq!(first.tolerance, 0);
    assert_eq!(asked("NBEST 1"), None);
    assert_eq!(asked("YXNBEST 1"), None);
    let varied = asked("INFO book_variety 1.5|BEGIN").expect("it is on");
    assert_eq!(varied.tolerance, 150);
    assert_ne!(varied.seed, first.seed);
    assert_eq!(asked("INFO book 0|BEGIN"), None);
}

#[test]
fn a_move_from_the_book_is_told_to_people() {
    let booked = |bench: &mut Bench| {
        let moves: Vec<Move> = bench.jobs[0].position.legal_points().map(Move::Place).collect();
        let line = Line { score: Score::Discs(25), moves: moves[..1].to_vec() };
        bench.session.hear(Event::Booked { id: bench.jobs[0].id, line });
        bench.collect()
    };
    let mut bench = Bench::new(Variant::Othello);
    bench.ask("START 8|BEGIN");
    assert_eq!(booked(&mut bench), "");
    bench.finish();
    bench.ask("INFO show_detail 1|BEGIN");
    assert!(booked(&mut bench).starts_with("MESSAGE book score +0.25 discs pv "));
}

#[test]
fn the_searcher_is_told_how_many_threads_to_use() {
    let mut bench = Bench::after("INFO thread_num 256");
    let most = bench.threads;
    assert!(bench.ask("OPTIONS").contains(&format!("|OPTION thread_num {most} ")));
    assert!(bench.ask("YXSHOWINFO").contains(&format!("MAX_THREAD_NUM {most}|")));
    bench.ask("INFO thread_num 1");
    assert_eq!(bench.threads, 1);
    let mut settings = Settings::new(Variant::gomoku(Rule::Freestyle), false);
    settings.set_threads(most);
    assert_eq!(settings.searcher(Learned::default()).threads, most, "from the start");
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
fn a_start_has_the_searcher_get_ready_for_its_game() {
    let mut bench = Bench::after("START 15");
    bench.ask("INFO rule 16|START 8");
    bench.ask("RESTART|START 9");
    bench.ask(&format!("POSITION {}XO X", "-".repeat(62)));
    bench.ask("INFO rule 4|START 15");
    let rule = |position: &Position| match position {
        Position::Gomoku(game) => Some(game.rule()),
        Position::Othello(_) => None,
    };
    let (freestyle, renju) = (Some(Rule::Freestyle), Some(Rule::Renju));
    let prepared: Vec<_> = bench.prepared.iter().map(rule).collect();
    assert_eq!(prepared, [freestyle, None, None, None, renju]);
}

/// A session whose searcher is preparing for Othello.
fn getting_ready() -> Bench {
    let mut bench = Bench::after("INFO rule 16|INFO timeout_turn 100|INFO book 0");
    bench.prepares_slowly = true;
    assert_eq!(bench.ask("START 8"), "");
    bench
}

#[test]
fn a_start_is_answered_when_the_searcher_is_ready_and_moves_asked_for_meanwhile_pay_for_it() {
    let mut bench = getting_ready();
    bench.session.game.desk.pretend_answered(Instant::now() - Duration::from_secs(60));
    assert_eq!(bench.ask_at("BEGIN|MOVES", Instant::now() - Duration::from_secs(30)), "");
    assert!(bench.jobs.is_empty());
    assert_eq!(bench.get_ready(), "OK");
    assert!(bench.control().elapsed() >= Duration::from_secs(30), "the manager's clock runs");
    assert!(bench.finish().ends_with("|MOVES d3"), "{:?}", bench.replies);
}

#[test]
fn starts_follow_each_other_in_order() {
    let mut bench = getting_ready();
    assert_eq!(bench.ask("MOVES|RESTART|nonsense"), "");
    assert_eq!(bench.get_ready(), "OK|MOVES -");
    assert_eq!(bench.get_ready(), "OK|UNKNOWN command nonsense");
    assert_eq!(bench.prepared.len(), 2);
    assert_eq!(bench.get_ready(), "", "nothing was ordered");
}

#[test]
fn what_is_urgent_does_not_wait_for_the_searcher_to_get_ready() {
    let mut bench = getting_ready();
    assert!(bench.ask("BEGIN|END").is_empty() && bench.exited);

    let mut bench = getting_ready();
    bench.ask("BEGIN|STOP");
    bench.get_ready();
    assert!(bench.control().must_stop());

    let mut bench = getting_ready();
    bench.ask("TURN 0,0|STOP|BEGIN");
    assert!(bench.get_ready().ends_with("ERROR a1 turns no disc"), "{:?}", bench.replies);
    assert!(!bench.control().must_stop(), "it was meant for the move that is none");

    let mut bench = getting_ready();
    bench.ask("STOP|BEGIN|INFO timeout_turn 9000");
    bench.get_ready();
    assert!(!bench.control().must_stop(), "no search waited when it came");
    let budget = bench.jobs[0].request.limits.time.unwrap();
    assert!(budget.maximum > Duration::from_secs(8), "{budget:?}");
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

#[test]
fn the_end_of_input_waits_for_the_searcher_to_get_ready() {
    let mut bench = getting_ready();
    bench.ask("BEGIN");
    assert_eq!(bench.end_input(), "");
    assert!(!bench.exited);
    assert_eq!(bench.get_ready(), "OK");
    assert!(!bench.exited && bench.control().must_stop());
    bench.finish();
    assert!(bench.exited);
    let mut idle = getting_ready();
    idle.end_input();
    assert_eq!((idle.get_ready().as_str(), idle.exited), ("OK", true));
}

fn points(text: &str) -> Vec<Point> {
    parse_points(text).unwrap()
}

const EVALUATION: Evaluation = Evaluation { score: Score::Points(7), calibration: None };

fn moves(text: &str) -> Vec<Move> {
    points(text).into_iter().map(Move::Place).collect()
}

impl Bench {
    /// Has the running job report `lines`; returns the replies.
    fn progress(&mut self, lines: Vec<Line>) -> String {
        let progress = Progress {
            depth: 3,
            selectivity: Selectivity::Extended(5),
            nodes: 100,
            elapsed: Duration::from_millis(10),
            lines,
            calibration: None,
        };
        self.session.hear(Event::Progress { id: self.jobs[0].id, progress });
        self.collect()
    }

    /// Has the running job report `mark`; returns the reply.
    fn mark(&mut self, mark: RootMark) -> String {
        self.session.hear(Event::Mark { id: self.jobs[0].id, mark });
        self.collect()
    }

    /// Finishes the oldest job with these moves and scores; returns the replies.
    fn finish_lines(&mut self, lines: &[(&str, i32)]) -> String {
        let job = self.jobs.remove(0);
        let line =
            |&(text, score): &(&str, i32)| Line { score: Score::Points(score), moves: moves(text) };
        let result = Progress {
            depth: 1,
            selectivity: Selectivity::Extended(1),
            nodes: 1,
            elapsed: Duration::ZERO,
            lines: lines.iter().map(line).collect(),
            calibration: None,
        };
        self.session.hear(Event::Finished { id: job.id, result });
        self.collect()
    }
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

#[test]
fn a_level_bounds_the_search_and_chooses_among_its_moves() {
    let mut bench = Bench::after("START 15|INFO timeout_turn 1000|INFO level 1|BEGIN");
    let request = &bench.jobs[0].request;
    assert_eq!(
        (request.lines, request.limits.nodes, request.limits.depth),
        (12, Some(60), Some(1))
    );
    let mut chosen = std::collections::HashSet::new();
    for _ in 0..20 {
        chosen.insert(bench.finish_lines(&[("a1", 0), ("b1", 0), ("c1", 0)]));
        bench.ask("RESTART|BEGIN");
    }
    assert_eq!(chosen.len(), 3, "{chosen:?}");
    // A list of the best moves plays none of them.
    let listing = Bench::after("START 15|INFO level 1|NBEST 2");
    assert_eq!(listing.jobs[0].request.limits.nodes, None);
    for (request, lines) in [("YXNBEST 2", 12), ("YXSEARCHDEFEND", 225)] {
        let playing = Bench::after(&format!("START 15|INFO level 1|{request}"));
        let request = &playing.jobs[0].request;
        assert_eq!((request.limits.nodes, request.lines), (Some(60), lines));
    }
    let mut full = Bench::after("START 15|INFO level 1|INFO level 10|BEGIN");
    assert_eq!(full.jobs[0].request.lines, 1);
    assert_eq!(full.finish_lines(&[("a1", 0), ("b1", 0)]), "0,0");
}
