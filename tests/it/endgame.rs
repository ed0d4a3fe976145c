//! The solver against published scores, brute force and itself.

use indicatif::ProgressBar;
use tengen::color::Color;
use tengen::formats::obf::{self, Problem};
use tengen::othello::eval::weights::Weights;
use tengen::othello::rules::board::Board;
use tengen::othello::rules::game::Game;
use tengen::othello::rules::square::Squares;
use tengen::othello::search::Searcher;
use tengen::othello::search::eval::Node;
use tengen::othello::search::params::Params;
use tengen::othello::search::probcut::Certainty;
use tengen::othello::search::root::MovesWanted;
use tengen::othello::search::transposition::LocalTable;
use tengen::othello::search::transposition::TranspositionTable;
use tengen::othello::search::wld::Wld;
use tengen::othello::search::worker::Worker;
use tengen::search::Search;
use tengen::search::control::{Control, Meter};
use tengen::search::limits::Limits;
use tengen::search::report::{Request, Score};
use tengen::table::Format;
use tengen::tools::prove::{Input, Output};
use tengen::tools::solve::{self, Goal, Mode, SolveOptions};

const EASY: &str = include_str!("../data/othello/ffo-1-19.obf");
const HARDER: &str = include_str!("../data/othello/ffo-20-39.obf");

/// Solves within a window from empty tables.
fn search(board: Board, alpha: i32, beta: i32) -> i32 {
    search_with(Certainty::Full, board, alpha, beta).0
}

/// Solves with `certainty` within a window from empty tables; the value and the nodes.
fn search_with(certainty: Certainty, board: Board, alpha: i32, beta: i32) -> (i32, u64) {
    let (table, mut local) = (TranspositionTable::new(1 << 20), LocalTable::default());
    let control = Control::unlimited();
    let mut meter = Meter::new(&control, &Limits::default());
    let weights = Weights::embedded();
    let mut worker = Worker::new(&mut meter, &table, &mut local, &weights, &Params::default());
    worker.certainty = certainty;
    let value = worker.solve(&Node::of(board), alpha, beta);
    drop(worker);
    (value, meter.total_nodes())
}

/// Plain negamax without any cut: the definition of the score.
fn brute_force(board: Board) -> i32 {
    let moves = board.legal_moves();
    if moves == 0 {
        let over = board.pass().legal_moves() == 0;
        return if over { board.final_score() } else { -brute_force(board.pass()) };
    }
    Squares(moves).map(|square| -brute_force(board.play(square))).max().unwrap()
}

/// Positions with `empties` empty squares from random play, some with the side to move swapped.
fn random_positions(seed: u64, empties: u32) -> impl Iterator<Item = Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let mut board = Board::START;
        while board.empty_count() > empties && !board.is_over() {
            let moves: Vec<u8> = Squares(board.legal_moves()).collect();
            board = random.choice(&moves).map_or(board.pass(), |&square| board.play(square));
        }
        if random.bool() { board.pass() } else { board }
    })
}

/// Positions, not necessarily reachable, in which one side has few discs, so that wipe-outs are common.
fn lopsided_positions(seed: u64, empties: u32) -> impl Iterator<Item = Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let mut free = 0u64;
        while free.count_ones() < empties {
            free |= 1 << random.u8(..64);
        }
        let opponent = !free & random.u64(..) & random.u64(..) & random.u64(..) & random.u64(..);
        Board { player: !free & !opponent, opponent }
    })
}

fn problems(text: &str) -> impl Iterator<Item = Problem> {
    text.lines().filter_map(|line| obf::parse_line(line).unwrap())
}

fn check(text: &str, count: u32) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let options = SolveOptions {
        goal: Goal::Score,
        moves_wanted: MovesWanted::Best,
        mode: Mode::Check,
        table_bytes: 16 << 20,
        threads: 2,
        proofs: None,
        weights: Weights::embedded(),
        format: Format::Text,
    };
    let bar = ProgressBar::hidden();
    let mut output = Output { out: &mut out, errors: &mut errors, proofs: None };
    let input = Input { source: "test set", text, missing: 0 };
    let summary = solve::run(&input, &options, &bar, &mut output).unwrap();
    assert!(summary.is_clean(), "{}", String::from_utf8_lossy(&errors));
    assert_eq!(summary.solved, count);
}

#[test]
fn ffo_1_to_19_have_their_published_scores() {
    check(EASY, 19);
}

#[test]
fn six_of_ffo_20_to_39_have_their_published_scores() {
    let names = ["ffo20", "ffo21", "ffo22", "ffo23", "ffo29", "ffo39"];
    let chosen: Vec<&str> =
        HARDER.lines().filter(|line| names.iter().any(|name| line.ends_with(name))).collect();
    check(&chosen.join("\n"), 6);
}

