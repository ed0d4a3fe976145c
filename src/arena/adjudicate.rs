//! Whether a game is over: by the rules, or by adjudication.
//!
//! A pure function of the position, except for the signal that stops a long solve.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Builder};
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};

use super::ending::{Ending, Reason};
use super::tournament::Adjudication;
use crate::color::Color;
use crate::game::{Outcome, Position};
use crate::search::control::Control;
use crate::search::lazy_smp::STACK;
use crate::search::report::Score;
use crate::{gomoku, othello};

/// Size of the transposition table of a solve, in bytes.
const TABLE_BYTES: usize = 16 << 20;
/// Interval at which the stop signal is checked.
const SLICE: Duration = Duration::from_millis(20);

/// The end of a game with its margin in Othello, as in
/// [`PlayedGame`](super::ending::PlayedGame).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    pub ending: Ending,
    /// Black's discs minus White's.
    pub margin: Option<i32>,
}

impl End {
    fn new(winner: Option<Color>, reason: Reason, detail: String) -> End {
        End { ending: Ending { winner, reason, detail }, margin: None }
    }
}

/// How the game ended; `None` while it is in progress, if `stop` is set first, or if the system has no thread for the
/// solver.
pub fn end(position: &Position, adjudication: &Adjudication, stop: &AtomicBool) -> Option<End> {
    position
        .outcome(adjudication.dead_draw)
        .map(by_the_rules)
        .or_else(|| by_solving(position, adjudication.solve_at?, stop))
        .or_else(|| by_length(position, adjudication.most_plies?))
}

fn by_the_rules(outcome: Outcome) -> End {
    use gomoku::rules::game::{Draw, Outcome::Draw as Drawn, Outcome::Win};
    let winner = outcome.winner();
    match outcome {
        Outcome::Gomoku(outcome) => match outcome {
            Win { line, .. } => {
                let points: Vec<String> = line.iter().map(ToString::to_string).collect();
                End::new(winner, Reason::Five, points.join(" "))
            }
            Drawn(Draw::FullBoard) => End::new(winner, Reason::FullBoard, String::new()),
            Drawn(Draw::NoFivePossible) => End::new(winner, Reason::DeadDraw, String::new()),
        },
        Outcome::Othello(outcome) => {
            let discs = format!("{}-{}", outcome.black, outcome.white);
            let end = End::new(winner, Reason::Discs, discs);
            End { margin: Some(outcome.score(Color::Black)), ..end }
        }
    }
}

fn by_solving(position: &Position, solve_at: u32, stop: &AtomicBool) -> Option<End> {
    let Position::Othello(game) = position else {
        return None;
    };
    let empty = game.board().empty_count();
    if empty > solve_at {
        return None;
    }
    let margin = solve(game, stop)?;
    let winner = match margin {
        1.. => Some(Color::Black),
        0 => None,
        ..0 => Some(Color::White),
    };
    let detail = match winner {
        Some(winner) => format!("{winner} by {} with {empty} empty", margin.abs()),
        None => format!("even with {empty} empty"),
    };
    let end = End::new(winner, Reason::Solved, detail);
    Some(End { margin: Some(margin), ..end })
}

/// Black's margin with best play; `None` as in [`unless_stopped`].
fn solve(game: &othello::rules::game::Game, stop: &AtomicBool) -> Option<i32> {
    let control = Control::unlimited();
    let progress = unless_stopped(builder(), stop, &control, || {
        othello::search::Searcher::new(TABLE_BYTES).solve(game, 1, &control, &mut |_| ())
    })?;
    match progress.lines.first()?.score {
        Score::Exact(score) if game.side_to_move() == Color::Black => Some(score),
        Score::Exact(score) => Some(-score),
        other => unreachable!("a search to the end was cut short at {other:?}"),
    }
}

/// The builder of the thread of a solver.
fn builder() -> Builder {
    Builder::new().name("solver".to_owned()).stack_size(STACK)
}

