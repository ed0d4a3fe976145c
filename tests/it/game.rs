//! Whole games: play and undo, refusals, set-up positions, and unavoidable draws.

use tengen::color::Color;
use tengen::coord::{Move, Point, Size};
use tengen::gomoku::rules::forbidden::Foul;
use tengen::gomoku::rules::game::{Draw, Ending, Game, IllegalMove, Outcome, SetUpError, Stone};
use tengen::gomoku::rules::grid::{Cell, Grid, Square};
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::rules::wins::{find_win, five_possible, winning_line};

fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).unwrap()
}

fn at(text: &str) -> Point {
    Point::from_text(text).unwrap()
}

fn place(text: &str) -> Move {
    Move::Place(at(text))
}

fn stones(color: Color, points: &str) -> Vec<(Point, Stone)> {
    points.split(' ').map(|text| (at(text), Stone::Of(color))).collect()
}

/// Whether either side has a winning row, checked cell by cell.
fn somebody_has_won(game: &Game) -> bool {
    let cell = |x: i32, y: i32| {
        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        game.size().contains(point).then(|| game.grid().get(Square::of(point)))
    };
    let (width, height) = (i32::from(game.size().width()), i32::from(game.size().height()));
    let starts = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    starts.flat_map(|s| [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|d| (s, d))).any(
        |((x, y), (dx, dy))| {
            let Some(color) = cell(x, y).and_then(Cell::color) else {
                return false;
            };
            let own = Some(Cell::stone(color));
            let enemy = Some(Cell::stone(!color));
            if cell(x - dx, y - dy) == own {
                return false;
            }
            let length = (0..).take_while(|&k| cell(x + dx * k, y + dy * k) == own).count() as i32;
            let blocked =
                cell(x - dx, y - dy) == enemy && cell(x + dx * length, y + dy * length) == enemy;
            match game.rule() {
                Rule::Freestyle => length >= 5,
                Rule::Standard => length == 5,
                Rule::Renju if color == Color::Black => length == 5,
                Rule::Renju => length >= 5,
                Rule::Caro => length > 5 || length == 5 && !blocked,
                Rule::CaroExact => length == 5 && !blocked,
            }
        },
    )
}

/// Plays random moves near the first stones to the end of the game, checks every step, and undoes all moves.
fn random_game(random: &mut fastrand::Rng, rule: Rule, size: Size, ending: Ending) -> Game {
    let mut game = Game::new(rule, size).unwrap().ended_by(ending);
    let mut before = Vec::new();
    while game.outcome().is_none() {
        let empty: Vec<Square> = game.grid().empty_squares().collect();
        let point = empty[random.usize(0..empty.len())].point().unwrap();
        let (mv, unchanged) = (Move::Place(point), game.clone());
        match game.legal(mv) {
            Ok(()) => {
                assert!(!game.forbidden().iter().any(|f| f.0 == point));
                game.play(mv).unwrap();
                before.push(unchanged);
            }
            Err(error) => {
                assert!(game.forbidden().iter().any(|f| f.0 == point), "{error}");
                assert!(game.explain(point).is_some());
                assert_eq!(game.play(mv), Err(error));
                assert_eq!(game, unchanged);
                if game.play(Move::Pass).is_ok() {
                    before.push(unchanged);
                }
                continue;
            }
        }
        let won = matches!(game.outcome(), Some(Outcome::Win { .. }));
        assert_eq!(won, ending == Ending::Win && somebody_has_won(&game));
        assert!(game.legal(mv).is_err());
    }
    let ended = game.clone();
    assert_eq!(game.legal(Move::Pass), Err(IllegalMove::GameOver));
    assert_eq!(game.history().len(), before.len());
    while let Some(ply) = game.undo() {
        let earlier = before.pop().unwrap();
        assert_eq!(game, earlier);
        assert_eq!(ply.color, earlier.side_to_move());
    }
    assert!(before.is_empty());
    for ply in ended.history() {
        game.play(ply.mv).unwrap();
    }
    assert_eq!(game, ended);
    ended
}

#[test]
fn play_and_undo_are_inverse_and_wins_are_seen_at_once() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut wins, mut draws) = (0, 0);
    for round in 0..300 {
        let rule = Rule::ALL[round % 5];
        let size = size(random.u8(5..=9), random.u8(5..=9));
        let game = random_game(&mut random, rule, size, Ending::Win);
        match game.outcome() {
            Some(Outcome::Win { color, line }) => {
                wins += 1;
                let last = game.history().last().unwrap();
                assert_eq!(Some(*color), Some(last.color));
                assert!(line.contains(&last.mv.point().unwrap()));
            }
            _ => draws += 1,
        }
    }
    assert!(wins > 30 && draws > 30, "{wins} wins, {draws} draws");
}

