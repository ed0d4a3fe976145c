//! The shards into which several machines divide a run.

use std::fmt;
use std::str::FromStr;

/// Every `of`th of a series of numbered things, such as games, starting with number `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u32,
    /// Number of shards, at least 1.
    of: u32,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Whether the thing with this number, from 0, is in the shard.
    pub fn has(self, number: usize) -> bool {
        number % self.of as usize == self.index as usize
    }

    /// How many of `total` things are in the shard.
    pub fn count(self, total: usize) -> usize {
        total.saturating_sub(self.index as usize).div_ceil(self.of as usize)
    }

    /// The number of the `n`th thing in the shard, both from 0.
    pub fn nth(self, n: u64) -> u64 {
        n * u64::from(self.of) + u64::from(self.index)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `I/N`, `I` from 1 to `N`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let fields = text.split_once('/');
        let numbers = fields.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((i, n)) if (1..=n).contains(&i) => Ok(Shard { index: i - 1, of: n }),
            _ => Err("expected I/N with I from 1 to N".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_written_as_they_are_read() {
        for text in ["1/1", "3/16", "16/16"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["0/4", "5/4", "1", "1/", "1/0", "x/2", "-1/2", "1/4294967296"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
    }

    #[test]
    fn the_numbers_of_a_shard_are_those_that_it_has() {
        let shard: Shard = "2/3".parse().unwrap();
        for total in 0..9 {
            let numbers: Vec<usize> = (0..total).filter(|&number| shard.has(number)).collect();
            let nth: Vec<usize> =
                (0..numbers.len() as u64).map(|n| shard.nth(n) as usize).collect();
            assert_eq!(nth, numbers);
            assert_eq!(shard.count(total), numbers.len(), "{total}");
        }
    }
}
