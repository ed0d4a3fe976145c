//! Which game is which: encounters, rounds, colours and shards.
//!
//! Pure arithmetic. A number means the same game however many games are planned, so a match can be extended,
//! interrupted or divided among machines.

use crate::shard::Shard;

/// The pairings of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairings {
    /// Every engine against every other.
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
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
    /// The schedule of at least 2 `engines`, with `rounds` pairs of games per encounter. The numbers of games must be
    /// small enough to be added.
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
        2 * shard.count(self.pairs())
    }

    fn pairs(&self) -> usize {
        self.rounds * self.encounters.len()
    }

    /// Whether the game `number` is one of `shard`.
    pub fn has(&self, number: usize, shard: Shard) -> bool {
        shard.has(number / 2) && self.round(number) < self.rounds
    }

    /// The games of `shard`, by number. Both games of a pair are in the same one.
    pub fn games(&self, shard: Shard) -> impl Iterator<Item = Fixture> + '_ {
        let pairs = (0..self.pairs()).filter(move |&pair| shard.has(pair));
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
            for index in 1..=of {
                let shard: Shard = format!("{index}/{of}").parse().unwrap();
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
}
