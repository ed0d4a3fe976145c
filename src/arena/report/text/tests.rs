//! The report of made-up tournaments, line by line.

use std::time::Duration;

use super::*;
use crate::arena::ending::PlayedGame;
use crate::arena::stats::samples::{game, with_times};
use crate::arena::stats::score::Pentanomial;
use crate::arena::stats::sprt::{EloScale, Evidence};
use crate::arena::tournament::TimeControl;
use crate::arena::tournament::{Engine, Protocol};
use crate::color::Color;
use crate::coord::Size;
use crate::gomoku::rules::rule::Rule;

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);

fn engine(name: &str) -> Engine {
    Engine {
        name: name.to_owned(),
        command: Vec::new(),
        dir: None,
        protocol: Protocol::Gomocup,
        options: Vec::new(),
        time: TimeControl { turn: Some(Duration::from_millis(1500)), ..TimeControl::default() },
        tolerance: Duration::ZERO,
        memory: None,
        threads: None,
        fresh: false,
        always_board: false,
    }
}

fn facts<'a>(engines: &'a [Engine], games: &'a [PlayedGame]) -> Facts<'a> {
    let size = Size::new(15, 15).unwrap();
    Facts {
        variant: Variant::Gomoku { rule: Rule::Freestyle, size },
        engines,
        format: Format::RoundRobin,
        conditions: &[],
        games,
        arrived: games,
        planned: games.len(),
        sprt: None,
    }
}

fn late(mut game: PlayedGame, detail: &str) -> PlayedGame {
    game.ending.reason = Reason::Overtime;
    game.ending.detail = detail.to_owned();
    game
}

#[track_caller]
fn assert_tidy(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= WIDTH, "{line}");
        assert!(!line.contains("NaN") && line.trim_end() == line, "{line}");
    }
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
}

#[test]
fn a_match_of_two() {
    let engines = [engine("Alpha"), engine("Beta")];
    let games = [
        with_times(game(0, [0, 1], BLACK), 1, &[Some(0), Some(30), Some(10)]),
        with_times(game(1, [1, 0], None), 1, &[Some(0), Some(50), Some(1234), Some(70)]),
        late(game(2, [0, 1], BLACK), "1.704 s of 1.500 s"),
        game(3, [1, 0], BLACK),
        game(4, [0, 1], WHITE),
    ];
    let conditions = [("openings".to_owned(), "book.txt, both colours".to_owned())];
    let sprt = Sprt::new([0.0, 40.0], [0.05, 0.05], EloScale::Logistic, Evidence::Pairs).unwrap();
    let facts = Facts {
        conditions: &conditions,
        planned: 400,
        sprt: Some(sprt),
        ..facts(&engines, &games)
    };
    let text = write(&facts);
    assert_tidy(&text);
    // Pairs of 3/2 and 1: mean 5/8, variance 1/64, error 1.96 / sqrt(128) = 0.1732.
    let expected = "\
Results of Alpha vs Beta (freestyle 15x15, 5 of 400 games)
  openings: book.txt, both colours
  Alpha: 1.5 s/move
  Beta: 1.5 s/move

Elo: +88.74 +/- 136.27 [-33.62, +238.92], nElo: +245.67 +/- 340.48
LOS: 92.14 %
Games: 5, Wins: 2, Losses: 2, Draws: 1, Points: 2.5 (50.00 %)
Ptnml(0-2): [0, 0, 1, 1, 0], Pairs: 2
LLR: 0.22 (7.3 %) [-2.94, 2.94], undecided
SPRT of logistic Elo [0, 40] by pairs, alpha 0.05, beta 0.05

Black: 3-1-1 (70.00 %), mean length 1.4 plies
Endings: five 3 (60.0 %), full board 1 (20.0 %), overtime 1 (20.0 %)

Times      Moves    Mean ms   Worst ms  In game
Alpha          3       43.3         70        2
Beta           2      632.0       1234        2

Faults of Beta: overtime 1
  game 3: overtime: 1.704 s of 1.500 s
";
    assert_eq!(text, expected);
}

#[test]
fn a_tournament_of_three() {
    let engines = [engine("Alpha"), engine("Beta"), engine("Gamma")];
    let games = [
        game(0, [0, 1], BLACK),
        game(1, [1, 0], BLACK),
        game(2, [2, 0], BLACK),
        game(3, [0, 2], WHITE),
    ];
    let text = write(&Facts { planned: 6, ..facts(&engines, &games) });
    assert_tidy(&text);
    let expected = "\
Results of a round robin of 3 engines (freestyle 15x15, 4 of 6 games)
  Alpha: 1.5 s/move
  Beta: 1.5 s/move
  Gamma: 1.5 s/move

Rank Name        Elo     +/-   Games            W-D-L    Score
   1 Gamma    +203.1   310.3       2            2-0-0  100.0 %
   2 Beta      -82.5   315.0       2            1-0-1   50.0 %
   3 Alpha    -120.6   208.1       4            1-0-3   25.0 %

     W-D-L          1         2         3
   1 Gamma          -         -     2-0-0
   2 Beta           -         -     1-0-1
   3 Alpha      0-0-2     1-0-1         -

Black: 3-0-1 (75.00 %), mean length 0.0 plies
Endings: five 4 (100.0 %)
";
    assert_eq!(text, expected);
}

