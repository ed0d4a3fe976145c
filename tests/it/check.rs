//! `tengen check` as a command, with Tengen itself as the program under test.

use std::process::Output;

use crate::arena_mock::mock_path;
use crate::program::english;
use crate::tools::text;

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

fn check(arguments: &[&str], command: &[&str]) -> Output {
    let mut check = english();
    check.arg("check").args(arguments);
    if !command.is_empty() {
        check.arg("--").args(command);
    }
    check.output().unwrap()
}

#[test]
fn tengen_passes_its_own_checks() {
    // A slow machine must not fail this test: late answers are only warnings.
    let patient = ["--tolerance", "60000", "--patience", "120000", "--movetime", "50"];
    let output = check(&[&patient[..], &["--format", "tsv"]].concat(), &[TENGEN]);
    let report = text(&output.stdout);
    for line in report.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields.len(), 5, "{line}");
        let late = fields[0] == "warning" && fields[4].starts_with("every move within");
        // Some systems do not report processes, or are too slow to catch a search.
        let untold = fields[0] == "skipped"
            && ["info", "end"].contains(&&fields[1][..fields[1].find('/').unwrap()]);
        assert!(fields[0] == "passed" || late || untold, "{line}");
    }
    assert!(report.lines().count() > 55);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn a_program_that_is_no_engine_fails_and_ends_the_checks() {
    let output = check(&["--only", "start,end"], &[TENGEN, "perft", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(report.contains("failed   start/ok "), "{report}");
    assert!(report.contains("skipped  end/idle "), "{report}");
    assert!(report.lines().last().unwrap().contains("failed"), "{report}");
}

#[test]
fn a_program_that_cannot_be_started_is_reported_once() {
    for arguments in [&["--only", "play/turn"][..], &["--format", "json"], &[]] {
        let output = check(arguments, &["no such program", "--its-arguments"]);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
        let message = text(&output.stderr);
        assert!(message.starts_with("tengen: cannot start 'no such program': "), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn a_failure_shows_the_conversation() {
    // A point in the centre is an error in Othello.
    let output = check(&["--only", "play/turn"], &[TENGEN, "--game", "othello"]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(report.contains("    expected  OK in answer to START 15\n"), "{report}");
    assert!(report.contains("    log       > START 15\n"), "{report}");
    assert!(report.ends_with("0 passed, 0 warnings, 1 failed, 0 skipped\n"), "{report}");
}

#[test]
fn checks_are_listed_and_chosen() {
    let all = text(&check(&["--list"], &[]).stdout);
    assert!(all.lines().count() > 55 && all.starts_with("start/silent  "), "{all}");
    let caro = text(&check(&["--list", "--rule", "caro", "--only", "rules,end/idle"], &[]).stdout);
    let names: Vec<&str> = caro.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["rules/caro", "rules/swap2", "end/idle"]);
    let wrong = check(&["--only", "stort"], &["x"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("unknown check 'stort' (see --list)"));
    let none = check(&["--rule", "renju", "--only", "rules/freestyle"], &["x"]);
    assert_eq!((none.status.code(), none.stdout.len()), (Some(2), 0));
    for (arguments, command, message) in [
        (&["--size", "9"][..], &["x"][..], "9 is not in 10..=22"),
        (&["--size", "23"], &["x"], "23 is not in 10..=22"),
        (&["--movetime", "soon"], &["x"], "invalid value 'soon'"),
        (&["--list", "--movetime", "2147483648"], &[], "2147483648 is not in 0..=2147483647"),
        (&[], &[], "<COMMAND>"),
    ] {
        let output = check(arguments, command);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn every_fault_of_a_real_process_is_found() {
    let mock = mock_path();
    for (fault, check_name, result) in [
        ("crash", "play/turn", "failed"),
        ("abort", "play/begin", "failed"),
        ("hang", "board/empty", "failed"),
        ("deaf", "play/turn", "failed"),
        ("late --late-by 4000", "time/turn-100", "failed"),
        ("occupied", "play/turn", "failed"),
        ("offboard", "play/begin", "failed"),
        ("faraway", "play/begin", "failed"),
        ("forbidden", "rules/fouls", "failed"),
        ("falsepass", "play/turn", "failed"),
        ("garbage", "lines/lf", "failed"),
        ("error", "lines/burst", "failed"),
        ("long-line", "play/begin", "failed"),
        ("flood", "play/begin", "failed"),
        ("doubled", "board/history", "failed"),
        ("resign", "play/turn", "failed"),
        ("start-error", "start/ok", "failed"),
        ("start-silence", "start/ok", "failed"),
        ("start-crash", "start/ok", "failed"),
        ("end-hang", "end/idle", "failed"),
        ("end-crash", "end/idle", "warning"),
        ("exit-before-start", "start/ok", "failed"),
    ] {
        let command = format!("{} --fault {fault}", mock.display());
        let command: Vec<&str> = command.split(' ').collect();
        let brief = ["--patience", "2000", "--tolerance", "1000", "--format", "tsv", "--only"];
        let output = check(&[&brief[..], &[check_name]].concat(), &command);
        let report = text(&output.stdout);
        let row = report.lines().nth(1).unwrap_or_default();
        assert!(row.starts_with(&format!("{result}\t{check_name}\t")), "{fault}: {report}");
        assert_eq!(output.status.code(), Some(i32::from(result == "failed")), "{fault}");
    }
}

#[test]
fn a_talkative_process_is_understood() {
    let mock = mock_path();
    let patient = ["--tolerance", "60000", "--patience", "120000", "--only", "play/turn"];
    let output = check(&patient, &[mock.to_str().unwrap(), "--fault", "babble"]);
    assert!(text(&output.stdout).starts_with("passed   play/turn"), "{output:?}");
}