#[test]
fn a_continuous_game_ends_when_the_board_is_full() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut rows_made = 0;
    for rule in Rule::ALL {
        for _ in 0..6 {
            let game = random_game(&mut random, rule, size(9, 7), Ending::FullBoard);
            assert_eq!(game.outcome(), Some(&Outcome::Draw(Draw::FullBoard)));
            rows_made += usize::from(somebody_has_won(&game));
            let won =
                matches!(game.clone().ended_by(Ending::Win).outcome(), Some(Outcome::Win { .. }));
            assert_eq!(won, somebody_has_won(&game));
        }
    }
    assert!(rows_made > 10, "{rows_made}");
}

#[test]
fn refusals_name_the_point_and_the_reason() {
    let rule = Rule::Renju;
    let mut position = stones(Color::Black, "f8 g8 h7 h6");
    position.extend(stones(Color::White, "c15 o2 o3 o6"));
    position.push((at("a1"), Stone::Blocked));
    let mut game = Game::set_up(rule, size(15, 15), &position).unwrap();
    let refusal = |game: &Game, mv| game.legal(mv).unwrap_err().to_string();
    assert_eq!(refusal(&game, place("h8")), "h8 is forbidden for black: 33");
    assert_eq!(refusal(&game, place("f8")), "f8 is occupied by black");
    assert_eq!(refusal(&game, place("o2")), "o2 is occupied by white");
    assert_eq!(refusal(&game, place("a1")), "a1 is blocked");
    assert_eq!(refusal(&game, place("p16")), "p16 is not on the 15x15 board");
    assert_eq!(refusal(&game, Move::Pass), "black may not pass");
    assert_eq!(game.forbidden(), [(at("h8"), Foul::DoubleThree)]);
    assert_eq!(
        game.explain(at("h8")).unwrap().to_string(),
        "33: three f8 g8 h8 (straight four at e8 i8), three h6 h7 h8 (straight four at h5 h9)"
    );
    assert_eq!(game.explain(at("h9")), None);

    game.play(place("i9")).unwrap();
    assert_eq!(refusal(&game, Move::Pass), "white may not pass");
    assert!(game.forbidden().is_empty());
    assert_eq!(game.forbidden_to_black(), [(at("h8"), Foul::DoubleThree)]);
    assert!(game.explain(at("h8")).is_some(), "whoever is to move");
    game.play(place("h8")).unwrap();
    assert_eq!(refusal(&game, place("h8")), "h8 is occupied by white");

    let mut won = Game::new(Rule::Freestyle, size(5, 5)).unwrap();
    for text in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"] {
        won.play(place(text)).unwrap();
    }
    let line = ["a1", "b1", "c1", "d1", "e1"].map(at).to_vec();
    assert_eq!(won.outcome(), Some(&Outcome::Win { color: Color::Black, line }));
    assert_eq!(refusal(&won, place("e2")), "the game is over");
}

#[test]
fn black_passes_in_renju_when_every_empty_point_is_forbidden() {
    let black: Vec<Point> = ["e8", "f8", "g8", "i8", "j8", "k8"].map(at).to_vec();
    let mut position: Vec<(Point, Stone)> =
        black.iter().map(|&point| (point, Stone::Of(Color::Black))).collect();
    let rest = size(15, 15).points().filter(|p| !black.contains(p) && *p != at("h8"));
    position.extend(rest.map(|point| (point, Stone::Blocked)));
    let mut game = Game::set_up(Rule::Renju, size(15, 15), &position).unwrap();
    game.give_turn_to(Color::Black);
    assert_eq!(game.legal(place("h8")), Err(IllegalMove::Forbidden(at("h8"), Foul::Overline)));
    game.play(Move::Pass).unwrap();
    assert_eq!(game.side_to_move(), Color::White);
    assert_eq!(game.legal(Move::Pass), Err(IllegalMove::PassNotAllowed(Color::White)));
    game.play(place("h8")).unwrap();
    assert_eq!(game.outcome(), Some(&Outcome::Draw(Draw::FullBoard)));

    let mut standard = Game::set_up(Rule::Standard, size(15, 15), &position).unwrap();
    standard.give_turn_to(Color::Black);
    assert_eq!(standard.legal(Move::Pass), Err(IllegalMove::PassNotAllowed(Color::Black)));
    assert_eq!(standard.legal(place("h8")), Ok(()));
}

