//! The subcommands from a shell's side: output, errors, exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

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
fn options_of_the_protocol_before_a_subcommand_are_refused() {
    let output = run(&["--game", "othello", "perft", "1"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--game before a subcommand"));
    assert!(run(&["--log", "error", "perft", "1"], b"").status.success());
}
