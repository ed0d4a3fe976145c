//! Games between correct engines under every rule and over every protocol, and interruption.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::arena_mock::{
    PATIENCE, check, conditions, engine, gomoku, leave, mock, opening, play, tengen,
};
use tengen::arena::agreement::{Agreement, ScoreRule};
use tengen::arena::clock::TimeControl;
use tengen::arena::ending::Reason;
use tengen::arena::player::Seat;
use tengen::arena::referee::{self, Abandoned};
use tengen::arena::tournament::{Adjudication, Conditions, Engine, Opening, Protocol};
use tengen::color::Color;
use tengen::coord::Move;
use tengen::game::Variant;
use tengen::game::{Outcome, Position};
use tengen::gomoku::rules::rule::Rule;

fn empty() -> Opening {
    Opening::Moves(Vec::new())
}

fn seats(first: Engine, second: Engine) -> [Seat; 2] {
    [Seat::new(first), Seat::new(second)]
}

#[test]
fn random_games_end_by_the_rules_on_boards_of_many_sizes() {
    for (rule, width, height) in [
        (Rule::Freestyle, 15, 15),
        (Rule::Standard, 7, 9),
        (Rule::Renju, 9, 9),
        (Rule::Caro, 22, 22),
        (Rule::CaroExact, 5, 6),
    ] {
        let conditions = conditions(gomoku(rule, width, height));
        let [mut one, mut two] = seats(mock("--seed 1"), mock("--seed 2"));
        for _ in 0..2 {
            let game = play(&conditions, &empty(), [&mut one, &mut two]);
            assert!(!game.ending.reason.is_fault(), "{rule}: {:?}", game.ending);
            assert_eq!((game.black, game.opening_plies, game.margin), (0, 0, None));
        }
        leave([one, two]);
    }
}

#[test]
fn othello_is_played_over_every_protocol_and_between_them() {
    let conditions = conditions(Variant::Othello);
    for (one, two) in [
        ("--seed 1", "--seed 2"),
        ("--gtp --seed 3", "--seed 4"),
        ("--gtp --seed 5 --shout", "--gtp --seed 6"),
        ("--seed 7", "--gtp --seed 8 --shout"),
        ("--nboard --seed 1", "--gtp --seed 2"),
        ("--seed 1", "--nboard --seed 2 --shout"),
        ("--edax --seed 3", "--seed 4"),
        ("--gtp --seed 5", "--edax --seed 6"),
    ] {
        let [mut one, mut two] = seats(mock(one), mock(two));
        let mut passes = 0;
        for _ in 0..4 {
            let game = play(&conditions, &opening("f5d6c3"), [&mut one, &mut two]);
            assert_eq!((game.ending.reason, game.opening_plies), (Reason::Discs, 3));
            let Some(Outcome::Othello(outcome)) = check(&conditions, &game).outcome(false) else {
                panic!("{game:?}");
            };
            assert_eq!(game.margin, Some(outcome.score(Color::Black)));
            passes += game.moves.iter().filter(|timed| timed.mv == Move::Pass).count();
        }
        assert!(passes > 0, "passes are part of what this tests");
        leave([one, two]);
    }
}

#[test]
fn gomoku_is_played_over_gtp_on_boards_of_many_sizes() {
    for (variant, rule) in [
        (gomoku(Rule::Freestyle, 15, 15), None),
        (gomoku(Rule::Freestyle, 9, 7), None),
        (gomoku(Rule::Renju, 10, 10), Some("renju")),
        (gomoku(Rule::Caro, 22, 22), Some("caro")),
    ] {
        let conditions = conditions(variant);
        for other in ["--seed 2", "--gtp --seed 3 --shout"] {
            let with_rule = |arguments| {
                let engine = mock(arguments);
                let rule = rule.filter(|_| engine.protocol == Protocol::Gtp);
                let options = rule.map(|rule| ("set_game".to_owned(), rule.to_owned()));
                Engine { options: options.into_iter().collect(), ..engine }
            };
            let [mut one, mut two] = seats(with_rule("--gtp --seed 1"), with_rule(other));
            for _ in 0..2 {
                let game = play(&conditions, &opening("c4d5"), [&mut one, &mut two]);
                assert!(!game.ending.reason.is_fault(), "{variant}: {:?}", game.ending);
                assert_eq!(game.opening_plies, 2);
            }
            leave([one, two]);
        }
    }
}

