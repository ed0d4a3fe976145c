//! What scripts and shells need from the program: tables in formats for programs, manual pages, completions,
//! suggestions for misspelled words, and messages in the language of the user.

use std::process::Output;

use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::scratch::Scratch;
use crate::tools::{objects, run, temporary, text};
#[cfg(target_os = "linux")]
use crate::tournament::{games, write_program};

const ENDGAME: &str = "OOOOOOOOXXXXXXXXOXOXOXOXXOXOXOXOOXOXOXOXXOXOXOXOOOOOOOOOXXXXXX-- X; % last";

/// The table of `arguments` with `--format tsv` and with `--format json`, on `input`.
fn tables(arguments: &[&str], input: &str) -> (Vec<Vec<String>>, Vec<Value>) {
    let ask = |format: &str| {
        let output = run(&[arguments, &["--format", format]].concat(), input.as_bytes());
        assert!(output.status.success(), "{arguments:?} {}", text(&output.stderr));
        output
    };
    let lines = text(&ask("tsv").stdout);
    let rows = lines.lines().map(|line| line.split('\t').map(str::to_owned).collect());
    (rows.collect(), objects(&ask("json")))
}

/// The header names every field, and every row has a cell for each of them.
fn agree(rows: &[Vec<String>], objects: &[Value]) {
    let rows_of_json = objects.iter().filter(|object| object.get("total").is_none());
    assert_eq!(rows.len() - 1, rows_of_json.clone().count());
    for (row, object) in rows[1..].iter().zip(rows_of_json) {
        assert_eq!(row.len(), rows[0].len());
        for key in object.as_object().unwrap().keys() {
            assert!(rows[0].contains(key), "{key} is in no column");
        }
    }
}

#[test]
fn endgames_and_proofs_are_tables() {
    let (rows, objects) = tables(&["solve", "--all-moves", "--hash", "1", "-"], ENDGAME);
    agree(&rows, &objects);
    assert_eq!(objects[0]["name"], "last");
    let moves = objects[0]["moves"].as_array().unwrap();
    let best = format!(
        "{}:{:+}",
        objects[0]["move"].as_str().unwrap(),
        objects[0]["score"].as_i64().unwrap()
    );
    assert_eq!(moves[0], best.as_str());
    assert_eq!(objects[1]["total"]["positions"], 1);
    let gomoku = ["solve", "--game", "gomoku", "--nodes", "1000", "--hash", "1", "--verify", "-"];
    let (rows, objects) = tables(&gomoku, "h8a1i8c1j8e1\nh8i9\n");
    agree(&rows, &objects);
    assert_eq!((&objects[0]["result"], &objects[0]["plies"]), (&json!("win"), &json!(3)));
    assert_eq!(objects[0]["verification"], "verified");
    assert_eq!((&objects[1]["result"], objects[1].get("move")), (&json!("none"), None));
    let total = &objects[2]["total"];
    assert_eq!((&total["wins"], &total["unproved"]), (&json!(1), &json!(0)));
    assert_eq!(objects[0]["proof_nodes"], total["proof_nodes"]);
}

#[test]
fn counts_and_forbidden_points_are_tables() {
    let (rows, objects) = tables(&["perft", "3"], "");
    agree(&rows, &objects);
    assert_eq!(
        objects.iter().map(|row| row["leaves"].as_u64().unwrap()).collect::<Vec<_>>(),
        [4, 12, 56]
    );
    let (rows, objects) = tables(&["forbidden", "--why"], "# a\n\nf8o2h7o3h6o6g8c15\nh8i9\n");
    agree(&rows, &objects);
    assert_eq!((&objects[0]["forbidden"], &objects[1]["forbidden"]), (&json!(["h8"]), &json!([])));
    assert_eq!(rows[2], ["h8i9", "-", "-"]);
    assert!(objects[0]["reasons"][0].as_str().unwrap().starts_with("h8 33: three "));
}

