//! `tengen analyze` and `tengen solve` as commands: output, errors, exit codes.

use std::process::Output;

use crate::tools::{objects, run, temporary, text};

const GAME: &str = "f5f4c3d6d7c6d3g5g3d8h5f3e3h2g4d2f6g6h3h4h1e7e1e6h6d1c1f2g1e2";

fn analyze(arguments: &[&str], input: &str) -> Output {
    run(&[&["analyze"], arguments, &["-"]].concat(), input.as_bytes())
}

/// The rows of a table without its header.
fn rows(output: &Output) -> Vec<Vec<String>> {
    let lines = text(&output.stdout);
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect();
    lines.lines().skip(1).map(cells).collect()
}

const QUICK: [&str; 6] = ["--depth", "2", "--solve", "0", "--hash", "1"];

#[test]
fn games_are_analyzed_as_far_as_their_first_illegal_move() {
    let input = format!("{GAME}\nresult: unfinished\nf5f5\nf5d6\n");
    let output = analyze(&[&QUICK[..], &["--format", "tsv"]].concat(), &input);
    assert_eq!(output.status.code(), Some(1));
    let fault = "tengen: -: line 3: move 2: f5 is occupied by black\n";
    assert_eq!(text(&output.stderr), fault);
    let rows = rows(&output);
    let head = |row: &Vec<String>| row[..4].join(" ");
    assert_eq!(head(&rows[0]), "1 1 black f5");
    let rest: Vec<String> = rows.iter().filter(|row| row[0] != "1").map(head).collect();
    assert_eq!(rest, ["2 1 black f5", "3 1 black f5", "3 2 white d6"]);
    let again = analyze(&[&QUICK[..], &["--format", "tsv"]].concat(), GAME);
    assert!(again.status.success() && again.stderr.is_empty());
    assert!(text(&output.stdout).starts_with(&text(&again.stdout)));
}

#[test]
fn a_game_of_gomoku_is_analyzed_with_its_wins() {
    let limits = ["--nodes", "2000", "--hash", "1", "--format", "json"];
    let output = analyze(&limits, "h8a1i8a3j8a5o15o1");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let objects = objects(&output);
    let game = &objects[0];
    assert_eq!(
        (game["rule"].as_str(), game["plies"].as_array().unwrap().len()),
        (Some("freestyle"), 8)
    );
    let ply = |number: usize| &game["plies"][number - 1];
    assert_eq!(ply(7)["missed_win"], 3);
    assert_eq!(ply(8)["allowed_win"], 3);
    assert_eq!(game["rest"]["score"]["win"], 3);
    let mean = |side: &str| game[side]["mean_loss"].as_f64().unwrap();
    assert!(mean("white") > mean("black"), "White plays at the edge");
    assert_eq!(objects[1]["total"]["gomoku"]["moves"], 8);
    let text_output = analyze(&limits[..4], "h8a1i8a3j8a5o15o1");
    let shown = text(&text_output.stdout);
    assert!(shown.contains("missed a forced win in 3 plies: "), "{shown}");
    assert!(shown.contains("allowed a forced win in 3 plies: "), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn the_event_and_what_is_forbidden_at_the_end_are_named() {
    let game = "(;GM[4]SZ[15]RU[renju]EV[Cup]RO[2]PB[Ann]PW[Bob];B[fh];W[ob];B[hg];W[oc];B[hf];\
                W[of];B[gh];W[co])";
    let limits = ["--nodes", "100", "--hash", "1"];
    let page = temporary("forbidden.html");
    let json = analyze(&[&limits[..], &["--format", "json", "--html", &page]].concat(), game);
    let shown = &objects(&json)[0];
    assert_eq!((&shown["event"], &shown["round"]), (&"Cup".into(), &"2".into()));
    assert_eq!(shown["forbidden"][0]["point"], "h8");
    assert!(shown["forbidden"][0]["reason"].as_str().unwrap().starts_with("33: three f8 g8 h8"));
    let html = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert!(html.contains("Cup, round 2. Gomoku, renju, 15x15"), "{html}");
    let output = analyze(&limits, game);
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().nth(1), Some("Cup, round 2"), "{lines}");
    let chinese = analyze(&[&limits[..], &["--lang", "zh", "--html", &page]].concat(), game);
    assert!(text(&chinese.stdout).contains("此时黑方禁手：h8，三三：活三：f8 g8 h8（"));
    let html = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(page).unwrap();
    assert!(html.contains("Cup，第 2 轮。五子棋，连珠（有禁手），15x15。"), "{html}");
    assert!(html.contains("三三：活三：f8 g8 h8（"), "{html}");
    assert!(
        lines.contains("forbidden to Black now: h8, a double-three: three f8 g8 h8"),
        "{lines}"
    );
}

#[test]
fn an_analysis_speaks_chinese() {
    let output = analyze(&["--nodes", "100", "--lang", "zh", "--hash", "1"], "h8i9g7i9");
    let shown = text(&output.stdout);
    assert!(shown.contains("第 1 局：五子棋，无禁手，15x15"), "{shown}");
    assert!(shown.contains("平均损失"), "{shown}");
    assert!(shown.contains("棋谱在第 3 手后中断：第 4 手：i9 已有白子"), "{shown}");
}

#[test]
fn a_page_holds_the_analysis_and_needs_no_other_file() {
    let page = temporary("analysis.html");
    let output = analyze(&["--nodes", "100", "--hash", "1", "--html", &page], "h8i9g7i9");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let written = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(page).unwrap();
    let data = written.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["games"][0]["steps"], serde_json::json!(["h8b", "i9w", "g7b"]));
    let ending = data["games"][0]["ending"].as_str().unwrap();
    assert!(ending.starts_with("The record ends after ply 3: move 4: i9 is occupied"), "{ending}");
    for link in ["src=", "href=", "url(", "@import"] {
        assert!(!written.contains(link), "{link}");
    }
}

