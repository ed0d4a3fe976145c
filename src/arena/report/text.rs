//! The report as plain text, and the line of progress.
//!
//! The layout follows the final reports of fastchess and c-gomoku-cli, so that people and scripts can read
//! it. No line is longer than `WIDTH` columns.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Facts;
use super::words::reason;
use crate::arena::ending::Reason;
use crate::arena::schedule::Pairings;
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::Duel;
use crate::arena::stats::score::Wdl;
use crate::arena::stats::sprt::Sprt;
use crate::arena::stats::standings::{Row, Standings};
use crate::arena::tournament::Engine;
use crate::game::Variant;

/// Columns of a line.
const WIDTH: usize = 100;
/// Columns of a name in a table; longer ones are cut.
const NAME: usize = 30;
/// Columns of the crosstable side by side.
const CROSSTABLE: usize = 6;
/// Number of faults of an engine that are described.
const FAULTS: usize = 10;

/// The whole report, ended by a line break. Games are numbered from 1.
pub fn write(facts: &Facts) -> String {
    let standings = Standings::of(facts.engines.len(), facts.games);
    let mut lines = vec![title(facts)];
    for (name, value) in facts.conditions {
        lines.push(format!("  {name}: {value}"));
    }
    for engine in facts.engines {
        let limits = facts.words.limits(&engine.time.to_string());
        lines.push(format!("  {}: {limits}", engine.name));
    }
    lines.push(String::new());
    match facts.engines {
        [_, _] => write_duel(facts, &mut lines),
        _ => write_tables(facts, &standings, &mut lines),
    }
    write_games(facts, &standings, &mut lines);
    write_times(facts, &standings, &mut lines);
    write_faults(facts, &standings, &mut lines);
    lines.iter().flat_map(|line| wrap(line)).map(|line| line + "\n").collect()
}

