//! `tengen puzzles` as a command: the puzzles, the files it writes, errors, exit codes.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::tools::{objects, run, temporary, text};

/// `f15-d004-game` of `threats.tsv`: Black wins in 9 plies.
const GOMOKU: &str = "d6f13i13h11i14l14e10j12g12i11k13f11g11f12f14h10";
/// Scores of all moves in discs, from the file: g8 +18, h1 +12, ...
const ENDGAME: &str = include_str!("../data/othello/ffo-1-19.obf");

fn puzzles(arguments: &[&str], input: &str) -> Output {
    run(&[&["puzzles"], arguments, &["-"]].concat(), input.as_bytes())
}

fn first_endgame() -> &'static str {
    ENDGAME.lines().next().unwrap()
}

#[test]
fn an_endgame_has_the_scores_of_its_file() {
    let output = puzzles(&["--format", "json", "--threads", "1"], first_endgame());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let objects = objects(&output);
    let puzzle = &objects[0];
    assert_eq!(
        (&puzzle["move"], &puzzle["score"], &puzzle["second"]),
        (&"g8".into(), &18.into(), &12.into())
    );
    let wrong = puzzle["wrong"].as_array().unwrap();
    for known in first_endgame().split(';').filter_map(|field| field.trim().split_once(':')) {
        let found = wrong.iter().find(|one| one["move"] == known.0);
        let score = found.map_or(&puzzle["score"], |one| &one["score"]);
        assert_eq!(score.as_i64().unwrap(), known.1.parse::<i64>().unwrap(), "{}", known.0);
    }
    assert_eq!(objects[1]["total"]["puzzles"], 1);
    let clearer = puzzles(&["--format", "json", "--margin", "8"], first_endgame());
    assert_eq!(self::objects(&clearer)[0]["total"]["puzzles"], 0);
}

#[test]
fn a_listing_names_the_game_and_the_place_in_the_language_of_the_person() {
    for (lang, place) in
        [("en", "   Othello. -, game 1, after ply "), ("zh", "   黑白棋。-，第 1 局，第 ")]
    {
        let output = puzzles(&["--lang", lang], first_endgame());
        let listing = text(&output.stdout);
        assert!(listing.lines().nth(1).unwrap().starts_with(place), "{listing}");
    }
}

#[test]
fn positions_of_othello_are_solved_and_checked() {
    let file = temporary("puzzles.obf");
    let output = puzzles(&["--positions", &file], first_endgame());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let checked = run(&["solve", "--check", "--all-moves", "--hash", "8", &file], b"");
    let scores = fs::read_to_string(&file).unwrap();
    fs::remove_file(file).unwrap();
    assert!(scores.contains(" g8:+18; h1:+12;") && scores.ends_with("% puzzle 1\n"), "{scores}");
    assert!(
        checked.status.success() && text(&checked.stderr).is_empty(),
        "{}",
        text(&checked.stderr)
    );
}

#[test]
fn a_win_by_one_move_is_found_and_its_position_proved() {
    let file = temporary("puzzles.txt");
    let output = puzzles(&["--format", "tsv", "--positions", &file], GOMOKU);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() == 2, "{table}");
    let cell = |name: &str| rows[1][rows[0].iter().position(|column| *column == name).unwrap()];
    assert_eq!((cell("plies"), cell("line").split(' ').count()), ("9", 9));
    assert_eq!((cell("goal"), cell("game"), cell("ply")), ("win", "1", "16"));
    let solved = run(&["solve", "--game", "gomoku", "--nodes", "100000", "--verify", &file], b"");
    let analyzed = run(&["analyze", "--nodes", "50", "--format", "json", &file], b"");
    fs::remove_file(file).unwrap();
    let solved = text(&solved.stdout);
    let found: Vec<&str> = solved.split('\t').collect();
    assert_eq!((found[1], found[2]), ("win", cell("move")), "{solved}");
    assert!(solved.contains("\tverified"), "{solved}");
    assert!(analyzed.status.success(), "{}", text(&analyzed.stderr));
}

