//! The page as a whole, and made-up matches for its tests: legal random games with plausible results.

use std::time::Duration;

use super::{viewer, write};
use crate::arena::clock::TimeControl;
use crate::arena::ending::samples::game;
use crate::arena::ending::{Ending, PlayedGame, Reason};
use crate::arena::report::Facts;
use crate::arena::reported::{Reported, ReportedScore};
use crate::arena::schedule::Pairings;
use crate::arena::stats::sprt::{EloScale, Evidence, Sprt};
use crate::arena::tournament::{Engine, samples};
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::formats::date::DateTime;
use crate::formats::game::TimedMove;
use crate::game::{Outcome, Position, Variant};
use crate::gomoku::rules::rule::Rule;
use crate::language::{Language, Words};

/// Freestyle on 15x15.
pub fn gomoku() -> Variant {
    let size = Size::new(15, 15).expect("15 is within the limits");
    Variant::Gomoku { rule: Rule::Freestyle, size }
}

/// The owner of everything that [`Facts`] borrows.
pub struct Made {
    variant: Variant,
    engines: Vec<Engine>,
    pairings: Pairings,
    conditions: Vec<(String, String)>,
    games: Vec<PlayedGame>,
    planned: usize,
    sprt: Option<Sprt>,
    words: &'static Words,
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
            pairings: Pairings::RoundRobin,
            conditions: vec![
                ("Openings".into(), "balanced, 3 to 8 plies".into()),
                ("Adjudication".into(), "dead draw <&\">".into()),
                ("Seed".into(), "1".into()),
            ],
            games,
            planned: count.max(20) * 5 / 4,
            sprt: None,
            words: words(Language::English),
        }
    }

    /// The same in another language.
    pub fn in_language(mut self, language: Language) -> Made {
        self.words = words(language);
        self
    }

    /// The same with the first engine against all others: only its games are left.
    pub fn gauntlet(mut self) -> Made {
        self.pairings = Pairings::Gauntlet;
        self.games.retain(|game| game.players.contains(&0));
        self
    }

    /// The same with a test of Elo 0 against 10.
    pub fn with_test(self) -> Made {
        self.with_test_of([0.0, 10.0])
    }

    /// The same with a test of these two differences.
    pub fn with_test_of(mut self, elo: [f64; 2]) -> Made {
        let sprt = Sprt::new(elo, [0.05, 0.05], EloScale::Normalized, Evidence::Pairs);
        self.sprt = Some(sprt.expect("the test is valid"));
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
            pairings: self.pairings,
            conditions: &self.conditions,
            games: &self.games,
            arrived: &self.games,
            planned: self.planned,
            sprt: self.sprt,
            words: self.words,
        }
    }
}

fn words(language: Language) -> &'static Words {
    Box::leak(Box::new(Words::new(language)))
}

fn engine(name: &str) -> Engine {
    Engine {
        command: vec!["engines/<tengen>".to_owned(), "--quiet".to_owned()],
        options: vec![("style".into(), "a & b".into())],
        time: TimeControl {
            turn: Some(Duration::from_millis(1000)),
            game: Some(Duration::from_secs(60)),
            ..TimeControl::default()
        },
        tolerance: Duration::from_millis(50),
        memory: Some(64 << 20),
        threads: Some(1),
        ..samples::engine(name)
    }
}

/// A game in which most stones are next to others, with a result on the board or, occasionally, by a fault. A lower
/// place in the tournament makes a win more likely.
fn random_game(
    variant: Variant,
    number: usize,
    players: [usize; 2],
    random: &mut fastrand::Rng,
) -> PlayedGame {
    let mut position = variant.start().expect("the size is supported");
    let opening_plies = random.usize(3..9);
    let most = random.usize(30..160);
    let (mut moves, mut reports) = (Vec::new(), Vec::new());
    while position.outcome(false).is_none() && moves.len() < most {
        let mv = likely_move(&position, random);
        position.play(mv).expect("the move is legal");
        let time = match moves.len() < opening_plies {
            true => Duration::ZERO,
            false => Duration::from_millis(random.u64(1..900) * random.u64(1..900) / 810),
        };
        moves.push(TimedMove { mv, time });
        reports.push(match moves.len() <= opening_plies {
            true => Reported::default(),
            false => report(random),
        });
    }
    let (ending, margin) = end_of(&position, players, random);
    PlayedGame {
        number,
        players,
        opening_plies: opening_plies.min(moves.len()),
        moves,
        reports,
        ending,
        margin,
        began: DateTime::from_unix(1_790_000_000 + 60 * number as u64),
    }
}

