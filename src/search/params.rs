//! Tunable search parameters: their values at run time, and a table that describes them.
//!
//! A game declares its parameters once, with `params!`. The search reads them as fields of the struct that the
//! macro defines. A tuner finds them in the table, each with a range and a step, and changes them by name.

use std::error::Error;
use std::fmt;

/// Description of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    pub name: &'static str,
    pub default: i32,
    /// Smallest allowed value.
    pub min: i32,
    /// Largest allowed value.
    pub max: i32,
    /// A change large enough to affect playing strength: the final perturbation of SPSA.
    pub step: i32,
    /// Where the default comes from.
    pub source: &'static str,
}

/// The tunable parameters of a search.
pub trait ParamSet {
    /// The descriptions, in order of declaration.
    fn table(&self) -> &'static [Param];

    /// The value of parameter `name`, if it exists.
    fn value(&self, name: &str) -> Option<i32>;

    /// Sets parameter `name`, if it exists, without checking its range; for [`ParamSet::set`].
    fn write(&mut self, name: &str, value: i32);

    /// # Errors
    /// Unknown parameter.
    fn get(&self, name: &str) -> Result<i32, ParamError> {
        self.value(name).ok_or_else(|| ParamError::unknown(name))
    }

    /// # Errors
    /// Unknown parameter, or a value out of range; nothing changes then.
    fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let param = self.table().iter().find(|param| param.name == name);
        let &param = param.ok_or_else(|| ParamError::unknown(name))?;
        if !(param.min..=param.max).contains(&value) {
            return Err(ParamError::OutOfRange { param, value });
        }
        self.write(name, value);
        Ok(())
    }
}

/// Why a parameter cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    Unknown { name: String },
    OutOfRange { param: Param, value: i32 },
}

impl ParamError {
    fn unknown(name: &str) -> ParamError {
        ParamError::Unknown { name: name.to_owned() }
    }
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Unknown { name } => write!(f, "unknown search parameter '{name}'"),
            ParamError::OutOfRange { param: Param { name, min, max, .. }, value } => {
                write!(f, "invalid value '{value}' for {name} (expected {min} to {max})")
            }
        }
    }
}

impl Error for ParamError {}

