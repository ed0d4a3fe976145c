//! A match as its user describes it, on the command line, in a file, or both.
//!
//! Every field is optional and unchecked; [`resolve`] sets defaults and checks. Names and values are those
//! of the command-line options.

mod command;
pub mod resolve;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::nearest::question_of_list;

/// Why a plan is invalid or a match fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError(pub String);

impl PlanError {
    /// Makes an error of a file operation name the `path` that it is about.
    pub fn about(path: &Path) -> impl Fn(io::Error) -> PlanError {
        move |error| PlanError(format!("{}: {error}", path.display()))
    }
}

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
    /// Parameters of generated openings.
    pub generate: Option<GeneratePlan>,
    /// Sequential test.
    pub sprt: Option<SprtPlan>,
    /// Whether a dead position is a draw.
    pub dead_draw: Option<bool>,
    /// Othello: number of empty squares at which the referee solves.
    pub solve: Option<u32>,
    /// Longest game in plies.
    pub max_plies: Option<usize>,
    /// Scores on which both engines agree that the game is won.
    pub resign: Option<AgreementPlan>,
    /// Scores on which both engines agree that the game is drawn.
    pub draw: Option<AgreementPlan>,
    /// Milliseconds allowed for starts, ends and moves without a time limit.
    pub patience: Option<u64>,
    /// Number of games played in parallel.
    pub concurrency: Option<usize>,
    /// Seed of all random choices.
    pub seed: Option<u64>,
    /// Part of the work: `I/N`.
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
    /// Program and arguments, quoted as in a shell; on Windows a backslash is not a quotation mark.
    pub cmd: Option<String>,
    /// Name in reports.
    pub name: Option<String>,
    /// Folder to run in.
    pub dir: Option<PathBuf>,
    /// `gomocup`, `gtp`, `nboard` or `edax`.
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
    /// Whether to ask for the scores of moves.
    pub scores: Option<bool>,
    /// Settings sent to it. In GTP they are commands, which may be repeated.
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

/// The description of an agreement of both engines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AgreementPlan {
    /// Moves of each engine that are required; 3 unless given.
    pub movecount: Option<usize>,
    /// The score, in points or discs.
    pub score: Option<f64>,
    /// Moves of each engine before the rule applies; 0 unless given.
    pub movenumber: Option<usize>,
}

/// The description of generated openings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct GeneratePlan {
    /// Number of openings.
    pub count: Option<usize>,
    /// Length in plies: `6` or `4-8`.
    #[serde(deserialize_with = "scalar")]
    pub plies: Option<String>,
    /// Greatest distance of the score from even.
    pub band: Option<f64>,
    /// Nodes of the search that scores an opening.
    pub nodes: Option<u64>,
}

