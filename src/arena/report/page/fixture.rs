//! Tournaments made up for tests: legal random games with plausible results.

use std::time::Duration;

use crate::arena::ending::{Ending, PlayedGame, Reason};
use crate::arena::report::Facts;
use crate::arena::stats::samples::game;
use crate::arena::stats::sprt::{EloScale, Evidence, Sprt};
use crate::arena::tournament::{Engine, Format, Protocol, TimeControl};
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::formats::date::DateTime;
use crate::formats::game::TimedMove;
use crate::game::Variant;
use crate::game::{Outcome, Position};
use crate::gomoku::rules::rule::Rule;

/// Freestyle on 15x15.
pub fn gomoku() -> Variant {
    let size = Size::new(15, 15).expect("15 is within the limits");
    Variant::Gomoku { rule: Rule::Freestyle, size }
}

/// The owner of everything that [`Facts`] borrows.
pub struct Made {
    variant: Variant,
    engines: Vec<Engine>,
    format: Format,
    conditions: Vec<(String, String)>,
    games: Vec<PlayedGame>,
    planned: usize,
    sprt: Option<Sprt>,
}

impl Made {
    /// `count` games of a tournament among engines of these names.
    pub fn new(variant: Variant, names: &[&str], count: usize) -> Made {
        let mut random = fastrand::Rng::with_seed(count as u64 + 1);
        let pairs: Vec<[usize; 2]> = (0..names.len())
            .flat_map(|first| (first + 1..names.len()).map(move |second| [first, second]))
            .collect();
        let games = (0..count)
            .map(|number| {
                let [first, second] = pairs[number / 2 % pairs.len()];
                let players = if number % 2 == 0 { [first, second] } else { [second, first] };
                random_game(variant, number, players, &mut random)
            })
            .collect();
        Made {
            variant,
            engines: names.iter().map(|name| engine(name)).collect(),
            format: Format::RoundRobin,
            conditions: vec![
                ("Openings".into(), "balanced, 3 to 8 plies".into()),
                ("Adjudication".into(), "dead draw <&\">".into()),
                ("Seed".into(), "1".into()),
            ],
            games,
            planned: count.max(20) * 5 / 4,
            sprt: None,
        }
    }

    /// The same with the first engine against all others: only its games are left.
    pub fn gauntlet(mut self) -> Made {
        self.format = Format::Gauntlet;
        self.games.retain(|game| game.players.contains(&0));
        self
    }

    /// The same with a test of 0 against 10 Elo.
    pub fn with_test(self) -> Made {
        self.with_test_of([0.0, 10.0])
    }

    /// The same with a test of these two differences.
    pub fn with_test_of(mut self, elo: [f64; 2]) -> Made {
        let sprt = Sprt::new(elo, [0.05, 0.05], EloScale::Normalized, Evidence::Pairs);
        self.sprt = Some(sprt.expect("the test is a usual one"));
        self
    }

    /// The same with these games only: half points of engine 0 in pairs against engine 1.
    pub fn scored(mut self, half_points: &[u32]) -> Made {
        let games = half_points.iter().enumerate().map(|(number, half_points)| {
            let color = Color::ALL[number % 2];
            let players = if color == Color::Black { [0, 1] } else { [1, 0] };
            let winner = match half_points {
                0 => Some(!color),
                1 => None,
                _ => Some(color),
            };
            game(number, players, winner)
        });
        self.games = games.collect();
        self
    }

    /// The tournament as reports see it.
    pub fn facts(&self) -> Facts<'_> {
        Facts {
            variant: self.variant,
            engines: &self.engines,
            format: self.format,
            conditions: &self.conditions,
            games: &self.games,
            arrived: &self.games,
            planned: self.planned,
            sprt: self.sprt,
        }
    }
}

fn engine(name: &str) -> Engine {
    Engine {
        name: name.to_owned(),
        command: vec!["engines/<tengen>".to_owned(), "--quiet".to_owned()],
        dir: None,
        protocol: Protocol::Gomocup,
        options: vec![("style".into(), "a & b".into())],
        time: TimeControl {
            turn: Some(Duration::from_millis(1000)),
            game: Some(Duration::from_secs(60)),
            ..TimeControl::default()
        },
        tolerance: Duration::from_millis(50),
        memory: Some(64 << 20),
        threads: Some(1),
        fresh: false,
        always_board: false,
    }
}

/// A game in which stones are mostly put next to others, with a result from the board or, now and
/// then, by a fault; a lower place in the tournament makes a win more likely.
fn random_game(
    variant: Variant,
    number: usize,
    players: [usize; 2],
    random: &mut fastrand::Rng,
) -> PlayedGame {
    let mut position = variant.start().expect("the size is supported");
    let opening_plies = random.usize(3..9);
    let most = random.usize(30..160);
    let mut moves = Vec::new();
    while position.outcome(false).is_none() && moves.len() < most {
        let mv = likely_move(&position, random);
        position.play(mv).expect("the move is legal");
        let time = match moves.len() < opening_plies {
            true => Duration::ZERO,
            false => Duration::from_millis(random.u64(1..900) * random.u64(1..900) / 810),
        };
        moves.push(TimedMove { mv, time });
    }
    let (ending, margin) = end_of(&position, players, random);
    PlayedGame {
        number,
        players,
        opening_plies: opening_plies.min(moves.len()),
        moves,
        ending,
        margin,
        began: DateTime::from_unix(1_790_000_000 + 60 * number as u64),
    }
}

fn likely_move(position: &Position, random: &mut fastrand::Rng) -> Move {
    let points: Vec<Point> = position.legal_points().collect();
    let stones: Vec<Point> = position.history().iter().filter_map(|ply| ply.mv.point()).collect();
    let near =
        |point: &&Point| {
            stones.iter().rev().take(6).any(|stone| {
                point.x().abs_diff(stone.x()) <= 1 && point.y().abs_diff(stone.y()) <= 1
            })
        };
    let close: Vec<Point> = points.iter().filter(near).copied().collect();
    let point = random.choice(&close).or_else(|| random.choice(&points)).copied();
    match (point, stones.is_empty(), position) {
        (None, ..) => Move::Pass,
        (Some(_), true, Position::Gomoku(_)) => Move::Place(position.size().center()),
        (Some(point), ..) => Move::Place(point),
    }
}

fn end_of(
    position: &Position,
    players: [usize; 2],
    random: &mut fastrand::Rng,
) -> (Ending, Option<i32>) {
    let stronger = if players[0] < players[1] { Color::Black } else { Color::White };
    let lucky = if random.u32(0..100) < 57 { stronger } else { !stronger };
    let ending = |winner, reason, detail: &str| Ending { winner, reason, detail: detail.into() };
    match position.outcome(false) {
        Some(Outcome::Othello(outcome)) => {
            let margin = outcome.score(Color::Black);
            (ending(outcome.winner(), Reason::Discs, &outcome.to_string()), Some(margin))
        }
        Some(Outcome::Gomoku(outcome)) => {
            (ending(outcome.winner(), Reason::Five, &outcome.to_string()), None)
        }
        None => match random.u32(0..40) {
            0 => (ending(Some(lucky), Reason::Overtime, "1.204 s of 1.000 s"), None),
            1 => (ending(Some(lucky), Reason::Crash, "signal: 6: <panic> & \"more\""), None),
            2..12 => match position {
                Position::Gomoku(_) => (ending(None, Reason::DeadDraw, ""), None),
                Position::Othello(_) => (ending(None, Reason::MoveLimit, ""), None),
            },
            _ => (ending(Some(lucky), Reason::Resignation, ""), None),
        },
    }
}
