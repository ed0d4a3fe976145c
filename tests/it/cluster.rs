//! The scripts that play a match on a cluster, with stand-ins for Slurm and Ray that run the tasks on this machine.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::scratch::Scratch;
use crate::tournament::{done, games, run, tengens, write_program};

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// Runs a job at once; a task that fails is run a second time. Logs if the job after the array fails.
const SBATCH: &str = r#"#!/bin/bash
echo "sbatch $*" >> "$LOG"
while [[ $1 == --* ]]; do
    [[ $1 != --array=1-* ]] || shards=${1#--array=1-}
    shift
done
for shard in $(seq "${shards:-0}"); do
    export SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$shard
    "$@" >> "$LOG" 2>&1 || SLURM_RESTART_COUNT=1 "$@" >> "$LOG" 2>&1
done
[ -n "$shards" ] || SLURM_JOB_ID=9 "$@" >> "$LOG" 2>&1 || echo 'job 9 failed' >> "$LOG"
echo '7;cluster'
"#;

/// Logs the name and the arguments of a program of Slurm that is called.
const RECORD: &str = "#!/bin/bash\necho \"${0##*/} $*\" >> \"$LOG\"\n";

/// The same, but Slurm has forgotten the array.
const SCANCEL: &str = "#!/bin/bash\necho \"${0##*/} $*\" >> \"$LOG\"\nexit 1\n";

/// The queue with the array, unless its shards fail for good.
const SQUEUE: &str = "#!/bin/bash\n[ -e \"$LOG.hopeless\" ] || echo 7\n";

/// Tengen, but the second shard fails when it begins, once or always.
const BROKEN: &str = r#"#!/bin/bash
if [[ $* == *'--shard 2/'* && ( -e $LOG.hopeless || ! -e $LOG.broken ) ]]; then touch "$LOG.broken"; exit 1; fi
exec "$PROGRAM" "$@"
"#;

/// The part of Ray that the script uses. The first lines that a task sends are lost with its node.
const RAY: &str = r#"
class exceptions:
    class RayError(Exception):
        pass

class Task:
    def __init__(self, lines):
        self.lines = lines
    def __next__(self):
        return next(self.lines)
    def completed(self):
        return self

class Remote:
    def __init__(self, function):
        self.function = function
    def remote(self, *arguments):
        return Task(self.function(*arguments))

lost = []

def remote(**options):
    assert options["max_retries"] == 0 and options["num_returns"] == "streaming"
    return Remote

def get(lines):
    if not lost:
        lost.append(lines)
        raise exceptions.RayError("trace\nthe node is lost. Advice")
    return lines

def init(**options):
    assert options["address"] == "auto"

def wait(tasks, **options):
    return tasks, []

def cancel(task):
    task.lines.close()
"#;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster").join(name)
}

/// The options of [`tengens`] after `match`, without `--out`.
fn options(words: &str) -> Vec<String> {
    let command = tengens(Path::new("-"), words);
    let options: Vec<_> =
        command.get_args().map(|word| word.to_str().unwrap().to_owned()).collect();
    let out = options.iter().position(|word| word == "--out").unwrap();
    [&options[1..out], &options[out + 2..]].concat()
}

/// `slurm.sh` with the stand-ins, and their log.
fn slurm(scratch: &Scratch, arguments: &[&str], words: &str) -> (String, String) {
    let (tools, log) = (scratch.path("tools"), scratch.path("log"));
    fs::create_dir_all(&tools).unwrap();
    for (name, text) in [
        ("sbatch", SBATCH),
        ("squeue", SQUEUE),
        ("scontrol", RECORD),
        ("scancel", SCANCEL),
        ("broken", BROKEN),
    ] {
        write_program(&tools.join(name), text);
    }
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(script("slurm.sh"));
    command.env("PATH", path).env("LOG", &log).env("PROGRAM", TENGEN).env("LC_ALL", "C");
    command
        .env("WATCH_PAUSE", "0.1")
        .env("TENGEN", tools.join("broken"))
        .args(arguments)
        .args(options(words));
    (done(&mut command), fs::read_to_string(log).unwrap())
}

#[test]
fn slurm_starts_a_failed_shard_again_and_merges() {
    let scratch = Scratch::new("slurm");
    let whole = scratch.path("alone");
    done(&mut tengens(&whole, "--games 6"));
    let out = scratch.path("out").display().to_string();
    let (said, log) = slurm(&scratch, &["-c", "2", "-r", "1", "3", &out], "--games 6");
    assert!(said.starts_with("shards: job 7, merge: job 7, "), "{said}");
    assert!(log.contains("--array=1-3 --cpus-per-task=2 --requeue"), "{log}");
    assert!(
        log.contains("shard 2 ended early, restarts so far: 0 of 1\nscontrol requeue 7_2"),
        "{log}"
    );
    assert!(log.contains("--dependency=afterok:7 --kill-on-invalid-dep=yes"), "{log}");
    assert_eq!(games(&whole), games(&scratch.path("out/whole")));
}

