//! The head of the page, with the result in one sentence and the key figures, and its foot, with the
//! conditions needed to repeat the match.

use super::html::{Column, View, section, table, wide_panel};
use super::results::points;
use crate::arena::report::words::{counted, elo, escape, percent, plain, signed, time};
use crate::arena::schedule::Pairings;
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::Duel;
use crate::arena::stats::sprt::{Decision, EloScale, Evidence, Sprt};
use crate::arena::tournament::{Engine, Protocol};
use crate::formats::spoken;
use crate::language::Words;

/// The pairing, as text.
pub fn title(view: &View) -> String {
    match (view.engines(), view.facts.pairings) {
        (2, _) => of_names(view, "report-title-two"),
        (count, Pairings::Gauntlet) if count > 2 => {
            let values = [("first", view.name(0).into()), ("count", (count - 1).into())];
            view.say_with("report-title-gauntlet", &values)
        }
        (count, _) => view.counted(count, "report-title-many"),
    }
}

/// The text named `key` about the first two engines.
fn of_names(view: &View, key: &str) -> String {
    view.say_with(key, &[("first", view.name(0).into()), ("second", view.name(1).into())])
}

/// The head of the page.
pub fn header(view: &View) -> String {
    let mut under = vec![spoken::game(view.facts.words, view.facts.variant)];
    under.push(games_of(view));
    if let Some(last) = view.facts.games.iter().map(|game| game.began).max() {
        under.push(last.to_string().split(' ').next().unwrap_or_default().to_owned());
    }
    let under: Vec<_> = under.iter().map(|part| format!("<span>{}</span>", escape(part))).collect();
    format!(
        "<header><p class=\"kicker\">{}</p><h1>{}</h1>\
         <p class=\"verdict\">{}</p><p class=\"under\">{}</p></header>\n",
        escape(&view.say("report-page")),
        escape(&title(view)),
        escape(&verdict(view)),
        under.join(" ")
    )
}

/// The number of finished games and of planned ones.
fn games_of(view: &View) -> String {
    let values = [("games", view.facts.games.len().into()), ("planned", view.facts.planned.into())];
    view.say_with("report-games-of", &values)
}

/// The result of the match in one sentence.
pub fn verdict(view: &View) -> String {
    if view.engines() == 2 {
        let duel = Duel::of(view.facts.games, 0, 1);
        return match Strength::of(&duel) {
            Some(strength) => of_two(view, &duel, &strength),
            None => view.say("report-no-game"),
        };
    }
    let best = match view.facts.pairings {
        _ if view.facts.games.is_empty() => None,
        Pairings::Gauntlet => Some(0),
        Pairings::RoundRobin => view.standings.ranking().first().copied(),
    };
    let Some((best, row)) = best.and_then(|best| Some((best, view.standings.rows.get(best)?)))
    else {
        return view.say("report-no-game");
    };
    let wdl = row.wdl();
    let values = [
        ("name", view.name(best).into()),
        ("points", points(&wdl).into()),
        ("games", wdl.games().into()),
        ("share", percent(wdl.score()).into()),
        ("count", (view.engines() - 1).into()),
        ("elo", format!("{} ± {:.0}", signed(row.elo.value, 0), row.elo.error).into()),
    ];
    let key = match view.facts.pairings {
        Pairings::Gauntlet => "report-verdict-gauntlet",
        Pairings::RoundRobin => "report-verdict-leads",
    };
    view.say_with(key, &values)
}

/// The verdict on two engines.
fn of_two(view: &View, duel: &Duel, strength: &Strength) -> String {
    let (test, found) = match view.facts.sprt {
        None => (String::new(), None),
        Some(sprt) => {
            let llr = sprt.llr(duel);
            match sprt.verdict(llr) {
                Some(found) => {
                    let values = [("found", found.to_string().into())];
                    (view.say_with("report-sprt-accepted", &values), Some((sprt, found)))
                }
                None => {
                    let values = [("llr", signed(llr, 2).into())];
                    (view.say_with("report-sprt-undecided", &values), None)
                }
            }
        }
    };
    let is_undecided = view.facts.sprt.is_some() && found.is_none();
    let key = match found.and_then(|(sprt, found)| tested(&sprt, found)) {
        Some(key) => key,
        None if is_undecided && strength.elo.low > 0.0 => "report-is-ahead",
        None if is_undecided && strength.elo.high < 0.0 => "report-is-behind",
        None if strength.elo.low > 0.0 => "report-is-stronger",
        None if strength.elo.high < 0.0 => "report-is-weaker",
        None => "report-is-unclear",
    };
    let values = [
        ("claim", of_names(view, key).into()),
        ("elo", elo(&strength.elo, view.facts.words).into()),
        ("test", test.into()),
    ];
    view.say_with("report-verdict", &values)
}

