//! Static tactics and the VCF search against a slow solver that knows only the rules and tries every move.

use std::sync::Arc;

use tengen::color::Color;
use tengen::coord::{Point, Size, parse_points};
use tengen::gomoku::eval::board::Board;
use tengen::gomoku::eval::square_set::SquareSet;
use tengen::gomoku::eval::tables::Tables;
use tengen::gomoku::eval::threat::Threat;
use tengen::gomoku::rules::forbidden::foul_at;
use tengen::gomoku::rules::grid::{Cell, Grid, Square};
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::rules::wins::{find_win, winning_line};
use tengen::gomoku::threats::tactics::{Situation, assess, is_foul, winning_moves};
use tengen::gomoku::threats::vcf::Vcf;
use tengen::search::control::{Control, Meter};
use tengen::search::limits::Limits;

/// The slow solver.
struct Slow {
    rule: Rule,
    grid: Grid,
}

impl Slow {
    fn legal(&self, color: Color) -> Vec<Square> {
        let fouls = self.rule.forbids(color);
        self.grid.empty_squares().filter(|&s| !fouls || foul_at(&self.grid, s).is_none()).collect()
    }

    fn with<T>(&mut self, color: Color, square: Square, then: impl FnOnce(&mut Slow) -> T) -> T {
        self.grid.set(square, Cell::stone(color));
        let result = then(self);
        self.grid.set(square, Cell::Empty);
        result
    }

    fn wins_at(&mut self, color: Color, square: Square) -> bool {
        self.with(color, square, |slow| winning_line(&slow.grid, slow.rule, square).is_some())
    }

    fn fives(&mut self, color: Color) -> Vec<Square> {
        self.legal(color).into_iter().filter(|&square| self.wins_at(color, square)).collect()
    }

    /// Whether `color`, to move, makes five within `plies`. Attacking moves that threaten no five are tried
    /// only if `quiet`.
    fn wins(&mut self, color: Color, plies: u32, quiet: bool) -> bool {
        if !self.fives(color).is_empty() {
            return true;
        }
        if plies < 3 {
            return false;
        }
        // Against a threatened five, only moves that stop it can help.
        let moves =
            if self.fives(!color).is_empty() { self.legal(color) } else { self.stops(color) };
        moves.into_iter().any(|square| {
            self.with(color, square, |slow| {
                let is_four = !slow.fives(color).is_empty();
                (is_four || quiet && plies > 3) && slow.loses(!color, plies - 1, quiet)
            })
        })
    }

    /// Whether `color`, to move, cannot prevent a five within `plies`.
    fn loses(&mut self, color: Color, plies: u32, quiet: bool) -> bool {
        if !self.fives(color).is_empty() {
            return false;
        }
        let moves =
            if self.fives(!color).is_empty() { self.legal(color) } else { self.stops(color) };
        moves
            .into_iter()
            .all(|square| self.with(color, square, |slow| slow.wins(!color, plies - 1, quiet)))
    }

    /// The legal moves of `color` after which the enemy has no five.
    fn stops(&mut self, color: Color) -> Vec<Square> {
        let legal = self.legal(color);
        legal
            .into_iter()
            .filter(|&s| self.with(color, s, |slow| slow.fives(!color).is_empty()))
            .collect()
    }
}

/// Random positions without a winning row, dense enough for fours and open enough for open threes.
fn positions(seed: u64, rule: Rule, side: u8, count: usize) -> Vec<(Grid, Color)> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut grid = Grid::new(Size::new(side, side).unwrap());
        let squares: Vec<Square> = grid.squares().collect();
        let share = random.usize(25..70);
        for i in 0..squares.len() * share / 100 {
            grid.set(
                random.choice(squares.iter().copied()).unwrap(),
                Cell::stone(Color::ALL[i % 2]),
            );
        }
        if random.u8(..4) == 0 {
            grid.set(squares[random.usize(..squares.len())], Cell::Wall);
        }
        if find_win(&grid, rule).is_none() {
            positions.push((grid, random.choice(Color::ALL).unwrap()));
        }
    }
    positions
}