fn report(random: &mut fastrand::Rng) -> Reported {
    let score = match random.u32(0..20) {
        0 => ReportedScore::Win(random.u32(1..30)),
        1 => ReportedScore::Loss(random.u32(1..30)),
        _ => ReportedScore::Value(random.i32(-600..600)),
    };
    Reported {
        score: Some(score),
        depth: Some(random.u32(1..30)),
        nodes: Some(random.u64(1..9_000_000)),
        time_ms: None,
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

const NASTY: &str = "eng<ine> & \"co\" 'x'";

/// The first error in the nesting of elements in `page`, if any.
fn nesting(page: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').ok_or("a tag has no end")?;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        let name = tag.split([' ', '\n', '/']).find(|part| !part.is_empty()).unwrap_or("");
        if tag.contains('<') {
            return Err(format!("'<' within <{tag}>"));
        }
        if tag.starts_with('/') {
            let last = open.pop();
            if last != Some(name) {
                return Err(format!("</{name}> closes {last:?}"));
            }
        } else if !tag.ends_with('/') && !tag.starts_with('!') {
            if tag.matches('"').count() % 2 == 1 {
                return Err(format!("a quotation mark is missing in <{tag}>"));
            }
            open.push(name);
            if name == "script" || name == "style" {
                rest = &rest[rest.find("</").ok_or("script or style has no end")?..];
            }
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("never closed: {open:?}")) }
}

#[track_caller]
fn assert_sound(page: &str) {
    assert_eq!(nesting(page), Ok(()));
    // The name of a language is not an address.
    let page = &page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http", "NaN", "inf<", "inf ", ">inf", "-inf", "\"inf", "url(", "@import", "src="]
    {
        let at = page.find(word);
        assert_eq!(at.map(|at| &page[at.saturating_sub(60)..at + 20]), None, "{word}");
    }
    let raw = ["eng<ine", "& \"co", "<panic>", "<tengen>"];
    assert!(raw.iter().all(|text| !page.contains(text)));
    // All names must be unique.
    let mut ids: Vec<&str> =
        page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[test]
fn the_course_is_that_of_the_games_as_they_were_finished() {
    let made = Made::new(gomoku(), &["A", "B"], 0).scored(&[2, 2, 2, 0, 0, 0, 1, 2]).with_test();
    let facts = made.facts();
    let mut arrived = facts.games.to_vec();
    arrived.reverse();
    let (by_number, page) = (write(&facts), write(&Facts { arrived: &arrived, ..facts }));
    let without_course = |page: &str| {
        let (before, course) = page.split_once("<section id=\"course\"").unwrap();
        let (course, after) = course.split_once("</section>").unwrap();
        (course.to_owned(), format!("{before}{after}"))
    };
    let (course, rest) = without_course(&page);
    assert_ne!(course, without_course(&by_number).0);
    assert_eq!(rest, without_course(&by_number).1);
}

#[test]
fn the_checker_finds_what_is_wrong() {
    assert_eq!(nesting("<!DOCTYPE html><a b=\"c\"><d/>x</a>"), Ok(()));
    for wrong in ["<a>", "</a>", "<a><b></a></b>", "<a b=\"c></a>", "<a <b></a>", "<a"] {
        assert!(nesting(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn pages_are_sound_whatever_was_played() {
    for variant in [gomoku(), Variant::Othello] {
        for names in [&[NASTY, "b"][..], &["a", NASTY, "c", "d"][..]] {
            for count in [0, 1, 2, 3, 10, 60] {
                let page = write(&Made::new(variant, names, count).facts());
                assert_sound(&page);
                assert!(page.contains("eng&lt;ine&gt; &amp; &quot;co&quot;"));
                assert_sound(&write(&Made::new(variant, names, count).with_test().facts()));
                assert_sound(&write(&Made::new(variant, names, count).gauntlet().facts()));
            }
        }
        for names in [&[][..], &["alone"][..]] {
            assert_sound(&write(&Made::new(variant, names, 0).facts()));
        }
    }
}

#[test]
fn the_page_of_a_long_tournament_is_not_large() {
    for variant in [gomoku(), Variant::Othello] {
        let page = write(&Made::new(variant, &["a", "b"], 1000).with_test().facts());
        assert_sound(&page);
        assert!(page.len() < 2_500_000, "{} bytes", page.len());
    }
    let made = Made::new(gomoku(), &["a", "b"], 0).scored(&vec![1; viewer::MOST_GAMES + 1]);
    let page = write(&made.facts());
    assert!(page.contains("[2,1,0,") && !page.contains("[1,0,1,"));
    assert!(page.contains("Only the last games are shown; 1 earlier game is left out."));
    assert!(page.contains("\"telling\":[[5001,\"last game\"]]"), "the first draw is left out");
}

#[test]
fn a_chinese_page_has_no_english_headings() {
    let made = Made::new(gomoku(), &["a", "b"], 60).with_test().in_language(Language::Chinese);
    let page = write(&made.facts());
    assert_sound(&page);
    assert!(page.contains("<html lang=\"zh\">"));
    let body = &page[..page.find("<script").unwrap()];
    let headings = body.split("<h").skip(1).filter_map(|rest| rest.split_once("</h"));
    for (heading, _) in headings {
        let text = heading.split_once('>').map_or("", |(_, text)| text);
        let is_english = text.is_ascii() && text.chars().any(|c| c.is_ascii_lowercase());
        assert!(!is_english || text.len() < 3, "{text}");
    }
}

#[test]
fn the_board_has_a_name_for_those_who_cannot_see_it() {
    for (variant, name) in [(gomoku(), "Gomoku, freestyle, 15x15"), (Variant::Othello, "Othello")] {
        let page = write(&Made::new(variant, &["a", "b"], 1).facts());
        assert!(page.contains(&format!("role=\\\"img\\\" aria-label=\\\"{name}\\\"")), "{name}");
    }
}

#[test]
fn games_are_numbered_from_one() {
    let made = Made::new(gomoku(), &["a", "b"], 400);
    let facts = made.facts();
    let page = write(&facts);
    let faults = facts.games.iter().filter(|game| game.ending.reason.is_fault());
    let mut listed = 0;
    for game in faults.take(3) {
        let row = format!("<tr><th scope=\"row\">{}</th>", game.number + 1);
        assert!(page.contains(&row), "game {}", game.number);
        listed += 1;
    }
    assert!(listed > 0);
    assert!(page.contains("[400,"));
}

#[test]
fn what_a_section_needs_decides_whether_it_is_there() {
    let sections = |made: &Made| -> Vec<String> {
        let page = write(&made.facts());
        let ids = page.split("<section id=\"").skip(1);
        ids.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let all = ["strength", "course", "results", "endings", "pace", "games", "conditions"];
    assert_eq!(sections(&Made::new(gomoku(), &["a", "b"], 10)), all);
    let many = sections(&Made::new(gomoku(), &["a", "b", "c"], 10));
    assert!(!many.contains(&"course".to_owned()) && many.len() == all.len() - 1);
    assert_eq!(sections(&Made::new(gomoku(), &["a", "b"], 0)), ["conditions"]);
    let test = write(&Made::new(gomoku(), &["a", "b"], 10).with_test().facts());
    let plain = write(&Made::new(gomoku(), &["a", "b"], 10).facts());
    assert!(test.contains("<dt>LLR</dt>") && test.contains("Sequential test"));
    assert!(!plain.contains("<dt>LLR</dt>") && !plain.contains("Sequential test"));
    assert!(write(&Made::new(Variant::Othello, &["a", "b"], 60).facts()).contains("Disc margin"));
}