/// Declares a struct of tunable parameters with its defaults and its [`ParamSet`] table.
///
/// A parameter is a doc comment followed by `name: type = default, min..=max, step, "source";`. The type is
/// any integer type that holds the range. Fractions are written in hundredths or another unit that makes
/// them whole. `prefix "..."` before the struct starts the names in the table with that text, but not the
/// fields. `with field: Set;` after it adds the parameters of another set.
macro_rules! params {
    (
        prefix $prefix:literal;
        $(#[$meta:meta])*
        $visibility:vis struct $set:ident {
            $(
                $(#[$doc:meta])*
                $name:ident: $type:ty = $default:literal, $min:literal..=$max:literal, $step:literal, $source:literal;
            )+
        }
        $($(#[$part_doc:meta])* with $part:ident: $part_set:ty;)*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $visibility struct $set {
            $($(#[$doc])* pub $name: $type,)+
            $($(#[$part_doc])* pub $part: $part_set,)*
        }

        impl $set {
            /// The descriptions, in order of declaration.
            pub const TABLE: &'static [$crate::search::params::Param] = {
                use $crate::search::params::{Param, join};
                const OWN: &[Param] = &[$(Param {
                    name: concat!($prefix, stringify!($name)),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                    source: $source,
                },)+];
                &join::<{ OWN.len() $(+ <$part_set>::TABLE.len())* }>(&[
                    OWN,
                    $(<$part_set>::TABLE,)*
                ])
            };
        }

        impl Default for $set {
            fn default() -> $set {
                $set { $($name: $default,)+ $($part: Default::default(),)* }
            }
        }

        impl $crate::search::params::ParamSet for $set {
            fn table(&self) -> &'static [$crate::search::params::Param] {
                $set::TABLE
            }

            fn value(&self, name: &str) -> Option<i32> {
                match name {
                    $(concat!($prefix, stringify!($name)) => Some(self.$name as i32),)+
                    _ => None$(.or_else(|| self.$part.value(name)))*,
                }
            }

            fn write(&mut self, name: &str, value: i32) {
                match name {
                    $(concat!($prefix, stringify!($name)) => self.$name = value as $type,)+
                    _ => {
                        $(self.$part.write(name, value);)*
                    }
                }
            }
        }
    };
    ($($unprefixed:tt)+) => {
        $crate::search::params::params! { prefix ""; $($unprefixed)+ }
    };
}

pub(crate) use params;

/// The tables `parts` in one, which has `N` parameters.
pub(crate) const fn join<const N: usize>(parts: &[&[Param]]) -> [Param; N] {
    let mut joined = [parts[0][0]; N];
    let (mut part, mut from, mut to) = (0, 0, 0);
    while to < N {
        if from == parts[part].len() {
            (part, from) = (part + 1, 0);
        } else {
            joined[to] = parts[part][from];
            (from, to) = (from + 1, to + 1);
        }
    }
    joined
}

/// Checks the invariants of a table that a tuner relies on. For tests of the games' tables.
///
/// # Panics
/// If a default, a step or a source is invalid, or a name occurs twice.
#[cfg(test)]
pub(crate) fn assert_sound(params: &dyn ParamSet) {
    let table = params.table();
    for (index, param) in table.iter().enumerate() {
        assert!(param.min < param.max, "{param:?}");
        assert!((param.min..=param.max).contains(&param.default), "{param:?}");
        assert!(param.step > 0 && param.step <= param.max - param.min, "{param:?}");
        assert!(!param.source.is_empty(), "{param:?}");
        assert!(table[..index].iter().all(|other| other.name != param.name), "{param:?}");
        assert_eq!(params.get(param.name), Ok(param.default));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    params! {
        struct Sample {
            /// Half width of a window.
            window: u32 = 11, 1..=100, 3, "a guess";
            bonus: i32 = -5, -50..=0, 5, "another guess";
        }
        with part: Part;
    }

    params! {
        prefix "part_";
        struct Part {
            share: u8 = 50, 0..=100, 5, "a third guess";
        }
    }

    #[test]
    fn numbers_are_read_and_set_by_name() {
        let mut sample = Sample::default();
        assert_eq!((sample.window, sample.bonus), (11, -5));
        assert_eq!(sample.set("bonus", -50), Ok(()));
        assert_eq!((sample.get("bonus"), sample.bonus, sample.window), (Ok(-50), -50, 11));
        assert_sound(&Sample::default());
    }

    #[test]
    fn what_cannot_be_set_changes_nothing_and_says_why() {
        let mut sample = Sample::default();
        let why = |result: Result<(), ParamError>| result.map_err(|error| error.to_string());
        for (name, value, message) in [
            ("window", 0, "invalid value '0' for window (expected 1 to 100)"),
            ("window", 101, "invalid value '101' for window (expected 1 to 100)"),
            ("depth", 1, "unknown search parameter 'depth'"),
        ] {
            assert_eq!(why(sample.set(name, value)), Err(message.to_owned()));
        }
        assert_eq!(sample, Sample::default());
    }

    #[test]
    fn a_set_within_another_has_its_prefix() {
        let mut sample = Sample::default();
        assert_eq!(sample.set("part_share", 70), Ok(()));
        assert_eq!((sample.get("part_share"), sample.part.share), (Ok(70), 70));
        assert!(sample.set("share", 70).is_err() && sample.set("part_share", 101).is_err());
    }

    #[test]
    fn the_table_describes_every_number() {
        let [window, bonus, share] = Sample::TABLE else { panic!("three are declared") };
        let expected =
            Param { name: "window", default: 11, min: 1, max: 100, step: 3, source: "a guess" };
        assert_eq!((*window, bonus.min, share.name), (expected, -50, "part_share"));
    }
}
