//! Whole matches through the program: output, files, interruptions and faults.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tengen::coord::Size;
use tengen::formats::{GameRecord, ggf, pos, psq, sgf, transcript};
use tengen::gomoku::rules::rule::Rule;

use crate::arena_mock::mock_path;
use crate::program::english;
use crate::scratch::Scratch;

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");
/// Upper limit for any step on a busy machine.
const DEADLINE: Duration = Duration::from_secs(120);

#[cfg(windows)]
#[test]
fn an_engine_is_found_by_a_path_with_backslashes() {
    let scratch = Scratch::new("backslash");
    let program = TENGEN.replace('/', "\\");
    let engine = format!("cmd={program} --seed 3");
    let mut command = english();
    command.args(["match", "--engine", &engine, "name=a", "--engine", &engine, "name=b"]);
    command.args(["--depth", "1", "--games", "2", "--generate", "count=1", "nodes=500", "band=3"]);
    let out = scratch.path("out");
    done(command.arg("--out").arg(&out));
    assert_eq!(games(&out).len(), 2);
}

/// A file of the same name in the current folder, which is no program, does not matter.
#[cfg(unix)]
#[test]
fn an_engine_is_looked_up_in_its_folder_first() {
    let scratch = Scratch::new("dir");
    fs::write(scratch.path("own"), "").unwrap();
    for folder in ["here", "there"] {
        fs::create_dir(scratch.path(folder)).unwrap();
        fs::copy(TENGEN, scratch.path(folder).join("own")).unwrap();
    }
    for (cmd, dir) in
        [("cmd=./own", "dir=there"), ("cmd=own", "dir=there"), ("cmd=here/own", "dir=there")]
    {
        let mut command = english();
        command.current_dir(&scratch.0).args(["match", "--engine", cmd, dir, "name=a"]);
        command.args(["--engine", "cmd=./here/own", "name=b", "--depth", "1", "--games", "2"]);
        command.args(["--generate", "count=1", "nodes=500", "band=3", "--out", cmd]);
        done(&mut command);
        assert_eq!(games(&scratch.path(cmd)).len(), 2);
    }
}

/// `tengen match` between two Tengens of different strength, from six openings.
pub fn tengens(out: &Path, options: &str) -> Command {
    let mut command = strong_and_weak(out, options);
    command.args(["--generate", "count=6", "nodes=500", "band=3"]);
    command
}

fn strong_and_weak(out: &Path, options: &str) -> Command {
    let mut command = english();
    command.arg("match").env_remove("RUST_LOG");
    command.args(["--engine", &format!("cmd='{TENGEN}'"), "name=strong", "nodes=300"]);
    command.args(["--engine", &format!("cmd='{TENGEN}'"), "name=weak", "nodes=20"]);
    command.args(["--each", "option.hash_size=1024"]);
    command.args(options.split_whitespace()).arg("--out").arg(out);
    command
}

pub fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}

