//! From a plan to a tournament: defaults and checks.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use super::command;
use super::{AgreementPlan, EnginePlan, GeneratePlan, MatchPlan, PlanError, SprtPlan};
use crate::arena::agreement::{Agreement, ScoreRule};
use crate::arena::clock::{self, TimeControl};
use crate::arena::schedule::{Pairings, Schedule};
use crate::arena::stats::sprt::{EloScale, Evidence, Sprt};
use crate::arena::tournament::{
    Adjudication, Conditions, Engine, OpeningOrder, OpeningSource, Protocol, Tournament,
};
use crate::formats::format::RecordFormat;
use crate::game::Variant;
use crate::gomoku::rules::game::DEFAULT_SIZE;
use crate::gomoku::rules::rule::Rule;
use crate::nearest::question_of_list;
use crate::shard::Shard;

/// Default number of games per encounter.
const GAMES: usize = 100;
/// Default maximum of games in a sequential test.
const TEST_GAMES: usize = 40_000;
/// Most games of all encounters together, so that numbers of games can be added and doubled.
const MOST_GAMES: usize = usize::MAX / 8;
/// Most games at a time: every one has a thread and two processes.
const MOST_AT_A_TIME: usize = 1024;
/// Default tolerance in milliseconds.
const TOLERANCE_MS: u64 = 200;
/// Default patience in milliseconds.
const PATIENCE_MS: u64 = 20_000;
const GTP: &str = "gtp";
const NBOARD: &str = "nboard";
const EDAX: &str = "edax";
/// Edax raises a shorter limit per move to this.
const EDAX_LEAST: Duration = Duration::from_secs(1);
/// Default maximum of generated openings.
const OPENINGS: usize = 200;
/// Most openings to generate. Their order is kept in memory.
const MOST_GENERATED: usize = 1_000_000;
/// Widest band of generated openings, in points or discs.
const MOST_BAND: f64 = 64.0;
/// Default number of moves for which engines must agree.
const AGREED_MOVES: usize = 3;
/// Highest score that engines may have to report.
const MOST_AGREED: f64 = 1e6;
const RESIGN: &str = "resign";
/// Most empty squares that the referee solves.
const MOST_SOLVED: u32 = 20;

impl MatchPlan {
    /// Games of every encounter, as planned or by default.
    pub fn games_of_encounter(&self) -> usize {
        self.games.unwrap_or(if self.sprt.is_some() { TEST_GAMES } else { GAMES })
    }

    /// The tournament that the plan describes.
    ///
    /// # Errors
    /// The first part that is missing, impossible or contradictory.
    pub fn resolve(&self) -> Result<Tournament, PlanError> {
        let variant = self.variant()?;
        let pairings = match self.format.as_deref() {
            None | Some("round-robin") => Pairings::RoundRobin,
            Some("gauntlet") => Pairings::Gauntlet,
            Some(other) => return Err(expected("format", "round-robin or gauntlet", other)),
        };
        let sprt = self.sprt.as_ref().map(test).transpose()?;
        if sprt.is_some() && self.engine.len() > 2 {
            let message = format!("--sprt compares two engines, not {}", self.engine.len());
            return Err(PlanError(message));
        }
        let schedule = self.schedule(pairings)?;
        let shard = self.shard.as_deref().map_or(Ok(Shard::WHOLE), |shard| {
            shard.parse().map_err(|expected| format!("invalid shard '{shard}' ({expected})"))
        })?;
        Ok(Tournament {
            conditions: self.conditions(variant)?,
            openings: self.opening_source(variant, schedule.rounds())?,
            schedule,
            pairings,
            order: match self.order.as_deref() {
                None | Some("sequential") => OpeningOrder::Sequential,
                Some("random") => OpeningOrder::Random,
                Some(other) => return Err(expected("order", "sequential or random", other)),
            },
            start: match self.start {
                Some(0) => return Err(expected("start", "a number from 1", "0")),
                start => start.unwrap_or(1) - 1,
            },
            images: self.images.unwrap_or(false),
            seed: self.seed.unwrap_or(1),
            sprt,
            shard,
            concurrency: match self.concurrency.unwrap_or(1) {
                games @ 1..=MOST_AT_A_TIME => games,
                games => {
                    let range = format!("a number from 1 to {MOST_AT_A_TIME}");
                    return Err(expected("concurrency", &range, &games.to_string()));
                }
            },
            event: self.event.clone(),
            records: self.formats(variant)?,
            engines: self.engines(variant)?,
        })
    }