#[test]
fn a_selective_solve_takes_fewer_nodes_than_an_exact_one() {
    for name in ["ffo23", "ffo24", "ffo30"] {
        let problem = problems(HARDER).find(|problem| problem.name == name).unwrap();
        let score = problem.score().unwrap();
        let nodes = [Certainty::P73, Certainty::P95, Certainty::Full]
            .map(|certainty| search_with(certainty, problem.game.board(), score - 1, score + 1).1);
        assert!(3 * nodes[0] < 2 * nodes[2] && nodes[1] < nodes[2], "{name}: {nodes:?}");
    }
}

#[test]
fn every_window_agrees_with_brute_force() {
    for (empties, count) in
        [(1, 300), (2, 300), (3, 300), (4, 300), (6, 200), (7, 100), (8, 60), (9, 15), (10, 3)]
    {
        let seed = u64::from(empties);
        let positions = random_positions(seed, empties).take(count);
        for board in positions.chain(lopsided_positions(seed, empties).take(count)) {
            let truth = brute_force(board);
            assert_eq!(search(board, -65, 65), truth, "{board:?}");
            for alpha in [truth - 1, truth, truth + 1, -64, -1, 0, 63] {
                let value = search(board, alpha, alpha + 1);
                let right = if truth > alpha {
                    alpha < value && value <= truth
                } else {
                    truth <= value && value <= alpha
                };
                assert!(right, "{board:?}: {value} for {truth} at {alpha}");
            }
        }
    }
}

#[test]
fn passes_and_wipe_outs_occur_among_the_positions_tested() {
    let passes = |board: &Board| board.legal_moves() == 0 && !board.is_over();
    let count = [1, 2, 3, 4]
        .map(|empties| random_positions(empties, empties as u32).take(300).filter(passes).count());
    assert!(count.iter().all(|&count| count >= 5), "{count:?}");
    let wiped_out = |board: &Board| brute_force(*board) == 64;
    assert!(lopsided_positions(6, 6).take(200).filter(wiped_out).count() >= 5);
}

#[test]
fn a_full_table_changes_no_score() {
    let (table, mut local) = (TranspositionTable::new(1 << 12), LocalTable::default());
    let control = Control::unlimited();
    let mut meter = Meter::new(&control, &Limits::default());
    let weights = Weights::embedded();
    let mut worker = Worker::new(&mut meter, &table, &mut local, &weights, &Params::default());
    for round in 0..2 {
        for problem in problems(EASY).take(8) {
            let score = problem.score().unwrap();
            assert_eq!(
                worker.solve(&Node::of(problem.game.board()), -65, 65),
                score,
                "{} round {round}",
                problem.name
            );
        }
    }
}

#[test]
fn images_have_equal_scores_and_a_pass_negates() {
    for board in random_positions(11, 11).take(6) {
        let truth = search(board, -65, 65);
        assert!(board.images().iter().all(|&image| search(image, -65, 65) == truth));
    }
    for board in random_positions(12, 10).filter(|board| board.legal_moves() == 0).take(5) {
        assert_eq!(search(board, -65, 65), -search(board.pass(), -65, 65));
    }
}

#[test]
fn win_draw_loss_is_the_sign_of_the_score_for_every_move() {
    let mut searcher = Searcher::new(1 << 20);
    for empties in [1, 2, 5, 8, 9] {
        for board in random_positions(empties, empties as u32).take(20) {
            let game = Game::from_board(board, Color::White);
            let all = searcher.solve_wld(&game, MovesWanted::All).moves;
            assert!(all.is_sorted_by(|a, b| a.1 >= b.1), "{board:?}: {all:?}");
            assert_eq!(all.is_empty(), board.is_over());
            for &(mv, wld) in &all {
                let mut next = game.clone();
                next.play(mv).unwrap();
                assert_eq!(wld, Wld::of(-brute_force(next.board())), "{board:?} {mv}");
            }
            let best = searcher.solve_wld(&game, MovesWanted::Best).moves;
            assert_eq!(best.first().map(|best| best.1), all.first().map(|best| best.1));
            assert!(best.iter().all(|best| all.contains(best)), "{board:?}: {best:?} of {all:?}");
        }
    }
}

#[test]
fn solving_win_draw_loss_takes_fewer_nodes_than_the_score() {
    let (mut exact, mut wld) = (0, 0);
    for problem in problems(EASY).skip(8) {
        let limits = Limits { depth: Some(64), ..Limits::default() };
        let request = Request::best_move(limits);
        let searcher = || Searcher::new(16 << 20);
        let progress =
            searcher().search(&problem.game, &request, &Control::unlimited(), &mut |_| ());
        let Score::Exact(score) = progress.lines[0].score else {
            panic!("{} is not solved", problem.name);
        };
        let found = searcher().solve_wld(&problem.game, MovesWanted::Best);
        assert_eq!(found.moves[0].1, Wld::of(score), "{}", problem.name);
        (exact, wld) = (exact + progress.nodes, wld + found.nodes);
    }
    assert!(3 * wld < 2 * exact, "{wld} nodes instead of {exact}");
}