#[test]
fn tengen_plays_gomoku_over_gtp() {
    let program = std::path::PathBuf::from(env!("CARGO_BIN_EXE_tengen"));
    let command = engine("Tengen", program, "--protocol gtp --game renju --size 10");
    let settings = ["max_depth 1", "hash_size 4096"];
    let options = settings.map(|setting| ("info".to_owned(), setting.to_owned())).into();
    let [mut one, mut two] =
        seats(Engine { protocol: Protocol::Gtp, options, ..command }, mock("--seed 1"));
    let conditions = conditions(gomoku(Rule::Renju, 10, 10));
    for own in Color::ALL {
        let seats = match own {
            Color::Black => [&mut one, &mut two],
            Color::White => [&mut two, &mut one],
        };
        let game = play(&conditions, &opening("e5f6d7"), seats);
        assert_eq!((game.ending.winner, game.ending.reason), (Some(own), Reason::Five));
    }
    leave([one, two]);
}

#[test]
fn an_engine_may_refuse_passes_it_already_played() {
    let conditions = conditions(Variant::Othello);
    let mut deaf_to_passes = mock("--gtp --seed 9");
    deaf_to_passes.command.extend(["--refuse".into(), "play b pass".into()]);
    let [mut one, mut two] = seats(mock("--seed 10"), deaf_to_passes);
    let black_passed = (0..50).any(|_| {
        let game = play(&conditions, &empty(), [&mut one, &mut two]);
        assert_eq!(game.ending.reason, Reason::Discs, "{:?}", game.ending);
        game.moves.iter().step_by(2).any(|timed| timed.mv == Move::Pass)
    });
    assert!(black_passed, "passes are what this tests");
    leave([one, two]);
}

#[test]
fn an_engine_need_not_identify_itself() {
    let conditions = conditions(gomoku(Rule::Freestyle, 7, 7));
    for about in ["--about 1500", "--about never"] {
        let [mut one, mut two] = seats(mock(about), mock("--seed 1"));
        for _ in 0..2 {
            let game = play(&conditions, &empty(), [&mut one, &mut two]);
            assert!(!game.ending.reason.is_fault(), "{:?}", game.ending);
        }
        leave([one, two]);
    }
}

#[test]
fn tengen_plays_and_wins() {
    for variant in [gomoku(Rule::Freestyle, 15, 15), gomoku(Rule::Renju, 15, 15)] {
        let conditions = conditions(variant);
        for always_board in [false, true] {
            let [mut one, mut two] = seats(mock(""), Engine { always_board, ..tengen() });
            let game = play(&conditions, &opening("h8i9g7"), [&mut one, &mut two]);
            assert_eq!(
                (game.ending.winner, game.ending.reason),
                (Some(Color::White), Reason::Five)
            );
            let game = play(&conditions, &opening("h8i9g7"), [&mut two, &mut one]);
            assert_eq!(
                (game.ending.winner, game.ending.reason),
                (Some(Color::Black), Reason::Five)
            );
            leave([one, two]);
        }
    }
    let conditions = conditions(Variant::Othello);
    for (opponent, always_board) in [("--seed 1", true), ("--gtp --seed 2", false)] {
        let timed = TimeControl { turn: Some(PATIENCE), game: Some(PATIENCE), ..tengen().time };
        let tengen = Engine { always_board, time: timed, ..tengen() };
        let [mut one, mut two] = seats(tengen, mock(opponent));
        for _ in 0..3 {
            let game = play(&conditions, &empty(), [&mut one, &mut two]);
            assert_eq!(game.ending.reason, Reason::Discs);
        }
        leave([one, two]);
    }
}

#[test]
fn games_are_played_with_every_kind_of_clock() {
    let minute = Some(Duration::from_secs(60));
    let second = Duration::from_secs(1);
    for time in [
        TimeControl { turn: minute, ..TimeControl::default() },
        TimeControl { game: minute, increment: second, ..TimeControl::default() },
        TimeControl { turn: minute, game: minute, ..TimeControl::default() },
    ] {
        for (arguments, variant) in [
            ("", gomoku(Rule::Standard, 9, 9)),
            ("--gtp", Variant::Othello),
            ("--gtp --refuse time", Variant::Othello),
            ("--nboard", Variant::Othello),
            ("--edax", Variant::Othello),
        ] {
            let timed = |seed| Engine { time, ..mock(&format!("{arguments} --seed {seed}")) };
            let [mut one, mut two] = seats(timed(1), timed(2));
            let game = play(&conditions(variant), &empty(), [&mut one, &mut two]);
            assert!(!game.ending.reason.is_fault(), "{:?}", game.ending);
            leave([one, two]);
        }
    }
}

