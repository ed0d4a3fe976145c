//! The subcommands as commands: output, errors, exit codes.

use std::io::Write;
#[cfg(unix)]
use std::process::Command;
use std::process::{Output, Stdio};
#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;
use tengen::coord::Size;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::openings::book::OpeningBook;
#[cfg(windows)]
use tengen::replacement::Replacement;

use crate::program::english;
#[cfg(unix)]
use crate::scratch::Scratch;

/// Runs the program with `arguments` on `input`.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = english()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may have exited already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The lines of JSON output.
pub fn objects(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout);
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn perft_ends_with_the_count_from_any_position() {
    for arguments in [&["perft", "6"][..], &["perft", "6", "--position", START]] {
        let output = run(arguments, b"");
        assert!(output.status.success());
        assert_eq!(text(&output.stdout).lines().last(), Some("8200"));
    }
    let output = run(&["perft", "3", "--position", "XO"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--position: column 3"));
}

#[test]
fn a_result_replaces_neither_an_input_nor_another_result() {
    let [input, other, folder] = ["input.svg", "other", "folder"].map(temporary);
    std::fs::create_dir(&folder).unwrap();
    let name = std::path::Path::new(&other).file_name().unwrap().to_str().unwrap();
    let again = format!("{folder}/../{name}");
    let (own, twice) = ("this file is also an input", "this file is also another output");
    let (dash, directory) = ("-: expected the name of a file or folder", "is a directory");
    let edax = ["book", "export", "--to", "edax"];
    for (arguments, message) in [
        (&["analyze", "--nodes", "50", "--html", &input, &input][..], own),
        (&["puzzles", "--positions", &input, &input], own),
        (&["puzzles", "--html", &other, "--svg", &again, &input], twice),
        (&["puzzles", "--svg", "-", &input], dash),
        (&["play", "--record", "-"], dash),
        (&["play", "--record", &input], "Not a directory"),
        (&["perft", "1", "--log-file", "-"], dash),
        (&["solve", "--game", "gomoku", "--nodes", "9", "--proof", "-", &input], dash),
        (&["db", "import", "-", &input], dash),
        (&["db", "merge", "-", &input], dash),
        (&["match", "merge", &folder, "--out", "-"], dash),
        (&["match", "--engine", "cmd=a", "--engine", "cmd=b", "--out", "-"], dash),
        (&["man", "-"], dash),
        (&["tune", "--search", "--games", "9", "--out", "-"], dash),
        (&["puzzles", "--svg", &folder, &input], directory),
        (&["picture", &input, &input], own),
        (&["tune", "--out", &input, &input], own),
        (&["tune", "--out", &input], "this file contains no weights"),
        (&["tune", "--out", &folder], directory),
        (&["datagen", "--convert", &input, "--out", &input], own),
        (&["datagen", "--convert", &input, "--out", "-"], dash),
        (&["datagen", "--games", "1", "--out", "-"], dash),
        (&[&edax[..], &["--file", &input, "--out", &input]].concat(), own),
        (&[&edax[..], &["--out", "-"]].concat(), dash),
        (&["book", "import", "--out", &input, &input], own),
        (&["book", "build", "--out", &folder], directory),
    ] {
        std::fs::write(&input, "h8i9g7\n").unwrap();
        let output = run(arguments, b"");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
        assert_eq!(std::fs::read(&input).unwrap(), b"h8i9g7\n", "{arguments:?}");
    }
    assert!(!std::path::Path::new(&other).exists() && !std::path::Path::new("-").exists());
    std::fs::remove_file(input).unwrap();
    std::fs::remove_dir(folder).unwrap();
}

/// Runs the program with a standard output that nobody reads.
#[cfg(unix)]
fn unread(arguments: &[&str]) -> std::process::ExitStatus {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = english();
    command.args(arguments).stdin(Stdio::null()).stdout(writer).stderr(Stdio::null());
    command.status().unwrap()
}

#[cfg(unix)]
#[test]
fn files_are_written_whoever_reads_the_output() {
    let [games, page, sheet, weights] = ["moves", "page", "sheet", "weights"].map(temporary);
    std::fs::write(&games, "h8a1i8a3j8a5\n").unwrap();
    let proofs = temporary("proofs");
    assert!(unread(&["analyze", "--nodes", "50", "--html", &page, &games]).success());
    assert!(unread(&["puzzles", "--nodes", "100", "--svg", &sheet, &games]).success());
    assert!(unread(&["solve", "--game", "gomoku", "--proof", &proofs, &games]).success());
    assert!(unread(&["tune", "--out", &weights]).success());
    assert!(std::fs::read_dir(&proofs).unwrap().count() == 1);
    std::fs::remove_dir_all(proofs).unwrap();
    for file in [games, page, sheet, weights] {
        std::fs::remove_file(file).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn faults_are_reported_whoever_reads_the_output() {
    let [games, out] = ["faulty", "faulty.pos"].map(temporary);
    std::fs::write(&games, "h8a1\nh8h8\n").unwrap();
    assert_eq!(unread(&["convert", "--game", "gomoku", &games, &out]).code(), Some(1));
    for file in [games, out] {
        std::fs::remove_file(file).unwrap();
    }
}

/// Runs the program with a standard output that takes no byte, and returns its exit code and errors.
#[cfg(target_os = "linux")]
fn full(arguments: &[&str]) -> (Option<i32>, String) {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = english().args(arguments).stdin(Stdio::null()).stdout(full).output().unwrap();
    (output.status.code(), text(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let database = temporary("full.db");
    let input = b"0,f-15-15-h8--w,(none),-20,12,exact,\"\"\n";
    assert!(run(&["db", "import", &database, "-"], input).status.success());
    let (code, errors) = full(&["db", "query", &database, "h8"]);
    assert!(code == Some(2) && errors.contains("No space left"), "{code:?} {errors}");
    std::fs::remove_file(database).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_room_is_named() {
    let games = temporary("moves-for-full.txt");
    std::fs::write(&games, "h8i9g7\n").unwrap();
    // The file is larger than a buffer, and the faulty game is not reached.
    let training = temporary("training-for-full.txt");
    let game = "freestyle\t15x15\t3\t0\th8i9g7\t\n";
    std::fs::write(&training, game.repeat(3_000) + "fault\n").unwrap();
    for arguments in [
        ["convert", "--to", "sgf", &games, "/dev/full"],
        ["datagen", "--convert", &training, "--out", "/dev/full"],
    ] {
        let errors = text(&run(&arguments, b"").stderr);
        assert!(errors.starts_with("tengen: /dev/full: No space left on device"), "{errors}");
    }
    [games, training].iter().for_each(|file| std::fs::remove_file(file).unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn protocols_tell_that_their_replies_cannot_be_written() {
    for (protocol, requests) in [
        ("gomocup", "START 15\nBEGIN\n"),
        ("gtp", "name\n"),
        ("nboard", "nboard 2\nset depth x\n"),
        ("cassio", "ENGINE-PROTOCOL init\n"),
    ] {
        let code = |output: Stdio| {
            let mut command = english();
            command.args(["--protocol", protocol]).stdin(Stdio::piped()).stdout(output);
            let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(requests.as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            (output.status.code(), text(&output.stderr))
        };
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let (failed, errors) = code(full.into());
        assert!(failed == Some(2) && errors.contains("No space left"), "{protocol}: {errors}");
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(code(closed.into()), (Some(0), String::new()), "{protocol}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn weights_are_kept_if_the_disk_is_full_for_the_progress() {
    let weights = temporary("full.weights");
    let (code, errors) = full(&["tune", "--out", &weights]);
    assert!(code == Some(2) && errors.contains("No space left"), "{code:?} {errors}");
    assert!(std::fs::metadata(&weights).unwrap().len() > 1000);
    std::fs::remove_file(weights).unwrap();
}

#[cfg(unix)]
#[test]
fn a_file_that_is_too_large_is_refused_with_the_size() {
    let path = std::env::temp_dir().join(format!("tengen-large-{}", std::process::id()));
    // It has holes only, which take no place on the disk.
    std::fs::File::create(&path).unwrap().set_len(2 << 30).unwrap();
    for (arguments, fault) in [
        (&["match", "--config"][..], "larger than 256 MiB"),
        (&["solve"], "larger than 256 MiB"),
        (&["analyze"], "the game is longer than 64 MiB"),
    ] {
        let output = run(&[arguments, &[path.to_str().unwrap()]].concat(), b"");
        let errors = text(&output.stderr);
        assert!(!output.status.success() && errors.contains(fault), "{arguments:?}: {errors}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn options_do_not_contradict_the_game_that_is_continued() {
    let [othello, renju] = ["from.ggf", "from.sgf"].map(temporary);
    std::fs::write(&othello, "(;GM[Othello]B[f5];)").unwrap();
    std::fs::write(&renju, "(;GM[4]SZ[19]RU[renju];B[jj])").unwrap();
    for (file, options, error) in [
        (&othello, &["--rule", "renju"][..], "--rule is for Gomoku"),
        (&othello, &["--size", "9"], "--size is for Gomoku"),
        (&othello, &["--swap2"], "--swap2 is for Gomoku"),
        (&othello, &["--game", "gomoku"], "a game of Othello instead of Gomoku"),
        (&renju, &["--game", "othello"], "a game of Gomoku instead of Othello"),
        (&renju, &["--game", "caro"], "a game of renju instead of caro"),
        (&renju, &["--rule", "freestyle"], "a game of renju instead of freestyle"),
        (&renju, &["--size", "15"], "a game on 19x19 instead of 15x15"),
    ] {
        let output = run(&[&["play", "--from", file.as_str()], options].concat(), b"quit\n");
        let told = format!("tengen: {file}: {error}\n");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), told));
    }
    let fitting = ["--game", "gomoku", "--rule", "renju", "--size", "19", "--swap2"];
    for (file, options) in [(&othello, &["--game", "othello"][..]), (&renju, &fitting)] {
        let output = run(&[&["play", "--from", file.as_str()], options].concat(), b"quit\n");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    [othello, renju].iter().for_each(|file| std::fs::remove_file(file).unwrap());
}

#[test]
fn a_rule_does_not_contradict_the_game() {
    let commands = [
        &["play"][..],
        &["analyze", "a"],
        &["convert", "a", "b.sgf"],
        &["datagen", "--out", "none"],
        &["openings"],
        &["picture", "a", "b.svg"],
        &["puzzles", "a"],
        &["solve", "a"],
        &["tune", "--out", "none"],
        &[],
    ];
    let games = ["renju", "freestyle"].iter().flat_map(|game| commands.map(|words| (game, words)));
    for (game, words) in games {
        let output = run(&[words, &["--game", game, "--rule", "caro"]].concat(), b"");
        let (code, errors) = (output.status.code(), text(&output.stderr));
        let told = format!("--rule caro contradicts --game {game}");
        assert!(code == Some(2) && errors.contains(&told), "{words:?}: {errors}");
    }
    for game in ["gomoku", "caro"] {
        let output = run(&["play", "--game", game, "--rule", "caro"], b"quit\n");
        let told = text(&output.stdout);
        assert!(output.status.success() && told.contains("Gomoku, caro"), "{told}");
    }
}

#[test]
fn moves_decide_the_game_that_is_continued_unless_the_options_do() {
    let file = temporary("from.txt");
    std::fs::write(&file, "f5d6c3d3\n").unwrap();
    for (options, game) in [
        (&[][..], "Othello. "),
        (&["--game", "gomoku"], "Gomoku, freestyle, 15x15. "),
        (&["--rule", "caro"], "Gomoku, caro, 15x15. "),
    ] {
        let output = run(&[&["play", "--from", file.as_str()], options].concat(), b"quit\n");
        assert!(text(&output.stdout).starts_with(game), "{options:?}: {}", text(&output.stdout));
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_message_cannot_control_the_terminal() {
    for (arguments, input) in [
        (&["analyze", "-"][..], "\u{1b}[31mred\n"),
        (&["convert", "--to", "sgf", "-", "-"], "h8\tresult=\u{9b}31m\n"),
        (&["analyze", "--rule", "\u{1b}[31m"], ""),
    ] {
        let output = run(arguments, input.as_bytes());
        assert!(!output.status.success());
        let told = text(&output.stderr) + &text(&output.stdout);
        assert!(told.contains("\\u{"), "{told:?}");
        assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{told:?}");
    }
}

#[test]
fn forbidden_continues_after_a_bad_line() {
    let output = run(&["forbidden", "--why"], b"f8o2h7o3h6o6g8c15\nh8?\nh8i9\n");
    assert_eq!(output.status.code(), Some(1));
    let lines = text(&output.stdout);
    assert!(lines.starts_with("f8o2h7o3h6o6g8c15\th8\n  h8, a double-three: three "), "{lines}");
    assert!(lines.ends_with("h8i9\t-\n"), "{lines}");
    assert!(text(&output.stderr).contains("line 2"));
}

#[test]
fn forbidden_points_are_those_on_the_board_of_the_game() {
    // On a larger board g5 would be a double-three.
    let moves = ";B[he];W[aa];B[ie];W[ac];B[gf];W[ae];B[gg];W[ag])";
    let game = |head: &str| format!("({head}{moves}");
    let small = run(&["forbidden", "-"], game(";GM[4]SZ[9]RU[renju]").as_bytes());
    assert!(small.status.success());
    assert_eq!(text(&small.stdout), "h5a1i5a3g6a5g7a7\t-\n");
    let large = run(&["forbidden", "-"], b"(;GM[4]SZ[19]RU[renju];B[ss])");
    assert_eq!((text(&large.stdout), text(&large.stderr)), ("s19\t-\n".into(), "".into()));
    let othello = run(&["forbidden", "-"], b"(;GM[2]SZ[8];B[fe];W[fd])");
    assert_eq!((othello.status.code(), text(&othello.stdout)), (Some(1), "".into()));
    let errors = text(&othello.stderr);
    assert!(errors.ends_with("games that cannot be used: 1 (the format is for Gomoku)\n"));
}

#[test]
fn lines_in_utf_16_are_read() {
    let wide = |text: &str| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>()
    };
    let forbidden = run(&["forbidden", "-"], &wide("f8o2h7o3h6o6g8c15\r\n"));
    assert_eq!(text(&forbidden.stdout), "f8o2h7o3h6o6g8c15\th8\n");
    let endgame = include_str!("../data/othello/ffo-1-19.obf").lines().next().unwrap();
    let solved = run(&["solve", "-"], &wide(endgame));
    assert!(text(&solved.stdout).starts_with("ffo01\t+18\tg8\t"), "{solved:?}");
}

#[test]
fn solve_checks_scores_and_continues_after_a_bad_line() {
    let good = include_str!("../data/othello/ffo-1-19.obf").lines().next().unwrap();
    let bad = good.replace("g8:+18", "g8:+20");
    let output = run(&["solve", "-"], format!("{good}\n\u{e9}\n").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let lines = text(&output.stdout);
    assert!(lines.starts_with("ffo01\t+18\tg8\t") && lines.contains("\ntotal\t1\t"), "{lines}");
    assert!(text(&output.stderr).starts_with("-: line 2, column 1:"));
    assert!(run(&["solve", "--check", "-"], good.as_bytes()).status.success());
    assert_eq!(run(&["solve", "--check", "-"], bad.as_bytes()).status.code(), Some(1));
    assert_eq!(run(&["solve", "no such file"], b"").status.code(), Some(2));
}

/// The fields of every output line of `tengen solve --game gomoku`, its exit code and its errors.
fn prove(arguments: &[&str], input: &str) -> (Vec<Vec<String>>, Option<i32>, String) {
    let arguments = [&["solve", "--game", "gomoku"], arguments, &["-"]].concat();
    let output = run(&arguments, input.as_bytes());
    let lines = text(&output.stdout);
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
    (lines.lines().map(fields).collect(), output.status.code(), text(&output.stderr))
}

#[test]
fn solve_proves_wins_and_continues_after_a_bad_line() {
    let lines = "# four in a row\nh8a1i8c1j8e1k8g1\nh8i9\nh8?\nh8a1i8c1j8e1\n";
    let (rows, code, errors) = prove(&["--nodes", "20000", "--verify"], lines);
    assert_eq!((code, rows.len()), (Some(1), 4));
    assert_eq!(errors, "-: line 4: invalid move '?' (expected one such as h8)\n");
    let [four, open, three, total] = &rows[..] else { unreachable!() };
    assert_eq!((four.len(), &four[0][..], &four[1][..], &four[3][..]), (10, "2", "win", "1"));
    assert!(["g8", "l8"].contains(&&four[2][..]) && four[6] == four[2], "{four:?}");
    assert_eq!((&three[0][..], &three[1][..], &three[3][..]), ("5", "win", "3"));
    assert!(three[6].starts_with(&three[2]), "{three:?}");
    assert_eq!((&four[7][..], &four[9][..], &three[9][..]), ("1", "verified", "verified"));
    assert_eq!([1, 2, 3, 6, 7, 8, 9].map(|i| &open[i][..]), ["none", "-", "-", "-", "-", "-", "-"]);
    let sum = |i: usize| {
        rows[..3].iter().filter_map(|row| row[i].parse::<u64>().ok()).sum::<u64>().to_string()
    };
    let [nodes, millis, proof_nodes, proof_millis] = [4, 5, 7, 8].map(sum);
    let sums = [&nodes[..], &millis, &proof_nodes, &proof_millis, "2 proved, 0 unproved"];
    assert_eq!(total[..3], ["total", "3", "2"]);
    assert_eq!(total[3..], sums);
}

#[test]
fn solve_reads_tables_of_any_rule_and_size() {
    // Six in a row do not win in standard, and a 15x15 board has no row 17.
    let table = "moves\tsize\tid\trule\n\
        h8a1i8c1j8e1k8g1m8i1\t15\tfive\tstandard\n\
        h17a1i17c1j17e1k17g1\t20x18\tlarge\tfreestyle\n\
        h17a1i17c1j17e1k17g1\t15\tsmall\tfreestyle\n\
        h8a1\t15\tother\tchess\n";
    let (rows, code, errors) = prove(&[], table);
    assert_eq!(code, Some(1));
    assert_eq!(rows[0][..4], ["five", "win", "g8", "1"]);
    assert_eq!((&rows[1][0][..], &rows[1][1][..]), ("large", "win"));
    assert_eq!((rows.len(), &rows[2][..3]), (3, &["total", "2", "2"].map(str::to_owned)[..]));
    // No proof was requested, so none is claimed.
    assert_eq!(rows[2][5], "2 found, not proved");
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(
        errors.contains("-: line 4: ")
            && errors.contains("-: line 5: unknown rule 'chess' (expected "),
        "{errors}"
    );
    // POS may have the name of a tournament's group.
    let (rows, code, _) = prove(&[], "h8a1i8c1j8e1k8g1m8i1\trule=Standard15_1\n");
    assert_eq!((&rows[0][2][..], code), ("g8", Some(0)));
    // The options supply what the text omits.
    let six = "h8a1i8c1j8e1k8g1m8i1\n";
    let (rows, code, _) = prove(&["--rule", "standard"], six);
    assert_eq!((&rows[0][2][..], code), ("g8", Some(0)));
    assert_eq!(prove(&["--size", "7"], six).1, Some(1));
}

#[test]
fn cells_of_a_table_may_be_empty() {
    // An overline wins in freestyle, the rule of the options.
    let row = "h8a1i8c1j8e1k8g1m8i1";
    let table = format!("moves\tid\trule\tsize\n{row}\t\t\t\n{row}\t-\t-\t-\n{row}\n");
    let (rows, code, errors) = prove(&[], &table);
    assert_eq!((code, &errors[..]), (Some(0), ""));
    let names: Vec<&str> = rows[..3].iter().map(|row| &row[0][..]).collect();
    assert_eq!(names, ["2", "3", "4"]);
    assert!(rows[..3].iter().all(|row| row[1] == "win"), "{rows:?}");
}

#[test]
fn a_search_ends_if_there_is_no_room_for_a_five() {
    // A board with two empty points, and no limit that would end the search.
    let moves = "a1c1b1d1e1a2c2b2d2e2b3a3c3d3a4c4b4d4e3b5e4a5c5";
    let (rows, code, _) = prove(&["--size", "5", "--nodes", "1000000000"], moves);
    assert_eq!((&rows[0][1][..], code), ("none", Some(0)));
}

#[test]
fn generated_openings_are_a_book_and_reproducible() {
    let arguments: Vec<&str> =
        "openings --rule renju --size 13 --count 3 --plies 3-5 --band 1.5 --nodes 300 --seed 4"
            .split(' ')
            .collect();
    let output = run(&arguments, b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    let size = Size::new(13, 13).unwrap();
    let book = OpeningBook::read(&lines, Variant::Gomoku { rule: Rule::Renju, size }).unwrap();
    assert_eq!(book.openings.len(), 3);
    assert!(book.openings.iter().all(|opening| (3..=5).contains(&opening.len())));
    for line in lines.lines() {
        let score: f64 = line.split('\t').nth(1).unwrap().parse().unwrap();
        assert!(score.abs() <= 1.5, "{line}");
    }
    assert_eq!(text(&run(&arguments, b"").stdout), lines);
    let othello = run(&["openings", "--game", "othello", "--count", "2", "--nodes", "100"], b"");
    let book = OpeningBook::read(&text(&othello.stdout), Variant::Othello).unwrap();
    assert!(book.openings.len() == 2 && book.openings.iter().all(|opening| opening.len() == 8));
}

#[test]
fn impossible_openings_are_refused() {
    for (arguments, message) in [
        (&["--game", "othello", "--size", "8"][..], "--size is for Gomoku"),
        (&["--plies", "0"], "invalid length '0-0'"),
        (&["--plies", "4-"], "expected N or N-M"),
        (&["--plies", "8-4"], "expected N or N-M"),
        (&["--band=-1"], "expected a number from 0 to 64"),
        (&["--band", "nan"], "expected a number from 0 to 64"),
        (&["--plies", "1", "--band", "0", "--nodes", "1"], "none of the last 1000"),
    ] {
        let output = run(&[&["openings"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn options_of_the_protocols_before_a_subcommand_are_refused() {
    for (arguments, message) in [
        (&["--game", "othello", "perft", "1"][..], "--game has no effect before perft"),
        (&["--protocol", "gtp", "play"], "--protocol has no effect before play"),
        (&["--messages", "bench"], "--messages has no effect before bench"),
        (&["--game", "othello", "play"], "--game has no effect before play"),
        (&["--weights", "w.bin", "openings"], "--weights has no effect on openings"),
        (&["openings", "--weights", "w.bin"], "--weights has no effect on openings"),
        (&["perft", "1", "--book", "off"], "--book has no effect on perft"),
        (&["bench", "--book-variety", "1"], "--book-variety has no effect on bench"),
        (&["--weights", "x", "book", "show"], "--weights has no effect on book show"),
        (&["book", "show", "--weights", "x"], "--weights has no effect on book show"),
        (&["--threads", "2", "bench"], "options of bench follow it"),
        (&["--threads", "2", "book", "build", "--out", "x"], "--threads has no effect before book"),
        (&["perft", "1", "--threads", "2"], "unexpected argument '--threads'"),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
    assert!(run(&["--log", "error", "perft", "1"], b"").status.success());
}

#[test]
fn every_subcommand_has_a_manual_with_the_global_options_that_it_uses() {
    let weights = ["play", "analyze", "puzzles", "picture", "solve", "datagen", "bench"];
    let others =
        ["match", "check", "verify", "forbidden", "convert", "db", "openings", "tune", "perft"];
    let jobs = ["match simulate", "book show", "book import", "book export", "db merge"];
    for command in [&weights[..], &["book", "book build"], &others, &jobs].concat() {
        let words: Vec<&str> = ["help"].into_iter().chain(command.split(' ')).collect();
        let help = text(&run(&words, b"").stdout);
        let (own, global) = help.split_once("Global options:").unwrap();
        for (option, is_used) in [
            ("--log <LEVEL>", true),
            (
                "--weights <FILE>",
                weights.contains(&command) || ["book", "book build"].contains(&command),
            ),
            ("--book <on|off|FILE>", command == "play"),
            ("--book-variety <DISCS>", command == "play"),
        ] {
            assert_eq!(global.contains(option), is_used, "{command}: {option}");
            assert!(!own.contains(option), "{command}: {option}");
        }
    }
}

#[test]
fn options_of_the_other_game_are_refused() {
    for (arguments, message) in [
        (&["play", "--game", "othello", "--rule", "renju"][..], "--rule is for Gomoku"),
        (&["openings", "--game", "othello", "--size", "15"], "--size is for Gomoku"),
        (&["solve", "--nodes", "5", "-"], "--nodes is for Gomoku"),
        (&["solve", "--verify", "--time", "5", "-"], "--time is for Gomoku"),
        (&["solve", "--game", "renju", "--wld", "-"], "--wld is for Othello"),
        (&["solve", "--game", "gomoku", "--threads", "2", "-"], "--threads is for Othello"),
        (&["solve", "--game", "gomoku", "--all-moves", "-"], "--all-moves is for Othello"),
        (&["datagen", "--solve", "5", "--out", "x"], "--solve is for Othello"),
        (&["datagen", "--game", "othello", "--nodes", "5", "--out", "x"], "--nodes is for Gomoku"),
        (&["tune", "--deviation", "5", "--out", "x"], "--deviation is for Othello"),
        (&["tune", "--game", "othello", "--rule", "caro", "--out", "x"], "--rule is for Gomoku"),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
        let usage = format!("Usage: tengen {} ", arguments[0]);
        assert!(errors.contains(&usage), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_game_may_be_named_by_its_rule() {
    let by_rule = run(&["openings", "--game", "renju", "--count", "1", "--nodes", "100"], b"");
    let arguments = ["openings", "--rule", "renju", "--count", "1", "--nodes", "100"];
    assert!(by_rule.status.success());
    assert_eq!(by_rule.stdout, run(&arguments, b"").stdout);
}

#[test]
fn weights_and_book_may_come_before_the_subcommand() {
    for arguments in [
        &["--weights", "no such file", "bench"][..],
        &["--weights", "no such file", "datagen", "--out", "x"],
        &["--weights", "no such file", "book", "build", "--out", "x"],
        &["--book", "no such file", "play"],
        &["play", "--book", "no such file"],
    ] {
        let output = run(arguments, b"");
        assert!(text(&output.stderr).contains("no such file: "), "{arguments:?}");
    }
}

#[test]
fn options_without_meaning_for_a_protocol_are_refused() {
    for (protocol, options) in [
        ("nboard", &["--messages"][..]),
        ("nboard", &["--rule", "renju"]),
        ("nboard", &["--game", "gomoku"]),
        ("nboard", &["--size", "9"]),
        ("cassio", &["--rule", "renju"]),
        ("cassio", &["--book", "off"]),
        ("cassio", &["--book-variety", "1"]),
        ("cassio", &["--seed", "1"]),
        ("gtp", &["--messages"]),
        ("gtp", &["--size", "9"]),
        ("gtp", &["--size", "9", "--rule", "renju", "--game", "othello"]),
        ("gomocup", &["--size", "9"]),
    ] {
        let output = run(&[&["--protocol", protocol], options].concat(), b"name\n");
        assert_eq!(output.status.code(), Some(2), "{protocol} {options:?}");
        assert!(text(&output.stderr).contains(options[0]), "{protocol} {options:?}");
    }
}

#[test]
fn the_game_of_gtp_is_othello_unless_the_options_name_gomoku() {
    for (options, told) in [
        (&[][..], "= Othello\n\n= 8\n\n"),
        (&["--game", "othello", "--rule", "renju"], "= Othello\n\n= 8\n\n"),
        (&["--game", "gomoku"], "= Gomoku\n\n= 15\n\n"),
        (&["--rule", "renju", "--size", "20x10"], "= Gomoku\n\n= 20 10\n\n"),
    ] {
        let asked = b"gogui-rules_game_id\ngogui-rules_board_size\n";
        let output = run(&[&["--protocol", "gtp"], options].concat(), asked);
        assert_eq!(text(&output.stdout), told, "{options:?}");
    }
}

/// A temporary file for this test.
pub fn temporary(name: &str) -> String {
    let file = std::env::temp_dir().join(format!("tengen-tools-{}-{name}", std::process::id()));
    file.to_str().unwrap().to_owned()
}

/// Elsewhere such a file is replaced.
#[cfg(unix)]
#[test]
fn an_interrupted_conversion_leaves_the_old_file_and_no_other() {
    let folder = Scratch::new("interrupted-conversion");
    let out = folder.file("out.sgf");
    std::fs::write(&out, "old").unwrap();
    let games = "h8i9g7\n".repeat(100_000);
    for (arguments, input, signal) in [
        (["convert", "--rule", "renju", "-", &out], games.as_str(), "-INT"),
        (["datagen", "--convert", "-", "--out", &out], "freestyle", "-TERM"),
    ] {
        let mut command = english();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // Kept open, so that the program waits for more.
        let mut games = child.stdin.take().unwrap();
        games.write_all(input.as_bytes()).unwrap();
        while folder.names().len() == 1 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(folder.names(), ["out.sgf"]);
        assert_eq!(std::fs::read(&out).unwrap(), b"old");
    }
}

#[cfg(windows)]
#[test]
fn a_read_only_file_is_refused_before_the_work() {
    let file = temporary("read-only.txt");
    std::fs::write(&file, "old").unwrap();
    let writable = std::fs::metadata(&file).unwrap().permissions();
    let mut read_only = writable.clone();
    read_only.set_readonly(true);
    std::fs::set_permissions(&file, read_only).unwrap();
    let refused = Replacement::new(std::path::Path::new(&file)).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::PermissionDenied);
    assert!(!std::path::Path::new(&format!("{file}.new")).exists());
    std::fs::set_permissions(&file, writable).unwrap();
    std::fs::remove_file(file).unwrap();
}

#[test]
fn weights_are_learned_from_games_and_played_with() {
    let (games, learned) = (temporary("renju.games"), temporary("weights.bin"));
    let datagen = ["datagen", "--rule", "renju", "--size", "9", "--nodes", "50", "--out", &games];
    // The second run adds seven games and sums up all.
    for (count, told) in [("1", "1 game: "), ("8", "8 games: ")] {
        let output = run(&[&datagen[..], &["--games", count]].concat(), b"");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with(told));
    }
    // A run that was killed leaves half a game.
    let whole = std::fs::read(&games).unwrap();
    std::fs::write(&games, &whole[..whole.len() - 2]).unwrap();
    let output = run(&[&datagen[..], &["--games", "8"]].concat(), b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(std::fs::read(&games).unwrap() == whole);
    let other = ["datagen", "--rule", "caro", "--size", "9", "--nodes", "50", "--out", &games];
    let output = run(&other, b"");
    assert_eq!(output.status.code(), Some(2));
    let error = "game 1: a game of renju instead of caro";
    assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
    let output = run(&["tune", "--rule", "caro", "--out", &learned, &games], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains(error), "a compact file has no lines");
    let listed = temporary("games.txt");
    let convert = |from: &str, to: &str| run(&["datagen", "--convert", from, "--out", to], b"");
    assert_eq!(text(&convert(&games, &listed).stdout), "8 games\n");
    let lines = std::fs::read_to_string(&listed).unwrap();
    assert_eq!(lines.lines().count(), 8);
    let tune = ["tune", "--rule", "renju", "--from", "seed", "--epochs", "2", "--out", &learned];

    // Each held-out position is counted at its stage.
    let held_out =
        |seed: u64| lines.lines().filter(|line| tengen::train::is_held_out(line, 10, seed)).count();
    let seed = (1..).find(|&seed| held_out(seed) == 4).unwrap().to_string();
    let output = run(&[&tune[..], &["--seed", &seed, &games]].concat(), b"");
    let lines = text(&output.stdout);
    let sum = |start: &str| {
        let found = lines.lines().filter(|line| line.starts_with(start));
        let counts =
            found.filter_map(|line| line.split_once(" for validation")?.0.rsplit_once(' '));
        counts.map(|(_, count)| count.parse::<usize>().unwrap()).sum::<usize>()
    };
    assert!(lines.contains("\nvalue, 0-19 stones, "), "{lines}");
    assert_eq!(sum("value, "), sum("value: "), "{lines}");

    let output = run(&[&tune[..], &[&games]].concat(), b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    assert!(
        lines.starts_with("renju: 8 games\nscores: ") && lines.contains("policy  2: "),
        "{lines}"
    );

    // The states of a training serve only the same training.
    let states = temporary("states");
    let resumed = |epochs: &str| {
        let tune = ["tune", "--rule", "renju", "--from", "seed", "--epochs", epochs];
        let tune = [&tune[..], &["--checkpoints", &states, "--out", &learned, &games]].concat();
        let output = run(&tune, b"");
        (text(&output.stdout), text(&output.stderr), std::fs::read(&learned).unwrap())
    };
    let (before, first, second) = (std::fs::read(&learned).unwrap(), resumed("2"), resumed("2"));
    assert!(first.0.contains("value  2: ") && !second.0.contains("value  1: "), "{second:?}");
    assert!(first.2 == before && second.2 == before, "the same weights");
    let (_, error, _) = resumed("3");
    assert!(error.contains("value.state: the state of another training"), "{error}");

    let play = b"INFO rule 4\nINFO max_node 300\nSTART 15\nTURN h8\n";
    let output = run(&["--weights", &learned], play);
    assert!(text(&output.stdout).lines().nth(1).is_some_and(|line| line.contains(',')));

    // Steps too small for any weight to change after rounding.
    let is_unchanged_by = |rate: &str| {
        let before = std::fs::read(&learned).unwrap();
        let tune = ["tune", "--rule", "renju", "--from", &learned, "--epochs", "1"];
        let tune = [&tune[..], &["--rate", rate, "--out", &learned, &games]].concat();
        assert!(run(&tune, b"").status.success());
        std::fs::read(&learned).unwrap() == before
    };
    // The first runs also scale the start to the games.
    assert!((0..8).any(|_| is_unchanged_by("0.001")));
    assert!(!is_unchanged_by("1"));

    let output = run(&[&datagen[..], &["--weights", &learned, "--games", "9"]].concat(), b"");
    assert!(output.status.success());

    // Invalid games are reported and skipped; without games there is nothing to train on.
    let output = convert(&games, &listed);
    assert_eq!(text(&output.stdout), "9 games\n", "{}", text(&output.stderr));
    let mut bad = std::fs::read(&listed).unwrap();
    bad.extend_from_slice(b"renju\t9x9\nfreestyle\t9x9\t0\t1\ta1\t5\n");
    std::fs::write(&listed, bad).unwrap();
    let before = std::fs::read(&games).unwrap();
    let output = convert(&listed, &games);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("games.txt: game 10: invalid number of fields '2'"),
        "{:?}",
        output.stderr
    );
    assert!(std::fs::read(&games).unwrap() == before);
    let output = run(&[&tune[..], &[&listed]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(
        errors.contains(": line 10: invalid number of fields '2' (expected 6 or 7)"),
        "{errors}"
    );
    assert!(errors.contains(": line 11: a game of freestyle instead of renju"), "{errors}");
    let before = std::fs::read(&learned).unwrap();
    let again = ["tune", "--from", &learned, "--out", &learned];
    assert!(run(&again, b"").status.success());
    assert!(std::fs::read(&learned).unwrap() == before);
    let as_renju = |arguments: &[&str]| {
        let like = ["--rule", "caro", "--like", "renju"];
        assert!(run(&[&again[..], &like, arguments].concat(), b"").status.success());
        std::fs::read(&learned).unwrap()
    };
    let without_order = as_renju(&["--keep", "policy"]);
    assert!(without_order != before && as_renju(&[]) != without_order);
    for file in [games, listed, learned] {
        std::fs::remove_file(file).unwrap();
    }
    std::fs::remove_dir_all(states).unwrap();
}

#[test]
fn only_one_run_writes_the_games_of_a_file() {
    let games = temporary("locked.games");
    let datagen_into = |out: &str| {
        run(&["datagen", "--size", "9", "--nodes", "20", "--games", "1", "--out", out], b"")
    };
    let refused = |out: &str| {
        let output = datagen_into(out);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        text(&output.stderr).to_owned()
    };
    let mut options = std::fs::File::options();
    options.write(true).create(true).truncate(true);
    let file = tengen::exclusive::open(&options, std::path::Path::new(&games)).unwrap();
    assert!(refused(&games).ends_with("locked.games: in use\n"));
    drop(file);
    assert!(datagen_into(&games).status.success());
    // Neither could a run be resumed from it, nor would one find its end.
    if cfg!(unix) {
        assert_eq!(refused("/dev/null"), "tengen: /dev/null: not a regular file\n");
    }
    std::fs::remove_file(games).unwrap();
}

#[test]
fn search_parameters_are_listed_and_tuned() {
    let search = ["tune", "--search", "--game", "othello"];
    let listed = run(&[&search[..], &["--list"]].concat(), b"");
    let table = text(&listed.stdout);
    let fields: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert!(fields.iter().all(|fields| fields.len() == 5), "{fields:?}");
    assert!(fields.iter().any(|fields| fields[..4] == ["midgame_window", "150", "20..600", "30"]));

    let out = temporary("spsa");
    let tune = ["--games", "20", "--nodes", "60", "--out", &out, "--params"];
    let tune = [&search[..], &tune].concat();
    let output = run(&[&tune[..], &["midgame_window,etc_depth"]].concat(), b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout).to_owned();
    let starts: Vec<&str> = told.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(starts, ["step", "step", "midgame_window", "etc_depth"], "{told}");
    assert!(told.contains("\toption.search.etc_depth="), "{told}");
    // Nothing is left to play.
    let again = run(&[&tune[..], &["midgame_window,etc_depth"]].concat(), b"");
    let result = told.split_inclusive('\n').skip(2).collect::<String>();
    assert_eq!(text(&again.stdout), result);

    let other = run(&[&tune[..], &["midgame_window"]].concat(), b"");
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("another run"), "{}", text(&other.stderr));
    let unknown = run(&[&tune[..], &["no_such"]].concat(), b"");
    assert!(
        text(&unknown.stderr).contains("unknown parameter 'no_such' (expected one of Othello's")
    );
    let twice = run(&[&tune[..], &["etc_depth,midgame_window,etc_depth"]].concat(), b"");
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).contains("parameter 'etc_depth' is given twice"));
    std::fs::remove_dir_all(&out).unwrap();

    for weights in [&["--from", "seed"][..], &["--epochs", "3"], &["games.txt"]] {
        let output = run(&[&tune[..], &["etc_depth"], weights].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{weights:?}");
    }
    for (arguments, error) in [
        (&["--params", "etc_depth"][..], "--search"),
        (&["--size", "9", "--epochs", "1"], "cannot be used with"),
        (&["--openings", "none", "1.games"], "cannot be used with"),
        (&["--list", "--epochs", "1"], "cannot be used with"),
    ] {
        let output = run(&[&["tune", "--out", "x"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
    }
}

#[test]
fn search_parameters_are_tuned_by_time_too() {
    let out = temporary("spsa-timed");
    let tune = ["tune", "--search", "--game", "othello", "--params", "etc_depth", "--games", "16"];
    let tune = [&tune[..], &["--out", &out]].concat();
    for (limit, expected) in
        [(["--movetime", "1"], "\"movetime\":1,"), (["--tc", "0.1"], "\"tc\":\"0.1\",")]
    {
        let output = run(&[&tune[..], &limit].concat(), b"");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let journal = std::path::Path::new(&out).join(tengen::arena::tuning::FILE);
        let journal = std::fs::read_to_string(journal).unwrap();
        assert!(journal.contains(expected) && !journal.contains("\"nodes\":5000"), "{journal}");
        std::fs::remove_dir_all(&out).unwrap();
    }
    for limits in [
        ["--nodes", "5", "--movetime", "1"],
        ["--nodes", "5", "--tc", "1"],
        ["--movetime", "1", "--tc", "1"],
    ] {
        let output = run(&[&tune[..], &limits].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{limits:?}");
        assert!(text(&output.stderr).contains("cannot be used with"), "{limits:?}");
    }
}

#[test]
fn othello_weights_are_learned_from_games_and_played_with() {
    let (games, learned) = (temporary("othello.games"), temporary("othello.bin"));
    let game = ["--game", "othello"];
    let datagen =
        [&["datagen", "--depth", "2", "--solve", "8", "--out", &games, "--games"], &game[..]];
    let output = run(&[datagen[0], &["30"], datagen[1]].concat(), b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let tune = ["tune", "--epochs", "2", "--from", "seed", "--out", &learned];
    let output = run(&[&tune[..], &game, &[&games]].concat(), b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    assert!(lines.starts_with("Othello: ") && lines.contains("\nstage 14  2: "), "{lines}");
    let before = std::fs::read(&learned).unwrap();

    // Steps too small for any weight to change after rounding.
    let is_unchanged_by = |rate: &str| {
        let tune = ["tune", "--from", &learned, "--out", &learned, "--rate", rate, &games];
        assert!(run(&[&tune[..], &game].concat(), b"").status.success());
        std::fs::read(&learned).unwrap() == before
    };
    assert!(is_unchanged_by("0.001"));
    assert!(!is_unchanged_by("1"));
    let before = std::fs::read(&learned).unwrap();

    // Fitting the ProbCut deviations leaves the weights unchanged.
    let deviation = ["tune", "--deviation", "3", "--from", &learned, "--out", &learned];
    let output = run(&[&deviation[..], &game, &[&games]].concat(), b"");
    assert!(text(&output.stdout).contains("factors: midgame ["), "{}", text(&output.stderr));
    assert!(std::fs::read(&learned).unwrap() != before);

    let play = b"INFO max_node 300\nSTART 8\nEVAL\n";
    let with = |weights: &[&str]| {
        let output = run(&[weights, &game].concat(), play);
        text(&output.stdout).to_owned()
    };
    assert_ne!(with(&["--weights", &learned]), with(&[]));

    // Nothing is learned from a single game that is held out for validation.
    let listed = temporary("othello.txt");
    let convert = ["datagen", "--convert", &games, "--out", &listed];
    assert!(run(&[&convert[..], &game].concat(), b"").status.success());
    let lines = std::fs::read_to_string(&listed).unwrap();
    let line = lines.lines().next().unwrap();
    let seed = (1..).find(|&seed| tengen::train::is_held_out(&line, 20, seed)).unwrap().to_string();
    std::fs::write(&listed, line).unwrap();
    let kept = std::fs::read(&learned).unwrap();
    let output = run(&[&tune[..], &game, &["--seed", &seed, &listed]].concat(), b"");
    assert_eq!(output.status.code(), Some(2));
    let error = "too few games to learn from (one in 20 is held out for validation)\n";
    assert!(text(&output.stderr).ends_with(error), "{}", text(&output.stderr));
    assert!(std::fs::read(&learned).unwrap() == kept);
    std::fs::remove_file(listed).unwrap();

    std::fs::write(&games, "3\t0\n1\t64\te6e6\t\n").unwrap();
    let output = run(&[&tune[..], &game, &[&games]].concat(), b"");
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(errors.contains(": line 1: invalid number of fields '2' (expected 4)"), "{errors}");
    assert!(errors.contains(": line 2: move 2 is illegal"), "{errors}");
    assert!(errors.ends_with("none of the files has a game to learn from\n"), "{errors}");
    assert!(std::fs::read(&learned).unwrap() == kept);
    std::fs::write(&games, "").unwrap();
    let output = run(&[&tune[..], &game, &[&games]].concat(), b"");
    assert_eq!(output.status.code(), Some(2));
    let twice = ["--weights", &learned, "--weights", &learned];
    assert!(text(&run(&twice, b"").stderr).contains("names two files for one game"));
    std::fs::remove_file(games).unwrap();
    std::fs::remove_file(learned).unwrap();
}

#[test]
fn invalid_weights_are_refused() {
    let damaged = temporary("damaged.bin");
    std::fs::write(&damaged, "tengen gomoku weights 99\n").unwrap();
    for (arguments, message) in [
        (&["--weights", &damaged][..], "damaged.bin: unknown version '99'"),
        (&["bench", "--weights", "no such file"], "no such file: "),
        (&["datagen", "--out", "games", "--weights", "no such file"], "no such file: "),
        (&["tune", "--out", "x", "--from", &damaged], "unknown version '99'"),
        (&["tune", "--out", "x", "--lambda", "2"], "expected a number from 0 to 1"),
        (&["tune", "--out", "x", "--rate", "0"], "expected a number above 0, at most 10"),
        (&["datagen", "--out", "x", "--shard", "3/2"], "expected I/N with I from 1 to N"),
        (&["datagen", "--out", "x", "--size", "4"], "expected N or WxH from 5 to 22"),
        (&["datagen", "--convert", "x", "--nodes", "5", "--out", "x"], "cannot be used with"),
        (&["datagen", "--convert", "x", "--rule", "caro", "--out", "x"], "cannot be used with"),
        (
            &["tune", "--game", "othello", "--deviation", "5", "--epochs", "1", "--out", "x"],
            "cannot be used with",
        ),
        (&["tune", "--search", "--games", "18446744073709551615", "--out", "x"], "is not in 1.."),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
    std::fs::remove_file(damaged).unwrap();
}

#[test]
fn packages_get_manual_pages_and_completions() {
    let dir = std::env::temp_dir().join(format!("tengen-man-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let output = run(&["man", dir.to_str().unwrap()], b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    for (page, content) in [("tengen.1", "\\-\\-protocol"), ("tengen-match.1", "\\-\\-sprt")] {
        let page = std::fs::read_to_string(dir.join(page)).unwrap();
        assert!(page.contains(".TH tengen") && page.contains(content), "{page}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
    let missing = run(&["man", dir.to_str().unwrap()], b"");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).starts_with(&format!("tengen: {}", dir.display())));
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = text(&run(&["completions", shell], b"").stdout);
        assert!(script.contains("tengen") && script.contains("sprt"), "{shell}: {script}");
    }
}
