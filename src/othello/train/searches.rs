//! Measures how searches of different depths differ.
//!
//! Positions of games are searched to every depth without selective cuts; those near the end are also
//! solved.

use fastrand::Rng;

use super::record::GameRecord;
use crate::othello::eval::weights::{Tempo, Weights};
use crate::othello::rules::board::Board;
use crate::othello::search::eval::{LIMIT, Node};
use crate::othello::search::params::Params;
use crate::othello::search::transposition::LocalTable;
use crate::othello::search::transposition::TranspositionTable;
use crate::othello::search::worker::Worker;
use crate::search::control::{Control, Meter};
use crate::search::limits::Limits;

/// Deepest search.
pub const DEEPEST: u32 = 9;
/// Minimum and maximum number of empty squares of a position, and the maximum at which it is also solved.
const EMPTIES: (u32, u32) = (10, 54);
const MOST_SOLVED: u32 = 20;
/// Most games searched for a position with a given number of empty squares, and most such numbers tried.
const TRIES: usize = 100;
/// Transposition table in bytes.
const TABLE_BYTES: usize = 4 << 20;
/// Differences, in 1/100 disc, are clamped to this, and larger values belong to decided games, where accuracy does not
/// matter.
const MOST: i32 = 2400;

/// The results of searches of a position, in 1/100 disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    pub empties: u32,
    /// The value of the search to each depth, from 0 on.
    pub values: Vec<i32>,
    /// The score, if it was solved.
    pub score: Option<i32>,
}

impl Observation {
    /// The value of the search of `depth` plies.
    pub fn value(&self, depth: u32) -> i32 {
        self.values[depth as usize]
    }

    /// Whether the game is still open.
    pub fn is_open(&self) -> bool {
        self.values.last().is_some_and(|value| value.abs() <= MOST)
    }

    /// The observation with `tempo` added to the evaluation: every search ends with a value for the side to move at its
    /// end. Passes on the way are ignored.
    pub fn corrected(&self, tempo: &Tempo) -> Observation {
        let at_the_end = |depth: u32| tempo.of(self.empties - depth) * sign(depth);
        let depths = (0..).zip(&self.values);
        let values = depths.map(|(depth, value)| value + at_the_end(depth)).collect();
        Observation { values, ..self.clone() }
    }
}

/// 1 if the side to move after `depth` plies is the one that moves first, otherwise -1.
pub fn sign(depth: u32) -> i32 {
    1 - 2 * (depth % 2) as i32
}

/// A difference of values, limited.
pub fn clamped(difference: i32) -> f64 {
    f64::from(difference.clamp(-MOST, MOST))
}

/// Observes `count` positions of `games`, which must be valid, chosen by `seed`. `watch` receives the number
/// done.
pub fn measure(
    weights: &Weights,
    games: &[GameRecord],
    count: usize,
    seed: u64,
    watch: &mut dyn FnMut(usize),
) -> Vec<Observation> {
    let mut random = Rng::with_seed(seed);
    let (mut table, mut local) = (TranspositionTable::new(TABLE_BYTES), LocalTable::default());
    let params = Params::default();
    let mut all = Vec::new();
    for done in 0..count {
        watch(done);
        let Some(board) = any_position(games, &mut random) else { break };
        // Results of the same position or of a later one in its game would answer for shallower searches.
        table.clear();
        let control = Control::unlimited();
        let mut meter = Meter::new(&control, &Limits::default());
        let mut worker = Worker::new(&mut meter, &table, &mut local, weights, &params);
        all.push(observe(&mut worker, board));
    }
    all
}

/// A position of a game that is neither of its opening nor too near the beginning or the end.
fn any_position(games: &[GameRecord], random: &mut Rng) -> Option<Board> {
    if games.is_empty() {
        return None;
    }
    // Nearly every game has a position with any number of empty squares, but its opening may be longer than
    // that, and so may all openings.
    (0..TRIES).find_map(|_| {
        let wanted = random.u32(EMPTIES.0..=EMPTIES.1);
        (0..TRIES).find_map(|_| {
            let game = &games[random.u64(0..games.len() as u64) as usize];
            let steps = game.steps().ok()?;
            let mut chosen = steps[game.opening..].iter().map(|step| step.board);
            chosen.find(|board| board.empty_count() == wanted && board.legal_moves() != 0)
        })
    })
}

fn observe(worker: &mut Worker, board: Board) -> Observation {
    let (node, moves) = (Node::of(board), board.legal_moves());
    let empties = board.empty_count();
    let deepest = DEEPEST.min(empties - 1);
    let values =
        (0..=deepest).map(|depth| worker.midgame(&node, moves, -LIMIT, LIMIT, depth)).collect();
    let score = (empties <= MOST_SOLVED).then(|| 100 * worker.solve(&node, -64, 64));
    Observation { empties, values, score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::train::selfplay::{Recipe, SelfPlay};
    use std::sync::Arc;

    #[test]
    fn a_position_is_observed_alike_whatever_came_before() {
        let weights = Arc::new(Weights::seed());
        let recipe = Recipe { depth: 1, solve_from: 6, seed: 5 };
        let mut players = SelfPlay::new(recipe, Arc::clone(&weights));
        let mut games = (0..).map(|index| players.play(index));
        let game = games.find(|game| game.moves.len() == 60).unwrap();
        // Only the positions with 12, 11 and 10 empty squares may be chosen.
        let game = GameRecord { opening: 48, ..game };
        let seen = measure(&weights, &[game], 8, 1, &mut |_| ());
        assert_eq!(seen.len(), 8);
        for one in &seen {
            let first = seen.iter().find(|other| other.empties == one.empties);
            assert_eq!(first, Some(one));
        }
    }

    #[test]
    fn a_tempo_counts_for_the_side_that_moves_at_the_end_of_the_search() {
        let seen = Observation { empties: 12, values: vec![0, 100, 200], score: Some(600) };
        let tempo = Tempo(std::array::from_fn(|empties| empties as i16));
        let corrected = Observation { values: vec![12, 89, 210], ..seen.clone() };
        assert_eq!(seen.corrected(&tempo), corrected);
    }
}
