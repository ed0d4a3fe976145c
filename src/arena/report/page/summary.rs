//! The head of the page, with the result in one sentence and the key figures, and its foot, with the
//! conditions needed to repeat the match.

use super::html::{Column, View, section, table, wide_panel};
use super::results::points;
use crate::arena::report::Facts;
use crate::arena::report::words::{counted, elo, escape, percent, plain, signed, time};
use crate::arena::schedule::Pairings;
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::Duel;
use crate::arena::stats::sprt::{Decision, EloScale, Evidence, Sprt};
use crate::arena::tournament::{Engine, Protocol};
use crate::game::Variant;

/// Who plays whom, as text.
pub fn title(view: &View) -> String {
    match (view.engines(), view.facts.pairings) {
        (2, _) => format!("{} against {}", view.name(0), view.name(1)),
        (count, Pairings::Gauntlet) if count > 2 => {
            format!("{} against {} opponents", view.name(0), count - 1)
        }
        (count, _) => format!("Tournament of {}", counted(count, "engine")),
    }
}

/// The head of the page.
pub fn header(view: &View) -> String {
    let mut under = vec![game(view.facts.variant)];
    under.push(format!("{} of {}", view.facts.games.len(), counted(view.facts.planned, "game")));
    if let Some(last) = view.facts.games.iter().map(|game| game.began).max() {
        under.push(last.to_string().split(' ').next().unwrap_or_default().to_owned());
    }
    let under: Vec<_> = under.iter().map(|part| format!("<span>{}</span>", escape(part))).collect();
    format!(
        "<header><p class=\"kicker\">Tournament report</p><h1>{}</h1>\
         <p class=\"verdict\">{}</p><p class=\"under\">{}</p></header>\n",
        escape(&title(view)),
        escape(&verdict(view)),
        under.join(" ")
    )
}

/// The result of the match in one sentence.
pub fn verdict(view: &View) -> String {
    if view.facts.games.is_empty() {
        return "No game has finished yet.".to_owned();
    }
    if view.engines() == 2 {
        let duel = Duel::of(view.facts.games, 0, 1);
        return match Strength::of(&duel) {
            Some(strength) => of_two(view, &duel, &strength),
            None => "No game has finished yet.".to_owned(),
        };
    }
    let best = match view.facts.pairings {
        Pairings::Gauntlet => Some(0),
        Pairings::RoundRobin => view.standings.ranking().first().copied(),
    };
    let Some((best, row)) = best.and_then(|best| Some((best, view.standings.rows.get(best)?)))
    else {
        return "No game has finished yet.".to_owned();
    };
    let who = view.name(best);
    let wdl = row.wdl();
    let score = format!("{} of {} points ({})", points(&wdl), wdl.games(), percent(wdl.score()));
    match view.facts.pairings {
        Pairings::Gauntlet => {
            format!("{who} has {score} against {}.", counted(view.engines() - 1, "opponent"))
        }
        Pairings::RoundRobin => {
            let error = format!("{} ± {:.0}", signed(row.elo.value, 0), row.elo.error);
            format!("{who} leads with {score}: Elo {error} above the mean of all engines.")
        }
    }
}

/// The verdict on two engines.
fn of_two(view: &View, duel: &Duel, strength: &Strength) -> String {
    let (first, second) = (view.name(0), view.name(1));
    let difference = format!("Elo {}", elo(&strength.elo));
    let (test, found) = match view.facts.sprt {
        None => (String::new(), None),
        Some(sprt) => {
            let llr = sprt.llr(duel);
            match sprt.verdict(llr) {
                Some(found) => (format!(" (SPRT accepted {found})"), Some((sprt, found))),
                None => (format!(" (SPRT undecided at LLR {})", signed(llr, 2)), None),
            }
        }
    };
    let claim = match found {
        Some((sprt, found)) => tested(&sprt, found, first, second),
        None if view.facts.sprt.is_some() && strength.elo.low > 0.0 => {
            format!("{first} is ahead of {second} so far")
        }
        None if view.facts.sprt.is_some() && strength.elo.high < 0.0 => {
            format!("{first} is behind {second} so far")
        }
        None if strength.elo.low > 0.0 => format!("{first} is stronger than {second}"),
        None if strength.elo.high < 0.0 => format!("{first} is weaker than {second}"),
        None => format!("No clear difference between {first} and {second} yet"),
    };
    format!("{claim}: {difference}{test}.")
}