#[test]
fn othello_has_margins() {
    let engines = [engine("Alpha"), engine("Beta")];
    let margins = [(0, [0, 1], 8), (1, [1, 0], 4)].map(|(number, players, margin)| {
        let mut game = game(number, players, BLACK);
        game.margin = Some(margin);
        game
    });
    let text = write(&Facts { variant: Variant::Othello, ..facts(&engines, &margins) });
    assert!(text.contains("Alpha vs Beta (othello, 2 of 2 games)"));
    // 8 and -4: mean 2, standard error 6.
    assert!(text.contains("Margin: +2.00 +/- 11.76 discs a game, in 2 games"), "{text}");
}

#[test]
fn a_decided_test_says_so() {
    let engines = [engine("Alpha"), engine("Beta")];
    // The engine that is Black in the even games wins all.
    let sweep = |black: usize| -> Vec<PlayedGame> {
        let players =
            |number| if number % 2 == 0 { [black, 1 - black] } else { [1 - black, black] };
        let winner = |number| if number % 2 == 0 { BLACK } else { WHITE };
        (0..400).map(|number| game(number, players(number), winner(number))).collect()
    };
    let sprt = Sprt::new([0.0, 40.0], [0.05, 0.05], EloScale::Normalized, Evidence::Pairs).ok();
    let (won, lost) = (sweep(0), sweep(1));
    let text = write(&Facts { sprt, ..facts(&engines, &won) });
    assert_tidy(&text);
    assert!(text.contains(" %) [-2.94, 2.94], H1 was accepted"), "{text}");
    assert!(text.contains("Elo: +inf ["), "{text}");
    assert!(text.contains(", +inf], nElo: +inf\nLOS: 100.00 %"), "{text}");
    let text = write(&Facts { sprt, ..facts(&engines, &lost) });
    assert!(text.contains("Elo: -inf [-inf, -"), "{text}");
    assert!(text.contains("], nElo: -inf\nLOS: 0.00 %"), "{text}");
    // Both the ratio and how far it is on its way are negative.
    let llr = text.lines().find(|line| line.starts_with("LLR: -")).unwrap();
    assert!(llr.contains(" (-") && llr.ends_with("H0 was accepted"), "{llr}");
}

#[test]
fn anything_fits_the_width() {
    let long = "x".repeat(130);
    let engines: Vec<Engine> = (0..14).map(|index| engine(&format!("{long}{index}"))).collect();
    let games: Vec<PlayedGame> = (0..60)
        .map(|number| late(game(number, [number % 14, (number + 1) % 14], WHITE), &long))
        .collect();
    let conditions = [("sentence".to_owned(), "some words and ".repeat(20))];
    for count in [0, 1, 2, 14] {
        for played in [0, 60] {
            for format in [Format::RoundRobin, Format::Gauntlet] {
                let facts = facts(&engines[..count], &games[..played]);
                assert_tidy(&write(&Facts { conditions: &conditions, format, ..facts }));
            }
        }
    }
}

#[test]
fn many_faults_are_summed_up() {
    let engines = [engine("Alpha"), engine("Beta")];
    let games: Vec<PlayedGame> =
        (0..13).map(|number| late(game(number, [0, 1], BLACK), "")).collect();
    let text = write(&facts(&engines, &games));
    assert!(text.contains("Faults of Beta: overtime 13\n  game 1: overtime\n"), "{text}");
    assert!(text.contains("  game 10: overtime\n  and in the games 11 12 13\n"), "{text}");
    assert!(!text.contains("Faults of Alpha"));
}

#[test]
fn progress_is_one_line() {
    let wdl = |wins, draws, losses| Wdl { wins, draws, losses };
    let sprt = Sprt::new([0.0, 40.0], [0.05, 0.05], EloScale::Logistic, Evidence::Games).unwrap();
    let duel = Duel::from_counts(wdl(12, 3, 5), Pentanomial::default());
    let line = status_line(&duel, Some(&sprt));
    assert_eq!(line, "12-3-5 67.5 % Elo +127 +-163 LLR 0.80 [-2.94 2.94]");
    let won = Duel::from_counts(wdl(2, 0, 0), Pentanomial([0, 0, 0, 0, 1]));
    assert_eq!(status_line(&won, None), "2-0-0 100.0 % Elo +inf");
    assert_eq!(status_line(&Duel::new(0, 1), None), "0-0-0 50.0 %");
    let nothing = status_line(&Duel::new(0, 1), Some(&sprt));
    assert_eq!(nothing, "0-0-0 50.0 % LLR 0.00 [-2.94 2.94]");
}

#[test]
fn numbers_have_one_zero() {
    assert_eq!(number(-0.001, 2), "0.00");
    assert_eq!(signed(-0.04, 1), "+0.0");
    assert_eq!(signed(-0.06, 1), "-0.1");
    assert_eq!(signed(f64::NEG_INFINITY, 1), "-inf");
    assert_eq!(with_error(1.0, f64::INFINITY, "+/-", 1), "+1.0 +/- inf");
}
