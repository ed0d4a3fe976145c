//! Proofs of scores in Othello: the check against a slow one that plays games, against brute force and the script, and on
//! damaged proofs.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use fastrand::Rng;
use tengen::coord::Move;
use tengen::othello::proof::check::{Fault, Flaw, check};
use tengen::othello::proof::text::{Claim, read_claim};
use tengen::othello::prover::{Bounds, prove};
use tengen::othello::rules::board::Board;
use tengen::othello::rules::game::Game;
use tengen::othello::search::Searcher;
use tengen::proof::Lines;

use crate::proofs::by_script;
use crate::scratch::Scratch;
use crate::tools::{run, text};

const FOLDER: &str = "tests/data/proofs/othello";
/// Nodes of a proof here: all are small.
const STEPS: u64 = 1_000_000;
/// Lines of the header, up to the one of the first tree.
const HEADER: usize = 7;

/// The committed proofs with their names.
fn proofs() -> Vec<(String, String)> {
    let files = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<PathBuf> = files.collect();
    names.sort();
    assert!(names.len() >= 6);
    let read = |path: PathBuf| (path.display().to_string(), fs::read_to_string(path).unwrap());
    names.into_iter().map(read).collect()
}

/// The line and the reason for which a proof is refused, as text.
fn verdict(text: &str) -> Result<(), String> {
    let told = |Fault { line, flaw }| format!("{line}: {flaw}");
    check(text, STEPS).map(|_| ()).map_err(told)
}

fn claim(text: &str) -> Claim {
    read_claim(&mut Lines::new(text).unwrap()).unwrap()
}

