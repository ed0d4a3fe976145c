//! Weights as bytes.
//!
//! One line `tengen gomoku weights 2`, one line with the names of the voices, then a zlib stream: for
//! each voice its values, attack, defend, threats and network as little-endian 16-bit numbers. The checksum of
//! the stream tells damage; a file for other codes or profiles has another length.

use std::fmt;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::network;
use super::profile::PROFILES;
use super::threat::CODES;
use super::weights::{VALUE_LIMIT, VOICES, Voice, WeightSet, Weights};

const MAGIC: &str = "tengen gomoku weights ";
const VERSION: &str = "2";
/// Bytes of a set before it is compressed.
const LENGTH: usize = VOICES * (3 * CODES + PROFILES + network::LENGTH) * 2;
/// Of 0 to 10: compression is rare and the file is shipped.
const COMPRESSION: u8 = 9;

/// Why bytes are no weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They do not begin like weights.
    Foreign,
    /// Weights of this version, which is not understood.
    Version(String),
    /// Weights of these voices instead of Tengen's.
    Voices(String),
    /// The stream is damaged or cut off.
    Damaged,
    /// The stream has this length instead of the right one.
    Length(usize),
    /// A number of this voice is beyond [`VALUE_LIMIT`].
    Range(Voice, i16),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Foreign => f.write_str("not a file of Tengen's weights"),
            WeightsError::Version(version) => {
                write!(f, "weights of version '{version}', only {VERSION} is understood")
            }
            WeightsError::Voices(names) => {
                write!(f, "weights of '{names}' instead of '{}'", voice_names())
            }
            WeightsError::Damaged => f.write_str("the weights are damaged or cut off"),
            WeightsError::Length(bytes) => {
                write!(f, "{bytes} bytes of weights instead of {LENGTH}")
            }
            WeightsError::Range(voice, number) => {
                write!(f, "a weight of {} is {number}, beyond {VALUE_LIMIT}", voice.name())
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl WeightSet {
    /// The set as a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut raw = Vec::with_capacity(LENGTH);
        for voice in Voice::ALL {
            let Weights { value, attack, defend, threats, network } = self.voice(voice);
            for table in [&value[..], &attack[..], &defend[..], &threats[..]] {
                raw.extend(table.iter().flat_map(|number| number.to_le_bytes()));
            }
            raw.extend(network.numbers().flat_map(i16::to_le_bytes));
        }
        let mut bytes = format!("{MAGIC}{VERSION}\n{}\n", voice_names()).into_bytes();
        bytes.extend(compress_to_vec_zlib(&raw, COMPRESSION));
        bytes
    }

    /// Reads a set.
    ///
    /// # Errors
    /// What is wrong with `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightSet, WeightsError> {
        let (version, rest) = line(bytes.strip_prefix(MAGIC.as_bytes()));
        let (version, rest) = (version.ok_or(WeightsError::Foreign)?, rest);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let (names, stream) = line(Some(rest));
        let names = names.ok_or(WeightsError::Damaged)?;
        if names != voice_names() {
            return Err(WeightsError::Voices(names));
        }
        let raw = decompress_to_vec_zlib_with_limit(stream, 2 * LENGTH)
            .map_err(|_| WeightsError::Damaged)?;
        if raw.len() != LENGTH {
            return Err(WeightsError::Length(raw.len()));
        }
        let mut numbers = raw.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut set = WeightSet::seed();
        for voice in Voice::ALL {
            set.set_voice(voice, read_voice(voice, &mut numbers)?);
        }
        Ok(set)
    }
}

fn read_voice(
    voice: Voice,
    numbers: &mut impl Iterator<Item = i16>,
) -> Result<Weights, WeightsError> {
    let mut weights = Weights::zero();
    let Weights { value, attack, defend, threats, network } = &mut weights;
    let tables = [&mut value[..], &mut attack[..], &mut defend[..], &mut threats[..]];
    let places = tables.into_iter().flatten().chain(network.numbers_mut());
    places.zip(numbers).for_each(|(weight, number)| *weight = number);
    let summands = weights.value.iter().chain(&weights.threats[..]);
    match summands.copied().find(|number| !(-VALUE_LIMIT..=VALUE_LIMIT).contains(number)) {
        Some(number) => Err(WeightsError::Range(voice, number)),
        None => Ok(weights),
    }
}

/// The first line of `bytes`, if they have one of sensible length, and what follows it.
fn line(bytes: Option<&[u8]>) -> (Option<String>, &[u8]) {
    const LONGEST: usize = 200;
    let bytes = bytes.unwrap_or_default();
    match bytes.iter().take(LONGEST).position(|&byte| byte == b'\n') {
        Some(end) => (Some(String::from_utf8_lossy(&bytes[..end]).into_owned()), &bytes[end + 1..]),
        None => (None, bytes),
    }
}

fn voice_names() -> String {
    Voice::ALL.map(Voice::name).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_set() -> WeightSet {
        let mut random = fastrand::Rng::with_seed(1);
        let mut set = WeightSet::seed();
        for voice in Voice::ALL {
            let mut weights = Weights::zero();
            let Weights { value, attack, defend, threats, network } = &mut weights;
            network.numbers_mut().for_each(|n| *n = random.i16(..));
            value
                .iter_mut()
                .chain(&mut threats[..])
                .for_each(|n| *n = random.i16(-10_000..=10_000));
            attack.iter_mut().chain(&mut defend[..]).for_each(|n| *n = random.i16(..));
            set.set_voice(voice, weights);
        }
        set
    }

    #[test]
    fn sets_come_back_as_they_went_out() {
        for set in [some_set(), WeightSet::seed()] {
            assert!(WeightSet::from_bytes(&set.to_bytes()) == Ok(set));
        }
    }

    #[test]
    fn what_is_no_set_is_refused_with_the_reason() {
        let refused = |bytes: &[u8]| WeightSet::from_bytes(bytes).unwrap_err().to_string();
        let good = WeightSet::seed().to_bytes();
        assert!(refused(b"").contains("not a file of Tengen's weights"));
        assert!(refused(&[0xff; 4000]).contains("not a file"));
        let text = String::from_utf8_lossy(&good[..120]).into_owned();
        assert!(refused(text.replacen(" 2\n", " 3\n", 1).as_bytes()).contains("version '3'"));
        assert!(refused(text.replacen("caro ", "gobang ", 1).as_bytes()).contains("gobang"));
        assert!(refused(&good[..good.len() - 1]).contains("damaged or cut off"));
        for at in [200, good.len() / 2, good.len() - 2] {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(WeightSet::from_bytes(&bad).is_err());
        }
        let second = good.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
        let mut short = good[..=second].to_vec();
        short.extend(compress_to_vec_zlib(&[0; 10], 1));
        assert!(refused(&short).contains("10 bytes of weights instead of"));
    }

    #[test]
    fn weights_that_could_overflow_a_sum_are_refused() {
        let mut set = WeightSet::seed();
        let mut weights = Weights::zero();
        weights.threats[7] = VALUE_LIMIT + 1;
        set.set_voice(Voice::RenjuWhite, weights);
        let error = WeightSet::from_bytes(&set.to_bytes()).unwrap_err();
        assert_eq!(error, WeightsError::Range(Voice::RenjuWhite, VALUE_LIMIT + 1));
        assert!(error.to_string().contains("renju-white is 10001"));
    }
}