#[test]
fn engines_may_agree_on_the_result() {
    let rule = |moves, hundredths| Some(ScoreRule { moves, hundredths, from_move: 0 });
    let agreement = Agreement { resign: rule(3, 500), draw: rule(4, 10) };
    let adjudication = Adjudication { agreement, ..Adjudication::default() };
    let conditions = Conditions { adjudication, ..conditions(gomoku(Rule::Freestyle, 15, 15)) };
    let game = |black: &str, white: &str| {
        let [mut one, mut two] = seats(mock(black), mock(white));
        let game = play(&conditions, &empty(), [&mut one, &mut two]);
        leave([one, two]);
        game
    };
    let won = game("--score 5.1", "--score -7");
    assert_eq!((won.ending.reason, won.ending.winner), (Reason::AgreedWin, Some(Color::Black)));
    assert_eq!(won.moves.len(), 6);
    assert_eq!(won.reports[0].to_string(), "510/3/40/2");
    assert_eq!(won.reports[5].to_string(), "-700/3/40/2");
    let drawn = game("--score 0.1", "--score -0.1");
    assert_eq!((drawn.ending.reason, drawn.ending.winner), (Reason::AgreedDraw, None));
    assert_eq!(drawn.moves.len(), 8);
    for white in ["--score 7", "--score -4", ""] {
        assert!(game("--score 5.1", white).moves.len() > 8, "{white}");
    }
}

#[test]
fn adjudication_ends_games_early() {
    let adjudication = Adjudication {
        dead_draw: true,
        solve_at: Some(8),
        most_plies: Some(20),
        ..Adjudication::default()
    };
    let of = |variant| Conditions { adjudication, ..conditions(variant) };
    let [mut one, mut two] = seats(mock("--seed 1"), mock("--seed 2"));

    let game = play(&of(gomoku(Rule::Freestyle, 15, 15)), &empty(), [&mut one, &mut two]);
    assert_eq!((game.ending.reason, game.ending.winner), (Reason::MoveLimit, None));
    assert_eq!((game.moves.len(), game.margin), (20, None));
    let game = play(&of(gomoku(Rule::Renju, 5, 5)), &empty(), [&mut one, &mut two]);
    assert!([Reason::DeadDraw, Reason::MoveLimit, Reason::Five].contains(&game.ending.reason));
    let game = play(&of(Variant::Othello), &empty(), [&mut one, &mut two]);
    assert_eq!((game.ending.reason, game.margin), (Reason::MoveLimit, None));

    let adjudication = Adjudication { solve_at: Some(8), ..Adjudication::default() };
    let solved = Conditions { adjudication, ..conditions(Variant::Othello) };
    let mut count = 0;
    for _ in 0..3 {
        let game = play(&solved, &empty(), [&mut one, &mut two]);
        if game.ending.reason == Reason::Solved {
            count += 1;
            let Position::Othello(end) = check(&solved, &game) else { unreachable!() };
            assert_eq!(end.board().empty_count(), 8);
            let winner = game.ending.winner.map(|winner| winner == Color::Black);
            let margin = game.margin.unwrap();
            assert_eq!(winner, (margin != 0).then_some(margin > 0));
        }
    }
    assert!(count > 0, "random games seldom end early");
    leave([one, two]);
}

#[test]
fn a_swap2_opening_settles_the_colours() {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    for (choice, opening_plies, black) in [("swap", 3, 1), ("stay", 3, 0)] {
        let answering = mock(&format!("--seed 2 --choice {choice}"));
        for proposing in [mock("--seed 1"), tengen()] {
            let [mut one, mut two] = seats(proposing, answering.clone());
            let game = play(&conditions, &Opening::Swap2, [&mut one, &mut two]);
            assert_eq!((game.black, game.opening_plies), (black, opening_plies));
            assert!(!game.ending.reason.is_fault(), "{:?}", game.ending);
            leave([one, two]);
        }
    }
    let [mut one, mut two] =
        seats(mock("--seed 1 --score 0.5"), mock("--seed 2 --choice put --score -0.5"));
    let mut blacks = [0, 0];
    for _ in 0..12 {
        let game = play(&conditions, &Opening::Swap2, [&mut one, &mut two]);
        assert_eq!(game.opening_plies, 5);
        let reported = game.reports.iter().position(|reported| !reported.is_empty());
        assert_eq!(reported, Some(5), "stones of the opening have no report");
        blacks[game.black] += 1;
    }
    assert!(blacks[0] > 0 && blacks[1] > 0, "the first chooses either colour: {blacks:?}");
    leave([one, two]);
    let [mut one, mut two] = seats(mock("--seed 1"), tengen());
    let game = play(&conditions, &Opening::Swap2, [&mut one, &mut two]);
    let tengens = if game.black == 1 { Color::Black } else { Color::White };
    assert_eq!((game.ending.winner, game.ending.reason), (Some(tengens), Reason::Five));
    leave([one, two]);
}

