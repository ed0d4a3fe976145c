//! Every kind of fault: who loses, the reason, the details, and the next game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use crate::arena_mock::{PATIENCE, conditions, gomoku, leave, mock, opening, play};
use tengen::arena::clock::TimeControl;
use tengen::arena::ending::{Ending, Reason};
use tengen::arena::player::Seat;
use tengen::arena::referee::Finished;
use tengen::arena::tournament::{Conditions, Engine, Opening};
use tengen::color::Color;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

/// Usually long enough for a reply, and short enough for a test to wait.
const SHORT: Duration = Duration::from_secs(3);

/// A fault, the reason for the loss, and the start of its details, where `<patience>` stands for the patience.
type Case = (&'static str, Reason, &'static str);

/// The details of a fault; an exit on Windows is described as on other systems.
fn detail(ending: &Ending) -> String {
    ending.detail.replace("exit code:", "exit status:")
}

/// Runs `check` with a short patience. Should it fail, a busy machine may have held up an engine beyond that, so it has
/// to succeed with a long one.
fn with_patience(variant: Variant, check: impl Fn(&Conditions)) {
    let conditions = conditions(variant);
    let hasty = Conditions { patience: SHORT, ..conditions };
    if catch_unwind(AssertUnwindSafe(|| check(&hasty))).is_err() {
        check(&conditions);
    }
}

/// `words` with the patience of `conditions`.
fn stated(conditions: &Conditions, words: &str) -> String {
    words.replace("<patience>", &format!("{:.3} s", conditions.patience.as_secs_f64()))
}