#[test]
fn a_puzzle_is_listed_once_in_the_order_of_its_games() {
    // A game without a puzzle, and the same stones in another order.
    let other = GOMOKU.replacen("d6f13i13", "i13f13d6", 1);
    let input = format!("h8i9\n{GOMOKU}\n{other}\n");
    let listed = |threads: &str| {
        let output =
            puzzles(&["--format", "json", "--game", "gomoku", "--threads", threads], &input);
        let mut objects = objects(&output);
        let total = objects.pop().unwrap();
        assert_eq!((&total["total"]["games"], &total["total"]["repeated"]), (&3.into(), &1.into()));
        objects
    };
    let alone = listed("1");
    assert_eq!(alone.len(), 1);
    assert_eq!(listed("3"), alone);
}

#[test]
fn a_page_answers_every_move() {
    let (page, sheet) = (temporary("puzzles.html"), temporary("puzzles.svg"));
    let output = puzzles(&["--html", &page, "--svg", &sheet, "--lang", "zh"], GOMOKU);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let [page, sheet] = [page, sheet].map(|file| {
        let written = fs::read_to_string(&file).unwrap();
        fs::remove_file(file).unwrap();
        written
    });
    assert!(text(&output.stdout).contains("黑方先行取胜"), "{}", text(&output.stdout));
    assert!(sheet.contains("黑方先行取胜") && sheet.contains("class=\"board\""));
    for link in ["src=", "href=", "url(", "@import"] {
        assert!(!page.contains(link), "{link}");
    }
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let puzzle = &data["puzzles"][0];
    let wrong = puzzle["wrong"].as_array().unwrap();
    assert_eq!(wrong.len() + 1, 15 * 15 - 16, "every legal move");
    for one in wrong {
        let [line, steps] = ["line", "steps"].map(|key| one[key].as_array().unwrap().len());
        assert!(line == steps && line >= 2 && one["line"][0] == one["move"], "{one}");
    }
    let lengths = ["line", "steps"].map(|key| puzzle[key].as_array().unwrap().len());
    assert_eq!(lengths[0], lengths[1]);
}

#[test]
fn a_page_without_puzzles_has_no_board_to_play_on() {
    let page = temporary("no-puzzles.html");
    let output = puzzles(&["--html", &page], "h8i9");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = fs::read_to_string(&page).unwrap();
    fs::remove_file(page).unwrap();
    assert!(written.contains("\"puzzles\":[]"), "{written}");
}

#[test]
fn faults_are_told_and_nothing_is_lost() {
    let output = puzzles(&["--format", "json", "--game", "gomoku"], &format!("h8h8\n{GOMOKU}\n"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "tengen: -: line 1, column 3: move 2: h8 is occupied by black\n"
    );
    assert_eq!(objects(&output).len(), 2);
    let old = temporary("kept.html");
    fs::write(&old, "old").unwrap();
    for (arguments, message) in [
        (&["puzzles"][..], "<GAMES>"),
        (&["puzzles", "no such file", "--html", &old], "no such file: "),
        (&["puzzles", "--html", "no such folder/x.html", "-"], "no such folder/x.html: "),
        (&["puzzles", "--plies", "9-5", "-"], "expected N or N-M"),
        (&["puzzles", "--plies", "0-1", "-"], "expected a range with an odd number above 1"),
        (&["puzzles", "--plies", "4", "-"], "expected a range with an odd number above 1"),
        (&["puzzles", "--margin", "0", "-"], "0 is not in 1..=128"),
        (&["puzzles", "--nodes", "5", "-"], "5 is not in 100.."),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    fs::remove_file(old).unwrap();
}

#[cfg(unix)]
#[test]
fn more_files_are_read_than_may_be_open() {
    let file = temporary("many.psq");
    fs::write(&file, "Piskvorky 15x15, 0:0, 0\n8,8,1\nA\nB\n-1\n").unwrap();
    let script = "ulimit -n 40; exec \"$0\" puzzles --lang en --threads 1 \"$@\"";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tengen")])
        .args([&file; 60])
        .output()
        .unwrap();
    fs::remove_file(&file).unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("60 games"), "{}", text(&output.stdout));
}
