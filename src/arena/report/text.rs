//! The report as plain text, and the line of progress.
//!
//! Laid out as the final reports of fastchess and c-gomoku-cli, so that people and scripts know
//! their way about. No line is longer than [`WIDTH`] columns.

use super::Facts;
use crate::arena::ending::Reason;
use crate::arena::stats::duel::Duel;
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::Wdl;
use crate::arena::stats::sprt::Sprt;
use crate::arena::stats::standings::{Row, Standings};
use crate::arena::tournament::Format;
use crate::game::Variant;

/// Columns of a line.
const WIDTH: usize = 100;
/// Columns of a name in a table; what is longer is cut.
const NAME: usize = 30;
/// Columns of the crosstable that stand side by side.
const CROSSTABLE: usize = 6;
/// Faults of an engine that are told in words.
const FAULTS: usize = 10;

/// The whole report, ended by a line break. Games are numbered from 1.
pub fn write(facts: &Facts) -> String {
    let standings = Standings::of(facts.engines.len(), facts.games);
    let mut lines = vec![title(facts)];
    for (name, value) in facts.conditions {
        lines.push(format!("  {name}: {value}"));
    }
    for engine in facts.engines {
        lines.push(format!("  {}: {}", engine.name, engine.time));
    }
    lines.push(String::new());
    match facts.engines {
        [_, _] => write_duel(facts, &mut lines),
        _ => write_tables(facts, &standings, &mut lines),
    }
    write_games(&standings, &mut lines);
    write_times(facts, &standings, &mut lines);
    write_faults(facts, &standings, &mut lines);
    lines.iter().flat_map(|line| wrap(line)).map(|line| line + "\n").collect()
}

/// One line of progress: `12-3-5 67.5 % Elo +127 +-98 LLR 0.83 [-2.94 2.94]`, in which wins, draws
/// and losses are those of the first engine; no Elo before the first game, no LLR without a test.
pub fn status_line(duel: &Duel, sprt: Option<&Sprt>) -> String {
    let wdl = duel.wdl();
    let mut line = format!("{} {:.1} %", results(&wdl), 100.0 * wdl.score());
    if let Some(strength) = Strength::of(duel) {
        let elo = strength.elo;
        line += &format!(" Elo {}", with_error(elo.value, elo.half_width(), "+-", 0));
    }
    if let Some(sprt) = sprt {
        let [low, high] = sprt.bounds();
        line += &format!(" LLR {} [{low:.2} {high:.2}]", number(sprt.llr(duel), 2));
    }
    line
}

fn title(facts: &Facts) -> String {
    let what = match facts.variant {
        Variant::Gomoku { rule, size } => format!("{rule} {size}"),
        Variant::Othello => "othello".to_owned(),
    };
    let who = match (facts.engines, facts.format) {
        ([first, second], _) => format!("{} vs {}", first.name, second.name),
        (engines, Format::RoundRobin) => format!("a round robin of {} engines", engines.len()),
        ([first, others @ ..], Format::Gauntlet) => {
            format!("a gauntlet of {} against {} engines", first.name, others.len())
        }
        ([], Format::Gauntlet) => "a gauntlet of nobody".to_owned(),
    };
    let games = facts.games.len();
    format!("Results of {who} ({what}, {games} of {} games)", facts.planned)
}

fn write_duel(facts: &Facts, lines: &mut Vec<String>) {
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
    lines.push(format!(
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
        wdl.games(),
        wdl.wins,
        wdl.losses,
        wdl.draws,
        wdl.points(),
        100.0 * wdl.score()
    ));
    lines.push(format!("Ptnml(0-2): {:?}, Pairs: {}", duel.pairs().0, duel.pairs().pairs()));
    if let Some(margin) = duel.margin() {
        lines.push(format!(
            "Margin: {} discs a game, in {} games",
            with_error(margin.value, margin.error, "+/-", 2),
            duel.margin_games()
        ));
    }
    if let Some(sprt) = &facts.sprt {
        let llr = sprt.llr(&duel);
        let [low, high] = sprt.bounds();
        let progress = llr / if llr < 0.0 { -low } else { high };
        let verdict = match sprt.verdict(llr) {
            Some(verdict) => format!("{verdict} was accepted"),
            None => "undecided".to_owned(),
        };
        lines.push(format!(
            "LLR: {} ({} %) [{low:.2}, {high:.2}], {verdict}",
            number(llr, 2),
            number(100.0 * progress, 1)
        ));
        lines.push(sprt.to_string());
    }
}