/// The meaning of an accepted hypothesis, as the name of a text; `None` if it leaves open which engine is stronger.
fn tested(sprt: &Sprt, found: Decision) -> Option<&'static str> {
    Some(match found {
        Decision::H1 if sprt.elo0 >= 0.0 => "report-is-stronger",
        Decision::H1 if sprt.elo1 >= 0.0 => "report-is-not-weaker",
        Decision::H1 => return None,
        Decision::H0 if sprt.elo1 <= 0.0 => "report-is-weaker",
        Decision::H0 if sprt.elo0 < 0.0 => "report-may-be-weaker",
        Decision::H0 if sprt.elo0 <= 0.0 => "report-is-no-improvement",
        Decision::H0 => return None,
    })
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
    let key = match view.facts.sprt {
        Some(_) => "report-of-at-most",
        None => "report-of-planned",
    };
    let note =
        view.say_with(key, &[("planned", view.facts.planned.into()), ("share", share.into())]);
    cards.push(card(&view.say("report-games"), &view.facts.games.len().to_string(), &note, ""));
    let faults: usize = view.standings.rows.iter().map(|row| row.faults.len()).sum();
    let class = if faults > 0 { "warn" } else { "" };
    let (label, note) = (view.say("report-lost-by-fault"), view.say("report-fault-kinds"));
    cards.push(card(&label, &faults.to_string(), &note, class));
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
    let interval = [
        ("low", signed(strength.elo.low, 1).into()),
        ("high", signed(strength.elo.high, 1).into()),
    ];
    let interval = view.say_with("report-interval", &interval);
    let difference = elo(&strength.elo, view.facts.words);
    cards.push(card(&view.say("report-elo-difference"), &difference, &interval, class));
    let values = [("points", points(&wdl).into()), ("games", wdl.games().into())];
    let results = format!("+{} ={} −{}", wdl.wins, wdl.draws, wdl.losses);
    let note = format!("{} · {results}", view.say_with("report-points-of-games", &values));
    cards.push(card(&view.say("report-score"), &percent(wdl.score()), &note, ""));
    let superior = view.say_with("report-los-note", &[("name", view.name(0).into())]);
    cards.push(card("LOS", &percent(strength.los), &superior, ""));
    if let Some(sprt) = view.facts.sprt {
        cards.push(llr_card(view, &sprt, &duel));
    }
    if let Some(margin) = duel.margin() {
        let error = match margin.error.is_finite() {
            true => format!(" ± {:.1}", margin.error),
            false => String::new(),
        };
        let value = format!("{}{error}", signed(margin.value, 1));
        let note = view.counted(duel.margin_games() as usize, "report-margin-note");
        cards.push(card(&view.say("report-margin"), &value, &note, ""));
    }
}

fn llr_card(view: &View, sprt: &Sprt, duel: &Duel) -> String {
    let [low, high] = sprt.bounds();
    let llr = sprt.llr(duel);
    let verdict = sprt.verdict(llr);
    let class = match verdict {
        Some(Decision::H1) => "good",
        Some(Decision::H0) => "bad",
        None => "",
    };
    let state = match verdict {
        Some(found) => view.say_with("report-accepted", &[("found", found.to_string().into())]),
        None => view.say("report-undecided"),
    };
    let bounds = format!("{} – {} · {state}", plain(low, 2), plain(high, 2));
    card("LLR", &signed(llr, 2), &bounds, class)
}

/// Cards for the best two engines and the share of draws.
fn of_field(view: &View, cards: &mut Vec<String>) {
    let labels = ["report-first", "report-second"];
    for (label, engine) in labels.into_iter().zip(view.standings.ranking()) {
        let row = &view.standings.rows[engine];
        let elo = format!("Elo {} ± {:.0}", signed(row.elo.value, 0), row.elo.error);
        let note = format!("{elo} · {}", percent(row.wdl().score()));
        cards.push(card(&view.say(label), view.name(engine), &note, "words"));
    }
    let black = view.standings.black;
    let drawn = black.draws as f64 / black.games().max(1) as f64;
    let note = view.counted(black.draws as usize, "count-games");
    cards.push(card(&view.say("report-drawn-games"), &percent(drawn), &note, ""));
}

