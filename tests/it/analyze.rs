//! `tengen analyze` and `tengen solve` as commands: output, errors, exit codes.

use std::process::Output;

use crate::tools::{run, temporary, text};

const GAME: &str = "f5f4c3d6d7c6d3g5g3d8h5f3e3h2g4d2f6g6h3h4h1e7e1e6h6d1c1f2g1e2";

fn analyze(arguments: &[&str], input: &str) -> Output {
    run(&[&["analyze"], arguments, &["-"]].concat(), input.as_bytes())
}

#[test]
fn games_are_analysed_and_an_invalid_one_is_reported() {
    let input = format!("{GAME}\nresult: unfinished\nf5f5\nf5d6\n");
    let output = analyze(&["--depth", "2", "--solve", "0", "--hash", "1"], &input);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "-:3: move 2: f5 is occupied by black\n");
    let lines = text(&output.stdout);
    let lines: Vec<&str> = lines.lines().collect();
    assert!(lines[0].starts_with("1\t1\tblack\tf5\t"), "{}", lines[0]);
    assert!(lines.iter().any(|line| line.starts_with("3\t2\twhite\td6\t")), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("total\t2\t"), "{lines:?}");
    let again = analyze(&["--depth", "2", "--solve", "0", "--hash", "1"], GAME);
    assert!(again.status.success() && again.stderr.is_empty());
    assert!(lines.join("\n").starts_with(text(&again.stdout).split_once("\ntotal").unwrap().0));
}

#[test]
fn several_threads_find_the_same_final_scores() {
    const WHOLE: &str = "d3e3f4c5e6f3d2d1c3c2c4e2f2g1c1b1b6g3h3g4f5h5g5h6g6b3a3f7g7f8e1f1b2a4a5b4\
        g2c6d6d7b5h1c7a6a7c8e8h2h4d8e7b7a2a1a8b8g8f6h7h8";
    // The number, score and best score of each solved ply, and the total nodes.
    let told = |threads: &str| -> (Vec<[String; 3]>, String) {
        let arguments = ["--threads", threads, "--depth", "1", "--solve", "19", "--hash", "8"];
        let output = analyze(&arguments, WHOLE);
        let lines = text(&output.stdout);
        let rows: Vec<Vec<&str>> = lines.lines().map(|line| line.split('\t').collect()).collect();
        let exact = rows.iter().filter(|row| row.get(8) == Some(&"exact"));
        let scores = exact.map(|row| [1, 4, 6].map(|column| row[column].to_owned())).collect();
        (scores, rows.last().unwrap()[5].to_owned())
    };
    let ((alone, few), (together, many)) = (told("1"), told("2"));
    assert!(alone.len() >= 10, "{alone:?}");
    assert_eq!(together, alone);
    assert_ne!(few, many, "the second thread has searched, too");
}

#[test]
fn an_analysis_can_be_limited_by_time_per_position() {
    let output = analyze(&["--time", "1", "--solve", "0"], "f5d6c3");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 3 + 2 + 1);
}

#[test]
fn an_analysis_uses_the_given_weights() {
    let weights = temporary("analysis.bin");
    let tune = ["tune", "--game", "othello", "--from", "seed", "--out", &weights];
    assert!(run(&tune, b"").status.success());
    let scores = |arguments: &[&str]| {
        let output = analyze(&[&["--depth", "1", "--solve", "0"], arguments].concat(), "f5d6c3d3");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let text = text(&output.stdout);
        text.lines().next().unwrap().to_owned()
    };
    assert_ne!(scores(&["--weights", &weights]), scores(&[]));
    std::fs::remove_file(weights).unwrap();
}