/// Runs all cases in parallel: they mostly wait.
fn at_once<T: Send>(cases: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

/// Black misbehaves after four plies and loses. The same engine then plays White in a clean game, where it
/// is never to move after four plies.
fn misbehaves(conditions: &Conditions, protocol: &str, (fault, reason, words): Case) {
    let four = match conditions.variant {
        Variant::Gomoku { .. } => opening("h8i9g7i10"),
        Variant::Othello => opening("f5d6c3d3"),
    };
    let mut faulty = Seat::new(mock(&format!("{protocol} --seed 1 --at 4 --fault {fault}")));
    let mut honest = Seat::new(mock("--seed 2"));
    let game = play(conditions, &four, [&mut faulty, &mut honest]);
    assert_eq!(game.ending.reason, reason, "{fault}: {:?}", game.ending);
    let words = stated(conditions, words);
    assert!(detail(&game.ending).starts_with(&words), "{fault}: {:?}", game.ending);
    assert!(game.ending.detail.chars().count() < 400, "{fault}: {:?}", game.ending);
    assert_eq!((game.ending.winner, game.margin), (Some(Color::White), None), "{fault}");
    assert!(game.moves.len() == 4 || fault == "doubled" && game.moves.len() == 6, "{fault}");

    let game = play(conditions, &four, [&mut honest, &mut faulty]);
    assert!(!game.ending.reason.is_fault(), "after {fault}: {:?}", game.ending);
    leave([faulty, honest]);
}

#[cfg(unix)]
#[test]
fn a_crash_is_told_though_a_child_holds_the_output_open() {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    let script = "while read -r line; do case $line in START*) echo OK;; \
        BOARD*) sleep 60 & kill -9 $$;; esac; done";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let mut faulty = Seat::new(Engine { command, ..mock("") });
    let mut honest = Seat::new(mock("--seed 2"));
    let game = play(&conditions, &opening("h8i9g7i10"), [&mut faulty, &mut honest]);
    assert_eq!(game.ending.reason, Reason::Crash, "{:?}", game.ending);
    assert!(game.ending.detail.starts_with("signal: 9"), "{:?}", game.ending);
    leave([faulty, honest]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_does_not_wait_for_an_engine_that_will_not_end() {
    let patience = Duration::from_secs(3600);
    let conditions = Conditions { patience, ..conditions(gomoku(Rule::Freestyle, 15, 15)) };
    let stubborn = |engine: Engine| {
        let mut command = ["sh", "-c", "\"$@\"; sleep 3600", "sh"].map(str::to_owned).to_vec();
        command.extend(engine.command);
        Engine { command, ..engine }
    };
    let mut seats = ["--seed 1", "--seed 2"].map(|words| Seat::new(stubborn(mock(words))));
    let [first, second] = &mut seats;
    let game = play(&conditions, &opening("h8i9g7i10"), [first, second]);
    assert!(!game.ending.reason.is_fault(), "{:?}", game.ending);
    for seat in seats {
        seat.leave(&conditions, &AtomicBool::new(true));
    }
}

const GOMOCUP: [Case; 13] = [
    ("crash", Reason::Crash, "exit status: 1"),
    ("abort", Reason::Crash, "exit status: 101: "),
    ("occupied", Reason::Occupied, ""),
    ("offboard", Reason::Illegal, ""),
    ("faraway", Reason::Illegal, "99,-5 is not on the "),
    ("falsepass", Reason::Illegal, "black "),
    ("garbage", Reason::Garbage, "BOARD was answered by 'I like 7,7 best'"),
    ("error", Reason::Garbage, "BOARD was answered by 'ERROR no idea'"),
    ("long-line", Reason::Garbage, "BOARD was answered by '77777"),
    ("doubled", Reason::Garbage, "'"),
    ("resign", Reason::Garbage, "BOARD was answered by 'resign'"),
    ("hang", Reason::Silence, "no answer to BOARD in <patience>"),
    ("flood", Reason::Silence, "no answer to BOARD in <patience>"),
];

#[test]
fn faults_in_gomoku() {
    let variant = gomoku(Rule::Freestyle, 15, 15);
    at_once(GOMOCUP, |case| {
        with_patience(variant, |conditions| misbehaves(conditions, "", case));
    });
}

#[test]
fn faults_in_othello() {
    let noflip = ("noflip", Reason::Illegal, "a1 turns no disc");
    at_once(GOMOCUP.into_iter().chain([noflip]), |case| {
        with_patience(Variant::Othello, |conditions| misbehaves(conditions, "", case));
    });
}

#[test]
fn faults_over_gtp() {
    let cases = [
        ("crash", Reason::Crash, "exit status: 1"),
        ("occupied", Reason::Occupied, "c3 is occupied by black"),
        ("offboard", Reason::Illegal, "j1 is not on the 8x8 board"),
        ("noflip", Reason::Illegal, "a1 turns no disc"),
        ("faraway", Reason::Illegal, "z99 is not on the 8x8 board"),
        ("falsepass", Reason::Illegal, "black has moves and may not pass"),
        ("garbage", Reason::Garbage, "genmove b was answered by 'I like 7,7 best'"),
        ("error", Reason::Garbage, "genmove b was refused: 'no idea'"),
        ("long-line", Reason::Garbage, "genmove b was answered by '7777"),
        ("doubled", Reason::Garbage, "'= "),
        ("resign", Reason::Resignation, "black resigned"),
        ("hang", Reason::Silence, "no answer to genmove b in <patience>"),
        ("flood", Reason::Silence, "no answer to genmove b in <patience>"),
    ];
    at_once(cases, |case| {
        with_patience(Variant::Othello, |conditions| misbehaves(conditions, "--gtp", case));
    });
}

#[test]
fn faults_over_nboard() {
    let cases = [
        ("crash", Reason::Crash, "exit status: 1"),
        ("occupied", Reason::Occupied, "c3 is occupied by black"),
        ("noflip", Reason::Illegal, "a1 turns no disc"),
        ("faraway", Reason::Garbage, "go was answered by '=== z99'"),
        ("falsepass", Reason::Illegal, "black has moves and may not pass"),
        ("error", Reason::Garbage, "go was answered by '=== no idea'"),
        ("doubled", Reason::Garbage, "'=== "),
        ("hang", Reason::Silence, "no answer to go in <patience>"),
        ("flood", Reason::Silence, "no answer to go in <patience>"),
    ];
    at_once(cases, |case| {
        with_patience(Variant::Othello, |conditions| misbehaves(conditions, "--nboard", case));
    });
}

#[test]
fn faults_over_edax() {
    let cases = [
        ("crash", Reason::Crash, "exit status: 1"),
        ("occupied", Reason::Occupied, "c3 is occupied by black"),
        ("noflip", Reason::Illegal, "a1 turns no disc"),
        ("faraway", Reason::Garbage, "go was answered by 'Edax plays z99'"),
        ("falsepass", Reason::Illegal, "black has moves and may not pass"),
        ("doubled", Reason::Garbage, "'Edax plays "),
        ("hang", Reason::Silence, "no answer to go in <patience>"),
        ("flood", Reason::Silence, "no answer to go in <patience>"),
    ];
    at_once(cases, |case| {
        with_patience(Variant::Othello, |conditions| misbehaves(conditions, "--edax", case));
    });
    for (fault, words) in [
        ("start-silence", "no answer to mode 3 in <patience>"),
        ("start-crash", "exit status: 5: out of cheese"),
    ] {
        with_patience(Variant::Othello, |conditions| {
            let mut faulty = Seat::new(mock(&format!("--edax --fault {fault}")));
            let game = play(conditions, &opening(""), [&mut faulty, &mut Seat::new(mock(""))]);
            assert_eq!(game.ending.reason, Reason::NoStart, "{fault}");
            assert_eq!(detail(&game.ending), stated(conditions, words));
        });
    }
}

#[test]
fn a_crash_report_quotes_the_last_output() {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    let mut faulty = Seat::new(mock("--fault abort"));
    let mut honest = Seat::new(mock(""));
    let game = play(&conditions, &opening(""), [&mut faulty, &mut honest]);
    assert!(game.ending.detail.contains("the mock was told to panic"), "{:?}", game.ending);
}

#[test]
fn a_foul_loses_and_is_named() {
    let conditions = conditions(gomoku(Rule::Renju, 15, 15));
    let mut faulty = Seat::new(mock("--fault forbidden --at 8"));
    let mut honest = Seat::new(mock(""));
    let crossed = opening("h7a1h9c1g8e1i8g1");
    let game = play(&conditions, &crossed, [&mut faulty, &mut honest]);
    assert_eq!(game.ending.reason, Reason::Forbidden);
    assert_eq!(game.ending.detail, "h8 is forbidden for black: 33");
    assert_eq!(game.ending.winner, Some(Color::White));
}

/// A game in which the first seat has a turn of a second.
fn with_a_second(conditions: &Conditions, fault: &str, tolerance: Duration) -> Finished {
    let time = TimeControl { turn: Some(Duration::from_secs(1)), ..TimeControl::default() };
    let late = Engine { time, tolerance, ..mock(fault) };
    let [mut late, mut honest] = [Seat::new(late), Seat::new(mock("--seed 3"))];
    play(conditions, &opening("h8i9g7i10"), [&mut late, &mut honest])
}

#[test]
fn a_late_reply_loses_unless_tolerated() {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    let late = "--fault late --at 4 --late-by 1100";
    let game = with_a_second(&conditions, late, Duration::from_millis(50));
    assert_eq!((game.ending.reason, game.moves.len()), (Reason::Overtime, 4));
    assert!(game.ending.detail.ends_with(" s of 1.000 s + 0.050 s"), "{:?}", game.ending);
    let game = with_a_second(&conditions, late, PATIENCE);
    assert!(!game.ending.reason.is_fault(), "{:?}", game.ending);
    assert!(game.moves[4].time >= Duration::from_millis(1100));
}

#[test]
fn the_referee_does_not_wait_for_a_very_late_reply() {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    let late = "--fault late --at 4 --late-by 60000";
    let game = with_a_second(&conditions, late, Duration::from_millis(50));
    assert_eq!(game.ending.reason, Reason::Silence);
    assert_eq!(game.ending.detail, "no answer to BOARD in 6.050 s");
}

#[test]
fn an_engine_loses_when_its_clock_runs_out() {
    let conditions = conditions(gomoku(Rule::Freestyle, 15, 15));
    let time = TimeControl { game: Some(Duration::from_millis(1500)), ..TimeControl::default() };
    let slow = Engine { time, ..mock("--think 400") };
    let [mut slow, mut honest] = [Seat::new(slow), Seat::new(mock("--seed 3"))];
    let game = play(&conditions, &opening("h8i9g7i10"), [&mut slow, &mut honest]);
    assert_eq!(game.ending.reason, Reason::Overtime, "{:?}", game.ending);
    assert!(game.moves.len() <= 4 + 2 * 3, "the fourth answer is too late");
}

#[test]
fn an_engine_that_does_not_start_loses_every_game() {
    at_once(
        [
            (
                gomoku(Rule::Standard, 7, 9),
                "",
                "RECTSTART 7,9",
                "answered by 'ERROR unsupported size'",
            ),
            (Variant::Othello, "", "START 8", "answered by 'ERROR unsupported size'"),
            (Variant::Othello, "--gtp", "clear_board", "refused: 'out of boards'"),
        ],
        |(variant, protocol, command, error)| {
            let cases = [
                ("start-error", format!("{command} was {error}")),
                ("start-silence", format!("no answer to {command} in <patience>")),
                ("start-crash", "exit status: 5: out of cheese".to_owned()),
                ("exit-before-start", "exit status: 2: no licence found".to_owned()),
            ];
            at_once(cases, |(fault, words)| {
                with_patience(variant, |conditions| {
                    let mut faulty = Seat::new(mock(&format!("{protocol} --fault {fault}")));
                    let mut honest = Seat::new(mock(""));
                    let expected = stated(conditions, &words);
                    for _ in 0..2 {
                        let game = play(conditions, &opening(""), [&mut honest, &mut faulty]);
                        assert_eq!(detail(&game.ending), expected, "{:?}", game.ending);
                        assert_eq!(game.ending.reason, Reason::NoStart);
                        assert_eq!((game.ending.winner, game.moves.len()), (Some(Color::Black), 0));
                    }
                    leave([faulty, honest]);
                });
            });
        },
    );
}

#[test]
fn an_engine_that_does_not_read_its_input_blocks_nothing() {
    let programs = [(gomoku(Rule::Freestyle, 15, 15), ""), (Variant::Othello, "--gtp")];
    at_once(programs, |(variant, protocol)| {
        with_patience(variant, |conditions| {
            // More than a pipe buffers.
            let options = vec![("folder".to_owned(), "x".repeat(1 << 21))];
            let deaf = mock(&format!("{protocol} --fault deaf"));
            let mut deaf = Seat::new(Engine { options, ..deaf });
            let mut honest = Seat::new(mock(""));
            let game = play(conditions, &opening(""), [&mut deaf, &mut honest]);
            let reason = if protocol.is_empty() { Reason::Silence } else { Reason::NoStart };
            assert_eq!(game.ending.reason, reason, "{:?}", game.ending);
            leave([deaf, honest]);
        });
    });
}

#[test]
fn chatter_is_not_a_fault() {
    for (variant, protocol) in [(gomoku(Rule::Freestyle, 15, 15), ""), (Variant::Othello, "--gtp")]
    {
        let mut talker = Seat::new(mock(&format!("{protocol} --fault babble --at 5")));
        let mut honest = Seat::new(mock("--seed 4"));
        let game = play(&conditions(variant), &opening(""), [&mut honest, &mut talker]);
        assert!(!game.ending.reason.is_fault(), "{:?}", game.ending);
        leave([talker, honest]);
    }
}

#[test]
fn how_an_engine_exits_does_not_affect_the_game() {
    at_once(["end-hang", "end-crash"], |fault| {
        with_patience(gomoku(Rule::Renju, 9, 9), |conditions| {
            let faulty = Engine { fresh: true, ..mock(&format!("--fault {fault} --seed 1")) };
            let mut faulty = Seat::new(faulty);
            let mut honest = Seat::new(mock("--seed 2"));
            let game = play(conditions, &opening(""), [&mut faulty, &mut honest]);
            assert!(!game.ending.reason.is_fault(), "{fault}: {:?}", game.ending);
            leave([faulty, honest]);
        });
    });
}

#[test]
fn faults_in_a_swap2_opening() {
    for (first, second, reason, words, winner, plies) in [
        ("--fault crash --at 0", "", Reason::Crash, "exit status: 1", Color::White, 0),
        ("--fault falsepass --at 0", "", Reason::Illegal, "-1,-1 is not on the", Color::White, 0),
        (
            "--fault offboard --at 0",
            "",
            Reason::Garbage,
            "SWAP2BOARD: expected three stones, found stones: 1",
            Color::White,
            0,
        ),
        (
            "--fault garbage --at 0",
            "",
            Reason::Garbage,
            "SWAP2BOARD was answered by 'I like",
            Color::White,
            0,
        ),
        (
            "",
            "--fault hang --at 3",
            Reason::Silence,
            "no answer to SWAP2BOARD in <patience>",
            Color::Black,
            3,
        ),
        ("", "--fault occupied --at 3", Reason::Occupied, "", Color::Black, 3),
        ("--fault occupied --at 5", "--choice put", Reason::Occupied, "", Color::Black, 5),
        (
            "--fault error --at 5",
            "--choice put",
            Reason::Garbage,
            "SWAP2BOARD was answered by 'ERROR",
            Color::White,
            5,
        ),
    ] {
        with_patience(gomoku(Rule::Freestyle, 15, 15), |conditions| {
            let mut one = Seat::new(mock(&format!("--seed 1 {first}")));
            let mut two = Seat::new(mock(&format!("--seed 2 {second}")));
            let game = play(conditions, &Opening::Swap2, [&mut one, &mut two]);
            assert_eq!(game.ending.reason, reason, "{:?}", game.ending);
            let words = stated(conditions, words);
            assert!(detail(&game.ending).starts_with(&words), "{:?}", game.ending);
            assert_eq!(
                (game.ending.winner, game.moves.len()),
                (Some(winner), plies),
                "{first}|{second}"
            );
            assert_eq!(game.opening_plies, plies);
        });
    }
}