pub fn done(command: &mut Command) -> String {
    let output = run(command);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(command: &mut Command) -> String {
    let output = run(command);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    String::from_utf8(output.stderr).unwrap()
}

/// The game lines of a journal by number, without fields that differ between runs.
pub fn games(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    let mut lines: Vec<(usize, String)> = text
        .lines()
        .filter(|line| line.starts_with("{\"game\":"))
        .map(|line| {
            let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
            let fields = game.as_object_mut().unwrap();
            fields.remove("us");
            fields.remove("said");
            fields.remove("began");
            (fields["game"].as_u64().unwrap() as usize, game.to_string())
        })
        .collect();
    lines.sort();
    let numbers: BTreeSet<usize> = lines.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers.len(), lines.len(), "no game is there twice");
    lines.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn a_gomoku_match_is_played_and_recorded() {
    let scratch = Scratch::new("gomoku");
    let out = scratch.path("out");
    let said = done(&mut tengens(&out, "--rule renju --games 6 --concurrency 2 --event Cup"));
    assert_eq!(said.lines().filter(|line| line.contains(" game ")).count(), 6, "{said}");
    assert!(said.contains("Results of strong vs weak"), "{said}");
    assert_eq!(games(&out).len(), 6);
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let of_sgf = sgf::read_all(&read("games.sgf"), Rule::Freestyle).unwrap();
    assert_eq!(of_sgf.len(), 6);
    for (index, game) in of_sgf.iter().enumerate() {
        let of_psq = psq::read(&read(&format!("psq/{:06}.psq", index + 1)), Rule::Renju).unwrap();
        assert_eq!(of_psq.moves.len(), game.moves.len());
        assert_eq!(of_psq.players, game.players);
        assert_eq!(of_psq.details.event.as_deref(), Some("Cup"));
        assert_eq!(of_psq.details.round, Some((index + 1).to_string()));
        assert!(of_psq.details.termination.is_some() && of_psq.details.opening_plies >= 4);
        assert_eq!(of_psq.verdict.claim(), game.verdict.claim());
        assert!(game.players[index % 2] == "strong" && game.players[1 - index % 2] == "weak");
    }
    let of_pos = pos::read_all(&read("games.pos"), Rule::Renju, Size::new(15, 15).unwrap());
    let lengths = |games: &[GameRecord]| games.iter().map(|g| g.moves.len()).collect::<Vec<_>>();
    assert_eq!(lengths(&of_pos.unwrap()), lengths(&of_sgf));
    assert!(read("report.html").contains("strong") && read("report.txt").contains("strong"));
}

#[test]
fn a_report_is_written_in_the_language_of_its_reader() {
    let scratch = Scratch::new("language");
    let out = scratch.path("out");
    let said = done(&mut tengens(&out, "--games 2 --lang zh"));
    assert!(said.contains("1/2 第 ") && !said.contains("plies"), "{said}");
    assert!(said.contains("strong 对 weak 的结果") && said.contains("报告："), "{said}");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert!(read("report.html").contains("<html lang=\"zh\">"));
    assert!(read("report.txt").contains("终局方式"));
    // Journals and records are read by programs.
    assert!(read("journal.jsonl").is_ascii() && read("games.sgf").is_ascii());
}

#[test]
fn an_othello_match_is_played_and_recorded() {
    let scratch = Scratch::new("othello");
    let out = scratch.path("out");
    done(&mut tengens(&out, "--game othello --games 4 --solve 10"));
    let of_ggf = ggf::read_all(&fs::read_to_string(out.join("games.ggf")).unwrap()).unwrap();
    assert_eq!(of_ggf.len(), 4);
    for (index, game) in of_ggf.iter().enumerate() {
        let path = out.join(format!("transcript/{:06}.txt", index + 1));
        let of_text = transcript::read(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(of_text.moves.len(), game.record.moves.len());
        assert_eq!(of_text.players, game.record.players);
    }
    assert!(games(&out).iter().all(|game| game.contains("\"reason\":\"solved\"")));
}

#[test]
fn othello_is_played_between_gtp_and_gomocup() {
    let scratch = Scratch::new("gtp");
    let out = scratch.path("out");
    let mut command = english();
    command.arg("match").env_remove("RUST_LOG").args(["--game", "othello", "--games", "4"]);
    command.args(["--engine", &format!("cmd='{TENGEN}' --protocol gtp"), "name=gtp", "proto=gtp"]);
    command.args(["movetime=5000", "option.info=max_node 200"]);
    command.args(["--engine", &format!("cmd='{TENGEN}'"), "name=own", "nodes=200"]);
    command.args(["--generate", "count=2", "nodes=500", "band=9"]).arg("--out").arg(&out);
    done(&mut command);
    let games = games(&out);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.contains("\"reason\":\"discs\"")), "{games:?}");
}

#[test]
fn a_match_is_reproducible_and_a_longer_one_starts_with_the_same_games() {
    let scratch = Scratch::new("same");
    let (one, other) = (scratch.path("one"), scratch.path("other"));
    done(&mut tengens(&one, "--games 8 --concurrency 2"));
    let said = done(&mut tengens(&other, "--games 4"));
    assert_eq!(games(&one)[..4], games(&other)[..]);
    assert!(!said.contains("note: "), "{said}");
    let said = done(&mut tengens(&other, "--games 8"));
    assert!(said.starts_with("resumed: 4 of 8 games played\n"), "{said}");
    assert_eq!(games(&one), games(&other));
    let shorter = done(&mut tengens(&other, "--games 4"));
    assert!(shorter.contains("8 of 8 games)"), "{shorter}");
    done(&mut tengens(&other, "--games 8"));
    let file = fs::read_to_string(other.join("match.toml")).unwrap();
    assert!(file.contains("games = 8"), "{file}");
    let config = other.join("match.toml");
    let third = scratch.path("third");
    let mut command = english();
    command.arg("match").arg("--config").arg(config).arg("--out").arg(&third);
    done(&mut command);
    assert_eq!(games(&one), games(&third));
}

#[test]
fn an_extended_match_has_the_openings_of_a_long_one() {
    let scratch = Scratch::new("longer");
    for (name, order) in [("sequential", ""), ("random", "--order random")] {
        let (one, other) = (scratch.path(&format!("{name}-1")), scratch.path(&format!("{name}-2")));
        let words = |games: u32| format!("--games {games} --generate nodes=50 band=3 {order}");
        done(&mut strong_and_weak(&one, &words(8)));
        done(&mut strong_and_weak(&other, &words(4)));
        done(&mut strong_and_weak(&other, &words(8)));
        assert_eq!(games(&one), games(&other), "{name}");
    }
}

