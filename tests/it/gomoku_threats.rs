//! The VCT search: it finds known wins, and its claims cannot be refuted.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use tengen::color::Color;
use tengen::coord::{Move, Size, parse_points};
use tengen::gomoku::eval::board::Board;
use tengen::gomoku::eval::tables::Tables;
use tengen::gomoku::eval::weights::WeightSet;
use tengen::gomoku::proof::check::check;
use tengen::gomoku::prover::{Bounds, Proof, ProofResult, Prover};
use tengen::gomoku::rules::forbidden::foul_at;
use tengen::gomoku::rules::grid::{Cell, Grid, Square};
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::rules::wins::{find_win, winning_line};
use tengen::gomoku::threats::vct::{Vct, Win};
use tengen::search::control::{Control, Meter};
use tengen::search::limits::Limits;

/// Makes boards; keeps the tables of each rule.
#[derive(Default)]
struct Boards(HashMap<Rule, Arc<Tables>>);

impl Boards {
    fn of_grid(&mut self, rule: Rule, grid: &Grid, side: Color) -> Board {
        let tables = self.0.entry(rule).or_insert_with(|| Arc::new(Tables::new(rule)));
        Board::new(tables.clone(), grid, side)
    }

    fn of_moves(&mut self, rule: Rule, side: u8, moves: &str) -> Board {
        let mut grid = Grid::new(Size::new(side, side).unwrap());
        let points = parse_points(moves).unwrap();
        for (i, point) in points.iter().enumerate() {
            grid.set(Square::of(*point), Cell::stone(Color::ALL[i % 2]));
        }
        self.of_grid(rule, &grid, Color::ALL[points.len() % 2])
    }

    fn of_stones(&mut self, rule: Rule, black: &str, white: &str, side: Color) -> Board {
        let mut grid = Grid::new(Size::new(15, 15).unwrap());
        for (text, color) in [(black, Color::Black), (white, Color::White)] {
            for point in parse_points(text).unwrap() {
                grid.set(Square::of(point), Cell::stone(color));
            }
        }
        self.of_grid(rule, &grid, side)
    }
}

fn solve(vct: &mut Vct, board: &mut Board, nodes: u64) -> Option<Win> {
    let control = Control::unlimited();
    let mut meter = Meter::new(&control, &Limits::default());
    let hash = board.hash();
    let win = vct.solve(board, &mut meter, nodes);
    assert_eq!(board.hash(), hash);
    win
}

/// Plays the line by the rules alone: every move is legal, and only the last one wins.
fn check_line(board: &Board, win: &Win) {
    let rule = board.rule();
    let mut grid = board.grid().clone();
    let mut side = board.side();
    assert_eq!(win.plies as usize, win.line.len());
    assert_eq!(win.plies % 2, 1);
    for (i, &square) in win.line.iter().enumerate() {
        assert_eq!(grid.get(square), Cell::Empty, "{win:?}");
        assert!(!rule.forbids(side) || foul_at(&grid, square).is_none(), "{win:?}\n{grid:?}");
        grid.set(square, Cell::stone(side));
        let is_won = winning_line(&grid, rule, square).is_some();
        assert_eq!(is_won, i + 1 == win.line.len(), "{win:?}\n{grid:?}");
        side = !side;
    }
}

/// Whether the win has a proof that begins with its first move and that the rules confirm.
fn holds(prover: &mut Prover, board: &mut Board, win: &Win) -> bool {
    let moves = win.line.iter().filter_map(|square| square.point()).map(Move::Place).collect();
    let bounds = Bounds { time: None, nodes: Some(2_000_000) };
    let hash = board.hash();
    let proof = prover.construct(board, &Proof { plies: win.plies, moves }, bounds);
    assert_eq!(board.hash(), hash);
    proof.is_some_and(|proof| {
        proof.tree.get(proof.root).square == win.line[0] && check(&proof, 10_000_000).is_ok()
    })
}

fn prover() -> Prover {
    Prover::new(4 << 20, WeightSet::embedded())
}

#[test]
fn known_wins_are_found_within_few_nodes() {
    let text = fs::read_to_string("tests/data/gomoku/threats.tsv").unwrap();
    let mut boards = Boards::default();
    let mut vct = Vct::default();
    let mut count = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let rule = Rule::ALL.into_iter().find(|rule| rule.name() == fields[1]).unwrap();
        let mut board = boards.of_moves(rule, fields[2].parse().unwrap(), fields[3]);
        vct.clear();
        let win = solve(&mut vct, &mut board, 60_000);
        let win = win.unwrap_or_else(|| panic!("{row}"));
        check_line(&board, &win);
        count += 1;
    }
    assert!(count >= 40);
}

