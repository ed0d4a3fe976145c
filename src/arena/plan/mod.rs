//! A match as its user describes it, on the command line, in a file, or both.
//!
//! Every field is optional and unchecked; [`resolve`] sets defaults and checks. Names and values are those
//! of the command-line options.

pub mod resolve;
#[cfg(test)]
mod tests;
pub mod words;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Why a match cannot be played as described.
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

/// The description of a match, with the names of the command line.
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
    /// Whether to play symmetric images of the openings, too.
    pub images: Option<bool>,
    /// Whether games begin by swap2.
    pub swap2: Option<bool>,
    /// How openings are generated.
    pub generate: Option<GeneratePlan>,
    /// Sequential test.
    pub sprt: Option<SprtPlan>,
    /// Whether a dead position is a draw.
    pub dead_draw: Option<bool>,
    /// Othello: number of empty squares at which the referee solves.
    pub solve: Option<u32>,
    /// Longest game in plies.
    pub max_plies: Option<usize>,
    /// Milliseconds allowed for starts, ends and moves without a time limit.
    pub patience: Option<u64>,
    /// Number of games played in parallel.
    pub concurrency: Option<usize>,
    /// Seed of all random choices.
    pub seed: Option<u64>,
    /// Part of the work: `i/n`.
    pub shard: Option<String>,
    /// Name of the tournament.
    pub event: Option<String>,
    /// Formats of game records.
    pub records: Option<Vec<String>>,
    /// Defaults for all engines.
    pub each: EnginePlan,
    /// The engines.
    pub engine: Vec<EnginePlan>,
}

/// The description of an engine.
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
    /// Milliseconds by which an answer may be late.
    pub tolerance: Option<u64>,
    /// Memory limit sent to it, in bytes.
    pub memory: Option<u64>,
    /// Number of threads sent to it.
    pub threads: Option<u32>,
    /// Whether to start a new process for every game.
    pub fresh: Option<bool>,
    /// Whether to send the whole position with every request.
    pub board: Option<bool>,
    /// Settings sent to it. In GTP they are commands, and one may occur several times.
    #[serde(deserialize_with = "scalars", serialize_with = "or_lists")]
    pub option: BTreeMap<String, Vec<String>>,
}

/// The description of a sequential test.
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

/// The description of generated openings.
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
    /// Fills missing fields from `base`.
    pub fn or(self, base: &EnginePlan) -> EnginePlan {
        let base = base.clone();
        // A time per move replaces a time control, and the other way round.
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
    /// It is not TOML, or has an unknown field.
    pub fn from_toml(text: &str) -> Result<MatchPlan, PlanError> {
        toml::from_str(text).map_err(|error| PlanError(error.to_string().trim_end().to_owned()))
    }

    /// The plan as a configuration file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("names and values are plain text and numbers")
    }

    /// Fills missing fields from `base`. Engines come from `base` only if there are none here.
    pub fn or(self, base: MatchPlan) -> MatchPlan {
        // A source of openings replaces one of another kind.
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

    /// The plan without fields that may change when a match is resumed: number of games, shard, concurrency,
    /// records.
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

    /// The names of the fields in which two plans differ.
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