/// One line of progress: `12-3-5 67.5 % Elo +127 +-98 LLR 0.83 [-2.94 2.94]`. Wins, draws and losses are those of the
/// first engine; no Elo before the first game, no LLR without a test.
pub fn status_line(duel: &Duel, sprt: Option<&Sprt>) -> String {
    let parts = [Some(score(duel)), elo(duel), sprt.map(|sprt| llr(duel, sprt))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `12-3-5 67.5 %`.
pub(super) fn score(duel: &Duel) -> String {
    let wdl = duel.wdl();
    format!("{} {:.1} %", results(&wdl), 100.0 * wdl.score())
}

/// `Elo +127 +-98`; `None` before the first game.
pub(super) fn elo(duel: &Duel) -> Option<String> {
    let elo = Strength::of(duel)?.elo;
    Some(format!("Elo {}", with_error(elo.value, elo.half_width(), "+-", 0)))
}

/// `LLR 0.83 [-2.94 2.94]`.
pub(super) fn llr(duel: &Duel, sprt: &Sprt) -> String {
    let [low, high] = sprt.bounds();
    format!("LLR {} [{low:.2} {high:.2}]", number(sprt.llr(duel), 2))
}

fn title(facts: &Facts) -> String {
    let words = facts.words;
    let what = match facts.variant {
        Variant::Gomoku { rule, size } => format!("{} {size}", words.say(rule.name())),
        Variant::Othello => words.say("othello"),
    };
    let name = |engine: Option<&Engine>| engine.map_or("?", |engine| &engine.name).to_owned();
    let engines = facts.engines;
    let (key, count) = match facts.pairings {
        _ if engines.len() == 2 => ("text-title-two", 2),
        Pairings::RoundRobin => ("text-title-round-robin", engines.len()),
        Pairings::Gauntlet => ("text-title-gauntlet", engines.len().saturating_sub(1)),
    };
    let values = [
        ("first", name(engines.first()).into()),
        ("second", name(engines.get(1)).into()),
        ("count", count.into()),
        ("what", what.into()),
        ("games", facts.games.len().into()),
        ("planned", facts.planned.into()),
    ];
    words.say_with(key, &values)
}

fn write_duel(facts: &Facts, lines: &mut Vec<String>) {
    let words = facts.words;
    let duel = Duel::of(facts.games, 0, 1);
    if let Some(Strength { elo, normalized_elo, los, .. }) = Strength::of(&duel) {
        let normalized = with_error(normalized_elo.value, normalized_elo.error, "+/-", 2);
        lines.push(format!(
            "Elo: {} [{}, {}], nElo: {normalized}",
            with_error(elo.value, elo.half_width(), "+/-", 2),
            signed(elo.low, 2),
            signed(elo.high, 2)
        ));
        lines.push(format!("LOS: {:.2} %", 100.0 * los));
    }
    let wdl = duel.wdl();
    let values = [
        ("games", wdl.games().into()),
        ("wins", wdl.wins.into()),
        ("losses", wdl.losses.into()),
        ("draws", wdl.draws.into()),
        ("points", format!("{:.1}", wdl.points()).into()),
        ("share", format!("{:.2}", 100.0 * wdl.score()).into()),
    ];
    lines.push(words.say_with("text-games", &values));
    let pairs = [
        ("counts", format!("{:?}", duel.pairs().0).into()),
        ("pairs", duel.pairs().pairs().into()),
    ];
    lines.push(words.say_with("text-pairs", &pairs));
    if let Some(margin) = duel.margin() {
        let values = [
            ("margin", with_error(margin.value, margin.error, "+/-", 2).into()),
            ("games", duel.margin_games().into()),
        ];
        lines.push(words.say_with("text-margin", &values));
    }
    if let Some(sprt) = &facts.sprt {
        let llr = sprt.llr(&duel);
        let [low, high] = sprt.bounds();
        let progress = llr / if llr < 0.0 { -low } else { high };
        let verdict = match sprt.verdict(llr) {
            Some(found) => words.say_with("text-accepted", &[("found", found.to_string().into())]),
            None => words.say("report-undecided"),
        };
        lines.push(format!(
            "LLR: {} ({} %) [{low:.2}, {high:.2}], {verdict}",
            number(llr, 2),
            number(100.0 * progress, 1)
        ));
        lines.push(super::page::summary::test(sprt, words));
    }
}

fn write_tables(facts: &Facts, standings: &Standings, lines: &mut Vec<String>) {
    let ranking = standings.ranking();
    let width = name_width(facts);
    let words = facts.words;
    let [rank, head, games, wdl, score] =
        ["text-rank", "text-name", "report-games", "text-wdl", "report-score"]
            .map(|key| words.say(key));
    lines.push(format!(
        "{} {} {:>8} {:>7} {} {} {}",
        left(&rank, 4),
        left(&head, width),
        "Elo",
        "+/-",
        right(&games, 7),
        right(&wdl, 16),
        right(&score, 8)
    ));
    for (rank, &engine) in ranking.iter().enumerate() {
        let row = &standings.rows[engine];
        let wdl = row.wdl();
        lines.push(format!(
            "{:>4} {} {:>8} {:>7} {:>7} {:>16} {:>6.1} %",
            rank + 1,
            left(&name(facts, engine), width),
            signed(row.elo.value, 1),
            number(row.elo.error, 1),
            wdl.games(),
            results(&wdl),
            100.0 * wdl.score()
        ));
    }
    for (block, columns) in ranking.chunks(CROSSTABLE).enumerate() {
        let heads: String = (0..columns.len())
            .map(|index| format!(" {:>9}", block * CROSSTABLE + index + 1))
            .collect();
        lines.push(String::new());
        lines.push(format!("{:4} {}{heads}", "", left(&words.say("text-wdl"), width)));
        for (rank, &engine) in ranking.iter().enumerate() {
            let cell = |&opponent: &usize| {
                let wdl = &standings.crosstable[engine][opponent];
                let text = if wdl.games() == 0 { "-".to_owned() } else { results(wdl) };
                format!(" {text:>9}")
            };
            let cells: String = columns.iter().map(cell).collect();
            let engine = left(&name(facts, engine), width);
            lines.push(format!("{:>4} {engine}{cells}", rank + 1));
        }
    }
}

fn write_games(facts: &Facts, standings: &Standings, lines: &mut Vec<String>) {
    let Some(mean_plies) = standings.mean_plies() else {
        return;
    };
    let words = facts.words;
    let black = &standings.black;
    lines.push(String::new());
    let values = [
        ("results", results(black).into()),
        ("share", format!("{:.2}", 100.0 * black.score()).into()),
        ("plies", format!("{mean_plies:.1}").into()),
    ];
    lines.push(words.say_with("text-black", &values));
    let games = standings.games() as f64;
    let counts = standings.endings.iter().map(|&(why, count)| {
        format!("{} {count} ({:.1} %)", reason(why, words), 100.0 * count as f64 / games)
    });
    let endings = counts.collect::<Vec<_>>().join(", ");
    lines.push(words.say_with("text-endings", &[("endings", endings.into())]));
}

fn write_times(facts: &Facts, standings: &Standings, lines: &mut Vec<String>) {
    if standings.rows.iter().all(|row| row.times.moves == 0) {
        return;
    }
    let width = name_width(facts);
    lines.push(String::new());
    let [times, moves, mean, worst, game] =
        ["text-times", "report-moves", "text-mean-ms", "text-worst-ms", "text-in-game"]
            .map(|key| facts.words.say(key));
    lines.push(format!(
        "{} {} {} {} {}",
        left(&times, width),
        right(&moves, 9),
        right(&mean, 10),
        right(&worst, 10),
        right(&game, 8)
    ));
    for (engine, Row { times, .. }) in standings.rows.iter().enumerate() {
        let mean = times.mean_ms().map_or("-".to_owned(), |mean| format!("{mean:.1}"));
        let (worst, game) = match times.worst {
            Some((worst, game)) => (worst.as_millis().to_string(), (game + 1).to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        lines.push(format!(
            "{} {:>9} {mean:>10} {worst:>10} {game:>8}",
            left(&name(facts, engine), width),
            times.moves
        ));
    }
}

fn write_faults(facts: &Facts, standings: &Standings, lines: &mut Vec<String>) {
    let words = facts.words;
    for (engine, Row { faults, .. }) in standings.rows.iter().enumerate() {
        if faults.is_empty() {
            continue;
        }
        let count = |reason| faults.iter().filter(|fault| fault.reason == reason).count();
        let counts = Reason::ALL.into_iter().map(|reason| (reason, count(reason)));
        let counts: Vec<String> = counts
            .filter(|&(_, count)| count > 0)
            .map(|(why, count)| format!("{} {count}", reason(why, words)))
            .collect();
        let name = facts.engines[engine].name.as_str();
        let values = [("name", name.into()), ("faults", counts.join(", ").into())];
        lines.push(String::new());
        lines.push(words.say_with("text-faults", &values));
        for fault in faults.iter().take(FAULTS) {
            let values =
                [("game", (fault.game + 1).into()), ("fault", reason(fault.reason, words).into())];
            let separator = if fault.detail.is_empty() { "" } else { ": " };
            let game = words.say_with("text-fault", &values);
            lines.push(format!("  {game}{separator}{}", words.detail(&fault.detail)));
        }
        if let Some(rest) = faults.get(FAULTS..).filter(|rest| !rest.is_empty()) {
            let games: Vec<String> =
                rest.iter().map(|fault| (fault.game + 1).to_string()).collect();
            let values = [("count", rest.len().into()), ("games", games.join(" ").into())];
            lines.push(format!("  {}", words.say_with("text-more-faults", &values)));
        }
    }
}

/// `12-3-5`: wins, draws, losses.
fn results(wdl: &Wdl) -> String {
    format!("{}-{}-{}", wdl.wins, wdl.draws, wdl.losses)
}

/// A number that may be infinite, never `-0`.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        _ => text,
    }
}

/// The same with a sign: `+12.5`, `+inf`, `-3.0`.
fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// `+12.5 +/- 3.1`; an infinite value has no error.
fn with_error(value: f64, error: f64, between: &str, decimals: usize) -> String {
    let gap = if between == "+-" { "" } else { " " };
    let value_text = signed(value, decimals);
    if value.is_infinite() {
        return value_text;
    }
    format!("{value_text} {between}{gap}{}", number(error, decimals))
}

/// `text` padded with blanks to `width` columns.
fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// `text` with blanks before it up to `width` columns.
pub(super) fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// An engine's name, cut to fit a table.
fn name(facts: &Facts, engine: usize) -> String {
    let name = &facts.engines[engine].name;
    name[..fitting(name, NAME)].to_owned()
}

/// Columns of the names in tables.
fn name_width(facts: &Facts) -> usize {
    let longest = facts.engines.iter().map(|engine| engine.name.width()).max();
    longest.unwrap_or(0).clamp(6, NAME)
}

/// Length in bytes of the longest prefix of `text` that fits into `width` columns.
fn fitting(text: &str, width: usize) -> usize {
    let mut columns = 0;
    let too_far = text.char_indices().find(|&(_, c)| {
        columns += c.width().unwrap_or(0);
        columns > width
    });
    too_far.map_or(text.len(), |(at, _)| at)
}

/// `line` in pieces of at most [`WIDTH`] columns, broken between words if possible; all but the first are indented by
/// four.
fn wrap(line: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line.to_owned();
    while rest.width() > WIDTH {
        let most = fitting(&rest, WIDTH);
        let is_at_end = rest[most..].starts_with(' ');
        // A break before this column would leave a piece that is only indentation.
        let blank = if is_at_end { Some(most) } else { rest[..most].rfind(' ') };
        let end = blank.filter(|&at| at > 8).unwrap_or(most);
        lines.push(rest[..end].trim_end().to_owned());
        rest = format!("    {}", rest[end..].trim_start());
    }
    lines.push(rest.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::clock::TimeControl;
    use crate::arena::ending::PlayedGame;
    use crate::arena::ending::samples::{game, with_times};
    use crate::arena::stats::score::Pentanomial;
    use crate::arena::stats::sprt::{EloScale, Evidence};
    use crate::arena::tournament::{Engine, samples};
    use crate::color::Color;
    use crate::coord::Size;
    use crate::gomoku::rules::rule::Rule;
    use crate::language::{Language, Words};

    const BLACK: Option<Color> = Some(Color::Black);
    const WHITE: Option<Color> = Some(Color::White);

    fn engine(name: &str) -> Engine {
        let turn = Some(Duration::from_millis(1500));
        Engine { time: TimeControl { turn, ..TimeControl::default() }, ..samples::engine(name) }
    }

    fn facts<'a>(engines: &'a [Engine], games: &'a [PlayedGame]) -> Facts<'a> {
        let size = Size::new(15, 15).unwrap();
        Facts {
            variant: Variant::Gomoku { rule: Rule::Freestyle, size },
            engines,
            pairings: Pairings::RoundRobin,
            conditions: &[],
            games,
            arrived: games,
            planned: games.len(),
            sprt: None,
            words: english(),
        }
    }

    fn english() -> &'static Words {
        Box::leak(Box::new(Words::new(Language::English)))
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
        let sprt =
            Sprt::new([0.0, 40.0], [0.05, 0.05], EloScale::Logistic, Evidence::Pairs).unwrap();
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

Elo: +88.74 +/- inf [-383.98, +inf], nElo: +245.67 +/- 340.48
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
   1 Gamma    +203.1   595.3       2            2-0-0  100.0 %
   2 Beta      -82.5   351.4       2            1-0-1   50.0 %
   3 Alpha    -120.6   349.6       4            1-0-3   25.0 %

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
    fn chinese_tables_keep_their_columns() {
        let engines = [engine("甲"), engine("Beta"), engine("Gamma")];
        let games = [
            with_times(game(0, [0, 1], BLACK), 0, &[Some(5), Some(7)]),
            late(game(1, [1, 0], BLACK), "1.704 s of 1.500 s"),
        ];
        let words = Words::new(Language::Chinese);
        let text = write(&Facts { words: &words, ..facts(&engines, &games) });
        assert!(!text.contains("Rank") && !text.contains("Faults"), "{text}");
        assert!(text.contains("超时: 用了 1.704 s，限 1.500 s"), "{text}");
        assert!(text.contains("Beta: 每手 1.5 秒"), "{text}");
        let table = text.lines().skip_while(|line| !line.starts_with("名次"));
        let widths: Vec<usize> = table.take(4).map(UnicodeWidthStr::width).collect();
        assert_eq!(widths, [widths[0]; 4], "{text}");
        let long = "很长的一句话".repeat(40);
        assert!(wrap(&long).iter().all(|line| line.width() <= WIDTH));
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
        assert!(text.contains("Alpha vs Beta (Othello, 2 of 2 games)"));
        // 8 and -4: mean 2, standard error 6.
        assert!(text.contains("Margin: +2.00 +/- 11.76 discs a game, in 2 games"), "{text}");
    }

    #[test]
    fn a_decided_test_says_so() {
        let engines = [engine("Alpha"), engine("Beta")];
        // The engine that has Black in the even-numbered games wins all of them.
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
        // Both the ratio and its share of the bound are negative.
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
                for pairings in [Pairings::RoundRobin, Pairings::Gauntlet] {
                    let facts = facts(&engines[..count], &games[..played]);
                    assert_tidy(&write(&Facts { conditions: &conditions, pairings, ..facts }));
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
        assert!(text.contains("  game 10: overtime\n  also in games 11 12 13\n"), "{text}");
        assert!(!text.contains("Faults of Alpha"));
        let text = write(&facts(&engines, &games[..11]));
        assert!(text.contains("  game 10: overtime\n  also in game 11\n"), "{text}");
    }

    #[test]
    fn progress_is_one_line() {
        let wdl = |wins, draws, losses| Wdl { wins, draws, losses };
        let sprt =
            Sprt::new([0.0, 40.0], [0.05, 0.05], EloScale::Logistic, Evidence::Games).unwrap();
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
}