#[test]
fn a_search_to_a_depth_is_compared_with_the_scores_of_the_file() {
    let position = include_str!("../data/othello/ffo-1-19.obf").lines().next().unwrap();
    let rows = |arguments: &[&str]| -> Vec<Vec<String>> {
        let output = run(&[&["solve"], arguments, &["-"]].concat(), position.as_bytes());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
        text(&output.stdout).lines().map(fields).collect()
    };
    let checked = rows(&["--depth", "2", "--check"]);
    let [row, total] = &checked[..] else { panic!("{checked:?}") };
    let number = |text: &str| text.parse::<f64>().unwrap();
    // Its score is +18 by g8.
    assert_eq!(row[5], if row[2] == "g8" { "best" } else { "other" });
    assert!((number(&row[1]) - 18.0 - number(&row[6])).abs() < 0.001, "{row:?}");
    assert_eq!(
        (number(&total[4]), total[0].as_str()),
        (if row[2] == "g8" { 100.0 } else { 0.0 }, "total")
    );
    assert!((number(&total[5]) - number(&row[6]).abs()).abs() < 0.001, "{total:?}");
    let plain = rows(&["--depth", "2"]);
    assert_eq!((&plain[0][..4], plain[0].len(), plain[1].len()), (&row[..4], 5, 4));
    for (arguments, message) in [
        (&["--depth", "2", "--wld"][..], "'--depth <PLIES>' cannot be used with '--wld'"),
        (&["--depth", "2", "--all-moves"], "cannot be used with '--all-moves'"),
        (&["--depth", "0"], "0 is not in 1..=60"),
        (&["--depth", "2", "--game", "gomoku"], "--depth is for Othello"),
    ] {
        let output = run(&[&["solve"], arguments, &["-"]].concat(), position.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[test]
fn weights_change_the_nodes_of_a_solve_but_not_its_score() {
    let weights = temporary("solving.bin");
    let tune = ["tune", "--game", "othello", "--from", "seed", "--out", &weights];
    assert!(run(&tune, b"").status.success());
    let position = include_str!("../data/othello/ffo-1-19.obf").lines().next().unwrap();
    let solved = |arguments: &[&str]| -> Vec<String> {
        let output = run(&[arguments, &["solve", "-"]].concat(), position.as_bytes());
        text(&output.stdout).split('\t').map(str::to_owned).collect()
    };
    let (own, other) = (solved(&[]), solved(&["--weights", &weights]));
    assert_eq!(own[..3], other[..3]);
    assert_ne!(own[3], other[3], "the nodes");
    std::fs::remove_file(weights).unwrap();
    for game in ["othello", "gomoku"] {
        let output = run(&["solve", "--game", game, "--weights", "no such file", "-"], b"");
        assert!(text(&output.stderr).contains("no such file: "), "{game}");
    }
}

#[test]
fn an_impossible_analysis_is_refused() {
    for (arguments, message) in [
        (&["analyze", "no such file"][..], "no such file: "),
        (&["analyze", "--depth", "0", "-"], "0 is not in 1..=60"),
        (&["analyze"], "<FILE>"),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[test]
fn win_draw_loss_and_all_moves_are_solved_and_checked() {
    let good = include_str!("../data/othello/ffo-1-19.obf").lines().next().unwrap();
    let first = |arguments: &[&str], line: &str| {
        let output = run(&[&["solve", "--hash", "4"], arguments, &["-"]].concat(), line.as_bytes());
        let lines = text(&output.stdout);
        let fields: Vec<String> =
            lines.lines().next().unwrap().split('\t').map(str::to_owned).collect();
        (fields, output.status.code(), text(&output.stderr))
    };
    let (fields, code, _) = first(&["--wld", "--check"], good);
    assert_eq!((&fields[1][..], fields.len(), code), ("win", 5, Some(0)));
    let (fields, code, _) = first(&["--all-moves", "--check"], good);
    assert_eq!((&fields[1][..], fields.len(), code), ("+18", 6, Some(0)));
    assert!(
        fields[5].starts_with("g8:+18 ") && fields[5].ends_with("a4:-22 g2:-24"),
        "{}",
        fields[5]
    );
    let (fields, code, _) = first(&["--all-moves", "--wld", "--check"], good);
    assert_eq!((&fields[1][..], code), ("win", Some(0)));
    assert!(fields[5].contains("h1:win"), "{}", fields[5]);

    // A wrong score of a move that is not the best one.
    let other = good.replace("h1:+12", "h1:-12");
    assert_ne!(other, good);
    for (arguments, error) in [
        (&["--all-moves", "--check"][..], "-:1: ffo01: h1: solved +12, the file says -12\n"),
        (&["--all-moves", "--wld", "--check"], "-:1: ffo01: h1: solved win, the file says loss\n"),
    ] {
        let (_, code, errors) = first(arguments, &other);
        assert_eq!((code, errors.as_str()), (Some(1), error));
    }
    assert_eq!(first(&["--check"], &other).1, Some(0));
}

#[test]
fn several_threads_solve_finished_games_and_forced_moves() {
    let over = format!("{}{} O;", "X".repeat(32), "O".repeat(32));
    let passed = format!("{}O- O;", "X".repeat(62));
    let forced = format!("{}O- X;", "X".repeat(62));
    let input = [over, passed, forced].join("\n");
    for goal in [&["--threads", "3"][..], &["--threads", "3", "--wld", "--all-moves"]] {
        let output = run(&[&["solve", "--hash", "1"], goal, &["-"]].concat(), input.as_bytes());
        assert_eq!(text(&output.stderr), "", "{goal:?}");
        assert!(output.status.success() && text(&output.stdout).contains("total\t3\t"));
    }
}