    fn schedule(&self, pairings: Pairings) -> Result<Schedule, PlanError> {
        let games = self.games_of_encounter();
        if games == 0 || games % 2 == 1 {
            let message = format!(
                "--games: invalid value '{games}' (expected an even number from 2, as every opening is played twice)"
            );
            return Err(PlanError(message));
        }
        let schedule = Schedule::new(self.engine.len(), pairings, games / 2);
        let most = MOST_GAMES / schedule.encounters().len().max(1);
        if games > most {
            return Err(expected("games", &format!("at most {most}"), &games.to_string()));
        }
        Ok(schedule)
    }

    fn variant(&self) -> Result<Variant, PlanError> {
        let gomoku = match self.game.as_deref() {
            None | Some("gomoku") => true,
            Some("othello") => false,
            Some(other) => return Err(expected("game", "gomoku or othello", other)),
        };
        if !gomoku {
            let stranger = [("rule", self.rule.is_some()), ("size", self.size.is_some())];
            return match stranger.into_iter().find(|&(_, given)| given) {
                Some((option, _)) => Err(PlanError(format!("--{option} is for Gomoku"))),
                None => Ok(Variant::Othello),
            };
        }
        let rule = self.rule.as_deref().unwrap_or("freestyle");
        let rule = rule.parse().map_err(|_| expected("rule", &Rule::names(), rule))?;
        let size = self.size.as_deref().map_or(Ok(DEFAULT_SIZE), |size| {
            size.parse().map_err(|_| expected("size", "N or WxH from 5 to 22", size))
        })?;
        Ok(Variant::Gomoku { rule, size })
    }

    fn conditions(&self, variant: Variant) -> Result<Conditions, PlanError> {
        let othello = variant == Variant::Othello;
        if self.dead_draw == Some(true) && othello {
            return Err(PlanError("--dead-draw is for Gomoku".to_owned()));
        }
        match self.solve {
            Some(_) if !othello => return Err(PlanError("--solve is for Othello".to_owned())),
            Some(empties) if empties > MOST_SOLVED => {
                let range = format!("at most {MOST_SOLVED} empty squares");
                return Err(expected("solve", &range, &empties.to_string()));
            }
            _ => {}
        }
        let adjudication = Adjudication {
            dead_draw: self.dead_draw.unwrap_or(false),
            solve_at: self.solve,
            most_plies: self.max_plies,
            agreement: Agreement {
                resign: self.resign.as_ref().map(|plan| agreed(RESIGN, plan)).transpose()?,
                draw: self.draw.as_ref().map(|plan| agreed("draw", plan)).transpose()?,
            },
        };
        let patience = Duration::from_millis(self.patience.unwrap_or(PATIENCE_MS));
        Ok(Conditions { variant, adjudication, patience })
    }

    /// Default number of generated openings. A longer match must begin with the same openings. So if the opening of a
    /// game depends on the number of openings, that number must not depend on the length of the match.
    fn openings_wanted(&self, rounds: usize) -> usize {
        let is_in_order = self.start.is_none() && !self.images.unwrap_or(false);
        if is_in_order { rounds.min(OPENINGS) } else { OPENINGS }
    }