impl EnginePlan {
    /// Fills missing fields from `base`.
    pub fn or(self, base: &EnginePlan) -> EnginePlan {
        let base = base.clone();
        // A time per move replaces a time control, and vice versa.
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
            scores: self.scores.or(base.scores),
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
            resign: self.resign.or(base.resign),
            draw: self.draw.or(base.draw),
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

    /// The plan without fields that may change when a match is resumed: number of games, concurrency, shard,
    /// event, records, to which formats may be added.
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

/// One value, or a list.
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

/// Prefix of the keys of settings.
const OPTION: &str = "option.";

impl EnginePlan {
    /// Reads the words after `--engine` or `--each`.
    ///
    /// # Errors
    /// The first invalid word.
    pub fn from_words(words: &[String]) -> Result<EnginePlan, PlanError> {
        let mut engine = EnginePlan::default();
        for (key, value) in pairs(words, "engine")? {
            if let Some(option) = key.strip_prefix(OPTION) {
                engine.option.entry(option.to_owned()).or_default().push(value.to_owned());
                continue;
            }
            match key {
                "cmd" => engine.cmd = Some(value.to_owned()),
                "name" => engine.name = Some(value.to_owned()),
                "dir" => engine.dir = Some(value.into()),
                "proto" => engine.proto = Some(value.to_owned()),
                "movetime" => engine.movetime = Some(read(key, value)?),
                "tc" => engine.tc = Some(value.to_owned()),
                "nodes" => engine.nodes = Some(read(key, value)?),
                "depth" => engine.depth = Some(read(key, value)?),
                "tolerance" => engine.tolerance = Some(read(key, value)?),
                "memory" => engine.memory = Some(read(key, value)?),
                "threads" => engine.threads = Some(read(key, value)?),
                "fresh" => engine.fresh = Some(truth(key, value)?),
                "board" => engine.board = Some(truth(key, value)?),
                "scores" => engine.scores = Some(truth(key, value)?),
                _ => {
                    return Err(unknown(
                        key,
                        "cmd, name, dir, proto, movetime, tc, nodes, depth, tolerance, memory, \
                     threads, fresh, board, scores or option.K",
                    ));
                }
            }
        }
        Ok(engine)
    }
}

impl SprtPlan {
    /// Reads the words after `--sprt`.
    ///
    /// # Errors
    /// The first invalid word.
    pub fn from_words(words: &[String]) -> Result<SprtPlan, PlanError> {
        let mut sprt = SprtPlan::default();
        for (key, value) in pairs(words, "sprt")? {
            match key {
                "elo0" => sprt.elo0 = Some(read(key, value)?),
                "elo1" => sprt.elo1 = Some(read(key, value)?),
                "alpha" => sprt.alpha = Some(read(key, value)?),
                "beta" => sprt.beta = Some(read(key, value)?),
                "model" => sprt.model = Some(value.to_owned()),
                "count" => sprt.count = Some(value.to_owned()),
                _ => return Err(unknown(key, "elo0, elo1, alpha, beta, model or count")),
            }
        }
        Ok(sprt)
    }
}

impl AgreementPlan {
    /// Reads the words after `--resign` or `--draw`, which is `option`.
    ///
    /// # Errors
    /// The first invalid word.
    pub fn from_words(words: &[String], option: &str) -> Result<AgreementPlan, PlanError> {
        let mut plan = AgreementPlan::default();
        for (key, value) in pairs(words, option)? {
            match key {
                "movecount" => plan.movecount = Some(read(key, value)?),
                "score" => plan.score = Some(read(key, value)?),
                "movenumber" => plan.movenumber = Some(read(key, value)?),
                _ => return Err(unknown(key, "movecount, score or movenumber")),
            }
        }
        Ok(plan)
    }
}

impl GeneratePlan {
    /// Reads the words after `--generate`.
    ///
    /// # Errors
    /// The first invalid word.
    pub fn from_words(words: &[String]) -> Result<GeneratePlan, PlanError> {
        let mut generate = GeneratePlan::default();
        for (key, value) in pairs(words, "generate")? {
            match key {
                "count" => generate.count = Some(read(key, value)?),
                "plies" => generate.plies = Some(value.to_owned()),
                "band" => generate.band = Some(read(key, value)?),
                "nodes" => generate.nodes = Some(read(key, value)?),
                _ => return Err(unknown(key, "count, plies, band or nodes")),
            }
        }
        Ok(generate)
    }
}

/// The words of `option` as keys and values. Only settings may occur more than once.
fn pairs<'a>(words: &'a [String], option: &str) -> Result<Vec<(&'a str, &'a str)>, PlanError> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            return Err(PlanError(format!(
                "--{option}: invalid word '{word}' (expected key=value)"
            )));
        };
        if !key.starts_with(OPTION) && pairs.iter().any(|&(before, _)| before == key) {
            return Err(PlanError(format!("--{option}: {key}= is given twice")));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

fn unknown(key: &str, known: &str) -> PlanError {
    let question = question_of_list(key, known);
    PlanError(format!("unknown key '{key}' (expected {known}){question}"))
}

fn read<T: FromStr>(key: &str, value: &str) -> Result<T, PlanError> {
    value
        .parse()
        .map_err(|_| PlanError(format!("{key}=: invalid value '{value}' (expected a number)")))
}

fn truth(key: &str, value: &str) -> Result<bool, PlanError> {
    match value {
        "yes" | "true" | "on" | "1" => Ok(true),
        "no" | "false" | "off" | "0" => Ok(false),
        _ => Err(PlanError(format!("{key}=: invalid value '{value}' (expected yes or no)"))),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{EnginePlan, GeneratePlan, MatchPlan, PlanError, SprtPlan};
    use crate::arena::tournament::{OpeningSource, Protocol};

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    fn two(text: &str) -> MatchPlan {
        let engines = "[[engine]]\ncmd = 'a --x \"1 2\"'\n[[engine]]\ncmd = 'b'\nname = 'B'\n";
        MatchPlan::from_toml(&format!("{text}\n{engines}")).unwrap()
    }

    fn fault(text: &str) -> String {
        two(text).resolve().unwrap_err().to_string()
    }

    #[test]
    fn a_file_says_what_words_say() {
        let file = MatchPlan::from_toml(
            "[[engine]]\ncmd = 'x y'\nname = 'X'\nnodes = 500\ntc = '60+0.5'\nfresh = true\n\
         [engine.option]\nhash_size = 4096\nlevel = 'high'\n",
        );
        let engine = EnginePlan::from_words(&strings(&[
            "cmd=x y",
            "name=X",
            "nodes=500",
            "tc=60+0.5",
            "fresh=yes",
            "option.hash_size=4096",
            "option.level=high",
        ]));
        assert_eq!(file.unwrap().engine, [engine.unwrap()]);
    }

    #[test]
    fn a_plan_survives_being_written() {
        let mut plan =
            two("game = 'gomoku'\nsize = 20\ngames = 8\n[each]\nmovetime = 50\n[sprt]\nelo1 = 5.0");
        plan.engine[0].option.insert("key".to_owned(), strings(&["a \"b\""]));
        plan.engine[0].option.insert("info".to_owned(), strings(&["x 1", "y 2"]));
        assert_eq!(MatchPlan::from_toml(&plan.to_toml()), Ok(plan));
    }

    #[test]
    fn every_word_is_there_once_but_for_the_commands_of_gtp() {
        let info = ["option.info=max_node 200", "option.info=book 0"];
        let engine = EnginePlan::from_words(&strings(&info)).unwrap();
        assert_eq!(engine.option["info"], ["max_node 200", "book 0"]);
        let mut plan = two("game = 'othello'\n[each]\ndepth = 3");
        plan.engine[1].option = engine.option;
        let refused = plan.resolve().unwrap_err().to_string();
        assert_eq!(refused, "option.info= is given twice (not allowed with proto=gomocup)");
        plan.engine[1].proto = Some("gtp".to_owned());
        let options = plan.resolve().unwrap().engines.remove(1).options;
        let told: Vec<String> =
            options.iter().map(|(key, value)| format!("{key} {value}")).collect();
        assert_eq!(told, ["info max_node 200", "info book 0"]);
        plan.each.threads = Some(2);
        let threads: Vec<_> = plan.resolve().unwrap().engines.iter().map(|e| e.threads).collect();
        assert_eq!(threads, [Some(2), None], "GTP cannot send it");
        plan.engine[1].memory = Some(1 << 30);
        let refused = plan.resolve().unwrap_err().to_string();
        assert!(refused.starts_with("memory= has no GTP command"), "{refused}");
        plan.engine[1].memory = None;
        let twice = |error: Result<(), PlanError>| error.unwrap_err().to_string();
        let engine = EnginePlan::from_words(&strings(&["nodes=5", "cmd=x", "nodes=6"])).map(drop);
        assert_eq!(twice(engine), "--engine: nodes= is given twice");
        let sprt = SprtPlan::from_words(&strings(&["elo1=5", "elo1=6"])).map(drop);
        assert_eq!(twice(sprt), "--sprt: elo1= is given twice");
        let generate = GeneratePlan::from_words(&strings(&["count=5", "count=5"])).map(drop);
        assert_eq!(twice(generate), "--generate: count= is given twice");
    }

    #[test]
    fn the_command_line_comes_first() {
        let file = two("games = 10\nopenings = 'x.txt'\n[each]\nmovetime = 100\nnodes = 5\n");
        let line = MatchPlan { games: Some(4), swap2: Some(true), ..MatchPlan::default() };
        let mut plan = line.or(file);
        plan.engine[1].tc = Some("10/1".to_owned());
        let tournament = plan.resolve().unwrap();
        assert_eq!(tournament.schedule.len(tournament.shard), 4);
        assert_eq!(tournament.openings, OpeningSource::Swap2);
        assert_eq!(tournament.engines[0].time.to_string(), "0.1 s/move, 5 nodes");
        assert_eq!(tournament.engines[1].time.to_string(), "10 s, 1 s/move, 5 nodes");
    }

    #[test]
    fn commands_are_split_like_in_a_shell_and_name_their_engine() {
        let engines = two("[each]\ndepth = 3").resolve().unwrap().engines;
        assert_eq!(engines[0].command, ["a", "--x", "1 2"]);
        assert_eq!(engines[0].name, "a");
        assert_eq!((engines[1].name.as_str(), engines[1].protocol), ("B", Protocol::Gomocup));
        assert_eq!(engines[1].tolerance, Duration::from_millis(200));
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (plan, message) in [
            ("", "an engine has no limit (expected movetime, tc, nodes or depth)"),
            (
                "games = 3",
                "--games: invalid value '3' (expected an even number from 2, as every opening is played twice)",
            ),
            (
                "game = 'go'",
                "--game: invalid value 'go' (expected gomoku or othello); did you mean 'gomoku'?",
            ),
            ("size = 4", "--size: invalid value '4' (expected N or WxH from 5 to 22)"),
            (
                "format = 'swiss'",
                "--format: invalid value 'swiss' (expected round-robin or gauntlet)",
            ),
            ("game = 'othello'\nrule = 'renju'", "--rule is for Gomoku"),
            (
                "[each]\nmovetime = 0",
                "--movetime: invalid value '0' (expected milliseconds from 1)",
            ),
            ("[each]\nmovetime = 5\ntc = '1'", "movetime= and tc= cannot be used together"),
            ("swap2 = true\n[each]\nmovetime = 5\nproto = 'gtp'", "--swap2 has no GTP command"),
            ("[each]\nmovetime = 5\nproto = 'nboard'", "proto=nboard is for Othello"),
            ("[each]\nmovetime = 5\nproto = 'edax'", "proto=edax is for Othello"),
            (
                "game = 'othello'\n[each]\ntc = '/0.9'\nproto = 'edax'",
                "a move of 900 ms is too short (expected at least 1000 with proto=edax)",
            ),
            (
                "[each]\nmovetime = 5\nproto = 'uci'",
                "--engine proto=: invalid value 'uci' (expected gomocup, gtp, nboard or edax)",
            ),
            (
                "game = 'othello'\n[each]\nmovetime = 5\nproto = 'nboard'",
                "a time for a move has no NBoard command: use a time for the game (tc=60) or depth=",
            ),
            (
                "game = 'othello'\n[each]\ntc = '20/0.1'\nproto = 'nboard'",
                "a time for a move has no NBoard command: use a time for the game (tc=60) or depth=",
            ),
            (
                "[each]\nmovetime = 5\n[resign]\nscore = 0.004",
                "--resign score=: invalid value '0.004' (expected a number from 0.01 to 1000000)",
            ),
            (
                "[generate]\nband = nan\n[each]\nmovetime = 5",
                "--generate band=: invalid value 'NaN' (expected a number from 0 to 64)",
            ),
            (
                "[generate]\nband = -1\n[each]\nmovetime = 5",
                "--generate band=: invalid value '-1' (expected a number from 0 to 64)",
            ),
            (
                "[generate]\nband = 64.5\n[each]\nmovetime = 5",
                "--generate band=: invalid value '64.5' (expected a number from 0 to 64)",
            ),
            ("solve = 12\n[each]\nmovetime = 5", "--solve is for Othello"),
            (
                "swap2 = true\nopenings = 'f'\n[each]\nmovetime = 5",
                "--swap2 cannot be used with --openings or --generate",
            ),
            (
                "swap2 = true\norder = 'random'\n[each]\nmovetime = 5",
                "--swap2 cannot be used with --order: the engines choose the openings",
            ),
            (
                "swap2 = true\nstart = 5\n[each]\nmovetime = 5",
                "--swap2 cannot be used with --start: the engines choose the openings",
            ),
            (
                "swap2 = true\nimages = true\n[each]\nmovetime = 5",
                "--swap2 cannot be used with --images: the engines choose the openings",
            ),
            ("[each]\nnodes = 0", "--nodes: invalid value '0' (expected a number from 1)"),
            ("[each]\ndepth = 0", "--depth: invalid value '0' (expected a number from 1)"),
            (
                "shard = '3/2'\n[each]\nmovetime = 5",
                "invalid shard '3/2' (expected I/N with I from 1 to N)",
            ),
            (
                "concurrency = 0\n[each]\nmovetime = 5",
                "--concurrency: invalid value '0' (expected a number from 1 to 1024)",
            ),
            (
                "concurrency = 1025\n[each]\nmovetime = 5",
                "--concurrency: invalid value '1025' (expected a number from 1 to 1024)",
            ),
            ("[sprt]\nelo0 = 1.0\n[each]\nmovetime = 5", "--sprt needs elo1="),
            (
                "records = ['ggf']\n[each]\nmovetime = 5",
                "--records: invalid value 'ggf' (expected psq, sgf, pos); did you mean 'sgf'?",
            ),
        ] {
            assert_eq!(fault(plan), message, "{plan}");
        }
        let one = MatchPlan::from_toml("[[engine]]\ncmd = 'a'\n[each]\ndepth = 1").unwrap();
        assert_eq!(
            one.resolve().unwrap_err().to_string(),
            "a match needs at least two engines, not 1"
        );
        let same = MatchPlan::from_toml(
            "[[engine]]\ncmd = 'a'\n[[engine]]\ncmd = '/x/a'\n[each]\ndepth = 1",
        );
        assert_eq!(
            same.unwrap().resolve().unwrap_err().to_string(),
            "two engines have the name 'a': set name="
        );
        let versions = MatchPlan::from_toml(
            "[[engine]]\ncmd = './eng-1.2'\n[[engine]]\ncmd = 'b/pbrain-x.exe'\n[each]\ndepth = 1",
        );
        let engines = versions.unwrap().resolve().unwrap().engines;
        let names: Vec<String> = engines.into_iter().map(|engine| engine.name).collect();
        assert_eq!(names, ["eng-1.2", "pbrain-x"]);
        assert!(MatchPlan::from_toml("gmes = 4").unwrap_err().to_string().contains("gmes"));
        assert_eq!(
            EnginePlan::from_words(&strings(&["cmd"])),
            Err(PlanError("--engine: invalid word 'cmd' (expected key=value)".to_owned()))
        );
        assert!(SprtPlan::from_words(&strings(&["elo2=1"])).is_err());
        assert!(GeneratePlan::from_words(&strings(&["count=x"])).is_err());
    }

    #[test]
    fn a_match_has_no_more_games_than_can_be_counted() {
        let engines = ["a", "b", "c"].map(|name| EnginePlan {
            cmd: Some(name.to_owned()),
            depth: Some(1),
            ..EnginePlan::default()
        });
        let games = |engines: &[EnginePlan], games| {
            let engine = engines.to_vec();
            let plan = MatchPlan { games: Some(games), engine, ..MatchPlan::default() };
            plan.resolve().map(|tournament| tournament.schedule.len(tournament.shard))
        };
        let most = usize::MAX / 8 - 1;
        assert_eq!(games(&engines[..2], most), Ok(most));
        assert_eq!(games(&engines, 400_000_000), Ok(1_200_000_000));
        let refused = games(&engines, most).unwrap_err().to_string();
        let expected = (most + 1) / 3;
        assert_eq!(
            refused,
            format!("--games: invalid value '{most}' (expected at most {expected})")
        );
    }

    #[test]
    fn plans_of_the_same_games_are_told_from_others() {
        let plan = two("[each]\ndepth = 3");
        let longer = MatchPlan { games: Some(1000), concurrency: Some(2), ..plan.clone() };
        assert!(plan.identity().differences(&longer.identity()).is_empty());
        let mut other = MatchPlan { size: Some("20".to_owned()), ..plan.clone() };
        other.engine[0].nodes = Some(4);
        assert_eq!(plan.identity().differences(&other.identity()), ["engine", "size"]);
    }
}