/// The result of `search` in a thread of `builder`, which obeys `control`; `None` if `stop` is set first or the thread
/// cannot be started.
///
/// # Panics
/// If `search` panics.
fn unless_stopped<T: Send>(
    builder: Builder,
    stop: &AtomicBool,
    control: &Control,
    search: impl FnOnce() -> T + Send,
) -> Option<T> {
    let (found, results) = bounded(1);
    thread::scope(|scope| {
        // The thread owns the sender, so that the receiver notices its panic.
        let body = move || {
            // If the receiver is gone, the result is not needed.
            let _ = found.send(search());
        };
        if let Err(error) = builder.spawn_scoped(scope, body) {
            log::warn!("an ending is not solved: {error}");
            return None;
        }
        loop {
            if stop.load(Relaxed) {
                control.stop();
                return None;
            }
            match results.recv_timeout(SLICE) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Timeout) => {}
                // The scope panics, too.
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    })
}

fn by_length(position: &Position, most_plies: usize) -> Option<End> {
    let plies = position.history().len();
    if plies < most_plies {
        return None;
    }
    Some(match position {
        Position::Gomoku(_) => {
            let detail = match plies {
                1 => "1 ply".to_owned(),
                _ => format!("{plies} plies"),
            };
            End::new(None, Reason::MoveLimit, detail)
        }
        Position::Othello(game) => {
            let discs =
                |color| position.size().points().filter(move |&p| game.cell(p) == Some(color));
            let (black, white) = (discs(Color::Black).count(), discs(Color::White).count());
            let winner = match black.cmp(&white) {
                std::cmp::Ordering::Greater => Some(Color::Black),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(Color::White),
            };
            let detail = match plies {
                1 => format!("1 ply, discs {black}-{white}"),
                _ => format!("{plies} plies, discs {black}-{white}"),
            };
            End::new(winner, Reason::MoveLimit, detail)
        }
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::arena::agreement::Agreement;
    use crate::coord::{Move, Size, parse_points};
    use crate::game::Variant;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::rule::Rule;

    const NONE: Adjudication = Adjudication {
        dead_draw: false,
        solve_at: None,
        most_plies: None,
        agreement: Agreement { resign: None, draw: None },
    };

    fn gomoku(points: &str, side: u8) -> Position {
        let size = Size::new(side, side).unwrap();
        position_after(Variant::Gomoku { rule: Rule::Freestyle, size }, points)
    }

    /// A random game with `empty` empty squares, in which the side to move need not pass.
    fn othello(seed: u64, empty: u32) -> Position {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = Variant::Othello.start().unwrap();
        loop {
            let points: Vec<_> = position.legal_points().collect();
            let mv = random.choice(&points).map_or(Move::Pass, |&point| Move::Place(point));
            let Position::Othello(game) = &position else { unreachable!() };
            if game.board().empty_count() <= empty && mv != Move::Pass {
                return position;
            }
            position.play(mv).expect("such a game does not end so early");
        }
    }

    fn told(position: &Position, adjudication: Adjudication) -> Option<End> {
        end(position, &adjudication, &AtomicBool::new(false))
    }

    /// Black's margin by exhaustive search.
    fn minimax(position: &mut Position) -> i32 {
        if let Some(Outcome::Othello(outcome)) = position.outcome(false) {
            return outcome.score(Color::Black);
        }
        let black = position.side_to_move() == Color::Black;
        let mut moves: Vec<Move> = position.legal_points().map(Move::Place).collect();
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        let values = moves.into_iter().map(|mv| {
            position.play(mv).unwrap();
            let value = minimax(position);
            position.undo();
            value
        });
        let best = if black { values.max() } else { values.min() };
        best.unwrap()
    }

    #[test]
    fn the_rules_come_first() {
        let all = Adjudication { dead_draw: true, most_plies: Some(9), ..NONE };
        let won = told(&gomoku("a1a2b1b2c1c2d1d2e1", 15), all).unwrap();
        assert_eq!(won.ending.winner, Some(Color::Black));
        assert_eq!((won.ending.reason, &*won.ending.detail), (Reason::Five, "a1 b1 c1 d1 e1"));
        assert_eq!(told(&gomoku("a1", 15), NONE), None);
    }

    #[test]
    fn a_game_is_ended_at_its_greatest_length_only() {
        let limit = |plies| Adjudication { most_plies: Some(plies), ..NONE };
        let position = gomoku("a1b1c1", 15);
        assert_eq!(told(&position, limit(4)), None);
        let end = told(&position, limit(3)).unwrap();
        assert_eq!(end, End::new(None, Reason::MoveLimit, "3 plies".into()));
        let end = told(&gomoku("a1", 15), limit(1)).unwrap();
        assert_eq!(end, End::new(None, Reason::MoveLimit, "1 ply".into()));
        let mut position = Variant::Othello.start().unwrap();
        position.play(Move::Place(parse_points("d3").unwrap()[0])).unwrap();
        let end = told(&position, limit(1)).unwrap();
        assert_eq!(end, End::new(Some(Color::Black), Reason::MoveLimit, "1 ply, discs 4-1".into()));
    }

    #[test]
    fn a_dead_position_is_a_draw_if_that_is_agreed() {
        // Every row of five on the smallest board contains stones of both sides.
        let position = gomoku("a1a2b3b4c5c1d2d3e4e5", 5);
        assert_eq!(told(&position, NONE), None);
        let end = told(&position, Adjudication { dead_draw: true, ..NONE }).unwrap();
        assert_eq!(end, End::new(None, Reason::DeadDraw, String::new()));
    }

    #[test]
    fn an_ending_is_solved_whichever_side_is_to_move() {
        let at_6 = Adjudication { solve_at: Some(6), ..NONE };
        for seed in 0..6 {
            assert_eq!(told(&othello(seed, 7), at_6), None);
            let mut position = othello(seed, 6);
            let end = told(&position, at_6).unwrap();
            let margin = minimax(&mut position);
            assert_eq!((end.margin, end.ending.reason), (Some(margin), Reason::Solved));
            let winner = match margin.signum() {
                1 => Some(Color::Black),
                -1 => Some(Color::White),
                _ => None,
            };
            assert_eq!(end.ending.winner, winner);
        }
    }

    #[test]
    fn a_long_solve_is_given_up() {
        let adjudication = Adjudication { solve_at: Some(60), ..NONE };
        let position = Variant::Othello.start().unwrap();
        assert_eq!(end(&position, &adjudication, &AtomicBool::new(true)), None);
    }

    #[test]
    fn a_solver_has_room_for_a_deep_search() {
        // More than a thread has unless it is asked for.
        let deep = || std::hint::black_box([1_u8; 4 << 20]).len();
        let (stop, control) = (AtomicBool::new(false), Control::unlimited());
        assert_eq!(unless_stopped(builder(), &stop, &control, deep), Some(4 << 20));
    }

    #[test]
    fn without_a_thread_nothing_is_solved() {
        let (stop, control) = (AtomicBool::new(false), Control::unlimited());
        // No system has room for such a stack.
        let refused = Builder::new().stack_size(usize::MAX / 16);
        assert_eq!(unless_stopped(refused, &stop, &control, || 7), None);
    }

    #[test]
    fn a_solver_that_panics_is_not_waited_for() {
        let (stop, control) = (AtomicBool::new(false), Control::unlimited());
        let (over, is_over) = bounded::<()>(1);
        let ended = thread::scope(|scope| {
            // Not for ever, so that the test fails instead of waiting.
            scope.spawn(|| {
                let waited = is_over.recv_timeout(Duration::from_secs(60));
                stop.store(matches!(waited, Err(RecvTimeoutError::Timeout)), Relaxed);
            });
            let fail = || assert!(control.was_stopped(), "on purpose");
            let solve = || unless_stopped(builder(), &stop, &control, fail);
            let ended = catch_unwind(AssertUnwindSafe(solve));
            drop(over);
            ended
        });
        assert!(ended.is_err() && !stop.into_inner());
    }
}
