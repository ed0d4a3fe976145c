//! The first moves of a game under every rule.

use tengen::coord::{Move, Size, parse_points};
use tengen::gomoku::eval::weights::WeightSet;
use tengen::gomoku::prover::{Bounds, Prover};
use tengen::gomoku::rules::game::Game;
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::search::Searcher;
use tengen::search::Search;
use tengen::search::control::Control;
use tengen::search::limits::Limits;
use tengen::search::report::{Request, Score};

use crate::program::Program;

/// `INFO rule` of every rule.
const RULES: [u32; 5] = [0, 1, 4, 8, 9];

fn engine(rule: u32, size: u32, nodes: u64) -> Program {
    let mut program = Program::start(&["--seed", "1"]);
    program.send(&format!("INFO rule {rule}\nINFO max_node {nodes}"));
    program.expect(&format!("START {size}"), "OK");
    program
}

/// Chebyshev distance from the centre of the board to the point of a reply `x,y`.
fn from_middle(reply: &str, size: i32) -> i32 {
    let far = |number: &str| (number.parse::<i32>().unwrap() - size / 2).abs();
    reply.split(',').map(far).max().unwrap()
}

#[test]
fn stones_at_the_edge_are_answered_in_the_middle() {
    for rule in RULES {
        for (size, edge) in [(15, "0,0"), (15, "0,7"), (15, "14,3"), (20, "19,19"), (20, "0,10")] {
            let reply = engine(rule, size, 3000).ask(&format!("TURN {edge}"));
            assert!(from_middle(&reply, size as i32) <= 3, "rule {rule}, {edge}: {reply}");
        }
        let corners = "SWAP2BOARD\n0,0\n14,14\n14,0\nDONE";
        let reply = engine(rule, 15, 3000).ask(corners);
        assert!(reply != "SWAP" && from_middle(&reply, 15) <= 3, "rule {rule}: {reply}");
    }
}

/// The score for White, to move.
fn score(program: &mut Program) -> f64 {
    program.send("YXHASHCLEAR");
    let reply = program.ask("NBEST 1");
    let words: Vec<&str> = reply.split(' ').collect();
    let at = words.iter().position(|&word| word == "score").unwrap();
    words[at + 1].parse().unwrap_or_else(|_| panic!("decided: {reply}"))
}

#[test]
fn swap2_openings_are_balanced() {
    for (rule, size) in RULES.into_iter().flat_map(|rule| [(rule, 15), (rule, 20)]) {
        let mut program = engine(rule, size, 10_000);
        let mut seen = Vec::new();
        loop {
            let stones = program.ask("SWAP2BOARD\nDONE");
            if seen.contains(&stones) {
                break;
            }
            let score = score(&mut program);
            assert!(score.abs() < 2.0, "rule {rule}, {size}: {stones} is worth {score}");
            seen.push(stones);
        }
        assert_eq!(seen.len(), 12);
    }
}

/// The best move and its score after `nodes`.
fn think(searcher: &mut Searcher, game: &Game, nodes: u64) -> (Move, Score) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = Request::best_move(limits);
    let found = searcher.search(game, &request, &Control::unlimited(), &mut |_| ());
    (found.lines[0].moves[0], found.lines[0].score)
}

/// After every third stone near the first two, White finds a reply that leaves Black no VCT. Black's known
/// short wins start with these stones.
#[test]
fn no_third_stone_wins_by_vct() {
    let size = Size::new(15, 15).unwrap();
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
        let mut searcher = Searcher::new(1 << 20);
        let mut prover = Prover::new(1 << 20, WeightSet::embedded());
        for second in ["h9", "i9"] {
            for (x, y) in (5..10).flat_map(|x| (5..10).map(move |y| (x, y))) {
                let mut game = Game::new(rule, size).unwrap();
                let stones = parse_points(&format!("h8{second}")).unwrap();
                let third = size.points().find(|point| (point.x(), point.y()) == (x, y)).unwrap();
                if stones.contains(&third) {
                    continue;
                }
                for point in stones.into_iter().chain([third]) {
                    game.play(Move::Place(point)).unwrap();
                }
                searcher.clear();
                game.play(think(&mut searcher, &game, 4000).0).unwrap();
                prover.clear();
                let mut board = prover.board(&game);
                let bounds = Bounds { time: None, nodes: Some(20_000) };
                let verdict = prover.prove(&mut board, bounds);
                assert_eq!(verdict.proof, None, "{rule:?} {:?}", game.history());
            }
        }
    }
}