#[test]
fn books_openings_and_lists_are_tables() {
    let (rows, objects) = tables(&["book", "show", "f5"], "");
    agree(&rows, &objects);
    let best = &objects[0];
    assert!(best["value"].is_f64() && best["line"].is_array(), "{best}");
    let (rows, objects) = tables(&["book", "show", "--tree", "--plies", "2", "f5"], "");
    agree(&rows, &objects);
    assert!(objects.iter().any(|row| row["line"].as_array().unwrap().len() == 2));
    let (rows, objects) = tables(&["openings", "--count", "2", "--nodes", "100"], "");
    agree(&rows, &objects);
    assert!(rows.len() == 3 && objects[0]["score"].as_f64().unwrap().abs() <= 0.4);
    assert_eq!(rows[1][0], objects[0]["moves"].as_str().unwrap());
    let (rows, objects) = tables(&["check", "--list", "--only", "start"], "");
    agree(&rows, &objects);
    assert_eq!(objects[0]["check"], "start/silent");
    let (rows, objects) = tables(&["tune", "--search", "--list"], "");
    agree(&rows, &objects);
    assert!(objects.iter().all(|row| row["min"].as_i64() <= row["default"].as_i64()));
}

#[test]
fn databases_are_tables() {
    let database = temporary("tables.db");
    let file = temporary("tables.txt");
    let sgf = "(;FF[4]GM[4]SZ[15];B[hh];W[hi])";
    std::fs::write(&file, sgf).unwrap();
    let library = temporary("tables.lib");
    assert!(run(&["convert", &file, &library], b"").status.success());
    assert!(run(&["db", "import", &database, &library], b"").status.success());
    let (rows, objects) = tables(&["db", "stats", &database], "");
    agree(&rows, &objects);
    assert_eq!((&objects[0]["rule"], &objects[0]["size"]), (&json!("freestyle"), &json!("15x15")));
    let (rows, objects) = tables(&["db", "query", &database, "-"], "h8\n");
    agree(&rows, &objects);
    assert!(objects.iter().all(|row| row["position"] == "h8"), "{objects:?}");
    let (rows, objects) = tables(&["db", "check", &database], "");
    agree(&rows, &objects);
    let sound = json!({"positions": 2, "misplaced": 0, "unmarked": 0, "contradicted": 0});
    assert_eq!(objects, [sound]);
    let (_, objects) = tables(&["db", "check", "--fix", &database], "");
    assert_eq!((&objects[0]["fixed"], &objects[0]["repaired"]), (&json!(0), &json!(false)));
    for file in [database, file, library] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = temporary("pages");
    std::fs::create_dir(&folder).unwrap();
    assert!(run(&["man", &folder], b"").status.success());
    let readme = include_str!("../../README.md").lines();
    let rows = readme.filter_map(|line| line.strip_prefix("| `tengen ")?.split('`').next());
    let commands: Vec<&str> = rows.chain(["db query", "match simulate"]).collect();
    assert!(commands.len() > 18, "{commands:?}");
    let names = commands.iter().map(|command| format!("tengen-{}", command.replace(' ', "-")));
    for name in names.chain(["tengen".to_owned()]) {
        let page = std::fs::read_to_string(format!("{folder}/{name}.1"));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains("SYNOPSIS"), "{page}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments, b"");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    text(&output.stderr)
}

#[test]
fn slips_are_answered_with_what_was_meant() {
    for (arguments, meant) in [
        (&["anaylze", "x"][..], "'analyze'"),
        (&["bnech"], "'bench'"),
        (&["analyze", "--dept", "3", "-"], "'--depth'"),
        (&["analyze", "--rule", "renjuu", "-"], "'renju'"),
        (&["play", "--game", "otello"], "'othello'"),
        (&["convert", "--to", "transcripts", "-", "-"], "'transcript'"),
        (&["analyze", "--format", "jsn", "-"], "'json'"),
        (&["match", "--engine", "cmd=x", "nmae=y"], "did you mean 'name'?"),
        (
            &["match", "--engine", "cmd=x", "--engine", "cmd=y", "--rule", "standart"],
            "did you mean 'standard'?",
        ),
        (&["match", "--sprt", "elo_1=5"], "did you mean 'elo1'?"),
        (
            &["tune", "--search", "--params", "razor_bas", "--out", "x"],
            "did you mean 'razor_base'?",
        ),
        (&["check", "--only", "rule", "--", "x"], "did you mean 'rules'?"),
        (&["convert", "-", "x.sfg"], "did you mean 'sgf'?"),
        (&["picture", "-", "x.pgn"], "did you mean 'png'?"),
    ] {
        let message = refused(arguments);
        assert!(message.contains(meant), "{arguments:?}: {message}");
    }
}

#[test]
fn shells_complete_subcommands_options_and_values() {
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&run(&["completions", shell], b"").stdout);
        for word in ["puzzles", "analyze", "perft", "simulate", "renju", "transcript", "--html"] {
            let word = if shell == "fish" { word.trim_start_matches("--") } else { word };
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
}

#[test]
fn messages_are_in_the_language_of_the_person() {
    let chinese = |arguments: &[&str], input: &str| {
        let output = run(&[arguments, &["--lang", "zh"]].concat(), input.as_bytes());
        assert_ne!(output.status.code(), Some(0));
        text(&output.stderr)
    };
    assert_eq!(
        chinese(&["analyze", "no such file"], ""),
        "tengen: no such file: 文件或文件夹不存在\n"
    );
    let illegal = chinese(&["analyze", "--game", "gomoku", "--nodes", "1", "-"], "h8h8");
    assert_eq!(illegal, "tengen: -: 第 1 行第 3 列：第 2 手：h8 已有黑子\n");
    let forbidden = chinese(&["forbidden", "-"], "h8h8");
    assert_eq!(forbidden, "tengen: -: 第 1 行：h8 下了两次\n");
    let (file, lang) = (temporary("count.pos"), ["--lang", "zh"]);
    let converted = run(&[&["convert", "-", &file], &lang[..]].concat(), b"h8i9\nh8i8\n");
    assert_eq!(text(&converted.stdout), "2 局\n");
    std::fs::remove_file(file).unwrap();
    let usage = chinese(&["solve", "--rule", "renjuu", "-"], "");
    assert!(usage.starts_with("错误：“renjuu”不能用作 --rule <RULE> 的值\n"), "{usage}");
    assert!(usage.contains("\n  提示：是不是“renju”？\n"), "{usage}");
    assert!(usage.ends_with("\n详情请见 --help。\n"), "{usage}");
    assert!(chinese(&["picture", "-", "x.abc"], "").contains("未知的格式“x.abc”"));
    for (options, message) in [
        (&["--engine", "cmd=x", "depth=1"][..], "比赛至少要两个引擎，现有 1 个"),
        (&["--games", "3"], "--games: 值“3”无效（应为 不小于 2 的偶数，因为每个开局下两次）"),
        (&["--format", "swiss"], "--format: 值“swiss”无效（应为 round-robin 或 gauntlet）"),
        (&["--sprt", "elo0=9", "elo1=5"], "--sprt: elo0 9 应小于 elo1 5，两者都在 ±1000 以内"),
        (&["--sprt", "elo1=x"], "elo1=: 值“x”无效（应为 数字）"),
        (&["--game", "othello", "--dead-draw"], "--dead-draw 只用于 Gomoku"),
    ] {
        let said = chinese(&[&["match"], options].concat(), "");
        assert_eq!(said, format!("tengen: {message}\n"));
    }
}

#[test]
fn results_are_in_the_language_of_the_person() {
    let chinese = |arguments: &[&str], input: &str| {
        text(&run(&[arguments, &["--lang", "zh"]].concat(), input.as_bytes()).stdout)
    };
    let why = chinese(&["forbidden", "--why"], "f8o2h7o3h6o6g8c15\n");
    assert!(why.contains("\n  h8，三三：活三：f8 g8 h8"), "{why}");
    let [games, database] = ["zh.games", "zh.db"].map(temporary);
    let played = chinese(&["datagen", "--games", "1", "--nodes", "20", "--out", &games], "");
    assert!(played.starts_with("1 局：黑胜 "), "{played}");
    assert_eq!(chinese(&["db", "import", &database, "-"], ""), "读入 0 个局面，更改 0 个\n");
    assert_eq!(chinese(&["db", "check", &database], ""), "0 个局面\n");
    [games, database].iter().for_each(|file| std::fs::remove_file(file).unwrap());
}

fn learning_curves(arguments: &[&str]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/learning_curves.py");
    std::process::Command::new("python3").arg(script).args(arguments).output().unwrap()
}

#[test]
fn learning_curves_are_drawn_from_the_output_of_tune() {
    let log = "freestyle: 6000 games\n\
               value: 900 samples, 100 for validation\n\
               value  0: 0.70000 60.00 %, validation 0.71000 61.00 %\n\
               value  1: 0.60000 65.00 %, validation 0.62500 64.00 %\n\
               value, 20-50 stones, 60 for validation: 0.61000 66.00 %\n\
               policy: 800 samples, 90 for validation\n\
               policy  1: 2.3 first 30.00 % of three 60.00 %, validation 2.4 first 29.00 % of three 59.00 %\n";
    let path = temporary("curves.log");
    std::fs::write(&path, log).unwrap();
    let output = learning_curves(&[&path]);
    let picture = text(&output.stdout);
    assert!(output.status.success() && picture.ends_with("</svg>\n"), "{}", text(&output.stderr));
    assert_eq!(picture.matches("loss by epoch").count(), 2, "{picture}");
    assert_eq!(picture.matches("<polyline").count(), 4);
    assert!(picture.contains("900 samples, best 0.62500"), "{picture}");

    std::fs::write(&path, "nothing\n").unwrap();
    let output = learning_curves(&[&path]);
    assert!(!output.status.success() && text(&output.stderr).contains("no log has an epoch"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn best_losses_are_drawn_by_the_number_of_samples() {
    let paths = [(100_000, 0.6), (1000, 0.64), (10_000, 0.63)].map(|(samples, best)| {
        let path = temporary(&format!("by-{samples}.log"));
        let epochs = format!(
            "value  1: 0.70000 60.00 %, validation {best} 61.00 %\n\
             value  2: 0.50000 65.00 %, validation 0.68000 59.00 %\n"
        );
        let log = format!("value: {samples} samples, 90 for validation\n{epochs}");
        std::fs::write(&path, log).unwrap();
        path
    });
    let output = learning_curves(&["--by-samples", &paths[0], &paths[1], &paths[2]]);
    let picture = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(picture.matches("best held-out loss by millions of samples").count(), 1);
    // The line follows the numbers of samples, the colors the order of the logs.
    assert_eq!(picture.matches("<polyline").count(), 1, "{picture}");
    assert!(picture.contains("points=\"70.0,50.0 345.0,100.0 620.0,250.0\""), "{picture}");
    for dot in [
        "cx=\"620.0\" cy=\"250.0\" r=\"4\" fill=\"#1f77b4\"",
        "cx=\"70.0\" cy=\"50.0\" r=\"4\" fill=\"#d62728\"",
        "cx=\"345.0\" cy=\"100.0\" r=\"4\" fill=\"#2ca02c\"",
    ] {
        assert!(picture.contains(dot), "{picture}");
    }
    for mark in [">0.001<", ">0.01<", ">0.1<"] {
        assert!(picture.contains(mark), "{picture}");
    }

    let output = learning_curves(&["--by-samples", &paths[1]]);
    let picture = text(&output.stdout);
    assert!(picture.contains("<circle cx=\"70.0\" cy=\"150.0\""), "{}", text(&output.stderr));
    assert!(picture.contains(">0.002<"), "the axis of a single log has a length: {picture}");
    paths.iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn the_torture_of_a_database_says_why_it_ends() {
    let scratch = Scratch::new("torture");
    // Only the imports that may be killed name a language.
    let engine = scratch.path("engine");
    write_program(&engine, "#!/bin/sh\n[ \"$1\" != --lang ] || exit 3\n");
    let torture = |options: &[&str]| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/db_torture.py");
        let mut command = std::process::Command::new("python3");
        command.arg(script).args([&engine, &scratch.0]).args(["--positions", "5"]).args(options);
        let output = command.output().unwrap();
        assert!(!output.status.success());
        text(&output.stderr)
    };
    let said = torture(&["--queries", "6"]);
    assert!(said.contains("expected --queries from 0 to the number of --positions"), "{said}");
    let said = torture(&["--queries", "5", "--kills", "0"]);
    assert!(said.contains("the last import failed with exit status 3"), "{said}");
}

/// `train_gomoku.sh` with a stand-in for Tengen that writes `--out`, and the calls of the stand-in.
#[cfg(target_os = "linux")]
fn train_gomoku(scratch: &Scratch, steps: &[&str]) -> (Output, String) {
    let (tengen, log) = (scratch.path("tengen"), scratch.path("log"));
    let stand_in = "#!/bin/sh\n\
                    echo \"$*\" >>\"${0%/*}/log\"\n\
                    while [ \"$1\" != --out ]; do shift; done\n\
                    : >\"$2\"\n";
    write_program(&tengen, stand_in);
    std::fs::write(&log, "").unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/train_gomoku.sh");
    let mut command = std::process::Command::new("bash");
    command.args([script, "learned"]).args(steps).current_dir(&scratch.0);
    let output = command.env("TENGEN", &tengen).env("THREADS", "2").output().unwrap();
    let folder = format!("{}/learned/", std::fs::canonicalize(&scratch.0).unwrap().display());
    (output, std::fs::read_to_string(log).unwrap().replace(&folder, ""))
}

/// The calls of a training, without the threads and the language.
#[cfg(target_os = "linux")]
const TRAINING: &str = "\
tune --out seed.bin.part --from seed
--weights seed.bin datagen --rule freestyle --size 15,20,15 --games 20 --nodes 100 --seed 1 \
--out freestyle-1.games
tune --out freestyle-1.bin.part --rule freestyle --from seed.bin \
--lambda 0.5 --epochs 3 --rate 1 freestyle-1.games
tune --out renju-0.bin.part --rule renju --from freestyle-1.bin --like freestyle
--weights renju-0.bin datagen --rule renju --size 15,20,15 --games 8 --nodes 40 --seed 1 \
--out renju-1.games
tune --out renju-1.bin.part --rule renju --from renju-0.bin \
--lambda 0.5 --epochs 3 --rate 1 renju-1.games
--weights renju-1.bin datagen --rule renju --size 15,20x15 --games 9 --nodes 50 --seed 7 \
--out renju-2.games
tune --out renju-2.bin.part --rule renju --from renju-1.bin \
--lambda 0.7 --epochs 1 --rate 0.1 --keep policy renju-1.games renju-2.games
tune --out renju-3.bin.part --rule renju --from renju-2.bin --like freestyle \
--lambda 0.5 --epochs 3 --rate 1 renju-2.games
";

#[cfg(target_os = "linux")]
#[test]
fn a_training_of_gomoku_follows_its_steps_and_resumes() {
    let scratch = Scratch::new("training");
    let steps = [
        "freestyle:20:100",
        "renju:8:40",
        "renju:9:50:size=15,20x15:seed=7:lambda=0.7:epochs=1:rate=0.1:keep=policy",
        "renju:like=freestyle:back=1",
    ];
    let (output, log) = train_gomoku(&scratch, &steps);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(log.replace(" --threads 2", "").replace(" --lang en", ""), TRAINING);

    std::fs::remove_file(scratch.path("learned/renju-2.bin")).unwrap();
    let (output, log) = train_gomoku(&scratch, &steps);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let tuned: Vec<&str> = log.lines().filter(|line| line.starts_with("tune ")).collect();
    assert!(tuned.len() == 1 && tuned[0].contains("--out renju-2.bin.part "), "{log}");
}

#[cfg(target_os = "linux")]
#[test]
fn wrong_steps_of_a_training_of_gomoku_are_refused_before_it_starts() {
    let scratch = Scratch::new("training-steps");
    for (step, message) in [
        ("renjuu:8:40", "invalid RULE 'renjuu' (expected freestyle, "),
        ("renju:8", "invalid NODES '' (expected a number above 0)"),
        ("renju:0:40", "invalid GAMES '0' (expected a number above 0)"),
        ("renju:8:40:lambda=1.5", "invalid lambda '1.5' (expected a number from 0 to 1)"),
        ("renju:8:40:rate=0.0", "invalid rate '0.0' (expected a number above 0, at most 10)"),
        ("renju:8:40:size=15,4", "invalid size '15,4' (expected sides from 5 to 22"),
        ("renju:8:40:sise=15", "unknown key 'sise' (expected size, "),
        ("renju:8:40:seed", "'seed' is not KEY=VALUE"),
        ("renju:8:40:back=1:back=2", "back is given twice"),
        ("renju:8:40:like=caro", "there is no earlier step of caro"),
        ("renju:back=1", "there are no earlier games of renju"),
        ("freestyle:seed=7", "size and seed need GAMES:NODES"),
    ] {
        let (output, log) = train_gomoku(&scratch, &["freestyle:20:100", step]);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), log.as_str()), (Some(2), ""), "{said}");
        assert!(said.starts_with(&format!("train_gomoku.sh: step '{step}': {message}")), "{said}");
    }
    assert!(!scratch.path("learned").exists());
}

/// The games of the last step of each rule are those of the table of the weights in the tree.
#[cfg(target_os = "linux")]
#[test]
fn the_documented_training_of_gomoku_has_valid_steps() {
    let readme = include_str!("../../scripts/README.md");
    let (_, command) = readme.split_once("\nscripts/train_gomoku.sh tree \\\n").unwrap();
    let (command, _) = command.split_once("\n```").unwrap();
    let steps: Vec<&str> = command.split_whitespace().filter(|&word| word != "\\").collect();
    let (output, log) = train_gomoku(&Scratch::new("documented"), &steps);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for (rule, games) in [
        ("freestyle", "290,256"),
        ("standard", "37,388"),
        ("renju", "24,962"),
        ("caro", "62,497"),
        ("exact caro", "30,163"),
    ] {
        assert!(readme.contains(&format!("\n| {rule} | {games} | ")), "{rule}");
        let rule = if rule == "exact caro" { "caro-exact" } else { rule };
        let rule = format!(" datagen --rule {rule} ");
        let last = log.lines().rfind(|line| line.contains(&rule)).unwrap();
        assert!(last.contains(&format!(" --games {} ", games.replace(',', ""))), "{last}");
    }
}

#[cfg(target_os = "linux")]
fn overruns(engine: &str, options: &[&str]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/overruns.py");
    std::process::Command::new("python3").args([script, engine]).args(options).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn overruns_are_a_table_of_first_and_later_moves() {
    for game in ["gomoku", "othello"] {
        let few = ["--memory", "64", "--limit", "30", "--moves", "2", "--load", "1"];
        let never = ["--worst", "1e9", "1e9"];
        let options = [&["--game", game][..], &few, &never].concat();
        let output = overruns(env!("CARGO_BIN_EXE_tengen"), &options);
        let printed = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let (table, start) = printed.trim_end().rsplit_once('\n').unwrap();
        let start = start.strip_prefix("OK after ").unwrap();
        let start = start.strip_suffix(" ms at worst, with 64 MiB").unwrap();
        let (median, worst) = start.split_once(" ms (median), ").unwrap();
        let [median, worst] = [median, worst].map(|ms| ms.parse::<u32>().unwrap());
        assert!(median <= worst, "{printed}");
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["move", "first", "later"]);
        assert!(rows[1..].iter().flat_map(|row| &row[1..]).all(|cell| cell.parse::<f64>().is_ok()));
        assert!(rows.iter().all(|row| row.len() == 7), "{table}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_overrun_beyond_the_worst_that_is_allowed_is_a_failure() {
    let engine = temporary("late.sh");
    let script = "#!/bin/sh\nwhile read -r line; do\n\
                  case $line in START*) echo OK;; PLAY*) echo 7,7;; BEGIN*) sleep 0.06; echo 7,8;; END) exit;; esac\n\
                  done\n";
    write_program(engine.as_ref(), script);
    // No processor time at all is 1 ms below the limit.
    for (worst, part) in [(["50", "1e9"], "wall"), (["1e9", "-1000"], "processor")] {
        let few = ["--limit", "1", "--moves", "1", "--worst"];
        let output = overruns(&engine, &[&few[..], &worst].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(text(&output.stdout).contains("\nlater\t"), "the table is printed all the same");
        assert!(said.starts_with("beyond the limit: "), "{said}");
        assert!(said.ends_with(&format!(" ms of {part} time\n")) && !said.contains(','), "{said}");
    }
    std::fs::remove_file(engine).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_is_no_move_is_no_overrun() {
    let engine = temporary("no-move.sh");
    let script = "#!/bin/sh\nwhile read -r line; do\n\
                  case $line in START*) echo OK;; PLAY*) echo 7,7;; BEGIN*) echo ERROR none;; esac\n\
                  done\n";
    write_program(engine.as_ref(), script);
    let output = overruns(&engine, &["--moves", "1"]);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert_eq!(text(&output.stderr), "BEGIN was answered by ERROR none\n");
    let output = overruns("false", &["--moves", "1"]);
    assert_eq!(text(&output.stderr), "START 15 was answered by the end of the output\n");
    std::fs::remove_file(engine).unwrap();
}

/// `fresh_openings.py` on a small board with small searches. `engine` stands for Tengen.
#[cfg(target_os = "linux")]
fn fresh_openings(engine: &str, out: &str, options: &[&str]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/fresh_openings.py");
    let mut command = std::process::Command::new("python3");
    command.args([script, "--engine", &format!("'{engine}'"), "--engine-info", "hash_size=1024"]);
    command.args(["--size", "9", "--candidate-nodes", "100", "--nodes", "200"]);
    command.args(["--proof-nodes", "400", "--out", out]).args(options).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn fresh_openings_are_for_a_match_and_continue_after_an_interruption() {
    let scratch = Scratch::new("fresh");
    let (tengen, out) = (env!("CARGO_BIN_EXE_tengen"), scratch.file("openings.txt"));
    let other = format!("'{tengen}'");
    let find = |options: &[&str]| {
        let same = ["--other", &other, "--other-info", "show_detail=1", "hash_size=1024"];
        let scores = ["--other-score", r"score (\S+)", "--other-scale", "1", "--band", "3"];
        let output = fresh_openings(tengen, &out, &[&same[..], &scores, options].concat());
        (output.status.code(), text(&output.stderr), std::fs::read_to_string(&out).unwrap())
    };
    let (code, progress, one) = find(&["--count", "1"]);
    assert_eq!(code, Some(0), "{progress}");
    assert!(progress.contains("1 of 1 kept, ") && one.ends_with('\n'), "{progress}");
    // An interruption may cut off the last line.
    std::fs::write(&out, format!("{one}# h8i")).unwrap();
    let (code, progress, two) = find(&["--count", "2"]);
    assert_eq!(code, Some(0), "{progress}");
    assert!(progress.contains("2 of 2 kept, ") && two.starts_with(&one), "{progress}{two}");
    let added = two.lines().count() - one.lines().count();
    assert_eq!(progress.lines().count(), added, "nothing is judged twice: {progress}");
    let (code, said, same) = find(&["--count", "2", "--seed", "2"]);
    assert_eq!((code, same), (Some(2), two));
    assert!(said.contains("does not begin with the line of these options:\n# fresh_op"), "{said}");

    let engine = format!("cmd={other}");
    let engines = ["--engine", &engine, "name=one", "--engine", &engine, "name=two"];
    let limits = ["--size", "9", "--depth", "1", "--max-plies", "9", "--games", "4"];
    let folder = scratch.file("match");
    let files = ["--openings", &out, "--out", &folder];
    let output = run(&[&["match"][..], &engines, &limits, &files].concat(), b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("Openings: 2 of openings.txt"));
    assert_eq!(games(folder.as_ref()).len(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn fresh_openings_are_those_that_the_other_engine_calls_even_and_undecided() {
    let scratch = Scratch::new("even");
    let (other, out) = (scratch.path("other"), scratch.file("openings.txt"));
    // Counts its searches of either length in files. Only the last line of a search has its result.
    let script = "#!/bin/sh\n\
                  while read -r line; do case $line in\n\
                  'INFO max_node '*) nodes=${line##* };;\n\
                  DONE) echo >>\"$0.$nodes\"\n\
                  case $nodes-$(wc -l <\"$0.$nodes\") in\n\
                  200-1) value=-300;; 200-2) value=+M5;; 400-1) value=-M6;; *) value=60;; esac\n\
                  echo \"MESSAGE Depth 5-9 | Eval 900 | Time 2ms | H8\"\n\
                  echo \"MESSAGE Speed 1K | Depth 9-12 | Eval $value | Node 9K | Time 12ms\"\n\
                  echo 7,7;;\n\
                  END) exit;; esac done\n";
    write_program(&other, script);
    let other = format!("'{}'", other.display());
    let options = ["--other", &other, "--count", "1"];
    let output = fresh_openings(env!("CARGO_BIN_EXE_tengen"), &out, &options);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = std::fs::read_to_string(&out).unwrap();
    // Others are rejected by Tengen alone.
    let remarks =
        lines.lines().skip(1).filter_map(|line| line.find("other ").map(|at| &line[at..]));
    let expected = ["other -3.99", "other decided", "other decided at 400 nodes", "other +0.80"];
    assert_eq!(remarks.collect::<Vec<_>>(), expected, "{lines}");
    let kept: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(kept.len() == 1 && kept[0].ends_with("other +0.80"), "{lines}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_fails_ends_the_search_for_openings() {
    let scratch = Scratch::new("failing");
    let tengen = scratch.path("tengen");
    let script = "#!/bin/sh\n\
                  [ \"$1\" != openings ] || { echo e5f6; exit; }\n\
                  while read -r line; do case $line in\n\
                  DONE) echo MESSAGE score +0.10; echo 7,7;; END) exit;; esac done\n";
    write_program(&tengen, script);
    let fails = |engine: &str, options: &[&str], reason: &str| {
        let options = [&["--other"], options].concat();
        let output = fresh_openings(engine, &scratch.file("openings.txt"), &options);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("fresh_openings.py: ") && said.contains(reason), "{said}");
    };
    let engine = scratch.file("tengen");
    fails(&engine, &["false"], "other: exited without a move after e5f6");
    fails(&engine, &["sleep 60", "--patience", "0.3"], "no move within 0.3 s after e5f6");
    fails(&engine, &["echo ERROR no such rule"], "other: ERROR no such rule");
    fails(&engine, &["echo 7,7"], "other moved without a score that matches ");
    fails(&engine, &["./nothing"], "other cannot be started: ");
    fails("false", &["false"], "no more candidates: ");
}
