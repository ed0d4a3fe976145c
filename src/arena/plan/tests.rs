//! Tests of plans: what words and files mean, and what they must not say.

use std::time::Duration;

use super::{MatchPlan, PlanError, words};
use crate::arena::tournament::{OpeningSource, Protocol};

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn two(text: &str) -> MatchPlan {
    let engines = "[[engine]]\ncmd = 'a --x \"1 2\"'\n[[engine]]\ncmd = 'b'\nname = 'B'\n";
    MatchPlan::from_toml(&format!("{text}\n{engines}")).unwrap()
}

fn fault(text: &str) -> String {
    two(text).resolve().unwrap_err().to_string()
}

#[test]
fn a_file_says_what_words_say() {
    let file = MatchPlan::from_toml(
        "[[engine]]\ncmd = 'x y'\nname = 'X'\nnodes = 500\ntc = '60+0.5'\nfresh = true\n\
         [engine.option]\nhash_size = 4096\nlevel = 'high'\n",
    );
    let engine = words::engine(&strings(&[
        "cmd=x y",
        "name=X",
        "nodes=500",
        "tc=60+0.5",
        "fresh=yes",
        "option.hash_size=4096",
        "option.level=high",
    ]));
    assert_eq!(file.unwrap().engine, [engine.unwrap()]);
}

#[test]
fn a_plan_survives_being_written() {
    let mut plan =
        two("game = 'gomoku'\nsize = 20\ngames = 8\n[each]\nmovetime = 50\n[sprt]\nelo1 = 5.0");
    plan.engine[0].option.insert("key".to_owned(), strings(&["a \"b\""]));
    plan.engine[0].option.insert("info".to_owned(), strings(&["x 1", "y 2"]));
    assert_eq!(MatchPlan::from_toml(&plan.to_toml()), Ok(plan));
}

#[test]
fn every_word_is_there_once_but_for_the_commands_of_gtp() {
    let info = ["option.info=max_node 200", "option.info=book 0"];
    let engine = words::engine(&strings(&info)).unwrap();
    assert_eq!(engine.option["info"], ["max_node 200", "book 0"]);
    let mut plan = two("game = 'othello'\n[each]\ndepth = 3");
    plan.engine[1].option = engine.option;
    let refused = plan.resolve().unwrap_err().to_string();
    assert_eq!(refused, "option.info= is given twice (allowed only with proto=gtp)");
    plan.engine[1].proto = Some("gtp".to_owned());
    let options = plan.resolve().unwrap().engines.remove(1).options;
    let told: Vec<String> = options.iter().map(|(key, value)| format!("{key} {value}")).collect();
    assert_eq!(told, ["info max_node 200", "info book 0"]);
    plan.each.threads = Some(2);
    let threads: Vec<_> = plan.resolve().unwrap().engines.iter().map(|e| e.threads).collect();
    assert_eq!(threads, [Some(2), None], "GTP has no word for it");
    plan.engine[1].memory = Some(1 << 30);
    let refused = plan.resolve().unwrap_err().to_string();
    assert!(refused.starts_with("memory= has no GTP command"), "{refused}");
    plan.engine[1].memory = None;
    let twice = |error: Result<(), PlanError>| error.unwrap_err().to_string();
    let engine = words::engine(&strings(&["nodes=5", "cmd=x", "nodes=6"])).map(drop);
    assert_eq!(twice(engine), "--engine: nodes= is given twice");
    let sprt = words::sprt(&strings(&["elo1=5", "elo1=6"])).map(drop);
    assert_eq!(twice(sprt), "--sprt: elo1= is given twice");
    let generate = words::generate(&strings(&["count=5", "count=5"])).map(drop);
    assert_eq!(twice(generate), "--generate: count= is given twice");
}

#[test]
fn the_command_line_comes_first() {
    let file = two("games = 10\nopenings = 'x.txt'\n[each]\nmovetime = 100\nnodes = 5\n");
    let line = MatchPlan { games: Some(4), swap2: Some(true), ..MatchPlan::default() };
    let mut plan = line.or(file);
    plan.engine[1].tc = Some("10/1".to_owned());
    let tournament = plan.resolve().unwrap();
    assert_eq!(tournament.schedule.len(tournament.shard), 4);
    assert_eq!(tournament.openings, OpeningSource::Swap2);
    assert_eq!(tournament.engines[0].time.to_string(), "0.1 s/move, 5 nodes");
    assert_eq!(tournament.engines[1].time.to_string(), "10 s, 1 s/move, 5 nodes");
}

