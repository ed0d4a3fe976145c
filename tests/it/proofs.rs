//! Proofs: the check against a slow one that plays every reply, against the script, and on damaged proofs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fastrand::Rng;
use tengen::coord::Move;
use tengen::gomoku::proof::check::{Fault, Flaw, check};
use tengen::gomoku::proof::text::{parse, write};
use tengen::gomoku::proof::tree::{NodeId, Proof, Replies};
use tengen::gomoku::rules::game::{Game, Outcome, Stone};
use tengen::gomoku::rules::grid::{Cell, Square};

use crate::scratch::Scratch;
use crate::tools::{run, text};

const FOLDER: &str = "tests/data/proofs";
/// Steps of a check here: all proofs are small.
const STEPS: u64 = 1_000_000;

/// The committed proofs with their names.
fn proofs() -> Vec<(String, String)> {
    let files = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "proof")).collect();
    names.sort();
    assert!(names.len() >= 10);
    let read = |path: PathBuf| (path.display().to_string(), fs::read_to_string(path).unwrap());
    names.into_iter().map(read).collect()
}

/// The line and the reason for which a proof is refused, as text.
fn verdict(text: &str) -> Result<(), String> {
    let proof = parse(text).map_err(|error| format!("{}: {}", error.line, error.problem))?;
    let told = |Fault { line, flaw }| format!("{line}: {flaw}");
    check(&proof, STEPS).map(|_| ()).map_err(told)
}

/// Plays every move and every reply of a proof in a game.
struct Slow<'a> {
    proof: &'a Proof,
    game: Game,
}

impl Slow<'_> {
    fn of(proof: &Proof) -> Slow<'_> {
        let stone = |square: Square| match proof.grid.get(square) {
            Cell::Empty => None,
            Cell::Wall => Some(Stone::Blocked),
            cell => cell.color().map(Stone::Of),
        };
        let stones: Vec<_> = proof
            .grid
            .squares()
            .filter_map(|square| Some((square.point()?, stone(square)?)))
            .collect();
        let mut game = Game::set_up(proof.rule, proof.size(), &stones).unwrap();
        game.give_turn_to(proof.attacker);
        Slow { proof, game }
    }

    fn holds(&mut self) -> bool {
        self.game.outcome().is_none() && self.attack(self.proof.root)
    }

    fn has_won(&self) -> bool {
        self.game.outcome().and_then(Outcome::winner) == Some(self.proof.attacker)
    }

    fn attack(&mut self, id: NodeId) -> bool {
        let point = self.proof.tree.get(id).square.point().unwrap();
        if self.game.play(Move::Place(point)).is_err() {
            return false;
        }
        let holds = match self.game.outcome() {
            Some(_) => self.has_won(),
            None => self.defend(id),
        };
        self.game.undo();
        holds
    }

    fn defend(&mut self, id: NodeId) -> bool {
        let places: Vec<Move> = self.game.size().points().map(Move::Place).collect();
        let mut replies: Vec<Move> =
            places.into_iter().filter(|&reply| self.game.legal(reply).is_ok()).collect();
        if replies.is_empty() {
            replies.push(Move::Pass);
        }
        replies.into_iter().all(|reply| {
            self.game.play(reply).unwrap();
            let holds = self.game.outcome().is_none_or(|end| end.winner().is_none())
                && self.answers(id, reply);
            self.game.undo();
            holds
        })
    }

    fn answers(&mut self, id: NodeId, reply: Move) -> bool {
        let node = self.proof.tree.get(id);
        let square = reply.point().map(Square::of);
        let is_for = |replies: &Replies| match (replies, square) {
            (Replies::These(list), Some(square)) => list.contains(&square),
            (Replies::Pass, None) => true,
            _ => false,
        };
        let own = node.branches.iter().find(|branch| is_for(&branch.replies));
        if let Some(branch) = own.filter(|_| square.is_some()) {
            return self.attack(branch.node);
        }
        let wins = |five: &Square| {
            let played = self.game.play(Move::Place(five.point().unwrap())).is_ok();
            let wins = played && self.has_won();
            if played {
                self.game.undo();
            }
            wins
        };
        if node.fives.iter().any(wins) {
            return true;
        }
        let others = node.branches.iter().find(|branch| branch.replies == Replies::Others);
        own.or(others).is_some_and(|branch| self.attack(branch.node))
    }
}

