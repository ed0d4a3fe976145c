//! Tunable numbers of a search: their values at run time, and a table that says what each one is.
//!
//! A game declares its numbers once, with `params!`. Its searcher reads them as fields of the struct
//! that the macro makes; a tuner finds them in the table, each with a range and a step, and changes
//! them by name.

use std::error::Error;
use std::fmt;

/// What is known about a tunable number beside its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    pub name: &'static str,
    pub default: i32,
    /// Least value that the search works with.
    pub min: i32,
    /// Greatest value that the search works with.
    pub max: i32,
    /// A change large enough to show in games: the perturbation that SPSA ends with.
    pub step: i32,
    /// Where the default comes from.
    pub source: &'static str,
}

/// The tunable numbers of a search.
pub trait ParamSet {
    /// What each number is, in the order declared.
    fn table(&self) -> &'static [Param];

    /// The number called `name`, if there is one.
    fn value(&self, name: &str) -> Option<i32>;

    /// Writes the number called `name`, if there is one, without regard to its range: for
    /// [`ParamSet::set`].
    fn write(&mut self, name: &str, value: i32);

    /// # Errors
    /// No number has this name.
    fn get(&self, name: &str) -> Result<i32, ParamError> {
        self.value(name).ok_or_else(|| ParamError::unknown(name))
    }

    /// # Errors
    /// No number has this name, or the value is out of its range. Nothing changes then.
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

/// Why a number cannot be read or set.
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

/// The numbers of a search that has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoParams;

impl ParamSet for NoParams {
    fn table(&self) -> &'static [Param] {
        &[]
    }

    fn value(&self, _: &str) -> Option<i32> {
        None
    }

    fn write(&mut self, _: &str, _: i32) {}
}

/// Declares a struct of tunable numbers with its defaults and its [`ParamSet`] table.
///
/// A number is a line: `name: type = default, min..=max, step, "source";`, below what it means as a doc
/// comment. The type is any integer that holds the range. Fractions are written in hundredths, or in
/// whatever unit keeps them whole.
macro_rules! params {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $set:ident {
            $(
                $(#[$doc:meta])*
                $name:ident: $type:ty = $default:literal, $min:literal..=$max:literal, $step:literal, $source:literal;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $visibility struct $set {
            $($(#[$doc])* pub $name: $type,)+
        }

        impl Default for $set {
            fn default() -> $set {
                $set { $($name: $default,)+ }
            }
        }

        impl $crate::search::params::ParamSet for $set {
            fn table(&self) -> &'static [$crate::search::params::Param] {
                &[$($crate::search::params::Param {
                    name: stringify!($name),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                    source: $source,
                },)+]
            }

            fn value(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name as i32),)+
                    _ => None,
                }
            }

            fn write(&mut self, name: &str, value: i32) {
                match name {
                    $(stringify!($name) => self.$name = value as $type,)+
                    _ => {}
                }
            }
        }
    };
}

pub(crate) use params;

/// Checks what a table must keep for a tuner to work with it. For tests of the games' tables.
///
/// # Panics
/// If a default, a step or a source makes no sense, or a name occurs twice.
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
        assert_eq!(why(NoParams.set("window", 1)), Err("unknown search parameter 'window'".into()));
    }

    #[test]
    fn the_table_describes_every_number() {
        let [window, bonus] = Sample::default().table() else { panic!("two are declared") };
        let expected =
            Param { name: "window", default: 11, min: 1, max: 100, step: 3, source: "a guess" };
        assert_eq!((*window, bonus.min), (expected, -50));
    }
}