/// Runs a command to its successful end, although nobody reads a line.
#[cfg(unix)]
fn unread(command: &mut Command) {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    drop(running.stdout.take());
    let output = running.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn a_match_is_played_to_its_end_whoever_reads_along() {
    let scratch = Scratch::new("unread");
    let out = scratch.path("out");
    unread(&mut tengens(&out, "--games 4"));
    assert_eq!(games(&out).len(), 4);
    assert!(out.join("report.html").exists() && out.join("report.txt").exists());
    for (name, watch) in [("merged", None), ("watched", Some("--watch"))] {
        let merged = scratch.path(name);
        let mut merge = english();
        unread(merge.args(["match", "merge"]).args(watch).arg(&out).arg("--out").arg(&merged));
        assert!(merged.join("report.html").exists(), "{name}");
        let mut printed = english();
        unread(printed.args(["match", "merge"]).args(watch).arg(&out));
    }
}

#[test]
fn shards_add_up_to_the_whole_in_any_order() {
    let scratch = Scratch::new("shards");
    let whole = scratch.path("whole");
    let words = "--games 14 --sprt elo0=0 elo1=2";
    let said = done(&mut tengens(&whole, words));
    assert_eq!(said.matches("note: some openings repeat after the first 6;").count(), 1, "{said}");
    let parts: Vec<PathBuf> = (1..=3)
        .map(|part| {
            let out = scratch.path(&format!("part{part}"));
            done(&mut tengens(&out, &format!("{words} --shard {part}/3")));
            out
        })
        .collect();
    let merged = scratch.path("merged");
    let mut merge = english();
    merge.args(["match", "merge"]).args(&parts).arg("--out").arg(&merged);
    let said = done(&mut merge);
    assert!(said.contains("Results of strong vs weak"), "{said}");
    assert_eq!(games(&whole), games(&merged));
    assert!(!fs::read_to_string(merged.join("match.toml")).unwrap().contains("shard"));
    assert!(refused(&mut merge).contains("exists"));
    let mut twice = english();
    twice.args(["match", "merge"]).arg(&parts[0]).arg(&whole).arg("--out");
    assert!(refused(twice.arg(scratch.path("twice"))).contains("game 1 is in "));

    let results = |parts: &[&Path]| {
        let mut merge = english();
        done(merge.args(["match", "merge", "--format", "json"]).args(parts))
    };
    let in_order = |order: [usize; 3]| results(&order.map(|part| parts[part].as_path()));
    let first = in_order([0, 1, 2]);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(in_order(order), first, "{order:?}");
    }
    let total = |lines: &str| objects(lines).pop().unwrap()["total"].clone();
    let of_parts = total(&first);
    assert!(of_parts["sprt"]["llr"].as_f64().is_some_and(|llr| llr != 0.0), "{first}");
    assert_eq!(of_parts, total(&results(&[whole.as_path()])));
}

