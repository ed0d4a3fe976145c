//! The position database: `tengen db`, and what survives a kill.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};

use tengen::color::Color;
use tengen::coord::{Point, Size};
use tengen::database::{Canonical, Database, Mark, Record};
use tengen::gomoku::rules::rule::Rule;

use crate::program::{Program, english};
use crate::properties::gomocup::is_point;
use crate::scratch::Scratch;
use crate::tools::run;

fn tengen(arguments: &[&str]) -> Output {
    english().args(arguments).output().unwrap()
}

/// What a successful run prints.
fn printed(arguments: &[&str]) -> String {
    let output = tengen(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

const LINES: &str = "\
index,key,label,value,depth,bound,text
0,f-15-15-h8--w,(none),-20,12,exact,\"@BTXT@76A\\bthe centre\"
1,f-15-15-h8-h9-b,l,29993,20,exact,\"\"
2,r-15-15-h8--w,d,0,0,none,\"\"
";

#[test]
fn text_libraries_and_databases_go_in_and_out() {
    let folder = Scratch::new("db-commands");
    let path = |name: &str| folder.file(name);
    let [text, one, two, lib, again] =
        ["in.csv", "one.db", "two.db", "tree.lib", "again.csv"].map(path);
    fs::write(&text, LINES).unwrap();
    assert_eq!(printed(&["db", "import", &one, &text]), "3 positions read, 3 changed\n");
    assert_eq!(printed(&["db", "import", &one, &text]), "3 positions read, 0 changed\n");
    printed(&["db", "export", &one, &again]);
    assert_eq!(fs::read_to_string(&again).unwrap().lines().count(), 4);
    let query = printed(&["db", "query", &one, "h8"]);
    assert_eq!(
        query,
        "-\t-\t-20\t12\texact\t51%\t-\tthe centre\nh7\tl\t29993\t20\texact\tl8\tA\t-\n\
         g8\tl\t29993\t20\texact\tl8\tA\t-\ni8\tl\t29993\t20\texact\tl8\tA\t-\n\
         h9\tl\t29993\t20\texact\tl8\tA\t-\n"
    );
    printed(&["db", "export", &one, &lib]);
    // The result of h9 takes the place of its label.
    assert_eq!(printed(&["db", "import", &two, &lib]), "2 positions read, 2 changed\n");
    assert_eq!(printed(&["db", "merge", &two, &one]), "3 positions read, 2 changed\n");
    let stats = printed(&["db", "stats", &two]);
    assert!(stats.contains("freestyle\t15x15\t2\tl 1\t2\t1\t1\t2\n"), "{stats}");
    assert!(stats.contains("renju\t15x15\t1\td 1\t0\t0\t0\t1\n"), "{stats}");
    assert_eq!(printed(&["db", "check", &two]), "3 positions\n");
    let moves = printed(&["db", "export", &two, "-", "--format", "pos", "--rule", "renju"]);
    assert_eq!(moves, "h8\n");
    // One record of a database of Yixin: h8, won in four plies.
    let [yixin, three] = ["yixin.db", "three.db"].map(path);
    fs::write(&yixin, b"\x01\0\0\0\x05\0\0\x0f\x0f\x07\x07\x05\0w\xd4\x8a\x33\0").unwrap();
    assert_eq!(printed(&["db", "import", &three, &yixin]), "1 position read, 1 changed\n");
    assert_eq!(printed(&["db", "query", &three, "h8"]), "-\tw\t-29996\t12\texact\tw5\t-\t-\n");
}

#[test]
fn old_texts_are_read_in_their_encoding() {
    let folder = Scratch::new("db-encodings");
    let path = |name: &str| folder.file(name);
    let [text, lib, yixin, database] = ["in.csv", "in.lib", "in.yixin", "all.db"].map(path);
    // Every file has a comment on h8.
    let head = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    fs::write(&lib, [&head[..], b"\x78\x48\xba\xda\x00\x00"].concat()).unwrap();
    // The second byte of this character is a backslash in Big5.
    fs::write(&text, b"0,f-15-15-h8--w,w,0,0,none,\"@BTXT@76\xb3\x5c\\b\xb6\xc2\"\n").unwrap();
    fs::write(&yixin, b"\x01\0\0\0\x05\0\0\x0f\x0f\x07\x07\x07\0w\0\0\0\0\xc8\xe6").unwrap();
    for (file, encoding, comment) in [
        (&lib, "gbk", "黑"),
        (&lib, "auto", "ºÚ"),
        (&lib, "latin1", "ºÚ"),
        (&text, "big5", "黑"),
        (&yixin, "euc-kr", "흑"),
    ] {
        printed(&["db", "import", &database, file, "--encoding", encoding, "--replace"]);
        let query = printed(&["db", "query", &database, "h8"]);
        let known = query.lines().next().unwrap();
        assert!(known.ends_with(&format!("\t{comment}")), "{encoding}: {query}");
        assert!(encoding != "big5" || query.contains("\t許\t"), "{query}");
    }
    let output = tengen(&["db", "import", &database, &lib, "--encoding", "utf7"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("expected auto, gbk, big5, shift_jis, euc-kr or latin1"), "{errors}");
}

#[test]
fn capitals_in_an_ending_choose_the_same_format() {
    let folder = Scratch::new("db-capitals");
    let [text, database, lib] = ["in.csv", "one.db", "TREE.LIB"].map(|name| folder.file(name));
    fs::write(&text, LINES).unwrap();
    printed(&["db", "import", &database, &text]);
    printed(&["db", "export", &database, &lib]);
    assert!(fs::read(&lib).unwrap().starts_with(b"\xffRenLib\xff"));
}

#[test]
fn positions_left_out_because_of_their_rule_are_counted() {
    let folder = Scratch::new("db-rules");
    let [text, database, lib] = ["in.csv", "one.db", "tree.lib"].map(|name| folder.file(name));
    fs::write(&text, LINES).unwrap();
    printed(&["db", "import", &database, &text]);
    let told = |options: &[&str]| {
        let output = tengen(&[&["db", "export", &database, &lib], options].concat());
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(told(&[]), "tengen: positions of other rules or boards left out: 1\n");
    assert_eq!(told(&["--rule", "renju"]), "");
    assert_eq!(told(&["--format", "text"]), "");
}

#[test]
fn what_cannot_be_done_is_said_in_a_line() {
    let folder = Scratch::new("db-errors");
    let path = |name: &str| folder.file(name);
    let [missing, text, database, other] =
        ["missing.db", "text.csv", "new.db", "other.db"].map(path);
    drop(Database::open(Path::new(&other)).unwrap());
    fs::write(&text, "0,f-15-15-h8--w,(none),-20,12,exact,\"\"\nnonsense\n").unwrap();
    for (arguments, message) in [
        (&["db", "query", &missing][..], "missing.db: No such file"),
        (&["db", "stats", &text], "text.csv: not a position database"),
        (&["db", "import", &database, &other], "this is a position database (use db merge)"),
        (&["db", "import", &database, &text], "text.csv: line 2: missing index"),
        (&["db", "query", &database, "h8x"], "invalid move 'x' (expected one such as h8)"),
        (
            &["db", "export", &database, "-", "--format", "lib", "--size", "20"],
            "unsupported board size 20x20 (expected 15x15)",
        ),
    ] {
        let output = tengen(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors.starts_with("tengen: ") && errors.contains(message), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
    let lines = run(&["db", "query", &database, "-"], b"zz\n\xff\nh8\n");
    assert_eq!(lines.status.code(), Some(1));
    assert!(lines.stdout.starts_with(b"# h8\n-\t-\t-20\t"), "{lines:?}");
    assert!(lines.stderr.starts_with(b"tengen: line 1: invalid move 'zz' "), "{lines:?}");
    let lines = run(&["db", "query", &database, "-"], b"\xef\xbb\xbfh8\n");
    assert!(lines.status.success() && lines.stdout.starts_with(b"# h8\n-\t-\t-20\t"), "{lines:?}");
    // The lines before the invalid one are in the database.
    assert_eq!(printed(&["db", "query", &database, "h8"]).lines().count(), 1);
}

/// Replaces the first record of a database by a byte that none begins with.
fn damage_a_record(database: &str) {
    use redb::ReadableTable;

    let positions = redb::TableDefinition::<&[u8], &[u8]>::new("positions");
    let file = redb::Database::open(database).unwrap();
    let transaction = file.begin_write().unwrap();
    {
        let mut table = transaction.open_table(positions).unwrap();
        let key = table.first().unwrap().unwrap().0.value().to_vec();
        table.insert(&key[..], &b"\xff"[..]).unwrap();
    }
    transaction.commit().unwrap();
}

#[test]
fn jobs_that_cannot_be_done_change_nothing() {
    let folder = Scratch::new("db-refused");
    let path = |name: &str| folder.file(name);
    let [text, database, link, missing, good] =
        ["in.csv", "one.db", "link.db", "missing.csv", "good.csv"].map(path);
    fs::write(&text, LINES).unwrap();
    printed(&["db", "import", &database, &text]);
    printed(&["db", "export", &database, &good]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(&database, &link).unwrap();
    #[cfg(not(unix))]
    fs::hard_link(&database, &link).unwrap();
    let damaged = path("damaged.db");
    fs::copy(&database, &damaged).unwrap();
    damage_a_record(&damaged);
    let before = [&database, &good].map(|file| fs::read(file).unwrap());
    let new = path("new.db");
    for (arguments, message) in [
        (&["db", "export", &database, &database][..], "this file is the database itself"),
        (&["db", "export", &database, &link], "this file is the database itself"),
        (&["db", "export", &database, &good, "--moves", "h8"], "--moves needs a library"),
        (&["db", "export", &database, &good, "--format", "lib", "--size", "19"], "board size 19"),
        (&["db", "import", &new, &missing], "missing.csv"),
        (&["db", "import", &new, &database], "this is a position database"),
        (&["db", "merge", &new, &damaged], "damaged.db: the database has a damaged record"),
        (&["db", "check", "--fix", &new], "new.db"),
    ] {
        let output = tengen(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors.contains(message), "{errors}");
    }
    assert_eq!([&database, &good].map(|file| fs::read(file).unwrap()), before);
    assert!(!Path::new(&new).exists());
}

#[cfg(unix)]
#[test]
fn a_file_that_is_too_large_is_refused_with_the_size() {
    let folder = Scratch::new("db-large");
    let [database, lib, yixin] =
        ["one.db", "large.lib", "large.yixin"].map(|name| folder.file(name));
    // The rest of the files are holes, which take no place on the disk.
    for (file, start, size) in [
        (&lib, &b"\xffRenLib\xff\x03\x04"[..], 1_u64 << 30),
        (&yixin, &b"\x01\0\0\0"[..], 8_u64 << 30),
    ] {
        let mut file = fs::File::create(file).unwrap();
        file.write_all(start).unwrap();
        file.set_len(size).unwrap();
    }
    for (file, fault) in [(&lib, "larger than 512 MiB"), (&yixin, "larger than 4096 MiB")] {
        let output = tengen(&["db", "import", &database, file]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(errors.contains(&format!("{file}: {fault}")), "{errors}");
    }
    let mut program = Program::start_in(&folder.0, &[]);
    program.expect("YXSETDATABASE\none.db", "MESSAGE database opened, positions: 0");
    program.expect("START 15", "OK");
    program.expect("YXLIBTODB\nlarge.lib", "ERROR large.lib: larger than 512 MiB");
    assert_eq!(program.finish(), [""; 0]);
}

#[test]
fn contradictions_are_found_and_repaired() {
    let folder = Scratch::new("db-check");
    let path = folder.path("check.db");
    let database = path.to_str().unwrap();
    let lines = "0,f-15-15-h8--w,(none),0,0,none,\"\"\n1,f-15-15-h8-h9-b,w,-29995,9,exact,\"\"\n";
    fs::write(folder.path("in.csv"), lines).unwrap();
    printed(&["db", "import", database, folder.path("in.csv").to_str().unwrap()]);
    let found = tengen(&["db", "check", database]);
    assert_eq!(found.status.code(), Some(1));
    let text = String::from_utf8(found.stdout).unwrap();
    assert_eq!(text, "2 positions\n1 not marked as lost although a move wins\n");
    printed(&["db", "check", database, "--fix"]);
    assert_eq!(printed(&["db", "check", database]), "2 positions\n");
    assert!(printed(&["db", "query", database, "h8"]).starts_with("-\tl\t29994\t10\texact\tl7\t"));
}

/// Position number `n`, below 6,000. Three stones in a corner tell its symmetric images apart.
fn numbered(n: u64) -> Canonical {
    let size = Size::new(15, 15).unwrap();
    let point = |n: u64| Point::new((n % 15) as u8, (n / 15) as u8).unwrap();
    let black = [0, 1, 3, 30 + n % 100].map(point).to_vec();
    let white = vec![point(131 + n / 100)];
    Canonical::of_stones(Rule::Freestyle, size, &[black, white], Color::White)
}

/// The line of position number `n` in the text form.
fn line(n: u64) -> String {
    let stones = numbered(n).key.stones();
    let text = |points: &Vec<Point>| points.iter().map(Point::to_string).collect::<String>();
    let [black, white] = stones.each_ref().map(text);
    format!("{n},f-15-15-{black}-{white}-w,a,{n},7,exact,\"number {n}\"\n")
}

#[test]
fn a_kill_loses_nothing_that_was_reported() {
    const BATCH: u64 = 20;
    let folder = Scratch::new("db-kills");
    let path = folder.path("killed.db");
    let mut reported = 0;
    for round in 0..6_u64 {
        let mut child = english()
            .args(["db", "import", path.to_str().unwrap(), "-", "--progress", "--batch"])
            .arg(BATCH.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let start = reported;
        let feeder = std::thread::spawn(move || {
            // The writes fail when the process is killed.
            (start..start + 4_000).all(|n| input.write_all(line(n).as_bytes()).is_ok())
        });
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        for _ in 0..=round {
            output.read_line(&mut text).unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        output.read_to_string(&mut text).unwrap();
        let last = text.lines().rev().find_map(|line| line.strip_suffix(" positions on disk"));
        reported += last.unwrap().parse::<u64>().unwrap();
        feeder.join().unwrap();
        // Readers and writers both open what a kill leaves behind.
        let database = if round % 2 == 0 {
            Database::open(&path).unwrap()
        } else {
            Database::open_read_only(&path).unwrap()
        };
        let view = database.view().unwrap();
        for n in 0..reported {
            let record = view.get(&numbered(n).key).unwrap();
            let expected = format!("number {n}");
            assert!(record.is_some_and(|record| record.comment == expected), "{n}");
        }
        assert_eq!(view.len().unwrap() % BATCH, 0, "half a transaction was written");
    }
    assert!(reported >= 21 * BATCH);
}

#[test]
fn readers_follow_a_writer() {
    let folder = Scratch::new("db-readers");
    let path = folder.path("shared.db");
    let writer = Database::open(&path).unwrap();
    let record = Record { mark: Some(Mark::DRAW), ..Record::default() };
    for n in 0..5 {
        writer.update(|update| update.put(&numbered(n).key, &record)).unwrap();
        let stats = printed(&["db", "stats", path.to_str().unwrap()]);
        assert!(stats.contains(&format!("\t{}\td {}\t", n + 1, n + 1)), "{stats}");
    }
    drop(writer);
}

/// The reply to a query for the position after `moves`, one to a line.
fn query_one(program: &mut Program, moves: &str) -> String {
    program.send(&format!("YXQUERYDATABASEONE\n{moves}\nDONE"));
    program.line()
}

#[test]
fn games_are_played_by_the_database() {
    let folder = Scratch::new("db-play");
    let path = folder.file("play.db");
    let mut program = Program::start(&["--database", &path]);
    program.expect("START 15", "OK");
    program.send("INFO timeout_turn 60000\nINFO max_node 1000");
    program.expect("YXEDITTVDDATABASE 1 33 0 0\n7,7\n0,0\nDONE", "MESSAGE DATABASE ONE 33 0 0 0 !");
    program.expect("TURN 7,7", "0,0");
    program.expect("START 15", "OK");
    program.send("INFO usedatabase 0\nTURN 7,7");
    assert_ne!(program.line(), "0,0");
    program.send("INFO usedatabase 1");
    // What wins goes before what is best, on every side of the board.
    for edit in ["1 119 0 0\n7,7\n1,3\nDONE", "7 119 -29996 9\n7,7\n3,2\nDONE"] {
        program.send(&format!("YXEDITTVDDATABASE {edit}"));
        program.line();
    }
    program.expect("START 15", "OK");
    program.send("TURN 7,7");
    let images = ["3,2", "2,3", "11,2", "2,11", "3,12", "12,3", "11,12", "12,11"];
    assert!(images.contains(&program.line().as_str()));
    assert_eq!(program.finish(), [""; 0]);
}

#[test]
fn a_known_win_far_from_every_stone_is_among_several_moves() {
    let folder = Scratch::new("db-far");
    let path = folder.file("far.db");
    let mut program = Program::start(&["--database", &path]);
    program.send("INFO max_memory 350000000");
    program.expect("START 15", "OK");
    // So soon after START, such a search uses a part of the table.
    program.send("INFO timeout_turn 1500");
    let edit = "YXEDITTVDDATABASE 7 119 -29996 12\n7,7\n8,8\n0,0\nDONE";
    program.expect(edit, "MESSAGE DATABASE ONE 119 -29996 12 3 w5");
    program.send("YXBOARD\n7,7,1\n8,8,2\nDONE");
    program.expect("YXNBEST 3", "0,0");
    assert_eq!(program.finish(), [""; 0]);
}

#[test]
fn a_value_that_is_gone_or_not_to_be_used_affects_no_search() {
    let folder = Scratch::new("db-gone");
    let path = folder.file("gone.db");
    let mut program = Program::start(&["--database", &path]);
    program.send("INFO max_node 1000");
    program.expect("START 15", "OK");
    program.send("YXBOARD\n7,7,1\n8,8,2\nDONE");
    let best = |program: &mut Program| {
        let played = program.ask("YXNBEST 1");
        program.expect("UNDO", "OK");
        played
    };
    assert_ne!(best(&mut program), "9,9");
    let moves = "7,7\n8,8\n9,9\nDONE";
    let edit = format!("YXEDITTVDDATABASE 7 119 -29996 12\n{moves}");
    program.expect(&edit, "MESSAGE DATABASE ONE 119 -29996 12 3 w5");
    assert_eq!(best(&mut program), "9,9");
    let listed = program.ask("NBEST 1");
    assert!(!listed.contains(" score win in "), "an analysis uses no database: {listed}");
    assert_eq!(best(&mut program), "9,9");
    let delete = format!("YXDELETEDATABASEONE\n{moves}");
    program.expect(&delete, "MESSAGE positions deleted: 1");
    assert_ne!(best(&mut program), "9,9");
    assert_eq!(program.finish(), [""; 0]);
}

#[test]
fn results_are_added_on_request() {
    let folder = Scratch::new("db-feed");
    let path = folder.file("feed.db");
    let mut program = Program::start(&["--database", &path]);
    program.expect("START 15", "OK");
    program.send("INFO max_node 2000");
    // Four in a row with an open end.
    let stones = "7,7,1\n0,0,2\n7,8,1\n0,2,2\n7,9,1\n0,4,2\n7,10,1\n0,6,2";
    let moves: Vec<&str> = stones.lines().map(|stone| &stone[..stone.len() - 2]).collect();
    let moves = &moves.join("\n");
    let unknown = "MESSAGE DATABASE ONE 0 0 0 0";
    for settings in ["INFO usedatabase 1", "INFO usedatabase 2\nINFO database_readonly 1"] {
        program.send(&format!("{settings}\nBOARD\n{stones}\nDONE"));
        program.line();
        assert_eq!(query_one(&mut program, moves), unknown);
    }
    program.send(&format!("INFO database_readonly 0\nBOARD\n{stones}\nDONE"));
    let played = program.line();
    assert!(query_one(&mut program, moves).starts_with("MESSAGE DATABASE ONE 108 29999 "));
    let after = query_one(&mut program, &format!("{moves}\n{played}"));
    assert!(after.starts_with("MESSAGE DATABASE ONE 119 -30000 "), "{after}");
    assert!(after.ends_with(" w1"), "{after}");
    assert_eq!(program.finish(), [""; 0]);
    // The result survives the end of the process.
    assert!(printed(&["db", "stats", &path]).contains("\t2\tl 1, w 1\t2\t"));
}

#[test]
fn a_search_without_a_move_that_may_hold_adds_nothing() {
    let folder = Scratch::new("db-unproven");
    let path = folder.file("unproven.db");
    let mut program = Program::start(&["--database", &path]);
    program.expect("START 15", "OK");
    program.send("INFO max_node 2000\nINFO usedatabase 2");
    // Only 7,11 stops the four.
    let stones = "7,7,2\n7,6,1\n7,8,2\n0,2,1\n7,9,2\n0,4,1\n7,10,2";
    let moves: Vec<&str> = stones.lines().map(|stone| &stone[..stone.len() - 2]).collect();
    let moves = &moves.join("\n");
    program.send(&format!("YXEDITTVDDATABASE 1 120 0 0\n{moves}\n7,11\nDONE"));
    assert!(program.line().starts_with("MESSAGE DATABASE ONE 120 "));
    program.send(&format!("BOARD\n{stones}\nDONE"));
    assert_ne!(program.line(), "7,11");
    assert_eq!(query_one(&mut program, moves), "MESSAGE DATABASE ONE 0 0 0 0");
    assert_eq!(program.finish(), [""; 0]);
}

#[test]
fn queries_do_not_wait_for_a_search() {
    let mut program = Program::start(&[]);
    program.expect("START 15", "OK");
    program.send("INFO timeout_turn 100000\nTURN 7,7");
    program.expect("YXQUERYDATABASEALL\n7,7\nDONE", "MESSAGE DATABASE REFRESH");
    assert_eq!(program.line(), "MESSAGE DATABASE DONE");
    program.send("STOP");
    assert!(is_point(&program.line()));
    assert_eq!(program.finish(), [""; 0]);
}

#[test]
fn files_are_exchanged_over_the_protocol() {
    let folder = Scratch::new("db-files");
    let mut program = Program::start_in(&folder.0, &[]);
    program.expect("YXDBCHECK", "ERROR no database: send YXSETDATABASE first");
    program.expect("YXSETDATABASE\none.db", "MESSAGE database opened, positions: 0");
    for request in ["YXDBTOTXT\nout.csv", "YXDBSPLIT\npart.db"] {
        program.expect(request, "ERROR no board: send START first");
    }
    assert!(!folder.path("part.db").exists());
    program.expect("START 15", "OK");
    fs::write(folder.path("in.csv"), LINES).unwrap();
    for (request, reply) in [
        ("YXTXTTODB\nin.csv", "MESSAGE positions read: 3, changed: 3"),
        ("YXDBTOTXT\nout.csv", "MESSAGE positions written: 2"),
        ("YXDBTOTXTALL\nall.csv", "MESSAGE positions written: 3"),
        ("YXDBTOTXTALL\none.db", "ERROR one.db: this file is the database itself"),
        ("YXHASHDUMP\none.db", "ERROR hash table: this file is the database itself"),
        ("YXDBTOPOS\nout.pos", "MESSAGE positions written: 2"),
        ("YXDBTOLIB\nout.lib", "MESSAGE positions written: 2"),
        ("YXDBSPLIT\npart.db", "MESSAGE positions written: 2"),
        ("INFO rule 2\nYXLIBTODB\nout.lib", "MESSAGE positions read: 2, changed: 2"),
        ("YXDBMERGE\npart.db", "MESSAGE positions read: 2, changed: 0"),
        ("YXSAVEDATABASE", "MESSAGE every change is on disk"),
        ("YXQUERYDATABASETEXT\n7,7\nDONE", "MESSAGE DATABASE TEXT \"the centre\""),
        (
            "YXEDITTEXTDATABASE \"say \\\"hi\\\"\\nthere\"\n7,7\nDONE\nYXQUERYDATABASETEXT\n7,7\nDONE",
            "MESSAGE DATABASE TEXT \"say \\\"hi\\\"\\nthere\"",
        ),
        (
            "YXSETBESTMOVEDATABASE\n7,7\nDONE\nYXQUERYDATABASEONE\n7,7\nDONE",
            "MESSAGE DATABASE ONE 33 0 0 0 !",
        ),
        (
            "YXCLEARBESTMOVEDATABASE\n7,7\nDONE\nYXQUERYDATABASEONE\n7,7\nDONE",
            "MESSAGE DATABASE ONE -1 0 0 0",
        ),
        ("YXDELETEDATABASEONE\n7,7\nDONE", "MESSAGE positions deleted: 1"),
        ("YXQUERYDATABASEONE\n7,7\n7,7\nDONE", "ERROR line 2: h8 is occupied by black"),
        ("YXDELETEDATABASEALL nonwl\n7,7\nDONE", "MESSAGE positions deleted: 0"),
    ] {
        program.expect(request, reply);
    }
    let moves: Vec<String> = (0..6).map(|_| program.line()).collect();
    assert!(moves[0].ends_with("REFRESH") && moves[5].ends_with("DONE"), "{moves:?}");
    program.expect_start("YXDBMERGE\nmissing.db", "ERROR missing.db: ");
    program.send("INFO database_readonly 1");
    for request in ["YXDELETEDATABASEONE\n7,7\n7,6\nDONE", "YXTXTTODB\nin.csv", "YXDBFIX"] {
        program.expect(request, "ERROR the database is open for reading only");
    }
    program.expect_start("YXDBTOTXTALL\nall.csv", "MESSAGE ");
    assert_eq!(program.finish(), [""; 0]);
    assert_eq!(fs::read_to_string(folder.path("out.pos")).unwrap(), "h8\nh8h7\n");
}

/// The files and folders under `folder`.
fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn info_folder_holds_the_files_that_commands_name_and_no_others() {
    let work = Scratch::new("db-folder-work");
    let common = Scratch::new("db-folder-common");
    let own = common.path("Tengen");
    let absolute = work.path("absolute.pos");
    let mut program = Program::start_in(&work.0, &[]);
    program.send(&format!(
        "INFO folder {}\nINFO hash_size 1024\nINFO max_node 1000",
        common.0.display()
    ));
    program.expect("START 15", "OK");
    assert!(is_point(&program.ask("TURN 7,7")));
    program.expect_start("YXHASHLOAD\nsaved.table", "ERROR hash table: ");
    assert_eq!(names(&common.0).len() + names(&work.0).len(), 0);
    program.expect("START 15", "OK");

    program.expect("YXSETDATABASE\none.db", "MESSAGE database opened, positions: 0");
    fs::write(own.join("in.csv"), LINES).unwrap();
    for (request, reply) in [
        ("YXTXTTODB\nin.csv", "MESSAGE positions read: 3, changed: 3"),
        ("YXDBTOTXT\nout.csv", "MESSAGE positions written: 2"),
        ("YXDBTOLIB\nout.lib", "MESSAGE positions written: 2"),
        ("YXDBSPLIT\npart.db", "MESSAGE positions written: 2"),
        ("YXDBMERGE\npart.db", "MESSAGE positions read: 2, changed: 0"),
        (&format!("YXDBTOPOS\n{}", absolute.display()), "MESSAGE positions written: 2"),
    ] {
        program.expect(request, reply);
    }
    program.expect_start("YXHASHDUMP\nsaved.table", "MESSAGE hash table ");
    program.expect_start("YXHASHLOAD\nsaved.table", "MESSAGE hash table ");
    assert_eq!(program.finish(), [""; 0]);
    assert_eq!(names(&common.0), ["Tengen".to_owned()].into());
    let written = ["in.csv", "one.db", "out.csv", "out.lib", "part.db", "saved.table"];
    assert_eq!(names(&own), written.map(str::to_owned).into());
    assert_eq!(names(&work.0), ["absolute.pos".to_owned()].into());
}

#[test]
fn moves_that_lose_are_avoided() {
    let folder = Scratch::new("db-avoid");
    let path = folder.file("avoid.db");
    let mut program = Program::start(&["--database", &path]);
    program.send("INFO max_node 1000");
    let answer = |program: &mut Program| {
        program.expect("START 15", "OK");
        program.ask("YXHASHCLEAR\nTURN 7,7")
    };
    let first = answer(&mut program);
    let lost = "MESSAGE DATABASE ONE 108 0 0 0 l*";
    program.expect(&format!("YXEDITTVDDATABASE 1 108 0 0\n7,7\n{first}\nDONE"), lost);
    let second = answer(&mut program);
    // Neither the move nor a symmetric one.
    let moves = format!("7,7\n{second}");
    assert_eq!(query_one(&mut program, &moves), "MESSAGE DATABASE ONE 0 0 0 0");
    program.send("INFO usedatabase 0");
    assert_eq!(answer(&mut program), first);
    assert_eq!(program.finish(), [""; 0]);
}

#[test]
fn gtp_plays_by_a_database() {
    let folder = Scratch::new("db-gtp");
    let path = folder.path("gtp.db");
    let database = path.to_str().unwrap();
    let text = folder.path("in.csv");
    fs::write(&text, "0,f-15-15-h8-a1-b,!,0,0,none,\"\"\n").unwrap();
    printed(&["db", "import", database, text.to_str().unwrap()]);
    let mut program =
        Program::start(&["--protocol", "gtp", "--game", "gomoku", "--database", database]);
    program.send("info max_node 100\nplay b h8\ngenmove w");
    let lines = program.finish();
    let corners = ["= A1", "= A15", "= O1", "= O15"];
    assert!(lines.iter().any(|line| corners.contains(&line.as_str())), "{lines:?}");
}

#[test]
fn a_search_uses_values_without_marks() {
    let folder = Scratch::new("db-values");
    let path = folder.file("values.db");
    let mut program = Program::start(&["--database", &path]);
    program.send("INFO max_node 1000");
    let answer = |program: &mut Program| {
        program.expect("START 15", "OK");
        program.ask("YXHASHCLEAR\nTURN 7,7")
    };
    // With 4, a search for a move is as thorough as an analysis.
    for caution in [1, 4] {
        program.send(&format!("INFO caution_factor {caution}\nINFO usedatabase 0"));
        let first = answer(&mut program);
        program.send("INFO usedatabase 1");
        // The opponent wins in ten plies after this move.
        program.send(&format!("YXEDITTVDDATABASE 6 0 29990 20\n7,7\n{first}\nDONE"));
        assert!(program.line().starts_with("MESSAGE DATABASE ONE -1 29990 20 3"));
        assert_ne!(answer(&mut program), first, "{caution}");
        program.send("INFO usedatabase 0");
        assert_eq!(answer(&mut program), first, "{caution}");
    }
    assert_eq!(program.finish(), [""; 0]);
}