#[test]
fn set_up_positions_pass_where_colours_repeat() {
    let position = [stones(Color::White, "a1 b1"), stones(Color::Black, "c1")].concat();
    let game = Game::set_up(Rule::Freestyle, size(15, 15), &position).unwrap();
    let history: Vec<String> =
        game.history().iter().map(|ply| format!("{} {}", ply.color, ply.mv)).collect();
    assert_eq!(history, ["black pass", "white a1", "black pass", "white b1", "black c1"]);
    assert_eq!(game.side_to_move(), Color::White);
    let mut turned = game.clone();
    turned.give_turn_to(Color::White);
    assert_eq!(turned, game);
    turned.give_turn_to(Color::Black);
    assert_eq!(turned.side_to_move(), Color::Black);
    assert_eq!(turned.undo().map(|ply| ply.mv), Some(Move::Pass));
    assert_eq!(turned, game);

    let five = stones(Color::White, "a1 a2 a3 a4 a5 h8");
    let mut over = Game::set_up(Rule::Renju, size(15, 15), &five).unwrap();
    assert!(matches!(over.outcome(), Some(Outcome::Win { color: Color::White, .. })));
    for _ in 0..4 {
        over.undo().unwrap();
    }
    assert_eq!(over.outcome(), None);
}

#[test]
fn set_up_refuses_invalid_stones() {
    let twice = stones(Color::Black, "a1 b1 a1");
    let error = Game::set_up(Rule::Renju, size(15, 15), &twice).unwrap_err();
    assert_eq!(error, SetUpError::Stone(IllegalMove::Occupied(at("a1"), Color::Black)));
    let outside = stones(Color::Black, "k1");
    let error = Game::set_up(Rule::Renju, size(10, 15), &outside).unwrap_err();
    assert_eq!(error.to_string(), "k1 is not on the 10x15 board");
    let error = Game::set_up(Rule::Renju, size(4, 15), &[]).unwrap_err();
    assert_eq!(error.to_string(), "unsupported board size 4x15 (expected sides of 5 to 22)");
    assert!(Game::new(Rule::Renju, size(5, 22)).is_ok());
}

/// Whether `color` gets a winning row by filling some of the `open` points; tries every way.
fn some_filling_wins(grid: &mut Grid, rule: Rule, color: Color, open: &[Square]) -> bool {
    let Some((&square, rest)) = open.split_first() else {
        return grid
            .squares()
            .any(|s| grid.get(s) == Cell::stone(color) && winning_line(grid, rule, s).is_some());
    };
    let found = [Cell::Empty, Cell::Black, Cell::White].into_iter().any(|cell| {
        grid.set(square, cell);
        some_filling_wins(grid, rule, color, rest)
    });
    grid.set(square, Cell::Empty);
    found
}

#[test]
fn a_five_is_possible_exactly_when_some_filling_makes_one() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut counts = [[0; 2]; 5];
    for round in 0..1500 {
        let rule = Rule::ALL[round % 5];
        let size = size(random.u8(5..=8), random.u8(5..=6));
        let mut grid = Grid::new(size);
        let white = random.u32(15..60);
        for square in grid.squares() {
            let cell = match random.u32(0..100) {
                0 => Cell::Wall,
                n if n <= white => Cell::White,
                _ => Cell::Black,
            };
            grid.set(square, cell);
        }
        let all: Vec<Square> = grid.squares().collect();
        for _ in 0..random.usize(0..=6) {
            grid.set(all[random.usize(0..all.len())], Cell::Empty);
        }
        let open: Vec<Square> = grid.empty_squares().collect();
        for color in Color::ALL {
            let expected = some_filling_wins(&mut grid, rule, color, &open);
            let found = five_possible(&grid, rule, color);
            assert_eq!(found, expected, "{rule} {color}\n{grid:?}");
            counts[round % 5][usize::from(found)] += 1;
        }
    }
    assert!(counts.iter().flatten().all(|&count| count > 30), "{counts:?}");
}

/// Plays dead draws to the end in many ways: neither side ever wins.
#[test]
fn neither_side_wins_after_a_dead_draw() {
    let mut random = fastrand::Rng::with_seed(10);
    let mut dead = 0;
    for round in 0..400 {
        let rule = Rule::ALL[round % 5];
        let mut game = random_game(&mut random, rule, size(6, 6), Ending::Win);
        if matches!(game.outcome(), Some(Outcome::Win { .. })) {
            assert!(!game.is_dead_draw());
            continue;
        }
        while game.undo().is_some() && game.is_dead_draw() {
            dead += 1;
            let mut line = game.clone();
            while line.outcome().is_none() {
                let empty: Vec<Square> = line.grid().empty_squares().collect();
                let mv = Move::Place(empty[random.usize(0..empty.len())].point().unwrap());
                if line.play(mv).is_err() {
                    let _ = line.play(Move::Pass);
                }
            }
            assert_eq!(line.outcome(), Some(&Outcome::Draw(Draw::FullBoard)));
            assert_eq!(find_win(line.grid(), rule), None);
        }
    }
    assert!(dead > 200, "{dead}");
}
