//! The results as a match prints them at its end, for programs: a row for each engine, and totals.

use serde_json::{Map, Value, json};

use super::{Facts, text};
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::{Duel, Wdl};
use crate::arena::stats::sprt::Sprt;
use crate::arena::stats::standings::Standings;
use crate::table::{Format, Table};

/// The columns. `elo` and `error` are relative to the mean of all engines; times are in milliseconds.
const COLUMNS: &[&str] = &[
    "rank", "engine", "games", "wins", "draws", "losses", "score", "elo", "error", "moves",
    "mean_ms", "worst_ms", "faults",
];

/// The results in `format`.
pub fn results(facts: &Facts<'_>, format: Format) -> String {
    match Table::new(format, COLUMNS) {
        None => text::write(facts),
        Some(table) => write(facts, table),
    }
}

/// The rows, best engine first, and the sums in JSON.
fn write(facts: &Facts<'_>, table: Table) -> String {
    let standings = Standings::of(facts.engines.len(), facts.games);
    let mut text = table.header();
    for (rank, &engine) in (1..).zip(&standings.ranking()) {
        text += &table.row(row(facts, &standings, rank, engine));
    }
    text + &table.total(&sums(facts, &standings))
}

fn row(facts: &Facts<'_>, standings: &Standings, rank: usize, engine: usize) -> Vec<Value> {
    let row = &standings.rows[engine];
    let Wdl { wins, draws, losses } = row.wdl();
    vec![
        rank.into(),
        facts.engines[engine].name.as_str().into(),
        row.wdl().games().into(),
        wins.into(),
        draws.into(),
        losses.into(),
        row.wdl().score().into(),
        row.elo.value.into(),
        row.elo.error.into(),
        row.times.moves.into(),
        row.times.mean_ms().into(),
        row.times.worst.map(|(time, _)| time.as_secs_f64() * 1000.0).into(),
        row.faults.len().into(),
    ]
}

fn sums(facts: &Facts<'_>, standings: &Standings) -> Vec<(&'static str, Value)> {
    let endings = standings.endings.iter().map(|&(why, count)| (why.to_string(), count.into()));
    let mut sums = vec![
        ("games", facts.games.len().into()),
        ("planned", facts.planned.into()),
        ("black", counts(standings.black)),
        ("mean_plies", standings.mean_plies().into()),
        ("endings", Map::from_iter(endings).into()),
    ];
    let engines = 0..facts.engines.len();
    let pairings = engines.clone().flat_map(|one| engines.clone().map(move |two| [one, two]));
    let played = pairings.filter(|&[one, two]| one < two).filter_map(|pair| pairing(facts, pair));
    sums.push(("pairings", played.collect::<Vec<_>>().into()));
    if let (Some(sprt), [_, _]) = (&facts.sprt, facts.engines) {
        sums.push(("sprt", test(sprt, &Duel::of(facts.games, 0, 1))));
    }
    sums
}

/// The results of `one` against `two`; `None` if they have not played each other.
fn pairing(facts: &Facts<'_>, [one, two]: [usize; 2]) -> Option<Value> {
    let duel = Duel::of(facts.games, one, two);
    let Strength { elo, normalized_elo, los, .. } = Strength::of(&duel)?;
    let mut fields = json!({
        "engines": [facts.engines[one].name, facts.engines[two].name],
        "results": counts(duel.wdl()),
        "pairs": duel.pairs().0,
        "elo": elo.value,
        "elo_low": elo.low,
        "elo_high": elo.high,
        "normalized_elo": normalized_elo.value,
        "los": los,
    });
    if let Some(margin) = duel.margin() {
        fields["margin"] = margin.value.into();
        fields["margin_error"] = margin.error.into();
    }
    Some(fields)
}

fn counts(wdl: Wdl) -> Value {
    json!({ "wins": wdl.wins, "draws": wdl.draws, "losses": wdl.losses })
}

fn test(sprt: &Sprt, duel: &Duel) -> Value {
    let llr = sprt.llr(duel);
    let accepted = sprt.verdict(llr).map(|decision| decision.to_string());
    json!({ "llr": llr, "bounds": sprt.bounds(), "accepted": accepted })
}