/// `text` with one random change of a line, a word, a point or a stone.
fn changed(random: &mut Rng, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let header = 9;
    let mut any_node = |lines: &[String]| random.usize(header..lines.len() - 1);
    let (one, other) = (any_node(&lines), any_node(&lines));
    let point =
        |random: &mut Rng| format!("{}{}", char::from(b'a' + random.u8(..9)), random.u8(1..=9));
    match random.u8(..10) {
        0 => drop(lines.remove(one)),
        1 => lines.swap(one, other),
        2 => lines.insert(other, lines[one].clone()),
        // The replies, the move or the fives are those of another node.
        kind @ 3..=5 => {
            let mut words: Vec<String> = lines[one].split(' ').map(str::to_owned).collect();
            let from: Vec<String> = lines[other].split(' ').map(str::to_owned).collect();
            match kind {
                3 => words[1].clone_from(&from[1]),
                4 => words[2].clone_from(&from[2]),
                _ => words[0].clone_from(&from[0]),
            }
            lines[one] = words.join(" ");
        }
        // A point is another one, or missing.
        6 | 7 => {
            let line = lines[one].clone();
            let starts: Vec<usize> = line
                .char_indices()
                .filter(|(_, c)| c.is_ascii_lowercase())
                .map(|(i, _)| i)
                .collect();
            if starts.is_empty() || line.contains("pass") {
                return lines.join("\n") + "\n";
            }
            let start = starts[random.usize(..starts.len())];
            let digits = line[start + 1..].chars().take_while(char::is_ascii_digit).count();
            let new = if random.bool() { point(random) } else { String::new() };
            lines[one].replace_range(start..start + 1 + digits, &new);
        }
        // A stone more, less or moved.
        _ => {
            let row = random.usize(4..7);
            let (key, points) = lines[row].split_once(' ').unwrap();
            let mut points = if points == "-" { String::new() } else { points.to_owned() };
            if random.bool() || points.is_empty() {
                points += &point(random);
            } else {
                let cut = points.rfind(|c: char| c.is_ascii_lowercase()).unwrap();
                points.truncate(cut);
            }
            let points = if points.is_empty() { "-" } else { &points };
            lines[row] = format!("{key} {points}");
        }
    }
    let nodes = lines.len() - header - 1;
    lines[header - 1] = format!("nodes {nodes}");
    lines.join("\n") + "\n"
}

/// `count` random changes of the committed proofs.
fn mutations(seed: u64, count: usize) -> Vec<String> {
    let proofs = proofs();
    let mut random = Rng::with_seed(seed);
    (0..count)
        .map(|_| {
            let (_, text) = &proofs[random.usize(..proofs.len())];
            let once = changed(&mut random, text);
            if random.u8(..4) > 0 || once.lines().count() < 13 {
                return once;
            }
            changed(&mut random, &once)
        })
        .collect()
}

/// What the script writes about the files, given these options.
fn script(options: &[&str], files: &[PathBuf]) -> Output {
    let mut command = Command::new("python3");
    let output = command.arg("scripts/check_proof.py").args(options).args(files).output();
    output.expect("python3 runs the scripts")
}

/// The steps that the script takes for each of the files, whose proofs hold.
fn steps_by_script(options: &[&str], files: &[PathBuf]) -> Vec<u64> {
    let lines = text(&script(options, files).stdout);
    lines.lines().map(|line| line.split('\t').nth(3).unwrap().parse().unwrap()).collect()
}

/// Which of the files the script accepts, and what it reports about the others.
pub fn by_script(files: &[PathBuf]) -> (Vec<bool>, String) {
    let output = script(&[], files);
    let lines = text(&output.stdout);
    let holds = lines.lines().map(|line| line.split('\t').nth(1) == Some("holds")).collect();
    (holds, text(&output.stderr))
}