#[test]
fn slurm_does_not_start_a_shard_again_for_ever_and_ends_a_decided_match() {
    let scratch = Scratch::new("slurm-test");
    let out = scratch.path("out").display().to_string();
    let words = "--games 12 --sprt elo0=0 elo1=200 alpha=0.3 beta=0.3";
    let (_, log) = slurm(&scratch, &["-r", "0", "-w", "2", &out], words);
    assert!(log.contains("shard 2 ended early") && !log.contains("scontrol"), "{log}");
    assert!(log.ends_with("scancel 7\n") && !log.contains("--dependency"), "{log}");
    assert!(scratch.path("out/whole/report.txt").exists());
}

#[test]
fn slurm_does_not_watch_shards_that_failed_for_good() {
    let scratch = Scratch::new("slurm-hopeless");
    fs::write(scratch.path("log.hopeless"), "").unwrap();
    let out = scratch.path("out").display().to_string();
    let words = "--games 4 --sprt elo0=0 elo1=2";
    let (_, log) = slurm(&scratch, &["-r", "0", "-w", "2", &out], words);
    assert!(log.ends_with("for good: submit the same command again\njob 9 failed\n"), "{log}");
    assert!(!log.contains("scancel") && !scratch.path("out/whole").exists(), "{log}");
}

/// With a stand-in for Cargo that notes how it is called in place of the program.
#[test]
fn the_makefile_writes_the_program_that_openbench_names() {
    if Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let scratch = Scratch::new("openbench");
    let (tools, folder) = (scratch.path("tools"), scratch.path("source/scripts/cluster"));
    for new in [&tools, &folder, &scratch.path("source/target/release")] {
        fs::create_dir_all(new).unwrap();
    }
    fs::copy(script("Makefile"), folder.join("Makefile")).unwrap();
    let cargo = "#!/bin/bash\necho \"$*\" > ../../target/release/tengen\n";
    write_program(&tools.join("cargo"), cargo);
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let mut make = Command::new("make");
    make.current_dir(&folder).env("PATH", path).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    assert!(!run(&mut make).status.success(), "without a name");
    done(make.args(["-j", "EXE=Tengen-0123ABCD"]));
    let built = fs::read_to_string(folder.join("Tengen-0123ABCD")).unwrap();
    assert!(built.starts_with("build --release --locked --bin tengen "), "{built}");
}

/// `ray_match.py` with the stand-in.
fn ray(scratch: &Scratch, arguments: &[&str], words: &str) -> Command {
    fs::write(scratch.path("ray.py"), RAY).unwrap();
    let mut command = Command::new("python3");
    command.arg(script("ray_match.py")).args(["--program", TENGEN, "--every", "0.1", "--out"]);
    command.arg(scratch.path("out")).args(arguments).arg("--").args(options(words));
    command.env("PYTHONPATH", &scratch.0).env("PYTHONDONTWRITEBYTECODE", "1").env("LC_ALL", "C");
    command
}

#[test]
fn a_lost_node_loses_no_game() {
    let scratch = Scratch::new("ray");
    let whole = scratch.path("alone");
    done(&mut tengens(&whole, "--games 6"));
    let output = run(&mut ray(&scratch, &["--shards", "3"], "--games 6"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    assert!(errors.ends_with(": the node is lost\n"), "{errors}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("\ntotal      6  of 6  ") && said.contains("Results of strong"),
        "{said}"
    );
    assert_eq!(games(&whole), games(&scratch.path("out/whole")));

    fs::remove_dir_all(scratch.path("out")).unwrap();
    let output = run(&mut ray(&scratch, &["--shards", "2", "--retries", "0"], "--games 4"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("not merged, run again: shards 1 failed"), "{errors}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("total      2  of 4  "), "{said}");
}

#[test]
fn a_decided_match_ends_on_all_nodes() {
    let scratch = Scratch::new("ray-test");
    let words = "--games 4000 --sprt elo0=0 elo1=200 alpha=0.2 beta=0.2";
    let output = run(&mut ray(&scratch, &["--shards", "2"], words));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8(output.stderr).unwrap());
    assert!(said.contains("H1\nResults of") || said.contains("H0\nResults of"), "{said}");
    assert!(games(&scratch.path("out/whole")).len() < 4000);
}

#[test]
fn wrong_arguments_are_refused_before_anything_starts() {
    let scratch = Scratch::new("cluster-usage");
    for arguments in [vec![], vec!["2", "out"], vec!["0", "out", "--games", "2"], vec!["-x", "2"]] {
        let output = run(Command::new(script("slurm.sh")).args(&arguments));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {said}");
        assert!(said.contains("\nUsage: scripts/cluster/slurm.sh "), "{arguments:?} {said}");
    }
    for (arguments, words, message) in [
        (vec![], "", "required: --shards"),
        (vec!["--shards", "0"], "", "--shards, --every and --cpus are above 0"),
        (vec!["--shards", "2"], "--shard=1/2", "--shard and --out are set here"),
    ] {
        let output = run(&mut ray(&scratch, &arguments, words));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(message), "{said}");
    }
}
