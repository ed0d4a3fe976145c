//! Checks every property of tests/fuzz briefly, on the examples there and on changed copies of them. Seeds are fixed,
//! so failures are reproducible.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use fastrand::Rng;

use crate::properties::{ALL, Property, gomocup, hosts};

/// Inputs for each property, and a multiple of them in soak tests.
const INPUTS: usize = 150;
/// Longest change and random input.
const LONGEST: usize = 200;

/// The examples of a property.
fn examples(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A copy of an example with some bytes changed, removed, repeated or taken from another.
fn changed(examples: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut bytes = random.choice(examples).unwrap().clone();
    for _ in 0..random.usize(1..6) {
        let start = random.usize(..=bytes.len());
        let end = (start + random.usize(..LONGEST)).min(bytes.len());
        match random.u8(..5) {
            0 => bytes[start..end].iter_mut().take(4).for_each(|byte| *byte = random.u8(..)),
            1 => drop(bytes.drain(start..end)),
            2 => {
                let part = bytes[start..end].to_vec();
                bytes.splice(start..start, part);
            }
            3 => {
                let other = random.choice(examples).unwrap();
                let from = random.usize(..=other.len());
                let part = other[from..].iter().copied().take(random.usize(..LONGEST));
                bytes.splice(start..start, part);
            }
            _ => bytes.truncate(end),
        }
    }
    bytes
}

fn inputs() -> usize {
    INPUTS * std::env::var("TENGEN_SOAK").map_or(1, |times| times.parse::<usize>().unwrap())
}

#[test]
fn every_property_holds_on_examples_and_changes_of_them() {
    let broken = ALL.into_iter().filter(|property| catch_unwind(|| hold(property)).is_err());
    let names: Vec<&str> = broken.map(|property| property.name).collect();
    assert!(names.is_empty(), "broken: {names:?}");
}

fn hold(property: &Property) {
    let examples = examples(property.name);
    let mut random = Rng::with_seed(1);
    examples.iter().for_each(|bytes| (property.check)(bytes));
    for _ in 0..inputs() {
        let bytes = match random.u8(..8) {
            0 => (0..random.usize(..LONGEST)).map(|_| random.u8(..)).collect(),
            _ => changed(&examples, &mut random),
        };
        (property.check)(&bytes);
    }
}

/// The second rules judge only games that they know.
#[test]
fn the_games_of_the_examples_stay_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let unknown = |example: &str, follow: fn(&[u8]) -> Vec<bool>| {
        let known = follow(&fs::read(folder.join(example)).unwrap());
        assert!(known.len() > 16, "{example}");
        (0..known.len()).filter(|&index| !known[index]).collect::<Vec<usize>>()
    };
    let none: [usize; 0] = [];
    assert_eq!(unknown("gomocup/mirrored.txt", gomocup::known_games), none);
    // The rule of the other game waits for its START.
    assert_eq!(unknown("gomocup/mirrored_othello.txt", gomocup::known_games), [0]);
    assert_eq!(unknown("gtp/othello.txt", hosts::known_gtp_games), none);
    assert_eq!(unknown("gtp/renju.txt", hosts::known_gtp_games), none);
    // A board that cannot be read, until the next game.
    assert_eq!(unknown("nboard/paced.txt", hosts::known_nboard_games), [10, 11, 12]);
}

#[test]
fn every_property_has_a_fuzz_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for property in ALL {
        let target = folder.join("targets").join(property.name).with_extension("rs");
        assert!(target.exists(), "{target:?}");
        assert!(manifest.contains(&format!("name = \"{}\"", property.name)), "{}", property.name);
    }
}