/// The limit of the script is lowered, so that the test needs no large file.
#[test]
fn the_script_unpacks_no_more_than_a_proof_may_have() {
    let program = "import io, gzip, sys; sys.path.insert(0, 'scripts'); import check_proof\n\
                   check_proof.LONGEST = 1 << 20\n\
                   text = gzip.compress(b'#\\n' * (1 << 19) + sys.argv[1].encode())\n\
                   sys.stdin = io.TextIOWrapper(io.BytesIO(text))\n\
                   sys.argv[1:] = ['-']; check_proof.main()";
    let errors = |end: &str| {
        let output = Command::new("python3").args(["-c", program, end]).output().unwrap();
        text(&output.stderr)
    };
    let short = errors("");
    assert!(short.starts_with("-: line 1: "), "{short}");
    assert_eq!(errors("#"), "-: the proof is longer than 1 MiB\n");
}

#[test]
fn the_committed_proofs_hold_by_every_check() {
    let (mut shared, mut others) = (0, 0);
    for (name, text) in proofs() {
        let proof = parse(&text).unwrap();
        assert_eq!(write(&proof), text, "{name}");
        assert!(check(&proof, STEPS).is_ok(), "{name}");
        assert!(Slow::of(&proof).holds(), "{name}");
        shared += text.matches(" =").count();
        others += text.matches(" * ").count();
    }
    assert!(shared > 5 && others > 30, "{shared} {others}");
}

#[test]
fn damaged_proofs_are_refused_unless_they_still_prove_the_win() {
    let (mut refused, mut kept) = (0, 0);
    for text in mutations(1, 300) {
        let Ok(proof) = parse(&text) else {
            refused += 1;
            continue;
        };
        let holds = check(&proof, STEPS).is_ok();
        assert_eq!(holds, Slow::of(&proof).holds(), "{:?}\n{text}", verdict(&text));
        if holds { kept += 1 } else { refused += 1 }
    }
    assert!(refused > 150 && kept > 20, "{refused} {kept}");
}

/// Ten thousand changes, for a change of a checker: `cargo test --release --test it -- --ignored damaged`.
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_damaged_proofs_are_judged_alike_by_all_checks() {
    let texts = mutations(2, 10_000);
    let (refused, kept) = agreement("mutations-all", &texts);
    assert_eq!(refused + kept, 10_000);
    for text in &texts {
        if let Ok(proof) = parse(text) {
            assert_eq!(check(&proof, STEPS).is_ok(), Slow::of(&proof).holds(), "{text}");
        }
    }
    println!("{refused} refused, {kept} still hold");
}

/// Checks `texts` with the script, which has to find the same fault in the same line as the program. Returns how many
/// are refused and how many hold.
fn agreement(name: &str, texts: &[String]) -> (usize, usize) {
    let folder = Scratch::new(name);
    let files: Vec<PathBuf> =
        (0..texts.len()).map(|number| folder.path(&format!("{number}.proof"))).collect();
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text).unwrap();
    }
    let (found, faults) = by_script(&files);
    let mut faults = faults.lines();
    let (mut refused, mut kept) = (0, 0);
    for ((file, text), holds) in files.iter().zip(texts).zip(found) {
        let expected = verdict(text);
        assert_eq!(holds, expected.is_ok(), "{expected:?}\n{text}");
        if let Err(expected) = expected {
            let fault = faults.next().unwrap();
            let place =
                format!("{}: line {}:", file.display(), expected.split(':').next().unwrap());
            assert!(fault.starts_with(&place), "{fault}, but {expected}\n{text}");
            refused += 1;
        } else {
            kept += 1;
        }
    }
    (refused, kept)
}

#[test]
fn the_script_finds_the_same_faults_in_the_same_lines() {
    let mut texts = mutations(3, 150);
    let garbage =
        ["", "\n", "tengen-proof 2", "tengen-proof 3\n", "tengen-proof 2\ngame othello\n"];
    texts.extend(garbage.map(str::to_owned));
    let (_, whole) = &proofs()[0];
    texts.extend((1..40).map(|part| whole[..whole.len() * part / 40].to_owned()));
    texts.push(whole.replace("end\n", "# a comment\n# another\n"));
    texts.extend(proofs().into_iter().map(|(_, text)| text));
    // Every proof that holds does so with the line ends of Windows, too.
    let sound: Vec<String> =
        proofs().into_iter().map(|(_, text)| text.replace('\n', "\r\n")).collect();
    assert!(sound.iter().all(|text| verdict(text).is_ok()));
    texts.extend(sound);
    agreement("mutations", &texts);
}

