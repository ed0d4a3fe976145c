//! Engines and games for the tests of the match runner.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen::arena::clock::TimeControl;
use tengen::arena::ending::Reason;
use tengen::arena::player::Seat;
use tengen::arena::referee::{self, Finished};
use tengen::arena::tournament::{Adjudication, Conditions, Engine, Opening, Protocol};
use tengen::coord::{Move, Size, parse_points};
use tengen::game::Position;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

/// Upper limit for any step on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The mock engine, which `cargo test` builds as an example.
pub fn mock_path() -> PathBuf {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tengen"));
    let name = format!("mock-engine{}", std::env::consts::EXE_SUFFIX);
    let path = program.with_file_name("examples").join(name);
    assert!(path.exists(), "{} is missing: cargo build --examples", path.display());
    path
}

/// A program that speaks the Gomocup protocol, without limits.
pub fn engine(name: &str, program: PathBuf, arguments: &str) -> Engine {
    let mut command = vec![program.to_str().expect("a path in UTF-8").to_owned()];
    command.extend(arguments.split_ascii_whitespace().map(str::to_owned));
    Engine {
        name: name.to_owned(),
        command,
        dir: None,
        protocol: Protocol::Gomocup,
        options: Vec::new(),
        time: TimeControl::default(),
        tolerance: Duration::ZERO,
        memory: None,
        threads: None,
        fresh: false,
        always_board: false,
        asks_for_scores: true,
    }
}

/// The mock with these arguments, which also select its protocol.
pub fn mock(arguments: &str) -> Engine {
    let engine = engine("mock", mock_path(), arguments);
    let speaks = |option| arguments.split(' ').any(|argument| argument == option);
    let protocol = match ["--gtp", "--nboard", "--edax"].map(speaks) {
        [true, _, _] => Protocol::Gtp,
        [_, true, _] => Protocol::NBoard,
        [_, _, true] => Protocol::Edax,
        _ => Protocol::Gomocup,
    };
    Engine { protocol, ..engine }
}

/// Tengen, searching one ply.
pub fn tengen() -> Engine {
    let time = TimeControl { depth: Some(1), ..TimeControl::default() };
    let program = env!("CARGO_BIN_EXE_tengen").into();
    Engine { time, memory: Some(100 << 20), ..engine("Tengen", program, "") }
}

/// Gomoku on `width` times `height`.
pub fn gomoku(rule: Rule, width: u8, height: u8) -> Variant {
    Variant::Gomoku { rule, size: Size::new(width, height).unwrap() }
}

/// An opening of these points, such as `h8i9`.
pub fn opening(points: &str) -> Opening {
    Opening::Moves(parse_points(points).unwrap().into_iter().map(Move::Place).collect())
}

/// Conditions without adjudication.
pub fn conditions(variant: Variant) -> Conditions {
    Conditions { variant, adjudication: Adjudication::default(), patience: PATIENCE }
}

/// Plays a game, checks that its record is consistent, and returns it.
pub fn play(conditions: &Conditions, opening: &Opening, seats: [&mut Seat; 2]) -> Finished {
    let game = referee::play(conditions, opening, seats, &AtomicBool::new(false)).unwrap();
    check(conditions, &game);
    game
}

/// Ends the engines.
pub fn leave(seats: [Seat; 2]) {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    seats.into_iter().for_each(|seat| seat.leave(&conditions, &AtomicBool::new(false)));
}

/// Replays the moves, which must be legal, and compares the recorded result with the board.
pub fn check(conditions: &Conditions, game: &Finished) -> Position {
    let mut position = conditions.variant.start().unwrap();
    assert!(game.opening_plies <= game.moves.len());
    for (ply, timed) in game.moves.iter().enumerate() {
        position.play(timed.mv).unwrap_or_else(|illegal| panic!("{illegal}: {game:?}"));
        assert!(ply >= game.opening_plies || timed.time.is_zero());
    }
    let outcome = position.outcome(conditions.adjudication.dead_draw);
    let by_the_rules = [Reason::Five, Reason::FullBoard, Reason::DeadDraw, Reason::Discs];
    assert_eq!(outcome.is_some(), by_the_rules.contains(&game.ending.reason), "{game:?}");
    if let Some(outcome) = outcome {
        assert_eq!(game.ending.winner, outcome.winner());
    }
    let (reason, detail) = (game.ending.reason, &game.ending.detail);
    assert!(!detail.contains('\n') && (!reason.is_fault() || !detail.is_empty()));
    position
}