#[test]
fn commands_are_split_like_in_a_shell_and_name_their_engine() {
    let engines = two("[each]\ndepth = 3").resolve().unwrap().engines;
    assert_eq!(engines[0].command, ["a", "--x", "1 2"]);
    assert_eq!(engines[0].name, "a");
    assert_eq!((engines[1].name.as_str(), engines[1].protocol), ("B", Protocol::Gomocup));
    assert_eq!(engines[1].tolerance, Duration::from_millis(200));
}

#[test]
fn what_cannot_be_is_named() {
    for (plan, message) in [
        ("", "an engine has no limit (expected movetime, tc, nodes or depth)"),
        (
            "games = 3",
            "--games: invalid value '3' (expected an even number, as every opening is played twice)",
        ),
        ("game = 'go'", "--game: invalid value 'go' (expected gomoku or othello)"),
        ("size = 4", "--size: invalid value '4' (expected N or WxH from 5 to 22)"),
        ("format = 'swiss'", "--format: invalid value 'swiss' (expected round-robin or gauntlet)"),
        ("game = 'othello'\nrule = 'renju'", "--rule is for Gomoku"),
        ("[each]\nmovetime = 0", "--movetime: invalid value '0' (expected milliseconds from 1)"),
        ("[each]\nmovetime = 5\ntc = '1'", "movetime= and tc= exclude each other"),
        ("[each]\nmovetime = 5\nproto = 'gtp'", "proto=gtp is for Othello"),
        ("solve = 12\n[each]\nmovetime = 5", "--solve is for Othello"),
        (
            "swap2 = true\nopenings = 'f'\n[each]\nmovetime = 5",
            "--swap2 excludes --openings and --generate",
        ),
        (
            "shard = '3/2'\n[each]\nmovetime = 5",
            "invalid shard '3/2' (expected i/n with i from 1 to n)",
        ),
        (
            "concurrency = 0\n[each]\nmovetime = 5",
            "--concurrency: invalid value '0' (expected a number from 1)",
        ),
        ("[sprt]\nelo0 = 1.0\n[each]\nmovetime = 5", "--sprt needs elo1="),
        (
            "records = ['ggf']\n[each]\nmovetime = 5",
            "--records: invalid value 'ggf' (expected psq, sgf, pos)",
        ),
    ] {
        assert_eq!(fault(plan), message, "{plan}");
    }
    let one = MatchPlan::from_toml("[[engine]]\ncmd = 'a'\n[each]\ndepth = 1").unwrap();
    assert_eq!(one.resolve().unwrap_err().to_string(), "a match needs at least two engines, not 1");
    let same =
        MatchPlan::from_toml("[[engine]]\ncmd = 'a'\n[[engine]]\ncmd = '/x/a'\n[each]\ndepth = 1");
    assert_eq!(
        same.unwrap().resolve().unwrap_err().to_string(),
        "two engines have the name 'a': set name="
    );
    assert!(MatchPlan::from_toml("gmes = 4").unwrap_err().to_string().contains("gmes"));
    assert_eq!(
        words::engine(&strings(&["cmd"])),
        Err(PlanError("--engine: invalid word 'cmd' (expected key=value)".to_owned()))
    );
    assert!(words::sprt(&strings(&["elo2=1"])).is_err());
    assert!(words::generate(&strings(&["count=x"])).is_err());
}

#[test]
fn plans_of_the_same_games_are_told_from_others() {
    let plan = two("[each]\ndepth = 3");
    let longer = MatchPlan { games: Some(1000), concurrency: Some(2), ..plan.clone() };
    assert!(plan.identity().differences(&longer.identity()).is_empty());
    let mut other = MatchPlan { size: Some("20".to_owned()), ..plan.clone() };
    other.engine[0].nodes = Some(4);
    assert_eq!(plan.identity().differences(&other.identity()), ["engine", "size"]);
}
