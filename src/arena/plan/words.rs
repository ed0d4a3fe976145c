//! `key=value` words, as `--engine`, `--each`, `--sprt` and `--generate` take them.

use std::str::FromStr;

use super::{EnginePlan, GeneratePlan, PlanError, SprtPlan};

/// What the keys of settings begin with.
const OPTION: &str = "option.";

/// Reads the words behind `--engine` or `--each`.
///
/// # Errors
/// The first word that is not understood.
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
/// The first word that is not understood.
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
/// The first word that is not understood.
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

/// The words behind `option` as keys and values. Only a setting may be there more than once.
fn pairs<'a>(words: &'a [String], option: &str) -> Result<Vec<(&'a str, &'a str)>, PlanError> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            return Err(PlanError(format!("--{option}: expected key=value, found '{word}'")));
        };
        if !key.starts_with(OPTION) && pairs.iter().any(|&(before, _)| before == key) {
            return Err(PlanError(format!("--{option}: {key}= is there twice")));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

fn unknown(key: &str, known: &str) -> PlanError {
    PlanError(format!("'{key}=': expected {known}"))
}

fn read<T: FromStr>(key: &str, value: &str) -> Result<T, PlanError> {
    value.parse().map_err(|_| PlanError(format!("{key}=: expected a number, found '{value}'")))
}

fn truth(key: &str, value: &str) -> Result<bool, PlanError> {
    match value {
        "yes" | "true" | "on" | "1" => Ok(true),
        "no" | "false" | "off" | "0" => Ok(false),
        _ => Err(PlanError(format!("{key}=: expected yes or no, found '{value}'"))),
    }
}
