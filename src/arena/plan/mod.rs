//! A tournament as its user describes it: on the command line, in a file, or partly in each.
//!
//! Everything is optional here and nothing is checked; [`resolve`] does both. The text forms are
//! those of the options, so that a file reads like a command.

pub mod resolve;
#[cfg(test)]
mod tests;
pub mod words;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Why a description is not one of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError(pub String);

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlanError {}

impl From<String> for PlanError {
    fn from(message: String) -> PlanError {
        PlanError(message)
    }
}

/// A description of a tournament. Names and meanings are those of the command line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchPlan {
    /// `gomoku` or `othello`.
    pub game: Option<String>,
    /// Gomoku rule by name.
    pub rule: Option<String>,
    /// Gomoku board: `15` or `20x15`.
    #[serde(deserialize_with = "scalar")]
    pub size: Option<String>,
    /// `round-robin` or `gauntlet`.
    pub format: Option<String>,
    /// Games of every encounter; even.
    pub games: Option<usize>,
    /// File of openings.
    pub openings: Option<PathBuf>,
    /// `sequential` or `random`.
    pub order: Option<String>,
    /// First opening of the file, from 1.
    pub start: Option<usize>,
    /// Whether the openings' symmetric images are used, too.
    pub images: Option<bool>,
    /// Whether games begin by swap2.
    pub swap2: Option<bool>,
    /// How openings are generated.
    pub generate: Option<GeneratePlan>,
    /// Sequential test.
    pub sprt: Option<SprtPlan>,
    /// Whether a dead position is a draw.
    pub dead_draw: Option<bool>,
    /// Othello: empty squares from which on the referee solves.
    pub solve: Option<u32>,
    /// Longest game in plies.
    pub max_plies: Option<usize>,
    /// Milliseconds for what no clock bounds: starts, ends, moves without time limit.
    pub patience: Option<u64>,
    /// Games at a time.
    pub concurrency: Option<usize>,
    /// Seed of everything drawn by lot.
    pub seed: Option<u64>,
    /// Part of the work: `i/n`.
    pub shard: Option<String>,
    /// Name of the tournament.
    pub event: Option<String>,
    /// Formats of game records.
    pub records: Option<Vec<String>>,
    /// What all engines have unless they say otherwise.
    pub each: EnginePlan,
    /// The engines.
    pub engine: Vec<EnginePlan>,
}

/// A description of an engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EnginePlan {
    /// Program and arguments, quoted as in a shell.
    pub cmd: Option<String>,
    /// Name in reports.
    pub name: Option<String>,
    /// Folder to run in.
    pub dir: Option<PathBuf>,
    /// `gomocup` or `gtp`.
    pub proto: Option<String>,
    /// Milliseconds for a move.
    pub movetime: Option<u64>,
    /// Time control, `MATCH/TURN+INC`.
    #[serde(deserialize_with = "scalar")]
    pub tc: Option<String>,
    /// Nodes for a move.
    pub nodes: Option<u64>,
    /// Depth of a move.
    pub depth: Option<u32>,
    /// Milliseconds an answer may be late.
    pub tolerance: Option<u64>,
    /// Bytes of memory announced to it.
    pub memory: Option<u64>,
    /// Threads announced to it.
    pub threads: Option<u32>,
    /// Whether every game has a new process.
    pub fresh: Option<bool>,
    /// Whether it is always sent the whole position.
    pub board: Option<bool>,
    /// Settings sent to it; in GTP, where they are commands, one may have several values.
    #[serde(deserialize_with = "scalars", serialize_with = "or_lists")]
    pub option: BTreeMap<String, Vec<String>>,
}

/// A description of a sequential test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SprtPlan {
    /// Elo under the null hypothesis; 0 unless given.
    pub elo0: Option<f64>,
    /// Elo under the alternative.
    pub elo1: Option<f64>,
    /// Probability of a false acceptance; 0.05 unless given.
    pub alpha: Option<f64>,
    /// Probability of a false rejection; 0.05 unless given.
    pub beta: Option<f64>,
    /// `logistic` or `normalized`.
    pub model: Option<String>,
    /// `pairs` or `games`.
    pub count: Option<String>,
}

/// A description of generated openings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct GeneratePlan {
    /// How many.
    pub count: Option<usize>,
    /// Length in plies: `6` or `4-8`.
    #[serde(deserialize_with = "scalar")]
    pub plies: Option<String>,
    /// Greatest distance of the score from even.
    pub band: Option<f64>,
    /// Nodes of the search that judges.
    pub nodes: Option<u64>,
}

