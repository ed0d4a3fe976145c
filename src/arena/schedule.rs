//! Which game is which: encounters, rounds, colours and shards.
//!
//! Pure arithmetic. A number means the same game however many games are planned, so a match can be extended,
//! interrupted or divided among machines.

use std::fmt;
use std::str::FromStr;

/// The pairings of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairings {
    /// Every engine against every other.
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

/// The part of a match for one of several machines: every `of`-th pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    index: usize,
    /// Number of parts, at least 1.
    of: usize,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    fn has(self, pair: usize) -> bool {
        pair % self.of == self.index
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `i/n`, `i` from 1 to `n`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let fields = text.split_once('/');
        let numbers = fields.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((i, n)) if (1..=n).contains(&i) => Ok(Shard { index: i - 1, of: n }),
            _ => Err(format!("invalid shard '{text}' (expected i/n with i from 1 to n)")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0; 2k and 2k+1 are a pair.
    pub number: usize,
    /// The engines with Black and White; in swap2, the one that proposes and the other.
    pub players: [usize; 2],
    /// The round; all encounters of a round share one opening.
    pub round: usize,
}

/// All games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    rounds: usize,
}

impl Schedule {
    /// The schedule of at least 2 `engines`, with `rounds` pairs of games per encounter.
    pub fn new(engines: usize, pairings: Pairings, rounds: usize) -> Schedule {
        let hosts = match pairings {
            Pairings::Gauntlet => 1,
            Pairings::RoundRobin => engines,
        };
        let encounters =
            (0..hosts).flat_map(|host| (host + 1..engines).map(move |guest| [host, guest]));
        Schedule { encounters: encounters.collect(), rounds }
    }

    /// The pairings.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// Number of rounds.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Number of games of `shard`.
    pub fn len(&self, shard: Shard) -> usize {
        let pairs = self.rounds * self.encounters.len();
        2 * (pairs.saturating_sub(shard.index).div_ceil(shard.of))
    }

    /// Whether the game `number` is one of `shard`.
    pub fn has(&self, number: usize, shard: Shard) -> bool {
        shard.has(number / 2) && self.round(number) < self.rounds
    }

    /// The games of `shard`, by number. Both games of a pair are in the same one.
    pub fn games(&self, shard: Shard) -> impl Iterator<Item = Fixture> + '_ {
        let pairs = (0..self.rounds * self.encounters.len()).filter(move |&pair| shard.has(pair));
        pairs.flat_map(|pair| [self.game(2 * pair), self.game(2 * pair + 1)])
    }

    /// The game `number`.
    pub fn game(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let mut players = self.encounters[pair % self.encounters.len()];
        if number % 2 == 1 {
            players.reverse();
        }
        Fixture { number, players, round: self.round(number) }
    }

    /// The round of the game `number`.
    pub fn round(&self, number: usize) -> usize {
        number / 2 / self.encounters.len()
    }

    /// Whether game `number` is between these `players`, in either order.
    pub fn is_game(&self, number: usize, players: [usize; 2]) -> bool {
        let [host, guest] = self.encounters[number / 2 % self.encounters.len()];
        players == [host, guest] || players == [guest, host]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours_in_every_round() {
        let schedule = Schedule::new(4, Pairings::RoundRobin, 3);
        let games: Vec<Fixture> = schedule.games(Shard::WHOLE).collect();
        assert_eq!(games.len(), 36);
        assert_eq!(schedule.len(Shard::WHOLE), 36);
        assert!(games.iter().enumerate().all(|(index, game)| game.number == index));
        for round in 0..3 {
            let met: BTreeSet<[usize; 2]> =
                games.iter().filter(|game| game.round == round).map(|game| game.players).collect();
            assert_eq!(met.len(), 12, "round {round}");
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(3, Pairings::Gauntlet, 2);
        let players: Vec<[usize; 2]> =
            schedule.games(Shard::WHOLE).map(|game| game.players).collect();
        assert_eq!(players, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 1], [1, 0], [0, 2], [2, 0]]);
    }

    #[test]
    fn shards_share_the_pairs_exactly() {
        let schedule = Schedule::new(3, Pairings::RoundRobin, 7);
        for of in 1..30 {
            let mut seen = BTreeSet::new();
            for index in 0..of {
                let shard = Shard { index, of };
                let numbers: Vec<usize> = schedule.games(shard).map(|game| game.number).collect();
                assert_eq!(numbers.len(), schedule.len(shard), "{shard}");
                assert!(numbers.chunks(2).all(|pair| pair[0] % 2 == 0 && pair[1] == pair[0] + 1));
                assert!((0..50).all(|game| schedule.has(game, shard) == numbers.contains(&game)));
                seen.extend(numbers);
            }
            assert!(seen.iter().copied().eq(0..42), "{of}");
        }
    }

    #[test]
    fn a_longer_tournament_begins_like_a_shorter_one() {
        let (short, long) =
            (Schedule::new(3, Pairings::Gauntlet, 2), Schedule::new(3, Pairings::Gauntlet, 9));
        let first: Vec<Fixture> = long.games(Shard::WHOLE).take(short.len(Shard::WHOLE)).collect();
        assert!(short.games(Shard::WHOLE).eq(first));
    }

    #[test]
    fn shards_are_written_as_they_are_read() {
        for text in ["1/1", "3/16", "16/16"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["0/4", "5/4", "1", "1/0", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().unwrap_err().contains(text));
        }
    }
}