#[test]
fn the_script_goes_on_after_an_input_that_is_named_twice() {
    let proof = fs::File::open(Path::new(FOLDER).join("caro-1.proof")).unwrap();
    let mut command = Command::new("python3");
    let output = command.args(["scripts/check_proof.py", "-", "-"]).stdin(proof).output().unwrap();
    assert_eq!(text(&output.stderr), "-: line 1: not a proof (expected tengen-proof 2)\n");
    assert_eq!(text(&output.stdout).lines().count(), 2);
}

#[test]
fn no_checker_sends_control_characters_of_a_proof_to_the_terminal() {
    let scratch = Scratch::new("controls");
    let (file, name) = (scratch.path("a.proof"), scratch.file("a.proof"));
    fs::write(&file, "tengen-proof 2\ngame \u{1b}[2J\r\u{9b}\tx\n").unwrap();
    let fault = format!("{name}: line 2: invalid game '\\u{{1b}}[2J\\r\\u{{9b}}\tx'\n");
    assert_eq!(text(&run(&["verify", &name], b"").stderr), fault);
    assert_eq!(by_script(&[file]).1, fault);
}

#[test]
fn a_number_has_at_most_eighteen_digits() {
    let (_, whole) = &proofs()[0];
    let texts = [18, 19].map(|digits| {
        let label = "1".repeat(digits);
        let text = whole.replace(":1\n", &format!(":{label}\n"));
        text.replace("=1\n", &format!("={label}\n"))
    });
    assert_eq!(texts[1].matches(&"1".repeat(19)).count(), 2);
    assert_eq!(texts.each_ref().map(|text| verdict(text).is_ok()), [true, false]);
    assert_eq!(agreement("numbers", &texts), (1, 1));
}

/// Both replies have nodes of their own. Nothing follows the node for all others, whose move is on a stone.
const SPARE: &str = "\
tengen-proof 2
game gomoku
rule freestyle
size 5x5
black a1b1c1d2d3d4
white -
blocked a2b2c2e2a3b3c3e3a4b4c4e4a5b5c5e5
attacker black
nodes 4
0 - d1
1 e1 d5
1 d5 e1
1 * a1
end
";

#[test]
fn the_script_takes_as_many_steps() {
    let scratch = Scratch::new("steps");
    let texts = proofs().into_iter().map(|(_, text)| text).chain([SPARE.to_owned()]);
    let (files, steps): (Vec<PathBuf>, Vec<u64>) = texts
        .enumerate()
        .map(|(number, text)| {
            let file = scratch.path(&format!("{number}.proof"));
            fs::write(&file, &text).unwrap();
            (file, check(&parse(&text).unwrap(), STEPS).unwrap())
        })
        .unzip();
    assert_eq!(steps_by_script(&[], &files), steps);
}

/// Without its shortcuts the script takes longer, so that it gets only the first proof of each rule.
#[test]
fn the_script_plays_replies_that_change_nothing_if_asked_to() {
    let files = ["caro", "caro-exact", "freestyle", "renju", "standard"]
        .map(|rule| Path::new(FOLDER).join(format!("{rule}-1.proof")));
    let all = steps_by_script(&["--all-replies"], &files);
    let few = steps_by_script(&[], &files);
    assert_eq!((all.len(), few.len()), (files.len(), files.len()));
    assert!(all.iter().zip(&few).all(|(all, few)| all > few), "{all:?} {few:?}");
}