impl EnginePlan {
    /// This description, completed by `base` where it says nothing.
    pub fn or(self, base: &EnginePlan) -> EnginePlan {
        let base = base.clone();
        // One way of bounding time replaces the other: a time for moves is no time for games.
        let timed = self.movetime.is_some() || self.tc.is_some();
        let mut option = base.option;
        option.extend(self.option);
        EnginePlan {
            cmd: self.cmd.or(base.cmd),
            name: self.name.or(base.name),
            dir: self.dir.or(base.dir),
            proto: self.proto.or(base.proto),
            movetime: self.movetime.or(base.movetime.filter(|_| !timed)),
            tc: self.tc.or(base.tc.filter(|_| !timed)),
            nodes: self.nodes.or(base.nodes),
            depth: self.depth.or(base.depth),
            tolerance: self.tolerance.or(base.tolerance),
            memory: self.memory.or(base.memory),
            threads: self.threads.or(base.threads),
            fresh: self.fresh.or(base.fresh),
            board: self.board.or(base.board),
            option,
        }
    }
}

impl MatchPlan {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// It is no TOML, or has something that no plan has.
    pub fn from_toml(text: &str) -> Result<MatchPlan, PlanError> {
        toml::from_str(text).map_err(|error| PlanError(error.to_string().trim_end().to_owned()))
    }

    /// The plan as a configuration file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("names and values are plain text and numbers")
    }

    /// This plan, completed by `base` where it says nothing. Engines are taken from one of both.
    pub fn or(self, base: MatchPlan) -> MatchPlan {
        // An opening of one kind replaces those of another kind.
        let opened = self.openings.is_some() || self.swap2.is_some() || self.generate.is_some();
        MatchPlan {
            game: self.game.or(base.game),
            rule: self.rule.or(base.rule),
            size: self.size.or(base.size),
            format: self.format.or(base.format),
            games: self.games.or(base.games),
            openings: self.openings.or(base.openings.filter(|_| !opened)),
            order: self.order.or(base.order),
            start: self.start.or(base.start),
            images: self.images.or(base.images),
            swap2: self.swap2.or(base.swap2.filter(|_| !opened)),
            generate: self.generate.or(base.generate.filter(|_| !opened)),
            sprt: self.sprt.or(base.sprt),
            dead_draw: self.dead_draw.or(base.dead_draw),
            solve: self.solve.or(base.solve),
            max_plies: self.max_plies.or(base.max_plies),
            patience: self.patience.or(base.patience),
            concurrency: self.concurrency.or(base.concurrency),
            seed: self.seed.or(base.seed),
            shard: self.shard.or(base.shard),
            event: self.event.or(base.event),
            records: self.records.or(base.records),
            each: self.each.or(&base.each),
            engine: if self.engine.is_empty() { base.engine } else { self.engine },
        }
    }

    /// The plan without what may change while its games stay the same: how many there are to be,
    /// where and how fast they are played, and what is written about them.
    pub fn identity(&self) -> MatchPlan {
        MatchPlan {
            games: None,
            concurrency: None,
            shard: None,
            event: None,
            records: None,
            ..self.clone()
        }
    }

    /// The names of what differs between two plans.
    pub fn differences(&self, other: &MatchPlan) -> Vec<String> {
        let fields = |plan: &MatchPlan| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (ours, theirs) = (fields(self), fields(other));
        let names: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        names.into_iter().filter(|&name| ours.get(name) != theirs.get(name)).cloned().collect()
    }
}

/// A number, a truth value or a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Integer(i64),
    Float(f64),
    Truth(bool),
    Text(String),
}

impl From<Scalar> for String {
    fn from(scalar: Scalar) -> String {
        match scalar {
            Scalar::Integer(number) => number.to_string(),
            Scalar::Float(number) => number.to_string(),
            Scalar::Truth(truth) => truth.to_string(),
            Scalar::Text(text) => text,
        }
    }
}

fn scalar<'de, D: Deserializer<'de>>(input: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<Scalar>::deserialize(input)?.map(String::from))
}

/// One of something, or a list.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Several<T> {
    One(T),
    Many(Vec<T>),
}

impl From<Several<Scalar>> for Vec<String> {
    fn from(several: Several<Scalar>) -> Vec<String> {
        match several {
            Several::One(scalar) => vec![scalar.into()],
            Several::Many(scalars) => scalars.into_iter().map(String::from).collect(),
        }
    }
}

fn scalars<'de, D: Deserializer<'de>>(input: D) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let map = BTreeMap::<String, Several<Scalar>>::deserialize(input)?;
    Ok(map.into_iter().map(|(key, values)| (key, values.into())).collect())
}

fn or_lists<S: Serializer>(
    map: &BTreeMap<String, Vec<String>>,
    output: S,
) -> Result<S::Ok, S::Error> {
    output.collect_map(map.iter().map(|(key, values)| match &values[..] {
        [value] => (key, Several::One(value)),
        values => (key, Several::Many(values.iter().collect())),
    }))
}