#[test]
fn row_1_may_be_at_the_bottom_of_the_page() {
    let page = temporary("bottom.html");
    let quick = ["--nodes", "100", "--hash", "1", "--format", "json", "--size", "5"];
    let bottom = ["--row1", "bottom", "--html", &page];
    let output = analyze(&[&quick[..], &bottom].concat(), "c1c2");
    let written = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(page).unwrap();
    // Above five rows of 20 is a space of 4.
    assert!(written.contains("data-row1=\\\"94\\\" data-step=\\\"-20\\\""), "{written}");
    let game = &objects(&output)[0];
    assert_eq!((&game["row1"], &game["plies"][1]["move"]), (&"bottom".into(), &"c2".into()));
    let top = objects(&analyze(&quick, "c1c2"));
    assert_eq!(top[0]["row1"], "top");
}

#[test]
fn the_squares_of_an_othello_page_have_scores() {
    let page = temporary("squares.html");
    let output = analyze(
        &[&QUICK[..], &["--game", "othello", "--format", "json", "--html", &page]].concat(),
        "f5d6",
    );
    std::fs::remove_file(page).unwrap();
    let objects = objects(&output);
    let squares = |ply: usize| objects[0]["plies"][ply]["squares"].as_array().unwrap().len();
    assert_eq!((squares(0), squares(1)), (4, 3));
    let without =
        analyze(&[&QUICK[..], &["--game", "othello", "--format", "json"]].concat(), "f5d6");
    assert!(!text(&without.stdout).contains("squares"));
}

#[test]
fn mean_losses_have_their_units() {
    let othello = analyze(&[&QUICK[..], &["--game", "othello"]].concat(), "f5d6");
    let gomoku = analyze(&["--nodes", "100", "--hash", "1"], "h8i9g7");
    for (output, unit) in [(othello, " discs, accuracy "), (gomoku, " %, accuracy ")] {
        let shown = text(&output.stdout);
        assert!(shown.contains(unit), "{shown}");
    }
}

#[test]
fn several_threads_find_the_same_final_scores() {
    const WHOLE: &str = "d3e3f4c5e6f3d2d1c3c2c4e2f2g1c1b1b6g3h3g4f5h5g5h6g6b3a3f7g7f8e1f1b2a4a5b4\
        g2c6d6d7b5h1c7a6a7c8e8h2h4d8e7b7a2a1a8b8g8f6h7h8";
    // The number, score and best score of each solved ply, and the total nodes.
    let found = |threads: &str| -> (Vec<serde_json::Value>, u64) {
        let arguments = ["--threads", threads, "--depth", "1", "--solve", "19", "--hash", "8"];
        let output = analyze(&[&arguments[..], &["--format", "json"]].concat(), WHOLE);
        let objects = objects(&output);
        let plies = objects[0]["plies"].as_array().unwrap().iter();
        let exact = plies.filter(|ply| ply["exact"] == true);
        let scores =
            exact.map(|ply| serde_json::json!([ply["ply"], ply["score"], ply["best"]["score"]]));
        (scores.collect(), objects[1]["total"]["nodes"].as_u64().unwrap())
    };
    let (alone, few) = found("1");
    assert!(alone.len() >= 10, "{alone:?}");
    // On a busy machine the second thread may come too late to search anything, but not every time.
    let searches_too = (0..10).any(|_| {
        let (together, many) = found("2");
        assert_eq!(together, alone);
        many != few
    });
    assert!(searches_too, "the second thread has not searched");
}

#[test]
fn an_analysis_can_be_limited_by_time_per_position() {
    // Without the limit, so deep a search would not end.
    let arguments = ["--time", "1", "--depth", "50", "--solve", "0", "--format", "tsv"];
    let output = analyze(&arguments, "f5d6c3");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(rows(&output).len(), 3);
}

#[test]
fn an_analysis_uses_the_given_weights() {
    let weights = temporary("analysis.bin");
    let tune = ["tune", "--game", "othello", "--from", "seed", "--out", &weights];
    assert!(run(&tune, b"").status.success());
    let scores = |arguments: &[&str]| {
        let output = analyze(
            &[&["--depth", "1", "--solve", "0", "--format", "tsv"], arguments].concat(),
            "f5d6c3d3",
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        let text = text(&output.stdout);
        text.lines().nth(1).unwrap().to_owned()
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
        (&["analyze", "--depth", "0", "-"], "0 is not in 1..=225"),
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
        (&["--all-moves", "--check"][..], "-: line 1: ffo01: h1: solved +12, the file says -12\n"),
        (
            &["--all-moves", "--wld", "--check"],
            "-: line 1: ffo01: h1: solved win, the file says loss\n",
        ),
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

#[test]
fn games_of_wthor_have_the_names_beside_them() {
    let file = temporary("names.wtb");
    let game = "f5d6c3d3\nresult: unfinished\nblack: Ann\nwhite: Bob\nevent: Cup\n";
    assert!(run(&["convert", "-", &file], game.as_bytes()).status.success());
    let output = run(&[&["analyze"], &QUICK[..], &[&file]].concat(), b"");
    for ending in ["wtb", "jou", "trn"] {
        std::fs::remove_file(std::path::Path::new(&file).with_extension(ending)).unwrap();
    }
    let shown = text(&output.stdout);
    assert!(shown.starts_with("Game 1: Ann - Bob, Othello\nCup\n"), "{shown}");
}
