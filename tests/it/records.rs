//! Replays the games of people in `tests/data/games` to their known results.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tengen::formats::game::Claim;
use tengen::formats::records::{self, Hints, StoredGame};
use tengen::game::{Outcome, Position};
use tengen::gomoku::rules::game::{Game, Outcome as Gomoku};
use tengen::{Color, Foul, Move, Point, parse_points};

/// File, variant, plies with forced passes, players, and the winner.
const GAMES: [(&str, &str, usize, [&str; 2], Color); 5] = [
    ("gomoku-2001-email.sgf", "freestyle", 72, ["george", "alb"], Color::White),
    ("meijin-2002-league.sgf", "renju", 52, ["Takagawa T.", "Nishimura T."], Color::White),
    ("meijin-2002-match-2.sgf", "renju", 40, ["Hasegawa", "Yamaguchi"], Color::White),
    ("othello-2005-world.txt", "othello", 61, ["Tamenori Hideshi", "Lee Kwangwook"], Color::Black),
    (
        "othello-2018-world.ggf",
        "othello",
        60,
        ["Aunchulee Piyanat", "Fukuchi Keisuke"],
        Color::White,
    ),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games")
}

/// The only game of a file, which has no fault.
fn read(name: &str) -> StoredGame {
    let mut games = records::open(&folder().join(name), Hints::default()).unwrap();
    let game = games.next().unwrap().unwrap();
    assert!(games.next().is_none(), "{name}");
    assert_eq!(game.fault, None, "{name}");
    game
}

/// The end of a game of Gomoku.
fn end(name: &str) -> Game {
    match read(name).end() {
        Position::Gomoku(game) => game,
        Position::Othello(_) => panic!("{name} is Othello"),
    }
}

/// The points where a stone of White's would win.
fn fives(game: &Game) -> Vec<Point> {
    let wins = |&point: &Point| {
        let mut game = game.clone();
        game.give_turn_to(Color::White);
        game.play(Move::Place(point)).is_ok() && game.outcome().is_some()
    };
    game.size().points().filter(wins).collect()
}

#[test]
fn every_game_ends_as_it_did() {
    for (name, variant, plies, players, winner) in GAMES {
        let record = read(name).record;
        assert_eq!(record.variant.to_string(), variant, "{name}");
        assert_eq!((record.moves.len(), record.players), (plies, players.map(str::to_owned)));
        assert_eq!(record.verdict.claim(), Some(Claim::Win(winner)), "{name}");
        assert!(record.details.event.is_some(), "{name}");
    }
}

#[test]
fn every_file_is_replayed_and_described() {
    let description = fs::read_to_string(folder().join("README.md")).unwrap();
    let names = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().file_name());
    let mut names: BTreeSet<String> = names.map(|name| name.into_string().unwrap()).collect();
    assert!(names.remove("README.md"));
    assert_eq!(names, GAMES.map(|(name, ..)| name.to_owned()).into());
    for name in names {
        assert!(description.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn boards_decide_what_they_decided() {
    let row = parse_points("c12d12e12f12g12").unwrap();
    let five = Gomoku::Win { color: Color::White, line: row };
    assert_eq!(end("gomoku-2001-email.sgf").outcome(), Some(&five));
    for (name, discs) in
        [("othello-2005-world.txt", (33, 31)), ("othello-2018-world.ggf", (30, 34))]
    {
        let Some(Outcome::Othello(outcome)) = read(name).end().outcome(false) else {
            panic!("{name} is not over")
        };
        assert_eq!((outcome.black, outcome.white), discs, "{name}");
    }
}

#[test]
fn black_resigned_before_the_only_block_of_a_four() {
    for (name, block) in [("meijin-2002-league.sgf", "e11"), ("meijin-2002-match-2.sgf", "k10")] {
        let game = end(name);
        assert_eq!((game.outcome(), game.side_to_move()), (None, Color::Black), "{name}");
        assert_eq!(fives(&game), parse_points(block).unwrap(), "{name}");
    }
    let game = end("meijin-2002-league.sgf");
    assert_eq!(game.forbidden(), [(parse_points("e11").unwrap()[0], Foul::DoubleThree)]);
}
