//! The rules on positions with known results: forbidden points, explanations, winning rows.

use tengen::color::Color;
use tengen::coord::{Move, Point, Size, parse_points};
use tengen::gomoku::rules::forbidden::{Foul, forbidden_points, foul_at};
use tengen::gomoku::rules::forbidden::{Shape, explain};
use tengen::gomoku::rules::game::{Game, Outcome, Stone};
use tengen::gomoku::rules::grid::{Cell, Grid, Square};
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::rules::wins::{find_win, winning_line};
use tengen::language::{Language, Words};
use tengen::table::Format;
use tengen::tools::forbidden::{Reasons, run};

fn data(name: &str) -> String {
    let path = format!("{}/tests/data/renju/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The position after `moves` on 15x15, Black first.
fn position(moves: &str) -> Grid {
    let mut grid = Grid::new(Size::new(15, 15).unwrap());
    for (ply, point) in parse_points(moves).unwrap().into_iter().enumerate() {
        grid.set(Square::of(point), if ply % 2 == 0 { Cell::Black } else { Cell::White });
    }
    grid
}

fn joined<T>(items: &[T], separator: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(separator)
}

fn assert_forbidden_points(file: &str, expected_positions: usize) {
    let text = data(file);
    let lines: Vec<&str> = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    assert_eq!(lines.len(), expected_positions);
    for line in lines {
        let (moves, expected) = line.split_once('\t').unwrap();
        let found = forbidden_points(&position(moves));
        let found =
            if found.is_empty() { "-".into() } else { joined(&found, ",", |f| f.0.to_string()) };
        assert_eq!(found, expected, "{moves}");
    }
}

#[test]
fn forbidden_points_of_the_development_positions() {
    assert_forbidden_points("forbidden-dev.txt", 3000);
}

#[test]
fn forbidden_points_of_the_curated_positions() {
    assert_forbidden_points("forbidden-hard.txt", 259);
}

#[test]
fn kinds_of_the_curated_positions() {
    let text = data("forbidden-hard.txt");
    let (mut kinds, mut checked) = (None, 0);
    for line in text.lines().filter(|l| !l.is_empty()) {
        if line.starts_with('#') {
            if let Some((_, tail)) = line.split_once("| kinds: ") {
                kinds = tail.split(" |").next();
            }
            continue;
        }
        let Some(expected) = kinds.take() else {
            continue;
        };
        let found = forbidden_points(&position(line.split_once('\t').unwrap().0));
        let found = if found.is_empty() {
            "none".into()
        } else {
            joined(&found, " ", |f| format!("{}={}", f.0, f.1))
        };
        assert_eq!(found, expected, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 259);
}

/// The tool's output for a file of expected results is the same file.
#[test]
fn the_tool_reproduces_the_data_files() {
    for file in ["forbidden-dev.txt", "forbidden-hard.txt"] {
        let text = data(file);
        let mut output = Vec::new();
        let size = Size::new(15, 15).unwrap();
        let (wanted, words) = ((Reasons::Omit, Format::Text), Words::new(Language::English));
        let summary = run(&mut text.as_bytes(), &mut output, size, wanted, &words).unwrap();
        assert!(summary.errors.is_empty());
        assert!(String::from_utf8(output).unwrap() == text, "{file} differs");
    }
}

/// Every shape named in an explanation is on the board.
#[test]
fn explanations_are_correct() {
    let text = data("forbidden-dev.txt") + &data("forbidden-hard.txt");
    let mut checked = 0;
    for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let mut grid = position(line.split('\t').next().unwrap());
        for (point, foul) in forbidden_points(&grid) {
            let why = explain(&grid, Square::of(point)).unwrap();
            assert_eq!(why.foul, foul);
            grid.set(Square::of(point), Cell::Black);
            let mut distinct = std::collections::HashSet::new();
            for shape in &why.shapes {
                let stones = assert_shape(&mut grid, shape);
                assert!(stones.contains(&point), "{point}: {why}");
                assert!(stones.iter().all(|&s| grid.get(Square::of(s)) == Cell::Black));
                assert!(distinct.insert(stones), "{point}: {why}");
            }
            assert!(
                why.shapes.len() >= if foul == Foul::Overline { 1 } else { 2 },
                "{point}: {why}"
            );
            grid.set(Square::of(point), Cell::Empty);
            checked += 1;
        }
    }
    assert_eq!(checked, 5378 + 526);
}

fn assert_shape(grid: &mut Grid, shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Overline { stones } => {
            assert!(stones.len() > 5);
            stones.clone()
        }
        Shape::Four { stones, fifth } => {
            assert_eq!(stones.len(), 4);
            assert!(matches!(fifth.len(), 1 | 2));
            for &point in fifth {
                assert_eq!(grid.get(Square::of(point)), Cell::Empty);
                grid.set(Square::of(point), Cell::Black);
                let row = winning_line(grid, Rule::Standard, Square::of(point)).unwrap();
                assert_eq!(row.len(), 5);
                grid.set(Square::of(point), Cell::Empty);
            }
            stones.clone()
        }
        Shape::Three { stones, straight_four } => {
            assert_eq!(stones.len(), 3);
            assert!(matches!(straight_four.len(), 1 | 2));
            for &point in straight_four {
                assert_eq!(grid.get(Square::of(point)), Cell::Empty);
                assert_eq!(foul_at(grid, Square::of(point)), None);
            }
            stones.clone()
        }
    }
}

fn rule_named(name: &str) -> Rule {
    Rule::ALL.into_iter().find(|rule| rule.name() == name).unwrap()
}

#[test]
fn winning_rows_under_every_rule() {
    let text = data("win-lines.txt");
    let (mut wins, mut losses) = (0, 0);
    for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (rule, last) = (rule_named(fields[2]), Point::from_text(fields[1]).unwrap());
        let grid = position(fields[0]);
        let row = winning_line(&grid, rule, Square::of(last));
        assert_eq!(row.is_some(), fields[3] == "win", "{line}");
        assert_eq!(find_win(&grid, rule).is_some(), row.is_some(), "{line}");
        match row {
            Some(row) => {
                assert!(row.len() >= 5 && row.contains(&last), "{line}");
                wins += 1;
            }
            None => losses += 1,
        }
    }
    assert_eq!((wins + losses, wins.min(losses) > 500), (1610, true));
}

/// Playing the moves and setting up the same stones give the same game.
#[test]
fn playing_and_setting_up_agree() {
    let text = data("win-lines.txt");
    for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (rule, size) = (rule_named(fields[2]), Size::new(15, 15).unwrap());
        let points = parse_points(fields[0]).unwrap();
        let (last, earlier) = points.split_last().unwrap();
        let mut played = Game::new(rule, size).unwrap();
        for &point in earlier {
            played.play(Move::Place(point)).unwrap();
        }
        let verdict = played.play(Move::Place(*last));
        assert_eq!(verdict.is_err(), fields[4].contains("[FOUL"), "{line}");
        if verdict.is_err() {
            continue;
        }
        assert_eq!(matches!(played.outcome(), Some(Outcome::Win { .. })), fields[3] == "win");
        let colors = Color::ALL.into_iter().cycle().map(Stone::Of);
        let stones: Vec<_> = points.iter().copied().zip(colors).collect();
        assert_eq!(Game::set_up(rule, size, &stones), Ok(played), "{line}");
    }
}