#[test]
fn static_verdicts_agree_with_the_slow_solver() {
    let mut seen = std::collections::HashMap::new();
    for rule in Rule::ALL {
        let tables = Arc::new(Tables::new(rule));
        for (grid, side) in positions(3, rule, 7, 400) {
            let board = Board::new(tables.clone(), &grid, side);
            let mut slow = Slow { rule, grid };
            let context = || format!("{rule}, {side} to move\n{:?}", board.grid());
            let situation = assess(&board);
            match situation {
                Situation::Win(plies) => {
                    assert!(slow.wins(side, plies, true), "{plies} {}", context());
                }
                Situation::Loss(plies) => {
                    assert!(slow.loses(side, plies, true), "{plies} {}", context());
                }
                Situation::MustBlock(moves) => {
                    let stops: SquareSet = slow.stops(side).into_iter().collect();
                    assert_eq!(moves, stops, "{}", context());
                }
                Situation::MustDefend(moves) => {
                    for square in slow.legal(side).into_iter().filter(|&s| !moves.contains(s)) {
                        let lost = slow.with(side, square, |slow| slow.wins(!side, 5, true));
                        assert!(lost, "{square:?} {}", context());
                    }
                }
                Situation::Free => {
                    assert!(
                        !slow.wins(side, 1, true) && slow.fives(!side).is_empty(),
                        "{}",
                        context()
                    );
                }
            }
            *seen.entry((rule, std::mem::discriminant(&situation))).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), 25, "every verdict under every rule: {seen:?}");
}

#[test]
fn a_four_three_does_not_win_if_it_makes_the_reply_legal() {
    // White's g8 makes a four and a three. Before it, Black's reply h8 is a double-four; after it, only one
    // four is left, which White must answer.
    let mut grid = Grid::new(Size::new(15, 15).unwrap());
    let moves = parse_points("c8d8i8e8j8f8k8l8h9h12h10g6h11g7a15").unwrap();
    for (point, color) in moves.into_iter().zip(Color::ALL.into_iter().cycle()) {
        grid.set(Square::of(point), Cell::stone(color));
    }
    let [g8, h8, h7] = ["g8", "h8", "h7"].map(|text| Square::of(Point::from_text(text).unwrap()));
    let board = Board::new(Arc::new(Tables::new(Rule::Renju)), &grid, Color::White);
    assert_eq!(board.threat(Color::White, g8), Threat::FourThree);
    assert!(foul_at(&grid, h8).is_some());
    assert_eq!(assess(&board), Situation::Free);

    let mut slow = Slow { rule: Rule::Renju, grid };
    slow.with(Color::White, g8, |slow| {
        assert_eq!((slow.stops(Color::Black), foul_at(&slow.grid, h8)), (vec![h8], None));
        slow.with(Color::Black, h8, |slow| assert_eq!(slow.stops(Color::White), [h7]));
    });
}

#[test]
fn a_four_that_black_may_not_block_wins() {
    // White's f9 threatens f8, where a black stone would make six in a row.
    let mut grid = Grid::new(Size::new(15, 15).unwrap());
    for (points, color) in [("c8d8e8g8h8f4", Color::Black), ("f5f6f7a1c1", Color::White)] {
        for point in parse_points(points).unwrap() {
            grid.set(Square::of(point), Cell::stone(color));
        }
    }
    let [f8, f9] = ["f8", "f9"].map(|text| Square::of(Point::from_text(text).unwrap()));
    let board = |rule| Board::new(Arc::new(Tables::new(rule)), &grid, Color::White);
    let renju = board(Rule::Renju);
    assert_eq!(assess(&renju), Situation::Win(3));
    assert_eq!(winning_moves(&renju, 3), [f9].into_iter().collect());
    assert!(!matches!(assess(&board(Rule::Standard)), Situation::Win(_)));

    let mut slow = Slow { rule: Rule::Renju, grid };
    slow.with(Color::White, f9, |slow| {
        assert!(foul_at(&slow.grid, f8).is_some() && slow.loses(Color::Black, 2, false));
    });
}

