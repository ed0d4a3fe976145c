//! The state of a training after an epoch, from which an interrupted training can resume.

use std::io;

use super::adam::Adam;

/// First bytes of a serialized state.
const TITLE: &[u8] = b"tengen training state 2\n";

/// A training after some epochs.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Finished epochs.
    pub epoch: usize,
    pub params: Vec<f32>,
    /// The parameters of the best epoch, its number, and their loss on the validation samples.
    pub best: Vec<f32>,
    pub best_epoch: usize,
    pub best_loss: f64,
    pub adam: Adam,
}

/// A store of states. A state is identified by the name of the trained part and a number that differs for other
/// samples, settings and initial parameters.
pub trait Checkpoints {
    /// The last state saved; `None` if there is none.
    ///
    /// # Errors
    /// The state belongs to another training, is damaged, or cannot be read.
    fn load(&mut self, part: &str, identity: u64) -> io::Result<Option<State>>;

    /// Saves the state, replacing an older one.
    ///
    /// # Errors
    /// It cannot be written.
    fn save(&mut self, part: &str, identity: u64, state: &State) -> io::Result<()>;
}

/// Keeps no states.
pub struct NoCheckpoints;

impl Checkpoints for NoCheckpoints {
    fn load(&mut self, _: &str, _: u64) -> io::Result<Option<State>> {
        Ok(None)
    }

    fn save(&mut self, _: &str, _: u64, _: &State) -> io::Result<()> {
        Ok(())
    }
}

impl State {
    /// The state before the first epoch, with the loss of its parameters on the validation samples.
    pub fn new(params: &[f32], loss: f64) -> State {
        State {
            epoch: 0,
            params: params.to_vec(),
            best: params.to_vec(),
            best_epoch: 0,
            best_loss: loss,
            adam: Adam::new(params.len()),
        }
    }

    /// The state of the training with this `identity` as bytes.
    pub fn to_bytes(&self, identity: u64) -> Vec<u8> {
        let mut bytes = TITLE.to_vec();
        let [epoch, best, len] = [self.epoch, self.best_epoch, self.params.len()];
        let numbers = [identity, epoch as u64, best as u64, self.adam.steps as u64, len as u64];
        bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
        bytes.extend(self.best_loss.to_le_bytes());
        let lists = [&self.params, &self.best, &self.adam.mean, &self.adam.square];
        bytes.extend(lists.into_iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// The identity of a training and its state from the output of [`State::to_bytes`]; `None` if the bytes are
    /// not of this form.
    pub fn from_bytes(bytes: &[u8]) -> Option<(u64, State)> {
        let rest = bytes.strip_prefix(TITLE)?;
        let (head, rest) = rest.split_first_chunk::<48>()?;
        let (words, _) = head.as_chunks::<8>();
        let [identity, epoch, best, steps, len] =
            [0, 1, 2, 3, 4].map(|at| u64::from_le_bytes(words[at]));
        let (numbers, []) = rest.as_chunks::<4>() else { return None };
        let len =
            usize::try_from(len).ok().filter(|len| len.checked_mul(4) == Some(numbers.len()))?;
        let list = |at: usize| {
            let list = numbers[at * len..][..len].iter();
            list.map(|&number| f32::from_le_bytes(number)).collect::<Vec<f32>>()
        };
        let adam = Adam { mean: list(2), square: list(3), steps: i32::try_from(steps).ok()? };
        let state = State {
            epoch: usize::try_from(epoch).ok()?,
            params: list(0),
            best: list(1),
            best_epoch: usize::try_from(best).ok()?,
            best_loss: f64::from_le_bytes(words[5]),
            adam,
        };
        Some((identity, state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_survive_the_round_trip_and_damage_is_seen() {
        let mut state = State::new(&[1.5, -2.0, 0.25], 0.7);
        state.adam.step(&mut state.params, &[1.0, -1.0, 0.0], 0.1, &[1.0; 3]);
        (state.epoch, state.best_epoch) = (4, 3);
        let bytes = state.to_bytes(77);
        assert_eq!(State::from_bytes(&bytes), Some((77, state)));
        for damaged in [&bytes[..bytes.len() - 1], &bytes[..bytes.len() - 4], &bytes[1..], &[]] {
            assert_eq!(State::from_bytes(damaged), None);
        }
        let mut long = bytes.clone();
        long[TITLE.len() + 32] = 2;
        assert_eq!(State::from_bytes(&long), None);
    }
}
