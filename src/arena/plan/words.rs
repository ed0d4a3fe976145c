//! The `key=value` words of `--engine`, `--each`, `--sprt` and `--generate`.

use std::str::FromStr;

use super::{EnginePlan, GeneratePlan, PlanError, SprtPlan};

/// Prefix of the keys of settings.
const OPTION: &str = "option.";

/// Reads the words behind `--engine` or `--each`.
///
/// # Errors
/// The first invalid word.
pub fn engine(words: &[String]) -> Result<EnginePlan, PlanError> {
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
            _ => {
                return Err(unknown(
                    key,
                    "cmd, name, dir, proto, movetime, tc, nodes, depth, tolerance, memory, \
                     threads, fresh, board or option.K",
                ));
            }
        }
    }
    Ok(engine)
}

/// Reads the words behind `--sprt`.
///
/// # Errors
/// The first invalid word.
pub fn sprt(words: &[String]) -> Result<SprtPlan, PlanError> {
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

/// Reads the words behind `--generate`.
///
/// # Errors
/// The first invalid word.
pub fn generate(words: &[String]) -> Result<GeneratePlan, PlanError> {
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
    PlanError(format!("unknown key '{key}' (expected {known})"))
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