fn card(label: &str, value: &str, note: &str, class: &str) -> String {
    format!(
        "<div class=\"card {class}\"><dt>{}</dt><dd>{}<small>{}</small></dd></div>",
        escape(label),
        escape(value),
        escape(note)
    )
}

pub fn conditions(view: &View) -> String {
    let facts = view.facts;
    let format = match facts.pairings {
        Pairings::RoundRobin => "report-round-robin",
        Pairings::Gauntlet => "report-gauntlet",
    };
    let mut rows = vec![
        (view.say("report-game"), spoken::game(facts.words, facts.variant)),
        (view.say("report-format"), view.say(format)),
        (view.say("report-games"), games_of(view)),
    ];
    if let Some(sprt) = facts.sprt {
        rows.push((view.say("report-test"), test(&sprt, facts.words)));
    }
    if let (Some(first), Some(last)) = (
        facts.games.iter().map(|game| game.began).min(),
        facts.games.iter().map(|game| game.began).max(),
    ) {
        rows.push((view.say("report-played"), format!("{first} – {last} UTC")));
    }
    rows.extend(facts.conditions.iter().cloned());
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|(name, value)| vec![escape(name).into_owned(), escape(value).into_owned()])
        .collect();
    let columns = ["report-what", "report-value"].map(|key| Column::Text(view.say(key)));
    let title = view.say("report-conditions");
    let conditions = table(&title, &columns, &rows);
    let engines: Vec<Vec<String>> =
        facts.engines.iter().map(|of| engine(of, facts.words)).collect();
    let columns = ["report-engine", "report-time", "report-command", "report-settings"]
        .map(|key| Column::Text(view.say(key)));
    let engines = table(&view.say("report-engines"), &columns, &engines);
    let panels = [
        wide_panel(&view.say("report-tournament"), &conditions, ""),
        wide_panel(&view.say("report-engines"), &engines, ""),
    ];
    section("conditions", &title, &panels)
}

/// The test as text.
pub(in crate::arena::report) fn test(sprt: &Sprt, words: &Words) -> String {
    let scale = match sprt.scale {
        EloScale::Logistic => "report-logistic",
        EloScale::Normalized => "report-normalized",
    };
    let evidence = match sprt.evidence {
        Evidence::Pairs => "report-by-pairs",
        Evidence::Games => "report-by-games",
    };
    let values = [
        ("scale", words.say(scale).into()),
        ("low", sprt.elo0.to_string().into()),
        ("high", sprt.elo1.to_string().into()),
        ("alpha", sprt.alpha.to_string().into()),
        ("beta", sprt.beta.to_string().into()),
        ("evidence", words.say(evidence).into()),
    ];
    words.say_with("report-sprt", &values)
}

fn engine(engine: &Engine, words: &Words) -> Vec<String> {
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    let command = engine.command.join(" ");
    vec![
        escape(&engine.name).into_owned(),
        escape(&words.limits(&engine.time.to_string())).into_owned(),
        code(&command),
        escape(&further(engine, words)).into_owned(),
    ]
}

/// Other settings of an engine.
fn further(engine: &Engine, words: &Words) -> String {
    let mut parts = vec![match engine.protocol {
        Protocol::Gomocup => "Gomocup".to_owned(),
        Protocol::Gtp => "GTP".to_owned(),
        Protocol::NBoard => "NBoard".to_owned(),
        Protocol::Edax => "Edax".to_owned(),
    }];
    if let Some(threads) = engine.threads {
        parts.push(counted(threads as usize, "count-threads", words));
    }
    if let Some(memory) = engine.memory {
        parts.push(format!("{} MiB", memory >> 20));
    }
    let tolerance = time(engine.tolerance, words);
    parts.push(words.say_with("report-tolerance", &[("time", tolerance.into())]));
    if engine.fresh {
        parts.push(words.say("report-fresh"));
    }
    if engine.always_board {
        parts.push(words.say("report-whole-positions"));
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
        let few = [2, 2].repeat(2);
        assert_eq!(head(two(&few)), "No clear difference between a and b yet");
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
            (&bad, [-400.0, -300.0], "a is weaker than b: Elo −", " (SPRT accepted H1)."),
            (&good, [300.0, 400.0], "a is stronger than b: Elo +", " (SPRT accepted H0)."),
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