/// The first proof of freestyle, with a part replaced.
fn altered(from: &str, to: &str) -> String {
    let text = fs::read_to_string(Path::new(FOLDER).join("freestyle-1.proof")).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

#[test]
fn a_refused_proof_names_the_line_that_fails() {
    let mut texts = vec![altered("end", "end")];
    assert_eq!(run(&["verify", "-"], texts[0].as_bytes()).status.code(), Some(0));
    for (from, to, error) in [
        // A move that wins nothing, one on a stone, a defence without an answer, a five that is none.
        ("6 e5 c7/b7g7", "6 e5 h1", "16: no answer to a1"),
        ("6 e5 c7/b7g7", "6 e5 h9", "16: h9 is not an empty point"),
        ("1 * g9/d9i9\n", "", "9: the header says 12 nodes"),
        ("2 g4 f6", "2 h4 f6", "11: no answer to g4"),
        ("5 f8 e8/b5h5", "5 f8 e8/a1h1", "19: no answer to a1"),
        ("0 - f9", "0 - f1", "21: no answer to b1"),
        ("attacker black", "attacker white", "21: no answer to b1"),
        ("tengen-proof 2", "tengen-proof 9", "1: unknown version '9' (expected 2)"),
    ] {
        texts.push(altered(from, to));
        let output = run(&["verify", "-"], texts[texts.len() - 1].as_bytes());
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{from}");
        assert!(told.starts_with(&format!("-: line {error}")), "{told}, not {error}");
    }
    assert_eq!(agreement("altered", &texts), (8, 1));
}

/// A proof on 15x15 with these stones and nodes.
fn proof_of(rule: &str, [black, white]: [&str; 2], attacker: &str, nodes: &str) -> String {
    let count = nodes.lines().count();
    format!(
        "tengen-proof 2\ngame gomoku\nrule {rule}\nsize 15x15\nblack {black}\nwhite {white}\nblocked -\n\
         attacker {attacker}\nnodes {count}\n{nodes}\nend\n"
    )
}

#[test]
fn fouls_and_the_rule_decide() {
    let mut texts = Vec::new();
    let mut told = |text: &str| {
        texts.push(text.to_owned());
        verdict(text)
    };
    let threes = ["f8g8h6h7", "a1c1e1g1"];
    let foul = proof_of("renju", threes, "black", "0 - h8");
    assert_eq!(told(&foul), Err("10: h8 is forbidden for black: 33".to_owned()));
    let legal = told(&foul.replace("renju", "standard"));
    assert_eq!(legal, Err("10: no answer to b1".to_owned()));
    // Black may not block a four of White with an overline.
    let closed = proof_of("renju", ["d7j4j5j6j8j9", "e7f7g7i3"], "white", "0 - h7/i7");
    assert_eq!(told(&closed), Err("10: no answer to i7".to_owned()));
    let barred = proof_of("renju", ["d7i4i5i6i8i9", "e7f7g7a3"], "white", "0 - h7/i7");
    assert_eq!(told(&barred), Ok(()));
    let allowed = told(&barred.replace("renju", "standard"));
    assert_eq!(allowed, Err("10: no answer to i7".to_owned()));
    // A four of the defender that the move does not stop.
    let ignored = proof_of("freestyle", ["a1c1e1g2", "h8i8j8k8"], "black", "0 - a3");
    assert_eq!(told(&ignored), Err("10: the defender wins with g8".to_owned()));
    // Six do not win where exactly five do.
    let six = ["b2c2d2f2g2", "a5c5e5g5"];
    assert_eq!(told(&proof_of("freestyle", six, "black", "0 - e2")), Ok(()));
    assert!(told(&proof_of("standard", six, "black", "0 - e2")).is_err());
    // A five blocked at both ends does not win in caro: a reply at the end stops it.
    let open = ["c2d2e2", "a5c5e5g2"];
    let caro = proof_of("caro", open, "black", "0 - f2/b2");
    assert_eq!(told(&caro), Err("10: no answer to a2".to_owned()));
    assert_eq!(told(&caro.replace("caro", "standard")), Err("10: no answer to b2".to_owned()));
    assert_eq!(agreement("fouls", &texts), (8, 2));
}

#[test]
fn a_game_that_is_over_is_refused_with_the_line_of_the_row() {
    let over = |line: usize| -> Result<(), String> { Err(format!("{line}: the game is over")) };
    let (row, other, stone) = ("a1b1c1d1e1", "a3b3c3d3e3", "h8");
    let games = [([row, stone], 5), ([stone, row], 6), ([other, row], 5), ([row, other], 5)];
    let mut texts = Vec::new();
    for (stones, line) in games {
        let text = proof_of("freestyle", stones, "white", "0 - i9");
        let commented = text.replace("rule", "# a comment\nrule");
        assert_eq!(verdict(&text), over(line), "{stones:?}");
        assert_eq!(verdict(&commented), over(line + 1), "{stones:?}");
        texts.extend([text, commented]);
    }
    assert_eq!(agreement("over", &texts), (8, 0));
}

#[test]
fn a_full_board_and_a_pass_are_no_wins() {
    // The last empty point, d3, would be a row of seven, which renju forbids Black.
    let black = "b1e1g1a2d2g2a3b3c3e3f3g3b4e4g4b5d5";
    let white = "a1c1d1b2c2e2f2a4c4d4f4a5c5e5f5g5";
    let proof = |nodes: &str| {
        let text = proof_of("renju", [black, white], "white", nodes);
        text.replace("15x15", "7x5")
    };
    let grid = parse(&proof("0 - f1")).unwrap().grid;
    assert_eq!(grid.empty_squares().count(), 2);
    let texts = ["0 - f1", "0 - f1\n1 pass d3", "0 - f1\n1 * d3"].map(proof);
    let full = "11: the board is full without a five";
    for (text, fault) in texts.iter().zip(["10: no answer to a pass", full, full]) {
        assert_eq!(verdict(text), Err(fault.to_owned()), "{text}");
    }
    assert_eq!(agreement("full", &texts), (3, 0));
}

#[test]
fn a_check_takes_no_more_steps_than_allowed() {
    let text = fs::read_to_string(Path::new(FOLDER).join("caro-1.proof")).unwrap();
    let proof = parse(&text).unwrap();
    let steps = check(&proof, STEPS).unwrap();
    assert_eq!(check(&proof, steps), Ok(steps));
    let fault = check(&proof, steps - 1).unwrap_err();
    assert_eq!(fault.flaw, Flaw::TooLong(steps - 1));
}

#[test]
fn solve_writes_proofs_that_verify_and_the_script_confirm() {
    let scratch = Scratch::new("proofs");
    let (folder, name) = (scratch.path("written"), scratch.file("written"));
    let positions = "id\trule\tmoves\nopen three\tfreestyle\th8a1i8c1j8e1\nfive\tstandard\th8a1i8c1j8e1k8g1\n\
                     none\trenju\th8i9\n";
    let arguments = ["solve", "--game", "gomoku", "--nodes", "20000", "--proof", &name, "-"];
    let output = run(&arguments, positions.as_bytes());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let rows = text(&output.stdout);
    let total = rows.lines().last().unwrap();
    assert!(total.ends_with("\t2 proved, 0 unproved"), "{total}");
    let mut files: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    files.sort();
    assert_eq!(files, ["five.proof", "open_three.proof"].map(|file| format!("{name}/{file}")));
    let arguments: Vec<&str> =
        ["verify", "no such file"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("no such file: "), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    assert!(lines.contains("five.proof\tholds\tstandard\t1\t1\t"), "{lines}");
    assert!(lines.contains("\ntotal\t2 hold, 1 refused\t"), "{lines}");
    let alone = run(&["verify", &files[0]], b"");
    assert!(text(&alone.stdout).contains("\ntotal\t1 holds, 0 refused\t"));
    let paths: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    assert_eq!(by_script(&paths).0, [true, true]);
}

#[test]
fn a_position_without_a_proof_keeps_none_of_an_earlier_run() {
    let scratch = Scratch::new("proofs-again");
    let (folder, name) = (scratch.path("written"), scratch.file("written"));
    let files = |positions: &str| {
        let arguments = ["solve", "--game", "gomoku", "--nodes", "20000", "--proof", &name, "-"];
        let output = run(&arguments, format!("id\tmoves\n{positions}").as_bytes());
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        let entries = fs::read_dir(&folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let (won, open) = ("h8a1i8c1j8e1", "h8i9");
    let all = ["a_b-2.proof", "a_b.proof", "c.proof"];
    assert_eq!(files(&format!("a/b\t{won}\na_b\t{won}\nc\t{won}\n")), all);
    fs::write(folder.join("a_b.proof.gz"), "").unwrap();
    // Each position keeps its name, and files of other names stay.
    assert_eq!(files(&format!("a/b\t{open}\na_b\t{won}\n")), ["a_b-2.proof", "c.proof"]);
}

#[test]
fn the_example_of_the_reference_holds() {
    let reference = fs::read_to_string("protocol.md").unwrap();
    let (_, rest) = reference.split_once("```proof\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let proof = parse(example).unwrap();
    assert_eq!(write(&proof), example);
    assert!(check(&proof, STEPS).is_ok() && Slow::of(&proof).holds());
}
