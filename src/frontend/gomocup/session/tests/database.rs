//! The position database.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::{Bench, points};
use crate::coord::{Move, parse_points};
use crate::database::Database;
use crate::engine::{Event, Order};
use crate::frontend::gomocup::session::Effect;
use crate::game::Variant;
use crate::search::report::Score;

#[test]
fn queries_of_the_database_wait_for_the_start() {
    let mut bench = Bench::after("");
    bench.prepares_slowly = true;
    assert_eq!(bench.ask("INFO rule 4|START 15|YXQUERYDATABASEONE DONE"), "");
    bench.session.hear(Event::Prepared);
    assert!(bench.collect().starts_with("OK|ERROR no database"));
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