#[test]
fn a_four_three_is_faster_than_an_open_three() {
    // h11 answers the four of h7; without c5 White has no open three.
    let mut grid = Grid::new(Size::new(15, 15).unwrap());
    for (points, color) in [("h8h9h10i7j7", Color::Black), ("h11c3c4c5", Color::White)] {
        for point in parse_points(points).unwrap() {
            grid.set(Square::of(point), Cell::stone(color));
        }
    }
    for rule in [Rule::Freestyle, Rule::Standard] {
        let board = Board::new(Arc::new(Tables::new(rule)), &grid, Color::Black);
        assert!(board.has(Color::White, Threat::OpenFour));
        assert_eq!(assess(&board), Situation::Win(5), "{rule}");
        let winning = winning_moves(&board, 5);
        let mut slow = Slow { rule, grid: grid.clone() };
        assert!(!winning.is_empty());
        for square in winning.iter() {
            assert!(slow.with(Color::Black, square, |slow| slow.loses(Color::White, 4, false)));
        }
    }
}

#[test]
fn is_foul_agrees_with_the_rule() {
    let tables = Arc::new(Tables::new(Rule::Renju));
    let mut fouls = 0;
    for (grid, side) in positions(5, Rule::Renju, 11, 1500) {
        let board = Board::new(tables.clone(), &grid, side);
        for square in grid.empty_squares() {
            let expected = foul_at(&grid, square).is_some();
            assert_eq!(is_foul(&board, square), expected, "{square:?}\n{grid:?}");
            fouls += usize::from(expected);
        }
    }
    assert!(fouls > 1000, "{fouls}");
}

#[test]
fn the_vcf_search_agrees_with_the_slow_solver() {
    for rule in Rule::ALL {
        let tables = Arc::new(Tables::new(rule));
        let mut by_length = [0; 8];
        for (grid, side) in positions(4, rule, 8, 900) {
            let mut board = Board::new(tables.clone(), &grid, side);
            let (control, mut vcf) = (Control::unlimited(), Vcf::new());
            let mut meter = Meter::new(&control, &Limits::default());
            let plies = vcf.solve_shortest(&mut board, &mut meter, 10_000);
            let mut slow = Slow { rule, grid };
            let expected = [1, 3, 5, 7].into_iter().find(|&plies| slow.wins(side, plies, false));
            let context = || format!("{rule}, {side} to move\n{:?}", board.grid());
            assert_eq!(plies.filter(|&plies| plies <= 7), expected, "{}", context());
            by_length[expected.unwrap_or(0) as usize] += 1;
        }
        assert!([1, 3, 5, 7].iter().all(|&plies| by_length[plies] > 0), "{rule} {by_length:?}");
    }
}

#[test]
fn a_vcf_near_a_stone_is_a_vcf() {
    let tables = Arc::new(Tables::new(Rule::Freestyle));
    let (control, mut vcf, mut other) = (Control::unlimited(), Vcf::new(), Vcf::new());
    let mut meter = Meter::new(&control, &Limits::default());
    let (mut found, mut missed) = (0, 0);
    for (grid, side) in positions(6, Rule::Freestyle, 15, 600) {
        let mut board = Board::new(tables.clone(), &grid, side);
        let is_long = |plies: &u32| *plies > 3;
        let Some(plies) = other.solve(&mut board, &mut meter, 10_000).filter(is_long) else {
            continue;
        };
        for square in grid.empty_squares() {
            // All share one table: failing near one stone must not affect another.
            let near = vcf.solve_near(&mut board, &mut meter, 10_000, Some(square));
            let fresh = Vcf::new().solve_near(&mut board, &mut meter, 10_000, Some(square));
            assert_eq!(near, fresh, "{plies} {square:?}\n{grid:?}");
            *if near.is_some() { &mut found } else { &mut missed } += 1;
        }
        assert!(vcf.solve(&mut board, &mut meter, 10_000).is_some(), "{grid:?}");
    }
    assert!(found > 20 && missed > 20, "{found} {missed}");
}