#[test]
fn threes_and_fours_win_under_every_rule() {
    let mut boards = Boards::default();
    for rule in Rule::ALL {
        // Three open twos; then two closed threes that meet an open two.
        for (black, white) in [("g8h8i10i11k9", "a1a15o1o15h1"), ("e5f5g5h9h10h11", "d5h12a15")] {
            let mut board = boards.of_stones(rule, black, white, Color::Black);
            let win = solve(&mut Vct::default(), &mut board, 30_000);
            let win = win.unwrap_or_else(|| panic!("{rule} {black}"));
            check_line(&board, &win);
            assert!(holds(&mut prover(), &mut board, &win), "{rule} {black}");
        }
    }
}

#[test]
fn no_win_is_claimed_if_the_defender_is_faster() {
    let mut boards = Boards::default();
    for rule in Rule::ALL {
        // White has an open four, and Black open twos.
        let mut board = boards.of_stones(rule, "g8h8i10i11k9", "b4c5d6e7o1", Color::Black);
        assert_eq!(solve(&mut Vct::default(), &mut board, 30_000), None, "{rule}");
        let mut board = boards.of_stones(rule, "", "", Color::Black);
        assert_eq!(solve(&mut Vct::default(), &mut board, 1_000), None, "{rule}");
    }
}

/// A random position without a winning row.
fn position(random: &mut fastrand::Rng, rule: Rule) -> (Grid, Color) {
    loop {
        let side = random.u8(7..10);
        let mut grid = Grid::new(Size::new(side, side).unwrap());
        let squares: Vec<Square> = grid.squares().collect();
        let share = random.usize(8..30);
        for i in 0..squares.len() * share / 100 {
            let square = squares[random.usize(..squares.len())];
            grid.set(square, Cell::stone(Color::ALL[i % 2]));
        }
        if random.u8(..4) == 0 {
            grid.set(squares[random.usize(..squares.len())], Cell::Wall);
        }
        if find_win(&grid, rule).is_none() {
            return (grid, Color::ALL[random.usize(..2)]);
        }
    }
}

#[test]
fn no_claimed_win_can_be_refuted() {
    let mut boards = Boards::default();
    for rule in Rule::ALL {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut vct, mut prover) = (Vct::default(), prover());
        let mut long = 0;
        for _ in 0..400 {
            let (grid, side) = position(&mut random, rule);
            let mut board = boards.of_grid(rule, &grid, side);
            let Some(win) = solve(&mut vct, &mut board, 5_000) else { continue };
            check_line(&board, &win);
            if win.plies < 7 {
                continue;
            }
            long += 1;
            prover.clear();
            assert!(holds(&mut prover, &mut board, &win), "{rule} {side} {win:?}\n{grid:?}");
        }
        assert!(long > 20, "{rule} {long}");
    }
}

#[test]
fn a_search_repeats_and_resumes_where_it_stopped() {
    let moves = "h8g5i10j5f7h5f5g3";
    let mut board = Boards::default().of_moves(Rule::Freestyle, 15, moves);
    let whole = solve(&mut Vct::default(), &mut board, 100_000);
    assert!(whole.is_some());
    assert_eq!(solve(&mut Vct::default(), &mut board, 100_000), whole);
    let mut vct = Vct::default();
    let in_parts = (0..1_000).find_map(|_| solve(&mut vct, &mut board, 100));
    check_line(&board, &in_parts.unwrap());
    // A stop takes effect at once.
    let control = Control::unlimited();
    control.stop();
    let mut meter = Meter::new(&control, &Limits::default());
    let before = meter.nodes();
    assert_eq!(Vct::default().solve(&mut board, &mut meter, 1 << 40), None);
    assert!(meter.nodes() < before + 10_000);
}

/// The verdict of the prover on the position after `moves` on 15x15, within `nodes`.
fn verdict(rule: Rule, moves: &str, nodes: u64) -> ProofResult {
    let mut board = Boards::default().of_moves(rule, 15, moves);
    let bounds = Bounds { time: None, nodes: Some(nodes) };
    prover().prove(&mut board, bounds)
}

#[test]
fn a_win_that_begins_with_the_only_legal_move_is_proven() {
    // White blocks a four at l14 and wins from there.
    let moves = "j13k10f13e8k13i10j14j11l13i13l12m11l11l10j10k11j12i11i12h11g11k12k8h9g8f9l15";
    let found = verdict(Rule::Standard, moves, 2_000_000);
    let proof = found.proof.expect("it is won");
    assert_eq!((proof.moves[0].to_string().as_str(), proof.plies % 2), ("l14", 1));
}

#[test]
fn a_lost_position_takes_no_more_nodes_than_its_loss() {
    // Black has an open four.
    let found = verdict(Rule::Freestyle, "h8a1i8a3j8a5k8", 1_000_000);
    assert!(found.proof.is_none() && found.nodes < 100_000, "{found:?}");
}
