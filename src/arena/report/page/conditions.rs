//! The conditions of the match: everything needed to repeat it.

use super::html::{Column, section as html_section, table, wide_panel};
use crate::arena::report::Facts;
use crate::arena::report::words::{counted, escape, plain, time};
use crate::arena::schedule::Pairings;
use crate::arena::stats::sprt::{EloScale, Evidence, Sprt};
use crate::arena::tournament::{Engine, Protocol};
use crate::game::Variant;

/// The game in words: `Gomoku, freestyle, 15x15`.
pub fn game(variant: Variant) -> String {
    match variant {
        Variant::Gomoku { rule, size } => format!("Gomoku, {rule}, {size}"),
        Variant::Othello => "Othello".to_owned(),
    }
}

pub fn section(facts: &Facts) -> String {
    let mut rows = vec![
        ("Game".to_owned(), game(facts.variant)),
        ("Format".to_owned(), format(facts.pairings).to_owned()),
        ("Games".to_owned(), format!("{} of {}", facts.games.len(), facts.planned)),
    ];
    if let Some(sprt) = facts.sprt {
        rows.push(("Test".to_owned(), test(&sprt)));
    }
    if let (Some(first), Some(last)) = (
        facts.games.iter().map(|game| game.began).min(),
        facts.games.iter().map(|game| game.began).max(),
    ) {
        rows.push(("Played".to_owned(), format!("{first} to {last} UTC")));
    }
    rows.extend(facts.conditions.iter().cloned());
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|(name, value)| vec![escape(name).into_owned(), escape(value).into_owned()])
        .collect();
    let conditions = table("Conditions", &[Column::Text("What"), Column::Text("Value")], &rows);
    let engines: Vec<Vec<String>> = facts.engines.iter().map(engine).collect();
    let columns = ["Engine", "Time", "Command", "Settings"].map(Column::Text);
    html_section(
        "conditions",
        "Conditions",
        &[
            wide_panel("Tournament", &conditions, ""),
            wide_panel("Engines", &table("Engines", &columns, &engines), ""),
        ],
    )
}

const fn format(pairings: Pairings) -> &'static str {
    match pairings {
        Pairings::RoundRobin => "round robin",
        Pairings::Gauntlet => "gauntlet: the first engine against all others",
    }
}

/// The test in words.
fn test(sprt: &Sprt) -> String {
    let scale = match sprt.scale {
        EloScale::Logistic => "logistic Elo",
        EloScale::Normalized => "normalized Elo",
    };
    let evidence = match sprt.evidence {
        Evidence::Pairs => "pairs of games",
        Evidence::Games => "single games",
    };
    format!(
        "SPRT, {scale} {} against {}, alpha {}, beta {}, by {evidence}",
        plain(sprt.elo0, 1),
        plain(sprt.elo1, 1),
        sprt.alpha,
        sprt.beta
    )
}

fn engine(engine: &Engine) -> Vec<String> {
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    let command = engine.command.join(" ");
    vec![
        escape(&engine.name).into_owned(),
        escape(&engine.time.to_string()).into_owned(),
        code(&command),
        escape(&further(engine)).into_owned(),
    ]
}

/// Other settings of an engine.
fn further(engine: &Engine) -> String {
    let mut parts = vec![match engine.protocol {
        Protocol::Gomocup => "Gomocup".to_owned(),
        Protocol::Gtp => "GTP".to_owned(),
    }];
    if let Some(threads) = engine.threads {
        parts.push(counted(threads as usize, "thread"));
    }
    if let Some(memory) = engine.memory {
        parts.push(format!("{} MiB", memory >> 20));
    }
    parts.push(format!("{} tolerance", time(engine.tolerance)));
    if engine.fresh {
        parts.push("new process per game".to_owned());
    }
    if engine.always_board {
        parts.push("whole positions (BOARD)".to_owned());
    }
    parts.extend(engine.options.iter().map(|(key, value)| format!("{key} = {value}")));
    parts.join(", ")
}