/// One ply on 5x5 has six openings, apart from images.
#[test]
fn openings_are_used_in_turn_if_too_few_are_found() {
    let scratch = Scratch::new("few");
    let play = |name: &str, words: &str| {
        let out = scratch.path(name);
        let words = format!("{words} --size 5 --generate plies=1 nodes=50 band=64");
        (done(&mut strong_and_weak(&out, &words)), out)
    };
    let (said, whole) = play("whole", "--games 20");
    assert!(said.contains("note: only 6 of 10 openings were found and are used in turn"), "{said}");
    assert!(!said.contains("repeat after"), "{said}");
    let report = fs::read_to_string(whole.join("report.txt")).unwrap();
    assert!(report.contains("6 generated"), "{report}");
    let all = games(&whole);
    let first_move = |game: &String| {
        let game: serde_json::Value = serde_json::from_str(game).unwrap();
        game["moves"].as_str().unwrap().split(' ').next().unwrap().to_owned()
    };
    let openings: Vec<String> = all.iter().step_by(2).map(first_move).collect();
    assert_eq!(openings.len(), 10);
    assert_eq!(openings[6..], openings[..4]);
    assert_eq!(openings.iter().collect::<BTreeSet<_>>().len(), 6);

    let parts = ["1/2", "2/2"]
        .map(|part| play(&part.replace('/', "-"), &format!("--games 20 --shard {part}")).1);
    let merged = scratch.path("merged");
    done(english().args(["match", "merge"]).args(&parts).arg("--out").arg(&merged));
    let (_, longer) = play("longer", "--games 8");
    play("longer", "--games 16");
    play("longer", "--games 20");
    for out in [merged, longer] {
        assert_eq!(games(&out), all, "{}", out.display());
        assert!(fs::read_to_string(out.join("report.txt")).unwrap().contains("6 generated"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_that_fails_leaves_a_report_of_its_games() {
    let scratch = Scratch::new("fails");
    let out = scratch.path("out");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = tengens(&out, "--games 4");
    let output = command.stdin(Stdio::null()).stdout(full).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && errors.contains("cannot write the progress"));
    assert_eq!(games(&out).len(), 1);
    let report = fs::read_to_string(out.join("report.txt")).unwrap();
    assert!(report.contains("strong") && out.join("report.html").exists(), "{report}");
}

/// The openings of the part that comes first may say nothing about those of the others.
#[test]
fn parts_with_other_openings_are_refused_in_any_order() {
    let scratch = Scratch::new("other-openings");
    let parts = [1, 2, 3].map(|part| scratch.path(&format!("part{part}")));
    for (part, out) in (1..).zip(&parts) {
        done(&mut tengens(out, &format!("--games 6 --shard {part}/3")));
    }
    let change = |part: &Path, header: &str, more: &str| {
        let journal = part.join("journal.jsonl");
        let text = fs::read_to_string(&journal).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        let (plan, _) = first.split_once("\"openings\":[").unwrap();
        let rest = rest.lines().filter(|line| line.starts_with("{\"game\":"));
        let rest: String = rest.map(|line| format!("{line}\n")).collect();
        fs::write(&journal, format!("{plan}\"openings\":[{header}]}}\n{more}{rest}")).unwrap();
    };
    change(&parts[0], "", "");
    change(&parts[1], "\"h8 i9\"", "");
    change(&parts[2], "\"h8 i9\"", "{\"openings\":[\"h8 i8\"]}\n");
    let merge = |order: [usize; 3]| {
        let mut merge = english();
        merge.args(["match", "merge"]).args(order.map(|part| &parts[part]));
        merge
    };
    for order in [[0, 1, 2], [1, 2, 0], [2, 1, 0]] {
        done(&mut merge(order));
    }
    change(&parts[1], "\"h8 j9\"", "");
    for order in [[0, 1, 2], [1, 2, 0], [2, 1, 0]] {
        let said = refused(&mut merge(order));
        assert!(said.contains("other values of openings"), "{order:?}: {said}");
    }
}

#[test]
fn a_match_is_watched_while_its_shards_are_played() {
    let scratch = Scratch::new("watched");
    let parts: Vec<PathBuf> = (1..=2).map(|part| scratch.path(&format!("part{part}"))).collect();
    let merged = scratch.path("merged");
    let merge = |merged: &Path| {
        let mut merge = english();
        merge.args(["match", "merge", "--watch=0.05"]).args(&parts).arg("--out").arg(merged);
        merge
    };
    let watch = |merged: &Path| {
        let mut watch = merge(merged);
        let watch = watch.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(watch.spawn().unwrap())
    };
    let mut watching = watch(&merged);
    for (part, out) in (1..).zip(&parts) {
        done(&mut tengens(out, &format!("--games 8 --shard {part}/2")));
    }
    let said = io::read_to_string(watching.0.stdout.take().unwrap()).unwrap();
    let errors = io::read_to_string(watching.0.stderr.take().unwrap()).unwrap();
    let status = watching.0.wait().unwrap();
    assert!(status.success() && errors.is_empty(), "{said} {errors}");
    assert!(said.contains("\n8/8  ") && said.contains("Results of strong vs weak"), "{said}");
    assert_eq!(games(&merged).len(), 8);
    assert!(refused(&mut merge(&merged)).contains("already exists"), "before it prints a line");

    // A shard that was extended waits for the other.
    let extended = scratch.path("extended");
    done(&mut tengens(&parts[1], "--games 12 --shard 2/2"));
    let mut watching = watch(&extended);
    done(&mut tengens(&parts[0], "--games 12 --shard 1/2"));
    io::read_to_string(watching.0.stdout.take().unwrap()).unwrap();
    assert!(watching.0.wait().unwrap().success());
    assert_eq!(games(&extended).len(), 12);
    assert!(fs::read_to_string(extended.join("match.toml")).unwrap().contains("games = 12"));

    // With a test, and only one of its shards: the other one never begins.
    let tested = scratch.path("tested");
    let sprt = "--games 4000 --shard 1/2 --sprt elo0=0 elo1=200 alpha=0.2 beta=0.2";
    let playing = start(&mut tengens(&tested, sprt));
    let mut watch = english();
    watch.args(["match", "merge", "--watch=0.05"]).arg(&tested).arg(scratch.path("never"));
    let said = done(&mut watch);
    drop(playing);
    assert!(said.contains("/4000  ") && said.contains("LLR"), "{said}");
    assert!(said.contains("H0") || said.contains("H1"), "{said}");
}

#[test]
fn a_folder_without_games_is_begun_anew() {
    let scratch = Scratch::new("anew");
    let out = scratch.path("out");
    let mut hopeless = strong_and_weak(&out, "--games 2");
    let said = refused(hopeless.args(["--generate", "count=2", "plies=1", "nodes=1", "band=0"]));
    assert!(said.contains("none of the last 1000"), "{said}");
    done(&mut tengens(&out, "--games 2"));
    assert_eq!(games(&out).len(), 2);
}

#[test]
fn files_that_are_of_no_match_are_kept() {
    let scratch = Scratch::new("strange");
    let (out, parts) = (scratch.path("out"), scratch.path("parts"));
    fs::create_dir(&out).unwrap();
    done(&mut tengens(&parts, "--games 2"));
    let mut merge = english();
    merge.args(["match", "merge"]).arg(&parts).arg("--out").arg(&out);
    for name in ["match.toml", "report.html", "games.sgf", "psq"] {
        let file = out.join(name);
        fs::write(&file, "mine").unwrap();
        for command in [&mut tengens(&out, "--games 2"), &mut merge] {
            let said = refused(command);
            assert!(said.contains(&format!("{name}: already exists")), "{said}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        fs::remove_file(&file).unwrap();
    }
    done(&mut tengens(&out, "--games 2"));
}

/// The limit on the size of files ends the program in the middle of the journal.
#[cfg(unix)]
#[test]
fn an_interrupted_merge_is_done_again() {
    let scratch = Scratch::new("merge-again");
    let (part, out) = (scratch.path("part"), scratch.path("out"));
    done(&mut tengens(&part, "--games 6"));
    let merge = [TENGEN, "match", "merge", part.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let limited = "ulimit -c 0; ulimit -f 2; exec \"$@\"";
    let output = run(Command::new("sh").args(["-c", limited, "sh"]).args(merge));
    assert!(!output.status.success());
    assert!(!out.exists());
    let mut again = english();
    done(again.args(&merge[1..]));
    assert_eq!(games(&out), games(&part));
    assert!(out.join("report.html").exists());
    let mut left: Vec<_> =
        fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["out", "part"]);
}

#[test]
fn another_match_is_refused_in_the_same_folder() {
    let scratch = Scratch::new("another");
    let out = scratch.path("out");
    done(&mut tengens(&out, "--games 2"));
    let before = games(&out);
    let journal = out.join("journal.jsonl");
    let sound = fs::read_to_string(&journal).unwrap();
    let stranger = sound.replace("\"black\":1", "\"black\":7");
    let twice = sound.replace("\"moves\":\"", "\"moves\":\"a1 a1 ").replace("[", "[0,0,");
    let twice = twice.replace("\"said\":\"", "\"said\":\"- - ");
    let twice = twice.replace("\"openings\":[0,0,", "\"openings\":[").replace(":[0,0,{", ":[{");
    for damaged in [stranger, twice] {
        fs::write(&journal, damaged).unwrap();
        let said = refused(&mut tengens(&out, "--games 2"));
        assert!(said.contains("does not belong to this match"), "{said}");
    }
    fs::write(&journal, sound).unwrap();
    let said = refused(&mut tengens(&out, "--games 2 --size 20"));
    assert!(said.contains("other values of size"), "{said}");
    assert_eq!(games(&out), before);
}

#[test]
fn the_formats_of_the_records_may_grow_but_not_shrink() {
    let scratch = Scratch::new("formats");
    let out = scratch.path("out");
    let match_of = |games: usize, formats: &str| {
        tengens(&out, &format!("--games {games} --records {formats}"))
    };
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let texts = || (games(&out), read("games.sgf"), read("games.pos"), read("match.toml"));
    done(&mut match_of(2, "sgf,pos"));
    let before = texts();
    let said = refused(&mut match_of(4, "sgf"));
    assert!(said.contains("other values of records (repeat its options"), "{said}");
    assert_eq!(texts(), before);
    done(&mut match_of(4, "pos,psq,sgf"));
    assert_eq!(read("games.pos").lines().count(), 4);
    assert_eq!(fs::read_dir(out.join("psq")).unwrap().count(), 4);
    let said = refused(&mut match_of(4, "pos,sgf"));
    assert!(said.contains("other values of records"), "{said}");
}

#[test]
fn a_test_stops_when_it_is_decided_and_stays_decided() {
    let scratch = Scratch::new("sprt");
    let out = scratch.path("out");
    let mut command = tengens(&out, "--games 400 --sprt elo0=0 elo1=200 alpha=0.2 beta=0.2");
    let said = done(&mut command);
    let played = games(&out).len();
    assert!(played < 200, "{played} games");
    assert!(said.contains("H0") || said.contains("H1"), "{said}");
    done(&mut command);
    assert_eq!(games(&out).len(), played);
}

#[test]
fn a_part_of_a_test_decides_nothing() {
    let scratch = Scratch::new("part");
    let out = scratch.path("out");
    let test = "--games 60 --shard 2/2 --sprt elo0=0 elo1=400 alpha=0.4 beta=0.4";
    done(&mut tengens(&out, test));
    assert_eq!(games(&out).len(), 30);
    done(&mut tengens(&scratch.path("whole"), &test.replace("--shard 2/2 ", "")));
    assert!(games(&scratch.path("whole")).len() < 60);
}

/// A running program, killed on drop: some matches are endless, and must not outlive a test that fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail harmlessly if it has exited.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(command: &mut Command) -> Running {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Running(command.spawn().unwrap())
}

/// Waits until the journal has `games` games.
fn wait_for_games(folder: &Path, games: usize) {
    let begin = Instant::now();
    loop {
        let text = fs::read_to_string(folder.join("journal.jsonl")).unwrap_or_default();
        if text.matches("\"moves\":").count() >= games {
            return;
        }
        assert!(begin.elapsed() < DEADLINE, "no games");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_killed_match_resumes_without_losing_or_repeating_a_game() {
    let scratch = Scratch::new("killed");
    let (whole, out) = (scratch.path("whole"), scratch.path("out"));
    done(&mut tengens(&whole, "--games 40 --concurrency 2"));
    for lines in [3, 11, 19] {
        let killed_on_drop = start(&mut tengens(&out, "--games 40 --concurrency 2"));
        wait_for_games(&out, lines);
        drop(killed_on_drop);
    }
    done(&mut tengens(&out, "--games 40 --concurrency 2"));
    assert_eq!(games(&whole), games(&out));
    let sgf = fs::read_to_string(out.join("games.sgf")).unwrap();
    assert_eq!(sgf::read_all(&sgf, Rule::Freestyle).unwrap().len(), 40);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_writes_a_report_and_resumes() {
    let scratch = Scratch::new("interrupted");
    let out = scratch.path("out");
    // More games than fit into memory.
    let mut running = start(&mut tengens(&out, "--games 400000000000"));
    wait_for_games(&out, 3);
    interrupt(&running);
    assert_eq!(running.0.wait().unwrap().code(), Some(130));
    let played = games(&out).len();
    assert!((3..2000).contains(&played));
    assert!(fs::read_to_string(out.join("report.txt")).unwrap().contains("strong"));
    let said = done(&mut tengens(&out, &format!("--games {}", (played + 3) / 2 * 2)));
    assert!(said.starts_with(&format!("resumed: {played} of ")), "{said}");
}

/// Writes a script that can be run.
#[cfg(unix)]
pub fn write_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
fn interrupt(Running(program): &Running) {
    let status = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(status.unwrap().success());
}

#[cfg(unix)]
#[test]
fn games_are_played_while_openings_are_generated() {
    let scratch = Scratch::new("generating");
    let mut command = english();
    let engine = format!("cmd='{TENGEN}'");
    command.args(["match", "--engine", &engine, "name=a", "--engine", &engine, "name=b"]);
    command.args(["--nodes", "9", "--generate", "count=1000000", "nodes=500", "band=3"]);
    command.args(["--games", "2000000", "--out", "out"]).current_dir(&scratch.0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut running = Running(command.spawn().unwrap());
    let out = scratch.path("out");
    wait_for_games(&out, 2);
    interrupt(&running);
    let said = io::read_to_string(running.0.stderr.take().unwrap()).unwrap();
    assert_eq!(running.0.wait().unwrap().code(), Some(130));
    assert!(said.starts_with("tengen: interrupted: rerun with --out out "), "{said}");
    let journal = fs::read_to_string(out.join("journal.jsonl")).unwrap();
    let known = journal.matches("\"openings\":[").count();
    assert!(known > 1, "openings come as they are found: {journal}");
}

#[test]
fn more_than_two_engines_play() {
    let scratch = Scratch::new("three");
    let out = scratch.path("out");
    let mut command = tengens(&out, "--games 2");
    let third = format!("cmd='{TENGEN}'");
    done(command.args(["--engine", &third, "name=third", "depth=1"]));
    assert_eq!(games(&out).len(), 6);
    let report = fs::read_to_string(out.join("report.txt")).unwrap();
    assert!(report.contains("third"), "{report}");
}

#[test]
fn faults_are_reported_and_the_match_continues() {
    let scratch = Scratch::new("faults");
    let mock = mock_path().display().to_string();
    for (fault, reason) in [("crash", "crash"), ("garbage", "garbage"), ("occupied", "occupied")] {
        let out = scratch.path(reason);
        let mut command = english();
        command.args(["match", "--engine", &format!("cmd='{mock}' --fault {fault}"), "name=bad"]);
        command.args(["--engine", &format!("cmd='{mock}'"), "name=good", "--depth", "1"]);
        command.args(["--games", "4", "--generate", "count=2", "nodes=500", "band=3"]);
        let said = done(command.arg("--out").arg(&out));
        assert!(said.contains(&format!("Faults of bad: {reason} 4")), "{said}");
        let page = fs::read_to_string(out.join("report.html")).unwrap();
        assert!(page.contains(reason), "{reason}");
        let records = fs::read_to_string(out.join("games.sgf")).unwrap();
        assert_eq!(records.matches(&format!("reason: {reason}")).count(), 4, "{records}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_ended_with_the_match_has_not_lost() {
    let scratch = Scratch::new("ended");
    // As if someone ended all processes of a job, and the engine heard it first.
    let (engine, ended) = (scratch.path("engine"), scratch.path("ended"));
    let (mock, mark) = (mock_path().display().to_string(), ended.display());
    let script = format!("#!/bin/sh\n'{mock}' --fault crash && exit\ntouch '{mark}'\nexit 1\n");
    write_program(&engine, &script);
    let play_interrupted = |out: &Path| {
        let mut command = english();
        command.args(["match", "--engine", &format!("cmd='{}'", engine.display()), "name=ended"]);
        command.args(["--engine", &format!("cmd='{mock}'"), "name=good", "--depth", "1"]);
        command.args(["--games", "2", "--generate", "count=1", "nodes=500", "band=3", "--out"]);
        let _ = fs::remove_file(&ended);
        let mut running = start(command.arg(out));
        let begin = Instant::now();
        while !ended.exists() && begin.elapsed() < DEADLINE {
            thread::sleep(Duration::from_millis(2));
        }
        interrupt(&running);
        (running.0.wait().unwrap().code(), games(out).len())
    };
    // A busy machine may hold up the signal, but not every time.
    let mut ends = (0..10).map(|run| play_interrupted(&scratch.path(&run.to_string())));
    assert!(ends.any(|end| end == (Some(130), 0)));
}

#[test]
fn swap2_matches_are_opened_by_the_players() {
    let scratch = Scratch::new("swap2");
    let out = scratch.path("out");
    let mut command = english();
    command.args(["match", "--swap2", "--games", "4", "--nodes", "200"]);
    for name in ["one", "two"] {
        let engine = format!("cmd='{TENGEN}' --seed 3");
        command.args(["--engine", &engine, &format!("name={name}")]);
    }
    done(command.arg("--out").arg(&out));
    assert!(games(&out).iter().all(|game| game.contains("\"opening\":3")), "{:?}", games(&out));
}

#[test]
fn tests_are_simulated() {
    let mut command = english();
    command.args(["match", "simulate", "--sprt", "elo0=0", "elo1=60", "--runs", "20"]);
    let said = done(&mut command);
    assert_eq!(said.lines().filter(|line| line.contains(" 20 ")).count(), 2, "{said}");
    let rows = objects(&done(command.args(["--format", "json"])));
    let [null, alternative] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((&null["elo"], &alternative["elo"]), (&0.0.into(), &60.0.into()));
    let count = |name: &str| null[name].as_u64().unwrap();
    assert_eq!(count("h0") + count("h1") + count("undecided"), 20);
    for (words, message) in [
        ("--elo nan", "expected a number from -1000 to 1000"),
        ("--opening-elo inf", "expected a number from -1000 to 1000"),
        ("--opening-elo -1001", "expected a number from -1000 to 1000"),
        ("--runs 0", "0 is not in 1.."),
        ("--pairs 0", "0 is not in 1.."),
        ("--shards 0", "0 is not in 1..=65536"),
        ("--shards 4000000000", "4000000000 is not in 1..=65536"),
    ] {
        let mut command = english();
        command.args(["match", "simulate", "--sprt", "elo1=60"]).args(words.split(' '));
        let said = refused(&mut command);
        assert!(said.contains(message), "{words}: {said}");
    }
}

fn objects(lines: &str) -> Vec<serde_json::Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn results_are_a_table_and_progress_is_elsewhere() {
    let scratch = Scratch::new("results");
    let out = scratch.path("out");
    let output = run(&mut tengens(&out, "--games 4 --results json --sprt elo1=400"));
    assert!(output.status.success());
    let progress = String::from_utf8(output.stderr).unwrap();
    assert!(progress.contains(" game 1: "), "{progress}");
    let rows = objects(&String::from_utf8(output.stdout).unwrap());
    let [first, second, total] = &rows[..] else { panic!("{rows:?}") };
    let total = &total["total"];
    let pairing = &total["pairings"][0];
    assert_eq!(pairing["engines"], serde_json::json!(["strong", "weak"]));
    let of_strong = if first["engine"] == "strong" { first } else { second };
    for field in ["wins", "draws", "losses"] {
        assert_eq!(of_strong[field], pairing["results"][field], "{field}");
    }
    assert_eq!(of_strong["games"], total["games"]);
    assert!(total["sprt"]["llr"].is_f64() && total["planned"] == 4, "{total}");
    let endings = total["endings"].as_object().unwrap().values();
    assert_eq!(endings.filter_map(serde_json::Value::as_u64).sum::<u64>(), total["games"]);
    let merged = scratch.path("merged");
    let mut merge = english();
    merge.args(["match", "merge", "--format", "tsv"]).arg(&out).arg("--out").arg(&merged);
    let table = done(&mut merge);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((lines.len(), lines[0][..3].join(" ").as_str()), (3, "rank engine games"));
    assert!(lines[1..].iter().all(|line| line.len() == lines[0].len()), "{table}");
}

#[test]
fn readers_of_fastchess_find_its_lines() {
    let scratch = Scratch::new("fastchess");
    let out = scratch.path("out");
    let mut command = tengens(&out, "--games 22 --output fastchess");
    let output = run(&mut command);
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let finished = said.lines().filter(|line| line.starts_with("Finished game "));
    // As OpenBench's worker reads them: the number is the third word, the result the seventh.
    let words = finished.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let points = words.map(|words| {
        let engine = if words[2].parse::<usize>().unwrap() % 2 == 1 { "(strong" } else { "(weak" };
        assert_eq!(words[3], engine, "{said}");
        match (words[6], engine) {
            ("1/2-1/2", _) => 0.5,
            ("1-0", "(strong") | ("0-1", "(weak") => 1.0,
            _ => 0.0,
        }
    });
    let points: Vec<f64> = points.collect();
    assert_eq!(points.len(), 22, "{said}");
    assert!(said.contains(&format!("Points: {:.1} (", points.iter().sum::<f64>())), "{said}");
    assert_eq!(
        said.matches("Results of strong vs weak (300 nodes - 20 nodes, NULL, NULL):").count(),
        2
    );
    assert!(said.ends_with("-\nTournament finished\n"), "{said}");
    let remarks = String::from_utf8(output.stderr).unwrap();
    assert!(
        remarks.contains("note: some openings repeat after the first 6")
            && remarks.contains("Report: "),
        "{remarks}"
    );

    let mut three = tengens(&scratch.path("three"), "--output fastchess");
    let said = refused(three.args(["--engine", "cmd=x", "name=third", "depth=1"]));
    assert!(said.contains("--output fastchess: expected two engines"), "{said}");
}

#[test]
fn errors_are_reported_before_the_first_game() {
    let scratch = Scratch::new("wrong");
    let missing = std::path::absolute("/nowhere/to/be/found").unwrap();
    let missing = format!("cannot start '{}'", missing.display());
    for (options, message) in [
        ("--games 3", "every opening is played twice"),
        ("--size 4", "--size: invalid value '4' (expected N or WxH from 5 to 22)"),
        ("--sprt elo1=x", "elo1=: invalid value 'x' (expected a number)"),
        ("--openings /nowhere/to/be/found", "cannot be used together"),
        ("--shard 0/2", "expected I/N"),
        ("--engine name=x", "an engine lacks cmd="),
        ("--engine cmd=/nowhere/to/be/found depth=1", &missing),
    ] {
        let out = scratch.path("out");
        let said = refused(&mut tengens(&out, options));
        assert!(said.starts_with("tengen: ") && said.contains(message), "{options}: {said}");
        assert!(!out.exists(), "{options}");
    }
    let mut alone = english();
    let said = refused(alone.args(["match", "--engine", "cmd=x", "--nodes", "5"]));
    assert!(said.contains("at least two engines"), "{said}");
}