/// What accepting a hypothesis means.
fn tested(sprt: &Sprt, found: Decision, first: &str, second: &str) -> String {
    match found {
        Decision::H1 if sprt.elo0 >= 0.0 => format!("{first} is stronger than {second}"),
        Decision::H1 => format!("{first} is not weaker than {second}"),
        Decision::H0 if sprt.elo1 <= 0.0 => format!("{first} is weaker than {second}"),
        Decision::H0 if sprt.elo0 < 0.0 => format!("{first} may be weaker than {second}"),
        Decision::H0 => format!("{first} is no clear improvement on {second}"),
    }
}

/// The cards with the key figures.
pub fn cards(view: &View) -> String {
    let mut cards = Vec::new();
    if view.engines() == 2 && !view.facts.games.is_empty() {
        of_duel(view, &mut cards);
    }
    if view.engines() > 2 && !view.facts.games.is_empty() {
        of_field(view, &mut cards);
    }
    let share = match view.facts.planned {
        0 => String::new(),
        planned => percent(view.facts.games.len() as f64 / planned as f64),
    };
    let planned = if view.facts.sprt.is_some() { "at most" } else { "planned" };
    cards.push(card(
        "Games",
        &view.facts.games.len().to_string(),
        &format!("of {} {planned} · {share}", view.facts.planned),
        "",
    ));
    let faults: usize = view.standings.rows.iter().map(|row| row.faults.len()).sum();
    let class = if faults > 0 { "warn" } else { "" };
    cards.push(card("Lost by fault", &faults.to_string(), "crash, time, illegal move", class));
    format!("<dl class=\"cards\">{}</dl>\n", cards.concat())
}

fn of_duel(view: &View, cards: &mut Vec<String>) {
    let duel = Duel::of(view.facts.games, 0, 1);
    let Some(strength) = Strength::of(&duel) else {
        return;
    };
    let wdl = duel.wdl();
    let class = match () {
        () if strength.elo.low > 0.0 => "good",
        () if strength.elo.high < 0.0 => "bad",
        () => "",
    };
    let interval =
        format!("{} to {} (95\u{a0}%)", signed(strength.elo.low, 1), signed(strength.elo.high, 1));
    cards.push(card("Elo difference", &elo(&strength.elo), &interval, class));
    let points = format!(
        "{} of {} points · +{} ={} −{}",
        points(&wdl),
        wdl.games(),
        wdl.wins,
        wdl.draws,
        wdl.losses
    );
    cards.push(card("Score", &percent(wdl.score()), &points, ""));
    let superior = format!("that {} is stronger", view.name(0));
    cards.push(card("LOS", &percent(strength.los), &superior, ""));
    if let Some(sprt) = view.facts.sprt {
        let [low, high] = sprt.bounds();
        let llr = sprt.llr(&duel);
        let (class, state) = match sprt.verdict(llr) {
            Some(Decision::H1) => ("good", "H1 accepted"),
            Some(Decision::H0) => ("bad", "H0 accepted"),
            None => ("", "undecided"),
        };
        let bounds = format!("{} to {} · {state}", plain(low, 2), plain(high, 2));
        cards.push(card("LLR", &signed(llr, 2), &bounds, class));
    }
    if let Some(margin) = duel.margin() {
        let error = match margin.error.is_finite() {
            true => format!(" ± {:.1}", margin.error),
            false => String::new(),
        };
        let value = format!("{}{error}", signed(margin.value, 1));
        let games = format!("discs a game, over {}", counted(duel.margin_games() as usize, "game"));
        cards.push(card("Disc margin", &value, &games, ""));
    }
}

