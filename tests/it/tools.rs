//! The subcommands from a shell's side: output, errors, exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use tengen::arena::opening::book::Book;
use tengen::coord::Size;
use tengen::gomoku::rule::Rule;
use tengen::record::game::Variant;

/// Runs the program with `arguments` on `input`.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not want its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
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
fn forbidden_goes_on_after_a_bad_line() {
    let output = run(&["forbidden", "--why"], b"f8o2h7o3h6o6g8c15\nh8?\nh8i9\n");
    assert_eq!(output.status.code(), Some(1));
    let lines = text(&output.stdout);
    assert!(lines.starts_with("f8o2h7o3h6o6g8c15\th8\n  h8 33: three "), "{lines}");
    assert!(lines.ends_with("h8i9\t-\n"), "{lines}");
    assert!(text(&output.stderr).contains("line 2"));
}

#[test]
fn solve_checks_scores_and_goes_on_after_a_bad_line() {
    let good = include_str!("../data/othello/ffo-1-19.obf").lines().next().unwrap();
    let bad = good.replace("g8:+18", "g8:+20");
    let output = run(&["solve", "-"], format!("{good}\n\u{e9}\n").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let lines = text(&output.stdout);
    assert!(lines.starts_with("ffo01\t+18\tg8\t") && lines.contains("\ntotal\t1\t"), "{lines}");
    assert!(text(&output.stderr).starts_with("-:2: column 1"));
    assert!(run(&["solve", "--check", "-"], good.as_bytes()).status.success());
    assert_eq!(run(&["solve", "--check", "-"], bad.as_bytes()).status.code(), Some(1));
    assert_eq!(run(&["solve", "no such file"], b"").status.code(), Some(2));
}

#[test]
fn openings_are_a_book_and_repeat() {
    let arguments: Vec<&str> =
        "openings --rule renju --size 13 --count 3 --plies 3-5 --band 1.5 --nodes 300 --seed 4"
            .split(' ')
            .collect();
    let output = run(&arguments, b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    let size = Size::new(13, 13).unwrap();
    let book = Book::read(&lines, Variant::Gomoku { rule: Rule::Renju, size }).unwrap();
    assert_eq!(book.openings.len(), 3);
    assert!(book.openings.iter().all(|opening| (3..=5).contains(&opening.len())));
    for line in lines.lines() {
        let score: f64 = line.split('\t').nth(1).unwrap().parse().unwrap();
        assert!(score.abs() <= 1.5, "{line}");
    }
    assert_eq!(text(&run(&arguments, b"").stdout), lines);
    let othello = run(&["openings", "--game", "othello", "--count", "2", "--nodes", "100"], b"");
    let book = Book::read(&text(&othello.stdout), Variant::Othello).unwrap();
    assert!(book.openings.len() == 2 && book.openings.iter().all(|opening| opening.len() == 8));
}

#[test]
fn openings_that_cannot_be_are_refused() {
    for (arguments, message) in [
        (&["--game", "othello", "--size", "8"][..], "--rule and --size are for Gomoku"),
        (&["--plies", "0"], "no openings of 0 to 0 plies"),
        (&["--plies", "4-"], "a number or a range such as 4-8"),
        (&["--band=-1"], "a number of points from 0 to 64"),
        (&["--band", "nan"], "a number of points from 0 to 64"),
        (&["--plies", "1", "--band", "0", "--nodes", "1"], "none of the last 1000"),
    ] {
        let output = run(&[&["openings"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn options_of_the_protocol_before_a_subcommand_are_refused() {
    let output = run(&["--game", "othello", "perft", "1"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--game before a subcommand"));
    assert!(run(&["--log", "error", "perft", "1"], b"").status.success());
}