    fn opening_source(&self, variant: Variant, rounds: usize) -> Result<OpeningSource, PlanError> {
        let swap2 = self.swap2.unwrap_or(false);
        match (&self.openings, &self.generate) {
            (Some(_), Some(_)) => {
                Err(PlanError("--openings and --generate cannot be used together".to_owned()))
            }
            (None, None) if swap2 && variant == Variant::Othello => {
                Err(PlanError("--swap2 is for Gomoku".to_owned()))
            }
            (None, None) if swap2 => match self.choice_of_openings() {
                Some(option) => Err(PlanError(format!(
                    "--swap2 cannot be used with --{option}: the engines choose the openings"
                ))),
                None => Ok(OpeningSource::Swap2),
            },
            _ if swap2 => {
                Err(PlanError("--swap2 cannot be used with --openings or --generate".to_owned()))
            }
            (Some(file), None) => Ok(OpeningSource::File(file.clone())),
            (None, generate) => {
                let described = generate.clone().unwrap_or_default();
                generated(&described, self.openings_wanted(rounds))
            }
        }
    }

    /// The first option that selects or orders given openings.
    fn choice_of_openings(&self) -> Option<&'static str> {
        let options = [
            ("order", self.order.is_some()),
            ("start", self.start.is_some()),
            ("images", self.images == Some(true)),
        ];
        options.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    fn formats(&self, variant: Variant) -> Result<Vec<RecordFormat>, PlanError> {
        let fitting = RecordFormat::for_game(variant);
        let Some(wanted) = &self.records else {
            return Ok(fitting.to_vec());
        };
        let names = || fitting.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        let find = |name: &String| {
            let format = fitting.iter().find(|format| format.name() == name);
            format.copied().ok_or_else(|| expected("records", &names(), name))
        };
        let mut formats = Vec::new();
        for format in wanted.iter().filter(|name| !name.is_empty()).map(find) {
            let format = format?;
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        Ok(formats)
    }

    fn engines(&self, variant: Variant) -> Result<Vec<Engine>, PlanError> {
        if self.engine.len() < 2 {
            let message = format!("a match needs at least two engines, not {}", self.engine.len());
            return Err(PlanError(message));
        }
        let described = self.engine.iter().map(|engine| {
            let whole = engine.clone().or(&self.each);
            match whole.proto.as_deref() {
                Some(GTP) => nothing_unsent(engine, "GTP", "option.K=")?,
                Some(NBOARD) => nothing_unsent(engine, "NBoard", "dir=")?,
                Some(EDAX) => nothing_unsent(engine, "Edax", "option.K=")?,
                _ => {}
            }
            match player(&whole, variant)? {
                Engine { protocol: Protocol::Gtp, .. } if self.swap2 == Some(true) => {
                    Err(PlanError("--swap2 has no GTP command".to_owned()))
                }
                player => Ok(player),
            }
        });
        let engines: Vec<Engine> = described.collect::<Result<_, _>>()?;
        for (index, engine) in engines.iter().enumerate() {
            if engines[..index].iter().any(|other| other.name == engine.name) {
                let message = format!("two engines have the name '{}': set name=", engine.name);
                return Err(PlanError(message));
            }
        }
        Ok(engines)
    }
}

/// Rejects fields of one engine that its protocol cannot send. Defaults for all engines may contain them.
fn nothing_unsent(engine: &EnginePlan, protocol: &str, instead: &str) -> Result<(), PlanError> {
    let given = [
        ("memory", engine.memory.is_some()),
        ("threads", engine.threads.is_some()),
        ("board", engine.board.is_some()),
        ("scores", engine.scores.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((word, _)) => {
            let message = format!("{word}= has no {protocol} command: use cmd= or {instead}");
            Err(PlanError(message))
        }
    }
}

fn expected(option: &str, expected: &str, found: &str) -> PlanError {
    let question = question_of_list(found, expected);
    PlanError(format!("--{option}: invalid value '{found}' (expected {expected}){question}"))
}

/// Reads a length in plies, `6` or `4-8`.
pub fn read_plies(text: &str) -> Option<RangeInclusive<usize>> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (least <= most).then_some(least..=most)
}

fn generated(plan: &GeneratePlan, wanted: usize) -> Result<OpeningSource, PlanError> {
    let plies = plan.plies.as_deref();
    let read = |text| read_plies(text).ok_or_else(|| expected("generate plies=", "N or N-M", text));
    if let Some(band) = plan.band.filter(|band| !(0.0..=MOST_BAND).contains(band)) {
        let range = format!("a number from 0 to {MOST_BAND}");
        return Err(expected("generate band=", &range, &band.to_string()));
    }
    if let Some(count) = plan.count.filter(|&count| count > MOST_GENERATED) {
        let range = format!("a number up to {MOST_GENERATED}");
        return Err(expected("generate count=", &range, &count.to_string()));
    }
    Ok(OpeningSource::Generated {
        count: plan.count.unwrap_or(wanted).clamp(1, MOST_GENERATED),
        plies: plies.map(read).transpose()?,
        band: plan.band,
        nodes: plan.nodes,
    })
}

/// The rule that `plan` describes.
fn agreed(option: &str, plan: &AgreementPlan) -> Result<ScoreRule, PlanError> {
    let Some(score) = plan.score else {
        return Err(PlanError(format!("--{option} needs score=")));
    };
    let hundredths = (100.0 * score).round() as i32;
    // With a score of 0, Black would win at once.
    let least = if option == RESIGN { 0.01 } else { 0.0 };
    if !(0.0..=MOST_AGREED).contains(&score) || (hundredths == 0 && option == RESIGN) {
        let range = format!("a number from {least} to {MOST_AGREED}");
        return Err(expected(&format!("{option} score="), &range, &score.to_string()));
    }
    match plan.movecount.unwrap_or(AGREED_MOVES) {
        0 => Err(expected(&format!("{option} movecount="), "a number from 1", "0")),
        moves => Ok(ScoreRule { moves, hundredths, from_move: plan.movenumber.unwrap_or(0) }),
    }
}

/// The test that `plan` describes.
///
/// # Errors
/// The parameter that is missing or out of range.
pub fn test(plan: &SprtPlan) -> Result<Sprt, PlanError> {
    let Some(elo1) = plan.elo1 else {
        return Err(PlanError("--sprt needs elo1=".to_owned()));
    };
    let scale = match plan.model.as_deref() {
        None | Some("logistic") => EloScale::Logistic,
        Some("normalized") => EloScale::Normalized,
        Some(other) => return Err(expected("sprt model=", "logistic or normalized", other)),
    };
    let evidence = match plan.count.as_deref() {
        None | Some("pairs") => Evidence::Pairs,
        Some("games") => Evidence::Games,
        Some(other) => return Err(expected("sprt count=", "pairs or games", other)),
    };
    let (elo0, alpha, beta) =
        (plan.elo0.unwrap_or(0.0), plan.alpha.unwrap_or(0.05), plan.beta.unwrap_or(0.05));
    Sprt::new([elo0, elo1], [alpha, beta], scale, evidence)
        .map_err(|error| PlanError(format!("--sprt: {error}")))
}

/// The absolute path of the program `file`, in `dir` if it is there, otherwise from the current folder. `None` is a bare
/// name, which the system looks up.
fn program_path(file: &Path, dir: Option<&Path>) -> Option<String> {
    let in_dir = dir.map(|dir| dir.join(file)).filter(|path| path.is_file());
    let is_bare = file.components().count() == 1;
    let path = in_dir.or_else(|| (!is_bare).then(|| file.to_owned()))?;
    std::path::absolute(path).ok()?.into_os_string().into_string().ok()
}

fn player(plan: &EnginePlan, variant: Variant) -> Result<Engine, PlanError> {
    let Some(cmd) = &plan.cmd else {
        return Err(PlanError("an engine lacks cmd=".to_owned()));
    };
    let mut command = command::split(cmd, command::BACKSLASH)
        .filter(|words| !words.is_empty())
        .ok_or_else(|| expected("engine cmd=", "a program and its arguments", cmd))?;
    let file = Path::new(&command[0]);
    let name = program_name(file).unwrap_or_else(|| cmd.clone());
    if let Some(path) = program_path(file, plan.dir.as_deref()) {
        command[0] = path;
    }
    let time = time_control(plan)?;
    let protocol = protocol(plan, &time, variant)?;
    if protocol == Protocol::Gomocup
        && let Some((key, _)) = plan.option.iter().find(|(_, values)| values.len() > 1)
    {
        let message = format!("option.{key}= is given twice (not allowed with proto=gomocup)");
        return Err(PlanError(message));
    }
    let options = plan
        .option
        .iter()
        .flat_map(|(key, values)| values.iter().map(move |value| (key.clone(), value.clone())));
    Ok(Engine {
        name: plan.name.clone().unwrap_or(name),
        command,
        dir: plan.dir.clone(),
        protocol,
        options: options.collect(),
        time,
        tolerance: Duration::from_millis(plan.tolerance.unwrap_or(TOLERANCE_MS)),
        memory: plan.memory.filter(|_| protocol == Protocol::Gomocup),
        threads: plan.threads.filter(|_| protocol == Protocol::Gomocup),
        fresh: plan.fresh.unwrap_or(false),
        always_board: plan.board.unwrap_or(false),
        asks_for_scores: plan.scores.unwrap_or(true),
    })
}

/// The name of a program's file without its extension. The text after the point of a version number is no extension.
fn program_name(file: &Path) -> Option<String> {
    let is_version = |ending: &str| ending.starts_with(|c: char| c.is_ascii_digit());
    let ending = file.extension().and_then(|ending| ending.to_str());
    let name = if ending.is_some_and(is_version) { file.file_name() } else { file.file_stem() };
    name.map(|name| name.to_string_lossy().into())
}

/// The protocol of an engine, which must be compatible with the game and the time control.
fn protocol(
    plan: &EnginePlan,
    time: &TimeControl,
    variant: Variant,
) -> Result<Protocol, PlanError> {
    let protocol = match (plan.proto.as_deref(), variant) {
        (None | Some("gomocup"), _) => Protocol::Gomocup,
        (Some(GTP), _) => Protocol::Gtp,
        (Some(NBOARD), Variant::Othello) => Protocol::NBoard,
        (Some(EDAX), Variant::Othello) => Protocol::Edax,
        (Some(word @ (NBOARD | EDAX)), Variant::Gomoku { .. }) => {
            return Err(PlanError(format!("proto={word} is for Othello")));
        }
        (Some(other), _) => {
            return Err(expected("engine proto=", "gomocup, gtp, nboard or edax", other));
        }
    };
    match (protocol, time.turn) {
        (Protocol::NBoard, Some(_)) => Err(PlanError(
            "a time for a move has no NBoard command: use a time for the game (tc=60) or depth="
                .to_owned(),
        )),
        (Protocol::Edax, Some(turn)) if turn < EDAX_LEAST => Err(PlanError(format!(
            "a move of {} ms is too short (expected at least {} with proto=edax)",
            turn.as_millis(),
            EDAX_LEAST.as_millis()
        ))),
        _ => Ok(protocol),
    }
}

fn time_control(plan: &EnginePlan) -> Result<TimeControl, PlanError> {
    let clock = match (plan.movetime, plan.tc.as_deref()) {
        (Some(_), Some(_)) => {
            return Err(PlanError("movetime= and tc= cannot be used together".to_owned()));
        }
        (Some(0), None) => return Err(expected("movetime", "milliseconds from 1", "0")),
        (Some(ms), None) => {
            TimeControl { turn: Some(Duration::from_millis(ms)), ..TimeControl::default() }
        }
        (None, Some(tc)) => {
            clock::parse(tc).map_err(|message| PlanError(format!("tc: {message}")))?
        }
        (None, None) => TimeControl::default(),
    };
    for (option, limit) in [("nodes", plan.nodes), ("depth", plan.depth.map(u64::from))] {
        if limit == Some(0) {
            return Err(expected(option, "a number from 1", "0"));
        }
    }
    let time = TimeControl { nodes: plan.nodes, depth: plan.depth, ..clock };
    if time == TimeControl::default() {
        let message = "an engine has no limit (expected movetime, tc, nodes or depth)";
        return Err(PlanError(message.to_owned()));
    }
    Ok(time)
}