/// Cards for the best two engines and the share of draws.
fn of_field(view: &View, cards: &mut Vec<String>) {
    for (label, engine) in ["First", "Second"].into_iter().zip(view.standings.ranking()) {
        let row = &view.standings.rows[engine];
        let elo = format!("Elo {} ± {:.0}", signed(row.elo.value, 0), row.elo.error);
        let note = format!("{elo} · {}", percent(row.wdl().score()));
        cards.push(card(label, view.name(engine), &note, "words"));
    }
    let black = view.standings.black;
    let drawn = black.draws as f64 / black.games().max(1) as f64;
    cards.push(card("Drawn", &percent(drawn), &counted(black.draws as usize, "game"), ""));
}

fn card(label: &str, value: &str, note: &str, class: &str) -> String {
    format!(
        "<div class=\"card {class}\"><dt>{}</dt><dd>{}<small>{}</small></dd></div>",
        escape(label),
        escape(value),
        escape(note)
    )
}

/// The game in words: `Gomoku, freestyle, 15x15`.
fn game(variant: Variant) -> String {
    match variant {
        Variant::Gomoku { rule, size } => format!("Gomoku, {rule}, {size}"),
        Variant::Othello => "Othello".to_owned(),
    }
}

pub fn conditions(facts: &Facts) -> String {
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
    section(
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
        Protocol::NBoard => "NBoard".to_owned(),
        Protocol::Edax => "Edax".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::report::page::tests::{Made, gomoku};
    use crate::arena::stats::standings::Standings;

    fn verdict_on(made: &Made) -> String {
        let facts = &made.facts();
        let standings = Standings::of(facts.engines.len(), facts.games);
        verdict(&View { facts, standings })
    }

    fn two(half_points: &[u32]) -> Made {
        Made::new(gomoku(), &["a", "b"], 0).scored(half_points)
    }

    #[test]
    fn the_verdict_says_who_is_stronger() {
        let (good, bad, even) =
            ([2, 2, 2, 0].repeat(40), [0, 0, 0, 2].repeat(40), [1, 1].repeat(3));
        assert_eq!(verdict_on(&two(&[])), "No game has finished yet.");
        let head = |made: Made| verdict_on(&made).split(':').next().unwrap().to_owned();
        assert_eq!(head(two(&good)), "a is stronger than b");
        assert_eq!(head(two(&bad)), "a is weaker than b");
        assert_eq!(head(two(&even)), "No clear difference between a and b yet");
        assert!(verdict_on(&two(&even)).contains("Elo 0 ± "));
    }

    #[test]
    fn the_verdict_of_a_test_is_the_tests() {
        let (good, bad) = ([2, 2, 2, 0].repeat(90), [0, 0, 0, 2].repeat(90));
        for (results, elo, start, end) in [
            (&good, [0.0, 10.0], "a is stronger than b: Elo +", " (SPRT accepted H1)."),
            (&good, [-10.0, 0.0], "a is not weaker than b: Elo +", " (SPRT accepted H1)."),
            (&bad, [0.0, 10.0], "a is no clear improvement on b: Elo −", " (SPRT accepted H0)."),
            (&bad, [-10.0, 0.0], "a is weaker than b: Elo −", " (SPRT accepted H0)."),
            (&bad, [-5.0, 5.0], "a may be weaker than b: Elo −", " (SPRT accepted H0)."),
        ] {
            let verdict = verdict_on(&two(results).with_test_of(elo));
            assert!(verdict.starts_with(start) && verdict.ends_with(end), "{verdict}");
        }
        let early = verdict_on(&two(&good[..40]).with_test());
        assert!(early.starts_with("a is ahead of b so far: Elo +"), "{early}");
        assert!(early.contains("(SPRT undecided at LLR +"), "{early}");
    }

    #[test]
    fn of_many_engines_the_leader_is_named() {
        let made = Made::new(gomoku(), &["a", "b", "c"], 0).scored(&[2, 2, 0, 1]);
        let verdict = verdict_on(&made);
        assert!(
            verdict.starts_with("a leads with 2.5 of 4 points (62.5\u{a0}%): Elo +"),
            "{verdict}"
        );
        let verdict = verdict_on(&made.gauntlet());
        assert_eq!(verdict, "a has 2.5 of 4 points (62.5\u{a0}%) against 2 opponents.");
    }
}
