//! Lays out the weights of Othello as the network uses them, so that starting the program takes no time for them.
//!
//! The file of weights has one row for all patterns that are alike, compressed; the program embeds the row of every
//! pattern, and the other numbers apart.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

use miniz_oxide::inflate::decompress_to_vec_zlib;

#[path = "../src/othello/eval/rows.rs"]
mod rows;
#[path = "../src/othello/eval/shape.rs"]
#[allow(dead_code, reason = "the script needs only which patterns are alike")]
mod shape;

use rows::{CHANNELS, FIT, Tying};

const WEIGHTS: &str = "src/othello/eval/weights.bin";
const SHARED: [&str; 3] =
    ["scripts/build.rs", "src/othello/eval/rows.rs", "src/othello/eval/shape.rs"];

fn main() -> Result<(), Box<dyn Error>> {
    for file in SHARED.iter().chain(&[WEIGHTS]) {
        println!("cargo::rerun-if-changed={file}");
    }
    // For WebAssembly size counts more than the time of a start.
    let is_web = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    if env::var_os("CARGO_FEATURE_OTHELLO_WEIGHTS").is_none() || is_web {
        return Ok(());
    }
    let numbers = numbers(&fs::read(WEIGHTS)?)?;
    let tying = Tying::find();
    let (fit, rest) = numbers.split_at(FIT);
    let (shared, others) = rest.split_at(CHANNELS * tying.count);
    let rows: Vec<u8> =
        tying.rows(shared).iter().flat_map(|row| row.0.map(i8::cast_unsigned)).collect();
    let others: Vec<u8> =
        fit.iter().chain(others).flat_map(|number| number.to_le_bytes()).collect();
    let folder = env::var_os("OUT_DIR").ok_or("Cargo runs this script")?;
    fs::write(Path::new(&folder).join("othello_rows.bin"), rows)?;
    fs::write(Path::new(&folder).join("othello_numbers.bin"), others)?;
    Ok(())
}

/// The numbers of a file, which follow two lines.
fn numbers(file: &[u8]) -> Result<Vec<i16>, Box<dyn Error>> {
    let mut parts = file.splitn(3, |&byte| byte == b'\n').skip(1);
    let (contents, stream) = parts.next().zip(parts.next()).ok_or("the weights have no heading")?;
    if !contents.starts_with(b"network ") {
        return Err("the embedded weights must be those of a network".into());
    }
    let bytes = decompress_to_vec_zlib(stream).map_err(|error| error.to_string())?;
    Ok(bytes.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
}