#[test]
fn black_passes_if_every_point_is_forbidden() {
    // The last empty point, c4, would be an overline.
    let crowded = "b1d3e2a3c3g3d4c5d1g2e1g5b4a1e3a2b3b2c2d2e4f5b5e5d5a5f4g1g4f3f1f2a4c1";
    let conditions = conditions(gomoku(Rule::Renju, 7, 5));
    for white in [mock("--seed 2"), tengen()] {
        let [mut one, mut two] = seats(mock("--seed 1"), white);
        let game = play(&conditions, &opening(crowded), [&mut one, &mut two]);
        assert!(!game.ending.reason.is_fault(), "{:?}", game.ending);
        let last: Vec<String> = game.moves[34..].iter().map(|timed| timed.mv.to_string()).collect();
        assert_eq!(last, ["pass", "c4"]);
        leave([one, two]);
    }
}

#[test]
fn an_engine_may_be_kept_or_restarted_for_every_game() {
    let conditions = conditions(gomoku(Rule::Freestyle, 9, 9));
    // A new process with the same seed repeats the game; a kept one does not.
    for (fresh, same) in [(true, true), (false, false)] {
        let of = |seed| Engine { fresh, ..mock(&format!("--seed {seed}")) };
        let [mut one, mut two] = seats(of(1), of(2));
        let moves = |game: &referee::Finished| -> Vec<Move> {
            game.moves.iter().map(|timed| timed.mv).collect()
        };
        let first = play(&conditions, &empty(), [&mut one, &mut two]);
        let second = play(&conditions, &empty(), [&mut one, &mut two]);
        assert_eq!(moves(&first) == moves(&second), same, "fresh: {fresh}");
        leave([one, two]);
    }
}

#[test]
fn output_between_games_costs_the_process_but_not_the_next_game() {
    let adjudication = Adjudication { most_plies: Some(1), ..Adjudication::default() };
    let conditions = Conditions { adjudication, ..conditions(gomoku(Rule::Freestyle, 15, 15)) };
    let [mut one, mut two] = seats(mock("--seed 1 --fault doubled"), mock("--seed 2"));
    let mut first_moves = Vec::new();
    for _ in 0..2 {
        let game = play(&conditions, &empty(), [&mut one, &mut two]);
        assert_eq!(game.ending.reason, Reason::MoveLimit, "{:?}", game.ending);
        first_moves.push(game.moves[0].mv);
        // The second reply is on its way.
        thread::sleep(Duration::from_millis(500));
    }
    assert_eq!(first_moves[0], first_moves[1], "a new process begins with the seed again");
    leave([one, two]);
}

#[test]
fn a_game_can_be_interrupted_at_any_time() {
    let conditions = Conditions {
        patience: Duration::from_secs(600),
        ..conditions(gomoku(Rule::Freestyle, 15, 15))
    };
    for arguments in ["--fault hang", "--fault start-silence", "--fault flood", "--think 600000"] {
        let [mut one, mut two] = seats(mock(arguments), mock(""));
        let stop = AtomicBool::new(false);
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(300));
                stop.store(true, Relaxed);
            });
            referee::play(&conditions, &empty(), [&mut one, &mut two], &stop)
        });
        assert_eq!(result, Err(Abandoned), "{arguments}");
        // Neither would exit in time if asked to.
        drop([one, two]);
    }
}

#[test]
fn an_engine_that_cannot_be_started_loses() {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    let missing = engine("missing", "no-such-program-anywhere".into(), "");
    let nothing = Engine { command: Vec::new(), ..missing.clone() };
    for broken in [missing, nothing] {
        let [mut one, mut two] = seats(broken, mock(""));
        for _ in 0..2 {
            let game = play(&conditions, &opening("h8i9"), [&mut one, &mut two]);
            assert_eq!(game.ending.winner, Some(Color::White));
            assert_eq!((game.ending.reason, game.moves.len()), (Reason::NoStart, 2));
            let game = play(&conditions, &opening("h8i9"), [&mut two, &mut one]);
            assert_eq!(game.ending.winner, Some(Color::Black));
        }
        leave([one, two]);
    }
}