/// The score of the side to move with best play, by alpha-beta without anything else.
fn score(board: Board, alpha: i32, beta: i32) -> i32 {
    if board.is_over() {
        return board.final_score();
    }
    let moves = board.legal_moves();
    if moves == 0 {
        return -score(board.pass(), -beta, -alpha);
    }
    let mut best = -64;
    for square in (0..64).filter(|square| moves >> square & 1 == 1) {
        best = best.max(-score(board.play(square), -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

/// A node of a tree, with the nodes below it.
struct Node {
    reply: String,
    answer: String,
    below: Vec<usize>,
}

/// Plays every move and every reply of a proof in a game.
struct Slow {
    nodes: Vec<Node>,
    labels: HashMap<String, usize>,
    /// The positions of the labels, once they are played.
    boards: HashMap<usize, Board>,
    game: Game,
    bound: i32,
}

impl Slow {
    /// Whether the text has two trees that hold. Other faults of the text are not looked for.
    fn holds(text: &str) -> bool {
        let Claim { board, side, score } = claim(text);
        let lines: Vec<&str> = text.lines().collect();
        let is_second = |index: &usize| lines[*index].starts_with("at-most");
        let [second] = (0..lines.len()).filter(is_second).collect::<Vec<_>>()[..] else {
            return false;
        };
        let trees = [&lines[HEADER..second], &lines[second + 1..lines.len() - 1]];
        [(true, score), (false, -score)].into_iter().zip(trees).all(|((is_own, bound), lines)| {
            let (nodes, labels, roots) = Slow::nodes(lines);
            let game = Game::from_board(board, side);
            let mut slow = Slow { nodes, labels, boards: HashMap::new(), game, bound };
            if bound == -64 || slow.is_end() {
                let is_enough = bound == -64 || slow.proved_score(is_own) >= bound;
                return roots.is_empty() && is_enough;
            }
            if !is_own {
                return slow.defend(&roots);
            }
            let is_start = roots.len() == 1 && slow.nodes[roots[0]].reply == "-";
            is_start && slow.attack(roots[0])
        })
    }

    /// The nodes of a tree, those with labels, and those of depth 0.
    fn nodes(lines: &[&str]) -> (Vec<Node>, HashMap<String, usize>, Vec<usize>) {
        let (mut nodes, mut labels, mut roots) = (Vec::<Node>::new(), HashMap::new(), Vec::new());
        let mut path = Vec::<usize>::new();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let (depth, index) = (words[0].parse::<usize>().unwrap(), nodes.len());
            path.truncate(depth);
            match path.last() {
                Some(&parent) => nodes[parent].below.push(index),
                None => roots.push(index),
            }
            path.push(index);
            if let Some(label) = words.get(3) {
                labels.insert(label[1..].to_owned(), index);
            }
            let [reply, answer] = [words[1], words[2]].map(str::to_owned);
            nodes.push(Node { reply, answer, below: Vec::new() });
        }
        (nodes, labels, roots)
    }

    fn empties(&self) -> u32 {
        self.game.board().empty_count()
    }

    fn is_end(&self) -> bool {
        self.game.outcome().is_some() || self.empties() <= 4
    }

    /// The score of the side to move, or of the other one, by playing every game to its end.
    fn proved_score(&mut self, is_own: bool) -> i32 {
        let score = self.score();
        if is_own { score } else { -score }
    }

    fn score(&mut self) -> i32 {
        if let Some(outcome) = self.game.outcome() {
            return outcome.score(self.game.side_to_move());
        }
        let side = self.game.side_to_move();
        let mut best = -64;
        for reply in self.legal() {
            self.game.play(reply).unwrap();
            let score = self.score();
            best = best.max(if self.game.side_to_move() == side { score } else { -score });
            self.game.undo();
        }
        best
    }

    /// What the side to move may do.
    fn legal(&self) -> Vec<Move> {
        let places: Vec<Move> = self.game.legal_moves().into_iter().map(Move::Place).collect();
        if places.is_empty() { vec![Move::Pass] } else { places }
    }

    /// The proving side is to move.
    fn attack(&mut self, node: usize) -> bool {
        let board = self.game.board();
        if let Some(label) = self.nodes[node].answer.strip_prefix('=') {
            let label = self.labels[label];
            return self.boards.get(&label) == Some(&board);
        }
        self.boards.insert(node, board);
        let answer = Move::from_text(&self.nodes[node].answer).unwrap();
        if self.game.play(answer).is_err() {
            return false;
        }
        let below = self.nodes[node].below.clone();
        let holds = self.defend(&below);
        self.game.undo();
        holds
    }

    /// The other side is to move, and `below` are the nodes for its replies.
    fn defend(&mut self, below: &[usize]) -> bool {
        if self.is_end() {
            return below.is_empty() && self.proved_score(false) >= self.bound;
        }
        let mut used = 0;
        let holds = self.legal().into_iter().all(|reply| {
            let name = reply.to_string();
            let answers: Vec<usize> =
                below.iter().copied().filter(|&node| self.nodes[node].reply == name).collect();
            used += answers.len();
            self.game.play(reply).unwrap();
            let holds = if self.is_end() {
                answers.is_empty() && self.proved_score(true) >= self.bound
            } else {
                answers.len() == 1 && self.attack(answers[0])
            };
            self.game.undo();
            holds
        });
        holds && used == below.len()
    }
}

/// `text` with one random change of a line, a word, a point, a disc, the side or the score.
fn changed(random: &mut Rng, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let any = |random: &mut Rng, lines: &[String]| random.usize(HEADER..lines.len() - 1);
    let (one, other) = (any(random, &lines), any(random, &lines));
    let point =
        |random: &mut Rng| format!("{}{}", char::from(b'a' + random.u8(..8)), random.u8(1..=8));
    match random.u8(..10) {
        0 => drop(lines.remove(one)),
        1 => lines.swap(one, other),
        2 => lines.insert(other, lines[one].clone()),
        // A word is that of another node, or any point, or a pass.
        kind @ 3..=7 => {
            let mut words: Vec<String> = lines[one].split(' ').map(str::to_owned).collect();
            let from: Vec<String> = lines[other].split(' ').map(str::to_owned).collect();
            let word = random.usize(1..words.len());
            words[word] = match kind {
                3 | 4 => from.get(word).cloned().unwrap_or_default(),
                5 => "pass".to_owned(),
                _ => point(random),
            };
            lines[one] = words.join(" ");
        }
        8 => {
            let row = random.usize(2..4);
            lines[row] += &point(random);
        }
        _ if random.bool() => {
            let black = lines[4].ends_with("black");
            lines[4] = format!("turn {}", if black { "white" } else { "black" });
        }
        _ => {
            let score: i32 = lines[5]["score ".len()..].parse().unwrap();
            lines[5] = format!("score {:+}", score + if random.bool() { 2 } else { -2 });
        }
    }
    counted(lines)
}

/// The lines with the right numbers of nodes in front of both trees, unless a change has hit one of those.
fn counted(mut lines: Vec<String>) -> String {
    let first = lines.iter().position(|line| line.starts_with("at-least"));
    let second = lines.iter().position(|line| line.starts_with("at-most"));
    if let (Some(first), Some(second)) = (first, second) {
        lines[second] = format!("at-most {}", lines.len().saturating_sub(second + 2));
        lines[first] = format!("at-least {}", second.saturating_sub(first + 1));
    }
    lines.join("\n") + "\n"
}

/// `count` random changes of the committed proofs.
fn mutations(seed: u64, count: usize) -> Vec<String> {
    let proofs = proofs();
    let mut random = Rng::with_seed(seed);
    let mut one = |_| {
        let (_, text) = &proofs[random.usize(..proofs.len())];
        changed(&mut random, text)
    };
    (0..count).map(&mut one).collect()
}

/// Checks `texts` with the script, which has to find the same fault in the same line as the program. Returns how many
/// are refused.
fn agreement(name: &str, texts: &[String]) -> usize {
    let folder = Scratch::new(name);
    let files: Vec<PathBuf> =
        (0..texts.len()).map(|number| folder.path(&format!("{number}.proof"))).collect();
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text).unwrap();
    }
    let (holds, faults) = by_script(&files);
    let mut faults = faults.lines();
    let verdicts: Vec<Result<(), String>> = texts.iter().map(|text| verdict(text)).collect();
    for ((file, text), (holds, expected)) in
        files.iter().zip(texts).zip(holds.into_iter().zip(&verdicts))
    {
        assert_eq!(holds, expected.is_ok(), "{expected:?}\n{text}");
        if let Err(expected) = expected {
            let fault = faults.next().unwrap();
            assert_eq!(fault, format!("{}: line {expected}", file.display()), "{text}");
        }
    }
    verdicts.iter().filter(|verdict| verdict.is_err()).count()
}

#[test]
fn the_committed_proofs_hold_by_every_check() {
    let (mut shared, mut passes, mut extremes) = (0, 0, 0);
    for (name, text) in proofs() {
        let checked = check(&text, STEPS).unwrap();
        let nodes = text.lines().count() - HEADER - 2;
        assert_eq!((checked.claim, checked.nodes), (claim(&text), nodes), "{name}");
        assert!(Slow::holds(&text), "{name}");
        assert_eq!(checked.claim.score, score(checked.claim.board, -64, 64), "{name}");
        shared += text.matches(" =").count();
        passes += text.matches("pass").count();
        extremes += usize::from(checked.claim.score.abs() == 64);
    }
    assert!(shared > 20 && passes > 20 && extremes > 0, "{shared} {passes} {extremes}");
    let texts: Vec<String> = proofs().into_iter().map(|(_, text)| text).collect();
    assert_eq!(agreement("endgames", &texts), 0);
}

/// Whether a changed proof holds, on which all checks agree.
fn judged(text: &str) -> bool {
    let found = check(text, STEPS);
    if matches!(&found, Err(Fault { flaw: Flaw::Text(_), .. })) {
        return false;
    }
    assert_eq!(found.is_ok(), Slow::holds(text), "{:?}\n{text}", verdict(text));
    if let Ok(checked) = &found {
        assert_eq!(checked.claim.score, score(checked.claim.board, -64, 64), "{text}");
    }
    found.is_ok()
}

#[test]
fn damaged_proofs_are_refused_unless_they_still_prove_the_score() {
    let kept = mutations(1, 1_000).iter().filter(|text| judged(text)).count();
    assert!((5..500).contains(&kept), "{kept}");
}

/// Ten thousand changes, for a change of a checker: `cargo test --release --test it -- --ignored damaged`.
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_damaged_proofs_of_scores_are_judged_alike_by_all_checks() {
    let texts = mutations(2, 10_000);
    let refused = agreement("endgame-mutations-all", &texts);
    let kept = texts.iter().filter(|text| judged(text)).count();
    assert_eq!(refused + kept, texts.len());
    println!("{refused} refused, {kept} still hold");
}

#[test]
fn the_script_finds_the_same_faults_of_scores_in_the_same_lines() {
    let mut texts = mutations(3, 300);
    let (_, whole) = &proofs()[0];
    texts.extend((1..40).map(|part| whole[..whole.len() * part / 40].to_owned()));
    for (from, to) in [
        ("proof 2", "proof 3.1-from-a-later-program"),
        ("score +", "score ++"),
        ("score", "Score"),
        ("turn", "turn "),
        ("black ", "black a9"),
        ("black ", "black -"),
        ("othello", "chess"),
        ("at-least ", "at-least 0"),
        ("at-least", "at-most"),
        ("end\n", "end\n\n"),
        ("end\n", ""),
        ("end\n", "# a comment\n"),
    ] {
        texts.push(whole.replacen(from, to, 1));
    }
    assert!(agreement("endgame-mutations", &texts) > 200);
}

/// The example of the reference.
fn example() -> String {
    let reference = fs::read_to_string("protocol.md").unwrap();
    let (_, rest) = reference.split_once("```proof\ntengen-proof 2\ngame othello\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    format!("tengen-proof 2\ngame othello\n{example}")
}

#[test]
fn the_example_of_a_score_in_the_reference_holds() {
    assert!(check(&example(), STEPS).is_ok() && Slow::holds(&example()));
    assert_eq!(agreement("endgame-example", &[example()]), 0);
}

#[test]
fn a_refused_proof_of_a_score_names_the_line_that_fails() {
    let example = example();
    let mut texts = Vec::new();
    for (from, to, fault) in [
        // A wrong move, an illegal one, and a pass in place of one.
        ("0 - g8", "0 - c1", "9: no node may follow pass here"),
        ("0 - g8", "0 - b1", "8: b1 is not a legal move"),
        ("2 pass h1", "2 pass g2", "10: the game ends with -4 (expected at least +10)"),
        ("0 - g8", "0 - pass", "8: a pass is not legal here"),
        ("1 g2 h1", "1 g2 pass", "19: a pass is not legal here"),
        // A reply that is missing, illegal, ends the tree, or has two answers.
        ("2 pass h1\n", "", "9: no answer to a pass"),
        ("1 g2 h1\n", "", "16: no answer to g2"),
        ("0 c1 g8\n", "", "11: no answer to c1"),
        ("1 pass c1\n2 pass h1\n", "", "8: no answer to a pass"),
        ("1 pass c1", "1 h1 c1", "9: no node may follow h1 here"),
        ("0 - g8", "0 c1 g8", "8: no node may follow c1 here"),
        ("1 a1 c1", "1 a1 c1\n2 c1 g2", "18: no node may follow c1 here"),
        ("1 g3 g2", "1 g2 h1", "20: g2 is answered twice"),
        // A wrong count of discs, of nodes, and the wrong side.
        ("score +10", "score +12", "10: the game ends with +10 (expected at least +12)"),
        ("score +10", "score +8", "18: the game ends with +10 (expected at most +8)"),
        ("turn white", "turn black", "9: no node may follow pass here"),
        // References.
        ("1 g2 h1", "1 g2 =1", "19: label 1 is defined twice or not at all"),
        ("0 c1 g8\n0 g2 g8", "0 c1 g8 :1\n0 g2 =1", "14: label 1 belongs to another position"),
    ] {
        assert_eq!(example.matches(from).count(), 1, "{from}");
        let lines = example.replace(from, to).lines().map(str::to_owned).collect();
        let text = counted(lines);
        assert_eq!(verdict(&text), Err(fault.to_owned()), "{from} -> {to}");
        texts.push(text);
    }
    for (count, said) in [(1, "1 node"), (2, "2 nodes")] {
        texts.push(example.replace("at-least 3", &format!("at-least {count}")));
        assert_eq!(verdict(&texts[texts.len() - 1]), Err(format!("7: the header says {said}")));
    }
    assert_eq!(agreement("endgame-faults", &texts), texts.len());
}

#[test]
fn a_reference_to_any_other_position_is_refused() {
    let mut texts = Vec::new();
    for (_, whole) in proofs() {
        for line in whole.lines().filter(|line| line.contains(" =")) {
            let (start, label) = line.split_once('=').unwrap();
            let others = (1..40).map(|other| other.to_string()).filter(|other| other != label);
            let changed = others.map(|other| whole.replacen(line, &format!("{start}={other}"), 1));
            texts.extend(changed);
        }
    }
    let elsewhere = texts
        .iter()
        .filter(|text| verdict(text).unwrap_err().ends_with("belongs to another position"));
    assert!(elsewhere.count() > 100);
    // The script takes a process for all of them, but a file for each.
    let few: Vec<String> = texts.into_iter().step_by(5).collect();
    assert_eq!(agreement("endgame-references", &few), few.len());
}

/// A random position of a game with so many empty squares.
fn ending(random: &mut Rng, empties: u32) -> Game {
    loop {
        let mut game = Game::new();
        while game.board().empty_count() > empties && game.outcome().is_none() {
            let moves = game.legal_moves();
            let mv = match moves.len() {
                0 => Move::Pass,
                count => Move::Place(moves[random.usize(..count)]),
            };
            game.play(mv).unwrap();
        }
        if game.outcome().is_none() {
            return Game::from_board(game.board(), game.side_to_move());
        }
    }
}

#[test]
fn every_score_gets_a_proof_and_no_other_score_does() {
    let mut random = Rng::with_seed(4);
    let mut searcher = Searcher::new(1 << 20);
    let bounds = Bounds { time: None, memory: 1 << 24 };
    let mut shared = 0;
    for empties in (1..=9).chain([9; 5]).chain([11; 10]) {
        let game = ending(&mut random, empties);
        let (board, side) = (game.board(), game.side_to_move());
        let claim = Claim { board, side, score: score(board, -64, 64) };
        let proof = prove(&mut searcher, &claim, &bounds).unwrap();
        let checked = check(&proof.text, STEPS).unwrap();
        assert_eq!((checked.claim, checked.nodes), (claim, proof.nodes));
        assert!(Slow::holds(&proof.text));
        shared += proof.text.matches(" =").count();
        for wrong in [claim.score - 2, claim.score + 2] {
            let claim = Claim { score: wrong, ..claim };
            if wrong.abs() <= 64 {
                assert!(prove(&mut searcher, &claim, &bounds).is_err());
            }
            let from = format!("score {:+}\n", checked.claim.score);
            let text = proof.text.replace(&from, &format!("score {wrong:+}\n"));
            assert!(verdict(&text).is_err());
        }
    }
    assert!(shared > 5, "{shared}");
}

#[test]
fn a_check_of_a_score_reads_no_more_nodes_than_allowed() {
    let (_, text) = &proofs()[0];
    let nodes = check(text, STEPS).unwrap().nodes as u64;
    assert!(check(text, nodes).is_ok());
    let fault = check(text, nodes - 1).unwrap_err();
    assert_eq!(fault.flaw, Flaw::TooLong(nodes - 1));
}

#[test]
fn solve_writes_proofs_of_scores_that_verify_and_the_script_confirm() {
    let scratch = Scratch::new("endgames-cli");
    let (folder, name) = (scratch.path("written"), scratch.file("written"));
    let ending = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;";
    let input = format!("{ending} h5:+6; % six/left\n{} O; % over\n", "X".repeat(64));
    let output = run(&["solve", "--verify", "--proof", &name, "-"], input.as_bytes());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let rows = text(&output.stdout);
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    assert_eq!([rows[0][1], rows[0][5], rows[0][8]], ["+6", "proved", "verified"], "{rows:?}");
    assert_eq!([rows[1][1], rows[1][5], rows[1][6]], ["-64", "proved", "0"], "{rows:?}");
    assert_eq!((rows[2][4], rows[2][6]), (rows[0][6], "2 proved, 0 unproved"), "{rows:?}");
    let files = ["six_left", "over"].map(|id| folder.join(format!("{id}.proof")));
    let paths: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let verified = run(&["verify", &paths[0], &paths[1]], b"");
    assert_eq!(verified.status.code(), Some(0));
    let nodes = rows[0][6];
    let lines = text(&verified.stdout);
    assert!(lines.contains(&format!("six_left.proof\tholds\tothello\t{nodes}\t{nodes}\t")));
    assert_eq!(by_script(&files).0, [true, true]);

    // Without memory nothing is proved, and no proof of an earlier run stays.
    let earlier = folder.join("1.proof");
    fs::rename(&files[0], &earlier).unwrap();
    let arguments = ["solve", "--proof", &name, "--proof-memory", "0", "-"];
    let output = run(&arguments, ending.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "-: line 1: 1: no proof within the memory for 0 positions\n");
    assert!(text(&output.stdout).contains("\tunproved\t-\t"), "{}", text(&output.stdout));
    assert!(!earlier.exists() && files[1].exists());
}