fn write_tables(facts: &Facts, standings: &Standings, lines: &mut Vec<String>) {
    let ranking = standings.ranking();
    let width = name_width(facts);
    lines.push(format!(
        "Rank {:width$} {:>8} {:>7} {:>7} {:>16} {:>8}",
        "Name", "Elo", "+/-", "Games", "W-D-L", "Score"
    ));
    for (rank, &engine) in ranking.iter().enumerate() {
        let row = &standings.rows[engine];
        let wdl = row.wdl();
        lines.push(format!(
            "{:>4} {:width$} {:>8} {:>7} {:>7} {:>16} {:>6.1} %",
            rank + 1,
            name(facts, engine),
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
        lines.push(format!("{:4} {:width$}{heads}", "", "W-D-L"));
        for (rank, &engine) in ranking.iter().enumerate() {
            let cell = |&opponent: &usize| {
                let wdl = &standings.crosstable[engine][opponent];
                let text = if wdl.games() == 0 { "-".to_owned() } else { results(wdl) };
                format!(" {text:>9}")
            };
            let cells: String = columns.iter().map(cell).collect();
            lines.push(format!("{:>4} {:width$}{cells}", rank + 1, name(facts, engine)));
        }
    }
}

fn write_games(standings: &Standings, lines: &mut Vec<String>) {
    let Some(mean_plies) = standings.mean_plies() else {
        return;
    };
    let black = &standings.black;
    lines.push(String::new());
    lines.push(format!(
        "Black: {} ({:.2} %), mean length {mean_plies:.1} plies",
        results(black),
        100.0 * black.score()
    ));
    let games = standings.games() as f64;
    let counts = standings.endings.iter().map(|(reason, count)| {
        format!("{reason} {count} ({:.1} %)", 100.0 * *count as f64 / games)
    });
    lines.push(format!("Endings: {}", counts.collect::<Vec<_>>().join(", ")));
}

fn write_times(facts: &Facts, standings: &Standings, lines: &mut Vec<String>) {
    if standings.rows.iter().all(|row| row.times.moves == 0) {
        return;
    }
    let width = name_width(facts);
    lines.push(String::new());
    let (mean, worst) = ("Mean ms", "Worst ms");
    lines
        .push(format!("{:width$} {:>9} {mean:>10} {worst:>10} {:>8}", "Times", "Moves", "In game"));
    for (engine, Row { times, .. }) in standings.rows.iter().enumerate() {
        let mean = times.mean_ms().map_or("-".to_owned(), |mean| format!("{mean:.1}"));
        let (worst, game) = match times.worst {
            Some((worst, game)) => (worst.as_millis().to_string(), (game + 1).to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        lines.push(format!(
            "{:width$} {:>9} {mean:>10} {worst:>10} {game:>8}",
            name(facts, engine),
            times.moves
        ));
    }
}

fn write_faults(facts: &Facts, standings: &Standings, lines: &mut Vec<String>) {
    for (engine, Row { faults, .. }) in standings.rows.iter().enumerate() {
        if faults.is_empty() {
            continue;
        }
        let count = |reason| faults.iter().filter(|fault| fault.reason == reason).count();
        let counts = Reason::ALL.into_iter().map(|reason| (reason, count(reason)));
        let counts: Vec<String> = counts
            .filter(|&(_, count)| count > 0)
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        lines.push(String::new());
        lines.push(format!("Faults of {}: {}", facts.engines[engine].name, counts.join(", ")));
        for fault in faults.iter().take(FAULTS) {
            let detail = if fault.detail.is_empty() { "" } else { ": " };
            lines.push(format!(
                "  game {}: {}{detail}{}",
                fault.game + 1,
                fault.reason,
                fault.detail
            ));
        }
        if let Some(rest) = faults.get(FAULTS..).filter(|rest| !rest.is_empty()) {
            let games: Vec<String> =
                rest.iter().map(|fault| (fault.game + 1).to_string()).collect();
            lines.push(format!("  and in the games {}", games.join(" ")));
        }
    }
}

/// `12-3-5`: wins, draws, losses.
fn results(wdl: &Wdl) -> String {
    format!("{}-{}-{}", wdl.wins, wdl.draws, wdl.losses)
}

/// A number that may be infinite, never `-0`.
fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        _ => text,
    }
}

/// The same with a sign in front: `+12.5`, `+inf`, `-3.0`.
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

/// An engine's name, cut to fit a table.
fn name(facts: &Facts, engine: usize) -> String {
    facts.engines[engine].name.chars().take(NAME).collect()
}

/// Columns of the names in tables.
fn name_width(facts: &Facts) -> usize {
    let longest = facts.engines.iter().map(|engine| engine.name.chars().count()).max();
    longest.unwrap_or(0).clamp(6, NAME)
}

/// `line` in pieces of at most [`WIDTH`] columns, broken between words where there are any; all but
/// the first are indented by four.
fn wrap(line: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > WIDTH {
        // A break before this column would leave a piece that is all indentation.
        let blank = rest[..=WIDTH].iter().rposition(|&c| c == ' ').filter(|&at| at > 8);
        let end = blank.unwrap_or(WIDTH);
        lines.push(rest[..end].iter().collect::<String>().trim_end().to_owned());
        let next = rest[end..].iter().collect::<String>();
        rest = format!("    {}", next.trim_start()).chars().collect();
    }
    lines.push(rest.iter().collect::<String>().trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests;
